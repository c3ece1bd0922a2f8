/** Makes the engine's worker in the edition of many files. */
import { requireWasm } from './require-wasm.ts'
import workerUrl from './engine.worker.ts?worker&url'
import wasmUrl from '../../wasm/build/core.wasm?url&no-inline'
import { startConfined } from './confined-worker.ts'
import { worker as words } from './messages/en/worker.ts'

export function makeWorker(): Worker {
  return startConfined(workerUrl, import.meta.url, 'engine')
}

export async function loadWasm(): Promise<WebAssembly.Module> {
  requireWasm()
  const response = await fetch(new URL(wasmUrl, location.href)).catch(() => undefined)
  if (!response?.ok) throw new Error(words.noEngine)
  return WebAssembly.compile(await response.arrayBuffer())
}
