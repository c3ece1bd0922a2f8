/** Texts of indexes that are kept: each of its own index, and no more than a number of characters of all. */
import { expect, test } from 'vitest'
import { KnownTexts } from '../../../src/core/symindex/known-texts.ts'

test('a text is kept by its id and of its index alone', () => {
  const known = new KnownTexts()
  const [one, other] = [known.of({}), known.of({})]
  expect(one.keep(7, 'main')).toBe('main')
  expect(other.keep(7, 'start')).toBe('start')
  expect([one.get(7), other.get(7), one.get(8)]).toEqual(['main', 'start', undefined])
})

test('later look-ups in an index find what an earlier one kept', () => {
  const known = new KnownTexts()
  const index = {}
  known.of(index).keep(1, 'main')
  expect(known.of(index).get(1)).toBe('main')
})

test.each([
  ['an empty text, which a damaged index may lack', ''],
  ['a text of many characters', 'x'.repeat(5000)],
])('%s is not kept', (_, text) => {
  const texts = new KnownTexts().of({})
  expect(texts.keep(1, text)).toBe(text)
  expect(texts.get(1)).toBeUndefined()
})

test('all texts are let go before there are too many', () => {
  const most = 10_000
  const known = new KnownTexts(most)
  const indexes: readonly object[] = [{}, {}, {}]
  const ids = Array.from({ length: 1000 }, (_, id) => id)
  const keptOf = (index: object): string => ids.map((id) => known.of(index).get(id) ?? '').join('')
  let fullest = 0
  for (let id = 0; id < ids.length; id++) {
    const text = `function ${id}`
    const index = indexes[id % 3] ?? {}
    expect(known.of(index).keep(id, text)).toBe(text)
    expect(known.of(index).get(id)).toBe(text)
    if (id % 100 === 0) fullest = Math.max(fullest, indexes.map(keptOf).join('').length)
  }
  expect(fullest).toBeGreaterThan(most / 8)
  expect(fullest).toBeLessThan(most)
})
