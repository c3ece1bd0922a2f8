/** Hang reports of Mac OS X 10.5 and 10.6: two stacks a thread, threads by address, kernel code at addresses that the process has, too. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { CallTreeNode, Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { unresolved } from '../../support/report-builder.ts'

const process = (
  name: string,
  pid: number,
  { id = '', heading = 'Thread' } = {},
): string => `Process:         ${name} [${pid}]
Path:            /Applications/${name}.app/Contents/MacOS/${name}
UID:             501

  ${heading} ${id}5c1e7a8    DispatchQueue 1
  User stack:
    21 ??? (in ${name} + 1549) [0x1000160d]
      20 -[Quay load] + 50 (in ${name}) [0x10002680]
        20 mach_msg_trap + 10 (in libSystem.B.dylib) [0x93601010]
      1 -[Quay store] + 8 (in ${name}) [0x10002700]
  Kernel stack:
    20 ipc_mqueue_receive_continue + 0 [0x10001234]

  ${heading} ${id}64531d4
  Kernel stack:
    21 IOWorkLoop::threadMain() + 0 [0x10001300]

  Binary Images:
    0x10001000 - 0x1000efff  org.example.${name} 2.1 (21) <77777777-2222-3333-4444-555555555555> /Applications/${name}.app/Contents/MacOS/${name}
    0x93600000 - 0x937fffff  libSystem.B.dylib ??? (???) <88888888-2222-3333-4444-555555555555> /usr/lib/libSystem.B.dylib
`

const hang = (...processes: readonly string[]): string => `Date/Time:       2010-08-16 14:14:57 +0300
OS Version:      10.6.4 (Build 10F569)
Architecture:    i386
Report Version:  6

Command:         Harbor
Path:            /Applications/Harbor.app/Contents/MacOS/Harbor
Version:         2.1 (21)
Parent:          launchd [146]

PID:             410
Event:           hang
Duration:        3.41s (sampling started after 2 seconds)
Steps:           21 (100ms sampling interval)

Pageins:         0
Pageouts:        0

${processes.join('\n')}`

function read(text: string): Report {
  const outcome = parseReport('Harbor.hang', new TextEncoder().encode(text))
  const [report, ...others] = outcome.ok ? outcome.value : []
  if (!report || others.length > 0) throw new Error(JSON.stringify(outcome))
  return report
}

const rowsOf = (report: Report, nodes: readonly CallTreeNode[], depth = 0): string[] =>
  nodes.flatMap(({ count, frame, children }) => {
    const image = frame.image === undefined ? '-' : (report.images[frame.image]?.name ?? '')
    return [
      `${' '.repeat(depth)}${count} ${image} ${frame.symbol?.name ?? `+${frame.offset}`}`,
      ...rowsOf(report, children, depth + 1),
    ]
  })

const treesOf = (report: Report): unknown[] =>
  report.callTrees.map((tree) => [tree.thread, tree.excerpt === true, rowsOf(report, tree.roots)])

const wordsOf = (report: Report): string => JSON.stringify(explain(unresolved(report)).explanations)

const HARBOR = [
  [
    0,
    false,
    ['21 Harbor +1549', ' 20 Harbor -[Quay load]', '  20 libSystem.B.dylib mach_msg_trap', ' 1 Harbor -[Quay store]'],
  ],
  [0, true, ['20 - ipc_mqueue_receive_continue']],
  [1, false, ['21 - IOWorkLoop::threadMain()']],
]

test.each([
  ['as 10.6 prints it', hang(process('Harbor', 410))],
  ['as 10.5 prints it', hang(process('Harbor', 410, { heading: 'Thread id: ' }))],
  ['without its blanks at the start', hang(process('Harbor', 410)).replace(/^ {2}/gm, '')],
  ['with tabs', hang(process('Harbor', 410)).replace(/^ {2}/gm, '\t')],
  ['with the line ends of Windows', hang(process('Harbor', 410)).replaceAll('\n', '\r\n')],
  ['without its head', process('Harbor', 410)],
])('both stacks of each thread are read, and no image of the process has code of the kernel: %s', (_, text) => {
  const report = read(text)
  expect(report.format).toBe('spindump')
  expect(treesOf(report)).toEqual(HARBOR)
  expect(report.threads.map(({ id, queue }) => [id, queue])).toEqual([
    [0x5c1e7a8, '1'],
    [0x64531d4, undefined],
  ])
  expect(report.problems).toEqual([])
})

test('an address of digits alone is one, too, and a thread may have none', () => {
  const text = hang(process('Harbor', 410)).replace('Thread 5c1e7a8', 'Thread ').replace('64531d4', '6453144')
  const threads = read(text).threads.map(({ id, unnumbered }) => [id, unnumbered === true])
  expect(threads).toEqual([
    [0, true],
    [0x6453144, false],
  ])
})

test('other processes have their own images', () => {
  const report = read(hang(process('Harbor', 410), process('Pier', 411)))
  expect(treesOf(report).slice(0, 3)).toEqual(HARBOR)
  expect(treesOf(report)[3]).toEqual([
    2,
    false,
    ['21 Pier +1549', ' 20 Pier -[Quay load]', '  20 libSystem.B.dylib mach_msg_trap', ' 1 Pier -[Quay store]'],
  ])
})

test('the hang is told with its duration, and the samples of others are not called the program’s', () => {
  const own = wordsOf(read(hang(process('Harbor', 410), process('Pier', 411))))
  expect(own).toContain('3.41s')
  expect(own).toContain('heaviest path of the main thread')
  const others = wordsOf(read(hang('Process:         Harbor [410]\nUID: 501\n', process('Pier', 411))))
  expect(others).toContain('3.41s')
  expect(others).not.toContain('heaviest path')
  expect(others).toContain('other processes')
  const head = wordsOf(read(hang()))
  expect(head).toContain('3.41s')
  expect(head).not.toContain('heaviest path')
})

test('a report that is cut behind any line has no row that the whole report lacks', () => {
  const lines = hang(process('Harbor', 410)).split('\n')
  const all = new Set(
    HARBOR.flatMap(([, , rows]) => (rows as string[]).map((row) => row.trim().split(' ').slice(2).join(' '))),
  )
  // Behind its last field.
  for (let end = 13; end < lines.length; end++) {
    const report = read(lines.slice(0, end).join('\n'))
    expect([end, report.format]).toEqual([end, 'spindump'])
    const named = report.callTrees
      .flatMap(({ roots }) => rowsOf(report, roots))
      .map((row) => row.trim().split(' ').slice(2).join(' '))
    expect(named.filter((name) => !all.has(name))).toEqual([])
  }
})
