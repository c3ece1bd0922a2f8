/** Source maps: places, functions, sections and chains; which map is used for a report and how sure that is; and broken maps. */
import { TraceMap, originalPositionFor } from '@jridgewell/trace-mapping'
import { expect, test } from 'vitest'
import { formatNumber } from '../../../src/core/messages/numbers.ts'
import { createEngine } from '../../../src/core/engine.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { MOST_SEGMENTS } from '../../../src/core/scripts/compiled-map.ts'
import { openSourceMap } from '../../../src/core/scripts/source-map.ts'
import { sourceMapSource } from '../../../src/core/symbols/source-map.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { functionTable, mappingsOf } from '../../support/source-map-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const ID = '2A9D9A41-3C6A-4F0B-9B6F-7C8E1D2A4B10'
/** Of each: column of the bundle, source, line and column of it (from 0), name. */
const PLACES = [
  [10, 0, 4, 2, 0],
  [50, 0, 11, 6, 1],
  [90, 1, 2, 0, 2],
]
const TABLES = [
  functionTable(
    ['<global>', 'onPress'],
    [
      [0, 0, 1],
      [0, 1, 10],
    ],
  ),
  functionTable(['load'], [[0, 0, 1]]),
]

const plain = {
  version: 3,
  file: 'main.jsbundle',
  sources: ['src/Cart.tsx', 'src/api.ts'],
  names: ['item', 'press', 'fetch'],
  mappings: mappingsOf([PLACES]),
}
const withFunctions = { ...plain, x_facebook_sources: TABLES }

const fileOf = (map: unknown, path = 'main.jsbundle.map') => ({
  path,
  blob: new Blob([typeof map === 'string' ? map : JSON.stringify(map)]),
})
const openMap = (map: unknown) => openSourceMap(fileOf(map))

test('the last mapping at or before a column tells the place; lines and columns of sources count from 1', async () => {
  const map = await openMap(plain)
  const asked = [9, 10, 49, 50, 89, 90, 5000].map((column) => ({ line: 1, column }))
  expect(map.locate(asked).map((place) => place && `${place.file}:${place.line}:${place.column}`)).toEqual([
    undefined,
    'src/Cart.tsx:5:3',
    'src/Cart.tsx:5:3',
    'src/Cart.tsx:12:7',
    'src/Cart.tsx:12:7',
    'src/api.ts:3:1',
    'src/api.ts:3:1',
  ])
  const theirs = new TraceMap({ ...plain, version: 3 })
  for (const place of asked) {
    const { source, line } = originalPositionFor(theirs, place)
    expect(map.locate([place])[0]?.file).toBe(source ?? undefined)
    expect(map.locate([place])[0]?.line).toBe(line ?? undefined)
  }
})

test('Metro’s table names the function, and not the identifier at the place', async () => {
  const map = await openMap(withFunctions)
  const places = map.locate([10, 50, 90].map((column) => ({ line: 1, column })))
  expect(places.map((place) => place?.function)).toEqual(['<global>', 'onPress', 'load'])
  expect(places.map((place) => place?.identifier)).toEqual(['item', 'press', 'fetch'])
})

test.each<[string, unknown, object, string | undefined]>([
  [
    'a section',
    { version: 3, sections: [{ offset: { line: 4, column: 0 }, map: plain }] },
    { line: 5, column: 50 },
    'src/Cart.tsx:12',
  ],
  [
    'a section in the middle of a line',
    { version: 3, sections: [{ offset: { line: 4, column: 100 }, map: plain }] },
    { line: 5, column: 150 },
    'src/Cart.tsx:12',
  ],
  [
    'a section in a section',
    {
      version: 3,
      sections: [
        {
          offset: { line: 2, column: 0 },
          map: { version: 3, sections: [{ offset: { line: 3, column: 0 }, map: plain }] },
        },
      ],
    },
    { line: 6, column: 50 },
    'src/Cart.tsx:12',
  ],
  ['a root of sources', { ...plain, sourceRoot: '/app/' }, { line: 1, column: 50 }, '/app/src/Cart.tsx:12'],
  [
    'a module of a bundle in files of their own',
    { ...plain, mappings: `;;;${plain.mappings}`, x_facebook_offsets: [0, null, 3] },
    { file: '2.js', line: 1, column: 50 },
    'src/Cart.tsx:12',
  ],
  [
    'a module that the map does not list',
    { ...plain, x_facebook_offsets: [0, null, 3] },
    { file: '1.js', line: 1, column: 50 },
    undefined,
  ],
  [
    'a segment',
    { ...plain, mappings: '', x_facebook_segments: { 7: plain } },
    { file: 'seg-7.js', line: 1, column: 50 },
    'src/Cart.tsx:12',
  ],
  ['a segment that the map lacks', plain, { file: 'seg-7.js', line: 1, column: 50 }, undefined],
  [
    'a function of bytecode',
    { ...plain, x_hermes_function_offsets: { 0: [0, 40] } },
    { line: 1, column: 12, functionId: 1 },
    'src/Cart.tsx:12',
  ],
  ['a function that the map does not number', plain, { line: 1, column: 12, functionId: 1 }, undefined],
  ['a source that the map does not list', { ...plain, sources: [] }, { line: 1, column: 50 }, undefined],
  [
    'a line before the first',
    { ...plain, mappings: mappingsOf([[[0, 0, -3, 0]]]) },
    { line: 1, column: 50 },
    undefined,
  ],
  ['a line behind the last', plain, { line: 10_000_000, column: 0 }, undefined],
  [
    'tables of functions that are none',
    { ...plain, x_facebook_sources: [[{ names: 1, mappings: 2 }], 5] },
    { line: 1, column: 50 },
    'src/Cart.tsx:12',
  ],
  ['names that are none', { ...plain, names: [1, null], sources: ['a.js', 7] }, { line: 1, column: 50 }, 'a.js:12'],
])('%s', async (_, map, place, wanted) => {
  const [found] = (await openMap(map)).locate([place as { line: number; column: number }])
  expect(found && `${found.file}:${found.line}`).toBe(wanted)
})

const nested = (depth: number): unknown =>
  depth === 0 ? plain : { version: 3, sections: [{ offset: { line: 0, column: 0 }, map: nested(depth - 1) }] }

test.each<[string, unknown, string | undefined]>([
  ['cut JSON', JSON.stringify(plain).slice(0, -20), undefined],
  ['a list', '[]', undefined],
  ['no mappings', { version: 3, sources: [] }, 'mappings'],
  [
    'sections by address',
    { version: 3, sections: [{ offset: { line: 0, column: 0 }, url: 'https://example.com/a.map' }] },
    'url',
  ],
  ['sections without a place', { version: 3, sections: [{ map: plain }] }, 'sections'],
  ['sections in themselves, many times over', nested(100), 'depth'],
])('a broken map is refused with its reason: %s', async (_, map, variant) => {
  const refused: unknown = await openMap(map).catch((thrown: unknown) => thrown)
  expect(refused).toMatchObject({ problem: { code: 'bad-source-map', file: 'main.jsbundle.map' } })
  expect((refused as { problem: { variant?: string } }).problem.variant).toBe(variant)
})

test('mappings with characters that no encoder writes are told', async () => {
  const map = await openMap({ ...plain, mappings: 'AAAA;!!!' })
  expect(() => map.locate([{ line: 1, column: 5 }])).toThrow('damaged')
})

test('more segments than memory holds are counted, not decoded', async () => {
  const map = await openMap({ ...plain, mappings: ','.repeat(MOST_SEGMENTS + 1) })
  expect(() => map.locate([{ line: 1, column: 5 }])).toThrow(`up to ${formatNumber(MOST_SEGMENTS)} can be read`)
})

test.each<[string, string, boolean]>([
  ['version first', JSON.stringify(plain), true],
  ['mappings first', JSON.stringify({ mappings: 'AAAA', sources: ['a'], version: 3 }), true],
  ['a line against running it', `)]}'\n${JSON.stringify(plain)}`, true],
  ['sections', JSON.stringify({ version: 3, sections: [{ offset: { line: 0, column: 0 }, map: plain }] }), true],
  ['another JSON', JSON.stringify({ version: 3, threads: [], sources: 'x' }), false],
  ['a report that quotes a map', JSON.stringify({ app_name: 'x', mappings: 'AAAA' }), false],
  ['text', 'main.jsbundle:1:20', false],
])('maps are known by their beginning: %s', (_, text, isMap) => {
  expect(sourceMapSource.sniff(new TextEncoder().encode(text))).toBe(isMap)
})

async function symbolicated(
  text: string,
  ...maps: readonly { path: string; blob: Blob }[]
): Promise<SymbolicatedReport> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add(maps)
  const outcome = await engine.symbolicate({ path: 'crash.txt', blob: new Blob([text]) })
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value[0]!
}

const told = ({ resolutions }: SymbolicatedReport): readonly string[] =>
  resolutions.flatMap((one) => {
    const [call] = 'calls' in one ? one.calls : []
    if (!call || one.kind !== 'resolved') return [one.kind]
    return [`${call.function} ${call.file ?? ''}:${call.line ?? ''} ${one.grade.level}`]
  })
const codes = ({ report }: SymbolicatedReport): readonly string[] =>
  report.problems.map(({ code, variant }) => `${code}.${variant ?? ''}`)

const HERMES = `TypeError: undefined is not a function
    at onPress (address at main.jsbundle:1:55)
    at load (address at main.jsbundle:1:95)
    at anonymous (native)
`

test('frames get function, file, line and column; names that agree make a map likely', async () => {
  const named = await symbolicated(HERMES, fileOf(withFunctions))
  expect(told(named).slice(0, 2)).toEqual(['onPress src/Cart.tsx:12 likely', 'load src/api.ts:3 likely'])
})

test('minified names prove nothing: the map is used, and marked as doubtful', async () => {
  const named = await symbolicated(HERMES.replace('onPress', 'a').replace('load', 'b'), fileOf(plain))
  expect(told(named).slice(0, 2)).toEqual(['a src/Cart.tsx:12 doubtful', 'b src/api.ts:3 doubtful'])
})

test.each([
  ['at f (FILE:1:51)', 'src/Cart.tsx:12'],
  ['at f (FILE:1:50)', 'src/Cart.tsx:5'],
  ['f@FILE:1:50', 'src/Cart.tsx:12'],
  ['f@FILE:1:49', 'src/Cart.tsx:5'],
  ['at f (address at FILE:1:50)', 'src/Cart.tsx:12'],
  ['at f (address at FILE:1:49)', 'src/Cart.tsx:5'],
])('columns count as their writer counts them: %s', async (row, wanted) => {
  const line = row.replace('FILE', '/var/App.app/main.jsbundle')
  const named = await symbolicated(`Error: x\n    ${line}\n    ${line}\n`, fileOf(plain))
  expect(told(named)[0]).toContain(wanted)
})

test('without a map the report says which one is missing, and how to make it', async () => {
  const named = await symbolicated(HERMES)
  expect(codes(named)).toContain('script-map.missing')
  expect(named.report.problems[0]?.message).toContain('--platform ios')
  const android = await symbolicated(HERMES.replaceAll(/\bmain\.jsbundle/g, 'index.android.bundle'))
  expect(android.report.problems[0]?.message).toContain('--sourcemap-output index.android.bundle.map')
  expect(android.report.problems[0]?.message).not.toContain('ios')
})

test('a map of another bundle is not used where there is one of the name; of two of the name none is', async () => {
  const other = fileOf({ ...plain, file: 'other.bundle' }, 'other.bundle.map')
  expect(told(await symbolicated(HERMES, fileOf(withFunctions), other))[0]).toContain('src/Cart.tsx:12')
  const twice = await symbolicated(HERMES, fileOf(plain, 'a/main.jsbundle.map'), fileOf(plain, 'b/main.jsbundle.map'))
  expect(codes(twice)).toContain('script-map.several')
  expect(told(twice)[0]).toBe('already-named')
})

test('places that a map does not have are told', async () => {
  const named = await symbolicated(HERMES.replace(':1:95', ':7:95'), fileOf(plain))
  expect(codes(named)).toContain('script-map.outside')
})

test('a map into another map’s bundle leads on to the sources', async () => {
  const bytecode = { version: 3, sources: ['build/index.bundle'], names: [], mappings: mappingsOf([[[50, 0, 0, 50]]]) }
  const named = await symbolicated(
    HERMES,
    fileOf(bytecode, 'main.jsbundle.map'),
    fileOf({ ...plain, file: 'index.bundle' }, 'index.bundle.map'),
  )
  expect(told(named)[0]).toContain('src/Cart.tsx:12')
})

const sentry = (id: string): string =>
  JSON.stringify({
    event_id: 'a',
    platform: 'javascript',
    debug_meta: { images: [{ type: 'sourcemap', code_file: 'app:///main.jsbundle', debug_id: id }] },
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'x',
          stacktrace: { frames: [{ function: 'a', abs_path: 'app:///main.jsbundle', lineno: 1, colno: 51 }] },
        },
      ],
    },
  })

test('a debug id ties a map to its bundle; another debug id refuses it', async () => {
  const map = fileOf({ ...plain, debugId: ID.toLowerCase() })
  expect(told(await symbolicated(sentry(ID), map))).toEqual(['a src/Cart.tsx:12 exact'])
  const wrong = await symbolicated(sentry(ID.replace('2A', '2B')), map)
  expect(told(wrong)).toEqual(['already-named'])
  expect(codes(wrong)).toContain('script-map.wrong-build')
})

test('a map whose mappings cannot be read is told, and the report keeps its names', async () => {
  const named = await symbolicated(HERMES, fileOf({ ...plain, mappings: ','.repeat(MOST_SEGMENTS + 1) }))
  expect(codes(named)).toContain('bad-source-map.large')
  expect(told(named)[0]).toBe('already-named')
})

test('frames know their language', async () => {
  const { report }: { report: Report } = await symbolicated(HERMES)
  expect(report.threads[0]?.frames[0]?.language).toBe('javascript')
})

test('sections that stand in no order are still those of their places', async () => {
  const part = (column: number, source: string) => ({
    offset: { line: 0, column },
    map: { version: 3, sources: [source], names: [], mappings: 'AAAA' },
  })
  const map = await openMap({
    version: 3,
    file: 'main.jsbundle',
    sections: [part(100, 'second.js'), part(0, 'first.js')],
  })
  const columns = [0, 99, 100, 150]
  expect(map.locate(columns.map((column) => ({ line: 1, column }))).map((place) => place?.file)).toEqual([
    'first.js',
    'first.js',
    'second.js',
    'second.js',
  ])
})
