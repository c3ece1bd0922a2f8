/** A caller that the report leaves out is in every export, and an export that is read again has the report's own frames. */
import { expect, test } from 'vitest'
import { exporters } from '../../../src/core/export/registry.ts'
import { imageOffset, runtimeAddress } from '../../../src/core/model/address.ts'
import type { Grade, RecoveredCaller, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'
import { leftOutReport } from '../../support/left-out.ts'
import { fixtureBytes } from '../reports/fixture.ts'

const reason = 'the link register <says> so'

function caller(after: number, address: bigint, image: number, level: Grade['level']): RecoveredCaller {
  return {
    after,
    address: runtimeAddress(address),
    image,
    reason,
    resolution: {
      kind: 'resolved',
      calls: [
        { function: 'peek()', mangled: 'peek()', inlined: true, source: 'dwarf', file: '/src/a.c', line: 3 },
        {
          function: 'lost()',
          mangled: 'lost()',
          inlined: false,
          source: 'dwarf',
          file: '/src/a.c',
          line: 9,
          functionOffset: 68,
          functionStart: imageOffset(0x1000),
        },
      ],
      grade: { level, evidence: [] },
    },
  }
}

const write = (id: string, reports: readonly SymbolicatedReport[]): string =>
  exporters.find((exporter) => exporter.id === id)?.write(reports) ?? ''

const parse = (text: string) => {
  const outcome = parseReport('again', new TextEncoder().encode(text))
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value
}

function withCaller(text: string, level: Grade['level']): SymbolicatedReport {
  const [report] = parse(text)
  const thread = report?.threads.find(({ crashed }) => crashed)
  const top = thread?.frames[0]
  if (!report || !top) throw new Error('The report has no crashed thread.')
  const resolutions = Array.from({ length: report.frameCount }, () => ({ kind: 'outside-images' }) as const)
  return { report, resolutions, images: [], explanations: [], recovered: [caller(top.id, 0x104cc9044n, 0, level)] }
}

const made = (): SymbolicatedReport => ({
  ...buildReport([app('leaf()'), system('one'), system('two'), system('three'), app('main')]),
  recovered: [caller(0, 0x104cc9044n, 0, 'likely')],
})

test('Markdown has it in its place, with sign, mark and reason', () => {
  const text = write('markdown', [made()])
  expect(text).toContain(`  0 Shop            leaf()
  + Shop            peek()  a.c:3 [inlined] [likely]
                    in lost()  a.c:9 [likely]
    ⋯ 3 system frames`)
  expect(text).toContain('`+` Left out by the report: the link register &lt;says&gt; so.')
  expect(text).toContain('\\[likely\\]: nothing speaks')
})

test('a page has it in its place, with the reason as text', () => {
  const text = write('html', [made()])
  const [, items = ''] = /<ol class="stack">(.*?)<\/ol>/s.exec(text) ?? []
  const rows = items.split('</li>')
  expect(rows[1]).toContain('<span class="number">+</span>')
  expect(rows[1]).toContain('lost()')
  expect(rows[1]).toContain('Left out by the report: the link register &lt;says&gt; so.')
})

test('JSON has it at the frame that it called', () => {
  const [report] = (JSON.parse(write('json', [made()])) as { reports: { threads: { frames: object[] }[] }[] }).reports
  expect(report?.threads[0]?.frames[0]).toMatchObject({
    recoveredCallers: [{ address: '0x104cc9044', grade: 'likely', reason, calls: [{}, { function: 'lost()' }] }],
  })
})

test('a run of system frames is not folded across a caller of the app', () => {
  const report: SymbolicatedReport = {
    ...buildReport([app('leaf()'), system('one'), system('two'), system('three'), app('main')]),
    recovered: [caller(2, 0x104cc9044n, 0, 'exact')],
  }
  const text = write('markdown', [report])
  expect(text).toMatch(/two\n {2}\+ Shop .*peek\(\).*\n.*in lost\(\) {2}a\.c:9\n/)
})

test.each(['apple-crash-text/ios-abort.crash', 'ips-crash/ios-segv.ips'])(
  '%s: the text names it, keeps all rows, and reads as before',
  (name) => {
    const text = new TextDecoder().decode(fixtureBytes(name))
    const report = withCaller(text, 'exact')
    const written = write('original', [report])
    expect(written).toContain(
      '0x104cc9044 peek() (a.c:3), inlined into lost() + 68 (a.c:9): the link register <says> so',
    )
    const [again] = parse(written)
    const addresses = (one: SymbolicatedReport['report'] | undefined) =>
      one?.threads.map(({ frames }) => frames.map(({ address }) => address))
    expect(addresses(again)).toEqual(addresses(report.report))
    expect(again?.sections.map(({ title }) => title)).toEqual(report.report.sections.map(({ title }) => title))
    // A second export says it once.
    const twice = write('original', [withCaller(written, 'exact')])
    expect(twice.split('the link register <says> so')).toHaveLength(2)
  },
)

test('a report without text has it under its rows', () => {
  expect(write('original', [made()])).toContain(
    '[left out] Thread 0, called frame 0: Shop 0x104cc9044 peek() (a.c:3), inlined into lost() + 68 (a.c:9) [likely]: ',
  )
})

test('a JSON frame without a name has its callers, too', () => {
  const written = write('original', [withCaller(leftOutReport(), 'exact')])
  const body = JSON.parse(written.slice(written.indexOf('\n'))) as { threads: { frames: object[] }[] }
  expect(body.threads[0]?.frames[0]).toMatchObject({
    imageOffset: 0,
    recoveredCallers: [expect.stringContaining('lost() + 68')],
  })
})
