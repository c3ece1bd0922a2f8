/** Counts of names, and what an image's frames lack: each need with a report where it would be false. */
import { expect, test } from 'vitest'
import { imageReasons } from '../../../src/core/messages/en/images.ts'
import { say } from '../../../src/core/messages/message.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { ImageStatus, Resolution, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { namesState } from '../../../src/core/reading/names-state.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const call = { function: 'Cart.total()', mangled: '', inlined: false, source: 'dwarf' } as const
const named = (level: 'exact' | 'likely' | 'doubtful' = 'exact'): Resolution => ({
  kind: 'resolved',
  calls: [call],
  grade: { level, evidence: [] },
})
const nameless: Resolution = {
  kind: 'resolved',
  calls: [{ ...call, function: '' }],
  grade: { level: 'exact', evidence: [] },
}
const none: Resolution = { kind: 'no-symbols', reason: '' }
const outside: Resolution = { kind: 'outside-images' }

/** A report with one frame a resolution, all in one image, whose status is this. */
function scene(resolutions: readonly Resolution[], status: Partial<ImageStatus> = {}): SymbolicatedReport {
  const isPlaced = resolutions.every(({ kind }) => kind !== 'outside-images')
  const report = makeReport({
    images: [makeImage({ name: 'Shop', uuid: uuid('A'), origin: 'app' })],
    rows: resolutions.map((_, at) => ({ address: 4096 + at, ...(isPlaced && { image: 0 }) })),
  })
  const unnamed = resolutions.filter(({ kind }) => kind === 'no-symbols').length
  const base: ImageStatus = { image: 0, symbols: 'matched', reason: '', frames: resolutions.length, unnamed }
  return {
    report,
    resolutions,
    images: [{ ...base, loadAddress: runtimeAddress(4096), origin: 'app', ...status }],
    explanations: [],
  }
}

const kinds = (symbolicated: SymbolicatedReport): readonly string[] =>
  namesState(symbolicated).needs.map(({ kind }) => kind)

test('names are counted, and doubtful ones among them', () => {
  const { counts } = namesState(scene([named(), named('doubtful'), named('likely'), none, nameless]))
  expect(counts).toEqual({ frames: 5, named: 3, doubtful: 1 })
})

test('nothing is missing where every frame has a name', () => {
  expect(kinds(scene([named(), named('likely')]))).toEqual([])
})

test.each([
  ['missing', { symbols: 'missing' }],
  ['wrong-build', { symbols: 'wrong-build', have: [uuid('B')] }],
  ['wrong-arch', { symbols: 'wrong-arch' }],
  ['stripped', { symbols: 'no-debug-info' }],
  ['several', { symbols: 'missing', have: [uuid('B'), uuid('C')] }],
  ['system', { symbols: 'system', origin: 'system' }],
  ['gaps', { symbols: 'matched' }],
] as const)('%s: told while a frame has no name, and of that many', (kind, status) => {
  const [need] = namesState(scene([named(), none, none], status)).needs
  expect(need).toMatchObject({ kind, frames: 2 })
  expect(kinds(scene([named(), named()], status))).not.toContain(kind)
})

test('a load address is asked for only where there is none', () => {
  const { image, symbols, reason, frames, unnamed } = scene([none]).images[0]!
  expect(kinds({ ...scene([none]), images: [{ image, symbols, reason, frames, unnamed }] })).toEqual(['unplaced'])
  expect(kinds(scene([none]))).toEqual(['gaps'])
})

test('all names of an image doubtful: told; one that is not: not told', () => {
  expect(kinds(scene([named('doubtful'), named('doubtful')]))).toEqual(['doubtful'])
  expect(kinds(scene([named('doubtful'), named()]))).toEqual([])
  expect(kinds(scene([named('doubtful')], { origin: 'system' }))).toEqual([])
  expect(kinds(scene([named('doubtful'), none]))).toEqual(['doubtful'])
})

test('another build refused, though the report has the names; and one that the user asked for', () => {
  const have = [uuid('B')]
  expect(kinds(scene([named()], { symbols: 'wrong-build', have }))).toEqual(['not-used'])
  const { message } = say(imageReasons, 'forced', { uuid: uuid('B') })
  expect(kinds(scene([named()], { symbols: 'wrong-build', have, grounds: [message] }))).toEqual(['other-build'])
})

test('nobody is asked for symbols of an image without a name', () => {
  const { report, ...rest } = scene([none], { symbols: 'missing' })
  const nobody = { ...rest, report: { ...report, images: [makeImage({ name: '???' })] } }
  expect(kinds(nobody)).toEqual([])
  expect(kinds({ ...rest, report: { ...report, images: [makeImage({ name: '???', origin: 'app' })] } })).toEqual([
    'missing',
  ])
})

test('frames in no image: told only where nothing else has a name, and the list is missing only where it is', () => {
  expect(namesState(scene([outside, outside])).outside).toEqual({ frames: 2, isListMissing: false, isSystem: false })
  expect(namesState(scene([outside, named()])).outside).toBeUndefined()
  const { report, ...rest } = scene([outside])
  expect(namesState({ ...rest, images: [], report: { ...report, images: [] } }).outside?.isListMissing).toBe(true)
})

test('own images come first, then those with most frames', () => {
  const report = makeReport({
    images: ['System', 'Small', 'Large'].map((name) => makeImage({ name })),
    rows: [0, 0, 0, 1, 2, 2].map((image, at) => ({ address: at, image })),
  })
  const images = (['system', 'app', 'app'] as const).map((origin, image): ImageStatus => ({
    image,
    symbols: origin === 'system' ? 'system' : 'missing',
    reason: '',
    frames: 1,
    unnamed: 1,
    origin,
  }))
  const { needs } = namesState({
    report,
    images,
    resolutions: report.threads[0]!.frames.map(() => none),
    explanations: [],
  })
  expect(needs.map(({ status }) => status.image)).toEqual([2, 1, 0])
})
