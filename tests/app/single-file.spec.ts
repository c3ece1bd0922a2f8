/** `unslide.html`, the whole app in one file, opened from disk with the network off. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test, AppPage } from './app-page.ts'
import { crashOf } from './many-threads.ts'

test.use({ serviceWorkers: 'allow' })

test('the edition of one file works from disk without a network', async ({ browser }) => {
  const path = resolve('dist-single/unslide.html')
  expect(existsSync(path), 'npm run build makes it').toBe(true)
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto(`file://${path}`)
  const app = new AppPage(page)
  await app.trySample()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await page.goto(`file://${path}#/library`)
  await expect(page.locator('.images [aria-selected]', { hasText: 'Trailmap' }).first()).toBeVisible()
  expect(errors).toEqual([])
  await context.close()
})

test('its workers speak the language that is chosen', async ({ browser }) => {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  await page.goto(`file://${resolve('dist-single/unslide.html')}?lang=zh-Hans`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // A worker writes what has more than 10,000 frames.
  const buffer = Buffer.from(crashOf(1200))
  await page.locator('input[type=file]').first().setInputFiles({ name: 'harbor.crash', mimeType: 'text/plain', buffer })
  await expect(new AppPage(page).report).toBeVisible()
  await page.getByRole('button', { name: '分享', exact: true }).click()
  const writer = page.waitForEvent('worker')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name: '下载' }).click(),
  ])
  await writer
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/\p{sc=Han}{4}/u)
  await context.close()
})

test('a report and its dSYM that are dropped on it are read, and a folder of both', async ({ browser }) => {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  await page.goto(`file://${resolve('dist-single/unslide.html')}`)
  const app = new AppPage(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await app.drop('public/sample/Trailmap.ips')
  await expect(app.report).toContainText('Trailmap')
  await app.drop('public/sample/Trailmap.dSYM.zip')
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await page.getByRole('button', { name: 'Close this report' }).click()
  await page.reload()
  await app.drop('public/sample')
  await expect(app.report).toContainText('Trailmap')
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await context.close()
})

test('where the browser gives no folder to a page from disk, the page says so and how it goes', async ({ browser }) => {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  // As in Firefox and Safari.
  await page.addInitScript(() => Reflect.deleteProperty(DataTransferItem.prototype, 'getAsFileSystemHandle'))
  await page.goto(`file://${resolve('dist-single/unslide.html')}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await new AppPage(page).drop('public/sample')
  await expect(
    page.getByText('did not let this page read sample. Choose the folder with “Open a folder…”'),
  ).toBeVisible()
  await context.close()
})

test('the page offers it for download, also once it is kept for offline use', async ({ app, page }) => {
  await app.open()
  await page.evaluate(async () => navigator.serviceWorker.ready)
  await page.goto('./#/privacy')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download this app as one file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('unslide.html')
  expect(readFileSync(await download.path()).equals(readFileSync('dist-single/unslide.html'))).toBe(true)
})
