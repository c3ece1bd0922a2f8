import { placementFacts } from '../../../src/core/messages/en/placement.ts'
import { textOf } from '../../../src/core/messages/message.ts'
import { describe, expect, test } from 'vitest'
import {
  imageOffset,
  linkAddress,
  runtimeAddress,
  runtimeOf,
  type ImageOffset,
} from '../../../src/core/model/address.ts'
import { cleanAddress } from '../../../src/core/memory/clean-address.ts'
import type { CodeSections } from '../../../src/core/memory/image-code.ts'
import { weighTogether } from '../../../src/core/resolve/joint-placement.ts'
import { isInside, mayLieAt, ofWidth, overlapsOf, pointerWidthOf } from '../../../src/core/resolve/physical-rules.ts'
import { resolveReport } from '../../../src/core/resolve/resolve.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const at = (loadAddress: bigint): ReturnType<typeof runtimeAddress> => runtimeAddress(loadAddress)
const textVmaddr = linkAddress(0n)

test.each([
  ['a 32-bit image below 4 GiB', 0xfff0_0000n, 'arm', true],
  ['a 32-bit image across 4 GiB', 0xffff_f000n, 'arm', false],
  ['a 32-bit image above', 0x1_0000_4000n, 'i386', false],
  ['a watch above', 0x1_0000_4000n, 'arm64_32', false],
  ['a 64-bit library above', 0x1_0000_4000n, 'arm64', true],
  ['not on a page', 0x1_0000_1000n, 'arm64', false],
  ['on a page of Intel', 0x1_0000_1000n, 'x86_64', true],
  ['on another image', 0x2_0000_4000n, 'arm64', false],
] as const)('%s', (_name, base, family, may) => {
  const taken = [{ loadAddress: at(0x2_0000_0000n), size: 0x8000 }]
  expect(mayLieAt(at(base), 0x4000, { family, textVmaddr, taken })).toBe(may)
})

test('an executable is never moved below the linker’s place', () => {
  const place = { family: 'arm64', textVmaddr: linkAddress(0x1_0000_0000n) } as const
  expect(mayLieAt(at(0xffff_c000n), 0x4000, place)).toBe(false)
  expect(mayLieAt(at(0x1_0000_0000n), 0x4000, place)).toBe(true)
})

test('addresses above 4 GiB are of a 64-bit program, and a report of such only takes such slices', async () => {
  const wide = makeReport({
    header: { fields: [] },
    images: [makeImage({ name: 'App' })],
    rows: [{ image: 0, address: 0x1_0400_0000n }],
  })
  const narrow = makeReport({
    header: { fields: [] },
    images: [makeImage({ name: 'App' })],
    rows: [{ image: 0, address: 0x40_0000n }],
  })
  expect(pointerWidthOf(wide)).toBe(8)
  expect(pointerWidthOf(narrow)).toBe(4)
  expect(pointerWidthOf(makeReport({ header: { fields: [] } }))).toBeUndefined()
  const slices = [makeKnown({ uuid: uuid('B'), arch: 'armv7' })]
  expect((await resolveReport(wide, makeSymbols(slices, []))).images[0]).toMatchObject({ symbols: 'wrong-arch' })
  expect((await resolveReport(narrow, makeSymbols(slices, []))).images[0]).toMatchObject({ symbols: 'matched' })
})

test('of two images that would overlap only combinations without overlap count', () => {
  const choice = (
    loadAddress: bigint,
    share: number,
  ): { loadAddress: ReturnType<typeof at>; size: number; share: number } => ({
    loadAddress: at(loadAddress),
    size: 0x8000,
    share,
  })
  const [sure, loser] = weighTogether([[choice(0x10000n, 0.99)], [choice(0x14000n, 0.9), choice(0x40000n, 0.09)]])
  expect(sure?.[0]).toBeGreaterThan(0.9)
  expect(loser?.[0]).toBeLessThan(0.1)
  expect(loser?.[1]).toBeGreaterThan(0.8)
  const [one, other] = weighTogether([[choice(0x10000n, 0.999)], [choice(0x10000n, 0.999)]])
  expect(one?.[0]).toBeCloseTo(0.5, 2)
  expect(other?.[0]).toBeCloseTo(0.5, 2)
  expect(weighTogether([[choice(0x10000n, 0.7)], [choice(0x40000n, 0.8)]])).toEqual([[0.7], [0.8]])
})

test('signatures in bits 39 to 54 are taken off, with and without images', () => {
  const signed = at(0x0044_5a81_0473_7f00n)
  expect(cleanAddress(signed, 'arm64').address).toBe(0x1_0473_7f00n)
  expect(cleanAddress(signed, 'arm64', (address) => address < 0x2_0000_0000n).address).toBe(0x1_0473_7f00n)
  // A canonical address stays as it is.
  expect(cleanAddress(at(0x6000_0000_1234n), 'arm64').address).toBe(0x6000_0000_1234n)
})

/** Code in which each place of `returns` follows a call. */
function codeOf(returns: readonly number[]): CodeSections {
  const words = new Uint32Array(0x8000).fill(0xd503201f)
  for (const place of returns) words[(place - 0x4000) / 4 - 1] = 0xd63f0100
  return { sections: [{ start: imageOffset(0x4000), bytes: new Uint8Array(words.buffer) }], functionStarts: [] }
}

test('two builds that fit bare addresses alike are both named, and neither is believed', async () => {
  const returns = Array.from({ length: 60 }, (_, index) => imageOffset(0x4000 + 4 * ((index * 7919) % 0x7fff) + 4))
  const builds = [makeKnown({ uuid: uuid('B') }), makeKnown({ uuid: uuid('C') })]
  const rows = returns
    .slice(0, 10)
    .map((offset: ImageOffset) => ({ kind: 'return' as const, address: runtimeOf(at(0x1_0473_4000n), offset) }))
  const report = makeReport({ header: { fields: [] }, rows })
  const both = await resolveReport(report, makeSymbols(builds, [], { code: async () => codeOf(returns) }))
  expect(both.report.images).toEqual([])
  expect(both.report.problems.map(({ code }) => code)).toEqual(['images-fit-alike'])
  for (const { uuid: id } of builds) expect(both.report.problems[0]?.message).toContain(id)
  const one = await resolveReport(report, makeSymbols(builds.slice(1), [], { code: async () => codeOf(returns) }))
  expect(one.images[0]).toMatchObject({ loadAddress: 0x1_0473_4000n })
})

test('a dSYM without call sites places an image whose code fits one page only, and shows its sum', async () => {
  const report = makeReport({
    images: [makeImage({ name: 'App', uuid: uuid('A') })],
    rows: [0x5010n, 0x7f00n, 0x6a0cn].map((place) => ({
      image: 0,
      kind: 'return' as const,
      address: 0x1_0473_0000n + place,
    })),
  })
  const layout = {
    code: [{ start: imageOffset(0x5000), size: 0x3000 }],
    functionStarts: [imageOffset(0x5000), imageOffset(0x6000)],
    extent: 0x8000,
  }
  const { images } = await resolveReport(report, makeSymbols([makeKnown({})], [], { layout: async () => layout }))
  expect(images[0]).toMatchObject({ loadAddress: 0x1_0473_0000n, slideFrom: 'call-sites' })
  expect(images[0]?.confidence).toBeGreaterThan(0.9)
  const [best] = images[0]?.hypotheses ?? []
  for (const { fact, code = '', params = {} } of best?.evidence ?? [])
    expect(textOf(placementFacts, code, JSON.parse(JSON.stringify(params)) as typeof params)).toBe(fact)
  const sum = best?.evidence.reduce((total, { nats }) => total + nats, 0)
  expect(sum).toBeCloseTo(best?.nats ?? NaN, 1)
})

describe('images that are listed over one another', () => {
  type Listed = readonly [start: number | undefined, size?: number]
  const overlapping = (...images: readonly Listed[]) => {
    const found = overlapsOf(
      images.map(([start, size], index) =>
        makeImage({
          index,
          name: `${index}`,
          ...(start !== undefined && { loadAddress: runtimeAddress(start) }),
          ...(size !== undefined && { size }),
        }),
      ),
    )
    return Object.fromEntries([...found].map(([at, others]) => [at, others.map((other) => Number(other.loadAddress))]))
  }
  test.each<[string, readonly Listed[], object]>([
    ['none', [], {}],
    [
      'one behind another',
      [
        [0x1000, 0x1000],
        [0x2000, 0x1000],
      ],
      {},
    ],
    [
      'by one byte',
      [
        [0x1000, 0x1001],
        [0x2000, 0x1000],
      ],
      { 0: [0x2000], 1: [0x1000] },
    ],
    [
      'in another order',
      [
        [0x2000, 0x1000],
        [0x1000, 0x1001],
      ],
      { 0: [0x1000], 1: [0x2000] },
    ],
    [
      'at one address',
      [
        [0x1000, 0x10],
        [0x1000, 0x20],
      ],
      { 0: [0x1000], 1: [0x1000] },
    ],
    [
      'a far one that is listed between',
      [
        [0x1000, 0x9000],
        [0x50000, 0x1000],
        [0x3000, 0x10],
        [0x2000, 0x10],
      ],
      { 0: [0x2000, 0x3000], 2: [0x1000], 3: [0x1000] },
    ],
    ['without a size', [[0x1000, 0x9000], [0x2000]], {}],
    [
      'without an address',
      [
        [0x1000, 0x9000],
        [undefined, 0x10],
      ],
      {},
    ],
    [
      'without bytes',
      [
        [0x1000, 0x9000],
        [0x2000, 0],
      ],
      {},
    ],
    [
      'of a size that no image has',
      [
        [0x1000, 0x8000_0001],
        [0x2000, 0x10],
      ],
      {},
    ],
    [
      'of the largest size',
      [
        [0x1000, 0x8000_0000],
        [0x2000, 0x10],
      ],
      { 0: [0x2000], 1: [0x1000] },
    ],
  ])('%s', (_, images, expected) => {
    expect(overlapping(...images)).toEqual(expected)
  })
  test('sixteen of them are told at most', () => {
    const all = overlapping(...Array.from({ length: 40 }, (_, at) => [0x1000 + at, 0x1000] as const))
    expect(Object.values(all).map(({ length }) => length)).toEqual(new Array(40).fill(16))
  })
})

test('the first byte of an image and the last one lie inside', () => {
  const image = { loadAddress: runtimeAddress(0x1000), size: 0x10 }
  expect([0xfff, 0x1000, 0x100f, 0x1010].map((one) => isInside(runtimeAddress(one), image))).toEqual([
    ...[false, true, true, false],
  ])
})

test('symbols of one width of pointers; those of an unknown architecture are of any', () => {
  const known = ['arm64', 'armv7', 'arm64_32', 'unknown'].map((arch) => makeKnown({ arch }))
  const archs = (width: 4 | 8 | undefined) => ofWidth(known, width).map(({ arch }) => arch)
  expect(archs(8)).toEqual(['arm64', 'unknown'])
  expect(archs(4)).toEqual(['armv7', 'arm64_32', 'unknown'])
  expect(archs(undefined)).toEqual(['arm64', 'armv7', 'arm64_32', 'unknown'])
})
