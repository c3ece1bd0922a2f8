/** Maps and symbols of apps that are not native outlive a reload: a later report of the same app has its names, marked by how they were found. */
import type { Page } from '@playwright/test'
import { expect, test, type AppPage } from './app-page.ts'
import { flutter, reactNative, unity } from './managed-apps.ts'
import { storedRecords } from './stored-records.ts'

/** The map and a first report, the map kept; then nothing but what the browser keeps. */
async function visitTwice(app: AppPage, page: Page, { report, symbols }: typeof reactNative | typeof flutter) {
  await app.open()
  await app.pick(report, symbols)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const second = ({ report }: typeof reactNative | typeof flutter | typeof unity) => ({
  ...report,
  name: `second-${report.name}`,
  content: report.content.replace('[4711]', '[4712]').replace('pid: 1', 'pid: 9'),
})

test('a source map names a report that is given after a reload, with a warning', async ({ app, page }) => {
  await visitTwice(app, page, reactNative)
  await expect.poll(() => storedRecords(page, 'unslide-maps', 'maps')).toHaveLength(1)
  await page.reload()
  await app.pick(second(reactNative))
  await expect(page.getByRole('button', { name: 'JavaScript stack' })).toHaveAttribute('aria-expanded', 'true')
  const frame = page.locator('.frame').filter({ hasText: 'Cart.tsx:12' }).first()
  await expect(frame).toContainText(/doubtful/i)
  await frame.click()
  await expect(page.getByText(/was given on an earlier visit: the library keeps it/).first()).toBeVisible()
})

test('lines of C# are there after a reload', async ({ app, page }) => {
  await visitTwice(app, page, unity)
  await expect.poll(() => storedRecords(page, 'unslide-maps', 'maps')).toHaveLength(1)
  await page.reload()
  await app.pick(second(unity))
  await expect(page.locator('.frame').filter({ hasText: 'Harbor.cs:42' }).first()).toContainText(/doubtful/i)
})

test('Dart’s debug file names a report that is given after a reload', async ({ app, page }) => {
  await app.open()
  await app.pick(flutter.symbols)
  await page.goto('./#/library')
  await expect(page.getByText(/^indexed /)).toBeVisible()
  await page.reload()
  await app.pick(second(flutter))
  const frame = page.locator('.frame').filter({ hasText: 'Till.count' }).first()
  await expect(frame).toContainText('till.dart:10')
  await expect(frame).toContainText(/doubtful/i)
})

test('the library lists maps with their size, and deletes one', async ({ app, page }) => {
  await app.open()
  await app.pick(reactNative.symbols)
  await page.goto('./#/library')
  const maps = page.getByRole('region', { name: 'Maps' })
  const row = maps.getByRole('listitem')
  await expect(row).toContainText('main.jsbundle.map')
  await expect(row).toContainText(/source map, \d+ B, kept .*, no debug id/)
  await row.getByRole('button', { name: 'Delete main.jsbundle.map' }).click()
  await row.getByRole('button', { name: 'Delete the map' }).click()
  await expect(maps).toHaveCount(0)
  expect(await storedRecords(page, 'unslide-maps', 'maps')).toHaveLength(0)
  await app.pick(reactNative.report)
  await expect(page.getByRole('button', { name: 'JavaScript stack' })).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('.frame').first()).toBeVisible()
  await expect(page.getByText('Cart.tsx')).toHaveCount(0)
})

test('deleting everything deletes the maps', async ({ app, page }) => {
  await app.open()
  await app.pick(reactNative.symbols)
  await page.goto('./#/library')
  await expect(page.getByRole('region', { name: 'Maps' })).toBeVisible()
  await page.getByRole('button', { name: 'Delete everything kept here…' }).click()
  await page.getByRole('button', { name: 'Delete everything', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Maps' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText(/^The library is empty/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Maps' })).toHaveCount(0)
  expect(await storedRecords(page, 'unslide-maps', 'maps')).toHaveLength(0)
})
