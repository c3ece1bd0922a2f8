/**
 * Requests that a stranger's web page can send to `unslide serve` though it knows the token. The server refuses each by its head, before a
 * byte of its body. `unslide mcp` opens no port. `npm run build:cli` must have run.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { program, testFolder } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const EVIL = 'https://evil.example'
const ALLOWED = 'https://profiler.firefox.com'

let server: ChildProcess
let url: URL

beforeAll(async () => {
  server = spawn(process.execPath, [program, 'serve', '--symbols', samplePath('Trailmap.dSYM.zip')])
  if (!server.stdout) throw new Error('no output')
  let out = ''
  for await (const text of server.stdout) {
    out += String(text)
    if (out.endsWith('\n')) break
  }
  url = new URL(out.trim())
}, 30_000)
afterAll(() => server.kill('SIGKILL'))

/** Sends a head and no body. Returns the bytes that come until the server has answered or ended. */
async function answerTo(lines: readonly string[]): Promise<string> {
  const socket = connect(Number(url.port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined) // the server may end it
  await once(socket, 'connect')
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  let text = ''
  for await (const part of socket) {
    text += String(part)
    if (text.includes('\r\n\r\n')) break
  }
  return text
}

const paths = ['/symbolicate/v5', '/report', '/source/v1', '/asm/v1']
/** A body of this size never comes. */
const LENGTH = 'Content-Length: 30000000'

interface Stranger {
  readonly what: string
  /** Headers; `HOST` is the server's own. */
  readonly head: (path: string) => readonly string[]
}

const own = 'Host: 127.0.0.1:PORT'
const post =
  (...headers: readonly string[]) =>
  (path: string) => [`POST ${path} HTTP/1.1`, ...headers, LENGTH]
const get =
  (...headers: readonly string[]) =>
  (path: string) => [`GET ${path} HTTP/1.1`, ...headers]

const strangers: readonly Stranger[] = [
  { what: 'a name made to lead here', head: post('Host: evil.example:PORT', 'Origin: http://evil.example:PORT') },
  { what: 'such a name, without an origin', head: post('Host: evil.example:PORT') },
  { what: 'such a name behind the own one', head: post(own, 'Host: evil.example:PORT', `Origin: ${EVIL}`) },
  { what: 'no name', head: (path) => [`POST ${path} HTTP/1.0`, LENGTH] },
  { what: 'an address with a name', head: (path) => [`POST http://evil.example:PORT${path} HTTP/1.1`, own, LENGTH] },
  ...['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a'].map((type) => ({
    what: `a form of the type ${type}`,
    head: post(own, `Origin: ${EVIL}`, `Content-Type: ${type}`),
  })),
  { what: 'a frame without an origin', head: post(own, 'Origin: null', 'Content-Type: text/plain') },
  { what: 'two origins', head: post(own, `Origin: ${ALLOWED}`, `Origin: ${EVIL}`) },
  { what: 'a page of another port here', head: post(own, 'Origin: http://127.0.0.1:1') },
  { what: 'a page that hides its origin', head: post(own, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Mode: no-cors') },
  { what: 'a page of this machine that hides it', head: post(own, 'Sec-Fetch-Site: same-site') },
  { what: 'an image', head: get(own, 'Sec-Fetch-Site: cross-site', 'Sec-Fetch-Dest: image') },
  { what: 'an EventSource', head: get(own, `Origin: ${EVIL}`, 'Accept: text/event-stream') },
  {
    what: 'a WebSocket',
    head: get(
      own,
      `Origin: ${EVIL}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ),
  },
  {
    what: 'a question whether it may ask',
    head: (path) => [`OPTIONS ${path} HTTP/1.1`, own, `Origin: ${EVIL}`, 'Access-Control-Request-Method: POST'],
  },
]

test.each(strangers)('$what is refused by its head', async ({ head }) => {
  for (const path of paths) {
    const lines = head(`${url.pathname}${path}`).map((line) => line.replaceAll('PORT', url.port))
    const answer = await answerTo(lines)
    // 408 would say that it waited for the body.
    expect(answer, path).toMatch(/^HTTP\/1\.[01] 4(?!08)\d\d /)
    expect(answer, path).not.toMatch(/access-control-allow|101 Switching/i)
    expect(answer).not.toContain(url.pathname.slice(1))
  }
})

test.each(['CONNECT evil.example:443', 'TRACE /', 'PRI *'])('%s is none of its methods', async (method) => {
  const answer = await answerTo([`${method} HTTP/1.1`, own.replace('PORT', url.port)])
  expect(answer).toMatch(/^(HTTP\/1\.1 4\d\d |$)/)
})

test('the page that may ask gets its answer still', async () => {
  const body = '{"memoryMap":[],"stacks":[[]]}'
  const headers = { Origin: ALLOWED, 'Sec-Fetch-Site': 'cross-site', 'Content-Type': 'application/json' }
  const answer = await fetch(`${url.href}/symbolicate/v5`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
})

/** Numbers of the sockets that listen on this machine, as Linux lists them. */
const listening = (): ReadonlySet<string> =>
  new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].filter(existsSync).flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((line) => line.trim().split(/\s+/))
        .flatMap(([, , , state, , , , , , inode]) => (state === '0A' && inode !== undefined ? [inode] : [])),
    ),
  )

/** Those of them that a process has open. */
function listeningIn(process: number): readonly string[] {
  const folder = `/proc/${process}/fd`
  const sockets = readdirSync(folder).flatMap((name) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(folder, name)))?.[1] ?? []
    } catch {
      return [] // closed meanwhile
    }
  })
  const all = listening()
  return sockets.filter((socket) => all.has(socket))
}

test.runIf(existsSync('/proc/net/tcp'))('an agent’s server has no socket that a page could reach', async () => {
  const folder = testFolder()
  const mcp = spawn(process.execPath, [program, 'mcp', '--root', folder])
  onTestFinished(() => void mcp.kill('SIGKILL'))
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  }
  mcp.stdin.write(`${JSON.stringify(hello)}\n`)
  await once(mcp.stdout, 'data')
  expect(listeningIn(mcp.pid ?? 0)).toEqual([])
  // The look itself sees a server that listens.
  expect(listeningIn(server.pid ?? 0)).toHaveLength(1)
})
