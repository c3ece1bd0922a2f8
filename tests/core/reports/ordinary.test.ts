/** Ordinary reports are read without the code of other formats, and as all formats together would read them. */
import { expect, test } from 'vitest'
import { claimingFormat, openReports } from '../../../src/core/reports/open-report.ts'
import { findOrdinaryFormat } from '../../../src/core/reports/ordinary.ts'
import { openReports as openByAll, parseReport } from '../../../src/core/reports/read-report.ts'
import { reportFormats } from '../../../src/core/reports/registry.ts'
import { buildSample, SAMPLE_SIZE } from '../../../src/core/reports/report-text.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'

const fixtures = listFixtures()
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
const formatOf = (text: string): string | undefined => {
  const outcome = parseReport('some', bytesOf(text))
  return outcome.ok ? outcome.value[0]?.format : undefined
}

const IPS = '{"app_name":"Harbor","bug_type":"309"}\n{"faultingThread":0,"threads":[],"usedImages":[]}'
const TEXT = [
  'Incident Identifier: 6E1B2C70-0000-4000-8000-000000000001',
  'Process:             Harbor [41]',
  'Exception Type:  EXC_CRASH (SIGABRT)',
  '',
  'Thread 0 Crashed:',
  '0   Harbor   0x0000000104ccc074 0x104cc8000 + 16500',
  '',
].join('\n')

test.each(fixtures)('%s is read by the door as by all formats', async (path) => {
  const bytes = fixtureBytes(path)
  const file = { path, blob: new Blob([bytes]) }
  const head = bytes.subarray(0, SAMPLE_SIZE)
  expect(await openReports(file, head)).toEqual(await openByAll(file, head))
  const sample = buildSample(path, bytes, true)
  expect((await claimingFormat(path, bytes, bytes.length))?.id).toBe(
    reportFormats.find((format) => format.sniff(sample))?.id,
  )
})

test('only crashes of Apple’s two layouts are ordinary, and nearly all of them are', () => {
  const ordinary = fixtures.filter((path) => findOrdinaryFormat(buildSample(path, fixtureBytes(path), true)))
  const kinds = new Set(ordinary.map((path) => path.split('/')[0]))
  expect(kinds).toEqual(new Set(['ips-crash', 'apple-crash-text']))
  expect(ordinary.length).toBeGreaterThan(fixtures.filter((path) => kinds.has(path.split('/')[0])).length / 2)
})

test('an ordinary report that quotes another stays what it is', () => {
  const row = '    #00 abs 000000010469d1a7 virt 00000000001cd1a7 _kDartIsolateSnapshotInstructions+0x1c6367'
  expect(formatOf(`${row}\n${row}\n`)).toBe('flutter')
  expect(formatOf(`${TEXT}\nApplication Specific Information:\n${row}\n${row}\n`)).toBe('apple-crash-text')
  expect(formatOf(IPS.replace('[]}', '[],"asi":{"x":["\\"kind\\": \\"crashReport\\" \\"faultAddress\\":1"]}}'))).toBe(
    'ips-crash',
  )
})

test.each([
  ['a crash', '309', '"faultingThread":0'],
  ['a crash that has a panic behind its beginning', '309', '"faultingThread":0,"panicString":"x"'],
  ['a crash with keys of another tool there', '309', '"faultingThread":0,"callStackTree":{}'],
  ['a number of another kind over a crash', '298', '"faultingThread":0'],
  ['a crash that is cut off', '309', '"faultingThread":0,"asi":{"x":["'],
])('%s, longer than its beginning, is read by the door as by all formats', async (_, type, last) => {
  const images = Array.from({ length: 900 }, (__, at) => ({
    base: 0x180000000 + at * 0x4000,
    size: 0x4000,
    name: `F${at}`,
  }))
  const rows = JSON.stringify([{ pad: '.'.repeat(SAMPLE_SIZE) }, ...images])
  const bytes = bytesOf(`{"app_name":"Harbor","bug_type":"${type}"}\n{"threads":[],"usedImages":${rows},${last}}\n`)
  const file = { path: 'some', blob: new Blob([bytes]) }
  const read = await openReports(file, bytes.subarray(0, SAMPLE_SIZE))
  expect(read).toEqual(await openByAll(file, bytes.subarray(0, SAMPLE_SIZE)))
  expect(read.ok).toBe(true)
})

test.each([
  ['a bug type that is no crash', '{"bug_type":"298"}\n{"processes":[],"memoryStatus":{},"largestProcess":"x"}'],
  ['a line whose body is text', '{"bug_type":"109"}\nIncident Identifier: 1\n'],
  ['a header without a thread', 'Process:  Harbor [41]\nException Type: EXC_CRASH\n'],
  ['a sample', 'Process:  Harbor [41]\nAnalysis of sampling Harbor\nThread 0:\n'],
  ['an exported document', '{"reports":[{"format":"ips-crash","text":"\\"bug_type\\""}]}\n{}'],
])('%s goes to all formats', (_, text) => {
  expect(findOrdinaryFormat(buildSample('some', bytesOf(text), true))).toBeUndefined()
})

test('a file that only opens as an ordinary report is read by the others', async () => {
  const text = '{"bug_type":"298"}\n{"processes":[{"name":"a","pid":1}],"largestProcess":"a","memoryStatus":{}}'
  const outcome = await openReports({ path: 'some', blob: new Blob([text]) }, bytesOf(text))
  expect(outcome.ok && outcome.value[0]?.format).toBe('ips-jetsam')
})

test.each(['Fatal error: Index out of range: file /b/Shelf.swift, line 12', 'it always crashes when I scroll'])(
  'a crash with words below its header is read by all formats: %s',
  async (words) => {
    const text = `Process:         Harbor [41]
Identifier:      com.example.Harbor
Exception Type:  EXC_BREAKPOINT (SIGTRAP)

${words}

Thread 0 Crashed:
0   Harbor   0x0000000104a3c0f0 Shelf.fill() + 12
1   Harbor   0x0000000104a3c200 main + 40
`
    const bytes = bytesOf(text)
    const file = { path: 'some', blob: new Blob([text]) }
    const read = await openReports(file, bytes)
    expect(read).toEqual(await openByAll(file, bytes))
    const info = read.ok ? (read.value[0]?.applicationInfo ?? []) : undefined
    expect(info?.join('\n').includes('Index out of range')).toBe(words.startsWith('Fatal error'))
  },
)
