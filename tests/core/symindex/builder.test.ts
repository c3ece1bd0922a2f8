/** DWARF written DIE by DIE and built into an index: look-ups of the calls at an address. */
import { describe, expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import { calls, inlinedCall, lines, low, name, size, TEXT, unit } from '../../support/c-program.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type DwarfSpec, type Entry } from '../../support/dwarf-builder.ts'
import { builtIndex, openIndex, testBuilder } from '../../support/test-builder.ts'

describe('functions and lines', () => {
  test.each<[string, Partial<DwarfSpec>]>([
    ['little-endian', {}],
    ['big-endian', { littleEndian: false }],
    ['64-bit DWARF', { dwarf64: true }],
  ])('%s: rows, files of every kind of path', async (_, spec) => {
    const index = await builtIndex(
      dwarfInput({ ...spec, units: [unit([entry(TAG.function, [name('main'), low(0x1000), size(0x20)])], { lines })] }),
    )
    expect(await calls(index, 0x1000, 0x1007, 0x1008, 0x1017, 0x101f, 0x1020)).toEqual([
      ['main /src/a.c:10'],
      ['main /src/a.c:10'],
      ['main /lib/include/b.h:20'],
      ['main /src/sub/c.h:30'],
      ['main /abs/d.h:40'],
      [],
    ])
    expect(index).toMatchObject({ detail: 'dwarf', functions: 1, name: 'Test', arch: 'arm64', textVmaddr: TEXT })
  })

  test.each([2, 3, 4, 5])('version %i with 32-bit addresses', async (version) => {
    const text = 0x4000n
    const high = version < 4 ? attribute(AT.high, FORM.address, text + 0x1020n) : size(0x20)
    const root = entry(
      TAG.unit,
      [],
      [entry(TAG.function, [name('f'), attribute(AT.low, FORM.address, text + 0x1000n), high])],
    )
    const index = await builtIndex(dwarfInput({ addressSize: 4, text, units: [{ version, root }] }))
    expect(await calls(index, 0x0fff, 0x1000, 0x101f, 0x1020)).toEqual([[], ['f ?:0'], ['f ?:0'], []])
  })

  test('DWARF 5: strings and addresses by index', async () => {
    const root = entry(
      TAG.unit,
      [attribute(AT.stringBase, FORM.secOffset, 8), attribute(AT.addressBase, FORM.secOffset, 8)],
      [
        entry(TAG.function, [
          attribute(AT.name, FORM.strx1, 'one'),
          attribute(AT.low, FORM.addrx1, TEXT + 0x1000n),
          size(8),
        ]),
        entry(TAG.function, [
          attribute(AT.name, FORM.strx1, 'two'),
          attribute(AT.low, FORM.addrx1, TEXT + 0x1008n),
          size(8),
        ]),
      ],
    )
    const index = await builtIndex(dwarfInput({ units: [{ version: 5, root }] }))
    expect(await calls(index, 0x1000, 0x1008)).toEqual([['one ?:0'], ['two ?:0']])
  })

  test('a function that the linker removed (address 0) is not there; nor is what lies outside the code', async () => {
    const gone = entry(TAG.function, [name('gone'), attribute(AT.low, FORM.address, 0n), size(0x2000)])
    const data = entry(TAG.function, [name('data'), low(0x200000), size(16)])
    const kept = entry(TAG.function, [name('kept'), low(0x1000), size(16)])
    const index = await builtIndex(dwarfInput({ units: [unit([gone, data, kept])] }))
    expect(await calls(index, 0x1004, 0x200004)).toEqual([['kept ?:0'], []])
    expect(index.functions).toBe(1)
  })

  test('lines without a function name their place; the symbol names them', async () => {
    const symbols = [{ offset: 0x1000 as ImageOffset, name: 'assembly', source: 'exports' as const }]
    const index = await builtIndex(dwarfInput({ units: [unit([], { lines })], symbols }))
    expect(await calls(index, 0x1004, 0x1024)).toEqual([['assembly /src/a.c:10'], ['assembly ?:0']])
  })
})

describe('names', () => {
  const declaration = entry(
    TAG.structure,
    [name('S')],
    [entry(TAG.function, [name('method'), attribute(AT.linkage, FORM.strp, '_ZN1S6methodEv')], undefined, 'declared')],
  )

  test.each<[string, readonly Entry[], string]>([
    [
      'the linkage name, not the name',
      [entry(TAG.function, [name('f'), attribute(AT.linkage, FORM.string, '_Z1fv'), low(0x1000), size(8)])],
      '_Z1fv',
    ],
    [
      'of a specification',
      [declaration, entry(TAG.function, [attribute(AT.specification, FORM.ref4, 'declared'), low(0x1000), size(8)])],
      '_ZN1S6methodEv',
    ],
    [
      'of the specification of an abstract origin',
      [
        declaration,
        entry(TAG.function, [attribute(AT.specification, FORM.ref4, 'declared')], undefined, 'abstract'),
        entry(TAG.function, [attribute(AT.origin, FORM.ref4, 'abstract'), low(0x1000), size(8)]),
      ],
      '_ZN1S6methodEv',
    ],
    [
      'none when references run in a circle',
      [entry(TAG.function, [attribute(AT.origin, FORM.ref4, 'self'), low(0x1000), size(8)], undefined, 'self')],
      '',
    ],
  ])('%s', async (_, children, expected) => {
    const index = await builtIndex(dwarfInput({ units: [unit(children)] }))
    expect((await index.lookup([0x1004 as ImageOffset]))[0]?.map(({ mangled }) => mangled)).toEqual([expected])
  })

  test('from another unit, before and behind', async () => {
    const callee = (label: string, text: string): Entry => entry(TAG.function, [name(text)], undefined, label)
    const caller = (label: string, offset: number): Entry =>
      entry(TAG.function, [attribute(AT.origin, FORM.refAddr, label), low(offset), size(8)])
    const index = await builtIndex(
      dwarfInput({
        units: [
          unit([callee('first', 'early'), caller('last', 0x1000)]),
          unit([callee('last', 'late'), caller('first', 0x1008)]),
        ],
      }),
    )
    expect(await calls(index, 0x1000, 0x1008)).toEqual([['late ?:0'], ['early ?:0']])
  })

  test('of any length are whole, whatever stands behind them', async () => {
    const texts = ['a'.repeat(5000), 'b', 'c'.repeat(70_000), 'd']
    const functions = texts.map((text, at) => entry(TAG.function, [name(text), low(0x1000 + at * 16), size(16)]))
    const index = await builtIndex(dwarfInput({ units: [unit(functions)] }))
    const found = await index.lookup([0x1000, 0x1010, 0x1020, 0x1030] as ImageOffset[])
    expect(found.map(([call]) => call?.mangled)).toEqual(texts)
  })

  test('calls without a name and a line are left out; they do not take the name of their neighbours', async () => {
    const nameless = entry(TAG.inlined, [low(0x1000), size(8), attribute(AT.callLine, FORM.udata, 3)])
    const other = entry(TAG.function, [name('named')], undefined, 'abstract')
    const named = inlinedCall('abstract', 0x1008, 8, 5)
    const outer = entry(TAG.function, [name('outer'), low(0x1000), size(32)], [nameless, named])
    const index = await builtIndex(dwarfInput({ units: [unit([other, outer])] }))
    const found = await index.lookup([0x1004, 0x100c] as ImageOffset[])
    expect(found.map((chain) => chain.map(({ mangled }) => mangled))).toEqual([['outer'], ['named', 'outer']])
  })

  test('folded functions keep all their names', async () => {
    const twins = ['one', 'two'].map((text) => entry(TAG.function, [name(text), low(0x1000), size(8)]))
    const index = await builtIndex(
      dwarfInput({ units: [unit(twins), unit([entry(TAG.function, [name('three'), low(0x1000), size(8)])])] }),
    )
    expect((await index.aliases([0x1004 as ImageOffset]))[0]?.toSorted()).toEqual(['one', 'three', 'two'])
    const [[call] = []] = await index.lookup([0x1004 as ImageOffset])
    expect(call?.folded?.toSorted()).toEqual(call?.aliases?.toSorted())
    expect(call?.aliases).toHaveLength(2)
    const all = await index.names()
    expect(all.offsets).toEqual(Uint32Array.of(0x1000, 0x1000, 0x1000))
    expect(new TextDecoder().decode(all.text).length).toBe('onetwothree'.length)
  })
})

describe('functions with one start that need not be folded', () => {
  test.each<[string, readonly Entry[], readonly string[] | undefined]>([
    [
      'one of no length, before another',
      [
        entry(TAG.function, [name('empty'), low(0x1000), size(0)]),
        entry(TAG.function, [name('next'), low(0x1000), size(8)]),
      ],
      undefined,
    ],
    [
      'another length',
      [
        entry(TAG.function, [name('long'), low(0x1000), size(16)]),
        entry(TAG.function, [name('short'), low(0x1000), size(8)]),
      ],
      undefined,
    ],
    [
      'equal and other lengths together',
      [
        entry(TAG.function, [name('first'), low(0x1000), size(16)]),
        entry(TAG.function, [name('short'), low(0x1000), size(8)]),
        entry(TAG.function, [name('equal'), low(0x1000), size(16)]),
      ],
      ['equal', 'first'],
    ],
  ])('%s', async (_, functions, folded) => {
    const index = await builtIndex(dwarfInput({ units: [unit(functions)] }))
    const [[call] = []] = await index.lookup([0x1004 as ImageOffset])
    expect(call?.folded && [call.mangled, ...call.folded].toSorted()).toEqual(folded)
  })
})

describe('bad input', () => {
  test('a damaged unit is a problem with its place; the others are read', async () => {
    const input = dwarfInput({
      units: [
        unit([entry(TAG.function, [name('one'), low(0x1000), size(8)])]),
        unit([entry(TAG.function, [name('two'), low(0x1008), size(8)])]),
      ],
    })
    const dwarf = await Promise.all(
      input.dwarf.map(async (section) => {
        if (section.name !== 'debug_info') return section
        const bytes = new Uint8Array(await section.bytes.arrayBuffer())
        bytes[11] = 0x7f // code of an abbreviation that is not there
        return { ...section, bytes: new Blob([bytes]), fileOffset: 0x500 }
      }),
    )
    const built = await (await testBuilder()).build({ ...input, dwarf })
    if (!built.ok) throw new Error('nothing was built')
    expect(built.problems).toHaveLength(1)
    expect(built.problems[0]?.offset).toBeGreaterThanOrEqual(0x500)
    expect(built.problems[0]?.message).toMatch(/__debug_info, offset 0x/)
    const opened = await openIndex(built.value.bytes, 'x')
    if (!opened.ok) throw new Error('not an index')
    expect(await calls(opened.value, 0x1008)).toEqual([['two ?:0']])
  })

  test('a cancelled build says so', async () => {
    const stop = new AbortController()
    stop.abort()
    const built = await (await testBuilder()).build(dwarfInput({ units: [] }), { signal: stop.signal })
    expect(built.ok).toBe(false)
    expect(built.problems[0]?.code).toBe('cancelled')
  })

  test.each<[string, Uint8Array<ArrayBuffer>, string]>([
    ['another file', new TextEncoder().encode('nothing of the kind, but long enough to be looked at'), 'not-an-index'],
    ['an empty file', new Uint8Array(0), 'not-an-index'],
    [
      'another version',
      Uint8Array.from([...new TextEncoder().encode('UNSLIDX\n'), 99, 0, 0, 0, ...new Array<number>(300).fill(0)]),
      'index-version',
    ],
  ])('%s is not opened as an index', async (_, bytes, code) => {
    const opened = await openIndex(new Blob([bytes]), 'x')
    expect(opened.ok).toBe(false)
    expect(opened.problems[0]?.code).toBe(code)
  })

  test('an index that is cut off says so', async () => {
    const built = await (
      await testBuilder()
    ).build(dwarfInput({ units: [unit([entry(TAG.function, [name('f'), low(0x1000), size(8)])])] }))
    if (!built.ok) throw new Error('nothing was built')
    const opened = await openIndex(built.value.bytes.slice(0, built.value.bytes.size - 4), 'x')
    expect(opened.problems[0]?.code).toBe('truncated')
  })
})
