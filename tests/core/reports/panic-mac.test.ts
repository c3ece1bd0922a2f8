/** Panics of Intel Macs: the kernel's log has a key of its own, and the stackshot is text in base64. */
import { expect, test } from 'vitest'
import { readPasted } from './fixture.ts'

const line = { bug_type: '210', timestamp: '2024-04-16 06:59:24.96 +1000', os_version: 'Mac OS X 10.15.7 (19H2026)' }
const log = [
  'panic(cpu 3 caller 0xffffff801c051957): "larder is full"@/Larder/shelf.c:879',
  'Backtrace (CPU 3), Frame : Return Address',
  '0xffffff8206c58bc0 : 0xffffff801bf1b54d mach_kernel : _handle_debugger_trap + 0x49d',
  '0xffffff8206c58c10 : 0xffffff801bf40888 mach_kernel : _shelf_fill + 0x48',
  '',
  'Mac OS version:',
  '21G651',
  'Kernel text base: 0xffffff801be00000',
].join('\n')
const written = (body: object): string => `${JSON.stringify(line)}\n${JSON.stringify(body)}`
const titled = (text: string, title: string) => readPasted(text).sections.find((section) => section.title === title)

test('the log of an Intel Mac is read: its words, its stack, and the system that panicked', () => {
  const report = readPasted(written({ macOSProcessedStackshotData: btoa('no stackshot found'), macOSPanicString: log }))
  expect(report.format).toBe('panic')
  expect(report.exception?.reason).toContain('larder is full')
  expect(report.threads[0]?.frames.map(({ symbol }) => symbol?.name)).toEqual(['handle_debugger_trap', 'shelf_fill'])
  expect(report.header.os).toBe('21G651')
  expect(report.header.fields.map(([key]) => key)).not.toContain('macOSPanicString')
})

test('a system that wrote the report of its own panic keeps its name', () => {
  const own = log.replace('21G651', '19H2026')
  expect(readPasted(written({ macOSPanicString: own })).header.os).toBe('Mac OS X 10.15.7 (19H2026)')
})

test('the stackshot is text', () => {
  const text = written({ macOSPanicString: log, macOSProcessedStackshotData: btoa('no stackshot found') })
  expect(titled(text, 'Stackshot')).toEqual({ kind: 'text', title: 'Stackshot', text: 'no stackshot found' })
})

test('“not yet set” is no log beside that of the co-processor, and stays a field', () => {
  const report = readPasted(
    written({ panicString: 'panic(cpu 0 caller 0xfffffff02d8): watchdog reset', macOSPanicString: 'not yet set' }),
  )
  expect(report.exception?.reason).toContain('watchdog reset')
  expect(report.header.fields).toContainEqual(['macOSPanicString', 'not yet set'])
})

test('the log of the Mac stands before that of its co-processor', () => {
  const report = readPasted(written({ panicString: 'Unexpected reset of the larder', macOSPanicString: log }))
  expect(report.exception?.reason).toContain('larder is full')
  expect(JSON.stringify(report.sections)).toContain('Unexpected reset of the larder')
})

test.each([
  ['Nested panic detected - entry count: 2 panic_caller: 0xffffff80109d360e', 'Nested panic detected'],
  ['Submission on work queue 40 failed @Shelf.cpp:3127', 'Submission on work queue 40 failed'],
])('words without “panic(cpu …)” are the reason, too: %s', (words, expected) => {
  expect(readPasted(written({ macOSPanicString: words })).exception?.reason).toContain(expected)
})

test('a piece of the JSON keeps what stands behind a mark of quotation', () => {
  const whole = JSON.stringify({ macOSProcessedStackshotData: 'bm8=', macOSPanicString: log })
  for (const piece of [whole.slice(20), whole.slice(20).replaceAll('\\"', '"').replaceAll('\\n', '\n')])
    expect(readPasted(piece).exception?.reason, piece).toContain('larder is full"@/Larder/shelf.c:879')
})
