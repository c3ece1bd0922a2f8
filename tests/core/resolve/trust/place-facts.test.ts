/** What each place of a report says about symbols that only a name ties to it: counted, and in the odds of its name. */
import { describe, expect, test } from 'vitest'
import { imageOffset } from '../../../../src/core/model/address.ts'
import type { Call, KnownImage } from '../../../../src/core/model/image.ts'
import { callSitesOfReturns, type CallSites } from '../../../../src/core/resolve/call-sites.ts'
import type { ImagePlan } from '../../../../src/core/resolve/image-plan.ts'
import {
  fitPlaces,
  type AnsweredPlace,
  type CalleeFit,
  type PlacesFit,
} from '../../../../src/core/resolve/trust/place-facts.ts'
import { makeKnown, makeSymbols } from '../../../support/made-symbols.ts'
import { makeFrames, makeImage, uuid, type RowParts } from '../../../support/report-builder.ts'

const concrete: Call = {
  function: 'f(int)',
  mangled: '_Z1fi',
  inlined: false,
  source: 'symtab',
  functionOffset: 0x10,
  functionStart: imageOffset(0x1000),
  functionSize: 0x40,
}

/** The call, of which some parts are not known. */
function without(...keys: readonly (keyof Call)[]): Call {
  const call: Record<string, unknown> = { ...concrete }
  for (const key of keys) delete call[key]
  return call as unknown as Call
}

interface Given {
  readonly row?: RowParts
  readonly calls?: readonly Call[]
  readonly at?: number
  readonly afterCall?: boolean
  readonly inner?: boolean
}

function placeOf(
  { row = {}, calls = [concrete], at = 0x1010, afterCall = false, inner = false }: Given,
  id = 0,
): AnsweredPlace {
  const [frame] = makeFrames([row], id)
  const point = { offset: imageOffset(afterCall ? at - 1 : at), at: imageOffset(at), afterCall, notes: [] }
  return { frame: frame!, point, calls, inner }
}

interface Around {
  readonly sites?: CallSites
  readonly callees?: ReadonlyMap<number, CalleeFit>
  readonly starts?: Readonly<Record<string, readonly number[]>>
  readonly layout?: readonly (readonly [start: number, size: number])[]
  readonly known?: KnownImage
  readonly uuid?: ReturnType<typeof uuid>
}

/** What was looked up by name goes to `asked`. */
async function fit(given: readonly Given[], around: Around = {}, asked: string[] = []): Promise<PlacesFit> {
  const {
    sites,
    callees = new Map<number, CalleeFit>(),
    starts = {},
    layout,
    known = makeKnown({}),
    uuid: own,
  } = around
  const plan: ImagePlan = {
    image: makeImage({ name: 'App', ...(own && { uuid: own }) }),
    match: { kind: 'by-name', candidates: [known] },
    family: 'arm64',
    placement: undefined,
    frames: [],
  }
  const symbols = makeSymbols([known], [], {
    findNames: async (_, names) => {
      asked.push(...names)
      return names.map((name) => (starts[name] ?? []).map(imageOffset))
    },
    ...(layout && {
      layout: async () => ({
        code: layout.map(([start, size]) => ({ start: imageOffset(start), size })),
        functionStarts: [],
        extent: 0x10000,
      }),
    }),
  })
  return fitPlaces({ plan, known, answered: given.map(placeOf), callees, sites, symbols })
}

const printed = (name: string, offset?: number): RowParts => ({
  symbol: { name, ...(offset !== undefined && { offset }) },
})

describe('a printed name', () => {
  type Judgement = 'agrees' | 'differs' | 'unknown' | 'nothing'
  const judged = async (given: Given, starts: Around['starts'] = {}): Promise<Judgement> => {
    const { counts } = await fit([given], { starts })
    const { compared, differing } = counts.names
    return counts.unknownNames > 0 ? 'unknown' : differing > 0 ? 'differs' : compared > 0 ? 'agrees' : 'nothing'
  }
  const inline: readonly Call[] = [{ ...concrete, function: 'g', mangled: '_Z1gv', inlined: true }, concrete]
  const plainC: readonly Call[] = [{ ...concrete, function: 'run', mangled: '_run' }]
  test.each<[string, Given, Around['starts'], Judgement]>([
    ['and its distance', { row: printed('_Z1fi', 0x10) }, {}, 'agrees'],
    ['as a person reads it', { row: printed('f(int)', 0x10) }, {}, 'agrees'],
    ['one byte off, as behind a call', { row: printed('_Z1fi', 0x0f) }, {}, 'agrees'],
    ['one byte off, the other way', { row: printed('_Z1fi', 0x11) }, {}, 'agrees'],
    ['two bytes off', { row: printed('_Z1fi', 0x12) }, {}, 'differs'],
    ['two bytes off, the other way', { row: printed('_Z1fi', 0x0e) }, {}, 'differs'],
    ['without a distance', { row: printed('_Z1fi') }, {}, 'nothing'],
    [
      'of a function whose start is not known',
      { row: printed('_Z1fi', 0x10), calls: [without('functionStart')] },
      {},
      'nothing',
    ],
    ['of an inlined call', { row: printed('g', 0x10), calls: inline }, {}, 'nothing'],
    ['of the function around an inlined call', { row: printed('f(int)', 0x10), calls: inline }, {}, 'agrees'],
    ['without the underscore of C', { row: printed('run', 0x10), calls: plainC }, {}, 'agrees'],
    [
      'with the underscore of C',
      { row: printed('_run', 0x10), calls: [{ ...concrete, function: 'run', mangled: 'run' }] },
      {},
      'agrees',
    ],
    ['that the symbols lack', { row: printed('gone', 0x10) }, {}, 'unknown'],
    ['that they have there', { row: printed('label', 0x10) }, { label: [0x9000, 0x1000] }, 'agrees'],
    ['that they have elsewhere', { row: printed('label', 0x10) }, { label: [0x1010] }, 'differs'],
    ['that they have somewhere, without a distance', { row: printed('label') }, { label: [0x1010] }, 'differs'],
    ['where they have nothing', { row: printed('label', 0x10), calls: [] }, { label: [0x1000] }, 'agrees'],
    ['of a row whose offset is another row’s', { row: printed('gone', 0x10), inner: true }, {}, 'nothing'],
    ['that is the image’s', { row: printed('App', 0x10) }, {}, 'nothing'],
    ['that hides the name', { row: printed('<redacted>', 0x10) }, {}, 'nothing'],
    ['none', {}, {}, 'nothing'],
  ])('%s', async (_, given, starts, expected) => {
    expect(await judged(given, starts)).toBe(expected)
  })

  test('is looked up once, where the symbols have another name there', async () => {
    const asked: string[] = []
    const names = ['gone', 'gone', '_Z1fi', '<redacted>', 'label']
    await fit(
      names.map((name, at) => ({ row: printed(name, 0x10), at: 0x1010 + 0x100 * at })),
      {},
      asked,
    )
    expect(asked).toEqual(['gone', 'label'])
    expect(await fit([{ row: printed('_Z1fi', 0x10) }], {}, asked)).toBeDefined()
    expect(asked).toHaveLength(2)
  })
})

describe('a return address', () => {
  const whole: CallSites = {
    endsCall: (at) => (at === 0x1010 ? true : at === 0x2010 ? false : undefined),
    targetOf: () => undefined,
    functionOf: () => undefined,
    jumpsTo: () => false,
    placesAt: () => [],
    pages: () => 1,
    extent: 0x10000,
    coverages: [1],
    chanceWhenMoved: () => 0.1,
  }
  const listed = callSitesOfReturns([imageOffset(0x1010)])
  const calls = async (given: Given, sites?: CallSites): Promise<unknown> => {
    const { counts } = await fit([given], sites ? { sites } : {})
    return [counts.calls.compared, counts.calls.ending, counts.calls.missing]
  }
  test.each<[string, Given, CallSites | undefined, readonly number[]]>([
    ['behind a call', { at: 0x1010, afterCall: true }, whole, [1, 1, 0]],
    ['behind none', { at: 0x2010, afterCall: true }, whole, [1, 0, 1]],
    ['outside of the code', { at: 0x3010, afterCall: true }, whole, [0, 0, 0]],
    ['that is none', { at: 0x1010 }, whole, [0, 0, 0]],
    ['behind a listed call', { at: 0x1010, afterCall: true }, listed, [1, 1, 0]],
    ['behind none that is listed', { at: 0x2010, afterCall: true }, listed, [1, 0, 0]],
    ['without any call sites', { at: 0x1010, afterCall: true }, undefined, [0, 0, 0]],
  ])('%s', async (_, given, sites, expected) => {
    expect(await calls(given, sites)).toEqual(expected)
  })

  test('and where its call goes', async () => {
    const given = [{ at: 0x1010 }, { at: 0x1810, calls: [{ ...concrete, functionStart: imageOffset(0x1800) }] }]
    const at = async (callees: readonly (readonly [number, CalleeFit])[]): Promise<PlacesFit> =>
      fit(given, { sites: whole, callees: new Map(callees) })
    const [none, fits, differs] = [
      await at([]),
      await at([[1, { below: 0, fits: true }]]),
      await at([[1, { below: 0, fits: false }]]),
    ]
    expect([none, fits, differs].map(({ counts }) => counts.callees)).toEqual([
      { compared: 0, differing: 0 },
      { compared: 1, differing: 0 },
      { compared: 1, differing: 1 },
    ])
    const sure = ({ odds }: PlacesFit, id: number): number => odds.get(id)?.confidence ?? -1
    // The frame that is called gains, too, and only by a call that fits.
    for (const id of [0, 1]) {
      expect(sure(fits, id)).toBeGreaterThan(sure(none, id))
      expect(sure(differs, id)).toBeLessThan(sure(none, id))
    }
    const elsewhere = await at([[1, { below: 7, fits: true }]])
    expect(sure(elsewhere, 0)).toBeLessThan(sure(fits, 0))
  })
})

describe('an address without a function', () => {
  const gaps = async (at: number, more: Partial<Given> = {}, hasLayout = true): Promise<readonly number[]> => {
    const { counts } = await fit(
      [{ at, calls: [], ...more }],
      hasLayout
        ? {
            layout: [
              [0x1000, 0x100],
              [0x4000, 8],
            ],
          }
        : {},
    )
    return [counts.between, counts.outside]
  }
  test.each<[string, number, Partial<Given>, boolean, readonly number[]]>([
    ['at the first byte of code', 0x1000, {}, true, [1, 0]],
    ['at its last byte', 0x10ff, {}, true, [1, 0]],
    ['behind it', 0x1100, {}, true, [0, 1]],
    ['before it', 0xfff, {}, true, [0, 1]],
    ['in other code', 0x4000, {}, true, [1, 0]],
    ['right behind a call at its end', 0x1100, { afterCall: true }, true, [1, 0]],
    ['of symbols whose code is not known', 0x1100, {}, false, [0, 0]],
    ['that has one', 0x1100, { calls: [concrete] }, true, [0, 0]],
  ])('%s', async (_, at, more, hasLayout, expected) => {
    expect(await gaps(at, more, hasLayout)).toEqual(expected)
  })

  test('does not bring the layout to others', async () => {
    const { counts } = await fit([{ at: 0x9000, calls: [] }, { at: 0x9100 }], { layout: [[0x1000, 0x100]] })
    expect([counts.outside, counts.between]).toEqual([1, 0])
  })
})

describe('the odds of a name', () => {
  const oddsOf = async (call: Call, around: Around = {}): Promise<number> => {
    const { odds: all } = await fit([{ calls: [call] }], around)
    return all.get(0)?.confidence ?? -1
  }
  const odds = (call: Partial<Call>, around: Around = {}): Promise<number> => oddsOf({ ...concrete, ...call }, around)
  const size = (functionOffset: number, functionSize: number) => ({ functionOffset, functionSize })

  test('grow with the bytes of the function around the place, on either side', async () => {
    const [small, tailed, both, huge] = [
      await odds(size(4, 8)),
      await odds(size(4, 0x1000)),
      await odds(size(0x1000, 0x2000)),
      await odds(size(0x100000, 0x200000)),
    ]
    expect(tailed).toBeGreaterThan(small)
    expect(both).toBeGreaterThan(tailed)
    expect(huge).toBeGreaterThan(both)
    // The bytes before the place are worth as much as those behind it.
    expect(await odds(size(0xffc, 0x1000))).toBeCloseTo(await odds(size(4, 0x1000)), 12)
    // The shortest functions are alike, and so are the longest.
    expect(await odds(size(1, 2))).toBeCloseTo(small, 12)
    expect(await odds(size(0x40000, 0x80000))).toBeCloseTo(huge, 12)
    const [unknown] = [await oddsOf(without('functionOffset', 'functionSize'))]
    expect(unknown).toBeCloseTo(small, 12)
  })

  test('are lower for a function without a name than for any other', async () => {
    const small = await odds(size(4, 8))
    expect(await odds({ mangled: '', ...size(0x1000, 0x2000) })).toBeLessThan(small)
    expect(await odds({ source: 'described', ...size(0x1000, 0x2000) })).toBeLessThan(small)
  })

  test('are lower where the report states another build', async () => {
    const any = await odds({})
    expect(await odds({}, { uuid: makeKnown({}).uuid })).toBeCloseTo(any, 12)
    expect(await odds({}, { uuid: uuid('9') })).toBeLessThan(any)
    // The file does not say its build: a UUID that was made from its content.
    const made = makeKnown({ uuid: 'AAAAAAAA-AAAA-8AAA-AAAA-AAAAAAAAAAAA' as KnownImage['uuid'], kind: 'elf' })
    expect(await odds({}, { uuid: uuid('9'), known: made })).toBeCloseTo(any, 12)
  })

  test('have a term for each kind of fact that there is, and the terms add up', async () => {
    const sites = callSitesOfReturns([imageOffset(0x1010)])
    const callees = new Map([[0, { below: 1, fits: true }]])
    const given: readonly Given[] = [
      { row: printed('_Z1fi', 0x10), afterCall: true },
      { at: 0x2010, calls: [], row: printed('gone', 0x10) },
    ]
    const all = await fit(given, { sites, callees, layout: [[0x1000, 0x2000]] })
    const terms = all.odds.get(0)?.terms ?? []
    expect(terms.map(({ code, params }) => [code, params])).toEqual([
      ['tied-by-name', {}],
      ['names', { agreeing: 1, all: 1 }],
      ['returns', { hits: 1, all: 1 }],
      ['callees', { fitting: 1, all: 1 }],
      ['between', { count: 1 }],
    ])
    const confidence = all.odds.get(0)?.confidence ?? 0
    const sum = terms.reduce((total, { nats }) => total + nats, 0)
    expect(Math.abs(sum - Math.log(confidence / (1 - confidence)))).toBeLessThan(0.03)

    const codes = ({ odds: found }: PlacesFit): unknown => found.get(0)?.terms.map(({ code }) => code)
    expect(codes(await fit([{}]))).toEqual(['tied-by-name'])
    expect(codes(await fit([{ row: printed('gone', 4) }]))).toEqual(['tied-by-name', 'names'])
    expect(codes(await fit([{ afterCall: true }], { sites }))).toEqual(['tied-by-name', 'returns'])
    const away = await fit([{ calls: [], at: 0x9000 }], { layout: [[0x1000, 0x2000]] })
    expect(codes(away)).toEqual(['tied-by-name', 'outside'])
  })

  test('of very many places are told without terms', async () => {
    const many = async (count: number): Promise<readonly number[]> => {
      const { odds: found } = await fit(Array.from({ length: count }, (_, at) => ({ at: 0x1000 + at })))
      return [...found.values()].map(({ terms }) => terms.length)
    }
    expect(new Set(await many(2000))).toEqual(new Set([1]))
    expect(new Set(await many(2001))).toEqual(new Set([0]))
  })
})
