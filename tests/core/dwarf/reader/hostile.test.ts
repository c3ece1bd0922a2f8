/** Debug information that lies: lengths, references, nesting and lists. Each reading ends soon and keeps what is sound. */
import { describe, expect, test, vi } from 'vitest'
import { whenRead } from '../../../../src/core/bytes/paged.ts'
import * as D from '../../../../src/core/dwarf/constants.ts'
import * as F from '../../../../src/core/dwarf/forms.ts'
import { rangesOf } from '../../../../src/core/dwarf/reader/address-lists.ts'
import { valueAtCall } from '../../../../src/core/dwarf/reader/call-sites.ts'
import { DebugInfo } from '../../../../src/core/dwarf/reader/debug-info.ts'
import { openUnitHeaders } from '../../../../src/core/dwarf/reader/unit-headers.ts'
import { functionAt, scopesAround } from '../../../../src/core/dwarf/reader/unit-map.ts'
import type { Die } from '../../../../src/core/dwarf/reader/unit.ts'
import { childrenOf, DieWalk } from '../../../../src/core/dwarf/reader/walk.ts'
import { FormatError } from '../../../../src/core/model/problem.ts'
import type { BuildInput } from '../../../../src/core/ports.ts'
import { qualifiedName, typeName } from '../../../../src/core/variables/type-names.ts'
import { ByteWriter } from '../../../support/byte-writer.ts'
import {
  attribute,
  dwarfInput,
  entry,
  type Attribute,
  type DwarfSpec,
  type Entry,
} from '../../../support/dwarf-builder.ts'

const LOW = 0x1_0000_1000n
const range = (low: bigint, size: number): readonly Attribute[] => [
  attribute(D.AT_LOW_PC, F.FORM_ADDR, low),
  attribute(D.AT_HIGH_PC, F.FORM_DATA4, size),
]
const name = (text: string): Attribute => attribute(D.AT_NAME, F.FORM_STRING, text)
const root = (children: readonly Entry[]): Entry => entry(D.TAG_COMPILE_UNIT, [...range(LOW, 0x1000)], children)
const inputOf = (children: readonly Entry[], spec: Partial<DwarfSpec> = {}): BuildInput =>
  dwarfInput({ ...spec, units: [{ version: 4, root: root(children) }] })

const without = (input: BuildInput, ...names: readonly string[]): BuildInput => ({
  ...input,
  dwarf: input.dwarf.filter((section) => !names.includes(section.name)),
})
function replaced(input: BuildInput, name: string, bytes: Uint8Array<ArrayBuffer>): BuildInput {
  const own = { ...input.dwarf[0]!, name, bytes: new Blob([bytes]), size: bytes.length }
  return { ...without(input, name), dwarf: [...without(input, name).dwarf, own] }
}

/** The DIEs directly below the unit's root, and what reads them. */
function open<T>(input: BuildInput, read: (dies: readonly Die[], info: DebugInfo) => T): Promise<T> {
  const info = new DebugInfo(input)
  return whenRead(() => {
    const unit = info.unitAt(LOW)
    const top = unit?.die(unit.header.rootOffset)
    if (!top) throw new Error('no unit')
    return read([...childrenOf(top)], info)
  })
}

describe('lengths near 2^64', () => {
  const LENGTHS = [2n ** 64n - 1n, 2n ** 64n - 12n, 2n ** 63n, 2n ** 53n + 1n]

  test.each(LENGTHS)('a unit of %i bytes is the last one, and tells that it is cut', async (length) => {
    const bytes = new ByteWriter().u32(0xffffffff).u64(length).u16(4).u64(0).u8(8, 1, 0).done()
    const [section] = replaced(inputOf([]), 'debug_info', bytes).dwarf.slice(-1)
    const { units, damage } = await openUnitHeaders(section!, { file: 'x', littleEndian: true })
    expect(units).toHaveLength(1)
    expect(damage?.problem.code).toBe('truncated-section')
  })

  test.each(LENGTHS)('aranges of %i bytes are none: the unit is found by its root', async (length) => {
    const aranges = new ByteWriter().u32(0xffffffff).u64(length).u16(2).u64(0).u8(8, 0).u64(0, 0).done()
    const found = await open(
      replaced(inputOf([entry(D.TAG_BASE_TYPE, [name('int')])]), 'debug_aranges', aranges),
      (dies) => dies.length,
    )
    expect(found).toBe(1)
  })

  test.each<[what: string, attribute: Attribute]>([
    ['a reference', attribute(D.AT_TYPE, F.FORM_REF_ADDR, 2n ** 64n - 1n)],
    ['a text', attribute(D.AT_LINKAGE_NAME, F.FORM_SEC_OFFSET, 2n ** 64n - 1n)],
    ['a list of ranges', attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 2n ** 64n - 1n)],
    ['a sibling', attribute(D.AT_SIBLING, F.FORM_REF_ADDR, 2n ** 64n - 1n)],
  ])('%s there leads nowhere, and what follows is read', async (_, hostile) => {
    const input = inputOf([entry(D.TAG_STRUCTURE_TYPE, [hostile], []), entry(D.TAG_BASE_TYPE, [name('int')])], {
      dwarf64: true,
    })
    await open(input, ([first, second], info) => {
      expect(first && info.referred(first, D.AT_TYPE)).toBeUndefined()
      expect(first && info.text(first, D.AT_LINKAGE_NAME)).toBeUndefined()
      expect(rangesOf(info, first)).toEqual([])
      expect(second && info.text(second, D.AT_NAME)).toBe('int')
    })
  })

  test('blocks that are longer than the unit are damage, for reading and for passing over', async () => {
    for (const [form, length] of [
      [F.FORM_BLOCK1, [0xff]],
      [F.FORM_BLOCK2, [0xff, 0xff]],
      [F.FORM_BLOCK4, [0xff, 0xff, 0xff, 0xff]],
      [F.FORM_BLOCK, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f]],
      [F.FORM_EXPRLOC, [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01]],
    ] as const) {
      const abbreviations = Uint8Array.of(1, 0x11, 1, 0, 0, 2, 0x34, 0, D.AT_LOCATION, form, 0, 0, 0)
      const body = new ByteWriter()
        .u16(4)
        .u32(0)
        .u8(8, 1, 2, ...length, 1, 2, 3, 0)
      const info = new ByteWriter().u32(body.size).bytes(body.done()).done()
      const input = replaced(replaced(inputOf([]), 'debug_info', info), 'debug_abbrev', abbreviations)
      const debugInfo = new DebugInfo(input)
      await whenRead(() => {
        const top = debugInfo.dieAt(11)
        if (!top) throw new Error('no root')
        expect(() => [...childrenOf(top)]).toThrow(FormatError)
        const walk = new DieWalk(top)
        expect(walk.next()?.tag).toBe(D.TAG_VARIABLE)
        expect(() => walk.next()).toThrow(FormatError)
      })
    }
  })
})

describe('references in circles', () => {
  const ORIGIN = [D.AT_ABSTRACT_ORIGIN, D.AT_SPECIFICATION] as const

  test.each(ORIGIN)('attribute %i of a DIE to itself and of two to each other: no name, and an end', async (at) => {
    const to = (label: string): Attribute => attribute(at, F.FORM_REF4, label)
    const dies = [
      entry(D.TAG_SUBPROGRAM, [to('self')], undefined, 'self'),
      entry(D.TAG_SUBPROGRAM, [to('other')], undefined, 'one'),
      entry(D.TAG_SUBPROGRAM, [to('one')], undefined, 'other'),
      entry(D.TAG_SUBPROGRAM, [to('named')]),
      entry(D.TAG_SUBPROGRAM, [name('f')], undefined, 'named'),
    ]
    const texts = await open(inputOf(dies), (all, info) => all.map((die) => info.text(die, D.AT_NAME)))
    expect(texts).toEqual([undefined, undefined, undefined, 'f', 'f'])
  })

  test('origins in a row: sixteen are followed', async () => {
    const dies = Array.from({ length: 40 }, (_, n) =>
      entry(
        D.TAG_SUBPROGRAM,
        n === 39 ? [name('f')] : [attribute(D.AT_ABSTRACT_ORIGIN, F.FORM_REF4, `${n + 1}`)],
        undefined,
        `${n}`,
      ),
    )
    const texts = await open(inputOf(dies), (all, info) => all.map((die) => info.text(die, D.AT_NAME)))
    expect(texts.filter((text) => text === 'f')).toHaveLength(16)
    expect(texts.slice(-16)).toEqual(Array.from({ length: 16 }, () => 'f'))
  })

  test.each([
    D.TAG_POINTER_TYPE,
    D.TAG_TYPEDEF,
    D.TAG_CONST_TYPE,
    D.TAG_ARRAY_TYPE,
    D.TAG_SUBROUTINE_TYPE,
    D.TAG_PTR_TO_MEMBER_TYPE,
  ])('a type with tag %i of itself has a name of bearable length', async (tag) => {
    const own = [attribute(D.AT_TYPE, F.FORM_REF4, 'self'), attribute(D.AT_CONTAINING_TYPE, F.FORM_REF4, 'self')]
    const child = entry(D.TAG_FORMAL_PARAMETER, [attribute(D.AT_TYPE, F.FORM_REF4, 'self')])
    const input = inputOf([entry(tag, own, [child, child], 'self')])
    const text = await open(input, ([die], info) => typeName(info, die))
    expect(text.length).toBeLessThan(5_000)
  })

  test('a member pointer whose class is itself, or another such pointer, has a name', async () => {
    const member = (label: string, of: string): Entry =>
      entry(D.TAG_PTR_TO_MEMBER_TYPE, [attribute(D.AT_CONTAINING_TYPE, F.FORM_REF4, of)], undefined, label)
    const dies = [member('self', 'self'), member('one', 'other'), member('other', 'one'), member('sound', 'S')]
    const input = inputOf([...dies, entry(D.TAG_STRUCTURE_TYPE, [name('S')], [], 'S')])
    const texts = await open(input, (all, info) => all.map((die) => typeName(info, die)))
    for (const text of texts.slice(0, 3)) expect(text).toMatch(/….*::\*$/)
    expect(texts[3]).toBe('void S::*')
  })
})

describe('nesting', () => {
  /** `count` DIEs in each other, all of one byte, and one beside them. */
  function nested(count: number, tag: number): BuildInput {
    const abbreviations = Uint8Array.of(1, 0x11, 1, 0, 0, 2, tag, 1, 0, 0, 3, 0x24, 0, 0, 0, 0)
    const body = new ByteWriter().u16(4).u32(0).u8(8, 1)
    body.bytes(new Uint8Array(count).fill(2)).bytes(new Uint8Array(count)).u8(3, 0)
    const info = new ByteWriter().u32(body.size).bytes(body.done()).done()
    return replaced(replaced(inputOf([]), 'debug_info', info), 'debug_abbrev', abbreviations)
  }

  test.each([D.TAG_NAMESPACE, D.TAG_SUBPROGRAM, D.TAG_LEXICAL_BLOCK])(
    'a million DIEs with tag %i in each other: the one beside them is found',
    async (tag) => {
      const info = new DebugInfo(nested(1_000_000, tag))
      await whenRead(() => {
        const top = info.dieAt(11)
        expect(top && [...childrenOf(top)].map((die) => die.tag)).toEqual([tag, D.TAG_BASE_TYPE])
        expect(top && functionAt(info, top.unit, LOW)).toBeUndefined()
        const deepest = info.dieAt(11 + 50_000)
        expect(deepest && scopesAround(deepest).length).toBe(tag === D.TAG_LEXICAL_BLOCK ? 0 : 255)
      })
    },
  )

  test('a name with more scopes than fit keeps the inner ones', async () => {
    let inner = entry(D.TAG_STRUCTURE_TYPE, [name('S')], [], 'S')
    for (let level = 0; level < 200; level++)
      inner = entry(D.TAG_NAMESPACE, [name(`${level}${'n'.repeat(1000)}`)], [inner])
    const input = inputOf([inner, entry(D.TAG_VARIABLE, [attribute(D.AT_TYPE, F.FORM_REF4, 'S')])])
    const text = await open(input, (all, info) => {
      const type = info.referred(all.at(-1)!, D.AT_TYPE)
      return type && qualifiedName(info, type)
    })
    expect(text).toMatch(/::1n+::0n+::S$/)
    expect(text!.length).toBeLessThan(70_000)
    expect(text!.length).toBeGreaterThan(60_000)
  })
})

describe('siblings', () => {
  /** Three structures with a member each; the sibling of the first is what the test says. */
  const withSibling = (value: number | string): BuildInput => {
    const of = (label: string, more: readonly Attribute[]): Entry =>
      entry(D.TAG_STRUCTURE_TYPE, [...more, name(label)], [entry(D.TAG_MEMBER, [name('m')])], label)
    return inputOf([of('a', [attribute(D.AT_SIBLING, F.FORM_REF4, value)]), of('b', []), of('c', [])])
  }

  test.each<[what: string, value: number | string, expected: readonly string[]]>([
    ['to the next DIE', 'b', ['a', 'b', 'c']],
    ['further on', 'c', ['a', 'c']],
    ['to itself', 'a', ['a', 'b', 'c']],
    ['to the start of the unit', 0, ['a', 'b', 'c']],
    ['to the root', 11, ['a', 'b', 'c']],
    ['behind the unit', 0xffff_fff0, ['a', 'b', 'c']],
  ])('%s', async (_, value, expected) => {
    const names = await open(withSibling(value), (all, info) => all.map((die) => info.text(die, D.AT_NAME)))
    expect(names).toEqual(expected)
  })

  test('to just behind the unit', async () => {
    const end = withSibling(0).dwarf.find((section) => section.name === 'debug_info')?.size ?? 0
    const names = await open(withSibling(end), (all, info) => all.map((die) => info.text(die, D.AT_NAME)))
    expect(names).toEqual(['a', 'b', 'c'])
  })
})

describe('forms that are named in the DIE', () => {
  /** A variable of an indirect form with these bytes, then one with a name. */
  function indirect(value: readonly number[]): BuildInput {
    const abbreviations = Uint8Array.of(
      ...[1, 0x11, 1, 0, 0],
      ...[2, 0x34, 0, D.AT_CONST_VALUE, F.FORM_INDIRECT, 0, 0],
      ...[3, 0x24, 0, D.AT_NAME, F.FORM_STRING, 0, 0, 0],
    )
    const body = new ByteWriter().u16(4).u32(0).u8(8, 1, 2).bytes(Uint8Array.from(value)).u8(3).text('int').u8(0)
    const info = new ByteWriter().u32(body.size).bytes(body.done()).done()
    return replaced(replaced(inputOf([]), 'debug_info', info), 'debug_abbrev', abbreviations)
  }
  const tagsOf = (input: BuildInput, read: (top: Die) => readonly number[]): Promise<readonly number[]> => {
    const info = new DebugInfo(input)
    return whenRead(() => read(info.dieAt(11)!))
  }
  const read = (top: Die): readonly number[] => [...childrenOf(top)].map((die) => die.tag)
  const passed = (top: Die): readonly number[] => {
    const walk = new DieWalk(top)
    const tags: number[] = []
    for (let found = walk.next(); found; found = walk.next()) tags.push(found.tag)
    return tags
  }

  test.each<[what: string, value: readonly number[]]>([
    ['a number', [F.FORM_UDATA, 0x80, 1]],
    ['a text', [F.FORM_STRING, 0x61, 0]],
    ['a block', [F.FORM_BLOCK1, 2, 9, 9]],
    ['a block with a length of two bytes', [F.FORM_BLOCK2, 2, 0, 9, 9]],
    ['a block with a length of four bytes', [F.FORM_BLOCK4, 2, 0, 0, 0, 9, 9]],
    ['an expression', [F.FORM_EXPRLOC, 2, 9, 9]],
    ['a flag that takes no bytes', [F.FORM_FLAG_PRESENT]],
  ])('%s', async (_, value) => {
    for (const reading of [read, passed]) expect(await tagsOf(indirect(value), reading)).toEqual([0x34, 0x24])
  })

  test.each<[what: string, value: readonly number[]]>([
    ['itself, again and again', Array.from({ length: 200_000 }, () => F.FORM_INDIRECT)],
    ['itself, then a number', [F.FORM_INDIRECT, F.FORM_DATA1, 7]],
    ['a constant that is in no abbreviation', [F.FORM_IMPLICIT_CONST]],
    ['a form of nobody', [0x7f]],
    ['a LEB128 that does not end', Array.from({ length: 5_000 }, () => 0xff)],
  ])('%s is damage', async (_, value) => {
    for (const reading of [read, passed]) await expect(tagsOf(indirect(value), reading)).rejects.toThrow(FormatError)
  })
})

describe('work that little data asks for', () => {
  test('functions that share one long list: each entry of the whole unit is read, up to a limit', async () => {
    const list = Array.from({ length: 4_000 }, (_, n) => [0x10n + BigInt(n), 0x11n + BigInt(n)] as const)
    const functions = Array.from({ length: 2_000 }, () =>
      entry(D.TAG_SUBPROGRAM, [attribute(D.AT_RANGES, F.FORM_SEC_OFFSET, 0)]),
    )
    const input = inputOf(functions, { ranges: [list] })
    const info = new DebugInfo(input)
    const found = await whenRead(() => {
      const unit = info.unitAt(LOW)
      return unit && functionAt(info, unit, LOW + 0x10n)
    })
    // The last function that had room holds the address.
    expect(found?.tag).toBe(D.TAG_SUBPROGRAM)
    expect(found?.offset).toBeLessThan(11 + 40 + 5 * 260)
  })

  test('the arguments of a call are looked for once, however often they are asked for', async () => {
    const passed = (register: number, value: number): Entry =>
      entry(D.TAG_GNU_CALL_SITE_PARAMETER, [
        attribute(D.AT_LOCATION, F.FORM_EXPRLOC, [register]),
        attribute(D.AT_GNU_CALL_SITE_VALUE, F.FORM_EXPRLOC, [value]),
      ])
    const site = (address: bigint, ...values: readonly Entry[]): Entry =>
      entry(D.TAG_GNU_CALL_SITE, [attribute(D.AT_LOW_PC, F.FORM_ADDR, address)], values)
    const caller = entry(D.TAG_SUBPROGRAM, range(LOW, 0x100), [
      site(LOW + 4n, passed(0x50, 0x31)),
      entry(D.TAG_LEXICAL_BLOCK, [], [site(LOW + 8n, passed(0x50, 0x32), passed(0x51, 0x33))]),
      site(LOW + 8n, passed(0x52, 0x34)),
    ])
    await open(inputOf([caller]), ([die], info) => {
      if (!die) throw new Error('no caller')
      const cursor = vi.spyOn(die.unit, 'cursor')
      const ask = (address: bigint, register: number): number | undefined =>
        valueAtCall(info, die, address, Uint8Array.of(register))?.expression[0]
      expect([0x50, 0x51, 0x52, 0x53].map((register) => ask(LOW + 8n, register))).toEqual([0x32, 0x33, 0x34, undefined])
      const reads = cursor.mock.calls.length
      for (let again = 0; again < 100; again++) ask(LOW + 8n, 0x53)
      expect(cursor.mock.calls.length).toBe(reads)
      expect(ask(LOW + 4n, 0x50)).toBe(0x31)
      expect(ask(LOW + 5n, 0x50)).toBeUndefined()
    })
  })
})
