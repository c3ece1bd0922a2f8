import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imageOffset, runtimeAddress, runtimeOf, type ImageOffset } from '../../../src/core/model/address.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import type { CodeSections } from '../../../src/core/memory/image-code.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const textStart = 0x4000
const functionBytes = 64
const nop = 0xd503201f

/** arm64 code: functions of 16 words; each word but the first and last is a direct call by chance, to a function by chance. */
function makeCode(seed: number, functions: number): { readonly code: CodeSections; readonly returns: ImageOffset[] } {
  let state = seed
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % below
  }
  const words = new Uint32Array(functions * 16).fill(nop)
  const returns: ImageOffset[] = []
  for (let at = 0; at < words.length; at++) {
    if (at % 16 === 0 || at % 16 === 15 || next(12) > 0) continue
    words[at] = (0x94000000 | ((next(functions) * 16 - at) & 0x3ffffff)) >>> 0
    returns.push(imageOffset(textStart + at * 4 + 4))
  }
  const functionStarts = Array.from({ length: functions }, (_, index) => imageOffset(textStart + index * functionBytes))
  return {
    code: { sections: [{ start: imageOffset(textStart), bytes: new Uint8Array(words.buffer) }], functionStarts },
    returns,
  }
}

const { code, returns } = makeCode(1, 20_000)
const known = makeKnown({})

function dump(loadAddress: bigint, stack: readonly ImageOffset[]): Report {
  return makeReport({
    header: { fields: [] },
    images: [makeImage({ name: 'App' })],
    rows: stack.flatMap((offset) => [
      { kind: 'return' as const, image: 0, address: runtimeOf(runtimeAddress(loadAddress), offset) },
      { kind: 'return' as const, address: 0x1_8000_1000n },
    ]),
  })
}

test('six return addresses alone tell the load address, whatever the slide', async () => {
  const stacks = fc.uniqueArray(fc.nat(returns.length - 1), { minLength: 6, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(stacks, fc.nat(0x3fff), async (picks, slide) => {
      const loadAddress = 0x100000000n + BigInt(slide) * 0x4000n
      const report = dump(
        loadAddress,
        picks.map((pick) => returns[pick]!),
      )
      const { images } = await resolveReport(report, makeSymbols([known], [], { code: async () => code }))
      expect(images[0]).toMatchObject({ loadAddress, slide: BigInt(slide) * 0x4000n, slideFrom: 'call-sites' })
      expect(images[0]!.confidence).toBeGreaterThan(0.9)
      expect(images[0]!.confidence).toBeLessThan(1)
      expect(images[0]!.reason).toContain('6 of 6 return addresses follow a call')
    }),
    { numRuns: 60, seed: 1 },
  )
})

test('with a name alone five return addresses leave a load address likely, twelve make it sure', async () => {
  const confidence = async (count: number): Promise<number> => {
    const report = dump(
      0x104cc8000n,
      Array.from({ length: count }, (_, at) => returns[at * 91]!),
    )
    const { images } = await resolveReport(report, makeSymbols([known], [], { code: async () => code }))
    expect(images[0]!.loadAddress).toBe(0x104cc8000n)
    return images[0]!.confidence ?? 0
  }
  // Five calls of an unrelated program fit now and then, too.
  expect(await confidence(5)).toBe(0.98)
  expect(await confidence(12)).toBeGreaterThan(0.99)
})

test('one address is not enough, and that is no answer', async () => {
  const report = dump(0x104000000n, [returns[100]!])
  const { images, resolutions } = await resolveReport(report, makeSymbols([known], [], { code: async () => code }))
  expect(images[0]!.loadAddress).toBeUndefined()
  expect(images[0]!.reason).toContain('State it to name its frames')
  expect(resolutions[0]).toMatchObject({ kind: 'no-symbols' })
})

test('a frame that is named rightly tells the load address, and two functions of its name do not disturb', async () => {
  const loadAddress = 0x104000000n
  const report = makeReport({
    images: [makeImage({ name: 'App', uuid: uuid('A') })],
    rows: [
      { image: 0, address: loadAddress + 0x1010n, symbol: { name: 'first', offset: 0x10 } },
      { image: 0, address: loadAddress + 0x1110n },
    ],
  })
  const symbols = makeSymbols([known], [{ start: 0x1000, end: 0x1200, name: 'first' }], {
    findNames: async (_key, names) =>
      names.map((name) => (name === 'first' ? [imageOffset(0x1000), imageOffset(0x9800)] : [])),
  })
  const { images, resolutions } = await resolveReport(report, symbols)
  // 0x9800 is no multiple of 16 KiB away: only one of the two starts can be meant.
  expect(images[0]).toMatchObject({ loadAddress, slideFrom: 'named-frames' })
  expect(resolutions[1]).toMatchObject({ kind: 'resolved', grade: { level: 'likely' } })
})

test('of several builds of one name the one that fits is used, and that is said', async () => {
  const other = makeCode(2, 20_000)
  const builds = [makeKnown({ uuid: uuid('B') }), makeKnown({ uuid: uuid('C') })]
  const picks = [10, 500, 900, 4000, 7000, 9000].map((pick) => returns[pick]!)
  const report = dump(0x108000000n, picks)
  const symbols = makeSymbols(builds, [], { code: async ({ uuid: id }) => (id === uuid('C') ? code : other.code) })
  const { images } = await resolveReport(report, symbols)
  expect(images[0]).toMatchObject({ loadAddress: 0x108000000n, have: [uuid('C')] })
  expect(images[0]!.reason).toContain('Of the 2 builds')
})

test('the callee of a direct call decides between load addresses that fit alike', async () => {
  const call = returns[0]!
  const view = new DataView(code.sections[0]!.bytes.buffer)
  const target = call - 4 + (((view.getUint32(call - 4 - textStart, true) & 0x3ffffff) << 6) >> 4)
  const loadAddress = runtimeAddress(0x10c000000n)
  const report = makeReport({
    header: { fields: [] },
    images: [makeImage({ name: 'App' })],
    rows: [
      { kind: 'exact', image: 0, address: runtimeOf(loadAddress, imageOffset(target + 8)) },
      { kind: 'return', image: 0, address: runtimeOf(loadAddress, call) },
    ],
  })
  const { images } = await resolveReport(report, makeSymbols([known], [], { code: async () => code }))
  expect(images[0]).toMatchObject({ loadAddress })
})

test('call sites listed in debug information do without code', async () => {
  const picks = [10, 500, 900, 4000, 7000, 9000, 9100].map((pick) => returns[pick]!)
  const symbols = makeSymbols([known], [], { callReturns: async () => returns })
  const { images } = await resolveReport(dump(0x104004000n, picks), symbols)
  expect(images[0]).toMatchObject({ loadAddress: 0x104004000n, slideFrom: 'call-sites' })
})

test('one call in symbols of another build proves nothing, and what fits its code is counted', async () => {
  const wanted = makeImage({ name: 'App', uuid: uuid('9'), loadAddress: runtimeAddress(0x104000000n) })
  const report = makeReport({
    images: [wanted],
    rows: [
      { image: 0, kind: 'return', address: 0x104000000n + BigInt(returns[5]!) },
      { image: 0, kind: 'return', address: 0x104000000n + BigInt(returns[5]!) + 4n },
    ],
  })
  const symbols = makeSymbols([known], [{ start: 0, end: 0x800000, name: 'all' }], { code: async () => code })
  const { resolutions, images } = await resolveReport(report, symbols, {
    force: [{ image: 0, uuid: uuid('A'), arch: 'arm64' }],
  })
  expect(resolutions.map((resolution) => resolution.kind === 'resolved' && resolution.grade.level)).toEqual([
    'doubtful',
    'doubtful',
  ])
  expect(images[0]).toMatchObject({ symbols: 'wrong-build' })
  expect(images[0]!.reason).toContain('Of 2 frames, 2 have names; 0 of these agree with its code.')
})
