/** The page beside published symbols, on a server of the test's own, and what a user does with it. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { largeDsym } from '../support/large-dsym.ts'
import { serveSite, type SiteServer, type Twist } from '../support/site-server.ts'
import { AppPage, expect, test as base } from './app-page.ts'

export const report = 'public/sample/Trailmap.ips'
export const dsym = 'public/sample/Trailmap.dSYM.zip'
export const TRAILMAP = '4C4C444F-5555-3144-A1CC-707057490EC2'
export const LARGE = '5D7FA1C0-3E5B-4B8A-9C1D-0A2B3C4D5E6F'

/** Output of the command line. */
export const unslide = (...args: string[]): string =>
  execFileSync(process.execPath, [resolve('dist-cli/unslide.cjs'), ...args], { encoding: 'utf8', maxBuffer: 1 << 28 })

export interface Site extends SiteServer {
  readonly folder: string
  /** Requests below `symbols`. */
  readonly symbolsAsked: () => readonly string[]
}

/** `published`: the page beside the symbols of the sample. `serve`: a server of that, as a test twists it. */
export const test = base.extend<
  { site: Site; serve: (twist: Twist) => Promise<Site> },
  { published: { folder: string; crash: string } }
>({
  published: [
    // eslint-disable-next-line no-empty-pattern -- Playwright wants a pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'unslide-site-'))
      const large = join(folder, 'Large')
      writeFileSync(large, await largeDsym(LARGE, 24 << 20))
      unslide('publish', dsym, large, '--to', folder, '--app')
      rmSync(large)
      const crash = crashOf(LARGE)
      await use({ folder, crash })
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
  serve: async ({ published }, use) => {
    const served: Site[] = []
    await use(async (twist) => {
      const server = await serveSite(published.folder, twist)
      const symbolsAsked = (): readonly string[] =>
        server.asked.map(({ path }) => path).filter((path) => path.startsWith('/symbols/'))
      served.push({ ...server, folder: published.folder, symbolsAsked })
      return served.at(-1)
    })
    for (const server of served) await server.close()
  },
  site: async ({ serve }, use) => use(await serve(() => false)),
})

/** A crash in four functions of the large image. */
function crashOf(uuid: string): string {
  const places = [5, 70, 700, 1900].map((n) => 0x1000 + 16 * n + 4)
  const rows = places.map((at, index) => `${index}   Large   0x${(0x104000000 + at).toString(16)} 0x104000000 + ${at}`)
  return `Incident Identifier: 1
Process:             Large [1]
Path:                /private/var/containers/Bundle/Application/1/Large.app/Large
Code Type:           ARM-64 (Native)
OS Version:          iPhone OS 17.0 (21A329)
Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Triggered by Thread:  0

Thread 0 Crashed:
${rows.join('\n')}

Binary Images:
0x104000000 - 0x104ffffff Large arm64  <${uuid.replaceAll('-', '').toLowerCase()}> /private/var/containers/Bundle/Application/1/Large.app/Large
`
}

export const count = (page: Page) => page.getByRole('banner').getByRole('link', { name: /request/ })

export async function openSite(page: Page, site: Site): Promise<AppPage> {
  await page.goto(site.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return new AppPage(page)
}

/** Turns the switch. */
export async function turn(page: Page, isOn: boolean): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: 'Get symbols from this site' }).setChecked(isOn)
  await page.keyboard.press('Escape')
}

/** Names in private files, by folder. */
export const privateFiles = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('published').catch(() => undefined)
    const names: string[] = []
    for await (const [name] of folder?.entries() ?? []) names.push(name)
    return names
  })

/** Resolves when what was read is written to private files. */
export const written = (page: Page): Promise<void> =>
  expect.poll(async () => (await privateFiles(page)).some((name) => name.endsWith(TRAILMAP))).toBe(true)
