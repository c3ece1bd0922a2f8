import { expect, test } from 'vitest'
import { demangle } from '../../../src/core/demangle/registry.ts'

test.each([
  ['_ZN4shop4Cart5total17h0123456789abcdefE', 'shop::Cart::total'],
  ['__ZN4shop4Cart5total17h0123456789abcdefE', 'shop::Cart::total'],
  ['_ZN4shop4Cart5total17h0123456789abcdefE.llvm.A1B2', 'shop::Cart::total'],
  ['_ZN37_$LT$shop..Cart$u20$as$u20$Priced$GT$5total17h0123456789abcdefE', '<shop::Cart as Priced>::total'],
  ['_ZN4shop4main28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE', 'shop::main::{{closure}}'],
  ['_RNvNtCs1_4shop4cart5total', 'shop::cart::total'],
  ['__RNvMNtC4shop4cartNtB2_4Cart5total', '<shop::cart::Cart>::total'],
  ['_RNCNvC4shop4main0', 'shop::main::{closure#0}'],
  ['_RNvYhNtC4shop6Priced5total', '<u8 as shop::Priced>::total'],
  ['_RINvC4shop3addlhE', 'shop::add::<i32, u8>'],
  ['_RINvC4shop1fFG_RL0_hEuE', "shop::f::<for<'a> fn(&'a u8)>"],
  ['_RINvC4shop1fDNtC3std4SendEL_E', 'shop::f::<dyn std::Send>'],
  ['_RMC0DNtC1a1Tp1NKj2_EL_', '<dyn a::T<N = 2>>'],
  ['_RINvC4shop1fKj7b_Kb1_Kc41_E', "shop::f::<123, true, 'A'>"],
  ['_RNvC4shopu3_4ca', 'shop::ä'],
  // As programs of the first compilers print them.
  ['shop::panic_fmt::h9f005ee999496200zYL', 'shop::panic_fmt'],
  ['option::Option<T>::unwrap::h16515609606882990218', 'option::Option<T>::unwrap'],
  ['extern $u22$rust.call$u22$$u20$fn$LP$$RF$shop..Cart$RP$', 'extern "rust.call" fn(&shop::Cart)'],
])('%s', (name, expected) => {
  expect(demangle(name, 'simplified')).toBe(expected)
})

test.each([
  ['_RNvC4shop'],
  ['_R1'],
  ['_RNvC9shop3f'],
  ['_RINvC4shop1fKb2_E'],
  ['_RINvC4shop1fL5_E'],
  ['_RINvC4shop1fFGzzzzz_EuE'],
])('%s is no name and stays', (name) => {
  expect(demangle(name, 'simplified')).toBe(name)
})

test('C++ names that end in a word of hexadecimal letters stay C++', () => {
  expect(demangle('_ZN5codec4headE', 'simplified')).toBe('codec::head')
  expect(demangle('_ZN5codec4h264E', 'simplified')).toBe('codec::h264')
})

test('types within types within types end', () => {
  expect(demangle('_RMC0RB2_', 'simplified')).toContain('{recursion limit reached}')
  expect(demangle(`_RINvC1a1f${'R'.repeat(100_000)}hE`, 'simplified')).toMatch(/^_RINv/)
})

test.each([['com.shop.Till$C$1.run'], ['shop::head'], ['Till::h264']])('%s is whole', (name) => {
  expect(demangle(name, 'simplified')).toBe(name)
})
