/** Whole reports whose words or numbers invite a wrong headline. Each headline says no more than the report. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

const HEAD = `Process:             Kiosk [31]
Identifier:          example.kiosk
Version:             1.0 (1)
Code Type:           ARM-64 (Native)

OS Version:          iPhone OS 18.5 (22F76)
Report Version:      104

`
const ABORT = `Exception Type:  EXC_CRASH (SIGABRT)
Exception Codes: 0x0000000000000000, 0x0000000000000000
Termination Reason: SIGNAL 6 Abort trap: 6
Triggered by Thread:  0

`
const access = (address: string): string => `Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
Exception Subtype: KERN_INVALID_ADDRESS at ${address}
Exception Codes: 0x0000000000000001, ${address}
Termination Reason: SIGNAL 11 Segmentation fault: 11
Triggered by Thread:  0

`
const stack = (...rows: readonly string[]): string =>
  `\nThread 0 name:  Dispatch queue: com.apple.main-thread\nThread 0 Crashed:\n${rows.map((row, at) => `${at}   ${row}`).join('\n')}\n`
const ABORTED = stack(
  'libsystem_kernel.dylib        \t0x00000001e1000010 __pthread_kill + 8',
  'libsystem_c.dylib             \t0x00000001e1200110 abort + 124',
  'Kiosk                         \t0x0000000102058000 Cart.add(_:) + 64',
)
const IDLE = stack(
  'libsystem_kernel.dylib        \t0x00000001e1000010 mach_msg2_trap + 8',
  'libsystem_kernel.dylib        \t0x00000001e1000190 mach_msg + 24',
  'CoreFoundation                \t0x00000001a1000010 __CFRunLoopServiceMachPort + 160',
  'CoreFoundation                \t0x00000001a1000090 __CFRunLoopRun + 1208',
  'Kiosk                         \t0x0000000102058000 main + 64',
)
const state = (x0: string, esr: string, far: string): string => `
Thread 0 crashed with ARM Thread State (64-bit):
    x0: ${x0}   x1: 0x00000001f0000000   x2: 0x0000000000000000   x3: 0x0000000000000000
    fp: 0x000000016f000000   lr: 0x0000000102058000
    sp: 0x000000016efffff0   pc: 0x00000001c1531148 cpsr: 0x20000000
   far: ${far}  esr: ${esr}
`

function told(text: string) {
  const outcome = parseReport('whole.crash', new TextEncoder().encode(HEAD + text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
  const symbolicated = { ...bare, ...explain(bare) }
  const headline = headlineOf(symbolicated)
  const { explanations } = symbolicated
  const words = explanations.map(({ title, meaning, evidence }) => `${title} ${meaning} ${evidence}`).join('\n')
  return { headline, explanations, claims: explanations.filter(({ kind }) => kind !== 'possible'), words }
}

const SHARES = `Exception Type:  EXC_CRASH (SIGKILL)
Termination Reason: FRONTBOARD 2343432205
<RBSTerminateContext| domain:10 code:0x8BADF00D explanation:scene-update watchdog transgression: app<example.kiosk>:31 exhausted real (wall clock) time allowance of 10.00 seconds
WatchdogCPUStatistics: (
"Elapsed total CPU time (seconds): 24.960 (user 15.620, system 9.340), 67% CPU",
"Elapsed application CPU time (seconds): 9.435, 25% CPU"
) reportType:CrashLog maxTerminationResistance:Interactive>

Triggered by Thread:  0
`

test('CPU time of a watchdog is of all threads, and an event loop that is idle waits for no lock', () => {
  const { headline, words } = told(SHARES + IDLE)
  expect(headline.title).toBe('The app took too long to update its screen')
  expect(words).toContain('all threads of the app together used 9.435 s')
  expect(words).not.toMatch(/main thread used|\d ?% of|lock|busy|deadlock/i)
})

test('an app’s word of a corruption is no corruption of the heap', () => {
  const line = 'Kiosk/Store.swift:7: Fatal error: corruption of the local database'
  const { headline, words } = told(`${ABORT}Application Specific Information:\n${line}\nabort() called\n${ABORTED}`)
  expect(headline.title).toContain('Fatal error: corruption of the local database')
  expect(words).not.toMatch(/heap|free list|malloc/i)
})

test('the simulator’s line about itself is no reason of an abort', () => {
  const line = 'CoreSimulator 993.7 - Device: iPhone 15 (0C0FFEE0-1111-2222-8333-444455556666) - Runtime: iOS 17.2'
  const { headline, words } = told(`${ABORT}Application Specific Information:\n${line}\nabort() called\n${ABORTED}`)
  expect(headline.title).toBe('The program called abort() in Cart.add(_:)')
  expect(words).not.toContain('CoreSimulator')
})

test('the mark of a forked process is no reason of its end', () => {
  const lines = '*** multi-threaded process forked ***\ncrashed on child side of fork pre-exec'
  const { headline } = told(`${access('0x0000000000000110')}Application Specific Information:\n${lines}\n${ABORTED}`)
  expect(headline.title).toMatch(/^Invalid memory access at 0x110/)
})

test('where the register of the receiver is set, no null object was sent a message', () => {
  const rows = stack(
    'libobjc.A.dylib               \t0x00000001c1531148 objc_msgSend + 8',
    'Kiosk                         \t0x0000000102058000 -[Cart add:] + 64',
  )
  const registers = state('0x0000000282ffd2c0', '0x92000006 (Data Abort) byte read Translation fault', '0x10')
  const { claims } = told(access('0x0000000000000010') + rows + registers)
  expect(claims.map(({ title }) => title).join()).not.toMatch(/null|nil/i)
})

test.each(['0xa1a1a1a1a1a1a1a1', '0xa5a5a5a5a5a5a5a5'])('the fill pattern %s proves no freed object', (address) => {
  const rows = stack('Kiosk                         \t0x00000001c1531148 Cart.total() + 8')
  const registers = state(address, '0x92000006 (Data Abort) byte read Translation fault', address)
  const { claims, explanations } = told(access(address) + rows + registers)
  expect(claims.map(({ title, meaning }) => title + meaning).join()).not.toMatch(/freed|zombie|deallocated/i)
  expect(explanations.map(({ title }) => title).join()).not.toMatch(/object (?:that )?(?:was|may have been) freed/i)
})

test('a trap of pointer authentication is no check of Swift', () => {
  const trap = `Exception Type:  EXC_BREAKPOINT (SIGTRAP)
Exception Codes: 0x0000000000000001, 0x00000001c1531148
Termination Reason: SIGNAL 5 Trace/BPT trap: 5
Triggered by Thread:  0
`
  const rows = stack('libswiftCore.dylib            \t0x00000001c1531148 swift_retain + 8')
  const registers = state('0x0', '0xf200c470 (Breakpoint) pointer authentication trap IA', '0x0')
  const { headline, words } = told(trap + rows + registers)
  expect(headline.title).toMatch(/^Pointer authentication failed/)
  expect(words).not.toMatch(/check of the Swift runtime|precondition|nil/i)
})

test('a signal that a crash reporter wrapped as an exception is no exception', () => {
  const text = `Exception Type:  SIGSEGV
Exception Codes: SEGV_ACCERR at 0x10
Crashed Thread:  0

Application Specific Information:
*** Terminating app due to uncaught exception 'SIGSEGV', reason: 'Signal 11 was raised'
${ABORTED}`
  expect(told(text).words).not.toMatch(/uncaught|NSException/i)
})

test('the condition that failed stands before who ended the process for it', () => {
  const text = `Exception Type:  EXC_CRASH (SIGABRT)
Exception Codes: 0x0000000000000000, 0x0000000000000000
Termination Reason: LIBSYSTEM 2 Application Triggered Fault
Triggered by Thread:  0

Application Specific Information:
assertion failure: "fd != -1" -> %lld
${ABORTED}`
  expect(told(text).headline.title).toBe('Assertion failed: fd != -1')
})
