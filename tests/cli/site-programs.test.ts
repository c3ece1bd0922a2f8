/** `mcp` and `serve` with published symbols: each names frames out of what a server keeps. `npm run build:cli` must have run. */
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linesOf, program, testFolder, unslide, type JsonFrame } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import { serveSite, type SiteServer } from '../support/site-server.ts'

const dsym = samplePath('Trailmap.dSYM.zip')
const folder = testFolder()
let site: SiteServer

beforeAll(async () => {
  expect(unslide(['publish', dsym, '--to', join(folder, 'published')]).status).toBe(0)
  site = await serveSite(join(folder, 'published'))
})
afterAll(() => site.close())

test('mcp names the frames of a report that is opened, and asks the site', async () => {
  const root = join(folder, 'root')
  mkdirSync(root)
  cpSync(samplePath('Trailmap.ips'), join(root, 'Trailmap.ips'))
  const client = new Client({ name: 'test', version: '1' })
  const args = [program, 'mcp', '--root', root, '--symbols', site.url]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  const before = site.asked.length
  const result = await client.callTool({ name: 'open_report', arguments: { path: 'Trailmap.ips' } })
  const { tools } = await client.listTools()
  await client.close()
  expect(JSON.stringify(result.content)).toContain('TMRouteAltitude')
  expect(JSON.stringify(result.content)).not.toContain('missingSymbols')
  expect(site.asked.slice(before).some(({ path }) => path.endsWith('.unslide-blocks'))).toBe(true)
  // The server announces to clients that its tools connect to other computers.
  expect(tools.every(({ annotations }) => annotations?.openWorldHint === true)).toBe(true)
})

test('serve answers a profile as lookup answers from the dSYM', async () => {
  const server = spawn(process.execPath, [program, 'serve', '--symbols', site.url])
  const url = await new Promise<string>((resolve) => {
    let out = ''
    server.stdout.on('data', (text: Buffer) => {
      out += text.toString()
      if (out.endsWith('\n')) resolve(out.trim())
    })
  })
  const offsets = Array.from({ length: 40 }, (_, at) => 0x4000 + at * 16)
  const answer = await fetch(`${url}/symbolicate/v5`, {
    method: 'POST',
    body: JSON.stringify({
      jobs: [
        {
          memoryMap: [['Trailmap', '4C4C444F55553144A1CC707057490EC20']],
          stacks: [offsets.map((offset) => [0, offset])],
        },
      ],
    }),
  })
  const { results } = (await answer.json()) as {
    results: { stacks: { function?: string; file?: string; line?: number }[][] }[]
  }
  server.kill('SIGKILL')
  const asked = offsets.map((offset) => `0x${(0x1_0000_0000 + offset).toString(16)}`)
  const wanted = linesOf<JsonFrame>(unslide(['lookup', '--symbols', dsym, '--format', 'json', ...asked]).out)
  const named = (results[0]?.stacks[0] ?? []).map((frame) => [frame.function, frame.file, frame.line])
  expect(named).toEqual(
    wanted.map(({ calls = [] }) => {
      const outer = calls.at(-1)
      return [outer?.function, outer?.file, outer?.line]
    }),
  )
  expect(named.filter(([name]) => name !== undefined).length).toBeGreaterThan(20)
})

test('serve asks several sites in their order, for profiles and for reports, and the others only for what the first lacks', async () => {
  mkdirSync(join(folder, 'nothing'))
  const [empty, second] = [await serveSite(join(folder, 'nothing')), await serveSite(join(folder, 'published'))]
  const report = readFileSync(samplePath('Trailmap.ips'))
  const name = async (...sites: readonly string[]): Promise<string> => {
    const server = spawn(process.execPath, [program, 'serve', ...sites.flatMap((one) => ['--symbols', one])])
    const url = await new Promise<string>((resolve) => {
      server.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    })
    const job = { memoryMap: [['Trailmap', '4C4C444F55553144A1CC707057490EC20']], stacks: [[[0, 0x44c0]]] }
    const texts = []
    for (const [path, body] of [
      ['symbolicate/v5', JSON.stringify(job)],
      ['report', report],
    ] as const)
      texts.push(await (await fetch(`${url}/${path}`, { method: 'POST', body })).text())
    server.kill('SIGKILL')
    expect(texts.map((text) => text.includes('TMRouteAltitude'))).toEqual([true, true])
    return url
  }
  await name(empty.url, second.url)
  expect([empty.asked.length > 0, second.asked.length > 0]).toEqual([true, true])
  const before = second.asked.length
  await name(site.url, second.url)
  // The second one is asked for images that the first does not have, and never for this one.
  const asked = second.asked.slice(before).map(({ path }) => path)
  expect(asked.filter((path) => path.includes('4C4C444F-5555-3144-A1CC-707057490EC2'))).toEqual([])
  await Promise.all([empty.close(), second.close()])
})
