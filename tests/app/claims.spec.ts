/** No sentence and no name on the page is surer than the report: what is missing is said, and guessed names are marked. */
import { readFileSync } from 'node:fs'
import { jsonExporter } from '../../src/core/export/json.ts'
import { parseReport } from '../../src/core/reports/read-report.ts'
import { unresolved } from '../support/report-builder.ts'
import { expect, test, type AppPage, type TestFile } from './app-page.ts'

async function open(app: AppPage, ...files: TestFile[]): Promise<void> {
  await app.open()
  await app.pick(...files)
  await expect(app.report).toBeVisible()
}

const crash = (address: string): string => `Process:         Shop [1]
Exception Type:  EXC_CRASH (SIGABRT)
Crashed Thread:  0

Thread 0 Crashed:
0   Shop                          	0x0000000104cc8110 -[Cart total] + 16
1   Shop                          	0x${address} kaboom_exception::what() const + 40000
2   Shop                          	0x0000000104cc8210 main + 16

Thread 1:
0   Shop                          	0x${address} kaboom_exception::what() const + 40000

Binary Images:
0x104cc8000 - 0x104cdffff +Shop arm64 <41be1a6841be1a6841be1a6841be1a68> /Users/me/Shop.app/Contents/MacOS/Shop
`

const sample = `Analysis of sampling Shop (pid 12) every 1 millisecond
Process:         Shop [12]
Path:            /Applications/Shop.app/Contents/MacOS/Shop
Report Version:  7
----

Call graph:
    10 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)
      10 main  (in Shop) + 20  [0x104cc9020]
        10 kaboom_exception::what() const  (in Shop) + 40000  [0x104cd9020]

Total number in stack (recursive counted multiple, when >=5):
`

const why = /only the nearest name that the device knew, 40,000 bytes/

test('a guessed name is marked in the stack, in its detail and in a copy of it', async ({ app, page }) => {
  await open(app, { name: 'guess.crash', content: crash('0000000104cc9110') })
  const mark = app.frame(1).locator('.trust')
  await expect(mark).toHaveText('doubtful')
  await expect(mark).toHaveAttribute('title', why)
  await expect(app.frame(0).locator('.trust')).toHaveCount(0)
  await app.frame(1).getByRole('button').first().click()
  const detail = page.getByRole('complementary', { name: 'Frame' })
  await expect(detail.locator('.grade')).toHaveText('doubtful')
  await expect(detail.locator('.evidence')).toHaveText(why)
  // The head of the other thread has no place for a mark, so it does not say the name.
  await expect(page.getByRole('button', { name: /Thread 1/ })).not.toContainText('kaboom')
})

test('a guessed name is marked in the tree and in the flame graph', async ({ app, page }) => {
  await open(app, { name: 'sample.txt', content: sample })
  await page.getByRole('button', { name: 'Tree', exact: true }).click()
  const row = page.locator('.node', { hasText: 'kaboom' })
  await expect(row.locator('.trust')).toHaveText('doubtful')
  await expect(page.locator('.node', { hasText: 'main' }).locator('.trust')).toHaveCount(0)
  await page.getByRole('button', { name: 'Flame graph' }).click()
  // Rows are 20 pixels high: main, and what it called.
  const told = page.locator('.told')
  await page.locator('.flame canvas').hover({ position: { x: 40, y: 10 } })
  await expect(told).toContainText('main ·')
  await page.locator('.flame canvas').hover({ position: { x: 40, y: 30 } })
  await expect(told).toContainText('kaboom_exception::what() const (doubtful) ·')
})

test('a guessed name is marked where two reports are compared', async ({ app, page }) => {
  const files = [
    { name: 'a.crash', content: crash('0000000104cc9110') },
    { name: 'b.crash', content: crash('0000000104ccd110') },
  ]
  await app.open()
  await app.pick(...files)
  await page.getByLabel('Select a.crash to compare').last().check()
  await page.getByLabel('Select b.crash to compare').last().check()
  await page.getByRole('button', { name: 'Compare' }).click()
  const rows = page.locator('li', { hasText: 'kaboom' })
  await expect(rows).toHaveCount(2)
  for (const row of await rows.all()) await expect(row.locator('.doubtful')).toHaveText('doubtful')
})

const [head = '', ...rest] = readFileSync('public/sample/Trailmap.ips', 'utf8').split('\n')
const whole = rest.join('\n')
const damaged: readonly (readonly [what: string, file: TestFile, said: RegExp])[] = [
  [
    'cut off in its threads',
    { name: 'cut.ips', content: `${head}\n${whole.slice(0, Math.floor(whole.length * 0.55))}` },
    /^The report is not complete: it is cut off/,
  ],
  [
    'without its images',
    { name: 'bare.crash', content: crash('0000000104cc9110').replace(/Binary Images:[\s\S]*/, '') },
    /^The report is not complete: its list of images is missing/,
  ],
  [
    'without the thread that crashed',
    { name: 'headless.crash', content: crash('0000000104cc9110').replace(/Thread 0 Crashed:[\s\S]*?\n\n/, '') },
    /^The report is not complete: the thread that crashed is missing/,
  ],
]

for (const [what, file, said] of damaged) {
  test(`a report ${what} says so beside its headline`, async ({ app }) => {
    await open(app, file)
    const damage = app.report.locator('header .damage').filter({ hasText: said })
    await expect(damage).toBeVisible()
    await expect(app.report.getByRole('heading', { level: 1 })).not.toBeEmpty()
  })
}

test('a whole report says nothing of damage', async ({ app }) => {
  await open(app, { name: 'whole.ips', content: `${head}\n${whole}` })
  await expect(app.report.locator('.damage')).toHaveCount(0)
})

test('JSON that was written here opens as the report that it was', async ({ app, page }) => {
  await open(app, { name: 'guess.crash', content: crash('0000000104cc9110') })
  const title = await app.report.getByRole('heading', { level: 1 }).textContent()
  const rows = await page.locator('.frame .name').allTextContents()
  const parsed = parseReport('guess.crash', new TextEncoder().encode(crash('0000000104cc9110')))
  if (!parsed.ok) throw new Error('no report')
  await open(app, { name: 'again.json', content: jsonExporter.write(parsed.value.map(unresolved)) })
  await expect(app.report.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await expect(page.locator('.frame .name')).toHaveText(rows)
  await expect(app.frame(1).locator('.trust')).toHaveText('doubtful')
})
