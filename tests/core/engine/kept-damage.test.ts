/** Stored data that comes back changed is reported, dropped, and built again if possible. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import type { Outcome } from '../../../src/core/model/problem.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { HarvestedFunction, IndexStore, StoredIndex } from '../../../src/core/ports.ts'
import { joinBytes } from '../../../src/stores/memory-blob.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { sampleReport, sampleSymbols } from '../../support/sample.ts'
import { testPorts } from '../../support/test-builder.ts'

async function engineOver(indexes: IndexStore): Promise<Engine> {
  return createEngine({ indexes, ...(await testPorts()) })
}

const read = async (engine: Engine): Promise<Outcome<readonly SymbolicatedReport[]>> =>
  engine.symbolicate(await sampleReport())

/** Linkage names of the frames that were named. */
function namesIn(outcome: Outcome<readonly SymbolicatedReport[]>): readonly string[] {
  const report = outcome.ok ? outcome.value[0] : undefined
  return (report?.resolutions ?? []).flatMap((one) =>
    one.kind === 'resolved' ? one.calls.map((call) => call.mangled) : [],
  )
}

/** A store that keeps the index of the sample, with other bytes or other facts than were put. */
async function spoiled(
  change: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
  entry: (stored: StoredIndex) => unknown = (stored) => stored,
): Promise<{ readonly store: IndexStore; readonly right: readonly string[] }> {
  const first = createMemoryStore()
  const maker = await engineOver(first)
  await maker.add([await sampleSymbols()])
  await maker.index(await maker.images())
  const store = createMemoryStore()
  for (const stored of await first.list()) {
    const bytes = new Uint8Array(await ((await first.open(stored.key)) ?? new Blob()).arrayBuffer())
    await store.put(entry(stored) as StoredIndex, joinBytes([change(bytes)]))
  }
  return { store, right: namesIn(await read(maker)) }
}

const told = (outcome: Outcome<unknown>): readonly string[] => outcome.problems.map(({ code }) => code)

test.each([
  ['in the header', 50],
  ['in a small part', 400],
  ['at the end', -3],
])('a kept index with one wrong byte %s', async (_, at) => {
  const { store, right } = await spoiled((bytes) => {
    const place = at < 0 ? bytes.length + at : at
    bytes[place] = (bytes[place] ?? 0) ^ 4
    return bytes
  })
  const engine = await engineOver(store)
  const outcome = await read(engine)
  // Either the damage lies in what was not read, or nothing of the index counts and the report says so.
  if (told(outcome).length === 0) expect(namesIn(outcome)).toEqual(right)
  else {
    expect(told(outcome)).toEqual(['damaged-index'])
    expect(await store.list()).toEqual([])
    expect(told(await read(engine))).toEqual([])
    await engine.add([await sampleSymbols()])
    expect(namesIn(await read(engine))).toEqual(right)
    const [built] = await engine.index(await engine.images())
    expect(built?.ok).toBe(true)
  }
})

test.each([0.1, 0.5, 0.99])('a kept index cut to %d of its bytes is told as damage', async (share) => {
  const { store } = await spoiled((bytes) => bytes.slice(0, Math.floor(bytes.length * share)))
  const outcome = await read(await engineOver(store))
  expect(told(outcome)).toEqual(['damaged-index'])
  expect(namesIn(outcome)).toEqual([])
})

test('an index under the key of another image', async () => {
  const other = '11111111-2222-3333-4444-555555555555' as StoredIndex['key']['uuid']
  const { store } = await spoiled((bytes) => {
    bytes[20] = (bytes[20] ?? 0) ^ 1
    return bytes
  })
  const [entry] = await store.list()
  if (!entry) throw new Error('nothing is kept')
  await store.put({ ...entry, key: { ...entry.key, uuid: other } }, (await store.open(entry.key)) ?? new Blob())
  const engine = await engineOver(store)
  const answer = await engine.lookup({ key: { ...entry.key, uuid: other }, offsets: [] })
  expect(answer.problems).toEqual([])
  const asked = await engine.symbolicate(await sampleReport())
  expect(told(asked)).toEqual(['wrong-index'])
  expect((await store.list()).map(({ key }) => key.uuid)).toEqual([other])
})

test('an index of another version is told, and deleted', async () => {
  const { store } = await spoiled(
    (bytes) => bytes,
    (stored) => ({ ...stored, formatVersion: 2 }),
  )
  const engine = await engineOver(store)
  const outcome = await read(engine)
  expect(told(outcome)).toEqual(['old-index'])
  expect(outcome.problems[0]?.message).toContain('Trailmap')
  expect(await store.list()).toEqual([])
  expect(told(await read(engine))).toEqual([])
})

const garbage: readonly unknown[] = [
  null,
  {},
  { key: null },
  { key: {}, summary: {} },
  { key: { uuid: 'x', arch: 3 }, name: {}, summary: { bytes: 'many' }, formatVersion: '4' },
]

test('records that are no indexes are passed over, and names that are none', async () => {
  const { store, right } = await spoiled((bytes) => bytes)
  const sound = await store.list()
  const names: readonly unknown[] = [
    null,
    5,
    { start: 'x' },
    { start: 9, name: 'f', seenBy: [{ id: '', report: '', last: 2 }] },
  ]
  const spoilt: IndexStore = {
    ...store,
    list: async () => [...garbage, ...sound] as readonly StoredIndex[],
    harvested: async () => names as readonly HarvestedFunction[],
  }
  const engine = await engineOver(spoilt)
  expect(await engine.images()).toHaveLength(sound.length)
  expect(namesIn(await read(engine))).toEqual(right)
  expect(await engine.searchSymbols('TMRouteAltitude', 3)).toHaveLength(1)
})
