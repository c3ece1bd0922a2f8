import { expect, test } from 'vitest'
import { demangle } from '../../../src/core/demangle/registry.ts'

/** Names that clang 19 and GCC made of small programs of ours; texts checked with llvm-cxxfilt 19. */
test.each([
  ['_Z1fv', 'f()'],
  ['__Z1fv', 'f()'],
  ['_ZNK4shop4Cart5totalEv', 'shop::Cart::total() const'],
  [
    '_ZN4shop4CartC2ERKNSt3__112basic_stringIcNS1_11char_traitsIcEENS1_9allocatorIcEEEE',
    'shop::Cart::Cart(std::__1::basic_string<char, std::__1::char_traits<char>, std::__1::allocator<char>> const&)',
  ],
  ['_ZN4shop4CartD0Ev', 'shop::Cart::~Cart()'],
  ['_ZNSsC1Ev', 'std::basic_string<char, std::char_traits<char>, std::allocator<char>>::basic_string()'],
  ['_Z1fPFiPA3_cE', 'f(int (*)(char (*) [3]))'],
  ['_Z1fM3FooFivE', 'f(int (Foo::*)())'],
  ['_Z1fRA4_Kc', 'f(char const (&) [4])'],
  ['_Z3addIiET_S0_S0_', 'int add<int>(int, int)'],
  ['_Z3allIJicdEEvDpT_', 'void all<int, char, double>(int, char, double)'],
  ['_Z3allIJEEvDpT_', 'void all<>()'],
  ['_ZN1CcvT_IiEEv', 'C::operator int<int>()'],
  ['_ZZ4mainENKUlvE_clEv', "main::'lambda'()::operator()() const"],
  ['_ZZ4mainENKUlT_E0_clIiEEDaS_', "auto main::'lambda0'(auto)::operator()<int>(auto) const"],
  ['_ZTV4Base', 'vtable for Base'],
  ['_ZTI4Base', 'typeinfo for Base'],
  ['_ZThn16_N1B1fEv', 'non-virtual thunk to B::f()'],
  ['_ZTv0_n24_N1B1fEv', 'virtual thunk to B::f()'],
  ['_ZGVZ1fvE1x', 'guard variable for f()::x'],
  ['_ZZ1fvE1x_0', 'f()::x'],
  ['_ZN12_GLOBAL__N_11gEv', '(anonymous namespace)::g()'],
  ['_Z1fB5cxx11v', 'f[abi:cxx11]()'],
  ['_Z1fILi3EEvv', 'void f<3>()'],
  ['_Z1fILin3ELb1ELc65EEvv', 'void f<-3, true, (char)65>()'],
  ['_Z1fILd3ff8000000000000EEvv', 'void f<0x1.8p+0>()'],
  ['_Z1fI1AIXgtLi1ELi2EEEEvT_', 'void f<A<(1 > 2)>>(A<(1 > 2)>)'],
  ['_Z1fIiEDTplfp_fp_ET_', 'decltype(fp + fp) f<int>(int)'],
  ['_Z1fIJiiEEDTfrplfp_EDpT_', 'decltype(((fp...) + ...)) f<int, int>(int, int)'],
  ['_Z1fU13block_pointerFvvE', 'f(void () block_pointer)'],
  ['_Z1fPU14objcproto4Work11objc_object', 'f(id<Work>)'],
  ['_Z1gPU9__ptrauthILj1ELb0ELj64EEPi', 'g(int* __ptrauth<1u, false, 64u>*)'],
  ['_Z1fv.cold.1', 'f() (.cold.1)'],
  ['_Z1fv.llvm.1234567890', 'f() (.llvm.1234567890)'],
  ['____Z1fv_block_invoke', 'invocation function for block in f()'],
  ['___Z1fv_block_invoke_2.31', 'invocation function for block in f()'],
  ['_Z7größev', 'größe()'],
  ['_ZW4shopE', '_ZW4shopE'],
  ['_ZW4shop5total', 'total@shop'],
])('%s', (name, expected) => {
  expect(demangle(name, 'full')).toBe(expected)
})

test.each([
  ['_Z'],
  ['_Z1'],
  ['_Z9f'],
  ['_Z1fS_'],
  ['_Z1fT_'],
  ['_ZN'],
  ['_ZNE'],
  ['_ZN1aE1'],
  ['_Z1fvx_block_invoke'],
  ['____Z1fv'],
  ['_ZTv0'],
  ['_Z99999999999999999999f'],
])('%s is no name and stays', (name) => {
  expect(demangle(name, 'full')).toBe(name)
})

test('deep and growing names end in bounded time', () => {
  expect(demangle(`_Z1f${'P'.repeat(100_000)}i`, 'full')).toMatch(/^_Z1fPPP/)
  expect(demangle(`_Z1f${'1AI'.repeat(50_000)}`, 'full')).toMatch(/^_Z1f1AI/)
  // Each type is a pair of the one before: 2^60 letters when written out.
  let bomb = '_Z1f1AIiiE'
  for (let index = 0; index < 60; index++) {
    const sequence = `S${(index * 2).toString(36).toUpperCase()}_`
    bomb += `1AI${sequence}${sequence}E`
  }
  expect(demangle(bomb, 'full')).toBe(bomb)
})
