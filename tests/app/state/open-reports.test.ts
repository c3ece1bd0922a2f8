/** The reports on the desk: new ones, known ones, those to name again; and the folders to search for symbols. */
import { expect, test } from 'vitest'
import { missingUuids } from '../../../src/app/state/folder-needs.ts'
import {
  filesLackingNames,
  filesToNameAgain,
  withNames,
  withOpened,
  type OpenReport,
} from '../../../src/app/state/open-reports.ts'
import type { ReportHandle } from '../../../src/core/engine-types.ts'
import type { ImageStatus } from '../../../src/core/model/report.ts'
import type { InputFile } from '../../../src/core/ports.ts'
import { makeImage, makeReport, uuid } from '../../support/report-builder.ts'

const fileOf = (path: string): InputFile => ({ path, blob: new Blob(['text']) })
const status = (change: Partial<ImageStatus>): ImageStatus => ({
  image: 0,
  symbols: 'missing',
  reason: '',
  frames: 2,
  unnamed: 2,
  ...change,
})

let last = 0
function open(
  parts: Partial<OpenReport> & { readonly text?: string; readonly images?: readonly ImageStatus[] } = {},
): OpenReport {
  const { text = 'text', images = [], ...rest } = parts
  const report = makeReport({
    text,
    images: [makeImage({ name: 'App', uuid: uuid('A') }), makeImage({ index: 1, name: 'Lib', uuid: uuid('B') })],
  })
  last++
  return {
    id: String(last),
    file: fileOf('a.ips'),
    position: 0,
    named: true,
    handle: last as unknown as ReportHandle,
    symbolicated: { report, resolutions: [], images, explanations: [] },
    ...rest,
  }
}

test('a report that lies there keeps its place and its id, with what was read of it now', () => {
  const [first, second] = [open(), open({ file: fileOf('b.ips') })]
  const again = open({ file: fileOf('a.ips') })
  const third = open({ file: fileOf('c.ips') })
  const { reports, ids } = withOpened([first, second], [again, third])
  expect(ids).toEqual([first.id, third.id])
  expect(reports).toEqual([{ ...again, id: first.id }, second, third])
})

test.each<[string, Partial<Parameters<typeof open>[0]>]>([
  ['of another name', { file: fileOf('b.ips') }],
  ['of another size', { file: { path: 'a.ips', blob: new Blob(['longer text']) } }],
  ['with another text', { text: 'other' }],
  ['at another position in the file', { position: 1 }],
])('a report %s is another report', (_, parts) => {
  expect(withOpened([open()], [open(parts)]).reports).toHaveLength(2)
})

test('the same report twice in one drop is one', () => {
  const [one, two] = [open(), open()]
  expect(withOpened([], [one, two])).toEqual({ reports: [{ ...two, id: one.id }], ids: [one.id, one.id] })
})

test('names go to the reports of their file, by position', () => {
  const file = fileOf('two.ips')
  const [first, second, other] = [
    open({ file, named: false }),
    open({ file, position: 1, named: false }),
    open({ named: false }),
  ]
  const names = { resolutions: [{ kind: 'outside-images' as const }], images: [status({})], explanations: [] }
  const named = withNames([first, second, other], file, [names])
  expect(named.map((report) => report.named)).toEqual([true, false, false])
  expect(named[0]?.symbolicated).toEqual({ report: first.symbolicated.report, ...names })
})

test('symbols that come name again what lists their image, what lacks names, and what was never named', () => {
  const fine = open({ file: fileOf('fine'), images: [status({ symbols: 'matched' }), status({ symbols: 'system' })] })
  const lacking = open({ file: fileOf('lacking'), images: [status({ symbols: 'wrong-build' })] })
  const fresh = open({ file: fileOf('fresh'), named: false })
  const all = [fine, lacking, fresh]
  const again = (...uuids: string[]): readonly string[] =>
    [...filesToNameAgain(all, new Set(uuids))].map(({ path }) => path)
  expect(again()).toEqual(['fresh'])
  expect(again(uuid('F'))).toEqual(['lacking', 'fresh'])
  expect(again(uuid('B'))).toEqual(['fine', 'lacking', 'fresh'])
})

test('an index that is whole now names again the files with unnamed frames in its image alone', () => {
  const lacks = open({ file: fileOf('lacks'), images: [status({ image: 1, unnamed: 1 })] })
  const named = open({ file: fileOf('named'), images: [status({ image: 1, unnamed: 0 })] })
  const paths = (of: string): readonly string[] => [...filesLackingNames([lacks, named], of)].map(({ path }) => path)
  expect(paths(uuid('B'))).toEqual(['lacks'])
  expect(paths(uuid('A'))).toEqual([])
})

test('folders are asked for images whose frames lack names, once names were looked for', () => {
  const wants = open({ images: [status({ image: 0 }), status({ image: 1, symbols: 'matched' })] })
  const unread = open({ named: false, images: [status({ image: 1 })] })
  const complete = open({ images: [status({ image: 1, unnamed: 0 })] })
  const unknown = open({ images: [status({ image: 9 })] })
  expect([...missingUuids([wants, unread, complete, unknown])]).toEqual([uuid('A')])
})
