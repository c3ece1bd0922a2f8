/** The page that `index.mjs` opens in Chromium: has the engine work in its worker, as the app does, and watches itself. */
import type { EngineTimes, Task } from './bench-engine.worker.ts'
import wasmUrl from '../../wasm/build/core.wasm?url'

interface PageTimes extends EngineTimes {
  /** Milliseconds for which nothing else could happen in the page, at most. */
  readonly longestPause: number
}

async function measure(file: File, addresses: readonly string[]): Promise<PageTimes> {
  const module = await WebAssembly.compileStreaming(fetch(wasmUrl))
  const worker = new Worker(new URL('bench-engine.worker.ts', import.meta.url), { type: 'module' })
  let longestPause = 0
  let last = performance.now()
  const ticker = setInterval(() => {
    longestPause = Math.max(longestPause, performance.now() - last)
    last = performance.now()
  }, 1)
  try {
    const times = await new Promise<EngineTimes>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<{ times?: EngineTimes; failure?: string }>) =>
        data.times ? resolve(data.times) : reject(new Error(data.failure))
      worker.onerror = ({ message }) => reject(new Error(message))
      worker.postMessage({ module, file, addresses } satisfies Task)
    })
    return { ...times, longestPause }
  } finally {
    clearInterval(ticker)
  }
}

Object.assign(globalThis, {
  bench: (addresses: readonly string[]) => {
    const file = document.querySelector('input')?.files?.[0]
    if (!file) throw new Error('no file was given')
    return measure(file, addresses)
  },
})
