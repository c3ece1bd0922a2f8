/** Who waits for whom in a report: the deadlock first, then its waiters. */
import { deadlockedSpindump } from '../support/spindump.ts'
import { expect, test } from './app-page.ts'

test('a deadlock is the headline, and its circle is told', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'deadlock.spindump.txt', content: deadlockedSpindump() })
  await expect(app.report).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Deadlock: 2 threads wait for each other')
  await page.getByRole('tab', { name: 'Waits', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Deadlock: 2 threads wait for each other', level: 3 })).toBeVisible()
  const links = page.locator('.link')
  await expect(links).toHaveCount(3)
  await expect(links.first()).toContainText('paymentd [77] · Thread 0x201 · ledger')
  await expect(links.first()).toContainText('waits at turnstile with priority 46 waiting for Shop [42] thread 0x101')
  await expect(links.nth(2)).toContainText('Shop [42] · Thread 0x102 · loader')
  await expect(page.locator('.last')).toContainText('Shop [42] · Thread 0x101 · com.apple.main-thread')
  await expect(page.getByText('1 × semaphore')).toBeVisible()
  expect(await app.isTooWide()).toBe(false)
})

test('ten thousand threads that wait for one stay few rows', async ({ app, page }) => {
  const thread = (id: number): string =>
    `  Thread 0x${id.toString(16)}    1 sample (1)\n  1  wait + 1 (kernel + 5) [0xffffff8000000005] (blocked by turnstile waiting for Shop [42] thread 0xfffff) 1\n`
  const threads = Array.from({ length: 10_000 }, (_, at) => thread(at + 1)).join('\n')
  await app.open()
  await app.pick({
    name: 'many.spindump.txt',
    content: `Date/Time: 2026-03-01 10:00:00 +0100\nData Source: Stackshots\nReport Version: 40\n\nProcess:          Shop [42]\n\n${threads}`,
  })
  await expect(app.report).toBeVisible()
  await page.getByRole('tab', { name: 'Waits', exact: true }).click()
  await expect(page.locator('.link').first()).toBeVisible()
  expect(await page.locator('.link').count()).toBeLessThan(200)
})
