/** Threads that name reports, each with an engine of its own over the same indexes: these are built once and their bytes shared. */
import { Worker, type MessagePort } from 'node:worker_threads'
import type { SymbolicateOptions } from '../../core/engine-types.ts'
import { languageTag } from '../../core/messages/message.ts'
import { createEngine } from '../../core/engine.ts'
import type { FilePlace, StoredIndex } from '../../core/ports.ts'
import { createMemoryStore } from '../../stores/memory.ts'
import { UsageError } from '../command.ts'
import { addSymbols, isSiteAddress } from '../io/input-files.ts'
import { siteErrors } from '../messages/sites.ts'
import type { SiteCounts } from '../io/sites.ts'
import { ThreadPool } from './thread-pool.ts'
import { readWasm } from '../start/early-thread.ts'
import { createSymbolEngine } from '../start/symbol-engine.ts'

/** The start data of a thread. */
export interface ThreadSetup {
  /** Of all texts. */
  readonly language: string
  readonly wasm: WebAssembly.Module
  readonly indexes: readonly { readonly entry: StoredIndex; readonly bytes: SharedArrayBuffer }[]
  /** Paths of the symbols: their binaries have data that an index lacks. */
  readonly symbols: readonly string[]
  /** Addresses of published symbols. */
  readonly sites: readonly string[]
  /** The folder that keeps what they gave: the threads share it. */
  readonly cache: string | undefined
  /** The same in memory, where there is no such folder and there are other threads. */
  readonly shared?: MessagePort
  /** The threads' findings on each site. */
  readonly reach: SharedArrayBuffer | undefined
  /** The program runs until somebody ends it. */
  readonly isLasting: boolean
  readonly options: SymbolicateOptions
}

/** Paths, and addresses of published symbols, as they were given. */
export interface GivenSymbols {
  readonly symbols: readonly string[]
  readonly similar: readonly string[]
  /** The folder of --cache. */
  readonly cache: string | undefined
}

/** A line of JSON with a report in it, a file with reports, or the bytes of one. */
export type ReportTask =
  | { readonly kind: 'line'; readonly number: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'file'; readonly path: string; readonly content: FilePlace | Uint8Array<ArrayBuffer> }
  | { readonly kind: 'bytes'; readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }

/** The result of a report: all named, some names missing, or unreadable. */
export type Standing = 'named' | 'lacking' | 'unreadable'

export interface ReportAnswer {
  readonly standing: Standing
  /** JSON as UTF-8 with the end of its line. Of a line: its answer. Of a file: the facts found and the problems. Of bytes: what `symbolicate --format json` writes, or the problems. */
  readonly json: Uint8Array<ArrayBuffer>
  /** The requests to sites for it. */
  readonly asked?: readonly SiteCounts[]
}

export type ReportThreads = Pick<ThreadPool<ReportTask, ReportAnswer>, 'run' | 'end'>

/** Objects of a report live until its answer is written. In a nursery for several reports, few are moved before they die. */
const NURSERY = { maxYoungGenerationSizeMb: 64 }

/**
 * Builds the indexes of all images at these paths, prints the problems of the files, and starts the threads. `isLasting`: the program
 * runs until somebody ends it.
 */
export async function startReportThreads(
  given: GivenSymbols,
  options: SymbolicateOptions,
  jobs: number,
  isLasting: boolean,
): Promise<ReportThreads> {
  const symbols = [...given.symbols.filter((one) => !isSiteAddress(one)), ...given.similar]
  const sites = given.symbols.filter(isSiteAddress)
  const counting = sites.length > 0 ? await import('../io/sites.ts') : undefined
  // Wrong addresses fail before the first thread starts.
  for (const site of sites) counting?.readSiteAddress(site)
  counting?.tellAtEnd()
  const { cache } = given
  if (cache !== undefined && !counting) throw new UsageError(siteErrors.cacheNeedsSite)
  if (cache !== undefined) await (await import('../io/disk-cache.ts')).openDiskCache(cache)
  const store = createMemoryStore()
  const engine = createEngine({ indexes: store, ...createSymbolEngine() })
  if (symbols.length > 0) await addSymbols(engine, symbols)
  const images = (await engine.images()).filter(({ path, pack }) => path !== undefined && pack === undefined)
  for (const image of images) await engine.index([image])
  const indexes = await Promise.all(
    (await store.list()).map(async (entry) => {
      const bytes = new Uint8Array((await (await store.open(entry.key))?.arrayBuffer()) ?? new ArrayBuffer(0))
      const shared = new SharedArrayBuffer(bytes.length)
      new Uint8Array(shared).set(bytes)
      return { entry, bytes: shared }
    }),
  )
  const reach = counting && (await import('../io/site-reach.ts')).reachMemory(sites.length)
  const language = languageTag()
  const setup: ThreadSetup = { wasm: readWasm(), indexes, symbols, sites, cache, reach, isLasting, options, language }
  const launcher = new URL('./launch-thread.cjs', import.meta.url)
  const isShared = counting !== undefined && cache === undefined && jobs > 1
  const blocks = isShared ? new (await import('../io/shared-blocks.ts')).SharedBlocks() : undefined
  const start = (): Worker => {
    const shared = blocks?.connect()
    return new Worker(launcher, {
      workerData: { ...setup, ...(shared && { shared }) },
      transferList: shared ? [shared] : [],
      argv: ['./report-thread.cjs'],
      resourceLimits: NURSERY,
    })
  }
  const pool = await ThreadPool.start<ReportTask, ReportAnswer>(jobs, start)
  return {
    run: async (task, signal) => {
      const answer = await pool.run(task, signal)
      counting?.addCounts(answer?.asked ?? [])
      return answer
    },
    end: () => pool.end(),
  }
}
