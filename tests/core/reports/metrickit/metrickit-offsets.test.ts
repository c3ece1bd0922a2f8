/** Meanings of MetricKit's offsets at the limits of each rule, and the frames and stacks of a diagnostic. */
import { describe, expect, test } from 'vitest'
import { asObject, parseJson } from '../../../../src/core/reports/json/json.ts'
import {
  eachFrameObject,
  offsetMeanings,
  rootFrames,
  stacksOfTrees,
  subFrames,
} from '../../../../src/core/reports/metrickit/metrickit-offsets.ts'

const object = (value: unknown) => asObject(parseJson(JSON.stringify(value))?.value)
type Pair = readonly [address: number | undefined, value: number, uuid?: string]
const diagnostic = (...pairs: readonly Pair[]) =>
  object({
    callStackTree: {
      callStacks: pairs.map(([address, value, binaryUUID = 'A']) => ({
        callStackRootFrames: [{ address, offsetIntoBinaryTextSegment: value, binaryUUID }],
      })),
    },
  })
const meaning = (...pairs: readonly Pair[]): unknown => offsetMeanings([diagnostic(...pairs)])[0]?.get('A')
const load = (loadAddress?: bigint) => ({ meaning: 'load-address', ...(loadAddress !== undefined && { loadAddress }) })
const offset = (loadAddress?: bigint) => ({ meaning: 'offset', ...(loadAddress !== undefined && { loadAddress }) })
const G4 = 0x1_0000_0000

describe('one image', () => {
  test.each<[string, readonly Pair[], unknown]>([
    ['an offset', [[G4 + 0x5010, 0x1010]], offset(0x1_0000_4000n)],
    ['a load address', [[G4 + 0x5010, G4 + 0x4000]], load(0x1_0000_4000n)],
    ['a load address at 4 GB', [[G4 + 0x10, G4]], load(0x1_0000_0000n)],
    ['a load address without an address', [[undefined, G4]], load(0x1_0000_0000n)],
    ['below 4 GB without an address', [[undefined, G4 - 0x1000]], offset()],
    ['not on a page', [[G4 + 0x5010, G4 + 0x4010]], offset(0x1000n)],
    ['the address itself', [[G4 + 0x4000, G4 + 0x4000]], load(0x1_0000_4000n)],
    ['above the address', [[G4 + 0x4000, G4 + 0x5000]], offset()],
    ['nearly 4 GB below the address', [[2 * G4 + 0xfff, G4 + 0x1000]], load(0x1_0000_1000n)],
    ['4 GB below the address', [[2 * G4 + 0x1000, G4 + 0x1000]], offset(0x1_0000_0000n)],
    ['32 bits: the address itself', [[0x4000, 0x4000]], load(0x4000n)],
    ['4 GB, from a page', [[G4 + 0x5000, G4]], load(0x1_0000_0000n)],
    ['zero', [[G4 + 0x5000, 0]], offset(0x1_0000_5000n)],
    ['zero, and not on a page', [[G4 + 0x5010, 0]], offset(0x1_0000_5010n)],
    ['32 bits: a load address', [[0x5010, 0x4000]], load(0x4000n)],
    ['32 bits: as near as far', [[0x8000, 0x4000]], offset(0x4000n)],
    ['32 bits: nearer than far, on a page', [[0x7000, 0x4000]], offset(0x3000n)],
    ['32 bits: farther than near', [[0x9010, 0x4000]], offset(0x5010n)],
    ['an address of zero', [[0, 0x4010]], offset()],
    ['two that agree', [[G4 + 0x5010, 0x1010], [G4 + 0x5020, 0x1020]], offset(0x1_0000_4000n)],
    ['two that do not', [[G4 + 0x5010, 0x1010], [G4 + 0x6020, 0x1020]], offset()],
    ['three of which the last does not', [[G4 + 0x5010, 0x1010], [G4 + 0x5020, 0x1020], [G4 + 0x6020, 0x1020]], offset()],
    ['two load addresses', [[G4 + 0x5010, G4], [G4 + 0x5010, G4 + 0x1000]], load()],
    ['one that could be both beside one that is not', [[0x5010, 0x4000], [G4 + 0x5010, 0x1010]], offset()],
    ['an offset beside one at its address', [[G4 + 0x5010, 0x1010], [0x10, 0x10], [0x8, 0x10]], offset(0x1_0000_4000n)],
  ])('%s', (_, pairs, expected) => {
    expect(meaning(...pairs)).toEqual(expected)
  }) // prettier-ignore
})

test('an image that does not tell follows the others of the file, where more than half of them are clear', () => {
  const load: Pair = [G4 + 0x5010, G4, 'B']
  const clear: Pair = [G4 + 0x5010, 0x1010, 'C']
  const of = (own: readonly Pair[], ...others: readonly Pair[]) =>
    offsetMeanings([diagnostic(...own), ...others.map((pair) => diagnostic(pair))])[0]?.get('A')?.meaning
  const unclear: readonly Pair[] = [
    [G4 + 0x4000, G4 + 0x5000],
    [3 * G4 + 0x10, G4 + 0x10],
    [0x1000, G4],
    [undefined, G4 + 1],
  ]
  for (const pair of unclear) {
    expect([of([pair]), of([pair], load), of([pair, [G4 + 0x5010, 0x1010]], load)]).toEqual([
      ...['offset', 'load-address', 'load-address'],
    ])
    expect([of([pair], clear), of([pair], load, clear), of([pair], load, load, clear)]).toEqual([
      ...['offset', 'offset', 'load-address'],
    ])
    expect(of([pair], load, clear, clear)).toBe('offset')
  }
})

test('each diagnostic has its own images, and frames without one count together', () => {
  const maps = offsetMeanings([
    diagnostic([G4 + 0x5010, 0x1010, 'A'], [G4 + 0x9010, 0x1010, 'B'], [G4 + 0x10, 0x10, '']),
    object({}),
    diagnostic([G4 + 0x7010, 0x1010, 'A']),
  ])
  expect(maps.map((map) => Object.fromEntries(map))).toEqual([
    { A: offset(0x1_0000_4000n), B: offset(0x1_0000_8000n), '': offset(0x1_0000_0000n) },
    {},
    { A: offset(0x1_0000_6000n) },
  ])
  expect(offsetMeanings([])).toEqual([])
})

describe('frames and stacks', () => {
  const named = (name: string, ...below: readonly unknown[]) => ({ name, subFrames: below })
  test('in the order of the file', () => {
    const value = object({
      callStackTree: [
        { callStacks: [{ callStackRootFrames: [named('a', named('b', named('c')), {}, named('d')), null, named('e')] }] },
        7,
        { callStackThreads: [{ rootFrames: [named('f', 7)] }, null] },
        { callStacks: [], callStackThreads: [{ rootFrames: [named('not')] }], rootFrames: [named('g')] },
      ],
    })
    expect([...eachFrameObject(value)].map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    expect(stacksOfTrees(value).length).toBe(3)
  }) // prettier-ignore
  test('a piece of a file', () => {
    const piece = object({ offsetIntoBinaryTextSegment: 0, subFrames: [{ a: 1 }, {}] })
    expect(rootFrames(piece)).toEqual([piece])
    expect(subFrames(piece)).toEqual([{ a: 1 }])
    expect(rootFrames(object({ subFrames: [] }))).toEqual([])
    expect(rootFrames(object({ rootFrames: [], offsetIntoBinaryTextSegment: 0 }))).toEqual([])
    expect(rootFrames(object({ callStackRootFrames: [{ a: 1 }], rootFrames: [{ b: 1 }] }))).toEqual([{ a: 1 }])
    expect(stacksOfTrees(object({ callStacks: [{ a: 1 }] }))).toEqual([
      { tree: { callStacks: [{ a: 1 }] }, stack: { a: 1 } },
    ])
    expect(stacksOfTrees(object({ callStackTree: 7 }))).toEqual([])
  })
})
