/** Variables in exports: the same in each form, bounded, none without the option, no values where they may be private. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import { withNames } from '../../../src/core/engine/names/open-reports.ts'
import { exporters } from '../../../src/core/export/registry.ts'
import { redact } from '../../../src/core/redact/redact.ts'
import { parseEmbedded } from '../../../src/core/model/embedded-report.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { FrameVariables, Variable } from '../../../src/core/model/variables.ts'
import { framesToAsk, withVariables } from '../../../src/core/reading/variables.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { sampleReport, sampleSymbols } from '../../support/sample.ts'
import { testPorts } from '../../support/test-builder.ts'

async function named(): Promise<{ readonly bare: SymbolicatedReport; readonly told: readonly FrameVariables[] }> {
  const engine = createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })
  await engine.add([await sampleSymbols()])
  const opened = await engine.open(await sampleReport())
  const names = opened.ok && (await engine.resolve(opened.value.handle))
  const [bare] = opened.ok && names && names.ok ? withNames(opened.value.reports, names.value) : []
  if (!opened.ok || !bare) throw new Error('no report')
  const told = await engine.variablesOfReport({ handle: opened.value.handle, report: 0, frames: framesToAsk(bare) })
  if (!told.ok) throw new Error('no variables')
  return { bare, told: told.value }
}

const write = (id: string, report: SymbolicatedReport): string =>
  exporters.find((exporter) => exporter.id === id)?.write([report]) ?? ''

const SECRET = 'correct horse battery'
const variable = (more: Partial<Variable>): Variable => ({ name: 'pin', kind: 'local', type: 'char *', ...more })
const frameOf = (told: readonly FrameVariables[], variables: readonly Variable[]): FrameVariables => {
  const [first] = told
  if (!first) throw new Error('no frame')
  return { ...first, known: 'memory', scopes: [{ function: 'check', inlined: false, variables }] }
}

test('each form tells the frames to read first; without variables none does', async () => {
  const { bare, told } = await named()
  const report = withVariables(bare, told)
  expect(told.length).toBeGreaterThan(1)
  const own = bare.report.threads.find(({ crashed }) => crashed)?.frames ?? []
  expect(told.map(({ id }) => id)).toEqual(expect.arrayContaining([own[0]?.id]))
  for (const id of ['text', 'markdown', 'html']) {
    expect(write(id, report)).toMatch(/\(const TMTrack \*\) track = 0x0/)
    expect(write(id, report)).toContain('no memory: what lies on the stack is not known')
    expect(write(id, bare)).not.toContain('TMTrack *) track')
  }
  const json = JSON.parse(write('json', report)) as {
    reports: {
      threads: { crashed: boolean; frames: { variables?: { known: string; scopes: { function: string }[] } }[] }[]
    }[]
  }
  const [first] = json.reports[0]?.threads.find(({ crashed }) => crashed)?.frames ?? []
  expect(first?.variables).toMatchObject({ known: 'registers' })
  expect(first?.variables?.scopes.at(-1)?.function).toBe('TMRouteAltitude')
  expect(write('json', bare)).not.toContain('"variables"')
})

test('a page that is opened again carries them, and one whose variables are none is refused', async () => {
  const { bare, told } = await named()
  const page = write('html', withVariables(bare, told))
  const again = parseEmbedded(page, 'page.html')
  expect(again.ok && again.value[0]?.variables).toEqual(withVariables(bare, told).variables)
  const broken = parseEmbedded(page.replaceAll('"kind":"parameter"', '"kind":"melon"'), 'page.html')
  expect(broken.ok ? [] : broken.problems[0]?.message).toContain('variables[0]')
})

test('what is redacted keeps names and types, and no value', async () => {
  const { bare, told } = await named()
  const pointee = variable({ name: '*', kind: 'pointee', value: `"${SECRET}"`, raw: '0x1' })
  const report = withVariables(bare, [
    frameOf(told, [variable({ value: `0x1000 "${SECRET}"`, raw: '0x1000', children: [pointee] })]),
  ])
  const [hidden] = redact([report]).reports
  if (!hidden) throw new Error('no report')
  for (const id of ['text', 'markdown', 'html', 'json']) {
    expect(write(id, report)).toContain(SECRET)
    expect(write(id, hidden)).not.toContain(SECRET)
    expect(write(id, hidden)).toMatch(/pin/)
    expect(write(id, hidden)).toMatch(/left out, since it may be private/)
  }
})

test('a frame of very many variables is cut, and says by how much', async () => {
  const { bare, told } = await named()
  const many = Array.from({ length: 1_000 }, (_, at) => variable({ name: `v${at}`, value: `${at}` }))
  const report = withVariables(bare, [frameOf(told, many)])
  expect(report.variables?.[0]).toMatchObject({ leftOut: 600 })
  expect(write('text', report)).toContain('961 more values not shown')
  expect(write('html', report)).toContain('600 more values not shown')
  expect(write('text', report)).toMatch(/Variables of \d+ more frames? (?:is|are) not shown/)
  const deep = Array.from({ length: 9 }).reduce<Variable>(
    (child) => variable({ value: '{…}', children: [child] }),
    variable({ value: '1' }),
  )
  expect(withVariables(bare, [frameOf(told, [deep])]).variables?.[0]?.leftOut).toBe(1)
})

test('names and values are no markup and no rows of their own', async () => {
  const { bare, told } = await named()
  const report = withVariables(bare, [
    frameOf(told, [variable({ name: '<b>', type: '```', value: '</script>\n```\n# head' })]),
  ])
  expect(write('html', report)).not.toMatch(/<b>\s*=|<\/script>\n```/)
  expect(write('text', report)).not.toMatch(/^# head/m)
  expect(write('markdown', report)).not.toMatch(/^# head/m)
})
