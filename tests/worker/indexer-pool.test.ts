/** Workers that index, where they do not start. */
import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { machoSource } from '../../src/core/symbols/macho.ts'
import { createIndexerPool } from '../../src/worker/indexer-pool.ts'
import { largeDsym } from '../support/large-dsym.ts'

const module = WebAssembly.compile(readFileSync(new URL('../../wasm/build/core.wasm', import.meta.url)))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an index is built though its workers never say that they have started', async () => {
  vi.stubGlobal('navigator', { hardwareConcurrency: 2 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const silent: { isEnded: boolean }[] = []
  const pool = createIndexerPool(await module, () => {
    const worker = { isEnded: false, addEventListener: () => {}, removeEventListener: () => {}, postMessage: () => {} }
    silent.push(worker)
    return { ...worker, terminate: () => (worker.isEnded = true) } as unknown as Worker
  })
  // More than one worker alone would build.
  const bytes = await largeDsym('11111111222233334444555555555555', 13 << 20)
  const opened = await machoSource.open({ path: 'Shelf', blob: new Blob([new Uint8Array(bytes)]) })
  const prepared = opened.ok ? await opened.value[0]?.prepare() : undefined
  if (!prepared?.ok) throw new Error('the dSYM cannot be read')
  const building = pool.build(prepared.value)
  await vi.waitFor(() => expect(silent.length).toBe(2))
  await vi.advanceTimersByTimeAsync(60_000)
  const built = await building
  expect(built.ok && built.value.functions).toBe(2000)
  expect(silent.slice(0, 2).every(({ isEnded }) => isEnded)).toBe(true)
})
