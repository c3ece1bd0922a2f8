/** Words that prove the end of a program come from a witness, and never from a sentence of a person. */
import { expect, test } from 'vitest'
import { saysEnded } from '../../../src/core/model/ended-words.ts'

const MACHINES = [
  'Fatal Exception: java.lang.IllegalStateException: no till',
  'FATAL EXCEPTION: main',
  "*** Terminating app due to uncaught exception 'NSRangeException', reason: 'x'",
  'libc++abi: terminating due to uncaught exception of type NSException',
  'Fatal signal 11 (SIGSEGV), code 1, fault addr 0x0 in tid 7',
  'signal 6 (SIGABRT), code -6 (SI_TKILL), fault addr --------',
  'Got a SIGSEGV while executing native code.',
  'SIGSEGV: segmentation violation',
  '[signal SIGSEGV: segmentation violation code=0x2 addr=0x0 pc=0x104]',
  'Segmentation fault: 11',
  'Segmentation fault (core dumped)',
  'Segmentation fault',
  'Unhandled exception. System.InvalidOperationException: no till',
  'Unhandled Exception:',
  'Unhandled managed exception: no till (System.InvalidOperationException)',
  'Fatal error.\nSystem.AccessViolationException: Attempted to read',
  'Fatal error. Internal CLR error. (0x80131506)',
  'Stack overflow.\n   at Till.Count()',
  "thread 'main' panicked at src/till.rs:9:5:",
  'thread 259 panic: no till',
  'Uncaught Kotlin exception: kotlin.IllegalStateException',
  'Thread 0 Crashed:: Dispatch queue: com.apple.main-thread',
  'Thread 0 (crashed)',
  'Crashed: com.apple.main-thread',
  'Process com.example.till (pid 7104) has crashed too many times',
  'Program received signal SIGSEGV, Segmentation fault.',
  'Process finished with exit code 134 (interrupted by signal 6: SIGABRT)',
]

/** Prefixes of lines in logs, containers, mails and consoles. */
const HEADS = [
  '',
  '> ',
  '    ',
  'till-1  | ',
  '[pod/till-7c9/till] ',
  '2024-05-01T10:00:00.123456789Z ',
  '2024-05-01T10:00:00Z app[web.1]: ',
  'May 01 10:00:00 host till[1204]: ',
  '2024-05-01 10:00:00.123 Till[1204:77120] ',
  '05-01 10:00:00.123  1204  1204 E AndroidRuntime: ',
  'E/AndroidRuntime( 1204): ',
  '[Error  : Unity Log] ',
  '10:00:00 [ERROR] ',
]

test.each(MACHINES)('says so in any log: %s', (words) => {
  for (const head of HEADS) {
    const lines = `above\n${words}`.replaceAll('\n', `\n${head}`)
    expect([head, saysEnded(lines)]).toEqual([head, true])
  }
})

test.each([
  'It does not crash in the simulator.',
  'On debug mode everything works, but on release mode the app crashes',
  'The game crashed when I opened the till',
  '# Crashed when paying',
  'Crashed: when I pay',
  'the app terminated',
  'This is a non-fatal one: Non-fatal Exception: java.lang.IllegalStateException: no till',
  'I never saw Segmentation fault: 11 again',
  'we get a SIGSEGV: what does it mean?',
  'since then there is no Unhandled exception. Thanks!',
  'my service was killed by signal handlers',
  '应用崩溃 SIGSEGV: 怎么办',
  'Fatal error.\nWe do not know why.',
  'terminating the app from the switcher works',
  'Unhandled exceptions are logged, and the app crashes never',
])('a sentence of a person says nothing: %s', (sentence) => {
  expect(saysEnded(`title\n${sentence}\n  at Till.Count (Int32 total)\n`)).toBe(false)
})
