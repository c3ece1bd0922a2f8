/** How the worker's code is cut into files, and what each of them names. */
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { deepImports } from '../src/build/hoist-imports.ts'
import { workerChunks } from '../src/build/worker-chunks.ts'

const at = (relative: string): string => fileURLToPath(new URL(`../src/${relative}`, import.meta.url))

const START = at('worker/engine.worker.ts')
const ENGINE = at('worker/whole-engine.ts')
const NAMING = at('core/engine/names/naming.ts')

const imports = new Map<string, readonly string[]>([
  [START, ['words']],
  [ENGINE, ['model', 'index']],
  [at('core/reports/open-report.ts'), ['text']],
  [NAMING, ['words', 'model', 'resolve']],
  [at('core/engine/frames/fault.ts'), ['disassembly']],
  [at('core/resolve/ways.ts'), []],
  ['resolve', ['rules']],
])

const modulesOf = (known: ReadonlyMap<string, readonly string[]>) => ({
  getModuleInfo: (id: string) => (known.has(id) || !id.endsWith('.ts') ? { importedIds: known.get(id) ?? [] } : null),
})

it('puts what names of a crash need into one chunk, and what the engine has of it into another', () => {
  const { name } = workerChunks()
  const chunkOf = (id: string): string | null => name(id, modulesOf(imports))
  expect(['resolve', 'rules', 'disassembly', NAMING].map(chunkOf)).toEqual(['crash', 'crash', 'crash', 'crash'])
  expect(chunkOf('model')).toBe('common')
  // Modules for the worker's start are a chunk of their own, and so are modules that only the engine needs.
  expect(['words', 'index', 'text', START, ENGINE].map(chunkOf)).toEqual([null, null, null, null, null])
})

it('leaves workers alone that have no engine', () => {
  const { name } = workerChunks()
  expect(name('model', modulesOf(new Map()))).toBeNull()
  // The next worker of the same build has one.
  expect(name('model', modulesOf(imports))).toBe('common')
})

it('names the files that only imports of a file import, each once, and none that it imports itself', () => {
  const chunks = new Map(
    Object.entries({ a: ['b', 'c'], b: ['d'], c: ['d', 'b'], d: ['e', 'a'], e: [], lone: [] }).map(
      ([name, imported]) => [name, { imports: imported }] as const,
    ),
  )
  expect(deepImports('a', chunks)).toEqual(['d', 'e'])
  expect(deepImports('d', chunks)).toEqual(['b', 'c'])
  expect(deepImports('lone', chunks)).toEqual([])
})
