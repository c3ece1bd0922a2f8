/** Rows and images that a mail broke at a blank: what each beginning can go on with, and what it can't. */
import { describe, expect, test } from 'vitest'
import { joinBrokenEntries } from '../../../../src/core/reports/repair/repair-entries.ts'
import { filledTo, LARGEST } from './broken.ts'

const join = (...lines: readonly string[]): readonly string[] => joinBrokenEntries(lines.join('\n')).split('\n')
const OFFSETS = ['+ 4', '+ 4056', '+\t0x1f', '+40', '+ 123456789012', '+ 0x1f2e3d4c', '+ 40 (till.c:12)', '+ 4\t (a)']
const NO_OFFSETS = ['4', '+ x', '+ 1234567890123', '+ 40 more', '+ 40 ()', '+  4', '+ 4 a)']

describe('a row', () => {
  const heads = ['0 Till 0x104ccc07', '12\tTill Shop\t0x0000000104CCC074', ' 1234 T  0x1234567812345678']
  type Parts = readonly [name: string, rest: string]
  const joins: readonly Parts[] = [
    ['', '$s4Till3payyyF'], ['', '_$S4Till'], ['', '$sx'], ['', '_Z3payi'], ['', '___Z3payi_block'], ['', '-[Till pay'], ['', '+[T'],
    ['', 'pay +'], ['', 'p +'], ['', '_Pay$1 +'], ['', '$x +'], ['', 'pay(int)'], ['', 'Shop::pay<int>(a, char const* [2]) const +'], ['', '~T('], ['', 'pay(a,'], ['', '_p() const'],
    ...OFFSETS.map((offset): Parts => ['', `pay ${offset}`]),
    ['void', 'Shop::pay'], ['void*', 'a::b(int'], ['bool', 'pay + 4'], ['int&', 'a::b'], ['auto &&', 'a::b'], ['unsigned', 'a::b'], ['unsigned int', 'a::b'], ['unsigned short *', 'a::b'], ['unsigned char\t*&', 'a::b'],
    ['a::b<c,', 'd::e'], ['a::b<c', 'x>'], ['a::b<c', '<d'], ['a::b<c<d>', 'e> >(f)'], ['a::b<c', 'd + 4'], ['a::b<c->*d', 'e>'], ['a::operator<<<c', 'd> + 1'],
    ['a(b', 'c)'], ['-[a', 'b]'], ['+[a(b)', 'c:]'], ['a[b', 'c]'], ['a(b', 'c + 4'], ['a(b', 'Shop::c<int>&, char* const, [d]'], ['a(b', '_c,'],
    ...OFFSETS.map((offset): Parts => ['pay', offset]),
    ...OFFSETS.map((offset): Parts => ['pay +', offset.slice(1).trim()]),
    ['pay(int) const', '+ 4'], ['operator[](a)', '+ 4'], ['a::b<c>', '+ 4'],
    ['pay + 4', '(till.c:1)'], ['pay + 123456789012', '(a.b+c<d>-e:1234567)'], ['pay\t+\t0x1f2e3d4', '(t:1)'],
  ] // prettier-ignore
  test.each(joins)('with %j goes on with %j', (name, rest) => {
    for (const head of heads) {
      const before = name === '' ? head : `${head} \t${name}`
      for (const end of ['', ' ', '\t\r'])
        expect(join('Thread 0:', `${before}${end}`, `  ${rest}\r`, 'see below')).toEqual([
          'Thread 0:',
          `${before} ${rest}`,
          'see below',
        ])
    }
  })
  const signs: readonly (readonly [sign: string, rest: string])[] = [['-', '[Till pay]'], ['+', '[Till pay:with:] + 40'], ['-', '[T p] x']] // prettier-ignore
  test.each(signs)('with %j goes on with %j, without a blank', (sign, rest) => {
    for (const head of heads) expect(join(`${head} ${sign}`, rest)).toEqual([`${head} ${sign}${rest}`])
  })

  const stays: readonly Parts[] = [
    ['', 'x$s4Till'], ['', '$4Till'], ['', '$s'], ['', '__$s4Till'], ['', '____Z3pay'], ['', 'Z3pay'], ['', '_Z'], ['', '[Till pay]'], ['', '-[ pay'],
    ['', 'pay'], ['', 'pay the + 4 of'], ['', '1pay +'], ['', 'pay  +'], ['', '9(int)'], ['', 'pay(int) more'], ['', 'pay(int) +  '.trim() + ' x'], ['', 'pay(a; b'], ['', 'see pay(int)'], ['', '+ 4'], ['', '+ 40 (a)'],
    ['', `p${'a'.repeat(401)} +`], ['', `p${'a'.repeat(201)}(int)`],
    ...NO_OFFSETS.map((offset): Parts => ['', `pay ${offset}`]),
    ['-', 'pay'], ['-', '[]'], ['-', '[Till pay'], ['-', '[;'], ['+', 'x[Till pay]'], ['-', '[ Till]'],
    ['void', 'pay'], ['void', 'a:b'], ['voids', 'a::b'], ['avoid', 'a::b'], ['void***', 'a::b'], ['unsigned in', 'a::b'], ['unsigned double', 'a::b'], ['void  *', 'a::b'],
    ['a::b<c', 'word'], ['a::b<c', 'a: b'], ['a::b<c>', 'd>'], ['a<b', 'c::d'], ['a::operator<', 'b::c'], ['a::operator<=>', 'b::c'], ['a::operator<<=', 'b::c'], ['a::operator<=', 'b::c'], ['a::operator<<', 'b::c'], ['a::b->c<d>', 'e::f'],
    ['a(b', 'word'], ['a(b)', 'c)'], ['a(b', 'c + x'], ['a(b', '1c, d'], ['a(b', 'c, d; e'], ['a(b', 'see, d.'], ['x-[a]', 'c]'], ['x-[a(b)c', 'd]'], ['-[a]', 'b]'],
    ...NO_OFFSETS.map((offset): Parts => ['pay', offset]),
    ...['x 4', '1234567890123', '0x123456789', '40 more', '4 ()'].map((rest): Parts => ['pay +', rest]),
    ['pay', 'x + 4'], ['pay', '40'], ['pay+ 1', '40'],
    ...OFFSETS.map((offset): Parts => [`pay ${offset}`, '+ 4']),
    ['pay + 4', '(till.c:x)'], ['pay + 4', '(till.c:12345678)'], ['pay + 4', '(till c:1)'], ['pay + 4', '(till.c:1) x'], ['pay + 4', 'x(till.c:1)'], ['pay+ 4', '(till.c:1)'], ['pay +4', '(till.c:1)'], ['pay + 1234567890123', '(till.c:1)'], ['pay + 0x123456789', '(till.c:1)'], ['pay + 4 x', '(till.c:1)'], ['pay + 4', `(${'t'.repeat(101)}:1)`],
    ['0x104000000', '+ 4'], ['0xA', 'pay + 4'],
    ...['', '1234 Till 0x1', '1\tTill Shop\t0000000000000000', '12  Till', '*0x1f a)', '0xA\t>', 'Thread > a', 'Thread 1: a + 4', 'Code Type: + 4', 'A-(b/c): > + 4', '(', '{ ', '{', ')', '}', '] a)', 'EOF + 4', '---- > + 4', '====', '```', '> + 4'].map((line): Parts => ['a::b<c(', line]),
  ] // prettier-ignore
  test.each(stays)('with %j does not go on with %j', (name, rest) => {
    const before = name === '' ? (heads[0] ?? '') : `${heads[0] ?? ''} ${name}`
    expect(join('Thread 0:', before, rest, 'see below')).toEqual(['Thread 0:', before, rest, 'see below'])
  })

  test.each([
    'x 0 Till 0x104ccc074', '12345 Till 0x104ccc074', '0 0x104ccc074', '0 Till 0x104ccc', '0 Till 0x12345678123456789', '0 Till x0x104ccc074', '0Till 0x104ccc074', '0 Till 0x104ccc07g', '0 Till 0x104ccc074:',
  ])('%j is none', (line) => {
    for (const rest of ['pay + 4', '_Z3pay']) expect(join(line, rest)).toEqual([line, rest])
  }) // prettier-ignore

  test('with labels that go on', () => {
    expect(join('0 Till 0x104ccc074 a::b<c(', 'Shop::Till::pay) + 4')).toEqual([
      '0 Till 0x104ccc074 a::b<c( Shop::Till::pay) + 4',
    ])
  })

  test('over six lines, not over seven', () => {
    const parts = ['0 Till 0x104ccc074 a::b<c,', ...new Array<string>(7).fill('d::e,')]
    expect(join(...parts)).toEqual([parts.slice(0, 6).join(' '), 'd::e,', 'd::e,'])
    // The next row may have as many.
    expect(join(...parts, ...parts)).toEqual([
      parts.slice(0, 6).join(' '),
      'd::e,',
      'd::e,',
      parts.slice(0, 6).join(' '),
      'd::e,',
      'd::e,',
    ])
  })

  test('of 2,000 characters, and a rest of 1,000', () => {
    const row = (length: number): string => '0 Till 0x104ccc074 p'.padEnd(length, 'z')
    const rest = (length: number): string => `${'z'.repeat(length - 4)}::b)`
    expect(join(row(2000), '+ 4')).toEqual([`${row(2000)} + 4`])
    expect(join(row(2001), '+ 4')).toEqual([row(2001), '+ 4'])
    expect(join('0 Till 0x104ccc074 a(', rest(1000))).toEqual([`0 Till 0x104ccc074 a( ${rest(1000)}`])
    expect(join('0 Till 0x104ccc074 a(', rest(1001))).toEqual(['0 Till 0x104ccc074 a(', rest(1001)])
  })

  test('in a text of four million characters, not of one more', () => {
    const least = filledTo('0 Till 0x104ccc074 pay\n+ 4', LARGEST)
    expect(joinBrokenEntries(least)).toBe(least.replace('\n', ' '))
    expect(joinBrokenEntries(`${least}.`)).toBe(`${least}.`)
  })
})

describe('an image', () => {
  const uuid = '<12345678-1234-1234-1234-1234567890AB>'
  const heads = [
    '0x10112 - 0x1011f',
    '  0x000000010112F000  -\t 0x00000001011bAfff',
    '\t0x1234567812345678 - 0x1234567812345678',
  ]
  const joins: readonly (readonly [entry: string, rest: string])[] = [
    ['', 'Till arm64'], ['', '+com.shop.till (1)'], ['', 'T\tx'], ['', '_t-1.2+3 (1.2)'],
    ['Till (for Mac', 'GUI 1.2)'], ['Till (', 'x)'], ['Till (1) (2', 'a) b'],
    ['Till (1)', uuid], ['Till', `(1.2) ${uuid}`], ['Till', '(1.2)'], ['Till', '/A/Till'], ['Till arm64', `arm64e ${uuid} /A`], ['Till', `(${'1'.repeat(80)})`],
    [`Till (1) ${uuid}`, '/A/Till'], ['Till <1234567812341234123412345678abcd>', '/A'],
  ] // prettier-ignore
  test.each(joins)('with %j goes on with %j', (entry, rest) => {
    for (const head of heads) {
      const before = entry === '' ? head : `${head}  ${entry}`
      expect(join('Binary Images:', `${before} `, ` ${rest}\r`, 'see')).toEqual([
        'Binary Images:',
        `${before} ${rest}`,
        'see',
      ])
    }
  })
  test.each([
    ['Till (1) /A/', 'B'], ['Till /A/B.app/', 'C/D'], ['/A/', 'A+b-c.d'], ['Till //', 'x/y'],
  ])('with %j goes on with %j, without a blank', (entry, rest) => {
    for (const head of heads) expect(join(`${head} ${entry}`, rest)).toEqual([`${head} ${entry}${rest}`])
  }) // prettier-ignore
  test.each([
    ['', 'Till'], ['', '(1) x'], ['', 'a: b'], ['', '/A/B x'], ['', '-x y'],
    ['Till (1', 'words'], ['Till (1', uuid], ['Till (1)', 'words)'],
    ['Till', 'see (1.2)'], ['Till', '()'], ['Till', `(${'1'.repeat(81)})`], ['Till', '(1(2))'], ['Till', '<1234567812341234123412345678abc>'], ['Till', 'a/b'],
    [`Till (1) ${uuid}`, 'a /A/Till'], [`Till (1) ${uuid}`, uuid],
    ['Till /A/', 'B C'], ['Till /A/', '(B/'], ['Till /A/', 'B:C'], ['Till /A/', '/B'], ['Till /A', `B ${uuid}`], ['/A', '/B'], ['Till /A', '/B'],
  ])('with %j does not go on with %j', (entry, rest) => {
    const before = entry === '' ? (heads[0] ?? '') : `${heads[0] ?? ''} ${entry}`
    expect(join('Binary Images:', before, rest, 'see')).toEqual(['Binary Images:', before, rest, 'see'])
  }) // prettier-ignore
  test.each([
    'x 0x10112 - 0x1011f',
    '0x1011 - 0x1011f',
    '0x10112 - 0x1011',
    '0x10112- 0x1011f',
    '0x10112 -0x1011f',
    '0x10112 - 0x1011fx',
    '0x12345678123456789 - 0x1011f',
    '0x10112 - 0x12345678123456789',
  ])('%j is none', (line) => {
    expect(join(line, 'Till arm64')).toEqual([line, 'Till arm64'])
  })
})
