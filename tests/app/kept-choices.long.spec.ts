/** Choices and searches survive a reload, and a link opens at the same place. */
import { readFileSync } from 'node:fs'
import { buildMachO, codeSection } from '../support/macho-builder.ts'
import { expect, test } from './app-page.ts'

/** A crash with a dozen images and frames in one of them. */
const manyImages = [
  'Incident Identifier: 6E1B2C70-0000-4000-8000-000000000003\nProcess: Harbor [41]\nException Type: EXC_CRASH (SIGABRT)\n',
  'Thread 0 Crashed:\n0   Harbor   0x0000000104000100 moor + 8\n',
  'Binary Images:',
  ...Array.from({ length: 12 }, (_, at) => {
    const [name, start] = [
      at === 0 ? 'Harbor' : `system${at}.dylib`,
      `0x1${(0x04000000 + at * 0x10000).toString(16).padStart(8, '0')}`,
    ]
    return `${start} - ${start.slice(0, -3)}fff ${name} arm64 <000000000000000000000000000000${String(at + 10)}> /${name}`
  }),
  '',
].join('\n')

test('filter and sorting of a table, and all its rows, outlive a reload', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'harbor.crash', content: manyImages })
  await expect(app.report).toBeVisible()
  await page.getByRole('tab', { name: 'Images' }).click()
  await page.getByRole('checkbox', { name: /^All \d+ images/ }).check()
  await page.getByRole('button', { name: 'Load address' }).click()
  await page.getByRole('searchbox', { name: 'Filter: Images' }).fill('system')
  const rows = page.getByRole('grid', { name: 'Images' }).locator('[aria-rowindex]')
  const before = await rows.allInnerTexts()
  expect(before.length).toBeGreaterThan(1)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: 'Filter: Images' })).toHaveValue('system')
  await expect(page.getByRole('checkbox', { name: /^All \d+ images/ })).toBeChecked()
  await expect(page.getByRole('columnheader', { name: 'Load address' })).toHaveAttribute('aria-sort', 'ascending')
  expect(await rows.allInnerTexts()).toEqual(before)
})

test('the search in a report and its filter outlive a reload, and end together', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  const all = await page.locator('.frame').count()
  await page.keyboard.press('/')
  await page.keyboard.type('elevation')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await expect.poll(() => page.locator('.frame').count()).toBeLessThan(all)
  const few = await page.locator('.frame').count()
  await page.reload()
  const field = page.getByRole('searchbox', { name: 'Find in this part' })
  await expect(field).toHaveValue('elevation')
  await expect(page.locator('.frame')).toHaveCount(few)
  await expect(page.getByRole('button', { name: 'Filter', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await field.press('Escape')
  await expect(field).toBeHidden()
  await expect(page.locator('.frame')).toHaveCount(all)
})

const sample = [
  'Analysis of sampling Harbor (pid 41) every 1 millisecond',
  'Process:         Harbor [41]',
  'Path:            /Applications/Harbor.app/Contents/MacOS/Harbor',
  'Load Address:    0x104000000',
  'Identifier:      org.example.harbor',
  'Version:         1.0 (1)',
  'Code Type:       ARM64',
  'Platform:        macOS',
  '',
  'Call graph:',
  '    100 Thread_1   DispatchQueue_1: com.apple.main-thread  (serial)',
  '    + 100 start  (in dyld) + 8  [0x180000008]',
  '    +   60 main  (in Harbor) + 16  [0x104000010]',
  '    +   ! 60 moor  (in Harbor) + 24  [0x104000118]',
  '    +   40 sail  (in Harbor) + 32  [0x104000220]',
  '    20 Thread_2: lighthouse',
  '    + 20 beam  (in Harbor) + 8  [0x104000308]',
  '',
  'Total number in stack (recursive counted multiple, when >=5):',
  '',
  'Binary Images:',
  '       0x104000000 -        0x104003fff +org.example.harbor (1.0 - 1) <00000000-0000-0000-0000-000000000001> /Applications/Harbor.app/Contents/MacOS/Harbor',
  '',
].join('\n')

test('form, track and search of a call tree outlive a reload', async ({ app, page }) => {
  await app.open()
  await app.pick({ name: 'harbor.sample.txt', content: sample })
  await expect(app.report).toBeVisible()
  const bottomUp = page.getByRole('group', { name: 'Shape' }).getByRole('button').last()
  await expect(bottomUp).toBeVisible()
  await bottomUp.click()
  const search = page.getByRole('searchbox').first()
  await search.fill('sail')
  await page.reload()
  await expect(bottomUp).toHaveAttribute('aria-pressed', 'true')
  await expect(search).toHaveValue('sail')
})

for (const viewport of [
  { width: 1280, height: 700 },
  { width: 390, height: 800 },
])
  test(`a link opens the report at the frame that was chosen, ${viewport.width} px`, async ({ app, page, browser }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await app.open()
    await app.trySample()
    await app.showSystemFrames()
    const frame = page.locator('.frame').last()
    await frame.locator('.name').first().click()
    await expect(page.locator('.frame.chosen')).toHaveCount(1)
    const name = await page.locator('.frame.chosen .name').last().innerText()
    await (await app.share()).getByRole('button', { name: 'Copy a link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    expect(link).toMatch(/#\/shared\/[\w-]+\/frame\/\d+$/)
    const context = await browser.newContext({ viewport })
    const other = await context.newPage()
    await other.goto(link)
    await other.locator('article.named').waitFor()
    await expect(other.locator('.frame.chosen .name').last()).toHaveText(name)
    await expect(other.locator('.frame.chosen')).toBeInViewport()
    await context.close()
  })

test('a link leads to a part of the report, and a place that is none is passed over', async ({
  app,
  page,
  browser,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await app.open()
  await app.trySample()
  await page.getByRole('tab', { name: 'Registers' }).click()
  await (await app.share()).getByRole('button', { name: 'Copy a link' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const context = await browser.newContext()
  for (const [address, tab] of [
    [link, 'Registers'],
    [link.replace(/registers$/, 'frame/99999'), 'Threads'],
    [link.replace(/registers$/, '%3Cscript%3E'), 'Threads'],
  ] as const) {
    const other = await context.newPage()
    await other.goto(address)
    await other.locator('article.named').waitFor()
    await expect(other.getByRole('tab', { selected: true })).toHaveText(tab)
    await other.close()
  }
  await context.close()
})

test('the page that is exported opens at the frame that was chosen', async ({ app, page, context }) => {
  await app.open()
  await app.trySample()
  await app.showSystemFrames()
  await page.locator('.frame').last().locator('.name').first().click()
  const name = await page.locator('.frame.chosen .name').last().innerText()
  const download = await app.download({ format: 'HTML page' })
  const other = await context.newPage()
  await other.setViewportSize({ width: 900, height: 300 })
  await other.goto(`file://${await download.path()}`).catch(() => undefined)
  const html = await other.content()
  // A file without an ending is shown as text: its page is then made by hand.
  if (!html.includes('<main>')) await other.setContent(readFileSync(await download.path(), 'utf8'))
  await expect(other.locator('li.chosen')).toContainText(name)
  await expect(other.locator('li.chosen')).toBeInViewport()
})

const crash = (app: string, version: string) => ({
  name: `${app} ${version}.crash`,
  content: [
    `Process: ${app} [7]`,
    `Version: ${version}`,
    'Date/Time: 2024-05-06 10:00:00.0 +0200',
    'Exception Type: EXC_CRASH (SIGABRT)',
    '',
    'Thread 0 Crashed:',
    `0   ${app}  0x0000000100004000 moor + 4`,
    '',
  ].join('\n'),
})

test('filter and selection of the list of reports outlive a reload and a visit of a report', async ({ app, page }) => {
  await app.open()
  await app.pick(crash('Harbor', '1.0'), crash('Shop', '1.0'), crash('Shop', '2.0'))
  const groups = page.locator('.groups.named > li')
  const filter = page.getByRole('searchbox', { name: 'Filter reports' })
  await expect(groups.first()).toBeVisible()
  const all = await groups.count()
  await filter.fill('shop')
  await expect(groups).not.toHaveCount(all)
  await groups.first().getByRole('checkbox').first().check()
  const isThere = async (): Promise<void> => {
    await expect(filter).toHaveValue('shop')
    await expect(groups).not.toHaveCount(all)
    await expect(groups.first().getByRole('checkbox').first()).toBeChecked()
  }
  await page.reload()
  await isThere()
  await groups.first().getByRole('link').first().click()
  await expect(app.report).toBeVisible()
  await page.goBack()
  await isThere()
  await page.getByRole('button', { name: 'Close all' }).click()
  await app.pick(crash('Harbor', '1.0'), crash('Harbor', '2.0'))
  await expect(filter).toHaveValue('')
})

test('filter, count and bar of the history outlive a reload and a visit elsewhere', async ({ app, page }) => {
  await app.open()
  await app.pick(crash('Harbor', '1.0'), crash('Shop', '1.0'), crash('Shop', '2.0'))
  await expect(page.locator('.groups.named')).toBeVisible()
  await page.goto('./#/history')
  const rows = page.getByRole('table', { name: 'History' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await page.getByLabel('Filter the history').fill('shop')
  await page.getByLabel('Count by').selectOption('version')
  await page
    .getByRole('list', { name: 'Version' })
    .getByRole('button', { name: /Shop 2\.0/ })
    .click()
  const isThere = async (): Promise<void> => {
    await expect(page.getByLabel('Filter the history')).toHaveValue('shop')
    await expect(page.getByLabel('Count by')).toHaveValue('version')
    await expect(rows).toHaveCount(1)
  }
  await isThere()
  await page.reload()
  await isThere()
  await page.getByRole('link', { name: 'Library' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Library')
  await page.goBack()
  await isThere()
})

test('what is searched for in the library outlives a reload and a visit elsewhere', async ({ app, page }) => {
  await app.comeBackWith('public/sample/Trailmap.dSYM.zip', 'Trailmap')
  const field = page.getByRole('searchbox', { name: 'Search' })
  const hits = page.getByRole('list', { name: 'Found' }).getByRole('listitem')
  // An address gives the word; what is typed then counts.
  await page.goto('./#/library/TMRoute')
  await expect(hits.first()).toContainText('TMRoute')
  await field.fill('elevation')
  await expect(hits.first()).toContainText(/elevation/i)
  await page.reload()
  await expect(field).toHaveValue('elevation')
  await expect(hits.first()).toContainText(/elevation/i)
  await page.getByRole('link', { name: 'Tools' }).click()
  await page.goBack()
  await expect(hits.first()).toContainText(/elevation/i)
})

test('filter and order of the library outlive a reload', async ({ app, page }) => {
  await app.open()
  const files = Array.from({ length: 10 }, (_, at) => ({
    name: `Shelf${at}.dSYM`,
    content: Buffer.from(
      buildMachO({
        uuid: `6E1B2C70-0000-4000-8000-00000000001${at}`,
        cpuType: 0x0100000c,
        sections: [codeSection(0x100)],
        symbols: Array.from({ length: at + 1 }, (_, nth) => ({
          name: `_f${nth}`,
          address: 0x1_0000_1000n + BigInt(nth * 16),
          section: 1,
        })),
      }),
    ),
  }))
  await app.pick(...files)
  await page.goto('./#/library')
  const images = page.getByRole('grid', { name: 'Images' })
  await expect(images.getByRole('row')).toHaveCount(11)
  // From A, then the other way.
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  await page.getByRole('button', { name: 'Image', exact: true }).click()
  const first = images.getByRole('row').nth(1)
  await expect(first).toContainText('Shelf9')
  await page.getByRole('searchbox', { name: /Filter/ }).fill('shelf3')
  await expect(first).toContainText('Shelf3')
  await page.goto('./')
  await page.reload()
  await app.pick(...files)
  await page.goto('./#/library')
  await expect(images.getByRole('row')).toHaveCount(2)
  await expect(first).toContainText('Shelf3')
  await page.getByRole('searchbox', { name: /Filter/ }).fill('')
  await expect(first).toContainText('Shelf9')
})
