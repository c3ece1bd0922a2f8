/** A name that a device guessed from the nearest label is marked wherever it is written. */
import { describe, expect, test } from 'vitest'
import { compareReports } from '../../../src/core/compare/compare-reports.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import { formatAppleText } from '../../../src/core/export/apple-layout.ts'
import { formatComparison } from '../../../src/core/export/comparison.ts'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { formatParsed } from '../../../src/core/parsed.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { doingOf } from '../../../src/core/reading/doing.ts'
import { gradeOf } from '../../../src/core/reading/lines.ts'
import { signatureOf } from '../../../src/core/reading/signature.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { app, buildReport, unresolved } from '../../support/report-builder.ts'

const text = (name: string, offset: number, address = '0000000104cc8110'): string => `Process:         Shop [1]
Exception Type:  EXC_CRASH (SIGABRT)
Crashed Thread:  0

Thread 0 Crashed:
0   libsystem_kernel.dylib        	0x0000000180000010 __pthread_kill + 8
1   Shop                          	0x${address} ${name} + ${offset}
2   Shop                          	0x0000000104cc8210 main + 16

Binary Images:
0x104cc8000 - 0x104cdffff +Shop arm64 <41be1a6841be1a6841be1a6841be1a68> /Users/me/Shop.app/Contents/MacOS/Shop
0x180000000 - 0x180000fff libsystem_kernel.dylib arm64 <41be1a6841be1a6841be1a6841be1a69> /usr/lib/system/libsystem_kernel.dylib
`

const ips = (name: string, offset: number): string => {
  const frames = [
    { imageOffset: 272, symbol: name, symbolLocation: offset, imageIndex: 0 },
    { imageOffset: 528, symbol: 'main', symbolLocation: 16, imageIndex: 0 },
  ]
  const body = {
    procName: 'Shop',
    exception: { type: 'EXC_CRASH', signal: 'SIGABRT' },
    threads: [{ triggered: true, frames }],
    usedImages: [{ base: 4_294_967_296, size: 65_536, name: 'Shop', path: '/Users/me/Shop.app/Shop', arch: 'arm64' }],
  }
  return `{"bug_type":"309","name":"Shop"}\n${JSON.stringify(body)}`
}

function read(file: string, content: string): SymbolicatedReport {
  const outcome = parseReport(file, new TextEncoder().encode(content))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  const report = unresolved(outcome.value[0])
  return { ...report, ...explain(report) }
}

const guesses = [
  ['-[Cart total]', 40_000],
  ['kaboom_exception::what() const', 40_000],
  ['GCC_except_table763', 12],
  ['vtable for Cart', 8],
] as const

/** The lines of a text with a word in them. */
const linesWith = (written: string, word: string): string[] => written.split('\n').filter((line) => line.includes(word))

describe.each(guesses)('%s + %d', (name, offset) => {
  const rows = read('shop.crash', text(name, offset))
  const json = read('shop.ips', ips(name, offset))

  test('is doubtful, and says why', () => {
    const [, frame] = rows.report.threads[0]?.frames ?? []
    const grade = frame && gradeOf(rows, frame)
    expect(grade?.level).toBe('doubtful')
    expect(grade?.evidence[0]).toContain('only the nearest name that the device knew')
    expect(grade?.grounds).toHaveLength(grade?.evidence.length ?? 0)
  })

  test.each(['text', 'markdown', 'original', 'html'] as const)('%s marks it, and no other name', (id) => {
    const exporter = exporters.find((one) => one.id === id)
    const written = exporter?.write([rows]).replace(/<pre\b[\s\S]*?<\/pre>|<script[\s\S]*/g, '') ?? ''
    const marked = id === 'html' ? /class="doubtful"/ : /\[doubtful\]$/
    const told = linesWith(written, name).filter((line) => !line.includes('Seen:'))
    expect(told.length).toBeGreaterThan(0)
    for (const line of told) expect(line).toMatch(marked)
    for (const line of linesWith(written, '__pthread_kill')) expect(line).not.toMatch(/doubtful\W*$/)
    // The export explains the mark below.
    expect(written.replaceAll('\\', '')).toContain('[doubtful]: ')
  })

  test('a report in JSON carries the grade in its frame, once', () => {
    const [original, layout] = [exporters.find(({ id }) => id === 'original')?.write([json]), formatAppleText(json)]
    expect(original?.match(/"symbolGrade":"doubtful"/g)).toHaveLength(1)
    expect(linesWith(layout, name)[0]).toMatch(/\[doubtful\]$/)
    // Written and read again it is the same, and stays so.
    const again = read('shop.ips', original ?? '')
    expect(exporters.find(({ id }) => id === 'original')?.write([again])).toBe(original)
  })

  test('rows are marked once, however often they are written', () => {
    const original = exporters.find(({ id }) => id === 'original')
    const once = original?.write([rows]) ?? ''
    expect(once).not.toBe(rows.report.text)
    expect(original?.write([read('shop.crash', once)])).toBe(once)
  })

  test('our JSON grades it, with symbols looked for or not', () => {
    for (const written of [jsonExporter.write([rows]), JSON.stringify(formatParsed([rows.report]))]) {
      const frames = written.match(/"grade": ?"doubtful"/g)
      expect(frames).toHaveLength(1)
    }
  })

  test('two crashes that share the guess alone are neither grouped nor called the same', () => {
    const other = read('other.crash', text(name, offset + 400, '0000000104ccd110'))
    expect(signatureOf(rows)).not.toBe(signatureOf(other))
    const comparison = compareReports(rows, other)
    expect(comparison.verdict.level).not.toBe('same')
    expect(comparison.verdict.checks.map(({ text: said }) => said).join()).not.toContain(name)
    const written = formatComparison(comparison, rows, other)
    for (const line of linesWith(written, name)) expect(line).toMatch(/\[doubtful\]$/)
    expect(written).toContain('\\[doubtful\\]: ')
  })

  test('the summary of a thread does not use it', () => {
    const { doing, own } = doingOf(rows, rows.report.threads[0]?.frames ?? [])
    expect(`${doing} ${own}`).not.toContain(name)
  })
})

test.each([
  ['-[Cart total]', 16_000],
  ['vtable_for_cart', 8],
  ['typeinfoOfCart()', 0x300],
] as const)('%s + %d is no guess', (name, offset) => {
  const report = read('shop.crash', text(name, offset))
  expect(exporters.find(({ id }) => id === 'original')?.write([report])).toBe(report.report.text)
  expect(jsonExporter.write([report])).not.toContain('doubtful')
})

test('a name that symbols give is no guess, however far from its start', () => {
  const report = buildReport([app('Cart.total()')])
  const resolutions = report.resolutions.map((resolution) =>
    resolution.kind === 'resolved'
      ? { ...resolution, calls: resolution.calls.map((call) => ({ ...call, functionOffset: 90_000 })) }
      : resolution,
  )
  expect(jsonExporter.write([{ ...report, resolutions }])).not.toContain('doubtful')
})
