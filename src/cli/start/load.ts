/**
 * Loads the files of the program with V8's compiled code from the build (`write-code.ts`): parsing and compiling would take a third of
 * the time of a short command. V8 accepts that code only for the same version, flags and text length; else it compiles the text.
 *
 * Node's own `module.enableCompileCache()` (22.1 and later) keeps less of the code that was compiled on a call. A short look-up under
 * Node 22 took 1.13 times as long with it, and 1.3 times as long without any cache.
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

/** The exports of a file of this folder, `./name.cjs`. */
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

/** Writes the compiled code of all loaded files beside them, with the functions that were compiled on a call. */
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
