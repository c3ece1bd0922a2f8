/** Stops of a debugger are no crash, a headline that names a caller names the innermost function, too, and a note of no crash holds everywhere. */
import { expect, test } from 'vitest'
import { endOf } from '../../../src/core/reading/end.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'
import { made, tell } from '../../support/told.ts'
import { explain } from '../../../src/core/explain/registry.ts'
import { findPasted, readPasted } from '../reports/fixture.ts'

test.each([
  ['c++ exception', 'snapshot'],
  ['breakpoint 1.1', 'snapshot'],
  ['step over', 'snapshot'],
  ['signal SIGSTOP', 'snapshot'],
  ['a c++ exception ended it', 'crash'],
])('a stop for %j ends as %s', (message, end) => {
  expect(endOf(buildReport([app('f')], { exception: { message } }))).toBe(end)
})

test('a key interrupts a program in a debugger; where the system writes of it, it ended', () => {
  const end = (more: Parameters<typeof buildReport>[1]) => endOf(buildReport([app('f')], more))
  expect(end({ exception: { signal: 'SIGINT', message: 'Interrupt.' } })).toBe('snapshot')
  expect(end({ exception: { type: 'EXC_CRASH', signal: 'SIGINT' } })).toBe('crash')
  expect(end({ exception: { signal: 'SIGINT' }, termination: { namespace: 'SIGNAL', code: 2n } })).toBe('crash')
})

test('SIGSTOP is no word on an end, and none on its absence', () => {
  const { title } = made([app('f')], { exception: { signal: 'SIGSTOP', message: 'signal SIGSTOP' } })
  expect(title).toBe('Stopped with SIGSTOP, as debuggers do')
})

test('a panic at which a debugger stopped has not ended the program', () => {
  const panicked = buildReport([system('rust_begin_unwind'), app('f')], { exception: { message: 'breakpoint 1.1' } })
  const [explanation] = explain(panicked).explanations
  expect(explanation?.id).toBe('rust-panic')
  expect(explanation?.meaning).toContain('A debugger stopped')
  expect(tell(panicked).isCrash).toBe(false)
})

test('a crash that is told by a caller names the innermost function', () => {
  expect(made([system('memcpy'), app('copy')], {}).title).toBe('Crashed in memcpy, called from copy')
  expect(made([app('copy'), system('main')], {}).title).toBe('Crashed in copy')
})

test.each([
  [
    'Fatal Exception: NSInternalInconsistencyException\nInvalid update: 3 rows in section 1',
    'Invalid update: 3 rows in section 1',
  ],
  ['Fatal Exception: NSInternalInconsistencyException: too late', 'too late'],
  [
    'make: test\nAssertion failed: (count > 0), function total, file Cart.c, line 7.\n/bin/sh: line 1: 9 Abort trap: 6',
    'Assertion failed: (count > 0), function total, file Cart.c, line 7.',
  ],
])('%j has its reason', (text, reason) => {
  expect(readPasted(text).exception?.reason).toBe(reason)
})

test('a row below the name of an exception is no reason', () => {
  const report = findPasted('Fatal Exception: NSRangeException\n0  CoreFoundation  0x1868f5e38 __exceptionPreprocess')
  expect(report?.exception?.reason).toBeUndefined()
})

test('Mono’s words on a signal are read without a stack', () => {
  const report = readPasted(
    'Stacktrace:\n\n====\nGot a SIGSEGV while executing native code. This usually indicates\n====\n',
  )
  expect(report.exception?.signal).toBe('SIGSEGV')
})

test('a watchdog’s code with the note that it is no crash tells of no end', () => {
  const text = (note: string): string =>
    `Exception Type:  00000020\nException Codes: 0x000000008badf00d\n${note}Highlighted by Thread:  6\n\nApplication Specific Information:\ncom.x failed to scene-update after 10.00s\n`
  const meaning = (note: string): string | undefined => {
    const report = readPasted(text(note))
    return explain({ report, resolutions: [], images: [], explanations: [] }).explanations[0]?.meaning
  }
  expect(meaning('')).toContain('terminated')
  expect(meaning('Exception Note:  SIMULATED (this is NOT a crash)\n')).not.toContain('terminated')
})

test('zeros in place of an image, and a negative offset, are no names', () => {
  const report = readPasted(
    'Thread 0 Crashed:\n0   <<00000000>> \t0xc3654130 0 + -1016774352\n1   com.apple.AppKit       \t0x9250a0d0 -[NSApplication init] + 648\n',
  )
  const [first] = report.threads[0]?.frames ?? []
  expect(first?.symbol).toBeUndefined()
  expect(report.images.map(({ name }) => name)).not.toContain('<<00000000>>')
})
