/** JSON that Unslide wrote is a report again: the same threads, registers, images and words. Documents of strangers do no harm. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { formatParsed } from '../../../src/core/parsed.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { exportedJsonFormat } from '../../../src/core/reports/exported-page/exported-json.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { testPorts } from '../../support/test-builder.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'
import { sample } from './written-sample.ts'

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

test.each([
  ['cut off', sample.slice(0, sample.length - 40), 'damaged-export'],
  ['of a newer version', sample.replace('"schema": 2', '"schema": 3'), 'unknown-export'],
  ['nested deeply', `{"reports":[{"format":"x","callTree":${'{"roots":['.repeat(200_000)}`, 'damaged-export'],
])('a document %s is refused', (_what, text, code) => {
  const outcome = parseReport('x.json', bytesOf(text))
  expect(outcome.ok).toBe(false)
  expect(outcome.problems[0]?.code).toBe(code)
})
