/** Output of `minidump_stackwalk`, for people and for machines, row by row. */
import { describe, expect, test } from 'vitest'
import { minidumpWalkFormat } from '../../../../src/core/reports/free-text/minidump-walk.ts'
import { claims } from '../../../support/claims.ts'
import { framesTold, told } from './told.ts'

interface Report {
  readonly exception?: object
  readonly images?: readonly object[]
  readonly threads?: readonly {
    readonly id: number
    readonly crashed: boolean
    readonly unnumbered?: true
    readonly frames: readonly object[]
    readonly registers?: readonly object[]
    readonly span: string
  }[]
}
const report = (...lines: readonly string[]): Report => told(minidumpWalkFormat, lines.join('\n')) as Report
const read = (...lines: readonly string[]): readonly unknown[] => framesTold(minidumpWalkFormat, lines.join('\n'))

describe('rows for people', () => {
  const below = ' 9  libdyld.dylib + 0x1acc9'
  const row = (index: number, span: string, imageName: string, symbol: object | undefined, offset?: number) => ({
    ...{ index, kind: 'return', imageName, span },
    ...(symbol && { symbol }),
    ...(offset !== undefined && { offset }),
  })
  const BELOW = row(9, below, 'libdyld.dylib', undefined, 0x1acc9)
  test.each<[string, number, string, object | undefined, number?]>([
    [
      ' 1  Till!till::count(int) [till.cc : 12 + 0x4]',
      1,
      'Till',
      { name: 'till::count(int)', file: 'till.cc', line: 12 },
    ],
    ['\t2\t T il!c [a : 123456789 + 0xdef]\t ', 2, 'T il', { name: 'c', file: 'a', line: 123456789 }],
    ['3  T!c [a b:1 + 0x0123456789ab]\r', 3, 'T', { name: 'c', file: 'a b', line: 1 }],
    ['4  T!c [a : 0 + 0x4]', 4, 'T', { name: 'c', file: 'a' }],
    ['5  Till!count + 0x14', 5, 'Till', { name: 'count' }],
    ['6  Till!operator new', 6, 'Till', { name: 'operator new' }],
    [' 7  libdyld.dylib + 0x1acc9', 7, 'libdyld.dylib', undefined, 0x1acc9],
    ['8  L + 0x0123456789ab ', 8, 'L', undefined, 0x123456789ab],
    ['12345  L + 0xa', 12345, 'L', undefined, 10],
  ])('%j', (line, ...parts) => {
    expect(read('Thread 3', line, below)[0]).toEqual(
      row(parts[0], line.replace(/\r$/, ''), ...(parts.slice(1) as [string, object])),
    )
    expect(read('Thread 3', line, below)[1]).toEqual(BELOW)
  })
  test.each([
    'x 1  Till!count',
    '123456  Till!count',
    'x  Till!count',
    '1 Till!count',
    '1   Till!count',
    '1  !count',
    '1  Till|!count',
    '1  Till',
    '1  Till + 12',
    '1  Till + 0x12 x',
    '1  Till + 0x0123456789abc',
    '1  Till! count',
  ])('none: %s', (line) => {
    expect(read('Thread 3', line, below, below)).toEqual(expect.arrayContaining([BELOW]))
    expect(read('Thread 3', line, below).filter((frame) => (frame as { index: number }).index !== 9)).toEqual([])
  })
  test('the first row is where the thread stands', () => {
    expect(read('Thread 3', ' 0  L + 0x10', below)).toEqual([
      { ...row(0, ' 0  L + 0x10', 'L', undefined, 16), kind: 'exact' },
      BELOW,
    ])
  })

  test.each<[string, number, boolean, true?]>([
    ['Thread 3', 3, false],
    [' \tThread 123456 (crashed)\t \r', 123456, true],
    ['Thread 0 (crashed)', 0, true],
    ['x Thread 3', 0, false, true],
    ['Thread 1234567', 0, false, true],
    ['Thread 3 (crashed) x', 0, false, true],
    ['Thread 3 (stopped)', 0, false, true],
    ['Thread  3', 0, false, true],
  ])('the heading %j', (head, id, crashed, unnumbered) => {
    const [thread, ...others] = report(head, below, '    Found by: x').threads ?? []
    expect(others).toEqual([])
    const start = unnumbered ? '' : `${head}\n`
    expect(thread).toEqual({
      ...{ id, crashed, ...(unnumbered && { unnumbered }), span: `${start}${below}\n    Found by: x` },
      frames: [{ id: 0, ...BELOW }],
    })
  })

  test('registers belong to the innermost row, and tell where a row stood', () => {
    const thread = report(
      ...['Thread 0 (crashed)', ' 0  L + 0x10', '     rip = 0x0000000104000010   rbx = 0x0000000000000002'],
      ...[
        '\trax = 0x0000000000000003',
        '    Found by: given',
        below,
        '    rip = 0x0000000104000020   rsp = 0x5',
        '    Found by: x',
      ],
    ).threads?.[0]
    expect(thread?.registers).toEqual([
      { name: 'rip', value: '0x104000010' },
      { name: 'rbx', value: '0x2' },
      { name: 'rax', value: '0x3' },
    ])
    expect(thread?.frames.map((frame) => (frame as { address?: string }).address)).toEqual([
      '0x104000010',
      '0x104000020',
    ])
  })
  test.each<[string, string | undefined]>([
    ['eip = 0x12345678   ebx = 0x1', '0x12345678'],
    ['pc = 0x12345678', '0x12345678'],
    ['rsp = 0x12345678', undefined],
    ['x0 = 0x12345678  xpc = 0x1', undefined],
    ['pcx = 0x12345678', undefined],
  ])('where a row stood: %s', (line, address) => {
    const [first] = report('Thread 0', ' 0  L + 0x10', `     ${line}`, below).threads?.[0]?.frames ?? []
    expect((first as { address?: string }).address).toBe(address)
  })
  test('an empty line and words at the margin end a thread', () => {
    const ids = (...between: readonly string[]): unknown =>
      report('Thread 3', below, ...between, below).threads?.map(({ id, unnumbered }) => [id, unnumbered ?? false])
    expect([ids(), ids('  words'), ids('    Found by: x')]).toEqual([[[3, false]], [[3, false]], [[3, false]]])
    const two = [
      [3, false],
      [0, true],
    ]
    expect([ids(''), ids(' '), ids('words')]).toEqual([two, two, two])
    expect(ids('Thread 4')).toEqual([
      [3, false],
      [4, false],
    ])
    expect(report('Thread 3', '', below).threads?.map(({ id }) => id)).toEqual([0])
    expect(report('Thread 3', 'Thread 4', below).threads?.map(({ id }) => id)).toEqual([4])
  })
})

describe('the end', () => {
  const rows = ['Thread 0 (crashed)', ' 0  L + 0x10', '    Found by: x']
  const endOf = (...lines: readonly string[]): unknown => report(...lines, ...rows).exception
  test.each<[string, object | undefined]>([
    [
      'Crash reason:  EXC_BAD_ACCESS / KERN_INVALID_ADDRESS',
      { type: 'EXC_BAD_ACCESS', subtype: 'KERN_INVALID_ADDRESS', address: '0x18' },
    ],
    ['Crash reason:\tEXC_BAD_ACCESS\t\r', { type: 'EXC_BAD_ACCESS', address: '0x18' }],
    ['Crash reason:  EXC_CRASH / SIGABRT x', { type: 'EXC_CRASH', subtype: 'SIGABRT x' }],
    ['Crash reason:  SIGSEGV / SEGV_MAPERR', { signal: 'SIGSEGV', message: 'SIGSEGV / SEGV_MAPERR' }],
    ['Crash reason:  SIGSEGVX2', { message: 'SIGSEGVX2' }],
    ['Crash reason:  x SIGSEGV', { message: 'x SIGSEGV' }],
    ['Crash reason:  EXC_X / Y', { message: 'EXC_X / Y' }],
    ['Crash reason:  EXC_BAD_ACCESS/Y', { message: 'EXC_BAD_ACCESS/Y' }],
    ['Crash reason:  xEXC_BAD_ACCESS', { message: 'xEXC_BAD_ACCESS' }],
    ['Crash reason: E', { message: 'E' }],
    ['x Crash reason:  SIGILL', undefined],
    ['Crash reason:', undefined],
  ])('%j', (reason, exception) => {
    expect(endOf(reason, 'Crash address:\t 0x18')).toEqual(exception)
  })
  test.each<[string, string | undefined]>([
    ['Crash address: 0x0123456789abcdef', '0x123456789abcdef'],
    ['x Crash address: 0x18', undefined],
    ['Crash address:0x18', undefined],
    ['Crash address: 18', undefined],
  ])('%s', (line, address) => {
    expect(endOf('Crash reason: EXC_BAD_ACCESS', line)).toEqual({ type: 'EXC_BAD_ACCESS', ...(address && { address }) })
  })
  test.each<[string, object | undefined]>([
    [
      'Crash|EXC_BAD_ACCESS / KERN_X|0x0123456789abcdef|12',
      { type: 'EXC_BAD_ACCESS', subtype: 'KERN_X', address: '0x123456789abcdef' },
    ],
    ['Crash|S|0x1|', { message: 'S' }],
    ['x Crash|SIGILL|0x1|0', undefined],
    ['Crash||0x1|0', undefined],
    ['Crash|S|1|0', undefined],
  ])('%s', (line, exception) => {
    expect(endOf(line)).toEqual(exception)
  })
})

describe('fields for machines', () => {
  const span = (line: string): string => line.replace(/\r$/, '')
  test.each<[string, object]>([
    [
      '3|1|Till|count(int)|till.cc|12|0x4',
      { index: 1, imageName: 'Till', symbol: { name: 'count(int)', file: 'till.cc', line: 12 } },
    ],
    [
      '3|12345|Till|c||123456789|0x0123456789abcdef\r',
      { index: 12345, imageName: 'Till', symbol: { name: 'c', line: 123456789 } },
    ],
    ['3|1|Till|c|||0x4\t ', { index: 1, imageName: 'Till', symbol: { name: 'c' } }],
    ['3|1|Till||||0x1acc9', { index: 1, imageName: 'Till', offset: 0x1acc9 }],
    ['3|1|||||0x104000010', { index: 1, address: '0x104000010' }],
    ['3|1||c|||0x4', { index: 1, symbol: { name: 'c' } }],
  ])('%j', (line, parts) => {
    const [thread, ...others] = report('Crash|S|0x1|3', line).threads ?? []
    expect(others).toEqual([])
    expect(thread).toEqual({
      ...{ id: 3, crashed: true, span: span(line) },
      frames: [{ id: 0, kind: 'return', span: span(line), ...parts }],
    })
  })
  test.each([
    'x3|1|Till||||0x1',
    '1234567|1|Till||||0x1',
    '3|123456|Till||||0x1',
    '3|x|Till||||0x1',
    '3|1|Till|||0x1',
    '3|1|Till|||x|0x1',
    '3|1|Till|||1234567890|0x1',
    '3|1|Till||||1',
    '3|1|Till||||0x1x',
    `3|1|Till||||0x${'1'.repeat(17)}`,
    `3|1|${'T'.repeat(201)}||||0x1`,
    `3|1|T|${'c'.repeat(2001)}|||0x1`,
    `3|1|T||${'f'.repeat(401)}||0x1`,
  ])('none: %s', (line) => {
    expect(read('Crash|S|0x1|3', line)).toEqual([])
  })
  test('threads', () => {
    const ids = (crash: string): unknown =>
      report(crash, '0|0|T||||0x1', '0|1|T||||0x1', '123456|0|T||||0x1').threads?.map(({ id, crashed, frames }) => [
        id,
        crashed,
        frames.length,
      ])
    expect(ids('Crash|S|0x1|123456')).toEqual([
      [0, false, 2],
      [123456, true, 1],
    ])
    expect(ids('Crash|S|0x1|0')).toEqual([
      [0, true, 2],
      [123456, false, 1],
    ])
    expect(ids('Crash|S|0x1|')).toEqual([
      [0, false, 2],
      [123456, false, 1],
    ])
  })
})

test.each<[string, object | undefined]>([
  ['0x104000000 - 0x10400ffff  Till  1.0  (main)', { name: 'Till', loadAddress: '0x104000000' }],
  ['0x10400 - 0x10401\tT il\t???', { name: 'T il', loadAddress: '0x10400' }],
  [
    '0x0123456789abcdef - 0x0123456789abcdff T 1 (WARNING: no symbols, T, 0)\r',
    { name: 'T', loadAddress: '0x123456789abcdef' },
  ],
  ['0x10400 - 0x10401 T 1 (main) (WARNING: no symbols)', { name: 'T', loadAddress: '0x10400' }],
  ['x 0x10400 - 0x10401 T 1', undefined],
  ['0x1040 - 0x10401 T 1', undefined],
  ['0x10400 - 0x1040 T 1', undefined],
  ['0x10400 - 0x10401 T', undefined],
  ['0x10400 0x10401 T 1', undefined],
  ['Module|Till|1.0|till.pdb|0123|0x104000000|0x10400ffff|1', { name: 'Till', loadAddress: '0x104000000' }],
  ['Module|T||||0x10400|0x10401|', { name: 'T', loadAddress: '0x10400' }],
  ['xModule|T||||0x10400|0x10401|', undefined],
  ['Module|||||0x10400|0x10401|', undefined],
  ['Module|T|||0x10400|0x10401|', undefined],
  ['Module|T||||0x1040|0x10401|', undefined],
  ['Module|T||||0x10400|0x1040|', undefined],
  ['Module|T||||0x10400|0x10401', undefined],
])('the image %j', (line, image) => {
  expect(report('Thread 0', ' 0  L + 0x10', '', line).images ?? []).toEqual(image ? [{ index: 0, ...image }] : [])
})

test.each<[string, boolean]>([
  [' 0  L + 0x10\n    Found by: x', true],
  [' 0  L + 0x10\n\tFound by: x', true],
  [' 0  L + 0x10\nFound by: x', false],
  [' 0  L + 0x10\n    Found by: '.trimEnd(), false],
  [' 0  L + 0x10\n x Found by: x', false],
  ['    Found by: x', false],
  [' 0  L + 0x10', false],
  ['Crash|S|0x1|0\n0|0|T||||0x1', true],
  ['Crash|S|0x1|0\n 0  L + 0x10\n    Found by: x', false],
  ['0|0|T||||0x1', false],
])('%j is such a walk: %j', (text, is) => {
  expect(claims(minidumpWalkFormat, text)).toBe(is)
})
