/** Errors in the log of a Capacitor app. */
import { expect, test } from 'vitest'
import type { Report } from '../../../src/core/model/report.ts'
import { findPasted } from './fixture.ts'

const framesOf = (report: Report | undefined) =>
  report?.backtraces.flatMap(({ frames }) => frames.map(({ script }) => script))

const STARTUP = `⚡️  Loading app at capacitor://localhost...
⚡️  ------ STARTUP JS ERROR ------

⚡️  TypeError: undefined is not an object (evaluating 'till.items')
⚡️  URL: capacitor://localhost/assets/shop-1a2b.js
⚡️  shop-1a2b.js:14:3342

⚡️  WebView loaded
`

test('message, address and place of an error at the start are one frame', () => {
  const report = findPasted(STARTUP)
  expect(report?.format).toBe('capacitor-log')
  expect(report?.exception).toMatchObject({
    name: 'TypeError',
    reason: "undefined is not an object (evaluating 'till.items')",
  })
  // Web views count columns from 1, places of scripts from 0.
  expect(framesOf(report)).toEqual([{ file: 'capacitor://localhost/assets/shop-1a2b.js', line: 14, column: 3341 }])
})

test('later errors are objects, with or without a message', () => {
  const said = findPasted(
    '⚡️  [error] - {"message":"RangeError: too many","url":"capacitor://localhost/m.js","line":1,"column":20}\n',
  )
  expect(said?.exception).toMatchObject({ name: 'RangeError', reason: 'too many' })
  expect(framesOf(said)).toEqual([{ file: 'capacitor://localhost/m.js', line: 1, column: 19 }])
  const silent = findPasted('⚡️  [error] - ERROR {"line":1,"column":9,"sourceURL":"capacitor://localhost/m.js"}\n')
  expect(silent?.exception?.reason).toContain('m.js')
})

test('other lines of such a log are no errors', () => {
  expect(
    findPasted('⚡️  WebView loaded\n⚡️  URL: capacitor://localhost/\n⚡️  To Native ->  App addListener 1:2\n'),
  ).toBeUndefined()
  expect(findPasted('⚡️  [error] - {"line":1,"column":\n')).toBeUndefined()
  expect(findPasted('⚡️  [error] - {"line":-1,"column":1e30,"url":"a.js"}\n')).toBeUndefined()
})
