/** Frames and images of a report as the builder makes them, field by field. */
import { describe, expect, test } from 'vitest'
import { runtimeAddress } from '../../../../src/core/model/address.ts'
import {
  ReportBuilder,
  type FrameRow,
  type ImageRow,
  type StackRule,
} from '../../../../src/core/reports/base/report-builder.ts'

const at = (address: number | bigint) => runtimeAddress(address)
const APP: ImageRow = { name: 'Till', loadAddress: at(0x1000), size: 0x1000 }
/** The frames of one stack, joined to the images. */
const built = (images: readonly ImageRow[], rows: readonly FrameRow[], rule: StackRule = 'thread') => {
  const builder = new ReportBuilder('a.txt')
  for (const image of images) builder.addImage(image)
  const frames = builder.addStack(rows, rule)
  return { frames, ...builder.finish() }
}
const first = (images: readonly ImageRow[], row: FrameRow) => built(images, [row]).frames[0]

describe('a row becomes a frame', () => {
  const place = { start: 3, end: 7 }
  test.each<[string, FrameRow, object]>([
    ['nothing', {}, {}],
    ['its number', { index: 7 }, { index: 7 }],
    ['its address', { address: 0x9000n }, { address: 0x9000n }],
    ['an address of more than 64 bits', { address: (1n << 64n) + 5n }, { address: 5n }],
    ['a name of an image', { imageName: 'Shop' }, { imageName: 'Shop' }],
    ['no name of an image', { imageName: '' }, {}],
    ['an offset', { offset: 4 }, { offset: 4 }],
    ['an offset that no number can be', { offset: 2 ** 53 }, {}],
    ['half an offset', { offset: 0.5 }, {}],
    [
      'a symbol',
      { symbol: { name: 'pay', offset: 4, line: 2, column: 3, file: 'f' } },
      { symbol: { name: 'pay', offset: 4, line: 2, column: 3, file: 'f' } },
    ],
    [
      'a symbol with one unsound number',
      { symbol: { name: 'pay', offset: 1e300, line: 2, column: 3 } },
      { symbol: { name: 'pay', line: 2, column: 3 } },
    ],
    [
      'a symbol with another',
      { symbol: { name: 'pay', offset: 1, line: 1e300, column: 3 } },
      { symbol: { name: 'pay', offset: 1, column: 3 } },
    ],
    [
      'a symbol with the third',
      { symbol: { name: 'pay', offset: 1, line: 2, column: NaN } },
      { symbol: { name: 'pay', offset: 1, line: 2 } },
    ],
    ['places', { span: place, symbolSpan: place }, { span: place, symbolSpan: place }],
    ['a language', { language: 'csharp' }, { language: 'csharp' }],
    ['a script', { script: { url: 'a.js' } as never }, { script: { url: 'a.js' } }],
    ['a part of a symbol', { fromSymbol: { name: 'x' } as never }, { fromSymbol: { name: 'x' } }],
    ['an inlined call', { inlined: true }, { inlined: true }],
    ['a kind', { kind: 'async' }, { kind: 'async' }],
    [
      'all that most rows have',
      { address: 0x9000n, imageName: '???', offset: 4, symbol: { name: 'pay' }, symbolSpan: place },
      { address: 0x9000n, imageName: '???', offset: 4, symbol: { name: 'pay' }, symbolSpan: place },
    ],
    [
      'that and a place',
      { address: 0x9000n, imageName: '???', offset: 4, symbol: { name: 'pay' }, symbolSpan: place, span: place },
      { address: 0x9000n, imageName: '???', offset: 4, symbol: { name: 'pay' }, symbolSpan: place, span: place },
    ],
    [
      'that and a language',
      {
        address: 0x9000n,
        imageName: '???',
        offset: 4,
        symbol: { name: 'pay' },
        symbolSpan: place,
        language: 'csharp',
      },
      {
        address: 0x9000n,
        imageName: '???',
        offset: 4,
        symbol: { name: 'pay' },
        symbolSpan: place,
        language: 'csharp',
      },
    ],
  ])('%s', (_, row, expected) => {
    expect(first([], row)).toStrictEqual({ id: 0, index: 0, kind: 'exact', ...expected })
  })
  test('a stated image has that place, and the offset follows from it', () => {
    const row = {
      address: 0x1800n,
      imageName: 'Till',
      offset: 0x7f0,
      symbol: { name: 'pay' },
      symbolSpan: place,
      image: 0,
    }
    expect(first([APP], row)).toStrictEqual({
      ...{ id: 0, index: 0, kind: 'exact', address: 0x1800n, image: 0, imageName: 'Till', offset: 0x7f0 },
      ...{ symbol: { name: 'pay' }, symbolSpan: place },
    })
    expect(first([APP], { image: 0, offset: 0x10 })).toStrictEqual({
      ...{ id: 0, index: 0, kind: 'exact', image: 0, offset: 0x10, address: 0x1010n },
    })
    expect(first([{ name: 'Till' }], { image: 0, offset: 0x10 })).toStrictEqual({
      id: 0,
      index: 0,
      kind: 'exact',
      image: 0,
      offset: 0x10,
    })
    expect(first([{ name: 'Till' }], { image: 0, address: 0x10n })).toStrictEqual({
      id: 0,
      index: 0,
      kind: 'exact',
      image: 0,
      address: 0x10n,
    })
  })
})

describe('the number and the kind of a row', () => {
  test('rows are counted, inlined ones with the row that they are in', () => {
    const rows = [{ inlined: true }, {}, {}, { inlined: true }, { inlined: true }, {}, { index: 9 }, {}]
    expect(built([], rows).frames.map(({ id, index }) => [id, index])).toStrictEqual([
      ...[
        [0, 0],
        [1, 0],
        [2, 1],
        [3, 2],
        [4, 2],
        [5, 2],
        [6, 9],
        [7, 4],
      ],
    ])
  })
  const named = (name: string, offset?: number): FrameRow => ({
    symbol: { name, ...(offset !== undefined && { offset }) },
  })
  const kinds = (rule: StackRule, ...rows: readonly FrameRow[]) => built([], rows, rule).frames.map(({ kind }) => kind)
  test('by the rule of the stack', () => {
    expect(kinds('thread', {}, {}, {})).toStrictEqual(['exact', 'return', 'return'])
    expect(kinds('return', {}, {})).toStrictEqual(['return', 'return'])
    expect(kinds('exact', {}, {})).toStrictEqual(['exact', 'exact'])
    expect(kinds('thread', { inlined: true }, {}, { inlined: true }, {})).toStrictEqual([
      'exact',
      'exact',
      'return',
      'return',
    ])
    expect(kinds('thread', { kind: 'return' }, { kind: 'exact' }, {})).toStrictEqual(['return', 'exact', 'return'])
  })
  test.each(['sigtramp', '_sigtramp', '___sigtramp'])('behind %s', (name) => {
    expect(kinds('thread', {}, named(name), {}, {})).toStrictEqual(['exact', 'return', 'exact', 'return'])
    expect(kinds('return', {}, named(name), {}, {})).toStrictEqual(['return', 'return', 'exact', 'return'])
    expect(kinds('return', { ...named(name), inlined: true }, {}, {})).toStrictEqual(['return', 'return', 'return'])
  })
  test.each(['sigtramps', '_sigtramp_x', 'x_sigtramp', '-sigtramp', 'sigtram'])('not behind %s', (name) => {
    expect(kinds('return', named(name), {})).toStrictEqual(['return', 'return'])
  })
  test.each([
    ...[
      '(1) await resume partial function for pay()',
      '(12) suspend resume partial function for pay()',
      '(123) await resume',
    ],
    ...[
      'await resume partial function for pay()',
      'the suspend resume partial function for pay()',
      '$s4Till3payyyYaFTY0_',
    ],
    ...['$s4Till3payyyYaFTQ123_', '_$s4TillTY1_'],
  ])('%s is a continuation near its start', (name) => {
    expect(
      kinds('return', named(name), named(name, 0), named(name, 1), named(name, 2), named(name, 200)),
    ).toStrictEqual([...['async', 'async', 'async', 'return', 'return']])
    expect(kinds('thread', named(name))).toStrictEqual(['exact'])
  })
  test.each([
    ...[
      'xawait resume partial function for pay()',
      'await resume partial functions',
      'x (1) await resume',
      '() await resume',
      '(x) await resume',
    ],
    ...[
      '(1) resume',
      'x$s4TillTY0_',
      '__$s4TillTY0_',
      '$s4TillTY_',
      '$s4TillTYx_',
      '$s4TillTZ0_',
      '$s4TillTY0',
      '$s4TillTY0_x',
      '$S4TillTY0_',
    ],
  ])('%s is none', (name) => {
    expect(kinds('return', named(name))).toStrictEqual(['return'])
  })
})

describe('rows of one address', () => {
  const one = (address: bigint | undefined, name?: string, more: object = {}): FrameRow => ({
    address,
    ...(name !== undefined && { symbol: { name, ...more } }),
  })
  test.each<[string, readonly FrameRow[], readonly boolean[]]>([
    ['other names', [one(1n, 'a'), one(1n, 'b'), one(1n, 'c')], [true, true, false]],
    ['the same name', [one(1n, 'a'), one(1n, 'a'), one(1n, 'a')], [false, false, false]],
    ['another line', [one(1n, 'a', { line: 1 }), one(1n, 'a', { line: 2 })], [true, false]],
    ['another file', [one(1n, 'a', { file: 'x' }), one(1n, 'a', { file: 'y' })], [true, false]],
    ['another offset', [one(1n, 'a', { offset: 1 }), one(1n, 'a', { offset: 2 })], [false, false]],
    ['one without a name', [one(1n), one(1n, 'b')], [false, false]],
    ['the last without a name', [one(1n, 'a'), one(1n)], [false, false]],
    ['other addresses', [one(1n, 'a'), one(2n, 'b'), one(1n, 'c')], [false, false, false]],
    ['no address', [one(undefined, 'a'), one(undefined, 'b')], [false, false]],
    [
      'recursion with an inlined call',
      [one(1n, 'a'), one(1n, 'b'), one(1n, 'a'), one(1n, 'b')],
      [true, false, true, false],
    ],
    ['stated', [{ ...one(1n, 'a'), inlined: false }, one(1n, 'b')], [false, false]],
  ])('%s', (_, rows, inlined) => {
    expect(built([], rows).frames.map((frame) => frame.inlined ?? false)).toStrictEqual(inlined)
  })
})

describe('frames are joined to images', () => {
  const frame = (images: readonly ImageRow[], row: FrameRow) => {
    const { image, offset, disputed } = first(images, row) ?? {}
    return [image, offset, disputed]
  }
  const OTHER: ImageRow = { name: 'Shop', loadAddress: at(0x1800), size: 0x1000 }
  test.each<[string, readonly ImageRow[], FrameRow, readonly unknown[]]>([
    ['by the address', [APP], { address: 0x1010n }, [0, 0x10, undefined]],
    ['by none', [APP], { address: 0x2000n }, [undefined, undefined, undefined]],
    ['by the name alone', [APP], { imageName: 'Till' }, [0, undefined, undefined]],
    ['by a name that is none', [APP], { imageName: 'Shop' }, [undefined, undefined, undefined]],
    ['by the name where two overlap', [APP, OTHER], { address: 0x1900n, imageName: 'Till' }, [0, 0x900, undefined]],
    ['by the later one where two overlap', [APP, OTHER], { address: 0x1900n }, [1, 0x100, undefined]],
    [
      'by the load address where two overlap',
      [APP, OTHER],
      { address: 0x1900n, loadAddress: 0x1000n },
      [0, 0x900, undefined],
    ],
    ['by the offset where two overlap', [APP, OTHER], { address: 0x1900n, offset: 0x900 }, [0, 0x900, undefined]],
    [
      'by the load address of an image that ends before',
      [APP],
      { address: 0x5000n, loadAddress: 0x1000n },
      [0, 0x4000, undefined],
    ],
    [
      'not by a name whose image ends before',
      [APP, OTHER],
      { address: 0x2200n, imageName: 'Till' },
      [1, 0xa00, 'image'],
    ],
    ['with another load address', [APP], { address: 0x1010n, loadAddress: 0x1004n }, [0, 0x10, 'load-address']],
    ['with its load address', [APP], { address: 0x1010n, loadAddress: 0x1000n }, [0, 0x10, undefined]],
    [
      'with a name that two have',
      [APP, { ...OTHER, name: 'Till' }],
      { address: 0x1010n, imageName: 'Till' },
      [0, 0x10, undefined],
    ],
    [
      'with a stated image of another name',
      [APP, OTHER],
      { address: 0x1010n, image: 0, imageName: 'Shop' },
      [0, 0x10, 'image'],
    ],
  ])('%s', (_, images, row, expected) => {
    expect(frame(images, row)).toStrictEqual(expected)
  })
  test.each<[string, FrameRow, boolean]>([
    ['with a load address', { address: 0x7010n, imageName: 'Shop', loadAddress: 0x7000n }, true],
    ['with an offset', { address: 0x7010n, imageName: 'Shop', offset: 0x10 }, true],
    ['at its start', { address: 0x7000n, imageName: 'Shop', loadAddress: 0x7000n }, true],
    ['before its start', { address: 0x6fffn, imageName: 'Shop', loadAddress: 0x7000n }, false],
    ['from zero', { address: 0x7010n, imageName: 'Shop', loadAddress: 0n }, false],
    ['without a name', { address: 0x7010n, loadAddress: 0x7000n }, false],
    ['of any image', { address: 0x7010n, imageName: '???', loadAddress: 0x7000n }, false],
    ['with nothing more', { address: 0x7010n, imageName: 'Shop' }, false],
  ])('a row states an image that is not listed, %s', (_, row, isMade) => {
    const { images, frames } = built([APP], [row, row])
    expect(images).toStrictEqual([
      { index: 0, name: 'Till', loadAddress: 0x1000n, size: 0x1000 },
      ...(isMade ? [{ index: 1, name: 'Shop', loadAddress: 0x7000n, slideFrom: 'load-address' }] : []),
    ])
    expect(frames.map(({ image }) => image)).toStrictEqual(isMade ? [1, 1] : [undefined, undefined])
  })
  test('an image that means anything covers nothing', () => {
    const images = (...rows: readonly ImageRow[]) => built(rows, [{ address: 0x1010n }]).frames[0]?.image
    expect(images({ ...APP, name: '???' })).toBeUndefined()
    expect(images({ ...APP, name: '???', uuid: 'U' as never })).toBe(0)
    expect(images({ ...APP, catchAll: true })).toBeUndefined()
    expect(images({ ...APP, catchAll: true, uuid: 'U' as never })).toBeUndefined()
    expect(images({ ...APP, size: 0 })).toBeUndefined()
    expect(images({ ...APP, size: 0, uuid: 'U' as never })).toBe(0)
    expect(images({ ...APP, size: 2 ** 40 + 1, uuid: 'U' as never })).toBe(0)
    expect(images({ name: '???', uuid: 'U' as never, size: 0x2000 })).toBeUndefined()
  })
})

test('lists of several processes share the images that are the same', () => {
  const builder = new ReportBuilder('a.txt')
  const [a, b] = [builder.newImageList(), builder.newImageList()]
  const uuid = 'U' as never
  expect(builder.addImage({ ...APP, uuid }, a)).toBe(0)
  expect(builder.addImage({ ...APP, uuid }, b)).toBe(0)
  const others: readonly ImageRow[] = [
    { ...APP, uuid: 'V' as never },
    { ...APP, uuid, name: 'Shop' },
    { ...APP, uuid, size: 0x2000 },
    { ...APP, uuid, loadAddress: at(0x3000) },
    { ...APP, uuid, path: '/Till' },
  ]
  expect(others.map((row) => builder.addImage(row, b))).toStrictEqual([1, 2, 3, 4, 5])
  expect(others.map((row) => builder.addImage(row, a))).toStrictEqual([1, 2, 3, 4, 5])
  expect(builder.addImage({ ...APP, uuid })).toBe(6)
  expect([builder.imageCount, builder.frameCount, builder.image(1)?.uuid, builder.image(7)]).toStrictEqual([
    7,
    0,
    'V',
    undefined,
  ])
  const [inB] = builder.addStack([{ address: 0x3010n }], 'exact', b)
  const tree = builder.addFrame({ address: 0x1010n, index: 4, inlined: true }, 'return', builder.newImageList())
  const plain = builder.addFrame({ kind: 'async' }, 'return')
  expect(builder.frameCount).toBe(3)
  builder.finish()
  expect([inB?.image, tree, plain]).toStrictEqual([
    4,
    { id: 1, index: 4, kind: 'return', address: 0x1010n, inlined: true },
    { id: 2, index: 0, kind: 'async' },
  ])
})
