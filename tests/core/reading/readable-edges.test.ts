/** Values in their units at the edges: each unit, signs, what is no number, and the hints that come with them. */
import { describe, expect, test } from 'vitest'
import { keyTexts } from '../../../src/core/messages/keys.ts'
import { groupedFields } from '../../../src/core/reading/field-groups.ts'
import { readableKey, readableValue, scalesOf, shownFields } from '../../../src/core/reading/readable.ts'
import type { ReportSection } from '../../../src/core/model/report.ts'

const header = (fields: readonly (readonly [string, string])[], device?: string) => ({
  header: { fields, ...(device !== undefined && { device }) },
  sections: [] as readonly ReportSection[],
})

describe('values', () => {
  test.each([
    ['5', undefined, { text: '5', value: 5 }],
    ['-5.5', undefined, { text: '-5.5', value: -5.5 }],
    ['5x', undefined, { text: '5x' }],
    ['1e3', undefined, { text: '1e3', value: 1000 }],
    ['true', undefined, { text: 'yes', hint: 'true' }],
    ['false', undefined, { text: 'no', hint: 'false' }],
    ['1', 'flag', { text: 'yes', hint: '1' }],
    ['0', 'flag', { text: 'no', hint: '0' }],
    ['2', 'flag', { text: '2' }],
    ['iPhone15,2', 'device', { text: 'iPhone 14 Pro', hint: 'iPhone15,2' }],
    ['Fridge1,1', 'device', { text: 'Fridge1,1' }],
    ['109', 'type', { text: keyTexts.typed({ type: keyTexts.typeCrash, value: '109' }), hint: '109' }],
    ['309', 'type', { text: keyTexts.typed({ type: keyTexts.typeCrash, value: '309' }), hint: '309' }],
    ['210', 'type', { text: keyTexts.typed({ type: keyTexts.typePanic, value: '210' }), hint: '210' }],
    ['288', 'type', { text: keyTexts.typed({ type: keyTexts.typeStackshot, value: '288' }), hint: '288' }],
    ['298', 'type', { text: keyTexts.typed({ type: keyTexts.typeMemoryKill, value: '298' }), hint: '298' }],
    ['2048', 'bytes', { text: '2.0 KB', value: 2048, hint: '2048' }],
    ['2', 'megabytes', { text: '2.0 MB', value: 2 * 1024 ** 2, hint: '2' }],
    ['255', 'address', { text: '0xff', hint: '255' }],
    ['1e300', 'address', { text: '1e300', hint: '1e300' }],
    ['90', 'seconds', { text: '1 min 30 s', value: 90, hint: '90' }],
    ['2500000', 'microseconds', { text: '2.5 s', value: 2.5, hint: '2500000' }],
    ['2500000000', 'nanoseconds', { text: '2.5 s', value: 2.5, hint: '2500000000' }],
    ['3', 'pages', { text: '3 pages', value: 3, hint: keyTexts.noPageSize }],
    ['3', 'ticks', { text: '3 ticks', value: 3, hint: keyTexts.noTickRate }],
    ['x', 'seconds', { text: 'x' }],
  ] as const)('%s in %s', (value, unit, shown) => {
    expect(readableValue(value, unit, {})).toStrictEqual(shown)
  })

  test('with a scale: pages as memory, ticks as time, with what they rest on', () => {
    expect(readableValue('2', 'pages', { page: 4096 })).toStrictEqual({ text: '8.0 KB', value: 8192, hint: '2 pages' })
    const ticks = (by: 'report' | 'device') => readableValue('48000000', 'ticks', { ticks: { rate: 24e6, by } })
    const basis = { count: '48,000,000', rate: 24 }
    expect(ticks('report')).toStrictEqual({ text: '2 s', value: 2, hint: keyTexts.ticksByReport(basis) })
    expect(ticks('device')).toStrictEqual({ text: '≈ 2 s', value: 2, hint: keyTexts.ticksByDevice(basis) })
    expect(readableValue('5', 'platform', {}).hint).toBe('5')
  })

  test.each([
    ['2024-06-21 08:12:02', true],
    ['2024-06-21T08:12:02Z', true],
    ['2024-06-21 08:12:02.441 +0200', true],
    ['2024-06-21 08:12:02 +02:00', true],
    ['2024-06-21 24:12:02', false],
    ['2024-06-21 08:60:02', false],
    ['2024-06-21 08:12:02 later', false],
    ['at 2024-06-21 08:12:02', false],
  ])('%s is a moment: %s', (value, isMoment) => {
    expect(readableValue(value, undefined, {}).hint).toBe(isMoment ? value : undefined)
  })
})

describe('keys', () => {
  test.each([
    ['rpages', 'pages'],
    ['  rpages ', 'pages'],
    ['memoryStatus.rpages', 'pages'],
    ['some.where.memoryStatus.pageSize', readableKey('memoryStatus.pageSize').unit],
    ['somewhere', undefined],
  ])('%s counts %s', (key, unit) => {
    expect(readableKey(key).unit).toBe(unit)
    expect(Object.hasOwn(readableKey(key), 'unit')).toBe(unit !== undefined)
  })
  test.each([
    ['a.b.c', 'A · B · C'],
    ['x'.repeat(81), 'x'.repeat(81)],
    ['x'.repeat(80), `X${'x'.repeat(79)}`],
    ['OS_VERSION', 'OS_VERSION'],
    ['two words', 'two words'],
    ['urlOfApp', 'URL of app'],
    ['HTTPServer2Name', 'HTTP server2 name'],
    ['9lives', '9lives'],
  ])('%s in words', (key, word) => {
    expect(readableKey(key).word).toBe(word)
  })
})

describe('fields', () => {
  test('the program’s name under whichever key is shown once; the same words with another value stay', () => {
    const shown = (...fields: readonly (readonly [string, string])[]) =>
      shownFields(header(fields)).map(({ at, key }) => `${at} ${key}`)
    expect(shown(['app_name', 'Shop'], ['procName', 'Shop'], ['name', 'Shop'])).toEqual(['0 app_name'])
    expect(shown(['CFBundleName', 'Shop'], ['CFBundleExecutable', 'Till'])).toEqual([
      '0 CFBundleName',
      '1 CFBundleExecutable',
    ])
    expect(shown(['x', '1'], ['x', '2'], ['x', '1'])).toEqual(['0 x', '1 x'])
  })

  test('groups: a short header is one, a long one has its parts in order', () => {
    const field = (key: string, text = 'v') => ({ at: 0, key, word: key, text })
    const keys = ['Exception Type', 'bundleID', 'pid', 'OS Version', 'incident', 'unheard of', 'version']
    const many = [...keys, ...Array.from({ length: 5 }, (_, at) => `other${at}`)].map((key) => field(key))
    expect(groupedFields(many.slice(0, 11)).map(({ group }) => group)).toEqual(['more'])
    expect(groupedFields(many).map(({ group, fields }) => [group, fields[0]!.key])).toEqual([
      ['app', 'bundleID'],
      ['end', 'Exception Type'],
      ['process', 'pid'],
      ['system', 'OS Version'],
      ['report', 'incident'],
      ['more', 'unheard of'],
    ])
    // The number of a report's own form, and the version of an app.
    const versions = (text: string) =>
      groupedFields([...many.slice(0, 11), field('version', text)]).find(({ fields }) =>
        fields.some((one) => one.key === 'version' && one.text === text),
      )?.group
    expect([versions('2'), versions('2.3.1 (412)')]).toEqual(['report', 'app'])
  })
})

describe('scales', () => {
  const threads = (...times: readonly string[]): ReportSection => ({
    kind: 'table',
    title: '',
    columns: ['id', 'lastRunTime'],
    rows: times.map((time) => ['1', time]),
  })
  const ticks = (absolute: string, ...times: readonly string[]) =>
    scalesOf({ ...header([['absoluteTime', absolute]]), sections: [threads(...times)] }).ticks?.rate

  test.each([
    [['memoryStatus.pageSize', '16384'], 16_384],
    [['VM page size', '4096'], 4096],
    [['VM page sizes', '4096'], undefined],
    [['memoryStatus.pageSize', '0'], undefined],
    [['memoryStatus.pageSize', '-1'], undefined],
    [['memoryStatus.pageSize', '1.5'], undefined],
    [['memoryStatus.pageSize', 'x'], undefined],
  ] as const)('a page by %j', (field, page) => {
    expect(scalesOf(header([field]))).toStrictEqual(page === undefined ? {} : { page })
  })

  test('ticks within five in a hundred of a known rate', () => {
    expect(ticks('2400000000', '100')).toBe(24e6)
    expect(ticks('2400000000', '50', '100', 'x', '3')).toBe(24e6)
    expect(ticks('100000000000', '100')).toBe(1e9)
    expect(ticks('2500000000', '100')).toBe(24e6)
    expect(ticks('2530000000', '100')).toBeUndefined()
    expect(ticks('2290000000', '100')).toBe(24e6)
    expect(ticks('2270000000', '100')).toBeUndefined()
    expect(ticks('2400000000', '0')).toBeUndefined()
    expect(ticks('x', '100')).toBeUndefined()
    expect(ticks('2400000000')).toBeUndefined()
  })

  test.each([
    ['iPhone15,2', true],
    ['iPad4,1', true],
    ['iPod7,1', true],
    ['Watch6,2', true],
    ['AppleTV11,1', true],
    ['Mac14,2', false],
    ['iPhone', false],
    [undefined, false],
  ])('of %s the rate is known: %s', (device, isKnown) => {
    expect(scalesOf(header([], device)).ticks).toEqual(isKnown ? { rate: 24e6, by: 'device' } : undefined)
  })
})
