/** Names as rows show them: arguments folded, closures by the function around them, nothing made up. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { leftOut, rowName, shortName } from '../../../src/core/reading/short-name.ts'

describe('C++', () => {
  test.each([
    ['trail::Chart::plot(trail::Slice<double>) const', 'trail::Chart::plot(…)'],
    ['trail::Chart::clear()', 'trail::Chart::clear()'],
    [
      'void trail::Chart::forEachStep<trail::Chart::plot(trail::Slice<double>) const::$_0>(trail::Chart::plot(trail::Slice<double>) const::$_0&&) const',
      'trail::Chart::forEachStep<…>(…)',
    ],
    ['unsigned long const* std::__1::find[abi:ne180100]<int>(int*, int*)', 'std::__1::find<…>(…)'],
    [
      'trail::Chart::altitudeAt(double) const::$_0::operator()(unsigned int, double) const',
      'lambda in trail::Chart::altitudeAt',
    ],
    [
      "trail::Chart::altitudeAt(double) const::$_0::operator()(unsigned int, double) const::'lambda'()::operator()() const",
      'lambda in lambda in trail::Chart::altitudeAt',
    ],
    ["auto app::run<int>(int)::'lambda0'(auto)::operator()<long>(auto) const", 'lambda in app::run<…>'],
    ['app::run(int)::{lambda(long)#2}::operator()(long) const', 'operator()(…) in lambda in app::run'],
    ['app::run(int)::$_1::operator()() const::Local::go(int)', 'Local::go(…) in lambda in app::run'],
    ['$_0::operator()(int) const', 'lambda'],
    ['(anonymous namespace)::Reader::read(char*)', '(anonymous namespace)::Reader::read(…)'],
    ['std::operator<<(std::ostream&, char const*)', 'std::operator<<(…)'],
    ['bool operator==<int>(Box<int> const&, Box<int> const&)', 'operator==<…>(…)'],
    ['Set<int>::operator()(int) &&', 'Set<…>::operator()(…)'],
    ['Box<int>::operator->(int)', 'Box<…>::operator->(…)'],
    ['Wrap::operator std::vector<int>() const &', 'Wrap::operator std::vector<int>()'],
    ['Pool::operator new[](unsigned long)', 'Pool::operator new[](…)'],
    ['decltype(auto) app::visit<Less<1>, (Mode)2>(int (&)[3])', 'app::visit<…>(…)'],
    ['app::f(int)::g(long) const', 'app::f(…)::g(…)'],
    ['app::f(int) const volatile &', 'app::f(…)'],
    ['app::f(int) const volatile::g(long) const noexcept', 'app::f(…)::g(…)'],
    ['invocation function for block in app::f(int)', 'invocation function for block in app::f(…)'],
    ['non-virtual thunk to A::f(int) (.cold.1)', 'non-virtual thunk to A::f(…) (.cold.1)'],
    ['A<(1 > 2)>::f(int)', 'A<…>::f(…)'],
    ['A<&B::operator->>::f(int)', 'A<…>::f(…)'],
  ])('%s', (name, short) => {
    const read = shortName(name)
    expect(read === name ? [name] : read).toEqual(short.length < name.length ? short : [name])
  })
})

test.each([
  ['<alloc::vec::Vec<app::Row> as core::ops::drop::Drop>::drop', '<alloc::vec::Vec<…> as core::ops::drop::Drop>::drop'],
  ['core::slice::sort::<app::Row, app::less>', 'core::slice::sort::<…>'],
  [
    'core::str::<impl core::convert::From<app::Row> for str>::go',
    'core::str::<impl core::convert::From<…> for str>::go',
  ],
  [
    'app::shelf::sorted_by_the_name_of_the_author::{{closure}}',
    'closure in app::shelf::sorted_by_the_name_of_the_author',
  ],
])('Rust: %s', (name, short) => {
  expect(shortName(name)).toBe(short)
})

test.each([
  ['__36-[Shelf showBookNamed:]_block_invoke', 'block in -[Shelf showBookNamed:]'],
  ['__22+[Shelf(Books) shared]_block_invoke_2', 'block in +[Shelf(Books) shared]'],
  ['__open_shelf_block_invoke.12', 'block in open_shelf'],
])('block: %s', (name, short) => {
  expect(shortName(name)).toBe(short)
})

test.each([
  'main',
  '_block_invoke',
  '__Block_byref_object_copy_',
  '-[Shelf<Sorted> bookAt:(int)]::x',
  'closure #1 in Shelf.load(_:)',
  'specialized Array.append<A>(contentsOf:)',
  'void (*app::handler(int))(char)',
  'app::f(int',
  'app::f<int(',
  'app::f)int(',
  'app::f{lambda(int)',
  'Shop + 0x4010',
  'unnamed function at Shop::x + 0x4010',
  'a::operator ',
  '::',
  '',
])('stays: %s', (name) => {
  expect(shortName(name)).toBe(name)
})

test('what is looked for is shown', () => {
  const name = 'app::open(trail::Path const&, Mode)'
  expect(rowName(name, 'simplified', '')).toBe('app::open(…)')
  expect(rowName(name, 'simplified', 'open')).toBe('app::open(…)')
  expect(rowName(name, 'simplified', 'trail::path')).toBe(name)
  expect(rowName(name, 'simplified', 'elsewhere')).toBe('app::open(…)')
  expect(rowName(name, 'full', '')).toBe(name)
})

test('a tooltip has what the row leaves out, each once', () => {
  const call = { function: 'app::open(int)', mangled: '_ZN3app4openEi', inlined: false, source: 'dwarf' } as const
  const line = { name: call.function, call, inlined: false, named: true }
  expect(leftOut(line, 'app::open(…)')).toBe('app::open(int)\n_ZN3app4openEi')
  expect(leftOut(line, call.function)).toBe('_ZN3app4openEi')
  expect(leftOut({ ...line, name: 'main', call: { ...call, mangled: 'main' } }, 'main')).toBe('')
  expect(leftOut({ name: 'Shop + 16', inlined: false, named: false }, 'Shop + 16')).toBe('')
})

test('any text: never longer, and never more than it was made of', () => {
  const piece = fc.constantFrom(
    ...[
      'a',
      '::',
      '<',
      '>',
      '(',
      ')',
      '{',
      '}',
      ' ',
      'operator',
      'operator()',
      '$_0',
      "'lambda'",
      'const',
      '[abi:x]',
      ', ',
      '->',
      '…',
      '😀',
    ],
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const name = pieces.join('')
      const short = shortName(name)
      const said = `${name} ${name.replaceAll('[abi:x]', '')}`
      expect(short.length).toBeLessThanOrEqual(name.length)
      for (const word of short.split(/[^\w$]+/))
        if (!['in', 'lambda', 'closure'].includes(word)) expect(said).toContain(word)
    }),
    { numRuns: 3000 },
  )
})

test('deep and long names take their length, not its square', () => {
  const deep = `a::f${'<b'.repeat(8000)}${'>'.repeat(8000)}(int)`
  expect(shortName(deep)).toBe('a::f<…>(…)')
  const owners = `${'<a'.repeat(5000)}${'>'.repeat(5000)}::f`
  expect(shortName(owners)).toBe('<a<…>>::f')
  expect(shortName('a::'.repeat(5000) + 'f(int)')).toHaveLength(15_004)
})
