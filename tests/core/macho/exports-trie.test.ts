import { expect, test } from 'vitest'
import { Budget } from '../../../src/core/bytes/budget.ts'
import { parseExportsTrie } from '../../../src/core/macho/exports-trie.ts'
import { ByteWriter } from '../../support/byte-writer.ts'
import { buildTrie } from '../../support/macho-builder.ts'

const parse = (bytes: Uint8Array) => parseExportsTrie(bytes, { file: 'lib', budget: new Budget(bytes.length) })

test('names and offsets; no re-exports, no absolute symbols', () => {
  const { symbols, problems } = parse(
    buildTrie([
      { name: '_a', offset: 0x1000 },
      { name: '_re', offset: 1, flags: 8 },
      { name: '_abs', offset: 5, flags: 2 },
      { name: '_weak', offset: 0x123456, flags: 4 },
    ]),
  )
  expect(problems).toEqual([])
  expect(symbols).toEqual(
    expect.arrayContaining([
      { name: '_a', offset: 0x1000 },
      { name: '_weak', offset: 0x123456 },
    ]),
  )
  expect(symbols).toHaveLength(2)
})

test('shared prefixes', () => {
  // root -"_"-> node -"a"-> leaf 16, -"bc"-> leaf 32
  const bytes = new ByteWriter().u8(0).u8(1).text('_').uleb(5)
  bytes.u8(0).u8(2).text('a').uleb(14).text('bc').uleb(18)
  bytes.u8(2).u8(0).uleb(16).u8(0).u8(2).u8(0).uleb(32).u8(0)
  expect(parse(bytes.done()).symbols.toSorted((a, b) => a.offset - b.offset)).toEqual([
    { name: '_a', offset: 16 },
    { name: '_bc', offset: 32 },
  ])
})

test.each([
  ['a loop', new ByteWriter().u8(0).u8(1).text('x').uleb(0).done()],
  ['a child outside', new ByteWriter().u8(0).u8(1).text('x').uleb(99).done()],
  ['an endless name', new ByteWriter().u8(0).u8(1).text('x', 1).done()],
  ['an endless number', new Uint8Array(12).fill(0xff)],
  ['a node that is too long', Uint8Array.of(100, 0, 0)],
])('%s is a problem', (_, bytes) => {
  const { symbols, problems } = parse(bytes)
  expect(symbols).toEqual([])
  expect(problems).toHaveLength(1)
})
