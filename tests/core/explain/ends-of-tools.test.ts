/** Old systems, Rosetta, handlers of exceptions and pastes print words beside an end: none of these is taken for the end. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { endOf } from '../../../src/core/reading/end.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { withNamedImages } from '../../../src/core/resolve/implied-images.ts'

function read(text: string) {
  const outcome = parseReport('till.txt', new TextEncoder().encode(text))
  const [parsed] = outcome.ok ? outcome.value : []
  if (!parsed) throw new Error('no report')
  const bare: SymbolicatedReport = {
    report: withNamedImages(parsed),
    resolutions: [],
    images: [],
    explanations: [],
  }
  const symbolicated = { ...bare, ...explain(bare) }
  const { explanations } = symbolicated
  return {
    report: symbolicated.report,
    end: endOf(symbolicated),
    title: headlineOf(symbolicated).title,
    words: JSON.stringify(explanations),
  }
}

const head = (more: string, type = 'EXC_CRASH (SIGABRT)'): string => `Process:         Till [411]
Path:            /Applications/Till.app/Contents/MacOS/Till
Identifier:      org.example.till
Version:         2.1 (7)
Code Type:       X86-64 (Native)
Parent Process:  launchd [1]

Date/Time:       2020-03-01 10:00:00.000 +0100
OS Version:      Mac OS X 10.14.6 (18G84)
Report Version:  12

Exception Type:  ${type}
${more}
`

const row = (index: number, image: string, name: string): string =>
  `${index}   ${image.padEnd(30)}\t0x00000001${(0x0a00_0000 + index * 0x1000).toString(16).padStart(8, '0')} ${name} + 8`

const stack = (heading: string, ...rows: readonly (readonly [image: string, name: string])[]): string =>
  [heading, ...rows.map(([image, name], index) => row(index, image, name)), ''].join('\n')

test('the kill of an old system is no crash', () => {
  const kill = (codes: string, said: string): string =>
    head(
      `Exception Codes: ${codes}\nHighlighted Thread:  0\n\nApplication Specific Information:\n${said}\n`,
      '00000020',
    )
  const slow = read(kill('0x8badf00d', 'till failed to launch in time'))
  expect(slow.end).toBe('killed')
  expect(slow.title).toContain('too long to launch')
  // The same code, where the system only says which signal ended the program.
  expect(read(head('Exception Codes: 0x0000000000000000, 0x0000000000000000\n')).end).toBe('crash')
})

const noted = (codeType: string): string =>
  head(
    `Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000000

Notes:
PC register does not match crashing frame (0x0 vs 0x14071145F)

Crashed Thread:  35
`,
    'EXC_BAD_ACCESS (SIGSEGV)',
  ).replace('X86-64 (Native)', codeType)

test('the counter that the system prints of a translated program is not where it was', () => {
  expect(read(noted('X86-64 (Native)')).title).toBe('Execution at address 0')
  const translated = read(noted('X86-64 (Translated)'))
  expect(translated.title).toBe('Access to address 0')
  expect(translated.words).not.toContain('program counter')
})

test('code on the wrong queue is below the check, whatever the check is made of', () => {
  const checks = [
    ['libdispatch.dylib', '_dispatch_assert_queue_fail'],
    ['libdispatch.dylib', 'dispatch_assert_queue$V2.cold.1'],
    ['libdispatch.dylib', 'dispatch_assert_queue'],
    ['libswift_Concurrency.dylib', '_swift_task_checkIsolatedSwift'],
    ['libswift_Concurrency.dylib', 'swift_task_isCurrentExecutorWithFlagsImpl(swift::SerialExecutorRef)'],
  ] as const
  const own = ['Till', 'Drawer.open()'] as const
  const trap = (...rows: readonly (readonly [string, string])[]): string =>
    read(head(`Crashed Thread:  2\n\n${stack('Thread 2 Crashed:', ...rows)}`, 'EXC_BREAKPOINT (SIGTRAP)')).title
  expect(trap(...checks, own)).toBe('Code ran on the wrong queue in Drawer.open()')
  expect(trap(...checks, ['Till', '_checkExpectedExecutor(_filenameStart:_filenameLength:)'], own)).toBe(
    'Code ran on the wrong queue in Drawer.open()',
  )
})

test('a handler of exceptions did not throw, and a handler of signals that failed did not abort', () => {
  const terminated = read(
    stack(
      'Thread 0 Crashed:',
      ['libsystem_c.dylib', 'abort'],
      ['libc++abi.dylib', 'demangling_terminate_handler()'],
      ['libobjc.A.dylib', '_objc_terminate()'],
      ['Till', 'CPPExceptionTerminate()'],
    ),
  )
  expect(terminated.title).not.toContain('CPPExceptionTerminate')
  const handler = (...above: readonly (readonly [string, string])[]): string =>
    read(
      head(
        `Crashed Thread:  0\n\n${stack('Thread 0 Crashed:', ...above, ['Till', 'till_on_signal'], ['libsystem_platform.dylib', '_sigtramp'], ['Till', 'main'])}`,
      ),
    ).words
  const abort = ['libsystem_c.dylib', 'abort'] as const
  const kill = ['libsystem_kernel.dylib', '__pthread_kill'] as const
  expect(handler(kill, abort)).toContain('"isHandled":true')
  expect(handler(['dyld', 'dladdr'])).not.toContain('"isHandled":true')
})

test('a small negative number is not what memory is filled with', () => {
  const at = (address: string): string =>
    read(head(`Exception Codes: KERN_INVALID_ADDRESS at ${address}\n`, 'EXC_BAD_ACCESS (SIGSEGV)')).words
  expect(at('0xfffffffffffffffb')).not.toContain('"kind":"pattern"')
  expect(at('0xffffffffffffffff')).not.toContain('"kind":"pattern"')
  expect(at('0x5a5a5a5a5a5a5a62')).toContain('"kind":"pattern"')
})

test.each(['0xffffffffffffff9b', '0xffffffff', '0xfffff001'])('%s is told as a small negative number', (address) => {
  const calls = stack('Thread 0 Crashed:', ['libobjc.A.dylib', 'objc_msgSend'], ['Till', 'main'])
  const at = (where: string): string =>
    read(
      head(
        `Exception Codes: KERN_INVALID_ADDRESS at ${where}\nCrashed Thread:  0\n\n${calls}`,
        'EXC_BAD_ACCESS (SIGSEGV)',
      ),
    ).words
  expect(at(address)).toContain('"kind":"negative"')
  expect(at(address)).not.toContain('"kind":"unmapped"')
  expect(at(address)).not.toContain('freed-object')
  expect(at('0xffffeff0')).not.toContain('"kind":"negative"')
  expect(at('0xffffeff0')).toContain('freed-object')
})

test('the versions of tools above a report are not the program’s', () => {
  const tools = '=== Builder ===\n\nVersion: 6.3.5.43 (Business Edition)\n\n'
  expect(read(tools + head('Exception Codes: 0x0, 0x0\n')).report.header.version).toBe('2.1 (7)')
  const alone = `${tools}Exception Type:  EXC_CRASH (SIGABRT)\nException Codes: 0x0000000000000000, 0x0000000000000000\n`
  expect(read(alone).report.header.version).toBeUndefined()
})

test('what the writer adds behind a note or a rule is no part of the report', () => {
  const note = read(head('Exception Note:  EXC_CORPSE_NOTIFY\nI made a small scene that shows it.\n'))
  expect(note.report.header.fields.find(([key]) => key === 'Exception Note')?.[1]).toBe('EXC_CORPSE_NOTIFY')
  const ruled = read(head('Termination Reason: Namespace CODESIGNING, Code 0x1\n==========\nAny ideas?\n'))
  expect(JSON.stringify(ruled.report.termination, (_, value: unknown) => String(value))).not.toContain('ideas')
  expect(ruled.report.termination?.reasons).toBeUndefined()
})

test('Mac OS X 10.4 names exception and codes without the word type', () => {
  const { report, title } = read(`Date/Time:      2009-11-01 10:18:03.820 +0100
OS Version:     10.4.11 (Build 8S165)
Report Version: 4

Command: Till
Path:    /Applications/Till.app/Contents/MacOS/Till
Parent:  WindowServer [65]

PID:    281
Thread: 0

Exception:  EXC_BAD_ACCESS (0x0001)
Codes:      KERN_PROTECTION_FAILURE (0x0002) at 0x00000020

Thread 0 Crashed:
0   libobjc.A.dylib          \t0x90a410f8 objc_msgSend + 24
1   org.example.till         \t0x0000dae4 -[Drawer open] + 60
2   org.example.till         \t0x000022b0 start + 48
`)
  expect(report.exception).toMatchObject({ type: 'EXC_BAD_ACCESS', address: 0x20n })
  expect(title).toBe('Access to the first page of memory, at 0x20')
})

test('Mac OS X 10.3 prints each code of an exception in a line of its own, and describes its images', () => {
  const { report, title } = read(`Date/Time:      2005-08-16 14:14:57 +0200
OS Version:     10.3.9 (Build 7W98)
Report Version: 2

Command: Till
Path:    /Applications/Till.app/Contents/MacOS/Till
PID:     281
Thread:  0

Exception:  EXC_BREAKPOINT (0x0006)
Code[0]:    0x00000001
Code[1]:    0x000022b0

Thread 0 Crashed:
0   org.example.till         \t0x00002a34 -[Drawer open] + 0x44
1   org.example.till         \t0x000022b0 start + 0x30

Binary Images Description:
    0x1000 -     0x8fff org.example.till 2.1 (21)\t/Applications/Till.app/Contents/MacOS/Till
`)
  expect(report.exception).toMatchObject({ type: 'EXC_BREAKPOINT', rawCodes: [1n, 0x22b0n] })
  expect(title).toContain('trap')
  expect(report.images.map(({ name, loadAddress }) => [name, loadAddress])).toEqual([['Till', 0x1000n]])
})
