/** Maps that nobody's build wrote: each is read in bounded time and memory, and gives no place that it does not have. */
import { expect, test } from 'vitest'
import { formatNumber } from '../../../src/core/messages/numbers.ts'
import { MOST_SEGMENTS } from '../../../src/core/scripts/compiled-map.ts'
import { openLineMap } from '../../../src/core/scripts/line-map.ts'
import { openSourceMap, type ScriptMap } from '../../../src/core/scripts/source-map.ts'
import { FormatError } from '../../../src/core/model/problem.ts'
import { functionTable, mappingsOf, vlq } from '../../support/source-map-builder.ts'
import { timesReference } from '../../support/reference.ts'

const opened = (map: object): Promise<ScriptMap> =>
  openSourceMap({ path: 'main.jsbundle.map', blob: new Blob([JSON.stringify(map)]) })

const plain = { version: 3, sources: ['a.js'], names: [], mappings: 'AAAA' }
const part = (line: number, column: number, source: string, mappings = 'AAAA') => ({
  offset: { line, column },
  map: { ...plain, sources: [source], mappings },
})
const files = (map: ScriptMap, places: readonly (readonly [number, number])[]) =>
  map.locate(places.map(([line, column]) => ({ line, column }))).map((place) => place?.file)

test.each([
  ['segments', ','],
  ['lines', ';'],
])('10⁸ %s are counted and refused before any is decoded', async (_, mark) => {
  const map = await opened({ ...plain, mappings: mark.repeat(100_000_000) })
  const ask = (): unknown => {
    try {
      return map.locate([{ line: 1, column: 5 }])
    } catch (thrown) {
      return thrown
    }
  }
  expect(ask()).toBeInstanceOf(FormatError)
  expect(timesReference(ask)).toBeLessThan(40)
})

test('one number of ten million digits is no place', async () => {
  const map = await opened({ ...plain, mappings: `${'g'.repeat(10_000_000)}A` })
  expect(map.locate([{ line: 1, column: 5 }])).toEqual([undefined])
})

test('of sections that overlap, the last that begins before a place has it', async () => {
  const map = await opened({
    version: 3,
    sections: [part(0, 0, 'outer.js', 'AAAA;AAAA;AAAA;AAAA'), part(1, 0, 'inner.js'), part(1, 0, 'again.js')],
  })
  const [before, inside, behind] = files(map, [
    [1, 3],
    [2, 3],
    [4, 0],
  ])
  expect(before).toBe('outer.js')
  expect(['inner.js', 'again.js']).toContain(inside)
  // The later section ends the earlier one, also where it has nothing itself.
  expect(behind).toBeUndefined()
})

test('sections past the end of the bundle, and far past it, answer for nothing before them', async () => {
  const far = [part(1_000_000, 0, 'far.js'), part(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 'farther.js')]
  const map = await opened({ version: 3, sections: [part(0, 0, 'a.js'), ...far] })
  const found = files(map, [
    [1, 0],
    [2, 0],
    [1_000_001, 0],
    [Number.MAX_SAFE_INTEGER, 0],
  ])
  expect(found).toEqual(['a.js', undefined, 'far.js', undefined])
})

test('a section that names itself, or a place of less than nothing, is refused', async () => {
  let itself: object = { version: 3, sections: [] }
  for (let depth = 0; depth < 2000; depth++)
    itself = { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: itself }] }
  await expect(opened(itself)).rejects.toMatchObject({ problem: { variant: 'depth' } })
  await expect(opened({ version: 3, sections: [part(-1, 0, 'a.js')] })).rejects.toMatchObject({
    problem: { variant: 'sections' },
  })
})

test('mappings to sources, lines, columns and names that are not there lead nowhere', async () => {
  const wrong = [
    [[0, 9, 0, 0]], // no such source
    [[0, -1, 0, 0]],
    [[0, 0, -5, 0]], // before the first line
    [[0, 0, 0, -5]],
    [[0]], // says that nothing is there
    [[0, 0, 3, 4, 77]], // no such name
  ]
  const map = await opened({ ...plain, mappings: mappingsOf(wrong) })
  const places = map.locate(wrong.map((_, at) => ({ line: at + 1, column: 0 })))
  expect(places.slice(0, 5)).toEqual([undefined, undefined, undefined, undefined, undefined])
  expect(places[5]).toEqual({ file: 'a.js', line: 4, column: 5 })
})

test('a report’s line 0, or a column below 0, is no place', async () => {
  const map = await opened(plain)
  const odd = [
    { line: 0, column: 0 },
    { line: -7, column: 0 },
    { line: 1, column: -1 },
  ]
  expect(map.locate(odd)).toEqual([undefined, undefined, undefined])
})

test('a table of functions of 20 MB is left out, and the place stays', async () => {
  const map = await opened({
    ...plain,
    x_facebook_sources: [[{ names: ['f'], mappings: `AAA${','.repeat(20 << 20)}` }]],
  })
  expect(map.locate([{ line: 1, column: 0 }])).toEqual([{ file: 'a.js', line: 1, column: 1 }])
})

test('many frames in a segment decode it once', async () => {
  const mappings = Array.from({ length: 200_000 }, (_, at) => `${vlq(at === 0 ? 0 : 1)}AAA`).join(',')
  const map = await opened({ ...plain, x_facebook_segments: { 1: { ...plain, mappings } } })
  const ask = (count: number) => (): unknown =>
    map.locate(Array.from({ length: count }, (_, at) => ({ file: 'seg-1.js', line: 1, column: at })))
  expect(map.locate([{ file: 'seg-1.js', line: 1, column: 7 }])[0]?.file).toBe('a.js')
  expect(timesReference(ask(2000))).toBeLessThan(20)
})

test('a map of lines with a million lines that lead nowhere is read, and gives nothing', async () => {
  const lines = Object.fromEntries(Array.from({ length: 1_000_000 }, (_, at) => [String(-1 - at), at]))
  const map = await openLineMap({
    path: 'LineNumberMappings.json',
    blob: new Blob([JSON.stringify({ 'a.cpp': { 'a.cs': lines } })]),
  })
  expect(map.originalOf('a.cpp', 1)).toBeUndefined()
})

test('the limit of segments is one for all sections together', async () => {
  const part = (column: number) => ({
    offset: { line: 0, column },
    map: { version: 3, sources: ['a.js'], names: [], mappings: `AAAA${';'.repeat(MOST_SEGMENTS / 2 + 1)}` },
  })
  const map = await opened({ version: 3, file: 'main.jsbundle', sections: [part(0), part(100)] })
  expect(() => map.locate([5, 105].map((column) => ({ line: 1, column })))).toThrow(
    `up to ${formatNumber(MOST_SEGMENTS)} can be read`,
  )
  // Each look-up begins anew.
  expect(map.locate([{ line: 1, column: 5 }])[0]?.file).toBe('a.js')
})

test.each<[string, object]>([
  [
    'functions',
    {
      ...plain,
      sources: ['a.js'],
      mappings: `AAA${vlq(200_000)}`,
      x_facebook_sources: [functionTable(['f'], [[0, 0, 1]])].map(([table]) => [
        { ...table, mappings: `AAA${',CAA'.repeat(200_000)}` },
      ]),
    },
  ],
  [
    'sections',
    {
      version: 3,
      sections: Array.from({ length: 100_000 }, (_, line) => ({
        offset: { line: line === 0 ? 0 : line + 10, column: 0 },
        map: { version: 3, sources: line === 0 ? ['a.js'] : [], names: [], mappings: line === 0 ? 'AAAA' : '' },
      })),
    },
  ],
])('places are not searched anew for each: many %s', async (_, content) => {
  const map = await opened(content)
  const places = Array.from({ length: 2000 }, (_, column) => ({ line: 1, column }))
  let found: readonly unknown[] = []
  expect(timesReference(() => (found = map.locate(places)))).toBeLessThan(20)
  expect(found.filter((place) => place === undefined)).toEqual([])
})
