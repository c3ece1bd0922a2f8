/** The instructions at a fault, for the eye, the keyboard and a screen reader. */
import { AxeBuilder } from '@axe-core/playwright'
import { faultReport, nullField } from '../support/fault-report.ts'
import { expect, test, type AppPage } from './app-page.ts'

async function openFault(app: AppPage): Promise<void> {
  await app.open()
  await app.pick({ name: 'Fault.ips', content: faultReport(nullField) })
  await expect(app.report).toBeVisible()
  await app.page.getByRole('button', { name: 'At the fault' }).click()
}

test('the instruction that faulted, its neighbours, and what it tells', async ({ app, page }) => {
  await openFault(app)
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(1)).toContainText('ldr x0, [x8, #0x18]')
  await expect(rows.nth(1)).toContainText('the program stopped here')
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('read 8 bytes at x8 + 0x18: x8 is 0, so 0x18.', { exact: false }).first()).toBeVisible()
})

test('pointer authentication is explained on hover and on focus', async ({ app, page }) => {
  await openFault(app)
  const explained = page.getByRole('button', { name: 'blraa x0, x1' })
  const tooltip = page.getByRole('tooltip')
  await expect(tooltip).toBeHidden()
  await explained.hover()
  await expect(tooltip).toContainText('signature of a pointer (PAC)')
  await page.mouse.move(0, 0)
  await expect(tooltip).toBeHidden()
  await explained.focus()
  await expect(tooltip).toBeVisible()
  await expect(explained).toHaveAccessibleDescription(/signature of a pointer/)
})

test('a report without instructions has no such part', async ({ app, page }) => {
  await app.open()
  const text = faultReport(nullField).replace(/"atPC": "[^"]*"/, '"atPC": ""')
  await app.pick({ name: 'Fault.ips', content: text })
  await expect(app.report).toBeVisible()
  await expect(page.getByRole('button', { name: 'Registers' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'At the fault' })).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`nothing for axe to find, and no wider than a phone: ${colorScheme}`, async ({ app, page }) => {
    await page.emulateMedia({ colorScheme })
    await openFault(app)
    const { violations } = await new AxeBuilder({ page }).include('article').analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(360)
  })
}
