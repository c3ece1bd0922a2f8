/** Cost of the first visit: kilobytes of text as `gzip -9` sends them, without WebAssembly, icons and the offline copy. */
import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { expect, test } from './app-page.ts'

/** Bytes before anything can be done, which a person waits for; today about half of it is used. */
const USABLE = 100_000
/**
 * Bytes until the engine and the views are ready for a report, without the worker that builds indexes (6 KB), which comes before or after.
 * Was 316,000 before readers of other platforms and interpreters, names of devices in lists, and a list of tabs; 322,000 before rows that are
 * missing; 323,000 before words that prove an end, and forms in which people shorten a report; 327,600 before
 * words were asked whose end they tell; 331,000 before ends that a thread alone proves. 331,315 were measured last.
 */
const READY = 332_000

/** Collects the compressed sizes of all that is loaded, by file name, until they are asked for. */
function weigh(page: Page): () => Promise<Record<string, number>> {
  const weights: Promise<readonly [string, number]>[] = []
  const note = (response: Response): void => {
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
    if (!/\.(js|css|html)$|^$/.test(name) || !response.url().startsWith('http')) return
    weights.push(response.body().then((body) => [name, gzipSync(body, { level: 9 }).length]))
  }
  page.context().on('response', note)
  return async () => {
    page.context().off('response', note)
    return Object.fromEntries(await Promise.all(weights))
  }
}

const sum = (weights: Record<string, number>): number => Object.values(weights).reduce((all, one) => all + one, 0)

test('the page can be used after less than 100 KB', async ({ app, page }) => {
  // The page never finds itself idle: what it then loads ahead is not loaded.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }))
  const weights = weigh(page)
  await app.open()
  await page.waitForLoadState('networkidle')
  const loaded = await weights()
  expect(Object.keys(loaded).some((name) => name.startsWith('engine.worker'))).toBe(true)
  expect(sum(loaded), JSON.stringify(loaded, null, 2)).toBeLessThan(USABLE)
  console.log(`${Math.round(sum(loaded) / 1000)} KB until the page can be used`)
})

test('all is ready for a report after less than 332 KB', async ({ app, page }) => {
  const weights = weigh(page)
  const views = page.context().waitForEvent('response', (response) => response.url().includes('ReportView'))
  const engine = page.context().waitForEvent('response', (response) => response.url().includes('whole-engine'))
  await app.open()
  await Promise.all([views, engine])
  await page.waitForLoadState('networkidle')
  const all = Object.entries(await weights()).filter(([name]) => !name.startsWith('indexer.worker'))
  const loaded = Object.fromEntries(all)
  expect(sum(loaded), JSON.stringify(loaded, null, 2)).toBeLessThan(READY)
  console.log(`${Math.round(sum(loaded) / 1000)} KB with the engine and the views`)
})
