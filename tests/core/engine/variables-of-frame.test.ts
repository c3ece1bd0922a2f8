/** Variables of one frame of an open report, with a page's calls: before and after symbols come, and for frames that have none. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine, FrameVariables, ReportHandle } from '../../../src/core/engine-types.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { sampleReport, sampleSymbols } from '../../support/sample.ts'
import { testPorts } from '../../support/test-builder.ts'

async function opened(): Promise<{ engine: Engine; handle: ReportHandle; report: Report }> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  const outcome = await engine.open(await sampleReport())
  const report = outcome.ok ? outcome.value.reports[0] : undefined
  if (!outcome.ok || !report) throw new Error('The report was not read.')
  return { engine, handle: outcome.value.handle, report }
}

test('the innermost frame has values of its registers, its caller reasons, a frame of another image why it has nothing', async () => {
  const { engine, handle, report } = await opened()
  const frames = report.threads.find(({ crashed }) => crashed)?.frames ?? []
  const ask = async (at: number): Promise<FrameVariables | undefined> => {
    const outcome = await engine.variablesOfFrame({ handle, report: 0, frame: frames[at]?.id ?? -1 })
    return outcome.ok ? outcome.value : undefined
  }
  expect(await ask(0)).toMatchObject({ frame: 0, scopes: [], missing: 'no-file' })
  await engine.add([await sampleSymbols()])
  const first = await ask(0)
  expect(first).toMatchObject({ id: frames[0]?.id, known: 'registers' })
  expect(first?.missing).toBeUndefined()
  // The report's x8 is 0: the track that the program read from.
  const scopes = first?.scopes.map((scope) => [scope.function, scope.inlined, scope.variables[0]?.name])
  expect([scopes?.[0], scopes?.at(-1)]).toEqual([
    ['trackSamples', true, 'track'],
    ['TMRouteAltitude', false, 'route'],
  ])
  expect(first?.scopes[0]?.variables[0]?.value).toBe('0x0')
  expect(await ask(1)).toMatchObject({ frame: 1, known: 'nothing' })
  const system = frames.findIndex(({ image }) => image !== frames[0]?.image)
  expect(await ask(system)).toMatchObject({ frame: system, scopes: [], missing: 'no-file' })
})

test('a frame that the report has not, and a report that is closed', async () => {
  const { engine, handle } = await opened()
  const nowhere = await engine.variablesOfFrame({ handle, report: 0, frame: 1_000_000 })
  expect(nowhere).toMatchObject({ ok: true, value: undefined })
  expect(await engine.variablesOfFrame({ handle, report: 9, frame: 0 })).toMatchObject({ ok: true, value: undefined })
  await engine.close(handle)
  const closed = await engine.variablesOfFrame({ handle, report: 0, frame: 0 })
  expect(closed).toMatchObject({ ok: false, problems: [{ code: 'not-open' }] })
})

test('where the report does not say where its image was loaded, the place that the user states is used', async () => {
  const { engine, handle, report } = await opened()
  await engine.add([await sampleSymbols()])
  const [frame] = report.threads.find(({ crashed }) => crashed)?.frames ?? []
  const load = report.images[frame?.image ?? -1]?.loadAddress
  const asked = await engine.variablesOfFrame({ handle, report: 0, frame: frame?.id ?? -1 })
  const expected = asked.ok ? asked.value?.scopes : undefined
  expect(expected?.length).toBeGreaterThan(0)

  const text = await (await sampleReport()).blob.text()
  const [head = '', ...body] = text.split('\n')
  const crash = JSON.parse(body.join('\n')) as {
    usedImages: { base?: number; size?: number }[]
    threads: { frames: Record<string, unknown>[] }[]
  }
  delete crash.usedImages[frame?.image ?? -1]?.base
  const without = { path: 'Trailmap.ips', blob: new Blob([`${head}\n${JSON.stringify(crash)}`]) }
  const moved = await engine.open(without)
  if (!moved.ok || load === undefined) throw new Error('no report')
  const request = { handle: moved.value.handle, report: 0, frame: frame?.id ?? -1 }
  expect(await engine.variablesOfFrame(request)).toMatchObject({ ok: true, value: { scopes: [], missing: 'no-image' } })
  await engine.resolve(request.handle, { places: [{ image: 'Trailmap', at: { kind: 'load', value: load } }] })
  const placed = await engine.variablesOfFrame(request)
  expect(placed.ok && placed.value?.scopes).toEqual(expected)
  expect(placed.ok && placed.value).not.toHaveProperty('isInferred')
})

test('a frame of a stack that is no thread has names without values', async () => {
  const { engine } = await opened()
  await engine.add([await sampleSymbols()])
  const [head = '', ...body] = (await (await sampleReport()).blob.text()).split('\n')
  const crash = JSON.parse(body.join('\n')) as { threads: { frames: object[] }[]; lastExceptionBacktrace?: object[] }
  crash.lastExceptionBacktrace = crash.threads[0]?.frames.slice(0, 3) ?? []
  const file = { path: 'Trailmap.ips', blob: new Blob([`${head}\n${JSON.stringify(crash)}`]) }
  const open = await engine.open(file)
  const frame = open.ok ? open.value.reports[0]?.lastException?.frames[0] : undefined
  if (!open.ok || !frame) throw new Error('no stack')
  const told = await engine.variablesOfFrame({ handle: open.value.handle, report: 0, frame: frame.id })
  expect(told).toMatchObject({ ok: true, value: { id: frame.id, known: 'nothing' } })
  const scopes = told.ok ? (told.value?.scopes ?? []) : []
  expect(scopes.at(-1)).toMatchObject({ function: 'TMRouteAltitude' })
  expect(scopes.at(-1)?.variables[0]?.name).toBe('route')
  expect(scopes.flatMap(({ variables }) => variables).every(({ value }) => value === undefined)).toBe(true)
  expect(told.ok && told.value).not.toHaveProperty('thread')
  const all = await engine.frameVariables(file)
  expect(all.ok && all.value.some(({ id }) => id === frame.id)).toBe(false)
})
