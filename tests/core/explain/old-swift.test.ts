/** Swift's words in small letters (Swift 1 to 3), and the compiler's name of a trap where a report has it as the reason. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { app, buildReport } from '../../support/report-builder.ts'

const codes = (more: Partial<Omit<Report, 'threads'>>): readonly string[] =>
  explain(buildReport([app('Shelf.fill()')], more)).explanations.map(({ message }) => message?.code ?? '')
const trap = { type: 'EXC_BAD_INSTRUCTION', signal: 'SIGILL' }
const system = { format: 'apple-crash-text', exception: trap }
const said = (line: string, more: Partial<Report> = system): readonly string[] =>
  codes({ ...more, applicationInfo: [line] })

test.each([
  ['fatal error: unexpectedly found nil while unwrapping an Optional value', 'swift-nil'],
  ['fatal error: Index out of range', 'swift-index'],
  ['fatal error: Array index out of range', 'swift-index'],
  ["fatal error: 'try!' expression unexpectedly raised an error: Larder.Fault.empty: file /b/swift/ErrorType.swift, line 50", 'swift-try'],
  ['fatal error: the shelf is full', 'swift-fatal'],
  ['precondition failed: the shelf is full', 'swift-fatal'],
  ['assertion failed: the shelf is full: file /Users/me/Shelf.swift, line 31', 'swift-fatal'],
])('%s', (line, code) => {
  expect(said(line)[0]).toBe(code)
}) // prettier-ignore

test('words in small letters that may be of others are not Swift’s', () => {
  const other = { format: 'console-message', exception: { signal: 'SIGILL' } }
  expect(said('fatal error: the shelf is full', other)).not.toContain('swift-fatal')
  expect(said('fatal error: the shelf is full', { ...system, exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } })).not.toContain('swift-fatal')
  expect(said('fatal error: all goroutines are asleep - deadlock!', other)).not.toContain('swift-fatal')
  expect(said('assertion failed: the shelf is full', other)).not.toContain('swift-fatal')
  // The place in Swift, or a sentence of its own runtime, is enough.
  expect(said('fatal error: the shelf is full: file /Users/me/Shelf.swift, line 31', other)).toContain('swift-fatal')
  expect(said('fatal error: unexpectedly found nil while unwrapping an Optional value', other)).toContain('swift-nil')
  expect(said('fatal error: the shelf is full: file /Users/me/shelf.go, line 31', other)).not.toContain('swift-fatal')
}) // prettier-ignore

test.each([
  ['Swift runtime failure: Unexpectedly found nil while unwrapping an Optional value', 'swift-nil'],
  ['Swift runtime failure: Index out of range', 'swift-index'],
  ['Swift runtime failure: arithmetic overflow', 'swift-overflow'],
  ['Swift runtime failure: type cast failed', 'swift-check'],
])('%s as the subtype or the reason of a termination', (text, code) => {
  expect(codes({ exception: { ...trap, subtype: text } })[0]).toBe(code)
  expect(codes({ exception: trap, termination: { reasons: [text] } })[0]).toBe(code)
  expect(codes({ exception: { ...trap, subtype: `see ${text}` } })).not.toContain(code)
})
