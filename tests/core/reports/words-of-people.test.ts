/** What people say of an error in sentences of their own is no word of a report. */
import { expect, test } from 'vitest'
import { toldOf } from '../../support/text-told.ts'

test.each([
  'My app crashes with a EXC_BAD_ACCESS message on the SIGSEGV signal when I open the till.\n\nWhat am I doing wrong?\n',
  'I am getting loads of inexplicable EXC_BAD_ACCESS errors since then, even though I am careful.\n',
])('the name of an exception in a sentence is no report: %s', (text) => {
  expect(toldOf(text)).toEqual([])
})

test.each([
  'The program ends with EXC_BAD_ACCESS (code=1, address=0x10) when I open the till.\n',
  'Thread 1: EXC_BAD_ACCESS\n',
  'It stops with `EXC_BAD_ACCESS` when I open the till.\n',
])('with a number, in a line of its own or set as code it is: %s', (text) => {
  expect(toldOf(text)[0]?.report.exception?.type).toBe('EXC_BAD_ACCESS')
})

test.each([
  ['I also get `libc++abi.dylib: terminating with uncaught exception of type NSException` (and no stack) on iOS 11.\n'],
  ['### Till (libc++abi.dylib: terminating with uncaught exception of type NSException) error on a device\n'],
])('a message that is quoted ends where its quotation does: %s', (text) => {
  expect(toldOf(text)[0]?.report.applicationInfo).toEqual([
    'libc++abi.dylib: terminating with uncaught exception of type NSException',
  ])
})
