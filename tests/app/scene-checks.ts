/** What tests do on every scene. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { expect, test, AppPage } from './app-page.ts'
import { groups } from './scenes.ts'

export const PHONE = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const satisfies BrowserContextOptions

/** One test for each scene, on one page for each group. */
export function checkAll(
  what: string,
  options: BrowserContextOptions,
  check: (page: Page, name: string) => Promise<void>,
): void {
  for (const { name: group, begin, scenes } of groups) {
    test.describe(group, () => {
      test.describe.configure({ mode: 'default' })
      let page: Page
      test.beforeAll(async ({ browser }) => {
        const context = await browser.newContext(options)
        page = await context.newPage()
        await begin(new AppPage(page), page)
      })
      test.afterAll(() => page.context().close())
      for (const [name, go] of scenes) {
        test(`${name}: ${what}`, async () => {
          await go(page)
          await check(page, name)
        })
      }
    })
  }
}

/** What axe minds on a page: the rule, and the elements it is about. */
export async function violations(axe: AxeBuilder): Promise<readonly string[]> {
  const found = (await axe.analyze()).violations
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

/** Opens the sample on a phone and acts on it: afterwards the page fits, and axe minds nothing. */
export async function checkSampleOnPhone(browser: Browser, act: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto('./')
  await page.getByRole('button', { name: 'Try the sample' }).click()
  await page.locator('article.named').waitFor()
  await act(page)
  expect(await violations(new AxeBuilder({ page }))).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await context.close()
}
