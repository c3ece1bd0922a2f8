import { expect, test } from 'vitest'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { CallTreeNode, Resolution } from '../../../src/core/model/report.ts'
import { waysOf } from '../../../src/core/reading/image-state.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { makeKnown, makeSymbols, type TestFunction } from '../../support/made-symbols.ts'
import { makeFrames, makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const loadAddress = 0x104000000n
const app = makeImage({ name: 'App', uuid: uuid('A'), loadAddress: runtimeAddress(loadAddress), size: 0x10000 })
const functions: readonly TestFunction[] = [
  { start: 0x1000, end: 0x1100, name: 'first' },
  { start: 0x1100, end: 0x1200, name: 'second', inlined: ['inner', 'outer'] },
  { start: 0x1200, end: 0x1300, name: 'resume', mangled: '$s3App4loadyyYaFTY1_' },
]
const symbols = () => makeSymbols([makeKnown({})], functions)

const namesOf = (resolution: Resolution | undefined): string[] =>
  resolution && 'calls' in resolution ? resolution.calls.map((call) => call.function) : [resolution?.kind ?? '']

async function resolveRows(
  rows: Parameters<typeof makeFrames>[0],
  parts: Parameters<typeof makeReport>[0] = {},
): Promise<string[][]> {
  const report = makeReport({ images: [app], rows: rows.map((row) => ({ image: 0, ...row })), ...parts })
  return (await resolveReport(report, symbols())).resolutions.map(namesOf)
}

// Sources of the rules: see the comments in lookup-address.ts, frames.ts and architecture.ts.
test('one is taken off return addresses and off nothing else', async () => {
  expect(
    await resolveRows([
      { address: loadAddress + 0x1100n },
      { address: loadAddress + 0x1100n },
      { address: loadAddress + 0x1100n, kind: 'call' },
      { address: loadAddress + 0x1200n, kind: 'async' },
    ]),
  ).toEqual([['inner', 'outer', 'second'], ['first'], ['inner', 'outer', 'second'], ['resume']])
})

test('the frame that a signal stopped is exact', async () => {
  const rows = [
    { address: 0x1n, image: 9 },
    { address: 0x2n, image: 9, symbol: { name: '_sigtramp' } },
    { address: loadAddress + 0x1100n },
    { address: loadAddress + 0x1100n },
  ]
  expect((await resolveRows(rows)).slice(2)).toEqual([['inner', 'outer', 'second'], ['first']])
})

test('a Swift continuation among return addresses is not the function before it', async () => {
  const rows = [
    { address: loadAddress + 0x1000n },
    { address: loadAddress + 0x1200n },
    { address: loadAddress + 0x1201n },
  ]
  expect(await resolveRows(rows)).toEqual([['first'], ['resume'], ['resume']])
})

test('pointer authentication bits are taken off, and that is said', async () => {
  const signed = 0x0042_8001_0400_1010n
  const report = makeReport({ images: [app], rows: [{ address: signed }] })
  const { resolutions } = await resolveReport(report, symbols())
  expect(namesOf(resolutions[0])).toEqual(['first'])
  expect(resolutions[0]).toMatchObject({
    grade: { evidence: expect.arrayContaining([expect.stringContaining('authentication')]) as unknown },
  })
})

test('the Thumb bit is no part of an address', async () => {
  const image = { ...app, arch: 'armv7' }
  const report = makeReport({
    header: { arch: 'armv7', fields: [] },
    images: [image],
    rows: [
      { image: 0, address: loadAddress + 0x1001n },
      { image: 0, offset: 0x1101 },
    ],
  })
  const lookups = makeSymbols([makeKnown({ arch: 'armv7' })], functions)
  const { resolutions } = await resolveReport(report, lookups)
  expect(lookups.asked).toEqual([0x1000, 0x10ff, 0x1100])
  expect(resolutions.map(namesOf)).toEqual([['first'], ['first']])
})

test('a row that names its offset needs no load address', async () => {
  const report = makeReport({
    images: [makeImage({ name: 'App', uuid: uuid('A') })],
    rows: [{ image: 0, offset: 0x1010 }],
  })
  expect(namesOf((await resolveReport(report, symbols())).resolutions[0])).toEqual(['first'])
})

test.each([
  ['_mh_execute_header', 0x1010],
  ['App', 0x1010],
])('rows that count from the start of the image (%s) tell where it was', async (name, offset) => {
  const report = makeReport({
    images: [makeImage({ name: 'App', uuid: uuid('A') })],
    rows: [
      { image: 0, address: loadAddress + BigInt(offset), symbol: { name, offset } },
      { image: 0, address: loadAddress + 0x1110n },
    ],
  })
  const { resolutions, images } = await resolveReport(report, symbols())
  expect(resolutions.map(namesOf)).toEqual([['first'], ['inner', 'outer', 'second']])
  expect(images[0]).toMatchObject({ loadAddress, slide: 0x4000000n, slideFrom: 'load-address', confidence: 1 })
})

test('a slide that is stated alone is enough', async () => {
  const image = makeImage({ name: 'App', uuid: uuid('A'), slide: 0x4000000n })
  const report = makeReport({ images: [image], rows: [{ image: 0, address: loadAddress + 0x1010n }] })
  expect(namesOf((await resolveReport(report, symbols())).resolutions[0])).toEqual(['first'])
})

test('a load address given by hand goes before the report', async () => {
  const report = makeReport({ images: [app], rows: [{ image: 0, address: loadAddress + 0x110n }] })
  const { resolutions, images } = await resolveReport(report, symbols(), {
    places: [{ image: 0, at: { kind: 'load', value: loadAddress - 0x1000n } }],
  })
  expect(namesOf(resolutions[0])).toEqual(['inner', 'outer', 'second'])
  expect(images[0]).toMatchObject({ slideFrom: 'given', loadAddress: loadAddress - 0x1000n })
})

test('inlined rows that the report has expanded are not expanded again', async () => {
  const at = loadAddress + 0x1110n
  const flagged = [
    { address: at, inlined: true, symbol: { name: 'inner' } },
    { address: at, inlined: true, symbol: { name: 'outer' } },
    { address: at, symbol: { name: 'second' } },
  ]
  expect(await resolveRows(flagged)).toEqual([['inner'], ['outer'], ['second']])
  const repeated = [
    { address: loadAddress + 0x1000n },
    { address: at, inlined: true, symbol: { name: 'x' } },
    { address: at, symbol: { name: 'y' } },
  ]
  expect(await resolveRows(repeated)).toEqual([['first'], ['inner'], ['outer', 'second']])
})

test('rows of one address that are not marked so are calls of their own', async () => {
  const rows = [
    { address: loadAddress + 0x1000n },
    { address: loadAddress + 0x1010n },
    { address: loadAddress + 0x1010n },
  ]
  expect(await resolveRows(rows)).toEqual([['first'], ['first'], ['first']])
})

test('a nearest export that the report guessed is replaced, a placeholder is no name', async () => {
  const known = await resolveRows([
    { address: loadAddress + 0x1010n, symbol: { name: 'IsRunAsNodeEnabled()', offset: 5717170 } },
  ])
  expect(known).toEqual([['first']])
  const rows = [
    { address: loadAddress + 0x9000n, symbol: { name: 'kept', offset: 4 } },
    { address: loadAddress + 0x9010n, symbol: { name: '<redacted>', offset: 4 } },
  ]
  expect(await resolveRows(rows)).toEqual([['kept'], ['no-symbols']])
})

test('an unnamed function does not take the place of a name that fits', async () => {
  const starts = makeSymbols(
    [makeKnown({ detail: 'starts' })],
    [{ start: 0x1000, end: 0x1100, name: '', source: 'starts' }],
  )
  const rows = [
    { image: 0, address: loadAddress + 0x1010n, symbol: { name: 'named', offset: 0x10 } },
    { image: 0, address: loadAddress + 0x1020n, symbol: { name: 'elsewhere', offset: 0x5010 } },
  ]
  const { resolutions } = await resolveReport(makeReport({ images: [app], rows }), starts)
  expect(resolutions.map((resolution) => resolution.kind)).toEqual(['already-named', 'resolved'])
})

test('addresses in no image, and images without symbols, say so', async () => {
  const lib = makeImage({ name: 'Lib', uuid: uuid('F'), loadAddress: runtimeAddress(0x110000000n), size: 0x1000 })
  const build = makeImage({ name: 'App', uuid: uuid('9'), loadAddress: runtimeAddress(0x120000000n), size: 0x1000 })
  const report = makeReport({
    images: [app, lib, build],
    rows: [{ address: 0x10n }, { address: 0x110000010n }, { address: 0x120000010n }],
  })
  const { resolutions, images } = await resolveReport(report, symbols())
  expect(resolutions).toEqual([
    { kind: 'outside-images' },
    {
      kind: 'no-symbols',
      reason: 'No symbols of Lib were given.',
      message: { code: 'no-symbols', params: { image: 'Lib' } },
    },
    { kind: 'wrong-build', have: [uuid('A')] },
  ])
  expect(images.map(({ symbols: state, frames, unnamed }) => [state, frames, unnamed])).toEqual([
    ['matched', 0, 0],
    ['missing', 1, 1],
    ['wrong-build', 1, 1],
  ])
  expect(images[2]!.reason).toContain(uuid('9'))
  expect(images[2]!.reason).toContain(uuid('A'))
  expect(waysOf(images[1]!).join('\n')).toContain(`mdfind "com_apple_xcode_dsym_uuids == ${uuid('F')}"`)
})

test('all stacks of a report are resolved: exception, other backtraces, call trees', async () => {
  const [thrown] = makeFrames([{ image: 0, kind: 'return', address: loadAddress + 0x1100n }], 1)
  const [freed] = makeFrames([{ image: 0, kind: 'call', address: loadAddress + 0x1100n }], 2)
  const [leaf] = makeFrames([{ image: 0, address: loadAddress + 0x1100n }], 4)
  const [parent] = makeFrames([{ image: 0, kind: 'return', address: loadAddress + 0x1100n }], 3)
  const root: CallTreeNode = { frame: parent!, count: 2, children: [{ frame: leaf!, count: 2, children: [] }] }
  const report = makeReport({
    images: [app],
    rows: [{ image: 0, address: loadAddress + 0x1000n }],
    lastException: { frames: [thrown!] },
    backtraces: [{ title: 'freed by', frames: [freed!] }],
    callTrees: [{ title: 'main', weight: 'samples', roots: [root] }],
    frameCount: 5,
  })
  const { resolutions } = await resolveReport(report, symbols())
  expect(resolutions.map((resolution) => namesOf(resolution).at(-1))).toEqual([
    'first',
    'first',
    'second',
    'first',
    'second',
  ])
})
