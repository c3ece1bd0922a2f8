/** Symbols of the page's own site: requested only when switched on and only there, kept for later, always verified. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import type { Twist } from '../support/site-server.ts'
import { expect, type AppPage } from './app-page.ts'
import { chooseFolder, sampleFiles, write } from './folder-page.ts'
import {
  count,
  dsym,
  LARGE,
  openSite,
  privateFiles,
  report,
  test,
  TRAILMAP,
  turn,
  unslide,
  written,
  type Site,
} from './site-page.ts'

test.use({ serviceWorkers: 'allow' })

function strangersOf(context: BrowserContext, site: Site): string[] {
  const strangers: string[] = []
  context.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url()) && !request.url().startsWith(site.url)) strangers.push(request.url())
  })
  return strangers
}

test('off, as it is at first, nothing is asked', async ({ page, site }) => {
  const app = await openSite(page, site)
  await app.pick(report)
  await expect(page.getByLabel('Missing symbols')).toContainText('Trailmap')
  await expect(count(page)).toHaveText(/^0\srequests/)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('switch', { name: 'Get symbols from this site' })).not.toBeChecked()
  expect(site.symbolsAsked()).toEqual([])
})

test('on, a report gets the names that the command line tells, and the page tells what was asked', async ({
  page,
  context,
  site,
}) => {
  const strangers = strangersOf(context, site)
  const app = await openSite(page, site)
  await turn(page, true)
  expect(site.symbolsAsked()).toEqual([])
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(app.frame(0)).toContainText('route.c:6')
  const asked = site.symbolsAsked()
  // Of the images with frames alone, and each by its manifest first.
  const parsed = JSON.parse(unslide('parse', report)) as { reports: { images: { uuid?: string }[] }[] }
  const uuids = new Set(parsed.reports[0]?.images.map(({ uuid }) => uuid))
  for (const path of asked) expect(uuids).toContain(path.split('/')[2])
  expect(asked.filter((path) => path === `/symbols/${TRAILMAP}/manifest.json`)).toHaveLength(1)
  expect(strangers).toEqual([])
  await expect(count(page)).toHaveText(new RegExp(`^${asked.length}\\s+requests to this site: symbols of 4C4C444F…`))
  await count(page).click()
  const list = page.getByRole('list', { name: 'Images requested from this site' })
  await expect(list.getByRole('listitem').filter({ hasText: TRAILMAP })).toContainText('Trailmap · found')
  await expect(list.getByRole('listitem')).toHaveCount(new Set(asked.map((path) => path.split('/')[2])).size)
  await expect(page.getByText(`In this visit: ${asked.length} requests`)).toBeVisible()
  // What is not there is told where the image is.
  await page.goBack()
  await page.getByRole('tab', { name: 'Images', exact: true }).click()
  await expect(page.getByRole('row', { name: /UIKitCore/ })).toContainText('requested: nothing there')
  await expect(page.getByRole('row').filter({ hasText: TRAILMAP })).toContainText('has it')
  await expect(page.getByRole('alert')).toHaveCount(0)
  // The same names as those of the command line, from the same site.
  await page.getByRole('tab', { name: 'Threads', exact: true }).click()
  const told = JSON.parse(unslide('symbolicate', report, '--symbols', dsym, '--format', 'json')) as {
    reports: { threads: { crashed: boolean; frames: { calls?: { function: string; line?: number }[] }[] }[] }[]
  }
  const calls = told.reports[0]?.threads.find(({ crashed }) => crashed)?.frames.flatMap(({ calls = [] }) => calls) ?? []
  expect(calls.length).toBeGreaterThan(3)
  for (const { line } of calls.filter((call) => call.line !== undefined))
    await expect(page.locator('.frame', { hasText: `:${line}` }).first()).toBeVisible()
  await app.frame(0).click()
  await expect(page.locator('aside')).toContainText(`from an index that ${new URL(site.url).host} keeps`)
})

test('on a phone the count of requests makes the page no wider than the screen', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const app = await openSite(page, site)
  await turn(page, true)
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(count(page)).toContainText('symbols of')
  expect(await app.isTooWide()).toBe(false)
})

test('of a large index kilobytes are read', async ({ page, site, published }) => {
  const app = await openSite(page, site)
  await turn(page, true)
  await app.pick({ name: 'large.crash', content: published.crash })
  for (const [frame, name] of ['shelf_5', 'shelf_70', 'shelf_700', 'shelf_1900'].entries())
    await expect(app.frame(frame)).toContainText(name)
  const folder = join(site.folder, 'symbols', LARGE)
  const index = readdirSync(folder).find((name) => name.endsWith('.unslide-blocks')) ?? ''
  const size = readFileSync(join(folder, index)).length
  const ranges = site.asked.flatMap(({ path, range }) => (path.includes(LARGE) && range ? [range] : []))
  const read = ranges.reduce((sum, range) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? []
    return sum + Number(to) + 1 - Number(from)
  }, 0)
  expect(read).toBeGreaterThan(0)
  expect(size).toBeGreaterThan(10 * read)
})

test('switched on, open reports get their names at once; switched off, nothing more is asked', async ({
  page,
  context,
  site,
}) => {
  const app = await openSite(page, site)
  await app.pick(report)
  await expect(page.getByLabel('Missing symbols')).toContainText('Trailmap')
  await turn(page, true)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  const other = await context.newPage()
  await other.goto(site.url)
  await other.getByRole('button', { name: 'Settings' }).click()
  const inOther = other.getByRole('switch', { name: 'Get symbols from this site' })
  await expect(inOther).toBeChecked()
  await turn(page, false)
  await expect(inOther).not.toBeChecked()
  await expect(page.getByLabel('Missing symbols')).toContainText('Trailmap')
  const before = site.symbolsAsked().length
  await page.getByRole('button', { name: 'Close this report' }).click()
  await app.pick(report)
  await expect(page.getByLabel('Missing symbols')).toContainText('Trailmap')
  expect(site.symbolsAsked()).toHaveLength(before)
})

test('a dSYM that is given goes before what the site has', async ({ page, site }) => {
  const app = await openSite(page, site)
  await turn(page, true)
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await app.pick(dsym)
  await page.goto(`${site.url}#/library`)
  await expect(
    page.locator('.images [aria-selected]', { hasText: 'Trailmap' }).locator('button[aria-expanded]'),
  ).toBeVisible()
  await page.goBack()
  await app.frame(0).click()
  await expect(page.locator('aside')).toContainText('TMRouteAltitude')
  await expect(page.locator('aside')).not.toContainText('keeps, not made here')
})

/** The page remembers a folder with the sample's dSYM. */
async function rememberFolder(page: Page, site: Site): Promise<AppPage> {
  await chooseFolder(page)
  const app = await openSite(page, site)
  await write(page, await sampleFiles())
  await page.goto(`${site.url}#/library`)
  await page.getByRole('button', { name: 'Remember a folder…' }).click()
  await expect(page.getByRole('heading', { name: 'In Symbols, not indexed' })).toBeVisible()
  await turn(page, true)
  await page.goto(site.url)
  // The next visit, at which the folder is known and not yet looked through.
  await page.reload()
  return app
}
const askedForTrailmap = (site: Site): readonly string[] =>
  site.symbolsAsked().filter((path) => path.includes(TRAILMAP))

test('a dSYM in a remembered folder goes before the site, which is asked for the others alone', async ({
  page,
  site,
}) => {
  const app = await rememberFolder(page, site)
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(app.frame(0)).toContainText('route.c:6')
  expect(site.symbolsAsked().length).toBeGreaterThan(0)
  expect(askedForTrailmap(site)).toEqual([])
})

test('a file that is gone from a remembered folder is asked of the site', async ({ page, site }) => {
  const app = await rememberFolder(page, site)
  await page.evaluate(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('Symbols')
    await root.removeEntry('build 12', { recursive: true })
  })
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  expect(askedForTrailmap(site).length).toBeGreaterThan(0)
})

for (const [how, cut] of [
  ['without a network', (context: BrowserContext, _site: Site) => context.setOffline(true)],
  ['with the server gone', (_context: BrowserContext, site: Site) => site.close()],
] as const)
  test(`what was named once is named ${how}`, async ({ page, context, site }) => {
    const app = await openSite(page, site)
    await app.waitUntilOffline()
    await turn(page, true)
    await app.pick(report)
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
    await written(page)
    await page.getByRole('button', { name: 'Close this report' }).click()
    await cut(context, site)
    await page.reload()
    await app.pick(report)
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
    await expect(app.frame(0)).toContainText('route.c:6')
    await expect(page.getByRole('alert')).toHaveCount(0)
    // And the page says that the site did not answer, where it tells what was asked.
    await expect(count(page)).toHaveText(/requests to this site, not reached: symbols of 4C4C444F…/)
    await page.getByRole('tab', { name: 'Images', exact: true }).click()
    await expect(page.getByRole('row').filter({ hasText: TRAILMAP })).toContainText('not reached; had it before')
    await count(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'This site could not be reached' })).toBeVisible()
    const list = page.getByRole('list', { name: 'Images requested from this site' })
    await expect(list.getByRole('listitem').filter({ hasText: TRAILMAP })).toContainText('not reached; found before')
  })

/** What a broken or a hostile server does with the index, and what the page says. */
const twists: readonly (readonly [what: string, twist: Twist, words: RegExp])[] = [
  [
    'sends more than is asked',
    (request, response, file) => {
      if (!request.url?.endsWith('.unslide-blocks') || !file) return false
      response.writeHead(200).end(Buffer.concat([file, file]))
      return true
    },
    /larger than/,
  ],
  [
    'lies about bytes',
    (request, response, file) => {
      if (!request.url?.endsWith('.unslide-blocks') || !file) return false
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      const body = Buffer.from(file.subarray(Number(from), Number(to) + 1)).map((byte) => byte ^ 1)
      response.setHeader('Content-Range', `bytes ${from}-${to}/${file.length}`)
      response.writeHead(206).end(body)
      return true
    },
    /digest differs|not what was published/,
  ],
  [
    'answers all with a page',
    (request, response) => {
      if (!request.url?.startsWith('/symbols/')) return false
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>')
      return true
    },
    /sent a web page/,
  ],
  [
    'is down',
    (request, response) => {
      if (!request.url?.startsWith('/symbols/')) return false
      response.writeHead(503).end()
      return true
    },
    /status 503.*Try again later/,
  ],
]
for (const [what, twist, words] of twists)
  test(`a site that ${what} names nothing, is told, and is asked again when wished`, async ({ page, serve }) => {
    let isBroken = true
    const site = await serve((...asked) => isBroken && twist(...asked))
    const app = await openSite(page, site)
    await turn(page, true)
    await app.pick(report)
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(page.getByLabel('Missing symbols')).toContainText('Trailmap')
    await expect(page.getByText('TMRouteAltitude')).toHaveCount(0)
    isBroken = false
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

test('a server that knows no ranges is told what to let it do, and its large file is not taken', async ({
  page,
  serve,
  published,
}) => {
  let sent = 0
  const site = await serve((request, response, file) => {
    if (!request.url?.endsWith('.unslide-blocks') || !file) return false
    response.writeHead(200).end(file, () => sent++)
    return true
  })
  const app = await openSite(page, site)
  await turn(page, true)
  await app.pick({ name: 'large.crash', content: published.crash })
  await expect(page.getByRole('alert')).toContainText('Let it answer range requests')
  await expect(page.getByLabel('Missing symbols')).toContainText('Large')
  await expect(page.getByText('shelf_5')).toHaveCount(0)
  expect(sent).toBeLessThan(2)
})

test('what is kept of the site is told in the library, and goes alone or with everything', async ({ page, site }) => {
  const app = await openSite(page, site)
  for (const button of ['Delete what is kept from this site', 'Delete everything kept here…']) {
    await turn(page, true)
    await app.pick(report)
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
    await written(page)
    await page.goto(`${site.url}#/library`)
    await expect(page.getByRole('heading', { name: 'From this site' })).toBeVisible()
    await expect(page.getByText(/Parts of the symbols of 1 image are kept, \d+/)).toBeVisible()
    await page.getByRole('button', { name: button }).click()
    if (button.endsWith('…')) {
      // The page then loads itself again.
      const loaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Delete everything', exact: true }).click()
      await loaded
    }
    await expect.poll(() => privateFiles(page).catch(() => undefined)).toEqual([])
    await page.goto(site.url)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(count(page)).toHaveText(/^0\srequests/)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('switch', { name: 'Get symbols from this site' })).not.toBeChecked()
})

test('cached bytes that were changed are asked for again', async ({ page, site }) => {
  const app = await openSite(page, site)
  await turn(page, true)
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await written(page)
  await page.getByRole('button', { name: 'Close this report' }).click()
  await page.evaluate(async (uuid) => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('published')
    for await (const [name, entry] of folder.entries()) {
      if (!name.endsWith(uuid) || !(entry instanceof FileSystemFileHandle)) continue
      const bytes = new Uint8Array(await (await entry.getFile()).arrayBuffer())
      // All but the heads of records, about.
      for (let at = 200; at < bytes.length; at += 97) bytes[at] = (bytes[at] ?? 0) ^ 1
      const stream = await entry.createWritable()
      await stream.write(bytes)
      await stream.close()
    }
  }, TRAILMAP)
  const before = site.symbolsAsked().filter((path) => path.endsWith('.unslide-blocks')).length
  await page.reload()
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  expect(site.symbolsAsked().filter((path) => path.endsWith('.unslide-blocks')).length).toBeGreaterThan(before)
})

test('where the origin is opaque, the switch says that it is not available', async ({ page, serve }) => {
  const site = await serve((_request, response) => {
    response.setHeader('Content-Security-Policy', 'sandbox allow-scripts')
    // Else a page of no origin may not even load its scripts.
    response.setHeader('Access-Control-Allow-Origin', '*')
    return false
  })
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('switch', { name: 'Get symbols from this site' })).toBeDisabled()
  await expect(page.getByText('Not available here')).toBeVisible()
})

test('the edition of one file says so, too', async ({ page }) => {
  await page.goto(`file://${resolve('dist-single/unslide.html')}`)
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('switch', { name: 'Get symbols from this site' })).toBeDisabled()
  await expect(page.getByText('Not available here')).toBeVisible()
})

test('the service worker leaves the symbols alone', async ({ page, site }) => {
  const app = await openSite(page, site)
  await app.waitUntilOffline()
  await page.reload()
  await page.goto(`${site.url}symbols/${TRAILMAP}/manifest.json`)
  await expect(page.locator('body')).toContainText('"schema":')
  const caches = await page.evaluate(async () => {
    const names = await window.caches.keys()
    const all = await Promise.all(
      names.map(async (name) => (await (await window.caches.open(name)).keys()).map(({ url }) => url)),
    )
    return all.flat()
  })
  expect(caches.filter((url) => url.includes('/symbols/'))).toEqual([])
})
