/**
 * Damage that knows the formats: numbers at the ends of 64 bits, counts, runs of one character, lines without breaks, cuts, shuffled and
 * repeated lines. Every round ends with a report or with a problem, and in time: the limit is so wide that only work by the
 * square of the input passes it.
 */
import { expect, test } from 'vitest'
import { parseReport } from '../../../src/core/reports/read-report.ts'
import { fixtureBytes, listFixtures, openBytes } from './fixture.ts'

const ROUNDS = 5
/** Characters of a run: a reader that takes time by the square needs minutes for them. */
const RUN = 60_000
const EXTREMES =
  '18446744073709551615 0xffffffffffffffff -9223372036854775808 0x8000000000000000 0 4294967296 1e308 -1'.split(' ')
const PIECES = [
  ' ',
  '\t',
  '\n',
  '(',
  '[',
  '{',
  '<',
  '"',
  "'",
  '\\',
  ':',
  '.',
  '0',
  'a',
  '#',
  '|',
  ' +',
  ' (',
  ' at ',
  ' in ',
  '0x1 ',
  '[[ ]',
]

type Random = (limit: number) => number

function randomOf(seed: number): Random {
  let state = seed >>> 0
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const damageText: readonly ((text: string, random: Random) => string)[] = [
  (text, random) => text.slice(0, random(text.length)),
  (text, random) => text.slice(random(text.length)),
  (text, random) => {
    const numbers = [...text.matchAll(/0x[0-9a-f]+|\d+/gi)]
    const number = numbers[random(numbers.length)]
    if (!number) return text
    return (
      text.slice(0, number.index) +
      (EXTREMES[random(EXTREMES.length)] ?? '') +
      text.slice(number.index + number[0].length)
    )
  },
  (text, random) => {
    const at = random(text.length)
    const piece = PIECES[random(PIECES.length)] ?? ' '
    return text.slice(0, at) + piece.repeat(RUN / piece.length) + text.slice(at)
  },
  (text, random) => text.replace(/\r?\n/g, [' ', '\t', '\r', '\\n', ''][random(5)] ?? ' '),
  (text, random) => {
    const lines = text.split('\n')
    const at = random(lines.length)
    lines.splice(at, 0, `${lines[at] ?? ''}${random(2) === 0 ? '\n' : ' '}`.repeat(400))
    return lines.join('\n').slice(0, 300_000)
  },
  (text, random) => {
    const lines = text.split('\n')
    return lines.map((_, at) => lines[random(at + 1)] ?? '').join('\n')
  },
]

const damageBytes: readonly ((bytes: Uint8Array<ArrayBuffer>, random: Random) => Uint8Array<ArrayBuffer>)[] = [
  (bytes, random) => bytes.subarray(0, random(bytes.length)),
  (bytes, random) => {
    const at = random(bytes.length)
    return bytes.slice().fill([0xff, 0x7f, 0x80, 0][random(4)] ?? 0, at, at + 8)
  },
  (bytes, random) => {
    const at = random(bytes.length)
    const run = new Uint8Array(random(4096)).fill(random(256))
    return Uint8Array.from([...bytes.subarray(0, at), ...run, ...bytes.subarray(at)])
  },
]

function damage(bytes: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  if (bytes.subarray(0, 64).includes(0)) {
    const change = damageBytes[random(damageBytes.length)]
    return change ? change(bytes, random) : bytes
  }
  const change = damageText[random(damageText.length)]
  const text = new TextDecoder().decode(bytes)
  return new TextEncoder().encode(change ? change(text, random) : text)
}

test.each(listFixtures())(
  '%s, damaged, ends as a report or a problem',
  async (path) => {
    const random = randomOf(path.length * 7919 + path.charCodeAt(0))
    const bytes = fixtureBytes(path)
    for (let round = 0; round < ROUNDS; round++) {
      const outcome = await openBytes(path, damage(bytes, random))
      expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
      expect(outcome.ok ? outcome.value.length : outcome.problems.length).toBeGreaterThan(0)
    }
  },
  60_000,
)

test('a hexadecimal number may begin with 0X', () => {
  const text =
    'Thread 0:\n0   App   0X0000000104004000 0x104000000 + 16384\n\nBinary Images:\n0X104000000 - 0x10400ffff App arm64 /App\n'
  const outcome = parseReport('upper.crash', new TextEncoder().encode(text))
  expect(outcome.problems.filter(({ code }) => code === 'internal-error')).toEqual([])
})
