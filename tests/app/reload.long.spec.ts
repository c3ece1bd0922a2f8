/** Open reports after a reload and after a closed tab. */
import type { Page } from '@playwright/test'
import { AppPage, expect, test } from './app-page.ts'
import { storedRecords } from './stored-records.ts'

const report = 'public/sample/Trailmap.ips'
const other = {
  name: 'other.crash',
  content: 'Process: Other [7]\n\nThread 0 Crashed:\n0   Other  0x0000000100004000 f + 4\n',
}

/** Paths of the open reports that the browser keeps. */
async function kept(page: Page): Promise<readonly string[]> {
  const all = (await storedRecords(page, 'unslide-reports', 'files')) as ({ path?: unknown } | string)[]
  return all.map((record) => (typeof record === 'string' ? record : String(record.path)))
}

test('a reload keeps the report, its address, its names and its place in the history', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await expect(page).toHaveURL(/#\/report\/\w+$/)
  const first = page.url()
  const headline = await page.getByRole('heading', { level: 1 }).textContent()
  await expect.poll(() => kept(page)).toHaveLength(1)
  await page.reload()
  await expect(app.report).toBeVisible()
  expect(page.url()).toBe(first)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline ?? '')
  await app.pick(other)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crashed')
  await expect(app.report.getByTitle('Show this frame').first()).toHaveText('f')
  expect(page.url()).not.toBe(first)
  await page.goBack()
  await expect(page).toHaveURL(first)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(headline ?? '')
})

test('a report that was closed does not come back', async ({ app, page }) => {
  await app.open()
  await app.pick(other)
  await expect.poll(() => kept(page)).toEqual(['other.crash'])
  await page
    .getByRole('button', { name: /^Close/ })
    .first()
    .click()
  await expect.poll(() => kept(page)).toEqual([])
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try the sample' })).toBeVisible()
})

test('another tab shows nothing of it; when the tab is gone, its reports are offered', async ({
  app,
  page,
  context,
}) => {
  await app.open()
  await app.pick(other)
  await expect.poll(() => kept(page)).toHaveLength(1)
  const second = new AppPage(await context.newPage())
  await second.open()
  await expect(second.page.getByRole('button', { name: 'Try the sample' })).toBeVisible()
  await page.close()
  await second.page.reload()
  await expect(second.page.getByText('A tab ended with open reports: other.crash.')).toBeVisible()
  await second.page.getByRole('button', { name: 'Open them again' }).click()
  await expect(second.report).toBeVisible()
  await expect.poll(() => kept(second.page)).toEqual(['other.crash'])
  await second.page.reload()
  await expect(second.report).toBeVisible()
})

test('who does not want it keeps nothing', async ({ app, page }) => {
  await app.open()
  await app.pick(report)
  await expect.poll(() => kept(page)).toHaveLength(1)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('combobox', { name: /^Open reports/ }).selectOption('not-kept')
  await expect.poll(() => kept(page)).toEqual([])
  await page.keyboard.press('Escape')
  await app.pick(other)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crashed')
  await expect(app.report.getByTitle('Show this frame').first()).toHaveText('f')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The report of this link is not open here')
  expect(await kept(page)).toEqual([])
})

test('"Delete everything" deletes the open reports, too', async ({ app, page }) => {
  await app.open()
  await app.trySample()
  await expect.poll(() => kept(page)).toHaveLength(1)
  await app.waitForIndex('Trailmap')
  await page.getByRole('button', { name: 'Delete everything kept here…' }).click()
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Delete everything', exact: true }).click()
  await loaded
  expect(await kept(page)).toEqual([])
  await page.goto('./#/')
  await expect(page.getByRole('button', { name: 'Try the sample' })).toBeVisible()
})

test('garbage among the kept reports harms nothing', async ({ app, page }) => {
  await app.open()
  await app.pick(other)
  await expect(app.report).toBeVisible()
  await expect.poll(() => kept(page)).toHaveLength(1)
  await page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error(String(request.error)))
      })
    const database = await done(indexedDB.open('unslide-reports'))
    const store = database.transaction('files', 'readwrite').objectStore('files')
    const [record] = (await done(store.getAll())) as { id: string; tab: string }[]
    for (const spoilt of [{ path: 7 }, { blob: 'text' }, { contents: null }, { contents: { ids: 'x', linked: 1 } }])
      await done(store.put({ ...record, ...spoilt, id: `${record?.tab} ${JSON.stringify(spoilt)}` }))
    await done(
      store.put({ ...record, blob: new Blob(['\0\u0001 nothing']), path: '<b>none</b>', id: `${record?.tab} 9` }),
    )
    database.close()
  })
  await page.reload()
  await expect(app.report).toContainText('Crashed')
})
