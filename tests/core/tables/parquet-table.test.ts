/** Odd names in tables. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { testFolder } from '../../support/cli.ts'
import { openDuckDb, rowsOf } from '../../support/table-queries.ts'
import { call, image, write } from './written-table.ts'

const folder = testFolder()

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

test('one long name in all rows is written once a group', async () => {
  const long = call('z'.repeat(1 << 16))
  const rows = Array.from({ length: 50_000 }, (_, at) => ({ start: at, end: at + 1, chain: [long] }))
  expect((await write(rows)).length).toBeLessThan(1 << 20)
})
