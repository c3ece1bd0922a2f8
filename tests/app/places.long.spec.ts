/** Places of a report: its address, Back and Forward, and links to a frame. */
import { expect, test, AppPage } from './app-page.ts'

test('Back and Forward lead through the parts and the frames that were read', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(/#\/report\/[0-9a-z]+\/frame\/\d+$/)
  const atFrame = page.url()
  await page.getByRole('tab', { name: 'Images', exact: true }).click()
  await expect(page).toHaveURL(/\/images$/)
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Images', exact: true })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  expect(page.url()).toBe(atFrame)
  await expect(page.getByLabel('Frame', { exact: true })).toContainText('Frame 1')
  await page.goForward()
  await expect(page).toHaveURL(/\/images$/)
})

test('walking through frames takes no steps in the history', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  const before = await page.evaluate(() => history.length)
  for (let step = 0; step < 5; step++) await page.keyboard.press('j')
  expect(await page.evaluate(() => history.length)).toBe(before)
})

test('what was unfolded and how far it was scrolled are there again', async ({ app, page }) => {
  await page.setViewportSize({ width: 900, height: 420 })
  await app.open()
  await app.trySample()
  await page.keyboard.press('s')
  await page.keyboard.press('J')
  const rows = await page.locator('.frame').count()
  await page.evaluate(() => scrollTo(0, 300))
  await page.waitForFunction(() => (history.state as { y?: number } | null)?.y === Math.round(scrollY) && scrollY > 200)
  const y = await page.evaluate(() => Math.round(scrollY))
  await page.evaluate(() => (location.hash = '#/privacy'))
  await expect(page.locator('article.named')).toBeHidden()
  await page.goBack()
  await expect(page.locator('.frame')).toHaveCount(rows)
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(y)
})

test('a link to a frame opens in another tab of the browser, and survives a reload', async ({ app, page, context }) => {
  await app.open()
  await app.trySample()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const selected = await page.getByLabel('Frame', { exact: true }).getByRole('heading', { level: 2 }).textContent()
  const link = page.url()
  const other = await context.newPage()
  await other.goto(link)
  await expect(new AppPage(other).report).toBeVisible()
  await expect(other.getByLabel('Frame', { exact: true }).getByRole('heading', { level: 2 })).toHaveText(selected ?? '')
  await other.reload()
  await expect(other.getByLabel('Frame', { exact: true }).getByRole('heading', { level: 2 })).toHaveText(selected ?? '')
  expect(other.url()).toBe(link)
})

test('where the report is not, the page says so, and the same file leads to the place', async ({
  app,
  page,
  browser,
}) => {
  await app.open()
  await app.pick('public/sample/Trailmap.ips')
  await expect(app.report).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const link = page.url()
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await elsewhere.goto(link)
  await expect(elsewhere.getByRole('heading', { level: 1 })).toHaveText('The report of this link is not open here')
  await elsewhere.getByLabel('File of the report').setInputFiles('public/sample/Trailmap.ips')
  await expect(elsewhere.locator('.frame.chosen .index')).toHaveText('2')
  expect(elsewhere.url()).toBe(link)
  await context.close()
})

test('an address of a part or frame that the report has not shows the report', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  const base = page.url().split('/frame')[0] ?? ''
  for (const place of ['/frame/999999', '/frame/x', '/timeline', '/__proto__', '/%00']) {
    await page.goto(base + place)
    await expect(page.locator('.frame').first()).toBeVisible()
  }
})
