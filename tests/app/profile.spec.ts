/** A profile as a profiler shows it: tracks, graphs, trees, search, all by keys. */
import type { Page } from '@playwright/test'
import { deadlockedSpindump, spindump } from '../support/spindump.ts'
import { expect, test, type AppPage } from './app-page.ts'

const tree = (page: Page) => page.getByRole('tree')
const row = (page: Page, name: string) => tree(page).getByRole('treeitem').filter({ hasText: name })

async function open(app: AppPage, page: Page, content = spindump(3, 4)): Promise<void> {
  await app.open()
  await app.pick({ name: 'shop.spindump.txt', content })
  await expect(app.report).toBeVisible()
  await expect(tree(page)).toBeVisible()
}

test('tracks: what the report is about first, merged as one, by keys', async ({ app, page }) => {
  await open(app, page)
  const tracks = page.getByRole('listbox', { name: 'Processes and threads' })
  const options = tracks.getByRole('option')
  await expect(options.nth(1)).toContainText('Shop [42], all threads')
  await expect(options.nth(2)).toHaveAttribute('aria-selected', 'true')
  await expect(options.nth(2)).toContainText('100% busy')
  await expect(options.nth(3)).toContainText('50% busy')
  // Two addresses of one function are one call.
  await expect(row(page, 'work1')).toHaveCount(1)
  await expect(row(page, 'work1')).toContainText('50')
  await tracks.press('ArrowUp')
  await expect(row(page, 'work1')).toContainText('200')
  await tracks.press('Home')
  await expect(row(page, 'start').first()).toContainText('33.3%')
})

test('tracks show what each thread did when, where the report tells it', async ({ app, page }) => {
  await open(app, page, deadlockedSpindump())
  const ledger = page.getByRole('option').filter({ hasText: 'ledger' })
  await expect(ledger.locator('.states')).toHaveAttribute('title', 'Blocked in 100 samples')
  await expect(ledger.locator('.states .blocked')).toHaveAttribute('style', /width: 100%/)
})

test('the tree is walked, opened and folded by keys', async ({ app, page }) => {
  await open(app, page)
  await tree(page).press('Home')
  await expect(row(page, 'start')).toHaveAttribute('aria-selected', 'true')
  await tree(page).press('ArrowLeft')
  await expect(tree(page).getByRole('treeitem')).toHaveCount(1)
  await tree(page).press('ArrowRight')
  await tree(page).press('ArrowDown')
  await expect(row(page, 'turn1').first()).toHaveAttribute('aria-selected', 'true')
  await tree(page).press('Enter')
  await expect(page.getByRole('complementary', { name: 'Frame' })).toContainText('turn1')
})

test('search counts, marks and goes through what it found, in every view', async ({ app, page }) => {
  await open(app, page)
  await page.keyboard.press('/')
  const search = page.getByLabel('Search functions')
  await expect(search).toBeFocused()
  await search.fill('WORK')
  await expect(page.locator('output')).toHaveText('1 · 50%')
  await search.press('Enter')
  await expect(row(page, 'work1')).toHaveAttribute('aria-selected', 'true')
  await expect(row(page, 'work1').locator('mark')).toHaveText('work')
  await page.getByRole('button', { name: 'Flame graph' }).click()
  await page.getByRole('button', { name: 'Next found function' }).click()
  await expect(page.locator('.told')).toContainText('work1 · 50 samples, 50%; itself 50')
  await page.getByRole('button', { name: 'Inverted' }).click()
  await page.getByRole('button', { name: 'Next found function' }).click()
  await expect(row(page, 'work1')).toHaveAttribute('aria-selected', 'true')
  await search.press('Escape')
  await expect(page.locator('output')).toHaveCount(0)
  await page.keyboard.press('Control+f')
  await expect(search).toBeFocused()
})

test('the flame graph: arrows, zoom and back by keys', async ({ app, page }) => {
  await open(app, page)
  await page.keyboard.press('2')
  const flame = page.getByRole('application')
  const told = page.locator('.told')
  await flame.press('ArrowDown')
  await expect(told).toContainText('start · 100 samples')
  for (let level = 0; level < 5; level++) await flame.press('ArrowDown')
  await expect(told).toContainText('work1 · 50 samples')
  await flame.press('ArrowRight')
  await expect(told).toContainText('draw · 50 samples')
  await flame.press('Enter')
  await expect(page.getByRole('button', { name: 'Whole graph' })).toBeVisible()
  await flame.press('0')
  await expect(page.getByRole('button', { name: 'Whole graph' })).toHaveCount(0)
  await flame.press('+')
  await expect(page.getByRole('button', { name: 'Whole graph' })).toBeVisible()
  await flame.press('-')
  await expect(page.getByRole('button', { name: 'Whole graph' })).toHaveCount(0)
})

test('around one function: callers above, callees below', async ({ app, page }) => {
  await open(app, page)
  await page.keyboard.press('3')
  const functions = page.getByRole('listbox', { name: 'Functions' })
  await functions.getByRole('option').filter({ hasText: 'turn2' }).click()
  const callers = page.getByRole('tree', { name: 'Callers' }).getByRole('treeitem')
  const callees = page.getByRole('tree', { name: 'Callees' }).getByRole('treeitem')
  await expect(callers).toHaveText([/turn2/, /turn1/, /start/])
  await expect(callees.first()).toContainText('turn2')
  await expect(callees).toHaveText([/turn2/, /turn0/, /turn1/, /work1|draw/, /work1|draw/])
})

test('eleven thousand threads: none of them holds the page up', async ({ app, page }) => {
  test.slow()
  await open(app, page, spindump(220, 50))
  const options = page.getByRole('listbox', { name: 'Processes and threads' }).getByRole('option')
  expect(await options.count()).toBeLessThan(60)
  await expect(options.first()).toContainText('11,000 threads')
})
