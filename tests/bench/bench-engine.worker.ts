/** The engine as the app has it, in a worker with workers of its own and its real store: builds, keeps, looks up, and gives the times. */
import type { ImageOffset } from '../../src/core/model/address.ts'
import { linkAddress, offsetOfLink } from '../../src/core/model/address.ts'
import type { IndexKey } from '../../src/core/ports.ts'
import { createIndexReader } from '../../src/core/symindex/reader.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { createIdbStore } from '../../src/stores/idb.ts'
import { createOriginFiles } from '../../src/stores/origin-files.ts'
import { createIndexerPool } from '../../src/worker/indexer-pool.ts'

/** The page's request. */
export interface Task {
  readonly module: WebAssembly.Module
  readonly file: File
  /** Link addresses, hexadecimal. */
  readonly addresses: readonly string[]
}

/** Milliseconds. */
export interface EngineTimes {
  /** All bytes of the file, and nothing else. */
  readonly read: number
  readonly first: number
  readonly full: number
  readonly keep: number
  /** Opening the stored index anew, with a look-up. */
  readonly lookup: number
  /** The same look-up in the open index. */
  readonly again: number
  readonly indexBytes: number
}

/** Openings of the stored index; the result is their median. */
const OPENINGS = 5
const PIECE = 16 << 20

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN

async function elapsed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function readAll(file: File): Promise<void> {
  const places = Array.from({ length: Math.ceil(file.size / PIECE) }, (_, at) => at * PIECE)
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let at = places.shift(); at !== undefined; at = places.shift())
        await file.slice(at, at + PIECE).arrayBuffer()
    }),
  )
}

async function measure({ module, file, addresses }: Task): Promise<EngineTimes> {
  const makeWorker = (): Worker =>
    new Worker(new URL('../../src/worker/indexer.worker.ts', import.meta.url), { type: 'module' })
  const builder = createIndexerPool(module, makeWorker)
  // A page that has been open for a while has workers waiting.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const reader = createIndexReader(module)
  const read = await elapsed(() => readAll(file))
  const opened = await machoSource.open({ path: file.name, blob: file })
  const image = opened.ok ? opened.value[0] : undefined
  const prepared = await image?.prepare()
  if (!image || !prepared?.ok) throw new Error('the file cannot be read')
  const { textVmaddr } = prepared.value
  const only = addresses.map((line) => offsetOfLink(linkAddress(BigInt(line)), textVmaddr) ?? (0 as ImageOffset))

  const first = await elapsed(async () => {
    const partial = await builder.build(prepared.value, { only })
    if (!partial.ok) throw new Error(partial.problems[0]?.message)
    const names = await reader.open(partial.value.bytes, 'partial')
    if (!names.ok) throw new Error(names.problems[0]?.message)
    await names.value.lookup(only)
  })

  let bytes = new Blob()
  const full = await elapsed(async () => {
    const built = await builder.build(prepared.value, { threads: 2 })
    if (!built.ok) throw new Error(built.problems[0]?.message)
    ;({ bytes } = built.value)
  })

  const { uuid, arch, name, kind } = image
  const key: IndexKey = { uuid, arch }
  const summary = { bytes: bytes.size, functions: 0, inlines: 0, lineRows: 0, indexedAt: 0 }
  const stored = { key, name, kind, textVmaddr, detail: 'dwarf', summary, formatVersion: 0 } as const
  const keep = await elapsed(() => createIdbStore('bench', createOriginFiles()).put(stored, bytes))
  const lookups: number[] = []
  const agains: number[] = []
  for (let run = 0; run < OPENINGS; run++) {
    const files = createOriginFiles()
    const store = createIdbStore('bench', files)
    await store.list()
    let ask = (): Promise<unknown> => Promise.reject(new Error('not opened'))
    lookups.push(
      await elapsed(async () => {
        const kept = await store.open(key)
        const index = kept && (await reader.open(kept, 'kept'))
        if (!index?.ok) throw new Error('the index was not kept')
        ask = () => index.value.lookup(only)
        await ask()
      }),
    )
    agains.push(await elapsed(ask))
    files.close()
  }
  return { read, first, full, keep, lookup: median(lookups), again: median(agains), indexBytes: bytes.size }
}

self.onmessage = async ({ data }: MessageEvent<Task>) => {
  try {
    self.postMessage({ times: await measure(data) })
  } catch (thrown) {
    self.postMessage({ failure: String(thrown) })
  }
}
