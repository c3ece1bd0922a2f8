/** The WebAssembly builder as tests use it, compiled once a process. */
import { readFileSync } from 'node:fs'
import type { IndexBuilder } from '../../src/core/ports.ts'
import { createWasmBuilder } from '../../src/core/symindex/wasm-builder.ts'

let builder: Promise<IndexBuilder> | undefined

/** `npm run build:wasm` must have run. */
export function testBuilder(): Promise<IndexBuilder> {
  builder ??= WebAssembly.compile(readFileSync(new URL('../../wasm/build/core.wasm', import.meta.url))).then(
    createWasmBuilder,
  )
  return builder
}
