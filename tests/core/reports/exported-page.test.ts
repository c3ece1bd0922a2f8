/** A page that was exported is opened with the names it carries. */
import { expect, test } from 'vitest'
import { createEngine } from '../../../src/core/engine.ts'
import type { Engine } from '../../../src/core/engine-types.ts'
import { htmlExporter } from '../../../src/core/export/html.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { createMemoryStore } from '../../../src/stores/memory.ts'
import { app, buildReport, system } from '../../support/report-builder.ts'
import { sampleReport, sampleSymbols } from '../../support/sample.ts'
import { testPorts } from '../../support/test-builder.ts'

const newEngine = async (): Promise<Engine> => createEngine({ indexes: createMemoryStore(), ...(await testPorts()) })

const pageFile = (html: string, path = 'report.html'): InputFile => ({ path, blob: new Blob([html]) })

async function named(engine: Engine, file: InputFile): Promise<readonly SymbolicatedReport[]> {
  const outcome = await engine.symbolicate(file)
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return outcome.value
}

test('its names need no symbols, and nothing in it is repaired', async () => {
  const maker = await newEngine()
  await maker.add([await sampleSymbols()])
  const made = await named(maker, await sampleReport())
  expect(made[0]?.resolutions.some(({ kind }) => kind === 'resolved')).toBe(true)
  const engine = await newEngine()
  const file = pageFile(htmlExporter.write(made))
  const summary = await engine.add([file])
  expect(summary.files).toMatchObject([{ kind: 'report', label: 'Page exported by Unslide' }])
  expect(summary.reports).toEqual([file])
  expect(await engine.symbolicate(file)).toEqual({ ok: true, value: made, problems: [] })
})

test('symbols at hand are used where the page lacks names', async () => {
  const engine = await newEngine()
  const bare = await named(engine, await sampleReport())
  const page = pageFile(htmlExporter.write(bare))
  expect(await named(engine, page)).toEqual(bare)
  await engine.add([await sampleSymbols()])
  const [report] = await named(engine, page)
  expect(report?.resolutions.some(({ kind }) => kind === 'resolved')).toBe(true)
})

test('pages made before they named their maker, and pages that a browser saved, are known', () => {
  const page = htmlExporter.write([buildReport([app('main'), system('start')])])
  const format = (text: string) => {
    const outcome = parseReport('page', new TextEncoder().encode(text))
    return outcome.ok && outcome.value.map((report) => [report.format, report.names?.resolutions.length])
  }
  expect(format(page)).toEqual([['made', 2]])
  expect(format(page.replace(/<meta name="generator".*\n/, ''))).toEqual([['made', 2]])
  expect(format(page.replace('<html', '<!-- saved from url=(0014)about:internet -->\n<html'))).toEqual([['made', 2]])
  expect(format(`\ufeff${page}`)).toEqual([['made', 2]])
})

test('a damaged page says so instead of being searched for addresses', () => {
  const page = htmlExporter.write([buildReport([app('main')])]).replace('"frameCount":1', '"frameCount":-1')
  expect(parseReport('page.html', new TextEncoder().encode(page))).toMatchObject({
    ok: false,
    problems: [
      {
        code: 'damaged-page',
        message:
          'The report in this page is damaged: “[0].report.frameCount” should be a whole number from 0. Export it again.',
        file: 'page.html',
      },
    ],
  })
})

test('a web page of others is no exported page', () => {
  const outcome = parseReport('x.html', new TextEncoder().encode('<!doctype html><html><p>Hello</p></html>'))
  expect(outcome.problems[0]?.code).toBe('unknown-report')
})
