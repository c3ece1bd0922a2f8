/** Bytes of indexes in the browser's private files: read at once, deleted with their index, and done without where there are none. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { expect, test as base, AppPage } from './app-page.ts'
import { spoilEngine } from './faults.ts'

/** With a profile on disk, as users have: other tests run in private windows, which have no files that are read at once. */
const test = base.extend({
  context: async ({ baseURL, launchOptions }, use) => {
    const profile = mkdtempSync(join(tmpdir(), 'unslide-profile-'))
    const options = { ...launchOptions, ...(baseURL ? { baseURL } : {}), serviceWorkers: 'block' } as const
    const context = await chromium.launchPersistentContext(profile, options)
    await use(context)
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  },
  page: async ({ context }, use) => use(await context.newPage()),
})

const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'

/** First bytes of each file that is kept. */
async function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('indexes').catch(() => undefined)
    const starts: string[] = []
    for await (const entry of folder?.values() ?? []) {
      if (!(entry instanceof FileSystemFileHandle)) continue
      // It may go between the list and the look at it.
      const file = await entry.getFile().catch(() => undefined)
      if (file) starts.push(await file.slice(0, 7).text())
    }
    return starts
  })
}

/** How many indexes have their bytes in the library's database. */
async function bytesInDatabase(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('unslide')
        request.onerror = () => reject(new Error('not opened'))
        request.onsuccess = () => {
          const count = request.result.transaction('bytes').objectStore('bytes').count()
          count.onsuccess = () => resolve(count.result)
          request.result.close()
        }
      }),
  )
}

async function indexSample(app: AppPage): Promise<void> {
  await app.open()
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
}

/** The report is named with nothing but what is kept. */
async function namedFromKept(page: Page): Promise<void> {
  await page.goto('./')
  await page.reload()
  const app = new AppPage(page)
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(app.frame(0)).toContainText('route.c:29')
}

async function deleteTrailmap(page: Page): Promise<void> {
  await page.goto('./#/library')
  await page.getByRole('button', { name: 'Delete Trailmap' }).first().click()
  await page.getByRole('button', { name: 'Delete the index' }).click()
  await expect(page.getByText('The library is empty')).toBeVisible()
}

/** Counts, in the engine's worker, reads of private files. */
function countReads(): void {
  type Read = (target: Uint8Array, options: object) => number
  const { prototype } = Reflect.get(self, 'FileSystemSyncAccessHandle') as { prototype: { read: Read } }
  const { read } = prototype
  Object.assign(self, { reads: 0 })
  prototype.read = function (...values) {
    Object.assign(self, { reads: Number(Reflect.get(self, 'reads')) + 1 })
    return read.apply(this, values)
  }
}

async function engineReads(page: Page): Promise<number> {
  const counts = await Promise.all(
    page.workers().map((worker) => worker.evaluate(() => Number(Reflect.get(self, 'reads') ?? 0))),
  )
  return Math.max(...counts)
}

test('an index is one file, named by the database and read at once; a new one takes its place', async ({
  app,
  page,
  context,
}) => {
  await spoilEngine(context, countReads)
  await indexSample(app)
  expect(await keptFiles(page)).toEqual(['UNSLIDX'])
  expect(await bytesInDatabase(page)).toBe(0)
  await namedFromKept(page)
  expect(await engineReads(page)).toBeGreaterThan(2)
  await page.goto('./')
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  await expect.poll(async () => keptFiles(page)).toEqual(['UNSLIDX'])
})

test('a file goes with its index, though another tab reads it', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await indexSample(new AppPage(first))
  await namedFromKept(first)
  await namedFromKept(second)
  await deleteTrailmap(second)
  await expect.poll(async () => keptFiles(second)).toEqual([])
})

test('everything that is kept is deleted, though two tabs read it', async ({ context }) => {
  const [first, second] = [await context.newPage(), await context.newPage()]
  await indexSample(new AppPage(first))
  await namedFromKept(first)
  await namedFromKept(second)
  await second.goto('./#/library')
  await second.getByRole('button', { name: 'Delete everything kept here…' }).click()
  await second.getByRole('button', { name: 'Delete everything', exact: true }).click()
  await expect(second.getByText('The library is empty')).toBeVisible()
  expect(await keptFiles(second)).toEqual([])
})

for (const [what, spoil] of [
  [
    'a browser without such files',
    () => {
      StorageManager.prototype.getDirectory = () => Promise.reject(new DOMException('denied', 'SecurityError'))
    },
  ],
  [
    'a browser whose files never answer',
    () => {
      StorageManager.prototype.getDirectory = () => new Promise(() => {})
    },
  ],
] as const)
  test(`${what} keeps bytes in its database`, async ({ app, page, context }) => {
    await spoilEngine(context, spoil)
    await indexSample(app)
    expect(await keptFiles(page)).toEqual([])
    expect(await bytesInDatabase(page)).toBe(1)
    await namedFromKept(page)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await deleteTrailmap(page)
    expect(await bytesInDatabase(page)).toBe(0)
  })

base('a private window keeps bytes in its database', async ({ app, page }) => {
  await indexSample(app)
  expect(await keptFiles(page)).toEqual([])
  expect(await bytesInDatabase(page)).toBe(1)
  await namedFromKept(page)
})

test('a file that another tab has to itself is read all the same', async ({ app, page, context }) => {
  await spoilEngine(context, () => {
    const { prototype } = FileSystemFileHandle as unknown as { prototype: { createSyncAccessHandle: unknown } }
    const create = prototype.createSyncAccessHandle as (options?: { readonly mode: string }) => Promise<unknown>
    prototype.createSyncAccessHandle = function (this: FileSystemFileHandle, options?: { readonly mode: string }) {
      return options ? Promise.reject(new DOMException('', 'NoModificationAllowedError')) : create.call(this)
    }
  })
  await indexSample(app)
  await namedFromKept(page)
})

test('files that were cleared without the database are a miss: the dSYM is asked for, and taken again', async ({
  app,
  page,
}) => {
  await indexSample(app)
  await page.goto('./')
  await page.reload()
  await page.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('indexes', { recursive: true }))
  await app.pick(report)
  await expect(page.getByLabel('Missing symbols')).toContainText('Trailmap')
  await app.pick(symbols)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await app.waitForIndex('Trailmap')
  await namedFromKept(page)
})

/** Leaves a file in the folder, as a tab that was closed while it wrote does. */
async function leaveFile(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('indexes', { create: true })
    const stream = await (await folder.getFileHandle('left behind', { create: true })).createWritable()
    await stream.write('left behind')
    await stream.close()
  })
}

async function hoursLater(context: BrowserContext): Promise<void> {
  await spoilEngine(context, () => {
    const now = Date.now
    Date.now = () => now() + 2 * 3600 * 1000
  })
}

test('what a closed tab left behind is deleted, but not while it may be about to be named', async ({
  app,
  page,
  context,
}) => {
  await app.open()
  await leaveFile(page)
  await indexSample(app)
  expect((await keptFiles(page)).sort()).toEqual(['UNSLIDX', 'left be'])
  await hoursLater(context)
  await page.goto('./')
  await page.reload()
  await app.pick(symbols, report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await deleteTrailmap(page)
  await page.goto('./#/')
  await app.pick(symbols)
  await app.waitForIndex('Trailmap')
  await expect.poll(async () => keptFiles(page)).toEqual(['UNSLIDX'])
})
