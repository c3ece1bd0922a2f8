/** The kernel's buffers byte by byte: items, arrays, containers, buffers within, and what is left of damaged ones. */
import { describe, expect, test } from 'vitest'
import { problem } from '../../../../src/core/messages/problems.ts'
import {
  ITEM_HEADER,
  itemOf,
  parseKcdata,
  readKcText,
  readKcU32,
  readKcU64,
  type KcItem,
} from '../../../../src/core/reports/stackshots/kcdata-items.ts'
import { kcTypeName } from '../../../../src/core/reports/stackshots/kcdata-types.ts'
import { chars, u32, u64 } from '../../../support/kcdata-builder.ts'

const MAGIC = 0x59a25807
const END = 0xf19158ed
const item = (type: number, flags: bigint | number, payload: readonly number[] = []): number[] => [
  ...u32(type),
  ...u32(payload.length),
  ...u64(flags),
  ...payload,
]
const first = item(MAGIC, 0x80)
const last = item(END, 0)
const buffer = (...items: readonly (readonly number[])[]): number[] => [...first, ...items.flat(), ...last]
const read = (bytes: readonly number[], base?: number) => parseKcdata(Uint8Array.from(bytes), 'a.kcdata', base)

interface Shown {
  readonly type: number
  readonly id: bigint
  readonly bytes: readonly number[]
  readonly offset: number
  readonly count?: number | undefined
  readonly children: readonly Shown[]
}
const show = ({ bytes, children, ...rest }: KcItem): Shown => ({
  ...rest,
  bytes: [...bytes],
  children: children.map(show),
})
const itemsOf = (bytes: readonly number[], base?: number): readonly Shown[] => read(bytes, base).items.map(show)
const sixteen = Array.from({ length: 16 }, (_, at) => at + 1)
const begin = (type: number, id: number): number[] => item(0x13, id, u32(type))
const end = item(0x14, 0)

test('the header of an item has 16 bytes', () => {
  expect(ITEM_HEADER).toBe(first.length)
})

test.each([
  ['no padding is told', 0n, 16],
  ['an older writer has other flags', 0x3fn, 16],
  ['padding of none', 0x80n, 16],
  ['padding of three', 0x83n, 13],
  ['padding of fifteen', 0x8fn, 1],
  ['other bits besides', 0xff_0000_0185n, 11],
])('a plain item where %s', (_, flags, length) => {
  expect(itemsOf(buffer(item(0x805, flags, sixteen)))).toEqual([
    { type: 0x805, id: flags, bytes: sixteen.slice(0, length), offset: 32, children: [] },
  ])
})

test.each([0, 1, 4, 14, 15, 16])('an item with padding of 15 in %i bytes', (length) => {
  expect(itemsOf(buffer(item(0x1f, 0x8f, sixteen.slice(0, length))))).toEqual([
    { type: 0x1f, id: 0x8fn, bytes: sixteen.slice(0, Math.max(0, length - 15)), offset: 32, children: [] },
  ])
})

const arrays: [number, number][] = [
  [0x11, 0],
  ...Array.from({ length: 16 }, (_, at): [number, number] => [0x20 + at, at]),
]
test.each(arrays)('an array of type %i has padding of %i', (type, padding) => {
  const flags = (0x90dn << 32n) | 0x102n
  const expected = { type: 0x90d, id: flags, offset: 32, count: 0x102, children: [] }
  expect(itemsOf(buffer(item(type, flags, sixteen)))).toEqual([{ ...expected, bytes: sixteen.slice(0, 16 - padding) }])
  const short = sixteen.slice(0, 3)
  expect(itemsOf(buffer(item(type, flags, short)))).toEqual([
    { ...expected, bytes: short.slice(0, Math.max(0, 3 - padding)) },
  ])
})

test.each([0x10, 0x12, 0x1f, 0x30])('type %i is no array', (type) => {
  expect(itemsOf(buffer(item(type, 5n << 32n, sixteen)))).toEqual([
    { type, id: 5n << 32n, bytes: sixteen, offset: 32, children: [] },
  ])
})

describe('containers', () => {
  const plain = (type: number, offset: number): Shown => ({ type, id: 0n, bytes: [], offset, children: [] })
  const box = (type: number, id: number, offset: number, children: readonly Shown[]): Shown => ({
    type,
    id: BigInt(id),
    bytes: [],
    offset,
    children,
  })

  test('items are in the container that is open', () => {
    const bytes = buffer(
      begin(0x903, 41),
      item(0x905, 0),
      begin(0x904, 51),
      item(0x906, 0),
      end,
      item(0x907, 0),
      end,
      begin(0x903, 42),
      end,
      item(0x90f, 0),
    )
    expect(itemsOf(bytes)).toEqual([
      box(0x903, 41, 32, [plain(0x905, 52), box(0x904, 51, 68, [plain(0x906, 88)]), plain(0x907, 120)]),
      box(0x903, 42, 152, []),
      plain(0x90f, 188),
    ])
    expect(read(bytes)).not.toHaveProperty('broken')
  })

  test('an end without a beginning ends nothing', () => {
    expect(
      itemsOf(buffer(end, end, item(0x905, 0), begin(0x903, 1), item(0x906, 0), end, end, item(0x90f, 0))),
    ).toEqual([plain(0x905, 64), box(0x903, 1, 80, [plain(0x906, 100)]), plain(0x90f, 148)])
  })

  test.each([
    [3, 0],
    [4, 0x04030201],
    [5, 0x04030201],
    [0, 0],
  ])('a beginning with %i bytes', (length, type) => {
    expect(itemsOf(buffer(item(0x13, 9, sixteen.slice(0, length)), end))).toEqual([box(type, 9, 32, [])])
  })

  test.each([62, 63, 64])('%i containers in each other', (depth) => {
    const begins = Array.from({ length: depth }, () => begin(0x903, 7))
    const found = read(buffer(...begins, item(0x906, 0)))
    let [items, levels] = [found.items, 0]
    for (let next = items[0]; next?.type === 0x903 && levels < 100; next = items[0]) {
      levels++
      items = next.children
    }
    expect(levels).toBe(Math.min(63, depth))
    expect(items.map(({ type }) => type)).toEqual(depth < 64 ? [0x906] : [])
    expect(found.broken).toEqual(depth < 64 ? undefined : problem('truncated.depth', {}, { offset: 16 + 64 * 20 }))
  })

  test('a container that is not closed is kept', () => {
    const bytes = [...first, ...begin(0x903, 1), ...item(0x905, 0)]
    expect(read(bytes)).toEqual({
      magic: MAGIC,
      items: [
        {
          ...box(0x903, 1, 32, []),
          bytes: new Uint8Array(0),
          children: [{ ...plain(0x905, 52), bytes: new Uint8Array(0) }],
        },
      ],
      broken: problem('truncated.buffer', {}, { offset: 52 }),
    })
  })
})

describe('buffers within a buffer', () => {
  test('its items are children, at their places in the file', () => {
    const inner = [...item(0x53a20900, 0x80), ...item(0x1002, 0, [65, 0]), ...last]
    expect(itemsOf(buffer(item(0x38, 0x80, inner)), 1000)).toEqual([
      {
        type: 0x38,
        id: 0x80n,
        bytes: inner,
        offset: 1032,
        children: [{ type: 0x1002, id: 0n, bytes: [65, 0], offset: 1064, children: [] }],
      },
    ])
    expect(itemsOf(buffer(item(0x39, 0x80, inner)))[0]?.children).toEqual([])
  })

  test.each([63, 64, 65])('%i buffers in each other', (depth) => {
    let bytes = buffer(item(0x805, 0))
    for (let level = 0; level < depth; level++) bytes = buffer(item(0x38, 0, bytes))
    let [items, levels] = [read(bytes).items, 0]
    for (let next = items[0]; next?.type === 0x38 && levels < 100; next = items[0]) {
      levels++
      items = next.children
    }
    expect(levels).toBe(Math.min(65, depth))
    expect(items.map(({ type }) => type)).toEqual(depth < 65 ? [0x805] : [])
  })
})

describe('damage', () => {
  const small = item(0x805, 0, [1, 2, 3, 4])
  test.each([0, 7, 15])('%i bytes are no item', (length) => {
    expect(read(first.slice(0, length))).toEqual({
      magic: 0,
      items: [],
      broken: problem('truncated.buffer', {}, { offset: 0 }),
    })
    expect(read([...first, ...small.slice(0, length)], 300)).toEqual({
      magic: MAGIC,
      items: [],
      broken: problem('truncated.buffer', {}, { offset: 316 }),
    })
  })

  test.each([0, 1, 3])('an item with %i of its 4 bytes', (left) => {
    expect(read([...first, ...small.slice(0, 16 + left)], 100)).toEqual({
      magic: MAGIC,
      items: [],
      broken: problem('truncated.item', { bytes: 4, left }, { offset: 132 }),
    })
  })

  test('a whole item at the end, with nothing behind it', () => {
    const { broken, items } = read([...first, ...small])
    expect(items.map(show)).toEqual([{ type: 0x805, id: 0n, bytes: [1, 2, 3, 4], offset: 32, children: [] }])
    expect(broken).toEqual(problem('truncated.buffer', {}, { offset: 36 }))
  })

  test('the end is the end, whatever its size is', () => {
    expect(read([...first, ...small, ...u32(END), ...u32(99), ...u64(0), ...small])).toEqual({
      magic: MAGIC,
      items: [{ type: 0x805, id: 0n, bytes: Uint8Array.of(1, 2, 3, 4), offset: 32, children: [] }],
    })
    expect(read(last)).toEqual({ magic: END, items: [] })
  })

  test('the first item says only what the buffer is', () => {
    expect(read([...item(0xdeadf157, 0, [1, 2, 3, 4]), ...small, ...last])).toEqual({
      magic: 0xdeadf157,
      items: [{ type: 0x805, id: 0n, bytes: Uint8Array.of(1, 2, 3, 4), offset: 36, children: [] }],
    })
  })
})

describe('numbers and texts of an item', () => {
  /** Its bytes lie within a larger buffer, as those of a file do. */
  const of = (bytes: readonly number[], type = 0x805): KcItem => ({
    type,
    id: 0n,
    bytes: Uint8Array.from([0xee, 0xee, ...bytes, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee, 0xee]).subarray(
      2,
      2 + bytes.length,
    ),
    offset: 0,
    children: [],
  })

  test.each([
    [3, 0, undefined],
    [4, 0, 0x04030201],
    [5, 1, 0x05040302],
    [5, 2, undefined],
    [8, 4, 0x08070605],
  ])('4 of %i bytes at %i', (length, at, expected) => {
    expect(readKcU32(of(sixteen.slice(0, length)), at)).toBe(expected)
  })

  test.each([
    [7, 0, undefined],
    [8, 0, 0x0807060504030201n],
    [9, 1, 0x0908070605040302n],
    [9, 2, undefined],
    [16, 8, 0x100f0e0d0c0b0a09n],
  ])('8 of %i bytes at %i', (length, at, expected) => {
    expect(readKcU64(of(sixteen.slice(0, length)), at)).toBe(expected)
  })

  test.each<[string, number[], number, number | undefined, string | undefined]>([
    ['with its end', chars('till'), 0, undefined, 'till'],
    ['without an end', [...'till'].map((char) => char.charCodeAt(0)), 0, undefined, 'till'],
    ['with more behind its end', [...chars('till'), 120, 121], 0, undefined, 'till'],
    ['of no letters', [0, 120], 0, undefined, undefined],
    ['of no bytes', [], 0, undefined, undefined],
    ['that begins later', chars('a till'), 2, undefined, 'till'],
    ['of one last letter', [120, 121], 1, undefined, 'y'],
    ['that begins at the end', [120, 121], 2, undefined, undefined],
    ['of a field that it fills', chars('tillbook'), 0, 4, 'till'],
    ['of a field that it does not fill', [...chars('till', 8), 120], 0, 8, 'till'],
    ['of a field within', chars('a till book'), 2, 4, 'till'],
    ['of two bytes a letter', chars('é'), 0, undefined, 'é'],
  ])('a text %s', (_, bytes, at, size, expected) => {
    expect(readKcText(of(bytes), at, size)).toBe(expected)
  })

  test('nothing has no numbers and no text', () => {
    expect([readKcU32(undefined), readKcU64(undefined), readKcText(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test('of items of one type the first counts', () => {
    const items = [of([1], 1), of([2], 2), of([3], 2)]
    expect([itemOf(items, 2), itemOf(items, 1), itemOf(items, 3)]).toEqual([items[1], items[0], undefined])
  })
})

test.each([
  [0x909, 'thread name'],
  [0x31, 'load info 64'],
  [0x902, 'memory statistics'],
  [0x911, 'jetsam level'],
  [0x912, 'changes since'],
  [0x917, 'threads that did not run'],
  [0x918, 'tasks that did not run'],
  [0x919, 'cpu times'],
  [0x91a, 'stackshot duration'],
  [0x91e, 'thread groups'],
  [0x91f, 'thread group'],
  [0x922, 'thread policy'],
  [0x923, 'instructions and cycles'],
  [0x924, 'top of the user stack'],
  [0x1003, 'reason payload'],
  [0x1004, 'code signing'],
  [0xabc, '0xabc'],
])('the type %i in words', (type, name) => {
  expect(kcTypeName(type)).toBe(name)
})
