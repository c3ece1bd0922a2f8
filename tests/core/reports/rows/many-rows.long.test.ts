/** Two hundred thousand rows behind prefixes take no more time a row than a tenth of them. */
import { expect, test } from 'vitest'
import { timesReference } from '../../../support/reference.ts'
import { read, type Reading } from './reading.ts'

const text = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `20:02:33.483 app[12]: ${String(at % 100).padEnd(4)}Harbor   0x${(0x104ccc000 + at * 52).toString(16).padStart(16, '0')} Harbor + ${0x4000 + at * 52}\n`,
  ).join('')

test('two hundred thousand rows', () => {
  const [few, many] = [text(20_000), text(200_000)]
  const readings: Reading[] = []
  const small = timesReference(() => readings.push(read(few)))
  const large = timesReference(() => readings.push(read(many)))
  expect(large / small).toBeLessThan(20)
  const [one, all] = readings
  expect((one?.frames.length ?? 0) + (one?.lost ?? 0)).toBe(20_000)
  expect((all?.frames.length ?? 0) + (all?.lost ?? 0)).toBe(200_000)
})
