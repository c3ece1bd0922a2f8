/** A reader's work with a large report: find a name, copy its text, write a page of it. */
import { statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importBundled } from '../support/bundle.mjs'
import { openFiles, withPage } from './page-tools.mjs'

const PROCESSES = 400
const THREADS = 25
const DEPTH = 40
const GOAL = `daemon${PROCESSES - 2}`
const MOST_MS = 120_000

/** In the page: ends when the palette's first line is marked with what was typed. */
function isFound(typed) {
  return document.querySelector('[role=option] mark')?.textContent.toLowerCase() === typed
}

/** In the page: types a key into the field that has the focus; milliseconds until what it changed is drawn. */
async function timeKey(key) {
  const field = document.activeElement
  // In a task of its own, and not in the driver's.
  await new Promise((resolve) => setTimeout(resolve))
  const began = performance.now()
  field.value += key
  field.dispatchEvent(new InputEvent('input', { bubbles: true, data: key }))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  return performance.now() - began
}

/** Milliseconds from each key of a word to the lines that hold what was typed. */
async function typeAndWait(page, word) {
  const times = []
  for (let at = 1; at <= word.length; at++) {
    const began = performance.now()
    await page.keyboard.press(word[at - 1])
    await page.waitForFunction(isFound, word.slice(0, at), { polling: 'raf', timeout: MOST_MS })
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)
}

/** Opens a spindump of 44 MB and works with it; gives the lines of a Markdown table. */
export async function measurePageWork() {
  const { spindump } = await importBundled('tests/support/spindump.ts')
  const path = join(tmpdir(), 'unslide-bench.spindump.txt')
  writeFileSync(path, spindump(PROCESSES, THREADS, DEPTH))
  return withPage(async ({ page, longestTask }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openFiles(page, path)
    await page.locator('article.named .tracks').waitFor({ timeout: MOST_MS })
    await page.waitForTimeout(2000)
    let keys = []
    const going = await longestTask(async () => {
      await page.keyboard.press('Control+k')
      keys = await typeAndWait(page, GOAL)
    })
    await page.keyboard.press('Escape')
    await page.keyboard.press('4')
    const field = page.getByRole('searchbox', { name: 'Search functions' })
    await field.click()
    const searches = []
    const searching = await longestTask(async () => {
      for (const key of 'turn12') searches.push(await page.evaluate(timeKey, key))
    })
    await field.fill('')
    const seconds = {}
    const timed = async (what, work) => {
      const began = performance.now()
      await work()
      seconds[what] = `${((performance.now() - began) / 1000).toFixed(1)} s`
    }
    const share = async (format, act) => {
      await page.getByRole('button', { name: 'Share', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: 'Share' })
      await dialog.getByText(format, { exact: true }).click()
      await dialog.getByRole('button', { name: act, exact: true }).click()
    }
    const copying = await longestTask(() =>
      timed('copy', async () => {
        await share('Text', 'Copy')
        await page.getByText(/^Copied/).waitFor({ timeout: MOST_MS })
      }),
    )
    let bytes = 0
    const writing = await longestTask(() =>
      timed('page', async () => {
        const download = page.waitForEvent('download', { timeout: MOST_MS })
        await share('HTML page', 'Download')
        bytes = statSync(await (await download).path()).size
      }),
    )
    const at = (part) => `${(keys[Math.floor((keys.length - 1) * part)] ?? 0).toFixed(0)} ms`
    const times = bytes / statSync(path).size
    return [
      '',
      '| work with a spindump of 44 MB | measured | longest task (mark: 50 ms) |',
      '|---|---|---|',
      `| go to a process by name: a key to its lines, median and slowest | ${at(0.5)}, ${at(1)} | ${going} |`,
      `| search its functions: a key until it is drawn, slowest (mark: 200 ms) | ${Math.max(...searches).toFixed(0)} ms | ${searching} |`,
      `| copy the report as text | ${seconds.copy} | ${copying} |`,
      `| write the page: ${(bytes / 1e6).toFixed(0)} MB, ${times.toFixed(1)} times the report | ${seconds.page} | ${writing} |`,
    ]
  })
}
