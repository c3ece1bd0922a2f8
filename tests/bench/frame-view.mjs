/**
 * `node tests/bench/frame-view.mjs BINARY DSYM`: the view of a frame in the built page, for a large program and its
 * dSYM (the Mach-O file in it). Measures the time from the click on a named frame to its variables, and from the click
 * on its instructions to these. Needs llvm-nm (19). BENCH_FRAMES: frames to open, 12 by default.
 */
import { spawnSync } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../support/chromium.mjs'
import { serve } from './page-load.mjs'

const FRAMES = Number(process.env.BENCH_FRAMES ?? 12)
const BASE = 0x104000000n
const TEXT = 0x100000000n
const VERSION = process.env.LLVM_VERSION ?? '19'

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** A report whose frames are functions from all over the program. */
function makeReport(binary) {
  const run = (tool, ...args) => spawnSync(`${tool}-${VERSION}`, args, { maxBuffer: 1 << 30 }).stdout.toString()
  const uuid = /[\dA-F]{8}-[\dA-F-]{27}/.exec(run('llvm-dwarfdump', '--uuid', binary))?.[0]
  const starts = run('llvm-nm', '--defined-only', '--numeric-sort', binary)
    .split('\n')
    .flatMap((line) => /^([0-9a-f]+) [tT] /.exec(line)?.[1] ?? [])
  const name = basename(binary)
  const offsets = Array.from({ length: FRAMES }, (_, at) => {
    const start = starts[Math.floor(((at + 0.5) / FRAMES) * starts.length)]
    return Number(BigInt(`0x${start}`) - TEXT) + 8
  })
  const body = {
    procName: name,
    cpuType: 'ARM-64',
    exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', subtype: 'KERN_INVALID_ADDRESS at 0x0000000000000018' },
    faultingThread: 0,
    threads: [
      {
        id: 1,
        triggered: true,
        threadState: {
          flavor: 'ARM_THREAD_STATE64',
          x: [{ value: 0 }, { value: 1 }],
          pc: { value: Number(BASE) + offsets[0] },
        },
        frames: offsets.map((imageOffset) => ({ imageOffset, imageIndex: 0 })),
      },
    ],
    usedImages: [
      { source: 'P', arch: 'arm64', base: Number(BASE), size: 0x7ff00000, uuid, path: `/Applications/${name}`, name },
    ],
  }
  const header = { app_name: name, bug_type: '309', os_version: 'macOS 15.0' }
  return { name, text: `${JSON.stringify(header)}\n${JSON.stringify(body)}\n` }
}

/** In the page: milliseconds from a click to the first element that fits. */
function clickToShown([clicked, shown]) {
  return new Promise((resolve) => {
    const started = performance.now()
    const look = () => {
      if (document.querySelector(shown)) resolve(performance.now() - started)
      else requestAnimationFrame(look)
    }
    document.querySelector(clicked).click()
    requestAnimationFrame(look)
  })
}

/** Gives the lines of a Markdown table. */
export async function measureFrameView(binary, dsym) {
  const found = findChromium()
  if (!found.ok) throw new Error(found.message)
  const { text } = makeReport(binary)
  const report = join(tmpdir(), 'unslide-bench-frames.ips')
  writeFileSync(report, text)
  const server = await serve()
  const browser = await chromium.launch({ executablePath: found.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await (
      await browser.newContext({ serviceWorkers: 'block', viewport: { width: 1400, height: 2000 } })
    ).newPage()
    await page.goto(`http://localhost:${server.address().port}/`, { waitUntil: 'networkidle' })
    await page.waitForTimeout(2500)
    await page.getByLabel('Open files').setInputFiles([report, dsym, binary])
    await page
      .locator('article.named .frame')
      .nth(FRAMES - 1)
      .waitFor({ timeout: 600_000 })
    const variables = []
    const instructions = []
    for (let at = 1; at < FRAMES; at++) {
      const tree = `aside [role="tree"][aria-label="Variables of frame ${at}"]`
      variables.push(await page.evaluate(clickToShown, [`.frame[data-frame="${at}"]`, tree]))
      const button = page.locator('aside').getByRole('button', { name: 'Instructions', exact: true })
      if ((await button.count()) > 0) await button.evaluate((one) => one.setAttribute('data-asked', ''))
      else continue
      instructions.push(await page.evaluate(clickToShown, ['aside button[data-asked]', 'aside [aria-current="true"]']))
    }
    const of = (values) =>
      values.length === 0
        ? 'none'
        : `${Math.round(values[0])} ms, ${Math.round(median(values))} ms, ${Math.round(Math.max(...values))} ms`
    return [
      '',
      `| a frame of ${Math.round(statSync(dsym).size / 1e6)} MB of dSYM | first, median, most of ${FRAMES - 1} |`,
      '|---|---|',
      `| click to variables | ${of(variables)} |`,
      `| click to instructions | ${of(instructions)} |`,
    ]
  } finally {
    await browser.close()
    server.close()
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [binary, dsym] = process.argv.slice(2)
  if (!binary || !dsym) throw new Error('BINARY and the Mach-O file in its dSYM')
  for (const line of await measureFrameView(binary, dsym)) console.log(line)
}
