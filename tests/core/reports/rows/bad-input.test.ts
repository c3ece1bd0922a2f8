/** Texts that are made to hang, to mislead or to overflow: each is read in no time, and nothing is invented or lost without a word. */
import { expect, test } from 'vitest'
import { eachFrame } from '../../../../src/core/model/each-frame.ts'
import { timesReference } from '../../../support/reference.ts'
import { read, type Reading } from './reading.ts'

const row = (at: number, image = 'Harbor'): string =>
  `${String(at).padEnd(4)}${image.padEnd(30)} 0x${(0x104ccc000 + at * 52).toString(16).padStart(16, '0')} ${image} + ${0x4000 + at * 52}`
const rows = (count: number, from = 0): string[] => Array.from({ length: count }, (_, at) => row(at + from))
const prefix = '2021-05-27 20:02:33.483299+0800 Harbor[41034:5171140] '
const addressesOf = ({ reports }: Reading): bigint[] =>
  reports.flatMap((report) => [...eachFrame(report)].flatMap(({ address }) => address ?? []))

const long: Readonly<Record<string, string>> = {
  'a prefix of a megabyte before one row': `${'log: word 12 '.repeat(80_000)}${row(0)}\n`,
  'a megabyte of numbers before one row': `${'12 0 1 2 '.repeat(110_000)}${row(0)}\n`,
  'a megabyte of addresses on one line': '0x104ccc074 '.repeat(90_000),
  'a megabyte of quotes': `"${'\\"'.repeat(500_000)}${row(0)}"\n`,
  'a megabyte of open brackets of JSON': `${'{"a":['.repeat(170_000)}"${row(0)}`,
  'a megabyte of tags': `${'<li>'.repeat(260_000)}${row(0)}</li>\n`,
  'a megabyte of cells': `${'| '.repeat(500_000)}${row(0)}\n`,
  'twenty thousand lines of nothing but prefix': `${prefix}\n`.repeat(20_000),
  'twenty thousand numbered lines of nothing': Array.from({ length: 20_000 }, (_, at) => `${at + 1}. ${prefix}\n`).join(
    '',
  ),
  'twenty thousand lines of frames without an address': 'frame #0: \n'.repeat(20_000),
  'twenty thousand lines of addresses without 0x': Array.from(
    { length: 20_000 },
    (_, at) => `${prefix}${(0x104ccc000 + at).toString(16)} (in \n`,
  ).join(''),
}

test.each(Object.entries(long))('%s', (name, text) => {
  let reading: Reading | undefined
  expect(timesReference(() => (reading = read(text)))).toBeLessThan(30)
  const found = reading ? addressesOf(reading) : []
  // The one row is read or reported as lost; no other address is known.
  const known = new Set([0x104ccc000n, ...(name.includes('of addresses on one line') ? [0x104ccc074n] : [])])
  expect(found.filter((address) => !known.has(address))).toEqual([])
  if (text.includes('Harbor + ')) expect(found.length > 0 || (reading?.told.length ?? 0) > 0).toBe(true)
})

test('half a million empty lines between two rows behind a prefix', () => {
  const text = `${prefix}${row(0)}${'\n'.repeat(500_000)}${prefix}${row(1)}\n`
  let reading: Reading | undefined
  expect(timesReference(() => (reading = read(text)))).toBeLessThan(30)
  expect(reading && addressesOf(reading)).toEqual([0x104ccc000n, 0x104ccc034n])
})

test('twenty thousand lines of prefix and three rows among them', () => {
  const lines = Array.from({ length: 20_000 }, () => prefix)
  rows(3).forEach((one, at) => (lines[10_000 + at] = prefix + one))
  const reading = read(`${lines.join('\n')}\n`)
  expect(addressesOf(reading)).toEqual([0x104ccc000n, 0x104ccc034n, 0x104ccc068n])
})

test.each([
  ['another logger', '[ERROR] crash.cpp:77: '],
  ['a quote', '> '],
  ['none', ''],
  ['the same one with a tag', `${prefix}[crash] `],
  ['a numbered list', '7. '],
])('a prefix that changes in the middle: %s', (_, second) => {
  const text = rows(20).map((one, at) => (at < 10 ? prefix : second) + one)
  const reading = read(`${text.join('\n')}\n`)
  const found = new Set(addressesOf(reading))
  const all = rows(20).map((__, at) => BigInt(0x104ccc000 + at * 52))
  expect([...found].filter((address) => !all.includes(address))).toEqual([])
  expect(found.size === 20 || reading.lost >= 20 - found.size).toBe(true)
})

test.each([
  ['the highest address', `0x${'f'.repeat(16)}`, '12'],
  ['an address too wide', `0x1${'0'.repeat(16)}`, '12'],
  ['an address of a thousand digits', `0x${'1'.repeat(1000)}`, '12'],
  ['the highest offset', '0x0000000104ccc074', '18446744073709551615'],
  ['an offset of a thousand digits', '0x0000000104ccc074', '9'.repeat(1000)],
  ['an offset beyond its address', '0x0000000104ccc074', '9999999999'],
])('the widest numbers: %s', (_, address, offset) => {
  const text = [0, 1, 2].map((at) => `${prefix}${at}   Harbor   ${address} Harbor + ${offset}`).join('\n')
  const reading = read(`${text}\n`)
  const stated = BigInt(address)
  for (const found of addressesOf(reading)) expect([stated, stated & 0xffff_ffff_ffff_ffffn]).toContain(found)
  for (const report of reading.reports)
    for (const frame of eachFrame(report)) {
      expect(Number.isSafeInteger(frame.offset ?? 0)).toBe(true)
      expect(frame.address ?? 0n).toBeLessThan(1n << 64n)
    }
})

test('a row with the highest number', () => {
  const reading = read(`${prefix}99999   Harbor   0x0000000104ccc074 Harbor + 16500\n`.repeat(3))
  expect(addressesOf(reading).every((address) => address === 0x104ccc074n)).toBe(true)
})
