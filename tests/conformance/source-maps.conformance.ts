/** Source maps against Metro's own tool: single places, whole stacks through the built command line, and Hermes' bytecode. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ScriptPlace } from '../../src/core/model/script.ts'
import { openSourceMap, type ScriptMap, type SourcePlace } from '../../src/core/scripts/source-map.ts'
import { reportsOf, unslide, type JsonFrame } from '../support/cli.ts'
import { corpus } from './corpus.ts'

const root = `${corpus ?? ''}crossplatform/react-native/`
const text = (name: string): string => readFileSync(root + name, 'utf8')
const json = <T>(name: string): T => JSON.parse(text(name)) as T
const open = (name: string): Promise<ScriptMap> => openSourceMap({ path: name, blob: new Blob([text(name)]) })

/** As Metro's tool prints a place: the function where its table names one, else the identifier. */
function told(place: SourcePlace | undefined): string {
  if (!place) return 'null:null:null'
  return `${place.file}:${place.line}:${place.function ?? place.identifier ?? 'null'}`
}

test.runIf(corpus)('react-native-hermes.map: every place that was asked', async () => {
  const rows = text('react-native-hermes.map.positions.expected.tsv').trim().split('\n').slice(1)
  const asked = rows.map((row) => row.split('\t'))
  const map = await open('react-native-hermes.map')
  const places = map.locate(asked.map(([line, column]) => ({ line: Number(line), column: Number(column) })))
  const different = asked.flatMap(([line, column, wanted], at) =>
    told(places[at]) === wanted ? [] : [`${line}:${column} ${told(places[at])} ≠ ${wanted}`],
  )
  console.log(`${asked.length} places, ${asked.filter(([, , wanted]) => !wanted?.startsWith('null')).length} mapped`)
  expect(asked.length).toBeGreaterThanOrEqual(400)
  expect(different).toEqual([])
})

test.runIf(corpus)('single places that Metro’s tests state', async () => {
  const rows = text('single-positions.tsv').trim().split('\n').slice(1)
  for (const row of rows) {
    const [name = '', line, column = '', wanted] = row.split('\t')
    const fromOne = column.includes('1-based')
    const [place] = (await open(name)).locate([
      { line: Number(line), column: Number.parseInt(column, 10) - (fromOne ? 1 : 0) },
    ])
    expect(told(place), row).toBe(wanted)
  }
  expect(rows.length).toBe(4)
})

interface HermesFrame {
  readonly CJSModuleOffset?: number
  readonly FunctionID?: number
  readonly ByteCodeOffset?: number
  readonly SourceURL?: string
  readonly NativeCode?: boolean
}
interface Expected {
  readonly source?: string | null
  readonly line?: number | null
  readonly column?: number | null
  readonly name?: string | null
  readonly functionName?: string | null
}

function sameAs(place: SourcePlace | undefined, wanted: Expected): void {
  expect({
    source: place?.file ?? null,
    line: place?.line ?? null,
    // Metro counts columns from 0.
    column: place ? place.column - 1 : null,
    name: place?.identifier ?? null,
    functionName: place?.function ?? null,
  }).toEqual({
    source: wanted.source,
    line: wanted.line,
    column: wanted.column,
    name: wanted.name,
    functionName: wanted.functionName,
  })
}

test.runIf(corpus)('Hermes’ numbers of functions and offsets in their bytes, with segments', async () => {
  const map = await open('hermes.js.hbc.map')
  const frames = json<{ callstack: readonly HermesFrame[] }>('hermesStackTrace.json').callstack
  const wanted = json<readonly Expected[]>('hermesStackTrace.expected.json')
  let compared = 0
  frames.forEach((frame, at) => {
    if (frame.NativeCode) return
    const { CJSModuleOffset = 0, FunctionID = 0, ByteCodeOffset = 0, SourceURL = '' } = frame
    const place: ScriptPlace = {
      file: SourceURL,
      line: CJSModuleOffset + 1,
      column: ByteCodeOffset,
      functionId: FunctionID,
    }
    sameAs(map.locate([place])[0], wanted[at]!)
    compared++
  })
  expect(compared).toBe(5)
})

test.runIf(corpus)('Hermes’ coverage: offsets in the bytes of the bundle and of a segment', async () => {
  const map = await open('hermes.js.hbc.map')
  const functions = json<{ executedFunctions: readonly { line: number; column: number; SourceURL: string }[] }>(
    'coverageStackTrace.json',
  ).executedFunctions
  const wanted = json<readonly Expected[]>('coverageStackTrace.expected.json')
  functions.forEach(({ line, column, SourceURL: file }, at) =>
    sameAs(map.locate([{ line: line + 1, column, file }])[0], wanted[at]!),
  )
  expect(functions.length).toBe(3)
})

const framesOf = (out: string): readonly JsonFrame[] => {
  const [report] = reportsOf(out)
  return [...(report?.threads ?? []), ...(report?.backtraces ?? [])].flatMap(({ frames }) => frames)
}

/** `file:line` of each frame with a place; what has none is `null:null`. */
function placesOf(stack: string, map: string): readonly string[] {
  const { out } = unslide(['symbolicate', root + stack, '--symbols', root + map, '--format', 'json'])
  return framesOf(out).flatMap(({ calls, status }) => {
    const [call] = calls ?? []
    if (call?.source === 'source-map') return [`${call.file ?? ''}:${call.line ?? ''}`]
    return status === 'already-named' || status === undefined ? ['null:null'] : []
  })
}

/** Metro's tool counts columns of V8's rows from 0, V8 from 1: one of them lies on the first column of a mapping. */
const COUNTED_FROM_ONE: Readonly<Record<string, string>> = { 'testfile.node.stack 5': 'thrower.js:29' }

test.runIf(corpus).each<[string, string, RegExp]>([
  ['testfile.stack', 'testfile.js.map', /^(?:global )?(\S+?:\d+|null:null|eval code)/],
  ['testfile.node.stack', 'testfile.js.map', /(?:at |\()(?:eval at )?([^\s()]+?:(?:\d+|null)):/],
  ['with-function-map.stack', 'with-function-map.js.map', /^(\S+?:\d+)/],
])('%s through the command line', (stack, map, place) => {
  const wanted = text(`${stack}.expected.txt`)
    .trim()
    .split('\n')
    .flatMap((line) => place.exec(line)?.[1] ?? [])
    .map((one, at) => COUNTED_FROM_ONE[`${stack} ${at}`] ?? (one === 'eval code' ? 'null:null' : one))
  const found = placesOf(stack, map)
  console.log(`${stack}: ${wanted.length} rows`)
  expect(found).toEqual(wanted)
})

test.runIf(corpus)('functions of a table of functions', () => {
  const { out } = unslide([
    'symbolicate',
    `${root}with-function-map.stack`,
    '--symbols',
    `${root}with-function-map.js.map`,
    '--format',
    'json',
  ])
  const wanted = text('with-function-map.stack.expected.txt')
    .trim()
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf(':') + 1))
  expect(framesOf(out).map(({ calls }) => calls?.[0]?.function)).toEqual(wanted)
  expect(framesOf(out).map(({ grade }) => grade)).toEqual(wanted.map(() => 'likely'))
})

test.runIf(corpus).each(['rnfatal-hermes-address', 'rnfatal-jsc-minified'])(
  '%s.crash: the stack in the reason',
  (name) => {
    const { map, frames } = json<{ map: string; frames: readonly { expected: string }[] }>(`${name}.expected.json`)
    const { out } = unslide([
      'symbolicate',
      `${root}${name}.crash`,
      '--symbols',
      `${corpus ?? ''}crossplatform/${map}`,
      '--format',
      'json',
    ])
    const script = framesOf(out).slice(-frames.length)
    const found = script.map(({ calls }) => {
      const [call] = calls ?? []
      return call?.source === 'source-map' ? `${call.file ?? ''}:${call.line ?? ''}:${call.function}` : 'null:null:null'
    })
    expect(found).toEqual(frames.map(({ expected }) => expected))
  },
)

test.runIf(corpus)('Hermes’ call stack in JSON through the command line', () => {
  const wanted = json<readonly (Expected & { readonly NativeCode?: boolean })[]>('hermesStackTrace.expected.json')
  const found = placesOf('hermesStackTrace.json', 'hermes.js.hbc.map')
  expect(found).toEqual(wanted.map(({ source, line }) => `${source ?? 'null'}:${line ?? 'null'}`))
})
