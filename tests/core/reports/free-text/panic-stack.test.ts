/** Stacks of Rust, Zig and Nim, row by row, and what their programs say when they panic. */
import { describe, expect, test } from 'vitest'
import { panicStackFormat } from '../../../../src/core/reports/free-text/panic-stack.ts'
import { claims } from '../../../support/claims.ts'
import { framesTold, told } from './told.ts'

const read = (...lines: readonly string[]): readonly unknown[] => framesTold(panicStackFormat, lines.join('\n'))
const exceptionOf = (text: string): unknown =>
  (told(panicStackFormat, text) as { readonly exception?: unknown }).exception

describe('rows of Rust', () => {
  const row = (index: number, span: string, name?: string, more: object = {}) => ({
    ...{ index, kind: 'return', span: span.trimEnd() },
    ...(name !== undefined && { symbol: { name } }),
    ...more,
  })
  const rust = { language: 'rust' }
  const below = ['99998: shop::b', '99999: shop::c'] as const
  const BELOW = [row(99998, below[0], 'shop::b', rust), row(99999, below[1], 'shop::c', rust)]
  const first = (line: string): unknown => read('stack backtrace:', line, ...below)
  test.each<[string, number, string | undefined, object?]>([
    ['  12:        0x102899958 - shop::main::h2', 12, 'shop::main::h2', { ...rust, address: '0x102899958' }],
    ['0: 0xA - shop::main', 0, 'shop::main', { ...rust, address: '0xa' }],
    ['\t1:\t0x0123456789abcdef - _main\t ', 1, '_main', { address: '0x123456789abcdef' }],
    ['3: <unknown>', 3, undefined],
    ['3: _rust_panic', 3, '_rust_panic', rust],
    ['3: rust_panic', 3, 'rust_panic', rust],
    ['3: __rust_try', 3, '__rust_try', rust],
    ['3: ___rust_try', 3, '___rust_try'],
    ['3: a_rust_try', 3, 'a_rust_try'],
    ['3: rust_', 3, 'rust_'],
    ['3: <shop::Till as Count>::count', 3, '<shop::Till as Count>::count', rust],
    ['3: _ZN$LT$till$GT$', 3, '_ZN$LT$till$GT$', rust],
    ['3: a$u20$b', 3, 'a$u20$b', rust],
    ['3: a$RF$b', 3, 'a$RF$b', rust],
    ['3: a$XX$b', 3, 'a$XX$b'],
    ['3: shop::count(int)', 3, 'shop::count(int)'],
    ['3: shop::count(int) x', 3, 'shop::count(int) x', rust],
    ['3: $shop::count', 3, '$shop::count'],
    ['3: main', 3, 'main'],
    ['3: émain', 3, 'émain'],
    ...['_', '<', '$', '[', '{', '(', '&', '*', 'a'].map((name): [string, number, string, object?] => [
      `12345: ${name}`,
      12345,
      name,
    ]),
  ])('%j', (line, index, name, more) => {
    expect(first(line)).toEqual([row(index, line, name, more), ...BELOW])
  })
  test.each([
    'x 3: shop::main',
    '123456: shop::main',
    'x: shop::main',
    '3 shop::main',
    '3:shop::main',
    '3: 9shop::main',
    '3: -shop::main',
    '3: 0x - shop::main',
    '3: 0x1-shop::main',
    `3: 0x${'1'.repeat(17)} - shop::main`,
  ])('none: %s', (line) => {
    expect(first(line)).toEqual(BELOW)
  })

  test.each<[string, object | undefined]>([
    ['             at src/main.rs:4:5', { file: 'src/main.rs', line: 4, column: 5 }],
    ['at src/main.rs:4', { file: 'src/main.rs', line: 4 }],
    ['\tat /my shop/a.c:123456789:123456789\t', { file: '/my shop/a.c', line: 123456789, column: 123456789 }],
    ['at m:12', { file: 'm', line: 12 }],
    ['at a.rs:4:0', { file: 'a.rs', line: 4 }],
    ['x at src/main.rs:4:5', undefined],
    ['at src/main.rs', undefined],
    ['at src/main.rs:4:5x', undefined],
    ['at  src/main.rs:4:5', undefined],
    ['at src/main.rs:1234567890', undefined],
  ])('the place %j', (place, at) => {
    const [above, name] = ['  0: 0x10 - pay', 'pay']
    const more = { address: '0x10', ...(place.includes('.rs') && rust) }
    // A line of another kind ends the stack.
    const expected = [
      { ...row(0, `${above}\n${place}`, name, more), span: `${above}\n${place}`, symbol: { name, ...at } },
      row(1, '  1: 0x20 - c', 'c', { address: '0x20' }),
    ]
    expect(read(above, place, '  1: 0x20 - c')).toEqual(at === undefined ? [] : expected)
  })

  const whole = (...lines: readonly string[]): readonly unknown[] =>
    (
      (
        told(panicStackFormat, lines.join('\n')) as {
          readonly threads?: readonly { readonly frames: readonly { readonly index: number }[] }[]
        }
      ).threads ?? []
    ).map(({ frames }) => frames.map(({ index }) => index))
  const at = (index: number, address = '0x10'): string => ` ${index}: ${address} - c`
  test.each<[string, readonly string[], readonly (readonly number[])[]]>([
    ['two rows', [at(0), at(1)], [[0, 1]]],
    ['one row', [at(0)], []],
    ['a gap', [at(0), at(5)], [[0, 5]]],
    [
      'a number again',
      [at(0), at(1), at(1), at(2)],
      [
        [0, 1],
        [1, 2],
      ],
    ],
    [
      'from 0 again',
      [at(0), at(1), at(0), at(1)],
      [
        [0, 1],
        [0, 1],
      ],
    ],
    [
      'words between',
      [at(0), at(1), 'words', at(2), at(3)],
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ['rows left out', [at(0), '[... omitted 2 frames ...]', at(3)], [[0, 3]]],
    ['a row left out', [at(0), '\t [... omitted 1 frame ...] \t', at(2)], [[0, 2]]],
    [
      '1234567 rows left out',
      [at(0), at(1), '[... omitted 1234567 frames ...]', at(3), at(4)],
      [
        [0, 1],
        [3, 4],
      ],
    ],
    [
      'words before rows left out',
      [at(0), at(1), 'x [... omitted 1 frame ...]', at(3), at(4)],
      [
        [0, 1],
        [3, 4],
      ],
    ],
    [
      'words behind rows left out',
      [at(0), at(1), '[... omitted 1 frame ...] x', at(3), at(4)],
      [
        [0, 1],
        [3, 4],
      ],
    ],
    [
      'no count of rows left out',
      [at(0), at(1), '[... omitted frames ...]', at(3), at(4)],
      [
        [0, 1],
        [3, 4],
      ],
    ],
    ['a place of a row that was taken out', [at(0), ' at a.rs:1', ' at b.rs:2', at(1)], [[0, 1]]],
    ['a place above', [' at a.rs:1', at(0), at(1)], [[0, 1]]],
    [
      'a place below a row without a name',
      [' 0: 0x10 - <unknown>', at(1), ' 2: 0x10 - <unknown>', ' at a.rs:1', at(3), at(4)],
      [
        [0, 1, 2],
        [3, 4],
      ],
    ],
  ])('stacks: %s', (_, lines, expected) => {
    expect(whole(...lines)).toEqual(expected)
  })
  test('rows of one address were inlined, all but the last', () => {
    expect(read(at(0), at(1), at(2, '0x20'), at(3, '0x20'), at(4, '0x10'))).toEqual([
      row(0, at(0), 'c', { address: '0x10', inlined: true }),
      row(1, at(1), 'c', { address: '0x10' }),
      row(2, at(2, '0x20'), 'c', { address: '0x20', inlined: true }),
      row(3, at(3, '0x20'), 'c', { address: '0x20' }),
      row(4, at(4), 'c', { address: '0x10' }),
    ])
  })

  const bare = [' 0: shop::count', ' 1: main', ' 3: main', ' 4: <unknown>'] as const
  test.each<[string, number]>([
    ['stack backtrace:', 4],
    ['I till: stack backtrace: \t', 4],
    [`${'x'.repeat(79)} stack backtrace:`, 4],
    [`${'x'.repeat(81)} stack backtrace:`, 0],
    ['xstack backtrace:', 0],
    ['stack backtrace: of', 0],
    ["thread 'main' panicked at x", 2],
    ["task 'main' panicked at x", 2],
    ["thread '' (12) panicked at x", 2],
    ["a thread 'main' (123456789012) panicked at x", 2],
    ["thread 'main' (1234567890123) panicked at x", 0],
    ["threads 'main' panicked at x", 0],
    ["thread 'main' failed at x", 0],
    ["thread 'main' panicked atx", 0],
    ["athread 'main' panicked at x", 0],
    [' \tpanicked at src/a.rs:1:12:', 2],
    ['panicked at a.rs:123456789:1:', 2],
    ['x panicked at a.rs:1:1:', 0],
    ['panicked at a.c:1:1:', 0],
    ['panicked at a.rs:1:1', 0],
    ['panicked at a.rs:1234567890:1:', 0],
    ['panicked at a b.rs:1:1:', 0],
    [' at src/a.rs:1', 2],
    ['\t at a.rs:123456789:12\t', 2],
    ['at a.rs:1', 0],
    [' at a.c:1', 0],
    [' at a.rs:1 x', 0],
    [' at a b.rs:1', 0],
    [' at a.rs:1234567890', 0],
    ['Steps:', 0],
  ])('rows without addresses below %j', (mark, count) => {
    const rows = [bare[0], bare[1], bare[2], bare[3]]
    expect(read(mark, ...rows)).toEqual(
      [row(0, bare[0], 'shop::count', rust), row(1, bare[1], 'main'), row(3, bare[2], 'main'), row(4, bare[3])].slice(
        0,
        count,
      ),
    )
  })
  test('rows behind what a log puts before all', () => {
    expect(
      read('10:00:01 W till: stack backtrace:', '10:00:02 W till:  0: shop::pay', '10:00:03 W till:  1: main'),
    ).toEqual([row(0, '  0: shop::pay'.slice(1), 'shop::pay', rust), row(1, '  1: main'.slice(1), 'main')])
  })

  const rows = '\nstack backtrace:\n 0: shop::count\n 1: main'
  test.each<[string, string | undefined]>([
    ["thread 'main' panicked at src/till.rs:12:9:\nno change", 'no change'],
    ["thread 'main' panicked at src/till.rs:123456789:123456789:\t\n no change \t", 'no change'],
    ["thread '' (123456789012) panicked at a b:1:1:\nn", 'n'],
    ["task 'a b' failed at 'no change', src/till.rs:12", 'no change'],
    ["thread 'main' panicked at 'it's 5', src/till.rs:123:456\t ", "it's 5"],
    ["thread 'main' panicked at 'no change': till.rs:1", 'no change'],
    ["I x: thread 'main' panicked at 'n', a:1", 'n'],
    ["W x: thread 'main' panicked at till.rs:1:1:\nW x: no change", 'no change'],
    ["thread 'main' panicked at 'no change', src/till.rs", "'no change', src/till.rs"],
    ["thread 'main' panicked at 'no change', src/till.rs:12 x", "'no change', src/till.rs:12 x"],
    ["thread 'main' panicked at 'no change'; src/till.rs:12", "'no change'; src/till.rs:12"],
    ["thread 'main' panicked at till.rs:1:\nno change", 'till.rs:1:'],
    ["thread 'main' panicked at till.rs:1:1\nno change", 'till.rs:1:1'],
    ["thread 'main' stopped at till.rs:1:1:\nno change", undefined],
    ["threads 'main' panicked at till.rs:1:1:\nno change", undefined],
    ['panicked at src/till.rs:12:9:\nno change', 'no change'],
    [' \tpanicked at a.rs:123456789:12: \n no change ', 'no change'],
    ['panicked at a.rs:1:1:\n\nno change', undefined],
    ['panicked at a.c:1:1:\nno change', undefined],
    ['panicked at a b.rs:1:1:\nno change', undefined],
    ['x panicked at a.rs:1:1:\nno change', undefined],
    ['panicked at a.rs:1234567890:1:\nno change', undefined],
    ['panicked at a.rs:1:1:x\nno change', undefined],
  ])('the words of %j', (text, reason) => {
    expect(exceptionOf(`${text}${rows}`)).toEqual(reason === undefined ? undefined : { type: 'Rust panic', reason })
  })
})

describe('rows of Zig', () => {
  const zig = (span: string, address: string, symbol?: object, more: object = {}) => ({
    ...{ kind: 'call', address, span: span.trimEnd(), ...more },
    ...(symbol && { symbol }),
  })
  const below = '/b.zig:1:1: 0x20 in sum (shop)'
  const BELOW = {
    ...zig(below, '0x20', { name: 'sum', file: '/b.zig', line: 1, column: 1 }),
    imageName: 'shop',
    language: 'zig',
  }
  const is = { language: 'zig' }
  const T = '/src/till.zig'
  test.each<[string, string, object | undefined, object]>([
    [
      `${T}:12:5: 0x102e8fc87 in count (shop)`,
      '0x102e8fc87',
      { name: 'count', file: T, line: 12, column: 5 },
      { imageName: 'shop', ...is },
    ],
    [
      `  \t${T}:123456789:123: 0x0123456789abcdef in a b (my shop)\t `,
      '0x123456789abcdef',
      { name: 'a b', file: T, line: 123456789, column: 123 },
      { imageName: 'my shop', ...is },
    ],
    [`${T}:?:?: 0x1 in c (s)`, '0x1', { name: 'c', file: T }, { imageName: 's', ...is }],
    [`${T}:0:0: 0x1 in c (s)`, '0x1', { name: 'c', file: T }, { imageName: 's', ...is }],
    ['???:?:?: 0x18d6d7bc7 in ??? (libtill.dylib)', '0x18d6d7bc7', undefined, { imageName: 'libtill.dylib' }],
    ['???:?:?: 0x18d6d7bc7 in pay (libtill.dylib)', '0x18d6d7bc7', { name: 'pay' }, { imageName: 'libtill.dylib' }],
    ['???:?:?: 0x18d6d7bc7 in pay (???)', '0x18d6d7bc7', { name: 'pay' }, is],
    ['???:?:?: 0x18d6d7bc7 in ??? (???)', '0x18d6d7bc7', undefined, {}],
    ['/a.c:1:2: 0x1 in pay (???)', '0x1', { name: 'pay', file: '/a.c', line: 1, column: 2 }, {}],
    ...['zig', 'c', 'cc', 'cpp', 'm', 'mm', 's', 'C'].map((suffix): [string, string, object, object] => [
      `/a.c:1:2: 0x1 in pay (till.${suffix})`,
      '0x1',
      { name: 'pay', file: '/a.c', line: 1, column: 2 },
      {},
    ]),
    [
      '/a.c:1:2: 0x1 in pay (till.cx)',
      '0x1',
      { name: 'pay', file: '/a.c', line: 1, column: 2 },
      { imageName: 'till.cx' },
    ],
    ['/a.c:1:2: 0x1 in pay (tillc)', '0x1', { name: 'pay', file: '/a.c', line: 1, column: 2 }, { imageName: 'tillc' }],
    ['a:1:2: 0x1 in p (s)', '0x1', { name: 'p', file: 'a', line: 1, column: 2 }, { imageName: 's' }],
  ])('%j', (line, address, symbol, more) => {
    expect(read(line, below)).toEqual([
      { ...zig(line, address, symbol, more), index: 0 },
      { ...BELOW, index: 1 },
    ])
  })
  test.each([
    '/a.zig:1:2: 0x1 in pay (shop) x',
    '/a.zig:1:2: 0x1 in pay',
    '/a.zig:1:2: 0x1 in pay (a(b))',
    '/a.zig:1:2: 0x1 pay (shop)',
    '/a.zig:1:2 0x1 in pay (shop)',
    '/a.zig:x:2: 0x1 in pay (shop)',
    '/a.zig:1:x: 0x1 in pay (shop)',
    '/a.zig:1: 0x1 in pay (shop)',
    '/a.zig:1:1234567890: 0x1 in pay (shop)',
    `/a.zig:1:2: 0x${'1'.repeat(17)} in pay (shop)`,
    ':1:2: 0x1 in pay (shop)',
  ])('none: %s', (line) => {
    expect(read(line, below, below)).toEqual([
      { ...BELOW, index: 0 },
      { ...BELOW, index: 1 },
    ])
  })
  test('lines of source may stand between rows, at most two', () => {
    const [source, mark] = ['    return items[at];', '                   ^']
    const count = (...between: readonly string[]): number => read(below, below, ...between, below, below).length
    const stacks = (...between: readonly string[]): unknown =>
      (
        told(panicStackFormat, [below, below, ...between, below, below].join('\n')) as {
          readonly threads: readonly unknown[]
        }
      ).threads.length
    expect([count(), count(source), count('x')]).toEqual([4, 4, 4])
    expect([stacks(), stacks(source), stacks(source, mark)]).toEqual([1, 1, 1])
    expect([stacks(source, mark, mark), stacks('x'), stacks(''), stacks(' '), stacks('x y')]).toEqual([2, 2, 2, 2, 2])
  })

  test.each<[string, string | undefined]>([
    ['thread 259 panic: index out of bounds: index 3, len 3', 'index out of bounds: index 3, len 3'],
    ['I x: thread 12345678901234567890 panic: no till  ', 'no till'],
    ['thread x panic: no till', undefined],
    ['threads 1 panic: no till', undefined],
    ['error: NoTill', 'NoTill'],
    ['error: N\t ', 'N'],
    ['error: noTill', undefined],
    ['error: No Till', undefined],
    ['an error: NoTill', undefined],
  ])('the words of %j', (text, reason) => {
    expect(exceptionOf(`${text}\n${below}\n${below}`)).toEqual(
      reason === undefined ? undefined : { type: 'Zig panic', reason },
    )
  })
})

test.each<[string, boolean]>([
  [' 0: 0x1 - a\n 1: 0x2 - b', true],
  [' 0: 0x1 - a', false],
  ['/a.zig:1:1: 0x20 in sum (shop)\n/a.zig:1:1: 0x20 in sum (shop)', true],
  ['/a.zig:1:1: 0x20 in sum (shop)', false],
  ['/a.nim(1) sum\n/a.nim(2) pay', true],
  ['/a.nim(1) sum', false],
  ['', false],
])('%j is such a stack: %j', (text, is) => {
  expect(claims(panicStackFormat, text)).toBe(is)
})
