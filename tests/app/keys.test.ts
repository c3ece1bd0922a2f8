/** The one table of keys: no key twice, each action with words, and read from browsers' events. */
import { expect, test } from 'vitest'
import { bindings, KeyReader, shownKeys, type Action } from '../../src/app/keys.ts'
import { words } from '../../src/app/messages/en/keys.ts'
import { keyGroups } from '../../src/app/key-groups.ts'
import { foldCase } from '../../src/app/views/report/find.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}): KeyboardEvent =>
  ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, timeStamp: 0, ...more }) as KeyboardEvent
const actionOf = (event: KeyboardEvent): Action | undefined => new KeyReader().read(event)?.action

test('no key is said twice, and every action has words', () => {
  const keys = Object.values(bindings).flatMap((binding) => [...binding.keys])
  expect(new Set(keys).size).toBe(keys.length)
  expect(Object.keys(words.does).sort()).toEqual(Object.keys(bindings).sort())
})

test('every key stands in one group of the list', () => {
  const listed = Object.values(keyGroups).flatMap((actions): readonly string[] => actions)
  expect([...listed].sort()).toEqual(Object.keys(bindings).sort())
  expect(Object.keys(words.groups)).toEqual(Object.keys(keyGroups))
})

test.each<[string, KeyboardEvent, Action | undefined]>([
  ['a letter', press('j'), 'nextFrame'],
  ['a capital letter', press('J', { shiftKey: true }), 'nextThread'],
  ['a sign that needs Shift', press('?', { shiftKey: true }), 'help'],
  ['Ctrl', press('f', { ctrlKey: true }), 'find'],
  ['Cmd', press('f', { metaKey: true }), 'find'],
  ['Ctrl with Caps Lock', press('F', { ctrlKey: true }), 'find'],
  ['Shift and a named key', press('F3', { shiftKey: true }), 'previousHit'],
  ['Shift and an arrow, which extends selections', press('ArrowDown', { shiftKey: true }), undefined],
  ['Ctrl and a letter that has a meaning alone', press('c', { ctrlKey: true }), undefined],
  ['Alt', press('j', { altKey: true }), undefined],
  ['a key of an input method', press('j', { isComposing: true }), undefined],
  ['a name that objects have', press('constructor'), undefined],
])('%s', (_, event, action) => {
  expect(actionOf(event)).toBe(action)
})

test('two keys one after the other are one action, if the second follows soon', () => {
  const keys = new KeyReader()
  expect(keys.read(press('g'))).toBeUndefined()
  expect(keys.read(press('l', { timeStamp: 900 }))?.action).toBe('goLibrary')
  expect(keys.read(press('g', { timeStamp: 1000 }))).toBeUndefined()
  expect(keys.read(press('l', { timeStamp: 9000 }))).toBeUndefined()
  expect(keys.read(press('g', { timeStamp: 9100 }))).toBeUndefined()
  expect(keys.read(press('j', { timeStamp: 9200 }))?.action).toBe('nextFrame')
})

test('keys are shown as people read them', () => {
  expect(shownKeys('find', true)).toEqual([['⌘', 'f'], ['/']])
  expect(shownKeys('find', false)).toEqual([['Ctrl', 'f'], ['/']])
  expect(shownKeys('goLibrary', false)).toEqual([['g', 'l']])
  expect(shownKeys('nextHit', false)).toEqual([['F3']])
  expect(shownKeys('tab', false)).toEqual([['1'], ['…'], ['9']])
})

test('a text without case is as long as it was, so that places in it fit', () => {
  for (const text of ['Straße', 'İstanbul İ', 'ΣΑΣ', '𝒳 A', 'ǅ', '']) expect(foldCase(text)).toHaveLength(text.length)
  expect(foldCase('CartView.Total')).toBe('cartview.total')
  expect(foldCase('İA')).toContain('a')
})
