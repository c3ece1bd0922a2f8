/** What a doubter sees at a fifth look: the source line in its row, a scale for memory, one stop of the Tab key for a list. */
import type { Locator, Page } from '@playwright/test'
import { spindump } from '../support/spindump.ts'
import { timedProfile } from '../support/timed-profile.ts'
import { expect, test, type AppPage } from './app-page.ts'
import { openThreads } from './many-threads.ts'

const desk = { width: 1920, height: 1080 }
const list = (page: Page): Locator => page.locator('#part')
/** What Tab leads to in the list of stacks. */
const stops = (page: Page): Promise<readonly string[]> =>
  list(page).evaluate((part) =>
    [...part.querySelectorAll<HTMLElement>('a, button, [tabindex]')]
      .filter(({ tabIndex }) => tabIndex >= 0)
      .map(({ textContent }) => textContent?.trim() ?? ''),
  )
const focused = (page: Page): Locator => page.locator(':focus')

async function giveSources(app: AppPage, page: Page): Promise<void> {
  await page.addInitScript(() => Object.assign(window, { showDirectoryPicker: undefined }))
  await app.open()
  await app.trySample()
  await expect(page.getByText('34 of 36 frames named')).toBeVisible()
  await page
    .getByRole('region', { name: 'Source', exact: true })
    .getByLabel('Source folder')
    .setInputFiles('tests/fixtures/sample/source')
}

test('below the chosen row stands its source line, below no other, and none without sources', async ({ app, page }) => {
  await giveSources(app, page)
  const lines = list(page).locator('.frame .sheet .own')
  await app.frame(0).click()
  await expect(lines).toHaveCount(1)
  await expect(app.frame(0).locator('.sheet .own')).toContainText('return track->samples;')
  await app.frame(1).click()
  await expect(app.frame(0).getByText('return track->samples;')).toHaveCount(0)
  await expect(lines).toHaveCount(1)
  await expect(app.frame(1).locator('.sheet .own')).toContainText('double altitudeAt(double distance)')
})

test('a list of stacks is one stop of the Tab key, also with many threads and folded frames', async ({ app, page }) => {
  await openThreads(app, 60)
  expect(await stops(page)).toEqual(['step0OfThread0'])
  await page.locator('[data-stack] button').nth(3).click()
  await expect(page.getByText('step9OfThread3')).toBeVisible()
  expect(await stops(page)).toHaveLength(1)
})

test('folded frames and places in code are no stops of their own', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await expect(page.getByText('34 of 36 frames named')).toBeVisible()
  expect(await stops(page)).toHaveLength(1)
  await page.keyboard.press('j')
  expect(await stops(page)).toHaveLength(1)
})

test('a long list has its stop wherever it is scrolled to', async ({ app, page }) => {
  await openThreads(app, 400)
  expect(await stops(page)).toHaveLength(1)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(page.getByRole('button', { name: /Thread 399/ })).toBeVisible()
  await expect(async () => expect(await stops(page)).toHaveLength(1)).toPass()
})

test('arrows lead to heads and folds, too, and Enter opens them', async ({ app, page }) => {
  await openThreads(app, 3)
  await page.locator('.frame.chosen [data-stop]').focus()
  await page.keyboard.press('End')
  await expect(focused(page)).toHaveText('step9OfThread0')
  await page.keyboard.press('ArrowDown')
  await expect(focused(page)).toContainText('Thread 1')
  await page.keyboard.press('Enter')
  await expect(focused(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(focused(page)).toHaveText('step0OfThread1')
  await expect(page.locator('.frame.chosen')).toContainText('step0OfThread1')
  await page.keyboard.press('ArrowUp')
  await expect(focused(page)).toContainText('Thread 1')
  // Back from elsewhere, Tab leads to where the reader was.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(focused(page)).toContainText('Thread 1')
})

test('memory has a scale: a larger region has a longer bar, and each its size', async ({ app, page }) => {
  await page.setViewportSize(desk)
  await app.open()
  await app.trySample()
  await page.getByRole('tab', { name: 'Memory' }).click()
  const rows = list(page).getByRole('listitem')
  await expect(rows.first()).toBeVisible()
  await expect(list(page).locator('.ticks span')).toContainText(['1.0 KB', '1.0 MB', '1.0 GB'])
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  const measured = await rows.evaluateAll((all) =>
    all.flatMap((row) => {
      const size = row.querySelector('.size')?.textContent ?? ''
      const bar = row.querySelector('.bar')?.getBoundingClientRect().width
      return size === '' || bar === undefined ? [] : [{ size, bar }]
    }),
  )
  expect(measured.length).toBeGreaterThan(2)
  const bytes = ({ size }: { size: string }): number => {
    const [number = '', unit = ''] = size.split(' ')
    return Number(number.replaceAll(',', '')) * 1024 ** units.indexOf(unit)
  }
  const bySize = [...measured].sort((a, b) => bytes(a) - bytes(b)).map(({ bar }) => bar)
  expect(bySize).toEqual([...bySize].sort((a, b) => a - b))
  expect(new Set(bySize).size).toBeGreaterThan(1)
})

test('a frame has one number: in its row, in its link, and in every export', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.open()
  await app.trySample()
  await expect(page.getByText('34 of 36 frames named')).toBeVisible()
  await app.showSystemFrames()
  const name = '-[TMElevationView plotRoute:]'
  const row = page.locator('.frame').filter({ hasText: name }).first()
  const number = await row.locator('.index').innerText()
  expect(number).toMatch(/^[1-9]\d*$/)
  await row.locator('.name').first().click()
  await expect(page.getByRole('complementary', { name: 'Frame' })).toContainText(`Frame ${number}`)
  for (const format of ['Text', 'Markdown']) {
    const dialog = await app.share({ format })
    await expect(dialog.getByLabel('Preview')).toContainText(name)
    const text = await dialog.getByLabel('Preview').innerText()
    // The frame's own number begins its row; inlined calls have none or the same.
    const at = text.split('\n').find((line) => line.includes(name) && /^\W*\d/.test(line)) ?? ''
    expect(/\d+/.exec(at)?.[0], `${format}: ${at}`).toBe(number)
    await page.keyboard.press('Escape')
  }
  await (await app.share()).getByRole('button', { name: /link/ }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(await page.evaluate(() => navigator.clipboard.readText()))
  await expect(other.locator('.frame.chosen')).toContainText(name)
  await expect(other.locator('.frame.chosen .index')).toHaveText(number)
})

test('places in code are no links until an editor is chosen, and nothing opens without a click', async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const opened: string[] = []
  context.on('page', (other) => opened.push(other.url()))
  page.on('framenavigated', (frame) => opened.push(frame.url()))
  await app.open()
  await app.trySample()
  await expect(page.getByText('34 of 36 frames named')).toBeVisible()
  const outside = page.locator('article a:not([href^="#"])')
  await expect(outside).toHaveCount(0)
  await app.frame(0).getByRole('button', { name: 'route.c:6' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  for (const [choice, href] of [
    ['xcode', /^xcode:\/\/open\?file=.*route\.c&line=6$/],
    ['vscode', /^vscode:\/\/file\/.*route\.c:6:/],
    ['jetbrains', /^idea:\/\/open\?file=.*route\.c&line=6/],
  ] as const) {
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('A click on file and line').selectOption(choice)
    await page.keyboard.press('Escape')
    await expect(app.frame(0).locator('a').first()).toHaveAttribute('href', href)
  }
  expect(opened.filter((url) => !url.startsWith(new URL('./', page.url()).href))).toEqual([])
})

test('a range of time filters the list of threads, too', async ({ app, page }) => {
  // One thread in the first half, another one in the second.
  const content = timedProfile()
    .split('<row>')
    .map((row) => (row.includes('"late"') ? row.replaceAll('Main Thread (0x1)', 'Worker (0x2)') : row))
    .join('<row>')
  await app.open()
  await app.pick({ name: 'profile.xml', content })
  const threads = page.getByRole('listbox', { name: 'Processes and threads' })
  const [first, second] = [/Main Thread/, /Worker/].map((name) => threads.getByRole('option', { name }).last())
  await expect(first!).toContainText('100% busy')
  await expect(second!).toContainText('100% busy')
  await threads.getByRole('option', { name: /All threads/ }).click()
  const axis = page.getByRole('application', { name: 'Activity over time' })
  await axis.press('ArrowRight')
  await expect(first!).toContainText('100% busy')
  await expect(second!).toContainText('no samples')
  await axis.press('Escape')
  await expect(second!).toContainText('100% busy')
})

test('on a phone a register is a card: its meaning has the whole width below name and value', async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await app.open()
  await app.trySample()
  await page.getByRole('tab', { name: 'Registers' }).click()
  const row = page.getByRole('table', { name: /Registers/ }).getByRole('row', { name: /^pc / })
  const [value, meaning] = [await row.locator('.value').boundingBox(), await row.locator('.meaning').boundingBox()]
  expect(meaning!.y).toBeGreaterThanOrEqual(value!.y + value!.height)
  expect(meaning!.width).toBeGreaterThan(300)
  expect(await app.isTooWide()).toBe(false)
})

test('what is open looks alike in the masthead, in the parts of a report and in the tools', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  const style = (locator: Locator): Promise<string> =>
    locator.evaluate((element) => {
      const { backgroundColor, boxShadow, fontWeight, color } = getComputedStyle(element)
      return [backgroundColor, boxShadow, fontWeight, color].join(' ')
    })
  const tab = await style(page.getByRole('tab', { selected: true }))
  await page.goto('./#/tools/slide')
  const tool = page.getByRole('main').getByRole('navigation').locator('[aria-current=page]')
  await expect(tool).toBeVisible()
  expect(await style(tool)).toBe(tab)
  expect(await style(page.getByRole('banner').locator('nav [aria-current=page]'))).toBe(tab)
})

test('a call of a hang’s profile has no number and no crash address', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'shop.spindump.txt', content: spindump(1, 2) })
  await expect(page.getByRole('application', { name: 'Flame graph' })).toBeVisible()
  await page.keyboard.press('3')
  await page.getByRole('listbox', { name: 'Functions' }).press('ArrowDown')
  const pane = page.getByRole('complementary', { name: 'Frame' })
  await expect(pane.getByRole('heading', { level: 2 })).toHaveText('Frame')
  await expect(pane).toContainText('address of an instruction')
  await expect(pane).not.toContainText('crash address')
})
