/** Any run of lines of a JSON report keeps what its lines say, and nothing is said that the lines contradict. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { explain } from '../../../src/core/explain/registry.ts'
import type { SymbolicatedReport } from '../../../src/core/model/report.ts'
import { headlineOf } from '../../../src/core/reading/headline.ts'
import { openJsonFragment } from '../../../src/core/reports/repair/json-fragment.ts'
import { samplePath } from '../../support/sample.ts'
import { findPasted } from './fixture.ts'

const [, body = ''] = readFileSync(samplePath('Trailmap.ips'), 'utf8').split(/\n([^]*)/)
const lines = JSON.stringify(JSON.parse(body), null, 2).split('\n')
const lineOf = (start: string, from = 0): number =>
  lines.findIndex((line, at) => at >= from && line.trim().startsWith(start))
const exception = lineOf('"exception"')
const threads = lineOf('"threads"')
const piece = (from: number, to: number): string => lines.slice(from, to).join('\n')

/** A piece starts at each line before the last stack. It ends in the exception, after it, or in the stacks. */
const starts = Array.from({ length: threads - 1 }, (_, at) => at + 1)
const ends = [lineOf('"termination"'), threads - 1, threads + 40, lines.length]

describe(`${starts.length * ends.length} pieces of a crash report`, () => {
  test.each(starts)('from line %i', (from) => {
    for (const to of ends) {
      if (to <= from) continue
      const text = piece(from, to)
      const report = findPasted(text)
      const has = (line: string): boolean => text.includes(line)
      const isInException = from > exception && from <= lineOf('}', exception)
      if (has('"type": "EXC_BAD_ACCESS"')) expect(report?.exception?.type).toBe('EXC_BAD_ACCESS')
      if (has('"subtype": "KERN')) expect(report?.exception?.subtype).toContain('KERN_INVALID_ADDRESS at 0x')
      if (has('"codes": "0x') && !isInException) expect(report?.exception?.codes).toBeDefined()
      if (has('"indicator"')) expect(report?.termination?.indicator).toBe('Segmentation fault: 11')
      if (!report) continue
      const bare: SymbolicatedReport = { report, resolutions: [], images: [], explanations: [] }
      const { explanations } = explain(bare)
      const sentences = explanations.map(({ meaning }) => meaning).join('\n')
      if (has('"codes"') || has('"subtype"')) expect(sentences).not.toContain('does not say at which address')
      if (has('"indicator"') && !has('"type"'))
        expect(headlineOf({ ...bare, explanations }).title).toMatch(/Segmentation fault|memory/)
    }
  })
})

test('words before and behind the piece stay, and end it', () => {
  const text = `It stops like this:\n${piece(exception + 1, threads - 1)}\nAny idea? {sic}`
  const report = findPasted(text)
  expect(report?.exception?.type).toBe('EXC_BAD_ACCESS')
  expect(report?.termination?.indicator).toBe('Segmentation fault: 11')
  expect(report?.text).toContain('It stops like this:')
  expect(report?.text).toContain('Any idea? {sic}')
})

test('a piece that begins inside a list of frames gives no first frame', () => {
  const text = piece(lineOf('"frames"') + 6, lines.length)
  const report = findPasted(text)
  expect(report?.threads.filter(({ crashed }) => crashed)).toEqual([])
})

test.each(['', '\n'])('a piece in one line that an editor broke before a comma, break %j', (line) => {
  const text = `"threads" : [{"triggered":true,"id":7,"queue":"com.apple.main-thread","frames":[{"imageOffset":39520,"symbol":"first"${line},"symbolLocation":8,"imageIndex":4},{"imageOffset":27680,"symbol":"second"${line},"symbolLocation":28,"imageIndex":5},{"imageOffset":30`
  const [thread] = findPasted(text)?.threads ?? []
  expect(thread).toMatchObject({
    crashed: true,
    frames: [{ symbol: { name: 'first' } }, { symbol: { name: 'second' } }],
  })
})

test.each([
  ['a whole report', body],
  ['settings', '"compilerOptions": {\n"strict": true },\n"include": ["src"]'],
  ['events of another tool', '"exception": {"values": [{"type": "Error"}]},\n"level": "error"'],
  ['words with a quoted key', 'He wrote:\n"exception": it must be empty'],
])('%s stays as it is', (_, text) => {
  expect(openJsonFragment(text)).toBe(text)
})

test('brackets that never end cost no more than a line of words', () => {
  const text = `"exception": {"codes": "0x1", "a": ${'['.repeat(1_000_000)}`
  expect(openJsonFragment(text).length).toBeLessThan(text.length * 2 + 100)
  const closers = `"codes": "0x1", "type": "EXC_CRASH" ${'}'.repeat(1_000_000)}`
  expect(openJsonFragment(closers)).toBe(closers)
})

test.each([
  ['a value', '"vmRegionInfo": "0x8 is not in any region.  Bytes befo', '0x8 is not in any region.  Bytes befo'],
  ['a value after a backslash', '"vmRegionInfo": "0x8 is not in any region.\\', '0x8 is not in any region.\\'],
])('a piece that is cut off inside %s keeps it', (_, text, value) => {
  expect(JSON.parse(openJsonFragment(text))).toEqual({ vmRegionInfo: value })
})

test('a piece that is cut off inside a string of a list keeps it', () => {
  const text = '"crashReporterKey": "a",\n"asiBacktraces": ["0   Shop  0x0000000104ccc074 main + 12\\n1   Sho'
  expect(JSON.parse(openJsonFragment(text))).toMatchObject({
    asiBacktraces: ['0   Shop  0x0000000104ccc074 main + 12\n1   Sho'],
  })
})

test('a piece that is cut off inside a key, and one of a memory kill', () => {
  const text =
    '"product": "iPhone14,7",\n"bug_type": "298",\n"largestProcess": "Shop",\n"processes": [{\n"rpages": 99,\n"mem_regi'
  expect(JSON.parse(openJsonFragment(text))).toMatchObject({
    bug_type: '298',
    processes: [{ rpages: 99, mem_regi: null }],
  })
  expect(findPasted(text)?.format).toBe('ips-jetsam')
})
