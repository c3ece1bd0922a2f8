/** Errors of scripts in the log of a web view, line by line. */
import { describe, expect, test } from 'vitest'
import { capacitorFormat } from '../../../../src/core/reports/free-text/capacitor.ts'
import { claims } from '../../../support/claims.ts'
import { framesTold, told } from './told.ts'

const SIGN = '\u26A1\uFE0F'
const URL = 'capacitor://localhost/main.js'
const exceptionOf = (text: string): unknown =>
  (told(capacitorFormat, text) as { readonly exception?: object }).exception
const frame = (span: string, file: string, line: number, column: number) => ({
  ...{ index: 0, kind: 'exact', language: 'javascript', span: span.trimEnd() },
  symbol: { name: '<anonymous>', file, line, column },
  script: { file, line, column: column - 1 },
})

test('an error, whole', () => {
  const lines = [
    `${SIGN}  Uncaught till`,
    `${SIGN}  TypeError: no till`,
    `${SIGN}  URL: ${URL}`,
    `${SIGN}  main.js:1:812`,
  ] as const
  expect(told(capacitorFormat, lines.join('\n'))).toEqual({
    exception: { type: 'JavaScript error', name: 'TypeError', reason: 'no till' },
    applicationInfo: ['no till'],
    backtraces: [{ title: 'JavaScript stack', span: lines[3], frames: [{ id: 0, ...frame(lines[3], URL, 1, 812) }] }],
    sections: [{ kind: 'text', title: 'Text around the stacks', text: lines.slice(0, 3).join('\n') }],
    frameCount: 1,
  })
})

describe('places', () => {
  test.each<[string, string, string, number, number]>([
    [`${SIGN}  URL: ${URL}`, `${SIGN}  main.js:1:812`, URL, 1, 812],
    [
      `> \t${SIGN}\tURL: ionic+a.b-c1://x`,
      `>>\u26A1main.js:123456789:123456789\t `,
      'ionic+a.b-c1://x',
      123456789,
      123456789,
    ],
    ['URL: ab://y', '1:2', 'ab://y', 1, 2],
    ['        \u26A1        URL: ab://y', 'm:1:2', 'ab://y', 1, 2],
  ])('%j above %j', (url, place, ...parts) => {
    expect(framesTold(capacitorFormat, `${url}\n${place}`)).toEqual([frame(place, ...parts)])
  })
  test.each([
    [`URL: ${URL}`, 'main.js:1'],
    [`URL: ${URL}`, 'main.js:1:2:'],
    [`URL: ${URL}`, 'main.js:x:2'],
    [`URL: ${URL}`, 'my main.js:1:2'],
    [`URL: ${URL}`, 'main.js:1234567890:x'],
    [`URL: ${URL}`, 'x\nmain.js:1:2'],
    [`x URL: ${URL}`, 'main.js:1:2'],
    [`URL: ${URL} x`, 'main.js:1:2'],
    ['URL: 1b://y', 'main.js:1:2'],
    ['URL: a://y', 'main.js:1:2'],
    ['URL: a b://y', 'main.js:1:2'],
    ['URL: ab:/y', 'main.js:1:2'],
    ['URL:ab://y', 'main.js:1:2'],
    [`x${SIGN} URL: ${URL}`, 'main.js:1:2'],
    [`         ${SIGN} URL: ${URL}x`.replace(/ (?=U)/, 'x'), 'main.js:1:2'],
    ['', 'main.js:1:2'],
  ])('none: %j above %j', (url, place) => {
    expect(framesTold(capacitorFormat, `${url}\n${place}`)).toEqual([])
  })
  test('a place needs its address each time', () => {
    expect(framesTold(capacitorFormat, `URL: ${URL}\n1:2\n1:3\nURL: ${URL}\n1:4`)).toEqual([
      frame('1:2', URL, 1, 2),
      frame('1:4', URL, 1, 4),
    ])
  })
})

test.each<[words: string, name?: string, reason?: string]>([
  ['TypeError: no till', 'TypeError', 'no till'],
  [`${SIGN} E_1xException: n `, 'E_1xException', 'n'],
  ['Error: no', 'Error', 'no'],
  ['Exception: no', 'Exception', 'no'],
  ['typeError: no'],
  ['x TypeError: no'],
  ['TypeErrors: no'],
  ['TypeError no'],
  ['TypeError:'],
])('the words of %j', (words, name, reason) => {
  expect(exceptionOf(`${words}\nURL: ${URL}\n1:2`)).toEqual(name && { type: 'JavaScript error', name, reason })
})

describe('one object', () => {
  const object = (value: object): string => `${SIGN}  [error] - ${JSON.stringify(value)}`
  const whole = { message: 'TypeError: no till', url: URL, line: 1, column: 20 }
  test.each<[string, object | undefined]>([
    [object(whole), { name: 'TypeError', reason: 'no till' }],
    [object(whole).replace('- ', '- ERROR '), { name: 'TypeError', reason: 'no till' }],
    [object({ ...whole, message: 'no till' }), { reason: 'no till' }],
    [object({ ...whole, message: 5 }), { reason: 'error in main.js, without a message' }],
    [object({ sourceURL: URL, line: 1, column: 20 }), { reason: 'error in main.js, without a message' }],
    [object({ ...whole, line: 0 }), undefined],
    [object({ ...whole, line: '1' }), undefined],
    [object({ ...whole, line: 1.5 }), undefined],
    [object({ ...whole, column: 0 }), undefined],
    [object({ ...whole, column: -1 }), undefined],
    [object({ ...whole, column: undefined }), undefined],
    [object({ ...whole, url: 5 }), undefined],
    [object({ ...whole, url: undefined }), undefined],
    [object(whole).replace('}', ''), undefined],
    [object(whole).replace('"url"', 'url'), undefined],
    [object(whole).replace('[error]', '[errors]'), undefined],
    [object(whole).replace('- ', '-'), undefined],
    [object(whole).replace(SIGN, ''), undefined],
    [`${object(whole)}x`, undefined],
    [object(whole).replace('[', 'x['), undefined],
  ])('%s', (line, parts) => {
    expect(framesTold(capacitorFormat, line)).toEqual(parts ? [frame(line, URL, 1, 20)] : [])
    expect(claims(capacitorFormat, line)).toBe(parts !== undefined)
    if (parts) expect(exceptionOf(line)).toEqual({ type: 'JavaScript error', ...parts })
  })
})

test('a thousand errors are read', () => {
  const errors = (count: number): number => framesTold(capacitorFormat, 'URL: ab://y\n1:2\n'.repeat(count)).length
  expect([errors(3), errors(999), errors(1000), errors(1001)]).toEqual([3, 999, 1000, 1000])
})

test.each<[string, boolean]>([
  [`${SIGN} URL: ${URL}\n1:2`, true],
  [`URL: ${URL}\n1:2`, false],
  [`${SIGN} URL: ${URL}`, false],
])('%j is such a log: %j', (text, is) => {
  expect(claims(capacitorFormat, text)).toBe(is)
})
