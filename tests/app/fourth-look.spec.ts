/** A fourth look at the page finds nothing cut and nothing said twice. Edges lie in one line, and forced colours have borders. */
import type { Locator } from '@playwright/test'
import { timedProfile } from '../support/timed-profile.ts'
import { expect, test } from './app-page.ts'
import { report } from './history-reports.ts'

const phone = { width: 390, height: 844 }
const desk = { width: 1920, height: 1080 }

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box
}

const rightOf = async (locator: Locator): Promise<number> => {
  const { x, width } = await boxOf(locator)
  return Math.round(x + width)
}

test('the list of keys is in the window, whole', async ({ app, page }) => {
  await app.open()
  // Keys work once the page is drawn.
  await page.getByRole('main').waitFor()
  for (const height of [860, 720]) {
    await page.setViewportSize({ width: 1280, height })
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('heading', { name: 'Frames and threads' })).toBeVisible()
    const hidden = await dialog.evaluate((element) => element.scrollHeight - element.clientHeight)
    expect(hidden, `${height} px`).toBeLessThanOrEqual(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('details name the app once', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.locator('#part dd').first()).toBeVisible()
  await expect(page.locator('#part dd', { hasText: /^Trailmap$/ })).toHaveCount(1)
})

test('a value of a metric has its unit beside it', async ({ app, page }) => {
  await app.open()
  await app.pick('tests/fixtures/reports/power-metrics/launch.json')
  const [told, values] = [page.getByRole('grid').nth(0), page.getByRole('grid').nth(1)]
  await expect(values.getByRole('gridcell', { name: '800.5 ms', exact: true })).toBeVisible()
  await expect(values.getByRole('gridcell', { name: '1,001 ms', exact: true })).toBeVisible()
  await expect(values.getByRole('columnheader', { name: 'Unit' })).toHaveCount(0)
  await expect(told.getByRole('gridcell', { name: '2,014.3 ms', exact: true })).toBeVisible()
  await expect(told.getByRole('gridcell', { name: '21.5%', exact: true })).toBeVisible()
})

test('a part that is open looks the same under the pointer', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  const tab = page.getByRole('tab', { name: 'Threads' })
  const colour = (): Promise<string> => tab.evaluate((element) => getComputedStyle(element).backgroundColor)
  const before = await colour()
  await tab.hover()
  expect(await colour()).toBe(before)
})

test('on a wide desk tables end where the page ends, and lists and forms at one edge before it', async ({
  app,
  page,
}) => {
  await page.setViewportSize(desk)
  await app.open()
  await app.trySample()
  await expect(page.getByText('34 of 36 frames named')).toBeVisible()
  const [tables, others] = [new Map<string, number>(), new Map<string, number>()]
  await page.getByRole('tab', { name: 'Images' }).click()
  tables.set('images', await rightOf(page.getByRole('grid', { name: 'Images' })))
  await page.getByRole('tab', { name: 'Registers' }).click()
  tables.set('registers', await rightOf(page.getByRole('table', { name: /Registers/ })))
  await page.getByRole('tab', { name: 'Note' }).click()
  others.set('note', await rightOf(page.getByRole('textbox').first()))
  await page.goto('./#/library')
  await expect(page.getByRole('grid', { name: 'Images' })).toBeVisible()
  tables.set('library', await rightOf(page.getByRole('grid', { name: 'Images' })))
  others.set('search', await rightOf(page.getByRole('searchbox', { name: 'Search symbols' })))
  await app.pick(report('Shop', '1.0', '2024-05-02'), report('Shop', '1.0', '2024-05-03'))
  await page.goto('./#/history')
  await expect(page.getByRole('table', { name: 'History' })).toBeVisible()
  tables.set('history', await rightOf(page.getByRole('table', { name: 'History' })))
  await page.goto('./#/')
  await expect(page.getByRole('heading', { name: /3 reports/ })).toBeVisible()
  others.set('reports', await rightOf(page.locator('main .groups')))
  for (const edges of [tables, others]) expect([...new Set(edges.values())], JSON.stringify([...edges])).toHaveLength(1)
})

test('beside the original text the instructions at the crash point are not cut', async ({ app, page }) => {
  await page.setViewportSize(desk)
  await app.open()
  await app.trySample()
  await page.keyboard.press('o')
  await expect(page.getByRole('region', { name: 'Original text' })).toBeVisible()
  const cut = await page
    .getByRole('region', { name: 'Crash point' })
    .locator('table')
    .first()
    .evaluate((table) => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))
  expect(cut).toBeLessThanOrEqual(0)
})

test('the title of the tab has no empty part', async ({ app, page }) => {
  await app.open()
  await app.pick('public/sample/Trailmap.ips')
  await expect(page).toHaveTitle('Access to a field of a null pointer, 8 bytes past it · Unslide')
})

test('Share opens by its key and by its name', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  const dialog = page.getByRole('dialog', { name: 'Share' })
  await page.keyboard.press('S')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('share')
  await page.getByRole('option', { name: /^Share the report/ }).click()
  await expect(dialog).toBeVisible()
})

test('the focus stays where a dSYM was given, once its button is gone', async ({ app, page }) => {
  await app.open()
  await app.pick('public/sample/Trailmap.ips')
  await page.getByRole('button', { name: 'Open dSYM…' }).focus()
  await page.getByLabel('Choose a dSYM').setInputFiles('public/sample/Trailmap.dSYM.zip')
  await expect(page.getByText('34 of 36 frames named')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Names' })).toBeFocused()
})

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } })

  const hasEdge = (locator: Locator): Promise<boolean> =>
    locator.evaluate((element) => {
      const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(element)
      return borderTopWidth !== '0px' || (outlineStyle !== 'none' && outlineWidth !== '0px')
    })

  test('what a background sets apart has an edge', async ({ app, page }) => {
    await page.addInitScript(() => localStorage.setItem('unslide-unfinished 1', '["Shelf"]'))
    await app.open()
    const notice = page.getByRole('status').filter({ hasText: 'Shelf' })
    await expect(notice).toBeVisible()
    expect(await hasEdge(notice), 'notice').toBe(true)
    await app.trySample()
    await page.keyboard.press('o')
    expect(await hasEdge(page.getByRole('region', { name: 'Original text' })), 'original').toBe(true)
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    expect(await hasEdge(page.getByLabel('Preview')), 'preview').toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: 'Registers' }).click()
    const rows = page.getByRole('table', { name: /Registers/ }).getByRole('row')
    expect(await hasEdge(rows.filter({ has: page.getByRole('rowheader', { name: 'x8', exact: true }) }))).toBe(true)
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the fields for addresses are as wide as the phone', async ({ app, page }) => {
    await app.open()
    await app.trySample()
    await page.goto('./#/tools/atos')
    const whole = await boxOf(page.getByLabel(/^Addresses(?! are)/))
    for (const label of [/^Image/, /^Addresses are/, /^Load address/])
      expect((await boxOf(page.locator('main').getByLabel(label))).width, String(label)).toBe(whole.width)
  })

  test('the original text comes into sight when it is asked for', async ({ app, page }) => {
    await app.open()
    await app.trySample()
    await expect(page.getByText('34 of 36 frames named')).toBeVisible()
    await page.getByRole('button', { name: 'More commands' }).click()
    await page.getByRole('button', { name: 'Original text' }).click()
    await expect(page.getByRole('region', { name: 'Original text' })).toBeInViewport({ ratio: 0.5 })
  })
})

test.describe('by touch', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true })

  test('nothing asks for a drop or for a key', async ({ app, page }) => {
    await app.open()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Open a crash report and its dSYM, in any order.')
    await expect(page.getByText('anywhere on this page')).toBeHidden()
    await app.pick({ name: 'profile.xml', content: timedProfile() })
    await expect(page.getByRole('application', { name: 'Flame graph' })).toBeVisible()
    await expect(page.getByText(/Keys:/)).toBeHidden()
  })

  test('the commands of a report lie above the sheet of a frame', async ({ app, page }) => {
    await app.open()
    await app.trySample()
    await page.locator('.frame').nth(1).tap()
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible()
    await page.getByRole('tablist').evaluate((tabs) => scrollBy(0, tabs.getBoundingClientRect().top - 16))
    await page.getByRole('button', { name: 'More commands' }).tap()
    const last = page.getByRole('button', { name: 'Close this report' })
    await expect(last).toBeVisible()
    const isOnTop = await last.evaluate((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(isOnTop).toBe(true)
  })

  test('what Share offers is high enough for a finger', async ({ app, page }) => {
    await app.open()
    await app.trySample()
    await page.getByRole('button', { name: 'Share', exact: true }).tap()
    const dialog = page.getByRole('dialog', { name: 'Share' })
    await dialog.getByLabel('Replace private data').check()
    await expect(dialog.getByText('app name')).toBeVisible()
    for (const label of await dialog.locator('label').all())
      expect((await boxOf(label)).height, await label.innerText()).toBeGreaterThanOrEqual(40)
  })
})
