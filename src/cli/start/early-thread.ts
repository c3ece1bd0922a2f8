/**
 * The first thread that builds. To start one takes as long as to load a command and to look at its files; so where a large file
 * is named, both are done at once. One that nobody takes keeps nothing alive.
 */
import { readFileSync, readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { LIKELY_BYTES, SpareThread } from '../../lib/node/spare-thread.ts'

/** Arguments that are looked at: each costs a question to the file system. */
const MOST_PATHS = 64

let compiled: WebAssembly.Module | undefined
let early: SpareThread | undefined

/** Read and compiled at once: functions are compiled when they are first called, so that there is nothing to wait for. */
export const readWasm = (): WebAssembly.Module =>
  (compiled ??= new WebAssembly.Module(readFileSync(new URL('./core.wasm', import.meta.url))))

/** Starts a thread if one of the arguments of a command is the path of a large file, or of a dSYM that has one. */
export function startEarly(args: readonly string[]): void {
  if (availableParallelism() === 1 || !args.slice(0, MOST_PATHS).some(isLarge)) return
  early = makeSpare(readWasm())
  early.prepare()
}

/** The spare thread of this program, or of one of its threads. */
export const spareThread = (module: WebAssembly.Module): SpareThread => early ?? makeSpare(module)

function makeSpare(module: WebAssembly.Module): SpareThread {
  const file = new URL('./launch-thread.cjs', import.meta.url)
  return new SpareThread(() => new Worker(file, { workerData: module, argv: ['./indexer-thread.cjs'] }))
}

function isLarge(path: string): boolean {
  try {
    const found = statSync(path)
    if (found.isFile()) return found.size >= LIKELY_BYTES
    const folder = join(path, 'Contents/Resources/DWARF')
    return found.isDirectory() && readdirSync(folder).some((name) => statSync(join(folder, name)).size >= LIKELY_BYTES)
  } catch {
    return false // no path, or no such file: the command prints the error
  }
}
