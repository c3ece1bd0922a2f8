/** Headings of threads in debuggers, the threads below them, and what stopped them. */
import { describe, expect, test } from 'vitest'
import { ReportBuilder } from '../../../../src/core/reports/base/report-builder.ts'
import { splitLines } from '../../../../src/core/reports/base/lines.ts'
import { readLldbRow } from '../../../../src/core/reports/text/debugger-rows.ts'
import { addLldbThreads, isThreadHead, readStopReason } from '../../../../src/core/reports/text/lldb-threads.ts'
import { TextImages } from '../../../../src/core/reports/text/text-report.ts'
import { collectStacks } from '../../../../src/core/reports/text/text-stacks.ts'

const ROW = 'frame #0: 0x104ccc074 Till`f'

/** The threads of a text, without their frames. */
function threadsOf(...texts: readonly string[]) {
  const builder = new ReportBuilder('a')
  const { stacks } = collectStacks(splitLines(texts.join('\n')), [readLldbRow], isThreadHead)
  return addLldbThreads(builder, new TextImages(builder, []), stacks).map(({ frames, span: _, ...thread }) => ({
    ...thread,
    frames: frames.length,
  }))
}

describe('headings', () => {
  test.each<[string, object]>([
    ['thread #1', { id: 1, crashed: false }],
    ['* thread #123456, stop reason = breakpoint 1.1', { id: 123456, crashed: true }],
    [
      "  *  \tthread #2: tid = 0x1aF, 0x00 Till`f, name = 'a b', queue = 'com.till x', stop reason = none",
      { id: 2, name: 'a b', queue: 'com.till x', crashed: true },
    ],
    ['thread #2: tid = 1234, queue = com.till, stop reason = none', { id: 2, queue: 'com.till', crashed: false }],
    ['Thread #2, stop reason = signal SIGABRT', { id: 2, crashed: true }],
    ['ad #7: tid = 1234, 0x00 f, stop reason = signal SIGABRT', { id: 7, crashed: true }],
    [' * thread#7: tid = 12345678901234567890, x, stop reason = x', { id: 7, crashed: true }],
    ['\t*\t #123456: tid = 0xabcdef, stop reason = x', { id: 123456, crashed: true }],
    ['*\t a #1: tid = 1, stop reason = x', { id: 1, crashed: true }],
    ['#7: tid = 7, stop reason = none', { id: 7, crashed: false }],
    ['Thread 12 Queue : com.till x (serial)', { id: 12, queue: 'com.till x', crashed: false }],
    ['  Thread 1 \tQueue\t :\t com.till (concurrent) ', { id: 1, queue: 'com.till', crashed: false }],
    ['Thread 1  Queue: x', { id: 1, queue: 'x', crashed: false }],
    ['Thread 123456 ', { id: 123456, crashed: false }],
    ['Thread 7 (process 21355):', { id: 7, crashed: false }],
    ['\t Thread 123456 (LWP 1)  ', { id: 123456, crashed: false }],
    ['Thread 1 (Thread 0x7ffff7fc1740 (LWP 123) "till"): ', { id: 1, crashed: false }],
  ])('%s', (head, thread) => {
    expect(isThreadHead(head)).toBe(true)
    expect(threadsOf(head, ROW)).toEqual([{ ...thread, frames: 1 }])
  })

  test.each([
    'mythread #1',
    'thread #1234567',
    'thread #x',
    'thread 1',
    'thread #2a',
    'x #7: tid = 1234, stop',
    '(ad #7: tid = 1234, stop reason = x',
    'headings #7: tid = 1234, stop reason = x',
    'ad  #7: tid = 1234, stop reason = x',
    'ad #7: tid = 1234 stop reason = x',
    'ad #7: tid = x, stop reason = x',
    'My Thread 1',
    'Thread 1234567',
    'Thread 1 x',
    'Thread 1 Queue x',
    'A Thread 7 (process 21355):',
    'Thread 7 (process 21355): x',
    'Thread 7 (process )',
    'Thread 7 (task 1):',
    'Thread 1234567 (LWP 1):',
  ])('none: %s', (text) => {
    expect(isThreadHead(text)).toBe(false)
  })

  test('stacks without a heading have their position', () => {
    expect(threadsOf(ROW, 'x', 'frame #0: 0x104ccc078 Till`g', 'frame #1: 0x104ccc07c Till`h')).toEqual([
      { id: 0, unnumbered: true, crashed: false, frames: 1 },
      { id: 1, unnumbered: true, crashed: false, frames: 2 },
    ])
  })

  test('the row where a thread stops is left out where its stack follows', () => {
    const stack = [ROW, 'frame #1: 0x104ccc080 Till`g']
    const stop = ['* thread #1, stop reason = x', ROW]
    expect(threadsOf(...stop, '* thread #1', ...stack)).toEqual([{ id: 1, crashed: true, frames: 2 }])
    expect(threadsOf(...stop, '* thread #2', ...stack).map(({ id }) => id)).toEqual([1, 2])
    expect(threadsOf(...stop, '* thread #1', 'frame #0: 0x104ccc078 Till`f').map(({ id }) => id)).toEqual([1, 1])
    expect(threadsOf('* thread #1', ...stack, '* thread #1', ...stack).map(({ id }) => id)).toEqual([1, 1])
    expect(threadsOf('thread #1', 'frame #0: f()', 'thread #1', 'frame #0: g()').map(({ id }) => id)).toEqual([1, 1])
    expect(threadsOf('* thread #1', ...stack, ...stop).map(({ frames }) => frames)).toEqual([2, 1])
  })
})

describe('what stopped a thread', () => {
  const reasonOf = (...texts: readonly string[]) => readStopReason(splitLines(texts.join('\n')))
  test.each<[string, object | undefined]>([
    [
      '* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x10)',
      { type: 'EXC_BAD_ACCESS', codes: 'code=1, address=0x10', address: 16n },
    ],
    ['stop reason = EXC_CRASH', { type: 'EXC_CRASH' }],
    [
      'stop reason = EXC_BREAKPOINT (code=1, subcode=0x10), queue = x',
      { type: 'EXC_BREAKPOINT', codes: 'code=1, subcode=0x10' },
    ],
    ['stop reason = signal SIGABRT', { signal: 'SIGABRT', message: 'signal SIGABRT' }],
    [
      'stop reason = signal SIGSEGV: invalid address (fault address: 0xAB0)',
      { signal: 'SIGSEGV', message: 'signal SIGSEGV: invalid address (fault address: 0xAB0)', address: 0xab0n },
    ],
    [
      'stop reason = signal SIGSEGV: invalid address (fault address: 0x0)',
      { signal: 'SIGSEGV', message: 'signal SIGSEGV: invalid address (fault address: 0x0)' },
    ],
    ['stop reason = signal = SIGBUS', { signal: 'SIGBUS', message: 'signal = SIGBUS' }],
    ['stop reason = breakpoint 1.1', { message: 'breakpoint 1.1' }],
    ['stop reason = my EXC_CRASH', { message: 'my EXC_CRASH' }],
    [
      'stop reason = EXC_RESOURCE (RESOURCE_TYPE_MEMORY) (limit=50 MB, unused=0x0)',
      { type: 'EXC_RESOURCE', subtype: 'MEMORY', message: 'MEMORY (limit=50 MB, unused=0x0)' },
    ],
    [
      'stop reason = EXC_RESOURCE (MY_RESOURCE_TYPE_MEMORY: high watermark memory limit exceeded) (limit=50 MB)',
      {
        type: 'EXC_RESOURCE',
        subtype: 'MY_RESOURCE_TYPE_MEMORY: high watermark memory limit exceeded',
        message: 'MY_RESOURCE_TYPE_MEMORY: high watermark memory limit exceeded (limit=50 MB)',
      },
    ],
    ['stop reason = none', undefined],
    ['stop reason = ', undefined],
    ['', undefined],
    [
      'Program received signal EXC_BAD_ACCESS, Could not access memory. ',
      { type: 'EXC_BAD_ACCESS', message: 'Could not access memory.' },
    ],
    [' \t> program received signal:  “SIGABRT”', { signal: 'SIGABRT' }],
    ['>Thread 123456 received signal SIGBUS', { signal: 'SIGBUS' }],
    ['Thread 1 received signal: "EXC_Crash_2", x', { type: 'EXC_Crash_2', message: 'x' }],
    ['My Program received signal SIGABRT', undefined],
    ['Thread 1234567 received signal SIGABRT', undefined],
    ['Thread x received signal SIGABRT', undefined],
    ['Program received signal ABRT', undefined],
    ['program received signalSIGABRT', undefined],
  ])('%s', (text, reason) => {
    expect(reasonOf(text)).toEqual(reason)
    expect(reasonOf('x', text, 'stop reason = later')).toEqual(reason ?? { message: 'later' })
  })

  test('the line below gdb’s words has the address', () => {
    const stop = 'Program received signal EXC_BAD_ACCESS, Could not access memory.'
    const of = (next: string) => reasonOf(stop, next)
    const plain = { type: 'EXC_BAD_ACCESS', message: 'Could not access memory.' }
    expect(of(' \t> Reason: KERN_INVALID_ADDRESS at address: 0x00000000000000aB ')).toEqual({
      ...plain,
      subtype: 'KERN_INVALID_ADDRESS at address: 0x00000000000000aB',
      address: 0xabn,
    })
    expect(of('Reason: x')).toEqual({ ...plain, subtype: 'x' })
    expect(of('My Reason: x')).toEqual(plain)
    expect(of('Reason:  x')).toEqual(plain)
    expect(of('Reason: myaddress: 0x1')).toEqual({ ...plain, subtype: 'myaddress: 0x1' })
  })
})
