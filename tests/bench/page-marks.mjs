/** The page under load: reports opened and closed many times, a search of many rows, look-ups while an index is built. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importBundled } from '../support/bundle.mjs'
import { crash } from './crash-text.mjs'
import { measureNamesWhileIndexing } from './names-while-indexing.mjs'
import { openFiles, withPage } from './page-tools.mjs'

const work = join(tmpdir(), 'unslide-bench')
const WARM_UP = 10
const ROUNDS = 50
const THREADS = 200
const FRAMES = 500
const REPORTS = 500
const STACKS = 300

async function close(page) {
  await page.getByRole('button', { name: 'Close this report' }).click()
  await page.locator('article').waitFor({ state: 'detached' })
}

/** Megabytes of heap that opening and closing a file `ROUNDS` times leaves. */
function measureOpenings(file) {
  return withPage(async ({ page, heap }) => {
    const cycle = async (count) => {
      for (let time = 0; time < count; time++) {
        await openFiles(page, file)
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
    await openFiles(page, file)
    await page.locator('article.named').waitFor({ timeout: 120_000 })
    await page.waitForTimeout(2000)
    return longestTask(async () => {
      await page.keyboard.press('Control+f')
      await page.locator('search.find input').fill(`call${THREADS - 1}_${FRAMES - 1}`)
      await page.locator('search.find output').filter({ hasText: '1' }).waitFor({ timeout: 60_000 })
    })
  })
}

/** The longest task while files are opened, until `sight` is there. */
function measureOpening(files, sight) {
  return withPage(({ page, longestTask }) =>
    longestTask(async () => {
      await openFiles(page, files)
      await page.locator(sight).waitFor({ timeout: 120_000 })
      await page.waitForTimeout(2000)
    }),
  )
}

/** Crashes of ten kinds, a file each. */
function reports(count) {
  return Array.from({ length: count }, (_, at) => {
    const file = join(work, `report-${at}.crash`)
    const stack = Array.from({ length: 12 }, (_, frame) => [64 * frame + 4, `call${at % 10}_${frame} + 4`])
    writeFileSync(file, crash([stack], '11111111222233334444555555555555', 0xffff).replace('[612]', `[${at + 1}]`))
    return file
  })
}

function manyThreads(count) {
  const file = join(work, 'threads.crash')
  const stacks = Array.from({ length: count }, (_, thread) =>
    Array.from({ length: 30 }, (_, frame) => [64 * frame + 8 * thread + 4, `call${thread}_${frame} + 4`]),
  )
  writeFileSync(file, crash(stacks, '11111111222233334444555555555555', 0xffff))
  return file
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
    `| longest task while ${REPORTS} reports are opened at once | ${await measureOpening(reports(REPORTS), '.groups.named')} | 50 ms |`,
    `| longest task while a crash of ${STACKS} threads is opened | ${await measureOpening(manyThreads(STACKS), 'article.named')} | 50 ms |`,
    ...(await measureNamesWhileIndexing(work)),
  ]
}
