/** A second look at the page: nothing is cut on a phone, links lead where they say, and words replace codes. */
import { expect, test } from './app-page.ts'
import { report } from './history-reports.ts'

const phone = { width: 390, height: 844 }

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('a table shows each column, and the part that is open is in sight', async ({ app, page }) => {
    await app.comeBackWith('public/sample/Trailmap.dSYM.zip', 'Trailmap')
    await page.goto('./#/library')
    const table = page.locator('.images [role=grid]')
    await expect(table).toContainText('4C4C444F-5555-3144-A1CC-707057490EC2')
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expect(table.getByText('4C4C444F-5555-3144-A1CC-707057490EC2')).toBeInViewport({ ratio: 1 })

    await page.goto('./#/')
    await app.trySample()
    const tab = page.getByRole('tab', { name: 'Note' })
    await tab.evaluate((element: HTMLElement) => element.click())
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await expect(tab).toBeInViewport({ ratio: 1 })
    const tabs = page.getByRole('tablist')
    const edges = [await tab.boundingBox(), await tabs.boundingBox()]
    const right = (box: (typeof edges)[number]): number => (box ? box.x + box.width : NaN)
    expect(right(edges[0] ?? null)).toBeLessThanOrEqual(right(edges[1] ?? null))
  })
})

test('a recent report leads to the report, from a tab that is gone too', async ({ app, page }) => {
  await app.open()
  await app.pick(report('Shop', '1.0', '2024-05-06'))
  await expect(app.report).toBeVisible()
  await page.goto('./#/history')
  await expect(page.getByRole('table', { name: 'History' }).getByRole('row')).toHaveCount(1)
  await page.goto('./#/')
  // As a new tab: the reports of the other are kept under its name.
  await page.evaluate(() => sessionStorage.clear())
  await page.reload()
  await page.getByRole('listitem').filter({ hasText: 'Shop 1.0' }).getByRole('link').click()
  await expect(app.report).toBeVisible()
})

test('what a heading tells is not told again beside it', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await expect(page.getByText('34 of 36 frames named')).toBeVisible()
  await page.goto('./#/')
  const row = page.locator('.groups > li')
  await expect(row).toContainText('past it in trackSamples')
  await expect(row.locator('.where')).toHaveText('route.c:6')
  await expect(page.getByRole('button', { name: 'Close all' })).toHaveCount(0)
})
