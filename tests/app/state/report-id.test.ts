/** Ids of reports: the same for the same text, others for others. */
import { expect, test } from 'vitest'
import type { InputFile } from '../../../src/core/ports.ts'
import { withOpened, type OpenReport } from '../../../src/app/state/open-reports.ts'
import { reportId } from '../../../src/app/state/report-id.ts'
import { makeReport } from '../../support/report-builder.ts'

const file = (path: string, text = ''): InputFile => ({ path, blob: new Blob([text]) })
const idOf = (text: string, path = 'a.ips', position = 0): string =>
  reportId(file(path, text), position, makeReport({ text }))

test('a report is called the same wherever its file lies', () => {
  expect(idOf('Incident 1', '/tmp/b.ips')).toBe(idOf('Incident 1'))
  expect(idOf('Incident 1', 'a.ips', 1)).toBe(`${idOf('Incident 1')}.1`)
  expect(idOf('Incident 1')).toMatch(/^[0-9a-z]+$/)
})

test('texts that differ at their start, their end or in length are called otherwise', () => {
  const long = 'x'.repeat(300_000)
  const texts = ['', 'a', 'b', 'ab', 'ba', long, `${long}x`, `y${long.slice(1)}`, `${long.slice(1)}y`, '😀', '\0']
  expect(new Set(texts.map((text) => idOf(text))).size).toBe(texts.length)
})

test('ten thousand reports that differ in a number have ten thousand ids', () => {
  const ids = new Set(Array.from({ length: 10_000 }, (_, at) => idOf(`Incident Identifier: ${at}\nProcess: Harbor`)))
  expect(ids.size).toBe(10_000)
})

test('dumps, which have no text, are told apart by their files', () => {
  const dump = (path: string, bytes: string): string => reportId(file(path, bytes), 0, makeReport({ text: '' }))
  expect(dump('a.core', '1')).not.toBe(dump('b.core', '1'))
  expect(dump('a.core', '1')).not.toBe(dump('a.core', '12'))
})

test('a copy of an open report under another name gets an id of its own', () => {
  const open = (path: string): OpenReport =>
    ({ id: 'abc', file: file(path), position: 0, symbolicated: { report: makeReport({ text: 't' }) } }) as OpenReport
  const { reports, ids } = withOpened([open('a'), open('b')].slice(0, 1), [open('b'), open('c')])
  expect(ids).toEqual(['abc-2', 'abc-3'])
  expect(reports.map(({ id }) => id)).toEqual(['abc', 'abc-2', 'abc-3'])
})
