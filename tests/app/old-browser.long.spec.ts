/** A browser that is too old says so itself; one that is not says nothing of it. */
import { expect, test } from '@playwright/test'

const note = /too old for Unslide/

for (const [what, spoil] of [
  ['light-dark()', () => (CSS.supports = () => false)],
  ['String.isWellFormed', () => Reflect.deleteProperty(String.prototype, 'isWellFormed')],
  ['Array.with', () => Reflect.deleteProperty(Array.prototype, 'with')],
  ['DecompressionStream', () => Reflect.deleteProperty(window, 'DecompressionStream')],
] as const) {
  test(`without ${what}`, async ({ page }) => {
    await page.addInitScript(spoil)
    await page.goto('./')
    await expect(page.getByRole('alert').filter({ hasText: note })).toBeVisible()
  })
}

test('with all of it', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('./')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(note)).toHaveCount(0)
  expect(errors).toEqual([])
})
