/** One file's rounds of `symindex.mjs`. */
import { readFile } from 'node:fs/promises'
import type { ImageOffset } from '../../src/core/model/address.ts'
import { createIndexReader } from '../../src/core/symindex/reader.ts'
import { createWasmBuilder } from '../../src/core/symindex/wasm-builder.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { joinBytes } from '../../src/stores/memory-blob.ts'
import { damage, randomFrom, spoilBytes } from '../support/damage.ts'

export interface Round {
  readonly seed: number
  readonly milliseconds: number
  readonly codes: readonly string[]
  readonly fault?: string
}

const tiny = {
  job: 5000,
  longJob: 5000,
  window: 2048,
  directJob: 2048,
  directWindow: 2048,
  partialWindow: 2048,
  partialDirectWindow: 2048,
  stringPiece: 2048,
  stringDirectPiece: 1024,
  stringGap: 8,
  stringDirectGap: 8,
  keepUnits: 1 << 20,
  oneShard: 0,
  scanAll: 0,
}

/** Copies of each index that are damaged and asked. */
const DAMAGED_INDEXES = 8
const SLOWEST_LOOKUP_MS = 5000

/** Every image of a Mach-O file, damaged in as many ways; nothing for other files. */
export async function* fuzzFile(module: WebAssembly.Module, path: string, rounds: number): AsyncGenerator<Round> {
  const bytes = await readFile(path)
  if (!machoSource.sniff(bytes.subarray(0, 65536))) return
  const opened = await machoSource.open({ path, blob: new Blob([new Uint8Array(bytes)]) })
  for (const image of opened.ok ? opened.value : []) {
    const prepared = await image.prepare()
    if (!prepared.ok) continue
    const spread = prepared.value.code.flatMap(({ start, end }) =>
      Array.from({ length: 20 }, (_, at) => (start + Math.floor(((end - start) * at) / 20)) as ImageOffset),
    )
    for (let seed = 0; seed < rounds; seed++) {
      const input = await damage(prepared.value, seed * 7919 + bytes.length)
      const started = performance.now()
      const builder = createWasmBuilder(module, seed % 2 === 0 ? undefined : tiny)
      const built = await builder.build(input, seed % 5 === 0 ? { only: spread.slice(0, 5) } : {})
      const milliseconds = performance.now() - started
      const codes = built.problems.map(({ code }) => code)
      yield { seed, milliseconds, codes, ...(await faultOf(module, built, spread)) }
    }
  }
}

async function faultOf(
  module: WebAssembly.Module,
  built: Awaited<ReturnType<ReturnType<typeof createWasmBuilder>['build']>>,
  offsets: readonly ImageOffset[],
): Promise<{ fault?: string }> {
  const own = built.problems.find(({ code }) => code === 'internal-error')
  if (own) return { fault: own.message }
  if (!built.ok) return {}
  const reader = createIndexReader(module)
  const index = await reader.open(built.value.bytes, 'index')
  if (!index.ok) return { fault: index.problems[0]?.message ?? 'the index cannot be opened' }
  const bytes = new Uint8Array(await built.value.bytes.arrayBuffer())
  const damaged = Array.from({ length: DAMAGED_INDEXES }, (_, seed) => {
    const copy = bytes.slice()
    // Every other time what all else depends on.
    spoilBytes(seed % 2 === 0 ? copy : copy.subarray(0, 4096), randomFrom(bytes.length * DAMAGED_INDEXES + seed))
    return reader.open(joinBytes([copy]), 'index')
  })
  for (const each of [index, ...(await Promise.all(damaged))]) {
    if (!each.ok) continue
    const started = performance.now()
    const [calls, names] = [await each.value.lookup(offsets), await each.value.names()]
    if (calls.length !== offsets.length || names.starts.length !== names.offsets.length + 1)
      return { fault: 'a look-up gave too little' }
    if (performance.now() - started > SLOWEST_LOOKUP_MS) return { fault: 'a look-up took too long' }
  }
  return {}
}
