/** Unfinished work of a closed tab: announced once, and never while that tab still works. */
import { expect, test, vi } from 'vitest'
import { takeUnfinished, whileUnfinished } from '../../../src/app/state/unfinished.ts'
import { stub, stubLocks, stubStorage } from '../../support/browser.ts'

const keys = (storage: Storage): readonly string[] => Object.keys(storage)

test('names stand in the storage, under a lock, while the work lasts, and no longer', async () => {
  const storage = stubStorage()
  const locks = stubLocks()
  let seen: readonly string[] = []
  const answer = await whileUnfinished(['Shop', 'Kiosk'], async () => {
    seen = keys(storage)
    expect([...locks]).toEqual(seen)
    expect(JSON.parse(storage.getItem(seen[0] ?? '') ?? '')).toEqual(['Shop', 'Kiosk'])
    return 7
  })
  expect(answer).toBe(7)
  expect(seen).toHaveLength(1)
  expect(keys(storage)).toEqual([])
  await vi.waitFor(() => expect([...locks]).toEqual([]))
})

test('work that fails leaves nothing behind either', async () => {
  const storage = stubStorage()
  stubLocks()
  await expect(whileUnfinished(['Shop'], () => Promise.reject(new Error('died')))).rejects.toThrow('died')
  expect(keys(storage)).toEqual([])
})

test('names of tabs that are gone are told once; a tab that works keeps its own, other programs theirs', async () => {
  const storage = stubStorage({
    'unslide-unfinished 1': '["Shop","Kiosk"]',
    'unslide-unfinished 2': '["Kiosk","Depot"]',
    'unslide-unfinished 3': '["Working"]',
    'unslide-settings': '{}',
  })
  stubLocks(['unslide-unfinished 3'])
  expect([...(await takeUnfinished())].sort()).toEqual(['Depot', 'Kiosk', 'Shop'])
  expect(await takeUnfinished()).toEqual([])
  expect([...keys(storage)].sort()).toEqual(['unslide-settings', 'unslide-unfinished 3'])
})

test('without locks every name counts as left behind', async () => {
  stubStorage({ 'unslide-unfinished 1': '["Shop"]' })
  stub('navigator', {})
  expect(await takeUnfinished()).toEqual(['Shop'])
})

test.each(['nothing of JSON', '{"a":1}', 'null', '7'])('a text of another program is no name: %s', async (text) => {
  stubStorage({ 'unslide-unfinished 1': text })
  stubLocks()
  expect(await takeUnfinished()).toEqual([])
})

test('a browser that keeps nothing does the work all the same', async () => {
  stubStorage({}, true)
  stubLocks()
  expect(await whileUnfinished(['Shop'], () => Promise.resolve('done'))).toBe('done')
  expect(await takeUnfinished()).toEqual([])
})
