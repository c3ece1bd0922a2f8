/** Texts of several documents: further throws, words of a console below a report, and heads of `.ips` files. */
import { describe, expect, test } from 'vitest'
import { endsWithConsole, findFurtherThrown, findHeads, holdsSeveral } from '../../../src/core/reports/several.ts'
import { formsOf, type Part } from '../../support/text-forms.ts'

/** The rests of a text that begin at these offsets. */
const restsOf = (text: string, starts: readonly number[]): readonly string[] => starts.map((start) => text.slice(start))
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))

describe('a further throw with its stack', () => {
  const gap: Part = { right: [' ', '\n', '   '], wrong: ['', '    '] }
  const words = (at: string) =>
    formsOf(
      'Terminating',
      gap,
      'app',
      gap,
      'due',
      gap,
      'to',
      gap,
      'uncaught',
      gap,
      'exception',
      gap,
      "'",
      { right: ['TillClosed', 'N'], wrong: ['', "a'b"] },
      "',",
      gap,
      'reason:',
      gap,
      "'",
      { right: [at], wrong: [''] },
      '\n',
      'First',
      gap,
      'throw',
      gap,
      'call',
      gap,
      'stack:',
    )
  const first = joined(words('one').right)[0] ?? ''
  const second = words('two')
  test.each(joined(second.right))('%j', (text) => {
    expect(findFurtherThrown(`${first}\n*** ${text}`)).toEqual([first.length + 1])
  })
  test.each(second.wrong)('not %j', (text) => {
    expect(findFurtherThrown(`${first}\n*** ${text}`)).toEqual([])
  })
  const usual = joined(second.right)[0] ?? ''
  test.each<[one: string, other: string, isFurther: boolean]>([
    ['Till[41:1f03] *** ', 'Till[42:1f03] *** ', true],
    ['Till[41:1f03] *** ', 'Till[41:2a] *** ', false],
    ['Till[41] ', 'Till[41:12] *** ', false],
    ['Till[41] *** x ', 'Till[41] *** ', true],
    ['Till[41]', 'Till[41] ', true],
    ['Till[1234567890] ', 'Till[1234567890] ', true],
    ['', 'Till[41] ', true],
  ])('%j, %j: %j', (one, other, isFurther) => {
    const all = `${one}${first}\n${other}${usual}`
    expect(restsOf(all, findFurtherThrown(all))).toEqual(isFurther ? [other + usual] : [])
  })
  test('the same words once more, and words without a stack, are none', () => {
    expect(findFurtherThrown(`${first}\n${first}`)).toEqual([])
    expect(findFurtherThrown(first)).toEqual([])
    expect(findFurtherThrown(`${first}\n${usual.replace('First', 'Last')}`)).toEqual([])
    expect(findFurtherThrown(`${first}\n${usual.replace('\n', `\n${'x'.repeat(20_000)}`)}`)).toEqual([])
    expect(findFurtherThrown(`${first}\n${usual.replace('\n', `\n${'x'.repeat(19_000)}`)}`)).toEqual([first.length + 1])
  })
})

describe('words of a console at the end', () => {
  test.each<[string, boolean]>([
    ['*** Terminating app due to', true],
    ['Terminating app', false],
    ['Fatal error: x', true],
    ['Fatal errors', false],
    ['libc++abi: terminating', true],
    ['libc++abi.dylib: terminated', true],
    ['libc++abi.so: terminating', false],
  ])('%j: %j', (words, expected) => {
    expect(endsWithConsole(words)).toBe(expected)
    expect(endsWithConsole(words + ' '.repeat(4096))).toBe(false)
  })
})

describe('heads of `.ips` files', () => {
  const head = '{"app_name":"Till","bug_type":"309"}'
  test.each<[string, readonly number[], boolean]>([
    [`${head}\n{"a":1}`, [0], false],
    [`${head}\n{"a":1}\n \0`, [0], false],
    [`${head} \t\r\n \n{"a":1}`, [0], false],
    [`${head}\n{"a":1}\nmore`, [0], true],
    [`said\n${head}\n{"a":1}`, [5], true],
    [` \n${head}\n{"a":1}`, [2], false],
    [`${head}\n{"a":1}\n${head}\n{"a":2}`, [0, 45], true],
    [`${head}\nProcess: Till`, [], false],
    [`${head}`, [], false],
    [`${head}x\n{"a":1}`, [], false],
    [`"bug_type":"309"}\n{"a":1}`, [], false],
    [`{"app_name":"Till",\n "bug_type":\n"309"}\n{"a":1}`, [0], false],
    [`x {"bug_type":"309"}\n{"a":1}`, [], false],
    [`  {"b":{"bug_type":"309"}\n{"a":1}`, [0], false],
    [`Full Report\n-----------\n\n${head}\n{"a":1}`, [25], true],
    [`\nFull Report\n-----------\n\n${head}\n{"a":1}`, [], false],
    [`\r \tFull  \tReport ---\n${head}\n{"a":1}`, [], false],
    [`\nFull Report here\n${head}\n{"a":1}`, [18], true],
    [`\nThe Full Report\n${head}\n{"a":1}`, [17], true],
  ])('%j', (text, heads, isSeveral) => {
    expect([findHeads(text), holdsSeveral(text)]).toEqual([heads, isSeveral])
  })
})
