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
  await expect(page.getByRole('application', { name: 'Flame graph' })).toBeVisible()
  await page.keyboard.press('4')
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
  const flame = page.getByRole('application', { name: 'Flame graph' })
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

/** 40 samples of a millisecond each: 20 in `early`, then 20 in `late`, both called by `main`. */
function timed(): string {
  const frame = (id: number, name: string) =>
    `<frame id="${id}" name="${name}" addr="0x10400${id}00"><binary id="9${id}" name="Shop" arch="arm64" load-addr="0x104000000" path="/Applications/Shop.app/Shop"/></frame>`
  const rows = Array.from({ length: 40 }, (_, at) => {
    const [id, name] = at < 20 ? [1, 'early'] : [2, 'late']
    return `<row><sample-time>${at * 1_000_000}</sample-time><thread fmt="Main Thread (0x1) (Shop, pid: 7)"/><process fmt="Shop (7)"/><weight>1000000</weight><backtrace>${frame(id, name)}${frame(3, 'main')}</backtrace></row>`
  })
  const columns = ['sample-time', 'thread', 'process', 'weight', 'backtrace']
    .map((type) => `<col><mnemonic>m</mnemonic><name>${type}</name><engineering-type>${type}</engineering-type></col>`)
    .join('')
  return `<?xml version="1.0"?>\n<trace-query-result><node xpath='//trace-toc[1]'><schema name="time-profile">${columns}</schema>${rows.join('\n')}</node></trace-query-result>`
}

async function openTimed(app: AppPage, page: Page): Promise<void> {
  await app.open()
  await app.pick({ name: 'profile.xml', content: timed() })
  await expect(app.report).toBeVisible()
  await expect(page.getByRole('application', { name: 'Activity over time' })).toBeVisible()
}

test('a range of time filters graph, tree, search and the pane beside; it is zoomed to and undone', async ({
  app,
  page,
}) => {
  await openTimed(app, page)
  const axis = page.getByRole('application', { name: 'Activity over time' })
  const box = await axis.boundingBox()
  if (!box) throw new Error('no axis')
  const steps = page.getByRole('navigation', { name: 'Steps' })
  // The second half has `late` alone.
  await page.mouse.move(box.x + box.width * 0.49, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 1, box.y + 10)
  await page.mouse.up()
  await expect(page.getByRole('application', { name: 'Flame graph of 20 ms' })).toBeVisible()
  await page.keyboard.press('4')
  await expect(row(page, 'late')).toContainText('20')
  await expect(row(page, 'early')).toHaveCount(0)
  await row(page, 'late').click()
  await expect(page.getByRole('region', { name: 'Chosen function' })).toContainText('20 ms')
  await page.getByLabel('Search functions').fill('early')
  await expect(page.locator('output')).toHaveText('None')
  await page.getByLabel('Search functions').fill('')
  await steps.getByRole('button', { name: 'Zoom in' }).click()
  await expect(steps.getByRole('button', { name: 'Zoom in' })).toHaveCount(0)
  // The axis has the range now: its first half is a half of that.
  await page.mouse.move(box.x + 1, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2, box.y + 10)
  await page.mouse.up()
  await expect(row(page, 'late')).toContainText('10')
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  await steps.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'late')).toContainText('20')
  await steps.getByRole('button', { name: 'Whole profile' }).click()
  await expect(row(page, 'early')).toContainText('20')
})

test('a range by keys', async ({ app, page }) => {
  await openTimed(app, page)
  const axis = page.getByRole('application', { name: 'Activity over time' })
  const steps = page.getByRole('navigation', { name: 'Steps' })
  await axis.press('ArrowRight')
  await expect(steps.getByRole('listitem')).toHaveCount(2)
  await axis.press('Shift+ArrowRight')
  await axis.press('Enter')
  await expect(steps.getByRole('button', { name: 'Zoom in' })).toHaveCount(0)
  await axis.press('ArrowRight')
  await expect(steps.getByRole('listitem')).toHaveCount(3)
  await axis.press('Escape')
  await expect(steps.getByRole('listitem')).toHaveCount(2)
})

test('focus and merge are steps, by button and by key, and Backspace takes them back', async ({ app, page }) => {
  await open(app, page)
  const steps = page.getByRole('navigation', { name: 'Steps' })
  await row(page, 'turn2').first().click()
  const facts = page.getByRole('region', { name: 'Chosen function' })
  await facts.getByRole('button', { name: 'Focus' }).click()
  await expect(steps.getByRole('listitem')).toHaveText(['Whole profile', /Focus: turn2/])
  await expect(row(page, 'start')).toHaveCount(0)
  await row(page, 'work1').click()
  await expect(facts).toContainText('50 samples')
  await tree(page).press('m')
  await expect(row(page, 'work1')).toHaveCount(0)
  await expect(row(page, 'draw')).toHaveCount(1)
  await tree(page).press('Backspace')
  await expect(row(page, 'work1')).toHaveCount(1)
  await steps.getByRole('button', { name: 'Whole profile' }).click()
  await expect(row(page, 'start')).toHaveCount(1)
})

test('the legend tells whose code the samples ended in, and boxes of a wait are waiting', async ({ app, page }) => {
  await open(app, page)
  await page.getByRole('option').nth(3).click()
  const legend = page.getByRole('list', { name: 'Colours' })
  await expect(legend).toContainText(/your code\s*50%/)
  await expect(legend).toContainText(/waiting\s*50%/)
})

test('full height: the headline goes, and comes again with another part', async ({ app, page }) => {
  await open(app, page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const before = await tree(page).boundingBox()
  await page.keyboard.press('z')
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  expect((await tree(page).boundingBox())!.y).toBeLessThan(before!.y - 50)
  await page.getByRole('tab', { name: 'Details', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
