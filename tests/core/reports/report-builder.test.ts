import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import { ReportBuilder } from '../../../src/core/reports/base/report-builder.ts'

const app = { name: 'App', loadAddress: runtimeAddress(0x1000), size: 0x1000 }

test('addresses join the real image that begins last, never a catch-all', () => {
  const builder = new ReportBuilder('a')
  builder.addImage({ name: '???', loadAddress: runtimeAddress(0), size: 2 ** 64 })
  builder.addImage({ name: 'wide', loadAddress: runtimeAddress(0x800), size: 0x10000 })
  builder.addImage(app)
  const frames = builder.addStack([{ address: 0x1010n }, { address: 0x5000n }, { address: 0x7f00000000n }], 'thread')
  builder.finish()
  expect(frames.map(({ image, offset }) => [image, offset])).toEqual([
    [2, 0x10],
    [1, 0x4800],
    [undefined, undefined],
  ])
})

test('a size that is no number of bytes is left out', () => {
  const builder = new ReportBuilder('a')
  const sizes = [Infinity, NaN, -1, 0.5, 0, 4096, 2 ** 64]
  for (const size of sizes) builder.addImage({ name: `${size}`, loadAddress: runtimeAddress(0x1000), size })
  expect(builder.finish().images.map(({ size }) => size)).toEqual([
    ...[undefined, undefined, undefined, undefined],
    ...[0, 4096, 2 ** 64],
  ])
})

test('what an address is follows from its place and its name', () => {
  const builder = new ReportBuilder('a')
  const symbol = (name: string, line?: number) => ({ name, ...(line === undefined ? {} : { line }) })
  const frames = builder.addStack(
    [
      { address: 1n, symbol: symbol('inner', 3) },
      { address: 1n, symbol: symbol('outer', 9) },
      { address: 2n, symbol: symbol('_sigtramp') },
      { address: 3n, symbol: symbol('recursive') },
      { address: 3n, symbol: symbol('recursive') },
      { address: 4n, symbol: { ...symbol('(2) await resume partial function for f()'), offset: 1 } },
      { address: 6n, symbol: { ...symbol('(3) suspend resume partial function for g()'), offset: 259 } },
    ],
    'thread',
  )
  expect(frames.map(({ kind, inlined }) => (inlined ? `${kind} inlined` : kind))).toEqual([
    'exact inlined',
    'exact',
    'return',
    'exact',
    'return',
    'async',
    'return',
  ])
})

test('rows that print a load address make up for a missing list of images', () => {
  const builder = new ReportBuilder('a')
  const rows = [
    { address: 0x1010n, imageName: 'App', loadAddress: 0x1000n },
    { address: 0x1020n, imageName: 'App', loadAddress: 0x1000n },
    { address: 0x9020n, imageName: 'Other', offset: 0x20 },
  ]
  const frames = builder.addStack(rows, 'return')
  const { images } = builder.finish()
  expect(images.map(({ name, loadAddress }) => [name, loadAddress])).toEqual([
    ['App', 0x1000n],
    ['Other', 0x9000n],
  ])
  expect(frames.map(({ image, offset }) => [image, offset])).toEqual([
    [0, 0x10],
    [0, 0x20],
    [1, 0x20],
  ])
})

test('each process joins its own images; shared ones stand once', () => {
  const builder = new ReportBuilder('a')
  const [one, two] = [builder.newImageList(), builder.newImageList()]
  const shared = { name: 'dyld', loadAddress: runtimeAddress(0x9000), size: 0x100 }
  builder.addImage(app, one)
  builder.addImage(shared, one)
  builder.addImage({ ...app, name: 'Other' }, two)
  builder.addImage(shared, two)
  const frames = [one, two].flatMap((list) =>
    builder.addStack([{ address: 0x1001n }, { address: 0x9001n }], 'exact', list),
  )
  expect(builder.finish().images).toHaveLength(3)
  expect(frames.map((frame) => frame.image)).toEqual([0, 1, 2, 1])
})

test.each([
  ['on arm64 an address one byte behind an instruction is a continuation', [4n, 8n, 12n, 16n, 20n, 0x25n], 'async'],
  ['with a call that is not aligned it says nothing', [4n, 8n, 12n, 16n, 20n, 0x25n, 0x33n, 0x36n], 'return'],
])('%s', (_, addresses, kind) => {
  const builder = new ReportBuilder('a')
  builder.addImage({ name: 'App', loadAddress: runtimeAddress(0x100), size: 0x1000 })
  const frames = builder.addStack(
    addresses.map((address) => ({ address: address + 0x100n })),
    'thread',
  )
  builder.finish()
  expect(frames[5]!.kind).toBe(kind)
})

test.each([
  ['the list’s own image and start', 'App', 0x1000n, undefined],
  ['no image', undefined, undefined, undefined],
  ['a name that the list lacks', 'Foo', undefined, undefined],
  ['another image of the list', 'Other', undefined, 'image'],
  ['another start of the image', 'App', 0x0n + 0x800n, 'load-address'],
] as const)('a row says otherwise than the list: %s', (_, imageName, loadAddress, disputed) => {
  const builder = new ReportBuilder('a')
  builder.addImage(app)
  builder.addImage({ name: 'Other', loadAddress: runtimeAddress(0x9000), size: 0x1000 })
  const [frame] = builder.addStack([{ address: 0x1010n, imageName, loadAddress }], 'thread')
  builder.finish()
  expect([frame?.image, frame?.disputed]).toEqual([0, disputed])
})
