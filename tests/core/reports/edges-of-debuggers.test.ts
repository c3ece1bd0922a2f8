/** Rows, headings and reasons of lldb and gdb, each read alone: every part of them, and what only looks like one. */
import { describe, expect, test } from 'vitest'
import { asLine } from '../../../src/core/reports/base/lines.ts'
import { readGdbFrame, readGdbNamedRow, readLldbRow } from '../../../src/core/reports/text/debugger-rows.ts'
import { isThreadHead, readStopReason } from '../../../src/core/reports/text/lldb-threads.ts'
import type { TextRow } from '../../../src/core/reports/text/text-rows.ts'
import { findPasted, readPasted } from './fixture.ts'

/** The parts of a row, in the order of a row of lldb; absent ones at its end are left out. */
function partsOf(row: TextRow | undefined): readonly unknown[] | undefined {
  if (!row) return undefined
  const { index, address, imageName, symbol, inlined } = row
  const parts = [index, address, imageName, symbol?.name, symbol?.offset, symbol?.file, symbol?.line, symbol?.column]
  return [...parts, ...(inlined ? ['inlined'] : [])]
}
const lldb = (text: string) => partsOf(readLldbRow(asLine(text)))
const gdb = (text: string) => partsOf(readGdbFrame(asLine(text)))
const gdbNamed = (text: string) => partsOf(readGdbNamedRow(asLine(text)))
const none = [undefined, undefined, undefined, undefined] as const

describe('a row of lldb', () => {
  const at = 0x104cc8074n
  test.each<[string, readonly unknown[] | undefined]>([
    ['frame #3: 0x104cc8074 Till`pay + 12', [3, at, 'Till', 'pay', 12, undefined, undefined, undefined]],
    ['  * frame #0: 0x0000000104cc8074 Till`pay', [0, at, 'Till', 'pay', ...none]],
    ['> frame #12345: 0x104cc8074 Till`pay', [12345, at, 'Till', 'pay', ...none]],
    ['"frame #1: 0x104cc8074 Till`pay', [1, at, 'Till', 'pay', ...none]],
    ['| frame #1: 0x104cc8074 Till`pay', [1, at, 'Till', 'pay', ...none]],
    ['frame #1: 0x104cc8074, where = Till`pay + 4', [1, at, 'Till', 'pay', 4, undefined, undefined, undefined]],
    ['FRAME #1: 0X104CC8074 Till`pay', [1, at, 'Till', 'pay', ...none]],
    ['frame #1: 0x104cc8074', [1, at, undefined, undefined, ...none]],
    [
      'frame #1: 0x104cc8074 Till`pay(a=1, b=0x10) at Till.swift:7:3',
      [1, at, 'Till', 'pay', undefined, 'Till.swift', 7, 3],
    ],
    ['frame #1: 0x104cc8074 Till`pay(int) + 8 at /s/a b.c:7', [1, at, 'Till', 'pay(int)', 8, '/s/a b.c', 7, undefined]],
    ['frame #1: 0x104cc8074 Till`pay at till.c:0:0', [1, at, 'Till', 'pay', undefined, 'till.c', undefined, undefined]],
    ['frame #1: 0x104cc8074 Till`pay() [opt]', [1, at, 'Till', 'pay()', ...none]],
    [
      'frame #1: 0x104cc8074 Till`pay + 4 [artificial] [opt]',
      [1, at, 'Till', 'pay', 4, undefined, undefined, undefined],
    ],
    [
      'frame #1: 0x104cc8074 Till`pay [inlined] add + 4',
      [1, at, 'Till', 'add', 4, undefined, undefined, undefined, 'inlined'],
    ],
    [
      'frame #1: 0x104cc8074 Till`___lldb_unnamed_symbol1 + 4',
      [1, at, 'Till', '___lldb_unnamed_symbol1', 4, undefined, undefined, undefined],
    ],
    ['frame #1: 0x104cc8074 Till`??? + 4', [1, at, 'Till', undefined, ...none]],
    ['frame #1: 0x104cc8074 0x104cc8074', [1, at, undefined, undefined, ...none]],
    ['frame #1: Till`pay(x=1) at till.c:3', [1, undefined, 'Till', 'pay', undefined, 'till.c', 3, undefined]],
    ['frame #1: pay + 12', [1, undefined, undefined, 'pay', 12, undefined, undefined, undefined]],
    ['frame #1: pay(int)', [1, undefined, undefined, 'pay(int)', ...none]],
    ['#3 0x0000000104cc8074 in pay ()', [3, at, undefined, 'pay', ...none]],
    [
      '  #3\t0x104cc8074 in -[Till pay:] at /s/Till.m:14',
      [3, at, undefined, '-[Till pay:]', undefined, '/s/Till.m', 14, undefined],
    ],
    ['frame #123456: 0x104cc8074 Till`pay', undefined],
    ['myframe #1: 0x104cc8074 Till`pay', undefined],
    ['frame #1 0x104cc8074 Till`pay', undefined],
    ['frame #1: 0000000104cc8074 Till`pay', undefined],
    ['frame #1: words of somebody', undefined],
    ['frame #1: `pay', undefined],
    ['#3 0x104cc in pay ()', undefined],
    ['#3 0x104cc8074 pay ()', undefined],
    ['#3 in pay ()', undefined],
  ])('%s', (text, expected) => {
    expect(lldb(text)).toEqual(expected)
  })

  test('says where it stands in its line, and its name', () => {
    const row = readLldbRow(asLine('  frame #1: 0x104cc8074 Till`pay + 12  '))
    const { span, symbolSpan } = row ?? {}
    expect([span, symbolSpan].map((one) => one && [one.start, one.end])).toEqual([
      [0, 37],
      [29, 37],
    ])
  })
})

describe('a row of gdb', () => {
  test.each<[string, readonly unknown[] | undefined]>([
    ['0x0000000105255 in pay ()', [0, 0x105255n, undefined, 'pay', ...none]],
    [
      '> 0x105255 in till::pay (this=0x0, n=3) at till.cpp:12',
      [0, 0x105255n, undefined, 'till::pay', undefined, 'till.cpp', 12, undefined],
    ],
    ['0x105255 in pay (int)', [0, 0x105255n, undefined, 'pay (int)', ...none]],
    ['0x105255 in pay', undefined],
    ['0x10525 in pay ()', undefined],
    ['0x105255 pay ()', undefined],
    ['at 0x105255 in pay ()', undefined],
    ['0x105255 in (nothing)', undefined],
  ])('at a stop: %s', (text, expected) => {
    expect(gdb(text)).toEqual(expected)
  })
  test.each<[string, readonly unknown[] | undefined]>([
    ['#0  pay (till=0x0) at till.c:12', [0, undefined, undefined, 'pay', undefined, 'till.c', 12, undefined]],
    ['> #12 main ()', [12, undefined, undefined, 'main', ...none]],
    ['#1 std::vector<int>::at (this=0x1, n=2)', [1, undefined, undefined, 'std::vector<int>::at', ...none]],
    ['#1 <closure> ()', [1, undefined, undefined, '<closure>', ...none]],
    ['#1 pay (3)', undefined],
    ['#1 pay', undefined],
    ['#1 9pay ()', undefined],
    ['#1 pay () at till.c', undefined],
    ['#1: pay ()', undefined],
    ['1 pay ()', undefined],
  ])('without an address: %s', (text, expected) => {
    expect(gdbNamed(text)).toEqual(expected)
  })
})

describe('a heading of a thread', () => {
  test.each([
    '* thread #1, queue = com.apple.main-thread',
    'thread #12: tid = 0x1f, 0x104cc8074 Till`pay',
    'thread #12: tid = 31',
    'Process 1 stopped * thread #3',
    '\tThread #1',
    'Thread 1',
    'Thread 12 Queue : com.apple.main-thread (serial)',
    '  Thread 3 Queue: work (concurrent)  ',
    'Thread 7 (process 21355):',
    'Thread 1 (Thread 0x7ffff7fc1740 (LWP 123) "till"):',
    'Thread 2 (LWP 77)',
  ])('%s', (text) => {
    expect(isThreadHead(text)).toBe(true)
  })
  test.each([
    'mythread #1',
    'thread #1x',
    'thread #1234567',
    'thread #',
    'thread 1',
    'Thread 1234567',
    'Thread 1 is the main thread',
    'Thread 1 Queue',
    'Thread 7 (other 21355):',
    'Thread 7(process 21355):',
    'Thread 7 (process )x',
  ])('no heading: %s', (text) => {
    expect(isThreadHead(text)).toBe(false)
  })

  const frame = '    frame #0: 0x0000000110bf8450 libtill.dylib`till::fill + 192\n'
  test.each<[string, readonly unknown[]]>([
    ['* thread #7, stop reason = signal SIGABRT', [7, undefined, undefined, undefined, true]],
    ["  thread #7, name = 'worker 1', queue = 'com.till.work'", [7, undefined, 'worker 1', 'com.till.work', false]],
    ['  thread #7, queue = com.till.work, stop reason = none', [7, undefined, undefined, 'com.till.work', false]],
    ['  thread #7: tid = 0x1f, stop reason = breakpoint 1.1', [7, undefined, undefined, undefined, true]],
    ['Thread 7 Queue : com.till.work (serial)', [7, undefined, undefined, 'com.till.work', false]],
    ['Thread 7', [7, undefined, undefined, undefined, false]],
    ['Thread 7 (process 21355):', [7, undefined, undefined, undefined, false]],
  ])('gives the number, name and queue: %s', (head, expected) => {
    const [thread] = readPasted(`${head}\n${frame}${frame.replace('#0', '#1').replace('8450', '8460')}`).threads
    expect(thread && [thread.id, thread.unnumbered, thread.name, thread.queue, thread.crashed]).toEqual(expected)
  })

  test('a stack without one is counted from 0', () => {
    const [thread] = readPasted(frame + frame.replace('#0', '#1').replace('8450', '8460')).threads
    expect(thread && [thread.id, thread.unnumbered, thread.crashed]).toEqual([0, true, false])
  })

  test('a row that lldb prints at a stop is not told twice, another thread of one row is', () => {
    const at = (head: string) => `${head}\n${frame}`
    const whole = `${at('* thread #1, stop reason = signal SIGABRT')}    frame #1: 0x0000000110bf8460 libtill.dylib\`main + 2\n`
    const ids = (text: string) => readPasted(text).threads.map(({ id, frames }) => [id, frames.length])
    expect(ids(at('* thread #1, stop reason = signal SIGABRT') + whole)).toEqual([[1, 2]])
    expect(ids(at('  thread #2') + whole)).toEqual([
      [2, 1],
      [1, 2],
    ])
  })
})

describe('a reason', () => {
  const reason = (...texts: readonly string[]): unknown => readStopReason(texts.map((text) => asLine(text)))
  test.each<[string, readonly string[], unknown]>([
    [
      'of the kernel, with an address',
      ['* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x10)'],
      { type: 'EXC_BAD_ACCESS', codes: 'code=1, address=0x10', address: 0x10n },
    ],
    [
      'before a queue',
      ['stop reason = EXC_BREAKPOINT (code=1, subcode=0x1), queue = com.till'],
      { type: 'EXC_BREAKPOINT', codes: 'code=1, subcode=0x1' },
    ],
    ['without codes', ['stop reason = EXC_GUARD'], { type: 'EXC_GUARD' }],
    ['a signal', ['stop reason = signal SIGABRT'], { signal: 'SIGABRT', message: 'signal SIGABRT' }],
    [
      'a signal, written otherwise',
      ['stop reason = signal = SIGSEGV'],
      { signal: 'SIGSEGV', message: 'signal = SIGSEGV' },
    ],
    ['a breakpoint', ['stop reason = breakpoint 1.1'], { message: 'breakpoint 1.1' }],
    [
      'a limit',
      ['stop reason = EXC_RESOURCE RESOURCE_TYPE_MEMORY (limit=2098 MB, unused=0x0)'],
      { type: 'EXC_RESOURCE' },
    ],
    [
      'a limit in brackets',
      ['stop reason = EXC_RESOURCE (RESOURCE_TYPE_MEMORY) (limit=2098 MB)'],
      { type: 'EXC_RESOURCE', subtype: 'MEMORY', message: 'MEMORY (limit=2098 MB)' },
    ],
    [
      'none, and then one',
      ['stop reason = none', 'stop reason = signal SIGABRT'],
      { signal: 'SIGABRT', message: 'signal SIGABRT' },
    ],
    ['none', ['thread #1, stop reason = none'], undefined],
    ['no words at all', ['words'], undefined],
    [
      'of gdb',
      [
        'Program received signal EXC_BAD_ACCESS, Could not access memory.',
        'Reason: KERN_INVALID_ADDRESS at address: 0x10',
      ],
      {
        type: 'EXC_BAD_ACCESS',
        message: 'Could not access memory.',
        subtype: 'KERN_INVALID_ADDRESS at address: 0x10',
        address: 0x10n,
      },
    ],
    [
      'of gdb, a signal',
      ['Thread 3 received signal SIGSEGV, Segmentation fault.'],
      { signal: 'SIGSEGV', message: 'Segmentation fault.' },
    ],
    ['of gdb, in quotes', ['> program received signal: “SIGABRT”.'], { signal: 'SIGABRT' }],
    ['of gdb, without a reason below', ['Program received signal SIGTRAP', 'words'], { signal: 'SIGTRAP' }],
    ['of another word', ['Program received signal HUP'], undefined],
    ['behind other words', ['My program received signal SIGTRAP'], undefined],
  ])('%s', (_, texts, expected) => {
    expect(reason(...texts)).toEqual(expected)
  })
})

describe('output of a debugger is known by', () => {
  const two = (first: string, second: string) => `words\n${first}\n${second}\n`
  const formatOf = (text: string): string | undefined => findPasted(text)?.format
  test.each<[string, string]>([
    ['a frame', 'frame #0: 0x104cc8074 Till`pay + 4\n'],
    ['rows as Xcode copies them', two('#0 0x104cc8074 in pay ()', '#1 0x104cc8084 in main ()')],
    ['two rows of gdb with places', two('#0  pay (till=0x0) at till.c:12', '#1  main () at till.c:30')],
    ['places below their rows', two('#0  pay (till=0x0)\n    at till.c:12', '#1  main ()\n    at till.c:30')],
    ['a list of images', '[  0] 0B1D2C3A-1111-2222-3333-444455556666 0x0000000104cc8000 /x/Till\n'],
  ])('%s', (_, text) => {
    expect(formatOf(text)).toBe('lldb')
  })
  test.each<[string, string]>([
    ['one row of gdb', 'words\n#0  pay (till=0x0) at till.c:12\n'],
    ['rows without places', two('#0  pay (till=0x0)', '#1  main ()')],
    ['words', 'frame #0: nothing here\n'],
  ])('and not by %s', (_, text) => {
    expect(formatOf(text)).not.toBe('lldb')
  })

  test('the instruction at which it stopped is the one at the counter', () => {
    const stopped = (address: string) =>
      readPasted(
        `* thread #1, stop reason = signal SIGABRT\n    frame #0: 0x104cc8074 Till\`pay + 4\nTill\`pay:\n->  ${address} <+4>: ldr    x0, [x8]\n    0x104cc8078 <+8>: ret\n`,
      ).header.fields.filter(([key]) => key === 'stopped_instruction')
    expect(stopped('0x104cc8074')).toEqual([['stopped_instruction', 'ldr x0, [x8]']])
    expect(stopped('0x104cc8070')).toEqual([])
  })

  test('a frame that is looked at once more is told once', () => {
    const rows = ['#0: 0x104cc8074 Till`pay + 4', '#1: 0x104cc8084 Till`main + 8'].map((row) => `    frame ${row}\n`)
    const text = `* thread #1, stop reason = signal SIGABRT\n${rows.join('')}(lldb) frame select 1\n${rows[1]}`
    expect(readPasted(text).threads.flatMap(({ frames }) => frames.map(({ index }) => index))).toEqual([0, 1])
  })

  test('the handler of a signal is a row, and its thread crashed', () => {
    const text = `#0  0x104cc8074 in wait ()\n#1  <signal handler called>\n#2  0x104cc8084 in pay ()\n#3  0x104cc8094 in main ()\n`
    const [thread] = readPasted(text).threads
    expect(thread?.crashed).toBe(true)
    expect(thread?.frames.map(({ symbol }) => symbol?.name)).toEqual(['wait', '<signal handler called>', 'pay', 'main'])
  })
})
