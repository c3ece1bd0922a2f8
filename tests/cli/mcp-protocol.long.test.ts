/** Answers of `unslide mcp` to lines that are no messages, batches, versions and cursors. `npm run build:cli` must have run. */
import { PassThrough } from 'node:stream'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { LineTransport } from '../../src/cli/mcp/transport.ts'
import { testFolder } from '../support/cli.ts'
import { RawMcp, type Message } from '../support/raw-mcp.ts'
import { samplePath } from '../support/sample.ts'

const root = testFolder()
const crash = readFileSync(samplePath('Trailmap.ips'), 'utf8')
writeFileSync(join(root, 'Trailmap.ips'), crash)

const ping = (id: unknown): object => ({ jsonrpc: '2.0', id, method: 'ping' })

test.each<[string, number, number | string | null]>([
  ['no JSON', -32_700, null],
  ['{"half":', -32_700, null],
  ['\u0000\u0001', -32_700, null],
  ['null', -32_600, null],
  ['5', -32_600, null],
  ['"ping"', -32_600, null],
  ['{}', -32_600, null],
  [JSON.stringify({ jsonrpc: '1.0', id: 8, method: 'ping' }), -32_600, 8],
  [JSON.stringify({ id: 'nine', method: 'ping' }), -32_600, 'nine'],
  [JSON.stringify({ jsonrpc: '2.0', id: 7, method: 1 }), -32_600, 7],
  [JSON.stringify(ping(null)), -32_600, null],
  [JSON.stringify(ping({})), -32_600, null],
  [JSON.stringify(ping(1.5)), -32_600, null],
  [JSON.stringify({ ...ping(3), params: [1] }), -32_600, 3],
  [JSON.stringify({ jsonrpc: '2.0', id: 4, method: 'no_such/method' }), -32_601, 4],
  ['[]', -32_600, null],
  [JSON.stringify([ping(1)]), -32_600, null],
])('%s is answered with %d and its id', async (line, code, id) => {
  const mcp = await RawMcp.start(['--root', root])
  mcp.line(line)
  const { error, id: given } = await mcp.next((message) => message.error !== undefined)
  expect([error?.code, given]).toEqual([code, id])
  // The server still answers.
  expect((await mcp.ask('ping')).result).toEqual({})
  expect(await mcp.end()).toBe(0)
})

test('what looks like an answer gets none, so that two programs do not answer each other without end', async () => {
  const mcp = await RawMcp.start(['--root', root])
  for (const answer of [
    { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'x' } },
    { jsonrpc: '2.0', id: {}, result: {} },
    { result: 5 },
    { jsonrpc: '2.0', id: 99, result: {} },
  ])
    mcp.send(answer)
  await mcp.ask('ping')
  expect(mcp.came.flat().filter((message) => message.error)).toEqual([])
  await mcp.end()
})

test.each([
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2025-03-26', '2025-03-26'],
  ['2024-11-05', '2024-11-05'],
  ['1999-01-01', '2025-11-25'],
  ['2999-01-01', '2025-11-25'],
  ['', '2025-11-25'],
])('a client of version %s gets %s', async (asked, given) => {
  const mcp = await RawMcp.start(['--root', root], { version: asked })
  expect(mcp.hello.result?.['protocolVersion']).toBe(given)
  expect(await mcp.call('open_report', { path: 'Trailmap.ips' })).toContain('"report":"r1"')
  await mcp.end()
})

/** What a batch is answered with. */
async function batch(messages: readonly unknown[], version = '2025-03-26'): Promise<readonly Message[]> {
  const mcp = await RawMcp.start(['--root', root], { version })
  const before = mcp.came.length
  mcp.send(messages)
  const isAnswer = (one: Message | readonly Message[]): boolean => Array.isArray(one) || 'error' in one
  await expect.poll(() => mcp.came.slice(before).some(isAnswer), { timeout: 30_000 }).toBe(true)
  await mcp.ask('ping')
  const lists = mcp.came.slice(before).filter((one) => Array.isArray(one)) as readonly (readonly Message[])[]
  const single = mcp.came.slice(before).filter((one) => 'error' in one) as readonly Message[]
  await mcp.end()
  expect(lists.length + single.length).toBe(1)
  return lists[0] ?? single
}

const shown = (answers: readonly Message[]): readonly unknown[] =>
  answers.map(({ id, result, error }) => [id, error?.code ?? (result ? 'result' : undefined)])

test('in a version with batches each request of one has its answer in one list', async () => {
  const open = { name: 'open_report', arguments: { path: 'Trailmap.ips' } }
  const answers = await batch([
    ping(1),
    { jsonrpc: '2.0', id: 'open', method: 'tools/call', params: open },
    { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } },
    5,
    { jsonrpc: '2.0', id: '1', method: 'no_such/method' },
    ping(1),
    { jsonrpc: '2.0', id: 3, method: 'initialize', params: {} },
    { jsonrpc: '2.0', id: 77, result: {} },
    { result: 5 },
  ])
  expect(new Set(shown(answers).map((one) => JSON.stringify(one)))).toEqual(
    new Set(
      [
        [1, 'result'],
        ['open', 'result'],
        [null, -32_600],
        ['1', -32_601],
        [1, -32_600],
        [3, -32_600],
      ].map((one) => JSON.stringify(one)),
    ),
  )
  expect(answers).toHaveLength(6)
})

test.each<[string, readonly unknown[], string]>([
  ['an empty one', [], '2025-03-26'],
  ['a large one', Array.from({ length: 1001 }, (_, at) => ping(at)), '2025-03-26'],
  ['one in a later version', [ping(1)], '2025-06-18'],
])('%s is one error', async (_, messages, version) => {
  expect(shown(await batch(messages, version))).toEqual([[null, -32_600]])
})

test('a batch of notices gets no answer, and one with a cancelled request no less than the others', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const transport = new LineTransport(input, output)
  const got: JSONRPCMessage[] = []
  transport.onmessage = (message) => got.push(message)
  await transport.start()
  const write = (value: unknown): boolean => input.write(`${JSON.stringify(value)}\n`)
  write({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })
  await expect.poll(() => got.length).toBe(1)
  await transport.send({ jsonrpc: '2.0', id: 1, result: { protocolVersion: '2025-03-26' } })
  output.read()
  write([{ jsonrpc: '2.0', method: 'notifications/initialized' }])
  write([ping(2), ping(3), { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } }])
  await expect.poll(() => got.length).toBe(5)
  expect(output.read()).toBeNull()
  await transport.send({ jsonrpc: '2.0', id: 3, result: {} })
  expect(JSON.parse(String(output.read()))).toEqual([{ jsonrpc: '2.0', id: 3, result: {} }])
})

test('a line in any pieces is one message; a long one is not kept, and the next one is read', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const transport = new LineTransport(input, output)
  const got: JSONRPCMessage[] = []
  transport.onmessage = (message) => got.push(message)
  await transport.start()
  for (const byte of Buffer.from(`${JSON.stringify(ping('é'))}\r\n\n`)) input.write(Buffer.from([byte]))
  for (let megabyte = 0; megabyte < 40; megabyte++) input.write(Buffer.alloc(1 << 20, 'x'))
  input.write(`\n${JSON.stringify(ping(2))}\n`)
  await expect.poll(() => got.length).toBe(2)
  expect(got).toEqual([ping('é'), ping(2)])
  expect(String(output.read()).trim().split('\n')).toHaveLength(1)
})

test('a list of many resources comes in pages, each once; a cursor that was not given is an error', async () => {
  const many = Array.from({ length: 130 }, () => crash.trim()).join('\n')
  writeFileSync(join(root, 'many.ips'), many)
  const mcp = await RawMcp.start(['--root', root])
  const opened = JSON.parse(await mcp.call('open_report', { path: 'many.ips' })) as { reports: number }
  expect(opened.reports).toBeGreaterThan(100)
  const uris: string[] = []
  let cursor: string | undefined
  do {
    const { result } = await mcp.ask('resources/list', cursor === undefined ? {} : { cursor })
    const { resources, nextCursor } = result as { resources: readonly { uri: string }[]; nextCursor?: string }
    expect(resources.length).toBeLessThanOrEqual(50)
    uris.push(...resources.map(({ uri }) => uri))
    cursor = nextCursor
  } while (cursor !== undefined)
  expect(uris).toEqual(Array.from({ length: opened.reports }, (_, at) => `unslide://report/r${at + 1}`))
  for (const method of ['resources/list', 'tools/list', 'prompts/list', 'resources/templates/list'])
    for (const wrong of ['x', '', 'dW5zbGlkZTovL3g'])
      expect((await mcp.ask(method, { cursor: wrong })).error?.code, `${method} ${wrong}`).toBe(-32_602)
  await mcp.end()
})

test('a resource that is not there is the error of the protocol, without more words', async () => {
  const mcp = await RawMcp.start(['--root', root])
  for (const method of ['resources/read', 'resources/subscribe'])
    expect((await mcp.ask(method, { uri: 'unslide://report/r9' })).error).toMatchObject({
      code: -32_002,
      message: expect.stringMatching(/^(No report r9 is open|There is no resource)/) as string,
    })
  await mcp.end()
})
