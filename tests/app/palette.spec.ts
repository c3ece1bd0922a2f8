/** Going anywhere and doing anything by name: by real keys, on a desk and on a phone. */
import type { Page } from '@playwright/test'
import { expect, test } from './app-page.ts'
import { openThreads } from './many-threads.ts'
import { checkSampleOnPhone } from './scene-checks.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search or run a command' })
const options = (page: Page) => page.getByRole('option')
const active = (page: Page) => page.locator('[role=option][aria-selected=true]')

async function openWith(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(typed)
}

test('no key is lost while the palette’s code is loading', async ({ app, page }) => {
  await openThreads(app, 3)
  let release = (): void => {}
  const held = new Promise<void>((resume) => (release = resume))
  await page.route(/PaletteView/, async (route) => {
    await held
    await route.continue()
  })
  await openWith(page, 'step3ofthread2')
  await page.keyboard.press('Enter')
  release()
  await expect(field(page)).toBeHidden()
  await expect(page.locator('.frame.chosen .name')).toContainText('step3OfThread2')
})

test('Enter goes to a frame of a folded thread, chooses it and gives it the focus', async ({ app, page }) => {
  await openThreads(app, 200)
  await openWith(page, 'step7ofthread150')
  await expect(active(page)).toContainText('step7OfThread150')
  await expect(page.locator('[role=option] mark').first()).toHaveText('step7OfThread150')
  await page.keyboard.press('Enter')
  const chosen = page.locator('.frame.chosen')
  await expect(chosen).toContainText('step7OfThread150')
  await expect(chosen).toBeInViewport()
  await expect(chosen.getByRole('button').first()).toBeFocused()
  expect(page.url()).toMatch(/\/frame\/\d+$/)
})

test('a thread is opened, and its row comes on screen', async ({ app, page }) => {
  await openThreads(app, 60)
  await openWith(page, 'thread 48')
  await page.keyboard.press('Enter')
  const head = page.getByRole('button', { name: /^Thread 48/ })
  await expect(head).toBeInViewport()
  await expect(head).toHaveAttribute('aria-expanded', 'true')
})

for (const [typed, tab, row] of [
  ['libsystem', 'Images', '[role=row][aria-selected=true]'],
  ['x21', 'Registers', 'tr:focus'],
  ['release type', 'Details', 'dt:focus'],
] as const)
  test(`${typed} is found in ${tab}`, async ({ app, page }) => {
    await app.open()
    await app.trySample()
    await openWith(page, typed)
    await expect(active(page)).toBeVisible()
    const group = page.locator('.head', { hasText: tab })
    await expect(group).toBeVisible()
    // The first of the group; the keys pass over entries before it.
    const label = await page.locator(`.head:has-text("${tab}") + .row .label`).innerText()
    await expect(async () => {
      if (!(await active(page).innerText()).startsWith(label)) await page.keyboard.press('ArrowDown')
      expect((await active(page).innerText()).startsWith(label)).toBe(true)
    }).toPass()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { selected: true })).toHaveText(tab)
    await expect(page.locator(row).first()).toBeVisible()
    await expect(page.locator(row).first()).toContainText(label)
  })

test('commands and settings are run, and the focus is where it was', async ({ app, page }) => {
  await openThreads(app, 3)
  const first = page.locator('.frame.chosen button').first()
  await first.focus()
  await openWith(page, 'colours dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect(first).toBeFocused()
  await openWith(page, 'original text')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Original text' })).toBeVisible()
  await openWith(page, 'close this')
  await page.keyboard.press('Escape')
  await expect(field(page)).toBeHidden()
  await expect(first).toBeFocused()
  await openWith(page, 'close this report')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Try the sample' })).toBeVisible()
})

test('Ctrl-K at the moment of closing opens again, empty', async ({ app, page }) => {
  await openThreads(app, 3)
  await openWith(page, 'step')
  // Both keys in one task: the browser has not yet sent the `close` event.
  await field(page).evaluate((input) => {
    const key = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
    input.dispatchEvent(new KeyboardEvent('keydown', key))
    document.body.dispatchEvent(new KeyboardEvent('keydown', key))
  })
  await page.waitForTimeout(300)
  await expect(field(page)).toBeFocused()
  await expect(field(page)).toHaveValue('')
})

test('Enter right after the last letter chooses what the whole text finds', async ({ app, page }) => {
  await openThreads(app, 5000)
  await openWith(page, '')
  await expect(active(page)).toBeVisible()
  await field(page).evaluate((input) => {
    Object.assign(input, { value: 'colours dark' })
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('arrows, Home, End and pages walk the results; the rest of a group is a row', async ({ app, page }) => {
  await openThreads(app, 100)
  await openWith(page, 'step')
  await expect(page.getByRole('status').filter({ hasText: /results/ })).toContainText('1,101')
  const first = await active(page).innerText()
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).not.toHaveText(first)
  await page.keyboard.press('Home')
  await expect(active(page)).toHaveText(first)
  await page.keyboard.press('End')
  await expect(active(page)).toContainText('more')
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await expect(active(page)).toContainText('Thread 99')
  await page.keyboard.press('Home')
  await expect(active(page)).toBeInViewport()
  const more = page.getByRole('option', { name: /more.*Frames/ })
  // The list may still be scrolling to its beginning: then the pointer hits nothing.
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await expect(more).toBeHidden({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('End')
  await expect(active(page)).toBeInViewport()
  // Most rows are not made.
  expect(await options(page).count()).toBeLessThan(100)
  await page.keyboard.press('Home')
  await page.keyboard.press('PageDown')
  await expect(active(page)).toBeInViewport()
  const { setsize, isChosen } = await page.evaluate(() => {
    const input = document.querySelector('[role=combobox]')
    const option = document.getElementById(input?.getAttribute('aria-activedescendant') ?? '')
    return { setsize: option?.getAttribute('aria-setsize'), isChosen: option?.getAttribute('aria-selected') }
  })
  expect(Number(setsize)).toBeGreaterThan(1000)
  expect(isChosen).toBe('true')
})

test('what is nowhere is said, and Ctrl-K closes again', async ({ app, page }) => {
  await openThreads(app, 2)
  await openWith(page, 'no such thing anywhere')
  await expect(page.getByRole('status').filter({ hasText: 'Nothing here is called' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field(page)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(field(page)).toBeHidden()
})

test('names in kept indexes are found, and lead to the library', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await app.waitForIndex('Trailmap')
  await page.goto('./#/')
  await openWith(page, 'elevation')
  const group = page.locator('.head', { hasText: 'Names in the library' })
  await expect(group).toBeVisible()
  await page.keyboard.press('End')
  await expect(active(page)).toContainText(/Elevation/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('list', { name: 'Names found' }).or(page.locator('.hits'))).toContainText('Elevation')
})

test('on a phone the palette opens by its button, fits, and axe minds nothing', async ({ browser }) => {
  await checkSampleOnPhone(browser, async (page) => {
    await page.getByRole('button', { name: 'Search or run a command' }).click()
    await expect(options(page).first()).toBeVisible()
    await field(page).fill('ele')
    await expect(active(page)).toBeVisible()
  })
})
