/** Main screens by axe, in both colour schemes, and at the width of a phone. Screens that begin alike share one page. */
import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { deadlockedSpindump, spindump } from '../support/spindump.ts'
import { expect, test, AppPage } from './app-page.ts'

/** Goes to a screen from wherever the screens before it left the page. */
type Go = (page: Page) => Promise<void>

interface Group {
  readonly name: string
  readonly begin: (app: AppPage, page: Page) => Promise<void>
  readonly screens: readonly (readonly [name: string, go: Go])[]
}

const asItIs: Go = async () => {}

const groups: readonly Group[] = [
  {
    name: 'without a report',
    begin: (app) => app.open(),
    screens: [
      ['start', asItIs],
      ['settings', (page) => page.getByRole('button', { name: 'Settings' }).click()],
    ],
  },
  {
    name: 'the sample',
    begin: async (app) => {
      await app.open()
      await app.trySample()
    },
    screens: [
      ['threads', asItIs],
      ['registers', part('Registers')],
      ['images', part('Images')],
      ['memory', part('Memory')],
      ['details', part('Details')],
      [
        'original',
        async (page) => {
          await part('Threads')(page)
          await page.keyboard.press('o')
        },
      ],
      [
        'reports',
        async (page) => {
          await page.goto('./#/')
          await expect(page.getByRole('heading', { name: /1 report/ })).toBeVisible()
        },
      ],
      ['library', place('library')],
      ['addresses', place('tools/atos')],
      ['slide', place('tools/slide')],
      ['demangle', place('tools/demangle')],
      ['inspect', place('tools/inspect')],
      ['privacy', place('privacy')],
    ],
  },
  {
    name: 'keys of the sample',
    begin: async (app) => {
      await app.open()
      await app.trySample()
    },
    screens: [['keys', (page) => page.keyboard.press('?')]],
  },
  {
    name: 'a profile',
    begin: async (app, page) => {
      await app.open()
      await app.pick({ name: 'shop.spindump.txt', content: spindump(2, 3) })
      await expect(page.getByRole('application', { name: 'Flame graph' })).toBeVisible()
    },
    screens: [
      ['call tree', (page) => page.keyboard.press('4')],
      ['flame graph', (page) => page.keyboard.press('1')],
      [
        'sandwich',
        async (page) => {
          await page.keyboard.press('3')
          await page.getByRole('listbox', { name: 'Functions' }).press('ArrowDown')
        },
      ],
    ],
  },
  {
    name: 'a deadlock',
    begin: async (app) => {
      await app.open()
      await app.pick({ name: 'deadlock.spindump.txt', content: deadlockedSpindump() })
      await expect(app.report).toBeVisible()
    },
    screens: [
      [
        'waits',
        async (page) => {
          await page.getByRole('tab', { name: 'Waits', exact: true }).click()
          await expect(page.locator('.link').first()).toBeVisible()
        },
      ],
    ],
  },
  {
    name: 'trouble',
    begin: async (app, page) => {
      await page.addInitScript(() => localStorage.setItem('unslide-unfinished 1', '["Shelf"]'))
      await page.context().route('**/whole-engine*', (route) => route.abort())
      await app.open()
      await app.pick('public/sample/Trailmap.ips')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
    screens: [['notices', asItIs]],
  },
]

function part(name: string): Go {
  return (page) => page.getByRole('tab', { name, exact: true }).click()
}

function place(hash: string): Go {
  return async (page) => {
    await page.goto(`./#/${hash}`)
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
  }
}

/** One test for each screen, on one page for each group. */
function checkAll(what: string, options: BrowserContextOptions, check: (page: Page) => Promise<void>): void {
  for (const { name: group, begin, screens } of groups) {
    test.describe(group, () => {
      test.describe.configure({ mode: 'default' })
      let page: Page
      test.beforeAll(async ({ browser }) => {
        const context = await browser.newContext(options)
        page = await context.newPage()
        await begin(new AppPage(page), page)
      })
      test.afterAll(() => page.context().close())
      for (const [name, go] of screens) {
        test(`${name}: ${what}`, async () => {
          await go(page)
          await check(page)
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
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await violations(new AxeBuilder({ page }))).toEqual([])
  // Names, roles and order are those of the other scheme; colours are not.
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']))).toEqual([])
})

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
checkAll('fits the width of a phone', phone, async (page) => {
  expect(await new AppPage(page).isTooWide()).toBe(false)
})
