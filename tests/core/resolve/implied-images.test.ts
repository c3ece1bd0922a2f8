import { expect, test } from 'vitest'
import { imageOffset, runtimeAddress, runtimeOf, type ImageOffset } from '../../../src/core/model/address.ts'
import type { CodeSections } from '../../../src/core/memory/image-code.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeReport, uuid } from '../../support/report-builder.ts'

const loadAddress = runtimeAddress(0x105a24000n)

/** arm64 code in which one word in 13, by chance, is `blr x8`. */
function scatteredCalls(seed: number): { readonly code: CodeSections; readonly returns: readonly ImageOffset[] } {
  const words = new Uint32Array(0x40000).fill(0xd503201f)
  const returns: ImageOffset[] = []
  let state = seed
  for (let at = 0; at < words.length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    if ((state >>> 8) % 13 > 0) continue
    words[at] = 0xd63f0100
    returns.push(imageOffset(0x4000 + at * 4 + 4))
  }
  return {
    code: { sections: [{ start: imageOffset(0x4000), bytes: new Uint8Array(words.buffer) }], functionStarts: [] },
    returns,
  }
}

const own = scatteredCalls(1)
const other = scatteredCalls(5)
const known = makeKnown({ uuid: uuid('A'), name: 'App' })
const lib = makeKnown({ uuid: uuid('B'), name: 'Lib' })
const symbols = makeSymbols([known, lib], [{ start: 0x4000, end: 0x200000, name: 'f' }], {
  code: async ({ uuid: id }) => (id === uuid('A') ? own.code : other.code),
})
const picks = [3, 700, 1500, 4000, 6100, 9000, 9500, 12000].map((pick) => own.returns[pick]!)

test('rows that only name an image make one, and its load address is inferred', async () => {
  const report = makeReport({
    header: { fields: [] },
    rows: [
      { address: 0x18c7241c0n, imageName: 'libsystem_kernel.dylib', symbol: { name: 'mach_msg_trap', offset: 8 } },
      ...picks.map((offset) => ({ address: runtimeOf(loadAddress, offset), imageName: 'App' })),
      { address: 0x1n, imageName: '???' },
    ],
  })
  const answer = await resolveReport(report, symbols)
  expect(answer.report.images.map(({ name, origin }) => [name, origin])).toEqual([
    ['libsystem_kernel.dylib', 'system'],
    ['App', undefined],
  ])
  expect(answer.report.threads[0]!.frames.map(({ image }) => image)).toEqual([0, ...picks.map(() => 1), undefined])
  expect(answer.images[1]).toMatchObject({ loadAddress, slideFrom: 'call-sites', unnamed: 0 })
  expect(answer.resolutions.at(-1)).toEqual({ kind: 'outside-images' })
  // The parsed report is unchanged.
  expect(report.images).toEqual([])
  expect(report.threads[0]!.frames[1]!.image).toBeUndefined()
})

test('bare addresses are tried against the code at hand', async () => {
  const report = makeReport({
    header: { fields: [] },
    rows: [
      { kind: 'return', address: 0x18c7241c0n },
      ...picks.map((offset) => ({ kind: 'return' as const, address: runtimeOf(loadAddress, offset) })),
      { kind: 'return', address: 0x18b15c55cn },
    ],
  })
  const answer = await resolveReport(report, symbols)
  expect(answer.report.images).toMatchObject([{ name: 'App', loadAddress, slideFrom: 'call-sites' }])
  expect(answer.images[0]!.confidence).toBeLessThan(1)
  expect(answer.resolutions.map(({ kind }) => kind)).toEqual([
    'outside-images',
    ...picks.map(() => 'resolved'),
    'outside-images',
  ])
})

test('bare addresses that fit nothing stay without an image', async () => {
  const rows = picks.map((offset) => ({
    kind: 'return' as const,
    address: runtimeOf(loadAddress, imageOffset(offset + 4)),
  }))
  const answer = await resolveReport(makeReport({ header: { fields: [] }, rows }), symbols)
  expect(answer.report.images).toEqual([])
})
