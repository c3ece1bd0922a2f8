/** Shared by the measurements of the page: the page in a browser of its own, its heap, and its longest task. */
import { chromium } from '@playwright/test'
import { findChromium } from '../support/chromium.mjs'
import { serve } from './page-load.mjs'

/** Gives the page a file, as a person picks one. */
export const openFiles = (page, file) => page.getByLabel('Open files').first().setInputFiles(file)

/**
 * Runs work and gives the longest task of the page's main thread in milliseconds. One figure is wall time, which
 * includes other work on a busy machine; the other is the thread's own processor time.
 */
export async function longestTaskOf(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) =>
      name.endsWith('RunTask') && mains.some((thread) => thread.pid === pid && thread.tid === tid),
  )
  const longest = (field) => tasks.reduce((most, task) => Math.max(most, (task[field] ?? 0) / 1000), 0)
  return `${longest('dur').toFixed(0)} ms, ${longest('tdur').toFixed(0)} ms of its own`
}

/** Runs `measure` with the built page in a fresh browser; `longestTask` as above, of that page. */
export async function withPage(measure) {
  const found = findChromium()
  if (!found.ok) throw new Error(found.message)
  const server = await serve()
  const browser = await chromium.launch({ executablePath: found.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    const session = await page.context().newCDPSession(page)
    await page.goto(`http://localhost:${server.address().port}/`, { waitUntil: 'networkidle' })
    // Once it is idle the page loads what the first file will need.
    await page.waitForTimeout(2500)
    const heap = async () => {
      // What finalizers hold goes at a later collection.
      for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
    }
    const longestTask = (work) => longestTaskOf(browser, page, work)
    return await measure({ page, heap, longestTask })
  } finally {
    await browser.close()
    server.close()
  }
}
