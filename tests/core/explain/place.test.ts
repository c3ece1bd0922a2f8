/** The place in a headline: the innermost function where the words are true of it, and who called it. */
import { expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { app, buildReport, system, type FrameParts } from '../../support/report-builder.ts'

type More = Partial<Omit<Report, 'threads'>>

const titleOf = (frames: readonly FrameParts[], more: More): string => {
  const made = buildReport(frames, more)
  return headlineOf({ ...made, ...explain(made) }).title
}
const access: More = {
  exception: { type: 'EXC_BAD_ACCESS', signal: 'SIGSEGV', address: runtimeAddress(0x1_2345_6789) },
}
const abort: More = { exception: { type: 'EXC_CRASH', signal: 'SIGABRT' } }
const trap: More = { exception: { type: 'EXC_BREAKPOINT', signal: 'SIGTRAP' } }
const total = app('Cart.total()')

test.each([
  ['in the user’s function itself', [total, app('show')], 'at 0x123456789 in Cart.total()'],
  ['in a library that it called', [system('memmove'), total], ' in memmove (called from Cart.total())'],
  ['with others between', [system('free'), system('dlclose'), total], ' in free (called from Cart.total())'],
  ['below a signal handler', [app('onSignal'), system('_sigtramp'), system('free'), total], ' in free (called from Cart.total())'],
  ['in a library without names', [system(), total], ' in libsystem.dylib (called from Cart.total())'],
  ['far from the user’s code', [system('free'), ...Array.from({ length: 12 }, () => system('next')), total], ' in free'],
] as const)('a failed access %s', (_, frames, end) => {
  expect(titleOf(frames, access).slice(-end.length)).toBe(end)
}) // prettier-ignore

test.each([
  ['the caller of abort', [system('__pthread_kill'), system('abort'), total], ' in Cart.total()'],
  ['a library that aborts', [system('abort'), system('check_heap'), total], ' in check_heap (called from Cart.total())'],
  ['the function that asserts', [system('abort'), system('__assert_rtn'), app('getHost'), total], ' in getHost'],
  ['a library that asserts', [system('__assert_rtn'), system('getHost'), total], ' in getHost (called from Cart.total())'],
] as const)('an abort is of %s', (_, frames, end) => {
  expect(titleOf(frames, abort).slice(-end.length)).toBe(end)
}) // prettier-ignore

test('a check of Swift is of the function that holds it, not of the runtime that stopped', () => {
  const stop = system('_assertionFailure(_:_:file:line:flags:)')
  expect(titleOf([stop, total], trap)).toMatch(/ in Cart\.total\(\)$/)
  expect(titleOf([stop, system('checkIndex'), total], trap)).toMatch(/ in checkIndex \(called from Cart\.total\(\)\)$/)
})

test('a check of Swift that the report tells is of its caller, also where the runtime has no names', () => {
  const made = buildReport([system(), system(), total], {
    ...trap,
    applicationInfo: ['Shop/Cart.swift:9: Fatal error: Unexpectedly found nil while unwrapping an Optional value'],
  })
  const images = made.report.images.map((image) =>
    image.index === 1 ? { ...image, name: 'libswiftCore.dylib' } : image,
  )
  const renamed = { ...made, report: { ...made.report, images } }
  expect(headlineOf({ ...renamed, ...explain(renamed) }).title).toMatch(/ in Cart\.total\(\)$/)
})

const thrownFrom = (...frames: readonly FrameParts[]): string => {
  const thrown = buildReport(frames).report.threads[0]?.frames ?? []
  return titleOf(frames, { ...abort, lastException: { frames: thrown } })
}

test('an exception is of the function that threw, never of what throws or reports', () => {
  const machinery = [system('__exceptionPreprocess'), system('objc_exception_throw')]
  expect(thrownFrom(...machinery, total)).toBe('Uncaught NSException in Cart.total()')
  expect(thrownFrom(...machinery, system('-[__NSArrayM insertObject:atIndex:]'), total)).toBe(
    'Uncaught NSException in -[__NSArrayM insertObject:atIndex:] (called from Cart.total())',
  )
  expect(thrownFrom(...machinery, app('RCTFatal'), app('-[RCTExceptionsManager reportException:]'), total)).toBe(
    'Uncaught NSException',
  )
  expect(thrownFrom(app('__exceptionPreprocess'), app('objc_exception_throw'), total)).toBe(
    'Uncaught NSException in Cart.total()',
  )
})

test('long names of C++ are short in a headline', () => {
  const name = 'shop::Cart<std::vector<int, std::allocator<int>>>::total(std::basic_string<char, std::allocator<char>>)'
  expect(titleOf([app(name)], access)).toMatch(/ in shop::Cart<…>::total\(…\)$/)
})
