/** The kept copy of the page: newer and older versions, two of them open, damage, and a site without encryption. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { browserArguments } from '../../playwright.config.ts'
import { serveSite, type SiteServer } from '../support/site-server.ts'
import { AppPage, expect, test as base } from './app-page.ts'
import { dsym, report } from './site-page.ts'

interface Host extends SiteServer {
  /** The version that the site gives from now on. It differs in a line of `index.html`. */
  version: string
  /** Files that are garbage from now on. */
  damaged: RegExp | undefined
}

/** The page of this version is shown. */
const shows = (page: Page, version: string): Promise<void> =>
  expect(page.locator('html')).toHaveAttribute('data-version', version)

const test = base.extend<{ host: Host }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants a pattern
  host: async ({}, use) => {
    const facts: Pick<Host, 'version' | 'damaged'> = { version: '1', damaged: undefined }
    const server = await serveSite(resolve('dist'), (request, response, file) => {
      const path = (request.url ?? '').split('?', 1)[0] ?? ''
      if (facts.damaged?.test(path)) {
        response.end('garbage')
        return true
      }
      const isStart = path === '/' || path === '/index.html'
      if (!file || (!isStart && path !== '/sw.js')) return false
      const text = file.toString()
      const changed = isStart
        ? text.replace('<html ', `<html data-version="${facts.version}" `)
        : text.replace(/(url:"index\.html",revision:")[0-9a-f]+/, `$1${facts.version}`)
      if (changed === text) throw new Error(`${path} has no place for a version`)
      response.setHeader('Cache-Control', 'no-cache')
      response.end(changed)
      return true
    })
    await use(Object.assign(facts, server))
    await server.close()
  },
})
test.use({ serviceWorkers: 'allow' })

async function openKept(page: Page, host: Host): Promise<AppPage> {
  await page.goto(host.url)
  await expect(page.locator('html')).toHaveAttribute('data-offline', 'ready')
  return new AppPage(page)
}

/** Looks for another version now, as the browser does at each visit. */
const lookForUpdate = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    await registration.update()
  })

const offer = (page: Page) => page.getByText('A newer version of this page is ready')

test('another version waits until it is loaded; the open report and its names stay', async ({ page, host }) => {
  const app = await openKept(page, host)
  await app.pick(report, dsym)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await app.untilKept()
  await page.reload()
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  host.version = '2'
  await lookForUpdate(page)
  await expect(offer(page)).toBeVisible()
  await shows(page, '1')
  await page.getByRole('button', { name: 'Load it' }).click()
  await shows(page, '2')
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(offer(page)).toHaveCount(0)
})

test('a page of the first visit loads another version, too', async ({ page, host }) => {
  await openKept(page, host)
  host.version = '2'
  await lookForUpdate(page)
  await page.getByRole('button', { name: 'Load it' }).click()
  await shows(page, '2')
})

test('two tabs: loading another version in one loses no report of the other', async ({ page, context, host }) => {
  const first = await openKept(page, host)
  await page.reload()
  const other = await context.newPage()
  await other.goto(host.url)
  const second = new AppPage(other)
  await second.pick(report, dsym)
  await expect(second.frame(0)).toContainText('TMRouteAltitude')
  await second.untilKept()
  host.version = '2'
  await lookForUpdate(page)
  await expect(offer(page)).toBeVisible()
  await page.getByRole('button', { name: 'Load it' }).click()
  await shows(page, '2')
  await expect(first.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(second.frame(0)).toContainText('TMRouteAltitude')
  // The tab goes on to work, whichever version it shows now.
  await second.pick({ name: 'pasted.txt', content: readFileSync(report) })
  await expect(second.frame(0)).toContainText('TMRouteAltitude')
})

test('an older version that the site gives again opens what the newer one kept, or says that it cannot', async ({
  page,
  host,
}) => {
  host.version = '2'
  const app = await openKept(page, host)
  await app.pick(report, dsym)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await app.untilKept()
  await page.reload()
  host.version = '1'
  await lookForUpdate(page)
  await page.getByRole('button', { name: 'Load it' }).click()
  await shows(page, '1')
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
})

test('a version of which a file does not come is not taken; the old one goes on without a network', async ({
  page,
  context,
  host,
}) => {
  const app = await openKept(page, host)
  await page.reload()
  host.version = '2'
  await context.route(/index\.html/, (route) => route.abort())
  await lookForUpdate(page).catch(() => undefined)
  await context.unroute(/index\.html/)
  await host.close()
  await page.reload()
  await shows(page, '1')
  await app.pick(report, dsym)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
})

test.describe('kept files that somebody changed', () => {
  const poison = (page: Page, ending: string): Promise<number> =>
    page.evaluate(async (end) => {
      let changed = 0
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          if (!new URL(request.url).pathname.endsWith(end)) continue
          const type = (await cache.match(request))?.headers.get('Content-Type') ?? ''
          await cache.put(request, new Response('garbage', { headers: { 'Content-Type': type } }))
          changed++
        }
      }
      return changed
    }, ending)

  test('a damaged engine is told with what to do, and the site gives it again', async ({ page, host }) => {
    const app = await openKept(page, host)
    await page.reload()
    expect(await poison(page, '.wasm')).toBeGreaterThan(0)
    await page.reload()
    await app.pick(report, dsym)
    await expect(page.getByRole('alert')).toContainText('Reload this page with the Shift key held down')
    // As a reload with Shift does.
    const session = await page.context().newCDPSession(page)
    await session.send('Page.reload', { ignoreCache: true })
    await session.send('Network.setBypassServiceWorker', { bypass: true })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await app.pick(report, dsym)
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
  })

  test('a damaged start page of the copy runs no script of strangers', async ({ page, host }) => {
    await openKept(page, host)
    await page.reload()
    const changed = await page.evaluate(async () => {
      let count = 0
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) {
          if (!new URL(request.url).pathname.endsWith('index.html')) continue
          const kept = await (await cache.match(request))?.text()
          if (kept === undefined) continue
          const forged = kept.replace('<body', '<script>document.title = "forged"</script><body')
          await cache.put(request, new Response(forged, { headers: { 'Content-Type': 'text/html' } }))
          count++
        }
      }
      return count
    })
    expect(changed).toBeGreaterThan(0)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.title()).not.toBe('forged')
  })
})

test('a site without encryption, not on this machine: no copy is kept, and names are found', async ({ host }) => {
  const browser = await chromium.launch({
    ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}),
    args: [...browserArguments, '--host-resolver-rules=MAP unslide.test 127.0.0.1'],
  })
  try {
    const page = await browser.newPage()
    await page.goto(host.url.replace('127.0.0.1', 'unslide.test'))
    expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([false, false])
    const app = new AppPage(page)
    await app.pick(report, dsym)
    await expect(app.frame(0)).toContainText('TMRouteAltitude')
  } finally {
    await browser.close()
  }
})
