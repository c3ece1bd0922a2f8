/** The command line as npm installs it. A command is a row. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { expect, inject, test } from 'vitest'
import { strangersEnv, unslide } from './run.ts'

const here = (name: string): string => join(inject('installed'), name)
const report = 'Trailmap.ips'
const symbols = ['--symbols', 'Trailmap.dSYM.zip']

interface Row {
  readonly args: readonly string[]
  readonly input?: string
  readonly status?: number
  /** Expected output. */
  readonly out?: RegExp
  /** A file that is written, and how it begins. */
  readonly writes?: readonly [name: string, beginning: string]
}

const rows: readonly Row[] = [
  { args: ['--help'], out: /symbolicate/ },
  { args: ['symbolicate', report, ...symbols], out: /TMRouteAltitude {2}route\.c:29/ },
  { args: ['symbolicate', report, ...symbols, '--format', 'html'], out: /^<!doctype html>/i },
  { args: ['symbolicate', report], status: 1, out: /Trailmap/ },
  {
    args: ['symbolicate', '--stream', '-', ...symbols, '--jobs', '2'],
    input: `${JSON.stringify({ id: 7, report: readFileSync(here(report), 'utf8') })}\n`,
    out: /"id":7.*TMRouteAltitude/,
  },
  { args: ['parse', report], out: /"format":\s*"ips-crash"/ },
  { args: ['lookup', ...symbols, '0x1000044c0'], out: /TMRouteAltitude/ },
  { args: ['inspect', 'Trailmap.dSYM.zip'], out: /4C4C444F-5555-3144-A1CC-707057490EC2/ },
  { args: ['index', 'Trailmap.dSYM.zip', '--threads', '2', '--out', 'indexes'], out: /Trailmap/ },
  { args: ['disassemble', '--arch', 'arm64', '1f2003d5'], out: /nop/ },
  { args: ['variables', ...symbols, '0x1000044c0'], out: /TMRouteAltitude/ },
  {
    args: ['convert', 'Trailmap.dSYM.zip', '--to', 'breakpad', '-o', 'Trailmap.sym'],
    writes: ['Trailmap.sym', 'MODULE '],
  },
  { args: ['table', 'Trailmap.dSYM.zip', '-o', 'Trailmap.parquet'], writes: ['Trailmap.parquet', 'PAR1'] },
  {
    args: ['publish', 'Trailmap.dSYM.zip', '--to', 'published'],
    writes: ['published/symbols/4C4C444F-5555-3144-A1CC-707057490EC2/manifest.json', '{'],
  },
  { args: ['demangle', '_ZN5trail3topEv'], out: /^trail::top\(\)$/m },
  { args: ['schema', 'symbolicate'], out: /urn:unslide:schema:symbolicate:2/ },
  { args: ['completions', 'bash'], out: /complete -F _unslide/ },
  { args: ['completions', 'zsh'], out: /#compdef unslide/ },
]

test.each(rows)('unslide $args', ({ args, input, status = 0, out, writes }) => {
  const run = unslide(args, input)
  expect({ status: run.status, err: run.status === status ? '' : run.err }).toEqual({ status, err: '' })
  if (out) expect(run.out).toMatch(out)
  if (writes) expect(readFileSync(here(writes[0]), 'latin1').slice(0, writes[1].length)).toBe(writes[1])
})

test('the manual is where npm looks for it, and the program may be run', () => {
  const folder = here('node_modules/unslide')
  expect(existsSync(join(folder, 'dist-cli/unslide.1'))).toBe(true)
  if (process.platform !== 'win32') expect(statSync(join(folder, 'dist-cli/unslide.cjs')).mode & 0o111).not.toBe(0)
})

test('an agent is served', async () => {
  const client = new Client({ name: 'stranger', version: '1' })
  const program = here('node_modules/unslide/dist-cli/unslide.cjs')
  const command = { command: process.execPath, args: [program, 'mcp', '--root', inject('installed')] }
  await client.connect(new StdioClientTransport({ ...command, env: strangersEnv(), stderr: 'ignore' }))
  try {
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(3)
    const opened = await client.callTool({ name: 'open_report', arguments: { path: here(report) } })
    expect(JSON.stringify(opened.content)).toContain('Trailmap')
  } finally {
    await client.close()
  }
})
