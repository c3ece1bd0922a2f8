/** A hundred thousand of what the page lists: it searches all, and makes few. */
import { expect, test } from './app-page.ts'
import { putRecords, report, rows } from './history-reports.ts'
import { openThreads } from './many-threads.ts'
import { storedRecords } from './stored-records.ts'

test('a hundred thousand frames are searched, and few are made', async ({ app, page }) => {
  await openThreads(app, 10_000)
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByRole('searchbox', { name: 'Find in this part' })).toBeFocused()
  await page.keyboard.type('step7ofthread99')
  await expect(page.locator('search.find output')).toHaveText('1 of 111 rows')
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(4000)
})

test('a hundred thousand frames are looked through, and no key is lost', async ({ app, page }) => {
  const field = page.getByRole('combobox', { name: 'Search or run a command' })
  await openThreads(app, 10_000)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field).toBeFocused()
  await page.keyboard.type('step7ofthread99')
  await expect(field).toHaveValue('step7ofthread99')
  // Threads 99, 990 to 999 and 9900 to 9999 have such a step.
  await expect(page.getByRole('status').filter({ hasText: /^111 results|^1\d\d results/ })).toBeVisible()
})

test('a hundred thousand records are counted and filtered, and few are shown', async ({ app, page }) => {
  await app.open()
  await app.pick(report('Shop', '1.0', '2024-05-06'))
  await expect.poll(async () => (await storedRecords(page, 'unslide-history', 'reports')).length).toBe(1)
  await putRecords(page, 100_000)
  await page.goto('./#/history')
  await page.getByLabel('Count by').selectOption('version')
  await expect(page.getByRole('list', { name: 'Version' })).toContainText('others')
  expect(await rows(page).count()).toBeLessThan(60)
  await page.getByLabel('Filter the history').fill('shop 49')
  await expect(page.getByRole('heading', { level: 2 })).toContainText('2,000 of 100,001 reports')
})
