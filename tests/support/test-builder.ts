/** The symbol engine as tests use it, compiled once a process: builder and reader of indexes. */
import { readFileSync } from 'node:fs'
import type { Outcome } from '../../src/core/model/problem.ts'
import type { BuildInput, BuildOptions, IndexBuilder } from '../../src/core/ports.ts'
import { createIndexReader, type IndexReader, type SymbolIndex } from '../../src/core/symindex/reader.ts'
import { createWasmBuilder } from '../../src/core/symindex/wasm-builder.ts'

interface SymbolPorts {
  readonly builder: IndexBuilder
  readonly reader: IndexReader
}

let ports: Promise<SymbolPorts> | undefined

/** Ports of an engine except the store. `npm run build:wasm` must have run. */
export function testPorts(): Promise<SymbolPorts> {
  ports ??= WebAssembly.compile(readFileSync(new URL('../../wasm/build/core.wasm', import.meta.url))).then(
    (module) => ({ builder: createWasmBuilder(module), reader: createIndexReader(module) }),
  )
  return ports
}

export async function testBuilder(): Promise<IndexBuilder> {
  return (await testPorts()).builder
}

export async function openIndex(blob: Blob, file: string): Promise<Outcome<SymbolIndex>> {
  return (await testPorts()).reader.open(blob, file)
}

/** Builds an index and opens it; throws where either fails. */
export async function builtIndex(input: BuildInput, options?: BuildOptions): Promise<SymbolIndex> {
  const built = await (await testBuilder()).build(input, options)
  if (!built.ok) throw new Error(built.problems.map(({ message }) => message).join(' '))
  const opened = await openIndex(built.value.bytes, 'test.index')
  if (!opened.ok) throw new Error(opened.problems.map(({ message }) => message).join(' '))
  return opened.value
}
