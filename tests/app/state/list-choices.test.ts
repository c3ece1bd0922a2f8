/** The tab keeps choices on the pages of lists. */
import { expect, test } from 'vitest'
import { keepListChoice, listChoice } from '../../../src/app/state/list-choices.ts'
import { stub } from '../../support/browser.ts'

function stubTab(text?: string): void {
  let value = text ?? null
  stub('sessionStorage', { getItem: () => value, setItem: (_key: string, text: string) => void (value = text) })
}

const first = { query: '', whole: false, ids: [] as readonly string[] }

test('it comes back, list by list', () => {
  stubTab()
  keepListChoice('one', { query: 'abc', whole: true, ids: ['1', '2'] })
  keepListChoice('two', { query: 'other', whole: false, ids: [] })
  expect(listChoice('one', first)).toEqual({ query: 'abc', whole: true, ids: ['1', '2'] })
  expect(listChoice('two', first)).toEqual({ query: 'other', whole: false, ids: [] })
  expect(listChoice('three', first)).toEqual(first)
})

test.each(['null', '[]', '7', '{', '{"one":null}', '{"one":{"query":7,"whole":"yes","ids":[1]}}', '{"__proto__":{}}'])(
  'what is no choice is passed over: %s',
  (text) => {
    stubTab(text)
    expect(listChoice('one', first)).toEqual(first)
    expect(listChoice('__proto__', first)).toEqual(first)
  },
)

test('texts and ids are kept within bounds', () => {
  stubTab()
  const ids = Array.from({ length: 2000 }, (_, at) => String(at))
  keepListChoice('one', { query: 'a'.repeat(5000), whole: true, ids })
  const { query, ids: kept } = listChoice('one', first)
  expect(query).toHaveLength(1000)
  expect(kept).toHaveLength(500)
})

test('without storage nothing is kept, and nothing fails', () => {
  stub('sessionStorage', undefined)
  expect(() => keepListChoice('one', { query: 'abc' })).not.toThrow()
  expect(listChoice('one', first)).toEqual(first)
})
