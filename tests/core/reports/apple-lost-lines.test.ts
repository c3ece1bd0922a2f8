/** Stackshots and samples that lost lines, hold tables of kexts, or rows that nobody can read. */
import { expect, test } from 'vitest'
import type { CallTreeNode } from '../../../src/core/model/report.ts'
import { readPasted } from './fixture.ts'

const shape = (nodes: readonly CallTreeNode[]): unknown[] =>
  nodes.map(({ frame, count, children }) => [frame.symbol?.name, count, ...shape(children)])

const spindump = (rows: string): string => `Date/Time:        2026-01-02 03:04:05
Data Source:      Stackshots

Process:          Shop [71]
UUID:             2BF0E1C5-4CFF-3E6A-8B4C-1C1B2E3C4D5E
Path:             /Applications/Shop

${rows}
`

test('a tree that lost its thread line stays a tree', () => {
  const report = readPasted(
    spindump(`  10  start + 1 (libdyld.dylib + 1) [0x7fff00000001]
    10  main + 2 (Shop + 2) [0x100000002]
      6  work + 3 (Shop + 3) [0x100000003]
      4  rest + 4 (Shop + 4) [0x100000004]`),
  )
  expect(shape(report.callTrees[0]?.roots ?? [])).toEqual([['start', 10, ['main', 10, ['work', 6], ['rest', 4]]]])
})

test('a second thread whose line was lost does not join the first', () => {
  const report = readPasted(
    spindump(`  Thread 0x1    10 samples (1-10)
  10  start + 1 (libdyld.dylib + 1) [0x7fff00000001]
    10  main + 2 (Shop + 2) [0x100000002]

  10  thread_start + 1 (libdyld.dylib + 9) [0x7fff00000009]
    10  wait + 4 (Shop + 4) [0x100000004]`),
  )
  expect(report.callTrees.map(({ thread, roots }) => [thread, shape(roots)])).toEqual([
    [0, [['start', 10, ['main', 10]]]],
    [undefined, [['thread_start', 10, ['wait', 10]]]],
  ])
})

test('a table of kexts is a table and images, not a list of warnings', () => {
  const rows = Array.from(
    { length: 190 },
    (_, at) =>
      `  ${at + 1}  107 0x${(0xffffff7f80000000n + BigInt(at) * 0x10000n).toString(16)} 0x9e30 0x9e30 com.maker.kext${at} (15.6.0) <7 5 4 3 1>`,
  )
  const report = readPasted(
    spindump(`  Thread 0x1    10 samples (1-10)
  10  start + 1 (libdyld.dylib + 1) [0x7fff00000001]

Index Refs Address Size Wired Name (Version) <Linked Against>
${rows.join('\n')}`),
  )
  expect(report.problems).toEqual([])
  const table = report.sections.find(({ title }) => title === 'Kernel extensions')
  expect(table?.kind === 'table' && table.rows).toHaveLength(190)
  expect(report.images.filter(({ name }) => name.startsWith('com.maker.'))).toHaveLength(190)
})

test('lines that nobody can read are counted, the first ones shown', () => {
  const lost = Array.from({ length: 12 }, (_, at) => `  ${at + 1}  a row without an address`)
  const report = readPasted(
    spindump(`  Thread 0x1    10 samples (1-10)
  10  start + 1 (libdyld.dylib + 1) [0x7fff00000001]
${lost.join('\n')}`),
  )
  expect(report.problems.map(({ code }) => code)).toEqual([
    'unreadable-rows',
    'unreadable-row',
    'unreadable-row',
    'unreadable-row',
  ])
  expect(report.problems[0]?.message).toBe('12 lines could not be read; the first are lines 10, 11, 12.')
})

test('one row of a sample may stand for several addresses', () => {
  const report = readPasted(`Analysis of sampling Shop (pid 71) every 1 millisecond
Call graph:
    9 Thread_1
    + 9 start  (in dyld) + 1  [0x7fff00000001]
    +   9 wait  (in Shop) + 10,20,...  [0x10000000a,0x100000014,...]
    9 worker  (in Shop) + 7  [0x100000107]
`)
  expect(report.callTrees[0]?.roots[0]?.children[0]?.also).toEqual([0x100000014n])
  expect(report.callTrees.map(({ thread, roots }) => [thread, shape(roots)])).toEqual([
    [0, [['start', 9, ['wait', 9]]]],
    [undefined, [['worker', 9]]],
  ])
})

test('the samples that saw a call, and what its thread did, stay with the row', () => {
  const report = readPasted(
    spindump(`  Thread 0x1    10 samples (1-10)
  10  start + 1 (libdyld.dylib + 1) [0x7fff00000001] 1-10
    4  main + 2 (Shop + 2) [0x100000002] 1-4
     *4  ??? [0xffffff80002e49e7] (running) 1-4`),
  )
  const [root] = report.callTrees[0]?.roots ?? []
  expect([root?.note, root?.children[0]?.note, root?.children[0]?.children[0]?.note]).toEqual([
    '1-10',
    '1-4',
    '(running) 1-4',
  ])
})

test('a line of a sampled call graph that is no row is told and kept as text', () => {
  const report = readPasted(`Analysis of sampling Shop (pid 71) every 1 millisecond
Process:         Shop [71]

Call graph:
    9 Thread_7   DispatchQueue_1: com.apple.main-thread  (serial)
    + 9 start  (in libdyld.dylib) + 1  [0x7fff00000001]
    + torn row of Shop
    +   9 main  (in Shop) + 2,77  [0x100000002,0x10000004d]
`)
  expect(report.problems.map(({ code, line }) => [code, line])).toEqual([['unreadable-row', 7]])
  expect(report.sections).toEqual([{ kind: 'text', title: 'Other text', text: '    + torn row of Shop' }])
  expect(shape(report.callTrees[0]?.roots ?? [])).toEqual([['start', 9, ['main', 9]]])
})

test('a row that ends inside its image or its load address is no name', () => {
  const rows =
    '0   Shelf   0x000000010238db70 fill + 668\n1   Shelf   0x00000001023fe4f0 count + 496\n2   Shelf   0x00000001023fe500 main + 40\n'
  for (const cut of ['3   libdispatch.dy', '3   CoreFoundation   0x00000001023fe600 0x239']) {
    const report = readPasted(`Last Exception Backtrace:\n${rows}${cut}`)
    const names = (report.lastException?.frames ?? []).map(({ symbol }) => symbol?.name)
    expect(names.slice(0, 3)).toEqual(['fill', 'count', 'main'])
    expect(names.join(' ')).not.toContain('…')
    expect(names.join(' ')).not.toContain('libdispatch')
  }
})
