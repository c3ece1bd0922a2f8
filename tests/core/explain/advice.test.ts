/** Advice points only to what the report has, and kinds of ends are the same in all forms of a report. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Explanation, Frame, Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { app, buildReport, makeFrames, system, unresolved, type FrameParts } from '../../support/report-builder.ts'

type More = Partial<Omit<Report, 'threads'>>

const wordsOf = ({ title, meaning, evidence, checks }: Explanation): string =>
  [title, meaning, evidence, ...checks].join('\n')
const said = (frames: readonly FrameParts[], more: More): string =>
  explain(buildReport(frames, more)).explanations.map(wordsOf).join('\n')
const parsed = (text: string): SymbolicatedReport => {
  const outcome = parseReport('text.txt', new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  const read = unresolved(outcome.value[0])
  return { ...read, ...explain(read) }
}
const saidOf = (text: string): string => parsed(text).explanations.map(wordsOf).join('\n')

const total = app('Cart.total()')
const trap: More = { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } }
const badInstruction: More = { exception: { type: 'EXC_BAD_INSTRUCTION', signal: 'SIGILL' } }
const abort: More = { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }
const access = (address: number): More => ({
  exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: runtimeAddress(address) },
})

test.each([
  ['frames of the system', /innermost function, which is of the system/, [system('check'), total], trap, [total], trap],
  ['a name that is missing', /With the symbols of its image/, [app(), total], trap, [total], trap],
  ['a wild call', /call through an invalid pointer/, [app(), total], badInstruction, [total], badInstruction],
  ['a wild call, and no breakpoint', /call through an invalid pointer/, [app(), total], badInstruction, [app(), total], trap],
  ['a handler', /below _sigtramp/, [system('abort'), system('_sigtramp'), total], abort, [system('abort'), total], abort],
  ['frames of the user', /first frame of your code/i, [system('abort'), total], abort, [system('abort'), system('_sigtramp'), total], abort],
  ['a message that is elsewhere', /in the console log/, [system('abort'), total], abort, [system('abort'), total], { ...abort, applicationInfo: ['the list is empty'] }],
  ['a message that says more than abort()', /in the console log/, [system('abort'), total], { ...abort, applicationInfo: ['__abort() called'] }, [system('abort'), total], { ...abort, applicationInfo: ['__abort() called', 'the list is empty'] }],
  ['a field of a type', /The field at offset 0x18/, [total], access(0x18), [system('read'), total], access(0x18)],
  ['a copy of bytes', /memcpy/, [total], { exception: { ...access(0x1_2345_6789).exception, rawCodes: [0x101n, 1n] } }, [system('objc_release'), total], { exception: { ...access(0x1_2345_6789).exception, rawCodes: [0x101n, 1n] } }],
  ['a first throw', /show what threw, unless/, [system('std::terminate()'), total], abort, [system('std::terminate()'), system('__cxa_rethrow'), total], abort],
] as const)('advice on %s needs it', (_, words, frames, more, others, otherwise) => {
  expect(said(frames, more)).toMatch(words)
  expect(said(others, otherwise)).not.toMatch(words)
}) // prettier-ignore

test('advice on other threads needs another thread that runs code of the program', () => {
  const one = buildReport([total], access(0x1_2345_6789))
  const [frame] = one.report.threads[0]?.frames ?? []
  const beside = (frames: readonly Frame[]): SymbolicatedReport => ({
    ...one,
    report: { ...one.report, threads: [...one.report.threads, { id: 1, crashed: false, frames }] },
  })
  const words = /several threads use without a lock/
  const told = (report: SymbolicatedReport): string => explain(report).explanations.map(wordsOf).join('\n')
  expect(told(one)).not.toMatch(words)
  expect(told(beside(makeFrames([{}], 900)))).not.toMatch(words)
  expect(told(beside(frame ? [{ ...frame, id: 900 }] : []))).toMatch(words)
})

const missing = (library: string, from = '/Applications/Shop.app/Contents/MacOS/Shop'): string =>
  `dyld: Library not loaded: ${library}\n  Referenced from: ${from}\n  Reason: image not found\n`

test.each([
  ['@rpath/Pay.framework/Pay', [/Embed & Sign/, /LC_RPATH/], [/version of the system/, /at that path/]],
  ['@rpath/libpay.dylib', [/LC_RPATH/], [/Embed & Sign/, /version of the system/, /at that path/]],
  ['/usr/local/lib/libpay.dylib', [/at that path/], [/Embed & Sign/, /LC_RPATH/, /version of the system/]],
  ['/System/Library/Frameworks/Pay.framework/Pay', [/version of the system/], [/LC_RPATH/, /at that path/]],
] as const)('advice on a library that was not found is of its path: %s', (library, present, absent) => {
  const words = saidOf(missing(library))
  for (const pattern of present) expect(words).toMatch(pattern)
  for (const pattern of absent) expect(words).not.toMatch(pattern)
})

test('a program that the linker refused has one kind in all forms', () => {
  const report = (codes: string): string =>
    `Process: Shop [7]\nException Type: ${codes}\nTermination Reason: Namespace DYLD, Code 0x1 Library missing\n\nThread 0 Crashed:\n0   dyld   0x00000001000 start + 16\n`
  const texts = [missing('@rpath/libpay.dylib'), report('EXC_CRASH (SIGABRT)'), report('EXC_BREAKPOINT (SIGTRAP)')]
  for (const text of texts)
    expect(headlineOf(parsed(text))).toMatchObject({ kind: 'Could not launch', end: 'killed', isCrash: true })
})

test('a data race is of two accesses without an order, and nothing says that the program went on', () => {
  const made = parsed(
    'WARNING: ThreadSanitizer: data race (pid=7)\n  Write of size 8 at 0x7b0 by thread T1:\n    #0 add cart.c:7 (Shop:x86_64+0x10)\n\n  Previous read of size 8 at 0x7b0 by main thread:\n    #0 total cart.c:9 (Shop:x86_64+0x20)\n\nSUMMARY: ThreadSanitizer: data race cart.c:7 in add\n',
  )
  const { kind, title } = headlineOf(made)
  expect(`${kind} ${title}`).not.toMatch(/survived|same time/)
  expect(title).toMatch(/nothing puts the accesses in order/)
})

test('a sanitizer’s report without stacks of the memory does not speak of them', () => {
  const found = (more = ''): string =>
    saidOf(
      `==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x10\nREAD of size 1 at 0x60 thread T0\n    #0 0x10 in add cart.c:7\n${more}`,
    )
  const allocated =
    '\n0x60 is located 0 bytes to the right of 1-byte region\nallocated by thread T0 here:\n    #0 0x20 in make cart.c:3\n'
  expect(found()).not.toMatch(/allocated|freed/)
  expect(found(allocated)).toMatch(/was allocated\./)
  expect(found(allocated)).not.toMatch(/freed/)
})

test.each([
  ['inside of 16-byte region', 'where the memory was freed before and where it was allocated'],
  ['to the right of 16-byte region', 'of the block beside the address: where it was freed and where it was allocated'],
  ['before 16-byte region', 'of the block beside the address'],
])('a sanitizer’s stacks are of the block that it describes: %s', (place, words) => {
  const stacks =
    'freed by thread T0 here:\n    #0 0x20 in drop cart.c:3\n\npreviously allocated by thread T0 here:\n    #0 0x30 in make cart.c:2\n'
  const head =
    '==7==ERROR: AddressSanitizer: attempting double-free on 0x60 in thread T0:\n    #0 0x10 in add cart.c:7\n'
  expect(saidOf(`${head}\n0x60 is located 16 bytes ${place} [0x40,0x50)\n${stacks}`)).toContain(words)
})

test('the block beside a wrong free was not what is freed', () => {
  const head =
    '==7==ERROR: AddressSanitizer: attempting free on address which was not malloc()-ed: 0x60 in thread T0\n    #0 0x10 in add cart.c:7\n'
  const said = saidOf(
    `${head}\n0x60 is located 16 bytes after 16-byte region [0x40,0x50)\nallocated by thread T0 here:\n    #0 0x30 in make cart.c:2\n`,
  )
  expect(said).toContain('where the block beside the address was allocated')
})

test('a wrong free, a failed check of the sanitizer itself and undefined behavior are no access', () => {
  const ofMemory = (words: string): string =>
    saidOf(`==7==ERROR: AddressSanitizer: ${words}\n    #0 0x10 in add cart.c:7\n    #1 0x20 in main cart.c:9\n`)
  expect(ofMemory('attempting free on address which was not malloc()-ed: 0x60 in thread T0')).toMatch(
    /AddressSanitizer: attempting free on address which was not malloc\(\)-ed[^]*invalid free[^]*first stack is the free/,
  )
  expect(ofMemory('attempting double-free on 0x60 in thread T0:')).toMatch(/freed twice[^]*invalid free/)
  const itself = ofMemory(
    'failed to deallocate 0x200 (512) bytes at address 0x60\n==7==AddressSanitizer CHECK failed: /posix.cc:62 "((0)) != (0)"',
  )
  expect(itself).toMatch(/failed at its own work/)
  for (const text of [itself, ofMemory('attempting double-free on 0x60 in thread T0:')])
    expect(text).not.toMatch(/found an invalid access|stack is the access/)
  const undefinedBehavior = saidOf(
    'cart.c:7:3: runtime error: load of null pointer of type char\nSUMMARY: UndefinedBehaviorSanitizer: undefined-behavior cart.c:7:3 in \n',
  )
  expect(undefinedBehavior).toMatch(/print_stacktrace=1/)
  expect(undefinedBehavior).not.toMatch(/whole output of the sanitizer/)
})

test('a text of the system’s own file is not looked for in the user’s code', () => {
  const fatal = (file: string): string =>
    said([total], { ...trap, applicationInfo: [`${file}:9: Fatal error: too deep`] })
  expect(fatal('Shop/Cart.swift')).toMatch(/Find the text in the code/)
  expect(fatal('SwiftUI/Layout.swift')).not.toMatch(/Find the text in the code/)
  expect(fatal('SwiftUI/Layout.swift')).toMatch(/of SwiftUI, not of your code/)
})

test('a stack of a throw is told as such', () => {
  const thrown = buildReport([system('objc_exception_throw'), total])
  const more = { ...abort, lastException: { frames: thrown.report.threads[0]?.frames ?? [] } }
  expect(said([system('objc_exception_throw'), total], more)).toMatch(
    /stack of an exception, thrown by objc_exception_throw/,
  )
  expect(said([system('objc_exception_throw'), total], more)).not.toMatch(/uncaught NSException\n/)
})

const hangHead =
  'Date/Time: 2024-04-20 18:40:12.898 +0200\nData Source: Stackshots\n\nCommand: Shop\nEvent:  hang\nDuration:  12.00s\nSteps:  20 (100ms sampling interval)\n'
const heaviest = (leaf: string): string =>
  `${hangHead}\nHeaviest stack for the main thread of the target process:\n  20  start + 1 (libdyld.dylib + 21077) [0x7fff50005255]\n  20  -[NSApplication run] + 926 (AppKit + 245693) [0x7fff6003bfbd]\n  20  _DPSNextEvent + 1093 (AppKit + 292341) [0x7fff600475f5]\n  20  ${leaf} + 8 (AppKit + 292441) [0x7fff60047659]\n`
const panicOf = (extension: string): string =>
  `panic(cpu 0 caller 0xffffff8000a00010): "lost a lock"\nBacktrace (CPU 0), Frame : Return Address\n0xffffff8100000010 : 0xffffff8000a00010 mach_kernel : _panic + 0x54\n0xffffff8100000020 : 0xffffff8000a00110 ${extension} : _step + 0x10\n`
const watchdogOf = (namespace: string, reason: string, rest = ''): string =>
  `Exception Type:  EXC_CRASH (SIGKILL)\nTermination Reason: Namespace ${namespace}, Code 0x8badf00d\n${reason}\n${rest}`
const stackRow = '\nThread 0:\n0   Shop   0x0000000104000010 Cart.total() + 16\n'

test.each([
  ['the heaviest path', /Look at the heaviest path/, heaviest('-[Cart total]'), hangHead],
  ['a path that works', /Look at the heaviest path/, heaviest('-[Cart total]'), heaviest('mach_msg_trap')],
  ['third-party extensions', /third-party extensions/, panicOf('com.shop.driver'), panicOf('com.apple.driver.Shop')],
  ['an extension with a name', /third-party extensions/, panicOf('com.shop.driver'), panicOf('???')],
  ['the main thread’s stack', /main thread do in its stack/, watchdogOf('SPRINGBOARD', '', stackRow), watchdogOf('SPRINGBOARD', '')],
  ['work in front', /main thread do in its stack/, watchdogOf('ASSERTIOND', '', stackRow), watchdogOf('ASSERTIOND', 'Termination Description: ASSERTIOND, Shop has active assertions beyond permitted time', stackRow)],
  ['the stack of a panic', /below the panicking functions/, `thread 'main' panicked at 'lost', src/cart.rs:7:5\nstack backtrace:\n   0: 0x104000010 - std::panicking::begin_panic\n   1: 0x104000020 - cart::total\n`, `thread 'main' panicked at 'lost', src/cart.rs:7:5\n`],
  ['the stack of a sanitizer', /The first stack is the access/, `==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60 at pc 0x10\nREAD of size 1 at 0x60 thread T0\n    #0 0x10 in add cart.c:7\n`, `cart.c:7:9: runtime error: index 9 out of bounds for type 'int[4]'\n`],
] as const)('advice on %s is given where the text has it', (_, words, having, lacking) => {
  expect(saidOf(having)).toMatch(words)
  expect(saidOf(lacking)).not.toMatch(words)
}) // prettier-ignore

test('what threw is below the calls that end the program, or not there', () => {
  const ending = [system('abort'), system('_objc_terminate()'), system('std::__terminate(void (*)())')]
  expect(said([...ending, total], abort)).toMatch(/The frames below show what threw/)
  expect(said(ending, abort)).toMatch(/what threw is not in it/)
})

test('a library of unknown origin is not called the system’s', () => {
  const rows = (image: string): string =>
    `Exception Type:  EXC_BREAKPOINT (SIGTRAP)\n\nThread 0 Crashed:\n0   ${image}   0x00007fff20001010 log_all + 16\n1   libcart.dylib   0x00007fff30001010 keys + 16 (keys.c:7)\n`
  expect(saidOf(rows('libdispatch.dylib'))).toMatch(/innermost function, which is of the system/)
  expect(saidOf(rows('libglass.dylib'))).not.toMatch(/of the system/)
  expect(saidOf(rows('libglass.dylib'))).toMatch(/names of the innermost frames may say it/)
})

test('the code of the watchdog tells, also where its namespace is left blank', () => {
  expect(headlineOf(parsed(watchdogOf(' ', ''))).title).toBe('The app took too long for the system')
})
