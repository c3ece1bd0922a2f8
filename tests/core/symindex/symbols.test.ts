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
