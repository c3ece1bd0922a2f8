/** Where logs and dumps of further processes begin, and where a long text may hold an end, by their marks in all forms. */
import { describe, expect, test } from 'vitest'
import { partsFurtherOn } from '../../../src/core/reports/further-on.ts'
import { splitProcesses } from '../../../src/core/reports/further-processes.ts'
import { formsOf, maybeBlanks, type Forms, type Part } from '../../support/text-forms.ts'

const prefix = (longest: number): Part => ({
  right: ['', 'log: ', `${'x'.repeat(longest - 1)} `],
  wrong: ['x', `${'x'.repeat(longest)} `],
})
const joined = (all: readonly (readonly string[])[]): readonly string[] => all.map((pieces) => pieces.join(''))
const javaRow = '\tat org.shop.Till.count(Till.java:7)\n'
const goPlace = '\t/shop/till.go:12 +0x1d\n'
const goroutine = (id: number): string => `goroutine ${id} [running]:\nmain.count()\n${goPlace}`
const end: Part = { right: ['', ' ', '\t\r'], wrong: ['x', ' x'] }

describe.each<[string, before: string, forms: Forms, after: string]>([
  [
    'a dump of Android’s runtime',
    '----- pid 41 at 2024-01-01\n',
    formsOf(
      { right: ['', 'x', 'log: '], wrong: ['x'.repeat(81)] },
      '----- pid ',
      { right: ['42', '7', '123456789'], wrong: ['', 'x', '1234567890'] },
      ' at ',
      { right: ['2024'], wrong: ['24', 'x'] },
      '-01-01',
    ),
    '\n',
  ],
  [
    'a fatal exception',
    javaRow,
    formsOf(prefix(200), 'FATAL EXCEPTION: ', { right: ['main', 'x'], wrong: ['', ' '] }),
    '\n',
  ],
  [
    'the process of an exception',
    javaRow,
    formsOf(
      prefix(200),
      'Process: ',
      { right: ['org.shop.till', 'o', 'o:x'], wrong: ['', 'a b'] },
      ', PID: ',
      { right: ['42', '7'], wrong: ['', 'x', '1234567890'] },
      end,
    ),
    '\n',
  ],
  [
    'a signal',
    javaRow,
    formsOf(
      prefix(200),
      'Fatal signal ',
      { right: ['11', '6'], wrong: ['', '123'] },
      ' (',
      { right: ['SIGSEGV', 'SIGBU', 'SIGABCDEFGH'], wrong: ['SIGA', 'SIG', 'SIGABCDEFGHI', 'sigsegv'] },
      ')',
    ),
    ', code 1\n',
  ],
  [
    'a tombstone',
    javaRow,
    formsOf(
      { right: ['', 'log: ', 'x) '], wrong: ['x', ' ', 'x '] },
      '*** *** *** ***',
      { right: [' ***', ' ', ' *** *** ***'], wrong: ['', 'x', ` ${'*'.repeat(81)}`] },
      { right: ['', '\r', ' \t'], wrong: ['x'] },
    ),
    '\n',
  ],
  [
    'a walked stack',
    'log\n  #12  0x1 count\n',
    formsOf(
      maybeBlanks,
      { right: ['==', '=', '====='], wrong: [''] },
      ' ',
      { right: ['OUTPUTTING STACK TRACE', 'CRASH'], wrong: ['TRACE'] },
      ' ',
      { right: ['==', '=', '====='], wrong: [''] },
      end,
    ),
    '\n',
  ],
  [
    'a crash of a service',
    'Fatal Exception: NSRange\n0  Till  count (till.m:12)\n',
    formsOf(
      { right: ['', '  ', '\t'], wrong: ['x', ' '.repeat(41)] },
      { right: ['Fatal', 'Non-fatal'], wrong: ['fatal', 'Non-Fatal'] },
      ' Exception: ',
      { right: ['NS', 'org.shop.T$x'], wrong: ['N', '', '-x'] },
    ),
    '\n0  Till  count (/shop/a-b.till.swift:12)\n',
  ],
  [
    'a panic of Go',
    goroutine(1),
    formsOf(
      { right: ['', 'log: ', `${'x'.repeat(159)} `], wrong: ['x', 'log: Observed a ', `${'x'.repeat(160)} `] },
      {
        right: ['panic', 'panic serving 10.0.0.1:80', 'panic serving x', 'fatal error'],
        wrong: ['panic serving', `panic serving ${'x'.repeat(101)}`, 'error'],
      },
      ': ',
      { right: ['till', 'x'], wrong: ['', ' '] },
    ),
    `\n\n${goroutine(7)}`,
  ],
])('%s', (_, before, { right, wrong }, after) => {
  test.each(joined(right))('%j', (text) => {
    expect(splitProcesses(before + text + after)).toEqual([before, text + after])
  })
  test.each(wrong)('not %j', (text) => {
    expect(splitProcesses(before + text + after)).toEqual([before + text + after])
  })
})

describe('one process', () => {
  test.each<[string]>([
    [`log\nFATAL EXCEPTION: main\nProcess: till, PID: 41\n`],
    [`${goroutine(1)}${goroutine(2)}\n${goroutine(3)}`],
    ['----- pid 41 at 2024-01-01\n----- pid 41 at 2024-01-01\n'],
    ['Fatal signal 6 (SIGABRT), pid 41\n*** *** *** *** ***\n'],
    ['*** *** *** *** ***\n*** *** *** *** ***\n'],
    ['Process: till, PID: 41\nProcess: till, PID: 41\n'],
    ['Fatal Exception: NSRange\n0 Till (till.m:1)\nFatal Exception: NSRange\n'],
    ['Fatal Exception: NSRange\n\nFatal Exception: NSRange\n0 Till (till.m:1)\n'],
    ['Fatal Exception: NSRange\n0 Till (till.m:x)\nFatal Exception: NSRange\n0 Till (till.m:1)\n'],
  ])('%j', (text) => {
    expect(splitProcesses(text)).toEqual([text])
  })
  // Strings of JSON hold lines, too.
  test.each<[string, number]>([
    ['{', 1],
    [' \n{', 1],
    ['[{', 1],
    ['[ \n [', 1],
    ['["', 1],
    ['[\t"', 1],
    ['[x', 2],
    ['[ x', 2],
    ['x{', 2],
  ])('behind %j there are %j', (opening, count) => {
    expect(splitProcesses(`${opening}\n${javaRow}FATAL EXCEPTION: main\n`)).toHaveLength(count)
  })
})

describe('several processes', () => {
  const crash = (pid: string) => `FATAL EXCEPTION: main\nProcess: till, PID: ${pid}\n${javaRow}`
  test.each<[readonly string[]]>([
    [[crash('41'), crash('42'), crash('43')]],
    [['Fatal signal 6 (SIGABRT), pid 41\n', 'FATAL EXCEPTION: main\nPID: 42\n']],
    [['FATAL EXCEPTION: main\nPID: 41\n', 'Fatal signal 6 (SIGABRT), pid 41\n']],
    [['FATAL EXCEPTION: a\n', 'FATAL EXCEPTION: b\n']],
    [['----- pid 41 at 2024-01-01\n', '----- pid 42 at 2024-01-01\n', '----- pid 41 at 2024-01-01\n']],
    [[goroutine(1) + goroutine(2), `exit status 2\n${goroutine(1)}`]],
    [[goroutine(1) + goroutine(2), `\nlog\n${goroutine(2)}`.slice(1)]],
  ])('%j', (parts) => {
    expect(splitProcesses(parts.join(''))).toEqual(parts)
  })
  test('a goroutine 0, and the second of a dump, begin none', () => {
    const text = `${goroutine(0)}${goroutine(1)}log\n${goroutine(0)}`
    expect(splitProcesses(text)).toEqual([text])
    const short = `${goroutine(1)}log\n${goroutine(1)}`
    expect(splitProcesses(short)).toEqual([short])
  })
  test('the same words behind one crash of Java', () => {
    const crashed =
      '01-04 E AndroidRuntime: FATAL EXCEPTION: main\n01-04 E/AndroidRuntime: \tat org.shop.Till.count(Till.java:7)\n'
    const logged = `W Till: no drawer\n${javaRow}`
    expect(splitProcesses(crashed + logged)).toEqual([crashed, logged])
    for (const tag of [
      'x E AndroidRuntime',
      `${'x'.repeat(80)} E AndroidRuntimes`,
      'EAndroidRuntime',
      'W AndroidRuntime',
    ]) {
      const text = `FATAL EXCEPTION: main\n${tag}: \tat org.shop.Till.count(Till.java:7)\n${logged}`
      const expected = tag.startsWith('x E') ? 2 : 1
      expect(splitProcesses(text)).toHaveLength(expected)
    }
    const far = `FATAL EXCEPTION: main\n${'x'.repeat(80)} E AndroidRuntime: x\n${logged}`
    expect(splitProcesses(far)).toHaveLength(1)
    expect(splitProcesses(`${crashed}W Till: no drawer\n`)).toHaveLength(1)
  })
})

describe('rows above', () => {
  const java = formsOf(
    { right: ['', '  ', 'log: ', `${'x'.repeat(199)} `], wrong: ['x', `${'x'.repeat(200)} `] },
    'at ',
    { right: ['org.shop.Till.count', 'a.b', 'o.T$x.<init>'], wrong: ['ab', 'a-b'] },
    '(',
    { right: ['Till.java:7', 'x'], wrong: ['', '(x)'] },
    ')',
    end,
  )
  test.each(joined(java.right))('Java: %j', (row) => {
    expect(splitProcesses(`${row}\nFATAL EXCEPTION: main`)).toHaveLength(2)
  })
  test.each(java.wrong)('not Java: %j', (row) => {
    expect(splitProcesses(`${row}\nFATAL EXCEPTION: main`)).toHaveLength(1)
  })
  const numbered = formsOf(
    maybeBlanks,
    '#',
    { right: ['0', '1234'], wrong: ['', '12345', 'x'] },
    { right: ['  ', '\t \t', '        '], wrong: [' ', '         '] },
    { right: ['c'], wrong: ['', '\n'] },
  )
  const named = formsOf(
    { right: ['', ' ', '\t \t'], wrong: ['-'] },
    { right: ['', 'at '], wrong: ['by '] },
    { right: ['ShopTill', 'Til', 'a/b+<x>`1'], wrong: ['Ti', 'Shop-Till'] },
    { right: ['.', ':'], wrong: ['', '-'] },
    { right: ['Count', 'c', '<x>`1'], wrong: ['', '-'] },
    { right: [' ', ''], wrong: ['  '] },
    '(',
    { right: ['', 'x', 'Int32 a, b'], wrong: ['(x)'] },
    ')',
    { right: [' ', '\t'], wrong: ['', 'x'] },
    'x',
  )
  test.each([...joined(numbered.right), ...joined(named.right)])('a log: %j', (row) => {
    expect(splitProcesses(`${row}\n= CRASH =\n`)).toHaveLength(2)
  })
  test.each([...numbered.wrong, ...named.wrong])('no log: %j', (row) => {
    expect(splitProcesses(`${row}\n= CRASH =\n`)).toHaveLength(1)
  })
  const place = formsOf(
    '.',
    { right: ['go', 's', 'c'], wrong: ['x', 'gox'] },
    ':',
    { right: ['12', '7', '123456789'], wrong: ['', 'x'] },
    {
      right: ['', ' +0x1d', ' +0x1 fp=0x1 sp=0x2', ' +0x0123456789abcdef'],
      wrong: [' 0x1d', ' +0x', ' +0xg', ' fp=0x1'],
    },
    end,
  )
  test.each(joined(place.right))('Go: %j', (behind) => {
    const first = `goroutine 1 [running]:\nmain.count()\n\t/shop/till${behind}\n`
    expect(splitProcesses(`${first}panic: x\n\n${goroutine(1)}`)).toEqual([first, `panic: x\n\n${goroutine(1)}`])
  })
  test.each(place.wrong)('not Go: %j', (behind) => {
    expect(
      splitProcesses(`goroutine 1 [running]:\nmain.count()\n\t/shop/till${behind}\npanic: x\n\n${goroutine(1)}`),
    ).toHaveLength(1)
  })
  const head = formsOf(
    { right: ['', 'log: ', `${'x'.repeat(79)} `], wrong: ['x', `${'x'.repeat(80)} `] },
    'goroutine ',
    { right: ['7', '12', '123456789012345678'], wrong: ['', 'x'] },
    { right: ['', ' gp=0x1 m=0'], wrong: ['x'] },
    { right: [' ', ''] },
    '[',
    { right: ['running', 'x'], wrong: ['', ']'] },
    ']',
    { right: [':', ''], wrong: ['::'] },
    end,
  )
  test.each(joined(head.right))('a goroutine: %j', (line) => {
    const second = `panic: x\n\n${line}\nmain.count()\n${goPlace}`
    expect(splitProcesses(goroutine(1) + second)).toEqual([goroutine(1), second])
  })
  test.each(head.wrong)('no goroutine: %j', (line) => {
    expect(splitProcesses(`${goroutine(1)}panic: x\n\n${line}\nmain.count()\n${goPlace}`)).toHaveLength(1)
  })
})

describe('parts further on', () => {
  const above = 'log\n'.repeat(1000)
  const partsOf = (text: string) =>
    [...partsFurtherOn(text)].map(({ before, part, after }) => [before.length, part.length, after.length])
  const marks: readonly Forms[] = [
    formsOf(
      { right: ['', 'log '], wrong: ['x'] },
      {
        right: [
          'panic: ',
          'panicked at ',
          'fatal error: ',
          'FATAL EXCEPTION',
          'FATAL UNHANDLED EXCEPTION',
          'Unhandled exception',
          'unhandled Exception',
          'Unhandled Exception',
          'Fatal signal 6',
        ],
        wrong: [
          'panic ',
          'panicked',
          'fatal error',
          'FATAL EXCEPTIONS',
          'FATAL UNCAUGHT EXCEPTION',
          'unhandled exceptions',
          'Fatal signal x',
        ],
      },
    ),
    formsOf(
      { right: ['', 'log '], wrong: ['x'] },
      {
        right: [
          'goroutine 1 [',
          'goroutine 123456789 [',
          'Uncaught exception',
          'uncaught TypeError',
          'Uncaught Error',
          'uncaught exception',
        ],
        wrong: [
          'goroutine [',
          'goroutine x [',
          'goroutine 1234567890 [',
          'Uncaught exceptions',
          'uncaught Type-Error',
          'uncaught TypeErrors',
        ],
      },
    ),
    formsOf(
      { right: ['', 'log ', 'x'.repeat(200)], wrong: ['x'.repeat(201)] },
      '#0',
      { right: ['  ', '        '], wrong: ['', '\t', ' '] },
      { right: ['main', 'x'], wrong: ['', '\t'] },
    ),
    formsOf(
      { right: ['', 'log ', `${'x'.repeat(199)} `], wrong: ['x', `${'x'.repeat(200)} `] },
      'at ',
      { right: ['shop.Till', 'x', 'a$b.<x>'], wrong: ['', 'a-b'] },
      { right: ['', ' '], wrong: ['  '] },
      '(',
      { right: ['/shop/till.js', 'x'], wrong: ['', '('] },
      ':',
      { right: ['7', '12', '123456789'], wrong: ['', 'x', '1234567890'] },
      ')',
    ),
    formsOf(
      { right: ['  ', ' ', '\t', '        '], wrong: ['', 'x ', '         '] },
      'at ',
      { right: ['Shop.Till', 'x'], wrong: ['', ' '] },
      { right: [' (Int32 a', '', 'x'.repeat(590)], wrong: ['\n'] },
      ') [0x',
      { right: ['00012', '1', '12345678'], wrong: ['', 'g', '123456789'] },
      '] in ',
      { right: ['<x', '/shop', 'x'], wrong: ['', '-'] },
    ),
  ]
  test.each(marks.flatMap(({ right }, kind) => joined(right).map((mark) => ({ mark, kind }))))(
    '$mark',
    ({ mark, kind }) => {
      const text = `${above}${mark}\nlog\n`
      // Words of runtimes have their own place, rows that of their line.
      const start = kind < 2 && mark.startsWith('log ') ? 2004 : 2000
      expect(partsOf(text)).toEqual([[start, text.length - start, 0]])
    },
  )
  test.each(marks.flatMap(({ wrong }) => wrong))('not %j', (mark) => {
    expect(partsOf(`${above}${mark}\nlog\n`)).toEqual([])
  })
  test('four of a kind, each behind the half of the last', () => {
    const log = (length: number) => `${'x'.repeat(length - 1)}\n`
    const text = `panic: a\npanic: b\n${log(99_991)}panic: c\n${'log\n'.repeat(50_000)}panic: d\npanic: e\n`
    expect(partsOf(text).map(([before]) => before)).toEqual([0, 18, text.indexOf('panic: d') - 2000])
    const far = `panic: x\n${'log\n'.repeat(30_000)}`.repeat(6)
    expect(partsOf(far)).toHaveLength(4)
    expect(partsOf('panic: x')).toEqual([[0, 8, 0]])
    const long = `${above}panic: x\n${'log\n'.repeat(60_000)}`
    expect(partsOf(long)).toEqual([[2000, 200_001, long.length - 202_001]])
  })
})
