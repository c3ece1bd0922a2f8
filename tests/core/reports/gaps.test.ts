/** Long runs of blanks and empty lines are cut to their ends. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortenGaps } from '../../../src/core/reports/json/gaps.ts'
import { parseReport } from '../../../src/core/reports/read-report.ts'

test('runs of up to 1,280 blanks stay, wherever they stand', () => {
  for (let before = 0; before < 2600; before += 257) {
    const text = `${'x'.repeat(before)}${' '.repeat(1280)}y`
    expect(shortenGaps(text)).toBe(text)
  }
})

test('of a longer run both ends stay', () => {
  for (const size of [1281, 1400, 2560, 100_000])
    for (const before of [0, 1, 639, 1279, 1700])
      expect(shortenGaps(`${'x'.repeat(before)}${' '.repeat(size)}y`)).toBe(`${'x'.repeat(before)}${' '.repeat(1280)}y`)
})

test('lines stay lines', () => {
  expect(
    shortenGaps(`a${' '.repeat(2000)}\n${' '.repeat(2000)}b`)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['a', 'b'])
  expect(shortenGaps(`a${'\n'.repeat(600_000)}b`)).toBe(`a${'\n'.repeat(1280)}b`)
})

test('no run is longer than 1,281, and all else stays', () => {
  const piece = fc.tuple(fc.constantFrom(' ', '\t', '\n', '\u00a0', 'x', 'yz'), fc.integer({ min: 1, max: 4000 }))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.map(([what, times]) => what.repeat(times)).join('')
      const short = shortenGaps(text)
      expect(short).not.toMatch(/\s{1282}/)
      expect(short.replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '))
      expect(shortenGaps(short)).toBe(short)
    }),
  )
})

test('a report with such runs says so, and is read', () => {
  const text = `Thread 0:\n0   App   0x0000000104004000 0x104000000 + 16384\n${'\n'.repeat(100_000)}\nBinary Images:\n0x104000000 - 0x10400ffff App arm64 /App\n`
  const outcome = parseReport('wide.crash', new TextEncoder().encode(text))
  expect(outcome.problems.map(({ code }) => code)).toContain('repaired-gaps')
  expect(outcome.ok && outcome.value[0]?.images).toHaveLength(1)
})
