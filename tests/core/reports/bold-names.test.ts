/** Names whose strokes a writer of Markdown turned into stars, and the words above their stack. */
import { expect, test } from 'vitest'
import { repairText } from '../../../src/core/reports/repair/repair.ts'
import { toldOf } from '../../support/text-told.ts'

const row = (name: string) => `3   CoreFoundation                  0x02879de4 ${name} + 4\n`

test.each([
  ['**_TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION_**', '___TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION___'],
  ['**CFRUNLOOP_IS_CALLING_OUT_TO_A_TILL**', '__CFRUNLOOP_IS_CALLING_OUT_TO_A_TILL__'],
])('%s in a row', (name, whole) => {
  expect(repairText(row(name), 'till.txt').text).toBe(row(whole))
})

test.each([
  ['a word in bold', row('**IMPORTANT** weigh')],
  ['a name that somebody set in bold', row('**weigh_all**')],
  ['a line that is no row', 'Set **SHELF_WIDTH** to 0x10000000 first.\n'],
  ['a table of capitals', '1 **TILL_SIZE** 12\n'],
])('%s stays', (_what, text) => {
  expect(repairText(text, 'till.txt').text).toBe(text)
})

test('the words above a stack that ends in CoreFoundation’s last call are of it', () => {
  const [told] = toldOf(`Here is the error from Console:

**\\* Terminating app due to uncaught exception 'NSRangeException', reason: 'shelf 3 doesn't exist'

And here is the stack trace:

Thread 0 Crashed:  Dispatch queue: com.apple.main-thread
0   CoreFoundation                  0x02879de4 **_TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION_** + 4
1   libobjc.A.dylib                 0x93e7d509 objc_exception_throw + 56
2   CoreFoundation                  0x0283a01b +[NSException raise:format:arguments:] + 155
3   Larder                          0x00007cf0 -[Shelf fill] + 1520 (Shelf.m:751)
`)
  expect(told?.headline.title).toBe("Uncaught NSRangeException: shelf 3 doesn't exist")
  expect(told?.report.exception).toMatchObject({ name: 'NSRangeException', reason: "shelf 3 doesn't exist" })
  expect(told?.functions[0]).toBe('___TERMINATING_DUE_TO_UNCAUGHT_EXCEPTION___')
})
