/** What is said of pasted reports: no more than their rows, lists and heads bear out. */
import { expect, test } from 'vitest'
import { damageOf } from '../../../src/core/reading/damage.ts'
import { piecesOf } from '../../../src/core/reading/folds.ts'
import { quotedRows } from '../../../src/core/reading/quoted.ts'
import { stacksOf, threadTitle } from '../../../src/core/reading/stacks.ts'
import { addressName, imageNameOf } from '../../../src/core/model/frames.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { unresolved } from '../../support/report-builder.ts'
import { toldOf } from '../../support/text-told.ts'

const first = (text: string) => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}
const read = (text: string) => {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  return unresolved(outcome.value[0])
}

const head = (type: string, codes: string): string => `Incident Identifier: 11111111-2222-3333-4444-555555555555
Hardware Model:      iPhone4,1
Process:         Till [42]
Path:            /var/mobile/Applications/1/Till.app/Till
Code Type:       ARM (Native)

Date/Time:       2013-07-30 21:09:56.521 +0300
OS Version:      iOS 6.1.2 (10B146)
Report Version:  104

Exception Type:  ${type}
Exception Codes: ${codes}
Crashed Thread:  0

`
const row = (at: number, image: string, address: number, name: string): string =>
  `${String(at).padEnd(4)}${image.padEnd(30)}\t0x${address.toString(16).padStart(8, '0')} ${name}\n`
const LIST = `
Binary Images:
0x00001000 - 0x0440bfff +Till armv7  <f04f8133d6dd374189b17f340ca8178a> /var/mobile/Applications/1/Till.app/Till
0x34e9f000 - 0x34f48fff  libcash.dylib armv7  <5538d3f2c7d83b88b06168488fe6326b> /usr/lib/libcash.dylib
0x3662b000 - 0x36638fff  libqueue.dylib armv7  <9a0511ad5ebc3db898f1f49ed1a73d34> /usr/lib/system/libqueue.dylib
`
const THREAD = `Thread 0 Crashed:\n${row(0, 'Till', 0x2000, 'till_open + 16')}${row(1, 'Till', 0x3000, 'main + 8')}`

test('rows of a console above a whole report are no damage of it; inside it they are', () => {
  const log = Array.from(
    { length: 12 },
    (_, at) =>
      `  Jul 30 21:09:56 Phone Till[42] <Error>: \t${at}   Till                        0x008f9c${(at + 16).toString(16)} Till + 87687${at + 10}\n`,
  ).join('')
  const whole = `${head('EXC_BAD_ACCESS (SIGABRT)', 'KERN_INVALID_ADDRESS at 0x00000006')}${THREAD}${LIST}`
  const above = read(`It crashes in most starts. The console:\n\n${log}\n\n${whole}`)
  expect(above.report.header.process).toBe('Till')
  expect(damageOf(above)).toEqual([])
  expect(above.report.problems.map(({ code, severity }) => [code, severity])).toContainEqual(['lost-rows', 'note'])
})

test('a row names an image that the list has elsewhere: its own words stand', () => {
  const text = `${head('EXC_CRASH (SIGABRT)', '0x0, 0x0')}${THREAD}\nThread 1:\n${row(0, 'libqueue.dylib', 0x34ebfed4, 'queue_invoke + 70')}${LIST}`
  const { report } = read(text)
  const frame = report.threads[1]?.frames[0]
  expect(frame && imageNameOf(report, frame)).toBe('libqueue.dylib')
  // An offset in the image of the list is none in that of the row.
  expect(frame && addressName(report, frame)).toBe('0x34ebfed4')
})

const object = (at: number): string =>
  `{"imageOffset":${at * 64},"symbol":"till_${at}","symbolLocation":8,"imageIndex":1}`

test('threads of a piece have numbers only where their list begins in it', () => {
  const threads = `{"id":7,"frames":[${object(1)},${object(2)}]},{"id":8,"frames":[${object(3)},${object(4)}]}`
  const titles = (text: string) => read(text).report.threads.map(threadTitle)
  expect(titles(`"threads" : [${threads}`)).toEqual(['Thread 0', 'Thread 1'])
  expect(titles(threads.slice(8))).toEqual(['Stack', 'Stack'])
  const thrown = `"lastExceptionBacktrace":[${object(5)},${object(6)}],\n"threads":[${threads}`
  expect(titles(thrown)).toEqual(['Thread 0', 'Thread 1'])
})

const handled = (codes: string, ...below: readonly string[]): string => {
  const names = ['__pthread_kill + 8', 'pthread_kill + 52', 'abort + 72', '0x1000 + 34269', '_sigtramp + 36', ...below]
  const rows = names.map((name, at) =>
    row(at, name.startsWith('0x') ? 'Till' : 'libsystem_c.dylib', 0x32d02a1c + at * 64, name),
  )
  return `${head('EXC_BAD_ACCESS (SIGABRT)', codes)}Thread 0 Crashed:\n${rows.join('')}${LIST}`
}

test('a handler that interrupted an abort: what aborted is told, not an access before it', () => {
  const codes = 'KERN_PROTECTION_FAILURE at 0x046c7000'
  const thrown = first(
    handled(
      codes,
      'pthread_kill + 52',
      'abort + 72',
      '0x1000 + 3502',
      '__handleUncaughtException + 232',
      '_objc_terminate + 96',
      'objc_exception_throw + 64',
    ),
  )
  expect(thrown.headline).toMatchObject({ code: 'nsexception', told: 'shown' })
  expect(thrown.stated.join('\n')).not.toContain('protection')
  const fault = first(handled(codes, 'till_open + 52', '__handleUncaughtException + 232'))
  expect(fault.headline.code).toBe('protection')
})

test('Cr4shed names the thread above its stack', () => {
  const stack = `Call stack:\n${row(0, 'libtill.dylib', 0x1ba4d4d88, '0x1ba4af000 + 155016     \t// till_kill')}${row(1, 'libtill.dylib', 0x1ba4d4e88, '0x1ba4af000 + 155272     \t// till_end')}`
  const { report } = first(`Triggered by thread: 5\nThread name: Dispatch queue: com.example.till\n${stack}`)
  expect(report.threads).toMatchObject([{ id: 5, queue: 'com.example.till', crashed: true }])
  expect(first(stack).report.threads.some(({ crashed }) => crashed)).toBe(false)
})

test('a piece without an exception tells what it has of the fault', () => {
  const piece = `Thread 30 crashed with X86 Thread State (64-bit):
  rax: 0x00007f971f01d600  rbx: 0x0000600004092d10  rcx: 0x000070000c9cd880  rdx: 0x0000000000000000
  rip: 0x0000000100e16baf  rfl: 0x0000000000010246  cr2: 0xffffffa3e38d4000

Logical CPU:     0
Error Code:      0x02000006
Trap Number:     133
`
  const rows = quotedRows(read(piece)).map(({ label, text }) => `${label}: ${text}`)
  expect(rows).toEqual(
    expect.arrayContaining([
      'rip: 0x100e16baf',
      'cr2: 0xffffffa3e38d4000',
      'Error Code: 0x02000006',
      'Trap Number: 133',
    ]),
  )
  const whole = quotedRows(read(`${head('EXC_BAD_ACCESS (SIGSEGV)', '0x1, 0x2')}${piece}`)).map(({ label }) => label)
  expect(whole).not.toContain('rip')
  expect(whole).not.toContain('Trap Number')
})

const wild = (other: string): string =>
  `${head('EXC_BAD_ACCESS (SIGSEGV)', 'KERN_INVALID_ADDRESS at 0x046c7000')}${THREAD}\nThread 1:\n${row(0, other === 'till_work' ? 'Till' : 'libqueue.dylib', 0x3662b100, `${other} + 16`)}${row(1, 'Till', 0x4000, 'till_loop + 16')}${LIST}`

test.each([
  ['till_work', true],
  ['__psynch_mutexwait', true],
  ['mach_msg_trap', false],
  ['__recvfrom', false],
])('data of several threads are advised on where another thread ran the program’s code: %s', (name, isAdvised) => {
  expect(first(wild(name)).stated.some((line) => line.includes('several threads'))).toBe(isAdvised)
})

test('frames of the program and of unknown libraries between them are not folded as the system’s', () => {
  const names = [
    'Shop`open',
    'Shop`sell',
    'libtill.dylib`a',
    'QtGui`b',
    'QtGui`c',
    'QtGui`d',
    'UIKitCore`e',
    'UIKitCore`f',
    'UIKitCore`g',
    'Shop`main',
  ]
  const stack = names.map(
    (name, at) => `    frame #${at}: 0x0000000104cc8${(0x100 + at * 16).toString(16)} ${name} + ${at + 8}`,
  )
  const text = `* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x123456789)\n${stack.join('\n')}\n`
  const symbolicated = first(text)
  const images = symbolicated.report.images.map(({ index, name }) => ({
    image: index,
    symbols: 'missing' as const,
    reason: '',
    frames: 0,
    unnamed: 0,
    ...(name === 'Shop' && { origin: 'app' as const }),
  }))
  const [stackRead] = stacksOf(symbolicated.report)
  const pieces = stackRead ? piecesOf({ ...unresolved(symbolicated.report), images }, stackRead) : []
  const folded = pieces.flatMap((piece) => (piece.kind === 'fold' ? piece.frames.map(({ index }) => index) : []))
  expect(folded).toEqual([6, 7, 8])
})

test('Mono’s file of commands shows that its handler called the debugger', () => {
  const stop = `(lldb) command source -s 0 '/tmp/mono-gdb-commands.wmmn4p'\n(lldb) process attach --pid 13406\n* thread #1: tid = 0x3f6501, 0x00007fffd50fccba libsystem_kernel.dylib\`__psynch_mutexwait + 10, stop reason = signal SIGSTOP\n    frame #0: 0x00007fffd50fccba libsystem_kernel.dylib\`__psynch_mutexwait + 10\n`
  expect(first(stop).headline.code).toBe('handled-signal')
  expect(first(stop.replace('mono-gdb-commands', 'commands')).headline.code).not.toBe('handled-signal')
})

test.each([
  ['objc[217]: garbage collection is OFF', false],
  ['objc[217]: Class Till is implemented in both /a/b.dylib and /a/c.dylib. One of the two will be used.', false],
  ['objc[217]: Attempt to use unknown class 0x60.', true],
])('notices of libobjc are no misuse: %s', (line, isMisuse) => {
  const text = `${head('EXC_CRASH (SIGABRT)', '0x0, 0x0')}Application Specific Information:\n${line}\nabort() called\n\n${THREAD}${LIST}`
  expect(first(text).headline.code === 'library-misuse').toBe(isMisuse)
})

test('a symbol that the running program lacked ended it by a trap of the linker: nobody killed it', () => {
  const stack = [
    'dyld_fatal_error + 1',
    'dyld::fastBindLazySymbol(ImageLoader**, unsigned long) + 184',
    'till_open + 16',
    'main + 8',
  ]
  const rows = stack.map((name, at) => row(at, at < 2 ? 'dyld' : 'Till', 0x2000 + at * 64, name)).join('')
  const text = `${head('EXC_BREAKPOINT (SIGTRAP)', '0x2, 0x0')}Dyld Error Message:\n  Symbol not found: _till\n  Referenced from: /a/Till\n  Expected in: /a/libb.dylib\n\nThread 0 Crashed:\n${rows}${LIST}`
  expect(first(text).end).toBe('crash')
})

test('the stack of a report of the sandbox is read, and is no crash', () => {
  const text = `\tProcess:         BlueTill [259]\n\tPath:            /usr/sbin/BlueTill\n\tCode Type:       ARM (Native)\n\n\tOS Version:      iPhone OS 4.3.3 (8J2)\n\tReport Version:  104\n\n\tBacktrace:\n\t${row(0, 'libsystem_kernel.dylib', 0x355edcb0, 'stat + 12')}\t${row(1, 'BlueTill', 0x61000, 'main + 33')}\n\tBinary Images:\n\t   0x60000 -    0x6ffff BlueTill armv7 <f04f8133d6dd374189b17f340ca8178a> /usr/sbin/BlueTill\n`
  const { report, end } = first(text)
  expect(report.backtraces.map(({ frames }) => frames.length)).toEqual([2])
  expect(end).toBe('unknown')
})

const aborted = (...names: readonly string[]): string =>
  `${head('EXC_BAD_ACCESS (SIGABRT)', 'KERN_PROTECTION_FAILURE at 0x00000000')}Thread 0 Crashed:\n${names.map((name, at) => row(at, 'libtill.dylib', 0x32d02a1c + at * 64, `${name} + 8`)).join('')}${LIST}`
const SLEEP = ['__semwait_signal_nocancel', 'nanosleep$NOCANCEL$UNIX2003', 'usleep$NOCANCEL$UNIX2003', '__abort']

test('a failed check that aborted is told, not an access that was handled before it', () => {
  for (const names of [
    ['__pthread_kill', 'pthread_kill', 'abort', 'g_assertion_message', 'till_open'],
    [...SLEEP, 'till_open'],
  ]) {
    const check = first(aborted(...names))
    expect(check.headline.title).not.toMatch(/null/i)
    expect(check.headline.code).toBe('abort')
  }
  // Where the stack of a handler ends, the access is what it handled.
  expect(first(aborted('__pthread_kill', 'pthread_kill', 'abort', 'till_handler')).headline.code).toBe(
    'null-dereference',
  )
})

test('what waits inside abort is not where it happened', () => {
  const rows = [...SLEEP, 'abort_report_np', 'internal_catch_exception_raise']
  const stack = rows.map((name, at) => row(at, 'libSystem.B.dylib', 0x32d02a1c + at * 64, `${name} + 8`)).join('')
  const text = `${head('EXC_CRASH (SIGABRT)', '0x0, 0x0')}Thread 0 Crashed:\n${stack}${row(rows.length, 'Till', 0x3000, 'till_watch + 8')}${row(rows.length + 1, 'Till', 0x2000, 'till_start + 8')}${LIST}`
  expect(first(text).headline.title).toBe(
    'The program called abort() in internal_catch_exception_raise (called from till_watch)',
  )
})

test('two exceptions that a line across the page parts are of two crashes', () => {
  const text = `Crashes:\n\n***************\n\nException Type:  EXC_BAD_ACCESS (SIGABRT)\nException Subtype: KERN_INVALID_ADDRESS at 0x0000000000000020\n\n***************\n\nException Type:  EXC_CRASH (SIGABRT)\nException Codes: 0x0000000000000000, 0x0000000000000000\n\n${THREAD}`
  const told = toldOf(text).map(({ report }) => [report.exception?.type, report.frameCount])
  expect(told).toEqual([
    ['EXC_BAD_ACCESS', 0],
    ['EXC_CRASH', 2],
  ])
})

test('a counter of 0 as 32-bit reports print it is a row', () => {
  const text = `${head('EXC_BAD_ACCESS (SIGSEGV)', 'KERN_INVALID_ADDRESS at 0x00000000')}Thread 0 Crashed:\n0   ???                           \t0000000000 0 + 0\n1   Till                          \t0x00003000 till_call + 16\n${LIST}`
  const { report } = first(text)
  expect(report.threads[0]?.frames.map(({ address }) => address)).toEqual([0n, 0x3000n])
  expect(report.problems.filter(({ code }) => code === 'unreadable-row')).toEqual([])
})
