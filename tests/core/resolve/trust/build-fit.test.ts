/** Each fact moves the odds of a name in its direction, whatever else is known, and a fact counts once. */
import { expect, test } from 'vitest'
import { contradiction, countFacts, fitBuild, type FitPlace } from '../../../../src/core/resolve/trust/build-fit.ts'
import { randomFrom } from '../../../conformance/code-images.ts'
import { timesReference } from '../../../support/reference.ts'

const asked = { extent: 0x40000, mayBeRight: true, chanceOfCall: 0.15, coverages: [1] }
const fit = (places: readonly FitPlace[], more = {}): ReturnType<typeof fitBuild> =>
  fitBuild({ places, ...asked, ...more })

/** Places of up to a dozen frames with facts of all kinds, drawn. */
function drawPlaces(random: () => number): FitPlace[] {
  const chance = (share: number): boolean => random() < share
  return Array.from({ length: 1 + Math.floor(random() * 12) }, () => ({
    offset: 0x100 + Math.floor(random() * 0x3ff00),
    stays: random() * 0.5,
    ...(chance(0.7) && { call: chance(0.8) }),
    ...(chance(0.4) && { calleeFits: chance(0.7) }),
    ...(chance(0.3) && { isCalled: true }),
    ...(chance(0.2) && { name: (['agrees', 'differs', 'unknown'] as const)[Math.floor(random() * 3)] ?? 'unknown' }),
    ...(chance(0.1) && { gap: chance(0.5) ? ('outside' as const) : ('between' as const) }),
  }))
}

/** A fact, the place without it or with its opposite, and the place with it: the second is the likelier one. */
const better: readonly (readonly [string, Partial<FitPlace>, Partial<FitPlace>])[] = [
  ['a call ends there, against none known', {}, { call: true }],
  ['nothing known, against no call', { call: false }, {}],
  ['a direct call fits, against none', { call: true }, { call: true, calleeFits: true }],
  ['no direct call, against one that goes elsewhere', { call: true, calleeFits: false }, { call: true }],
  ['a frame above calls the function', { call: true }, { call: true, isCalled: true }],
  ['a printed name agrees', {}, { name: 'agrees' }],
  ['nothing printed, against a name that differs', { name: 'differs' }, {}],
  ['nothing printed, against a name that is unknown', { name: 'unknown' }, {}],
  ['covered, against between functions', { gap: 'between' }, {}],
  ['covered, against outside of all code', { gap: 'outside' }, {}],
  ['between functions, against outside', { gap: 'outside' }, { gap: 'between' }],
]

test.each(better)('%s: the name is likelier, and so is the build', (_name, worse, good) => {
  const random = randomFrom(7)
  for (let trial = 0; trial < 300; trial++) {
    const places = drawPlaces(random)
    const at = Math.floor(random() * places.length)
    const offset = 0x20 + trial
    const bare = { offset, stays: 0.2 }
    const [less, more] = [worse, good].map((facts) =>
      fit([...places.slice(0, at), { ...bare, ...facts }, ...places.slice(at)]),
    )
    expect(more?.right[at]).toBeGreaterThan(less?.right[at] ?? 1)
    expect(more?.fits).toBeGreaterThan(less?.fits ?? 1)
  }
})

test('all probabilities are between 0 and 1', () => {
  const random = randomFrom(8)
  for (let trial = 0; trial < 500; trial++) {
    const { right, fits } = fit(drawPlaces(random), { mayBeRight: random() < 0.5, chanceOfCall: random() })
    for (const share of [...right, fits]) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1.0000001)
    }
  }
})

test('a function without a name never raises a confidence', () => {
  const random = randomFrom(9)
  for (let trial = 0; trial < 300; trial++) {
    const places = drawPlaces(random)
    const at = Math.floor(random() * places.length)
    const unnamed = places.map((place, position) => (position === at ? { ...place, stays: 0 } : place))
    const [named, without] = [fit(places), fit(unnamed)]
    without.right.forEach((share, position) => expect(share).toBeLessThanOrEqual((named.right[position] ?? 0) + 1e-12))
    expect(without.fits).toBeCloseTo(named.fits, 12)
  }
})

test('code that is absent never raises a confidence above code that agrees', () => {
  const random = randomFrom(10)
  for (let trial = 0; trial < 300; trial++) {
    const offsets = Array.from({ length: 1 + Math.floor(random() * 10) }, () => Math.floor(random() * 0x40000))
    const absent = fit(offsets.map((offset) => ({ offset })))
    const agreeing = fit(offsets.map((offset) => ({ offset, call: true })))
    absent.right.forEach((share, at) => expect(share).toBeLessThan(agreeing.right[at] ?? 0))
    for (const share of absent.right) expect(share).toBeLessThan(0.95)
  }
})

test('a fact counts once, however many frames have it', () => {
  const place = { offset: 0x5000, call: true, calleeFits: true, stays: 0.1 }
  const [once, often] = [fit([place]), fit(Array.from({ length: 50 }, () => place))]
  expect(often.right[49]).toBeCloseTo(once.right[0] ?? 0, 12)
  expect(
    countFacts(
      Array.from({ length: 50 }, () => place),
      false,
    ),
  ).toMatchObject({ calls: { compared: 1 } })
})

test('where code repeats itself, calls and where they go say little', () => {
  const places = Array.from({ length: 8 }, (_, at) => ({ offset: 0x4000 * (at + 1), call: true, calleeFits: true }))
  expect(fit(places).right[7]).toBeGreaterThan(0.95)
  expect(fit(places, { chanceOfCall: 0.95 }).right[7]).toBeLessThan(0.95)
})

test('a list of call sites that lacks a call is weaker evidence than code without one', () => {
  const places = [
    { offset: 0x1000, call: true },
    { offset: 0x2000, call: false },
  ]
  const [listed, whole] = [fit(places, { coverages: [0.1, 0.3, 0.5, 0.7, 0.9] }), fit(places)]
  expect(listed.fits).toBeGreaterThan(whole.fits)
})

test('a build is told to be another one by what contradicts it, never without', () => {
  const missing = Array.from({ length: 6 }, (_, at) => ({ offset: 0x3000 * (at + 1), call: false }))
  expect(contradiction(fit(missing), countFacts(missing, false))).toBe('6 of 6 return addresses follow no call')
  const away = Array.from({ length: 4 }, (_, at) => ({ offset: 0x50000 + at * 16, gap: 'outside' as const }))
  expect(contradiction(fit(away), countFacts(away, false))).toBe('4 addresses lie outside of its code')
  const nothing = Array.from({ length: 50 }, (_, at) => ({ offset: 0x1000 * at }))
  expect(contradiction(fit(nothing, { mayBeRight: false }), countFacts(nothing, false))).toBeUndefined()
})

test('20,000 places take little time', () => {
  const places = Array.from({ length: 20_000 }, (_, at) => ({ offset: at * 8, call: at % 7 !== 0 }))
  expect(timesReference(() => fit(places, { extent: 160_000 }))).toBeLessThan(20)
})
