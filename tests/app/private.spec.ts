/** Nothing leaves the page: no request, no way out, no network needed. */
import type { BrowserContext } from '@playwright/test'
import { expect, test } from './app-page.ts'

test.use({ serviceWorkers: 'allow' })

const report = 'public/sample/Trailmap.ips'
const symbols = 'public/sample/Trailmap.dSYM.zip'

function recordRequests(context: BrowserContext, home: string): string[] {
  const strangers: string[] = []
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== new URL(home).origin) strangers.push(request.url())
  })
  return strangers
}

test('a whole session asks nothing of any other place', async ({ app, page, context, baseURL }) => {
  const strangers = recordRequests(context, baseURL ?? '')
  // Nor of its own for symbols: that is off until it is switched on.
  const published: string[] = []
  context.on('request', (request) => request.url().includes('/symbols/') && published.push(request.url()))
  await app.open()
  await app.pick(report, symbols)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  for (const part of ['Registers', 'Images', 'Memory', 'Details', 'Threads']) {
    await page.getByRole('tab', { name: part, exact: true }).click()
  }
  for (const place of ['library', 'tools/atos', 'tools/slide', 'tools/demangle', 'tools/inspect', 'privacy']) {
    await page.goto(`./#/${place}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page.getByRole('link', { name: /0 requests/ })).toBeVisible()
  expect(strangers).toEqual([])
  expect(published).toEqual([])
})

test('the browser refuses connections to elsewhere, in the page and in the worker', async ({ app, page, context }) => {
  // Were the policy absent, this answer would arrive.
  let reached = 0
  await context.route('https://elsewhere.example/**', (route) => {
    reached++
    return route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' }, body: 'reached' })
  })
  await app.open()
  await app.trySample()
  const attempt = () =>
    fetch('https://elsewhere.example/').then(
      () => 'reached',
      () => 'refused',
    )
  expect(await page.evaluate(attempt)).toBe('refused')
  const workers = page.workers()
  expect(workers.length).toBeGreaterThan(0)
  for (const worker of workers) expect(await worker.evaluate(attempt)).toBe('refused')
  expect(reached).toBe(0)
})

test('there is no WebRTC, which a policy would not stop', async ({ app, page }) => {
  await app.open()
  const left = await page.evaluate(() =>
    ['RTCPeerConnection', 'webkitRTCPeerConnection'].map((name) => {
      const removed = Reflect.get(window, name) === undefined
      return removed && !Reflect.deleteProperty(window, name) && !Reflect.set(window, name, 1)
    }),
  )
  expect(left).toEqual([true, true])
})

test('the browser takes no text as markup or as the address of a script', async ({ app, page }) => {
  await app.open()
  const refused = await page.evaluate(() => {
    const attempts = [
      () => (document.createElement('div').innerHTML = '<b>x</b>'),
      () => new Worker('data:text/javascript,0'),
      () => (document.createElement('script').src = 'https://stranger.example/a.js'),
    ]
    return attempts.map((attempt) => {
      try {
        attempt()
        return 'taken'
      } catch {
        return 'refused'
      }
    })
  })
  expect(refused).toEqual(['refused', 'refused', 'refused'])
})

test('after one visit everything works without a network', async ({ app, page, context }) => {
  await app.open()
  await app.waitUntilOffline()
  await context.setOffline(true)
  await page.reload()
  await app.open()
  await app.pick(report, symbols)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await page.goto('./#/tools/demangle')
  await page.getByLabel(/Mangled names/).fill('_ZNK5trail14ElevationChart10altitudeAtEd')
  await expect(page.getByLabel('Readable names')).toContainText('trail::ElevationChart::altitudeAt(double) const')
})

test('after a reload the next report needs no dSYM', async ({ app }) => {
  await app.comeBackWith(symbols, 'Trailmap')
  await app.pick(report)
  await expect(app.frame(0)).toContainText('TMRouteAltitude')
  await expect(app.frame(0)).toContainText('route.c:6')
})
