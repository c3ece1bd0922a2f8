/** Rows of scripts and managed code, one by one: what each part of a row is read as, and lines that only look like rows. */
import { describe, expect, test } from 'vitest'
import { managedStackFormat } from '../../../../src/core/reports/free-text/managed-stack.ts'
import { framesTold } from './told.ts'

const read = (...lines: readonly string[]): readonly unknown[] => framesTold(managedStackFormat, lines.join('\n'))

describe('native rows of Kotlin', () => {
  const below = '    at 7   till   0x104d1c7b5 kfun:sum + 4'
  const native = (line: string, index: number, imageName: string, address: string, name: string, offset: number) => ({
    ...{ index, kind: 'return', address, imageName, symbol: { name, offset }, language: 'kotlin' },
    ...{ span: line.trimEnd().replace(/^\s*at /, ''), symbolSpan: `${name} + ${offset}` },
  })
  const BELOW = native(below, 7, 'till', '0x104d1c7b5', 'kfun:sum', 4)
  test.each<[string, number, string, string, string, number]>([
    ['    at 0   shared   0x104d1c7a5        kfun:main(){} + 117 ', 0, 'shared', '0x104d1c7a5', 'kfun:main(){}', 117],
    ['at 2 shared 0x104d1c7a5 kfun:main(){} + 117', 2, 'shared', '0x104d1c7a5', 'kfun:main(){}', 117],
    ['\t\tat   6\tshared\t\t0x104D1C7A5\tkfun:pay + 1', 6, 'shared', '0x104d1c7a5', 'kfun:pay', 1],
    [' at 6     s 0x0000000104d1c7a5 kfun:pay + 1', 6, 's', '0x104d1c7a5', 'kfun:pay', 1],
  ])('%j', (line, ...parts) => {
    expect(read(line, below)).toEqual([native(line, ...parts), BELOW])
  })
  test.each([
    'x at 0   shared   0x104d1c7a5 kfun:main(){} + 117',
    'at 100000 shared 0x104d1c7a5 kfun:pay + 1',
    'at one shared 0x104d1c7a5 kfun:pay + 1',
    'at 0 shared 0x104d1 kfun:pay + 1',
    'at 0 shared 0x104d1c7a5104d1c7a5 kfun:pay + 1',
    'at 0 shared 104d1c7a5 kfun:pay + 1',
    'at0 shared 0x104d1c7a5 kfun:pay + 1',
    'at 0shared 0x104d1c7a5 kfun:pay + 1',
    'at 0 shared0x104d1c7a5 kfun:pay + 1',
  ])('none: %j', (line) => {
    expect(read(line, below)).toEqual([BELOW])
  })
})

describe('native rows of Mono', () => {
  const below = '\t0x105af2a75 - /app/Other : pay'
  const mono = (span: string, address: string, imagePath?: string, name = '') => ({
    ...{ index: 0, kind: 'return', address, span: span.trimEnd() },
    ...(imagePath !== undefined && { image: 0, imageName: imagePath.replace(/^.*\//, ''), symbolSpan: name }),
    ...(name !== '' && !['<redacted>', 'Unknown', '(null)'].includes(name) && { symbol: { name } }),
  })
  const first = (line: string): unknown => read(line, below)[0]
  test.each<[string, string, string?, string?]>([
    ['\t0x105af2a74 - /app/Till.iOS : mono_dump', '0x105af2a74', '/app/Till.iOS', 'mono_dump'],
    ['0x105AF2A74 - /app/Till.iOS : mono_dump(int, char)', '0x105af2a74', '/app/Till.iOS', 'mono_dump(int, char)'],
    ['  \t0x105af2  -\t/app dir/T\t \t:\t \tpay  ', '0x105af2', '/app dir/T', 'pay'],
    ['0x105af2a74105af2 - ./Till :pay', '0x105af2a74105af2', './Till', 'pay'],
    ['0x105af2a74 - ../Till : pay', '0x105af2a74', '../Till', 'pay'],
    ['0x105af2a74 - /Till : <redacted>', '0x105af2a74', '/Till', '<redacted>'],
    ['0x105af2a74 - /Till : Unknown', '0x105af2a74', '/Till', 'Unknown'],
    ['0x105af2a74 - /Till : (null)', '0x105af2a74', '/Till', '(null)'],
    ['0x105af2a74 - /Till : (null)x', '0x105af2a74', '/Till', '(null)x'],
    ['0x105af2a74 - /Till : x(null)', '0x105af2a74', '/Till', 'x(null)'],
    ['0x105af2a74 - /Till : ', '0x105af2a74', '/Till', ''],
    ['0x105af2a74 - Unknown', '0x105af2a74'],
    [' 0x105af2a74\t-\t\tUnknown\t ', '0x105af2a74'],
  ])('%j', (line, ...parts) => {
    expect(first(line)).toEqual(mono(line, ...parts))
  })
  const BELOW = mono(below, '0x105af2a75', '/app/Other', 'pay')
  test.each([
    'x 0x105af2a74 - /Till : pay',
    '0x105af - /Till : pay',
    '0x105af2a74105af2a74 - /Till : pay',
    '0x105af2a74 - Till : pay',
    '0x105af2a74 - .../Till : pay',
    '0x105af2a74- /Till : pay',
    '0x105af2a74 -/Till : pay',
    '0x105af2a74 - /Till: pay',
    '0x105af2a74 - Unknown x',
    '0x105af2a74 - xUnknown',
  ])('none: %j', (line) => {
    expect(first(line)).toEqual(BELOW)
  })
  test('all rows of a file have its image', () => {
    const rows = ['0x105af2a74 - /a/b/Till.iOS : pay', '0x105af2a84 - /a/b/Till.iOS : sum'] as const
    expect(read(...rows)).toEqual([
      mono(rows[0], '0x105af2a74', '/a/b/Till.iOS', 'pay'),
      { ...mono(rows[1], '0x105af2a84', '/a/b/Till.iOS', 'sum'), index: 1 },
    ])
  })
})

describe('rows of Unity', () => {
  const below = 'Shop.Till:Sum()'
  const BELOW = { index: 0, kind: 'exact', symbol: { name: below }, language: 'csharp', span: below }
  const row = (span: string, name: string, file?: string, line?: number) => ({
    ...{ index: 0, kind: 'exact', language: 'csharp', span: span.trimEnd() },
    symbol: { name, ...(file && { file }), ...(line && { line }) },
  })
  const names = [
    'Shop.Till:Count(String, Int32)',
    'T:C()',
    'T:C ()',
    '_t:_c()',
    'Éa1.Ü_`+<>/x:é_9.`>|()',
    '<Run>d__12:MoveNext()',
    '<_R>d:Move()',
    'Shop.Till:.ctor()',
    'Shop.Till:<Count>b__0(Int32)',
    'Shop.Till:Count<Int32>(Int32)',
    'Shop.Till:Count<Shop.Box::Item>(Int32)',
    'Shop.Till:Count<Shop.Box::.Item>(Int32)',
    'Shop.Till:Count<>(Int32)',
    'Shop.Till:<<Count>>b(Int32)',
    `${'T'.repeat(300)}:C()`,
    `T:${'C'.repeat(201)}()`,
    `T:C(${'I'.repeat(400)})`,
    'T:C<A>b<B>c<D::E>d()',
  ]
  test.each(names)('%s', (name) => {
    for (const [line, ...place] of [
      [name],
      [`  \t${name}\t  `],
      [`${name} (at Assets/Till.cs:42)`, 'Assets/Till.cs', 42],
      [`${name} (at A:1)`, 'A', 1],
      [`${name} (at C:/Till shop/T.cs:123456789) `, 'C:/Till shop/T.cs', 123456789],
      [`${name} (at <0123456789abcdef>:0)`],
      [`${name} (at Assets/Till.cs:0)`, 'Assets/Till.cs'],
    ] as [string, string?, number?][])
      expect(read(line, below)).toEqual([row(line, name, ...place), { ...BELOW, index: 1 }])
  })
  test.each([
    '-Shop.Till:Count()',
    '9Till:Count()',
    '<9Run>d:MoveNext()',
    'Shop.Till:9Count()',
    'Shop.Till:..ctor()',
    'Shop Till:Count()',
    'Shop.Till:Co-unt()',
    'Shop.Till:Count  ()',
    'Shop.Till:Count(a(b))',
    'Shop.Till:Count()x',
    'Shop.Till:Count() x',
    'Shop.Till:Count()  (at T.cs:1)',
    'Shop.Till:Count() (at T.cs:1234567890)',
    'Shop.Till:Count() (at T.cs:x)',
    'Shop.Till:Count() (at T(s).cs:1)',
    'Shop.Till:Count() (at :1)',
    'Shop.Till:Count() (in T.cs:1)',
    `${'T'.repeat(302)}:C()`,
    `T:C(${'I'.repeat(401)})`,
  ])('none: %s', (line) => {
    expect(read(line, below)).toEqual([BELOW])
  })

  const thrown = [
    'Shop.Till.Count (System.Int32 max)',
    'Shop.Till.Count(System.Int32 max)',
    'T.C ()',
    '_T._C ()',
    'É1.Ü9 ()',
    'A_.`+<>/[,].C_9.`<>|[,] (A[] b)',
    'Till.<Count>b__0 ()',
    `${'T'.repeat(301)}.C ()`,
    `T.${'C'.repeat(201)} ()`,
    `T.C (${'I'.repeat(800)})`,
  ]
  test.each(thrown)('as exceptions have them: %s', (name) => {
    for (const [line, ...place] of [
      [`${name} (at Assets/Till.cs:42)`, 'Assets/Till.cs', 42],
      [`\t ${name} (at A:1)\t `, 'A', 1],
      [`${name} (at <0123456789abcdef>:0)`],
    ] as [string, string?, number?][])
      expect(read(line, below)).toEqual([row(line, name, ...place), { ...BELOW, index: 1 }])
  })
  test.each([
    '9T.C () (at A.cs:1)',
    '-T.C () (at A.cs:1)',
    'T.9C () (at A.cs:1)',
    'T C () (at A.cs:1)',
    'T.C (a(b)) (at A.cs:1)',
    'T.C ()  (at A.cs:1)',
    'T.C () (at A.cs:1) x',
    'T.C () (at A(s).cs:1)',
    'T.C () (at A.cs:1234567890)',
    'T.C () (at A.cs:x)',
  ])('none as exceptions have them: %s', (line) => {
    expect(read(line, below)).toEqual([BELOW])
  })
})
