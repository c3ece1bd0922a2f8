import { serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { OpenReports, withNames } from '../../../src/core/engine/names/open-reports.ts'
import type { Engine, EngineEvent, ReportHandle } from '../../../src/core/engine-types.ts'
import { imageOffset } from '../../../src/core/model/address.ts'
import type { Call, KnownImage } from '../../../src/core/model/image.ts'
import { success } from '../../../src/core/model/problem.ts'
import type { Report } from '../../../src/core/model/report.ts'
import type { IndexBuilder, InputFile } from '../../../src/core/ports.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { app, buildReport } from '../../support/report-builder.ts'
import { sampleReport, sampleSymbols } from '../../support/sample.ts'
import { testPorts } from '../../support/test-builder.ts'

async function engineOver(change: (builder: IndexBuilder) => IndexBuilder = (builder) => builder): Promise<Engine> {
  const ports = await testPorts()
  return createEngine({ indexes: createMemoryStore(), ...ports, builder: change(ports.builder) })
}

/** The sample's report, with a count of the reads of its bytes. */
async function counted(): Promise<{ file: InputFile; reads: () => number }> {
  const { path, blob } = await sampleReport()
  let reads = 0
  const watched = new Proxy(blob, {
    get(target, name) {
      if (name === 'arrayBuffer' || name === 'text' || name === 'slice' || name === 'stream') reads++
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
  return { file: { path, blob: watched }, reads: () => reads }
}

async function opened(engine: Engine, file: InputFile) {
  const outcome = await engine.open(file)
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value
}

async function resolved(engine: Engine, handle: ReportHandle) {
  const outcome = await engine.resolve(handle)
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value
}

test('a report is read once, however many dSYMs come', async () => {
  const engine = await engineOver()
  const { file, reads } = await counted()
  const { handle, reports } = await opened(engine, file)
  const first = reads()
  expect(first).toBeGreaterThan(0)
  const before = await resolved(engine, handle)
  expect(before[0]?.resolutions.some(({ kind }) => kind === 'resolved')).toBe(false)
  await engine.add([await sampleSymbols()])
  const after = await resolved(engine, handle)
  expect(after[0]?.resolutions.some(({ kind }) => kind === 'resolved')).toBe(true)
  for (let more = 0; more < 3; more++) {
    const { path, blob } = await sampleSymbols()
    await engine.add([{ path: `${more} ${path}`, blob }])
    await resolved(engine, handle)
  }
  expect(reads()).toBe(first)
  // The two halves together equal the answer to one call.
  const whole = await engine.symbolicate(await sampleReport())
  expect(whole.ok && whole.value).toEqual(withNames(reports, after))
})

test('the answer does not hold the report again, and weighs a fraction of it', async () => {
  const engine = await engineOver()
  const frames = Array.from(
    { length: 4000 },
    (_, at) => `${at % 100}  Shop  0x${(0x104cc8000 + at * 4).toString(16)} 0x104cc8000 + ${at * 4}`,
  )
  const threads = Array.from(
    { length: 40 },
    (_, at) => `Thread ${at}:\n${frames.slice(at * 100, at * 100 + 100).join('\n')}\n`,
  )
  const text = `Process: Shop [1]\nIdentifier: com.example.shop\nException Type: EXC_CRASH (SIGABRT)\n\n${threads.join('\n')}\nBinary Images:\n0x104cc8000 - 0x104ffffff Shop arm64 <ac58d77f1d2e3a4b8c5d6e7f80910213> /private/var/containers/Bundle/Application/1/Shop.app/Shop\n`
  const { handle, reports } = await opened(engine, { path: 'a.crash', blob: new Blob([text]) })
  const names = await resolved(engine, handle)
  expect(reports[0]?.frameCount).toBe(4000)
  expect(names[0]).not.toHaveProperty('report')
  expect(serialize(names).length * 2).toBeLessThan(serialize(withNames(reports, names)).length)
})

test('a closed report gives its memory back, and is no longer there to be asked', async () => {
  const read = async () => success<readonly Report[]>([buildReport([app('f')]).report])
  const open = new OpenReports({ read, images: async () => [], stateOf: async () => '' })
  const outcome = await open.open({ path: 'a', blob: new Blob() })
  const handle = outcome.ok ? outcome.value.handle : undefined
  expect(open.size).toBe(1)
  if (handle) open.close(handle)
  expect(open.size).toBe(0)
  const engine = await engineOver()
  const held = await opened(engine, await sampleReport())
  await engine.close(held.handle)
  const answer = await engine.resolve(held.handle)
  expect(answer.problems.map(({ code }) => code)).toEqual(['not-open'])
  const other = await engineOver()
  const stranger = await opened(other, await sampleReport())
  expect((await engine.resolve(stranger.handle)).ok).toBe(false)
})

test('other symbols of one image ask for the places of that image alone', async () => {
  const made = buildReport([app('f'), app('g')]).report
  const images = made.images.map((image, at) => ({ ...image, uuid: `0000000${at + 1}-0000-0000-0000-000000000000` }))
  const frames = made.threads[0]?.frames.map((frame, at) => ({ ...frame, image: at })) ?? []
  const report = {
    ...made,
    images,
    threads: [{ id: 0, crashed: true, frames: frames.map((frame) => ({ ...frame, address: undefined })) }],
  } as unknown as Report
  const known = images.map(({ uuid, name }) => ({
    uuid,
    arch: 'arm64',
    name,
    kind: 'dsym',
    textVmaddr: 0n,
    detail: 'dwarf',
  })) as unknown as readonly KnownImage[]
  const states = new Map<string, number>()
  const open = new OpenReports({
    read: async () => success([report]),
    images: async () => known,
    stateOf: async ({ uuid }) => String(states.get(uuid) ?? 0),
  })
  const asked: string[] = []
  const call: Call = { function: 'f', mangled: 'f', inlined: false, source: 'dwarf', functionStart: imageOffset(0) }
  const ask = async (): Promise<readonly string[]> => {
    asked.length = 0
    const lookup = {
      images: known,
      lookup: async ({ uuid }: { readonly uuid: string }, offsets: readonly number[]) => {
        asked.push(uuid)
        return success(offsets.map(() => [call]))
      },
    }
    await open.resolve(handle, lookup, {})
    return asked.slice()
  }
  const outcome = await open.open({ path: 'a', blob: new Blob() })
  if (!outcome.ok) throw new Error('it opens')
  const { handle } = outcome.value
  expect(new Set(await ask()).size).toBe(2)
  expect(await ask()).toEqual([])
  states.set(images[1]?.uuid ?? '', 1)
  expect([...new Set(await ask())]).toEqual([images[1]?.uuid])
})

test('a dump is unwound again when symbols of its images come, and only then', async () => {
  const made = buildReport([app('f'), app('g'), app('h')]).report
  const uuid = '00000001-0000-0000-0000-000000000000'
  const images = made.images.map((image) => ({ ...image, uuid }))
  /** As a dump is read: with symbols at hand it has all callers. */
  const dumped = (frames: number): Report =>
    ({
      ...made,
      images,
      frameCount: frames,
      threads: made.threads.map((thread) => ({
        ...thread,
        frames: thread.frames.slice(0, frames).map((frame) => ({ ...frame, foundBy: 'frame-pointer' })),
      })),
    }) as unknown as Report
  const known = [
    { uuid, arch: 'arm64', name: 'App', kind: 'dsym', textVmaddr: 0n, detail: 'dwarf' },
  ] as unknown as KnownImage[]
  const stranger = { ...known[0], uuid: '00000009-0000-0000-0000-000000000000' } as KnownImage
  let atHand: readonly KnownImage[] = []
  let reads = 0
  const open = new OpenReports({
    read: async () => {
      reads++
      return success([dumped(atHand.some((image) => image.uuid === uuid) ? 3 : 1)])
    },
    images: async () => atHand,
    stateOf: async () => 'same',
  })
  const outcome = await open.open({ path: 'a.dmp', blob: new Blob() })
  if (!outcome.ok) throw new Error('it opens')
  const { handle, reports } = outcome.value
  const frames = async (): Promise<number | undefined> => {
    const names = await open.resolve(
      handle,
      { images: atHand, lookup: async (_key, asked) => success(asked.map(() => [])) },
      {},
    )
    if (!names.ok) throw new Error('it resolves')
    const [whole] = withNames(reports, names.value)
    expect(whole?.resolutions.length).toBe(whole?.report.frameCount)
    return whole?.report.threads[0]?.frames.length
  }
  expect([await frames(), reads]).toEqual([1, 1])
  atHand = [stranger]
  expect([await frames(), reads]).toEqual([1, 1])
  atHand = [stranger, ...known]
  expect([await frames(), reads]).toEqual([3, 2])
  expect([await frames(), reads]).toEqual([3, 2])
})

test('names asked for while the index is being built come from a partial read, with its progress', async () => {
  let whole = 0
  const engine = await engineOver((builder) => ({
    ...builder,
    build: (input, options) => {
      if (options?.only) return builder.build(input, options)
      whole++
      return new Promise(() => undefined)
    },
  }))
  const { path, blob } = await sampleSymbols()
  await engine.add([{ path, blob }])
  void engine.index(await engine.images())
  await expect.poll(() => whole).toBe(1)
  const { handle } = await opened(engine, await sampleReport())
  const events: EngineEvent[] = []
  for (let time = 0; time < 5; time++) {
    const outcome = await engine.resolve(handle, {}, (event) => events.push(event))
    expect(outcome.ok && outcome.value[0]?.resolutions.some(({ kind }) => kind === 'resolved')).toBe(true)
  }
  expect(whole).toBe(1)
  expect(events.map(({ kind }) => kind)).toContain('naming')
})
