/** Names of devices: those of the identifiers that reports print. */
import { expect, test } from 'vitest'
import { deviceName } from '../../../src/core/reading/device-names.ts'
import { deviceText } from '../../../src/core/reading/subject.ts'

// As Apple's support pages name them.
test.each([
  ['iPhone15,2', 'iPhone 14 Pro'],
  ['iPhone14,6', 'iPhone SE (3rd generation)'],
  ['iPhone18,4', 'iPhone Air'],
  ['iPad16,3', 'iPad Pro 11-inch (M4)'],
  ['iPad6,12', 'iPad (5th generation)'],
  ['iPod9,1', 'iPod touch (7th generation)'],
  ['Watch6,18', 'Apple Watch Ultra'],
  ['AppleTV6,2', 'Apple TV 4K'],
  ['MacBookPro18,3', 'MacBook Pro (14-inch, 2021)'],
  ['Macmini7,1', 'Mac mini (Late 2014)'],
])('%s is called %s', (identifier, name) => {
  expect(deviceName(identifier)).toBe(name)
  expect(deviceText(identifier)).toBe(`${name} (${identifier})`)
})

test('what is not known stays as the report gives it', () => {
  for (const identifier of ['iPhone99,1', 'x86_64', 'toString', '', 'iPhone15,2 ', '<b>iPhone</b>'])
    expect(deviceText(identifier)).toBe(identifier)
})
