/**
 * `npm run bench:page`: load time of the page, Lighthouse-style: a cold cache, a processor four times slower, with and
 * without a slow network (Lighthouse's "slow 4G" as DevTools applies it). Prints a table of medians. Builds missing
 * parts of `dist` first. BENCH_PAGE_RUNS: runs of each, 5 by default.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { build } from 'vite'
import { findChromium } from '../support/chromium.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** BENCH_DIST: another build to measure, to compare two in one go. */
const dist = process.env.BENCH_DIST ?? join(root, 'dist')
const SLOWER = 4
const networks = [
  { name: 'no limit', conditions: undefined },
  {
    name: 'slow 4G',
    conditions: { offline: false, latency: 562.5, downloadThroughput: 184_320, uploadThroughput: 84_375 },
  },
]
/** After this long without a long task the page is quiet. */
const QUIET_MS = 1500

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
}

/** `dist` as a common static host serves it: compressed with gzip. */
export function serve() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(dist, normalize(pathname.endsWith('/') ? `${pathname}index.html` : pathname))
    if (!path.startsWith(dist) || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end()
      return
    }
    const type = types[extname(path)] ?? 'application/octet-stream'
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(gzipSync(readFileSync(path)))
  })
  return new Promise((resolve) => server.listen(0, 'localhost', () => resolve(server)))
}

/** In the page: notes paints and long tasks as they come. */
function watch() {
  const noted = { largest: 0, tasks: [] }
  window.noted = noted
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) noted.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) noted.tasks.push({ startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
}

/** One visit with an empty cache. */
async function visit(browser, address, conditions) {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (conditions) {
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', conditions)
  }
  await page.addInitScript(watch)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.waitForTimeout(QUIET_MS)
  const figures = await page.evaluate(() => {
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    const blocking = window.noted.tasks
      .filter(({ startTime }) => startTime >= first)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0)
    return { first, largest: window.noted.largest, blocking }
  })
  const started = Date.now()
  await page.getByRole('button', { name: 'Try the sample' }).click()
  await page.locator('.frame', { hasText: 'TMRouteAltitude' }).first().waitFor()
  const named = Date.now() - started
  await context.close()
  return { ...figures, named }
}

/** Measures the page in `dist`; gives the lines of a Markdown table. */
export async function measurePageLoad(runs = Number(process.env.BENCH_PAGE_RUNS ?? 5)) {
  if (!existsSync(join(dist, 'index.html'))) await build({ root, logLevel: 'error' })
  const found = findChromium()
  if (!found.ok) throw new Error(found.message)
  const server = await serve()
  const browser = await chromium.launch({
    executablePath: found.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const lines = [
    '| network  | first paint | largest paint | blocking time | sample: click to names |',
    '| -------- | ----------- | ------------- | ------------- | ---------------------- |',
  ]
  try {
    for (const { name, conditions } of networks) {
      const visits = []
      for (let run = 0; run < runs; run++) {
        visits.push(await visit(browser, `http://localhost:${server.address().port}/`, conditions))
      }
      const of = (figure) => `${Math.round(median(visits.map((one) => one[figure])))} ms`
      const cells = [name.padEnd(8), of('first').padEnd(11), of('largest').padEnd(13), of('blocking').padEnd(13)]
      lines.push(`| ${[...cells, of('named').padEnd(22)].join(' | ')} |`)
    }
  } finally {
    await browser.close()
    server.close()
  }
  return lines
}

async function measureAll() {
  for (const line of await measurePageLoad()) console.log(line)
  const { measureBigReport } = await import('./big-report.mjs')
  for (const line of await measureBigReport()) console.log(line)
  const { measurePageWork } = await import('./page-work.mjs')
  for (const line of await measurePageWork()) console.log(line)
  const { measurePageMarks } = await import('./page-marks.mjs')
  for (const line of await measurePageMarks()) console.log(line)
  const { measurePublishedPage } = await import('./published-page.mjs')
  for (const line of await measurePublishedPage()) console.log(line)
  const { measureElement } = await import('./element.mjs')
  for (const line of await measureElement()) console.log(line)
}

// Not awaited here: the others import this module, and would wait for it as it waits for them.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) void measureAll()
