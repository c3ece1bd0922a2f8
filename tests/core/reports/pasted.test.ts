/** Every text report reads the same however editors, mails and chats laid it out. */
import { expect, test } from 'vitest'
import { eachTreeFrame } from '../../../src/core/model/each-frame.ts'
import type { Frame, Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'

const layouts: readonly (readonly [name: string, lay: (text: string) => string])[] = [
  ['lone returns', (text) => text.replace(/\r?\n/g, '\r')],
  ['returns and line feeds', (text) => text.replace(/\r?\n/g, '\r\n')],
  ['four blanks before each line', (text) => text.replace(/^(?=.)/gm, '    ')],
  ['a tab before each line', (text) => text.replace(/^(?=.)/gm, '\t')],
  ['quoted', (text) => text.replace(/^/gm, '> ')],
  ['a blank line behind each line', (text) => text.replace(/\n/g, '\n\n')],
  ['non-breaking blanks', (text) => text.replace(/ /g, '\u00a0')],
  ['blanks behind each line', (text) => text.replace(/$/gm, '  ')],
]

const told = ({ address, offset, image, symbol }: Frame): unknown => [address, offset, image, symbol?.name]

const skeleton = (report: Report): unknown => ({
  format: report.format,
  threads: report.threads.map(({ crashed, frames }) => [crashed, frames.map(told)]),
  thrown: report.lastException?.frames.map(told),
  backtraces: report.backtraces.map(({ frames }) => frames.map(told)),
  trees: report.callTrees.map(({ roots }) => [...eachTreeFrame(roots)].map(told)),
  images: report.images.map(({ name, uuid, loadAddress, size }) => [name, uuid, loadAddress, size]),
})

function read(path: string, text: string): unknown {
  const outcome = parseReport(path, new TextEncoder().encode(text))
  return outcome.ok ? outcome.value.map(skeleton) : outcome.problems
}

const texts = listFixtures().filter((path) => {
  const outcome = parseReport(path, fixtureBytes(path))
  return outcome.ok && outcome.value[0]?.textKind === 'rows'
})

test('there are many text reports', () => {
  expect(texts.length).toBeGreaterThanOrEqual(30)
})

test.each(texts)('%s', (path) => {
  const text = new TextDecoder().decode(fixtureBytes(path))
  const expected = read(path, text)
  for (const [name, lay] of layouts) expect([name, read(path, lay(text))]).toEqual([name, expected])
})
