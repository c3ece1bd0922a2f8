/** `unslide serve`, with requests of the Firefox Profiler, and with requests that it must refuse. `npm run build:cli` must have run. */
import { spawn, type ChildProcess } from 'node:child_process'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf, program, unslide, type JsonFrame } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

const symbols = samplePath('Trailmap.dSYM.zip')
const ORIGIN = 'https://profiler.firefox.com'
const ID = '4C4C444F55553144A1CC707057490EC20'

let server: ChildProcess
let url = ''
let port = 0

beforeAll(async () => {
  server = spawn(process.execPath, [program, 'serve', '--symbols', symbols])
  url = await new Promise<string>((resolve) => {
    let out = ''
    server.stdout?.on('data', (text: Buffer) => {
      out += text.toString()
      if (out.endsWith('\n')) resolve(out.trim())
    })
  })
  port = Number(new URL(url).port)
}, 30_000)
afterAll(() => server.kill('SIGKILL'))

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
}

function ask(
  path: string,
  {
    method = 'POST',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

const path = (): string => `${new URL(url).pathname}/symbolicate/v5`
const post = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(path(), { headers, body: typeof body === 'string' ? body : JSON.stringify(body) })

interface Frame {
  readonly frame: number
  readonly module: string
  readonly module_offset: string
  readonly function?: string
  readonly function_offset?: string
  readonly file?: string
  readonly line?: number
  readonly inlines?: readonly { readonly function: string; readonly file?: string; readonly line?: number }[]
}
interface Result {
  readonly stacks: readonly (readonly Frame[])[]
  readonly found_modules: Readonly<Record<string, boolean | null>>
}
const results = (text: string): readonly Result[] => (JSON.parse(text) as { results: readonly Result[] }).results

test('a stack is answered in the form of version 5, as lookup answers', async () => {
  const offsets = Array.from({ length: 0x600 / 4 }, (_, at) => 0x4000 + at * 4)
  const { status, headers, text } = await post(
    { jobs: [{ memoryMap: [['Trailmap', ID]], stacks: [offsets.map((offset) => [0, offset])] }] },
    { Origin: ORIGIN },
  )
  expect(status).toBe(200)
  expect(headers['access-control-allow-origin']).toBe(ORIGIN)
  expect(headers['vary']).toBe('origin')
  const [result] = results(text)
  expect(result?.found_modules).toEqual({ [`Trailmap/${ID}`]: true })
  const asked = offsets.map((offset) => `0x${(0x1_0000_0000 + offset).toString(16)}`)
  const wanted = linesOf<JsonFrame>(unslide(['lookup', '--symbols', symbols, '--format', 'json', ...asked]).out)
  let inlined = 0
  for (const [at, frame] of (result?.stacks[0] ?? []).entries()) {
    const calls = wanted[at]?.calls ?? []
    const outer = calls.at(-1)
    expect(frame.frame).toBe(at)
    expect(frame.module).toBe('Trailmap')
    expect(frame.module_offset).toBe(`0x${(offsets[at] ?? 0).toString(16)}`)
    expect([frame.function, frame.file, frame.line]).toEqual([outer?.function, outer?.file, outer?.line])
    if (outer) expect(frame.function_offset).toBe(`0x${(outer.functionOffset ?? 0).toString(16)}`)
    expect(frame.inlines?.map((call) => [call.function, call.file, call.line]) ?? []).toEqual(
      calls.slice(0, -1).map((call) => [call.function, call.file, call.line]),
    )
    inlined += frame.inlines?.length ?? 0
  }
  expect(inlined).toBeGreaterThan(20)
})

test('one job may stand alone; what is not known and what nobody asked about are told apart', async () => {
  const unknown = 'D74F79EB1F8D4A45ABCD2F476CCABACC2'
  const { text } = await post({
    memoryMap: [
      ['Trailmap', ID],
      ['wntdll.pdb', unknown],
      ['idle', unknown],
    ],
    stacks: [
      [
        [0, 0x4000],
        [1, 65_802],
        [-1, 5],
        [0, Number.MAX_SAFE_INTEGER],
      ],
      [],
    ],
  })
  const [result] = results(text)
  expect(result?.found_modules).toEqual({
    [`Trailmap/${ID}`]: true,
    [`wntdll.pdb/${unknown}`]: false,
    [`idle/${unknown}`]: null,
  })
  expect(result?.stacks[0]?.map((frame) => frame.function)).toEqual([
    '-[TMElevationView plotRoute:]',
    undefined,
    undefined,
    undefined,
  ])
  expect(result?.stacks[1]).toEqual([])
})

test('a browser may ask whether it may ask, from the one origin and into a private network', async () => {
  const { status, headers } = await ask(path(), {
    method: 'OPTIONS',
    headers: {
      Origin: ORIGIN,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Private-Network': 'true',
    },
  })
  expect(status).toBe(204)
  expect(headers['access-control-allow-origin']).toBe(ORIGIN)
  expect(headers['access-control-allow-private-network']).toBe('true')
})

test.each([
  ['another origin', 403, { Origin: 'https://evil.example' }],
  ['a part of the origin', 403, { Origin: `${ORIGIN}.evil.example` }],
  ['an origin without one', 403, { Origin: 'null' }],
  ['a name that was made to lead here', 403, { Host: 'evil.example' }],
  ['such a name with the port', 403, { Host: 'evil.example:PORT' }],
  ['a name that begins as ours', 403, { Host: '127.0.0.1.evil.example:PORT' }],
  ['another port', 403, { Host: '127.0.0.1:1' }],
])('%s is refused, and learns nothing', async (_, status, headers) => {
  const sent = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('PORT', `${port}`)]),
  )
  for (const method of ['POST', 'OPTIONS', 'GET']) {
    const answer = await ask(path(), { method, headers: sent, body: method === 'POST' ? '{}' : '' })
    expect(answer.status).toBe(status)
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
    expect(answer.text).not.toContain(new URL(url).pathname.slice(1))
  }
})

test.each([
  ['/', 404],
  ['/symbolicate/v5', 404],
  ['/0000/symbolicate/v5', 404],
  ['TOKEN', 404],
  ['TOKEN/symbolicate/v6', 404],
  ['TOKEN/symbolicate/v5/../v5', 404],
  ['TOKEN/symbolicate/v5?x', 404],
])('a path that is not the one is not found: %s', async (asked, status) => {
  const whole = asked.replace('TOKEN', new URL(url).pathname)
  expect((await ask(whole, { body: '{}' })).status).toBe(status)
})

const frames = (count: number): unknown => Array.from({ length: count }, () => [0, 1])

test.each([
  ['', 400],
  ['{', 400],
  ['[]', 400],
  ['null', 400],
  ['{}', 400],
  [{ jobs: {} }, 400],
  [{ jobs: [null] }, 400],
  [{ memoryMap: [['a']], stacks: [] }, 400],
  [{ memoryMap: [['a', 5]], stacks: [] }, 400],
  [{ memoryMap: [['a'.repeat(2000), 'b']], stacks: [] }, 400],
  [{ memoryMap: [['a', 'b']], stacks: [[[1, 0]]] }, 400],
  [{ memoryMap: [['a', 'b']], stacks: [[[0, 1.5]]] }, 400],
  [{ memoryMap: [['a', 'b']], stacks: [[['0', 1]]] }, 400],
  [{ memoryMap: [['a', 'b']], stacks: [[0]] }, 400],
  [{ jobs: Array.from({ length: 3000 }, () => ({ memoryMap: [], stacks: [] })) }, 413],
  [{ memoryMap: [['a', 'b']], stacks: [frames(1_000_001)] }, 413],
  [{ memoryMap: [], stacks: Array.from({ length: 1_000_001 }, () => []) }, 413],
])('a request that is not of the form, or too much, is refused: %#', async (body, status) => {
  const answer = await post(body)
  expect(answer.status).toBe(status)
  expect((JSON.parse(answer.text) as { error: string }).error).not.toBe('')
})

test('other methods are refused, and so is more than 32 MB, said or sent', async () => {
  expect((await ask(path(), { method: 'GET' })).status).toBe(405)
  expect(
    (await ask(path(), { headers: { 'Content-Length': String(64 << 20) }, body: '' }).catch(() => ({ status: 413 })))
      .status,
  ).toBe(413)
  // In pieces, whose number is not said before.
  const reply = await new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (part) => (text += part.toString()))
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
    socket.write(`POST ${path()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n\r\n`)
    const piece = `100000\r\n${' '.repeat(1 << 20)}\r\n`
    const send = (left: number): void => {
      if (left > 0 && !socket.destroyed) socket.write(piece, () => send(left - 1))
    }
    send(40)
  })
  expect(reply === '' || reply.startsWith('HTTP/1.1 413')).toBe(true)
  // It goes on.
  expect((await post({ memoryMap: [], stacks: [] })).status).toBe(200)
})

test('names like those of every object are names of modules', async () => {
  const { status, text } = await post({ memoryMap: [['__proto__', 'constructor']], stacks: [[[0, 1]]] })
  expect(status).toBe(200)
  expect(results(text)[0]?.stacks[0]?.[0]?.module).toBe('__proto__')
})

test.each([
  [[], '--symbols'],
  [['--symbols', symbols, '--origin', 'profiler.firefox.com'], '--origin'],
  [['--symbols', symbols, '--origin', 'https://a.example/path'], '--origin'],
  [['--symbols', symbols, '--origin', '*'], '--origin'],
  [['--symbols', symbols, '--port', '70000'], '--port'],
])('wrong usage ends with 2: %j', (args, reason) => {
  const { status, err } = unslide(['serve', ...args])
  expect(status).toBe(2)
  expect(err).toContain(reason)
})

test('a port that is taken is told; Ctrl-C ends it with 0', async () => {
  const { status, err } = unslide(['serve', '--symbols', symbols, '--port', String(port)])
  expect(status).toBe(2)
  expect(err).toContain(`127.0.0.1:${port}`)
  server.kill('SIGINT')
  expect(await new Promise((resolve) => server.once('exit', resolve))).toBe(0)
})
