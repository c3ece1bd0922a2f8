import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine, EngineEvent } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { IndexStore, InputFile } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type Entry } from '../../support/dwarf-builder.ts'
import { sampleFrames, sampleReport, sampleSymbols } from '../../support/sample.ts'
import { buildTar, type TarSpec } from '../../support/tar-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

async function engineOver(indexes: IndexStore = createMemoryStore()): Promise<Engine> {
  return createEngine({ indexes, ...(await testPorts()) })
}

async function symbolicated(engine: Engine, file?: InputFile): Promise<SymbolicatedReport> {
  const outcome = await engine.symbolicate(file ?? (await sampleReport()))
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error(outcome.problems.map(({ message }) => message).join(' '))
  return report
}

function expectSampleNames({ report, resolutions }: SymbolicatedReport): void {
  const crashed = report.threads.find((thread) => thread.crashed)
  for (const [index, inner, file, line, outer] of sampleFrames) {
    const frame = crashed?.frames[index]
    const resolution = frame && resolutions[frame.id]
    const calls = resolution?.kind === 'resolved' ? resolution.calls : []
    expect([index, calls[0]?.mangled, calls[0]?.file?.split('/').at(-1), calls[0]?.line]).toEqual([
      index,
      inner,
      file,
      line,
    ])
    expect(calls.at(-1)?.mangled).toBe(outer)
  }
}

test('a report gets its names whichever comes first, the report or the symbols', async () => {
  const engine = await engineOver()
  const before = await symbolicated(engine)
  expect(before.resolutions.some(({ kind }) => kind === 'resolved')).toBe(false)
  const missing = before.images.find(({ symbols }) => symbols === 'missing')
  expect(missing?.reason).toContain(before.report.images[missing?.image ?? -1]?.uuid)
  await engine.add([await sampleSymbols()])
  expectSampleNames(await symbolicated(engine))
})

test('adding tells what each file is, and gives back the reports', async () => {
  const engine = await engineOver()
  const text: InputFile = { path: 'notes.md', blob: new Blob(['# Shopping\n\n- milk\n']) }
  const events: EngineEvent[] = []
  const added = await engine.add([await sampleSymbols(), await sampleReport(), text], (event) => events.push(event))
  const kinds = new Map(added.files.map(({ path, kind }) => [path.split(/[!/]/).at(-1), kind]))
  expect(kinds.get('Trailmap')).toBe('symbols')
  expect(kinds.get('Trailmap.ips')).toBe('report')
  expect(kinds.get('notes.md')).toBe('ignored')
  expect(added.reports.map(({ path }) => path)).toEqual(['Trailmap.ips'])
  expect(events.filter(({ kind }) => kind === 'file')).toHaveLength(added.files.length)
})

test('an index outlives its dSYM: the next session names the report from it', async () => {
  const store = createMemoryStore()
  const first = await engineOver(store)
  await first.add([await sampleSymbols()])
  const events: EngineEvent[] = []
  const [outcome] = await first.index(await first.images(), (event) => events.push(event))
  expect(outcome?.ok && outcome.value.functions).toBeGreaterThan(10)
  expect(events.some(({ kind }) => kind === 'indexed')).toBe(true)

  const second = await engineOver(store)
  expectSampleNames(await symbolicated(second))
  const [image] = await second.images()
  expect(image?.index?.bytes).toBeGreaterThan(0)
  expect(image?.path).toBeUndefined()

  await second.forget(await second.images())
  expect(await second.images()).toEqual([])
  expect((await symbolicated(second)).resolutions.some(({ kind }) => kind === 'resolved')).toBe(false)
})

/** A store whose bytes can be taken away from those who have them open, as another tab does with a file. */
function takenStore(): { store: IndexStore; take: () => void } {
  const kept = createMemoryStore()
  let taken = new AbortController()
  const open: IndexStore['open'] = async (key) => {
    const bytes = new Uint8Array((await (await kept.open(key))?.arrayBuffer()) ?? [])
    const { signal } = taken
    const readInto = (target: Uint8Array, from: number, at = 0, length = target.length - at): void => {
      signal.throwIfAborted()
      target.set(bytes.subarray(from, from + length), at)
    }
    return bytes.length > 0 ? Object.assign(new Blob([bytes]), { readInto }) : undefined
  }
  const take = (): void => {
    taken.abort()
    taken = new AbortController()
  }
  return { store: { ...kept, open }, take }
}

test('an index whose bytes are taken away is opened again, whatever is asked of it', async () => {
  const { store, take } = takenStore()
  const engine = await engineOver(store)
  await engine.add([await sampleSymbols()])
  await engine.index(await engine.images())
  const second = await engineOver(store)
  expectSampleNames(await symbolicated(second))
  take()
  expectSampleNames(await symbolicated(second))
  take()
  expect((await second.searchSymbols('TMRouteAltitude', 5)).map(({ name }) => name)).toContain('TMRouteAltitude')
  take()
  const [image] = await second.images()
  expect((await second.lookup({ key: image!, offsets: [imageOffset(0x4000)] })).ok).toBe(true)
})

test('an index that cannot be read is as good as none', async () => {
  const kept = createMemoryStore()
  const engine = await engineOver(kept)
  await engine.add([await sampleSymbols()])
  await engine.index(await engine.images())
  const readInto = (): never => {
    throw new DOMException('', 'InvalidStateError')
  }
  const second = await engineOver({ ...kept, open: async () => Object.assign(new Blob(['x']), { readInto }) })
  expect(await second.searchSymbols('TMRouteAltitude', 5)).toEqual([])
  expect((await symbolicated(second)).resolutions.some(({ kind }) => kind === 'resolved')).toBe(false)
})

test('the partial and the whole index give equal answers', async () => {
  const engine = await engineOver()
  await engine.add([await sampleSymbols()])
  const partial = await symbolicated(engine)
  await engine.index(await engine.images())
  const whole = await symbolicated(engine)
  expect(whole.resolutions).toEqual(partial.resolutions)
})

test('an index goes from one person to another as one file', async () => {
  const giver = await engineOver()
  await giver.add([await sampleSymbols()])
  const [image] = await giver.images()
  if (!image) throw new Error('no image')
  expect((await giver.exportIndex(image)).ok).toBe(false)
  await giver.index([image])
  const exported = await giver.exportIndex(image)
  if (!exported.ok) throw new Error('not exported')

  const taker = await engineOver()
  const added = await taker.add([exported.value])
  expect(added.files[0]?.kind).toBe('index')
  expectSampleNames(await symbolicated(taker))
})

test('a cancelled index is not kept', async () => {
  const store = createMemoryStore()
  const engine = await engineOver(store)
  await engine.add([await sampleSymbols()])
  const images = await engine.images()
  const running = engine.index(images)
  await engine.cancel(images)
  const [outcome] = await running
  expect(outcome?.ok).toBe(false)
  expect(outcome?.problems[0]?.code).toBe('cancelled')
  expect(await store.list()).toEqual([])
})

test('a look-up of names can be cancelled, says so, and goes on the next time', async () => {
  const engine = await engineOver()
  await engine.add([await sampleSymbols()])
  const opened = await engine.open(await sampleReport())
  if (!opened.ok) throw new Error('not opened')
  const { handle, reports } = opened.value
  const running = engine.resolve(handle)
  await engine.cancelNames(handle)
  const cancelled = await running
  expect(cancelled.ok && cancelled.value).toHaveLength(1)
  expect(cancelled.problems.map(({ code }) => code)).toContain('cancelled')
  const [names] = cancelled.ok ? cancelled.value : []
  expect(names?.resolutions.some((resolution) => resolution?.kind === 'resolved')).toBe(false)
  const again = await engine.resolve(handle)
  expect(again.problems).toEqual([])
  for (const report of reports) if (again.ok && again.value[0]) expectSampleNames({ report, ...again.value[0] })
  // Nothing runs: nothing is cancelled.
  await engine.cancelNames(handle)
  expect((await engine.resolve(handle)).problems).toEqual([])
})

test('search finds readable names of kept indexes', async () => {
  const engine = await engineOver()
  await engine.add([await sampleSymbols()])
  await engine.index(await engine.images())
  const hits = await engine.searchSymbols('PLOTROUTE', 10)
  expect(hits.map(({ name }) => name)).toEqual(['-[TMElevationView plotRoute:]'])
  const [hit] = hits
  const answer = hit && (await engine.lookup({ key: hit.key, offsets: [hit.offset] }))
  expect(answer?.ok && answer.value[0]?.at(-1)?.function).toBe('-[TMElevationView plotRoute:]')
  expect(await engine.searchSymbols('no such name', 10)).toEqual([])
  expect(await engine.searchSymbols('  ', 10)).toEqual([])
})

test('an unknown image is a problem, not an exception', async () => {
  const engine = await engineOver()
  const key = { uuid: '00000000-0000-0000-0000-000000000001', arch: 'arm64' } as Parameters<Engine['pin']>[0]
  const answer = await engine.lookup({ key, offsets: [imageOffset(16)] })
  expect(answer).toMatchObject({ ok: true, value: [[]] })
  const [built] = await engine.index([key])
  expect(built?.problems[0]?.code).toBe('no-source')
})

test.each([
  ['empty', new Blob([]), 'empty'],
  ['a picture', new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])]), 'report'],
  ['prose', new Blob(['Dear diary, today nothing crashed.']), 'report'],
])('a file that is no report is told as such: %s', async (_, blob, word) => {
  const engine = await engineOver()
  const outcome = await engine.symbolicate({ path: 'Crash.ips', blob })
  expect(outcome.ok).toBe(false)
  expect(outcome.problems.map(({ message }) => message).join(' ')).toContain(word)
})

test('a dSYM given as the report says what it is', async () => {
  const engine = await engineOver()
  const outcome = await engine.symbolicate(await sampleSymbols())
  expect(outcome.problems.map(({ code }) => code)).toContain('not-a-report')
})

test('half a report keeps what could be read', async () => {
  const { blob } = await sampleReport()
  const engine = await engineOver()
  await engine.add([await sampleSymbols()])
  const half = { path: 'Trailmap.ips', blob: blob.slice(0, Math.floor(blob.size * 0.6)) }
  const outcome = await engine.symbolicate(half)
  expect(outcome.ok && outcome.value[0]?.report.threads.length).toBeGreaterThan(0)
  const reports = outcome.ok ? outcome.value : []
  const problems = [...outcome.problems, ...reports.flatMap(({ report }) => report.problems)]
  expect(problems.length).toBeGreaterThan(0)
})

test('symbols beside a report in its archive are no problem of the report', async () => {
  const engine = await engineOver()
  const { path, blob } = await sampleReport()
  const symbols = {
    path: 'App.sym',
    content: 'MODULE mac arm64 0123456789ABCDEF0123456789ABCDEF0 App\nPUBLIC 1000 0 main\n',
  }
  const archive = (...entries: readonly TarSpec[]): InputFile => ({
    path: 'a.tar',
    blob: new Blob([buildTar(entries)]),
  })
  const both = await engine.parse(archive(symbols, { path, content: await blob.text() }))
  expect(both.ok && both.value).toHaveLength(1)
  expect(both.problems).toEqual([])
  const alone = await engine.parse(archive(symbols))
  expect(alone.problems.map(({ code }) => code)).toContain('not-a-report')
})

test('names of functions that the linker made one are told besides the one of the look-up', async () => {
  const ports = await testPorts()
  const text = 0x100000000n
  const twin = (name: string): Entry =>
    entry(TAG.function, [
      attribute(AT.name, FORM.string, name),
      attribute(AT.low, FORM.address, text + 0x1000n),
      attribute(AT.high, FORM.data4, 16),
    ])
  const root = entry(TAG.unit, [attribute(AT.low, FORM.address, text)], ['_ZN1aC2Ev', '_ZN1bC2Ev', 'plain'].map(twin))
  const built = await ports.builder.build(dwarfInput({ units: [{ root }] }))
  if (!built.ok) throw new Error('nothing was built')
  const engine = createEngine({ indexes: createMemoryStore(), ...ports })
  await engine.add([{ path: 'Test.unslide-index', blob: built.value.bytes }])
  const [key] = await engine.images()
  if (!key) throw new Error('the index was not taken')
  const offsets = [imageOffset(0x1004), imageOffset(0x3000)]
  const told = await engine.lookup({ key, offsets })
  if (!told.ok) throw new Error('not answered')
  const [own] = told.value[0] ?? []
  expect([own?.function, ...(own?.aliases ?? [])].toSorted()).toEqual(['a::a()', 'b::b()', 'plain'])
  expect(own?.folded?.toSorted()).toEqual(own?.aliases?.toSorted())
  expect(told.value[1]).toEqual([])
})
