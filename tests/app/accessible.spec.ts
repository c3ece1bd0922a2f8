/** Every scene by axe: in light, dark and forced colours, and on a phone. `PICTURES=DIR` writes pictures of them all. */
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { expect, test, AppPage } from './app-page.ts'
import { groups } from './scenes.ts'

/** One test for each scene, on one page for each group. */
function checkAll(
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

async function violations(axe: AxeBuilder): Promise<readonly string[]> {
  const found = (await axe.analyze()).violations
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
}

checkAll('nothing that axe minds', { reducedMotion: 'reduce' }, async (page) => {
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
  expect(await violations(new AxeBuilder({ page }))).toEqual([])
  // Names, roles and order are those of the first colours; contrasts are not.
  for (const colours of [{ colorScheme: 'dark' }, { colorScheme: 'light', forcedColors: 'active' }] as const) {
    await page.emulateMedia(colours)
    expect(await violations(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']))).toEqual([])
  }
})

const phone = {
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const
checkAll('on a phone it fits, and axe minds nothing', phone, async (page) => {
  expect(await new AppPage(page).isTooWide()).toBe(false)
  expect(await violations(new AxeBuilder({ page }))).toEqual([])
})

const pictures = process.env['PICTURES']
if (pictures)
  checkAll('pictures', { reducedMotion: 'reduce' }, async (page, name) => {
    for (const [colours, media] of [
      ['light', { colorScheme: 'light', forcedColors: 'none' }],
      ['dark', { colorScheme: 'dark', forcedColors: 'none' }],
      ['forced', { colorScheme: 'light', forcedColors: 'active' }],
    ] as const) {
      await page.emulateMedia(media)
      for (const [width, height] of [
        [390, 844],
        [1280, 860],
        [1920, 1080],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.screenshot({ path: `${pictures}/${name.replace(/\W+/g, '-')}-${width}-${colours}.png` })
      }
    }
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    await page.setViewportSize({ width: 1280, height: 860 })
  })
