/** Symbols in the archive of a report, on the command line and for agents: marked, and after the user's own. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeAll, expect, test } from 'vitest'
import { program, testFolder, unslide } from '../support/cli.ts'
import { forgedIndex } from '../support/forged-index.ts'
import { samplePath } from '../support/sample.ts'
import { buildTar } from '../support/tar-builder.ts'

const folder = testFolder()
const archive = join(folder, 'crash.tar')
const MARK = 'from symbols that came with the report in'

beforeAll(async () => {
  const { reports } = JSON.parse(unslide(['parse', samplePath('Trailmap.ips')]).out) as {
    reports: readonly { images?: readonly { name: string; uuid: string }[] }[]
  }
  const uuid = reports[0]?.images?.find(({ name }) => name === 'Trailmap')?.uuid ?? ''
  const names = Array.from({ length: 0x1000 }, (_, at): readonly [number, string] => [0x1000 + at * 8, 'evil'])
  const index = await forgedIndex({ uuid: uuid.replaceAll('-', ''), names, claims: 3 })
  const bytes = buildTar([
    { path: 'Trailmap.unslide-index', content: new Uint8Array(await index.arrayBuffer()) },
    { path: 'Trailmap.ips', content: readFileSync(samplePath('Trailmap.ips'), 'utf8') },
  ])
  writeFileSync(archive, bytes)
})

test.each(['text', 'html', 'markdown', 'json'])('%s marks names of symbols that came with the report', (format) => {
  const { out } = unslide(['symbolicate', archive, '--format', format])
  expect(out).toContain('evil')
  expect(out).toContain(format === 'json' ? '"archive":' : MARK)
  expect(out).toContain('likely')
})

test('symbols of the user go first, and no other report gets the names', () => {
  const { out } = unslide(['symbolicate', archive, '--symbols', samplePath('Trailmap.dSYM.zip')])
  expect(out).toContain('TMRouteAltitude')
  expect(out).not.toContain('evil')
  const other = unslide(['symbolicate', archive, samplePath('Trailmap.ips'), '--format', 'json']).out
  const { reports } = JSON.parse(other) as { reports: readonly unknown[] }
  expect(reports.map((report) => JSON.stringify(report).includes('evil'))).toEqual([true, false])
})

test('an agent is told whose names they are', async () => {
  const client = new Client({ name: 'test', version: '1' })
  const args = [program, 'mcp', '--root', folder]
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' }))
  const opened = JSON.stringify(await client.callTool({ name: 'open_report', arguments: { path: 'crash.tar' } }))
  const handle = /\br\d+\b/.exec(opened)?.[0]
  const stack = JSON.stringify(
    await client.callTool({ name: 'show_stack', arguments: { report: handle, stack: 't0' } }),
  )
  await client.close()
  expect(stack).toContain('evil')
  expect(stack).toContain(MARK)
})
