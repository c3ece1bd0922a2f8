/** `POST /report` of `unslide serve`: answers, refusals, the budget, and senders that go away. `npm run build:cli` must have run. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ThreadPool } from '../../src/cli/pipeline/thread-pool.ts'
import type { ReportAnswer, ReportTask } from '../../src/cli/pipeline/report-threads.ts'
import { ReportDesk, reportBudget } from '../../src/cli/serve/report.ts'
import { startServer, type SymbolServer } from '../../src/cli/serve/server.ts'
import { createEngine } from '../../src/core/engine.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { program, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { faultsBy } from '../support/schemas.ts'
import { testPorts } from '../support/test-builder.ts'

const symbols = samplePath('Trailmap.dSYM.zip')
const report = readFileSync(samplePath('Trailmap.ips'))
const ORIGIN = 'https://profiler.firefox.com'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

interface Asked {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
}

/** Sends a request to the server at this address, which ends in the token. */
function ask(url: string, { path, method = 'POST', headers = {}, body = '' }: Asked = {}): Promise<Answer> {
  const { port, pathname } = new URL(url)
  const where = (path ?? 'TOKEN/report').replace('TOKEN', pathname)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path: where, method, headers }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const errorIn = ({ text }: Answer): string => (JSON.parse(text) as { readonly error: string }).error

const running: ChildProcess[] = []
afterAll(() => running.forEach((child) => child.kill('SIGKILL')))

async function serve(...args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [program, 'serve', '--symbols', symbols, ...args])
  running.push(child)
  return new Promise<string>((resolve) => {
    let out = ''
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString()
      if (out.endsWith('\n')) resolve(out.trim())
    })
  })
}

let url = ''
beforeAll(async () => {
  url = await serve()
}, 30_000)

/** Refusals are JSON of the server's schema, and nobody keeps them. */
function expectRefusal(answer: Answer, status: number): void {
  expect([answer.status, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    status,
    'application/json',
    'no-store',
  ])
  expect(faultsBy('serve')(JSON.parse(answer.text))).toEqual([])
  expect(errorIn(answer)).not.toBe('')
  expect(answer.text).not.toContain(new URL(url).pathname.slice(1))
}

test('the answer is what symbolicate writes, whatever the form of the report and the type that is said', async () => {
  const { out, status } = unslide(
    ['symbolicate', '-', '--symbols', symbols, '--format', 'json'],
    report.toString('utf8'),
  )
  expect(status).toBe(0)
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
    const answer = await ask(url, { body: report, headers: { 'Content-Type': type } })
    expect(answer.status).toBe(200)
    expect(answer.text).toBe(out.replace('"source": "standard input"', '"source": "report"'))
    expect(answer.headers['content-type']).toBe('application/json')
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  }
  expect(out).toContain('TMRouteAltitude')
  expect(faultsBy('symbolicate')(JSON.parse(out))).toEqual([])
  const packed = await ask(url, { body: gzipSync(report), headers: { Origin: ORIGIN } })
  expect(packed.headers['access-control-allow-origin']).toBe(ORIGIN)
  expect(packed.text).toContain('TMRouteAltitude')
})

test.each<[string, Asked, number]>([
  ['no token', { path: '/report' }, 404],
  ['another token', { path: `/${'0'.repeat(48)}/report` }, 404],
  ['half a token', { path: 'TOKEN'.slice(0, 5) + 'x/report' }, 404],
  ['a path below', { path: 'TOKEN/report/x' }, 404],
  ['a question', { path: 'TOKEN/report?x=1' }, 404],
  ['another method', { method: 'GET' }, 405],
  ['another method, too', { method: 'PUT', body: report }, 405],
  ['a name that was made to lead here', { headers: { Host: 'evil.example' }, body: report }, 403],
  ['such a name with the port', { headers: { Host: 'evil.example:PORT' }, body: report }, 403],
  ['another port', { headers: { Host: '127.0.0.1:1' }, body: report }, 403],
  ['a page of another origin', { headers: { Origin: 'https://evil.example' }, body: report }, 403],
  ['a page of no origin', { headers: { Origin: 'null' }, body: report }, 403],
  ['nothing', { body: '' }, 422],
  ['what is no report', { body: 'hello' }, 422],
  ['symbols', { body: readFileSync(symbols) }, 422],
  ['zeros', { body: new Uint8Array(1 << 20) }, 422],
  ['braces', { body: '{'.repeat(1 << 20) }, 422],
])('%s is refused', async (_, asked, status) => {
  const headers = Object.fromEntries(
    Object.entries(asked.headers ?? {}).map(([name, value]) => [name, value.replace('PORT', new URL(url).port)]),
  )
  expectRefusal(await ask(url, { ...asked, headers }), status)
})

/** A request by hand, which ends when the test says so. */
function open(headers: string): Promise<Socket> {
  const { port, pathname, host } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => resolve(socket))
    socket.on('error', () => {})
    socket.write(`POST ${pathname}/report HTTP/1.1\r\nHost: ${host}\r\n${headers}\r\n\r\n`)
  })
}

test('more bytes than allowed are refused, said or sent', async () => {
  const said = await ask(url, { headers: { 'Content-Length': String(reportBudget.bytes + 1) } }).catch(() => undefined)
  if (said) expectRefusal(said, 413)
  const socket = await open('Transfer-Encoding: chunked')
  let reply = ''
  socket.on('data', (part) => (reply += part.toString()))
  const piece = `100000\r\n${' '.repeat(1 << 20)}\r\n`
  for (let count = 0; count < 40; count++) socket.write(piece)
  await new Promise((resolve) => socket.once('close', resolve))
  expect(reply === '' || reply.startsWith('HTTP/1.1 413')).toBe(true)
  expect((await ask(url, { body: report })).status).toBe(200)
})

test('more reports at once than allowed are refused until one is done or its sender is gone', async () => {
  const slow: Socket[] = []
  for (let count = 0; count < reportBudget.atOnce; count++) {
    const socket = await open(`Content-Length: ${report.length}\r\nExpect: 100-continue`)
    slow.push(socket)
    // The server waits for the body, so the place is taken.
    expect(await new Promise<string>((resolve) => socket.once('data', (part) => resolve(part.toString())))).toContain(
      '100 Continue',
    )
  }
  const busy = await ask(url, { body: report })
  expectRefusal(busy, 503)
  expect(busy.headers['retry-after']).toBe('1')
  // Profiles are answered all the same.
  const profile = await ask(url, { path: 'TOKEN/symbolicate/v5', body: '{"memoryMap":[],"stacks":[]}' })
  expect(profile.status).toBe(200)
  slow[0]?.destroy()
  await expect.poll(async () => (await ask(url, { body: report })).status, { timeout: 30_000 }).toBe(200)
  for (const socket of slow) socket.destroy()
})

test('a server that others reach names no reports', async () => {
  const open = await serve('--host', '0.0.0.0')
  const Host = new URL(open).host
  expect((await ask(open, { headers: { Host }, body: report })).status).toBe(404)
  const profile = { path: 'TOKEN/symbolicate/v5', headers: { Host }, body: '{"memoryMap":[],"stacks":[]}' }
  expect((await ask(open, profile)).status).toBe(200)
})

/** Answers at once, except for "spin", which it never answers, and "die", over which it ends. */
const THREAD = `
const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ bytes }) => {
  const text = Buffer.from(bytes).toString()
  if (text === 'spin') for (;;);
  if (text === 'die') process.exit(1)
  parentPort.postMessage({ standing: 'named', json: Buffer.from('{}') })
})
parentPort.postMessage('ready')`

interface Made {
  readonly server: SymbolServer
  /** Threads that were started. */
  readonly started: () => number
}

async function withThreads(milliseconds: number): Promise<Made> {
  let started = 0
  const make = (): Worker => {
    started++
    return new Worker(THREAD, { eval: true })
  }
  const desk = new ReportDesk((count) => ThreadPool.start<ReportTask, ReportAnswer>(count, make), {
    ...reportBudget,
    milliseconds,
    atOnce: 1,
  })
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const server = await startServer(engine, {
    host: '127.0.0.1',
    port: 0,
    origin: ORIGIN,
    sources: [],
    reports: desk,
  })
  return { server, started: () => started }
}

test('a report that takes too long is an error, and a later one is named', async () => {
  const { server } = await withThreads(300)
  try {
    const slow = await ask(server.url, { body: 'spin' })
    expect([slow.status, errorIn(slow)]).toEqual([504, 'The report takes longer than 0.3 s.'])
    // The new thread may itself start in more than 0.3 s.
    await expect.poll(async () => (await ask(server.url, { body: 'ok' })).text, { timeout: 30_000 }).toBe('{}')
  } finally {
    await server.close()
  }
})

test('a report that ends its thread is an error, and the next one is named', async () => {
  const { server, started } = await withThreads(600_000)
  try {
    expect(started()).toBe(0)
    const fatal = await ask(server.url, { body: 'die' })
    expect([fatal.status, errorIn(fatal)]).toEqual([500, 'This failed in Unslide itself.'])
    expect((await ask(server.url, { body: 'ok' })).text).toBe('{}')
    expect(started()).toBe(2)
  } finally {
    await server.close()
  }
})

test('a report whose sender went away is given up, and its place is free', async () => {
  const { server, started } = await withThreads(600_000)
  try {
    expect((await ask(server.url, { body: 'ok' })).status).toBe(200)
    const { port, pathname } = new URL(server.url)
    const sent = httpRequest({ host: '127.0.0.1', port, path: `${pathname}/report`, method: 'POST' })
    sent.on('error', () => {})
    sent.end('spin')
    await expect.poll(async () => (await ask(server.url, { body: 'ok' })).status, { timeout: 30_000 }).toBe(503)
    sent.destroy()
    await expect.poll(async () => (await ask(server.url, { body: 'ok' })).status, { timeout: 30_000 }).toBe(200)
    expect(started()).toBe(2)
  } finally {
    await server.close()
  }
})

test('threads that cannot be started are an error each time, and the server goes on', async () => {
  let count = 0
  const desk = new ReportDesk(async () => {
    count++
    return ThreadPool.start<ReportTask, ReportAnswer>(1, () => new Worker('process.exit(1)', { eval: true }))
  })
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const options = { host: '127.0.0.1', port: 0, origin: ORIGIN, sources: [], reports: desk }
  const server = await startServer(engine, options)
  for (const tries of [1, 2]) {
    expect((await ask(server.url, { body: 'ok' })).status).toBe(500)
    expect(count).toBe(tries)
  }
  await server.close()
})
