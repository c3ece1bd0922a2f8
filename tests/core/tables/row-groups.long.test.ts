/** How large tables are cut into row groups. */
import { parquetMetadata } from 'hyparquet'
import { expect, test } from 'vitest'
import type { Call } from '../../../src/core/model/image.ts'
import type { NamedRange } from '../../../src/core/tables/ranges.ts'
import { call, write } from './written-table.ts'

/** Rows of each group. */
const groupsOf = (bytes: Uint8Array<ArrayBuffer>): readonly number[] =>
  parquetMetadata(bytes.buffer).row_groups.map(({ num_rows: rows }) => Number(rows))

test('row groups end at 100,000 rows, and sooner where chains or texts are large', async () => {
  const ranges = (count: number, chain: (at: number) => readonly Call[]): readonly NamedRange[] =>
    Array.from({ length: count }, (_, at) => ({ start: at * 4, end: at * 4 + 4, chain: chain(at) }))
  const plain = call('plain')
  expect(groupsOf(await write(ranges(100_001, () => [plain])))).toEqual([100_000, 1])
  const deep = Array.from({ length: 1000 }, () => plain)
  expect(groupsOf(await write(ranges(1500, () => deep)))).toEqual([1000, 500])
  const long = 'y'.repeat(1 << 20)
  const groups = groupsOf(await write(ranges(40, (at) => [call(`${at}${long}`)])))
  expect(groups.length).toBeGreaterThan(1)
  expect(Math.max(...groups)).toBeLessThan(20)
})
