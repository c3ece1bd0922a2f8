/** The JSON of every command fits its schema, and other JSON fits none. `npm run build:cli` must have run. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { explain } from '../../src/core/explain/registry.ts'
import { formatReports } from '../../src/core/export/json.ts'
import { formatParsed } from '../../src/core/parsed.ts'
import { answerJobs, readJobs } from '../../src/cli/serve/symbolicate-v5.ts'
import { createEngine } from '../../src/core/engine.ts'
import { createMemoryStore } from '../../src/stores/memory.ts'
import { listFixtures, openFixture } from '../core/reports/fixture.ts'
import { linesOf, reportsOf, testFolder, unslide } from '../support/cli.ts'
import { unresolved } from '../support/report-builder.ts'
import { samplePath } from '../support/sample.ts'
import { faultsBy, readSchema, schemaNames } from '../support/schemas.ts'
import { testPorts } from '../support/test-builder.ts'

const folder = testFolder()
const at = (name: string): string => join(folder, name)
const report = samplePath('Trailmap.ips')
const symbols = samplePath('Trailmap.dSYM.zip')
const UUID = '4C4C444F-5555-3144-A1CC-707057490EC2'
const known = '0x1000044c0'
writeFileSync(
  at('Trailmap.js.map'),
  JSON.stringify({ version: 3, sources: ['route.ts'], names: ['go'], mappings: 'AAAAA' }),
)
const streamed = [
  JSON.stringify({ id: { a: [1, null] }, report: readFileSync(report, 'utf8') }),
  '{"id":123456789012345678901234567890,"report":"nothing"}',
  'no JSON',
].join('\n')

interface Row {
  readonly name: string
  readonly args: readonly string[]
  readonly input?: string
  /** How many values, where more than one is written. */
  readonly lines?: number
}

const json = ['--format', 'json'] as const
const rows: readonly Row[] = [
  { name: 'symbolicate', args: ['symbolicate', report, '--symbols', symbols, '--variables', ...json] },
  { name: 'symbolicate', args: ['symbolicate', report, ...json] },
  { name: 'symbolicate', args: ['symbolicate', report, '--symbols', symbols, '--redact', ...json] },
  { name: 'stream', args: ['symbolicate', '--stream', '--symbols', symbols, '--jobs', '1'], input: streamed, lines: 3 },
  { name: 'parse', args: ['parse', report] },
  { name: 'batch', args: ['batch', report, '--symbols', symbols, ...json] },
  { name: 'lookup', args: ['lookup', '--symbols', symbols, known, '0x10', '--hints', ...json], lines: 2 },
  { name: 'lookup', args: ['lookup', '--symbols', symbols, '--mangled', '--no-inlines', known, ...json], lines: 1 },
  { name: 'lookup', args: ['lookup', '--symbols', symbols, '-i', ...json], input: `${known}\nword\n\n`, lines: 3 },
  { name: 'lookup', args: ['lookup', '--symbols', at('Trailmap.js.map'), '1:0', '9:9', ...json], lines: 2 },
  { name: 'inspect', args: ['inspect', symbols, ...json] },
  { name: 'disassemble', args: ['disassemble', '--arch', 'arm64', '1f2003d5ffffffff', ...json], lines: 2 },
  { name: 'disassemble', args: ['disassemble', '--report', report, ...json] },
  { name: 'variables', args: ['variables', '--symbols', symbols, known, '0x10', ...json], lines: 2 },
  { name: 'variables', args: ['variables', '--symbols', symbols, '--report', report, ...json] },
  { name: 'index', args: ['index', symbols, ...json], lines: 1 },
  { name: 'table', args: ['table', symbols, '-o', at('a.parquet'), ...json], lines: 1 },
  { name: 'pack', args: ['pack', '--os', 'macOS 14', symbols, '-o', at('a.pack'), ...json] },
  { name: 'publish', args: ['publish', symbols, '--to', at('site'), ...json], lines: 1 },
  { name: 'publish', args: ['publish', symbols, '--to', at('site'), ...json], lines: 1 },
  { name: 'publish', args: ['publish', '--to', at('site'), '--remove-older', '0', '--dry-run', ...json], lines: 2 },
  { name: 'demangle', args: ['demangle', '_ZN4Shop4openEv', 'word', ...json], lines: 2 },
]

describe.each(rows)('unslide $args', ({ name, args, input, lines }) => {
  test('fits', () => {
    const { out, err } = unslide(args, input)
    const values = name === 'stream' || lines !== undefined || isLines(out) ? linesOf<unknown>(out) : [JSON.parse(out)]
    expect(values.length, err).toBe(lines ?? values.length)
    expect(values.length).toBeGreaterThan(0)
    const faults = faultsBy(name)
    for (const value of values) {
      expect(faults(value), JSON.stringify(value).slice(0, 500)).toEqual([])
      expect(faults({ ...(value as object), undocumented: true })).not.toEqual([])
    }
  })
})

/** True if each line is a value. */
const isLines = (text: string): boolean => text.startsWith('{"')

test('the manifest of a published image fits', () => {
  unslide(['publish', symbols, '--to', at('manifest')])
  const text = readFileSync(at(`manifest/symbols/${UUID}/manifest.json`), 'utf8')
  expect(faultsBy('manifest')(JSON.parse(text))).toEqual([])
})

test('answers of the server fit', async () => {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([{ path: symbols, blob: new Blob([readFileSync(symbols)]) }])
  const jobs = readJobs({
    memoryMap: [
      ['Trailmap', '4C4C444F55553144A1CC707057490EC20'],
      ['Other', '00112233445566778899AABBCCDDEEFF0'],
    ],
    stacks: [
      [
        [0, 0x44c0],
        [-1, -1],
      ],
    ],
  })
  if (typeof jobs === 'string') throw new Error(jobs)
  const answer = JSON.parse(JSON.stringify(await answerJobs(engine, jobs))) as object
  expect(JSON.stringify(answer)).toContain('TMRouteAltitude')
  expect(faultsBy('serve')(answer)).toEqual([])
  expect(faultsBy('serve')({ error: 'why' })).toEqual([])
  expect(faultsBy('serve')({ ...answer, error: 'why' })).not.toEqual([])
})

/** The value as JSON, which holds no field without a value. */
const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test('every fixture fits, as it is read and explained', async () => {
  const [named, parsed] = [faultsBy('symbolicate'), faultsBy('parse')]
  const fixtures = listFixtures()
  let count = 0
  for (const path of fixtures) {
    const reports = await openFixture(path)
    count += reports.length
    const explained = reports.map((one) => ({ ...unresolved(one), ...explain(unresolved(one)) }))
    expect(named(written(formatReports(explained))).slice(0, 5), path).toEqual([])
    expect(parsed(written({ reports: formatParsed(reports) })).slice(0, 5), path).toEqual([])
  }
  expect(count).toBeGreaterThanOrEqual(fixtures.length)
})

/** Changes of a report that a schema must find. */
const wrongs: readonly (readonly [what: string, change: (text: string) => string])[] = [
  ['an address as a number', (text) => text.replace(/"address": ?"0x[0-9a-f]+"/, '"address":1')],
  ['an address without 0x', (text) => text.replace(/"address": ?"0x/, '"address":"')],
  ['an address in upper case', (text) => text.replace(/"address": ?"0x[0-9a-f]+"/, '"address":"0xABC"')],
  ['a UUID in lower case', (text) => text.replaceAll(UUID, UUID.toLowerCase())],
  ['a status that is none', (text) => text.replace('"status": "resolved"', '"status":"named"')],
  ['a grade that is none', (text) => text.replace('"grade": "exact"', '"grade":"sure"')],
  ['a line that is a text', (text) => text.replace(/"line": ?\d+/, '"line":"1"')],
  ['half a line', (text) => text.replace(/"line": ?(\d+)/, '"line":$1.5')],
  ['null', (text) => text.replace('"inlined": false', '"inlined":null')],
  ['a field deep inside', (text) => text.replace('"inlined": false', '"inlined":false,"undocumented":1')],
  ['no threads', (text) => text.replace('"threads": [', '"treads":[')],
  ['another version', (text) => text.replace('"schema": 2', '"schema":3')],
]

describe('a report', () => {
  const { out } = unslide(['symbolicate', report, '--symbols', symbols, ...json])
  test.each(wrongs)('with %s does not fit', (_what, change) => {
    expect(reportsOf(out).length).toBe(1)
    expect(faultsBy('symbolicate')(JSON.parse(out))).toEqual([])
    expect(change(out)).not.toBe(out)
    expect(faultsBy('symbolicate')(JSON.parse(change(out)))).not.toEqual([])
  })
})

test('unslide schema lists all and prints each as it lies in the package', () => {
  const { out } = unslide(['schema'])
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((row) => row.split(' ')[0]),
  ).toEqual(expect.arrayContaining([...schemaNames]))
  for (const name of schemaNames) expect(JSON.parse(unslide(['schema', name]).out)).toEqual(readSchema(name))
})
