/** One file's rounds of `symindex.mjs`. */
import { readFile } from 'node:fs/promises'
import type { ImageOffset } from '../../src/core/model/address.ts'
import { createIndexReader } from '../../src/core/symindex/reader.ts'
import { createWasmBuilder } from '../../src/core/symindex/wasm-builder.ts'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { damage } from '../support/damage.ts'

export interface Round {
  readonly seed: number
  readonly milliseconds: number
  readonly codes: readonly string[]
  readonly fault?: string
}

const tiny = {
  job: 5000,
  window: 2048,
  directJob: 2048,
  directWindow: 2048,
  partialWindow: 2048,
  partialDirectWindow: 2048,
  stringPiece: 2048,
  stringDirectPiece: 1024,
  stringGap: 8,
  stringDirectGap: 8,
  oneShard: 0,
  scanAll: 0,
}

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
  const index = await createIndexReader(module).open(built.value.bytes, 'index')
  if (!index.ok) return { fault: index.problems[0]?.message ?? 'the index cannot be opened' }
  await index.value.lookup(offsets)
  await index.value.names()
  return {}
}
