/** Every instruction of call frame information alone, with factors for code and data, and entries behind damaged ones. DWARF 5, 6.4.2. */
import { describe, expect, test } from 'vitest'
import { mostInstructions, mostRemembered, mostRows, mostRules } from '../../../../src/core/dwarf/cfi/limits.ts'
import { cfiRowAt, readCfiRows, type CfiRows, type ProgramPlace } from '../../../../src/core/dwarf/cfi/program.ts'
import type { CfaRule, CfiFunction, RegisterRule } from '../../../../src/core/dwarf/cfi/row.ts'
import { openCfiTable, type CfiTable } from '../../../../src/core/dwarf/cfi/table.ts'
import { imageOffset, linkAddress } from '../../../../src/core/model/address.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'

const [CODE, DATA, START] = [4, -8, 0x1000]
/** CFA = r7 + 8, and r16 saved at CFA - 8. */
const COMMON = [0x0c, 7, 8, 0x90, 1]

const described = (program: readonly number[], common: readonly number[] = COMMON): CfiFunction => ({
  start: imageOffset(START),
  size: 0x100,
  entryAt: 0,
  program: Uint8Array.from(program),
  common: {
    version: 3,
    augmentation: '',
    codeAlignment: CODE,
    dataAlignment: DATA,
    returnRegister: 16,
    program: Uint8Array.from(common),
    isSignalFrame: false,
    usesKeyB: false,
    pointerEncoding: 0,
    addressBytes: 8,
    segmentBytes: 0,
  },
})
const run = (program: readonly number[], place?: ProgramPlace): CfiRows => readCfiRows(described(program), place)
const last = (program: readonly number[]) => run(program).rows.at(-1)
const cfa = (offset: number, register = 7): CfaRule => ({ kind: 'register', register, offset })

describe('instructions that move', () => {
  test.each([
    ['advance_loc', [0x43], 3 * CODE],
    ['advance_loc to the most', [0x7f], 63 * CODE],
    ['advance_loc1', [0x02, 0xff], 255 * CODE],
    ['advance_loc2', [0x03, 0x34, 0x12], 0x1234 * CODE],
    ['advance_loc4', [0x04, 4, 3, 2, 1], 0x0102_0304 * CODE],
    ['MIPS_advance_loc8', [0x1d, 1, 0, 0, 0, 1, 0, 0, 0], 0x1_0000_0001 * CODE],
  ])('DW_CFA_%s', (_, move, distance) => {
    const { rows, problem } = run([...move, 0x0e, 16])
    expect(problem).toBeUndefined()
    expect(rows.map(({ start, cfa: rule }) => [start, rule])).toEqual([
      [START, cfa(8)],
      [START + distance, cfa(16)],
    ])
    expect(cfiRowAt(described([...move, 0x0e, 16]), imageOffset(START + distance - 1))?.cfa).toEqual(cfa(8))
    expect(cfiRowAt(described([...move, 0x0e, 16]), imageOffset(START + distance))?.cfa).toEqual(cfa(16))
  })

  test('DW_CFA_set_loc, with the place of the code', () => {
    const place = { kind: 'debug_frame', textVmaddr: linkAddress(0x1_0000_0000n) } as const
    const to = (address: bigint): readonly number[] => [0x01, ...new ByteWriter().u64(address).done(), 0x0e, 16]
    expect(run(to(0x1_0000_1010n), place).rows.map(({ start }) => start)).toEqual([START, 0x1010])
    expect(run(to(0x1_0000_1000n), place).problem).toBeUndefined()
    expect(run(to(0x1_0000_0fffn), place).problem?.code).toBe('cfi-backwards')
    expect(run(to(0xffff_ffffn), place).problem?.code).toBe('cfi-set-loc')
    expect(run(to(0x1_0000_1010n)).problem?.code).toBe('cfi-set-loc')
  })
})

describe('instructions on the frame', () => {
  test.each<readonly [string, readonly number[], CfaRule]>([
    ['def_cfa', [0x0c, 6, 0x80, 1], cfa(128, 6)],
    ['def_cfa_sf', [0x12, 6, 0x7e], cfa(-2 * DATA, 6)],
    ['def_cfa_register', [0x0d, 6], cfa(8, 6)],
    ['def_cfa_offset', [0x0e, 0x80, 1], cfa(128)],
    ['def_cfa_offset_sf', [0x13, 0x7d], cfa(-3 * DATA)],
    ['def_cfa_expression', [0x0f, 2, 0x77, 8], { kind: 'expression', bytes: Uint8Array.of(0x77, 8) }],
    ['nop', [0x00], cfa(8)],
    ['GNU_args_size', [0x2e, 0x80, 1], cfa(8)],
  ])('DW_CFA_%s', (_, program, rule) => {
    const { rows, problem } = run(program)
    expect([rows.length, problem]).toEqual([1, undefined])
    expect(rows[0]).toEqual({ start: START, cfa: rule, registers: new Map([[16, { kind: 'saved', offset: DATA }]]) })
  })

  test('a register alone begins with no offset, and an offset needs a register', () => {
    expect(readCfiRows(described([0x0d, 6], [])).rows[0]?.cfa).toEqual(cfa(0, 6))
    expect(run([0x0f, 1, 0x30, 0x0d, 6]).rows[0]?.cfa).toEqual(cfa(0, 6))
    for (const program of [[0x0e, 8], [0x13, 1]]) {
      expect(readCfiRows(described(program, [])).problem?.code).toBe('cfi-no-register')
      expect(run([0x0f, 1, 0x30, ...program]).problem?.code).toBe('cfi-no-register')
    }
    expect(readCfiRows(described([0x00], [])).rows).toEqual([])
    expect(readCfiRows(described([0x07, 3], [])).rows).toHaveLength(1)
  }) // prettier-ignore
})

describe('instructions on a register', () => {
  test.each<readonly [string, readonly number[], number, RegisterRule]>([
    ['offset', [0x83, 2], 3, { kind: 'saved', offset: 2 * DATA }],
    ['offset of the last', [0xbf, 0x80, 1], 63, { kind: 'saved', offset: 128 * DATA }],
    ['offset_extended', [0x05, 0x80, 1, 2], 128, { kind: 'saved', offset: 2 * DATA }],
    ['offset_extended_sf', [0x11, 3, 0x7f], 3, { kind: 'saved', offset: -DATA }],
    ['GNU_negative_offset_extended', [0x2f, 3, 2], 3, { kind: 'saved', offset: -2 * DATA }],
    ['undefined', [0x07, 3], 3, { kind: 'undefined' }],
    ['same_value', [0x08, 3], 3, { kind: 'same' }],
    ['register', [0x09, 3, 5], 3, { kind: 'register', register: 5 }],
    ['val_offset', [0x14, 3, 2], 3, { kind: 'value', offset: 2 * DATA }],
    ['val_offset_sf', [0x15, 3, 0x7e], 3, { kind: 'value', offset: -2 * DATA }],
    ['expression', [0x10, 3, 1, 0x30], 3, { kind: 'saved-expression', bytes: Uint8Array.of(0x30) }],
    ['val_expression', [0x16, 3, 1, 0x31], 3, { kind: 'value-expression', bytes: Uint8Array.of(0x31) }],
  ])('DW_CFA_%s', (_, program, register, rule) => {
    const row = last(program)
    expect(row?.registers.get(register)).toEqual(rule)
    expect(row?.registers.size).toBe(2)
    expect(row?.cfa).toEqual(cfa(8))
  })

  test.each([
    ['restore', [0xc0 | 16], [0xc0 | 3]],
    ['restore_extended', [0x06, 16], [0x06, 3]],
  ])('DW_CFA_%s gives back the common rule, or none', (_, known, unknown) => {
    expect(last([0x07, 16, ...known])?.registers.get(16)).toEqual({ kind: 'saved', offset: DATA })
    expect(last([0x07, 3, ...unknown])?.registers.has(3)).toBe(false)
    expect(readCfiRows(described([], known)).problem?.code).toBe('cfi-restore')
  })

  test('DW_CFA_remember_state and DW_CFA_restore_state keep the frame, the registers and the signature', () => {
    const { rows } = run([0x0a, 0x0e, 32, 0x07, 3, 0x2d, 0x41, 0x0b, 0x41, 0x2d])
    expect(rows.map(({ cfa: rule, registers, signedReturn }) => [rule, registers.has(3), signedReturn])).toEqual([
      [cfa(32), true, true],
      [cfa(8), false, undefined],
      [cfa(8), false, true],
    ])
  })

  test('the signature of a return address comes and goes', () => {
    for (const code of [0x2d, 0x2c]) {
      expect(last([code])?.signedReturn).toBe(true)
      expect(last([code, code])?.signedReturn).toBe(false)
      expect(last([])).not.toHaveProperty('signedReturn')
    }
  })
})

test('limits: just within, and just beyond', () => {
  const remembered = (count: number) => run(Array<number>(count).fill(0x0a)).problem?.code
  expect([remembered(mostRemembered), remembered(mostRemembered + 1)]).toEqual([undefined, 'cfi-too-deep'])
  const ruled = (count: number) =>
    run(Array.from({ length: count }, (_, at) => [0x07, 0x80 | (at & 0x7f), 1 + (at >> 7)]).flat()).problem?.code
  // One register has a rule in the common part.
  expect([ruled(mostRules - 1), ruled(mostRules)]).toEqual([undefined, 'cfi-too-many-registers'])
  const common = 2
  const stepped = (count: number) => run(Array<number>(count - common).fill(0)).problem?.code
  expect([stepped(mostInstructions), stepped(mostInstructions + 1)]).toEqual([undefined, 'cfi-too-long'])
  expect(run(Array<number>(mostRows - 1).fill(0x41)).rows).toHaveLength(mostRows)
  expect(run(Array<number>(mostRows + 1).fill(0x41)).rows).toHaveLength(mostRows)
  const far = (high: number) => run([0x1d, 0, 0, 0, 0, 0, 0, high, 0]).problem?.code
  expect([far(0x07), far(0x08)]).toEqual([undefined, 'cfi-too-far'])
  expect(run([0x30]).problem?.code).toBe('cfi-unknown')
})

const entry = (body: Uint8Array): Uint8Array => new ByteWriter().u32(body.length).bytes(body).done()
const textVmaddr = linkAddress(0x1_0000_0000n)
const common = (...head: readonly number[]): Uint8Array =>
  entry(
    new ByteWriter()
      .u32(0xffff_ffff)
      .u8(...head, ...COMMON)
      .done(),
  )
const code = (start: number, at = 0): Uint8Array =>
  entry(new ByteWriter().u32(at).u64(textVmaddr + BigInt(start), 0x10).u8(0x41).done()) // prettier-ignore
const tableOf = (...parts: readonly Uint8Array[]): CfiTable => {
  const bytes = parts.reduce((out, part) => out.bytes(part), new ByteWriter()).done()
  return openCfiTable({ kind: 'debug_frame', bytes, address: textVmaddr, textVmaddr, addressBytes: 8 })
}

describe('entries', () => {
  const good = common(3, 0, 1, 0x78, 16)
  test('those behind a damaged one are read', () => {
    const { functions, problems } = tableOf(good, code(0x1000), code(0x2000, 0x7777), code(0x3000))
    expect(functions.map(({ start }) => start)).toEqual([0x1000, 0x3000])
    expect(problems).toHaveLength(1)
    expect(tableOf(good, code(0x3000), code(0x1000), code(0x2000)).functions.map(({ start }) => start)).toEqual([
      0x1000, 0x2000, 0x3000,
    ])
  })

  test('a length that leads nowhere ends the table, with one problem', () => {
    const { functions, problems } = tableOf(good, code(0x1000), new ByteWriter().u32(0x7fff_ffff, 0, 0).done())
    expect(functions).toHaveLength(1)
    expect(problems.map((one) => one.code)).toEqual(['truncated-cfi'])
    expect(tableOf(good, code(0x1000), new ByteWriter().u32(0).done(), code(0x2000)).functions).toHaveLength(1)
    expect(tableOf(good, code(0x1000), Uint8Array.of(1, 0, 0)).problems).toEqual([])
  })

  test('after twenty damaged entries the rest is not read', () => {
    const bad = Array.from({ length: 30 }, () => code(0x2000, 0x7777))
    const { problems } = tableOf(good, ...bad.slice(0, 19))
    expect(problems).toHaveLength(19)
    const many = tableOf(good, ...bad, code(0x1000))
    expect(many.functions).toEqual([])
    expect(many.problems).toHaveLength(21)
    expect(many.problems.at(-1)?.code).toBe('cfi-too-large')
  })

  test.each<readonly [string, readonly number[], object | string]>([
    ['version 1', [1, 0, 4, 0x78, 0x90], { version: 1, codeAlignment: 4, dataAlignment: -8, returnRegister: 0x90 }],
    ['version 3', [3, 0, 4, 0x78, 0x90, 1], { version: 3, returnRegister: 0x90 }],
    ['version 4', [4, 0, 8, 0, 4, 0x78, 30], { version: 4, addressBytes: 8, segmentBytes: 0, returnRegister: 30 }],
    ['version 2', [2, 0, 4, 0x78, 16], 'cfi-version'],
    ['version 5', [5, 0, 4, 0x78, 16], 'cfi-version'],
    ['addresses of 2 bytes', [4, 0, 2, 0, 4, 0x78, 30], 'cfi-address-size'],
    ['an augmentation of nobody', [3, 0x78, 0, 4, 0x78, 16], 'cfi-augmentation'],
    ['an augmentation that is longer than its entry', [3, 0x7a, 0, 4, 0x78, 16, 0x7f], 'truncated-cfi'],
    ['a signal frame', [3, 0x7a, 0x53, 0, 4, 0x78, 16, 0], { isSignalFrame: true, usesKeyB: false }],
    ['key B', [3, 0x7a, 0x42, 0, 4, 0x78, 16, 0], { isSignalFrame: false, usesKeyB: true }],
    ['letters that say nothing here', [3, 0x7a, 0x47, 0x4c, 0x53, 0, 4, 0x78, 16, 1, 0x1b], { isSignalFrame: true }],
    ['a letter of nobody', [3, 0x7a, 0x58, 0x53, 0, 4, 0x78, 16, 1, 9], { isSignalFrame: false, returnRegister: 16 }],
  ])('%s', (_, head, expected) => {
    const augmented = head[1] === 0x7a
    const own = augmented
      ? entry(new ByteWriter().u32(0).u64(textVmaddr + 0x1000n, 0x10).u8(0, 0x41).done()) // prettier-ignore
      : code(0x1000)
    const { functions, problems } = tableOf(common(...head), own)
    if (typeof expected === 'string') expect(problems.map((one) => one.code)).toEqual([expected])
    else {
      expect(problems).toEqual([])
      expect(functions[0]?.common).toMatchObject(expected)
      expect([...(functions[0]?.common.program ?? [])]).toEqual(COMMON)
      expect([...(functions[0]?.program ?? [])]).toEqual([0x41])
    }
  })
})
