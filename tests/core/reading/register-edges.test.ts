/** Values of registers at the edges of what they mean: limits of numbers, stacks, patterns, tags. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Register, Report, SymbolicatedReport, Thread } from '../../../src/core/model/report.ts'
import type { RegisterReading } from '../../../src/core/model/register-reading.ts'
import { registersReading, threadWithRegisters } from '../../../src/core/reading/registers.ts'
import { tagLayoutOf, taggedReadings } from '../../../src/core/reading/tagged-pointers.ts'
import {
  classOfIsa,
  placeOf,
  registerReadings,
  valueContext,
  valueReadings,
  withoutSignature,
} from '../../../src/core/reading/values.ts'
import { makeImage, makeReport, unresolved } from '../../support/report-builder.ts'
import { without } from '../../support/without.ts'

const shop = makeImage({ name: 'Shop', loadAddress: runtimeAddress(0x104000000), size: 0x4000 })
const objc = makeImage({ index: 1, name: 'libobjc.A.dylib', loadAddress: runtimeAddress(0x180000000), size: 0x1000 })

const threadOf = (id: number, registers: readonly Register[], more: Partial<Thread> = {}): Thread => ({
  id,
  crashed: id === 0,
  frames: [],
  registers,
  ...more,
})

function reportOf(threads: readonly Thread[], more: Partial<Report> & { readonly map?: string } = {}): Report {
  const { map, ...rest } = more
  return makeReport({
    header: { arch: 'arm64', os: 'iOS 17.0', fields: [] },
    images: [shop, objc],
    threads,
    sections: map === undefined ? [] : [{ kind: 'text', title: 'VM Region Info', text: map }],
    ...rest,
  })
}

const said = (value: bigint, report: Report, thread = report.threads[0]): readonly string[] =>
  valueReadings(value, valueContext(report, thread)).map(({ code, params, grade }) =>
    [code, ...Object.values(params), grade].join(' '),
  )

describe('numbers', () => {
  const wide = reportOf([])
  const narrow = reportOf([], { header: { arch: 'armv7', fields: [] }, images: [] })
  test.each([
    [0xffffn, ['number 65535 proved']],
    [0x1_0000n, []],
    [(1n << 64n) - 0xffffn, ['number −65535 likely']],
    [(1n << 64n) - 0x1_0000n, []],
    [(1n << 32n) - 0xffffn, ['number-32 −65535 possible']],
    [(1n << 32n) - 0x1_0000n, []],
    [1n << 32n, []],
  ])('%s in 64 bits', (value, expected) => {
    expect(said(value, wide)).toEqual(expected)
  })
  test.each([
    [0xffff_fffbn, ['number −5 likely']],
    [(1n << 32n) - 0x1_0000n, []],
    // More bits than a register of 32 has.
    [(1n << 64n) - 5n, []],
    [0x5555_5555n, ['pattern freed likely']],
    [0xdead_beefn, ['pattern deadBeef likely']],
  ])('%s in 32 bits', (value, expected) => {
    expect(said(value, narrow)).toEqual(expected)
  })
})

describe('patterns', () => {
  const report = reportOf([])
  test.each([
    [0x5555_5555_5555_6554n, ['near-pattern freed 4095 likely']],
    [0x5555_5555_5555_6555n, ['text UeUUUUUU possible']],
    [0x5555_5555_5555_4556n, ['near-pattern freed -4095 likely']],
    [0xaaaa_aaaa_aaaa_aaaan, ['pattern fresh likely']],
    [0xaaaa_aaaa_aaaa_aaabn, ['near-pattern fresh 1 likely']],
    [0xbadd_c0de_dead_beadn, ['pattern freedBlock likely']],
    // Only fillings of whole blocks are read through.
    [0xbadd_c0de_dead_beaen, ['tagged possible']],
    [0xbebe_bebe_bebe_bebcn, ['near-pattern sanitizerFresh -2 likely']],
    [0xdead_beefn, ['pattern deadBeef likely']],
    [0xdead_beef_dead_beefn, ['pattern deadBeef likely']],
  ])('0x%s', (value, expected) => {
    expect(said(value, report)).toEqual(expected)
  })
})

describe('stacks of threads', () => {
  const sp = 0x16b000000n
  const registers = (fp: bigint | undefined, name = 'sp'): readonly Register[] => [
    { name, value: sp },
    ...(fp === undefined ? [] : [{ name: 'fp', value: fp }]),
  ]
  test.each([
    ['at the frame pointer', sp + 0x100n, sp + 0x100n, ['stack 0 sp 256 likely']],
    ['behind it', sp + 0x101n, sp + 0x100n, ['stack 0 sp 257 possible']],
    ['a frame pointer below', sp + 8n, sp - 8n, ['stack 0 sp 8 possible']],
    ['a frame pointer too far away', sp + 8n, sp + 0x80_0000n, ['stack 0 sp 8 possible']],
    ['one that is not', sp + 8n, sp + 0x7f_ffffn, ['stack 0 sp 8 likely']],
    ['the last byte in reach', sp + 0x7_ffffn, undefined, ['stack 0 sp 524287 possible']],
    ['out of reach', sp + 0x8_0000n, undefined, []],
    ['a little below', sp - 0xfffn, undefined, ['stack 0 sp -4095 possible']],
    ['more below', sp - 0x1000n, undefined, []],
  ])('%s', (_, value, fp, expected) => {
    expect(said(value, reportOf([threadOf(0, registers(fp))]))).toEqual(expected)
  })

  test('stacks of other threads count, after the own one, and a thread without a number has none', () => {
    const other = threadOf(7, [{ name: 'rsp', value: 0x170000000n }])
    const nameless = threadOf(9, [{ name: 'esp', value: 0x180100000n }], { unnumbered: true })
    const report = reportOf([threadOf(0, registers(undefined)), other, nameless])
    expect(said(0x170000000n, report)).toEqual(['stack-pointer 7 proved'])
    expect(said(0x170000010n, report)).toEqual(['stack 7 rsp 16 possible'])
    expect(said(0x180100000n, report)).toEqual(['stack-pointer proved'])
    expect(said(0x180100020n, report)).toEqual(['stack esp 32 possible'])
    // Near both: the thread that is asked about goes first.
    const twin = threadOf(3, [{ name: 'sp', value: sp + 0x40n }])
    expect(said(sp + 0x20n, reportOf([threadOf(0, registers(undefined)), twin]))).toEqual(['stack 0 sp 32 possible'])
    expect(said(sp + 0x20n, reportOf([threadOf(0, registers(undefined)), twin]), twin)).toEqual([
      'stack 3 sp -32 possible',
    ])
    // Without a thread in question, all count.
    expect(said(0x170000000n, report, undefined)).toEqual(['stack-pointer 7 proved'])
  })

  test('a stack pointer of 0 is none, and x29, rbp and r7 are frame pointers', () => {
    expect(said(8n, reportOf([threadOf(0, [{ name: 'sp', value: 0n }])]))).toEqual(['number 8 proved'])
    for (const name of ['fp', 'x29', 'rbp', 'ebp', 'r7']) {
      const own = threadOf(0, [
        { name: 'sp', value: sp },
        { name, value: sp + 0x40n },
      ])
      expect(said(sp + 0x40n, reportOf([own]))).toEqual(['stack 0 sp 64 likely'])
    }
  })

  const map = `      Stack   16affc000-16b004000 [ 32K] rw-/rwx SM=PRV  thread 0
      GUARD   16b004000-16b008000 [ 16K] ---/rwx SM=NUL`
  test.each([
    ['its last byte', 0x16b003fffn, ['stack 0 sp 16383 proved', 'region Stack rw- 0x16affc000–0x16b004000 proved']],
    // Memory below sp is not in use.
    ['below sp', sp - 1n, ['region Stack rw- 0x16affc000–0x16b004000 proved']],
    ['a guard', 0x16b004000n, ['guard GUARD 0x16b004000–0x16b008000 proved']],
  ])('in a map: %s', (_, value, expected) => {
    expect(said(value, reportOf([threadOf(0, registers(undefined))], { map }))).toEqual(expected)
  })
})

describe('letters', () => {
  const report = reportOf([], { images: [] })
  const word = (text: string): bigint =>
    [...text].reduceRight((sum, one) => (sum << 8n) | BigInt(one.charCodeAt(0)), 0n)
  test.each([
    ['abcd', ['text abcd possible']],
    ['abc', []],
    ['abcdefgh', ['text abcdefgh possible']],
    ['ab d', []],
    ['~a1b', ['text ~a1b possible']],
    ['!!!!', []],
    ['ab\u007fd', []],
    ['ab\u001fd', []],
    [' abc', ['text  abc possible']],
  ])('%j', (text, expected) => {
    expect(said(word(text), report)).toEqual(expected)
  })
})

describe('pointers with a signature', () => {
  const context = valueContext(reportOf([]), undefined)
  test('bits above the address are taken off where something is there', () => {
    expect(withoutSignature(0x0012_3381_0400_1000n, context)).toBe(0x1_0400_1000n)
    expect(withoutSignature(0x1_0400_1000n, context)).toBeUndefined()
    expect(withoutSignature(0x0012_3381_9400_1000n, context)).toBeUndefined()
  })
  test('of an unknown processor nothing is known of its pointers', () => {
    const alpha = reportOf([], { header: { arch: 'alpha', fields: [] } })
    expect(withoutSignature(0x0012_3381_0400_1000n, valueContext(alpha, undefined))).toBeUndefined()
    expect(said(0x104000010n, alpha)).toEqual(['image Shop 16 proved'])
    expect(said(0x1234_5678n, alpha)).toEqual([])
  })
  test('what is proved of the address is only likely of the pointer', () => {
    expect(said(0x0012_3381_0400_1000n, reportOf([]))).toEqual([
      'image Shop 4096 likely',
      'stripped-bits 0x104001000 0x12338000000000 likely',
    ])
  })
  test('none of a value that the map calls unmapped, of a fill, or with an address that nobody may read', () => {
    const report = reportOf([], {
      map: `      commpage (reserved)  1000000000-7000000000 [384.0G] ---/--- SM=NUL  ...(unallocated)
--->  GAP OF 0x5f9000000000 BYTES
      MALLOC_NANO  600000000000-600008000000 [128.0M] rw-/rwx SM=PRV`,
    })
    // Its lower 39 bits lie in the commpage's range.
    expect(said(0x3d8_b5a0_e4c0n, report)).toEqual(['unmapped 0x7000000000–0x600000000000 proved'])
    const context = valueContext(report, undefined)
    for (const value of [0x3d8_b5a0_e4c0n, 0xa3a3_a3a3_a3a3_a3a3n, 0x0012_3385_8b5a_e4c0n, 0x4100_0011_0000_0000n])
      expect(withoutSignature(value, context)).toBeUndefined()
    expect(withoutSignature(0x0012_6000_0000_1000n, context)).toBe(0x6000_0000_1000n)
  })
  test('an image without a name', () => {
    const nameless = reportOf([], { images: [{ ...shop, name: '' }] })
    expect(said(0x104000010n, nameless)).toEqual(['image ??? 16 proved'])
  })
})

describe('places in images', () => {
  test('by the report’s ranges, then by those of files; an image without a size has none', () => {
    const unsized = without(shop, 'size')
    const report = reportOf([], { images: [unsized] })
    const place = (value: bigint, more: Parameters<typeof valueContext>[2] = []): unknown =>
      placeOf(value, valueContext(report, undefined, more))
    expect(place(0x104000010n)).toBeUndefined()
    const ranges = [{ image: 0, start: 0x104000000n, end: 0x104000020n }]
    expect(place(0x104000010n, ranges)).toEqual({ image: 0, offset: 16 })
    expect(place(0x104000020n, ranges)).toBeUndefined()
    expect(place(0x103ffffffn, ranges)).toBeUndefined()
  })
})

describe('tagged pointers', () => {
  test.each([
    ['arm64', 'iOS 17.0', true, { mark: 'uppermost', scrambled: true }],
    ['arm64', 'iPhone OS 11.4', true, { mark: 'uppermost', scrambled: false }],
    ['arm64', 'iOS 12.0', true, { mark: 'uppermost', scrambled: true }],
    ['arm64', 'macOS 11.0', true, { mark: 'uppermost', scrambled: true }],
    ['x86_64', 'macOS 10.13.6', true, { mark: 'lowest', scrambled: false }],
    ['x86_64', 'OS X 10.11', true, { mark: 'lowest', scrambled: false }],
    ['x86_64', 'Mac OS X 10.14', true, { mark: 'lowest', scrambled: true }],
    ['x86_64', 'macOS 11.2', true, { mark: 'lowest', scrambled: true }],
    ['x86_64', 'an old mac os 10.13', true, { mark: 'lowest', scrambled: true }],
    ['x86_64', 'iOS 11.0', true, { mark: 'uppermost', scrambled: false }],
    ['x86_64', 'iOS 15.0', true, { mark: 'uppermost', scrambled: true }],
    ['x86_64', undefined, true, { mark: 'lowest', scrambled: true }],
    ['arm64', 'tvOS 9.0', true, { mark: 'uppermost', scrambled: true }],
    ['arm64', 'iOS 17.0', false, undefined],
    ['arm', 'iOS 9.0', true, undefined],
  ])('%s on %s with the runtime %s', (family, os, hasObjc, layout) => {
    expect(tagLayoutOf(family, os, hasObjc)).toEqual(layout)
  })

  const phone = { mark: 'uppermost', scrambled: false } as const
  const mac = { mark: 'lowest', scrambled: false } as const
  const number = (value: bigint, type: bigint): bigint =>
    (1n << 63n) | (3n << 60n) | (BigInt.asUintN(56, value) << 4n) | type
  const text = (letters: string, length = letters.length): bigint =>
    [...letters].reduce((sum, one, at) => sum | (BigInt(one.charCodeAt(0)) << BigInt(4 + 8 * at)), BigInt(length))
  const onPhone = (payload: bigint): bigint => (1n << 63n) | (2n << 60n) | payload
  const onMac = (payload: bigint): bigint => (payload << 4n) | (2n << 1n) | 1n

  test.each([
    [number(42n, 0n), phone, ['tagged-number 42 possible']],
    [number(-7n, 3n), phone, ['tagged-number -7 possible']],
    [number(42n, 4n), phone, []],
    [onPhone(text('Hi')), phone, ['tagged-string Hi likely']],
    [onPhone(text('seven77')), phone, ['tagged-string seven77 likely']],
    [onPhone(text('eight888'.slice(0, 7), 8)), phone, []],
    [onPhone(text('Hi', 0)), phone, []],
    [onPhone(text('Hi', 1)), phone, []],
    [onPhone(text('H\u0001')), phone, []],
    [onMac(text('Hello')), mac, ['tagged-string Hello likely']],
    [(1n << 63n) | (4n << 60n) | 1n, phone, []],
    [1n << 62n, phone, []],
    [2n, mac, []],
    [0x8bad_f00d_1234_5678n, { mark: 'uppermost', scrambled: true }, ['tagged possible']],
    [0xffff_8000_1234_5678n, { mark: 'uppermost', scrambled: true }, []],
    [0x1235n, { mark: 'lowest', scrambled: true }, []],
  ] as const)('%s in %j', (value, layout, expected) => {
    expect(
      taggedReadings(value, layout).map(({ code, params, grade }) => [code, ...Object.values(params), grade].join(' ')),
    ).toEqual(expected)
  })

  test('the class of an isa word, by the marks of each processor', () => {
    const arm = valueContext(reportOf([]), undefined)
    const intel = valueContext(reportOf([], { header: { arch: 'x86_64', fields: [] } }), undefined)
    const old = valueContext(reportOf([], { header: { arch: 'armv7', fields: [] } }), undefined)
    expect(classOfIsa(0x0000_01a1_0400_1001n, arm)).toBe(0x1_0400_1000n)
    expect(classOfIsa(0x0000_01a1_0400_1000n, arm)).toBeUndefined()
    expect(classOfIsa(0x001d_8001_0400_1001n, intel)).toBe(0x1_0400_1000n)
    expect(classOfIsa(0x001d_8001_0400_1001n, arm)).toBeUndefined()
    expect(classOfIsa(0x0000_01a1_0400_1001n, old)).toBeUndefined()
  })
})

test.each([
  ['d0', 0n, ['float 0 proved']],
  ['s3', 0x4048_f5c3n, ['float 3.140000104904175 possible']],
  ['d0', 0xc008_0000_0000_0000n, ['float −3 possible']],
  // 1e31 and 1e-31.
  ['d0', 0x465f_8def_8808_b024n, []],
  ['d0', 0x3980_3a0e_c4e6_67a6n, []],
  ['d31', 0x7ff8_0000_0000_0000n, []],
  ['d100', 0x104000000n, ['image Shop 0 proved']],
  ['rflags', 5n, []],
  ['esr', 5n, []],
  ['cs', 5n, []],
  ['bs', 5n, ['number 5 proved']],
])('the register %s with 0x%s', (name, value, expected) => {
  const context = valueContext(reportOf([]), undefined)
  expect(
    registerReadings(name, value, context).map(({ code, params, grade }) =>
      [code, ...Object.values(params), grade].join(' '),
    ),
  ).toEqual(expected)
})

describe('the table of registers', () => {
  const table = (made: SymbolicatedReport): unknown => registersReading(made)
  const x0: RegisterReading = {
    name: 'x0',
    value: 0x104000010n,
    isUsed: true,
    readings: [
      { code: 'image', params: { image: 'Shop', offset: 16 }, grade: 'proved' },
      { code: 'number', params: { number: '4' }, grade: 'possible' },
      { code: 'of tomorrow', params: {}, grade: 'likely' },
    ],
  }
  const report = reportOf([
    threadOf(0, [
      { name: 'x0', value: 0x104000010n, note: 'symbol' },
      { name: 'x1', value: 255n },
    ]),
  ])

  test('readings with their grades where they are not proved, and the report’s own note at the end', () => {
    const made = {
      ...unresolved(report),
      registers: { thread: 0, registers: [x0, { name: 'x1', value: 255n, readings: [] }] },
    }
    expect(table(made)).toEqual({
      title: 'Registers of thread 0',
      rows: [
        {
          name: 'x0',
          value: '0x104000010',
          isUsed: true,
          meaning: 'Shop + 16; number 4 (possible); of tomorrow (likely); symbol',
          readings: [
            { kind: 'image', text: 'Shop + 16', grade: 'proved' },
            { kind: 'number', text: 'number 4', grade: 'possible' },
            { kind: 'of tomorrow', text: 'of tomorrow', grade: 'likely' },
          ],
        },
        { name: 'x1', value: '0xff', isUsed: false, meaning: '', readings: [] },
      ],
    })
  })

  test('bare values where nothing has read them; none where no thread has any', () => {
    expect(table(unresolved(report))).toMatchObject({
      rows: [
        { name: 'x0', value: '0x104000010', isUsed: false, meaning: 'symbol' },
        { name: 'x1', value: '0xff', meaning: '' },
      ],
    })
    expect(table(unresolved(reportOf([threadOf(0, [])])))).toBeUndefined()
    const unnumbered = reportOf([threadOf(4, [{ name: 'x0', value: 1n }], { unnumbered: true })])
    expect(table(unresolved(unnumbered))).toMatchObject({ title: 'Registers' })
  })

  test('the thread that crashed, else the first that has some', () => {
    const [crashed, other] = [threadOf(0, [{ name: 'x0', value: 1n }]), threadOf(1, [{ name: 'x0', value: 2n }])]
    expect(threadWithRegisters(reportOf([other, crashed]))).toBe(crashed)
    expect(threadWithRegisters(reportOf([threadOf(0, []), threadOf(2, []), other]))).toBe(other)
    expect(threadWithRegisters(reportOf([]))).toBeUndefined()
  })
})
