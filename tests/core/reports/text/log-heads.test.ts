/** Heads of lines in logs, part by part, and dated lines of a console and of the system. */
import { describe, expect, test } from 'vitest'
import { HEAD_BEGINS, LOG_HEADS } from '../../../../src/core/reports/text/log-heads.ts'
import { readLogLines } from '../../../../src/core/reports/text/log-lines.ts'

/** The first head that a line has. */
const headOf = (line: string): string | undefined => LOG_HEADS.flatMap((pattern) => pattern.exec(line)?.[0] ?? [])[0]

const TIME = '2026-01-02T03:04:05'
const LEVELS = [
  'TRACE',
  'DEBUG',
  'INFO',
  'WARN',
  'WARNING',
  'ERROR',
  'FATAL',
  'CRITICAL',
  'error',
  'warn',
  'info',
  'debug',
]

const heads: readonly string[] = [
  ...['>', '> ', '>>', '> > > ', '> > > > > > > > '],
  ...['- [ ] ', '* [x] ', '- [X] '],
  ...['web-1  | ', 'ab\t\t | ', 'till.x_1 | '],
  ...['[pod/t] ', '[pod/web-1/app] '],
  ...['Z', '.1Z', ',123456789Z', '+01:00', '.678-0130'].flatMap((zone) =>
    ['', 'stdout F ', 'stderr P ', 'a[b]: ', 'app.x-1[web.1]: ', 'a[b]:'].map((rest) => `${TIME}${zone} ${rest}`),
  ),
  ...['Jan  2 03:04:05 h a: ', 'Dec 12 03:04:05.678 host-1.x till.app[1234]: ', 'Jan 12 03:04:05.1 host t[7]: '],
  ...['', '.678+0100', ',678'].flatMap((part) =>
    ['T[7] ', 'Harbor-Till[1234:1f03] ', 'T[7:0xab] '].map((rest) => `2026-01-02 03:04:05${part} ${rest}`),
  ),
  `${TIME} T[7] `,
  ...['Info', 'Warning', 'Error', 'Message', 'Debug', 'Fatal'].flatMap((level) => [
    `[${level}:T] `,
    `[${level}   :  Unity Log] `,
  ]),
  ...LEVELS.flatMap((level) =>
    [`${level}:`, `[${level}]`].flatMap((word) =>
      ['', '03:04:05 ', '[03:04:05.678] ', '2026/01/02 03:04:05,1 ', '[2026-01-02T03:04:05] '].flatMap((time) => [
        `${time}${word} `,
        `${time}${word} - `,
      ]),
    ),
  ),
]

describe('heads', () => {
  test.each(heads)('%j', (head) => {
    for (const words of ['said', '7', '(x']) {
      expect(headOf(head + words)).toBe(head)
      expect(headOf(`x ${head}${words}`)).toBeUndefined()
    }
    expect(HEAD_BEGINS.test(head)).toBe(true)
    expect(HEAD_BEGINS.test(`x${head}`)).toBe(/^[a-z]{4,7}: |^[A-Za-z]{4,7}: |\|/.test(head))
  })

  test('a tool’s name at the end of its line', () => {
    expect(headOf('web-1  |')).toBe('web-1  |')
    expect(headOf('web-1  |x')).toBeUndefined()
  })

  test.each([
    '- [y] said',
    '-[ ] said',
    'w | said',
    'web-1| said',
    '1web | said',
    '[pod/] said',
    '[pod/a b] said',
    '[pod/a]said',
    `${TIME} said`,
    `${TIME}+1 said`,
    `${TIME}Zsaid`,
    'Jan 2 03:04:05 h a: said',
    'Jan  2 03:04:05 h a said',
    'jan  2 03:04:05 h a: said',
    'Jan  2 03:04:05 h a[x]: said',
    'Jan  2 03:04:05 h a b: said',
    '2026-01-02 03:04:05 T[x] said',
    '2026-01-02 03:04:05 T said',
    '2026-01-02 03:04:05 T[7]said',
    '[Notice:T] said',
    '[Info:] said',
    '[Info] T] said',
    'ERROR said',
    'ERROR:said',
    'Error: said',
    '[ERROR]said',
    '3:04:05 ERROR: said',
  ])('%j is none', (line) => {
    expect(headOf(line)).toBeUndefined()
  })

  test.each(['abc: said', 'abcdefghi: said', 'ab said', 'Jan 2 said', '-[ ] said', 'a | said', ' > said'])(
    '%j begins none',
    (line) => {
      expect(HEAD_BEGINS.test(line)).toBe(false)
    },
  )
})

describe('dated lines', () => {
  const times = [
    '2024-01-02 03:04:05',
    '2024-01-02 03:04:05.678',
    '2024-01-02 03:04:05.6+0100',
    '2024-01-02 03:04:05.678901 -0130',
  ]
  test.each(times)('of a console, %s', (time) => {
    for (const [process, pid] of [
      ['T', '7'],
      ['Harbor Till', '1234'],
    ] as const)
      for (const thread of ['a', '1f03', '0x1f'])
        for (const [one, two] of [
          [' ', ' '],
          ['  ', '   '],
        ] as const)
          for (const words of ['n', 'no till: 7']) {
            const line = `${time}${one}${process}[${pid}:${thread}]${two}${words}`
            const event = { time, kind: 'log', text: words }
            for (const text of [line, `words\n${line}`, `${line} \nwords`]) {
              expect(readLogLines(text)).toEqual([event])
              expect(readLogLines(text, Number(pid))).toEqual([event])
              expect(readLogLines(text, Number(pid) + 1)).toEqual([])
            }
            expect(readLogLines(`x ${line}`)).toEqual([])
          }
  })

  test.each([
    ['*** Terminating app', 0],
    ['*** First throw call stack', 0],
    ['terminating with x', 0],
    ['terminating due to x', 0],
    ['x *** Terminating app', 1],
    ['*** First', 1],
    ['x terminating with x', 1],
    ['terminating', 1],
  ])('%s', (words, count) => {
    expect(readLogLines(`2024-01-02 03:04:05 T[7:8] ${words}`)).toHaveLength(count)
  })

  const levels = [
    ['default', 'log', undefined],
    ['Info', 'log', undefined],
    ['DEFAULT', 'log', undefined],
    ['error', 'error', 'error'],
    ['Fault', 'error', 'fault'],
    ['Debug', 'log', 'debug'],
    ['errors', 'log', 'errors'],
    ['xfault', 'log', 'xfault'],
    ['infos', 'log', 'infos'],
    ['xdefault', 'log', 'xdefault'],
    ['d', 'log', 'd'],
  ] as const
  test.each(levels)('of the system, %s', (type, kind, level) => {
    for (const time of ['2022-01-21 18:14:25.8861 +0200', '2022-01-21 18:14:25 -0130'])
      for (const [a, b] of [
        ['0x2', '0x0'],
        ['0x203e78', '0xab12'],
      ] as const)
        for (const process of ['T', 'harbor till'])
          for (const pid of ['7', '1234'])
            for (const sender of [':', ' (sender): ', '():', '  (a b):  ', ': '])
              for (const words of ['n', 'no till: 7 ']) {
                const event = { time, kind, text: words.trim(), detail: process, ...(level !== undefined && { level }) }
                const line = `${time} ${type} ${a}  ${b} ${process}[${pid}]${sender}${words}`
                expect(readLogLines(`words\n${line}\nwords`, 99)).toEqual([event])
                expect(readLogLines(line.replace(` ${type} `, `  ${type}  `))).toEqual([event])
                expect(readLogLines(`x ${line}`)).toEqual([])
              }
  })

  test.each([
    '2024-01-02 03:04:05 T[7] n',
    '2024-01-02 03:04:05 T[x:7] n',
    '2024-01-02 03:04:05 [7:8] n',
    '2024-01-02 03:04:05 T[7:8]n',
    '2024-1-02 03:04:05 T[7:8] n',
    '2022-01-21 18:14:25 +0200 info 0x1 T[7]: n',
    '2022-01-21 18:14:25 +0200 info 0x1 0x2 T: n',
    '2022-01-21 18:14:25 +0200 info 0x1 0x2 T[7] n',
    '2022-01-21 18:14:25 info 0x1 0x2 T[7]: n',
  ])('%s is none', (line) => {
    expect(readLogLines(line)).toEqual([])
  })
})
