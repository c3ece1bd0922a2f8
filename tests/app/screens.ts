/** A walk over the screens of the page in any language, and what may be wrong with a screen there. */
import type { Page } from '@playwright/test'
import { expect, type AppPage } from './app-page.ts'

/** The buttons of the walk, in the words of a language. */
export interface WalkWords {
  readonly sample: string
  readonly dialogs: readonly string[]
}

/** Looks at a screen under its name. */
export type Look = (name: string) => Promise<void>

/** Folder for pictures of each screen, to look at; none are taken without it. */
const pictures = process.env['PICTURES']

/** A screen fits in each width and in both colours, and says its language. The page is 1,280 px wide and light after it. */
export async function fits(page: Page, name: string, language: string): Promise<void> {
  await expect.soft(page.locator('html'), name).toHaveAttribute('lang', language)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1280, 390, 360]) {
      await page.setViewportSize({ width, height: 860 })
      const isWide = await page.evaluate(
        () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
      )
      expect.soft(isWide, `${name} is too wide at ${width} px, ${colorScheme}`).toBe(false)
      if (pictures && width !== 360)
        await page.screenshot({ path: `${pictures}/${language}-${name}-${width}-${colorScheme}.png` })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 860 })
}

/** Texts that are seen or read aloud, without those within `data`, a selector. */
export async function textsOf(page: Page, data: string): Promise<readonly string[]> {
  const texts = await page.evaluate((outside) => {
    const found: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const within = node.parentElement
      if (!within?.closest(outside) && within?.checkVisibility()) found.push(node.textContent?.trim() ?? '')
    }
    for (const element of document.querySelectorAll('[title], [aria-label], [placeholder]')) {
      if (element.closest(outside)) continue
      for (const name of ['title', 'aria-label', 'placeholder']) found.push(element.getAttribute(name) ?? '')
    }
    return found
  }, data)
  return [...new Set(texts)]
}

/** True on the tabs that name a report's own keys: those names are made from the keys. */
export const showsKeys = async (page: Page): Promise<boolean> =>
  (await page.locator('#part-report[aria-selected=true], #part-details[aria-selected=true]').count()) > 0

/** Opens a page by its address in the page. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => (location.hash = to), hash)
  await expect(page).toHaveURL(new RegExp(`${hash}$`))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/** The sample with its parts, dialogs and the other pages. */
export async function walk({ page, report }: AppPage, { sample, dialogs }: WalkWords, look: Look): Promise<void> {
  await look('start')
  await page.getByRole('button', { name: sample }).click()
  await expect(report).toBeVisible()
  await expect(page.getByText('TMRouteAltitude').first()).toBeVisible()
  await look('report')
  const tabs = page.getByRole('tab')
  for (let at = 1; at < (await tabs.count()); at++) {
    await tabs.nth(at).click()
    await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true')
    await look(`report-tab-${at}`)
  }
  await tabs.first().click()
  for (const [at, name] of dialogs.entries()) {
    await page.getByRole('button', { name, exact: true }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(`dialog-${at}`)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  for (const [key, name] of [
    ['Control+k', 'palette'],
    ['?', 'keys'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
  }
  const id = page.url().split('/').at(-1) ?? ''
  const pages = ['library', 'history', 'tools/atos', 'tools/slide', 'tools/demangle', 'tools/inspect', 'privacy']
  for (const hash of [...pages.map((one) => `#/${one}`), `#/compare/${id}`, '#/']) {
    await go(page, hash)
    await look(`page${hash.replace(/\W+/g, '-')}`)
  }
}
