/** The page that `index.mjs` opens in Chromium: builds and looks up in workers, as the app does, and gives the times. */
import type { ImageOffset } from '../../src/core/model/address.ts'
import { linkAddress, offsetOfLink } from '../../src/core/model/address.ts'
import { createIndexReader } from '../../src/core/symindex/reader.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { createIndexerPool } from '../../src/worker/indexer-pool.ts'
import wasmUrl from '../../wasm/build/core.wasm?url'

interface Times {
  readonly read: number
  readonly full: number
  readonly first: number
  /** The index opened from IndexedDB, and asked. */
  readonly lookup: number
  /** The same asked again of the open index. */
  readonly again: number
  readonly indexBytes: number
  readonly longestPause: number
}

/** Kept as the app keeps an index: a Blob in IndexedDB, opened again. */
async function keep(blob: Blob): Promise<Blob> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('bench', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('indexes')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(new Error('no database'))
  })
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(new Error('the database refused'))
    })
  await done(database.transaction('indexes', 'readwrite').objectStore('indexes').put(blob, 'one'))
  return (await done(database.transaction('indexes').objectStore('indexes').get('one'))) as Blob
}

async function measure(file: File, addresses: readonly string[]): Promise<Times> {
  const module = await WebAssembly.compileStreaming(fetch(wasmUrl))
  const makeWorker = (): Worker =>
    new Worker(new URL('../../src/worker/indexer.worker.ts', import.meta.url), { type: 'module' })
  const builder = createIndexerPool(module, makeWorker)
  // A page that has been open for a while has workers waiting.
  await new Promise((resolve) => setTimeout(resolve, 3000))
  const reader = createIndexReader(module)
  let started = performance.now()
  const chunks = Array.from({ length: Math.ceil(file.size / (16 << 20)) }, (_, at) => at)
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let at = chunks.shift(); at !== undefined; at = chunks.shift())
        await file.slice(at * (16 << 20), (at + 1) * (16 << 20)).arrayBuffer()
    }),
  )
  const read = performance.now() - started
  const opened = await machoSource.open({ path: file.name, blob: file })
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  if (!prepared?.ok) throw new Error('the file cannot be read')
  const { text } = prepared.value
  const only = addresses.map((line) => offsetOfLink(linkAddress(BigInt(line)), text) ?? (0 as ImageOffset))

  started = performance.now()
  const partial = await builder.build(prepared.value, { only })
  if (!partial.ok) throw new Error(partial.problems[0]?.message)
  const names = await reader.open(partial.value.bytes, 'partial')
  if (!names.ok) throw new Error(names.problems[0]?.message)
  await names.value.lookup(only)
  const first = performance.now() - started

  let longestPause = 0
  let last = performance.now()
  const ticker = setInterval(() => {
    longestPause = Math.max(longestPause, performance.now() - last)
    last = performance.now()
  }, 1)
  started = performance.now()
  const built = await builder.build(prepared.value, { threads: 2 })
  const full = performance.now() - started
  clearInterval(ticker)
  if (!built.ok) throw new Error(built.problems[0]?.message)

  const kept = await keep(built.value.bytes)
  const times: number[] = []
  const againTimes: number[] = []
  for (let run = 0; run < 5; run++) {
    started = performance.now()
    const index = await reader.open(kept, 'full')
    if (!index.ok) throw new Error(index.problems[0]?.message)
    await index.value.lookup(only)
    times.push(performance.now() - started)
    started = performance.now()
    await index.value.lookup(only)
    againTimes.push(performance.now() - started)
  }
  const [lookup, again] = [times, againTimes].map((list) => list.sort((a, b) => a - b)[2] ?? 0)
  return { read, full, first, lookup: lookup ?? 0, again: again ?? 0, indexBytes: built.value.bytes.size, longestPause }
}

Object.assign(globalThis, {
  bench: (addresses: readonly string[]) => {
    const file = document.querySelector('input')?.files?.[0]
    if (!file) throw new Error('no file was given')
    return measure(file, addresses)
  },
})
