/** A stack of names reads the same whatever programs and people put around its lines. */
import { describe, expect, test } from 'vitest'
import { eachFrame } from '../../../src/core/model/each-frame.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { namedStacks } from '../../support/named-stacks.ts'
import { wrappings } from '../../support/stack-wrappings.ts'

interface Row {
  readonly name: string | undefined
  readonly file: string | undefined
  readonly line: number | undefined
  readonly language: string | undefined
}

function rowsOf(text: string): readonly Row[] {
  const read = parseReport('pasted.txt', new TextEncoder().encode(text))
  const frames = read.ok ? read.value.flatMap((report) => [...eachFrame(report)]) : []
  return frames.map(({ symbol, language }) => ({
    name: symbol?.name,
    file: symbol?.file,
    line: symbol?.line,
    language,
  }))
}

describe.each(namedStacks.map((stack, at) => ({ ...stack, at })))('stack $at of $language', ({ text, rows }) => {
  test('all rows', () => {
    const read = rowsOf(text)
    expect(read).toHaveLength(rows)
    // Each name and each file stands in the text as it was read.
    for (const { name = '-', file = '' } of read) if (name !== '<anonymous>') expect(text).toContain(file || name)
  })

  test.each(wrappings)('$name', ({ wrap }) => {
    expect(rowsOf(wrap(text))).toEqual(rowsOf(text))
  })
})

test('a page without a stack stays one', () => {
  const words = 'We meet at Ada (at noon) and\nlook at the till (room 3:15)\nat Carla (she is at home) at 4:30:00'
  expect(rowsOf(words)).toEqual([])
})
