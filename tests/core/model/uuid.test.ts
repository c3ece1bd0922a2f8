/** Spellings of a UUID: one form comes out, or nothing. */
import { expect, test } from 'vitest'
import { parseUuid, uuidFromBytes } from '../../../src/core/model/image.ts'

const canonical = 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213'
const digits = canonical.replaceAll('-', '')

test.each([
  canonical,
  canonical.toLowerCase(),
  digits,
  `<${digits.toLowerCase()}>`,
  `"${canonical}"`,
  `(${canonical}) `,
  `${digits}0`,
  `AC58D77F1D2E-3A4B8C5D-6E7F80910213`,
])('%s is read', (text) => {
  expect(parseUuid(text)).toBe(canonical)
})

test.each([
  '',
  '00000000-0000-0000-0000-000000000000',
  '0'.repeat(32),
  `${'0'.repeat(32)}1`,
  canonical.slice(1),
  `${canonical}00`,
  canonical.replace('F', 'G'),
  canonical.replace('-', '_'),
  `${canonical} of App`,
])('%s is none', (text) => {
  expect(parseUuid(text)).toBeUndefined()
})

test('bytes in the order of the file', () => {
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  expect(uuidFromBytes(bytes)).toBe(canonical)
  expect(uuidFromBytes(bytes.subarray(1))).toBeUndefined()
  expect(uuidFromBytes(new Uint8Array(16))).toBeUndefined()
})
