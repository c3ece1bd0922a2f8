/** The page stays where it is while names arrive: what comes soon is waited for, and what goes keeps its place. */
import type { Page } from '@playwright/test'
import { expect, test } from './app-page.ts'

interface LayoutShift extends PerformanceEntry {
  readonly value: number
}

/** The share of the page that moved, times how far, all together. */
async function shiftsOf(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (Reflect.get(window, 'shifts') as number[]).reduce((sum, value) => sum + value, 0))
}

test('the sample, from the button to its names', async ({ app, page }) => {
  const shifted = await shiftsOf(page)
  await app.open()
  await app.trySample()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await page.waitForTimeout(600)
  expect(await shifted()).toBeLessThan(0.02)
})

test('a report and its dSYM, dropped together', async ({ app, page }) => {
  const shifted = await shiftsOf(page)
  await app.open()
  await app.drop('public/sample/Trailmap.ips', 'public/sample/Trailmap.dSYM.zip')
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await page.waitForTimeout(600)
  expect(await shifted()).toBeLessThan(0.02)
})

/** Delay in milliseconds before the page requests names. */
async function delayNames(page: Page, delay: number): Promise<void> {
  await page.addInitScript((after) => {
    const post = Reflect.get(Worker.prototype, 'postMessage') as (this: Worker, ...given: unknown[]) => void
    Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
      const [message] = given as readonly { readonly argumentList?: readonly { readonly value?: unknown }[] }[]
      if (message?.argumentList?.[0]?.value === 'resolve') setTimeout(() => post.apply(this, given), after)
      else post.apply(this, given)
    }
  }, delay)
}

for (const width of [1280, 2560])
  test(`names that come after the report was shown without them, ${width} px`, async ({ app, page }) => {
    await page.setViewportSize({ width, height: 860 })
    const shifted = await shiftsOf(page)
    await delayNames(page, 2500)
    await app.open()
    await app.drop('public/sample/Trailmap.ips', 'public/sample/Trailmap.dSYM.zip')
    await expect(page.getByText('Looking up names. Frames show')).toBeVisible()
    const tabs = page.getByRole('tab', { name: 'Threads', exact: true })
    const before = await tabs.boundingBox()
    await app.frame(0).getByRole('button').first().focus()
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
    await expect(app.frame(0).getByRole('button').first()).toBeFocused()
    expect((await tabs.boundingBox())?.y).toBe(before?.y)
    await page.waitForTimeout(600)
    expect(await shifted()).toBeLessThan(0.02)
  })

test('names that come while the palette is open: the frame has the focus after it', async ({ app, page }) => {
  await delayNames(page, 2500)
  await app.open()
  await app.drop('public/sample/Trailmap.ips', 'public/sample/Trailmap.dSYM.zip')
  await expect(page.getByText('Looking up names. Frames show')).toBeVisible()
  await app.frame(0).getByRole('button').first().focus()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(page.getByRole('combobox', { name: 'Search or run a command' })).toBeFocused()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await page.keyboard.press('Escape')
  await expect(app.frame(0).getByRole('button').first()).toBeFocused()
})

test('names that come late and lack symbols', async ({ app, page }) => {
  const shifted = await shiftsOf(page)
  await delayNames(page, 2500)
  await app.open()
  await app.drop('public/sample/Trailmap.ips')
  await expect(page.getByText('Looking up names. Frames show')).toBeVisible()
  await expect(page.getByText('Add the dSYM of exactly this build')).toBeVisible()
  await page.waitForTimeout(600)
  expect(await shifted()).toBeLessThan(0.02)
})

test('a dSYM that comes later: the line on symbols changes in place', async ({ app, page }) => {
  await app.open()
  await app.drop('public/sample/Trailmap.ips')
  const tabs = page.getByRole('tab', { name: 'Threads', exact: true })
  await expect(page.getByLabel('Missing symbols')).toContainText('24 of 36 frames named.')
  const before = await tabs.boundingBox()
  await app.drop('public/sample/Trailmap.dSYM.zip')
  await expect(page.getByLabel('Names', { exact: true })).toContainText('34 of 36 frames named.')
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  expect((await tabs.boundingBox())?.y).toBe(before?.y)
})

test('the headline that is shown first is the one that stays, also after a reload', async ({ app, page }) => {
  await delayNames(page, 2500)
  await app.open()
  await app.drop('public/sample/Trailmap.ips')
  const headline = page.getByRole('heading', { level: 1 })
  await expect(page.getByText('Looking up names. Frames show')).toBeVisible()
  await expect(headline).toHaveText('Access to a field of a null pointer, 8 bytes past it')
  const place = await headline.boundingBox()
  await expect(app.report).toBeVisible()
  await expect(headline).toHaveText('Access to a field of a null pointer, 8 bytes past it')
  expect(await headline.boundingBox()).toEqual(place)
  await page.reload()
  await expect(page.getByText('Looking up names. Frames show')).toBeVisible()
  await expect(headline).toHaveText('Access to a field of a null pointer, 8 bytes past it')
})
