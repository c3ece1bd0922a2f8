import { expect, test } from 'vitest'
import { demangleBulk } from '../../../src/core/demangle/bulk.ts'
import { demangle } from '../../../src/core/demangle/registry.ts'

const names = [
  '__ZN4shop4Cart5totalEv',
  '',
  'main',
  '-[Cart total]',
  '__ZN4shop4Cart5total17h0123456789abcdefE',
  '__ZN4shop4Cart5countE',
  '__RNvNtCs1_4shop4cart5total',
  '_kfun:shop#main(){}',
  '_$s4main3fooyyF',
  '__ZZ4mainENK3$_0clEv',
  '___41-[Cls sel]_block_invoke',
  '__Z7größev',
  'größe',
  '__Zbroken',
  `__Z1f${'P'.repeat(5000)}i`,
]

test.each([
  ['simplified', 0x0a],
  ['full', 0],
] as const)('%s names in one buffer read as one by one', (style, separator) => {
  const end = String.fromCharCode(separator)
  const input = new TextEncoder().encode(names.map((name) => name + end).join(''))
  const text = new TextDecoder().decode(demangleBulk(input, style, separator))
  expect(text.split(end)).toEqual([...names.map((name) => demangle(name, style)), ''])
})

test('the last name need not be ended', () => {
  const text = new TextDecoder().decode(demangleBulk(new TextEncoder().encode('__Z1fv\n__Z1gv'), 'full'))
  expect(text).toBe('f()\ng()\n')
})

test('no names give none', () => {
  expect(demangleBulk(new Uint8Array(0), 'full')).toHaveLength(0)
})
