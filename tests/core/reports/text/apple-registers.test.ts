/** Registers in Apple's texts: each part of a row, the row without it, and lines that are no rows. */
import { describe, expect, test } from 'vitest'
import {
  archOfCodeType,
  holdsStateRows,
  parseRegisters,
  readStateRow,
  rowOfCounter,
} from '../../../../src/core/reports/text/apple-registers.ts'
import { lineAt, partOf, START } from './lines-at.ts'

describe('the registers of a line', () => {
  test.each<[string, object[]]>([
    ['x0: 0x1', [{ name: 'x0', value: 1n }]],
    [
      '   rax: 0xFEDCBA9876543210\trbx:0x2',
      [
        { name: 'rax', value: 0xfedcba9876543210n },
        { name: 'rbx', value: 2n },
      ],
    ],
    [
      'far: 0x10  esr: 0x56000080 Address size fault ',
      [
        { name: 'far', value: 16n },
        { name: 'esr', value: 0x56000080n, note: 'Address size fault' },
      ],
    ],
    [
      'pc: 0x10 f + 1 lr: 0x20',
      [
        { name: 'pc', value: 16n, note: 'f + 1' },
        { name: 'lr', value: 32n },
      ],
    ],
    ['abcdefg_: 0x1', [{ name: 'abcdefg_', value: 1n }]],
    ['x: 0x1', [{ name: 'x', value: 1n }]],
    ['abcdefghi: 0x1', []],
    ['X0: 0x1', []],
    ['x0: 1', []],
    ['x0: 0x1,', []],
    ['-x0: 0x1', []],
    ['x0: 0x12345678901234567', []],
    ['', []],
  ])('%j', (text, registers) => {
    expect(parseRegisters(text)).toEqual(registers)
  })
})

describe('rows of a state without a heading', () => {
  const names = [
    'x0 x28 r9 r12 fp lr sp pc ip cpsr far esr cr2 trap err cs ds es fs gs ss',
    'rax rbx rcx rdx rdi rsi rbp rsp rip rfl eax ebx ecx edx edi esi ebp esp eip efl',
  ].flatMap((words) => words.split(' '))
  // Registers of one row are two or more letters.
  test.each(names)('%s', (name) => {
    expect(readStateRow(`  ${name}: 0x0000000104ccc074`)).toEqual([{ name, value: 0x104ccc074n }])
    expect(readStateRow(`lr: 0x0000000104ccc074 ${name}2z: 0x0000000104ccc074`)).toEqual([])
    expect(readStateRow(`lr: 0x0000000104ccc074 z${name}: 0x0000000104ccc074`)).toEqual([])
  })

  test.each<[string, string[]]>([
    ['lr: 0x12345678 sp: 0x1', ['lr', 'sp']],
    ['\t lr:0x1234567890abcdef', ['lr']],
    ['lr: \t0x12345678\t', ['lr']],
    // The beginning of the row is lost.
    ['5678 lr: 0x12345678', ['lr']],
    ['x0000000104ccc074\t  lr: 0x12345678', ['lr']],
    ['0x1 lr: 0x12345678', ['lr']],
    ['12: 0x5678 lr: 0x12345678', ['lr']],
    [':  5678 lr: 0x12345678', ['lr']],
    ['lr: 0x1234567', []],
    ['lr: 0x12345678x', []],
    ['say lr: 0x12345678', []],
    ['123: 0x5678 lr: 0x12345678', []],
    ['12345678901234567 lr: 0x12345678', []],
    ['l: 0x12345678', []],
    ['lr: 0x12345678 z0: 0x1', []],
    ['lr 0x12345678', []],
  ])('%j', (text, found) => {
    expect(readStateRow(text).map(({ name }) => name)).toEqual(found)
  })

  test('a row of 200 letters', () => {
    expect(readStateRow('lr: 0x12345678'.padEnd(200))).toEqual([{ name: 'lr', value: 0x12345678n }])
    expect(readStateRow('lr: 0x12345678'.padEnd(201))).toEqual([])
  })
})

describe('the instruction that ran', () => {
  const counterOf = (text: string) => rowOfCounter(lineAt(text), parseRegisters(text))
  test.each<[string, string, bigint]>([
    ['pc: 0x10', 'pc: 0x10', 16n],
    ['lr: 0x1 pc:0x10 sp: 0x2', 'pc:0x10', 16n],
    ['\trip: \t0xABCDEF09', 'rip: \t0xABCDEF09', 0xabcdef09n],
    ['efl: 0x1  eip: 0x20', 'eip: 0x20', 32n],
  ])('%j', (text, part, address) => {
    const { start, end } = partOf(text, part)
    const from = /^[a-z]/.test(text) && text.startsWith(part) ? start : start - 1
    expect(counterOf(text)).toEqual({ index: 0, address, span: { start: from, end }, symbolSpan: { start: end, end } })
  })

  test('with a name behind it', () => {
    const text = 'pc: 0x10 count + 3 (till.c:4)'
    expect(counterOf(text)).toEqual({
      index: 0,
      address: 16n,
      span: { start: START, end: START + text.length },
      symbolSpan: { start: START + 8, end: START + text.length },
      symbol: { name: 'count', offset: 3, file: 'till.c', line: 4 },
    })
    expect(counterOf('pc: 0x10 ???')).toEqual({
      index: 0,
      address: 16n,
      span: { start: START, end: START + 12 },
      symbolSpan: { start: START + 8, end: START + 12 },
    })
  })

  test.each(['lr: 0x10', 'pc: 0x0', 'apc: 0x10', 'pc 0x10', 'pc: 10'])('none: %s', (text) => {
    expect(counterOf(text)).toBeUndefined()
  })

  test('none where the line’s registers lack it', () => {
    expect(rowOfCounter(lineAt('pc: 0x10'), [{ name: 'lr', value: 16n }])).toBeUndefined()
  })
})

describe('the last rows of a state', () => {
  const wide = '0x0123456789abcdef'
  const rows = [
    `far: ${wide}  esr: 0x01234567 Address size fault`,
    `far: ${wide} esr: 0xabcdef01 (Data Abort)`,
    `rip: ${wide} rfl: ${wide} cr2: 0x1`,
    'ss: 0x01234567 efl: 0x89abcdef eip: 0x1',
    'efl: 0x01234567 eip: 0x1',
  ]
  test.each(rows)('%s', (row) => {
    expect(holdsStateRows(row)).toBe(true)
    expect(holdsStateRows(`a\n \t${row}\nb`)).toBe(true)
    expect(holdsStateRows(row.replaceAll(': ', ':\t '))).toBe(true)
    expect(holdsStateRows(row.replaceAll(/ (?=[a-zA-Z(]+)/g, ' \t '))).toBe(true)
    expect(holdsStateRows(`a ${row}`)).toBe(false)
    expect(holdsStateRows(row.replaceAll(': ', ':'))).toBe(false)
    expect(holdsStateRows(row.replace(/0x[0-9a-f]/, '0x'))).toBe(false)
    expect(holdsStateRows(row.replace('0x', '0x0'))).toBe(false)
  })

  test.each([
    `far: ${wide} esr: 0x01234567 fault`,
    `far: ${wide} esr: 0x01234567`,
    `far: ${wide} esr: 0x0123456 Fault`,
    `far: ${wide}esr: 0x01234567 Fault`,
    `rip: ${wide} rfl: ${wide}`,
    `rip: ${wide} rfl: 0x01234567 cr2: 0x1`,
    'efl: 0x01234567 eip: 1',
    'efl: 0x0123456 eip: 0x1',
    'efl: 0x01234567eip: 0x1',
    'ss: 0x01234567efl: 0x01234567 eip: 0x1',
    `far: ${wide}\nesr: 0x01234567 Fault`,
  ])('none: %j', (text) => {
    expect(holdsStateRows(text)).toBe(false)
  })
})

test.each([
  ['ARM-64', 'arm64'],
  ['ARM64E', 'arm64e'],
  ['arm-64e (Native)', 'arm64e'],
  ['X86-64 (Native)', 'x86_64'],
  ['PPC (Native)', 'ppc'],
  ['PPC-64', 'ppc64'],
  ['ppc64', 'ppc64'],
  ['PPC970', 'ppc'],
  ['Sparc V9', 'sparc'],
  ['ALARM-64E x', 'alarm-64e'],
  ['appc-64', 'appc-64'],
  ['', ''],
])('the code type %s', (codeType, arch) => {
  expect(archOfCodeType(codeType)).toBe(arch)
})
