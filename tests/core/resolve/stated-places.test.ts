import { expect, test } from 'vitest'
import type { StatedPlace } from '../../../src/core/engine-types.ts'
import { linkAddress, runtimeAddress } from '../../../src/core/model/address.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const loadAddress = 0x104cc8000n
const app = makeKnown({ uuid: uuid('A'), name: 'App', textVmaddr: linkAddress(0x1_0000_0000n) })
const lib = makeKnown({ uuid: uuid('B'), name: 'Lib', textVmaddr: linkAddress(0n) })
const functions = [{ start: 0x4000, end: 0x8000, name: 'f' }]
const bare = makeReport({
  header: { fields: [] },
  rows: [{ address: loadAddress + 0x4010n }, { address: loadAddress + 0x5014n }],
})
const load = (image: StatedPlace['image'], value = loadAddress): StatedPlace => ({
  ...(image !== undefined && { image }),
  at: { kind: 'load', value },
})
const slide = (image: StatedPlace['image'], value: bigint): StatedPlace => ({
  ...(image !== undefined && { image }),
  at: { kind: 'slide', value },
})

test.each<[string, StatedPlace]>([
  ['a load address by name', load('App')],
  ['a load address by UUID', load(uuid('A'))],
  ['a load address of the program', load(undefined)],
  ['a slide by name', slide('App', loadAddress - 0x1_0000_0000n)],
  ['a slide of the program', slide(undefined, loadAddress - 0x1_0000_0000n)],
])('bare addresses are named by %s', async (_, place) => {
  const answer = await resolveReport(bare, makeSymbols([app], functions), { places: [place] })
  expect(answer.report.problems).toEqual([])
  expect(answer.resolutions.map(({ kind }) => kind)).toEqual(['resolved', 'resolved'])
  expect(answer.report.images).toMatchObject([{ name: 'App', loadAddress, slideFrom: 'given' }])
  expect(answer.report.threads[0]!.frames.map(({ image, offset }) => [image, offset])).toEqual([
    [0, 0x4010],
    [0, 0x5014],
  ])
  expect(answer.images[0]).toMatchObject({ loadAddress, slideFrom: 'given', confidence: 1 })
})

test('the word of the user goes before the report and before what was inferred', async () => {
  const image = makeImage({ name: 'App', uuid: uuid('A'), loadAddress: runtimeAddress(loadAddress + 0x100000n) })
  const report = makeReport({ images: [image], rows: [{ address: loadAddress + 0x4010n, image: 0 }] })
  for (const place of [load('App'), load(0), slide('App', loadAddress - 0x1_0000_0000n)]) {
    const answer = await resolveReport(report, makeSymbols([app], functions), { places: [place] })
    expect(answer.images[0]).toMatchObject({ loadAddress, slideFrom: 'given', confidence: 1 })
    expect(answer.resolutions[0]).toMatchObject({ kind: 'resolved' })
  }
  expect(report.images[0]!.loadAddress).toBe(loadAddress + 0x100000n)
})

test('of several images at hand the program is the process of the report, else none', async () => {
  const symbols = makeSymbols([app, lib], functions)
  const vague = await resolveReport(bare, symbols, { places: [load(undefined)] })
  expect(vague.report.problems).toMatchObject([{ code: 'unused-place' }])
  expect(vague.report.problems[0]!.message).toContain('App=0x… or Lib=0x…')
  expect(vague.report.images).toEqual([])
  const images = [makeImage({ name: 'Lib', index: 0 }), makeImage({ name: 'App', index: 1 })]
  const named = makeReport({
    header: { process: 'App', fields: [] },
    images,
    rows: [{ address: loadAddress + 0x4010n }],
  })
  const answer = await resolveReport(named, symbols, { places: [load(undefined)] })
  expect(answer.images.map(({ slideFrom }) => slideFrom)).toEqual([undefined, 'given'])
  expect(answer.resolutions[0]).toMatchObject({ kind: 'resolved' })
})

test('several images are placed at once', async () => {
  const rows = [{ address: loadAddress + 0x4010n }, { address: 0x1_1000_4010n }]
  const report = makeReport({ header: { fields: [] }, rows })
  const places = [load('App'), load('Lib', 0x1_1000_0000n)]
  const answer = await resolveReport(report, makeSymbols([app, lib], functions), { places })
  expect(answer.report.threads[0]!.frames.map(({ image }) => image)).toEqual([0, 1])
  expect(answer.resolutions.map(({ kind }) => kind)).toEqual(['resolved', 'resolved'])
})

test.each<[string, StatedPlace, string]>([
  ['a position that is not there', load(7), 'no image number 7'],
  ['a name that is not there', load('Other'), 'This report has no image Other'],
  ['a slide without symbols', slide('Plain', 0x4000n), 'state the load address instead'],
])('%s is told', async (_, place, words) => {
  const image = makeImage({ name: 'Plain' })
  const report = makeReport({ images: [image], rows: [{ address: loadAddress, image: 0 }] })
  const answer = await resolveReport(report, makeSymbols([app], functions), { places: [place] })
  expect(answer.report.problems.map(({ message }) => message).join()).toContain(words)
  expect(answer.images.every(({ slideFrom }) => slideFrom !== 'given')).toBe(true)
})

test('two images of one name are not confused', async () => {
  const images = [uuid('A'), uuid('C')].map((id, index) => makeImage({ index, name: 'App', uuid: id }))
  const report = makeReport({ images, rows: [{ address: loadAddress + 0x4010n }] })
  const symbols = makeSymbols([app], functions)
  const vague = await resolveReport(report, symbols, { places: [load('App')] })
  expect(vague.report.problems[0]!.message).toContain('State the UUID of one')
  const clear = await resolveReport(report, symbols, { places: [load(uuid('A').toLowerCase())] })
  expect(clear.images.map(({ slideFrom }) => slideFrom)).toEqual(['given', undefined])
  expect(clear.resolutions[0]).toMatchObject({ kind: 'resolved' })
})
