/** Keys in words, numbers in units: what is known is converted, what is not stays as the report has it. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keyUnits, keyWords } from '../../../src/core/messages/en/keys.ts'
import { readableKey, readableValue, scalesOf, shownFields, type Scales } from '../../../src/core/reading/readable.ts'

const catalogue = new URL('../../../src/core/messages/en/keys.ts', import.meta.url)

const header = (fields: readonly (readonly [string, string])[], device?: string) => ({
  header: { fields, ...(device !== undefined && { device }) },
  sections: [],
})

test('fields that say the same in the same words are shown once, each at its first place', () => {
  const fields = [
    ['incident_id', 'A-1'],
    ['name', 'Shelf'],
    ['incident', 'A-1'],
    ['incidentID', 'A-2'],
  ] as const
  const shown = shownFields(header(fields))
  expect(shown.map(({ at, word, text }) => [at, word, text])).toEqual([
    [0, 'Incident', 'A-1'],
    [1, 'Name', 'Shelf'],
    [3, readableKey('incidentID').word, 'A-2'],
  ])
})

describe('keys', () => {
  test.each([
    ['rpages', 'Footprint'],
    ['memoryStatus.memoryPages.wired', 'Wired memory'],
    ['postSampleVMStats.free_count', 'Memory after the sample · Free'],
    ['lastMadeRunnableTime', 'Last made runnable at'],
    ['neverSeenHTTPKey_v2', 'Never seen HTTP key v2'],
    ['OS Version', 'OS Version'],
    ['oSVersion', 'OS version'],
    ['osBuild', 'OS build'],
    ['clientUrl', 'Client URL'],
    ['parentProcessId', 'Parent process ID'],
    ['CPU', 'CPU'],
    ['Boot    ', 'Boot'],
    ['constructor', 'Constructor'],
    ['__proto__', '__proto__'],
    ['', ''],
  ])('%s is %s', (key, word) => {
    expect(readableKey(key).word).toBe(word)
  })

  test('each row of the catalogue is read, and none stands twice', () => {
    const [, rows = ''] = /const rows = `\n([^`]*)`/.exec(readFileSync(catalogue, 'utf8')) ?? []
    const keys = rows
      .trim()
      .split('\n')
      .map((row) => row.slice(0, row.indexOf(': ')))
    expect(new Set(keys).size).toBe(keys.length)
    expect(Object.keys(keyWords)).toEqual(keys)
    expect(
      Object.keys(keyUnits).filter((key) => !rows.includes(`${key}: ${readableKey(key).word} | ${keyUnits[key]}`)),
    ).toEqual([])
  })

  test('no key of any length or form throws', () => {
    fc.assert(fc.property(fc.string({ maxLength: 300 }), (key) => typeof readableKey(key).word === 'string'))
  })
})

describe('values', () => {
  const scales: Scales = { page: 16_384, ticks: { rate: 24e6, by: 'report' } }
  test.each([
    ['128000', 'pages', '2.0 GB'],
    ['16384', 'bytes', '16.0 KB'],
    ['240.0', 'megabytes', '240 MB'],
    ['2400000000', 'ticks', '1 min 40 s'],
    ['27.430463', 'seconds', '27.4 s'],
    ['2164166', 'nanoseconds', '0 s'],
    ['24712096476', 'microseconds', '6 h 51 min'],
    ['1', 'flag', 'yes'],
    ['false', 'flag', 'no'],
    ['[8,19558]', 'pages', '[8,19558]'],
    ['', 'ticks', ''],
    ['1e999', 'bytes', '1e999'],
    ['00123', undefined, '00123'],
    ['309', 'type', 'crash (309)'],
    ['777', 'type', '777'],
    ['constructor', 'type', 'constructor'],
    ['true', undefined, 'yes'],
    ['iPhone15,2', undefined, 'iPhone 14 Pro'],
    ['iPhone999,9', undefined, 'iPhone999,9'],
    ['2024-05-02 25:61:00 +0200', undefined, '2024-05-02 25:61:00 +0200'],
    ['2024-05-02', undefined, '2024-05-02'],
  ] as const)('%s %s is %s', (value, unit, text) => {
    expect(readableValue(value, unit, scales).text).toBe(text)
  })

  test('a moment is told by the clock of the device; its exact text is the hint', () => {
    const { text, hint } = readableValue('2024-06-21 08:12:02.4410 +0200', undefined, scales)
    expect(text).toMatch(/^Jun 21, 2024, 8:12:02\sAM$/)
    expect(hint).toBe('2024-06-21 08:12:02.4410 +0200')
  })

  test('two moments that differ by milliseconds stay two fields', () => {
    const fields = [
      ['timestamp', '2024-06-21 08:12:02.10 +0200'],
      ['date', '2024-06-21 08:12:02.20 +0200'],
    ] as const
    expect(shownFields(header(fields))).toHaveLength(2)
  })

  test('without a page size or a rate of ticks nothing is guessed, and the reason is told', () => {
    const pages = readableValue('128', 'pages', {})
    expect([pages.text, pages.hint]).toEqual(['128 pages', 'The report does not say how large a page is.'])
    const ticks = readableValue('128', 'ticks', {})
    expect([ticks.text, ticks.hint]).toEqual(['128 ticks', 'The report does not say how many ticks a second has.'])
  })
})

describe('scales', () => {
  test('ticks are read off the times that a stackshot prints in both', () => {
    const table = {
      kind: 'table' as const,
      title: '',
      columns: ['id', 'lastRunTime'],
      rows: [
        ['1', '5'],
        ['2', '99.9'],
      ],
    }
    const scales = scalesOf({ ...header([['absoluteTime', '2400000000']]), sections: [table] })
    expect(scales.ticks).toEqual({ rate: 24e6, by: 'report' })
  })

  test('times that fit no rate tell none', () => {
    const table = { kind: 'table' as const, title: '', columns: ['lastRunTime'], rows: [['7']] }
    expect(scalesOf({ ...header([['absoluteTime', '2400000000']]), sections: [table] }).ticks).toBeUndefined()
  })

  test('a mobile device counts as they all do, and that is said; of a Mac nothing is known', () => {
    expect(scalesOf(header([], 'iPhone15,2')).ticks).toEqual({ rate: 24e6, by: 'device' })
    expect(scalesOf(header([], 'MacBookPro18,1')).ticks).toBeUndefined()
  })

  test.each(['0', '-1', 'x', '1e30'])('a page of %s bytes is none', (size) => {
    expect(scalesOf(header([['memoryStatus.pageSize', size]])).page).toBeUndefined()
  })
})

test.each([
  ['platform', '2', 'iOS'],
  ['platform', '12', 'visionOS Simulator'],
  ['platform', '99', 'platform 99'],
  ['platform', 'cocoa', 'cocoa'],
  ['sharedCache.base', '6553600000', '0x186a00000'],
  ['sharedCache.base', '1e300', '1e300'],
  ['sharedCache.size', '3578871808', '3.3 GB'],
  ['modelCode', 'iPhone15,2', 'iPhone 14 Pro'],
])('%s %s is %s', (key, value, text) => {
  expect(readableValue(value, readableKey(key).unit, {}).text).toBe(text)
})
