/** Every operation of expressions, whole and cut, in the words of llvm-dwarfdump: object files of `fixtures/expressions`. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import { expressionText } from '../../../../src/core/dwarf/expression/text.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import { childrenOf } from '../../../../src/core/dwarf/reader/walk.ts'
import { findSection } from '../../../../src/core/macho/image.ts'
import { openMachO } from '../../../../src/core/macho/open.ts'
import { dwarfInput } from '../../../support/dwarf-builder.ts'

const fixture = (name: string): URL => new URL(`../../../fixtures/expressions/${name}`, import.meta.url)

/** The debug sections of an object file. */
async function openObject(name: string): Promise<DebugInfo> {
  const blob = new Blob([readFileSync(fixture(`${name}.o`))])
  const [image] = (await openMachO({ path: name, blob })).images
  if (!image) throw new Error('no image')
  const input = dwarfInput({ units: [], addressSize: image.pointerSize })
  const dwarf = ['debug_info', 'debug_abbrev'].map((section) => {
    const { file } = findSection(image, `__${section}`)!
    const shape = input.dwarf.find((one) => one.name === section)!
    return { ...shape, bytes: blob.slice(file.offset, file.offset + file.size), size: file.size }
  })
  return new DebugInfo({ ...input, arch: image.arch, dwarf })
}

/** Reads the expressions of an object file while its bytes are at hand. */
async function withObject<T>(
  name: string,
  use: (textOf: (bytes: Uint8Array | readonly number[]) => string, all: readonly Uint8Array[]) => T,
): Promise<T> {
  const info = await openObject(name)
  return whenRead(() => {
    const unit = info.unitAt(0n)
    const root = unit?.die(unit.header.rootOffset)
    if (!unit || !root) throw new Error('no unit')
    const all = [...childrenOf(root)].flatMap(({ attributes }) => attributes.get(D.AT_LOCATION)?.bytes ?? [])
    return use((bytes) => expressionText(info, unit, Uint8Array.from(bytes)), all)
  })
}

const hex = (bytes: Iterable<number>): string =>
  [...bytes].map((byte) => ` ${byte.toString(16).padStart(2, '0')}`).join('')

describe.each(['x86_64-4', 'x86_64-5', 'i386-5', 'arm64-5', 'armv7-5'])('%s', (name) => {
  test('the words of llvm-dwarfdump', async () => {
    const printed = readFileSync(fixture(`${name}.txt`), 'utf8')
      .trim()
      .split('\n')
    const ours = await withObject(name, (textOf, all) => all.map(textOf))
    expect(ours).toHaveLength(printed.length)
    expect(ours).toEqual(printed)
  })

  test('an operation that is cut is an error, with the bytes that are left', async () => {
    const cuts = await withObject(name, (textOf, all) =>
      all
        .filter((bytes) => bytes.length > 1 && !/, |error/.test(textOf(bytes)))
        .flatMap((bytes) => Array.from(bytes.subarray(1), (_, at) => bytes.subarray(0, at + 1)))
        .map((bytes) => [textOf(bytes), textOf([0x31, ...bytes]), `<decoding error>${hex(bytes)}`] as const),
    )
    expect(cuts.length).toBeGreaterThan(500)
    for (const [alone, behind, error] of cuts) expect([alone, behind]).toEqual([error, `DW_OP_lit1, ${error}`])
  })
})

/** The type `long` of the object file, and the one without a name. */
const [LONG, NAMELESS] = [0x19, 0x21]

test.each<readonly [string, readonly number[]]>([
  ['DW_OP_implicit_pointer 0x4030201 +0', [0xa0, 1, 2, 3, 4, 0]],
  ['DW_OP_implicit_pointer 0xffffffff -1', [0xa0, 0xff, 0xff, 0xff, 0xff, 0x7f]],
  ['DW_OP_GNU_implicit_pointer 0x1000000 +128', [0xf2, 0, 0, 0, 1, 0x80, 1]],
  ['DW_OP_const_type (0x00000019) "long" 0x0', [0xa4, LONG, 0]],
  ['DW_OP_const_type (0x00000019) "long" 0x2 0x01 0xfe', [0xa4, LONG, 2, 1, 0xfe]],
  ['DW_OP_const_type (0x00000021) 0x1 0x07', [0xa4, NAMELESS, 1, 7]],
  ['DW_OP_const_type <invalid base_type ref: 0x0> 0x1 0x07', [0xa4, 0, 1, 7]],
  ['DW_OP_deref_type 0x4 (0x00000019) "long"', [0xa6, 4, LONG]],
  ['DW_OP_deref_type 0x4 <invalid base_type ref: 0x7f>', [0xa6, 4, 0x7f]],
  ['DW_OP_reinterpret (0x00000021)', [0xa9, NAMELESS]],
  ['DW_OP_reinterpret <invalid base_type ref: 0x0>', [0xa9, 0]],
  ['DW_OP_GNU_convert (0x00000019) "long"', [0xf7, LONG]],
  ['DW_OP_GNU_convert <invalid base_type ref: 0x3ffff>', [0xf7, 0xff, 0xff, 0x0f]],
  ['DW_OP_entry_value(<empty>)', [0xa3, 0]],
  ['DW_OP_entry_value(DW_OP_lit1, DW_OP_stack_value), DW_OP_lit2', [0xa3, 2, 0x31, 0x9f, 0x32]],
  ['DW_OP_GNU_entry_value(DW_OP_entry_value(DW_OP_reg1 RDX))', [0xf3, 3, 0xa3, 1, 0x51]],
  ['DW_OP_entry_value(<decoding error> 08)', [0xa3, 1, 8]],
  ['DW_OP_constu 0xffffffffffffffff', [0x10, ...Array<number>(9).fill(0xff), 1]],
  ['DW_OP_consts -9223372036854775808', [0x11, ...Array<number>(9).fill(0x80), 0x7f]],
])('%s', async (words, bytes) => {
  expect(await withObject('x86_64-5', (textOf) => textOf(bytes))).toBe(words)
})

test('expressions lie in each other to a limit', async () => {
  const nested = (depth: number): readonly number[] =>
    depth === 0 ? [0x50] : [0xa3, nested(depth - 1).length, ...nested(depth - 1)]
  const words = (depth: number, inner: string): string =>
    `${'DW_OP_entry_value('.repeat(depth)}${inner}${')'.repeat(depth)}`
  const texts = await withObject('x86_64-5', (textOf) => [0, 1, 8, 9, 12].map((depth) => textOf(nested(depth))))
  expect(texts.slice(0, 3)).toEqual([0, 1, 8].map((depth) => words(depth, 'DW_OP_reg0 RAX')))
  expect(texts.slice(3)).toEqual([9, 12].map(() => words(9, '…')))
})

test('a long expression ends at a limit', async () => {
  const count = (length: number): Promise<number> =>
    withObject('x86_64-5', (textOf) => textOf(Array<number>(length).fill(0x96)).split(', ').length)
  expect(await count(1999)).toBe(1999)
  expect(await count(2000)).toBe(2000)
  expect(await count(2001)).toBe(2000)
})
