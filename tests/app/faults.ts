/** Faults put into the page from outside: the app knows nothing of them. */
import type { BrowserContext, Page } from '@playwright/test'

/** Runs a script before the engine's worker, as `addInitScript` does for pages; `lives`: only in so many workers. */
export async function spoilEngine(context: BrowserContext, script: () => void, lives = Infinity): Promise<void> {
  await spoil(context, '**/engine.worker*', script, lives)
}

/** The same for all workers that index, which of them gets work being their own affair; until what is given back is called. */
export async function spoilIndexers(context: BrowserContext, script: () => void): Promise<() => void> {
  return spoil(context, '**/indexer.worker*', script, Infinity)
}

async function spoil(context: BrowserContext, pattern: string, script: () => void, lives: number): Promise<() => void> {
  let left = lives
  await context.route(pattern, async (route) => {
    if (left-- <= 0) return route.continue()
    const response = await route.fetch()
    await route.fulfill({ response, body: `;(${script.toString()})();\n${await response.text()}` })
  })
  return () => {
    left = 0
  }
}

/** Ends the engine's worker without a word, as the system does when memory runs out. */
export async function killEngine(page: Page): Promise<void> {
  const names = await Promise.all(page.workers().map(async (worker) => worker.evaluate(() => self.name)))
  const engine = page.workers()[names.indexOf('engine')]
  if (!engine) throw new Error('no engine is running')
  await engine.evaluate(() => self.close()).catch(() => undefined)
}

/** Data that the browser clears for a user, or for a full disk. */
export async function clearStorage(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(page.url()).origin,
    storageTypes: 'indexeddb,file_systems',
  })
  await session.detach()
}

/** Gives the origin so many bytes to store and no more. */
export async function limitStorage(page: Page, bytes: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: bytes })
}
