/** A stack of names reads the same whatever programs and people put around its lines. */
import { describe, expect, test } from 'vitest'
import { namedStacks } from '../../support/named-stacks.ts'
import { rowsOf } from '../../support/rows-of.ts'
import { wrappings } from '../../support/stack-wrappings.ts'

describe.each(namedStacks.map((stack, at) => ({ ...stack, at })))('stack $at of $language', ({ text, rows }) => {
  test('all rows', () => {
    const read = rowsOf(text)
    expect(read).toHaveLength(rows)
    expect(read.filter(({ name }) => name?.endsWith('…'))).toEqual([])
    // The text holds each name and each file that was read.
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
