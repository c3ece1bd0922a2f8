/** JSON that Unslide wrote is a report again: the same threads, registers, images and words. Documents of strangers do no harm. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { formatParsed } from '../../../src/core/parsed.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { redact } from '../../../src/core/redact/redact.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { findFault } from '../../../src/core/model/report-shape.ts'
import { exportedJsonFormat } from '../../../src/core/reports/exported-page/exported-json.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { unresolved } from '../../support/report-builder.ts'
import { testPorts } from '../../support/test-builder.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

async function open(path: string, content: BlobPart): Promise<readonly SymbolicatedReport[]> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.symbolicate({ path, blob: new Blob([content]) })
  return outcome.ok ? outcome.value : []
}

/** All that a report says apart from its frames, which the round trips compare, and from its text and memory, which JSON leaves out. */
const saidBy = ({ report }: SymbolicatedReport): unknown => ({
  format: report.format,
  label: report.label,
  writtenFrom: report.writtenFrom,
  header: report.header,
  exception: report.exception,
  termination: report.termination,
  applicationInfo: report.applicationInfo,
  threads: report.threads.map(({ id, name, queue, crashed, attributed, state, registers, frames }) => ({
    ...{ id, name, queue, crashed, attributed, state, registers },
    frames: frames.map(({ index, kind, address, offset, image, foundBy }) => ({
      index,
      kind,
      address,
      offset,
      image,
      foundBy,
    })),
  })),
  backtraces: report.backtraces.map(({ title }) => title),
  trees: report.callTrees.map(({ title, weight, thread }) => [title, weight, thread]),
  images: report.images.map(({ name, path, uuid, arch, loadAddress, size, version, bundleId }) => [
    ...[name, path, uuid, arch, loadAddress, size, version, bundleId],
  ]),
  sections: report.sections,
  events: report.events,
  problems: report.problems.map(({ code, message, line }) => [code, message, line]),
})

test.each(listFixtures())('%s: nothing that JSON has a field for is lost', async (path) => {
  const before = await open(path, fixtureBytes(path))
  const written = jsonExporter.write(before)
  expect(exportedJsonFormat.sniff({ path: '', bytes: bytesOf(written), text: '', whole: true })).toBe(true)
  const after = await open('again.json', written)
  expect(after.map(saidBy)).toEqual(before.map(saidBy))
  // And it is written as it was.
  const told = (reports: readonly SymbolicatedReport[]): unknown =>
    (JSON.parse(jsonExporter.write(reports)) as { reports: Record<string, unknown>[] }).reports.map(
      ({ end, headline, explanations, registers, damage }) => ({ end, headline, explanations, registers, damage }),
    )
  expect(told(after)).toEqual(told(before))
})

test('a report that was only parsed is read as well, and so is one without the newest fields', async () => {
  const [report] = (await open('a.crash', fixtureBytes('apple-crash-text/ios-abort.crash'))).map((one) => one.report)
  if (!report) throw new Error('no report')
  const parsed = JSON.stringify({ reports: formatParsed([report]) })
  const [again] = await open('parsed.json', parsed)
  expect(again?.report.frameCount).toBe(report.frameCount)
  const older = parsed.replace(/"(?:label|imageIndex)":(?:"[^"]*"|\d+),/g, '')
  const [old] = await open('older.json', older)
  const places = (one: Report | undefined) =>
    one?.threads.map(({ frames }) => frames.map(({ image, offset }) => [image, offset]))
  expect(places(old?.report)).toEqual(places(report))
})

function first(path: string): Report {
  const outcome = parseReport(path, fixtureBytes(path))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  return outcome.value[0]
}

const sample = jsonExporter.write([unresolved(first('ips-crash/ios-segv.ips'))])

test.each([
  ['cut off', sample.slice(0, sample.length - 40), 'damaged-export'],
  ['of a newer version', sample.replace('"schema": 2', '"schema": 3'), 'unknown-export'],
  ['nested deeply', `{"reports":[{"format":"x","callTree":${'{"roots":['.repeat(200_000)}`, 'damaged-export'],
])('a document %s is refused', (_what, text, code) => {
  const outcome = parseReport('x.json', bytesOf(text))
  expect(outcome.ok).toBe(false)
  expect(outcome.problems[0]?.code).toBe(code)
})

/** Every place of a document, as the keys that lead there. */
function* places(value: unknown, path: readonly (string | number)[] = []): Generator<readonly (string | number)[]> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    // Of many frames or images alike, the first few.
    if (Array.isArray(value) && Number(key) > 2) return
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    yield at
    yield* places(inner, at)
  }
}

function replaced(path: readonly (string | number)[], value: unknown): string {
  const document = JSON.parse(sample) as unknown
  let into = document as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) into = into[key] as Record<string | number, unknown>
  into[path.at(-1) ?? ''] = value
  return JSON.stringify(document)
}

const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  '',
  '0xzz',
  '-0x1',
  `0x${'f'.repeat(400)}`,
  [],
  {},
  [null],
  [[]],
  { length: 9 },
]

test('every field with every wrong value is refused or bearable', () => {
  let refused = 0
  let read = 0
  for (const path of places(JSON.parse(sample))) {
    for (const value of hostile) {
      const outcome = parseReport('hostile.json', bytesOf(replaced(path, value)))
      if (!outcome.ok) {
        refused++
        expect(outcome.problems.length, path.join('.')).toBeGreaterThan(0)
        continue
      }
      for (const report of outcome.value) {
        read++
        const symbolicated = unresolved(report)
        expect(findFault({ ...symbolicated }), path.join('.')).toBeUndefined()
      }
    }
  }
  expect(refused).toBeGreaterThan(1000)
  expect(read).toBeGreaterThan(100)
})

test('what a hostile document brings through can be explained, redacted and written', () => {
  for (const path of [...places(JSON.parse(sample))].filter((_, at) => at % 7 === 0)) {
    for (const value of ['', [], {}, 1e300]) {
      const outcome = parseReport('hostile.json', bytesOf(replaced(path, value)))
      for (const report of outcome.ok ? outcome.value : []) {
        const symbolicated = unresolved(report)
        const told = { ...symbolicated, ...explain(symbolicated) }
        for (const exporter of exporters) expect(() => exporter.write(redact([told]).reports)).not.toThrow()
      }
    }
  }
})
