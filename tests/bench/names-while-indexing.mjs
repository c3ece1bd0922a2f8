/**
 * Time to the first names of a report while the index of a large dSYM is built, compared with the same without such a
 * build. Two reports are measured: one that needs this very dSYM, and one of another app with its own dSYM.
 *
 * Each run is a browser of its own; the two ways take turns. A run in which the index was not there to disturb, before
 * or after the names, is an error and no figure. BENCH_NAMES_MB: megabytes of objects of the large dSYM, 850 by
 * default, which makes 520 MB. BENCH_NAMES_RUNS: 3 by default.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { crash } from './crash-text.mjs'
import { makeDsym } from './make-dsym.mjs'
import { openFiles, withPage } from './page-tools.mjs'

const LLVM = process.env.LLVM_VERSION ?? '19'
const IMAGE_BASE = 0x1_0000_0000
const OTHER_MB = 60
const FRAMES = 40
const MOST_MS = 240_000
const SETTLE_MS = 1500

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** A crash of 40 frames all over a dSYM's image. */
function writeCrash(folder, name, dsym) {
  const run = (tool, args) => execFileSync(`${tool}-${LLVM}`, args, { maxBuffer: 2 ** 30 }).toString()
  const uuid = /UUID: ([\dA-F-]{36})/.exec(run('llvm-dwarfdump', ['--uuid', dsym]))?.[1] ?? ''
  const functions = [...run('llvm-nm', ['--defined-only', dsym]).matchAll(/^([\da-f]{16}) [tT] /gm)]
  const offsets = Array.from({ length: FRAMES }, (_, at) => {
    const [, digits = '0'] = functions[Math.floor((at * functions.length) / FRAMES)] ?? []
    return parseInt(digits, 16) - IMAGE_BASE + 8
  })
  const file = join(folder, `${name}.crash`)
  writeFileSync(file, crash([offsets.map((offset) => [offset, '0x0 + 0'])], uuid, Math.max(...offsets) + 0x1000))
  return file
}

/** Milliseconds from a report's file to its names. */
function timeNames({ other, large, report, isIndexing }) {
  return withPage(async ({ page }) => {
    const job = page.locator('aside .job', { hasText: `Indexing ${basename(large)}` })
    if (other) {
      await openFiles(page, other)
      await page.getByText('are ready').first().waitFor({ timeout: MOST_MS })
    }
    await openFiles(page, large)
    await job.waitFor({ timeout: MOST_MS })
    if (!isIndexing) {
      await job.getByRole('button').click()
      await job.waitFor({ state: 'detached' })
      await page.waitForTimeout(SETTLE_MS)
    }
    const jobs = page.locator('aside .job', { hasText: 'Indexing' })
    const isAsWanted = async () => (await jobs.count()) === (isIndexing ? 1 : 0)
    const wasBefore = await isAsWanted()
    const began = performance.now()
    await openFiles(page, report)
    await page.locator('article.named').waitFor({ timeout: MOST_MS })
    const time = performance.now() - began
    const named = await page.locator('article .frame', { hasText: 'Model' }).count()
    if (named === 0) throw new Error('The report got no names.')
    if (!wasBefore || !(await isAsWanted())) throw new Error(`An index was ${isIndexing ? 'not ' : ''}built meanwhile.`)
    return time
  })
}

/** Gives the rows of a Markdown table. */
export async function measureNamesWhileIndexing(folder) {
  const runs = Number(process.env.BENCH_NAMES_RUNS ?? 3)
  const large = makeDsym(folder, Number(process.env.BENCH_NAMES_MB ?? 850))
  const other = makeDsym(folder, OTHER_MB)
  const cases = [
    { what: 'of another app, which is indexed', other, large, report: writeCrash(folder, 'other', other) },
    { what: 'of the app whose dSYM is indexed', large, report: writeCrash(folder, 'own', large) },
  ]
  const rows = []
  for (const { what, ...one } of cases) {
    const times = { alone: [], beside: [] }
    for (let run = 0; run < runs; run++) {
      times.alone.push(await timeNames({ ...one, isIndexing: false }))
      times.beside.push(await timeNames({ ...one, isIndexing: true }))
    }
    const [alone, beside] = [median(times.alone), median(times.beside)]
    const ratio = (beside / alone).toFixed(2)
    rows.push(
      `| first names ${what}, and while an index is built | ${alone.toFixed(0)} ms, ${beside.toFixed(0)} ms (${ratio} times) | 1.5 times |`,
    )
  }
  return rows
}
