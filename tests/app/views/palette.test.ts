/** Hits of the palette and their order. */
import { expect, test } from 'vitest'
import { queryOf, rangesOf, rankOf, ranks } from '../../../src/app/views/palette/match.ts'
import { rowsOf } from '../../../src/app/views/palette/palette-rows.ts'
import { Catalogue, search, type Item } from '../../../src/app/views/palette/search.ts'

const rank = (typed: string, label: string, detail = ''): number => rankOf({ label, detail }, queryOf(typed))

test.each([
  ['main', 'main', ranks.whole],
  ['cart', 'CartView.total(of:)', ranks.start],
  ['total', 'CartView.total(of:)', ranks.wordStart],
  ['view', 'CartView.total(of:)', ranks.wordStart],
  ['cvt', 'CartView.total(of:)', ranks.initials],
  ['cato', 'CartView.total(of:)', ranks.initials],
  ['artv', 'CartView.total(of:)', ranks.inside],
  ['total cart', 'CartView.total(of:)', ranks.wordStart],
  ['TOTAL', 'CartView.total(of:)', ranks.wordStart],
  ['nsstr', 'NSString', ranks.start],
  ['str', 'NSString', ranks.wordStart],
  ['8', 'Thread 8', ranks.wordStart],
])('%s in %s', (typed, label, expected) => {
  expect(rank(typed, label)).toBe(expected)
})

test.each([
  ['letters strewn about are no match', 'ctl', 'CartView.total(of:)'],
  ['each word must be there', 'cart basket', 'CartView.total(of:)'],
  ['initials go forward', 'tvc', 'CartView.total(of:)'],
])('%s', (_, typed, label) => {
  expect(rank(typed, label)).toBe(ranks.none)
})

test('what stands beside counts least, and a query as its weakest word', () => {
  expect(rank('shop', 'main', 'Shop · App.swift:12')).toBe(ranks.beside)
  expect(rank('main shop', 'main', 'Shop')).toBe(ranks.beside)
  expect(rankOf({ label: 'Shop', detail: '', also: '/Users/me/Shop.app' }, queryOf('users'))).toBe(ranks.beside)
})

test('a query without end or with signs of patterns is only looked for', () => {
  expect(rank('a'.repeat(100_000), 'aAaAaA'.repeat(60))).toBe(ranks.none)
  expect(rank('(.*', 'total(.*)')).toBeGreaterThan(0)
})

test.each<[string, string, string]>([
  ['total', 'CartView.total(of:)', 'CartView.[total](of:)'],
  ['cvt', 'CartView.total(of:)', '[C]art[V]iew.[t]otal(of:)'],
  ['total cart', 'CartView.total(of:)', '[Cart]View.[total](of:)'],
  ['car cart', 'CartView', '[Cart]View'],
  ['', 'CartView', 'CartView'],
])('%s is marked in %s', (typed, label, marked) => {
  let text = label
  for (const [from, to] of [...rangesOf(label, queryOf(typed))].reverse())
    text = `${text.slice(0, from)}[${text.slice(from, to)}]${text.slice(to)}`
  expect(text).toBe(marked)
})

const item = (group: Item['group'], label: string): Item => ({ group, label, detail: '', to: { hash: '#/' } })

test('groups stand by their best match, and lines of equal rank in their own order', async () => {
  const items = [
    item('commands', 'Show mainland'),
    item('frames', 'domain'),
    item('frames', 'start'),
    item('frames', 'main'),
  ]
  const found = await search(new Catalogue(items), queryOf('main'), () => true)
  expect(found?.map(({ group, items }) => [group, items.map(({ label }) => label)])).toEqual([
    ['frames', ['main', 'domain']],
    ['commands', ['Show mainland']],
  ])
})

test('lines are made once, as they are needed, and no longer once nobody wants them', async () => {
  let made = 0
  function* many(): Generator<Item> {
    for (;;) yield item('frames', `function ${made++}`)
  }
  const catalogue = new Catalogue(many())
  let looks = 0
  expect(await search(catalogue, queryOf('x'), () => ++looks < 3)).toBeUndefined()
  const first = made
  expect(first).toBeGreaterThan(0)
  catalogue.at(0)
  expect(made).toBe(first)
})

test('a group shows a few of its lines and how many are left', () => {
  const items = Array.from({ length: 100 }, (_, at) => item('frames', `f${at}`))
  const found = [{ group: 'frames', items }] as const
  const rows = rowsOf(found, new Set(), false)
  expect(rows[0]).toEqual({ kind: 'head', group: 'frames', count: 100 })
  const more = rows.at(-1)
  expect(more).toEqual({ kind: 'more', group: 'frames', count: 100 - (rows.length - 2) })
  expect(rowsOf(found, new Set(['frames']), false)).toHaveLength(101)
})
