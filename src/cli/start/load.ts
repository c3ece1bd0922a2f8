/**
 * Loads the files of the program with the code that V8 made of them when they were built (`write-code.ts`): parsing and compiling
 * them anew would be a third of what a short command costs. V8 takes that code only if it made it itself, in the same version,
 * under the same flags and of a text as long; else it compiles as it always does.
 *
 * Node's own `module.enableCompileCache()` (22.1 and later) was tried instead: it keeps less of what was compiled because it was
 * called. A short look-up under Node 22 took 1.13 times as long with it, and 1.3 times as long with neither.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'

type Wrapped = (
  exports: unknown,
  require: (id: string) => unknown,
  module: object,
  file: string,
  folder: string,
) => void

const folder = import.meta.dirname
const require = createRequire(import.meta.url)
const loaded = new Map<string, { readonly exports: unknown; readonly script: Script }>()

/** What a file of this folder exports; `./name.cjs`. */
export function load(name: string): unknown {
  const known = loaded.get(name)
  if (known) return known.exports
  const file = join(folder, name)
  const text = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`
  const code = readCode(file)
  const script = new Script(text, { filename: file, ...(code ? { cachedData: code } : {}) })
  const module = { exports: {}, script }
  loaded.set(name, module)
  const run = script.runInThisContext() as Wrapped
  run(module.exports, (id) => (id.startsWith('./') ? load(id) : require(id)), module, file, folder)
  return module.exports
}

/** Keeps the code of all files loaded so far, with what was compiled because it was called, beside them. */
export function writeCode(): void {
  for (const [name, { script }] of loaded) writeFileSync(codePath(join(folder, name)), script.createCachedData())
}

function readCode(file: string): Buffer | undefined {
  try {
    return readFileSync(codePath(file))
  } catch {
    return undefined // never made, or by a build elsewhere that was copied without it
  }
}

function codePath(file: string): string {
  return `${file}.code`
}
