/** Words around the rows of a report, which are no part of it, and rows in forms of their own. */
import { expect, test } from 'vitest'
import { damageOf } from '../../../src/core/reading/damage.ts'
import { unresolved } from '../../support/report-builder.ts'
import { toldOf } from '../../support/text-told.ts'

const first = (text: string) => {
  const [told] = toldOf(text)
  if (!told) throw new Error('no report')
  return told
}
const damages = (text: string) => damageOf(unresolved(first(text).report)).map(({ code }) => code)

const HEAD = `Process:         Till [7]
Path:            /Applications/Till.app/Contents/MacOS/Till
Code Type:       X86 (Native)

OS Version:      Mac OS X 10.8.2 (12C60)
Report Version:  10

Crashed Thread:  0

Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Codes: KERN_INVALID_ADDRESS at 0x000000002f8b0010

`
const ROWS = `Thread 0 Crashed:
0   org.example.Till              	0x00001010 till_open + 16
1   org.example.Till              	0x00002010 main + 8
`
const IMAGES = `
Binary Images:
    0x1000 -     0x3fff +org.example.Till (1.0 - 1) <AF29A0C1-54B6-E63B-B84D-F377412CEE94> /Applications/Till.app/Contents/MacOS/Till
`

test.each([
  [
    'the address of a house',
    `${HEAD}${ROWS}${IMAGES}\n-- \nAda Till\n1 South Parks Road,                     +44 1865 272866 (PA)\n`,
  ],
  [
    'a house behind a stack',
    `${HEAD}${ROWS}Ada Till, University,\n1 South Parks Road,          +44 1865 272866 (PA)\n${IMAGES}`,
  ],
  [
    'parts of memory that a mail broke',
    `${HEAD}Dyld Error Message:\n  Library not loaded: /a/libb.dylib\n  Referenced from: /Applications/Till.app\n  Reason: image not found\n${IMAGES}\nModel: MacBookPro10,1, BootROM MBP101\nMemory Module: BANK 0/DIMM0, 8 GB, 0x80CE,\n0x4D34373142314737334248302D434B302020\n`,
  ],
])('no damage: %s', (_, text) => {
  expect(damages(text)).not.toContain('lines-unreadable')
})

test('a row that cannot be read is damage', () => {
  expect(damages(`${HEAD}${ROWS}2   org.example.Till   00003010\n${IMAGES}`)).toContain('lines-unreadable')
})

const GRAPH = `Analysis of sampling Till (pid 7) every 1 millisecond
Call graph:
    100 Thread_1
      100 start
        100 main
          100 till_open
`
test('words behind a call graph are no damage of it; those inside it are', () => {
  expect(damages(`${GRAPH}\nCheers,\n-B.\n`)).not.toContain('lines-unreadable')
  expect(damages(`${GRAPH}till_open:ofShop:\n            100 till_count\n`)).toContain('lines-unreadable')
})

test('an exception of old systems counts below words that look like the head of a part', () => {
  const mail = `Test:\nAt the prompt type 1:3\n\nIt crashes:\nException:  EXC_BAD_ACCESS (0x0001)\nCodes:      KERN_PROTECTION_FAILURE (0x0002) at 0x00000020\n\n${ROWS}`
  expect(first(mail).report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', address: 0x20n })
  const other = `Test:\nException:  none that I know\n\n${ROWS}`
  expect(first(other).report.exception).toBeUndefined()
})

test('Mono’s place behind a name, and an image before an offset, are no part of the name', () => {
  const stop = `* thread #3, stop reason = EXC_BAD_ACCESS (code=1, address=0xc30)
    frame #0: 0x00007fff94d8f4a1 libsystem_pthread.dylib\`pthread_mutex_unlock
    frame #1: 0x00000001057ecc16 (wrapper managed-to-native) Till.Shop:Close (intptr,int&) + 0x66 (0x1057ecbb0 0x1057ecc8c) [0x1005034f0 - Till.exe]
`
  const symbol = first(stop).report.threads[0]?.frames[1]?.symbol
  expect(symbol).toMatchObject({ name: '(wrapper managed-to-native) Till.Shop:Close (intptr,int&)', offset: 0x66 })
  const row = first(`${HEAD}Thread 0 Crashed:\n0   Till   0x00001010 till_open (in Till)+ 36\n${IMAGES}`).report
    .threads[0]?.frames[0]
  expect(row?.symbol).toMatchObject({ name: 'till_open', offset: 36 })
})

test('a shell’s word of another fault is of another run', () => {
  const stop = (reason: string): string =>
    `$ ./till\nIllegal instruction: 4\n\n* thread #1, stop reason = ${reason}\n  * frame #0: 0x0000000100003358 till\`open + 72\n    frame #1: 0x00000001000011f8 till\`main + 680\n`
  expect(first(stop('EXC_BAD_ACCESS (code=EXC_I386_GPFLT)')).words).not.toContain('Illegal instruction')
  expect(first(stop('EXC_BAD_INSTRUCTION (code=EXC_I386_INVOP, subcode=0x0)')).words).toContain(
    'Illegal instruction: 4',
  )
  expect(
    first(stop('EXC_BAD_ACCESS (code=1, address=0x8)').replace('Illegal instruction: 4', 'Abort trap: 6')).words,
  ).toContain('Abort trap: 6')
})

test('the title of a Crashlytics issue names the signal', () => {
  const rows =
    '0  Till   0x102a24c70 open + 12\n1  Till   0x102a25014 main + 16\n2  UIKitCore   0x1a873615c UIApplicationMain + 1944\n'
  const issue = `Crashed: com.example.till - SIGABRT ABORT 0x00000001a43d2df0\n\nCrashed: com.example.till\n${rows}`
  expect(first(issue).report.exception).toMatchObject({ signal: 'SIGABRT' })
  expect(first(`Crashed: com.example.till\n${rows}`).report.exception).toBeUndefined()
})

test('a panic in a key that is misspelt, and a list of kexts alone', () => {
  const panic = first(
    'It restarts.\n\n"paincString": "panic(cpu1 caller 0xfffffff017070470470): userspace watchdog timeout: no successful checkins from com.apple.backboardd in 180 seconds\\nservice: com.apple.backboardd, total\n',
  )
  expect(panic.report.exception?.type).toBe('panic')
  expect(panic.headline.title).toContain('no successful checkins from com.apple.backboardd in 180 seconds')
  const kexts = first(
    `Help:\n\nKernel Extensions in backtrace:\n         org.example.driver.Till(1.8.15)[1F97255F-45FC-3EFE-AFA6-E833A86DBFA0]@0xffffff7fa9600000->0xffffff7fa9607fff\n            dependency: com.apple.iokit.IOHIDFamily(2.0.0)[2AEFB432-C333-3CFC-955E-24BBDDDE0F5E]@0xffffff7fa8fea000\n`,
  )
  expect(kexts.report.format).toBe('panic')
  expect(kexts.report.images.map(({ name }) => name)).toContain('org.example.driver.Till')
})

test('a trampoline of the system without a name is not where an exception came from', () => {
  const row = (at: number, image: string, rest: string): string =>
    `${at} ${image} 0x00000001940${(0x9b0 + at * 16).toString(16)} ${rest}\n`
  const rows = [
    row(0, 'libsystem_kernel.dylib', '0x194080000 + 111216'),
    row(1, 'libsystem_pthread.dylib', '0x194134000 + 20844'),
    row(2, 'libsystem_c.dylib', '0x193fb0000 + 404244'),
    row(3, 'Till', 'mono_handle_native_sigsegv (mini-exceptions.c:2360)'),
    row(4, 'libsystem_platform.dylib', '0x19412c000 + 18776'),
    row(5, 'libsystem_pthread.dylib', '0x194134000 + 20844'),
    row(6, 'libsystem_c.dylib', '0x193fb0000 + 404244'),
    row(7, 'Till', 'xamarin_unhandled_exception_handler (runtime.m:756)'),
    row(8, 'Till', 'mono_invoke_unhandled_exception_hook (mini-exceptions.c:2703)'),
    row(9, 'Till', 'rethrow_exception + 24'),
    row(10, 'Till', 'Till_Shop_Open + 24'),
  ]
  const text = `Process: Till [7]\nPath: /private/var/containers/Bundle/Application/1/Till.app/Till\nCode Type: ARM-64 (Native)\nOS Version: iOS 8.2 (12D508)\nException Type: EXC_CRASH (SIGABRT)\nException Codes: 0x0, 0x0\nTriggered by Thread: 0\n\nThread 0 Crashed:\n${rows.join('')}`
  expect(first(text).headline.title).toBe('Uncaught .NET exception in Till_Shop_Open')
})

test('what a C++ exception says of itself stands with it', () => {
  const itk = (below: string): string =>
    `libc++abi.dylib: terminating with uncaught exception of type itk::ExceptionObject: /till/Till.hxx:1552:\nitk::ERROR: caught\nFile: /till/Sum.hxx\nLine: 205\n${below}\nTill standard output:\n`
  expect(first(itk('Description: itk::ERROR: sum is zero')).words).toContain('Description: itk::ERROR: sum is zero')
  expect(first(itk('Nothing more')).words).not.toContain('standard output')
  const gnu = first("terminate called after throwing an instance of 'std::out_of_range'\n  what():  till 5 of 3\n")
  expect(gnu.words).toContain('what():  till 5 of 3')
})

test('of two crashes in a text, both are shown', () => {
  const line = (at: string): string => `EXC_BAD_ACCESS (SIGABRT), KERN_INVALID_ADDRESS at ${at}\n`
  const told = first(`Crashes are:\n\n${line('0x00000008')}${line('0x0000001c')}`)
  expect(told.headline.title).toContain('0x8')
  expect(told.words).toContain('KERN_INVALID_ADDRESS at 0x0000001c')
  expect(first(line('0x00000008')).report.applicationInfo).toEqual([])
})

test('Mono that stopped itself for its own error says so, also where its debugger looks on', () => {
  const names = ['__wait4', 'mono_handle_native_crash', '_sigtramp', '__pthread_kill', 'abort', 'monoeg_g_logv', 'till']
  const rows = names.map((name, at) => `    frame #${at}: 0x00007fff6736${at}232 mono\`${name} + 10\n`).join('')
  const stop = `* thread #1, queue = 'com.apple.main-thread', stop reason = signal SIGSTOP\n${rows}`
  expect(first(stop).headline).toMatchObject({ code: 'mono-own-error', grade: 'likely' })
})
