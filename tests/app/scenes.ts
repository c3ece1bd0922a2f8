/** Scenes of the page: what axe looks at, what must fit a phone, and what pictures are taken of. Those that begin alike share one page. */
import type { Page } from '@playwright/test'
import { deadlockedSpindump, spindump } from '../support/spindump.ts'
import { timedProfile } from '../support/timed-profile.ts'
import { expect, type AppPage } from './app-page.ts'

/** Goes to a scene from wherever the scenes before it left the page. */
type Go = (page: Page) => Promise<void>

export interface Group {
  readonly name: string
  readonly begin: (app: AppPage, page: Page) => Promise<void>
  readonly scenes: readonly (readonly [name: string, go: Go])[]
}

const SAMPLE = 'public/sample/Trailmap.ips'
const asItIs: Go = async () => {}

const sample: Group['begin'] = async (app) => {
  await app.open()
  await app.trySample()
  await expect(app.page.getByText('34 of 36 frames named')).toBeVisible()
}

const file =
  (path: string): Group['begin'] =>
  async (app) => {
    await app.open()
    await app.pick(path)
    await expect(app.report).toBeVisible()
  }

const part =
  (name: string): Go =>
  async (page) => {
    await page.getByRole('tab', { name, exact: true }).click()
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
    // Its code may be loaded only now.
    await expect(page.locator('#part > *').first()).toBeVisible()
  }

const place =
  (hash: string): Go =>
  async (page) => {
    await page.goto(`./#/${hash}`)
    await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
  }

const dialog =
  (open: Go): Go =>
  async (page) => {
    await open(page)
    await expect(page.getByRole('dialog')).toBeVisible()
  }

const button =
  (name: string): Go =>
  (page) =>
    page.getByRole('button', { name, exact: true }).click()

const key =
  (name: string): Go =>
  (page) =>
    page.keyboard.press(name)

const ended: Go = async (page) => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** One scene after another. */
const then =
  (...steps: readonly Go[]): Go =>
  async (page) => {
    for (const step of steps) await step(page)
  }

/** Crashes of two builds of one app on some days. */
const crashes = ['1.0', '1.0', '1.1', '2.0'].map((version, at) => ({
  name: `Harbor ${version} ${at}.crash`,
  content: [
    `Process: Harbor [${at + 1}]`,
    `Version: ${version}`,
    'Hardware Model: iPhone15,2',
    `Date/Time: 2024-05-0${at + 2} 10:00:00.123 +0200`,
    'OS Version: iPhone OS 17.5.1 (21F90)',
    '',
    'Exception Type: EXC_CRASH (SIGABRT)',
    '',
    'Thread 0 Crashed:',
    `0   Harbor  0x0000000100004000 ${at === 3 ? 'unload' : 'berth'} + 4`,
    '1   Harbor  0x0000000100005000 main + 20',
    '',
  ].join('\n'),
}))

export const groups: readonly Group[] = [
  {
    name: 'without a report',
    begin: (app) => app.open(),
    scenes: [
      ['start', asItIs],
      ['settings', dialog(button('Settings'))],
    ],
  },
  {
    name: 'a second visit',
    begin: async (app, page) => {
      await app.open()
      await app.pick(...crashes.slice(0, 3))
      await place('history')(page)
      await expect(page.getByRole('table', { name: 'History' }).getByRole('row')).toHaveCount(3)
      await page.goto('./#/')
      await page.evaluate(() => sessionStorage.clear())
      await page.reload()
    },
    scenes: [
      [
        'start with recent reports',
        async (page) => {
          await expect(page.getByRole('link', { name: /aborted in berth/ }).first()).toBeVisible()
        },
      ],
    ],
  },
  {
    name: 'the sample',
    begin: sample,
    scenes: [
      ['threads', asItIs],
      ['finding', then(key('/'), (page) => page.getByRole('searchbox').first().fill('trail'))],
      [
        'share',
        then(key('Escape'), key('Escape'), dialog(button('Share')), (page) =>
          expect(page.getByLabel('Preview')).toBeVisible(),
        ),
      ],
      ['palette', then(ended, dialog(key('ControlOrMeta+k')), (page) => page.keyboard.type('route'))],
      ['keys', then(ended, dialog(key('?')))],
      ['registers', then(ended, part('Registers'))],
      ['images', part('Images')],
      ['memory', part('Memory')],
      ['note', part('Note')],
      ['details', part('Details')],
      ['original', then(part('Threads'), key('o'))],
      [
        'one report',
        async (page) => {
          await page.goto('./#/')
          await expect(page.getByRole('heading', { name: /1 report/ })).toBeVisible()
        },
      ],
      ['library', place('library')],
      ['history of one', place('history')],
      ['addresses', place('tools/atos')],
      ['slide', place('tools/slide')],
      ['demangle', place('tools/demangle')],
      ['inspect', place('tools/inspect')],
      ['privacy', place('privacy')],
      ['an absent report', place('report/none')],
    ],
  },
  {
    name: 'a report without symbols',
    begin: file(SAMPLE),
    scenes: [
      ['missing symbols', asItIs],
      ['how to get them', (page) => page.getByRole('button', { name: 'How to get it' }).click()],
    ],
  },
  {
    name: 'several reports',
    begin: async (app, page) => {
      await app.open()
      await app.pick(...crashes)
      await expect(page.getByRole('heading', { name: /4 reports/ })).toBeVisible()
    },
    scenes: [
      ['reports', asItIs],
      [
        'compare',
        async (page) => {
          for (const { name } of [crashes[0], crashes[3]].flatMap((crash) => crash ?? []))
            await page.getByLabel(`Select ${name} to compare`).last().check()
          await page.getByRole('button', { name: 'Compare', exact: true }).click()
          await expect(page).toHaveURL(/#\/compare\//)
          await expect(page.locator('main').getByRole('heading', { level: 1 })).toBeVisible()
        },
      ],
      ['history', place('history')],
    ],
  },
  { name: 'a panic', begin: file('tests/fixtures/reports/panic/full.ips'), scenes: [['panic', asItIs]] },
  { name: 'a memory kill', begin: file('tests/fixtures/reports/ips-jetsam/event.ips'), scenes: [['jetsam', asItIs]] },
  {
    name: 'metrics',
    begin: file('tests/fixtures/reports/power-metrics/launch.json'),
    scenes: [['metrics', asItIs]],
  },
  {
    name: 'a profile',
    begin: async (app, page) => {
      await app.open()
      await app.pick({ name: 'shop.spindump.txt', content: spindump(2, 3) })
      await expect(page.getByRole('application', { name: 'Flame graph' })).toBeVisible()
    },
    scenes: [
      ['call tree', key('4')],
      ['flame graph', key('1')],
      ['sandwich', then(key('3'), (page) => page.getByRole('listbox', { name: 'Functions' }).press('ArrowDown'))],
    ],
  },
  {
    name: 'a profile with times',
    begin: async (app, page) => {
      await app.open()
      await app.pick({ name: 'profile.xml', content: timedProfile() })
      await expect(page.getByRole('application', { name: 'Activity over time' })).toBeVisible()
    },
    scenes: [
      ['time axis', asItIs],
      ['a range of time', (page) => page.getByRole('application', { name: 'Activity over time' }).press('ArrowRight')],
    ],
  },
  {
    name: 'a deadlock',
    begin: async (app) => {
      await app.open()
      await app.pick({ name: 'deadlock.spindump.txt', content: deadlockedSpindump() })
      await expect(app.report).toBeVisible()
    },
    scenes: [['waits', then(part('Waits'), (page) => expect(page.locator('.link').first()).toBeVisible())]],
  },
  {
    name: 'trouble',
    begin: async (app, page) => {
      await page.addInitScript(() => localStorage.setItem('unslide-unfinished 1', '["Shelf"]'))
      await page.context().route('**/whole-engine*', (route) => route.abort())
      await app.open()
      await app.pick(SAMPLE)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
    scenes: [['notices', asItIs]],
  },
]
