/** The page in simplified Chinese: every screen is in Chinese, none is too wide, and the exported page is Chinese too. */
import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { englishIn } from '../support/chinese.ts'
import { expect, test } from './app-page.ts'

const reports = 'tests/fixtures/reports'

/** What reports say in their own words, and names of functions, files, devices and programs. */
const data =
  /trail::|Trailmap|exc handler|\b(?:com|org)\.\w+|iPhone|KERN_|Data Abort|VM Region Info|daemon, idle|^\*\*\* |^Heaviest stack for|Segmentation fault|SIG[A-Z]+|[A-Z]\w+Exception|Debian clang|\.(?:mm?|c|cpp|hpp|ips|app|zip|dylib|dSYM|a\.out)\b|^Thread \d+$/

/** Visible texts with two English words in a row; code and quotes of the report are left out. */
async function englishTexts(page: Page): Promise<readonly string[]> {
  const texts = await page.evaluate(() => {
    const found: string[] = []
    const data = 'pre, code, kbd, .code, .mono, .original, [lang=en], option[lang], script, style, noscript, textarea'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const within = node.parentElement
      if (within?.closest(data) || !within?.checkVisibility()) continue
      found.push(node.textContent?.trim() ?? '')
    }
    for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]')) {
      if (element.closest(data)) continue
      for (const name of ['title', 'aria-label', 'placeholder']) found.push(element.getAttribute(name) ?? '')
    }
    return found
  })
  return [...new Set(texts.filter((text) => !data.test(text) && englishIn(text).some((run) => run.includes(' '))))]
}

/** Folder for pictures of each screen, to look at; none are taken without it. */
const pictures = process.env['PICTURES']

/** A screen in both widths and colours. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [1280, 390, 360]) {
    await page.setViewportSize({ width, height: 860 })
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    )
    expect.soft(isWide, `${name} is too wide at ${width} px`).toBe(false)
    for (const colorScheme of pictures && width !== 360 ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${pictures}/${name}-${width}-${colorScheme}.png` })
    }
  }
  // The names of a report's own keys are made from the keys.
  const isKeys = (await page.locator('#part-report[aria-selected=true], #part-details[aria-selected=true]').count()) > 0
  if (!isKeys) expect.soft(await englishTexts(page), name).toEqual([])
  await page.setViewportSize({ width: 1280, height: 860 })
}

const pick = (page: Page, ...files: readonly string[]): Promise<void> =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files])

async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
  await expect(page).toHaveURL(new RegExp(`${hash}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

test.beforeEach(async ({ page }) => {
  await page.goto('./?lang=zh-Hans')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\p{sc=Han}/u)
})

test('the sample, with its parts, dialogs and tools', async ({ app, page }) => {
  await look(page, 'start')
  await page.getByRole('button', { name: '试用示例' }).click()
  await expect(app.report).toBeVisible()
  await expect(page.getByText('TMRouteAltitude').first()).toBeVisible()
  await look(page, 'report')
  const tabs = page.getByRole('tab')
  for (let at = 1; at < (await tabs.count()); at++) {
    await tabs.nth(at).click()
    await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true')
    await look(page, `report-tab-${at}`)
  }
  await tabs.first().click()
  for (const name of ['设置', '分享…', '导出…', '复制']) {
    const button = page.getByRole('button', { name, exact: true })
    if ((await button.count()) === 0) continue
    await button.first().click()
    await look(page, `dialog-${name.replace('…', '')}`)
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Control+k')
  await look(page, 'palette')
  await page.keyboard.press('Escape')
  const id = page.url().split('/').at(-1) ?? ''
  for (const hash of [
    '#/library',
    '#/history',
    '#/tools/atos',
    '#/tools/slide',
    '#/tools/demangle',
    '#/tools/inspect',
    '#/privacy',
    `#/compare/${id}`,
    '#/',
  ]) {
    await go(page, hash)
    await look(page, `page-${hash.replace(/\W+/g, '-')}`)
  }
})

test('reports of other kinds, and files that cannot be read', async ({ app, page }) => {
  const kinds: readonly (readonly [name: string, path: string])[] = [
    ['panic', 'panic'],
    ['jetsam', 'ips-jetsam'],
    ['spindump', 'spindump'],
    ['core', 'minidump'],
    ['sample', 'sample'],
    ['umeng', 'umeng'],
  ]
  for (const [name, folder] of kinds) {
    const [file = ''] = readdirSync(`${reports}/${folder}`)
      .filter((one) => !one.endsWith('.md'))
      .sort()
    await pick(page, `${reports}/${folder}/${file}`)
    await expect(app.report).toBeVisible()
    await look(page, `kind-${name}`)
    await go(page, '#/')
  }
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'x.txt', mimeType: 'text/plain', buffer: Buffer.from('nothing here') })
  await expect(page.getByText('x.txt').first()).toBeVisible()
  await look(page, 'unreadable')
})

test('settings offer the language by its own name, and the choice stays', async ({ page }) => {
  await page.getByRole('button', { name: '设置' }).click()
  await expect(page.getByRole('option', { name: '简体中文' })).toHaveAttribute('lang', 'zh-Hans')
  await page.evaluate(() => localStorage.setItem('unslide-settings', JSON.stringify({ language: 'zh-Hans' })))
  await page.goto('./')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\p{sc=Han}/u)
})

test.describe('without a network', () => {
  test.use({ serviceWorkers: 'allow' })
  test('the language that was chosen is kept with the page', async ({ page, context }) => {
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
      localStorage.setItem('unslide-settings', JSON.stringify({ language: 'zh-Hans' }))
    })
    await context.setOffline(true)
    await page.goto('./')
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/\p{sc=Han}/u)
  })
})

test('visitors with another language load no Chinese', async ({ browser }) => {
  const page = await browser.newPage({ locale: 'en-US' })
  const loaded: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('.js')) loaded.push(await response.text().catch(() => ''))
  })
  await page.goto('./')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loaded.length).toBeGreaterThan(3)
  expect(loaded.filter((text) => text.includes('崩溃报告'))).toEqual([])
  await page.close()
})
