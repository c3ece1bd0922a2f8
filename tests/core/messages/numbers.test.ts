/** Numbers, shares, durations, dates and lists in each language. */
import { afterEach, describe, expect, test } from 'vitest'
import { formatDate, formatList, formatNumber, formatPercent, plural } from '../../../src/core/messages/numbers.ts'
import {
  formatBytes,
  formatDuration,
  formatMemory,
  formatMilliseconds,
  formatSeconds,
} from '../../../src/core/messages/quantities.ts'
import { takeLanguage } from '../../../src/core/messages/translate.ts'

afterEach(() => takeLanguage('en'))

/** All forms of one language. Numbers of German have other marks than those of English and Chinese. */
const said = (): readonly string[] => [
  formatNumber(1234567.891, 2),
  formatNumber(18446744073709551615n),
  formatPercent(0.4156, 1),
  formatBytes(1_234_500),
  formatMemory(-1536),
  formatDuration(1.1),
  formatDuration(154),
  formatSeconds(0.25, 1),
  formatMilliseconds(1204),
  formatDate(Date.UTC(2026, 2, 5), { dateStyle: 'medium', timeZone: 'UTC' }),
  formatList(['a', 'b', 'c']),
  formatList(['a', 'b'], 'disjunction'),
  plural(2048, 'byte', 'bytes'),
]

describe('in the chosen language', () => {
  test('English', () => {
    expect(said()).toEqual([
      '1,234,567.89',
      '18,446,744,073,709,551,615',
      '41.6%',
      '1.2 MB',
      '−1.5 KB',
      '1.1 s',
      '2 min 34 s',
      '0.3 s',
      '1,204 ms',
      'Mar 5, 2026',
      'a, b, and c',
      'a or b',
      '2,048 bytes',
    ])
  })

  test('German, whose units stay those of English until it has texts', () => {
    takeLanguage('de')
    expect(said().slice(0, 7)).toEqual([
      '1.234.567,89',
      '18.446.744.073.709.551.615',
      '41,6\u00a0%',
      '1,2 MB',
      '−1,5 KB',
      '1,1 s',
      '2 min 34 s',
    ])
    expect(said().slice(7)).toEqual(['0,3 s', '1.204 ms', '05.03.2026', 'a, b und c', 'a oder b', '2.048 bytes'])
  })

  test('Chinese', async () => {
    const { texts } = await import('../../../src/messages/zh-Hans/core.ts')
    takeLanguage('zh-Hans', { core: texts as never })
    expect(said().slice(2, 12)).toEqual([
      '41.6%',
      '1.2 MB',
      '−1.5 KB',
      '1.1 秒',
      '2 分 34 秒',
      '0.3 秒',
      '1,204 毫秒',
      '2026年3月5日',
      'a、b和c',
      'a或b',
    ])
  })
})

test.each([
  [0, '0 s'],
  [0.314, '0.31 s'],
  [9.994, '9.99 s'],
  [9.996, '10 s'],
  [59.96, '1 min'],
  [-154, '−2 min 34 s'],
  [3599.6, '1 h'],
  [11_100, '3 h 5 min'],
  [183_600, '2 d 3 h'],
  [1e12, '11,574,074 d 1 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test('integers in English are written as Intl writes them', () => {
  const intl = new Intl.NumberFormat('en', { signDisplay: 'negative' })
  const powers = Array.from({ length: 20 }, (_, digits) => 10n ** BigInt(digits))
  const bigints = powers.flatMap((power) => [power - 1n, power, -power, 1n - power, power + power / 3n])
  const integers = bigints.map(Number).filter(Number.isSafeInteger)
  for (const value of [...bigints, ...integers, -0]) expect(formatNumber(value)).toBe(intl.format(value))
})
