import { expect, test } from 'vitest'
import { demangle, demangleText } from '../../../src/core/demangle/registry.ts'

test.each([
  ['-[NSObject init]'],
  ['+[Foo bar:baz:]'],
  ['__41-[Cls(Category) sel:]_block_invoke_2'],
  ['objc_msgSend'],
  ['_main'],
  ['main.(*T).Method'],
  ['_D3std5stdio7writelnFZv'],
  ['kfun'],
  ['kfun:'],
  [''],
])('%s comes back as it was', (name) => {
  expect(demangle(name, 'simplified')).toBe(name)
  expect(demangle(name, 'full')).toBe(name)
})

test.each([
  ['kfun:org.shop.Cart#total(kotlin.Int;kotlin.String?){}kotlin.Long', 'org.shop.Cart.total(Int, String?): Long'],
  ['_kfun:org.shop#main(){}', 'org.shop.main()'],
  [
    'kfun:org.shop.Cart#<init>(kotlin.collections.List<kotlin.Int>){}',
    'org.shop.Cart.<init>(kotlin.collections.List<Int>)',
  ],
  [
    'kfun:org.shop.Till.count(kotlin.coroutines.CoroutineContext;kotlin.String?)kotlin.Long',
    'org.shop.Till.count(kotlin.coroutines.CoroutineContext, String?): Long',
  ],
  [
    'kfun:org.shop.open@kotlin.collections.List<#GENERIC>.(#GENERIC)Generic',
    'org.shop.open@kotlin.collections.List<#GENERIC>.(#GENERIC): Generic',
  ],
  ['kfun:a#b(kotlin.Int', 'a.b(Int…'],
  ['kfun:a#b(kotlin.Int;org.sh…', 'a.b(Int, org.sh…'],
  ['kfun:a.b…', 'a.b…'],
  ['kfun:org.shop#twice#static(my.kotlin.Box){}kotlin.Int', 'org.shop.twice(my.kotlin.Box): Int [static]'],
  [
    'kfun:org.shop#trim__at__kotlin.String(){}kotlin.String-trampoline',
    'org.shop.trim(): String [trampoline] [on String]',
  ],
  ['kfun:a.B', 'a.B'],
])('Kotlin %s', (name, expected) => {
  expect(demangle(name, 'simplified')).toBe(expected)
})

test.each([['kfun:a#b()x'], ['kfun:a#b(){'], ['kfun:#']])('broken Kotlin %s stays', (name) => {
  expect(demangle(name, 'simplified')).toBe(name)
})

test('names inside a line of text are replaced, the rest stays', () => {
  expect(demangleText('3  Shop   0x1 kfun:a.B#c(kotlin.Int){}kotlin.Int + 12', 'simplified')).toBe(
    '3  Shop   0x1 a.B.c(Int): Int + 12',
  )
})
