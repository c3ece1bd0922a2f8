/** Makes the engine's worker in the edition of many files. */
import { compileWasm, requireWasm } from './compile-wasm.ts'
import workerUrl from './engine.worker.ts?worker&url'
import wasmUrl from '../../wasm/build/core.wasm?url&no-inline'
import { startConfined } from './confined-worker.ts'
import { worker as words } from './messages/worker.ts'

/** Address of this page's own site, with or without symbols; undefined if the page may request none. */
export function ownSite(): string | undefined {
  const isWeb = /^https?:$/.test(location.protocol) && self.origin === location.origin
  return isWeb ? new URL('./', location.href).href : undefined
}

export function makeWorker(): Worker {
  return startConfined(workerUrl, import.meta.url, 'engine')
}

export async function loadWasm(): Promise<WebAssembly.Module> {
  requireWasm()
  const response = await fetch(new URL(wasmUrl, location.href)).catch(() => undefined)
  if (!response?.ok) throw new Error(words.noEngine)
  return compileWasm(await response.arrayBuffer())
}
