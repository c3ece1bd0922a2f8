/** The page under load: reports opened and closed many times, a search of many rows, names asked for while an index is built. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importBundled } from '../support/bundle.mjs'
import { makeDsym } from './make-dsym.mjs'
import { withPage } from './page-tools.mjs'

const work = join(tmpdir(), 'unslide-bench')
const WARM_UP = 10
const ROUNDS = 50
const THREADS = 200
const FRAMES = 500
const LLVM = process.env.LLVM_VERSION ?? '19'
const IMAGE_BASE = 0x1_0400_0000

/** A crash of one image: rows are `[offset, name]`. */
function crash(stacks, uuid, end) {
  const path = '/Applications/Shelf.app/Contents/MacOS/Shelf'
  const rows = stacks.flatMap((stack, at) => [
    `Thread ${at}${at === 0 ? ' Crashed' : ''}:`,
    ...stack.map(
      ([offset, name], frame) => `${frame}\tShelf\t0x${(IMAGE_BASE + offset).toString(16).padStart(16, '0')} ${name}`,
    ),
    '',
  ])
  return `Process:             Shelf [612]
Path:                ${path}
Code Type:           ARM-64
OS Version:          macOS 14.4 (23E214)
Report Version:      104

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Triggered by Thread:  0

${rows.join('\n')}
Binary Images:
0x${IMAGE_BASE.toString(16)} - 0x${(IMAGE_BASE + end).toString(16)} Shelf arm64  <${uuid}> ${path}
`
}

const open = (page, file) => page.getByLabel('Open files').first().setInputFiles(file)

async function close(page) {
  await page.getByRole('button', { name: 'Close this report' }).click()
  await page.locator('article').waitFor({ state: 'detached' })
}

/** Megabytes of heap that opening and closing a file `ROUNDS` times leaves. */
function measureOpenings(file) {
  return withPage(async ({ page, heap }) => {
    const cycle = async (count) => {
      for (let time = 0; time < count; time++) {
        await open(page, file)
        await page.locator('article.named').waitFor({ timeout: 120_000 })
        await close(page)
      }
    }
    await cycle(WARM_UP)
    const before = await heap()
    await cycle(ROUNDS)
    return `${((await heap()) - before).toFixed(2)} MB`
  })
}

/** The longest task while a text is looked for in many rows. */
function measureFind() {
  const stacks = Array.from({ length: THREADS }, (_, thread) =>
    Array.from({ length: FRAMES }, (_, frame) => [64 * frame + 8 * thread + 4, `call${thread}_${frame} + 4`]),
  )
  const file = join(work, 'find.crash')
  writeFileSync(file, crash(stacks, '11111111222233334444555555555555', 0xffff))
  return withPage(async ({ page, longestTask }) => {
    await open(page, file)
    await page.locator('article.named').waitFor({ timeout: 120_000 })
    await page.waitForTimeout(2000)
    return longestTask(async () => {
      await page.keyboard.press('Control+f')
      await page.locator('search.find input').fill(`call${THREADS - 1}_${FRAMES - 1}`)
      await page.locator('search.find output').filter({ hasText: '1' }).waitFor({ timeout: 60_000 })
    })
  })
}

/** Milliseconds from a report to its names, with its dSYM at hand: alone, and while that is indexed. */
async function measureNames() {
  const dsym = makeDsym(work, Number(process.env.BENCH_MB ?? 200))
  const run = (tool, args) => execFileSync(`${tool}-${LLVM}`, args, { maxBuffer: 2 ** 30 }).toString()
  const uuid = /UUID: ([\dA-F-]{36})/.exec(run('llvm-dwarfdump', ['--uuid', dsym]))?.[1] ?? ''
  const functions = [...run('llvm-nm', ['--defined-only', dsym]).matchAll(/^([\da-f]{16}) [tT] /gm)]
  const base = 0x1_0000_0000
  const offsets = Array.from({ length: 40 }, (_, at) => {
    const [, digits = '0'] = functions[Math.floor((at * functions.length) / 40)] ?? []
    return parseInt(digits, 16) - base + 8
  })
  const file = join(work, 'names.crash')
  writeFileSync(file, crash([offsets.map((offset) => [offset, '0x0 + 0'])], uuid, Math.max(...offsets) + 0x1000))
  const once = (isIndexing) =>
    withPage(async ({ page }) => {
      await open(page, dsym)
      const job = page.locator('aside .job', { hasText: 'Indexing' })
      await job.waitFor({ timeout: 60_000 })
      if (!isIndexing) {
        await job.getByRole('button').click()
        await page.waitForTimeout(1000)
      }
      const began = performance.now()
      await open(page, file)
      await page.locator('article.named').waitFor({ timeout: 120_000 })
      return { time: performance.now() - began, isIndexed: (await job.count()) === 0 }
    })
  const alone = await once(false)
  const beside = await once(true)
  // A small dSYM is indexed before its first names are there, and then they are the index's.
  const note = beside.isIndexed ? ', index done before' : ''
  return `${alone.time.toFixed(0)} ms, ${beside.time.toFixed(0)} ms (${(beside.time / alone.time).toFixed(2)} times${note})`
}

/** Measures all; gives the lines of a Markdown table. */
export async function measurePageMarks() {
  mkdirSync(work, { recursive: true })
  const { spindump } = await importBundled('tests/support/spindump.ts')
  const profile = join(work, 'profile.txt')
  writeFileSync(profile, spindump(50, 25, 40))
  return [
    '',
    '| what | measured | mark |',
    '|---|---|---|',
    `| heap after a crash was opened and closed ${ROUNDS} times | ${await measureOpenings('public/sample/Trailmap.ips')} | 1 MB |`,
    `| the same, a spindump of 5 MB | ${await measureOpenings(profile)} | 1 MB |`,
    `| longest task while ${(THREADS * FRAMES).toLocaleString('en')} rows are searched | ${await measureFind()} | 50 ms |`,
    `| first names, and while the dSYM is indexed | ${await measureNames()} | 1.5 times |`,
  ]
}
