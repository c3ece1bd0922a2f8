/** Odd names in tables, and how tables are cut into row groups. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import type { Call, ImageUuid } from '../../../src/core/model/image.ts'
import { ParquetTable } from '../../../src/core/tables/parquet-table.ts'
import type { NamedRange } from '../../../src/core/tables/ranges.ts'
import { testFolder } from '../../support/cli.ts'
import { openDuckDb, rowsOf } from '../../support/table-queries.ts'

const folder = testFolder()
const image = { uuid: 'AC58D77F-1D2E-3A4B-8C5D-6E7F80910213' as ImageUuid, arch: 'arm64', name: 'App' }

const call = (name: string, more: Partial<Call> = {}): Call => ({
  function: name,
  mangled: name,
  inlined: false,
  source: 'symtab',
  ...more,
})

async function write(ranges: readonly NamedRange[], name = image.name): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const table = new ParquetTable(async (bytes) => parts.push(bytes.slice()), 'a test')
  await table.add({ ...image, name }, ranges)
  await table.finish()
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

const hostile = [
  'before\0after',
  'half \ud83d and \udc00 halves',
  '\u{10ffff}\uffff\u202e"\'`\n<script>',
  'x'.repeat(300_000),
  '',
]

test('texts of any kind come back, in DuckDB and in hyparquet', async () => {
  const ranges = hostile.map((text, at) => ({
    start: at * 8,
    end: at * 8 + 4,
    chain: [call(text, { file: text, line: at + 1 }), call('outer', { file: text })],
  }))
  const path = join(folder, 'hostile.parquet')
  for (const name of hostile) {
    const bytes = await write(ranges, name)
    writeFileSync(path, bytes)
    const wanted = hostile.map((text) => text.toWellFormed())
    const rows = await rowsOf<Record<string, string>>(
      await openDuckDb(),
      `SELECT image, function, mangled, file, callers[1].file AS outer_file FROM '${path}' ORDER BY start_offset`,
    )
    expect(rows.map((row) => row.image)).toEqual(hostile.map(() => name.toWellFormed()))
    expect(rows.map((row) => row.function)).toEqual(wanted)
    expect(rows.map((row) => row.mangled ?? '')).toEqual(wanted)
    expect(rows.map((row) => row.file)).toEqual(wanted)
    expect(rows.map((row) => row.outer_file)).toEqual(wanted)
    const read = await parquetReadObjects({ file: bytes.buffer })
    expect(read.map((row) => row.function as string)).toEqual(wanted)
  }
})

test('a table without optional facts has nulls', async () => {
  const path = join(folder, 'bare.parquet')
  writeFileSync(
    path,
    await write([{ start: 0, end: 0xffffffff, chain: [call('', { mangled: '', source: 'starts' })] }]),
  )
  const rows = await rowsOf(await openDuckDb(), `SELECT * FROM '${path}'`)
  expect(rows).toEqual([
    {
      uuid: image.uuid,
      arch: 'arm64',
      image: 'App',
      start_offset: '0',
      end_offset: '4294967295',
      function: '',
      mangled: null,
      file: null,
      line: null,
      col: null,
      function_start: null,
      source: 'starts',
      callers: [],
    },
  ])
})

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

test('one long name in all rows is written once a group', async () => {
  const long = call('z'.repeat(1 << 16))
  const rows = Array.from({ length: 50_000 }, (_, at) => ({ start: at, end: at + 1, chain: [long] }))
  expect((await write(rows)).length).toBeLessThan(1 << 20)
})
