/** Lines that begin something of their own, rests of rows, and how texts with lines of one width are joined. */
import { describe, expect, test } from 'vitest'
import { isOwnLine, isPlaceOf, TAIL } from '../../../../src/core/reports/repair/line-starts.ts'
import { withoutQuoteMarks } from '../../../../src/core/reports/repair/quote-marks.ts'
import { joinFolds } from '../../../../src/core/reports/repair/repair-folds.ts'
import { joinFixedWraps } from '../../../../src/core/reports/repair/repair-wraps.ts'

describe('a line of its own', () => {
  const own = [
    '', ' \t', '  + 12 x', '  !:|\t*1\tx', '   1 x', '1 Till 0xa', ' 1234\tx y \t0xF', '12 Till 0000000000000000', '#1 pc 0', '  12 #1234 \tpc\t1', '\t1234\t \t#0  pc x', '0xa - x', ' \t*0xABCDEF0\t \t-\tx',
    'Thread', ' \tThread 1', 'Abc:', '\tCode Type (a/b)-c: x', `A${'b'.repeat(40)}:\t`, ' x=0x', '\tabcde: \t0x1', ' rip:\t0x', '    0x1234567812345678', ' \t   0x1234567812345678 x', '\tkernel cont-x:\tx', `\ta${'b'.repeat(30)}: `, 'Thread 0x', 'thread 0x1', 'EOF', '----', '=====',
    'frame #1', ' \t* \tthread #2', '*frame #3', '#1:', '#12345\tx', 'at x', '\tat\ty', '(lldb) x', ' (gdb)', '2024-01-02', '[1234-56-78', '12:34', ' [01:02', '->', '- x', '*\tx', '• x', 'goroutine 12', 'a till-2  x', 'ab12 \t?? \tx', `abcd ${'t'.repeat(100)}\tx`, '1. x', '12.\tx', '1: 0xa - ', '1234:        0x1234567812345678 - x', '0: A:', '1:\t<a', '2: _x',
  ] // prettier-ignore
  const rest = [
    'x', ' + 12 x', '  x 12 y', '  12', '12345 Till 0xa', '1 0xa', '1 Till x0xa', '1 Till 000000000000000', 'x 1 Till 0xa', '12345 #1 pc 0', '1 #12345 pc 0', '1#1 pc 0', '1 #1 pcx', '1 #1pc 0', '1 #x pc 0', 'x #1 pc 0', '0x - x', '0xa- x', '0xa -x', '**0xa - x', 'Threads', 'aThread', 'xThread 1',
    'Ab:', 'abc: x', 'Abc:x', `A${'b'.repeat(41)}: x`, 'Ab;c: x', 'x=0x', ' X=0x', ' abcdef=0x', ' abcdef: 0x', ' rip:0x', '   0x1234567812345678', '    0x123456781234567', '    0x12345678123456789', 'kernel: x', '\tK: x', '\tab: x'.replace('ab', 'a'), `\ta${'b'.repeat(31)}: `, 'hread 0x', ' EOF', '---', '===',
    'frames #1', 'frame 1', 'frame #x', 'x frame #1', '** frame #1', '#123456 x', '#x: y', 'at', 'atx', '(lld)', '124-01-02', '[12-34', '1:23', '>', '-x', 'goroutine x', 'a t  x', 'abcde till  x', 'a till x', `a ${'t'.repeat(101)}\tx`, '123. x', '1.x', '1: 0x - ', '1: 0xa- x', '1: 0x12345678123456789 - ', '12345: ab', '1:  9a', '1: a', '1:         0xa - ', '1: 0xa -x', '0: A-',
  ] // prettier-ignore
  test.each(own)('%j', (line) => expect(isOwnLine(line)).toBe(true))
  test.each(rest)('not %j', (line) => expect(isOwnLine(line)).toBe(false))
})

describe('a part that never begins a line', () => {
  test.each([
    '+ 1', ' \t+0x1', '+ 0x12', '+4', '[opt]', '[inlined] x', '[artificial]', '[0xa]', '[0x1234567812345678]', 'in </a', 'in /x', '(in T', '(BuildId: x', '(a+1)', `(${'a'.repeat(400)}+0x1234abcd)`, '(Till+0xa) x', '(pay+ff)', '(t:1)', `(${'t'.repeat(300)}:123456789)`, 'at x:1', `at ${'x'.repeat(300)}:12`, '<0xa',
  ])('%j', (text) => expect(TAIL.test(text)).toBe(true)) // prettier-ignore
  test.each([
    '+', '+x', '+  1', 'x + 1', '[old]', '[0x]', '[0x12345678123456789]', '[opt', 'in x', '(in  x', '(in ', '(BuildId x', '(+1)', '(a+x)', '(a+0x)', '(a+0x123456789)', `(${'a'.repeat(401)}+1)`, '(a+1', '(:1)', '(t u:1)', '(t:x)', '(t:1234567890)', `(${'t'.repeat(301)}:1)`, 'at x', 'at x y:1', `at ${'x'.repeat(301)}:1`, '<0xg', '<0', 'x',
  ])('not %j', (text) => expect(TAIL.test(text)).toBe(false)) // prettier-ignore
})

describe('the place of a row', () => {
  const rows = ['frame #1: x', 'a frame #12', '#1 x', ' \t>#12']
  const places = [
    'at t:1',
    '> \tfrom \t/a/t.c:12:345',
    `at ${'t'.repeat(300)}:123456789:123456789`,
    'at t:1 [opt] [inlined_2] \t\r',
    `from t:1 [${'o'.repeat(20)}]`,
  ]
  test.each(places)('%j', (place) => {
    for (const row of rows) expect(isPlaceOf(row, place)).toBe(true)
    for (const row of ['aframe #1', 'frame #x', 'x #1', '#x', 'frame 1']) expect(isPlaceOf(row, place)).toBe(false)
  })
  test.each(['at t', 'att:1', 'at t:1 x', 'in t:1', 'x at t:1', 'at t u:1', 'at :1', 'at t:x', 'at t:1234567890', `at t:1 [${'o'.repeat(21)}]`, 'at t:1 []', 'at t:1  [opt]', 'at t:1 [a-b]', `at ${'t'.repeat(301)}:1`])(
    'not %j', (place) => {
      for (const row of rows) expect(isPlaceOf(row, place)).toBe(false)
    },
  ) // prettier-ignore
})

test.each([
  ['> a', 'a'], ['>a\n>> b\n > > c\n>  d\n', 'a\nb\nc\n d\n'], [`${' '.repeat(40)}${'> '.repeat(40)}x`, 'x'], [`${' '.repeat(41)}> x`, `${' '.repeat(41)}> x`], [`${'>'.repeat(41)}x`, '>x'], ['a > b', 'a > b'], ['\t>', ''], ['>\nb', '\nb'],
])('quote marks of %j', (text, expected) => {
  expect(withoutQuoteMarks(text)).toBe(expected)
}) // prettier-ignore

describe('lines that were folded at a blank', () => {
  /** A row as wide as a mail, and what stands for the words that did not fit. */
  const row = (head: string, end: string, width = 72): string =>
    `${head}${'z'.repeat(width - head.length - end.length)}${end}`
  const [tail, none] = ['+ 1234567890 zzzz', 'www zzzzzzzzzzzzzz']
  const filler = row('w ', ' w')
  const fold = (first: string, second: string): string => [first, second, filler].join('\n')
  const heads = [
    '1 T ',
    ' \t+!:|*>12\tT ',
    'frame #1 ',
    '#1 ',
    'native: #12345\t',
    'ALLOC 0x',
    'at T ',
    '*0xa ',
    '0xf ',
    'a.b/c*(d)[e](',
    '/a:1 ',
    '> 123456789 T ',
  ]
  test.each(heads)('%j', (head) => {
    expect(joinFolds(fold(row(head, ''), tail))).toBe([`${row(head, '')} ${tail}`, filler].join('\n'))
    expect(joinFolds(fold(row(head, ''), `> \t${tail}`))).toBe([`${row(head, '')} ${tail}`, filler].join('\n'))
    // Where the next line may be anything, two are needed.
    const other = fold(row(head, ' in'), none)
    const whole = [`${row(head, ' in')} ${none}`, filler].join('\n')
    expect(joinFolds(other)).toBe(other)
    expect(joinFolds(`${other}\n\n${other}`)).toBe(`${whole}\n\n${whole}`)
  })
  test.each(['1T ', 'x 1 T ', 'frame 1 ', '#123456 ', 'alloc 0x', 'at', '0xg', 'a;(', '/a:b ', '1234567890 T '])(
    '%j begins no row',
    (head) => {
      expect(joinFolds(fold(row(head, ''), tail))).toBe(fold(row(head, ''), tail))
    },
  )
  test.each([
    ' 0x104ccc',
    '\t0xabcdef0123456789',
    ' pc 12345678',
    ' pc 1234567812345678',
    ' |',
    ' +',
    ' at',
    '\tin',
    ' from',
    ': 0x104ccc',
    ' in \t',
    ' (a',
    ' [b',
    ' a(b)[c',
  ])('a row may stop at %j', (end) => {
    const first = row('1 T ', end)
    expect(joinFolds([first, none, first, none, filler].join('\n'))).toBe(
      [`${first.trimEnd()} ${none}`, `${first.trimEnd()} ${none}`, filler].join('\n'),
    )
  })
  test.each(
    [
      ' 0x104cc',
      'x0x104ccc',
      ' pc 1234567',
      ' xpc 1234567',
      '|',
      'at',
      ' x',
      ' (a)',
      ' (a[b])',
      ')) (',
      ' 0x104ccg',
    ].slice(0, 9),
  )('a row does not stop at %j', (end) => {
    const text = [row('1 T ', end), none, row('1 T ', end), none, filler].join('\n')
    expect(joinFolds(text)).toBe(text)
  })
  test.each([[60, true], [59, false], [110, true], [111, false]])('width %i: %j', (width, isJoined) => {
    const text = [row('1 T ', '', width), tail, row('w ', ' w', width)]
    expect(joinFolds(text.join('\n'))).toBe(isJoined ? [`${text[0] ?? ''} ${tail}`, text[2]].join('\n') : text.join('\n'))
  }) // prettier-ignore
  test('a word that would have fitted, and one that would not', () => {
    const text = (length: number): readonly string[] => [row('1 T ', '', length), '+123456 x', row('w ', ' w')]
    expect(joinFolds(text(65).join('\n'))).toBe(`${text(65)[0] ?? ''} +123456 x\n${filler}`)
    expect(joinFolds(text(64).join('\n'))).toBe(text(64).join('\n'))
  })
  test.each(['{"a": 1}', ' \n[1]'])('JSON stays: %j', (json) => {
    const text = `${json}\n${fold(row('1 T ', ''), tail)}`
    expect(joinFolds(text)).toBe(text)
  })
  test.each(['', '> ', 'Thread 1', '12 x', '> 12 +x', '12 ', '}],;', '))'])(
    '%j begins something of its own',
    (next) => {
      const text = [row('1 T ', ' in'), next, row('1 T ', ' in'), next, row('1 T ', ''), tail, filler].join('\n')
      expect(joinFolds(text).split('\n').slice(0, 4)).toEqual(text.split('\n').slice(0, 4))
    },
  )
  test('digits behind their sign', () => {
    const text = [
      row('1 T ', ' +'),
      '1234567890 more',
      row('1 T ', 'z:'),
      '> 1234567890 more',
      row('1 T ', ' + '),
      '1234567890',
    ]
    const whole = [0, 2, 4].map((at) => `${(text[at] ?? '').trimEnd()} ${(text[at + 1] ?? '').replace('> ', '')}`)
    expect(joinFolds(text.join('\n'))).toBe(whole.join('\n'))
  })
})

describe('lines that were cut at a column', () => {
  const row = (head: string, width = 70): string => head.padEnd(width, 'z')
  const heads = [
    '1 T',
    ' \t+!:|*123456789 \tT',
    ' \t* \tframe #1',
    '#1 ',
    ' #12345\t',
    ' at x',
    '\tat\tx',
    '0xa -',
    ' *0xABCDEF \t-',
    'ALLOC 0x',
    ' rip=0x',
    '\tr123=0x',
    'Code Type: \t0x1234567812345678 ',
    '\tkernel: 0x',
    '\tkernel cont: \t0x',
    '\tuser:\t0x',
  ]
  test.each(heads)('%j', (head) => {
    const text = [row(head), 'rest,', row(head), 'more,'].join('\n')
    expect(joinFixedWraps(text)).toBe([`${row(head)}rest,`, `${row(head)}more,`].join('\n'))
    expect(joinFixedWraps([row(head), 'rest,', 'end'].join('\n'))).toBe([row(head), 'rest,', 'end'].join('\n'))
  })
  test.each([
    '1T',
    'x 1 T',
    'frame 1',
    '#123456 ',
    'at x',
    '0xa-',
    'alloc 0x',
    'rip=0x',
    ' Rip=0x',
    ' r1234=0x',
    ' r=0x',
    'Co: 0x1234567812345678 ',
    'Code: 0x123456781234567 ',
    'kernel: 0x',
    '\tkerne: 0x',
    '1234567890 T',
  ])('%j begins no row', (head) => {
    const text = [row(head), ',rest', row(head), ',more'].join('\n')
    expect(joinFixedWraps(text)).toBe(text)
  })
  test.each([[60, true], [59, false], [160, true], [161, false]])('width %i: %j', (width, isJoined) => {
    const text = [row('1 T', width), 'rest,', row('2 T', width), 'more,']
    expect(joinFixedWraps(text.join('\n'))).toBe(isJoined ? [`${text[0] ?? ''}rest,`, `${text[2] ?? ''}more,`].join('\n') : text.join('\n'))
  }) // prettier-ignore
  test('with returns, and quotes', () => {
    expect(joinFixedWraps([`${row('1 T')}\r`, 'rest,\r', `${row('2 T')}\r`, 'more,\r'].join('\n'))).toBe(
      [`${row('1 T')}rest,\r`, `${row('2 T')}more,\r`].join('\n'),
    )
    const quoted = [row('> 1 T'), '> rest,', row('> 2 T'), '> more,'].join('\n')
    expect(joinFixedWraps(quoted)).toBe(quoted)
  })
  test.each(['+', ' \t!: |', '  :'])('lines of a tree before a deep row: %j', (lead) => {
    const tree = lead.padEnd(70, ' |')
    const text = [tree, '12 first', tree, '13 second', row(' + 1 T'), 'rest,', row(' + 1 T'), 'more,']
    for (const end of ['', '\r']) {
      const ended = text.map((line) => `${line}${end}`)
      expect(joinFixedWraps(ended.join('\n'))).toBe(
        [0, 2, 4, 6].map((at) => `${text[at] ?? ''}${ended[at + 1] ?? ''}`).join('\n'),
      )
    }
  })
  test('inside numbers', () => {
    const call = (end: string): string => `1 T | ${'z'.repeat(64 - end.length)}${end}`
    const text = [
      call(' | 0x'),
      '12 | a',
      call(' | 0x123abc'),
      '34 | b',
      call(' + '),
      '5 | c',
      call(' +'),
      '5 | c',
      call(' + 123'),
      '456789012 | d',
      row('1 T'),
      'rest,',
    ]
    expect(joinFixedWraps(text.join('\n'))).toBe(
      [0, 2, 4, 6, 8, 10].map((at) => `${text[at] ?? ''}${text[at + 1] ?? ''}`).join('\n'),
    )
  })
  test('words with a label, behind which a blank stands', () => {
    const label = `Reason: ${'w'.repeat(60)}`
    const text = [label, ' sentence', `A(b)/c-d: ${'w'.repeat(58)}`, ' sentence', '.'.repeat(70)]
    expect(joinFixedWraps(text.join('\n'))).toBe([`${label} sentence`, `${text[2] ?? ''} sentence`, text[4]].join('\n'))
    expect(joinFixedWraps([label, ' s', ' sentence', '.'.repeat(70)].join('\n'))).toBe(
      [label, ' s', ' sentence', '.'.repeat(70)].join('\n'),
    )
    const long = [label, ` ${'x'.repeat(68)}`, ' yyy', '.'.repeat(70)]
    expect(joinFixedWraps(long.join('\n'))).toBe([`${label} ${'x'.repeat(68)} yyy`, long[3]].join('\n'))
  })
})
