/** Main screens by axe, in both colour schemes, and at the width of a phone. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { deadlockedSpindump, spindump } from '../support/spindump.ts'
import { expect, test, AppPage } from './app-page.ts'

const screens: readonly (readonly [name: string, go: (app: AppPage, page: Page) => Promise<void>])[] = [
  ['start', (app) => app.open()],
  ['threads', (app) => sample(app)],
  [
    'original',
    async (app, page) => {
      await sample(app)
      await page.keyboard.press('o')
    },
  ],
  ['registers', (app, page) => part(app, page, 'Registers')],
  ['images', (app, page) => part(app, page, 'Images')],
  ['memory', (app, page) => part(app, page, 'Memory')],
  ['call tree', (app, page) => profile(app, page, '4')],
  ['flame graph', (app, page) => profile(app, page, '1')],
  ['sandwich', (app, page) => profile(app, page, '3')],
  ['details', (app, page) => part(app, page, 'Details')],
  [
    'waits',
    async (app, page) => {
      await app.open()
      await app.pick({ name: 'deadlock.spindump.txt', content: deadlockedSpindump() })
      await expect(app.report).toBeVisible()
      await page.getByRole('tab', { name: 'Waits', exact: true }).click()
      await expect(page.locator('.link').first()).toBeVisible()
    },
  ],
  [
    'keys',
    async (app, page) => {
      await sample(app)
      await page.keyboard.press('?')
    },
  ],
  [
    'settings',
    async (app, page) => {
      await app.open()
      await page.getByRole('button', { name: 'Settings' }).click()
    },
  ],
  [
    'reports',
    async (app, page) => {
      await sample(app)
      await page.goto('./#/')
      await expect(page.getByRole('heading', { name: /1 report/ })).toBeVisible()
    },
  ],
  ['library', (app, page) => place(app, page, 'library')],
  [
    'notices',
    async (app, page) => {
      await page.addInitScript(() => localStorage.setItem('unslide-unfinished 1', '["Shelf"]'))
      await page.context().route('**/whole-engine*', (route) => route.abort())
      await app.open()
      await app.pick('public/sample/Trailmap.ips')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  ],
  ['addresses', (app, page) => place(app, page, 'tools/atos')],
  ['slide', (app, page) => place(app, page, 'tools/slide')],
  ['demangle', (app, page) => place(app, page, 'tools/demangle')],
  ['inspect', (app, page) => place(app, page, 'tools/inspect')],
  ['privacy', (app, page) => place(app, page, 'privacy')],
]

async function profile(app: AppPage, page: Page, shape: string): Promise<void> {
  await app.open()
  await app.pick({ name: 'shop.spindump.txt', content: spindump(2, 3) })
  await expect(page.getByRole('tree')).toBeVisible()
  await page.keyboard.press(shape)
  if (shape === '3') await page.getByRole('listbox', { name: 'Functions' }).press('ArrowDown')
}

async function sample(app: AppPage): Promise<void> {
  await app.open()
  await app.trySample()
}

async function part(app: AppPage, page: Page, name: string): Promise<void> {
  await sample(app)
  await page.getByRole('tab', { name, exact: true }).click()
}

async function place(app: AppPage, page: Page, hash: string): Promise<void> {
  await sample(app)
  await page.goto(`./#/${hash}`)
  await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, go] of screens) {
    test(`${name}, ${colorScheme}: nothing that axe minds`, async ({ browser }) => {
      const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await go(new AppPage(page), page)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`),
      ).toEqual([])
      await context.close()
    })
  }
}

test.describe('phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })
  for (const [name, go] of screens) {
    test(`${name}: fits the width of a phone`, async ({ app, page }) => {
      await go(app, page)
      expect(await app.isTooWide()).toBe(false)
    })
  }
})
