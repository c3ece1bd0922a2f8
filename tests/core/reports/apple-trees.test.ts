import { expect, test } from 'vitest'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import type { CallTreeNode, Report } from '../../../src/core/model/report.ts'
import { describe, parseFixture } from './fixture.ts'

/** One line a node: indentation, count, frame. */
function draw(report: Report, nodes: readonly CallTreeNode[], depth = 0): string[] {
  return nodes.flatMap((node) => [
    `${' '.repeat(depth)}${node.count} ${describe(report, node.frame)}`,
    ...draw(report, node.children, depth + 1),
  ])
}

const trees = (path: string): readonly (readonly [string, string[]])[] => {
  const [report] = parseFixture(path)
  return report!.callTrees.map((tree) => [tree.title, draw(report!, tree.roots)])
}

test('a spindump: each process joins its own images, each sample ends in an exact address', () => {
  expect(trees('spindump/hang.txt')).toEqual([
    [
      'Heaviest stack for the main thread of the target process',
      ['49 return dyld+0x552e start+462', ' 49 return Harbor+0x4434', '  1 exact kernel+0x999f hndl_alltraps+223'],
    ],
    [
      'Harbor [410] · Thread 0x2ca9e · com.apple.main-thread',
      [
        '49 return dyld+0x552e start+462',
        ' 30 return Harbor+0x4434',
        '  30 return Harbor+0x445c static Harbor.main()+35 Harbor.swift:31',
        '   30 return 0x0 <patched truncated backtrace>',
        '    30 return libsystem_kernel.dylib+0x197a mach_msg_trap+10',
        '     30 exact kernel+0x51ef0 ipc_mqueue_receive_continue+0',
        ' 19 exact 0x4800047383',
      ],
    ],
    ['Harbor [410] · Thread 0x2caa0 · worker', ['1 exact libsystem_pthread.dylib+0x1f6b thread_start+8']],
    ['helperd [99] · Thread 0x3ec', ['49 exact helperd+0x64']],
  ])
})

test('a spindump says what its processes and threads say', () => {
  const [report] = parseFixture('spindump/hang.txt')
  expect(report!.header).toMatchObject({
    process: 'Harbor',
    pid: 410,
    bundleId: 'org.example.harbor',
    os: 'macOS 13.6 (Build 22G120)',
  })
  expect(report!.images.map((image) => image.name)).toEqual([
    'Harbor',
    'dyld',
    'libsystem_kernel.dylib',
    'libsystem_pthread.dylib',
    'kernel',
    'helperd',
  ])
  expect(report!.threads.map(({ id, name, queue, state }) => [id, name, queue, state?.length])).toEqual([
    [0x2ca9e, undefined, 'com.apple.main-thread', 4],
    [0x2caa0, 'worker', undefined, 2],
    [0x3ec, undefined, undefined, 2],
  ])
  const [table] = report!.sections
  expect(table).toMatchObject({ kind: 'table', title: 'Processes' })
  expect(table!.kind === 'table' && table!.rows[0]!.at(-1)).toBe(
    'Unresponsive for 2 seconds before sampling; 5 idle work queue threads omitted',
  )
})

test('a resource report: pseudo rows have a level of their own and are no calls', () => {
  expect(trees('microstackshots/cpu.ips')).toEqual([
    ['Heaviest stack for the target process', ['18 return libdispatch.dylib+0x15d78', ' 16 exact Harbor+0x4868']],
    [
      'Powerstats for Harbor [410]',
      [
        '18 return libdispatch.dylib+0x15d78',
        ' 16 return Harbor+0x4868',
        '  16 exact Harbor+0x48a8',
        '   10 exact 0x0 <Kernel mode>',
        '   6 exact 0x0 <User mode>',
        ' 2 exact libdispatch.dylib+0x64',
      ],
    ],
    ['Powerstats for helperd [99]', ['1 exact helperd+0x64']],
  ])
  const [report] = parseFixture('microstackshots/cpu.ips')
  expect(Object.fromEntries(report!.header.fields)).toMatchObject({ bug_type: '202', Event: 'cpu usage', Steps: '23' })
})

test('a sample', () => {
  expect(trees('sample/sample.txt')).toEqual([
    [
      'Thread 2295308 · com.apple.main-thread (serial)',
      [
        '2761 return dyld+0x552e start+462',
        ' 2700 return Harbor+0x4434',
        '  2000 return Harbor+0x445c operator()(int)+205 dock.cc:276',
        '   2000 exact libsystem_kernel.dylib+0x197a __psynch_cvwait+10',
        '  700 exact Harbor+0x44a0',
        ' 61 exact 0x7f00000010',
      ],
    ],
    ['Thread 2295310 · worker', ['2761 exact libsystem_pthread.dylib+0x1f6b thread_start+8']],
  ])
})

test('leaks and malloc_history: stacks are turned innermost first', () => {
  const [report] = parseFixture('leaks/leaks.txt')
  expect(
    report!.backtraces.map(({ title, frames }) => [title, frames.map((frame) => describe(report!, frame))]),
  ).toEqual([
    [
      "STACK OF 1 INSTANCE OF 'ROOT LEAK: <🚢 Dock>'",
      [
        'return libsystem_malloc.dylib+0x40 malloc+22 malloc.c:29',
        'return Harbor+0x445c Dock.load()+30 <compiler-generated>',
        'return Harbor+0x4434',
        'return dyld+0x552e start+462',
      ],
    ],
  ])
  const [history] = parseFixture('leaks/malloc-history.txt')
  expect(history!.backtraces.map(({ frames }) => frames.map((frame) => describe(history!, frame)))).toEqual([
    ['return 0x0 malloc', 'return 0x104004434', 'return 0x0 main main.m:12', 'return 0x0 start'],
    ['return 0x0 calloc', 'return 0x0 main+20', 'return 0x0 start'],
  ])
})

test('an Instruments copy', () => {
  const [report] = parseFixture('instruments-copy/deep-copy.txt')
  expect(draw(report!, report!.callTrees[0]!.roots)).toEqual([
    '96080000000 exact 0x0 Harbor (410)',
    ' 96080000000 exact 0x0 start',
    '  60000000000 exact 0x0 main',
    '  36080000000 exact 0x0 thread_start',
  ])
})

test('code of no file in a sample is in no image', () => {
  const [report] = parseFixture('sample/sample.txt')
  const unknown = [...eachFrame(report!)].filter(({ address }) => address === 0x7f00000010n)
  expect(unknown.map(({ image, imageName }) => [image, imageName])).toEqual([[undefined, '???']])
  expect(report!.images.map(({ name }) => name)).not.toContain('<unknown binary>')
})
