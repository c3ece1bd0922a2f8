/** Reading a report: keys, search, folds, details, original text, names, sharing. */
import { expect, test } from './app-page.ts'

test.beforeEach(async ({ app }) => {
  await app.open()
  await app.trySample()
})

test('the headline says what happened and where', async ({ page }) => {
  await expect(page.getByRole('heading', { level: 1 })).toContainText('null')
  await expect(page.locator('header .where')).toContainText('route.c:6')
  await expect(page.locator('.setting')).toContainText('Trailmap 2.3.1 (412)')
})

test('keys move through frames and threads, and fold and unfold', async ({ page }) => {
  await page.keyboard.press('j')
  await expect(page.getByLabel('Frame', { exact: true })).toContainText('Frame 1')
  await page.keyboard.press('k')
  await expect(page.getByLabel('Frame', { exact: true })).toContainText('Frame 0')
  const folded = await page.locator('.frame').count()
  await page.keyboard.press('s')
  expect(await page.locator('.frame').count()).toBeGreaterThan(folded)
  await page.keyboard.press('J')
  await expect(page.locator('.frame.chosen')).toHaveCount(1)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden()
})

test('the search shows only frames that fit', async ({ page }) => {
  await page.keyboard.press('/')
  await page.keyboard.type('plotRoute')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.locator('.frame')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('.frame').first()).toContainText('trackSamples')
})

test('the detail shows the arithmetic from address to offset', async ({ page }) => {
  const detail = page.getByLabel('Frame', { exact: true })
  // 0x102a504ac is the pc of the sample, 0x102a4c000 its load address.
  await expect(detail).toContainText('0x102a504ac − 0x102a4c000 = 17580')
  await expect(detail).toContainText('exact')
})

test('the original text stands beside, linked by frame', async ({ page }) => {
  await page.keyboard.press('o')
  const original = page.getByRole('region', { name: 'Original text' })
  await expect(original).toBeVisible()
  await expect(original.locator('.chosen').first()).toBeVisible()
})

test('names switch between simplified, full and mangled', async ({ page }) => {
  const chart = page.locator('.frame').nth(1)
  await expect(chart).toContainText('lambda in trail::ElevationChart::plot')
  await expect(chart).not.toContainText('(double) const')
  await expect(chart.getByRole('button').first()).toHaveAttribute('title', /^trail::.*altitudeAt\(double\) const\n_ZNK/)
  await page.keyboard.press('m')
  await expect(chart).toContainText('trail::ElevationChart::altitudeAt(double) const')
  await page.keyboard.press('m')
  await expect(chart).toContainText('_ZNK5trail14ElevationChart10altitudeAtEd')
  await page.keyboard.press('m')
  await expect(chart).toContainText('trail::ElevationChart::altitudeAt(…)')
})

test('a search finds what a short name leaves out, and the row shows it', async ({ page }) => {
  await page.keyboard.press('ControlOrMeta+f')
  const field = page.getByRole('searchbox')
  await field.fill('altitudeAt(double)')
  await expect(page.locator('.frame').nth(1)).toContainText('altitudeAt(double) const')
  await field.fill('')
  await expect(page.locator('.frame').nth(1)).toContainText('altitudeAt(…)')
})

test('a frame and the report are copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.keyboard.press('c')
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('TMRouteAltitude')
  await page.keyboard.press('C')
  await expect(page.getByRole('status').filter({ hasText: 'the report' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('TMRouteAltitude')
})

test('a link carries the report, and opens in a fresh page', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await (await app.share()).getByRole('button', { name: /link/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain('#/shared/')
  const other = await context.newPage()
  await other.goto(link)
  await expect(other.locator('article.named')).toContainText('TMRouteAltitude')
  expect(other.url()).not.toContain('shared')
})

test('the HTML page opens from disk, and dropped back it is the report again', async ({ app, page, browser }, info) => {
  const path = info.outputPath('crash.html')
  await (await app.download({ format: 'HTML page' })).saveAs(path)
  const context = await browser.newContext({ javaScriptEnabled: false, offline: true })
  const file = await context.newPage()
  await file.goto(`file://${path}`)
  await expect(file.locator('body')).toContainText('TMRouteAltitude')
  await context.close()
  await page.goto('./#/')
  await page.reload()
  await app.pick(path)
  await expect(app.report).toContainText('TMRouteAltitude')
})

test('registers say what they point to', async ({ page }) => {
  await page.getByRole('tab', { name: 'Registers' }).click()
  await expect(page.getByRole('row', { name: /^pc / })).toContainText('TMRouteAltitude')
  await expect(page.getByRole('row', { name: /^sp / })).toContainText('top of the stack')
})
