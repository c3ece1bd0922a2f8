/** Crash reports as people paste them: signs between parts, rows that are pointed at, lines that a mail broke, logs of other runs. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { toldOf } from '../../support/text-told.ts'

const HEAD = `Process:         Till [41]
Identifier:      org.example.till
Version:         1.0 (1)
Code Type:       X86 (Native)

Date/Time:       2013-08-11 15:31:11.379 -0700
OS Version:      Mac OS X 10.8.4 (12E55)
Report Version:  10

Crashed Thread:  0  Dispatch queue: com.apple.main-thread

Exception Type:  EXC_CRASH (SIGABRT)
Exception Codes: 0x0000000000000000, 0x0000000000000000
`
const STACK = `
Thread 0 Crashed:: Dispatch queue: com.apple.main-thread
0   libsystem_kernel.dylib        \t0x32d02a1c __pthread_kill + 8
1   libsystem_c.dylib             \t0x35debbf8 abort + 72
2   org.example.till              \t0x00002110 drawer + 16
`
const THROWN = "*** Terminating app due to uncaught exception 'TillError', reason: 'no reply'"

function read(text: string): Report {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  return report
}
const infoOf = (info: string): readonly string[] =>
  read(`${HEAD}\nApplication Specific Information:\n${info}\n${STACK}`).applicationInfo

test.each(['. . .', '...', '…', '----', '----------', '***', '=====', '~~~', '- - -'])(
  'signs alone are no words of the program: %s',
  (signs) => {
    expect(infoOf(`${THROWN}\n\n${signs}`)).toEqual([THROWN])
    expect(infoOf(`${THROWN}\n${signs}\n\n`)).toEqual([THROWN])
    const linker = `${HEAD}\nDyld Error Message:\n  Library not loaded: @rpath/Pay\n  Reason: image not found\n\n${signs}\n`
    expect(read(linker).applicationInfo.join('\n')).toContain('Reason: image not found')
  },
)

test('brackets that end a list of the system stay', () => {
  expect(infoOf('{(\n    <Assertion>\n)}')).toEqual(['{(', '    <Assertion>', ')}'])
})

test.each([' ', '\n', '  \n', '\n  '])('an exception whose line was broken before its name: %j', (gap) => {
  const said = THROWN.replace("exception '", `exception${gap}'`)
  expect(read(`${HEAD}\nApplication Specific Information:\n${said}\n${STACK}`).exception).toMatchObject({
    name: 'TillError',
    reason: 'no reply',
  })
})

test('rows of the report that somebody points at are no stack of their own; other rows are', () => {
  const rows = STACK.split('\n').filter((line) => /^[12] /.test(line))
  expect(read(`It is always the same:\n\n${rows.join('\n')}\n\n${HEAD}${STACK}`).backtraces).toEqual([])
  const others = rows.join('\n').replace('drawer', 'other')
  expect(read(`Before, it was:\n\n${others}\n\n${HEAD}${STACK}`).backtraces).toHaveLength(1)
})

test.each(['', 'Here is the log.\n', 'Here is the log.\n\n(All have the same.)\n----\n'])(
  'the first line of a report is read below words, too: %j',
  (words) => {
    const line = '{"app_name":"Till","bug_type":"109","os_version":"iPhone OS 14.1 (18A8395)","name":"Till"}'
    const head = HEAD.replace(/OS Version:.*\n/, '')
    const { header, label } = read(`${words}${line}\n${head}${STACK}`)
    expect(header).toMatchObject({ os: 'iPhone OS 14.1 (18A8395)', process: 'Till' })
    expect(label).toBe('Crash report (.ips, text)')
  },
)

test('registers whose values a mail put on the next line keep them', () => {
  const whole = `
Thread 0 crashed with X86 Thread State (64-bit):
  rax: 0x0000000000000000  rbx: 0x000060800019cb10  rcx: 0x00000000000000c8  rdx: 0x00000000000002f1
   r8: 0x0000000000032068   r9: 0x00007fff50744140  r10: 0x00007faa942d7aa0  r11: 0x000000010f557eb8
`
  const wide = `A line that is far longer than what a mail lets stand, so that it shows that not all lines were broken at this width by it.\n`
  const broken = whole.replace(/(rcx|r10): /g, '$1:\n')
  for (const above of ['', wide])
    expect(read(`${above}${HEAD}${STACK}${broken}`).threads[0]?.registers).toEqual(
      read(`${above}${HEAD}${STACK}${whole}`).threads[0]?.registers,
    )
})

test('console lines of another run are no events of this one', () => {
  const log = (pid: number): string => `2013-08-11 15:31:10.000 Till[${pid}:1a] drawer of ${pid}`
  const { events = [] } = read(`${HEAD}${STACK}\n\n\nFrom the console:\n${log(41)}\n${log(77)}\n`)
  expect(events.map(({ text }) => text).filter((text) => text.includes('drawer'))).toEqual(['drawer of 41'])
})

test('a version of words belongs not to the name of an image', () => {
  const row =
    '0x1000 - 0x3dfe3 +org.example.till Till 2.6.2 GUI 1.23 (4932) <c3a0f76b9a3ff0f4ba5a5a08a6a0f76b> /Applications/Till.app/Contents/MacOS/Till'
  const [image] = read(`${HEAD}${STACK}\nBinary Images:\n${row}\n`).images
  expect(image).toMatchObject({ name: 'Till', bundleId: 'org.example.till', version: 'Till 2.6.2 GUI 1.23 (4932)' })
})

const access = (address: string, more = ''): string =>
  HEAD.replace('EXC_CRASH (SIGABRT)', 'EXC_BAD_ACCESS (SIGSEGV)').replace(
    /Exception Codes:.*\n/,
    `Exception Codes: KERN_PROTECTION_FAILURE at ${address}\n${more}`,
  ) + STACK.replace('__pthread_kill', 'typeHash').replace('abort', 'lookUp')
const near = (mark: string, rights: string): string =>
  `\nVM Regions Near 0x91000010:\n    Stack 0000000090000000-0000000090800000 [ 8192K] rw-/rwx SM=COW\n${mark} Stack 0000000091000000-0000000094800000 [ 56.0M] ${rights}/rwx SM=NUL\n`

test.each([
  ['below the main stack of 32 bits', access('0x00000000bf7ffffc'), true],
  ['in that stack', access('0x00000000bf800004'), false],
  ['far below it', access('0x00000000bb000000'), false],
  ['in a region of a stack without rights, at its end', access('0x00000000947ffff0', near('-->', '---')), true],
  ['the same with the longer mark', access('0x00000000947ffff0', near('--->', '---')), true],
  ['at the beginning of that region', access('0x0000000091000010', near('-->', '---')), false],
  ['in a region of a stack with rights', access('0x00000000947ffff0', near('-->', 'r--')), false],
  ['in a region without a mark', access('0x00000000947ffff0', near('   ', '---')), false],
])('an access %s', (_, text, isOverflow) => {
  const [told] = toldOf(text)
  expect(told?.headline.code === 'stack-overflow').toBe(isOverflow)
})

test.each([
  ['/System/Library/Frameworks/Pay.framework/Pay', 'build the program for the architecture'],
  ['/Applications/Till.app/Frameworks/Pay.framework/Pay', 'Build the library for the architecture'],
])('whose architecture is wrong: %s', (file, advice) => {
  const [told] = toldOf(
    `${HEAD}\nDyld Error Message:\n  Library not loaded: @rpath/Pay.framework/Pay\n  Referenced from: /Applications/Till.app/Till\n  Reason: no suitable image found.  Did find:\n\t${file}: mach-o, but wrong architecture\n`,
  )
  expect(told?.words).toContain(advice)
})

test('advice on a handler of signals points below it only where something stands there', () => {
  const stack = (more: string): string =>
    `* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGSTOP\n    frame #0: 0x00007fff308251d2 libsystem_kernel.dylib\`__semwait_signal + 10\n    frame #1: 0x00000001008251d2 mono\`mono_sigsegv_signal_handler(_dummy=10) at mini-runtime.c:3134\n    frame #2: 0x00007fff30955f5a libsystem_platform.dylib\`_sigtramp + 26\n${more}`
  expect(toldOf(stack(''))[0]?.words).toContain('is not in this stack')
  expect(toldOf(stack('    frame #3: 0x0000000100000f5a till`drawer + 26\n'))[0]?.words).toContain('Read on below')
})

test.each(['nanozone_error', 'nanov2_zone_error', 'szone_error', 'free_list_checksum_botch', 'malloc_zone_error'])(
  'an abort by %s is of a check of malloc',
  (name) => {
    const stack = STACK.replace('2   org', `2   libsystem_malloc.dylib        \t0x35ee0000 ${name} + 316\n3   org`)
    const [told] = toldOf(HEAD + stack)
    expect(told?.headline).toMatchObject({ code: 'heap-check', told: 'shown' })
    const [other] = toldOf(HEAD + stack.replace(name, 'malloc_zone_statistics'))
    expect(other?.headline.code).toBe('abort')
  },
)

test('the words of a debugger are the reason of a panic that has no other', () => {
  const panic = (words: string): string =>
    `{"bug_type":"210","os_version":"iPhone OS 12.3.1 (16F203)"}\n{"build":"iPhone OS 12.3.1 (16F203)","panicString":${JSON.stringify(words)}}`
  expect(toldOf(panic('Debugger message: WDT timeout\n94s ago: 1237'))[0]?.headline.title).toContain('WDT timeout')
  const whole = 'panic(cpu 1 caller 0xfffffff0): drawer open\nDebugger message: panic\n'
  expect(toldOf(panic(whole))[0]?.headline.title).toContain('drawer open')
  expect(read(panic('Debugger message: panic\nMemory ID: 0x6')).exception).toBeUndefined()
})

test('Address Sanitizer is no advice for a program of the system', () => {
  const at = (path: string): string =>
    access('0x0000000123456780')
      .replace('KERN_PROTECTION_FAILURE', 'KERN_INVALID_ADDRESS')
      .replace('Identifier:', `Path: ${path}\nIdentifier:`)
  expect(toldOf(at('/Applications/Till.app/Till'))[0]?.words).toContain('Address Sanitizer')
  expect(toldOf(at('/System/Library/CoreServices/Till.app/Till'))[0]?.words).not.toContain('Address Sanitizer')
})

test('locks are advice only where another thread runs code of the program', () => {
  const text = (row: string): string =>
    access('0x0000000123456780').replace('KERN_PROTECTION_FAILURE', 'KERN_INVALID_ADDRESS') + `\nThread 1:\n${row}\n`
  const own = '0   org.example.till              \t0x00002210 shelf + 16'
  expect(toldOf(text(own))[0]?.words).toContain('without a lock')
  expect(toldOf(text('0   libsystem_kernel.dylib        \t0x32d02a1c kevent + 8'))[0]?.words).not.toContain(
    'without a lock',
  )
})
