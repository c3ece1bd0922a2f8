/** Another build's symbols on the command line: reported and not used, or used and marked with --any-build. */
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { reportsOf, unslide, type Run } from '../support/cli.ts'
import { backtrace, Truth } from '../support/two-builds.ts'
import { imageOffset } from '../../src/core/model/address.ts'

const dsym = fileURLToPath(new URL('../fixtures/builds/varied-arm64-1/Ladder.dSYM', import.meta.url))

/** Four places behind the functions that only the newer build has, the first without a printed name. */
const base = 0x1_0473_4000n
const rows = backtrace(
  [0x3f00, 0x3e00, 0x3d00, 0x3c00].map(imageOffset),
  base,
  new Truth('varied-arm64-2'),
  (row) => row > 0,
)
const text = [
  'Process:         Ladder [771]',
  'Code Type:       ARM-64',
  'Exception Type:  EXC_CRASH (SIGABRT)',
  '',
  'Thread 0 Crashed:',
  ...rows
    .trim()
    .split('\n')
    .slice(1)
    .map((row, at) => `${at}   ${row}`),
  '',
  'Binary Images:',
  '       0x104734000 -        0x10474ffff Ladder arm64',
  '',
].join('\n')

const symbolicate = (...options: readonly string[]): Run =>
  unslide(['symbolicate', '-', '--symbols', dsym, ...options], text)

test('a build that the printed names contradict is told and not used', () => {
  const { status, out, err } = symbolicate('--format', 'json')
  expect(status).toBe(1)
  expect(err).toMatch(/is from another build: 3 of 3 printed names differ/)
  expect(JSON.parse(out)).toMatchObject({ reports: [{ images: [{ symbols: 'wrong-build' }] }] })
  expect(out).not.toContain('"status": "resolved"')
})

test('--any-build uses it, marks the image, and doubts the names', () => {
  const { err, out } = symbolicate('--format', 'json', '--any-build')
  expect(err).toContain('because you asked for them')
  const [report] = reportsOf(out)
  expect(report?.images[0]).toMatchObject({ symbols: 'wrong-build' })
  expect(report?.threads[0]?.frames[0]).toMatchObject({ status: 'resolved', grade: 'doubtful' })
  for (const format of ['markdown', 'html'])
    expect(symbolicate('--format', format, '--any-build').out).toContain('another build')
})
