/** Maps of scripts and of lines: every place lies in a source that the map lists, whatever its bytes are. */
import { FormatError } from '../../../src/core/model/problem.ts'
import type { ScriptPlace } from '../../../src/core/model/script.ts'
import { openNameMap } from '../../../src/core/scripts/name-map.ts'
import { openLineMap } from '../../../src/core/scripts/line-map.ts'
import { openSourceMap, type SourcePlace } from '../../../src/core/scripts/source-map.ts'
import { functionTable, mappingsOf } from '../../support/source-map-builder.ts'
import { mutateMap } from '../mutate-map.ts'
import { mutateJson } from '../mutate-text.ts'
import { madeText } from '../seeds.ts'
import { breakText, expectNotOurs, type Target } from '../target.ts'
import { blobOf } from './images.ts'

/** Undefined where the work ends with what is wrong with the input. */
async function told<T>(work: () => Promise<T> | T): Promise<T | undefined> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    expectNotOurs([thrown.problem])
    return undefined
  }
}

const asked: readonly ScriptPlace[] = [
  ...[0, 9, 10, 50, 90, 5000, 2 ** 31, 2 ** 53].map((column) => ({ line: 1, column })),
  ...[2, 3, 2000, 2 ** 53].map((line) => ({ line, column: 0 })),
  ...[0, 1, 7, 2 ** 31].map((functionId) => ({ line: 1, column: 12, functionId })),
  { file: 'seg-1.js', line: 1, column: 5 },
  { file: 'seg-1_3.js', line: 1, column: 5 },
  { file: 'js/3.js', line: 1, column: 5 },
]

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 1

function expectPlace(found: SourcePlace | undefined): void {
  if (!found) return
  const { file, line, column, function: name, identifier } = found
  if (typeof file !== 'string' || !isCount(line) || !isCount(column)) throw new Error('a place that is none')
  if ((name !== undefined && typeof name !== 'string') || (identifier !== undefined && typeof identifier !== 'string'))
    throw new Error('a name that is no text')
}

async function readMap(input: Uint8Array): Promise<void> {
  await told(async () => {
    const map = await openSourceMap({ path: 'main.jsbundle.map', blob: blobOf(input) })
    const found = await told(() => map.locate(asked))
    found?.forEach(expectPlace)
    // A place alone has the same answer as among others.
    for (const at of [1, 3, 13]) {
      const place = asked[at]
      const [alone] = (place && found && map.locate([place])) ?? []
      if (JSON.stringify(alone) !== JSON.stringify(found?.[at])) throw new Error('another answer for a place alone')
    }
    const paths = new Set(found?.flatMap((one) => one?.file ?? []))
    const texts = await told(async () => map.texts?.(paths))
    for (const [path, text] of texts ?? [])
      if (!paths.has(path) || typeof text !== 'string') throw new Error('a source that nobody asked for')
  })
}

async function readLines(input: Uint8Array): Promise<void> {
  await told(async () => {
    const map = await openLineMap({ path: 'LineNumberMappings.json', blob: blobOf(input) })
    for (const file of ['/build/Assembly-CSharp.cpp', 'Assembly-CSharp.cpp', '', '__proto__'])
      for (const line of [0, 99, 100, 103, 150, 2 ** 53]) {
        const found = map.originalOf(file, line)
        if (found && (typeof found.file !== 'string' || !Number.isSafeInteger(found.line)))
          throw new Error('a line that is none')
      }
  })
}

const plain = {
  version: 3,
  file: 'main.jsbundle',
  debugId: '2A9D9A41-3C6A-4F0B-9B6F-7C8E1D2A4B10',
  sourceRoot: '/src/',
  sources: ['Cart.tsx', 'api.ts'],
  sourcesContent: ['function onPress() {}\n', 'export const load = 1\n'],
  names: ['item', 'press', 'fetch'],
  mappings: mappingsOf([
    [
      [10, 0, 4, 2, 0],
      [50, 0, 11, 6, 1],
      [90, 1, 2, 0, 2],
    ],
    [[0, 1, 7, 0]],
  ]),
}
const metro = {
  ...plain,
  x_facebook_sources: [
    functionTable(
      ['<global>', 'onPress'],
      [
        [0, 0, 1],
        [0, 1, 10],
      ],
    ),
    functionTable(['load'], [[0, 0, 1]]),
  ],
}
const hermes = { ...metro, x_hermes_function_offsets: { 0: [0, 40, 88] } }
const indexed = {
  version: 3,
  file: 'main.jsbundle',
  sections: [
    { offset: { line: 0, column: 0 }, map: plain },
    {
      offset: { line: 0, column: 60 },
      map: { version: 3, sections: [{ offset: { line: 0, column: 2 }, map: metro }] },
    },
    { offset: { line: 1, column: 0 }, map: hermes },
  ],
}
const segmented = { ...metro, x_facebook_offsets: [0, null, 1, 1], x_facebook_segments: { 1: hermes, 2: indexed } }
const guarded = `)]}'\n${JSON.stringify(plain)}`

const unity = {
  '__debug-id__': '2a9d9a41-3c6a-3f0b-9b6f-7c8e1d2a4b10',
  '/build/Assembly-CSharp.cpp': { 'Assets/Player.cs': { '100': 7, '103': 9 }, 'Assets/Pad.cs': { '150': 2 } },
  '/old/Other.cpp': { 'a.cs': { '1': 1 } },
}

async function readNames(input: Uint8Array): Promise<void> {
  await told(async () => {
    const map = await openNameMap({ path: 'names.json', blob: blobOf(input) })
    if (map.renamed < 0) throw new Error('fewer than no names')
    for (const name of ['a', 'b', '', '__proto__', 'constructor']) map.originalOf(name)
  })
}

export function scriptTargets(): readonly Target[] {
  const maps = { plain, metro, hermes, indexed, segmented }
  return [
    {
      name: 'source-map',
      seeds: [
        ...Object.entries(maps).map(([name, map]) => madeText(name, JSON.stringify(map))),
        madeText('guarded', guarded),
      ],
      mutate: breakText(mutateMap),
      run: readMap,
    },
    {
      name: 'line-map',
      seeds: [madeText('small', JSON.stringify(unity))],
      mutate: breakText(mutateJson),
      run: readLines,
    },
    {
      name: 'name-map',
      seeds: [madeText('small', JSON.stringify(['Till', 'a', 'count', 'b', 'Kiosk', 'c', 'Till', 'a']))],
      mutate: breakText(mutateJson),
      run: readNames,
    },
  ]
}
