import { expect, test } from 'vitest'
import { KeptBytes } from '../../../src/core/model/kept-bytes.ts'

test('what was put longest ago goes first, and as much as is needed', () => {
  const kept = new KeptBytes<string>(10)
  const lengths = () => ['a', 'b', 'c', 'd'].map((key) => kept.get(key)?.length)
  for (const key of ['a', 'b', 'c']) expect(kept.put(key, new Uint8Array(3))).toHaveLength(3)
  expect(lengths()).toEqual([3, 3, 3, undefined])
  kept.put('a', new Uint8Array(4))
  expect(lengths()).toEqual([4, 3, 3, undefined])
  kept.put('d', new Uint8Array(2))
  expect(lengths()).toEqual([4, undefined, 3, 2])
  kept.put('b', new Uint8Array(11))
  expect(lengths()).toEqual([undefined, undefined, undefined, undefined])
})
