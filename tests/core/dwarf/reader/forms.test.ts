/** Values by their form: how many bytes each has, what is read, and how it is passed over. DWARF 5, sections 7.5.5 and 7.5.6. */
import { describe, expect, test } from 'vitest'
import { ByteCursor } from '../../../../src/core/bytes/cursor.ts'
import * as F from '../../../../src/core/dwarf/forms.ts'
import { readInitialLength } from '../../../../src/core/dwarf/initial-length.ts'
import { languageOfCode } from '../../../../src/core/dwarf/languages.ts'
import { behindLeb, behindValues, readFixed, readLeb } from '../../../../src/core/dwarf/reader/skip.ts'
import { readUnitHeader } from '../../../../src/core/dwarf/reader/unit-header.ts'
import { readValue } from '../../../../src/core/dwarf/reader/value.ts'
import { FormatError } from '../../../../src/core/model/problem.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'

const place = { file: 'made', fileOffset: 0 }
const cursorOf = (bytes: Uint8Array): ByteCursor => new ByteCursor(bytes, place)
const shape = (version: number, addressSize: number, offsetSize: 4 | 8) => ({ version, addressSize, offsetSize })

describe('bytes of a form', () => {
  test.each([
    [F.FORM_ADDR, 8],
    [F.FORM_DATA1, 1],
    [F.FORM_FLAG, 1],
    [F.FORM_REF1, 1],
    [F.FORM_STRX1, 1],
    [F.FORM_ADDRX1, 1],
    [F.FORM_DATA2, 2],
    [F.FORM_REF2, 2],
    [F.FORM_STRX2, 2],
    [F.FORM_ADDRX2, 2],
    [F.FORM_STRX3, 3],
    [F.FORM_ADDRX3, 3],
    [F.FORM_DATA4, 4],
    [F.FORM_REF4, 4],
    [F.FORM_STRX4, 4],
    [F.FORM_ADDRX4, 4],
    [F.FORM_REF_SUP4, 4],
    [F.FORM_DATA8, 8],
    [F.FORM_REF8, 8],
    [F.FORM_REF_SIG8, 8],
    [F.FORM_REF_SUP8, 8],
    [F.FORM_DATA16, 16],
    [F.FORM_STRP, 4],
    [F.FORM_LINE_STRP, 4],
    [F.FORM_SEC_OFFSET, 4],
    [F.FORM_STRP_SUP, 4],
    [F.FORM_ALT, 4],
    [F.FORM_FLAG_PRESENT, 0],
    [F.FORM_IMPLICIT_CONST, 0],
    [F.FORM_SDATA, F.SIZE_LEB],
    [F.FORM_UDATA, F.SIZE_LEB],
    [F.FORM_REF_UDATA, F.SIZE_LEB],
    [F.FORM_STRX, F.SIZE_LEB],
    [F.FORM_ADDRX, F.SIZE_LEB],
    [F.FORM_LOCLISTX, F.SIZE_LEB],
    [F.FORM_RNGLISTX, F.SIZE_LEB],
    [F.FORM_STRING, F.SIZE_STRING],
    [F.FORM_BLOCK1, F.SIZE_BLOCK1],
    [F.FORM_BLOCK2, F.SIZE_BLOCK2],
    [F.FORM_BLOCK4, F.SIZE_BLOCK4],
    [F.FORM_BLOCK, F.SIZE_BLOCK],
    [F.FORM_EXPRLOC, F.SIZE_BLOCK],
    [F.FORM_INDIRECT, F.SIZE_INDIRECT],
    [F.FORM_UNKNOWN, F.SIZE_UNKNOWN],
    [0x02, F.SIZE_UNKNOWN],
  ])('0x%s has %i', (form, size) => {
    expect(F.sizeOfForm(form, 5, 8, 4)).toBe(size)
  })

  test('what depends on the unit', () => {
    expect(F.sizeOfForm(F.FORM_ADDR, 5, 4, 8)).toBe(4)
    for (const form of [F.FORM_STRP, F.FORM_LINE_STRP, F.FORM_SEC_OFFSET, F.FORM_STRP_SUP, F.FORM_ALT])
      expect(F.sizeOfForm(form, 5, 4, 8)).toBe(8)
    expect([2, 3, 4].map((version) => F.sizeOfForm(F.FORM_REF_ADDR, version, 4, 8))).toEqual([4, 8, 8])
  })

  test('early forms of GNU, and forms that there are not', () => {
    expect(
      [F.FORM_GNU_ADDR_INDEX, F.FORM_GNU_STR_INDEX, F.FORM_GNU_REF_ALT, F.FORM_GNU_STRP_ALT].map(F.normalForm),
    ).toEqual([F.FORM_ADDRX, F.FORM_STRX, F.FORM_ALT, F.FORM_ALT])
    expect([0, 1, 2, 3, 0x2c, 0x2d, 0x1f03].map(F.normalForm)).toEqual([
      ...[F.FORM_UNKNOWN, 1, F.FORM_UNKNOWN, 3],
      ...[0x2c, F.FORM_UNKNOWN, F.FORM_UNKNOWN],
    ])
  })

  test('kinds of forms, by the first and the last of each', () => {
    const isOf = (test: (form: number) => unknown): readonly number[] =>
      Array.from({ length: 0x31 }, (_, form) => form).filter((form) => test(form))
    expect(isOf(F.isIndexedString)).toEqual([0x1a, 0x25, 0x26, 0x27, 0x28])
    expect(isOf(F.isIndexedAddress)).toEqual([0x1b, 0x29, 0x2a, 0x2b, 0x2c])
    expect(isOf(F.isUnitReference)).toEqual([0x11, 0x12, 0x13, 0x14, 0x15])
  })
})

describe('values', () => {
  const bytesOf = (write: (out: ByteWriter) => ByteWriter): Uint8Array => write(new ByteWriter()).done()
  test.each<[string, number, Uint8Array, object, number]>([
    ['a flag that is there', F.FORM_FLAG_PRESENT, Uint8Array.of(), { number: 1n }, 0],
    ['a number', F.FORM_DATA2, Uint8Array.of(1, 2), { number: 0x201n }, 2],
    ['a number of 3 bytes', F.FORM_STRX3, Uint8Array.of(1, 2, 3), { number: 0x30201n }, 3],
    ['a negative one', F.FORM_SDATA, Uint8Array.of(0x7f), { number: -1n }, 1],
    ['one without sign', F.FORM_UDATA, Uint8Array.of(0x80, 1), { number: 128n }, 2],
    ['a text', F.FORM_STRING, Uint8Array.of(65, 66, 0, 9), { number: 0n, bytes: Uint8Array.of(65, 66) }, 3],
    ['an empty text', F.FORM_STRING, Uint8Array.of(0), { number: 0n, bytes: Uint8Array.of() }, 1],
    ['a block', F.FORM_BLOCK1, Uint8Array.of(2, 7, 8, 9), { number: 0n, bytes: Uint8Array.of(7, 8) }, 3],
    ['a block of 2', F.FORM_BLOCK2, Uint8Array.of(1, 0, 7), { number: 0n, bytes: Uint8Array.of(7) }, 3],
    ['a block of 4', F.FORM_BLOCK4, Uint8Array.of(1, 0, 0, 0, 7), { number: 0n, bytes: Uint8Array.of(7) }, 5],
    ['an expression', F.FORM_EXPRLOC, Uint8Array.of(1, 7), { number: 0n, bytes: Uint8Array.of(7) }, 2],
    ['indirect', F.FORM_INDIRECT, Uint8Array.of(F.FORM_DATA1, 7), { form: F.FORM_DATA1, number: 7n }, 2],
  ])('%s', (_, form, bytes, value, used) => {
    const cursor = cursorOf(bytes)
    expect(readValue(cursor, form, shape(5, 8, 4))).toEqual({ form, ...value })
    expect(cursor.at).toBe(used)
    // Whoever only passes over it ends at the same place.
    const steps = [F.sizeOfForm(form, 5, 8, 4)]
    expect(behindValues(bytes, 0, steps, { header: shape(5, 8, 4), littleEndian: true })).toBe(used)
  })

  test('16 bytes, a constant of the abbreviation, and what cannot be read', () => {
    const sixteen = Uint8Array.from({ length: 16 }, (_, at) => at)
    expect(readValue(cursorOf(sixteen), F.FORM_DATA16, shape(5, 8, 4)).bytes).toEqual(sixteen)
    expect(readValue(cursorOf(Uint8Array.of()), F.FORM_IMPLICIT_CONST, shape(5, 8, 4), -7).number).toBe(-7n)
    const read =
      (form: number, ...bytes: readonly number[]) =>
      () =>
        readValue(cursorOf(Uint8Array.from(bytes)), form, shape(5, 8, 4))
    expect(read(F.FORM_UNKNOWN, 1)).toThrow(FormatError)
    expect(read(F.FORM_STRING, 65)).toThrow(FormatError)
    expect(read(F.FORM_INDIRECT, F.FORM_INDIRECT, F.FORM_DATA1, 1)).toThrow(FormatError)
    expect(read(F.FORM_INDIRECT, F.FORM_IMPLICIT_CONST)).toThrow(FormatError)
    const skip = (...bytes: readonly number[]) =>
      behindValues(Uint8Array.from(bytes), 0, [F.SIZE_INDIRECT], { header: shape(5, 8, 4), littleEndian: true })
    expect([skip(F.FORM_INDIRECT), skip(F.FORM_IMPLICIT_CONST), skip(0x7f)]).toEqual([-1, -1, -1])
    expect(behindValues(Uint8Array.of(65), 0, [F.SIZE_STRING], { header: shape(5, 8, 4), littleEndian: true })).toBe(
      Infinity,
    )
    expect(
      behindValues(Uint8Array.of(1, 2, 3), 0, [2, F.SIZE_LEB], { header: shape(5, 8, 4), littleEndian: true }),
    ).toBe(3)
  })

  test('numbers in either order of bytes', () => {
    const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)
    expect([1, 2, 4].map((size) => readFixed(bytes, 1, size, true))).toEqual([2, 0x302, 0x5040302])
    expect([1, 2, 4].map((size) => readFixed(bytes, 1, size, false))).toEqual([2, 0x203, 0x2030405])
    expect(readFixed(bytes, 8, 2, true)).toBe(9)
    expect(
      readLeb(
        bytesOf((out) => out.uleb(300)),
        0,
      ),
    ).toBe(300)
    expect(readLeb(Uint8Array.of(0x80), 0)).toBe(0)
    expect([
      behindLeb(Uint8Array.of(0x80, 1, 5), 0),
      behindLeb(Uint8Array.of(0x80), 0),
      behindLeb(Uint8Array.of(), 4),
    ]).toEqual([2, 2, 5])
  })
})

describe('headers of units', () => {
  const header = (write: (out: ByteWriter) => ByteWriter, start = 100) => {
    const bytes = write(new ByteWriter()).done()
    return readUnitHeader(cursorOf(bytes), start)
  }
  test.each([2, 3, 4])('of version %i', (version) => {
    expect(header((out) => out.u32(50).u16(version).u32(7).u8(8))).toEqual({
      version,
      offsetSize: 4,
      addressSize: 8,
      abbreviations: 7,
      rootOffset: 111,
      end: 154,
    })
  })
  test.each([
    ['a compile unit', 1, 0],
    ['a type unit', 2, 12],
    ['a partial unit', 3, 0],
    ['a skeleton', 4, 8],
    ['a split compile unit', 5, 8],
    ['a split type unit', 6, 12],
  ])('of version 5: %s', (_, type, more) => {
    expect(header((out) => out.u32(50).u16(5).u8(type, 4).u32(7).bytes(new Uint8Array(more)))).toMatchObject({
      version: 5,
      addressSize: 4,
      abbreviations: 7,
      rootOffset: 112 + more,
      end: 154,
    })
  })
  test('of 64 bits, and of versions that there are not', () => {
    expect(header((out) => out.u32(0xffffffff).u64(50).u16(5).u8(2, 8).u64(7).bytes(new Uint8Array(16)))).toMatchObject(
      {
        offsetSize: 8,
        abbreviations: 7,
        rootOffset: 140,
        end: 162,
      },
    )
    for (const version of [0, 1, 6])
      expect(() => header((out) => out.u32(50).u16(version).u32(7).u8(8))).toThrow(FormatError)
    expect(readInitialLength(cursorOf(Uint8Array.of(0xfe, 0xff, 0xff, 0xff)))).toEqual({
      length: 0xfffffffe,
      offsetSize: 4,
    })
  })
})

test('languages by their codes of either table', () => {
  const codes = [0x01, 0x02, 0x04, 0x0c, 0x10, 0x1a, 0x1c, 0x1d, 0x1e, 0x16, 0x0b, 0x21, 0x26, 0x27]
  expect(codes.map((code) => languageOfCode(code))).toEqual([
    ...['c', 'c', 'c++', 'c', 'objective-c', 'c++', 'rust', 'c', 'swift', 'go', 'java', 'c++', 'kotlin', 'zig'],
  ])
  expect(languageOfCode(0)).toBeUndefined()
  expect(languageOfCode(0x08)).toBe('other')
  expect(languageOfCode(0xffff)).toBeUndefined()
})
