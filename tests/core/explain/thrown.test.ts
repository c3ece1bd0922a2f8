/** The exception object that a report names, and if it reached the top: each wording, and words that come near it. */
import { expect, test } from 'vitest'
import { thrownOf } from '../../../src/core/explain/thrown.ts'
import type { ExceptionInfo } from '../../../src/core/model/report.ts'
import { makeFrames, makeReport } from '../../support/report-builder.ts'

const thrown = (exception: ExceptionInfo | undefined, info: readonly string[], isEnd = false, text = '') =>
  thrownOf(makeReport({ text, ...(exception && { exception }) }), info, isEnd)

const HEAD = '*** Terminating app due to uncaught exception'

test.each([
  [`${HEAD} 'TillError', reason: 'no till'`, 'TillError', 'no till'],
  [`${HEAD} 'TillError',   reason: 'no till'`, 'TillError', 'no till'],
  [`${HEAD} 'TillError', reason: ' no till '`, 'TillError', 'no till'],
  [`${HEAD} 'TillError', reason: 'no till`, 'TillError', 'no till'],
  [`${HEAD} 'TillError', reason: 'it's 'the' till'`, 'TillError', "it's 'the' till"],
  [`${HEAD} 'TillError', reason: 'no till' ***`, 'TillError', 'no till'],
  [`${HEAD} 'TillError', reason: 'no till'terminating`, 'TillError', 'no till'],
  [`${HEAD} 'RCTFatal: can't open', reason: 'no till'`, "RCTFatal: can't open", 'no till'],
  [`${HEAD} 'T', reason: ''`, 'T', ''],
  [`libc++abi: terminating\n${HEAD} 'TillError', reason: 'no till'`, 'TillError', 'no till'],
])('libobjc’s line %j', (line, name, reason) => {
  for (const isEnd of [true, false])
    expect(thrown(undefined, [line], isEnd)).toEqual({ name, reason, isUncaught: true })
  expect(thrown(undefined, ['Till opened', line])).toEqual({ name, reason, isUncaught: true })
})

test('a reason goes on in the next entries up to its quote', () => {
  expect(thrown(undefined, [`${HEAD} 'TillError', reason: 'no till`, "at all'", 'later'])).toEqual({
    name: 'TillError',
    reason: 'no till\nat all',
    isUncaught: true,
  })
})

test.each([
  `note: ${HEAD} 'TillError', reason: 'no till'`,
  `${HEAD} '', reason: 'no till'`,
  `${HEAD} 'TillError'`,
  "Terminating app due to uncaught exception 'TillError', reason: 'no till'",
])('no line of libobjc: %j', (line) => {
  expect(thrown(undefined, [line], true)).toBeUndefined()
})

test.each([
  '-[Till open]: unrecognized selector sent to instance 0x10',
  '+[Till open]: unrecognized selector sent to class 0x10',
])('a missing method alone: %s', (reason) => {
  for (const isEnd of [true, false]) {
    const standard = { name: 'NSInvalidArgumentException', reason, isUncaught: isEnd }
    expect(thrown(undefined, [reason], isEnd)).toEqual(standard)
    expect(thrown({}, [reason], isEnd)).toEqual(standard)
    expect(thrown({ name: 'TillError' }, [`${reason} (closed)\nlater`], isEnd)).toEqual({
      name: 'TillError',
      reason: `${reason} (closed)`,
      isUncaught: isEnd,
    })
  }
  expect(thrown(undefined, [`note: ${reason}`], true)).toBeUndefined()
  expect(thrown(undefined, [reason.slice(1)], true)).toBeUndefined()
})

test('a reason without a name counts only at an end, beside a stack', () => {
  const withStack = (reason: string, isEnd: boolean, frames = makeFrames([{}])) =>
    thrownOf(makeReport({ exception: { reason }, lastException: { frames } }), [], isEnd)
  expect(withStack('no till', true)).toEqual({ name: 'NSException', reason: 'no till', isUncaught: true })
  const method = '-[Till open]: unrecognized selector sent to instance 0x10'
  expect(withStack(method, true)?.name).toBe('NSInvalidArgumentException')
  expect(withStack('no till', false)).toBeUndefined()
  expect(withStack('no till', true, [])).toBeUndefined()
  expect(thrown({ reason: 'no till' }, [], true)).toBeUndefined()
  expect(thrownOf(makeReport({ exception: {}, lastException: { frames: makeFrames([{}]) } }), [], true)).toBeUndefined()
})

test.each([
  'EXC_BAD_ACCESS',
  'SIGSEGV',
  'SignalException',
  'TillSignalException',
  'TillSignalHandler',
  'UncaughtExceptionHandlerSignalExceptionName',
  'Signal 11',
  'Signals',
])('a signal under the name of an exception is none: %s', (name) => {
  expect(thrown({ name, reason: 'no till' }, [], true)).toBeUndefined()
})

test.each(['TillException', 'MyEXC_Error', 'MySIGError', 'SIGn'])('%s is a name', (name) => {
  expect(thrown({ name, reason: 'no till' }, [], true)?.name).toBe(name)
})

const uncaught = (exception: ExceptionInfo, info: readonly string[], text = '', isEnd = false) =>
  thrown({ name: 'TillError', reason: 'no till', ...exception }, info, isEnd, text)?.isUncaught

test.each<readonly [string, boolean, ExceptionInfo, readonly string[], string]>([
  ['nothing says so', false, {}, [], ''],
  ['its type', true, { type: 'Unhandled exception' }, [], ''],
  ['its subtype', true, { subtype: 'uncaught' }, [], ''],
  ['its message', true, { message: 'Fatal Exception' }, [], ''],
  ['the information', true, {}, ['an Uncaught error'], ''],
  ['a word that only begins so', false, { message: 'uncaughtness' }, ['fatal exceptions'], ''],
  ['a handler on the stack', true, {}, [], '3 Till 0x1 TillUncaughtExceptionHandler + 12'],
  ['a handler of Swift', true, {}, [], '3 Till 0x1 uncaughtHandler() + 12'],
  ['a handler that is called', true, {}, [], 'uncaughtTillHandler(exception)'],
  ['a handler that is only named', false, {}, [], 'see uncaughtTillHandler of the app'],
  ['an error that its runtime logs', false, { type: 'JavaScript error' }, [], ''],
  ['an error that ended the program', true, { type: 'JavaScript error' }, [], 'Fatal Exception: no till'],
])('uncaught or not: %s', (_, isUncaught, exception, info, text) => {
  expect(uncaught(exception, info, text)).toBe(isUncaught)
  expect(uncaught(exception, info, text, true)).toBe(true)
})

test('a handler far down in a very long text is not looked for', () => {
  expect(uncaught({}, [], `${' '.repeat(199_000)} uncaughtHandler(a)`)).toBe(true)
  expect(uncaught({}, [], `${' '.repeat(200_000)} uncaughtHandler(a)`)).toBe(false)
})

test.each([
  ['TillException', undefined, true],
  ['Exception', undefined, false],
  ['TException', undefined, true],
  ['TillError', undefined, false],
  ['tillException', undefined, false],
  ['my.TillException', undefined, false],
  ['TillException2', undefined, false],
  ['TillError', 'Fatal Exception', true],
  ['my.shop.TillError', 'Fatal Exception', true],
  ['my.shop.TillException', 'Fatal Exception', true],
  ['my.shop.till', 'Fatal Exception', false],
  ['.TillError', 'Fatal Exception', false],
  ['TillErrors', 'Fatal Exception', false],
])('a name without a reason: %s, %s', (name, message, isException) => {
  const found = thrown({ name, ...(message !== undefined && { message }) }, [], true)
  expect(found).toEqual(isException ? { name, reason: '', isUncaught: true } : undefined)
  expect(thrown({ name, reason: 'no till', ...(message !== undefined && { message }) }, [], true)?.name).toBe(name)
})
