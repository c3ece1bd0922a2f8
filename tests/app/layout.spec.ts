/** One grid for all pages, and nothing crushed, cut off or in a colour that means something else. */
import type { Page } from '@playwright/test'
import { expect, test } from './app-page.ts'

const widths = [390, 768, 1280, 2560]

/** A name and facts as long as they come. */
const long = {
  name: 'long.crash',
  content: [
    `Process: ${'ElevationChartRenderingService'.repeat(2)} [7]`,
    `Version: ${'2024.11.3-internal-nightly'.repeat(2)} (118000000)`,
    'Hardware Model: iPhone15,2',
    'Date/Time: 2024-05-06 10:00:00.0 +0200',
    'OS Version: iPhone OS 17.5.1 (21F90) with a Rapid Security Response that has a long name',
    '',
    'Exception Type: EXC_CRASH (SIGABRT)',
    '',
    'Thread 0 Crashed:',
    `0   App  0x0000000100004000 ns::Chart<std::__1::basic_string<char, std::__1::char_traits<char>>>::plot(${'std::__1::vector<double, std::__1::allocator<double>>, '.repeat(6)}int) + 4`,
    '',
  ].join('\n'),
}

async function leftEdge(page: Page): Promise<number> {
  const box = await page.getByRole('heading', { level: 1 }).boundingBox()
  return Math.round(box?.x ?? NaN)
}

test('every page begins at the left edge of the masthead', async ({ app, page }) => {
  await app.open()
  const edges = new Map<string, number[]>()
  const note = async (name: string): Promise<void> => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: 860 })
      edges.set(name, [...(edges.get(name) ?? []), await leftEdge(page)])
      expect(await app.isTooWide(), `${name} at ${width} px`).toBe(false)
    }
  }
  const mark: number[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 })
    mark.push(Math.round((await page.locator('.brand').boundingBox())?.x ?? NaN))
  }
  await note('start')
  await app.pick(long)
  await expect(app.report).toBeVisible()
  await note('report')
  const [first = ''] = page.url().split('/').slice(-1)
  await app.pick({ name: 'other.crash', content: long.content.replaceAll('[7]', '[8]') })
  await expect(page).not.toHaveURL(new RegExp(`${first}$`))
  const [second = ''] = page.url().split('/').slice(-1)
  for (const [name, hash] of [
    ['library', '#/library'],
    ['history', '#/history'],
    ['tools', '#/tools'],
    ['privacy', '#/privacy'],
    ['compare', `#/compare/${first}/${second}`],
    ['reports', '#/'],
  ] as const) {
    await page.evaluate((to) => (location.hash = to), hash)
    await page.waitForTimeout(300)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await note(name)
  }
  for (const [name, found] of edges) expect(found, name).toEqual(mark)
})

test('a long name and long facts leave each other room', async ({ app, page }) => {
  await app.open()
  await app.pick(long)
  await expect(app.report).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 860 })
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    const facts = await page.getByRole('list', { name: 'Where and when' }).boundingBox()
    expect(title?.width, `headline at ${width} px`).toBeGreaterThan(Math.min(300, width - 60))
    expect(facts?.width, `facts at ${width} px`).toBeGreaterThan(120)
    expect((facts?.x ?? 0) + (facts?.width ?? 0)).toBeLessThanOrEqual(width)
  }
})

test('the Share dialog is whole in a narrow and in a low window, with its buttons in view', async ({ app, page }) => {
  await app.open()
  await app.pick(long)
  await expect(app.report).toBeVisible()
  for (const [width, height] of [
    [390, 844],
    [360, 500],
    [768, 860],
    [1280, 860],
  ] as const) {
    await page.setViewportSize({ width, height })
    const dialog = await app.share()
    await expect(dialog.getByLabel('Preview')).toBeVisible()
    for (const name of ['Copy', 'Download', 'Copy a link that contains the report']) {
      const box = await dialog.getByRole('button', { name, exact: true }).boundingBox()
      expect(box?.x, `${width} px`).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0), `${width} px`).toBeLessThanOrEqual(width)
      expect((box?.y ?? 0) + (box?.height ?? 0), `${height} px high`).toBeLessThanOrEqual(height)
    }
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
})

test('a dialog dims the whole window', async ({ app, page }) => {
  await app.open()
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  const backdrop = await page.evaluate(() => {
    const dialog = document.querySelector('dialog[open]')
    if (!dialog) return undefined
    const { width, height } = getComputedStyle(dialog, '::backdrop')
    return { width: parseFloat(width), height: parseFloat(height) }
  })
  expect(backdrop?.height).toBe(860)
  expect(backdrop?.width).toBeGreaterThanOrEqual(1260)
})

test('what a finger touches is at least 40 pixels high', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto('./')
  await page.getByRole('button', { name: 'Try the sample' }).click()
  await expect(page.locator('article.named')).toBeVisible()
  const low = await page.evaluate(() =>
    [...document.querySelectorAll('nav a, .ways button, .bar button, .bar a, .bar input')].flatMap((element) => {
      const { height } = element.getBoundingClientRect()
      return height > 0 && height < 40 ? [`${element.textContent?.trim()}: ${height}`] : []
    }),
  )
  expect(low).toEqual([])
  await context.close()
})
