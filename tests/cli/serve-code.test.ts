/** Source files and instructions of `unslide serve`, and what it must not give. `npm run build:cli` must have run. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf, program, testFolder, unslide, type JsonFrame } from '../support/cli.ts'
import { shelfImage, shelfSymbols } from '../support/shelf.ts'

const build = 'macos-arm64-dwarf5'
const folder = testFolder()
const sources = join(folder, 'source')
cpSync(fileURLToPath(new URL('../fixtures/macho/source', import.meta.url)), sources, { recursive: true })
writeFileSync(join(sources, '.env'), 'PASSWORD=hunter2\n')
writeFileSync(join(folder, 'outside.c'), 'int outside;\n')

interface Listed {
  readonly uuid: string
}
const { images } = JSON.parse(unslide(['inspect', '--format', 'json', shelfImage(build)]).out) as {
  images: readonly Listed[]
}
const debugId = `${images[0]?.uuid.replaceAll('-', '')}0`

let servers: ChildProcess[] = []
async function serve(...args: readonly string[]): Promise<string> {
  const server = spawn(process.execPath, [program, 'serve', ...args])
  servers.push(server)
  return new Promise((resolve, reject) => {
    let out = ''
    server.once('exit', () => reject(new Error(out)))
    server.stdout.on('data', (text: Buffer) => {
      out += text.toString()
      if (out.endsWith('\n')) resolve(out.trim())
    })
  })
}

let url = ''
beforeAll(async () => {
  url = await serve('--symbols', shelfSymbols(build), '--symbols', shelfImage(build), '--source', sources)
})
afterAll(() => {
  for (const server of servers) server.kill('SIGKILL')
  servers = []
})

interface Given {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}
async function ask(path: string, request: unknown, at = url): Promise<Given> {
  const answer = await fetch(`${at}${path}`, { method: 'POST', body: JSON.stringify(request) })
  return { status: answer.status, body: (await answer.json()) as Given['body'] }
}

/** Offset of an instruction of line 6 of main.c, by the fixture's truth, and the path that its debug information has. */
const offset = 2204
const address = `0x${(0x1_0000_0000 + offset).toString(16)}`
const [line] = linesOf<JsonFrame>(
  unslide(['lookup', '--symbols', shelfSymbols(build), '--format', 'json', address]).out,
)
const file = line?.calls?.at(-1)?.file ?? ''
const moduleOffset = `0x${offset.toString(16)}`

test('a file that the debug information names at the address is given whole', async () => {
  expect(file).toMatch(/main\.c$/)
  const { status, body } = await ask('/source/v1', { debugName: 'Shelf', debugId, moduleOffset, file })
  expect(status).toBe(200)
  expect(body['file']).toBe(file)
  expect(body['source']).toBe(readFileSync(join(sources, 'main.c'), 'utf8'))
})

test.each([
  ['another file of the folder', { file: `${file.slice(0, -'main.c'.length)}.env` }],
  ['a path outside', { file: `${file}/../../outside.c` }],
  ['an absolute path', { file: '/etc/passwd' }],
  ['another place', { moduleOffset: '0x10' }],
  ['an unknown module', { debugId: 'D74F79EB1F8D4A45ABCD2F476CCABACC2' }],
])('nothing is read for %s', async (_, change) => {
  const { status, body } = await ask('/source/v1', { debugName: 'Shelf', debugId, moduleOffset, file, ...change })
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['error'])
  expect(JSON.stringify(body)).not.toContain('hunter2')
})

test('a link in place of the file is not followed, and without folders nothing is given', async () => {
  const linked = testFolder()
  symlinkSync(join(sources, 'main.c'), join(linked, 'main.c'))
  const request = { debugName: 'Shelf', debugId, moduleOffset, file }
  const behindLink = await serve('--symbols', shelfSymbols(build), '--source', linked)
  expect(Object.keys((await ask('/source/v1', request, behindLink)).body)).toEqual(['error'])
  const bare = await serve('--symbols', shelfSymbols(build))
  expect((await ask('/source/v1', request, bare)).body['error']).toContain('--source')
})

test('the instructions of a range are those of disassemble', async () => {
  const size = 32
  const start = `0x${(0x1_0000_0000 + offset).toString(16)}`
  const { body } = await ask('/asm/v1', { debugId, startAddress: moduleOffset, size: `0x${size.toString(16)}` })
  const wanted = linesOf<{ address: string; text: string }>(
    unslide(['disassemble', '--symbols', shelfImage(build), '--address', start, '--count', '8', '--format', 'json'])
      .out,
  )
  expect(wanted).toHaveLength(8)
  expect(body['arch']).toBe('aarch64')
  expect(body['size']).toBe(`0x${size.toString(16)}`)
  expect(body['instructions']).toEqual(wanted.map(({ text }, at) => [at * 4, text]))
})

test('a dSYM alone has no code, and an answer says so', async () => {
  const bare = await serve('--symbols', shelfSymbols(build))
  const { status, body } = await ask('/asm/v1', { debugId, startAddress: moduleOffset, size: '0x20' }, bare)
  expect(status).toBe(200)
  expect(Object.keys(body)).toEqual(['error'])
})

test.each([
  ['/source/v1', {}],
  ['/source/v1', { debugId, moduleOffset: 12, file: 'a.c' }],
  ['/source/v1', { debugId, moduleOffset: '0x100000000', file: 'a.c' }],
  ['/source/v1', { debugId, moduleOffset: '0x1', file: 'a'.repeat(5000) }],
  ['/source/v1', []],
  ['/source/v1', null],
  ['/asm/v1', { debugId, startAddress: '0x1', size: '0x0' }],
  ['/asm/v1', { debugId, startAddress: '-0x1', size: '0x4' }],
  ['/asm/v1', 'text'],
])('a request of another form is refused: %s %j', async (path, request) => {
  const { status, body } = await ask(path, request)
  expect(status).toBe(400)
  expect(body['error']).toContain('form')
})

test('a huge range ends, and the wrong token gives nothing', async () => {
  const { status } = await ask('/asm/v1', { debugId, startAddress: moduleOffset, size: '0xffffffff' })
  expect(status).toBe(200)
  expect(
    (
      await ask(
        '/asm/v1',
        {},
        url.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      )
    ).status,
  ).toBe(404)
  expect((await ask('/source/v2', {})).status).toBe(404)
})
