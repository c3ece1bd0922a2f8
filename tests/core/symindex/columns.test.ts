/** Columns of line rows, written as line programs by hand: what a look-up says of them, and what it does with garbage. */
import { expect, test } from 'vitest'
import type { ImageOffset } from '../../../src/core/model/address.ts'
import type { BuildInput } from '../../../src/core/ports.ts'
import type { SymbolIndex } from '../../../src/core/symindex/reader.ts'
import * as L from '../../../wasm/assembly/layout.ts'
import { programOf, uleb, type Row } from '../../support/column-program.ts'
import { sealIndex } from '../../support/seal-index.ts'
import { openIndex, testBuilder } from '../../support/test-builder.ts'

async function indexFile(input: BuildInput, only?: readonly ImageOffset[]): Promise<Blob> {
  const built = await (await testBuilder()).build(input, only ? { only } : {})
  if (!built.ok) throw new Error(built.problems[0]?.message)
  return built.value.bytes
}

async function opened(bytes: Blob): Promise<SymbolIndex> {
  const index = await openIndex(bytes, 'test')
  if (!index.ok) throw new Error(index.problems[0]?.message)
  return index.value
}

async function places(index: SymbolIndex, offsets: readonly number[]): Promise<readonly string[]> {
  const chains = await index.lookup(offsets as ImageOffset[], { columns: true })
  return chains.map(([call]) => `${String(call?.line)}:${String(call?.column)}`)
}

/** An index of some offsets: it keeps its columns whatever their size. */
const partOf = async (rows: readonly Row[], offsets: readonly number[]): Promise<SymbolIndex> =>
  opened(await indexFile(programOf(rows), offsets as ImageOffset[]))

test('each column of a line, and those of a line that comes again', async () => {
  const rows: readonly Row[] = [
    [0, 10, [5]],
    [4, 10, [9]],
    [8, 10, [12]],
    [0x200, 10, [3]],
    [0x204, 11, [0]],
    [0x208, 11, uleb(183n)],
    [0x20c, 10, uleb(184n)],
    [0x210, 10, uleb(0xffffn)],
    [0x214, 0, [0]],
    [0x218, 12, [1]],
    [0x21c, 13, [0]],
  ]
  const offsets = [0x1000, 0x1003, 0x1004, 0x1007, 0x1008, 0x11ff, 0x1200]
  const more = [0x1204, 0x1208, 0x120c, 0x1210, 0x1214, 0x1218, 0x1fff]
  const index = await partOf(rows, [...offsets, ...more])
  expect(await places(index, offsets)).toEqual(['10:5', '10:5', '10:9', '10:9', '10:12', '10:12', '10:3'])
  expect(await places(index, more)).toEqual([
    '11:undefined',
    '11:183',
    '10:184',
    '10:65535',
    'undefined:undefined',
    '12:1',
    '13:undefined',
  ])
})

test('only where they are asked for', async () => {
  const index = await partOf([[0, 10, [5]]], [0x1000])
  const [[call] = []] = await index.lookup([0x1000 as ImageOffset])
  expect(call?.line).toBe(10)
  expect(call?.column).toBeUndefined()
})

test.each([
  ['65536', uleb(65_536n)],
  ['2^32 + 5', uleb((1n << 32n) + 5n)],
  ['2^64 - 1', uleb((1n << 64n) - 1n)],
  ['a number with zeros behind it', [0x85, 0x80, 0x80, 0x80, 0]],
])('a column of %s is none that is wrong', async (what, column) => {
  const index = await partOf([[0, 10, column], [4, 11, [7]]], [0x1000, 0x1004]) // prettier-ignore
  expect(await places(index, [0x1000, 0x1004])).toEqual([what.startsWith('a') ? '10:5' : '10:undefined', '11:7'])
})

test('an index whose columns are large keeps none; its look-ups are as before', async () => {
  const rows = Array.from({ length: 400 }, (_, at): Row => [at * 4, 10, [1 + (at % 90)]])
  const index = await opened(await indexFile(programOf(rows)))
  expect(index.columns).toBe(false)
  expect(await places(index, [0x1000, 0x1404])).toEqual(['10:undefined', '10:undefined'])
})

test('an index of the version before is read, without columns', async () => {
  const rows = Array.from({ length: 400 }, (_, at): Row => [at * 4, 10, [1 + (at % 90)]])
  const bytes = new Uint8Array(await (await indexFile(programOf(rows))).arrayBuffer())
  bytes[L.HEADER_AT_VERSION] = 6
  sealIndex(bytes)
  const index = await opened(new Blob([bytes]))
  expect(index).toMatchObject({ version: 6, columns: false })
  expect(await places(index, [0x1404])).toEqual(['10:undefined'])
})

test('a damaged byte of columns is told; forged ones answer wrongly at worst', async () => {
  const rows: readonly Row[] = [[0, 10, [5]], [4, 10, [9]], [8, 12, uleb(500n)], [0x400, 12, [6]]] // prettier-ignore
  const offsets = [0x1000, 0x1004, 0x1008, 0x1400]
  const whole = new Uint8Array(await (await indexFile(programOf(rows), offsets as ImageOffset[])).arrayBuffer())
  const place = L.HEADER_AT_PARTS + L.PART_COLUMNS * L.PART_BYTES
  const view = new DataView(whole.buffer)
  const [from, bytes] = [Number(view.getBigUint64(place, true)), Number(view.getBigUint64(place + 8, true))]
  expect(bytes).toBeGreaterThan(8)
  for (let at = from; at < from + bytes; at++)
    for (const value of [0, 1, 0x7f, 0x80, 184, 185, 254, 255]) {
      const broken = whole.slice()
      if (broken[at] === value) continue
      broken[at] = value
      await expect(places(await opened(new Blob([broken])), offsets)).rejects.toThrow()
      sealIndex(broken)
      const said = await places(await opened(new Blob([broken])), offsets)
      expect(said.map((one) => one.split(':')[0])).toEqual(['10', '10', '12', '12'])
    }
})
