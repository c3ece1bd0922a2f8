/** After its reports are closed, the page holds as much memory as before. */
import type { CDPSession } from '@playwright/test'
import { spindump } from '../support/spindump.ts'
import { expect, test } from './app-page.ts'

/** The first reports leave code and tables that all later ones use. */
const WARM_UP = 10
const ROUNDS = 50
const MOST_KEPT = 1_000_000

/** Bytes of JavaScript's heap, and nodes of the page, once all is collected that can be. */
async function used(session: CDPSession): Promise<{ bytes: number; nodes: number }> {
  // Memory behind finalizers is freed by a later collection.
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const { nodes } = await session.send('Memory.getDOMCounters')
  return { bytes: usedSize, nodes }
}

test('a large profile that is closed leaves nothing of itself behind', async ({ app, page }) => {
  await app.open()
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  const openAndClose = async (count: number): Promise<void> => {
    for (let time = 0; time < count; time++) {
      await app.pick({ name: 'large.txt', content: spindump(50, 25, 40) })
      await expect(page.locator('article.named .tracks')).toBeVisible()
      await page.getByRole('button', { name: 'Close this report' }).click()
      await expect(app.report).toHaveCount(0)
    }
  }
  await openAndClose(3)
  const before = await used(session)
  await openAndClose(4)
  const after = await used(session)
  // One of them is 20 MB.
  expect(after.bytes - before.bytes).toBeLessThan(MOST_KEPT)
  expect(after.nodes - before.nodes).toBeLessThan(50)
})

test('fifty reports, opened and closed one after the other, leave nothing behind', async ({ app, page }) => {
  await app.open()
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')

  const openAndClose = async (count: number): Promise<void> => {
    for (let time = 0; time < count; time++) {
      await app.pick('public/sample/Trailmap.ips')
      await expect(app.frame(0)).toBeVisible()
      await page
        .getByRole('button', { name: /^Close/ })
        .first()
        .click()
      await expect(app.report).toHaveCount(0)
    }
  }

  await openAndClose(WARM_UP)
  const before = await used(session)
  await openAndClose(ROUNDS)
  const after = await used(session)
  expect(after.bytes - before.bytes).toBeLessThan(MOST_KEPT)
  expect(after.nodes - before.nodes).toBeLessThan(50)
})
