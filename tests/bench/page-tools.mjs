/** Shared by the measurements of the page: the page in a browser of its own, its heap, and its longest task. */
import { chromium } from '@playwright/test'
import { findChromium } from '../support/chromium.mjs'
import { serve } from './page-load.mjs'

/** In the page: the choice of files comes in a task of its own, and not in one of the driver's. */
function tellLater() {
  addEventListener(
    'change',
    (event) => {
      const { target } = event
      event.stopImmediatePropagation()
      setTimeout(() => target.dispatchEvent(new Event('change', { bubbles: true })))
    },
    { capture: true, once: true },
  )
}

/** Gives the page a file, as a person picks one. */
export async function openFiles(page, file) {
  await page.evaluate(tellLater)
  await page.getByLabel('Open files').first().setInputFiles(file)
}

/**
 * Runs work and gives the longest task of the page's main thread in milliseconds. One figure is wall time, which
 * includes other work on a busy machine; the other is the thread's own processor time. Tasks in which the driver speaks to the page are
 * left out.
 */
export async function longestTaskOf(browser, page, work) {
  await browser.startTracing(page, { categories: ['toplevel'] })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const mains = traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
  const own = traceEvents.filter(({ pid, tid }) => mains.some((thread) => thread.pid === pid && thread.tid === tid))
  const driver = own.filter(
    ({ args }) => args.chrome_mojo_event_info?.mojo_interface_tag === 'blink.mojom.DevToolsSession',
  )
  const tasks = own.filter(
    ({ name, ts, dur }) =>
      name.endsWith('RunTask') && !driver.some((message) => message.ts >= ts && message.ts <= ts + dur),
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
