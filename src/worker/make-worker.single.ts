/** Makes the engine's worker in the edition of one file: worker and WebAssembly are inside the page. */
import EngineWorker from './engine.worker.ts?worker&inline'
import wasmUrl from '../../wasm/build/core.wasm?url&inline'

export function makeWorker(): Worker {
  return new EngineWorker({ name: 'engine' })
}

export async function loadWasm(): Promise<WebAssembly.Module> {
  const binary = atob(wasmUrl.slice(wasmUrl.indexOf(',') + 1))
  return WebAssembly.compile(Uint8Array.from(binary, (char) => char.charCodeAt(0)))
}
