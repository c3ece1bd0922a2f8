/**
 * Values that need DWARF's rarer parts: pointers to things without an address, variants, and the forms of Rust and
 * Swift. The expected values are gdb 13's output for programs with the same types.
 */
import * as D from '../../../src/core/dwarf/constants.ts'
import { expect, test } from 'vitest'
import { DebugInfo } from '../../../src/core/dwarf/reader/debug-info.ts'
import { describeScopes } from '../../../src/core/variables/describe.ts'
import { frameView } from '../../../src/core/variables/frame-view.ts'
import { scopesAt } from '../../../src/core/variables/scopes.ts'
import type { Variable } from '../../../src/core/model/variables.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type Entry } from '../../support/dwarf-builder.ts'
import {
  base,
  local,
  member,
  name,
  part,
  pointer,
  struct,
  swift,
  type,
  IN_MEMORY,
  variant,
} from '../../support/dwarf-types.ts'

const PC = 0x1_0000_1000n
const C = D.LANG_C99
const RUST = D.LANG_RUST
const SWIFT = D.LANG_SWIFT
const STACK = 0x9000n

const int = base('int', 5, 4)
const i32 = base('i32', 5, 4)
const u8 = base('u8', 7, 1)
const u32 = base('u32', 7, 4)
const u64 = base('u64', 7, 8)
const usize = base('usize', 7, 8)

function told(language: number, types: readonly Entry[], variables: readonly Entry[], memory: readonly number[] = []) {
  const low = attribute(AT.low, FORM.address, PC)
  const high = attribute(AT.high, FORM.data4, 0x100)
  const body = entry(TAG.function, [name('f'), low, high], variables)
  const root = entry(TAG.unit, [attribute(AT.language, FORM.data1, language), low, high], [...types, body])
  const info = new DebugInfo(dwarfInput({ units: [{ version: 4, root }] }))
  const bytes = Uint8Array.from(memory)
  return import('../../../src/core/bytes/paged.ts').then(({ whenRead }) =>
    whenRead((): readonly Variable[] => {
      const found = scopesAt(info, PC)
      if (!found) throw new Error('no scope')
      const view = frameView(info, found.function, {
        registers: new Map([
          [0, 5n],
          [31, STACK],
        ]),
        vectors: undefined,
        cfa: undefined,
        memory: (address, count) => {
          const from = Number(address - STACK)
          return from >= 0 && from + count <= bytes.length ? bytes.subarray(from, from + count) : undefined
        },
        runtime: (address) => address,
        pc: PC,
        caller: () => undefined,
      })
      return describeScopes(info, found.scopes, view).flatMap(({ variables }) => variables)
    }),
  )
}

const wordsOf = (bytes: number, ...values: readonly (bigint | number)[]): number[] =>
  values.flatMap((value) =>
    Array.from({ length: bytes }, (_, byte) => Number((BigInt(value) >> BigInt(byte * 8)) & 0xffn)),
  )
const shown = ({ value, unavailable }: Variable = { name: '', kind: 'local', type: '' }): string =>
  value ?? `<${unavailable ?? 'nothing'}>`

test('a pointer to a value without an address shows the value, through offsets, pieces and other such pointers', async () => {
  const types = [
    int,
    pointer('int *', 'int'),
    pointer('int **', 'int *'),
    struct('S', 16, [member('n', 'int *', 0), member('m', 'int', 8)]),
  ]
  const variables = [
    local('n', 'int', 0x50),
    local('p', 'int *', 0xa0, 'n', 0),
    local('pp', 'int **', 0xf2, 'p', 0),
    local('high', 'int *', 0xa0, 'n', 4),
    local('s', 'S', 0xa0, 'n', 0, 0x93, 8, 0x50, 0x93, 8),
    local('back', 'int *', 0xa0, 'n', 0x7f),
    local('gone', 'int *', 0xa0, 'lost', 0),
    entry(TAG.variable, [name('lost'), type('int')], undefined, 'lost'),
    local('nowhere', 'int *', 0xa0, 0xff, 0xff, 0xff, 0x7f, 0),
  ]
  const [, p, pp, high, s, back, gone, , nowhere] = await told(C, types, variables)
  expect([shown(p), shown(pp), shown(high), shown(s)]).toEqual(['-> 5', '-> -> 5', '-> 0', '{n = -> 5, m = 5}'])
  expect(p?.children).toEqual([{ name: '*', kind: 'pointee', type: 'int', value: '5', raw: '0x5' }])
  expect(p).not.toHaveProperty('raw')
  expect([shown(back), shown(gone), shown(nowhere)]).toEqual([
    '<its location is damaged>',
    '<optimised out>',
    '<optimised out>',
  ])
})

test('pointers without addresses that lead to themselves and to each other end', async () => {
  const types = [pointer('p', 'p', 'p *')]
  const variables = [local('a', 'p', 0xa0, 'b', 0), local('b', 'p', 0xa0, 'a', 0)]
  const [a] = await told(C, types, variables)
  expect(shown(a)).toMatch(/^(?:-> )*<too large to be shown>$|^<too large to be shown>$/)
})

const some = struct('Some', 8, [member('__0', 'i32', 4)])
const none = struct('None', 8)
const option = struct(
  'Option',
  8,
  [part('u32', 0, variant('None', 'None', 0n), variant('Some', 'Some', 1n))],
  'Option<i32>',
)

test.each<[string, readonly number[], string]>([
  ['a variant with a value', wordsOf(4, 1, -7), 'Some(-7)'],
  ['a variant without', wordsOf(4, 0, 0), 'None'],
  ['a discriminant of no variant', wordsOf(4, 3, 0), '<its discriminant 3 is of none of its variants>'],
  ['a discriminant that is not known', [], '<memory not in the report>'],
])('%s', async (_, memory, expected) => {
  const [value] = await told(RUST, [i32, u32, some, none, option], [local('o', 'Option', ...IN_MEMORY)], memory)
  expect(shown(value)).toBe(expected)
})

test('a niche: one value of the pointer is a variant, all others are the default one', async () => {
  const boxed = struct('Some', 8, [member('__0', 'box', 0)])
  const types = [i32, u64, pointer('box', 'i32', 'Box<i32>'), boxed, struct('None', 8)]
  const own = struct(
    'Option',
    8,
    [part('u64', 0, variant('None', 'None', 0n), variant('Some', 'Some'))],
    'Option<Box<i32>>',
  )
  const ask = async (memory: readonly number[]) =>
    (await told(RUST, [...types, own], [local('o', 'Option', ...IN_MEMORY)], memory))[0]
  expect(shown(await ask(wordsOf(8, 0)))).toBe('None')
  const found = await ask([...wordsOf(8, STACK + 8n), ...wordsOf(4, 42)])
  expect(shown(found)).toBe('Some(0x9008)')
  expect(found?.children?.[0]?.children?.[0]?.value).toBe('42')
})

test('discriminants of 64 and 128 bits, signed ones, and lists of them', async () => {
  const i8 = base('i8', 5, 1)
  const types = [
    i8,
    u64,
    base('u128', 7, 16),
    struct('A', 1),
    struct('B', 1),
    struct('Wide', 8, [part('u64', 0, variant('A', 'A', 0xffff_ffff_ffff_ffffn), variant('B', 'B', 1n))]),
    struct('Wider', 16, [part('u128', 0, variant('A', 'A', 0xffff_ffff_ffff_ffffn), variant('B', 'B'))]),
    // -128 to -1, or 7; DW_DSC_range and DW_DSC_label.
    struct('Listed', 1, [part('i8', 0, variant('A', 'A', [1, 0x80, 0x7f, 0x7f, 0, 7]), variant('B', 'B', [0, 0]))]),
  ]
  const ask = async (of: string, memory: readonly number[]) =>
    shown((await told(RUST, types, [local('v', of, ...IN_MEMORY)], memory))[0])
  expect(await ask('Wide', wordsOf(8, -1))).toBe('A')
  expect(await ask('Wider', wordsOf(8, -1, 0))).toBe('A')
  expect(await ask('Wider', wordsOf(8, -1, 1))).toBe('B')
  expect([
    await ask('Listed', [0x80]),
    await ask('Listed', [7]),
    await ask('Listed', [0]),
    await ask('Listed', [8]),
  ]).toEqual(['A', 'A', 'B', '<its discriminant 8 is of none of its variants>'])
})

test('a record with variants among its members, as Ada and Pascal have them', async () => {
  const types = [
    int,
    u8,
    struct('Record', 8, [
      member('kind', 'u8', 0),
      entry(
        0x33,
        [attribute(0x15, FORM.ref4, 'tag')],
        [
          entry(0x0d, [type('u8'), attribute(0x38, FORM.udata, 0)], undefined, 'tag'),
          entry(0x19, [attribute(0x16, FORM.data1, 2)], [member('left', 'int', 4)]),
          entry(0x19, [attribute(0x16, FORM.data1, 3)], [member('right', 'int', 4)]),
        ],
      ),
    ]),
  ]
  const [value] = await told(0x0d, types, [local('r', 'Record', ...IN_MEMORY)], [3, 0, 0, 0, 9, 0, 0, 0])
  expect(shown(value)).toBe('{kind = 3, right = 9}')
})

test('variants in variants end, and arrays of them cost no more than they may', async () => {
  const nested = (left: number): Entry =>
    entry(0x33, [], [entry(0x19, [], left > 0 ? [nested(left - 1)] : [member('x', 'u8')])])
  const many = Array.from({ length: 3_000 }, (_, value) => variant('A', 'A', BigInt(value + 1)))
  const types = [
    u8,
    u32,
    struct('A', 4),
    struct('Deep', 1, [nested(40)]),
    struct('Many', 4, [part('u32', 0, ...many)]),
    entry(0x01, [type('Many')], [entry(0x21, [attribute(0x37, FORM.data4, 0x7fff_ffff)])], 'Many[]'),
  ]
  const variables = [
    local('deep', 'Deep', ...IN_MEMORY),
    ...Array.from({ length: 40 }, () => local('many', 'Many[]', ...IN_MEMORY)),
  ]
  const found = await told(RUST, types, variables, new Array<number>(256).fill(0xff))
  expect(shown(found[0])).toBe('<too large to be shown>')
  expect(shown(found.at(-1))).toMatch(/too large to be shown/)
})

test('Rust’s tuples, structures, slices and texts', async () => {
  const types = [
    i32,
    u8,
    usize,
    base('char', 0x10, 4),
    base('()', 7, 0),
    pointer('*u8', 'u8', '*const u8'),
    pointer('*i32', 'i32', '*const i32'),
    struct('tuple', 8, [member('__0', 'i32', 0), member('__1', 'i32', 4)], '(i32, i32)'),
    struct('one', 4, [member('__0', 'i32', 0)], '(i32,)'),
    struct('Meters', 4, [member('__0', 'i32', 0)], 'Meters<i32>'),
    struct('Point', 8, [member('x', 'i32', 0), member('y', 'i32', 4)]),
    struct('Unit', 0),
    struct('str', 16, [member('data_ptr', '*u8', 0), member('length', 'usize', 8)], '&str'),
    struct('slice', 16, [member('data_ptr', '*i32', 0), member('length', 'usize', 8)], '&[i32]'),
  ]
  const ask = async (of: string, memory: readonly number[]) =>
    shown((await told(RUST, types, [local('v', of, ...IN_MEMORY)], memory))[0])
  const pair = wordsOf(4, 1, -2)
  expect([
    await ask('tuple', pair),
    await ask('one', pair),
    await ask('Meters', pair),
    await ask('Point', pair),
    await ask('Unit', pair),
  ]).toEqual(['(1, -2)', '(1,)', 'Meters(1)', 'Point {x = 1, y = -2}', 'Unit'])
  expect([await ask('()', []), await ask('char', wordsOf(4, 0x78))]).toEqual(['()', "'x'"])
  const text = [...wordsOf(8, STACK + 16n, 6), ...new TextEncoder().encode('héllo')]
  expect(await ask('str', text)).toBe('"héllo"')
  expect(await ask('str', text.slice(0, 20))).toBe('<memory not in the report>')
  expect(await ask('slice', [...wordsOf(8, STACK + 16n, 2), ...wordsOf(4, 2, 3)])).toBe('[2, 3]')
  // A length that no slice has.
  expect(await ask('slice', [...wordsOf(8, STACK + 16n, -1)])).toBe('<its location is damaged>')
})

test('Rust’s String and Vec, by the members that its library gives them', async () => {
  const parameter = (of: string): Entry => entry(0x2f, [name('T'), type(of)])
  const vec = (label: string, of: string): Entry =>
    struct(
      label,
      24,
      [member('buf', 'RawVec', 0), member('len', 'usize', 16), parameter(of)],
      `Vec<${of}, alloc::alloc::Global>`,
    )
  const types = [
    i32,
    u8,
    usize,
    pointer('*u8', 'u8', '*const u8'),
    struct('NonNull', 8, [member('pointer', '*u8', 0)]),
    struct('RawVec', 16, [member('cap', 'usize', 0), member('ptr', 'NonNull', 8)]),
    entry(
      0x39,
      [name('alloc')],
      [
        entry(0x39, [name('vec')], [vec('Vec<u8>', 'u8'), vec('Vec<i32>', 'i32')]),
        entry(0x39, [name('string')], [struct('String', 24, [member('vec', 'Vec<u8>', 0)])]),
      ],
    ),
  ]
  const ask = async (of: string, memory: readonly number[]) =>
    shown((await told(RUST, types, [local('v', of, ...IN_MEMORY)], memory))[0])
  expect(await ask('String', [...wordsOf(8, 9, STACK + 24n, 3), 0x61, 0x62, 0x63])).toBe('"abc"')
  expect(await ask('Vec<i32>', [...wordsOf(8, 9, STACK + 24n, 2), ...wordsOf(4, 7, 8)])).toBe('[7, 8]')
})

const small = (text: string): number[] => {
  const bytes = [...new TextEncoder().encode(text)]
  return [...bytes, ...new Array<number>(15 - bytes.length).fill(0), 0xe0 + bytes.length]
}

test.each<[string, string, readonly number[], string]>([
  ['Swift.Int', '$sSiD', wordsOf(8, -3), '-3'],
  ['Swift.UInt8', '$ss5UInt8VD', [200], '200'],
  ['Swift.Bool', '$sSbD', [1], 'true'],
  ['Swift.Double', '$sSdD', wordsOf(8, 0x3ff8_0000_0000_0000n), '1.5'],
  ['a pointer', '$sSPySiGD', wordsOf(8, 0x1234), '0x1234'],
  ['a class', '$s3App4ViewCD', wordsOf(8, 0x60000), '0x60000'],
  ['a small String', '$sSSD', small('Track 7'), '"Track 7"'],
  ['the largest small String', '$sSSD', small('fifteen letters'), '"fifteen letters"'],
  [
    'a literal',
    '$sSSD',
    [...wordsOf(8, 0xd000_0000_0000_0003n, 0x8000_0000_0000_0000n + STACK + 16n - 32n), 0x61, 0x62, 0x63],
    '"abc"',
  ],
  [
    'a bridged String',
    '$sSSD',
    wordsOf(8, 3, 0x4000_6000_0000_1000n),
    '<the text is in a form that only the Swift runtime reads>',
  ],
  ['an optional number', '$sSiSgD', [...wordsOf(8, 9), 0], '9'],
  ['an optional number without a value', '$sSiSgD', [...wordsOf(8, 0), 1], 'nil'],
  [
    'an optional number that is none',
    '$sSiSgD',
    [...wordsOf(8, 0), 2],
    '<its discriminant 2 is of none of its variants>',
  ],
  ['an optional class without a value', '$s3App4ViewCSgD', wordsOf(8, 0), 'nil'],
  ['an optional class', '$s3App4ViewCSgD', wordsOf(8, 0x60000), '0x60000'],
  [
    'a structure whose parts DWARF has not',
    '$s3App5TrackVD',
    wordsOf(8, 1, 2),
    '<the debug information does not describe its layout>',
  ],
  ['an optional whose form is not documented', '$sSbSgD', [1], '<the debug information does not describe its layout>'],
  ['an array', '$sSaySiGD', wordsOf(8, 1), '<the debug information does not describe its layout>'],
  ['an empty tuple', '$sytD', [], '()'],
])('%s', async (_, mangled, memory, expected) => {
  const [value] = await told(SWIFT, [swift(mangled, memory.length)], [local('v', mangled, ...IN_MEMORY)], memory)
  expect(shown(value)).toBe(expected)
})

test('a name without end is cut', async () => {
  const endless = entry(0x28, [name('x'.repeat(5_000)), attribute(0x1c, FORM.data1, 7)])
  const choice = entry(0x04, [name('Choice'), attribute(0x0b, FORM.data2, 1)], [endless], 'Choice')
  const [value] = await told(C, [choice], [local('v', 'Choice', ...IN_MEMORY)], [7])
  expect(shown(value)).toMatch(/^x{256}…$/)
})
