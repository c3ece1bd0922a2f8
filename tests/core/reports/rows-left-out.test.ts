/** A text without one of its rows has that frame less, and all others as they were: no row depends on its neighbours. */
import { expect, test } from 'vitest'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import type { Frame, Report } from '../../../src/core/model/report.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { fixtureBytes, listFixtures } from './fixture.ts'

/** What a row itself says; what it is of a stack follows from its place. */
const told = ({ address, imageName, symbol }: Frame): string =>
  [address?.toString(16), imageName, symbol?.name, symbol?.offset, symbol?.file, symbol?.line].join(' ')

function framesIn(path: string, text: string): readonly Frame[] {
  const outcome = parseReport(path, new TextEncoder().encode(text))
  return outcome.ok ? outcome.value.flatMap((report: Report) => [...eachFrame(report)]) : []
}

interface Row {
  readonly text: string
  readonly less: string
}

/** Lines that are one row each. Of fewer than three, one row less may be no stack any more. */
function rowsOf(text: string, frames: readonly Frame[]): readonly Row[] {
  const lines = new Map<number, { end: number; frames: number }>()
  for (const { span } of frames) {
    if (!span) continue
    const start = text.lastIndexOf('\n', span.start - 1) + 1
    const end = text.indexOf('\n', span.end)
    const line = lines.get(start) ?? { end: end < 0 ? text.length : end + 1, frames: 0 }
    lines.set(start, { ...line, frames: line.frames + 1 })
  }
  const rows = [...lines].filter(([, line]) => line.frames === 1)
  return rows.length < 3
    ? []
    : rows.map(([start, { end }]) => ({ text: text.slice(start, end), less: text.slice(0, start) + text.slice(end) }))
}

const texts = listFixtures().flatMap((path) => {
  const text = new TextDecoder().decode(fixtureBytes(path))
  const outcome = parseReport(path, fixtureBytes(path))
  const isWhole = outcome.ok && outcome.value.every((report) => report.textKind === 'rows' && report.text === text)
  const frames = isWhole ? framesIn(path, text) : []
  const rows = rowsOf(text, frames)
  return rows.length === 0 ? [] : [{ path, frames, rows }]
})

test('there are texts of many formats', () => {
  expect(texts.length).toBeGreaterThan(15)
})

test.each(texts)('$path', ({ path, frames, rows }) => {
  const all = frames.map(told).sort()
  for (const { text, less } of rows) {
    const left = framesIn(path, less).map(told)
    const gone = all.filter((one) => !left.includes(one))
    expect([text, left.length]).toEqual([text, all.length - 1])
    expect([text, gone.length]).toEqual([text, gone.length === 0 ? 0 : 1])
  }
})
