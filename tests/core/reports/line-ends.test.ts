/** Line ends of other systems, blanks behind lines and a mark at the beginning change nothing of what a text says. */
import { expect, test } from 'vitest'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import type { Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'

const read = (path: string, text: string): readonly Report[] => {
  const outcome = parseReport(path, new TextEncoder().encode(text))
  return outcome.ok ? outcome.value : []
}

/** All that is said, without places in the text. */
const told = (reports: readonly Report[]): unknown =>
  reports.map((report) => ({
    format: report.format,
    header: report.header,
    exception: report.exception,
    termination: report.termination,
    images: report.images,
    threads: report.threads.map(({ id, name, queue, crashed, registers }) => ({ id, name, queue, crashed, registers })),
    frames: [...eachFrame(report)].map(({ kind, address, image, imageName, offset, symbol, inlined }) => ({
      ...{ kind, address, image, imageName, offset, symbol, inlined },
    })),
    trees: report.callTrees.map(({ title, weight }) => ({ title, weight })),
  }))

const texts = listFixtures().flatMap((path) => {
  const text = new TextDecoder().decode(fixtureBytes(path))
  const outcome = parseReport(path, fixtureBytes(path))
  const isText = outcome.ok && outcome.value.length > 0 && outcome.value.every(({ textKind }) => textKind === 'rows')
  return isText && !text.includes('\r') ? [{ path, text }] : []
})

test('there are texts of many formats', () => {
  expect(texts.length).toBeGreaterThan(20)
})

test.each(texts)('$path', ({ path, text }) => {
  const wanted = told(read(path, text))
  expect(told(read(path, text.replaceAll('\n', '\r\n')))).toEqual(wanted)
  expect(told(read(path, `\ufeff${text}`))).toEqual(wanted)
  expect(told(read(path, `\n\n${text}`))).toEqual(wanted)
  expect(told(read(path, text.replace(/(?<=\S)$/gm, ' ')))).toEqual(wanted)
})
