/** Symbols and function starts in an index: what they name, and where their names end. */
import { describe, expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import type { SymbolEntry } from '../../../src/core/ports.ts'
import { AT, attribute, dwarfInput, entry, FORM, TAG, type DwarfSpec } from '../../support/dwarf-builder.ts'
import { builtIndex } from '../../support/test-builder.ts'

const TEXT = 0x100000000n

const symbol = (offset: number, text: string, source: SymbolEntry['source'] = 'exports'): SymbolEntry => ({
  offset: offset as ImageOffset,
  name: text,
  source,
})

describe('behind the end of a function of DWARF', () => {
  const second = [
    attribute(AT.name, FORM.strp, 'second'),
    attribute(AT.low, FORM.address, TEXT + 0x1100n),
    attribute(AT.high, FORM.data4, 16),
  ]
  const root = entry(TAG.unit, [attribute(AT.low, FORM.address, TEXT)], [entry(TAG.function, second)])
  const asked = [0x10ff, 0x1104, 0x1180, 0x1200] as ImageOffset[]

  test.each<[string, Partial<DwarfSpec>, readonly (string | undefined)[]]>([
    [
      'its symbol goes on',
      { symbols: [symbol(0x1000, '_first', 'symtab'), symbol(0x1100, '_second', 'symtab')] },
      ['second', 'symtab'],
    ],
    ['without a symbol the one before goes on', { symbols: [symbol(0x1000, 'first')] }, ['first', 'exports']],
    [
      'without a symbol, but with a start, no other name goes on',
      { symbols: [symbol(0x1000, 'first')], functionStarts: [0x1000, 0x1100] },
      ['', 'starts'],
    ],
    [
      'a symbol that has no name is a start',
      { symbols: [symbol(0x1000, 'first'), symbol(0x1100, '')] },
      ['', 'starts'],
    ],
    [
      'a symbol that has no name counts for nothing beside one that has',
      { symbols: [symbol(0x1000, 'first'), symbol(0x1100, ''), symbol(0x1100, '_second', 'symtab')] },
      ['second', 'symtab'],
    ],
    ['without any symbol a start is known', { functionStarts: [0x1100] }, ['', 'starts']],
    ['without symbols and starts nothing is known', {}, []],
  ])('%s, in a whole and in a partial index', async (_, spec, behind) => {
    const input = dwarfInput({ units: [{ root }], code: [[0x1000, 0x2000]], ...spec })
    const whole = await (await builtIndex(input)).lookup(asked)
    expect(whole[1]?.map(({ mangled }) => mangled)).toEqual(['second'])
    const told = whole.slice(2).map(([call]) => (call ? [call.mangled, call.source] : []))
    expect(told).toEqual([behind, behind])
    for (const [at, only] of asked.entries()) {
      const part = await builtIndex(input, { only: [only] })
      expect(await part.lookup([only])).toEqual([whole[at]])
    }
  })
})

describe('without DWARF', () => {
  test('a symbol reaches to the next symbol, function start or end of code', async () => {
    const input = dwarfInput({
      units: [],
      code: [[0x1000, 0x2000]],
      symbols: [symbol(0x1000, 'first'), symbol(0x1200, 'second')],
      functionStarts: [0x1000, 0x1100, 0x1200],
    })
    const index = await builtIndex(input)
    const found = await index.lookup([0xfff, 0x1000, 0x10ff, 0x1100, 0x11ff, 0x1200, 0x1fff, 0x2000] as ImageOffset[])
    expect(found.map(([call]) => call && [call.mangled, call.source, call.functionStart])).toEqual([
      undefined,
      ['first', 'exports', 0x1000],
      ['first', 'exports', 0x1000],
      ['', 'starts', 0x1100],
      ['', 'starts', 0x1100],
      ['second', 'exports', 0x1200],
      ['second', 'exports', 0x1200],
      undefined,
    ])
    expect(index.detail).toBe('symbols')
  })

  test('an image with nothing has an index that says so', async () => {
    const index = await builtIndex(dwarfInput({ units: [] }))
    expect(index.detail).toBe('none')
    expect(await index.lookup([0x1000 as ImageOffset])).toEqual([[]])
  })
})

describe('functions that the linker folded', () => {
  const body = [
    attribute(AT.name, FORM.strp, 'beta'),
    attribute(AT.low, FORM.address, TEXT + 0x1100n),
    attribute(AT.high, FORM.data4, 16),
  ]
  const root = entry(TAG.unit, [attribute(AT.low, FORM.address, TEXT)], [entry(TAG.function, body)])
  const at = (...names: readonly string[]): SymbolEntry[] => names.map((name) => symbol(0x1100, name, 'symtab'))

  test.each<[string, readonly SymbolEntry[], string, readonly string[] | undefined]>([
    ["DWARF's name is the last symbol", at('_alpha', '_beta'), 'beta', ['alpha']],
    ["DWARF's name is the first symbol", at('_beta', '_gamma'), 'beta', ['gamma']],
    ["DWARF's name stands between others", at('_alpha', '_beta', '_gamma'), 'beta', ['alpha', 'gamma']],
    ['only DWARF has the name, and it is no linkage name', at('_ZN1a4betaEv'), '_ZN1a4betaEv'.slice(1), undefined],
    ['one symbol, of that name', at('_beta'), 'beta', undefined],
  ])('%s', async (_, symbols, name, aliases) => {
    const input = dwarfInput({ units: [{ root }], code: [[0x1000, 0x2000]], symbols })
    const inside = 0x1104 as ImageOffset
    // After its end its symbol continues.
    const behind = 0x1180 as ImageOffset
    const whole = await builtIndex(input)
    const chains = [
      ...(await whole.lookup([inside, behind])),
      ...(await (await builtIndex(input, { only: [inside] })).lookup([inside])),
    ]
    for (const [call, ...others] of chains) {
      expect(others).toEqual([])
      expect([call?.mangled, call?.aliases?.toSorted()]).toEqual([name, aliases])
    }
    expect(chains).toHaveLength(3)
  })

  test.each([[['_one', '_one']], [['_one', '_one', '_one']]])(
    'a symbol that is listed again is no other name: %j',
    async (names) => {
      const index = await builtIndex(dwarfInput({ units: [], code: [[0x1000, 0x2000]], symbols: at(...names) }))
      const [[call, ...others] = []] = await index.lookup([0x1108 as ImageOffset])
      expect(others).toEqual([])
      expect([call?.mangled, call && 'aliases' in call, call && 'folded' in call]).toEqual(['one', false, false])
    },
  )

  test('without DWARF the last symbol is told, the others beside it', async () => {
    const index = await builtIndex(dwarfInput({ units: [], code: [[0x1000, 0x2000]], symbols: at('_one', '_two') }))
    expect(await index.lookup([0x1108 as ImageOffset])).toMatchObject([[{ mangled: 'two', aliases: ['one'] }]])
  })
})
