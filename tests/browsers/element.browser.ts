/**
 * `<unslide-report>` in its example portal, in browsers other than Chromium, under the policy that its README names.
 * `packed/element.packed.ts` tests the element's promises in Chromium. This file tests features that may differ between
 * browsers: modules and workers under a policy, WebAssembly, adopted style sheets, colours, folds.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { BARE_POLICY, POLICY, rowsInText, rowsShown } from '../support/element.ts'
import { spindump } from '../support/spindump.ts'
import { serveFolders, type Answering, type WebServer } from '../support/web-server.ts'
import { startVisitor } from './start.ts'
import { until, type Visitor } from './visitor.ts'

const portal = resolve('src/lib/examples/portal')
const scratch = mkdtempSync(join(tmpdir(), 'unslide-element-'))
const folders = {
  '/unslide/': resolve('dist-lib'),
  '/crashes/': resolve('public/sample'),
  '/published/': join(scratch, 'published'),
  '/': portal,
}

/** Loaded before the element: collects policy violations, thrown errors and the element's events. */
const notes = `
  const [wrong, told] = [[], []]
  Object.assign(window, { wrong, told })
  addEventListener('error', (event) => wrong.push(String(event.message)))
  addEventListener('unhandledrejection', (event) => wrong.push(String(event.reason)))
  document.addEventListener('securitypolicyviolation', (event) => wrong.push(event.effectiveDirective + ' ' + event.blockedURI))
  for (const name of ['unslide-loaded', 'unslide-error'])
    document.addEventListener(name, (event) => told.push(name + ' ' + JSON.stringify(event.detail)))
`

/** These browsers request the icon of every page. */
const ICON = "img-src 'self'"

let server: WebServer
let visitor: Visitor

const unslide = (...args: readonly string[]): string =>
  execFileSync(process.execPath, [resolve('dist-cli/unslide.cjs'), ...args], { encoding: 'utf8', stdio: 'pipe' })

beforeAll(() => {
  unslide('publish', resolve('public/sample/Trailmap.dSYM.zip'), '--to', folders['/published/'])
})

beforeEach(async () => {
  visitor = await startVisitor()
})

afterEach(async () => {
  await visitor.close()
  server.close()
})

afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Opens the portal; its page has one script more, which is the first. */
async function openPortal(policy: string, more: Readonly<Record<string, Answering>> = {}): Promise<void> {
  const page = readFileSync(join(portal, 'index.html'), 'utf8').replace(
    '<script',
    '<script src="/notes.js"></script>$&',
  )
  const answers: Record<string, Answering> = {
    '/': (response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page),
    '/notes.js': (response) => void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(notes),
    ...more,
  }
  server = await serveFolders({ folders, answers, policy: `${policy}; ${ICON}` })
  await visitor.open(`${server.origin}/`)
}

/** Waits for the event of a number, and gives its name and detail. */
async function toldAs(count: number): Promise<string> {
  await until(visitor, `event ${count} of the element`, `window.told?.length >= ${count}`)
  expect(await visitor.run<number>('return window.told.length')).toBe(count)
  return visitor.run<string>('return window.told.at(-1)')
}

/** Policy violations and errors in the page, and its requests to another server. */
const whatIsWrong = (): Promise<readonly string[]> =>
  visitor.run(`
    const asked = performance.getEntriesByType('resource').map(({ name }) => name)
    return [...window.wrong, ...asked.filter((name) => /^(https?|wss?):/.test(name) && !name.startsWith(location.origin))]
  `)

const rows = (): Promise<readonly string[]> =>
  visitor.run(`return (${rowsShown.toString()})(document.querySelector('unslide-report'))`)
/** Runs an expression over the element's shadow root, `root`. */
const inside = <T>(expression: string): Promise<T> =>
  visitor.run<T>(`const root = document.querySelector('unslide-report').shadowRoot; return ${expression}`)
const ALERT = `root.querySelector('[role=alert]').textContent`

test('the portal shows names from published symbols, as the command line does', async () => {
  await openPortal(POLICY)
  expect(await toldAs(1)).toMatch(/^unslide-loaded .*in trackSamples.*"missing":\[\]/)
  const [report, dsym] = [resolve('public/sample/Trailmap.ips'), resolve('public/sample/Trailmap.dSYM.zip')]
  const wanted = rowsInText(unslide('symbolicate', report, '--symbols', dsym, '--format', 'text'))
  expect(wanted).toContain('TMRouteAltitude route.c:29:27')
  expect(await rows()).toEqual(wanted)
  expect(server.asked.filter((path) => path.startsWith('/published/')).length).toBeGreaterThan(2)
  // Read in its worker, not in the page.
  expect(server.asked).toContain('/unslide/element-worker.js')
  expect(server.asked.filter((path) => /reader/.test(path))).toEqual([])
  expect(await whatIsWrong()).toEqual([])
})

test('the policy holds in the worker, too: it reaches no other server', async () => {
  const other = await serveFolders({ folders: {}, policy: POLICY })
  const worker = `
    const noted = (what) => fetch('/noted/' + what)
    fetch('${other.origin}/', { mode: 'no-cors' }).then(() => noted('reached'), () => noted('refused'))
  `
  const script: Answering = (response) =>
    void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(worker)
  try {
    await openPortal(POLICY, { '/unslide/element-worker.js': script })
    await expect.poll(() => server.asked, { timeout: 30_000 }).toContain('/noted/refused')
    expect(other.asked).toEqual([])
  } finally {
    other.close()
  }
})

test('a report that is gone is told, can be tried again, and another is shown', async () => {
  await openPortal(POLICY)
  await toldAs(1)
  await visitor.click('Yesterday, 22:10')
  expect(await toldAs(2)).toMatch(/^unslide-error .*status 404/)
  expect(await inside<string>(ALERT)).toContain('status 404')
  await visitor.run(`document.querySelector('unslide-report').shadowRoot.querySelector('button').click()`)
  expect(await toldAs(3)).toMatch(/^unslide-error/)
  await visitor.click('Today, 09:41')
  expect(await toldAs(4)).toMatch(/^unslide-loaded/)
  expect(await rows()).toContain('TMRouteAltitude route.c:29:27')
  expect(await whatIsWrong()).toEqual([])
})

test('a dSYM that a script gives names the report', async () => {
  await openPortal(POLICY)
  await toldAs(1)
  const asked = server.asked.length
  await visitor.run(`
    const report = document.querySelector('unslide-report')
    fetch('/crashes/Trailmap.dSYM.zip').then((answer) => answer.blob()).then((blob) => {
      report.removeAttribute('symbols')
      report.symbolFiles = [{ path: 'Trailmap.dSYM.zip', blob }]
    })
  `)
  expect(await toldAs(2)).toMatch(/^unslide-loaded .*"missing":\[\]/)
  expect(await rows()).toContain('TMRouteAltitude route.c:29:27')
  expect(server.asked.slice(asked).filter((path) => path.startsWith('/published/'))).toEqual([])
  expect(await whatIsWrong()).toEqual([])
})

test('colours are of the system, or chosen; parts are styled by the page around', async () => {
  await openPortal(POLICY)
  await toldAs(1)
  const styleOf = (selector: string, name: string): Promise<string> =>
    inside(`getComputedStyle(root.querySelector('${selector}')).getPropertyValue('${name}')`)
  const choose = (theme: string): Promise<void> =>
    visitor.run(`
      const theme = document.querySelector('#theme')
      theme.value = '${theme}'
      theme.dispatchEvent(new Event('change'))
    `)
  await choose('dark')
  expect(await styleOf('.body', 'background-color')).toBe('rgb(22, 24, 27)')
  expect(await styleOf('.own .place', 'color')).toBe('rgb(201, 168, 245)')
  await choose('light')
  expect(await styleOf('.body', 'background-color')).toBe('rgb(255, 255, 255)')
  expect(await styleOf('.own .place', 'color')).toBe('rgb(107, 63, 160)')
  expect(parseFloat(await styleOf('h2', 'font-size'))).toBeCloseTo(22.4, 1)
  expect(await whatIsWrong()).toEqual([])
})

test('parts of a large report come when they are opened', async () => {
  const text = spindump(40, 20)
  await openPortal(POLICY, { '/large.txt': (response) => void response.writeHead(200).end(text) })
  await toldAs(1)
  await visitor.run(`document.querySelector('unslide-report').src = '/large.txt'`)
  expect(await toldAs(2)).toMatch(/^unslide-loaded/)
  const last = `[...root.querySelectorAll('details')].findLast((fold) => fold.textContent.includes('Original text'))`
  expect(await inside(`${last}.querySelector('pre')`)).toBeNull()
  await inside(`${last}.querySelector('summary').click()`)
  const page = `document.querySelector('unslide-report').shadowRoot`
  await until(
    visitor,
    'the original text',
    `${last.replace('root', page)}.querySelector('pre')?.textContent.includes('daemon38')`,
  )
  expect(await inside(`${last}.querySelector('pre').textContent`)).toBe(text)
  expect(await whatIsWrong()).toEqual([])
})

test('without WebAssembly, and without the file of the worker, a report is shown, and what is missing is told', async () => {
  await openPortal(BARE_POLICY, { '/unslide/element-worker.js': (response) => void response.writeHead(404).end() })
  expect(await toldAs(1)).toMatch(/^unslide-loaded .*"wasm-forbidden"/)
  const text = await inside<string>('root.textContent')
  expect(text).toContain("'wasm-unsafe-eval'")
  expect(text).toContain('Thread 0, com.apple.main-thread')
  expect(server.asked).toContain('/unslide/chunks/reader.js')
})
