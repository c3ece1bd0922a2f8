/** Errors of React Native: its marks, rows of methods, components and screens, and words above them. */
import { describe, expect, test } from 'vitest'
import { reactNativeFormat } from '../../../../src/core/reports/free-text/react-native.ts'
import { claims } from '../../../support/claims.ts'
import { told } from './told.ts'

interface Stack {
  readonly title?: string
  readonly frames: readonly {
    readonly symbol?: object
    readonly script?: object
    readonly language?: string
    readonly span?: string
    readonly kind: string
  }[]
}
interface Report {
  readonly exception?: object
  readonly applicationInfo?: readonly string[]
  readonly lastException?: Stack
  readonly backtraces?: readonly Stack[]
}
const report = (...lines: readonly string[]): Report => told(reactNativeFormat, lines.join('\n')) as Report
const is = (...lines: readonly string[]): boolean => claims(reactNativeFormat, lines.join('\n'))
const MARK = 'RCTFatal'
const ROWS = ['count@main.jsbundle:12:345', 'pay@main.jsbundle:1:2'] as const

describe('rows of methods', () => {
  test.each<[string, string, string, number]>([
    [
      'RCTModuleMethod;invokeWithBridge:module:;RCTModuleMethod.m;489',
      '-[RCTModuleMethod invokeWithBridge:module:]',
      'RCTModuleMethod.m',
      489,
    ],
    [' \t<pre>T+$-;c$.;a-b+c.mm;123456789</pre>\t', '-[T+$- c$.]', 'a-b+c.mm', 123456789],
    ['-;count;a.c;1', 'count', 'a.c', 1],
    ...['m', 'mm', 'cpp', 'cc', 'c', 'swift', 'h'].map((suffix): [string, string, string, number] => [
      `T;c;a.${suffix};12`,
      '-[T c]',
      `a.${suffix}`,
      12,
    ]),
  ])('%j', (line, name, file, at) => {
    expect(report(line).lastException).toEqual({
      ...{ title: 'Native stack', span: line },
      frames: [{ id: 0, index: 0, kind: 'return', symbol: { name, file, line: at }, span: line.trimEnd() }],
    })
    expect(is(MARK, line)).toBe(true)
    expect(is('words', line)).toBe(line.includes('RCT'))
  })
  test.each([
    'x T;c;a.m;1',
    'T;c;a.txt;1',
    'T;c;a.m;x',
    'T;c;a.m;1234567890',
    'T;c;a.m;1 x',
    'T,x;c;a.m;1',
    'T;c,;a.m;1',
    'T;c;a!.m;1',
    ';c;a.m;1',
    'T;;a.m;1',
    'T;c;.m;1',
  ])('none: %s', (line) => {
    expect(report(line).lastException).toBeUndefined()
    expect(is(MARK, line)).toBe(false)
  })
})

test.each([
  'RCTx',
  'com.facebook.react',
  'Unhandled JS Exception',
  'facebook::react',
  'hermes',
  'react-native',
  'till.jsbundle',
])('the mark %s', (mark) => {
  expect(is(`an ${mark} a`, 'T;c;a.m;1')).toBe(true)
  expect(is(`an x${mark}x`.replace('Unhandled', 'handled').replace('xtill', 'till'), 'T;c;a.m;1')).toBe(false)
})

describe('two rows of scripts', () => {
  const R = 'react-native'
  test.each<[boolean, string, string]>([
    [true, 'count@a:1:2', 'pay@b:3:4'],
    [true, '  at count (a:1:2)', 'at (b:3:4)'.replace('(', 'c (')],
    [true, '\tat $c_.<a> (address at@a:123456:12) ', '@b:1:2'],
    [true, 'count@1:2', '@1:2\t'],
    [true, 'count@a:1:2\n  count@-1', 'pay@b:3:4'],
    [true, 'count@a:1:2\n at Till ', 'pay@b:3:4'],
    [true, 'count@a:1:2\r\n', 'pay@b:3:4'],
    [false, 'count@a:1:2', 'words'],
    [false, 'count@a:1:2\nwords', 'pay@b:3:4'],
    [false, 'count@a:1:2\nat till', 'pay@b:3:4'],
    [false, 'count@a:1:2 x', 'pay@b:3:4'],
    [false, 'x count@a:1:2', 'pay@b:3:4'],
    [false, 'count@a:1', 'pay@b:3:4'],
    [false, 'count@a:1:2', 'pay@b:3:4 x'],
    [false, 'count@a:1:2', 'x pay@b:3:4'],
    [false, 'count@a:1:2', 'pay@b:3:x'],
    [false, 'count@a b:1:2', 'pay@b:3:4'],
  ])('%j: %j and %j', (expected, first, second) => {
    expect(is(R, first, second)).toBe(expected)
    expect(is('words', first, second)).toBe(false)
  })
  const HEAD = 'Error: no till, js engine: hermes, stack:'
  test.each<[boolean, readonly string[]]>([
    [true, [HEAD, 'count@1:2', 'pay@123:456']],
    [true, [`${HEAD} \r`, 'I x: $c_.<a>@1:2 ', 'I x:pay@1:2\t\r']],
    [true, [HEAD, `${'x'.repeat(120)} count@1:2`, 'pay@1:2']],
    [false, [HEAD, `${'x'.repeat(122)} count@1:2`, 'I pay@1:2']],
    [false, [HEAD, 'I count@1:2', 'I pay@1:2 x']],
    [false, [HEAD, 'I count@1:2']],
    [false, [HEAD, 'I count@1:x', 'I pay@1:2']],
    [false, [HEAD.replace('hermes', 'he rmes'), 'I count@1:2', 'I pay@1:2', R]],
    [false, [`${HEAD}x`, 'I count@1:2', 'I pay@1:2']],
  ])('below the words of Hermes: %j %j', (expected, lines) => {
    expect(is(...lines)).toBe(expected)
  })
})

describe('the screen of an error', () => {
  const place = 'main.jsbundle:12:345'
  test.each<[string, string, string, number, number]>([
    ['count', place, 'main.jsbundle', 12, 345],
    ['\tcom.facebook.react.common.JavascriptException: count', place, 'main.jsbundle', 12, 345],
    ['$c_.<a> b', '  a-b.bundle:123456789:1\t\r', 'a-b.bundle', 123456789, 1],
    ['c\r', 't.js:1:2', 't.js', 1, 2],
  ])('%j %j', (name, at, file, line, column) => {
    const [stack] = report(name, at).backtraces ?? []
    expect(stack?.title).toBe('JavaScript stack')
    expect(stack?.frames).toEqual([
      {
        ...{ id: 0, index: 0, kind: 'exact', language: 'javascript', span: `${name}\n${at}`.trimEnd() },
        symbol: { name: name.trim().replace(/^.*: /, ''), file, line, column },
        script: { file, line, column },
      },
    ])
  })
  test.each([
    ['!count', place],
    ['count', `x ${place}`],
    ['count', `${place} x`],
    ['count', 'main.css:12:345'],
    ['count', 'main.js:12'],
    ['count', 'main.js:12:1234567890'],
    ['JavascriptException: count!', place],
  ])('none: %j %j', (name, at) => {
    expect(report(name, at).backtraces).toBeUndefined()
  })
  test('one row is enough below the words of the error, else three', () => {
    const rows = (count: number): string => `count\n${place}\n`.repeat(count)
    expect([1, 2, 3].map((count) => is(MARK, '', rows(count)))).toEqual([false, false, true])
    expect([0, 1].map((count) => is('Unhandled JS Exception: x', '', rows(count)))).toEqual([false, true])
    expect(report(rows(1001)).backtraces?.[0]?.frames).toHaveLength(1000)
  })
})

test.each<[string, string | undefined]>([
  ['  at Till', 'Till'],
  ['\t\tat T_1(a) ', 'T_1(a)'],
  [' at Till', undefined],
  ['  at till', undefined],
  ['  at Till x', undefined],
  ['  at Till()', undefined],
])('a component without a place between rows: %j', (line, name) => {
  const names = report(ROWS[0], line, ROWS[1]).backtraces?.flatMap(({ frames }) =>
    frames.map(({ symbol }) => (symbol as { name: string }).name),
  )
  expect(names).toEqual(['count', ...(name ? [name] : []), 'pay'])
})

describe('words', () => {
  const T = 'JavaScript error'
  const of = (...lines: readonly string[]): unknown => report(...lines).exception
  test.each<[string, object | undefined]>([
    ['Unhandled JS Exception: no till', { type: T, reason: 'no till' }],
    ['x Unhandled JS Exception:no till', { type: T, reason: 'no till' }],
    ["Exception 'no till' was thrown while invoking pay on Till", { type: T, reason: 'no till' }],
    ['Unhandled JS Exception: no till, stack:', { type: T, reason: 'no till' }],
    ['Unhandled JS Exception: no till stack: ', { type: T, reason: 'no till' }],
    ['TypeError: no till, js engine: hermes', { type: T, reason: 'TypeError: no till' }],
    ['x Error: no, js engine: h', { type: T, reason: 'Error: no' }],
    [
      'com.facebook.react.common.JavascriptException: no till, js engine: hermes, stack:',
      { type: T, reason: 'no till' },
    ],
    ['JavascriptException: no till', { type: T, reason: 'no till' }],
    ['aJavascriptException: no till', undefined],
    ['a.b.JavascriptException: , stack:', { type: T, name: 'a.b.JavascriptException' }],
    ['words', undefined],
  ])('%j', (words, exception) => {
    expect(of(words, '', ...ROWS)).toEqual(exception)
    const { reason } = (exception ?? {}) as { readonly reason?: string }
    if (reason !== undefined) expect(report(words, '', ...ROWS).applicationInfo).toEqual([reason])
  })
  test.each<[string, string | undefined]>([
    ['TypeError: no till\ncount@main.jsbundle:12:3', 'TypeError: no till'],
    [' ERROR  Error: no, stack: \n at c (a.js:1:2)\t', 'Error: no'],
    ['[!] E_1Error: n\n  at c.js:123', 'E_1Error: n'],
    ['x Error: no\ncount@main.jsbundle:12:3', undefined],
    ['typeError: no\ncount@main.jsbundle:12:3', undefined],
    ['TypeError: no\nwords:1', undefined],
    ['TypeError: no\nos: 17\nversion: 1\n  at c (a.js:1:2)', 'TypeError: no'],
    ['[x Error: no\n1\n2\n3\n4\n5\n6\n at c (a.js:1:2)', undefined],
    ['Error: no\n1\n2\n3\n4\n5\n6\n at c (a.js:1:2)\t', 'Error: no'],
    ['Error: no\n1\n2\n3\n4\n5\n6\n7\n at c (a.js:1:2)', undefined],
    ['Error: no\n1\n at c (a.js:1:2) x', undefined],
  ])('above rows: %j', (text, reason) => {
    expect(of(text)).toEqual(reason === undefined ? undefined : { type: T, reason })
  })
  test.each<[string, string | undefined]>([
    ['I x: TypeError: no till', 'TypeError: no till'],
    ['Warning: n', 'Warning: n'],
    ['Invariant Violation: n', 'Invariant Violation: n'],
    ['Other: n', undefined],
  ])('above components: %j', (words, reason) => {
    const heading = 'This error is located at:'
    expect(of(words, '', heading, '    in Till (created by Shop)', '    in Shop (created by App)')).toEqual(
      reason === undefined ? undefined : { type: T, reason },
    )
  })
  test('the name of the class of Java is left where its words are', () => {
    const place = 'index.bundle:1:2'
    expect(of(' com.facebook.react.JavascriptException: count', place)).toEqual({
      type: T,
      name: 'com.facebook.react.JavascriptException',
    })
    expect(of('JavascriptException: count', place)).toBeUndefined()
    expect(of('x a.JavascriptException: count', place)).toBeUndefined()
  })
})
