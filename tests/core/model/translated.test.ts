/** Names that il2cpp made: only its own ending is taken off. */
import { expect, test } from 'vitest'
import { withoutDigest } from '../../../src/core/model/translated.ts'

const DIGEST = '1B2C3D4E5F60718293A4B5C6D7E8F9012345678A'

test.each([
  [`Shop_Buy_m${DIGEST}`, 'Shop_Buy'],
  [`Shop_Buy_m${DIGEST.slice(0, 32)}`, 'Shop_Buy'],
  [`Shop_Buy_m${DIGEST}_inline`, 'Shop_Buy'],
  [`List_1_Add_m${DIGEST}_gshared`, 'List_1_Add'],
  [`Shop_t${DIGEST}`, 'Shop'],
  // No digest, or no name before it.
  ['Shop_Buy', 'Shop_Buy'],
  [`Shop_Buy_m${DIGEST.toLowerCase()}`, `Shop_Buy_m${DIGEST.toLowerCase()}`],
  [`Shop_Buy_m${DIGEST}0`, `Shop_Buy_m${DIGEST}0`],
  [`Shop_Buy_m${DIGEST.slice(0, 36)}`, `Shop_Buy_m${DIGEST.slice(0, 36)}`],
  [`Shop_Buy_x${DIGEST}`, `Shop_Buy_x${DIGEST}`],
  [`_m${DIGEST}`, `_m${DIGEST}`],
  [`shop::buy_m${DIGEST}(int)`, `shop::buy_m${DIGEST}(int)`],
])('%s is shown as %s', (name, shown) => {
  expect(withoutDigest(name)).toBe(shown)
})
