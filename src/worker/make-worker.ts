/** Makes the engine's worker in the edition of many files. */
import workerUrl from './engine.worker.ts?worker&url'
import wasmUrl from '../../wasm/build/core.wasm?url&no-inline'

/**
 * A worker loaded from an address has that response's policy, and a static host sends none. Loaded through a blob it
 * has the page's policy, which refuses every connection to elsewhere; so the promise holds in the worker too.
 */
export function makeWorker(): Worker {
  const script = `import ${JSON.stringify(new URL(workerUrl, location.href).href)}`
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
  const worker = new Worker(url, { type: 'module', name: 'engine' })
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
  return worker
}

export async function loadWasm(): Promise<WebAssembly.Module> {
  const response = await fetch(new URL(wasmUrl, location.href))
  if (!response.ok) throw new Error(`The symbol engine could not be loaded (${response.status}).`)
  return WebAssembly.compile(await response.arrayBuffer())
}
