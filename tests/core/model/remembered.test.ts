/** Each text is made once and remembered, within bounds. */
import { expect, test } from 'vitest'
import { ownCopy } from '../../../src/core/model/own-copy.ts'
import { Remembered } from '../../../src/core/model/remembered.ts'

test('a text is read once, also where its answer is undefined', () => {
  const asked: string[] = []
  const remembered = new Remembered((text) => {
    asked.push(text)
    return text === 'none' ? undefined : text.length
  })
  expect(['a', 'none', 'a', 'none', ''].map((text) => remembered.of(text))).toEqual([1, undefined, 1, undefined, 0])
  expect(asked).toEqual(['a', 'none', ''])
})

test('many texts and long ones are not kept', () => {
  let made = 0
  const remembered = new Remembered(() => made++)
  for (let at = 0; at < 10_000; at++) remembered.of(`text ${at}`)
  made = 0
  // Those of the beginning were let go.
  remembered.of('text 0')
  expect(made).toBe(1)
  const long = 'x'.repeat(5000)
  remembered.of(long)
  remembered.of(long)
  expect(made).toBe(3)
})

test('a copy is equal', () => {
  for (const text of ['', 'a', 'é…😀', 'x'.repeat(100)]) expect(ownCopy(text)).toBe(text)
})
