/** A server drips a report for `<unslide-report>`: the element gives up and says so. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchReport } from '../../src/lib/element/fetch-report.ts'
import { stub } from '../support/browser.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sends so many bytes every ten seconds, `times` times. */
function drip(bytes: number, times: number): void {
  stub('fetch', (_url: URL, { signal }: RequestInit) =>
    Promise.resolve(
      new Response(
        new ReadableStream<Uint8Array>({
          start(out) {
            let sent = 0
            const timer = setInterval(() => {
              out.enqueue(new Uint8Array(bytes))
              if (++sent === times) {
                clearInterval(timer)
                out.close()
              }
            }, 10_000)
            signal?.addEventListener('abort', () => {
              clearInterval(timer)
              out.error(signal.reason)
            })
          },
        }),
      ),
    ),
  )
}

async function outcomeOf(bytes: number, times: number) {
  drip(bytes, times)
  const fetching = fetchReport(new URL('https://portal.example/crash.ips'), new AbortController().signal)
  await vi.advanceTimersByTimeAsync(600_000)
  return fetching
}

test('a byte now and then is not waited for without end', async () => {
  const outcome = await outcomeOf(1, 1000)
  expect(outcome.ok).toBe(false)
  expect(outcome.problems.map(({ code }) => code)).toEqual(['report-silent'])
})

test('a slow server that sends a report is', async () => {
  const outcome = await outcomeOf(512, 50)
  expect(outcome.ok && outcome.value.file.blob.size).toBe(50 * 512)
})

test('a short report in few pieces is', async () => {
  const outcome = await outcomeOf(100, 5)
  expect(outcome.ok && outcome.value.file.blob.size).toBe(500)
})
