/** Two tabs share one library; tabs of another version neither block each other nor destroy what the newer one keeps. */
import type { BrowserContext, Page } from '@playwright/test'
import { expect, test, AppPage } from './app-page.ts'

const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'

/** Opens the library's database from a page of the same origin that is not the app. */
async function holdDatabase(context: BrowserContext, version: number, yields: boolean): Promise<Page> {
  await context.route('**/holder.html', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>holder</title>' }),
  )
  const holder = await context.newPage()
  await holder.goto('./holder.html')
  await holder.evaluate(
    ([wanted, gives]) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('unslide', wanted)
        request.onupgradeneeded = () => {
          if (!request.result.objectStoreNames.contains('entries')) request.result.createObjectStore('entries')
        }
        request.onsuccess = () => {
          if (gives) request.result.onversionchange = () => request.result.close()
          resolve()
        }
        request.onerror = () => reject(request.error ?? new Error('not opened'))
      }),
    [version, yields] as const,
  )
  return holder
}

test('what one tab indexes, the other has; what one deletes is gone in both', async ({ context }) => {
  const first = new AppPage(await context.newPage())
  const second = new AppPage(await context.newPage())
  await first.open()
  await second.open()
  await second.page.goto('./#/library')
  await expect(second.page.getByText('The library is empty')).toBeVisible()
  await first.pick(symbols)
  await first.waitForIndex('Trailmap')
  await expect(second.page.getByRole('button', { name: 'Export' })).toBeVisible()
  await second.page.goto('./#/')
  await second.pick(report)
  await expect(second.frame(0)).toContainText('TMRouteAltitude')
  await second.waitForIndex('Trailmap')
  await second.page.getByRole('button', { name: 'Delete Trailmap' }).first().click()
  await second.page.getByRole('button', { name: 'Delete the index' }).click()
  await expect(second.page.getByText('The library is empty')).toBeVisible()
  // The dSYM is still open here, so the image stays; its index does not.
  await expect(first.page.getByRole('button', { name: 'Export' })).toHaveCount(0)
})

test('two tabs index the same image at once', async ({ context }) => {
  const tabs = [new AppPage(await context.newPage()), new AppPage(await context.newPage())]
  for (const tab of tabs) await tab.open()
  await Promise.all(tabs.map((tab) => tab.pick(report, symbols)))
  for (const tab of tabs) await expect(tab.frame(0)).toContainText('TMRouteAltitude')
  for (const tab of tabs) await tab.waitForIndex('Trailmap')
  for (const tab of tabs) await expect(tab.page.getByRole('alert')).toHaveCount(0)
})

test('an old tab that does not let go: the page works, says which tab to close, and keeps again after that', async ({
  app,
  page,
  context,
}) => {
  const holder = await holdDatabase(context, 1, false)
  await app.open()
  await app.trySample()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(page.getByRole('alert').filter({ hasText: 'Close that tab' })).toBeVisible()
  await holder.close()
  await page.goto('./#/library')
  await page.goto('./#/')
  await app.pick(symbols)
  await page.goto('./#/library')
  await page.goto('./#/tools/atos')
  await page.goto('./#/library')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a newer tab takes the library over: this one yields, still works, and asks to be loaded again', async ({
  app,
  page,
  context,
}) => {
  await app.open()
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  const newer = await holdDatabase(context, 99, true)
  await page.goto('./#/')
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(page.getByRole('alert').filter({ hasText: 'Load this page again' })).toBeVisible()
  const version = await newer.evaluate(async () => (await indexedDB.databases())[0]?.version)
  expect(version).toBe(99)
})
