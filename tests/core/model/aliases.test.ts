import { expect, test } from 'vitest'
import { aliasText, mayBeAnother } from '../../../src/core/model/aliases.ts'

test.each<[readonly string[], readonly string[], string | undefined]>([
  [[], [], undefined],
  [['b'], [], 'also b, at the same address'],
  [['b'], ['b'], 'also b, folded by the linker'],
  [['b', 'c'], ['c'], 'also c, folded by the linker; also b, at the same address'],
  [['b', 'c', 'd', 'e', 'f', 'g'], [], 'also b, c, d, e and 2 more, at the same address'],
])('%j, known as folded %j', (aliases, folded, text) => {
  expect(aliasText({ aliases, folded })).toBe(text)
})

const merged =
  'the compiler merged several functions with like code into this one; which of them was called is not known'
const outlined = 'the compiler moved this code out of several functions; it ran as part of its caller'

test.each<[string, string | undefined, boolean]>([
  ['$s4main3fooyyFTm', merged, true],
  ['_$s4main1aSivgTm.resume.0', merged, true],
  ['_ZN5Shelf4sortEv.Tgm', merged, true],
  ['OUTLINED_FUNCTION_12', outlined, false],
  ['OUTLINED_FUNCTION_0.2', outlined, false],
  ['$s4main3fooyyF', undefined, false],
  ['$s4main6UTm_barF', undefined, false],
  ['-[Shelf Tm]', undefined, false],
  ['OUTLINED_FUNCTION_of_mine', undefined, false],
])('%s is told as what it is', (mangled, text, isUncertain) => {
  expect(aliasText({ mangled })).toBe(text)
  expect(mayBeAnother({ mangled })).toBe(isUncertain)
})
