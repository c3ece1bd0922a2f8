/** The page in simplified Chinese: every screen is in Chinese, none is too wide, and the exported page is Chinese too. */
import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { englishIn } from '../support/chinese.ts'
import { expect, test } from './app-page.ts'
import { fits, go, showsKeys, textsOf, walk } from './screens.ts'

const reports = 'tests/fixtures/reports'

/** Words of the reports themselves, and names of functions, files, devices and programs. */
const data =
  /trail::|Trailmap|exc handler|\b(?:com|org)\.\w+|iPhone|KERN_|Data Abort|VM Region Info|daemon, idle|^\*\*\* |^Heaviest stack for|Segmentation fault|SIG[A-Z]+|[A-Z]\w+Exception|Debian clang|\.(?:mm?|c|cpp|hpp|ips|app|zip|dylib|dSYM|a\.out)\b|^Thread \d+$/

/** Visible texts with two English words in a row; code and quotes of the report are left out. */
async function englishTexts(page: Page): Promise<readonly string[]> {
  const outside = 'pre, code, kbd, .code, .mono, .original, [lang=en], option[lang], script, style, noscript, textarea'
  const texts = await textsOf(page, outside)
  return texts.filter((text) => !data.test(text) && englishIn(text).some((run) => run.includes(' ')))
}

/** A screen in all widths and both colours. */
async function look(page: Page, name: string): Promise<void> {
  await fits(page, name, 'zh-Hans')
  if (!(await showsKeys(page))) expect.soft(await englishTexts(page), name).toEqual([])
}

const pick = (page: Page, ...files: readonly string[]): Promise<void> =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files])

test.beforeEach(async ({ page }) => {
  await page.goto('./?lang=zh-Hans')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/\p{sc=Han}/u)
})

test('the sample, with its parts, dialogs and tools', async ({ app, page }) => {
  const seen = new Set<string>()
  await walk(app, { sample: '试用示例', dialogs: ['设置', '分享'] }, async (name) => {
    seen.add(name)
    await look(page, name)
  })
  expect(seen.size).toBeGreaterThanOrEqual(20)
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
