/** Regions of code that a report lists, as a source of load addresses. */
import { expect, test } from 'vitest'
import { imageOffset, runtimeAddress, runtimeOf } from '../../../src/core/model/address.ts'
import type { ReportSection } from '../../../src/core/model/report.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { textRegions } from '../../../src/core/resolve/text-regions.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeReport, uuid } from '../../support/report-builder.ts'

const loadAddress = runtimeAddress(0x104cb8000n)
const known = makeKnown({ uuid: uuid('A'), name: 'Harbor' })
const symbols = makeSymbols([known], [{ start: 0x4000, end: 0x8000, name: 'dock' }])

const regions = (...rows: readonly string[]): { readonly sections: readonly ReportSection[] } => ({
  sections: [{ kind: 'text', title: 'VM Region Info', text: ['REGION TYPE  START - END', ...rows].join('\n') }],
})
const region = (from: bigint, file: string, type = '__TEXT'): string =>
  `      ${type}    ${from.toString(16)}-${(from + 0x10000n).toString(16)} [   64K] r-x/r-x SM=COW  ${file}`

test.each<[string, string, readonly (readonly [loadAddress: bigint, size: number, file: string])[]]>([
  ['as iOS cuts paths', region(loadAddress, '...or.app/Harbor'), [[loadAddress, 0x10000, '…or.app/Harbor']]],
  [
    'with zeros before, and other rights',
    '__TEXT 000000011212d000-0000000112165000 [ 224K] r-x/rwx SM=COW /System/CoreMIDI',
    [[0x11212d000n, 0x38000, '/System/CoreMIDI']],
  ],
  [
    'without a sharing mode',
    '__TEXT  104cb8000-104cc8000 [ 64K] r-x/r-x /x/Harbor',
    [[loadAddress, 0x10000, '/x/Harbor']],
  ],
  ['of data', region(loadAddress, '/x/Harbor', '__DATA'), []],
  ['of a file whose name is hidden', region(loadAddress, '/Users/USER/*'), []],
  ['without a file', `__TEXT 104cb8000-104cc8000 [ 64K] r-x/r-x SM=COW`, []],
  ['that end before they start', '__TEXT 104cc8000-104cb8000 [ 64K] r-x/r-x SM=COW /x/Harbor', []],
  ['that end where they start', '__TEXT 104cc8000-104cc8000 [ 0K] r-x/r-x SM=COW /x/Harbor', []],
  ['of all memory', '__TEXT 00000000-ffffffffffffffff [ 16E] r-x/r-x SM=COW /x/Harbor', []],
])('regions %s', (_, text, expected) => {
  const found = textRegions(makeReport(regions(text)))
  expect(found.map(({ loadAddress: from, size, file }) => [from, size, file])).toEqual(expected)
})

test('addresses without an image get the one whose region they lie in, and its load address', async () => {
  const rows = [0x4010, 0x5020, 0x6030].map((offset) => ({ address: runtimeOf(loadAddress, imageOffset(offset)) }))
  const report = makeReport({
    rows: [...rows, { address: 0x190000000n }],
    ...regions(region(loadAddress, '...or.app/Harbor')),
  })
  const { report: answered, images, resolutions } = await resolveReport(report, symbols)
  expect(answered.images.map(({ name }) => name)).toEqual(['Harbor'])
  expect(images[0]).toMatchObject({ loadAddress, slideFrom: 'load-address' })
  expect(images[0]?.reason).toContain('a region of code of this image')
  expect(resolutions.map(({ kind }) => kind)).toEqual(['resolved', 'resolved', 'resolved', 'outside-images'])
})

test('a region is no proof: printed names that speak for another load address win', async () => {
  const elsewhere = runtimeAddress(loadAddress - 0x4000n)
  const starts = [0x4000, 0x5400, 0x6120, 0x7338]
  const rows = starts.map((start) => ({
    address: runtimeOf(elsewhere, imageOffset(start + 16)),
    imageName: 'Harbor',
    symbol: { name: `dock${start}`, offset: 16 },
  }))
  const named = makeSymbols([known], [{ start: 0x4000, end: 0x8000, name: 'dock' }], {
    findNames: async (_, names) => names.map((name) => [imageOffset(Number(name.slice(4)))]),
  })
  const { images } = await resolveReport(makeReport({ rows, ...regions(region(loadAddress, '/x/Harbor')) }), named)
  expect(images[0]).toMatchObject({ loadAddress: elsewhere, slideFrom: 'named-frames' })
})

test('an image is not placed on the region of another file', async () => {
  const rows = [0x4010, 0x5020].map((offset) => ({
    address: runtimeOf(loadAddress, imageOffset(offset)),
    imageName: 'Harbor',
    symbol: { name: 'dock', offset: offset - 0x4000 },
  }))
  const named = makeSymbols([known], [{ start: 0x4000, end: 0x8000, name: 'dock' }], {
    findNames: async (_, names) => names.map(() => [imageOffset(0x4000)]),
  })
  const free = await resolveReport(makeReport({ rows }), named)
  expect(free.images[0]).toMatchObject({ loadAddress })
  const taken = await resolveReport(
    makeReport({ rows, ...regions(region(loadAddress, '/usr/lib/libother.dylib')) }),
    named,
  )
  expect(taken.images[0]?.loadAddress).toBeUndefined()
})
