/** Builds and load addresses weighed for images that lack either, called alone with facts given by hand. */
import { describe, expect, test } from 'vitest'
import { advance, imageOffset, runtimeAddress, type ImageOffset } from '../../../src/core/model/address.ts'
import type { BinaryImage, KnownImage } from '../../../src/core/model/image.ts'
import { callSitesOfCode, callSitesOfReturns, type CallSites } from '../../../src/core/resolve/call-sites.ts'
import type { PlacedFrame } from '../../../src/core/resolve/frames.ts'
import type { ImagePlan } from '../../../src/core/resolve/image-plan.ts'
import { placeImages, rememberSites, type SitesOf } from '../../../src/core/resolve/place-images.ts'
import type { SymbolLookup } from '../../../src/core/resolve/symbol-lookup.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { makeKnown, makeSymbols } from '../../support/made-symbols.ts'
import { makeFrames, makeImage, uuid, type RowParts } from '../../support/report-builder.ts'

const base = runtimeAddress(0x104cc8000)
const offsets = (...list: readonly number[]) => list.map(imageOffset)
const [first, second, third] = ['B', 'C', 'D'].map((digit) => makeKnown({ uuid: uuid(digit) })) as [
  KnownImage,
  KnownImage,
  KnownImage,
]
const noSites: SitesOf = async () => undefined
const stated = { loadAddress: base, from: 'load-address', confidence: 0.75 } as const

const placed = (rows: readonly RowParts[]): PlacedFrame[] =>
  makeFrames(rows).map((frame) => ({ frame, kind: frame.kind }))

/** A row whose printed name puts a function at an address. */
const named = (name: string, start: bigint | number, distance = 8): RowParts => ({
  address: BigInt(start) + BigInt(distance),
  symbol: { name, offset: distance },
})

function planOf(
  rows: readonly RowParts[],
  parts: Partial<ImagePlan> = {},
  image: Partial<BinaryImage> = {},
): ImagePlan {
  return {
    image: makeImage({ name: 'App', ...image }),
    match: { kind: 'by-name', candidates: [first] },
    family: 'arm64',
    placement: undefined,
    frames: placed(rows),
    ...parts,
  }
}

/** Symbols whose builds have functions by name: the same ones, or those that are given by build. */
function symbolsWith(
  starts: Readonly<Record<string, readonly number[]>>,
  byBuild: ReadonlyMap<KnownImage, Readonly<Record<string, readonly number[]>>> = new Map(),
  more: Partial<SymbolLookup> = {},
): SymbolLookup {
  return makeSymbols([first, second, third], [], {
    findNames: async (known, names) =>
      names.map((name) => offsets(...((byBuild.get(known as KnownImage) ?? starts)[name] ?? []))),
    ...more,
  })
}

const only = async (plan: ImagePlan, symbols: SymbolLookup, sitesOf: SitesOf = noSites): Promise<ImagePlan> => {
  const [found] = await placeImages([plan], symbols, sitesOf)
  return found!
}
const several = { kind: 'by-name', candidates: [first, second, third] } as const

describe('a load address', () => {
  test('is the one that printed names give, with what was weighed', async () => {
    const plan = planOf([named('f', base + 0x1000n), named('g', base + 0x2000n)])
    const found = await only(plan, symbolsWith({ f: [0x1000], g: [0x2000] }))
    expect(found.placement).toMatchObject({ loadAddress: base, from: 'named-frames' })
    expect(found.placement?.confidence).toBeGreaterThan(0.99)
    expect(found.placement?.runnerUp).toBeUndefined()
    expect(found.placement?.evidence?.map(({ message }) => message.code)).toEqual(['inferred'])
    expect(found.placement?.evidence?.[0]?.text).toContain('2 of 2 named functions lie')
    expect(found.match).toBe(plan.match)
    expect(found.hypotheses).toMatchObject([{ uuid: first.uuid, loadAddress: base, slide: base - first.textVmaddr }])
    expect(found.hypotheses?.[0]?.confidence).toBe(found.placement?.confidence)
  })

  test('has another one beside it where a name speaks for that', async () => {
    const elsewhere = advance(base, 0x40000)
    const rows = [named('f', base + 0x1000n), named('g', base + 0x2000n), named('h', elsewhere + 0x3000n)]
    const found = await only(planOf(rows), symbolsWith({ f: [0x1000], g: [0x2000], h: [0x3000] }))
    expect(found.placement?.loadAddress).toBe(base)
    expect(found.placement?.runnerUp).toMatchObject({ loadAddress: elsewhere })
    expect(found.placement?.runnerUp?.confidence).toBeLessThan(0.01)
    expect(found.hypotheses?.map(({ loadAddress }) => loadAddress)).toEqual([base, elsewhere])
    const [best, other] = found.hypotheses ?? []
    expect((best?.nats ?? 0) - (other?.nats ?? 0)).toBeCloseTo(Math.log((0.9 * 0x4000) / 4 / 0.1), 1)
    // Two places behind the point are shown.
    for (const { nats } of found.hypotheses ?? []) expect(Number(nats.toFixed(2))).toBe(nats)
  })

  test('is none where names contradict each other, and three are told', async () => {
    const rows = [0, 1, 2, 3].map((at) => named(`f${at}`, base + BigInt(at) * 0x10000n))
    const found = await only(planOf(rows), symbolsWith({ f0: [0], f1: [0], f2: [0], f3: [0] }))
    expect(found.placement).toBeUndefined()
    expect(found.hypotheses).toHaveLength(3)
    // Each is as likely as the others, and less so than another program.
    for (const { confidence } of found.hypotheses ?? []) expect(confidence).toBeCloseTo(0.12, 2)
  })

  test('is sought for symbols of the UUID, and for chosen ones', async () => {
    for (const kind of ['matched', 'forced'] as const) {
      const plan = planOf([named('f', base)], { match: { kind, known: first } })
      expect((await only(plan, symbolsWith({ f: [0] }))).placement?.loadAddress).toBe(base)
    }
  })

  test('of symbols with the UUID is surer than of others', async () => {
    const symbols = symbolsWith({ f: [0] })
    const byName = await only(planOf([named('f', base)]), symbols)
    const byUuid = await only(planOf([named('f', base)], { match: { kind: 'matched', known: first } }), symbols)
    expect(byUuid.placement?.confidence).toBeGreaterThan(byName.placement?.confidence ?? 1)
  })

  test.each<[string, ImagePlan]>([
    ['no frames', planOf([])],
    ['no symbols', planOf([named('f', base)], { match: { kind: 'missing' } })],
    ['symbols of another build', planOf([named('f', base)], { match: { kind: 'wrong-build', have: [first] } })],
    ['a place', planOf([named('f', base)], { match: { kind: 'matched', known: first }, placement: stated })],
    ['a place, and one build of its name', planOf([named('f', base)], { placement: stated })],
    ['no facts', planOf([{ address: base }])],
    ['a place and builds, but no facts', planOf([{ address: base }], { match: several, placement: stated })],
  ])('an image with %s stays as it is', async (_, plan) => {
    expect(await only(plan, symbolsWith({ f: [0] }))).toBe(plan)
  })

  test('images that stay are those of the plans, beside others that are placed', async () => {
    const plans = [planOf([]), planOf([named('f', base)]), planOf([{ address: base }])]
    const found = await placeImages(plans, symbolsWith({ f: [0] }), noSites)
    expect([found[0], found[2]]).toEqual([plans[0], plans[2]])
    expect(found[1]?.placement?.loadAddress).toBe(base)
  })
})

describe('of several builds of a name', () => {
  const [right, wrong] = [{ f: [0x1000] }, { f: [0x9990] }]
  const builds = (a: typeof right, b: typeof right, c: typeof right) =>
    new Map([
      [first, a],
      [second, b],
      [third, c],
    ])
  const rows = [named('f', base + 0x1000n)]
  const placement = stated

  test('the one that fits the stated place is used, and the place stays as sure as it was', async () => {
    const plan = planOf(rows, { match: several, placement })
    const found = await only(plan, symbolsWith({}, builds(wrong, right, wrong)))
    expect(found.match).toEqual({ kind: 'by-name', candidates: [second] })
    expect(found.placement).toMatchObject(placement)
    expect(found.placement?.runnerUp).toBeUndefined()
    expect(found.placement?.evidence?.map(({ message }) => message)).toEqual([
      { code: 'bestOfBuilds', params: { count: 3, uuid: second.uuid } },
    ])
    expect(found.alike).toBeUndefined()
    expect(found.hypotheses?.map(({ uuid: id }) => id)).toEqual([second.uuid, first.uuid, third.uuid])
    // Posterior shares, not those of an inferred place.
    const told = (found.hypotheses ?? []).reduce((sum, { confidence }) => sum + confidence, 0)
    expect(told).toBeGreaterThan(0.99)
    expect(told).toBeLessThan(1)
  })

  test('two that fit alike are told, and none of them is used', async () => {
    const found = await only(planOf(rows, { match: several, placement }), symbolsWith({}, builds(right, wrong, right)))
    expect(found.alike).toEqual([first, third])
    expect([found.match, found.placement]).toEqual([several, placement])
    expect(found.hypotheses).toHaveLength(3)
  })

  test('of none that fits none is told as alike', async () => {
    const found = await only(planOf(rows, { match: several, placement }), symbolsWith({}, builds(wrong, wrong, wrong)))
    expect([found.match, found.placement, found.alike]).toEqual([several, placement, undefined])
  })

  test('the one that fits is used together with its load address', async () => {
    const two = [named('f', base + 0x1000n), named('g', base + 0x2000n)]
    const symbols = symbolsWith({}, builds({ f: [] }, { f: [0x1000], g: [0x2000] } as typeof right, { f: [] }))
    const found = await only(planOf(two, { match: several }), symbols)
    expect(found.match).toEqual({ kind: 'by-name', candidates: [second] })
    expect(found.placement).toMatchObject({ loadAddress: base, from: 'named-frames' })
    expect(found.placement?.evidence?.map(({ message }) => message.code)).toEqual(['bestOfBuilds', 'inferred'])
    expect(found.family).toBe('arm64')
  })

  test('the architecture is then that of the build', async () => {
    const intel = makeKnown({ uuid: uuid('E'), arch: 'x86_64' })
    const plan = planOf(rows, { match: { kind: 'by-name', candidates: [first, intel] }, placement, family: 'other' })
    const found = await only(plan, symbolsWith(wrong, new Map([[intel, right]])))
    expect([found.match, found.family]).toEqual([{ kind: 'by-name', candidates: [intel] }, 'x86_64'])
  })
})

describe('images that would overlap', () => {
  const symbols = symbolsWith({ f: [0], g: [0] })
  const pair = (size?: number): readonly ImagePlan[] =>
    [named('f', base), named('g', base + 0x4000n)].map((row) =>
      planOf([row], { match: { kind: 'matched', known: first } }, size === undefined ? {} : { size }),
    )
  const count = (plans: readonly ImagePlan[]): number => plans.filter(({ placement }) => placement).length
  const layout = (extent: number) => ({ code: [{ start: imageOffset(0), size: extent }], functionStarts: [], extent })
  const listed =
    (at: number): SitesOf =>
    async () =>
      callSitesOfReturns(offsets(0x10, at))

  test('are not both believed, whatever bounds them', async () => {
    expect(count(await placeImages(pair(), symbols, noSites))).toBe(2)
    expect(count(await placeImages(pair(0x4000), symbols, noSites))).toBe(2)
    expect(count(await placeImages(pair(0x4001), symbols, noSites))).toBe(0)
    expect(count(await placeImages(pair(), symbols, listed(0x3000)))).toBe(2)
    expect(count(await placeImages(pair(), symbols, listed(0x5000)))).toBe(0)
    const [short, long] = [0x4000, 0x100000].map((extent) => ({ ...symbols, layout: async () => layout(extent) }))
    expect(count(await placeImages(pair(), short!, noSites))).toBe(2)
    expect(count(await placeImages(pair(), long!, noSites))).toBe(0)
    // The report's own size goes first.
    expect(count(await placeImages(pair(0x4000), symbols, listed(0x5000)))).toBe(2)
  })

  test('one with a place leaves none for another there', async () => {
    const other = (size?: number) =>
      planOf(
        [],
        { match: { kind: 'missing' }, placement: stated },
        { name: 'Lib', ...(size !== undefined && { size }) },
      )
    const plan = planOf([named('f', base)])
    const [free] = await placeImages([plan, other()], symbols, noSites)
    const [taken] = await placeImages([plan, other(0x1000)], symbols, noSites)
    expect([free?.placement?.loadAddress, taken]).toEqual([base, plan])
  })

  test('a listed region of code is the start of its image, and no place for another', async () => {
    const region = (file: string) => [{ loadAddress: base, size: 0x8000, file }]
    const plan = planOf([{ address: advance(base, 0x100) }])
    const [own] = await placeImages([plan], symbols, noSites, region('/x/App'))
    expect(own?.placement).toMatchObject({ loadAddress: base, from: 'load-address' })
    const [other] = await placeImages([planOf([named('f', base)])], symbols, noSites, region('/x/Lib'))
    expect(other?.placement).toBeUndefined()
  })
})

describe('facts of frames', () => {
  const returns = offsets(0x1010, 0x2020, 0x5034, 0x9048, 0xd05c, 0xd160, 0xf174)
  const rows = returns.map((at): RowParts => ({ address: base + BigInt(at), kind: 'return' }))
  const sitesOf: SitesOf = async () => callSitesOfReturns(returns)
  const counted = async (more: readonly PlacedFrame[], family: 'arm64' | 'x86_64' = 'arm64') => {
    const known = makeKnown({ uuid: uuid('F'), arch: family })
    const plan = planOf(rows, { match: { kind: 'matched', known } })
    const found = await only({ ...plan, frames: [...plan.frames, ...more] }, symbolsWith({}), sitesOf)
    const fact = found.hypotheses?.[0]?.evidence.find(({ code }) => code === 'returns')
    return [found.placement?.loadAddress, fact?.params]
  }
  const one = (row: RowParts, more: Partial<PlacedFrame> = {}): PlacedFrame => {
    const [frame] = makeFrames([{ kind: 'return', ...row }], 100)
    return { frame: frame!, kind: frame!.kind, ...more }
  }
  const stray = base + 0x6000n
  test.each<[string, readonly PlacedFrame[], number, number]>([
    ['alone', [], 7, 7],
    ['and one that follows no call', [one({ address: stray })], 7, 8],
    ['and one without an address', [one({})], 7, 7],
    ['and one at nothing', [one({ address: 0 })], 7, 7],
    ['and one that did not call', [one({ address: stray, kind: 'exact' })], 7, 7],
    ['and one that waits', [one({ address: stray, kind: 'async' })], 7, 7],
    ['and one between instructions', [one({ address: stray + 2n })], 7, 7],
    ['and the first rows of an inlined call', [one({ address: stray }, { expanded: { row: 0, rows: 2 } })], 7, 7],
    ['and the last row of an inlined call', [one({ address: stray }, { expanded: { row: 1, rows: 2 } })], 7, 8],
    ['and one twice', [one({ address: base + 0x1010n })], 7, 7],
    ['and a signed one', [one({ address: (0x28n << 48n) | (base + 0x2020n) })], 7, 7],
  ])('return addresses %s', async (_, more, hits, all) => {
    expect(await counted(more)).toEqual([base, { hits, all }])
  })
  test('instructions of Intel may begin anywhere', async () => {
    expect(await counted([one({ address: stray + 2n })], 'x86_64')).toEqual([base, { hits: 7, all: 8 }])
  })

  test('a name with a distance is looked up once; others are not', async () => {
    const asked: (readonly string[])[] = []
    const symbols = symbolsWith({}, new Map(), {
      findNames: async (_, names) => {
        asked.push(names)
        return names.map(() => offsets(0))
      },
    })
    const more: readonly RowParts[] = [
      named('f', base),
      named('f', base, 12),
      { address: base, symbol: { name: 'bare' } },
      { address: base, symbol: { name: 'App', offset: 4 } },
      { address: base, symbol: { name: '<redacted>', offset: 4 } },
    ]
    await only(planOf(more), symbols)
    await only(planOf(more.slice(2)), symbols)
    expect(asked).toEqual([['f']])
  })

  test('a name that the symbols lack is no fact', async () => {
    const found = await only(planOf([named('f', base), named('gone', base + 0x40n)]), symbolsWith({ f: [0] }))
    expect(found.hypotheses?.[0]?.evidence.find(({ code }) => code === 'names')?.params).toEqual({
      agreeing: 1,
      all: 1,
    })
  })
})

describe('a direct call and the frame below', () => {
  const nop = 0xd503201f
  const bl = (words: number): number => (0x94000000 | (words & 0x3ffffff)) >>> 0
  // Three functions of four words: the first calls the second, the second the third.
  const words = [nop, bl(3), nop, nop, nop, bl(3), nop, nop, nop, nop, nop, nop]
  const code = {
    sections: [{ start: imageOffset(0), bytes: Uint8Array.from(new ByteWriter().u32(...words).done()) }],
    functionStarts: offsets(0, 0x10, 0x20),
  }
  const sitesOf: SitesOf = async () => callSitesOfCode(code, 'arm64')
  const callees = async (below: RowParts, isHere = true): Promise<unknown> => {
    const [frame, caller] = makeFrames([below, { address: base + 8n, kind: 'return' }])
    const frames: PlacedFrame[] = [{ frame: caller!, kind: 'return', callee: frame! }]
    if (isHere) frames.unshift({ frame: frame!, kind: frame!.kind })
    const plan = { ...planOf([], { match: { kind: 'matched', known: first } }), frames }
    const found = await only(plan, symbolsWith({}), sitesOf)
    const own = found.hypotheses?.find(({ loadAddress }) => loadAddress === base)
    return own?.evidence.find(({ code: fact }) => fact === 'callees')?.params
  }
  test.each<[string, RowParts, boolean, unknown]>([
    ['in the function that is called', { address: base + 0x10n, kind: 'exact' }, true, { fitting: 1, all: 1 }],
    ['in another', { address: base + 0x20n, kind: 'exact' }, true, { fitting: 0, all: 1 }],
    [
      'that returns to the end of the function',
      { address: base + 0x20n, kind: 'return' },
      true,
      { fitting: 1, all: 1 },
    ],
    ['that returns to its start', { address: base + 0x10n, kind: 'return' }, true, { fitting: 0, all: 1 }],
    ['with a signature', { address: (0x28n << 48n) | (base + 0x14n), kind: 'exact' }, true, { fitting: 1, all: 1 }],
    ['without an address', { kind: 'exact' }, true, undefined],
    ['in another image', { address: base + 0x10n, kind: 'exact' }, false, undefined],
  ])('%s', async (_, below, isHere, expected) => {
    expect(await callees(below, isHere)).toEqual(expected)
  })
})

describe('call sites', () => {
  const bytes = Uint8Array.from(new ByteWriter().u32(0xd503201f, 0xd63f0100).done())
  const section = (own: Uint8Array) => ({ start: imageOffset(0x100), bytes: own })
  const reading = (code: readonly Uint8Array[] | undefined, returns?: readonly ImageOffset[]) => {
    const read = { code: 0, returns: 0 }
    const sitesOf = rememberSites(
      makeSymbols([first], [], {
        code: async () => {
          read.code++
          return code && { sections: code.map(section), functionStarts: [] }
        },
        callReturns: async () => {
          read.returns++
          return returns
        },
      }),
    )
    return { read, sitesOf }
  }
  const coverages = (sites: CallSites | undefined): unknown => sites && [sites.extent, sites.coverages.length]

  test('are those of the code, else those that are listed, else none', async () => {
    const [code, empty] = [bytes, new Uint8Array()]
    expect(coverages(await reading([code]).sitesOf(first))).toEqual([0x108, 1])
    expect(coverages(await reading([empty, code]).sitesOf(first))).toEqual([0x108, 1])
    const listed = coverages(await reading(undefined, offsets(0x20)).sitesOf(first))
    expect(listed).toEqual([0x21, callSitesOfReturns(offsets(0x20)).coverages.length])
    expect(coverages(await reading([empty], offsets(0x20)).sitesOf(first))).toEqual(listed)
    expect(coverages(await reading([], offsets(0x20)).sitesOf(first))).toEqual(listed)
    expect(coverages(await reading(undefined, []).sitesOf(first))).toBeUndefined()
    expect(coverages(await reading(undefined).sitesOf(first))).toBeUndefined()
    expect(await rememberSites(makeSymbols([first], []))(first)).toBeUndefined()
  })

  test('are read once for each image', async () => {
    const { read, sitesOf } = reading([bytes])
    const found = await Promise.all([first, first, second].map(sitesOf))
    expect(found[1]).toBe(found[0])
    expect(read).toEqual({ code: 2, returns: 0 })
  })
})
