/** Last words of the runtimes of languages head a native report: among its own words, in the console's lines above it, and in their own traces. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

function titleOf(text: string): string {
  const outcome = parseReport('shop.crash', new TextEncoder().encode(text))
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('no report')
  const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
  return headlineOf({ ...bare, ...explain(bare) }).title
}

const native = (words: string): string => `Process:               shop [410]
Path:                  /Applications/Shop.app/Contents/MacOS/shop
Identifier:            org.example.shop
Version:               1.0 (1)
Code Type:             ARM-64 (Native)

Date/Time:             2026-05-02 10:11:11.5000 +0200
OS Version:            macOS 15.4 (24E248)
Report Version:        12

Crashed Thread:        0

Exception Type:        EXC_CRASH (SIGABRT)
Exception Codes:       0x0000000000000000, 0x0000000000000000
${words === '' ? '' : `\nApplication Specific Information:\n${words}\n`}
Thread 0 Crashed:
0   libsystem_kernel.dylib        	0x00000001b7000ec4 __pthread_kill + 8
1   libsystem_c.dylib             	0x00000001b7100080 abort + 56
2   shop                          	0x0000000104ccc074 0x104cc8000 + 16500

Binary Images:
       0x104cc8000 -        0x104ccffff +shop (1) <11111111-2222-3333-4444-555555555555> /Applications/Shop.app/Contents/MacOS/shop
`

const WORDS: readonly (readonly [string, string, string])[] = [
  ['Go, a check of its runtime', 'panic: runtime error: index out of range [5] with length 3', 'Go panic: runtime error: index out of range [5] with length 3'],
  ['Go, a panic of the program', 'panic: no till\n\ngoroutine 1 [running]:', 'Go panic: no till'],
  ['Go, a deadlock', 'fatal error: all goroutines are asleep - deadlock!', 'Go fatal error: all goroutines are asleep - deadlock!'],
  ['Rust', "thread 'main' panicked at src/till.rs:12:9:\nno change left", 'Rust panic: no change left'],
  ['Rust before 1.73', "thread 'main' panicked at 'no change left', src/till.rs:12:9", 'Rust panic: no change left'],
  ['Zig', 'thread 259 panic: reached unreachable code', 'Zig panic: reached unreachable code'],
  ['Nim', 'Error: unhandled exception: index 5 not in 0 .. 2 [IndexDefect]', 'Uncaught Nim exception: index 5 not in 0 .. 2 [IndexDefect]'],
  ['Swift', 'Shop/Till.swift:12: Fatal error: Index out of range', 'Array index out of range'],
] // prettier-ignore

test.each(WORDS)('%s among the words of a report', (_, words, title) => {
  expect(titleOf(native(words))).toContain(title)
})

test.each(WORDS.filter(([name]) => !name.startsWith('Go, a panic of')))(
  '%s in a console above a report',
  (_, words, title) => {
    // Some rules want Go's next line, as the runtime prints it.
    const printed = /^(?:panic|fatal error):/.test(words) ? `${words}\n\ngoroutine 1 [running]:\n` : `${words}\n`
    expect(titleOf(`${printed}\n${native('')}`)).toContain(
      title.replace(/^.*?(?:panic|error|exception): (?!runtime)/, ''),
    )
  },
)

test('words alike of other programs are not taken for those of a runtime', () => {
  expect(titleOf(native('panic: at the disco'))).not.toContain('Go panic')
  expect(titleOf(native('fatal error: could not open till.db'))).not.toContain('Go fatal')
  expect(titleOf(native('the thread 259 panic: was a joke'))).not.toContain('Zig')
})

test('a trace of Go is headed by its panic, not by the address of its signal', () => {
  expect(
    titleOf(`panic: runtime error: invalid memory address or nil pointer dereference
[signal SIGSEGV: segmentation violation code=0x2 addr=0x0 pc=0x100da1798]

goroutine 10 [running]:
main.(*Till).Count(0x0)
	/src/till.go:42 +0x20
`),
  ).toBe('Go panic: runtime error: invalid memory address or nil pointer dereference')
})
