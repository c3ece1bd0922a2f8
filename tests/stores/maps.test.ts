/** Kept maps in IndexedDB: what is put comes back, records of others do not, and a silent browser is not waited for. */
import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import type { StoredMap } from '../../src/core/ports.ts'
import { createRecordStore } from '../../src/stores/idb-records.ts'
import { createMapStore } from '../../src/stores/idb-maps.ts'

const entry = (id: string): StoredMap => ({
  ...{ id, kind: 'script-map', name: 'main.jsbundle.map', bundles: ['main.jsbundle'], bytes: 2, keptAt: 7 },
})

test('a map is kept, listed, replaced and deleted, also by another store over the same database', async () => {
  const store = createMapStore('maps-one')
  await store.put(entry('a'), new Blob(['{}']))
  await store.put(entry('b'), new Blob(['[]']))
  await store.put({ ...entry('a'), keptAt: 9 }, new Blob(['{ }']))
  const later = createMapStore('maps-one')
  expect((await later.list()).map(({ id, keptAt }) => [id, keptAt])).toEqual([
    ['a', 9],
    ['b', 7],
  ])
  expect(await (await later.open('a'))?.text()).toBe('{ }')
  await later.delete(['a'])
  expect([await store.open('a'), (await store.list()).length]).toEqual([undefined, 1])
})

test('a record that another program wrote is no map', async () => {
  const store = createMapStore('maps-two')
  await createRecordStore<{ id: string }>('maps-two', 'maps').put({ id: 'odd' })
  expect([await store.list(), await store.open('odd')]).toEqual([[], undefined])
})

test('a browser that does not answer is asked once', async () => {
  const open = vi
    .spyOn(indexedDB, 'open')
    .mockImplementation(() => new (IDBOpenDBRequest as unknown as new () => IDBOpenDBRequest)())
  const store = createMapStore('maps-silent', 20)
  await expect(store.list()).rejects.toThrow('does not answer')
  await expect(store.list()).rejects.toThrow('does not answer')
  await expect(store.put(entry('a'), new Blob())).rejects.toThrow('does not answer')
  expect(open).toHaveBeenCalledOnce()
  open.mockRestore()
})
