/** Text that repeats a part of a row or of a heading without end: it is read in time by its length. */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { timesReference } from '../../support/reference.ts'

const parse = (name: string, text: string) => parseReport(name, new TextEncoder().encode(text))

test.each<[string, string, string]>([
  [
    'blanks in an amount',
    'copy.txt',
    `Weight\tSelf Weight\tSymbol Name\n1${' '.repeat(200_000)}x\t-\tmain\n2 ms\t-\t main\n`,
  ],
  [
    'blanks before places of a script',
    'react.txt',
    `Unhandled JS Exception: x\nvalue@286:3817\nvalue@286:3818\n${`${' '.repeat(390)}x\n`.repeat(2000)}`,
  ],
  [
    'blanks in a title',
    'tsan.txt',
    `==================\nWARNING: ThreadSanitizer: data race${' '.repeat(200_000)}x\n  #0 f a.c:1 (App:arm64+0x1000)\n`,
  ],
])('%s without end take time by their number', (_, name, text) => {
  let outcome = parse(name, '')
  // By the square it would take a thousand times as long.
  expect(timesReference(() => (outcome = parse(name, text)))).toBeLessThan(20)
  expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
})

const dartRow = (address: number): string =>
  `    #00 abs ${(0x104320000 + address).toString(16).padStart(16, '0')} virt 0000000000000010 _kDartIsolateSnapshotInstructions+0x10`

test.each<[string, string, string]>([
  [
    'panics of Go in one line before a stack',
    'go.txt',
    `${'panic: '.repeat(8500)}\n\ngoroutine 1 [running]:\nmain.main()\n\t/a/main.go:8 +0x34\n`,
  ],
  [
    'stacks of Dart without a name',
    'dart.txt',
    Array.from({ length: 4000 }, (_, at) => `${dartRow(at)}\nx\n`).join(''),
  ],
  [
    'snapshots and rows of Dart',
    'snapshots.txt',
    [
      dartRow(0),
      dartRow(1),
      ...Array.from({ length: 5000 }, (_, at) => `isolate_instructions: ${(0x100000000 + at).toString(16)}`),
      ...Array.from({ length: 5000 }, (_, at) => dartRow(at).replace(/ _k.*/, '')),
    ].join('\n'),
  ],
  [
    'brackets below a goroutine',
    'go.txt',
    `goroutine 1 [running]:\nmain.main()\n\t/a.go:1 +0x1\n${`a${'.'.repeat(400)}${'('.repeat(400)}\n`.repeat(2000)}`,
  ],
])('%s take time by their number', (_, name, text) => {
  let outcome = parse(name, '')
  expect(timesReference(() => (outcome = parse(name, text)))).toBeLessThan(20)
  expect(outcome.ok).toBe(true)
})
