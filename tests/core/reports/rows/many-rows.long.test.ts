/** Rows behind prefixes take time by their number. */
import { expect, test } from 'vitest'
import { processorTime } from '../../../support/reference.ts'
import { read, type Reading } from './reading.ts'

const text = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `20:02:33.483 app[12]: ${String(at % 100).padEnd(4)}Harbor   0x${(0x104ccc000 + at * 52).toString(16).padStart(16, '0')} Harbor + ${0x4000 + at * 52}\n`,
  ).join('')

test('a text of two hundred thousand rows takes as long as ten texts of a tenth', () => {
  const [few, many] = [text(20_000), text(200_000)]
  const short: Reading[] = []
  const long: Reading[] = []
  const readTen = (): void => {
    for (let at = 0; at < 10; at++) short.push(read(few))
  }
  const before = processorTime(readTen)
  const large = processorTime(() => long.push(read(many)))
  // The machine may be slower or faster after it.
  const small = Math.max(before, processorTime(readTen))
  // By the square of its length it would take ten times as long.
  expect(large / small).toBeLessThan(3)
  for (const { frames, lost } of short) expect(frames.length + lost).toBe(20_000)
  expect((long[0]?.frames.length ?? 0) + (long[0]?.lost ?? 0)).toBe(200_000)
})
