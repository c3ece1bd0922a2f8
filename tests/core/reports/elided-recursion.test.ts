/** Rows that the crash reporter left out of a stack: they are told as stated, and only the thread that crashed is said to have ended in them. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { jsonExporter } from '../../../src/core/export/json.ts'
import { textExporter } from '../../../src/core/export/text.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'

const cut = {
  hottestElided: 35,
  coldestElided: 4499,
  depth: 1026,
  keyFrame: { imageOffset: 32, imageIndex: 0, symbol: 'walk', symbolLocation: 4 },
}
const frames = [16, 32, 48].map((imageOffset) => ({
  imageOffset,
  imageIndex: 0,
  symbol: `f${imageOffset}`,
  symbolLocation: 0,
}))

function read(threads: readonly object[]): Report {
  const header = { app_name: 'Shop', bug_type: '309', os_version: 'iPhone OS 26.1 (23B85)' }
  const body = {
    procName: 'Shop',
    exception: {
      type: 'EXC_BAD_ACCESS',
      signal: 'SIGBUS',
      subtype: 'KERN_PROTECTION_FAILURE at 0x000000016cffffe0',
      message: 'Thread stack size exceeded due to excessive recursion',
    },
    threads,
    usedImages: [
      { base: 0x100000000, size: 4096, name: 'Shop', source: 'P', uuid: '11111111-2222-3333-4444-555555555555' },
    ],
  }
  const text = `${JSON.stringify(header)}\n${JSON.stringify(body)}`
  const outcome = parseReport('a.ips', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error(JSON.stringify(outcome.problems))
  return report
}

function told(report: Report): SymbolicatedReport {
  const resolutions = Array.from({ length: report.frameCount }, () => ({ kind: 'no-symbols', reason: '' }) as const)
  const bare = { report, resolutions, images: [], explanations: [] }
  return { ...bare, ...explain(bare) }
}

const elided = { recursionInfoArray: [cut], originalLength: 4522 }

test('the cut, its depth and the repeated call are as the file states them', () => {
  const report = read([{ triggered: true, frames, ...elided }])
  expect(report.threads[0]?.elided).toEqual({
    originalLength: 4522,
    cuts: [{ first: 35, last: 4499, depth: 1026, imageName: 'Shop', offset: 32, symbol: 'walk' }],
  })
  expect(report.problems).toMatchObject([{ code: 'skipped-frames', severity: 'note', params: { frames: 4465 } }])
  expect(report.sections[0]).toMatchObject({ rows: [['0', '4522', '4465', '35–4499', '1026', 'walk, Shop + 32']] })
})

test('the thread that crashed ended in it, and every export says so', () => {
  const symbolicated = told(read([{ triggered: true, frames, ...elided }]))
  const [explanation] = symbolicated.explanations
  expect(explanation?.evidence).toContain('left out 4465 repeated frames of 4522, 1026 deep')
  const text = textExporter.write([symbolicated])
  expect(text).toContain('left out 4465 repeated frames of 4522')
  const [exported] = (
    JSON.parse(jsonExporter.write([symbolicated])) as { reports: { threads: { elided: unknown }[] }[] }
  ).reports
  expect(exported?.threads[0]?.elided).toEqual(symbolicated.report.threads[0]?.elided)
})

test('another thread’s recursion is a fact and no cause', () => {
  const symbolicated = told(
    read([
      { triggered: true, frames },
      { frames, ...elided },
    ]),
  )
  expect(symbolicated.report.threads[1]?.elided?.cuts).toHaveLength(1)
  expect(symbolicated.explanations.map(({ evidence }) => evidence).join()).not.toContain('left out')
})

test('false numbers and frames are no cut', () => {
  const report = read([
    {
      triggered: true,
      frames,
      originalLength: -1,
      recursionInfoArray: [{ hottestElided: 9, coldestElided: 2, depth: 1.5, keyFrame: '<unavailable>' }, 'cut'],
    },
  ])
  expect(report.threads[0]?.elided).toEqual({ cuts: [{ first: 9, last: 2 }] })
  expect(report.problems).toEqual([])
})
