/** The tab keeps which parts of a report's page are open. */
import { expect, test } from 'vitest'
import { keepOpenedParts, openedParts, type OpenedParts } from '../../../src/app/state/opened-parts.ts'
import { stub } from '../../support/browser.ts'

/** The storage of a tab. */
function stubTab(text?: string): Map<string, string> {
  const values = new Map(text === undefined ? [] : [['unslide-opened', text]])
  stub('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  })
  return values
}

const parts = (query: string): OpenedParts => ({
  stacks: new Map([
    ['thread 0', false],
    ['thread 1', true],
  ]),
  unfolded: new Set(['fold 3']),
  systemShown: true,
  originalShown: false,
  detailsShown: true,
  query,
  search: query,
  tables: new Map([
    ['Images', { query, sorting: { column: 'Size', down: true }, isWhole: true }],
    ['Processes', { query: 'app', sorting: null, isWhole: false }],
  ]),
  profile: { shape: 'up', query, track: 'thread 2' },
})

test('it comes back whole, by report', () => {
  stubTab()
  keepOpenedParts('1', parts('one'))
  keepOpenedParts('2', parts('two'))
  keepOpenedParts('1', parts('later'))
  expect(openedParts('1')).toEqual(parts('later'))
  expect(openedParts('2')).toEqual(parts('two'))
  expect(openedParts('3')).toBeUndefined()
})

test('the last fifty reports are kept, and of each no more than can be read again', () => {
  const values = stubTab()
  for (let at = 0; at < 60; at++) keepOpenedParts(`${at}`, parts(''))
  expect([openedParts('9'), openedParts('10')]).toEqual([undefined, parts('')])
  const many = new Map(Array.from({ length: 100_000 }, (_, at) => [`thread ${at}`, true] as const))
  keepOpenedParts('big', { ...parts('x'.repeat(1e6)), stacks: many })
  expect(openedParts('big')?.stacks.size).toBe(500)
  expect(values.get('unslide-opened')?.length).toBeLessThan(50_000)
})

test.each([
  'no JSON',
  'null',
  '7',
  '[null, 7, "x", {}]',
  '[{"id":"1","opened":[7],"folded":[],"unfolded":[],"flags":[],"query":""}]',
  '[{"id":"1","opened":"x","folded":[],"unfolded":[],"flags":[],"query":""}]',
  '[{"id":"1","opened":[],"folded":[],"unfolded":[],"flags":{},"query":""}]',
  '[{"id":"1","opened":[],"folded":[],"unfolded":[],"flags":[],"query":7}]',
])('another text there is nothing: %s', (text) => {
  stubTab(text)
  expect(openedParts('1')).toBeUndefined()
  keepOpenedParts('1', parts(''))
  expect(openedParts('1')).toEqual(parts(''))
})

test('what was chosen of a table or a call tree is left out where it is another program’s', () => {
  stubTab(
    '[{"id":"1","opened":[],"folded":[],"unfolded":[],"flags":[],"query":"","tables":[{"title":7},null,{"title":"a","query":""}],"profile":7}]',
  )
  expect(openedParts('1')?.tables).toEqual(new Map([['a', { query: '', sorting: null, isWhole: false }]]))
  expect(openedParts('1')?.profile).toBeUndefined()
})

test('without storage nothing fails', () => {
  stub('sessionStorage', undefined)
  keepOpenedParts('1', parts(''))
  expect(openedParts('1')).toBeUndefined()
})
