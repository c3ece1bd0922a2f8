/** `<unslide-report>` of the installed package in the example portal, under the strictest policy that it can be shown under. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { chromium, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { browserArguments } from '../../playwright.config.ts'
import { findChromium } from '../support/chromium.mjs'
import { BARE_POLICY, POLICY, rowsInText, rowsShown, TRUSTED_TYPES } from '../support/element.ts'
import { spindump } from '../support/spindump.ts'
import { serveFolders, type Answering, type WebServer } from '../support/web-server.ts'
import { run, unslide } from './run.ts'

const installed = inject('installed')
const portal = fileURLToPath(new URL('../../src/lib/examples/portal', import.meta.url))
const folders = {
  '/unslide/': join(installed, 'node_modules/unslide/dist-lib'),
  '/crashes/': join(installed, 'crashes'),
  '/published/': join(installed, 'published-for-element'),
  '/symbols/': installed + '/',
  '/bundled/': join(installed, 'element-bundle/bundled'),
  '/': portal,
}
const sample = readFileSync(join(installed, 'Trailmap.ips'), 'utf8')

/** Until a slow machine has done it; nothing is measured. */
const waiting = { timeout: 60_000 }

let browser: Browser
const servers: WebServer[] = []

async function serve(policy: string, answers: Readonly<Record<string, Answering>> = {}): Promise<WebServer> {
  const server = await serveFolders({ folders, answers, policy })
  servers.push(server)
  return server
}

beforeAll(async () => {
  const found = findChromium()
  if (!found.ok) throw new Error(found.message)
  mkdirSync(folders['/crashes/'], { recursive: true })
  cpSync(join(installed, 'Trailmap.ips'), join(folders['/crashes/'], 'Trailmap.ips'))
  writeFileSync(join(folders['/crashes/'], 'large.txt'), spindump(40, 20))
  const published = unslide(['publish', 'Trailmap.dSYM.zip', '--to', 'published-for-element'])
  expect(published.status, published.err).toBe(0)
  const executablePath = found.env.CHROMIUM
  browser = await chromium.launch({ args: [...browserArguments], ...(executablePath ? { executablePath } : {}) })
})

afterAll(async () => {
  await browser?.close()
  for (const server of servers) server.close()
})

interface Portal {
  readonly page: Page
  /** Policy violations and thrown errors. */
  readonly wrong: readonly string[]
  /** Names and details of the element's events. */
  readonly told: readonly string[]
}

/** Opens a page of a server; every event of the element and of the policy is noted from its beginning on. */
async function open(server: WebServer, path = '/', options: BrowserContextOptions = {}): Promise<Portal> {
  const page = await (await browser.newContext(options)).newPage()
  const [wrong, told]: [string[], string[]] = [[], []]
  page.on('pageerror', (error) => wrong.push(error.message))
  await page.exposeFunction('noteWrong', (text: string) => wrong.push(text))
  await page.exposeFunction('noteTold', (text: string) => told.push(text))
  await page.addInitScript(() => {
    const notes = window as unknown as Record<'noteWrong' | 'noteTold', (text: string) => void>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      notes.noteWrong(`${effectiveDirective} ${blockedURI}`),
    )
    for (const name of ['unslide-loaded', 'unslide-error'])
      document.addEventListener(name, (event) =>
        notes.noteTold(`${name} ${JSON.stringify((event as CustomEvent).detail)}`),
      )
  })
  await page.goto(`${server.origin}${path}`)
  return { page, wrong, told }
}

/** Waits for an event more than before. */
const toldMore = async ({ told }: Portal, count: number): Promise<string> => {
  await expect.poll(() => told.length, waiting).toBeGreaterThanOrEqual(count)
  expect(told).toHaveLength(count)
  return told.at(-1) ?? ''
}

const textOf = (page: Page): Promise<string> => page.locator('unslide-report .body').innerText()

const pageWith =
  (body: string): Answering =>
  (response) =>
    void response
      .writeHead(200, { 'Content-Type': 'text/html' })
      .end(`<!doctype html><html lang="en"><title>Report</title><main>${body}</main></html>`)
/** A page with the element alone, which a test fills, and one without it. */
const empty = pageWith('<script type="module" src="/unslide/element.js"></script><unslide-report></unslide-report>')
const without = pageWith('<unslide-report></unslide-report>')

/** Sets properties of the element. */
async function give(page: Page, properties: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate((given) => Object.assign(document.querySelector('unslide-report') ?? {}, given), properties)
}

const shownRows = (page: Page): Promise<readonly string[]> => page.locator('unslide-report').evaluate(rowsShown)

test('the example portal shows a report with names from published symbols, as the command line does', async () => {
  const server = await serve(POLICY)
  const shown = await open(server)
  const { page } = shown
  expect(await toldMore(shown, 1)).toMatch(/^unslide-loaded .*in trackSamples.*"missing":\[\]/)
  const printed = unslide(['symbolicate', 'Trailmap.ips', '--symbols', 'Trailmap.dSYM.zip', '--format', 'text'])
  const wanted = rowsInText(printed.out)
  expect(wanted.length).toBeGreaterThan(30)
  expect(wanted).toContain('TMRouteAltitude route.c:29:27')
  expect(await shownRows(page)).toEqual(wanted)
  expect(server.asked.filter((path) => path.startsWith('/published/')).length).toBeGreaterThan(2)
  expect(shown.wrong).toEqual([])
})

test('the README names the policy under which this runs', () => {
  const readme = readFileSync(new URL('../../src/lib/README.md', import.meta.url), 'utf8')
  expect(readme.replace(/\s+/g, ' ')).toContain(POLICY)
})

test('it adds no global', async () => {
  const server = await serve(POLICY, { '/empty.html': empty })
  const shown = await open(server, '/empty.html')
  await give(shown.page, { report: sample })
  await toldMore(shown, 1)
  const names = (page: Page): Promise<readonly string[]> =>
    page.evaluate(() =>
      Object.getOwnPropertyNames(window)
        .filter((name) => !/^\d+$/.test(name))
        .sort(),
    )
  const bare = await open(await serve(POLICY, { '/bare.html': without }), '/bare.html')
  expect(await names(shown.page)).toEqual(await names(bare.page))
})

test('what is shown is what an exported page shows, part by part', async () => {
  const shown = await open(await serve(POLICY, { '/empty.html': empty }), '/empty.html')
  await shown.page.evaluate(async (report) => {
    const blob = await (await fetch('/symbols/Trailmap.dSYM.zip')).blob()
    const symbolFiles = [{ path: 'Trailmap.dSYM.zip', blob }]
    Object.assign(document.querySelector('unslide-report') ?? {}, { report, symbolFiles })
  }, sample)
  await toldMore(shown, 1)
  const exported = unslide(['symbolicate', 'Trailmap.ips', '--symbols', 'Trailmap.dSYM.zip', '--format', 'html'])
  const page = await (await browser.newContext()).newPage()
  await page.setContent(exported.out)
  const leaves = 'code, h1, h2, h3, h4, p, li, td, th, summary, pre'
  const wanted = await page.locator('main').locator(leaves).allTextContents()
  expect(wanted.length).toBeGreaterThan(200)
  expect(await shown.page.locator('unslide-report article').locator(leaves).allTextContents()).toEqual(wanted)
  expect(shown.wrong).toEqual([])
})

test('without WebAssembly, and without the file of the worker, a report that needs no symbols is shown', async () => {
  const gone: Answering = (response) => void response.writeHead(404).end()
  const lost = await serve(BARE_POLICY, { '/empty.html': empty, '/unslide/element-worker.js': gone })
  for (const server of [await serve(BARE_POLICY, { '/empty.html': empty }), lost]) {
    const shown = await open(server, '/empty.html')
    await give(shown.page, { report: sample })
    expect(await toldMore(shown, 1)).toMatch(/^unslide-loaded .*"name":"Trailmap","uuid":"4C4C444F/)
    expect(await textOf(shown.page)).toContain('Thread 0, com.apple.main-thread')
    expect(shown.wrong).toEqual([])
    expect(server.asked.includes('/unslide/chunks/reader.js')).toBe(server === lost)
  }
})

test('symbols that need WebAssembly where it is forbidden are told of, and the report is shown', async () => {
  const shown = await open(await serve(BARE_POLICY))
  expect(await toldMore(shown, 1)).toMatch(/^unslide-loaded .*"wasm-forbidden"/)
  expect(await textOf(shown.page)).toContain("'wasm-unsafe-eval'")
  expect(await textOf(shown.page)).toContain('Thread 0, com.apple.main-thread')
})

const HOSTILE = '<img src=x onerror="document.title=1"><script>alert(1)</script>'

test('names of a report are text, and stay in their place', async () => {
  const shown = await open(await serve(POLICY, { '/empty.html': empty }), '/empty.html')
  const report = sample
    .replaceAll('__psynch_cvwait', HOSTILE.replaceAll('"', '\\"'))
    .replaceAll('com.apple.uikit.eventfetch-thread', '</details><b style=\\"color:red\\">&amp;')
  await give(shown.page, { report })
  await toldMore(shown, 1)
  const { page } = shown
  const rows = await shownRows(page)
  expect(rows).toContain(HOSTILE)
  const element = page.locator('unslide-report')
  expect(await element.locator('img, script, b, [onerror]').count()).toBe(0)
  expect(await element.getByText('Thread 2, </details><b style="color:red">&amp;').count()).toBe(1)
  expect(await page.title()).toBe('Report')
  expect(shown.wrong).toEqual([])
})

test('another address ends the load before it, and so does being taken away', async () => {
  const held: Parameters<Answering>[0][] = []
  const hold: Answering = (response) => void held.push(response)
  const server = await serve(POLICY, { '/empty.html': empty, '/slow.ips': hold })
  const shown = await open(server, '/empty.html')
  const { page } = shown
  const ended: string[] = []
  page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname))
  await give(page, { src: '/slow.ips' })
  await expect.poll(() => held.length, waiting).toBe(1)
  expect(await textOf(page)).toBe('Loading the report…')
  await give(page, { src: '/crashes/Trailmap.ips' })
  expect(await toldMore(shown, 1)).toMatch(/^unslide-loaded/)
  expect(ended).toEqual(['/slow.ips'])
  const before = await textOf(page)
  held[0]?.end('Process: Other [1]')
  // Moved in the page, it keeps what it shows.
  await page.evaluate(() => document.body.append(document.querySelector('unslide-report') ?? ''))
  expect(await textOf(page)).toBe(before)
  await give(page, { src: '/slow.ips' })
  await expect.poll(() => held.length, waiting).toBe(2)
  await page.evaluate(() => document.querySelector('unslide-report')?.remove())
  await expect.poll(() => ended, waiting).toEqual(['/slow.ips', '/slow.ips'])
  expect(shown.told).toHaveLength(1)
})

const failures: readonly (readonly [name: string, answer: Answering | undefined, src: string, says: RegExp])[] = [
  ['no such report', (response) => void response.writeHead(404).end(), '/report', /status 404/],
  ['no connection', (response) => void response.socket?.destroy(), '/report', /could not be fetched/],
  ['no report', (response) => void response.end('nothing in it'), '/report', /report/],
  ['a page to sign in', pageWith('Sign in'), '/report', /sign in first/],
  ['bytes', (response) => void response.end(Buffer.alloc(1 << 20, 0xf1)), '/report', /report/],
  ['no end', endless, '/report', /larger than 64 MB/],
  ['a script', undefined, 'javascript:alert(1)', /no address/],
  ['a text', undefined, 'data:text/plain,Process: Shop', /no address/],
  ['another server', undefined, 'https://example.invalid/report', /policy of this page/],
]

function endless(response: Parameters<Answering>[0]): void {
  const piece = Buffer.alloc(1 << 20, 'Thread 0:\n')
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

test.each(failures)('%s is told in words, and can be tried again', async (_, answer, src, says) => {
  const answers = { '/empty.html': empty, ...(answer && { '/report': answer }) }
  const shown = await open(await serve(POLICY, answers), '/empty.html')
  await give(shown.page, { src })
  expect(await toldMore(shown, 1)).toMatch(/^unslide-error/)
  const alert = shown.page.getByRole('alert')
  expect(await alert.innerText()).toMatch(says)
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect(await toldMore(shown, 2)).toMatch(/^unslide-error/)
  await give(shown.page, { report: sample })
  expect(await toldMore(shown, 3)).toMatch(/^unslide-loaded/)
})

test('what a script sets before the element is there counts, and symbols it has are used', async () => {
  const server = await serve(POLICY.replace(`; ${TRUSTED_TYPES}`, ''), { '/bare.html': without })
  const shown = await open(server, '/bare.html')
  await shown.page.evaluate(async (report) => {
    const symbols = await (await fetch('/symbols/Trailmap.dSYM.zip')).blob()
    Object.assign(document.querySelector('unslide-report') ?? {}, {
      report: new File([report], 'mine.ips'),
      symbolFiles: [{ path: 'Trailmap.dSYM.zip', blob: symbols }],
    })
    const script = document.createElement('script')
    script.type = 'module'
    Object.assign(script, { src: '/unslide/element.js' })
    document.head.append(script)
  }, sample)
  await toldMore(shown, 1)
  expect(await shownRows(shown.page)).toContain('TMRouteAltitude route.c:29:27')
  expect(shown.wrong).toEqual([])
})

test('parts of a large report come when they are opened', async () => {
  const server = await serve(POLICY, { '/empty.html': empty })
  const shown = await open(server, '/empty.html')
  await give(shown.page, { src: '/crashes/large.txt' })
  await toldMore(shown, 1)
  const folds = shown.page.locator('unslide-report details')
  const elements = (): Promise<number> => shown.page.locator('unslide-report *').count()
  expect(await elements()).toBeLessThan(30_000)
  const last = folds.filter({ hasText: 'Original text' }).last()
  expect(await last.locator('pre').count()).toBe(0)
  await last.locator('summary').click()
  await expect.poll(() => last.locator('pre').allTextContents(), waiting).toEqual([expect.stringContaining('daemon38')])
  // In pieces that are laid out as they come into sight; the text is the same.
  expect(await last.locator('.lines').count()).toBeGreaterThan(10)
  expect(await last.locator('pre').textContent()).toBe(spindump(40, 20))
  expect(shown.wrong).toEqual([])
})

const looks: readonly (readonly [name: string, options: BrowserContextOptions])[] = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['a phone', { viewport: { width: 390, height: 800 } }],
]

test.each(looks)('axe finds nothing in the example portal: %s', async (_, options) => {
  const shown = await open(await serve(POLICY), '/', options)
  await toldMore(shown, 1)
  const { page } = shown
  await page.locator('unslide-report').evaluate((element) => {
    for (const fold of element.shadowRoot?.querySelectorAll('details') ?? []) fold.open = true
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ target, html }) => [target, html])])).toEqual(
    [],
  )
})

test('the page around chooses colours, and styles parts', async () => {
  const shown = await open(await serve(POLICY), '/', { colorScheme: 'light' })
  await toldMore(shown, 1)
  const { page } = shown
  const styleOf = (selector: string, name: string): Promise<string> =>
    page
      .locator(`unslide-report ${selector}`)
      .first()
      .evaluate((node, of) => getComputedStyle(node).getPropertyValue(of), name)
  expect(await styleOf('.body', 'background-color')).toBe('rgb(255, 255, 255)')
  // Of the portal's own sheet: a custom property, and a part.
  expect(await styleOf('.own .place', 'color')).toBe('rgb(107, 63, 160)')
  expect(await styleOf('h2', 'font-size')).toBe('22.4px')
  await page.getByLabel('Colours').selectOption('dark')
  expect(await styleOf('.body', 'background-color')).toBe('rgb(22, 24, 27)')
  expect(await styleOf('.own .place', 'color')).toBe('rgb(201, 168, 245)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByLabel('Colours').selectOption('light')
  expect(await styleOf('.body', 'background-color')).toBe('rgb(255, 255, 255)')
  expect(shown.wrong).toEqual([])
})

test('behind a bundler it has its worker, too', async () => {
  const folder = join(installed, 'element-bundle')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'bundle.js'), "import 'unslide/element'\n")
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    base: '/bundled/',
    build: {
      outDir: 'bundled',
      target: 'es2023',
      modulePreload: { polyfill: false },
      rollupOptions: { input: join(folder, 'bundle.js'), output: { entryFileNames: '[name].js' } },
    },
  })
  const bundled = pageWith(
    '<script type="module" src="/bundled/bundle.js"></script><unslide-report src="/crashes/Trailmap.ips" symbols="/published"></unslide-report>',
  )
  const server = await serve(POLICY, { '/bundled.html': bundled })
  const shown = await open(server, '/bundled.html')
  expect(await toldMore(shown, 1)).toMatch(/^unslide-loaded .*"missing":\[\]/)
  expect(server.asked.filter((path) => /element-worker/.test(path))).toHaveLength(1)
  expect(server.asked.filter((path) => /reader/.test(path))).toEqual([])
  expect(shown.wrong).toEqual([])
})

test('where there are no elements, importing it does nothing', () => {
  const script = "console.log(typeof (await import('unslide/element')).UnslideReport)"
  const { out, err } = run(process.execPath, ['--input-type=module', '-e', script])
  expect({ out, err }).toEqual({ out: 'function\n', err: '' })
})
