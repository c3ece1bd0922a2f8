/** Messages of Protocol Buffers by their bytes: those of the encoding's own documentation, and what is cut or damaged. */
import { describe, expect, test } from 'vitest'
import { parseWireMessage } from '../../../src/core/reports/sdks/protobuf-message.ts'

const read = (hex: string) => parseWireMessage(Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex')))

describe('the examples of the encoding’s documentation', () => {
  test('a number', () => {
    const message = read('08 96 01')
    expect(message.brokenAt).toBeUndefined()
    expect([message.number(1), message.numbers(1)]).toEqual([150n, [150n]])
    // Of another kind, and of another field.
    expect([message.string(1), message.bytes(1), message.message(1), message.messages(1)]).toEqual([
      undefined,
      undefined,
      undefined,
      [],
    ])
    expect([message.number(2), message.numbers(2)]).toEqual([undefined, []])
  })
  test('a text', () => {
    const message = read('12 07 74 65 73 74 69 6e 67')
    expect(message.brokenAt).toBeUndefined()
    expect([message.string(2), message.number(2)]).toEqual(['testing', undefined])
    expect(message.bytes(2)).toEqual(new TextEncoder().encode('testing'))
  })
  test('a message in a message', () => {
    const message = read('1a 03 08 96 01')
    expect(message.message(3)?.number(1)).toBe(150n)
    expect(message.messages(3).map((one) => one.number(1))).toEqual([150n])
    // Read once.
    expect(message.message(3)).toBe(message.messages(3)[0])
  })
  test('packed numbers', () => {
    expect(read('32 06 03 8e 02 9e a7 05').numbers(6)).toEqual([3n, 270n, 86_942n])
  })
})

test('numbers of four and of eight bytes, the largest, and several of one field', () => {
  expect(read('2d 01 00 00 80').number(5)).toBe(0x80000001n)
  expect(read('39 02 00 00 00 00 00 00 80').number(7)).toBe(0x8000000000000002n)
  expect(read('08 ff ff ff ff ff ff ff ff ff 01').number(1)).toBe(2n ** 64n - 1n)
  const several = read('20 01 20 02 20 03')
  expect([several.number(4), several.numbers(4)]).toEqual([1n, [1n, 2n, 3n]])
  const messages = read('1a 02 08 01 1a 02 08 02').messages(3)
  expect(messages.map((one) => one.number(1))).toEqual([1n, 2n])
})

test('nothing at all is a whole message', () => {
  const message = read('')
  expect([message.brokenAt, message.number(1), message.messages(1)]).toEqual([undefined, undefined, []])
})

test.each<readonly [name: string, hex: string, brokenAt: number | undefined, number: bigint | undefined]>([
  ['a number without its end', '08 01 10 96', 2, 1n],
  ['four bytes of which two are there', '08 01 15 01 00', 2, 1n],
  ['a kind that there is not', '08 01 17 01', 2, 1n],
  ['a field of number 0', '08 01 00 01', 2, 1n],
  ['a group, which is passed over', '13 18 07 14 08 01', undefined, 1n],
  ['an end of no group', '08 01 14', 2, 1n],
])('%s: what is before it stays', (_, hex, brokenAt, number) => {
  const message = read(hex)
  expect([message.brokenAt, message.number(1)]).toEqual([brokenAt, number])
})

test('a text that is cut gives the part that is there, and its field is the damaged one', () => {
  const message = read('08 01 12 07 74 65')
  expect([message.string(2), message.number(1), message.brokenAt]).toEqual(['te', 1n, 2])
  const nested = read('1a 05 08 96 01')
  expect([nested.brokenAt, nested.message(3)?.number(1)]).toEqual([0, 150n])
})

test('packed numbers without their end', () => {
  expect(read('32 03 03 8e 02').numbers(6)).toEqual([3n, 270n])
  expect(read('32 02 03 8e').numbers(6)).toEqual([3n])
})
