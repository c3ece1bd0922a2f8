/**
 * The same in the page, in Chromium with a profile on disk. It opens a report of 200 frames on the page that `unslide
 * publish --app` put beside the symbols, with "Get symbols from this site" on. It measures the server's requests and
 * bytes below `symbols/`, and the time to the names. Then the page is loaded again, which opens the report again.
 *
 * Alone: `node tests/bench/published-page.mjs FILE` (the Mach-O file in a dSYM). BENCH_PUBLISHED_RUNS: 3 by default;
 * times are medians. Without a file it generates a dSYM from BENCH_PUBLISHED_MB megabytes of objects: 850 by default,
 * whose index has 64 MB.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { importBundled } from '../support/bundle.mjs'
import { findChromium } from '../support/chromium.mjs'
import { crash } from './crash-text.mjs'
import { makeDsym } from './make-dsym.mjs'
import { openFiles } from './page-tools.mjs'
import { FRAMES, placesOf, publish, SIDE_BY_SIDE } from './published.mjs'

const work = join(tmpdir(), 'unslide-bench')
const RUNS = Number(process.env.BENCH_PUBLISHED_RUNS ?? 3)
const IMAGE_BASE = 0x1_0000_0000
const MOST_MS = 120_000
/** The page stores data of a site some moments after it came. */
const SETTLE_MS = 1500

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** A crash of these addresses, ten frames a thread. */
function writeCrash(folder, uuid, addresses) {
  const offsets = addresses.map((address) => Number(address) - IMAGE_BASE)
  const stacks = Array.from({ length: FRAMES / SIDE_BY_SIDE }, (_, at) =>
    offsets.slice(at * SIDE_BY_SIDE, (at + 1) * SIDE_BY_SIDE).map((offset) => [offset, '0x0 + 0']),
  )
  const file = join(folder, 'published.crash')
  writeFileSync(file, crash(stacks, uuid, Math.max(...offsets) + 0x1000))
  return file
}

async function areNamed(page) {
  await page.locator('article.named').waitFor({ timeout: MOST_MS })
  if ((await page.getByLabel('Missing symbols').count()) > 0) throw new Error('The report got no names.')
}

/** Bytes and requests below `symbols/`, cold and after a reload, and milliseconds from the file to the names. */
async function visit(server, executablePath, report) {
  const profile = mkdtempSync(join(tmpdir(), 'unslide-profile-'))
  const args = ['--no-sandbox', '--disable-gpu']
  const context = await chromium.launchPersistentContext(profile, { executablePath, args })
  const asked = () => ({
    bytes: server.bytes('/symbols/'),
    requests: server.asked.filter(({ path }) => path.startsWith('/symbols/')).length,
  })
  const since = (before) => {
    const { bytes, requests } = asked()
    return { bytes: bytes - before.bytes, requests: requests - before.requests }
  }
  try {
    const page = await context.newPage()
    await page.goto(server.url, { waitUntil: 'networkidle' })
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('switch', { name: 'Get symbols from this site' }).check()
    await page.keyboard.press('Escape')
    await page.waitForTimeout(SETTLE_MS)
    const atFirst = asked()
    const began = performance.now()
    await openFiles(page, report)
    await areNamed(page)
    const milliseconds = performance.now() - began
    await page.waitForTimeout(SETTLE_MS)
    const cold = since(atFirst)
    const atReload = asked()
    await page.reload()
    await areNamed(page)
    await page.waitForTimeout(SETTLE_MS)
    return { milliseconds, cold, again: since(atReload) }
  } finally {
    await context.close()
    rmSync(profile, { recursive: true })
  }
}

/** Lines of a Markdown table; `path`: the Mach-O file in a dSYM. */
export async function measurePublishedPage(path = makeDsym(work, Number(process.env.BENCH_PUBLISHED_MB ?? 850))) {
  const found = findChromium()
  if (!found.ok) throw new Error(found.message)
  const { serveSite } = await importBundled('tests/support/site-server.ts')
  const folder = mkdtempSync(join(tmpdir(), 'unslide-published-'))
  const { uuid, bytes } = publish(path, folder, '--app')
  const rows = [
    '',
    `| published symbols in the page, index of ${(bytes / 1e6).toFixed(0)} MB | first names | asked, cold (mark: 2 MB) | after a reload |`,
    '|---|---|---|---|',
  ]
  for (const [name, addresses] of Object.entries(placesOf(path))) {
    const report = writeCrash(folder, uuid, addresses)
    const visits = []
    for (let run = 0; run < RUNS; run++) {
      const server = await serveSite(folder)
      visits.push(await visit(server, found.env.CHROMIUM, report))
      await server.close()
    }
    const time = median(visits.map(({ milliseconds }) => milliseconds)).toFixed(0)
    const { cold, again } = visits[0]
    const cells = [cold, again].map(
      ({ bytes: sent, requests }) => `${(sent / 1e6).toFixed(2)} MB in ${requests} requests`,
    )
    rows.push(`| ${FRAMES} frames, ${name} | ${time} ms | ${cells.join(' | ')} |`)
  }
  rmSync(folder, { recursive: true })
  return rows
}

const [, script, file] = process.argv
if (script === fileURLToPath(import.meta.url) && file) console.log((await measurePublishedPage(file)).join('\n'))
