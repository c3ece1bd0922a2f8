/** Garbage in every store of the browser: nothing is named from it, the page says what it lost, and the next report reads. */
import type { Page } from '@playwright/test'
import { AppPage, expect, test } from './app-page.ts'

const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'

/** Writes over every record of every store of the database of indexes. */
async function overwriteRecords(page: Page, garbage: unknown): Promise<void> {
  await page.evaluate(async (value) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error(String(request.error)))
      })
    const database = await done(indexedDB.open('unslide'))
    for (const name of database.objectStoreNames) {
      const store = database.transaction(name, 'readwrite').objectStore(name)
      const keys = await done(store.getAllKeys())
      for (const key of [...keys, 'another key']) await done(store.put(value, key))
    }
    database.close()
  }, garbage)
}

/** Changes the bytes of every kept index, in files or in the database; `cut` to half, or `swap` the second half's order. */
async function spoilBytes(page: Page, how: 'cut' | 'swap'): Promise<number> {
  return page.evaluate(async (change) => {
    const spoil = async (blob: Blob): Promise<Uint8Array<ArrayBuffer>> => {
      const bytes = new Uint8Array(await blob.arrayBuffer())
      if (change === 'cut') return bytes.slice(0, bytes.length >> 1)
      bytes.subarray(bytes.length >> 1).reverse()
      return bytes
    }
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error(String(request.error)))
      })
    let spoilt = 0
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('indexes', { create: true })
    for await (const entry of folder.values()) {
      if (!(entry instanceof FileSystemFileHandle)) continue
      const bytes = await spoil(await entry.getFile())
      const writable = await entry.createWritable()
      await writable.write(bytes)
      await writable.close()
      spoilt++
    }
    const database = await done(indexedDB.open('unslide'))
    const store = (mode: IDBTransactionMode): IDBObjectStore => database.transaction('bytes', mode).objectStore('bytes')
    for (const key of await done(store('readonly').getAllKeys())) {
      const bytes = await spoil((await done(store('readonly').get(key))) as Blob)
      await done(store('readwrite').put(new Blob([bytes]), key))
      spoilt++
    }
    database.close()
    return spoilt
  }, how)
}

/** A page of another address of the same origin, on which no worker holds the stores open. */
async function outside(page: Page): Promise<void> {
  await page.goto('./icons/icon.svg')
}

/** The sample reads with its symbols, as on the first visit. */
async function reads(app: AppPage): Promise<void> {
  await app.open()
  await app.pick(report, symbols)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
}

const garbage: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['a number', 7],
  ['text', 'garbage'],
  ['an empty list', []],
  ['an object of other fields', { stored: { key: 1, name: {}, summary: 'x' }, file: 3 }],
  ['an object without a summary', { stored: { key: { uuid: 'x', arch: 'arm64' } } }],
]
for (const [what, value] of garbage) {
  test(`every record of the library is ${what}`, async ({ app, page }) => {
    await app.comeBackWith(symbols, 'Trailmap')
    await outside(page)
    await overwriteRecords(page, value)
    await reads(app)
    await app.waitForIndex('Trailmap')
  })
}

for (const how of ['cut', 'swap'] as const) {
  test(`the bytes of kept indexes: ${how}`, async ({ app, page }) => {
    await app.comeBackWith(symbols, 'Trailmap')
    await outside(page)
    expect(await spoilBytes(page, how)).toBeGreaterThan(0)
    await app.open()
    await app.pick(report)
    await expect(app.report).toBeVisible()
    await expect(page.getByText(/damaged|truncated/i).first()).toBeVisible()
    await expect(app.frame(0)).not.toContainText('TMRouteAltitude')
    await reads(app)
  })
}

test('a database of a later version is no hindrance', async ({ app, page }) => {
  await page.goto('./icons/icon.svg')
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open('unslide', 99)
        request.onupgradeneeded = () => request.result.createObjectStore('of the future')
        request.onsuccess = () => {
          request.result.close()
          resolve()
        }
        request.onerror = () => reject(new Error(String(request.error)))
      }),
  )
  await reads(app)
})

test('text of another program in every setting', async ({ app, page }) => {
  await app.open()
  const keys = await page.evaluate(() => {
    for (const key of ['unslide-settings', 'unslide-unfinished', 'unslide-unfinished 1', 'unslide'])
      for (const value of ['{', 'null', '[1]', '{"theme":{"a":1},"nameStyle":7}', '"'.repeat(100_000)])
        localStorage.setItem(key, value)
    return Object.keys(localStorage).length
  })
  expect(keys).toBeGreaterThan(3)
  await page.reload()
  await reads(app)
})
