/** Reports whose matter is not stacks: the part that opens first, its tables, what axe minds, and how long the page is busy. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type TestFile } from './app-page.ts'
import { violations } from './scene-checks.ts'

const payload = JSON.stringify({
  timeStampBegin: '2026-01-01 00:00:00',
  timeStampEnd: '2026-01-02 00:00:00',
  cpuMetrics: { cumulativeCPUTime: '100 sec' },
  applicationLaunchMetrics: {
    histogrammedTimeToFirstDrawKey: {
      histogramValue: {
        0: { bucketCount: 50, bucketStart: '90 ms', bucketEnd: '100 ms' },
        1: { bucketCount: 60, bucketStart: '1,000 ms', bucketEnd: '1,010 ms' },
      },
    },
  },
})

/** A stackshot of so many processes with four threads each, and as many keys a thread as iOS 18 writes. */
function stackshot(processes: number): string {
  const thread = (id: number) => ({
    id,
    state: ['TH_WAIT'],
    schedPriority: 31,
    basePriority: 31,
    user_usec: 12,
    system_usec: 3,
    userTime: 0.5 * id,
    systemTime: 0.25,
    lastRunTime: 100 + id / 1e6,
    lastMadeRunnableTime: 99,
    name: `worker ${id}`,
    qosRequested: 'x',
    qosEffective: 'y',
    userFrames: [[0, id * 4]],
  })
  const byPid = Object.fromEntries(
    Array.from({ length: processes }, (_, pid) => [
      pid,
      {
        pid,
        procname: `daemon${pid}`,
        residentMemoryBytes: pid * 16_384,
        userTimeTask: pid,
        systemTimeTask: 1,
        pageFaults: pid,
        flags: ['x'],
        threadById: Object.fromEntries([0, 1, 2, 3].map((at) => [pid * 4 + at, thread(pid * 4 + at)])),
      },
    ]),
  )
  const head = JSON.stringify({
    bug_type: '288',
    timestamp: '2025-06-12 08:04:25.00 +0300',
    os_version: 'iPhone OS 18.5',
  })
  const images = [['11111111-2222-3333-4444-555555555555', 4096, 'P']]
  return `${head}\n${JSON.stringify({ product: 'iPhone17,3', absoluteTime: 2_400_200_000, binaryImages: images, processByPid: byPid })}`
}

const cases: readonly (readonly [name: string, file: TestFile, part: string, told: RegExp])[] = [
  ['memory kill', 'tests/fixtures/reports/ips-jetsam/event.ips', 'Memory', /per-process-limit: more memory/],
  ['panic', 'tests/fixtures/reports/panic/full.ips', 'Panic', /What panicked/],
  ['stackshot', { name: 'stacks.ips', content: stackshot(300) }, 'Processes', /daemon299/],
  ['metrics', { name: 'payload.json', content: payload }, 'Metrics', /Time to first draw/],
  ['leaks', 'tests/fixtures/reports/leaks/leaks.txt', 'Leaks', /2 leaks, 64 B/],
  ['limit', 'tests/fixtures/reports/microstackshots/cpu.ips', 'Limit', /Used/],
]

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({
      colorScheme,
      viewport: colorScheme === 'light' ? { width: 1280, height: 860 } : { width: 390, height: 800 },
    })
    for (const [name, file, part, told] of cases) {
      test(`${name}: its own part is open first`, async ({ app, page }) => {
        await app.open()
        await app.pick(file)
        await expect(page.getByRole('tab', { name: part, exact: true })).toHaveAttribute('aria-selected', 'true')
        await expect(app.report).toContainText(told)
        expect(await app.isTooWide()).toBe(false)
        if (colorScheme === 'light') expect(await violations(new AxeBuilder({ page }))).toEqual([])
      })
    }
  })
}

test('a table is sorted by its headings, filtered, walked and copied by keys', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.open()
  await app.pick({ name: 'stacks.ips', content: stackshot(300) })
  const table = page.getByRole('grid', { name: 'Processes' })
  await expect(table.getByRole('row').nth(1)).toContainText('daemon299')
  const heading = table.getByRole('columnheader', { name: 'Process', exact: true })
  await heading.getByRole('button').click()
  await expect(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('row').nth(1)).toContainText('daemon0')
  await expect(table).toHaveAttribute('aria-rowcount', '301')
  await page.getByRole('searchbox', { name: 'Filter: Processes' }).fill('daemon29')
  await expect(table).toHaveAttribute('aria-rowcount', '12')
  await table.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(table.getByRole('row', { selected: true })).toHaveCount(2)
  await page.keyboard.press('Control+c')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Process\tProcess ID\t.*\ndaemon29\t29\t.*\ndaemon290\t290\t[^\n]*$/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Threads', exact: true })).toHaveAttribute('aria-selected', 'true')
})

test('details of a stackshot of 4,000 threads: words for keys, few elements', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'stacks.ips', content: stackshot(1000) })
  await expect(app.report).toBeVisible()
  await page.getByRole('tab', { name: 'Details', exact: true }).click()
  const threads = page.getByRole('grid', { name: 'Threads' })
  await expect(threads.getByRole('row').nth(1)).toBeVisible()
  await expect(threads.getByRole('columnheader', { name: 'CPU time in the kernel' }).first()).toBeVisible()
  await expect(app.report).toContainText('1 min 40 s')
  await expect(app.report).not.toContainText('residentMemoryBytes')
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(4000)
})
