/** The stack of managed code that ended its process, its words, and rows without `at` that prove such a text. */
import { expect, test } from 'vitest'
import { managedStackFormat } from '../../../../src/core/reports/free-text/managed-stack.ts'
import { claims } from '../../../support/claims.ts'
import { told } from './told.ts'

interface Told {
  readonly exception?: { readonly type?: string; readonly name?: string; readonly reason?: string }
  readonly threads?: readonly {
    readonly name: string
    readonly crashed: boolean
    readonly unnumbered: boolean
    readonly span: string
    readonly frames: readonly { readonly kind: string }[]
  }[]
}

/** The exception, and each stack by its first row: whether it ended the process, and how its first address is read. */
function ends(...lines: readonly string[]): unknown {
  const { exception, threads = [] } = told(managedStackFormat, lines.join('\n')) as Told
  const name = exception && `${exception.type ?? ''}, ${exception.name ?? ''}: ${exception.reason ?? ''}`
  return [
    name ?? 'no exception',
    ...threads.map(
      ({ crashed, unnumbered, span, frames }) =>
        `${crashed ? 'ended' : 'other'}${unnumbered ? '' : ' with a number'} ${frames[0]?.kind ?? ''}: ${span.split('\n', 1)[0]?.trim() ?? ''}`,
    ),
  ]
}

const [count, pay, shut] = ['count(Till.java:1)', 'pay(Till.java:2)', 'shut(Till.java:3)'].map(
  (row) => `\tat shop.Till.${row}`,
) as [string, string, string]
const thrown = 'java.lang.IllegalStateException: no till'
const told1 = 'Java exception, java.lang.IllegalStateException: no till'
const [atCount, atPay] = ['at shop.Till.count(Till.java:1)', 'at shop.Till.pay(Till.java:2)']

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['no exception', [count, pay], ['no exception', `other exact: ${atCount}`]],
  ['its rows', [thrown, count, pay], [told1, `ended exact: ${atCount}`]],
  ['rows above it', [pay, thrown, count, shut], [told1, `other exact: ${atPay}`, `ended exact: ${atCount}`]],
  ['rows below it', [thrown, count, shut, 'words', pay], [told1, `ended exact: ${atCount}`, `other exact: ${atPay}`]],
  [
    'an earlier exception',
    ['java.lang.Error: an earlier one', pay, 'FATAL EXCEPTION: main', thrown, count],
    [told1, `other exact: ${atPay}`, `ended exact: ${atCount}`],
  ],
  [
    'the same earlier one',
    ['java.lang.IllegalStateException: other', pay, 'FATAL EXCEPTION: main', thrown, count],
    [told1, `other exact: ${atPay}`, `ended exact: ${atCount}`],
  ],
  [
    'an exception above the word of its end',
    [thrown, count, 'FATAL EXCEPTION: main', pay],
    [told1, `ended exact: ${atCount}`, `other exact: ${atPay}`],
  ],
])('the stack below the exception ended the process: %s', (_, lines, all) => {
  expect(ends(...lines)).toEqual(all)
})

test.each<readonly [string, boolean, readonly string[]]>([
  ['two rows of wrappers', true, ['(wrapper dynamic-method) a<(x)>(int)', '(wrapper dynamic-method) b<(x)>(int)']],
  ['one of them', false, ['(wrapper dynamic-method) a<(x)>(int)']],
  ['a row of wrappers and one of Unity', true, ['(wrapper dynamic-method) a<(x)>(int)', 'Shop.Till:Count()']],
  ['two bare rows with places', true, ['Shop.Till.Count (Int32) in /a/Till.cs:4', 'Shop.Till.Pay ()']],
  ['the other way round', true, ['till.Count ()', 'Shop.Till.Count (Int32) in /a/Till.cs:4']],
  ['empty lines between them', true, ['Shop.Till.Count ()', '', ' \t', 'till.Pay ()']],
  ['blanks in front', true, ['', '   ', 'Shop.Till.Count ()', 'till.Pay ()']],
  ['words between them', false, ['Shop.Till.Count ()', 'some words', 'till.Pay ()']],
  ['a sure row before words', false, ['Shop.Till.Count ()', 'some words', 'till.Pay ()', 'till.Count ()']],
  ['one bare row', false, ['Shop.Till.Count ()']],
  ['one row that is not sure', false, ['till.Count ()']],
  ['two that are not sure', false, ['till.Count ()', 'till.Pay ()']],
  ['three of which the first is sure', true, ['words', 'Shop.Till.Count ()', 'till.Pay ()', 'till.Pay ()']],
  ['one row of a service', true, ['Shop.Till.Count () in <0a1b>:12;Shop']],
  ['no row of a service', false, ['Shop.Till.Count () in <0a1b>:12;']],
  ['two lines of logs', true, [1, 2].map((at) => `2024-03-01 10:11:12.131 Till[12:3] at Shop.Till.Count${at} ()`)],
  ['one of them', false, ['2024-03-01 10:11:12.131 Till[12:3] at Shop.Till.Count ()']],
  ['two Java-like rows', true, ['at Shop.Till.Count (Unknown Source)', 'at Shop.Till.Pay (Unknown Source:2)']],
  ['one Java-like row', false, ['at Shop.Till.Count (Unknown Source)']],
  ['a lone row of Java', true, [count]],
  ['a lone row behind words', false, ['words', count]],
  ['a lone row before words', false, [count, 'words']],
  ['a lone row in a log', true, [`03-01 10:11:12.131  123  456 E AndroidRuntime: ${count}`]],
  ['nothing', false, ['', '  ']],
])('rows without more words prove a stack: %s', (_, isOne, lines) => {
  expect(claims(managedStackFormat, lines.join('\n'))).toBe(isOne)
})

const stacks = (lines: readonly string[]): number =>
  (told(managedStackFormat, lines.join('\n')) as Told).threads?.length ?? 0
test.each<readonly [string, number, readonly string[]]>([
  ['one empty line', 1, [count, '', pay]],
  ['four', 1, [count, '', ' ', '', '\t', pay]],
  ['two words with an empty line', 2, [count, '', 'words', pay]],
  ['an empty line and words', 2, [count, 'words', '', pay]],
  ['bare rows of .NET', 1, ['Shop.Till.Count ()', '', 'Shop.Till.Pay ()']],
  ['lines at the ends', 1, ['', '', count, pay, '', '']],
])('empty lines between rows: %s', (_, all, lines) => {
  expect(stacks(lines)).toBe(all)
})

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['quoted source', ['/app/till.js:4', '    throw 1', '    ^^^'], []],
  ['without its mark', ['/app/till.js:4:2', '    throw 1', '    x'], ['/app/till.js:4:2']],
])('the place that Node quotes above a mark is no row: %s', (_, above, rows) => {
  const own = ['    at count (/app/till.js:4:3)', '    at pay (/app/till.js:5:3)']
  const { threads = [] } = told(managedStackFormat, [...above, '', 'Error: no till', ...own].join('\n')) as Told
  expect(threads.map(({ span }) => span)).toEqual([...rows, own.join('\n')])
})

test('rows of native code stand beside those of scripts, in the order of the text', () => {
  const native = ['\t0x105af2a74 - /app/Till : pay', '\t0x105af2a80 - /app/Till : count']
  const managed = [
    '  at Shop.Till.Count () [0x00001] in /a/Till.cs:4',
    '  at Shop.Till.Pay () [0x00001] in /a/Till.cs:8',
  ]
  const [atNative, atManaged] = ['0x105af2a74 - /app/Till : pay', 'at Shop.Till.Count () [0x00001] in /a/Till.cs:4']
  expect(ends(...native, '', ...managed)).toEqual([
    'no exception',
    `other return: ${atNative}`,
    `other exact: ${atManaged}`,
  ])
  expect(ends(...managed, '', ...native)).toEqual([
    'no exception',
    `other exact: ${atManaged}`,
    `other return: ${atNative}`,
  ])
})
