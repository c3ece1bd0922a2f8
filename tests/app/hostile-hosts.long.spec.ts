/**
 * `<unslide-report>` in a page that takes its attributes from strangers, beside a portal that answers as it likes. The page has no policy,
 * so the element alone must protect it: no script runs, the browser connects to no other server, and the text says what happened.
 */
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { AppPage, expect, test as base } from './app-page.ts'

const report = readFileSync('public/sample/Trailmap.ips')

type Answer = (request: IncomingMessage, response: ServerResponse) => void

interface Listening {
  readonly origin: string
  readonly asked: readonly string[]
  close(): void
}

async function listen(answer: Answer): Promise<Listening> {
  const asked: string[] = []
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const html =
  '<!doctype html><title>Portal</title><script type="module" src="/unslide/element.js"></script><unslide-report></unslide-report>'
const evil = '<!doctype html><script>parent.ran = 1; fetch("/ran")</script>'

function sendEndless(response: ServerResponse): void {
  const piece = Buffer.alloc(1 << 20, ' ')
  const more = (): void => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

/** The portal: folders that answer everything in one way. */
const portalOf =
  (other: () => string): Answer =>
  (request, response) => {
    const [, folder = '', ...rest] = (request.url ?? '').split('/')
    response.setHeader('Access-Control-Allow-Origin', '*')
    const send = (type: string, body: string | Buffer): void => void response.setHeader('Content-Type', type).end(body)
    if (folder === '') return send('text/html', html)
    if (folder === 'unslide') return send('text/javascript', readFileSync(join('dist-lib', ...rest)))
    if (folder === 'crash.ips') return send('application/octet-stream', report)
    if (folder === 'page') return send('text/html', evil)
    if (folder === 'json') return send('application/json', '{}')
    if (folder === 'text') return send('text/plain', 'yes'.repeat(1000))
    if (folder === 'endless') return sendEndless(response)
    if (folder === 'away')
      return void response.writeHead(302, { Location: `${other()}/stolen/${rest.join('/')}` }).end()
    if (folder === 'moved') return void response.writeHead(302, { Location: '/crash.ips' }).end()
    if (folder === 'circle') return void response.writeHead(302, { Location: `/circle/${rest.join('/')}x` }).end()
    if (folder === 'cut') return void response.writeHead(200, { 'Content-Length': 9_999_999 }).end('{')
    return void response.writeHead(404).end()
  }

interface Strangers {
  readonly portal: Listening
  readonly other: Listening
}

const test = base.extend<{ strangers: Strangers }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright wants a pattern
  strangers: async ({}, use) => {
    // Another server, which gives what it has to nobody of another origin.
    const other = await listen((_request, response) => void response.end(report))
    const portal = await listen(portalOf(() => other.origin))
    await use({ portal, other })
    portal.close()
    other.close()
  },
})

interface Case {
  readonly what: string
  readonly given: { readonly src?: string; readonly symbols?: string }
  /** What the element says, somewhere in its text. */
  readonly says: RegExp
  /** Requests that the other server gets; none, where this is absent. `OTHER` in an address is that server. */
  readonly others?: number
}

const here = '/crash.ips'
/** The report is shown in spite of its symbols. */
const shown = /TMElevationView|plotRoute|Trailmap/

const cases: readonly Case[] = [
  { what: 'a script in src', given: { src: 'javascript:parent.ran=1' }, says: /is no address of a web server/ },
  { what: 'a script in symbols', given: { src: here, symbols: 'javascript:parent.ran=1' }, says: /is no address/ },
  { what: 'a text in src', given: { src: `data:text/html,${evil}` }, says: /is no address of a web server/ },
  { what: 'an address of a megabyte', given: { src: `data:,${'x'.repeat(1 << 20)}` }, says: /“data:,x{100,200}…”/ },
  { what: 'a long path', given: { src: `/${'x'.repeat(100_000)}` }, says: /could not be fetched|answered with status/ },
  { what: 'a file of the disk', given: { src: 'file:///etc/passwd' }, says: /is no address of a web server/ },
  { what: 'a name and a password', given: { src: 'http://a:b@127.0.0.1/x' }, says: /is no address of a web server/ },
  { what: 'a page with a script as the report', given: { src: '/page/a' }, says: /web page that holds no report/ },
  { what: 'a report without an end', given: { src: '/endless/a' }, says: /larger than 64 MB/ },
  { what: 'a redirect within the server', given: { src: '/moved/a' }, says: shown },
  { what: 'redirects in a circle', given: { src: '/circle/a' }, says: /could not be fetched/ },
  { what: 'a report that is cut', given: { src: '/cut/a' }, says: /could not be fetched/ },
  { what: 'another server without CORS', given: { src: 'OTHER/crash.ips' }, says: /could not be fetched/, others: 1 },
  { what: 'a redirect to a server without CORS', given: { src: '/away/a' }, says: /could not be fetched/, others: 1 },
  { what: 'symbols that are a page, whatever is asked', given: { src: here, symbols: '/page/' }, says: /web page/i },
  {
    what: 'symbols that are {}, whatever is asked',
    given: { src: here, symbols: '/json/' },
    says: /manifest|published/i,
  },
  {
    what: 'symbols that are text, whatever is asked',
    given: { src: here, symbols: '/text/' },
    says: /manifest|published/i,
  },
  {
    what: 'symbols without an end',
    given: { src: here, symbols: '/endless/' },
    says: /larger than|too large|more than/i,
  },
  {
    what: 'symbols that lead to another server',
    given: { src: here, symbols: '/away/' },
    says: /redirects are not followed/,
  },
  {
    what: 'symbols of a server without CORS',
    given: { src: here, symbols: 'OTHER/' },
    says: /There was no connection/,
    others: 3,
  },
]

for (const { what, given, says, others = 0 } of cases) {
  test(`${what}: it is told, and nothing runs`, async ({ page, strangers: { portal, other } }) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => errors.push(dialog.message())))
    await page.goto(portal.origin)
    const attributes = Object.entries(given).map(
      ([name, value]) => [name, value.replace('OTHER', other.origin)] as const,
    )
    const element = page.locator('unslide-report')
    await element.evaluate((one, set) => {
      for (const [name, value] of set) one.setAttribute(name, value)
    }, attributes)
    const body = element.locator('.body')
    await expect(body).toContainText(says)
    if (given.src === here && !/^javascript/.test(given.symbols ?? '')) await expect(body).toContainText(shown)
    expect(await page.evaluate(() => 'ran' in window)).toBe(false)
    expect(await element.locator('script, iframe, object, embed, img, a[href^="javascript:"]').count()).toBe(0)
    expect(page.url()).toBe(`${portal.origin}/`)
    expect(portal.asked).not.toContain('/ran')
    expect(other.asked.length).toBeLessThanOrEqual(others)
    expect(errors).toEqual([])
    // The next report reads.
    await element.evaluate((one) => {
      one.removeAttribute('symbols')
      one.setAttribute('src', '/crash.ips/again')
    })
    await expect(body).toContainText(shown)
  })
}

test('messages of strangers to the page and to the element change nothing', async ({ page, strangers: { portal } }) => {
  await page.goto(portal.origin)
  const element = page.locator('unslide-report')
  await element.evaluate((one) => one.setAttribute('src', '/crash.ips'))
  await expect(element.locator('.body')).toContainText(shown)
  const before = await element.locator('.body').innerText()
  await page.evaluate(() => {
    for (const data of [
      { id: 1, value: { ok: true } },
      { id: 1, read: { file: {} } },
      'src',
      null,
      { src: '/page/a' },
    ]) {
      window.postMessage(data, '*')
      new BroadcastChannel('unslide').postMessage(data)
      document.querySelector('unslide-report')?.dispatchEvent(new MessageEvent('message', { data }))
    }
  })
  await page.waitForTimeout(500)
  expect(await element.locator('.body').innerText()).toBe(before)
  expect(portal.asked.filter((path) => path.startsWith('/page'))).toEqual([])
})

test('a fragment that inflates to 300 MB is refused, and the next report reads', async ({ app, page }) => {
  await app.open()
  const bomb = deflateRawSync(Buffer.alloc(300 << 20)).toString('base64url')
  await page.goto(`./#/shared/${bomb}`)
  await expect(page.getByText('This link holds no report that can be read.')).toBeVisible()
  await page.goto('./#/')
  await new AppPage(page).pick('public/sample/Trailmap.ips')
  await expect(app.report).toBeVisible()
})
