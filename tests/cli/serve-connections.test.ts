/** Connections of `unslide serve` that send half a request, beside one that is answered. `npm run build:cli` must have run. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { program } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'

/** More than the server keeps. */
const SILENT = 70

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

async function opened(text: string): Promise<Socket> {
  const socket = connect(Number(url.port), '127.0.0.1')
  socket.on('error', () => undefined) // the server may end it
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** All that comes until the server ends. */
async function answerOf(socket: Socket): Promise<string> {
  let text = ''
  for await (const part of socket) text += String(part)
  return text
}

const BODY = '{"memoryMap":[],"stacks":[[]]}'
const head = (): string =>
  `POST ${url.pathname}/symbolicate/v5 HTTP/1.1\r\nHost: 127.0.0.1:${url.port}\r\nConnection: close\r\nContent-Length: ${BODY.length}\r\n\r\n`

test('a request is answered while others hold all connections with half a head; one that is half sent goes on', async () => {
  const begun = await opened(head())
  const early = await answered()
  const silent: Socket[] = []
  for (let at = 0; at < SILENT; at++) silent.push(await opened('POST / HTTP/1.1\r\nHost: 127.0'))
  const ended = silent.slice(0, SILENT - 64).map(async (socket) => answerOf(socket).catch(() => ''))
  expect(await Promise.all(ended)).toEqual(ended.map(() => ''))
  expect(await answered()).toBe(early)
  begun.write(BODY)
  expect(await answerOf(begun)).toContain('200 OK')
  for (const socket of silent) socket.destroy()
}, 60_000)

/** The first line of the answer to a whole request. */
async function answered(): Promise<string> {
  const text = await answerOf(await opened(head() + BODY))
  expect(text).toContain('200 OK')
  return text.slice(0, text.indexOf('\r\n'))
}
