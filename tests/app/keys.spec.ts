/** Without a mouse: from an empty page to a copied frame, walking, parts by key, and finding. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, test } from './app-page.ts'
import { openThreads } from './many-threads.ts'
import { checkSampleOnPhone } from './scene-checks.ts'

const finder = (page: Page) => page.getByRole('searchbox', { name: 'Find in this part' })
const said = (page: Page) => page.locator('search.find output')

/** Texts that the browser highlights now. */
function highlighted(page: Page, name: 'found' | 'found-now'): Promise<string[]> {
  return page.evaluate((key) => Array.from(CSS.highlights.get(key) ?? [], String), name)
}

test('from an empty page to a copied frame in under ten keys', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.open()
  await app.paste(readFileSync('public/sample/Trailmap.ips', 'utf8'))
  await expect(app.report).toBeVisible()
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'c']) await page.keyboard.press(key)
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^1 /m)
})

test('from the paste to the saved page and back into Unslide without a mouse', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.addInitScript(() => {
    const seen: string[] = []
    Reflect.set(window, 'mouse', seen)
    // No `mousemove`: the browser sends one itself when the page changes below the place where the pointer would be.
    for (const type of ['pointerdown', 'mousedown', 'touchstart', 'drop', 'wheel'])
      addEventListener(type, () => seen.push(type), { capture: true })
  })
  /** Presses Tab until what has this role and name has the focus. */
  const tabTo = async (role: 'button' | 'radio', name: string): Promise<void> => {
    const wanted = page.getByRole(role, { name, exact: true })
    for (let turn = 0; turn < 60; turn++) {
      if (await wanted.evaluateAll((all) => all.includes(document.activeElement as HTMLElement))) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab does not lead to ${name}`)
  }
  const heading = page.getByRole('heading', { level: 1 })
  // Asked for early: a key that comes at once could open the browser's own chooser before the page's are caught.
  const chooser = page.waitForEvent('filechooser')
  await app.open()
  await page.evaluate((text) => navigator.clipboard.writeText(text), readFileSync('public/sample/Trailmap.ips', 'utf8'))
  await page.keyboard.press('ControlOrMeta+v')
  await expect(app.report).toBeVisible()
  await expect(heading).toBeFocused()
  const title = await heading.innerText()

  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.frame.chosen .index')).toHaveText('2')
  await expect(page.getByRole('complementary', { name: 'Frame' })).toContainText('Frame 2')

  await tabTo('button', 'Share')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await expect(dialog.getByLabel('Preview')).toBeVisible()
  await tabTo('radio', 'Text')
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'HTML page' })).toBeChecked()
  await tabTo('button', 'Download')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const saved = await (await download).path()
  await expect(dialog).toBeHidden()
  // The dialog gives the focus back.
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused()

  const first = page.url()
  await tabTo('button', 'Open…')
  await page.keyboard.press('Enter')
  await (await chooser).setFiles({ name: 'saved.html', mimeType: 'text/html', buffer: readFileSync(saved) })
  await expect(page).not.toHaveURL(first)
  await expect(app.report).toBeVisible()
  await expect(heading).toHaveText(title)
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.frame.chosen .index')).toHaveText('1')
  expect(await page.evaluate(() => Reflect.get(window, 'mouse') as string[])).toEqual([])
})

test('arrows, Home, End and pages walk the frames, and the focus goes with them', async ({ app, page }) => {
  await openThreads(app, 3)
  const chosen = page.locator('.frame.chosen .index')
  await page.locator('.frame.chosen button').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(chosen).toHaveText('1')
  await expect(page.locator('.frame.chosen button').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(chosen).toHaveText('9')
  await page.keyboard.press('Home')
  await expect(chosen).toHaveText('0')
  await page.keyboard.press('PageDown')
  await expect(chosen).not.toHaveText('0')
  // One stop for Tab in all frames.
  await expect(page.locator('.frame .name[tabindex="0"]')).toHaveCount(1)
})

test('on a narrow page Enter opens the details of the frame, and Escape closes them', async ({ app, page }) => {
  await page.setViewportSize({ width: 420, height: 800 })
  await openThreads(app, 2)
  const details = page.getByLabel('Frame', { exact: true })
  await expect(details).toBeHidden()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(details).toContainText('Frame 1')
  await page.keyboard.press('Escape')
  await expect(details).toBeHidden()
})

test('parts are opened by digits, and by arrows in their list', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  const names = await page.getByRole('tab').allTextContents()
  await page.keyboard.press('2')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(names[1] ?? '')
  await page.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(names[2] ?? '')
  await expect(page.getByRole('tab', { selected: true })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { selected: true })).toHaveText(names.at(-1) ?? '')
  await expect(page.getByRole('tabpanel')).toBeVisible()
})

test('finding counts, goes on and back, highlights, and opens what is folded', async ({ app, page }) => {
  await openThreads(app, 40)
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('STEP3OFTHREAD')
  await expect(said(page)).toHaveText('1 of 40 rows')
  await expect.poll(() => highlighted(page, 'found-now')).toEqual(['step3OfThread'])
  await expect(page.locator('.frame.chosen .name')).toContainText('step3OfThread0')
  await page.keyboard.press('Enter')
  await expect(said(page)).toHaveText('2 of 40 rows')
  // Threads without a crash are folded.
  await expect(page.locator('.frame.chosen .name')).toContainText('step3OfThread1')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(said(page)).toHaveText('40 of 40 rows')
  await page.keyboard.press('F3')
  await expect(said(page)).toHaveText('1 of 40 rows')
  await page.keyboard.press('Escape')
  await expect(finder(page)).toBeHidden()
  expect(await highlighted(page, 'found')).toEqual([])
})

test('only the frames that hold it are shown where that is wished', async ({ app, page }) => {
  await openThreads(app, 12)
  await page.keyboard.press('/')
  await page.keyboard.type('thread11')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.locator('.frame')).toHaveCount(10)
  await page.getByRole('button', { name: 'Next hit' }).click()
  await expect(page.locator('.frame')).toHaveCount(10)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect(page.locator('.frame').first()).toContainText('step0OfThread0')
})

for (const [part, query] of [
  ['Images', 'trailmap'],
  ['Registers', 'x1'],
  ['Memory', '0x'],
  ['Details', 'iphone'],
] as const)
  test(`finding works in ${part}`, async ({ app, page }) => {
    await app.open()
    await app.trySample()
    await page.getByRole('tab', { name: part }).click()
    await page.keyboard.press('ControlOrMeta+f')
    await page.keyboard.type(query)
    await expect(said(page)).toHaveText(/^1 of \d/)
    await expect
      .poll(async () => (await highlighted(page, 'found-now')).map((text) => text.toLowerCase()))
      .toContain(query)
  })

test('finding covers the original text, of which only a part is made', async ({ app, page }) => {
  await openThreads(app, 60)
  await page.keyboard.press('o')
  await page.keyboard.press('ControlOrMeta+f')
  await page.keyboard.type('Binary Images')
  await expect(said(page)).toHaveText('1 of 1 row')
  await expect(page.getByRole('region', { name: 'Original text' })).toContainText('Binary Images')
})

test('a second Ctrl-F is the browser’s own', async ({ app, page }) => {
  await openThreads(app, 2)
  const prevented = () =>
    page.evaluate(() => {
      const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true })
      ;(document.activeElement ?? document.body).dispatchEvent(event)
      return event.defaultPrevented
    })
  expect(await prevented()).toBe(true)
  await expect(finder(page)).toBeFocused()
  expect(await prevented()).toBe(false)
})

test('on a phone the finder opens by its button, fits, and axe minds nothing', async ({ browser }) => {
  await checkSampleOnPhone(browser, async (page) => {
    await page.getByRole('button', { name: 'More commands' }).click()
    await page.getByRole('button', { name: 'Find', exact: true }).click()
    await finder(page).fill('trail')
    await expect(said(page)).toHaveText(/^1 of/)
  })
})
