/** Maps of the library: what is kept, how a report finds it on a later visit, and what is never used. */
import { expect, test } from 'vitest'
import { MOST_KEPT_MAPS } from '../../../src/core/engine/catalog/map-library.ts'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import type { InputFile, MapStore, StoredMap } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { functionTable, mappingsOf } from '../../support/source-map-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const ID = '5A1D0C4B-7E2F-4A60-9B3C-1D2E3F405162'
const OTHER = '6B2E1D5C-8F30-4B71-8C4D-2E3F40516273'

function memoryMaps() {
  const kept = new Map<string, { entry: StoredMap; blob: Blob }>()
  const store: MapStore = {
    list: async () => [...kept.values()].map(({ entry }) => entry),
    open: async (id) => kept.get(id)?.blob,
    put: async (entry, blob) => void kept.set(entry.id, { entry, blob }),
    delete: async (ids) => void ids.forEach((id) => kept.delete(id)),
  }
  return { kept, store }
}

/** A visit: an engine of its own over what earlier visits left. */
const visit = async (maps: MapStore): Promise<Engine> =>
  createEngine({ indexes: createMemoryStore(), maps, ...(await testPorts()) })

const file = (path: string, content: string | object): InputFile => ({
  path,
  blob: new Blob([typeof content === 'string' ? content : JSON.stringify(content)]),
})

/** A map whose columns 10, 20 and 30 are of functions with these names. */
function mapOf(source: string, names: readonly string[], more: object = {}): object {
  return {
    version: 3,
    sources: [source],
    names: [],
    mappings: mappingsOf([names.map((_, at) => [10 * (at + 1), 0, at, 0])]),
    x_facebook_sources: [functionTable(names, [...names.map((_, at) => [0, at, at + 1])])],
    ...more,
  }
}

const stack = (names: readonly string[], bundle = 'main.jsbundle'): InputFile =>
  file(
    'error.txt',
    `TypeError: x\n${names.map((name, at) => `    at ${name} (address at ${bundle}:1:${10 * (at + 1)})\n`).join('')}`,
  )

/** Names of the files of all frames, their grades, evidence and notes. */
async function read(engine: Engine, report: InputFile) {
  const outcome = await engine.symbolicate(report)
  const first = outcome.ok ? outcome.value[0] : undefined
  if (!first) throw new Error('The report was not read.')
  return {
    files: first.resolutions.map((one) => ('calls' in one ? one.calls[0]?.file : undefined)),
    grades: first.resolutions.map((one) => ('grade' in one ? one.grade?.level : undefined)),
    evidence: first.resolutions.flatMap((one) => ('grade' in one ? (one.grade?.evidence ?? []) : [])),
    codes: first.report.problems.map(({ code, variant }) => [code, variant].filter(Boolean).join('.')),
    problems: outcome.problems.map(({ code, variant }) => [code, variant].filter(Boolean).join('.')),
  }
}

const own = ['open', 'count']

test('a map without an id names a report of a later visit, as doubtful and with a warning', async () => {
  const { store } = memoryMaps()
  const first = await visit(store)
  await first.add([file('build/main.jsbundle.map', mapOf('src/Cart.tsx', own))])
  const told = await read(await visit(store), stack(own))
  expect(told.files).toEqual(['src/Cart.tsx', 'src/Cart.tsx'])
  expect(told.grades).toEqual(['doubtful', 'doubtful'])
  expect(told.codes).toContain('kept-map.by-name')
  expect(told.evidence.join(' ')).toContain('the library keeps it')
})

test('a map is found by its debug id, whatever its name and whatever else is kept', async () => {
  const { store } = memoryMaps()
  await (
    await visit(store)
  ).add([
    file('one.map', mapOf('src/Right.tsx', own, { debugId: ID })),
    file('main.jsbundle.map', mapOf('src/Wrong.tsx', own)),
    file('two.map', mapOf('src/Other.tsx', own, { debugId: OTHER, file: 'main.jsbundle' })),
  ])
  const event = {
    event_id: 'a'.repeat(32),
    platform: 'javascript',
    exception: {
      values: [
        {
          type: 'TypeError',
          value: 'x',
          stacktrace: {
            frames: own.map((name, at) => ({
              ...{ function: name, filename: 'app:///main.jsbundle', abs_path: 'app:///main.jsbundle' },
              ...{ lineno: 1, colno: 10 * (at + 1) + 1, in_app: true },
            })),
          },
        },
      ],
    },
    debug_meta: { images: [{ type: 'sourcemap', code_file: 'app:///main.jsbundle', debug_id: ID.toLowerCase() }] },
  }
  const told = await read(await visit(store), file('event.json', event))
  expect(new Set(told.files)).toEqual(new Set(['src/Right.tsx']))
  expect(new Set(told.grades)).toEqual(new Set(['exact']))
  expect(told.evidence.join(' ')).toContain('the library keeps it')
  expect(told.codes).not.toContain('kept-map.by-name')
})

test('the map of another app with the same bundle name is not used', async () => {
  const { store } = memoryMaps()
  await (await visit(store)).add([file('main.jsbundle.map', mapOf('src/Other.tsx', ['login', 'logout']))])
  const told = await read(await visit(store), stack(own))
  expect(told.files).not.toContain('src/Other.tsx')
  expect(told.codes).toContain('kept-map.unfit')
})

test('of several builds with one name, the one whose functions the report names is used', async () => {
  const { store } = memoryMaps()
  const first = await visit(store)
  await first.add([file('main.jsbundle.map', mapOf('src/One.tsx', own))])
  await first.add([file('main.jsbundle.map', mapOf('src/Two.tsx', ['open', 'shut']))])
  expect(await first.maps()).toHaveLength(2)
  expect((await read(await visit(store), stack(own))).files).toEqual(['src/One.tsx', 'src/One.tsx'])
})

test('a map that is given now goes before the library’s', async () => {
  const { store } = memoryMaps()
  await (await visit(store)).add([file('main.jsbundle.map', mapOf('src/Before.tsx', own))])
  const now = await visit(store)
  await now.add([file('new/main.jsbundle.map', mapOf('src/Now.tsx', own))])
  const told = await read(now, stack(own))
  expect(told.files).toEqual(['src/Now.tsx', 'src/Now.tsx'])
  expect(told.codes).not.toContain('kept-map.by-name')
})

test('frames without a bundle need a function that the report names', async () => {
  const { store } = memoryMaps()
  await (await visit(store)).add([file('main.jsbundle.map', mapOf('src/Cart.tsx', own))])
  const nameless = (names: readonly string[]): InputFile =>
    file(
      'crash.log',
      `*** Terminating app due to uncaught exception 'RCTFatalException: Unhandled JS Exception: x', reason: 'Unhandled JS Exception: x, stack:\n${names.map((name, at) => `${name}@1:${10 * (at + 1)}\n`).join('')}'\n*** First throw call stack:\n(0x1830c2d8c 0x18227c5ec)\n`,
    )
  expect((await read(await visit(store), nameless(own))).files).toContain('src/Cart.tsx')
  expect((await read(await visit(store), nameless(['pay', 'refund']))).files).not.toContain('src/Cart.tsx')
})

test('maps of lines and of Dart’s names are found again', async () => {
  const { store } = memoryMaps()
  await (
    await visit(store)
  ).add([
    file('LineNumberMappings.json', { '/il2cpp/Game.cpp': { '/game/Player.cs': { '10': 42 } } }),
    file('names.json', ['TillException', 'aB', 'Till', 'cD', 'count', 'eF', 'Shop', 'gH', 'main', 'main']),
  ])
  const later = await visit(store)
  const dart = file(
    'dart.txt',
    'Unhandled exception:\naB: no change\n#0      cD.eF (package:shop/till.dart:12:3)\n#1      new gH (package:shop/main.dart:4:3)\n#2      main (package:shop/main.dart:2:3)\n',
  )
  const outcome = await later.symbolicate(dart)
  const [first] = outcome.ok ? outcome.value : []
  const calls = (first?.resolutions ?? []).flatMap((one) => ('calls' in one ? one.calls.map((c) => c.function) : []))
  expect(calls).toContain('Till.count')
  expect((await read(later, dart)).evidence.join(' ')).toContain('the library keeps it')
})

test('maps can be listed and deleted, and a deleted one is not used, not even in this visit', async () => {
  const { kept, store } = memoryMaps()
  const engine = await visit(store)
  await engine.add([file('main.jsbundle.map', mapOf('src/Cart.tsx', own, { debugId: ID }))])
  const [known] = await engine.maps()
  expect(known).toMatchObject({ kind: 'script-map', name: 'main.jsbundle.map', debugId: ID })
  await engine.forgetMaps([known?.id ?? ''])
  expect([kept.size, await engine.maps()]).toEqual([0, []])
  expect((await read(engine, stack(own))).files).not.toContain('src/Cart.tsx')
})

test('the same map given twice is kept once; past the limit the oldest goes', async () => {
  const { kept, store } = memoryMaps()
  const engine = await visit(store)
  const one = file('main.jsbundle.map', mapOf('src/Cart.tsx', own))
  await engine.add([one])
  await engine.add([one])
  expect(kept.size).toBe(1)
  const many = Array.from({ length: MOST_KEPT_MAPS + 3 }, (_, at) => file(`${at}.map`, mapOf(`src/${at}.tsx`, own)))
  await engine.add(many)
  expect(kept.size).toBe(MOST_KEPT_MAPS)
  expect([...kept.values()].some(({ entry }) => entry.name === 'main.jsbundle.map')).toBe(false)
})

test('a store that refuses is told, and the map serves this visit', async () => {
  const refuse = () => Promise.reject(new Error('the disk is full.'))
  const engine = await visit({ list: refuse, open: refuse, put: refuse, delete: refuse })
  const { files } = await engine.add([file('main.jsbundle.map', mapOf('src/Cart.tsx', own))])
  expect(files[0]?.kind).toBe('symbols')
  expect(files[0]?.problems[0]?.message).toContain('the disk is full.')
  expect((await read(engine, stack(own))).files).toEqual(['src/Cart.tsx', 'src/Cart.tsx'])
})

test('records that others wrote are no maps, and a file of another build than its record says is not used', async () => {
  const { kept, store } = memoryMaps()
  await (await visit(store)).add([file('main.jsbundle.map', mapOf('src/Cart.tsx', own))])
  const [id = '', { entry, blob }] = [...kept][0] ?? ['', { entry: {} as StoredMap, blob: new Blob() }]
  for (const bad of [null, 7, {}, { ...entry, bundles: 'x' }, { ...entry, kind: 'other' }, { ...entry, bytes: -1 }])
    kept.set(`bad ${kept.size}`, { entry: bad as StoredMap, blob })
  kept.set(id, { entry: { ...entry, debugId: ID as NonNullable<StoredMap['debugId']> }, blob })
  const later = await visit(store)
  expect(await later.maps()).toHaveLength(1)
  const told = await read(later, stack(own))
  expect(told.files).not.toContain('src/Cart.tsx')
  expect(told.problems).toContain('kept-map.damaged')
})
