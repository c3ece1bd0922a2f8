import { expect, test } from 'vitest'
import { aliasText } from '../../../src/core/model/aliases.ts'

test.each<[readonly string[], readonly string[], string | undefined]>([
  [[], [], undefined],
  [['b'], [], 'also b, at the same address'],
  [['b'], ['b'], 'also b, folded by the linker'],
  [['b', 'c'], ['c'], 'also c, folded by the linker; also b, at the same address'],
  [['b', 'c', 'd', 'e', 'f', 'g'], [], 'also b, c, d, e and 2 more, at the same address'],
])('%j, known as folded %j', (aliases, folded, text) => {
  expect(aliasText({ aliases, folded })).toBe(text)
})
