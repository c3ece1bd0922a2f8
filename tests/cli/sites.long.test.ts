/** `--symbols https://…`: published symbols, as users read them. `npm run build:cli` must have run. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SharedBlocks, sharedBlocks } from '../../src/cli/io/shared-blocks.ts'
import type { BlockCache } from '../../src/stores/site/blocks.ts'
import {
  crashedFrames,
  linesOf,
  program,
  reportsOf,
  testFolder,
  unslide,
  unslideBeside,
  type JsonCall,
} from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { serveSite, type SiteServer, type Twist } from '../support/site-server.ts'

const report = samplePath('Trailmap.ips')
const dsym = samplePath('Trailmap.dSYM.zip')
const folder = testFolder()
const published = join(folder, 'published')
let site: SiteServer

beforeAll(async () => {
  expect(unslide(['publish', dsym, '--to', published]).status).toBe(0)
  site = await serveSite(published)
})

afterAll(() => site.close())

const uuid = (): string =>
  reportsOf(unslide(['parse', report]).out)[0]?.images.find(({ name }) => name === 'Trailmap')?.uuid ?? ''

/** Names without their origin. */
const namesOf = (out: string) =>
  crashedFrames(out).map(({ status, calls = [] }) => [
    status,
    calls.map(({ mangled, file, line }) => [mangled, file, line]),
  ])

test('a report gets the names that its dSYM gives, and asks for its images alone', async () => {
  const before = site.asked.length
  const here = unslide(['symbolicate', report, '--symbols', dsym, '--format', 'json'])
  const there = await unslideBeside(['symbolicate', report, '--symbols', site.url, '--format', 'json'])
  expect(there.status).toBe(here.status)
  expect(namesOf(there.out)).toEqual(namesOf(here.out))
  const asked = site.asked.slice(before)
  const images = reportsOf(here.out)[0]?.images.map((image) => image.uuid) ?? []
  for (const { path } of asked) expect(images).toContain(path.split('/')[2])
  expect(asked.filter(({ path }) => path === `/symbols/${uuid()}/manifest.json`)).toHaveLength(1)
  const [, count] = /(\d+) requests?, /.exec(there.err) ?? []
  expect(Number(count)).toBe(asked.length)
  expect(there.err).toContain(new URL(site.url).host)
})

test('a name says where it is from', async () => {
  const { out } = await unslideBeside(['symbolicate', report, '--symbols', site.url, '--format', 'html'])
  expect(out).toContain(`from an index that ${new URL(site.url).host} keeps, not made here`)
})

test('no request is made without an address, and none of a folder of the address', async () => {
  const before = site.asked.length
  unslide(['symbolicate', report, '--symbols', published])
  expect(site.asked).toHaveLength(before)
})

test('lookup asks for the UUID that is named', async () => {
  const address = ['--uuid', uuid(), '0x100004000', '--format', 'json']
  const [here] = linesOf<{ calls: readonly JsonCall[] }>(unslide(['lookup', '--symbols', dsym, ...address]).out)
  const [there] = linesOf<{ calls: readonly JsonCall[] }>(
    (await unslideBeside(['lookup', '--symbols', site.url, ...address])).out,
  )
  expect(there?.calls).toEqual(here?.calls.map((call) => ({ ...call, imported: { site: new URL(site.url).host } })))
  expect(here?.calls.length).toBeGreaterThan(0)
  const { status, err } = unslide(['lookup', '--symbols', site.url, '0x100004000'])
  expect(status).toBe(2)
  expect(err).toContain('--uuid')
})

test('what one thread was given the others do not ask for', async () => {
  const line = `${JSON.stringify(readFileSync(report, 'utf8'))}\n`
  const args = [program, 'symbolicate', '--stream', '--jobs', '3', '--symbols', site.url]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let out = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  const answers = (): number => out.split('\n').length - 1
  child.stdin.write(line)
  await expect.poll(answers, { timeout: 20_000 }).toBe(1)
  const asked = site.asked.length
  // There are three threads, and each gets a line now.
  child.stdin.end(line.repeat(6))
  await once(child, 'exit')
  expect(new Set(linesOf<object>(out).map((answer) => JSON.stringify(namesOf(JSON.stringify(answer))))).size).toBe(1)
  const later = site.asked.slice(asked)
  // Each thread requests the manifest again.
  expect(later.length).toBeGreaterThan(0)
  expect(later.filter(({ path }) => !path.endsWith('manifest.json'))).toEqual([])
})

test('what threads share is bounded, and what was not used for longest goes first', async () => {
  const blocks = new SharedBlocks(30)
  const ports = [blocks.connect(), blocks.connect()] as const
  const [one, other] = ports.map((port) => sharedBlocks(port)(new URL(site.url))) as [BlockCache, BlockCache]
  const elsewhere = sharedBlocks(blocks.connect())(new URL('https://elsewhere.example/'))
  for (const [at, key] of ['first', 'second', 'third'].entries()) await one.put(key, new Uint8Array(10).fill(at))
  await expect.poll(() => other.get('third')).toEqual(new Uint8Array(10).fill(2))
  expect(await elsewhere.get('third')).toBeUndefined()
  // It is young again.
  expect(await other.get('first')).toEqual(new Uint8Array(10))
  await one.put('fourth', new Uint8Array(10))
  await expect.poll(() => other.get('fourth')).toEqual(new Uint8Array(10))
  expect(await Promise.all(['first', 'second', 'third'].map((key) => other.get(key)))).toEqual([
    new Uint8Array(10),
    undefined,
    new Uint8Array(10).fill(2),
  ])
  for (const port of ports) port.close()
})

test('a stream and a batch ask from their threads, and tell it once', async () => {
  const line = `${JSON.stringify(readFileSync(report, 'utf8'))}\n`
  const stream = await unslideBeside(['symbolicate', '--stream', '--jobs', '2', '--symbols', site.url], line.repeat(4))
  const answers = linesOf<object>(stream.out).map((answer) => namesOf(JSON.stringify(answer)))
  const here = namesOf(unslide(['symbolicate', report, '--symbols', dsym, '--format', 'json']).out)
  expect(answers).toEqual([here, here, here, here])
  expect(stream.err.match(/images? found\. /g)).toHaveLength(1)
  const batch = await unslideBeside(['batch', report, '--symbols', site.url])
  expect(batch.err.match(/images? found\. /g)).toHaveLength(1)
  expect(batch.out).toContain(unslide(['batch', report, '--symbols', dsym]).out.split('\n')[2] ?? '-')
})

test('what is not published is missing, as without an address', async () => {
  const empty = await serveSite(folder)
  const { status, out, err } = await unslideBeside(['symbolicate', report, '--symbols', empty.url, '--format', 'json'])
  await empty.close()
  expect(status).toBe(1)
  expect(err).toContain(uuid())
  expect(err).toMatch(/: 0 of \d+ images? found\./)
  expect(namesOf(out)).toEqual(namesOf(unslide(['symbolicate', report, '--format', 'json']).out))
})

test.each([
  ['http elsewhere', 'http://symbols.example.com/', 'use https'],
  ['a password', 'https://me:secret@symbols.example.com/', 'is no address'],
  ['a query', 'https://symbols.example.com/?token=1', 'is no address'],
])('%s is refused', (_what, address, words) => {
  const { status, err } = unslide(['symbolicate', report, '--symbols', address])
  expect([status, err.includes(words)]).toEqual([2, true])
})

test('names, passwords and tokens of a refused address are not repeated', () => {
  const address = 'https://joe:secret@symbols.example.com/x?token=abc#part'
  const { err } = unslide(['symbolicate', report, '--symbols', address])
  expect(err).toContain('https://…@symbols.example.com/x?…')
  for (const word of ['joe', 'secret', 'abc', 'part']) expect(err).not.toContain(word)
})

test('commands that need files say so', () => {
  for (const args of [
    ['index', 'https://symbols.example.com/'],
    ['symbolicate', report, '--similar', 'https://symbols.example.com/'],
    ['disassemble', '--symbols', 'https://symbols.example.com/', '--address', '0x1000'],
  ]) {
    const { status, err } = unslide(args)
    expect([status, err.includes('takes files')]).toEqual([2, true])
  }
})

/** What a hostile or a broken server does, and what is said. */
const twists: readonly (readonly [what: string, twist: Twist, words: readonly string[]])[] = [
  [
    'sends more than is asked',
    (request, response, file) => {
      if (!request.url?.endsWith('.unslide-blocks') || !file) return false
      response.writeHead(200).end(Buffer.concat([file, file]))
      return true
    },
    ['larger than'],
  ],
  [
    'sends to another address',
    (_request, response) => {
      response.writeHead(302, { Location: 'http://127.0.0.1:9/other' }).end()
      return true
    },
    ['redirects', 'not followed'],
  ],
  [
    'refuses',
    (_request, response) => {
      response.writeHead(403).end()
      return true
    },
    ['status 403', 'not found, or reading it is not allowed'],
  ],
  [
    'fails',
    (_request, response) => {
      response.writeHead(503).end()
      return true
    },
    ['status 503', '3 times'],
  ],
  [
    'sends no manifest',
    (request, response) => {
      if (!request.url?.endsWith('.json')) return false
      response.writeHead(200).end('<html>')
      return true
    },
    ['sent a web page', 'Check the address'],
  ],
  [
    'lies in its map',
    (request, response, file) => {
      if (!request.url?.endsWith('.unslide-blocks') || !file) return false
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
      const body = Buffer.from(file.subarray(Number(from), Number(to) + 1))
      body[9] = (body[9] ?? 0) ^ 1
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${file.length}` }).end(body)
      return true
    },
    ['.unslide-blocks', 'list of blocks', 'publish the symbols again'],
  ],
  [
    'lies in a block',
    (request, response, file) => {
      if (!request.url?.endsWith('.unslide-blocks') || !file) return false
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
      const body = Buffer.from(file.subarray(Number(from), Number(to) + 1))
      for (let at = body.length >> 1; at < body.length; at++) body[at] = (body[at] ?? 0) ^ 1
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${file.length}` }).end(body)
      return true
    },
    ['.unslide-blocks', 'Block ', 'digest differs'],
  ],
  [
    'cuts the answer',
    (request, response, file) => {
      if (!request.url?.endsWith('.unslide-blocks') || !file) return false
      const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? []
      response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${file.length}`, 'Content-Length': file.length })
      response.write(file.subarray(0, 10), () => response.destroy())
      return true
    },
    ['ended before'],
  ],
  [
    'compresses',
    (request, response, file) => {
      if (!request.url?.endsWith('.unslide-blocks') || !file) return false
      response.writeHead(206, { 'Content-Encoding': 'gzip' }).end(file)
      return true
    },
    ['compresses', 'gzip'],
  ],
  [
    'answers with another range',
    (request, response, file) => {
      if (!request.url?.endsWith('.unslide-blocks') || !file) return false
      response.writeHead(206, { 'Content-Range': `bytes 1-${file.length}/${file.length + 1}` }).end(file)
      return true
    },
    ['bytes 0-', 'answered a request'],
  ],
  [
    'has lost a file',
    (request, response) => {
      if (!request.url?.endsWith('.unslide-blocks')) return false
      response.writeHead(404).end()
      return true
    },
    ['is listed but missing'],
  ],
]

test.each(twists)('a server that %s: the address and the next step are told', async (_what, twist, words) => {
  const server = await serveSite(published, twist)
  const { status, out, err } = await unslideBeside(['symbolicate', report, '--symbols', server.url, '--format', 'json'])
  await server.close()
  expect(status).toBe(1)
  expect(err).toContain(server.url)
  for (const word of words) expect(err).toContain(word)
  expect(namesOf(out)).toEqual(namesOf(unslide(['symbolicate', report, '--format', 'json']).out))
})

/** A server whose manifest says something else of its index. */
const serveChanged = (change: (index: Record<string, unknown>) => object): Promise<SiteServer> =>
  serveSite(published, (request, response, file) => {
    if (!request.url?.endsWith('manifest.json') || !file) return false
    const manifest = JSON.parse(file.toString()) as { readonly indexes: readonly Record<string, unknown>[] }
    response.end(
      JSON.stringify({ ...manifest, indexes: manifest.indexes.map((index) => ({ ...index, ...change(index) })) }),
    )
    return true
  })

test.each([
  ['textVmaddr', '0x100000010'],
  ['name', 'Other'],
  ['detail', 'symbols'],
  ['lineRows', 1],
])('a manifest with a false %s gives no name: %j', async (field, value) => {
  const server = await serveChanged(() => ({ [field]: value }))
  const address = ['--uuid', uuid(), '0x100004000', '--format', 'json', '--symbols', server.url]
  const { status, out, err } = await unslideBeside(['lookup', ...address])
  await server.close()
  expect(status).toBe(1)
  expect(out).toBe('')
  expect(err).toContain(uuid())
  expect(err).toContain(`contradict each other (${field})`)
  expect(err).not.toContain('are not published')
})

test('a kept manifest with a false address gives no name either', async () => {
  const server = await serveChanged(() => ({ textVmaddr: '0x200000000' }))
  const cache = join(folder, 'false-cache')
  const args = ['--symbols', server.url, '--cache', cache, '--format', 'json']
  const first = await unslideBeside(['symbolicate', report, ...args])
  await server.close()
  const down = await unslideBeside(['symbolicate', report, ...args])
  const unnamed = namesOf(unslide(['symbolicate', report, '--format', 'json']).out)
  for (const { status, out, err } of [first, down]) {
    expect(status).toBe(1)
    expect(namesOf(out)).toEqual(unnamed)
    expect(err).toContain('contradict each other (textVmaddr)')
  }
})

test('a manifest that inflates to 64 MB is refused after a megabyte', async () => {
  const bomb = gzipSync(Buffer.alloc(64 << 20, ' '))
  const server = await serveSite(published, (_request, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip, gzip' }).end(gzipSync(bomb))
    return true
  })
  const { status, err } = await unslideBeside(['lookup', '--uuid', uuid(), '0x100004000', '--symbols', server.url])
  await server.close()
  expect(status).toBe(1)
  expect(err).toContain('This is larger than 1,048,576 bytes')
  const [, megabytes] = /1 request, ([\d.]+) MB/.exec(err) ?? []
  expect(Number(megabytes)).toBeLessThan(1.5)
})

test('a passing failure is overcome', async () => {
  let fails = 2
  const server = await serveSite(published, (_request, response) => {
    if (fails-- <= 0) return false
    response.destroy()
    return true
  })
  const { status } = await unslideBeside(['symbolicate', report, '--symbols', server.url])
  await server.close()
  expect(status).toBe(0)
})

test('a store whose writer stopped half-way has no image, or a whole one', async () => {
  const half = join(folder, 'half')
  cpSync(published, half, { recursive: true })
  rmSync(join(half, 'symbols', uuid(), 'manifest.json'))
  writeFileSync(join(half, 'symbols', uuid(), '.part-00'), '{')
  const server = await serveSite(half)
  const { status, err } = await unslideBeside(['symbolicate', report, '--symbols', server.url])
  await server.close()
  expect([status, /: 0 of \d+ images? found\./.test(err)]).toEqual([1, true])
  expect(unslide(['publish', dsym, '--to', half]).out).toContain('published')
})
