/** The root DIE of a unit: every form is passed over or read, as DWARF 5, sections 7.5.5 and 7.5.6, says. */
import { expect, test } from 'vitest'
import * as D from '../../../../src/core/dwarf/constants.ts'
import * as F from '../../../../src/core/dwarf/forms.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import { readUnitHeader } from '../../../../src/core/dwarf/reader/unit-header.ts'
import { ByteCursor } from '../../../../src/core/bytes/cursor.ts'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import { linkAddress } from '../../../../src/core/model/address.ts'
import type { SectionRange } from '../../../../src/core/ports.ts'

const image = { file: 'test', littleEndian: true }

function section(name: string, bytes: readonly number[]): SectionRange {
  const blob = new Blob([Uint8Array.from(bytes)])
  return { name, segment: '__DWARF', address: linkAddress(0), bytes: blob, fileOffset: 0, size: blob.size }
}

/** A unit whose root has an attribute of `form` with these bytes, then its language, 0x1234. */
async function readOne(form: readonly number[], value: readonly number[], version = 5, others: SectionRange[] = []) {
  const header = version < 5 ? [version, 0, 0, 0, 0, 0, 8] : [version, 0, 1, 8, 0, 0, 0, 0]
  const body = [...header, 1, ...value, 0x34, 0x12]
  const abbrev = [1, 0x11, 0, D.AT_PRODUCER, ...form, D.AT_LANGUAGE, F.FORM_DATA2, 0, 0, 0]
  const dwarf = [section('debug_info', [body.length, 0, 0, 0, ...body]), section('debug_abbrev', abbrev), ...others]
  const info = new DebugInfo({ ...image, dwarf, arch: 'arm64', pointerSize: 8, textVmaddr: linkAddress(0) })
  return whenRead(() => {
    const unit = readUnitHeader(info.cursor('debug_info', 0, 40), 0)
    const root = info.rootOf(0, unit)
    const number = (attribute: number): number | undefined => {
      const found = root?.attributes.get(attribute)
      return found && Number(found.number)
    }
    return {
      producer: number(D.AT_PRODUCER),
      language: number(D.AT_LANGUAGE),
      text: root && info.text(root, D.AT_PRODUCER),
    }
  })
}

const zeros = (count: number): number[] => Array<number>(count).fill(0)

test.each<[name: string, form: number[], value: number[], version?: number]>([
  ['addr', [0x01], zeros(8)],
  ['block2', [0x03], [2, 0, 9, 9]],
  ['block4', [0x04], [1, 0, 0, 0, 9]],
  ['block', [0x09], [3, 9, 9, 9]],
  ['block1', [0x0a], [2, 9, 9]],
  ['exprloc', [0x18], [2, 9, 9]],
  ['ref_addr of DWARF 2: as long as an address', [0x10], zeros(8), 2],
  ['ref_addr since DWARF 3: as long as an offset', [0x10], zeros(4), 3],
  ['ref2', [0x12], zeros(2)],
  ['ref4', [0x13], zeros(4)],
  ['ref8', [0x14], zeros(8)],
  ['ref_udata', [0x15], [0x80, 1]],
  ['sec_offset', [0x17], zeros(4)],
  ['ref_sup4', [0x1c], zeros(4)],
  ['strp_sup', [0x1d], zeros(4)],
  ['data16', [0x1e], zeros(16)],
  ['ref_sig8', [0x20], zeros(8)],
  ['loclistx', [0x22], [0x80, 1]],
  ['rnglistx', [0x23], [1]],
  ['ref_sup8', [0x24], zeros(8)],
  ['addrx', [0x1b], [0x80, 1]],
  ['addrx1', [0x29], zeros(1)],
  ['addrx2', [0x2a], zeros(2)],
  ['addrx3', [0x2b], zeros(3)],
  ['addrx4', [0x2c], zeros(4)],
  ['GNU_addr_index', [0x81, 0x3e], [0x80, 1]],
  ['GNU_ref_alt', [0xa0, 0x3e], zeros(4)],
  ['GNU_strp_alt', [0xa1, 0x3e], zeros(4)],
])('what follows an attribute of form %s is found', async (_, form, value, version) => {
  const die = await readOne(form, value, version)
  expect(die.language).toBe(0x1234)
})

test.each<[name: string, form: number[], value: number[], expected: number]>([
  ['data1', [0x0b], [200], 200],
  ['data4', [0x06], [1, 2, 3, 4], 0x04030201],
  ['data8', [0x07], [1, 0, 0, 0, 1, 0, 0, 0], 0x100000001],
  ['udata', [0x0f], [0xe5, 0x8e, 0x26], 624485],
  ['sdata', [0x0d], [0xc0, 0xbb, 0x78], -123456],
  ['flag', [0x0c], [1], 1],
  ['flag_present', [0x19], [], 1],
  ['implicit_const', [0x21, 0x7e], [], -2],
  ['indirect', [0x16], [0x0b, 7], 7],
])('a number of form %s', async (_, form, value, expected) => {
  const die = await readOne(form, value)
  expect([die.producer, die.language]).toEqual([expected, 0x1234])
})

test('strings of every form', async () => {
  const text = (name: string, at: number): SectionRange => {
    const bytes = [...zeros(at), 0x68, 0x69, 0]
    return section(name, bytes)
  }
  const offsets = section('debug_str_offs', [...zeros(8), 10, 0, 0, 0, 20, 0, 0, 0])
  const cases: [form: number[], value: number[], others: SectionRange[]][] = [
    [[0x08], [0x68, 0x69, 0], []],
    [[0x0e], [5, 0, 0, 0], [text('debug_str', 5)]],
    [[0x1f], [6, 0, 0, 0], [text('debug_line_str', 6)]],
    [[0x1a], [1], [offsets, text('debug_str', 20)]],
    [[0x25], [1], [offsets, text('debug_str', 20)]],
    [[0x26], [1, 0], [offsets, text('debug_str', 20)]],
    [[0x27], [1, 0, 0], [offsets, text('debug_str', 20)]],
    [[0x28], [0, 0, 0, 0], [offsets, text('debug_str', 10)]],
    [[0x82, 0x3e], [0], [offsets, text('debug_str', 10)]], // GNU_str_index
  ]
  for (const [form, value, others] of cases) {
    expect(await readOne(form, value, 5, others)).toMatchObject({ text: 'hi', language: 0x1234 })
  }
})

test.each([
  ['a form that DWARF does not have', [0x2d], [0]],
  ['form 2, which nobody gave out', [0x02], [0]],
  ['an indirect form that names itself', [0x16], [0x16, 0x16, 0x16]],
  ['an implicit constant without a place', [0x16], [0x21]],
])('%s is a FormatError', async (_, form, value) => {
  await expect(readOne(form, value)).rejects.toMatchObject({ problem: { code: 'bad-form' } })
})

test('a block that is longer than the unit is a FormatError', async () => {
  await expect(readOne([0x04], [0xff, 0xff, 0xff, 0xff])).rejects.toMatchObject({ problem: { code: 'truncated' } })
})

test('headers of units: DWARF 4 and 5, 64-bit DWARF, skeletons and type units', () => {
  const read = (bytes: readonly number[]) => readUnitHeader(new ByteCursor(Uint8Array.from(bytes), image), 100)
  expect(read([20, 0, 0, 0, 4, 0, 7, 0, 0, 0, 8])).toEqual({
    version: 4,
    offsetSize: 4,
    addressSize: 8,
    abbreviations: 7,
    rootOffset: 111,
    end: 124,
  })
  expect(read([20, 0, 0, 0, 5, 0, 1, 4, 7, 0, 0, 0])).toMatchObject({
    addressSize: 4,
    abbreviations: 7,
    rootOffset: 112,
  })
  expect(read([20, 0, 0, 0, 5, 0, 4, 8, 7, 0, 0, 0, ...zeros(8)])).toMatchObject({ rootOffset: 120 })
  expect(read([40, 0, 0, 0, 5, 0, 2, 8, 7, 0, 0, 0, ...zeros(12)])).toMatchObject({ rootOffset: 124 })
  expect(read([255, 255, 255, 255, 30, ...zeros(7), 5, 0, 1, 8, 7, ...zeros(7)])).toMatchObject({
    offsetSize: 8,
    abbreviations: 7,
    rootOffset: 124,
    end: 142,
  })
  expect(() => read([20, 0, 0, 0, 6, 0, 1, 8, 7, 0, 0, 0])).toThrow('version 6')
})
