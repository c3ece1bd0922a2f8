/**
 * A spindump of 10,000 threads and a million samples in the built page. Measures the times until its first threads are
 * shown and until it is whole and named, and the longest task of the page. Also measures frames a second while the
 * flame graph of all threads is moved, and the memory left after closing it.
 */
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importBundled } from '../support/bundle.mjs'
import { makeXctrace } from './make-xctrace.mjs'
import { withPage } from './page-tools.mjs'

const MOVES = 40

/** In the page: times between frames for some seconds, ascending. */
function frameTimes() {
  return new Promise((resolve) => {
    const times = []
    let last = performance.now()
    const end = last + 3000
    const next = (now) => {
      times.push(now - last)
      last = now
      if (now < end) requestAnimationFrame(next)
      else resolve(times.sort((a, b) => a - b))
    }
    requestAnimationFrame(next)
  })
}

/** Frames while ranges of time are chosen in an export of a million samples: 50 and 95 of 100. */
async function rangeTimes(page, path) {
  await page.getByLabel('Open files').setInputFiles(path)
  const axis = page.getByRole('application', { name: 'Activity over time' })
  await axis.waitFor({ timeout: 300_000 })
  await page.locator('.tracks [role=option]').first().click()
  await page.waitForTimeout(1000)
  const box = await axis.boundingBox()
  const frames = page.evaluate(frameTimes)
  for (let drag = 0; drag < 4; drag++) {
    await page.mouse.move(box.x + box.width * 0.2, box.y + 10)
    await page.mouse.down()
    for (let step = 0; step <= 8; step++) await page.mouse.move(box.x + box.width * (0.3 + step * 0.05), box.y + 10)
    await page.mouse.up()
  }
  const times = await frames
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem').nth(1).waitFor()
  return times
}

/** Opens, looks at and closes it; gives the lines of a Markdown table. */
export async function measureBigReport() {
  const { spindump } = await importBundled('tests/support/spindump.ts')
  const path = join(tmpdir(), 'unslide-bench.spindump.txt')
  const text = spindump(400, 25, 40)
  writeFileSync(path, text)
  return withPage(async ({ page, heap, longestTask }) => {
    const before = await heap()
    const shown = []
    const opening = await longestTask(async () => {
      const started = performance.now()
      await page.getByLabel('Open files').setInputFiles(path)
      for (const sight of ['.beginning [role=option] >> nth=0', 'article', 'article.named']) {
        await page.locator(sight).waitFor({ timeout: 120_000 })
        shown.push(`${((performance.now() - started) / 1000).toFixed(1)} s`)
      }
      await page.locator('.tracks').waitFor({ timeout: 120_000 })
      await page.waitForTimeout(1000)
    })
    const open = await heap()
    await page.locator('.tracks [role=option]').first().click()
    await page.keyboard.press('1')
    const box = await page.locator('canvas').boundingBox()
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    let times = []
    const looking = await longestTask(async () => {
      const frames = page.evaluate(frameTimes)
      for (let move = 0; move < MOVES; move++) await page.mouse.wheel(move % 2 ? 40 : -40, move < MOVES / 2 ? -60 : 60)
      times = await frames
    })
    await page.getByRole('button', { name: 'Close this report' }).click()
    await page.waitForTimeout(1000)
    const after = await heap()
    const timed = join(tmpdir(), 'unslide-bench-times.xml')
    makeXctrace(timed, 1_000_000)
    const ranging = await rangeTimes(page, timed)
    const at = (share, of = times) => `${(of[Math.floor((of.length - 1) * share)] ?? 0).toFixed(1)} ms`
    const mb = (megabytes) => `${megabytes.toFixed(1)} MB`
    return [
      '',
      `| spindump of ${mb(text.length / 1e6)}, 1,000,000 samples | measured | mark |`,
      '|---|---|---|',
      `| first threads shown, all, with names | ${shown.join(', ')} | 3 s |`,
      `| longest task while it opens | ${opening} | 50 ms |`,
      `| longest task while its flame graph is moved | ${looking} | 50 ms |`,
      `| frame of the flame graph: median, 95 of 100 | ${at(0.5)}, ${at(0.95)} | 16.7 ms |`,
      `| frame while a range of an xctrace export of as many is chosen | ${at(0.5, ranging)}, ${at(0.95, ranging)} | 16.7 ms |`,
      `| heap before, open, closed | ${mb(before)}, ${mb(open)}, ${mb(after)} | |`,
    ]
  })
}
