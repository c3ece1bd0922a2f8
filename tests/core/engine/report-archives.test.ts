/** Symbols that came in the archive of a report: marked, used last, for that report alone, and never kept. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import type { Call } from '../../../src/core/model/image.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { shownLevel } from '../../../src/core/reading/shown-grade.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { forgedIndex } from '../../support/forged-index.ts'
import { samplePath, sampleReport, sampleSymbols } from '../../support/sample.ts'
import { buildTar } from '../../support/tar-builder.ts'
import { testPorts } from '../../support/test-builder.ts'

const store = createMemoryStore()
const newEngine = async (): Promise<Engine> => createEngine({ indexes: store, ...(await testPorts()) })

let evilIndex: Uint8Array
let uuid = ''

beforeAll(async () => {
  const parsed = await (await newEngine()).parse(await sampleReport())
  const images = parsed.ok ? (parsed.value[0]?.images ?? []) : []
  uuid = images.find(({ name }) => name === 'Trailmap')?.uuid ?? ''
  const names = Array.from({ length: 0x1000 }, (_, at): readonly [number, string] => [0x1000 + at * 8, 'evil'])
  const index = await forgedIndex({ uuid: uuid.replaceAll('-', ''), names, claims: 3 })
  evilIndex = new Uint8Array(await index.arrayBuffer())
})

/** The report with an index of its build that names every function `evil`, in either order. */
function archive(path = 'crash.tar', order: 'report first' | 'index first' = 'index first'): InputFile {
  const entries = [
    { path: 'Trailmap.unslide-index', content: evilIndex },
    { path: 'Trailmap.ips', content: readFileSync(samplePath('Trailmap.ips'), 'utf8') },
  ]
  return { path, blob: new Blob([buildTar(order === 'index first' ? entries : entries.reverse())]) }
}

/** The call of the crashed frame, and its mark. */
function crashed(symbolicated: SymbolicatedReport): { call: Call | undefined; level: string | undefined } {
  const frame = symbolicated.report.threads.find((thread) => thread.crashed)?.frames[0]
  const resolution = frame && symbolicated.resolutions[frame.id]
  const call = resolution && 'calls' in resolution ? resolution.calls.at(-1) : undefined
  return { call, level: frame && shownLevel(symbolicated, frame) }
}

/** As the page does: files are added, then the reports among them are opened. */
async function added(engine: Engine, file: InputFile): Promise<SymbolicatedReport> {
  const { reports } = await engine.add([file], undefined, { imports: 'ask' })
  return opened(engine, reports[0] ?? file)
}

/** As the command line and MCP do: the archive itself is opened. */
async function opened(engine: Engine, file: InputFile): Promise<SymbolicatedReport> {
  const outcome = await engine.symbolicate(file)
  const [report] = outcome.ok ? outcome.value : []
  if (!report) throw new Error('there is a report')
  return report
}

test.each([
  ['added', added],
  ['opened', opened],
] as const)('an archive that is %s: without other symbols its names are marked', async (_, read) => {
  const { call, level } = crashed(await read(await newEngine(), archive()))
  expect(call).toMatchObject({ function: 'evil', imported: { archive: 'crash.tar' } })
  expect(level).toBe('likely')
  expect(await store.list()).toEqual([])
})

test.each([
  ['added', added],
  ['opened', opened],
] as const)('an archive that is %s: symbols of the user go first', async (_, read) => {
  for (const order of ['report first', 'index first'] as const) {
    const engine = await newEngine()
    await engine.add([await sampleSymbols()])
    const { call } = crashed(await read(engine, archive('crash.tar', order)))
    expect(call).toMatchObject({ function: 'TMRouteAltitude' })
    expect(call?.imported).toBeUndefined()
  }
})

test('they name no report of another archive, and none that was given alone', async () => {
  const engine = await newEngine()
  await added(engine, archive())
  await opened(engine, archive())
  expect(crashed(await opened(engine, await sampleReport())).call?.function).not.toBe('evil')
  const other = buildTar([{ path: 'Trailmap.ips', content: readFileSync(samplePath('Trailmap.ips'), 'utf8') }])
  const found = await added(engine, { path: 'other.tar', blob: new Blob([other]) })
  expect(crashed(found).call?.function).not.toBe('evil')
  expect(await engine.images()).toEqual([])
})

test.each([
  ['added', added],
  ['opened', opened],
] as const)('nor one of another archive of the same name, which is %s', async (_, read) => {
  const engine = await newEngine()
  expect(crashed(await read(engine, archive())).call?.function).toBe('evil')
  const other = buildTar([{ path: 'Trailmap.ips', content: readFileSync(samplePath('Trailmap.ips'), 'utf8') }])
  const found = await read(engine, { path: 'crash.tar', blob: new Blob([other]) })
  expect(crashed(found).call?.function).not.toBe('evil')
})

test('nor one of an archive of the same name that came before', async () => {
  const engine = await newEngine()
  const bare = buildTar([{ path: 'Trailmap.ips', content: readFileSync(samplePath('Trailmap.ips'), 'utf8') }])
  const before = await engine.open({ path: 'crash.tar', blob: new Blob([bare]) })
  if (!before.ok) throw new Error('there is a report')
  expect(crashed(await added(engine, archive())).call?.function).toBe('evil')
  const again = await engine.resolve(before.value.handle)
  expect(again.ok && again.value.length).toBe(1)
  const told = JSON.stringify(again, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  expect(told).not.toContain('evil')
})

test('nobody is asked about them, and the outcome says what they are for', async () => {
  const { files } = await (await newEngine()).add([archive()], undefined, { imports: 'ask' })
  const index = files.find(({ kind }) => kind === 'index')
  expect(index?.asks).toBeUndefined()
  expect(index?.label).toContain('came with a report: for that report alone')
})

test('a file that the user gave as symbols is taken as such, with a report in it', async () => {
  const engine = await newEngine()
  await engine.add([archive()], undefined, { areSymbols: true })
  expect((await engine.images()).map((image) => image.uuid)).toEqual([uuid])
  await engine.forget(await engine.images())
})

test('a folder with ! in its name is no archive: its symbols are the user’s, and name every report', async () => {
  const engine = await newEngine()
  const symbols = { ...(await sampleSymbols()), path: 'Work!/Trailmap.dSYM.zip', isOnDisk: true } as const
  const report = { ...(await sampleReport()), path: 'Work!/Trailmap.ips', isOnDisk: true } as const
  const { reports } = await engine.add([symbols, report])
  expect(reports.map(({ path }) => path)).toEqual([report.path])
  const { call } = crashed(await opened(engine, await sampleReport()))
  expect(call).toMatchObject({ function: 'TMRouteAltitude' })
  expect(call?.imported).toBeUndefined()
  await engine.forget(await engine.images())
})

test('an archive in such a folder is one, by its whole path', async () => {
  const file = { ...archive('Work!/crash.tar'), isOnDisk: true } as const
  for (const read of [added, opened]) {
    const { call } = crashed(await read(await newEngine(), file))
    expect(call).toMatchObject({ function: 'evil', imported: { archive: 'Work!/crash.tar' } })
  }
})
