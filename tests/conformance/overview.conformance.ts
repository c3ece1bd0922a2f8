/** Overviews of the corpus against counts that other code takes from the raw files: regular expressions over their text. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openReports } from '../../src/core/reports/open-report.ts'
import type { OverviewPart } from '../../src/core/reading/overview/overview.ts'
import { overviewOf } from '../../src/core/reading/overview/read.ts'
import { corpus } from './corpus.ts'

type Table = OverviewPart & { readonly kind: 'table' }

async function tablesOf(path: string): Promise<{ readonly text: string; readonly tables: readonly Table[] }> {
  const bytes = new Uint8Array(readFileSync(`${corpus}reports/${path}`))
  const outcome = await openReports({ path, blob: new Blob([bytes]) }, bytes.subarray(0, 65_536))
  const report = outcome.ok ? outcome.value[0] : undefined
  if (!report) throw new Error(path)
  const parts = overviewOf({ report, resolutions: [], images: [], explanations: [] })?.parts ?? []
  return { text: new TextDecoder().decode(bytes), tables: parts.filter((part): part is Table => part.kind === 'table') }
}

const numbers = (text: string, pattern: RegExp): readonly number[] =>
  [...text.matchAll(pattern)].map(([, digits]) => Number(digits))
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

test.runIf(corpus).each(['jetsam-ios10-highwater.ips', 'jetsam-ios11-vnode-limit.ips', 'jetsam-ios14.ips.synced'])(
  '%s: the footprints are the pages of the file',
  async (file) => {
    const { text, tables } = await tablesOf(`ips-jetsam/${file}`)
    const pages = numbers(text, /"rpages"\s*:\s*(\d+)/g)
    const [page = 0] = numbers(text, /"pageSize"\s*:\s*(\d+)/g)
    const footprints = tables[0]!.rows.map(({ cells }) => cells[1]!.value ?? 0)
    expect(footprints).toHaveLength(pages.length)
    expect(sum(footprints)).toBe(sum(pages) * page)
    const ended = tables[0]!.rows.filter(({ cells }) => cells[3]!.text !== '')
    expect(ended).toHaveLength([...text.matchAll(/"reason"\s*:\s*"/g)].length)
  },
)

test
  .runIf(corpus)
  .each([
    'ips-stackshot/stacks-audiomxd-ios18.ips',
    'panic/panic-full-ios26-uaf.ips',
    'panic/forcereset-ios16-151.ips',
  ])('%s: a row for each process, with the memory that the file says', async (file) => {
  const { text, tables } = await tablesOf(file)
  const rows = tables.find(({ title }) => title === 'Processes')!.rows
  expect(rows).toHaveLength([...text.matchAll(/"procname"\s*:/g)].length)
  expect(sum(rows.map(({ cells }) => cells[3]!.value ?? 0))).toBe(
    sum(numbers(text, /"residentMemoryBytes"\s*:\s*(\d+)/g)),
  )
})

test
  .runIf(corpus)
  .each(['panic/panic-full-ios26-uaf.ips', 'panic/forcereset-ios16-151.ips', 'panic/m1-macmini-serror.panic'])(
  '%s: the loaded kernel extensions are those of the log',
  async (file) => {
    const { text, tables } = await tablesOf(file)
    const log = text.replaceAll('\\n', '\n').replaceAll('\\t', '\t')
    const list = /\nloaded kexts:\n([\s\S]*?)\n(?:\n|\*\*|"|[^\n]*Stackshot)/.exec(log)?.[1] ?? ''
    const names = list.split('\n').filter((line) => /^[>!?\w]+(?:\.\S+)+\t/.test(line))
    const shown = tables.find(({ title }) => /loaded/.test(title))!.rows.filter(({ cells }) => cells[2]!.text === '')
    expect(names.length).toBeGreaterThan(100)
    expect(shown).toHaveLength(names.length)
  },
)

test
  .runIf(corpus)
  .each([
    'maestro-memory_leak_no_stack.txt',
    'maestro-memory_leak_unicode_unsymbolicated.txt',
    'maestro-memory_leak_with_symbolicated_stacktrace.txt',
  ])('%s: the blocks of the roots are the leaks that the file counts', async (file) => {
  const { text, tables } = await tablesOf(`leaks/${file}`)
  const [leaks] = numbers(text, /(\d+) leaks? for \d+ total leaked bytes/g)
  expect(sum(tables[0]!.rows.map(({ cells }) => cells[2]!.value ?? 0))).toBe(leaks)
})
