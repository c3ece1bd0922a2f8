/** Lines of Android: a process that ended, its exception, and what logs put before lines. */
import { describe, expect, test } from 'vitest'
import { readAndroidCrash } from '../../../../src/core/reports/text/android-crash.ts'
import { withoutLogs, withoutPrefix } from '../../../../src/core/reports/text/android-log.ts'
import { lineAt, START } from './lines-at.ts'

describe('the process and its exception', () => {
  const header = { process: 'com.shop.till', pid: 1234 }
  test.each<[string, object | undefined]>([
    ['Process: com.shop.till, PID: 1234', { header }],
    ['E/AndroidRuntime: Process: a:b_2, PID: 123456789', { header: { process: 'a:b_2', pid: 123456789 } }],
    ['Process: a, PID: 7', { header: { process: 'a', pid: 7 } }],
    [
      'Process: com.shop.till, PID: 1234\njava.lang.IllegalStateException: no till ',
      { header, exception: { type: 'Java exception', name: 'java.lang.IllegalStateException', reason: 'no till' } },
    ],
    [
      'Process: com.shop.till, PID: 1234 \t\r\n01-02 E/x: x.Error\nat a.b',
      { header, exception: { type: 'Java exception', name: 'x.Error' } },
    ],
    [
      'Process: com.shop.till, PID: 1234\nkotlin._a1.b2.Till_3$4Exception: x',
      { header, exception: { type: 'Java exception', name: 'kotlin._a1.b2.Till_3$4Exception', reason: 'x' } },
    ],
    ['Process: com.shop.till, PID: 1234\nE: AB.c.TillError: x', { header }],
    ['Process: com.shop.till, PID: 1234\nat .c.TillError: x', { header }],
    ['Process: com.shop.till, PID: 1234\nTillError: x', { header }],
    ['Process: com.shop.till, PID: 1234\na.b.Till: x', { header }],
    ['Process: com.shop.till, PID: 1234\n\na.b.TillError: x', { header }],
    ['Process: com.shop.till, PID: 1234 x\na.b.TillError: x', { header }],
    ['A Process: com.shop.till PID: 1234', undefined],
    ['A Process: com shop, PID: 1234', undefined],
    ['Process: com.shop.till, PID: x', undefined],
    ['MyProcess: com.shop.till, PID: 1234', undefined],
    ['', undefined],
  ])('%j', (text, crash) => {
    expect(readAndroidCrash(text)).toEqual(crash)
  })
})

const HEADS = [
  '2024-01-02 03:04:05.678 I/Till: ',
  '\t 2024-01-02 03:04:05.678  \tE/x:',
  '01-02 03:04:05.678  1234  5678 E AndroidRuntime: ',
  '2024-01-02 03:04:05.678901234 1 2 V x:',
  ' 01-02 03:04:05.678 u0_a123-x  1234567\t \t1234567 F till \t: ',
  '01-02 03:04:05.678 u 1 2 W x: ',
  '01-02 03:04:05.678 u\t  1 2 W x: ',
  'E/AndroidRuntime( 1234): ',
  '\tW/x \t(1234567):',
  '01-02 03:04:05.678: D/x(1): ',
  '01-02 03:04:05.678123456 \t A/x(1): ',
  '01-02 03:04:05.678 1234-5678/com.shop.till E/AndroidRuntime: ',
  ' \t2024-01-02 03:04:05.678\t  1-2/?  \tI/x:',
  '2024-01-02 03:04:05.678  1234-5678  AndroidRuntime  com.shop.till  E  ',
  '\t2024-01-02 03:04:05.678 1-2\tx\ty\tI\t',
  '2024/01/02 03:04:05.678 1234 5678 Error Unity ',
  '\t2024/01/02 03:04:05.678  \t1 \t 2 Info x',
  '\t\u2800\u28ff E/x(1): '.replace(' ', ''),
  '\u2801I/x(1): ',
  '  \u2801\u2802\u2803\u2804I/x(1): ',
]

describe('what logs put before a line', () => {
  test.each(HEADS)('%j', (head) => {
    const behind = '\tat a.b(Till.java:1)'
    const text = `${head}${behind}`
    const taken = withoutPrefix(lineAt(text))
    expect(taken).toEqual({
      ...lineAt(text),
      text: behind.slice(-taken.text.length),
      start: START + text.length - taken.text.length,
    })
    // The blanks behind some heads are theirs.
    expect(taken.text.trimStart()).toBe('at a.b(Till.java:1)')
    for (const before of ['(', '1) '])
      expect(withoutPrefix(lineAt(`${before}${text}`))).toEqual(lineAt(`${before}${text}`))
  })

  test.each(['Verbose', 'Debug', 'Info', 'Warn', 'Warning', 'Error', 'Fatal', 'Assert'])(
    'a level of Unity, %s',
    (level) => {
      expect(withoutLogs(`2024/01/02 03:04:05.678 1 2 ${level} Unity x`)).toBe('x')
    },
  )

  test.each([...'VDIWEFA'])('a level, %s', (level) => {
    for (const head of [
      `2024-01-02 03:04:05.678 ${level}/x: `,
      `01-02 03:04:05.678 1 2 ${level} x: `,
      `${level}/x(1): `,
      `01-02 03:04:05.678 1-2/x ${level}/x: `,
      `2024-01-02 03:04:05.678 1-2 x y ${level} `,
      `\u2800${level}/x(1): `,
    ])
      expect(withoutLogs(`${head}y`)).toBe('y')
  })

  test.each([
    '2024-01-02 03:04:05.678 B/Till: x',
    '2024-01-02 03:04:05.678 I/Ti ll: x',
    '2024-01-02 03:04:05.678 I/Till x',
    '2024-01-0a 03:04:05.678 I/Till: x',
    '01-02 03:04:05.67 1234 5678 E x: x',
    '01-02 03:04:05.678 u+0 1234 5678 E x: x',
    '01-02 03:04:05.678 1234 5678 B x: x',
    'E/x(a): x',
    'E/x 1: x',
    'E/x',
    '01-02 03:04:05.678 1234/till E/x: x',
    '2024-01-02 03:04:05.678 1234-5678 a b B x',
    '2024/01/02 03:04:05.678 1 2 Loud Unity x',
    '\u2800 E/x(1): y',
    '\u2800B/x(1): y',
    'x\u2800E/x(1): y',
    '\u2800\u2800\u2800\u2800\u2800E/x(1): y',
    'at a.b(Till.java:1)',
    '',
  ])('nothing: %j', (text) => {
    expect(withoutPrefix(lineAt(text))).toEqual(lineAt(text))
  })

  test('three heads at most, and blanks of pages', () => {
    expect(withoutLogs('E/x(1): E/x(2): E/x(3): y')).toBe('y')
    expect(withoutLogs('E/x(1): E/x(2): E/x(3): E/x(4): y')).toBe('E/x(4): y')
    expect(withoutLogs('> E/x(1): y\n[pod/x] z')).toBe('y\nz')
    expect(withoutPrefix(lineAt('a\u00a0b\u00a0c'))).toEqual({ ...lineAt('a b c'), end: START + 5 })
    expect(withoutPrefix(lineAt('E/x(1):\u00a0y'))).toEqual({ ...lineAt('y'), start: START + 8, end: START + 9 })
  })
})
