import { expect, test } from 'vitest'
import { inspectMachO } from '../../../src/core/symbols/inspect.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildMachO, codeSection, type MachOSpec } from '../../support/macho-builder.ts'

const UUID = 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213'

async function inspect(spec: MachOSpec) {
  const outcome = await inspectMachO({ path: 'dir/App', blob: new Blob([buildMachO(spec)]) })
  if (!outcome.ok) throw new Error(outcome.problems[0]?.message)
  return { image: outcome.value[0]!, codes: outcome.problems.map((problem) => problem.code) }
}

test('headers, sizes and counts', async () => {
  const version = [...new ByteWriter().u32(1).u32(0x000c0000).u32(0x000d0100).u32(0).done()]
  const { image, codes } = await inspect({
    uuid: UUID,
    sections: [codeSection(16), { name: '__data', segment: '__DATA', bytes: new Uint8Array(5) }],
    symbols: [
      { name: '_a', address: 0n },
      { name: '_b', address: 0n },
    ],
    functionStarts: [0x1000, 0x1004, 0x1100],
    commands: [{ command: 0x32, payload: version }],
  })
  expect(codes).toEqual([])
  expect(image).toEqual({
    path: 'dir/App',
    name: 'App',
    objects: [],
    uuid: UUID,
    arch: 'arm64',
    kind: 'executable',
    dwarf: [],
    sections: { __text: 16, __data: 5 },
    functions: 3,
    symbols: 2,
    units: 0,
    platform: 'macOS',
    minimumOs: '12.0',
    sdk: '13.1',
    producers: [],
    languages: [],
    encrypted: false,
  })
})

/** A unit of version 4 whose entry has a language (data2), a producer (strp), and before them an inline name. */
function unit4(abbreviations: number, language: number, producer: number): Uint8Array {
  const body = new ByteWriter().u16(4).u32(abbreviations).u8(8).uleb(2).text('main.c').u16(language).u32(producer).u8(0)
  return new ByteWriter().u32(body.size).bytes(body.done()).done()
}

/** A unit of version 5 whose entry has a base of string offsets behind the producer that needs it. */
function unit5(abbreviations: number): Uint8Array {
  const body = new ByteWriter().u16(5).u8(1).u8(8).u32(abbreviations).uleb(1).u8(1).u32(8).u8(0x1e).u8(0)
  return new ByteWriter().u32(body.size).bytes(body.done()).done()
}

const abbreviations4 = [1, 0x2e, 0, 0, 0, 2, 0x11, 0, 0x03, 0x08, 0x13, 0x05, 0x25, 0x0e, 0, 0, 0]
const abbreviations5 = [1, 0x11, 0, 0x25, 0x25, 0x72, 0x17, 0x13, 0x0b, 0, 0, 0]
/** With DW_AT_language_name instead of DW_AT_language. */
const abbreviations6 = [1, 0x11, 0, 0x25, 0x25, 0x72, 0x17, 0x90, 0x01, 0x0b, 0, 0, 0]

function dwarf(units: readonly Uint8Array[]): MachOSpec {
  const section = (name: string, bytes: Iterable<number>) => ({
    name,
    segment: '__DWARF',
    bytes: Uint8Array.from(bytes),
  })
  return {
    uuid: UUID,
    fileType: 10,
    sections: [
      section(
        '__debug_info',
        units.flatMap((unit) => [...unit]),
      ),
      section('__debug_abbrev', [...abbreviations4, ...abbreviations5, ...abbreviations6]),
      section('__debug_str', new ByteWriter().text('').text('clang 19').text('swiftc 6').done()),
      section('__debug_str_offs', new ByteWriter().u32(12).u16(5).u16(0).u32(1).u32(10).done()),
    ],
  }
}

test('versions, producers and languages of units', async () => {
  const { image, codes } = await inspect(dwarf([unit4(0, 0x0c, 1), unit4(0, 0x10, 1), unit5(abbreviations4.length)]))
  expect(codes).toEqual([])
  expect(image).toMatchObject({
    dwarf: [4, 5],
    units: 3,
    producers: ['clang 19', 'swiftc 6'],
    languages: ['C99', 'Objective-C', 'Swift'],
  })
})

test('the language of a unit by its code of DWARF 6', async () => {
  const { image } = await inspect(dwarf([unit5(abbreviations4.length + abbreviations5.length)]))
  expect(image).toMatchObject({ languages: ['C#'] })
})

test.each<[string, Uint8Array[], string, number]>([
  ['a unit of an unknown version', [unit4(0, 0x0c, 1), Uint8Array.of(9, 0, 0, 0, 77, 0, 0, 0, 0, 0)], 'bad-unit', 1],
  ['a unit that is cut off', [unit4(0, 0x0c, 1).subarray(0, 20)], 'truncated-section', 1],
  ['an abbreviation that is missing', [unit4(15, 0x0c, 1)], 'bad-abbreviation', 1],
])('%s is a problem', async (_, units, code, count) => {
  const { image, codes } = await inspect(dwarf(units))
  expect(codes).toContain(code)
  expect(image.units).toBe(count)
})
