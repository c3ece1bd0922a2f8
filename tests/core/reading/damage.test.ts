/** A claim about a damaged report says that it is damaged, in every way out. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { damageOf, otherProblems } from '../../../src/core/reading/damage.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { makeReport, unresolved } from '../../support/report-builder.ts'
import { fixtureBytes, listFixtures } from '../reports/fixture.ts'

const textOf = (path: string): string => new TextDecoder().decode(fixtureBytes(path))

function read(text: string): readonly SymbolicatedReport[] {
  const outcome = parseReport('a', new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value.map((report) => {
    const bare = unresolved(report)
    return { ...bare, ...explain(bare) }
  })
}

const codes = (text: string): string[] => read(text).flatMap((report) => damageOf(report).map(({ code }) => code))

const crash = textOf('apple-crash-text/ios-abort.crash')
const ips = textOf('ips-crash/ios-segv.ips')
const row = /^4 {3}Harbor .*$/m.exec(crash)

const cases: readonly (readonly [name: string, text: string, code: string])[] = [
  ['a text that ends inside a row', crash.slice(0, (row?.index ?? 0) + 40), 'cut-off'],
  ['a text without its images', crash.slice(0, crash.indexOf('Binary Images:')), 'images-missing'],
  ['JSON that ends early', ips.slice(0, Math.floor(ips.length * 0.8)), 'cut-off'],
  [
    'threads without the one that crashed',
    // Its rows alone: the head that marks it stays, as in a report that somebody shortened.
    crash.replace(/^Last Exception Backtrace:\n(?:\S.*\n)+/m, '').replace(/^(Thread 0 Crashed.*\n)(?:\d.*\n)+/m, '$1'),
    'crashed-thread-missing',
  ],
]

test.each(cases)('%s', (_name, text, code) => {
  expect(codes(text)).toContain(code)
})

test.each(cases)('%s: every export says so', (_name, text) => {
  const reports = read(text)
  const [damage] = reports.flatMap(damageOf)
  for (const exporter of exporters) {
    // The original form is the user's own text: nothing is written into it.
    if (exporter.id === 'original') continue
    expect([exporter.id, exporter.write(reports).replace(/&#39;/g, "'")]).toEqual([
      exporter.id,
      expect.stringContaining(damage?.text ?? '-') as string,
    ])
  }
})

test('a text that was cut off is so when its export is opened again', () => {
  const [, text] = cases[0] ?? ['', '']
  const written = exporters.find(({ id }) => id === 'original')?.write(read(text)) ?? ''
  expect(written).not.toContain('[damaged]')
  expect(codes(written)).toEqual(codes(text))
  const frames = (from: string) => read(from).map(({ report }) => report.threads.map((thread) => thread.frames.length))
  expect(frames(written)).toEqual(frames(text))
})

/** Fixtures that are damaged on purpose; all others are whole. */
const damaged: Readonly<Record<string, readonly string[]>> = {
  'crashlytics-record/joined.clsrecord': ['json-repaired'],
  'kscrash/thrown-with-signed-registers.json': ['frames-left-out'],
  'metrickit/cut-from-the-middle.txt': ['cut-off'],
  'nsexception-log/bare-addresses-cut.txt': ['cut-off'],
}

test.each(listFixtures().filter((path) => !/\.(?:core|dmp|xml)$/.test(path)))(
  '%s is called damaged if it is',
  (path) => {
    const outcome = parseReport(path, fixtureBytes(path))
    if (!outcome.ok) throw new Error(path)
    const told = outcome.value.flatMap((report) => damageOf(unresolved(report)).map(({ code }) => code))
    expect([...new Set(told)]).toEqual(damaged[path] ?? [])
  },
)

test('problems that are no known damage are told by themselves, and only those', () => {
  const report = makeReport({
    problems: [
      { code: 'unreadable-row', message: 'a row' },
      { code: 'damaged-json', variant: 'end', message: 'an end' },
      { code: 'of-another-kind', message: 'told' },
    ],
  })
  expect(otherProblems(report).map(({ message }) => message)).toEqual(['told'])
  expect(otherProblems(makeReport({}))).toEqual([])
})
