/** The last row of a text that ends inside it, by its forms: what is read of it, and what is no row. */
import { describe, expect, test } from 'vitest'
import type { Frame, Report } from '../../../src/core/model/report.ts'
import { withCutEnd } from '../../../src/core/reports/cut-end.ts'
import { formsOf, maybeBlanks, type Part } from '../../support/text-forms.ts'

type Row = readonly [text: string, frame?: (Omit<Partial<Frame>, 'symbol'> & { readonly symbol?: object }) | undefined]

/** A report of one stack whose rows are these lines; a line without a frame is read by nobody. */
function reportOf(rows: readonly Row[], end = '', kind: Report['textKind'] = 'rows'): Report {
  const text = rows.map(([line]) => line).join('\n') + end
  let start = 0
  const frames = rows.flatMap(([line, frame], index) => {
    const span = { start, end: start + line.length }
    start += line.length + 1
    return frame ? [{ id: index, index, kind: 'exact', span, ...frame }] : []
  })
  const stack = { title: 'till', frames, span: { start: 0, end: frames.at(-1)?.span.end ?? 0 } }
  const rest = { threads: [], callTrees: [], sections: [], images: [], problems: [], applicationInfo: [] }
  return { text, textKind: kind, frameCount: frames.length, backtraces: [stack], ...rest } as unknown as Report
}

/** The new or changed last row of a report; nothing where it stays as it is. All others stay. */
function lastOf(report: Report): object | undefined {
  const cut = withCutEnd(report)
  if (cut === report) return undefined
  const before = report.backtraces[0]
  const after = cut.backtraces[0]
  const last = after?.frames.at(-1)
  const isNew = cut.frameCount > report.frameCount
  const end = report.text.trimEnd().length
  const frames = [...(before?.frames.slice(0, isNew ? undefined : -1) ?? []), last]
  expect(cut).toEqual({
    ...report,
    frameCount: report.frameCount + Number(isNew),
    backtraces: [{ ...before, frames, span: isNew ? { start: 0, end } : before?.span }],
  })
  return last
}

/** The last line of these as a row of its own below one whole row. */
function added(language: Frame['language'], above: string, last: string, end = ''): object | undefined {
  const frame = { symbol: { name: 'count', file: 'till', line: 3 }, language } as Row[1]
  const found = lastOf(reportOf([[above, frame], [last]], end))
  if (!found) return undefined
  const { symbol, ...rest } = found as Frame
  const start = above.length + 1
  expect(rest).toEqual({
    id: 1,
    index: 1,
    kind: 'exact',
    ...(language && { language }),
    span: { start, end: start + last.trimEnd().length },
  })
  return symbol
}

describe('Go', () => {
  const above = 'main.count(0x1)'
  test.each<[string, string]>([
    ['main.Count', 'main.Count…'],
    ['m.c', 'm.c…'],
    ['  main.Count(0x1, 0x', 'main.Count'],
    ['        main.Count', 'main.Count…'],
    ['main.(*Till).Count(0x1, 0', 'main.(*Till).Count'],
    ['main.(*Ti', 'main.(*Ti…'],
    ['shop.com/till.Count', 'shop.com/till.Count…'],
    ['s/t', 's/t…'],
    ['a-b/c.d/e.Count(0x1, 0x2', 'a-b/c.d/e.Count'],
    ['a/b/c/d/e/f/g/h/i', 'a/b/c/d/e/f/g/h/i…'],
    ['shop.com/till.(*Till).Count(0xc, 0x1', 'shop.com/till.(*Till).Count'],
    ['shop.com/till(', 'shop.com/till'],
    ['main.C(', 'main.C'],
  ])('%j', (row, name) => {
    expect(added('go', above, row)).toEqual({ name })
    expect(added('go', above, row, '  \n')).toEqual({ name })
  })
  test.each([
    'main',
    'main.',
    'said main.Count',
    'main.Count 7',
    'shop.com/till.Count x',
    `${' '.repeat(9)}main.Count`,
    '/x',
    '-.x y',
    'x shop.com/t',
  ])('not %j', (row) => {
    expect(added('go', above, row)).toBeUndefined()
  })
})

describe('rows without a mark', () => {
  const script = formsOf(maybeBlanks, { right: ['open', 'o', 'a$b.<x>/y'], wrong: ['', 'a-b', 'a b'] }, '@', {
    right: ['https://shop', ''],
  })
  test.each(script.right)('of JavaScript: %j%s%s%s', (...pieces) => {
    expect(added('javascript', 'count@https://shop/till.js:3', pieces.join(''))).toEqual({ name: pieces[1] })
  })
  test.each([...script.wrong.filter((row) => !row.startsWith('x')), 'Thanks', 'Shop.open'])('not %j', (row) => {
    expect(added('javascript', 'count@https://shop/till.js:3', row)).toBeUndefined()
  })
  const csharp = formsOf(
    maybeBlanks,
    { right: ['Shop.', 'S:', 'Shop.Till:', 'é_1`2+<x>/', 'a.'.repeat(16)], wrong: ['', '1.', '-.'] },
    { right: ['Open', 'o', '<x>', '_y'], wrong: ['', '1', 'a b'] },
    { right: ['', '(Int3', ' (Int32, ', '('], wrong: [' x', '  (x'] },
  )
  test.each(csharp.right)('of .NET: %j%s%s%s', (...pieces) => {
    const row = pieces.join('').trim()
    expect(added('csharp', 'Shop.Till:Count ()', pieces.join(''))).toEqual({ name: `${row}…` })
  })
  test.each(csharp.wrong.filter((row) => !row.startsWith('x')))('not %j', (row) => {
    expect(added('csharp', 'Shop.Till:Count ()', row)).toBeUndefined()
  })
  test.each<[string, string]>([
    ['Shop.Till:Open() [0x', 'Shop.Till:Open()'],
    ['Shop.Till:Open(Int32)\t<0x', 'Shop.Till:Open(Int32)'],
    ['Shop.Till:Open()', 'Shop.Till:Open()'],
    ['Shop.Till:Open()x', 'Shop.Till:Open()x…'],
  ])('of .NET with its place cut: %j', (row, name) => {
    expect(added('csharp', 'Shop.Till:Count ()', row)).toEqual({ name })
  })
  test('of other languages are none', () => {
    expect(added('rust', 'Shop.Till:Count ()', 'Shop.Till:Open')).toBeUndefined()
    expect(added('csharp', 'Shop.Till:Count ()', 'open@x.y')).toBeUndefined()
  })
})

describe('rows with a mark', () => {
  const quote: Part = { right: ['', ' ', '\t|"\'>', ' '.repeat(80)], wrong: ['x', ' '.repeat(81)] }
  const at = formsOf(
    quote,
    'at',
    { right: [' ', '    ', '\t'], wrong: ['', '     '].slice(0, 1) },
    { right: ['shop.Till.open'] },
  )
  test.each(at.right.map((pieces) => pieces.join('')))('%j', (row) => {
    expect(added('java', 'at shop.Till.count(Till.java:4)', row)).toEqual({ name: 'shop.Till.open…' })
  })
  test.each(at.wrong)('not %j', (row) => {
    expect(added('java', 'at shop.Till.count(Till.java:4)', row)).toBeUndefined()
  })
  for (const [hash, colon] of [
    ['#', ''],
    ['', ':'],
    ['', '.'],
    ['#', '.'],
    ['', ''],
  ] as const) {
    const above = `${hash}0${colon} count (till.dart:3)`
    const numbered = formsOf(
      quote,
      { right: [`${hash}1`], wrong: [`${hash}2`, `${hash}0`, `${hash}x`, hash === '#' ? '1' : '#1'] },
      { right: [colon], wrong: [colon === '' ? ':' : '', ';'] },
      { right: [' ', '\t', ' '.repeat(12)], wrong: [''] },
      { right: ['Till.open', 'o'], wrong: [''] },
    )
    test.each(numbered.right.map((pieces) => ({ row: pieces.join(''), name: pieces[4] })))('$row', ({ row, name }) => {
      expect(added('dart', above, row)).toEqual({ name: `${name}…` })
    })
    test.each(numbered.wrong)('not %j', (row) => {
      expect(added('dart', above, row)).toBeUndefined()
    })
    test.each(['at Till.open', `  ${hash}1${colon} 0x104c open`, `${hash}1${colon} x 0xabcD`])('nor %j', (row) => {
      expect(added('dart', above, row)).toBeUndefined()
    })
  }
  const named = formsOf(
    {
      right: ['', 'async ', 'new ', 'static ', '(wrapper managed-to-native) ', '(wrapper x) '],
      wrong: ['(wrapper ) ', 'my own ', '(wrapper a b) '],
    },
    { right: ['Till.open', 'x'], wrong: [''] },
    {
      right: [
        '',
        ...[
          'closure',
          'closure>',
          'c',
          'cl',
          'clo',
          'clos',
          'closu',
          'closur',
          '[',
          '[a',
          '[as',
          '[as ',
          '[as $x',
          '[as y]',
        ].map((word) => ` ${word}`),
      ],
      wrong: [' x', ' closures', ' [x', ' [as y] z'],
    },
    { right: ['', '(', ' (', ' (x', ' in a till', ' '], wrong: ['  (', ' on'] },
  )
  test.each(named.right)('%j%s%s%s', (...pieces) => {
    const row = `#1 ${pieces.join('')}`
    const [name = ''] = pieces.join('').split(/ in | ?\((?!wrapper)/)
    const isOpen = pieces[3]?.includes('(')
    expect(added('dart', '#0 count', row)).toEqual({ name: isOpen ? name : `${name.trimEnd()}…` })
  })
  test.each(named.wrong)('not %j', (words) => {
    expect(added('dart', '#0 count', `#1 ${words}`)).toBeUndefined()
  })
  test.each<[Frame['language'], boolean]>([
    ['dart', true],
    ['java', true],
    ['javascript', true],
    ['kotlin', true],
    ['csharp', false],
    ['rust', false],
  ])('in %s a bracket holds the place: %j', (language, isPlace) => {
    const name = isPlace ? 'shop.open' : 'shop.open(till.x…'
    expect(added(language, 'at count(till.x:3)', 'at shop.open(till.x')).toEqual({ name })
  })
  test('with an address belong to .NET alone', () => {
    const frame = { address: 0x104cb8010n, symbol: { name: 'count', line: 3 } } as unknown as Row[1]
    expect(lastOf(reportOf([['at count', frame], ['at shop.open']]))).toBeUndefined()
    const own = { ...frame, language: 'csharp' } as Row[1]
    expect(lastOf(reportOf([['at count', own], ['at shop.open']]))).toMatchObject({ symbol: { name: 'shop.open…' } })
  })
})

describe('what lies between the last row and the end', () => {
  const frame = { symbol: { name: 'count', line: 3 }, language: 'java' } as unknown as Row[1]
  const between = (gap: string) => lastOf(reportOf([[`at count(T.java:3)${gap}`, frame], ['at shop.open']]))
  const behind = (...lines: readonly string[]) =>
    lastOf(reportOf([['at count(T.java:3)', frame], ...lines.map((line): Row => [line]), ['at shop.open']]))
  test('blanks, marks and a suspension are no text', () => {
    expect(between('')).toBeDefined()
    for (const gap of ['', ' "\'|>', '<asynchronous suspension>', '\t\n> <asynchronous suspension>'])
      expect(behind(gap)).toMatchObject({ index: 1, symbol: { name: 'shop.open…' } })
    for (const gap of ['x', '<suspension>', ' '.repeat(200)]) expect(behind(gap)).toBeUndefined()
  })
  test('reports of no rows, and long rows, stay', () => {
    const rows: readonly Row[] = [['at count(T.java:3)', frame], [`at ${'x'.repeat(1997)}`]]
    expect(lastOf(reportOf(rows))).toBeDefined()
    expect(lastOf(reportOf([...rows.slice(0, 1), [`at ${'x'.repeat(1998)}`]]))).toBeUndefined()
    expect(lastOf(reportOf(rows, '', 'none'))).toBeUndefined()
    expect(lastOf(reportOf([['at x']]))).toBeUndefined()
  })
})

describe('a last row that is read', () => {
  const at = 0x104cb8010n
  type Own = { readonly name: string; readonly offset?: number; readonly line?: number; readonly file?: string }
  const native = (symbol: Own, more: object = {}): Row => [
    symbol.name,
    { address: at, symbol, ...more } as unknown as Row[1],
  ]
  const whole = (name: string) => native({ name, offset: 4 })
  const cut = (row: Row, above: readonly Row[] = [whole('a'), whole('b')], end = '') =>
    (lastOf(reportOf([...above, row], end)) as Frame | undefined)?.symbol
  test.each<[Own, object | undefined]>([
    [{ name: 'coun' }, { name: 'coun…' }],
    [{ name: 'count', offset: 3 }, undefined],
    [{ name: 'count', line: 3 }, undefined],
    [{ name: 'coun…' }, undefined],
    [{ name: '0x104c' }, undefined],
    [{ name: '0X' }, undefined],
    [{ name: '0xg' }, { name: '0xg…' }],
    [{ name: '10x1' }, { name: '10x1…' }],
    [{ name: 'close (shop-drawer.m:12' }, { name: 'close', file: 'shop-drawer.m' }],
    [{ name: 'close (/shop/a.m:' }, { name: 'close', file: '/shop/a.m' }],
    [{ name: 'close (a.swifty:1' }, { name: 'close', file: 'a.swifty' }],
    [{ name: 'close (a.swiftyy:1' }, { name: 'close' }],
    [{ name: 'close (a.m:1x' }, { name: 'close' }],
    [{ name: 'close (a.m' }, { name: 'close' }],
    [{ name: 'close (x:a.m:1' }, { name: 'close' }],
    [{ name: 'close (https://shop/a' }, { name: 'close' }],
    [{ name: 'close (Int' }, { name: 'close (Int…' }],
    [{ name: 'close (a b.c' }, { name: 'close (a b.c…' }],
    [{ name: 'kfun:x#y(){} + 123 (/shop/a.kt:1' }, { name: 'kfun:x#y(){}', offset: 123, file: '/shop/a.kt' }],
    [{ name: 'x + 1 + 7 (/a.kt' }, { name: 'x + 1', offset: 7 }],
    [{ name: 'x + y (/a.kt' }, { name: 'x + y' }],
    [{ name: 'x + 7y (/a.kt' }, { name: 'x + 7y' }],
    [{ name: '(close' }, { name: '(close…' }],
  ])('%j', (symbol, expected) => {
    expect(cut(native(symbol))).toEqual(expected)
  })
  test('is whole where a line ends it, or others have no place either', () => {
    const row = native({ name: 'coun' })
    for (const end of ['\n', '\n  \t']) expect(cut(row, undefined, end)).toBeUndefined()
    expect(cut(row, undefined, '  ')).toEqual({ name: 'coun…' })
    expect(cut(row, [whole('a')])).toBeUndefined()
    expect(cut(row, [whole('a'), native({ name: 'b' })])).toBeUndefined()
    expect(cut(row, [whole('a'), native({ name: 'b', line: 3 })])).toEqual({ name: 'coun…' })
    expect(cut(['coun', { symbol: { name: 'coun' } }])).toBeUndefined()
    expect(cut(['coun', { offset: 7, symbol: { name: 'coun' } } as unknown as Row[1]])).toEqual({ name: 'coun…' })
  })
  test.each<[string, boolean]>([
    ['a.', true],
    ['a:', true],
    ['a/', true],
    ['a-', false],
    ['a(b', true],
    ['a(b)', false],
    ['-[Till cou', true],
    ['+[Till', true],
    ['-[Till count]', false],
    ['x-[Till', false],
    ['*[Till', false],
  ])('%j is open: %j', (name, isOpen) => {
    expect(cut([name, { symbol: { name } }], [], '\n')?.name.startsWith(name.slice(0, 1))).toBe(isOpen || undefined)
  })
  test('lacks the brackets that all others have', () => {
    const bracket = (name: string): Row => [`${name} (x)`, { symbol: { name } }]
    const last = (name: string): Row => [name, { symbol: { name } }]
    const above = [bracket('a'), bracket('b')]
    expect(cut(last('coun'), above)).toEqual({ name: 'coun…' })
    expect(cut(last('coun'), above.slice(1))).toBeUndefined()
    expect(cut(last('coun'), [bracket('a'), last('b')])).toBeUndefined()
    expect(cut(bracket('coun'), above)).toBeUndefined()
    for (const method of ['-[Till count]', '+[Till count:]']) expect(cut(last(method), above)).toBeUndefined()
    for (const method of ['x-[Till count]', '-[Till count]x'])
      expect(cut(last(method), above)).toEqual({ name: `${method}…` })
  })
  test('ends inside a hash of Rust', () => {
    const hash = 'h2b293e6c03a76160'
    const rust = (name: string): Row => [name, { symbol: { name } }]
    const above = [rust(`a::${hash}`), rust(`b::${hash}`)]
    for (const end of ['h2', hash.slice(0, -1)])
      expect(cut(rust(`shop::c::${end}`), above)).toEqual({ name: 'shop::c' })
    for (const end of [hash, 'h', 'hx', 'h2 x']) expect(cut(rust(`shop::c::${end}`), above)).toBeUndefined()
    expect(cut(rust('c::h2'), above.slice(1))).toBeUndefined()
    expect(cut(rust('c::h2'), [rust(`a::${hash}x`), ...above.slice(1)])).toBeUndefined()
  })
  test('looks like a row of another language without its place', () => {
    const of = (name: string, language: string, text = name): Row => [
      text,
      { symbol: { name }, language } as unknown as Row[1],
    ]
    const above = [of('a', 'kotlin'), of('b', 'kotlin')]
    expect(lastOf(reportOf([...above, of('coun', 'swift')]))).toMatchObject({
      language: 'kotlin',
      symbol: { name: 'coun…' },
    })
    expect(cut(of('coun', 'kotlin'), above)).toBeUndefined()
    expect(cut(of('coun', 'swift', 'coun ()'), above)).toBeUndefined()
    expect(cut(of('coun', 'swift'), [of('a', 'kotlin'), of('b', 'dart')])).toBeUndefined()
    expect(cut(['coun', { symbol: { name: 'coun' } }], above)).toBeUndefined()
  })
  test('is an image of the others', () => {
    const above: readonly Row[] = [
      ['a', { image: 3, imageName: 'libshelf.dylib', symbol: { name: 'a', offset: 4 } }],
      ['b', { image: 4, imageName: 'Till', symbol: { name: 'b', offset: 4 } }],
    ]
    const last = (name: string, end = '') => {
      const found = lastOf(reportOf([...above, [name, { symbol: { name } }]], end)) as Frame | undefined
      return found && [found.image, found.imageName, found.symbol]
    }
    expect(last('Till')).toEqual([4, 'Till', undefined])
    expect(last('libs')).toEqual([undefined, 'libs…', undefined])
    for (const name of ['lib', 'helf.dylib', 'Box']) expect(last(name)).toBeUndefined()
    expect(last('Till', '\n')).toBeUndefined()
  })
})
