/** Reads of an index, and the cache of their results. */
import { expect, test } from 'vitest'
import { readChains } from '../../../src/core/engine/names/readable-calls.ts'
import { imageOffset, linkAddress, type ImageOffset } from '../../../src/core/model/address.ts'
import type { Provenance } from '../../../src/core/model/provenance.ts'
import type { SymbolIndex } from '../../../src/core/symindex/reader.ts'

/** An index in which every even offset lies in a function of its own, and the offsets that were looked up. */
function countingIndex(): { readonly index: SymbolIndex; readonly asked: (readonly ImageOffset[])[] } {
  const asked: (readonly ImageOffset[])[] = []
  const lookup: SymbolIndex['lookup'] = async (offsets) => {
    asked.push(offsets)
    return offsets.map((offset) =>
      offset % 2 === 0 ? [{ mangled: `f${offset}`, inlined: false, functionOffset: 0, source: 'symtab' }] : [],
    )
  }
  const index: Pick<SymbolIndex, 'lookup' | 'textVmaddr'> = { lookup, textVmaddr: linkAddress(0) }
  return { index: index as SymbolIndex, asked }
}

const offsetsOf = (...values: readonly number[]): readonly ImageOffset[] => values.map(imageOffset)
const local: Provenance = { origin: 'local-file' }
const namesOf = async (index: SymbolIndex, offsets: readonly ImageOffset[]): Promise<readonly string[]> =>
  (await readChains(index, offsets, local)).map((chain) => chain.map((call) => call.function).join())

test('what was read before is not read again, whatever its order, also where nothing is', async () => {
  const { index, asked } = countingIndex()
  expect(await namesOf(index, offsetsOf(2, 3, 4))).toEqual(['f2', '', 'f4'])
  expect(await namesOf(index, offsetsOf(4, 6, 3, 4))).toEqual(['f4', 'f6', '', 'f4'])
  expect(asked).toEqual([[2, 3, 4], [6]])
  const other = countingIndex()
  expect(await namesOf(other.index, offsetsOf(2))).toEqual(['f2'])
  expect(other.asked).toEqual([[2]])
})

test('a mark is that of who asks', async () => {
  const { index } = countingIndex()
  const pack: Provenance = { origin: 'user-import', os: 'iOS 17' }
  expect((await readChains(index, offsetsOf(2), pack))[0]?.[0]?.imported).toEqual({ os: 'iOS 17' })
  expect((await readChains(index, offsetsOf(2), local))[0]?.[0]?.imported).toBeUndefined()
})

test('no more is remembered than a few reports need, and answers are the same where all is forgotten', async () => {
  const { index, asked } = countingIndex()
  const many = Array.from({ length: 5000 }, (_, at) => imageOffset(at * 2))
  for (let from = 0; from < many.length; from += 500) await readChains(index, many.slice(from, from + 500), local)
  const before = asked.flat().length
  const again = [...many.slice(-100), ...many.slice(0, 100)]
  expect(await namesOf(index, again)).toEqual(again.map((offset) => `f${offset}`))
  expect(asked.flat().length - before).toBe(100)
})
