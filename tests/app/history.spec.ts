/** Notes, and the history of reports: what stays, what is deleted, what is counted. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './app-page.ts'
import { putRecords, report, rows } from './history-reports.ts'
import { storedRecords } from './stored-records.ts'

/** Records of the history in the browser. */
async function records(page: Page): Promise<{ path: string; bytes: number | undefined; note: string | undefined }[]> {
  const all = (await storedRecords(page, 'unslide-history', 'reports')) as {
    facts: { path: string }
    original?: number
    note?: string
  }[]
  return all.map(({ facts, original, note }) => ({ path: facts.path, bytes: original, note }))
}

test('a note stays with its report through a reload and a new opening, and is shared only when asked', async ({
  app,
  page,
}) => {
  await app.open()
  await app.pick(report('Shop', '1.0', '2024-05-06'))
  await page.getByRole('tab', { name: 'Note', exact: true }).click()
  const note = page.getByRole('textbox', { name: 'Note' })
  await note.fill('Ada looks into it.\n```<b>not bold</b>')
  await expect
    .poll(async () => (await records(page)).map(({ note: text }) => text))
    .toEqual(['Ada looks into it.\n```<b>not bold</b>'])
  await page.reload()
  await page.getByRole('tab', { name: 'Note', exact: true }).click()
  await expect(note).toHaveValue('Ada looks into it.\n```<b>not bold</b>')
  await page.getByRole('button', { name: 'Close this report' }).click()
  await app.pick({ ...report('Shop', '1.0', '2024-05-06'), name: 'the same.crash' })
  const saved = async (options: readonly RegExp[]): Promise<string> => {
    const download = await app.download({ format: 'HTML page', options })
    return (await (await download.createReadStream()).toArray()).join('')
  }
  expect(await saved([])).not.toContain('Ada')
  expect(await saved([/^With the note/])).toContain('Ada looks into it.\n```&lt;b&gt;not bold&lt;/b&gt;')
})

test('the history counts, filters, opens what is open, and forgets', async ({ app, page }) => {
  await app.open()
  await app.pick(
    report('Shop', '1.0', '2024-05-06'),
    report('Shop', '1.0', '2024-05-07'),
    report('Shop', '2.0', '2024-05-09', 'g'),
  )
  await expect.poll(async () => (await records(page)).length).toBe(3)
  expect((await records(page)).every(({ bytes }) => bytes === undefined)).toBe(true)
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('History')
  await expect(rows(page)).toHaveCount(3)
  await page.getByLabel('Count by').selectOption('version')
  const legend = page.getByRole('list', { name: 'Version' })
  await expect(legend.getByRole('button')).toHaveText([/Shop 1\.0\s*2/, /Shop 2\.0\s*1/])
  await page.getByText('As a table').click()
  // Two days of the first version, a day between, one of the second.
  await expect(page.locator('details tbody tr')).toHaveText([
    /May 6, 2024\s*1\s*1\s*0/,
    /May 7, 2024\s*1\s*1\s*0/,
    /May 8, 2024\s*0\s*0\s*0/,
    /May 9, 2024\s*1\s*0\s*1/,
  ])
  await legend.getByRole('button', { name: /Shop 2\.0/ }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByLabel('Filter the history').fill('in g')
  await expect(rows(page)).toHaveCount(1)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await rows(page).getByRole('link').click()
  await expect(app.report.getByTitle('Show this frame').first()).toHaveText('g')
  await page.goto('./#/history')
  await page.getByLabel('Filter the history').fill('')
  await page.getByRole('button', { name: /^Delete Shop 1\.0 2024-05-06/ }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Clear history…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).first().click()
  await expect(page.getByText('No report was opened yet.')).toBeVisible()
  expect(await records(page)).toEqual([])
})

test('files are kept only where the user wants that; then a closed report opens from the history', async ({
  app,
  page,
}) => {
  await app.open()
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('History').selectOption('originals')
  await page.keyboard.press('Escape')
  await app.pick(report('Shop', '1.0', '2024-05-06'))
  await expect
    .poll(async () => (await records(page)).map(({ bytes }) => bytes))
    .toEqual([report('Shop', '1.0', '2024-05-06').content.length])
  await page.getByRole('button', { name: 'Close this report' }).click()
  await page.reload()
  await page.goto('./#/history')
  await page.getByRole('button', { name: /^Open Shop/ }).click()
  await expect(app.report).toContainText('Crashed')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByLabel('History').selectOption('facts')
  await expect.poll(async () => (await records(page)).map(({ bytes }) => bytes)).toEqual([undefined])
  await page.getByLabel('History').selectOption('none')
  await expect.poll(async () => records(page)).toEqual([])
  await page.keyboard.press('Escape')
  await app.pick(report('Shop', '2.0', '2024-05-07'))
  await expect(page).toHaveURL(/#\/report\/\w+$/)
  await page.goto('./#/history')
  await expect(page.getByText('The history is switched off')).toBeVisible()
})

test('damaged records are told and can be deleted', async ({ app, page }) => {
  await app.open()
  await app.pick(report('Shop', '1.0', '2024-05-06'))
  await expect.poll(async () => (await records(page)).length).toBe(1)
  await putRecords(page, 0, [
    { id: 'bad 1', facts: { title: '<img src=x>' } },
    { id: 7, facts: undefined },
  ])
  await page.goto('./#/history')
  await expect(page.getByText('2 records cannot be read and are left out.')).toBeVisible()
  await page.getByRole('button', { name: 'Delete them' }).click()
  await expect(page.getByText('cannot be read')).toBeHidden()
})

test('"Delete everything" deletes the history and the notes', async ({ app, page }) => {
  await app.open()
  await app.pick(report('Shop', '1.0', '2024-05-06'))
  await page.getByRole('tab', { name: 'Note', exact: true }).click()
  await page.getByRole('textbox', { name: 'Note' }).fill('secret')
  await expect.poll(async () => (await records(page)).map(({ note }) => note)).toEqual(['secret'])
  await page.goto('./#/library')
  await page.getByRole('button', { name: 'Delete everything kept here…' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Delete everything', exact: true }).click()
  await loaded
  expect(await records(page)).toEqual([])
})
