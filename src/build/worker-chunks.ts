/**
 * Two worker files: the code for names of a crash, and the code that it shares with the engine. Automatic splitting
 * made forty small files on five levels. Each level costs a round trip, and browsers send six requests at a time to an
 * HTTP/1.1 server.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Throws for a module that was moved: its code would be split into many small files again, in silence. */
function path(relative: string): string {
  const found = fileURLToPath(new URL(relative, import.meta.url))
  if (!existsSync(found)) throw new Error(`there is no ${relative} for the files of the worker`)
  return found.replaceAll('\\', '/')
}

/** The worker as it starts. */
const START = ['../worker/engine.worker.ts'].map(path)
/** Modules loaded before the first file. */
const ENGINE = ['../worker/whole-engine.ts', '../core/reports/open-report.ts'].map(path)
/** Modules loaded for the names of a crash. */
const CRASH = ['../core/engine/names/naming.ts', '../core/engine/frames/fault.ts', '../core/resolve/ways.ts'].map(path)

/** The bundler's knowledge of what a module imports at once. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null
}

interface ChunkGroup {
  readonly name: (id: string, modules: Modules) => string | null
  readonly includeDependenciesRecursively: false
}

/** A group for `codeSplitting` in the build of workers. */
export function workerChunks(): ChunkGroup {
  let chunks: ReadonlyMap<string, string> | undefined
  const name = (id: string, modules: Modules): string | null => {
    // The other workers have none of this.
    if (![...START, ...ENGINE, ...CRASH].every((entry) => modules.getModuleInfo(entry))) return null
    chunks ??= chunksOf(modules)
    return chunks.get(id) ?? null
  }
  return { name, includeDependenciesRecursively: false }
}

/** The names of chunks by module. */
function chunksOf(modules: Modules): ReadonlyMap<string, string> {
  const started = reached(START, modules)
  const engine = reached(ENGINE, modules)
  const crash = [...reached(CRASH, modules)].filter((id) => !started.has(id))
  return new Map(crash.map((id) => [id, engine.has(id) ? 'common' : 'crash']))
}

/** Modules that are loaded with these. */
function reached(from: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(from)
  for (const id of found) for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}
