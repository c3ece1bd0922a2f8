/** A third look at the page finds nothing said twice and nothing empty. Edges lie in one line, and labels under their objects. */
import type { Locator } from '@playwright/test'
import { deadlockedSpindump, spindump } from '../support/spindump.ts'
import { timedProfile } from '../support/timed-profile.ts'
import { expect, test } from './app-page.ts'
import { report } from './history-reports.ts'

const phone = { width: 390, height: 844 }
const PROFILE = { name: 'shop.spindump.txt', content: spindump(2, 3) }

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not drawn.')
  return box
}

async function middleOf(locator: Locator): Promise<number> {
  const { x, width } = await boxOf(locator)
  return x + width / 2
}

const rightOf = async (locator: Locator): Promise<number> => {
  const { x, width } = await boxOf(locator)
  return x + width
}

test('the fields of a tool end where the field above them ends', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await expect(page.getByText('34 of 36 frames named')).toBeVisible()
  for (const [tool, above, last] of [
    ['slide', /^A frame of a report/, /^Address/],
    ['atos', /^Addresses(?! are)/, /^Load address/],
  ] as const) {
    await page.goto(`./#/tools/${tool}`)
    await expect(page.locator('main').getByLabel(last)).toBeVisible()
    const edges = [await rightOf(page.getByLabel(above)), await rightOf(page.getByLabel(last))]
    expect(Math.abs((edges[0] ?? 0) - (edges[1] ?? 0)), tool).toBeLessThan(1)
  }
})

test('the last bar of the history has its day under it', async ({ app, page }) => {
  await app.open()
  await app.pick(...['02', '03', '04', '05'].map((day) => report('Shop', '1.0', `2024-05-${day}`)))
  await page.goto('./#/history')
  await expect(page.getByRole('table', { name: 'History' }).getByRole('row')).toHaveCount(4)
  const labels = page.locator('figcaption span')
  await expect(labels).toHaveText(['May 2, 2024', 'May 5, 2024'])
  const bars = page.locator('figure rect')
  await expect(bars).toHaveCount(4)
  expect(Math.abs((await middleOf(labels.last())) - (await middleOf(bars.last())))).toBeLessThan(2)
})

test('the pane beside a profile tells of its heaviest function until one is chosen', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'profile.xml', content: timedProfile() })
  const heaviest = page.getByRole('region', { name: 'Heaviest function' })
  await expect(heaviest).toContainText(/early|late/)
  await expect(heaviest).toContainText('50%')
  await page.keyboard.press('3')
  const main = page.getByRole('listbox', { name: 'Functions' }).getByRole('option').filter({ hasText: 'main' })
  await main.click()
  await expect(page.getByRole('region', { name: 'Chosen function' })).toContainText('main')
  await expect(heaviest).toHaveCount(0)
})

test('a list of few functions is as high as they are', async ({ app, page }) => {
  await app.open()
  await app.pick(PROFILE)
  await page.getByRole('button', { name: 'Sandwich' }).click()
  const list = page.getByRole('listbox', { name: 'Functions' })
  await expect(list.getByRole('option').first()).toBeVisible()
  const [whole, last] = [await boxOf(list), await boxOf(list.getByRole('option').last())]
  expect(Math.abs(whole.y + whole.height - (last.y + last.height))).toBeLessThan(4)
})

test('the text of a panic stands once', async ({ app, page }) => {
  await app.open()
  await app.pick('tests/fixtures/reports/panic/full.ips')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Kernel data abort')
  await expect(page.getByRole('heading', { name: 'What panicked' })).toBeVisible()
  for (const closed of await page.locator('article details').all()) await closed.locator('summary').first().click()
  const text = await page.locator('article').innerText()
  expect(text.split('Kernel data abort').length - 1).toBe(1)
})

test('the circle of a deadlock stands where it is a row a thread', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'deadlock.spindump.txt', content: deadlockedSpindump() })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Deadlock')
  await expect(page.getByText('waits for the first')).toHaveCount(0)
  await page.getByRole('tab', { name: 'Waits' }).click()
  await expect(page.locator('.link')).not.toHaveCount(0)
})

test('keys stand in groups', async ({ app, page }) => {
  await app.open()
  await page.keyboard.press('?')
  const headings = page.getByRole('dialog').getByRole('heading', { level: 3 })
  await expect(headings).toHaveText(['Everywhere', 'Find', 'Report', 'Frames and threads'])
})

test('lines of memory regions stay lines', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await page.getByRole('tab', { name: 'Memory' }).click()
  const text = page.getByRole('region', { name: 'VM Region Info' })
  await expect(text).toContainText('REGION TYPE')
  const [lines, height] = await text.evaluate((element) => {
    const { lineHeight } = getComputedStyle(element)
    return [(element.textContent ?? '').trimEnd().split('\n').length, element.clientHeight / parseFloat(lineHeight)]
  })
  expect(Math.abs(height - lines)).toBeLessThan(2)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('the legend of a profile has the colours that are there, in one line', async ({ app, page }) => {
    await app.open()
    await app.pick(PROFILE)
    const rows = page.getByRole('list', { name: 'Colours' }).getByRole('listitem')
    await expect(rows.first()).toBeVisible()
    expect((await boxOf(page.getByRole('list', { name: 'Colours' }))).height).toBeLessThan(30)
    await expect(rows).toHaveText([/your code\s*100%/])
  })

  test('a table of one row has no headings to sort it by; of more it says what they are for', async ({ app, page }) => {
    await app.open()
    await app.pick('tests/fixtures/reports/power-metrics/launch.json')
    const [one, two] = [page.getByRole('grid').nth(0), page.getByRole('grid').nth(1)]
    await expect(one.getByRole('row')).toHaveCount(1)
    await expect(two.getByRole('row')).toHaveCount(3)
    const said = await two.locator('.head').evaluate((head) => getComputedStyle(head, '::before').content)
    expect(said).toBe('"Sort by"')
  })
})
