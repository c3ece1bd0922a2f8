/** The reason of a termination in the forms that systems printed it in, and a thread dump's row on the line of its heading. */
import { expect, test } from 'vitest'
import { threadDumpFormat } from '../../../src/core/reports/free-text/thread-dump.ts'
import { buildTermination } from '../../../src/core/reports/text/apple-header.ts'

type Told = Readonly<Record<string, unknown>> | undefined
const reason = (text: string, ...more: readonly (readonly [string, string])[]) =>
  buildTermination([['Termination Reason', text], ...more])

test.each<readonly [string, Told]>([
  ['Namespace SIGNAL, Code 6 Abort trap: 6', { namespace: 'SIGNAL', code: 6n, indicator: 'Abort trap: 6' }],
  ['Namespace SIGNAL, Code 0xb', { namespace: 'SIGNAL', code: 11n }],
  ['Namespace SIGNAL, Code 6; Abort', { namespace: 'SIGNAL', code: 6n, indicator: 'Abort' }],
  ['Namespace SIGNAL, Code 6, Abort', { namespace: 'SIGNAL', code: 6n, indicator: 'Abort' }],
  ['Namespace GUARD', { namespace: 'GUARD' }],
  ['Namespace GUARD, no code', { namespace: 'GUARD', indicator: 'no code' }],
  ['FRONTBOARD 2343432205', { namespace: 'FRONTBOARD', code: 0x8bad_f00dn }],
  ['SIGNAL 6 Abort trap: 6', { namespace: 'SIGNAL', code: 6n, indicator: 'Abort trap: 6' }],
  ['DYLD, [0x1] Library missing', { namespace: 'DYLD', code: 1n, indicator: 'Library missing' }],
  ['<NO_NS> 0x5', { namespace: '<NO_NS>', code: 5n }],
  ['<0x19> 5', { namespace: '<0x19>', code: 5n }],
  ['the user left', { reasons: ['the user left'] }],
  ['signal 6', { reasons: ['signal 6'] }],
  ['Namespace DYLD, Code 1 Library missing\n  not loaded: Till  \n\n', { namespace: 'DYLD', code: 1n, indicator: 'Library missing', reasons: ['not loaded: Till'] }],
  ['Namespace DYLD, Code 1\na\nb', { namespace: 'DYLD', code: 1n, reasons: ['a\nb'] }],
  ['Namespace DYLD, Code 1\n \n', { namespace: 'DYLD', code: 1n }],
  ['the user left\nat once', { reasons: ['the user left\nat once'] }],
])('the reason %j', (text, told) => {
  expect(reason(text)).toEqual(told)
}) // prettier-ignore

test.each<readonly [readonly (readonly [string, string])[], Told]>([
  [[], undefined],
  [[['Termination Signal', 'Abort trap: 6']], { indicator: 'Abort trap: 6' }],
  [[['Terminating Process', 'Guard [8]']], { byProcess: 'Guard [8]' }],
  [[['Termination Description', 'SPRINGBOARD, x']], { reasons: ['SPRINGBOARD, x'] }],
  [[['Termination Description', 'DYLD, a | b | c']], { namespace: 'DYLD', reasons: ['a\nb\nc'] }],
  [[['Reason', 'The process was terminated for exceeding jetsam memory limits']], { namespace: 'JETSAM', reasons: ['The process was terminated for exceeding jetsam memory limits'] }],
  [[['Reason', 'My process was terminated for exceeding jetsam memory limits']], undefined],
  [[['Termination Reason', 'Namespace A, Code 1 x'], ['Termination Signal', 'y'], ['Terminating Process', 'z'], ['Termination Description', 'w']], { namespace: 'A', code: 1n, indicator: 'x', byProcess: 'z', reasons: ['w'] }],
  [[['Termination Reason', 'Namespace A, Code 1'], ['Termination Signal', 'y']], { namespace: 'A', code: 1n, indicator: 'y' }],
  [[['Termination Reason', 'Namespace A, Code 1'], ['Termination Description', 'DYLD, a | b']], { namespace: 'A', code: 1n, reasons: ['DYLD, a | b'] }],
])('the fields %j', (fields, told) => {
  expect(buildTermination(fields)).toEqual(told)
}) // prettier-ignore

// The format alone: steps before it take such rows from their headings, too.
test.each([
  ['"main" tid=1 Blocked at com.shop.Cart.close (Cart.java:9)', 'com.shop.Cart.close'],
  ['"main" tid=1 Blocked at com.shop.Cart.close (Native method)', 'com.shop.Cart.close'],
  ['"main" tid=1 Blocked at com.shop.Cart.close(Native method)  ', 'com.shop.Cart.close'],
  ['"main" tid=1 Blocked at _Cart.close(Native method)', '_Cart.close'],
  ['"main" tid=1 Blocked at $Cart.close (Native method)', '$Cart.close'],
  ['"main" tid=1 Blocked', undefined],
  ['"main" tid=1 Blocked (com.shop.Cart.close)', undefined],
])('a row on the line of its heading: %s', (heading, name) => {
  const text = `"pool" tid=2 Waiting\n  at com.shop.Cart.take (Cart.java:7)\n\n${heading}\n  at com.shop.Cart.open (Cart.java:3)\n`
  const read = threadDumpFormat.parse({ path: 'dump.txt', text } as never)
  const [report] = read.ok ? read.value : []
  const names = report?.threads[1]?.frames.map(({ symbol }) => symbol?.name)
  expect(names).toEqual([...(name === undefined ? [] : [name]), 'com.shop.Cart.open'])
})
