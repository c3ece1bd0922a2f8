/** DWARF written entry by entry, built into an index, and asked: what calls are at this address? */
import { describe, expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import type { SymbolIndex } from '../../../src/core/symindex/reader.ts'
import type { Attribute, DwarfSpec, Entry, UnitSpec } from '../../support/dwarf-builder.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG } from '../../support/dwarf-builder.ts'
import { builtIndex, openIndex, testBuilder } from '../../support/test-builder.ts'

const TEXT = 0x100000000n

/** Calls at an offset as one line each: `name file:line:column`, `+` before inlined ones. */
async function calls(index: SymbolIndex, ...offsets: number[]): Promise<string[][]> {
  const found = await index.lookup(offsets as ImageOffset[])
  return found.map((chain) =>
    chain.map(
      ({ mangled, file, line, column, inlined }) =>
        `${inlined ? '+' : ''}${mangled} ${file ?? '?'}:${line ?? 0}${column === undefined ? '' : `:${column}`}`,
    ),
  )
}

const name = (text: string): ReturnType<typeof attribute> => attribute(AT.name, FORM.strp, text)
const low = (offset: number): ReturnType<typeof attribute> => attribute(AT.low, FORM.address, TEXT + BigInt(offset))
const size = (bytes: number): ReturnType<typeof attribute> => attribute(AT.high, FORM.data4, bytes)

const row = (offset: number, line: number, file = 1): { address: bigint; file: number; line: number } => ({
  address: TEXT + BigInt(offset),
  file,
  line,
})

function unit(children: readonly Entry[], rest: Omit<UnitSpec, 'root'> = {}): UnitSpec {
  const root = entry(TAG.unit, [attribute(AT.directory, FORM.strp, '/src'), low(0)], children)
  return { root, ...rest }
}

const lines: NonNullable<UnitSpec['lines']> = {
  directories: ['/lib/include', 'sub'],
  files: [
    { name: 'a.c', directory: 0 },
    { name: 'b.h', directory: 1 },
    { name: 'c.h', directory: 2 },
    { name: '/abs/d.h', directory: 1 },
  ],
  sequences: [
    { rows: [row(0x1000, 10), row(0x1008, 20, 2), row(0x1010, 30, 3), row(0x1018, 40, 4)], end: TEXT + 0x1020n },
  ],
}

const inlinedCall = (origin: string, from: number, bytes: number, line: number, children?: readonly Entry[]): Entry =>
  entry(
    TAG.inlined,
    [
      attribute(AT.origin, FORM.ref4, origin),
      low(from),
      size(bytes),
      attribute(AT.callFile, FORM.data1, 1),
      attribute(AT.callLine, FORM.data2, line),
      attribute(AT.callColumn, FORM.data1, 7),
    ],
    children,
  )

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

describe('inlined calls', () => {
  const outer = entry(
    TAG.function,
    [name('outer'), low(0x1000), size(0x20)],
    [
      entry(
        TAG.block,
        [],
        [inlinedCall('a', 0x1004, 0x10, 11, [inlinedCall('b', 0x1008, 8, 12, [inlinedCall('a', 0x100c, 4, 13)])])],
      ),
      inlinedCall('b', 0x1018, 4, 14),
    ],
  )
  const abstract = (label: string): Entry => entry(TAG.function, [name(label)], undefined, label)

  test('to any depth, with where each call stands', async () => {
    const index = await builtIndex(dwarfInput({ units: [unit([abstract('a'), abstract('b'), outer], { lines })] }))
    expect(await calls(index, 0x1000, 0x1004, 0x1008, 0x100f, 0x1014, 0x1018)).toEqual([
      ['outer /src/a.c:10'],
      ['+a /src/a.c:10', 'outer /src/a.c:11:7'],
      ['+b /lib/include/b.h:20', '+a /src/a.c:12:7', 'outer /src/a.c:11:7'],
      ['+a /lib/include/b.h:20', '+b /src/a.c:13:7', '+a /src/a.c:12:7', 'outer /src/a.c:11:7'],
      ['outer /src/sub/c.h:30'],
      ['+b /abs/d.h:40', 'outer /src/a.c:14:7'],
    ])
    expect(index.inlines).toBe(4)
  })

  test('with several ranges; functions in two pieces count from their first', async () => {
    const ranges = [
      [
        [0x1000n, 0x1010n],
        [0x3000n, 0x3010n],
      ],
      [
        [0x1008n, 0x100cn],
        [0x3004n, 0x3008n],
      ],
    ] as const
    const list = (number: number): ReturnType<typeof attribute> => attribute(AT.ranges, FORM.secOffset, number)
    const call = entry(TAG.inlined, [
      attribute(AT.origin, FORM.ref4, 'a'),
      list(1),
      attribute(AT.callFile, FORM.data1, 1),
      attribute(AT.callLine, FORM.data1, 5),
    ])
    const split = entry(TAG.function, [name('split'), list(0)], [call])
    const root = entry(TAG.unit, [low(0)], [abstract('a'), split])
    const index = await builtIndex(dwarfInput({ units: [{ root }], ranges }))
    expect(await calls(index, 0x1004, 0x1008, 0x2000, 0x3000, 0x3004, 0x3008)).toEqual([
      ['split ?:0'],
      ['+a ?:0', 'split ?:0'],
      [],
      ['split ?:0'],
      ['+a ?:0', 'split ?:0'],
      ['split ?:0'],
    ])
    const [[cold] = []] = await index.lookup([0x3000 as ImageOffset])
    expect(cold).toMatchObject({ functionStart: 0x1000, functionOffset: 0x2000 })
  })

  test('a function inside a function interrupts it', async () => {
    const nested = entry(TAG.function, [name('nested'), low(0x1008), size(8)])
    const index = await builtIndex(
      dwarfInput({ units: [unit([entry(TAG.function, [name('around'), low(0x1000), size(0x20)], [nested])])] }),
    )
    expect(await calls(index, 0x1004, 0x1008, 0x1010)).toEqual([['around ?:0'], ['nested ?:0'], ['around ?:0']])
  })

  test.each([0, 3, 127, 128, 300])('behind variables whose places take %i bytes', async (bytes) => {
    const variable = (extra: readonly Attribute[]): Entry =>
      entry(TAG.variable, [
        attribute(AT.low, FORM.data4, 0),
        attribute(AT.location, FORM.exprloc, bytes),
        attribute(AT.callLine, FORM.data2, 7),
        ...extra,
      ])
    const twice = variable([attribute(AT.location, FORM.exprloc, 2)])
    const callee = entry(TAG.function, [name('callee')], undefined, 'abstract')
    const outer = [name('outer'), low(0x1000), size(32)]
    const children = [variable([]), twice, inlinedCall('abstract', 0x1008, 8, 5), variable([])]
    const index = await builtIndex(
      dwarfInput({ units: [unit([callee, variable([]), entry(TAG.function, outer, children)])] }),
    )
    expect((await index.lookup([0x100c as ImageOffset]))[0]?.map(({ mangled }) => mangled)).toEqual(['callee', 'outer'])
  })

  test('what a declaration inside a function has below it is none of its calls', async () => {
    const callee = entry(TAG.function, [name('callee')], undefined, 'abstract')
    const declared = entry(
      TAG.function,
      [attribute(AT.declaration, FORM.data1, 1)],
      [inlinedCall('abstract', 0x1000, 16, 5)],
    )
    const outer = entry(
      TAG.function,
      [name('outer'), low(0x1000), size(32)],
      [declared, inlinedCall('abstract', 0x1008, 8, 6)],
    )
    const index = await builtIndex(dwarfInput({ units: [unit([callee, outer])] }))
    const found = await index.lookup([0x1004, 0x100c] as ImageOffset[])
    expect(found.map((chain) => chain.map(({ mangled }) => mangled))).toEqual([['outer'], ['callee', 'outer']])
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
