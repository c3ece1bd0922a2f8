/** Files of large reports are written beside the page: it shows progress, stays usable, and can stop them. */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { spindump } from '../support/spindump.ts'
import { expect, test, type AppPage } from './app-page.ts'

const PROCESSES = 100
const THREADS = 25

const job = (page: Page) => page.getByRole('complementary', { name: 'Work' }).filter({ hasText: 'Writing the file' })

async function openLarge(app: AppPage, page: Page): Promise<void> {
  await app.open()
  await app.pick({ name: 'large.txt', content: spindump(PROCESSES, THREADS, 40) })
  await expect(page.locator('article.named .tracks')).toBeVisible()
}

const downloaded = async (app: AppPage, format: string): Promise<string> =>
  readFileSync(await (await app.download({ format })).path(), 'utf8')

/** Starts a download; the dialog closes at once. */
async function startDownload(app: AppPage, format: string): Promise<void> {
  const dialog = await app.share({ format })
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expect(dialog).toBeHidden()
}

test('a large report is whole in each form, and the page answers while it is written', async ({ app, page }) => {
  await openLarge(app, page)
  const download = page.waitForEvent('download')
  await startDownload(app, 'HTML page')
  await expect(job(page)).toContainText(/ of \d/)
  await expect(job(page).getByRole('button', { name: 'Cancel' })).toBeVisible()
  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  const html = readFileSync(await (await download).path(), 'utf8')
  expect(html).toContain('daemon7')
  expect(html.trimEnd().endsWith('</html>')).toBe(true)
  await expect(job(page)).toHaveCount(0)
  const json = JSON.parse(await downloaded(app, 'JSON')) as { reports: { callTrees: unknown[] }[] }
  expect(json.reports[0]?.callTrees).toHaveLength(PROCESSES * THREADS)
  expect(await downloaded(app, 'Own format')).toContain('Process:          daemon7 [1007]')
})

test('what is written can be cancelled, and asked for again', async ({ app, page }) => {
  await openLarge(app, page)
  const files: string[] = []
  page.on('download', (download) => files.push(download.suggestedFilename()))
  await startDownload(app, 'HTML page')
  await job(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(job(page)).toHaveCount(0)
  await downloaded(app, 'speedscope')
  expect(files).toEqual(['large-symbolicated.speedscope.json'])
})

test('a large report without private data', async ({ app, page }) => {
  await openLarge(app, page)
  const dialog = await app.share()
  await expect(dialog.getByLabel('Preview')).toBeHidden()
  await dialog.getByRole('checkbox', { name: 'Replace private data' }).check()
  await expect(dialog.getByLabel('Preview')).toContainText('Shop')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('large-symbolicated.txt')
})
