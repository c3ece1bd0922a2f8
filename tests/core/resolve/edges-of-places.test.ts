/** Places of images and frames at their edges: stated load addresses, points to look up, images of addresses, and neighbours. */
import { describe, expect, test } from 'vitest'
import { imageOffset, linkAddress, runtimeAddress } from '../../../src/core/model/address.ts'
import type { BinaryImage, KnownImage } from '../../../src/core/model/image.ts'
import type { AddressKind, Frame } from '../../../src/core/model/report.ts'
import { isTrampoline, placeFrames, type PlacedFrame } from '../../../src/core/resolve/frames.ts'
import { imageLocator, pointOf, symbolsOf, type ImagePlan } from '../../../src/core/resolve/image-plan.ts'
import { isSwiftContinuation, lookupPoint, offsetWithin } from '../../../src/core/resolve/lookup-address.ts'
import { namesOf, slideFor, statedBase } from '../../../src/core/resolve/slide.ts'
import { openSymbolStarts, pointFromSymbol } from '../../../src/core/resolve/symbol-points.ts'
import { makeFrames, makeImage, makeReport, uuid, type RowParts } from '../../support/report-builder.ts'

const known = (parts: Partial<KnownImage> = {}): KnownImage => ({
  uuid: uuid('a'),
  arch: 'arm64',
  name: 'Shop',
  kind: 'dsym',
  detail: 'dwarf',
  textVmaddr: linkAddress(0x100000000n),
  ...parts,
})
const placed = (rows: readonly RowParts[], kind: AddressKind = 'return'): readonly PlacedFrame[] =>
  makeFrames(rows).map((frame) => ({ frame, kind }))

describe('a load address that the report states', () => {
  const base = (image: Partial<BinaryImage>, rows: readonly RowParts[] = [], symbols?: KnownImage) => {
    const found = statedBase(makeImage({ name: 'Shop', ...image }), placed(rows), symbols)
    return found && [found.loadAddress, found.from, found.confidence]
  }
  const loadAddress = runtimeAddress(0x104000000)
  const listedLoadAddress = runtimeAddress(0x103000000)

  test.each<[string, unknown, unknown]>([
    ['none', base({}), undefined],
    ['itself', base({ loadAddress }), [loadAddress, 'load-address', 1]],
    ['from the user', base({ loadAddress, slideFrom: 'given' }), [loadAddress, 'given', 1]],
    [
      'another one than its list, which no row contradicts',
      base({ loadAddress, listedLoadAddress }, [{ address: 0x102000000 }, {}]),
      [loadAddress, 'load-address', 1],
    ],
    [
      'another one than its list, whose start lies before a row',
      base({ loadAddress, listedLoadAddress }, [{ address: 0x103000000 }]),
      [loadAddress, 'load-address', 0.5],
    ],
    [
      'that of its list',
      base({ loadAddress, listedLoadAddress: loadAddress }, [{ address: 0x104000010 }]),
      [loadAddress, 'load-address', 1],
    ],
    ['a slide alone', base({ slide: 0x4000n }), undefined],
    [
      'a slide of an image that states its own place',
      base({ slide: 0x4000n, textVmaddr: linkAddress(0x1000n) }, [], known()),
      [0x5000n, 'load-address', 1],
    ],
    ['a slide of symbols', base({ slide: 0x4000n }, [], known()), [0x100004000n, 'load-address', 1]],
    [
      'a slide, said by the user',
      base({ slide: 0x4000n, slideFrom: 'given' }, [], known()),
      [0x100004000n, 'given', 1],
    ],
    [
      'pages apart from its symbols',
      base({ loadAddress: runtimeAddress(0x100001000) }, [], known()),
      [0x100001000n, 'load-address', 1],
    ],
    [
      'half a page apart from them',
      base({ loadAddress: runtimeAddress(0x100001800) }, [], known()),
      [0x100001800n, 'load-address', 0.5],
    ],
    [
      'half a page apart, of an object file',
      base({ loadAddress: runtimeAddress(0x100001800) }, [], known({ kind: 'object' })),
      [0x100001800n, 'load-address', 1],
    ],
    [
      'half a page apart, in the kernel',
      base({ loadAddress: runtimeAddress((1n << 48n) + 0x800n) }, [], known({ kind: 'executable' })),
      [(1n << 48n) + 0x800n, 'load-address', 1],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  const from = (...rows: readonly RowParts[]) => base({ bundleId: 'com.shop', path: '/x/ShopFile' }, rows)?.[0]
  const counted = (name: string, offset: number, address: number): RowParts => ({ address, symbol: { name, offset } })
  test.each<[string, unknown, bigint | undefined]>([
    ['an offset', from({ address: 0x2010, offset: 0x10 }), 0x2000n],
    ['no address', from({ offset: 0x10 }), undefined],
    ['its name', from(counted('Shop', 0x10, 0x2010)), 0x2000n],
    ['its file', from(counted('ShopFile', 0x10, 0x2010)), 0x2000n],
    ['its bundle', from(counted('com.shop', 0x10, 0x2010)), 0x2000n],
    ['its header', from(counted('_mh_execute_header', 0x10, 0x2010)), 0x2000n],
    ['its printed start', from(counted('0x2000', 0x10, 0x2010)), 0x2000n],
    ['another start', from(counted('0x3000', 0x10, 0x2010)), undefined],
    ['a start of zero', from(counted('0x0', 0x2010, 0x2010)), undefined],
    ['words around a start', from(counted('x0x2000', 0x10, 0x2010)), undefined],
    ['a function', from(counted('main', 0x10, 0x2010)), undefined],
    ['a name without an offset', from({ address: 0x2010, symbol: { name: 'Shop' } }), undefined],
    [
      'more rows than others',
      from({ address: 0x9, offset: 1 }, { address: 0x2010, offset: 0x10 }, counted('Shop', 0x20, 0x2020)),
      0x2000n,
    ],
    ['as many rows as others', from({ address: 0x9, offset: 1 }, { address: 0x2010, offset: 0x10 }), undefined],
  ])('rows that count from the start of the image: %s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  test('the names by which rows may call it, and its slide', () => {
    expect(namesOf(makeImage({ name: 'Shop', path: '/a/b', bundleId: '' }))).toEqual(['Shop', 'b'])
    expect(namesOf(makeImage({ name: '', path: 'file', bundleId: 'com.x' }))).toEqual(['file', 'com.x'])
    expect(slideFor(loadAddress, makeImage({ name: 'x' }), undefined)).toBeUndefined()
    expect(slideFor(loadAddress, makeImage({ name: 'x', textVmaddr: linkAddress(0x104000000n) }), undefined)).toBe(0n)
    expect(slideFor(loadAddress, makeImage({ name: 'x', textVmaddr: linkAddress(0x1n) }), known())).toBe(0x4000000n)
  })
})

describe('the point to look up', () => {
  const point = (at: number, kind: AddressKind, family: 'arm64' | 'x86_64' | 'arm' = 'x86_64') => {
    const { offset, at: own, afterCall, notes } = lookupPoint(imageOffset(at), kind, family)
    return [offset, own, afterCall, notes.length]
  }
  test.each<[unknown, unknown]>([
    [point(0x10, 'exact'), [0x10, 0x10, false, 0]],
    [point(0x10, 'call'), [0x10, 0x10, false, 0]],
    [point(0x10, 'return'), [0xf, 0x10, true, 0]],
    [point(0, 'return'), [0, 0, true, 0]],
    [point(0x11, 'return'), [0x10, 0x11, true, 0]],
    [point(0x11, 'return', 'arm64'), [0x10, 0x10, false, 1]],
    [point(0x12, 'return', 'arm64'), [0x11, 0x12, true, 0]],
    [point(0x13, 'return', 'arm64'), [0x12, 0x13, true, 0]],
    [point(0x10, 'async', 'arm64'), [0x10, 0x10, false, 1]],
    [point(0x11, 'async', 'arm64'), [0x10, 0x10, false, 1]],
    [point(0x11, 'async'), [0x11, 0x11, false, 1]],
  ])('case %#', (found, expected) => {
    expect(found).toEqual(expected)
  })

  test.each([
    ['$s4Shop4loadyyYaFTQ0_', true],
    ['$s4Shop4loadyyYaFTY1_', true],
    ['$s4Shop4loadyyYaFTY_', true],
    ['$s4Shop4loadyyYaFTY1_x', false],
    ['$s4Shop4loadyyYaFTX1_', false],
    ['$s4Shop4loadyyYaFTQ0', false],
  ])('%s goes on with a waiting function: %s', (mangled, expected) => {
    expect(isSwiftContinuation(mangled)).toBe(expected)
  })

  test.each([
    [0x1000, 0x10, 0],
    [0x100f, 0x10, 0xf],
    [0x1010, 0x10, undefined],
    [0xfff, 0x10, undefined],
    [0x9999, undefined, 0x8999],
  ])('%i in an image of %s bytes', (address, size, offset) => {
    expect(offsetWithin(runtimeAddress(address), runtimeAddress(0x1000), size)).toBe(offset)
  })

  const plan = (parts: Partial<ImagePlan> = {}): ImagePlan => ({
    image: makeImage({ name: 'Shop', size: 0x100 }),
    match: { kind: 'missing' },
    family: 'x86_64',
    placement: { loadAddress: runtimeAddress(0x1000), from: 'load-address', confidence: 1 },
    frames: [],
    ...parts,
  })
  const at = (row: RowParts, parts: Partial<ImagePlan> = {}, kind: AddressKind = 'exact') =>
    pointOf(plan(parts), placed([row], kind)[0]!)?.at
  const nowhere = { placement: undefined }
  test.each<[string, unknown, unknown]>([
    ['an address', at({ address: 0x1010 }), 0x10],
    ['an address before the image, and an offset', at({ address: 0x10, offset: 7 }), 7],
    ['an address before the image', at({ address: 0x10 }), undefined],
    ['an address without a load address', at({ address: 0x1010, offset: 7 }, nowhere), 7],
    ['neither', at({}, nowhere), undefined],
    ['an odd offset', at({ offset: 7 }, nowhere), 7],
    ['an odd offset of Thumb', at({ offset: 7 }, { ...nowhere, family: 'arm' }), 6],
    ['an even offset of Thumb', at({ offset: 8 }, { ...nowhere, family: 'arm' }), 8],
    [
      'an offset in a file of Android, whose first segment begins later',
      at(
        { offset: 0x30 },
        {
          ...nowhere,
          image: makeImage({ name: 'libx.so', textVmaddr: linkAddress(0n) }),
          match: { kind: 'matched', known: known({ kind: 'elf', textVmaddr: linkAddress(0x10n) }) },
        },
      ),
      0x20,
    ],
    [
      'an offset in a file of Android before that segment',
      at(
        { offset: 0x8 },
        {
          ...nowhere,
          image: makeImage({ name: 'libx.so', textVmaddr: linkAddress(0n) }),
          match: { kind: 'matched', known: known({ kind: 'elf', textVmaddr: linkAddress(0x10n) }) },
        },
      ),
      undefined,
    ],
  ])('of %s', (_, found, expected) => {
    expect(found).toBe(expected)
  })

  test('symbols that are used: the matched ones, the forced ones, the only ones of the name', () => {
    const [one, two] = [known(), known({ uuid: uuid('b') })]
    expect(symbolsOf({ kind: 'matched', known: one })).toBe(one)
    expect(symbolsOf({ kind: 'forced', known: one })).toBe(one)
    expect(symbolsOf({ kind: 'by-name', candidates: [one] })).toBe(one)
    expect(symbolsOf({ kind: 'by-name', candidates: [one, two] })).toBeUndefined()
    expect(symbolsOf({ kind: 'wrong-build', have: [one] })).toBeUndefined()
  })

  test('places that count from a symbol, which the symbols have once', async () => {
    const names: string[] = []
    const symbols = {
      images: [],
      findNames: async (_: KnownImage, wanted: readonly string[]) => {
        names.push(...wanted)
        const starts: Readonly<Record<string, readonly number[]>> = {
          once: [0x100],
          _plain: [0x200],
          twice: [1, 2],
          both: [8],
          _both: [8],
        }
        return wanted.map((name) => (starts[name] ?? []).map(imageOffset))
      },
    } as unknown as Parameters<typeof openSymbolStarts>[2]
    const row = (name: string): RowParts => ({ fromSymbol: { name, offset: 4 } })
    const own = plan({ frames: placed(['once', '_plain', 'twice', 'both', 'gone', 'once'].map(row)) })
    const starts = await openSymbolStarts(own, known(), symbols)

    expect(names).toEqual(expect.arrayContaining(['once', '_once', 'plain', '_plain']))
    expect([...starts]).toEqual([
      ['once', 0x100],
      ['_plain', 0x200],
      ['both', 8],
    ])
    expect(pointFromSymbol(own, own.frames[0]!, starts)?.at).toBe(0x104)
    expect(pointFromSymbol(own, own.frames[2]!, starts)).toBeUndefined()
  })
})

describe('the image of an address', () => {
  const images = [
    makeImage({ name: 'late', index: 0, loadAddress: runtimeAddress(0x3000), size: 0x100 }),
    makeImage({ name: 'none', index: 1 }),
    makeImage({ name: 'early', index: 2, loadAddress: runtimeAddress(0x1000), size: 0x100 }),
    makeImage({ name: 'unsized', index: 3, loadAddress: runtimeAddress(0x2000) }),
  ]
  const locate = imageLocator(makeReport({ images, header: { arch: 'arm64', fields: [] } }))
  test.each<[number | undefined, bigint | undefined, number | undefined]>([
    [1, 0x1010n, 1],
    [9, 0x1010n, 2],
    [undefined, undefined, undefined],
    [undefined, 0xfffn, undefined],
    [undefined, 0x1000n, 2],
    [undefined, 0x10ffn, 2],
    [undefined, 0x1100n, undefined],
    [undefined, 0x2abcn, 3],
    [undefined, 0x3000n, 0],
    [undefined, 0x3100n, undefined],
    // With a signature in the bits that addresses leave free.
    [undefined, 0x0028000000001010n, 2],
  ])('said to be %s at %s', (stated, address, expected) => {
    expect(locate(stated, address === undefined ? undefined : runtimeAddress(address))).toBe(expected)
  })
})

describe('frames and their neighbours', () => {
  test.each([
    ...['_sigtramp', 'sigtramp', '__sigtramp', '_sigtramp_x', 'user_trap', 'hndl_traps', 'hndl_alltraps'],
    ...['trap_from_kernel', 'return_from_trap', 'fleh_irq', 'fleh_synchronous_x', 'kernel_trap'],
  ])('%s stops a frame', (name) => {
    expect(isTrampoline({ name })).toBe(true)
    expect(isTrampoline({ name: `my${name}` })).toBe(false)
  })
  test.each(['sigtrampX', 'fleh_other', 'user_trapped', '___sigtramp'])('%s does not', (name) => {
    expect(isTrampoline({ name })).toBe(false)
    expect(isTrampoline(undefined)).toBe(false)
  })

  test('what was stopped is exact; rows of one call are one; what was called is known', () => {
    const frames = makeFrames([
      { symbol: { name: 'handler' } },
      { symbol: { name: '_sigtramp' } },
      { symbol: { name: 'inner' }, inlined: true },
      { symbol: { name: 'middle' }, inlined: true },
      { symbol: { name: 'outer' } },
      { symbol: { name: 'main' }, inlined: true },
    ])
    const all = placeFrames(makeReport({ threads: [{ id: 0, crashed: true, frames }], frameCount: 7 }))
    expect(all.map((one) => one && [one.kind, one.callee?.symbol?.name, one.expanded, one.thread?.id])).toEqual([
      ['exact', undefined, undefined, 0],
      ['return', 'handler', undefined, 0],
      ['exact', '_sigtramp', { row: 0, rows: 3 }, 0],
      ['exact', '_sigtramp', { row: 1, rows: 3 }, 0],
      ['exact', '_sigtramp', { row: 2, rows: 3 }, 0],
      ['return', 'outer', undefined, 0],
      undefined,
    ])
  })

  test('in a tree the only callee is known, and a trap among several stops its caller', () => {
    const [root, trap, other, leaf] = makeFrames([
      { symbol: { name: 'root' }, kind: 'return' },
      { symbol: { name: '_sigtramp' }, kind: 'return' },
      { symbol: { name: 'other' }, kind: 'return' },
      { symbol: { name: 'leaf' }, kind: 'return' },
    ])
    const node = (frame: Frame, ...children: readonly ReturnType<typeof tree>[]) => tree(frame, children)
    function tree(frame: Frame, children: readonly unknown[]): { frame: Frame; count: number; children: never[] } {
      return { frame, count: 1, children: children as never[] }
    }
    const roots = [node(root!, node(trap!), node(other!, node(leaf!)))]
    const all = placeFrames(
      makeReport({ threads: [], callTrees: [{ title: '', weight: 'samples', roots }], frameCount: 4 }),
    )
    expect(all.map((one) => [one?.kind, one?.callee?.symbol?.name])).toEqual([
      ['exact', undefined],
      ['return', undefined],
      ['return', 'leaf'],
      ['return', undefined],
    ])
  })
})
