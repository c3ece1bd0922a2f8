/** How sure a claim is, whom it blames, and what it must not say: a small report for each rule. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Report, SymbolicatedReport } from '../../../src/core/model/report.ts'
import { gradedTitle, headlineOf, type Headline } from '../../../src/core/reading/headline.ts'
import { statementsOf } from '../../../src/core/reading/statements.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { app, buildReport, system, unresolved, type FrameParts } from '../../support/report-builder.ts'

type More = Partial<Omit<Report, 'threads'>>

const tell = (report: SymbolicatedReport): Headline => headlineOf({ ...report, ...explain(report) })
const made = (frames: readonly FrameParts[], more: More = {}): Headline => tell(buildReport(frames, more))
const parsed = (file: string, text: string): Headline => {
  const outcome = parseReport(file, new TextEncoder().encode(text))
  if (!outcome.ok || !outcome.value[0]) throw new Error('no report')
  return tell(unresolved(outcome.value[0]))
}

const cart = app('Cart.total()')
const access = (address: number): More => ({
  exception: {
    type: 'EXC_BAD_ACCESS',
    signal: 'SIGSEGV',
    subtype: 'KERN_INVALID_ADDRESS',
    address: runtimeAddress(address),
  },
})
const abort = { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }

const causesOf = (frames: readonly FrameParts[], more: More): readonly string[] =>
  statementsOf(explain(buildReport(frames, more))).causes.map(({ id }) => id)

test('a null pointer is shown by address 0, and a possible cause where a field of it may have been read', () => {
  expect(made([cart], access(0))).toMatchObject({ code: 'null-dereference', told: 'shown', grade: 'proved' })
  const field = made([cart], access(0x18))
  expect(field).toMatchObject({ code: 'invalid-access', told: 'none' })
  expect(gradedTitle(field)).toBe('Invalid memory access at 0x18 in Cart.total()')
  expect(causesOf([cart], access(0x18))).toEqual(['null-dereference'])
})

test.each([1, 5, 0x45])('address %i is a small number, and no field of a null pointer', (address) => {
  expect(made([cart], access(address)).title).not.toMatch(/null/)
  expect(causesOf([cart], access(address))).toEqual(['wild-pointer'])
})

test('what the report proves goes before what was concluded', () => {
  const told = made([app('walk', 'main')], {
    ...access(0x1_2345_6789),
    termination: { namespace: 'CODESIGNING', reasons: ['Invalid Page'] },
  })
  expect(told).toMatchObject({ code: 'code-signing', grade: 'proved' })
})

test('a stack of a throw alone is likely an uncaught exception; its words prove it', () => {
  const { report } = buildReport([cart])
  const thrown = { ...abort, lastException: { frames: report.threads[0]?.frames ?? [] } }
  expect(made([system('abort')], thrown)).toMatchObject({ code: 'nsexception', grade: 'likely' })
  const applicationInfo = ['terminating with uncaught exception of type NSException']
  expect(made([system('abort')], { ...thrown, applicationInfo })).toMatchObject({
    code: 'nsexception',
    grade: 'proved',
  })
})

test('an exception that was freed before it was looked at is no uncaught exception', () => {
  const told = made([system('objc_msgSend'), cart], {
    ...access(0x1_2345_6780),
    applicationInfo: [
      "*** Terminating app due to uncaught exception 'CartError', reason: 'empty'",
      'NOTE: This exception has been deallocated!',
    ],
  })
  expect(told.code).toBe('invalid-access')
  expect(told.title).not.toContain('CartError')
})

test('what is only possible stands in no headline', () => {
  const told = made([cart], access(0x1_2345_6780))
  expect(told).toMatchObject({ code: 'invalid-access', told: 'none' })
  expect(causesOf([cart], access(0x1_2345_6780))).toEqual(['wild-pointer'])
})

test.each<[string, More]>([
  ['code-signing', { termination: { namespace: 'CODESIGNING' } }],
  ['user-force-quit', { termination: { code: 0xdeadfa11n } }],
  ['thermal', { termination: { code: 0xc00010ffn } }],
  ['signal-sigterm', { exception: { signal: 'SIGTERM' } }],
])('%s comes from outside and blames no frame', (code, more) => {
  expect(made([system('mach_msg'), cart], more)).toMatchObject({ code })
  expect(made([system('mach_msg'), cart], more).where).toBeUndefined()
})

test('a watchdog blames what the main thread was doing', () => {
  expect(made([system('poll'), cart], { termination: { code: 0x8badf00dn } }).where?.line.name).toBe('Cart.total()')
})

test('what started the event loop is not to blame for what happens in it', () => {
  expect(made([system('objc_msgSend'), system('UIApplicationMain'), app('main')], abort).where).toBeUndefined()
  expect(made([system('strlen'), app('main'), system('start')], abort).where?.line.name).toBe('main')
})

test('frames of a language’s runtime, and what it called, are not to blame', () => {
  const frames = [system('abort'), app('mono_invoke_unhandled_exception_hook'), app('System_Runtime_Throw'), cart]
  expect(made(frames, abort)).toMatchObject({ code: 'managed-exception', where: { line: { name: 'Cart.total()' } } })
})

test('a resource limit is a warning unless the report says that it was fatal', () => {
  const exception = { type: 'EXC_RESOURCE', subtype: 'CPU', message: '(Limit 50%) Observed 60% over 180 secs' }
  expect(made([cart], { exception })).toMatchObject({ code: 'resource-cpu', end: 'non-fatal', isCrash: false })
  const fatal = { ...exception, message: `${exception.message} FATAL CONDITION` }
  expect(made([cart], { exception: { ...exception, subtype: 'CPU_FATAL' } }).isCrash).toBe(true)
  expect(made([cart], { exception: fatal })).toMatchObject({ code: 'resource-cpu', isCrash: true })
  const header = { process: 'Shop', fields: [['Action taken', 'Process killed']] as const }
  expect(made([cart], { exception, header }).isCrash).toBe(true)
})

test.each<[string, More, RegExp]>([
  ['a limit alone', {}, /does not mean that the process was terminated/],
  ['one that says so in words', { header: { fields: [['Action taken', 'NON-FATAL']] } }, /does not mean/],
  ['a fatal one', { exception: { type: 'EXC_RESOURCE', subtype: 'CPU_FATAL' } }, /was terminated for it/],
  ['an end beside it', { termination: { namespace: 'RESOURCE', reasons: [] } }, /was terminated for it/],
])('the meaning of a resource limit: %s', (_, more, meaning) => {
  const report = buildReport([cart], {
    exception: { type: 'EXC_RESOURCE', subtype: 'CPU', message: '(Limit 50%)' },
    ...more,
  })
  expect(explain(report).explanations.find(({ id }) => id === 'resource-cpu')?.meaning).toMatch(meaning)
})

test('what a spindump notes of its process is a hang', () => {
  const header = { process: 'Shop', fields: [['Note', 'Unresponsive for 2 seconds before sampling']] as const }
  expect(made([cart], { format: 'spindump', header })).toMatchObject({ code: 'hang', end: 'hang', grade: 'proved' })
})

test('a hang is proved by what the writer calls the end, and likely by a word in it', () => {
  expect(made([cart], { exception: { type: 'hang', subtype: 'hang' } })).toMatchObject({
    code: 'hang',
    grade: 'proved',
  })
  const applicationInfo = ['the main thread may hang here']
  expect(made([cart], { applicationInfo }).code).not.toBe('hang')
  expect(causesOf([cart], { applicationInfo })).toEqual(['hang'])
})

test('an error that the app reported itself is no crash', () => {
  const told = parsed(
    'kscrash.json',
    JSON.stringify({
      report: { version: '3.3.0', type: 'standard' },
      binary_images: [],
      system: { process_name: 'Shop' },
      crash: {
        error: {
          type: 'user',
          mach: { exception: 10, exception_name: 'EXC_CRASH', code: 0, subcode: 0 },
          signal: { signal: 6, name: 'SIGABRT', code: 0 },
          reason: 'Error: cart is empty',
          user_reported: { name: 'Error: cart is empty', language: 'javascript' },
        },
        threads: [{ index: 0, crashed: true, backtrace: { contents: [{ instruction_addr: 4096 }] } }],
      },
    }),
  )
  expect(told).toMatchObject({ code: 'reported-error', title: 'Error: cart is empty', isCrash: false })
})

test.each([
  [{ exit_reason: { code: 0x8badf00d }, signal: { signal: 9, name: 'SIGKILL' } }, 'watchdog', 'proved'],
  [{ type: 'termination', termination_reason: 'memory_limit', signal: { name: 'SIGKILL' } }, 'jetsam', 'likely'],
])('KSCrash’s reason of a kill is told: %o', (error, code, grade) => {
  const text = JSON.stringify({
    report: { version: '3.3.0', type: 'standard' },
    binary_images: [],
    system: { process_name: 'Shop' },
    crash: { error, threads: [] },
  })
  expect(parsed('kscrash.json', text)).toMatchObject({ code, grade })
})

test('a sentence below the header is the report’s own word', () => {
  const told = parsed(
    'old.crash',
    `Incident Identifier: 1
Process: Shop [7]

Exception Type:  0 (0)
Exception Codes: 0x00000000 at 0x00000000
Crashed Thread:  0

Application main thread deadlocked

Thread 0 Crashed:
0   Shop   0x000f61c8 0xee000 + 33224 (-[Cart lock] + 64)
`,
  )
  expect(told).toMatchObject({ code: 'hang', end: 'hang', grade: 'proved' })
})
