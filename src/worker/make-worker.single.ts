/** Makes the engine's worker in the edition of one file: worker and WebAssembly are inside the page. */
import { compileWasm, requireWasm } from './compile-wasm.ts'
import EngineWorker from './engine-or-writer.worker.ts?worker&inline'
import wasmUrl from '../../wasm/build/core.wasm?url&inline'

/** One file came from nowhere that it knows, and may open no connection. */
export const ownSite = (): string | undefined => undefined

export function makeWorker(): Worker {
  return new EngineWorker({ name: 'engine' })
}

export async function loadWasm(): Promise<WebAssembly.Module> {
  requireWasm()
  const binary = atob(wasmUrl.slice(wasmUrl.indexOf(',') + 1))
  return compileWasm(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
}
