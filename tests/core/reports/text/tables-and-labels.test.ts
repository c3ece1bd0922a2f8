/** Tables that are no stacks, characters, and labels: each form, and texts that are none. */
import { describe, expect, test } from 'vitest'
import { asLine, splitLines } from '../../../../src/core/reports/base/lines.ts'
import {
  decodeBase64,
  decodeBase64Text,
  decodeBytes,
  decodeHexText,
} from '../../../../src/core/reports/text/encoded-text.ts'
import { unescapeEntities } from '../../../../src/core/reports/text/entities.ts'
import { FIELD_LABEL, QUEUE_BEFORE, STACK_LABEL } from '../../../../src/core/reports/text/head-labels.ts'
import { withoutSharedPrefix } from '../../../../src/core/reports/text/shared-prefix.ts'
import { isColumns, isMemory, isNoImage, isTable } from '../../../../src/core/reports/text/table-rows.ts'

describe('tables', () => {
  test.each<[string, boolean, boolean]>([
    ['00 0a ff', true, true],
    ['x 00  0a\tFF y', true, true],
    ['00 0a', false, false],
    ['00 0a fff', false, false],
    ['0x104cc:', true, true],
    ['x 0x104CC', true, true],
    ['0x104', false, false],
    ['a0x104cc', false, false],
    ['12%', false, true],
    ['12% x', false, true],
    ['12%x', false, false],
    ['till[12]', false, true],
    ['till[12:34]: x', false, true],
    ['till[12]x', false, false],
    ['name:', false, true],
    ['a:b', false, false],
    ['a : b', false, true],
    ['1 #.:()[]-', false, true],
    ['1 a', false, false],
    ['till.c:12', false, true],
    ['till.swifty:12', false, false],
    ...['vmaddr', 'vmsize', 'addr', 'address', 'base', 'offset', 'size', 'low_pc', 'high_pc', 'start', 'end'].flatMap(
      (word): [string, boolean, boolean][] => [
        [word, false, true],
        [`x ${word}`, false, true],
        [`${word} x`, false, false],
        [`x${word}`, false, false],
      ],
    ),
    ['Till', false, false],
  ])('words before an address: %j', (words, isBytes, isNone) => {
    expect([isMemory(words), isNoImage(words)]).toEqual([isBytes, isNone])
  })

  test('columns of addresses', () => {
    expect(
      [
        '0x104cc x',
        '0x104CC \t 0x1',
        '0x104cc',
        '0x104cc + 1',
        '0x104cc (x',
        '0x104cc /x',
        '0x104cc [x',
        '0x104 x',
        'x 0x104cc y',
      ].map(isColumns),
    ).toEqual([true, true, false, false, false, false, false, false, false])
  })

  test('rows that name no function', () => {
    const row = (name?: string, more: object = {}) => ({
      address: 0x1000n,
      imageName: 'a',
      ...(name !== undefined && { symbol: { name } }),
      ...more,
    })
    expect(isTable([])).toBe(false)
    expect(isTable([row('two words'), row('12')])).toBe(true)
    for (const name of ['word', 'a (b)', 'a::b c', 'closure a', 'static b', 'a_b c'])
      expect(isTable([row('two words'), row(name)])).toBe(false)
    for (const name of ['1(b)', ';x', 'a(0x12345678)', 'a  b(c)', 'a\tb(c)', '()', 'a static b'])
      expect(isTable([row(name)])).toBe(true)
    expect(isTable([row()])).toBe(false)
    for (const place of [
      { loadAddress: 1n },
      { imageUuid: 'x' as never },
      { offset: 1 },
      { misprintedIn: 1 },
      { symbol: { name: 'two words', offset: 1 } },
      { symbol: { name: 'two words', file: 'x' } },
      { symbol: { name: 'two words', line: 1 } },
    ])
      expect(isTable([row('two words'), row('two words', place)])).toBe(false)
  })

  test('eight names that ascend', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ address: BigInt(0x1000 + at), imageName: `n${at}` }))
    const eight = rows(8)
    expect(isTable(rows(7))).toBe(false)
    expect(isTable(eight)).toBe(true)
    expect(isTable([...eight.slice(1), { ...eight[0], address: 0x2000n, imageName: 'n1' }])).toBe(false)
    expect(isTable([...eight.slice(1), ...eight.slice(0, 1)])).toBe(false)
    expect(isTable([...eight, { address: 0x1007n, imageName: 'x' }])).toBe(false)
    expect(isTable([...eight, { address: 0x1009n, imageName: 'x', symbol: { name: 'f' } }])).toBe(false)
    expect(isTable([...eight, { address: 0x1009n, imageName: 'x', symbol: { name: 'two words' } }])).toBe(true)
  })
})

describe('characters and labels', () => {
  test('text in other forms', () => {
    expect(['c3a4', 'C3A4', 'c3a', 'c3xx', '', undefined].map(decodeHexText)).toEqual([
      'ä',
      'ä',
      'c3a',
      'c3xx',
      '',
      undefined,
    ])
    expect(['w6Q=', 'YWI=', 'YQ==', 'YWJj', 'YWI', 'Y W', 'YQ===', '', undefined].map(decodeBase64Text)).toEqual([
      'ä',
      'ab',
      'a',
      'abc',
      'ab',
      'Y W',
      'YQ===',
      '',
      undefined,
    ])
    expect(decodeBase64('+/8A')).toEqual(new Uint8Array([0xfb, 0xff, 0]))
    expect(decodeBytes('a=C3=a4b=4', '=')).toBe('aäb=4')
    expect(decodeBytes('a%C3%A4=41', '%')).toBe('aä=41')
    expect(
      unescapeEntities('&lt;&GT;&quot;&apos;&nbsp;&amp;&#60;&#x3C;&#x1F600;&#xa;&#1114112;&#x110000;&lt &foo;'),
    ).toBe('<>"\' &<<😀\n&#1114112;&#x110000;&lt &foo;')
  })

  const found = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([label]) => label)
  const stackLabels = [
    'Thread 0:',
    'Crashing Thread 12345:',
    'Thread 1 Crashed:',
    'Thread 1 Attributed:',
    'Thread 1 Highlighted:',
    'Last Exception Backtrace:',
    'Last Exception Backtrace 1:',
    'Application Specific Backtrace 2:',
    'Application Specific Information:',
    'Application Specific Signatures:',
    'Thread 12 crashed with ARM Thread State (64-bit):',
    'Binary Images:',
    'Binary Images (of x y):',
  ]
  test.each(stackLabels)('a stack’s label, %s', (label) => {
    for (const text of [label, `x ${label} y`, `"${label}\n`, `\n'${label}`])
      expect(found(STACK_LABEL, text)).toEqual([label])
    for (const text of [`x${label}`, `${label}y`, label.slice(0, -1)])
      expect(found(STACK_LABEL, text)).not.toContain(label)
  })
  test.each([
    'Thread 1 name:',
    'Thread 1 Crashed::',
    'Incident Identifier:',
    'CrashReporter Key:',
    'Crashreporter Key:',
    'Process:',
    'Parent Process:',
    'Version:',
    'OS Version:',
    'Exception Type:',
    'Termination Reason:',
    'Highlighted by Thread:',
    'Crashed Thread:',
    'System Model:',
    'Model:',
    'EOF',
  ])('a field’s label, %s', (label) => {
    for (const text of [label, `x ${label} y`, `"${label}`]) expect(found(FIELD_LABEL, text)).toEqual([label])
    for (const text of [`x${label}`, `${label}y`]) expect(found(FIELD_LABEL, text)).not.toContain(label)
  })
  test('more than one label, and what is none', () => {
    expect(found(STACK_LABEL, 'Thread 0: x Thread 1 Crashed: y Binary Images:')).toEqual([
      'Thread 0:',
      'Thread 1 Crashed:',
      'Binary Images:',
    ])
    expect(found(STACK_LABEL, 'Thread 0:: x Thread x: Thread 123456: Last Exception Backtrace x:')).toEqual([])
    expect(
      ['Dispatch queue: ', 'x Dispatch queue:\t \t', 'Dispatch queue:', 'MyDispatch queue: ', 'Dispatch queue: x'].map(
        (text) => QUEUE_BEFORE.test(text),
      ),
    ).toEqual([true, true, false, false, false])
  })

  test('words before all rows', () => {
    const without = (...texts: readonly string[]) =>
      withoutSharedPrefix(splitLines(texts.join('\n'))).map(({ text }) => text)
    for (const before of ['1]', 'a b|', '│', '   ┃', '\t\t|', 'x:', 'x)', 'x>'])
      expect(without(`${before} at a`, 'foot', `${before.replace('1', '2')}\t  at (b`)).toEqual([
        ' at a',
        'foot',
        '\t  at (b',
      ])
    for (const texts of [
      ['x: at a', 'y: at b'],
      ['x at a', 'x at b'],
      ['x: at a'],
      ['x: at -a', 'x: at -b'],
      ['x:at a', 'x:at b'],
      ['  x: at a', '  x: at b'],
    ])
      expect(without(...texts)).toEqual(texts)
    expect(withoutSharedPrefix([asLine('x: at a')])).toEqual([asLine('x: at a')])
  })
})
