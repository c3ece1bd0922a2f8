/** Storage that is full, cleared, denied or silent: reading works, and the page names what the browser will not keep, with the next step. */
import type { Page } from '@playwright/test'
import { expect, test, AppPage } from './app-page.ts'
import { clearStorage, limitStorage, spoilEngine } from './faults.ts'

const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'

/** Everything can be read, and the library says how long it lasts. */
async function worksInMemory(page: Page, notice: RegExp): Promise<void> {
  const app = new AppPage(page)
  await app.trySample()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(page.getByRole('alert').filter({ hasText: notice })).toBeVisible()
  await app.waitForIndex('Trailmap')
  await expect(page.locator('.images [aria-selected]', { hasText: 'Trailmap' }).first()).toContainText(
    'until this page is closed',
  )
}

test('IndexedDB is denied', async ({ app, page, context }) => {
  await spoilEngine(context, () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError')
    }
  })
  await app.open()
  await worksInMemory(page, /Nothing can be kept/)
})

test('there is no IndexedDB', async ({ app, page, context }) => {
  await spoilEngine(context, () => {
    // In a worker this is WorkerGlobalScope.
    const { prototype } = Object.getPrototypeOf(self.constructor) as { readonly prototype: object }
    Reflect.deleteProperty(prototype, 'indexedDB')
  })
  await app.open()
  await worksInMemory(page, /Nothing can be kept.*no IndexedDB/)
})

test('IndexedDB never answers', async ({ app, page, context }) => {
  await spoilEngine(context, () => {
    IDBFactory.prototype.open = () =>
      Object.setPrototypeOf(new EventTarget(), IDBOpenDBRequest.prototype) as IDBOpenDBRequest
  })
  await app.open()
  await worksInMemory(page, /Nothing can be kept.*does not answer/)
})

test('the page itself has no storage', async ({ app, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'storage', { value: undefined })
    Object.defineProperty(navigator, 'locks', { value: undefined })
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  })
  await app.open()
  await app.trySample()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
})

test('storage is full: the index is there until the page is closed, and lasts once there is room', async ({
  app,
  page,
}) => {
  await app.open()
  await limitStorage(page, 1)
  await worksInMemory(page, /no more room.*library/)
  await limitStorage(page, 50_000_000)
  await page.getByRole('button', { name: 'Delete Trailmap' }).first().click()
  await page.getByRole('button', { name: 'Delete the index' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await page.goto('./')
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  await expect(page.getByText('until this page is closed')).toHaveCount(0)
  await page.reload()
  await app.waitForIndex('Trailmap')
})

test('storage is full when a report is read: its names are there all the same', async ({ app, page }) => {
  await app.open()
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  await limitStorage(page, 1)
  await page.goto('./')
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('indexes are cleared between two visits: what is missing is named, and taken again', async ({ app, page }) => {
  await app.open()
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  await clearStorage(page)
  await page.goto('./')
  await page.reload()
  await app.pick(report)
  await expect(page.getByLabel('Missing symbols')).toContainText('Trailmap')
  await app.pick(symbols)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await app.waitForIndex('Trailmap')
})

test('indexes are cleared under a running page', async ({ app, page }) => {
  await app.open()
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  await clearStorage(page)
  // The dSYM was given to this page: the report is named from it.
  await page.goto('./#/')
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await page.goto('./#/library')
  await expect(page.getByText('not kept, open until this page is closed')).toBeVisible()
  await page.goto('./#/')
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  await page.reload()
  await app.waitForIndex('Trailmap')
})
