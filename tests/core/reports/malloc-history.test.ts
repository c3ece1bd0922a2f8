/** `malloc_history`: trees of calls that weigh bytes, and stacks with the calls and bytes of each. */
import { expect, test } from 'vitest'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import type { CallTreeNode } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { describe, fixtureBytes, parseFixture } from './fixture.ts'
import { wrapped } from './wrapped-text.ts'

const shape = (nodes: readonly CallTreeNode[]): unknown[] =>
  nodes.map(({ frame, count, blocks, children }) => [frame.symbol?.name, count, blocks, ...shape(children)])

test('a tree of allocations weighs bytes and keeps the number of blocks and the size as printed', () => {
  const [report] = parseFixture('sample/malloc-history-call-tree.txt')
  expect(report?.label).toBe('Allocation tree')
  expect(report?.problems).toEqual([])
  expect(report?.header.fields).toContainEqual(['malloc_history Report Version', '2.0'])
  expect(report?.header.fields).toContainEqual(['Total', '1205 (1.20M)'])
  const [tree] = report?.callTrees ?? []
  expect([tree?.weight, tree?.thread, tree?.roots[0]?.note]).toEqual(['bytes', 0, '1.19M'])
  expect(shape(tree?.roots ?? [])).toEqual([
    [
      'start',
      Math.round(1.19 * 2 ** 20),
      1200,
      ['main', Math.round(1.1 * 2 ** 20), 1150, [undefined, Math.round(1.1 * 2 ** 20), 1150]],
      ['(1) await resume partial function for Dock.load()', 512, 50],
    ],
  ])
  expect(report?.callTrees[1]?.roots.map(({ count, blocks }) => [count, blocks])).toEqual([[80, 5]])
})

test('rows of samples keep a bracketed number that begins a name', () => {
  const outcome = parseReport(
    'sample.txt',
    new TextEncoder().encode(`Analysis of sampling Harbor (pid 71) every 1 millisecond
Call graph:
    9 Thread_7
    + 9 (3) suspend resume partial function for Dock.load()  (in Harbor) + 8  [0x104c09008]
`),
  )
  const [report] = outcome.ok ? outcome.value : []
  expect(report?.callTrees[0]?.weight).toBe('samples')
  expect(shape(report?.callTrees[0]?.roots ?? [])).toEqual([
    ['(3) suspend resume partial function for Dock.load()', 9, undefined],
  ])
})

test('stacks by size: with a thread, and of a memory graph with addresses and images', () => {
  const [report] = parseFixture('leaks/malloc-history-all-by-size.txt')
  expect(report?.header).toMatchObject({ process: 'Harbor', pid: 4711, arch: 'arm64' })
  expect(
    report?.backtraces.map(({ title, frames }) => [title, ...frames.map((frame) => describe(report, frame))]),
  ).toEqual([
    [
      '12 calls for 2097152 bytes: thread_16b3c7000',
      'return 0x0 malloc',
      'return 0x0 -[Dock load:]+40',
      'return 0x0 main',
      'return 0x0 start',
    ],
    [
      '3 calls for 4096 bytes',
      'return 0x18f2aa000 _malloc_zone_malloc',
      'return Harbor+0x8120',
      'return Harbor+0x4034 main+52',
      'return 0x18f0d10e0 start',
    ],
    ['ALLOC 0x282e30e40-0x282e30eff [size=192]', 'return Harbor+0x4034 -[Dock load:]', 'return 0x18f0d10e0 start'],
  ])
})

test('indented, as a quote in a message is', () => {
  const text = new TextDecoder().decode(fixtureBytes('leaks/malloc-history-all-by-size.txt')).replace(/^/gm, '    ')
  const outcome = parseReport('quoted.txt', new TextEncoder().encode(text))
  expect(outcome.ok && outcome.value.map(({ format, backtraces }) => [format, backtraces.length])).toEqual([
    ['leaks', 3],
  ])
})

test.each(['leaks/malloc-history.txt', 'leaks/malloc-history-all-by-size.txt'])('%s, broken at any column', (path) => {
  const text = new TextDecoder().decode(fixtureBytes(path))
  const names = (words: string): readonly (string | undefined)[] => {
    const outcome = parseReport('till.txt', new TextEncoder().encode(words))
    return outcome.ok ? outcome.value.flatMap((report) => [...eachFrame(report)].map(({ symbol }) => symbol?.name)) : []
  }
  // One broken row alone may be a line of any text.
  const isBroken = (column: number): boolean => text.split('\n').filter((line) => line.length > column).length > 1
  const lost = Array.from({ length: 61 }, (_, at) => 60 + at).filter(
    (column) => isBroken(column) && names(wrapped(text, column)).join() !== names(text).join(),
  )
  expect(lost).toEqual([])
})

const LISTED = `Leak: 0x7fd0da60d890  size=16  zone: DefaultMallocZone_0x1009b9000
\t0x00000000 0x00000000 0x0da61500 0x200007fd \t...............
\tCall stack: [thread 0x7fff9c61d340]: | 0x2 | start | main (till.c:7) | till_weigh | malloc
Leak: 0x7fd0da614880  size=32  zone: DefaultMallocZone_0x1009b9000  length: 4  "1 0 "
\tCall stack: [thread 0x7fff9c61d340]: | 0x2 | start | till_open | malloc
`
const leaksOf = (text: string) => {
  const outcome = parseReport('leaks.txt', new TextEncoder().encode(text))
  return outcome.ok ? outcome.value : []
}

test.each([
  ['alone', LISTED],
  ['below the head of leaks', `Process:         till [7]\n----\n\nleaks Report Version:  2.0\n${LISTED}`],
])('leaks with the stack of each, %s', (_, text) => {
  const [report] = leaksOf(text)
  expect(report?.format).toBe('leaks')
  expect(report?.backtraces.map(({ title, frames }) => [title, frames.map(({ symbol }) => symbol?.name)])).toEqual([
    [
      'Leak: 0x7fd0da60d890 size=16 zone: DefaultMallocZone_0x1009b9000 [thread 0x7fff9c61d340]',
      ['malloc', 'till_weigh', 'main', 'start'],
    ],
    [
      'Leak: 0x7fd0da614880 size=32 zone: DefaultMallocZone_0x1009b9000 [thread 0x7fff9c61d340]',
      ['malloc', 'till_open', 'start'],
    ],
  ])
  expect(report?.backtraces[0]?.frames[2]?.symbol).toMatchObject({ file: 'till.c', line: 7 })
  expect(report?.header.fields.map(([key]) => key)).not.toContain('Leak')
})

test('a word on a leak is no report of leaks', () => {
  expect(leaksOf('Leak: 0x7fd0 is what I saw, size unknown.\n')).toEqual([])
})

const run = (pid: number, leaks: number): string => `leaks Report Version: 4.0
Process ${pid}: 20739 nodes malloced for 9698 KB
Process ${pid}: ${leaks} leaks for ${leaks * 16} total leaked bytes.
`
const headOf = (pid: number): string => `Process:         till [${pid}]\nPath:            /usr/local/bin/till\n----\n\n`
test.each([
  ['without heads', `${run(7, 0)}\n${run(8, 2)}\n${run(9, 0)}`],
  ['with heads', [7, 8, 9].map((pid) => `${headOf(pid)}${run(pid, 1)}`).join('\n')],
])('runs of leaks one below the other are a report each, %s', (_, text) => {
  const reports = leaksOf(text)
  expect(reports.map(({ header }) => header.pid)).toEqual([7, 8, 9])
  for (const { sections } of reports) expect(sections).toHaveLength(1)
})

test('a version alone, cut off, begins no report of its own', () => {
  expect(leaksOf('leaks Report Version: 4.0\nleaks Report Version: 4.0\n')).toHaveLength(1)
  expect(leaksOf(`${run(7, 0)}${LISTED}`)).toHaveLength(1)
})
