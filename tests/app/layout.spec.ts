/** One grid for all pages, and nothing crushed, cut off or in a colour that means something else. */
import type { Page } from '@playwright/test'
import { AppPage, expect, test } from './app-page.ts'

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

for (const [name, files] of [
  ['with names', ['public/sample/Trailmap.ips', 'public/sample/Trailmap.dSYM.zip']],
  ['without names', ['public/sample/Trailmap.ips']],
] as const)
  test(`the first screen of a phone has what happened, where, and the first frames: ${name}`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const app = new AppPage(await context.newPage())
    await app.open()
    await app.pick(...files)
    await expect(app.report).toBeVisible()
    await expect(app.page.getByText(/34 of 36|24 of 36/)).toBeVisible()
    await expect(app.page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 })
    await expect(app.report.getByTitle('Show this frame')).toBeInViewport({ ratio: 1 })
    // Calls in the order of the stack, inlined ones too.
    for (const at of [0, 1, 2, 3]) await expect(app.page.locator('.frame .name').nth(at)).toBeInViewport({ ratio: 1 })
    await context.close()
  })

test('on a phone parts and commands have one row; the others open from it, by keys too', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const app = new AppPage(await context.newPage())
  const { page } = app
  await app.open()
  await app.trySample()
  const rows = await page
    .getByRole('tablist')
    .locator('xpath=..')
    .evaluate((bar) => bar.getBoundingClientRect().height)
  expect(rows).toBeLessThan(60)
  const find = page.getByRole('button', { name: 'Find', exact: true })
  const more = page.getByRole('button', { name: 'More commands' })
  await expect(find).toBeHidden()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(more).toHaveAttribute('aria-expanded', 'true')
  await expect(find).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(find).toBeHidden()
  await expect(more).toBeFocused()
  await more.click()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(find).toBeHidden()
  await more.click()
  await page.getByRole('button', { name: 'System frames', exact: true }).click()
  await expect(find).toBeHidden()
  await more.click()
  await expect(page.getByRole('button', { name: 'System frames', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Close this report' }).click()
  await expect(page.getByRole('button', { name: 'Try the sample' })).toBeVisible()
  await context.close()
})

test('facts of a report are in words; the exact ones are at hand', async ({ app, page }) => {
  await app.open()
  await app.pick('public/sample/Trailmap.ips')
  const facts = page.getByRole('list', { name: 'Where and when' })
  await expect(facts.getByRole('listitem')).toHaveText([
    'Trailmap 2.3.1 (412)',
    'iPhone 14 Pro',
    'iPhone OS 17.5.1 (21F90)',
    'arm64',
    /^Jun 21, 2024, 8:14:36\sAM$/,
    '2 min 34 s after launch',
  ])
  await expect(facts.getByTitle('iPhone 14 Pro (iPhone15,2)', { exact: true })).toBeVisible()
  await expect(facts.getByTitle('2024-06-21 08:14:36.8127 +0200', { exact: true })).toBeVisible()
})
