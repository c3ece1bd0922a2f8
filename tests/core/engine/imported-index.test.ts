import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { IndexStore, InputFile } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { forgedIndex } from '../../support/forged-index.ts'
import { sampleReport, sampleSymbols } from '../../support/sample.ts'
import { testPorts } from '../../support/test-builder.ts'

async function engineOver(indexes: IndexStore = createMemoryStore()): Promise<Engine> {
  return createEngine({ indexes, ...(await testPorts()) })
}

async function named(engine: Engine): Promise<SymbolicatedReport> {
  const outcome = await engine.symbolicate(await sampleReport())
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error('The sample was not read.')
  return report
}

/** The function that the crashed frame lies in, and what supports the name. */
function crashedCall({ report, resolutions }: SymbolicatedReport) {
  const frame = report.threads.find(({ crashed }) => crashed)?.frames[0]
  const resolution = frame && resolutions[frame.id]
  const call = resolution?.kind === 'resolved' ? resolution.calls.at(-1) : undefined
  return {
    name: call?.mangled,
    evidence: resolution && 'grade' in resolution ? (resolution.grade?.evidence ?? []) : [],
  }
}

/** An index of the sample's build that names its crashed function otherwise, and claims to be as rich as a dSYM's. */
async function forgedSample(): Promise<InputFile> {
  const engine = await engineOver()
  await engine.add([await sampleSymbols()])
  const report = await named(engine)
  const image = report.report.images.find(({ name }) => name === 'Trailmap')
  if (!image?.uuid) throw new Error('The sample has no image of that name.')
  const names = Array.from({ length: 0x1000 }, (_, at): readonly [number, string] => [0x1000 + at * 8, 'harmless'])
  const blob = await forgedIndex({ uuid: image.uuid.replaceAll('-', ''), names, claims: 3 })
  return { path: 'Trailmap.unslide-index', blob }
}

test('an index from elsewhere is kept only when the host says so', async () => {
  const store = createMemoryStore()
  const engine = await engineOver(store)
  const asked = await engine.add([await forgedSample()], undefined, { imports: 'ask' })
  expect(asked.files[0]).toMatchObject({ kind: 'index', asks: true })
  expect(await store.list()).toEqual([])
  expect(crashedCall(await named(engine)).name).toBeUndefined()
  const taken = await engine.add([await forgedSample()])
  expect(taken.files[0]?.label).toContain('not made here')
  const shown = crashedCall(await named(engine))
  expect(shown.name).toBe('harmless')
  expect(shown.evidence).toContain('from an index that was imported, not made here')
  expect((await engine.images())[0]?.index?.imported).toBe(true)
})

test.each(['the index first', 'the dSYM first'])('it never goes before a dSYM of the build: %s', async (order) => {
  const store = createMemoryStore()
  const engine = await engineOver(store)
  const files = [await forgedSample(), await sampleSymbols()]
  await engine.add(order === 'the index first' ? files : files.reverse())
  expect(crashedCall(await named(engine)).name).toBe('TMRouteAltitude')
  expect((await engine.images()).find(({ name }) => name === 'Trailmap')?.detail).toBe('dwarf')
  // The whole index of the dSYM takes its place.
  const [built] = await engine.index(await engine.images())
  expect(built?.ok).toBe(true)
  const later = await engineOver(store)
  expect(crashedCall(await named(later)).name).toBe('TMRouteAltitude')
  expect((await later.images())[0]?.index?.imported).toBeUndefined()
})

test('it does not take the place of an index that was made here', async () => {
  const store = createMemoryStore()
  const engine = await engineOver(store)
  await engine.add([await sampleSymbols()])
  await engine.index(await engine.images())
  const later = await engineOver(store)
  const added = await later.add([await forgedSample()])
  expect(added.files[0]?.label).toContain('not kept')
  expect(crashedCall(await named(later)).name).toBe('TMRouteAltitude')
})

test('names of a report that the user did not choose are not kept', async () => {
  const text = `Incident Identifier: 1
Process:             Shelf [612]
Code Type:           ARM-64
OS Version:          iPhone OS 17.0 (21A329)
Report Version:      104

Exception Type:  EXC_CRASH (SIGABRT)
Triggered by Thread:  0

Thread 0 Crashed:
0   libsystem_kernel.dylib        \t0x0000000104001000 forged_name + 16

Binary Images:
0x104000000 - 0x10400ffff libsystem_kernel.dylib arm64  <11111111222233334444555555555555> /usr/lib/system/libsystem_kernel.dylib
`
  const file: InputFile = { path: 'shared.ips', blob: new Blob([text]) }
  const kept: unknown[] = []
  const store: IndexStore = { ...createMemoryStore(), harvest: async (...names) => void kept.push(names) }
  const engine = await engineOver(store)
  const openAndClose = async (sharesNames: boolean): Promise<void> => {
    const opened = await engine.open(file, { sharesNames })
    if (!opened.ok) throw new Error('it is a report')
    // Names are kept once the report was shown: when names are asked for, or it is closed.
    await engine.close(opened.value.handle)
  }
  await openAndClose(false)
  expect(kept).toEqual([])
  await openAndClose(true)
  expect(kept).toHaveLength(1)
})
