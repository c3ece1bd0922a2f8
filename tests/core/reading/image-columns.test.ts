/** Each column of the table of images, with and without its fact. */
import { expect, test } from 'vitest'
import { columns } from '../../../src/core/messages/export.ts'
import { runtimeAddress } from '../../../src/core/model/address.ts'
import type { BinaryImage } from '../../../src/core/model/image.ts'
import type { ImageStatus } from '../../../src/core/model/report.ts'
import { imageColumns, type ImageRow } from '../../../src/core/reading/image-columns.ts'
import { imageState, isToldMissing, lacksSymbols, waysOf } from '../../../src/core/reading/image-state.ts'
import { uuid } from '../../support/report-builder.ts'
import { without } from '../../support/without.ts'

const image: BinaryImage = {
  index: 0,
  name: 'Shop',
  version: '4.2',
  arch: 'arm64',
  uuid: uuid('a'),
  path: '/Applications/Shop.app/Shop',
  loadAddress: runtimeAddress(0x104cc8000),
  size: 3 * 1024 * 1024,
}
const status: ImageStatus = {
  image: 0,
  symbols: 'matched',
  reason: '',
  frames: 7,
  unnamed: 0,
  slide: 0x4cc8000n,
  have: [uuid('b'), uuid('c')],
}
const bare: ImageRow = { image: { index: 0, name: '' } }

const column = (heading: string) => imageColumns.find((one) => one.heading === heading)!

test.each([
  [columns.image, 'Shop', undefined],
  [columns.symbols, 'symbols match', undefined],
  [columns.frames, '7', 7],
  [columns.version, '4.2', undefined],
  [columns.arch, 'arm64', undefined],
  [columns.uuid, uuid('a'), undefined],
  [columns.loadAddress, '0x104cc8000', 0x104cc8000n],
  [columns.size, '3.0 MB', 3 * 1024 * 1024],
  [columns.slide, '0x4cc8000', 0x4cc8000n],
  [columns.otherBuilds, `${uuid('b')} ${uuid('c')}`, undefined],
  [columns.path, '/Applications/Shop.app/Shop', undefined],
])('%s', (heading, text, value) => {
  const one = column(heading)
  expect(one.text({ image, status })).toBe(text)
  expect(one.value?.({ image, status })).toBe(value)
  expect(one.text(bare)).toBe('')
  expect(one.value?.(bare)).toBe(heading === columns.frames ? 0 : undefined)
})

test('what each column is: where it stands, its form, and what can be copied', () => {
  const named = (test: (one: (typeof imageColumns)[number]) => unknown): readonly string[] =>
    imageColumns.filter(test).map(({ heading }) => heading)
  expect(named(({ place }) => place === 'below')).toEqual([columns.path])
  expect(named(({ place }) => place === 'control')).toEqual([columns.otherBuilds])
  expect(named(({ isNumber }) => isNumber)).toEqual([columns.frames, columns.size])
  expect(named(({ copies }) => copies)).toEqual([columns.uuid])
  expect(named(({ isCode }) => isCode)).toEqual([
    columns.uuid,
    columns.loadAddress,
    columns.slide,
    columns.otherBuilds,
    columns.path,
  ])
})

test('no frames and an empty list of builds say nothing', () => {
  const none = { image, status: { ...status, frames: 0, have: [] } }
  expect(column(columns.frames).text(none)).toBe('')
  expect(column(columns.otherBuilds).text(none)).toBe('')
})

test('a load address that was inferred has a mark, and the report’s own goes first', () => {
  const inferred = { ...status, loadAddress: runtimeAddress(0x200000000), confidence: 0.7 }
  const unplaced = without(image, 'loadAddress')
  const { text, value } = column(columns.loadAddress)
  expect(text({ image: unplaced, status: inferred })).toBe('0x200000000 (inferred)')
  expect(value?.({ image: unplaced, status: inferred })).toBe(0x200000000n)
  expect(text({ image: unplaced, status: { ...inferred, confidence: 1 } })).toBe('0x200000000')
  expect(text({ image, status: inferred })).toBe('0x104cc8000 (inferred)')
})

test.each([
  ['matched', 3, 'ok', false, false],
  ['missing', 3, 'warn', true, true],
  ['missing', 1, 'warn', true, true],
  ['missing', 0, undefined, false, false],
  ['wrong-build', 3, 'warn', true, true],
  ['wrong-build', 0, undefined, false, true],
  ['wrong-arch', 3, 'warn', true, true],
  ['no-debug-info', 3, 'warn', true, true],
  ['system', 3, undefined, false, false],
  ['not-needed', 3, undefined, false, false],
] as const)('symbols %s with %i frames unnamed: tone %s', (symbols, unnamed, tone, lacks, told) => {
  const one = { ...status, symbols, unnamed }
  expect(column(columns.symbols).tone?.({ image, status: one })).toBe(tone)
  expect(column(columns.symbols).tone?.({ image })).toBeUndefined()
  expect(lacksSymbols(one)).toBe(lacks)
  expect(isToldMissing(one)).toBe(told)
})

test.each([
  ['missing', [], 'symbols missing'],
  ['missing', [uuid('a')], 'symbols missing'],
  ['missing', [uuid('a'), uuid('b')], '2 builds possible'],
  ['wrong-build', [uuid('a'), uuid('b')], 'symbols from another build'],
  ['no-debug-info', [], 'stripped'],
] as const)('the state of %s with builds %j', (symbols, have, words) => {
  expect(imageState({ symbols, have })).toBe(words)
})

test('ways that have words, in their order', () => {
  const way = (code: string, params = {}) => ({ code, params })
  const ways = [way('derivedData'), way('no such way'), way('simulatorRuntime')]
  expect(waysOf({ ways }).map((text) => text.slice(0, 22))).toEqual([
    'On the Mac that built ',
    'On the Mac that ran th',
  ])
  expect(waysOf({})).toEqual([])
})
