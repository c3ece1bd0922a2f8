/**
 * `<unslide-report>` with a spindump of 5 MB, in Chromium under the policy of its README. Measures the times until its
 * first rows and until all rows are there, and the longest task of the page around it meanwhile. Then it opens a fold.
 * `npm run build:lib` must have run. Alone: `node tests/bench/element.mjs`. BENCH_ELEMENT_RUNS: 3 by default; times are
 * medians.
 */
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { importBundled } from '../support/bundle.mjs'
import { findChromium } from '../support/chromium.mjs'
import { longestTaskOf } from './page-tools.mjs'

const RUNS = Number(process.env.BENCH_ELEMENT_RUNS ?? 3)
const MOST_MS = 120_000

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** In the page: milliseconds from the address of a report to its first row, and to its last node. */
function show(src) {
  const element = document.querySelector('unslide-report')
  const began = performance.now()
  const since = () => performance.now() - began
  return new Promise((resolve, reject) => {
    let first
    const look = () => {
      first ??= element.shadowRoot.querySelector('code.name') ? since() : undefined
      if (first === undefined) requestAnimationFrame(look)
    }
    element.addEventListener('unslide-loaded', () => resolve({ first: first ?? since(), all: since() }), { once: true })
    element.addEventListener('unslide-error', () => reject(new Error('The report is not shown.')), { once: true })
    element.src = src
    look()
  })
}

/** In the page: opens the last fold whose content is not there yet; resolves when it is. */
async function openFold() {
  const folds = [...document.querySelector('unslide-report').shadowRoot.querySelectorAll('details:not([open])')]
  const fold = folds.findLast(({ childElementCount }) => childElementCount === 1)
  fold.open = true
  const isThere = () => fold.querySelector('[role=status]') === null && fold.childElementCount > 1
  while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
}

/** Lines of a Markdown table. */
export async function measureElement() {
  const found = findChromium()
  if (!found.ok) throw new Error(found.message)
  const [{ spindump }, { serveFolders }, { POLICY }] = await Promise.all(
    ['spindump', 'web-server', 'element'].map((name) => importBundled(`tests/support/${name}.ts`)),
  )
  const text = spindump(50, 25, 40)
  const page = '<!doctype html><script type="module" src="/element.js"></script><unslide-report></unslide-report>'
  const answers = {
    '/': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
    '/spindump.txt': (response) => response.writeHead(200).end(text),
  }
  const folders = { '/': fileURLToPath(new URL('../../dist-lib', import.meta.url)) }
  const server = await serveFolders({ folders, answers, policy: POLICY })
  const options = { executablePath: found.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] }
  const runs = []
  try {
    for (let run = 0; run < RUNS; run++) {
      const browser = await chromium.launch(options)
      try {
        const tab = await browser.newPage()
        tab.setDefaultTimeout(MOST_MS)
        await tab.goto(`${server.origin}/`, { waitUntil: 'networkidle' })
        let times
        const showing = await longestTaskOf(
          browser,
          tab,
          async () => (times = await tab.evaluate(show, '/spindump.txt')),
        )
        const opening = await longestTaskOf(browser, tab, () => tab.evaluate(openFold))
        runs.push({ ...times, showing, opening })
      } finally {
        await browser.close()
      }
    }
  } finally {
    server.close()
  }
  const time = (field) => `${median(runs.map((one) => one[field])).toFixed(0)} ms`
  const tasks = (field) => runs.map((one) => one[field]).join('; ')
  return [
    '',
    `| a spindump of ${(text.length / 1e6).toFixed(1)} MB in \`<unslide-report>\` | first rows | all of it | longest task, each run (mark: 50 ms) |`,
    '|---|---|---|---|',
    `| from its address to what is shown | ${time('first')} | ${time('all')} | ${tasks('showing')} |`,
    `| a fold that is opened | | | ${tasks('opening')} |`,
  ]
}

const [, script] = process.argv
if (script === fileURLToPath(import.meta.url)) console.log((await measureElement()).join('\n'))
