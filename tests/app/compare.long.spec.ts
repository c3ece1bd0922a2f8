/** Two reports side by side: chosen from the table, from a report, or by opening the second one. */
import { readFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test, AppPage, type TestFile } from './app-page.ts'

const sample = readFileSync('public/sample/Trailmap.ips', 'utf8')
const dsym = readFileSync('public/sample/Trailmap.dSYM.zip')

interface Body {
  incident: string
  captureTime: string
  modelCode: string
  exception: { type: string; signal: string; subtype?: string }
  threads: { frames: unknown[] }[]
}

/** The sample with some of its fields changed, as another person's report of the same app. */
function variant(name: string, change: (body: Body) => void): TestFile {
  const [head = '', ...rest] = sample.split('\n')
  const body = JSON.parse(rest.join('\n')) as Body
  change(body)
  return { name, content: `${head.replace(/5B0E7C1A/, name.slice(0, 2).padEnd(8, '0'))}\n${JSON.stringify(body)}` }
}

const first: TestFile = { name: 'a1.ips', content: sample }
const symbols: TestFile = { name: 'Trailmap.dSYM.zip', content: dsym }
/** The same crash on another device, which came there without two of the calls. */
const detour = variant('b2.ips', (body) => {
  body.incident = 'B2000000-93D4-4F6B-8A27-0C51E9D7B342'
  body.modelCode = 'iPad13,4'
  body.threads[0]?.frames.splice(4, 2)
})
/** A crash at another instruction: alike only once the reports have their names, which are of one function. */
const crashAt = (name: string, imageOffset: number): TestFile =>
  variant(name, (body) => {
    body.incident = `${name.slice(0, 2).toUpperCase()}000000-93D4-4F6B-8A27-0C51E9D7B342`
    body.threads[0]?.frames.splice(0, 1, { imageOffset, imageIndex: 0 })
  })
/** Another crash: an abort in another function. */
const other = variant('c3.ips', (body) => {
  body.incident = 'C3000000-93D4-4F6B-8A27-0C51E9D7B342'
  body.exception = { type: 'EXC_CRASH', signal: 'SIGABRT' }
  body.threads[0]?.frames.splice(0, 4)
})

async function openAll(app: AppPage, ...files: TestFile[]): Promise<void> {
  const { page } = app
  await app.open()
  await app.pick(...files)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('reports')
  // Reports are grouped anew until all have their names.
  await expect(page.locator('.groups.named')).toBeVisible()
}

async function chooseTwo(page: Page, ...names: string[]): Promise<void> {
  for (const button of await page.getByRole('button', { name: /alike/, expanded: false }).all()) await button.click()
  for (const name of names) await page.getByLabel(`Select ${name} to compare`).last().check()
  await page.getByRole('button', { name: 'Compare' }).click()
}

test('two reports chosen in the table: the verdict first, then what differs', async ({ app, page }) => {
  await openAll(app, first, detour, symbols)
  await expect(page.getByRole('button', { name: 'Compare' })).toBeDisabled()
  await chooseTwo(page, 'a1.ips', 'b2.ips')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Probably the same crash, on another call path.')
  const reasons = page.getByRole('list', { name: 'Why we think so' })
  await expect(reasons).toContainText('Both ended with EXC_BAD_ACCESS')
  await expect(reasons).toContainText('Both failed in trackSamples, at route.c:6')
  await expect(page.getByRole('row', { name: /^Device/ })).toContainText('iPhone15,2')
  await expect(page.getByRole('row', { name: /^Device/ })).toContainText('iPad13,4')
  await expect(page.getByRole('listitem').filter({ hasText: 'only in A:' })).not.toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'only in B:' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Swap A and B' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'only in A:' })).toHaveCount(0)
})

test('other ends in other functions are said to be different crashes', async ({ app, page }) => {
  await openAll(app, first, other, symbols)
  await chooseTwo(page, 'a1.ips', 'c3.ips')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Different crashes')
  await expect(page.getByRole('list', { name: 'Why we think so' })).toContainText(
    'A ended with EXC_BAD_ACCESS (SIGSEGV), B with EXC_CRASH (SIGABRT).',
  )
})

test('what is open and chosen in the table stays so when names arrive and groups form anew', async ({ app, page }) => {
  await app.open()
  await app.pick(crashAt('d4.ips', 17584), crashAt('e5.ips', 17584), crashAt('f6.ips', 17588))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 reports, 2 crashes')
  await page.getByRole('button', { name: '2 alike' }).click()
  await page.getByLabel('Select f6.ips to compare').check()
  await app.pick(symbols)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('3 reports, 1 crash')
  await expect(page.getByRole('button', { name: '3 alike', expanded: true })).toBeVisible()
  await expect(page.getByLabel('Select f6.ips to compare').last()).toBeChecked()
  await page.getByRole('button', { name: '3 alike' }).click()
  await expect(page.getByRole('link', { name: 'f6.ips', exact: true })).toHaveCount(0)
})

test('from a report: the ones like it are offered, and one that is opened now is taken', async ({ app, page }) => {
  await app.open()
  await app.pick(first, symbols)
  await expect(app.report).toBeVisible()
  await page.getByRole('link', { name: 'Compare…' }).click()
  await expect(page.getByText('This is the only open report.')).toBeVisible()
  await app.pick(detour)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Probably the same crash')
  await page.getByRole('link', { name: 'Compare A with another' }).click()
  await expect(page.locator('main')).toContainText('b2.ips')
})

test('the comparison is copied as Markdown', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openAll(app, first, detour, symbols)
  await chooseTwo(page, 'a1.ips', 'b2.ips')
  await page.getByRole('button', { name: 'Copy as Markdown' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('## Probably the same crash')
  expect(text).toContain('| Device | iPhone 14 Pro (iPhone15,2) | iPad Pro (11-inch, 3rd generation) (iPad13,4) |')
  expect(text).toMatch(/^- .*route\.c/m)
})

test('the comparison is shared without names, by the same choice as a report', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const isPrivate = variant('g7.ips', (body) => {
    body.incident = 'A7000000-93D4-4F6B-8A27-0C51E9D7B342'
    body.exception.subtype = 'org.example.trailmap at /Users/annemarie/Acme/Map.db'
  })
  await openAll(app, first, isPrivate, symbols)
  await chooseTwo(page, 'a1.ips', 'g7.ips')
  await page.getByRole('button', { name: 'Share without private data…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share the comparison' })
  // The first user is of the sample that both were made from.
  await expect(dialog.getByLabel('Preview')).toContainText('org.example.trailmap at /Users/user2/')
  await expect(dialog.getByLabel('Preview')).not.toContainText('annemarie')
  await dialog.getByRole('checkbox', { name: /org\.example\.trailmap/ }).check()
  await expect(dialog.getByLabel('Preview')).toContainText('com.example.app1 at /Users/user2/')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied the comparison without private data' })).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text).toContain('com.example.app1 at /Users/user2/')
  expect(text).not.toContain('annemarie')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`${colorScheme}: nothing that axe minds`, async ({ browser }) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await openAll(new AppPage(page), first, detour, symbols)
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await chooseTwo(page, 'a1.ips', 'b2.ips')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('same crash')
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await page.getByRole('link', { name: 'Compare A with another' }).click()
    await expect(page.getByText('Or drop, paste or open another report.')).toBeVisible()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await context.close()
  })
}

test.describe('phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  test('the table and the comparison fit', async ({ app, page }) => {
    await openAll(app, first, detour, symbols)
    expect(await app.isTooWide()).toBe(false)
    await chooseTwo(page, 'a1.ips', 'b2.ips')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('same crash')
    expect(await app.isTooWide()).toBe(false)
  })
})
