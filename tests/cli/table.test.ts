/** `unslide table`: its rows name addresses as `unslide lookup` does. `npm run build:cli` must have run. */
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asyncBufferFromFile, parquetMetadataAsync } from 'hyparquet'
import { expect, test } from 'vitest'
import { linesOf, testFolder, unslide } from '../support/cli.ts'
import { samplePath } from '../support/sample.ts'
import {
  documentedQuery,
  lookedUpText,
  namedText,
  openDuckDb,
  rowsOf,
  type LookedUp,
  type NamedRow,
} from '../support/table-queries.ts'

const folder = testFolder()
const sample = samplePath('Trailmap.dSYM.zip')
/** One program for two processors, with debug files. */
const builds = fileURLToPath(new URL('../fixtures/unwind', import.meta.url))
const table = join(folder, 'symbols.parquet')
const made = unslide(['table', sample, builds, '-o', table, '--format', 'json'])

interface Image {
  readonly uuid: string
  readonly arch: string
}

/** Offsets of every image: all of its code, and some before and after. */
const offsets = Array.from({ length: 0x5000 / 4 }, (_, at) => at * 4 + (at % 3 === 0 ? 0 : 1))

const imagesOf = (): Promise<readonly Image[]> =>
  openDuckDb().then((database) => rowsOf<Image>(database, `SELECT DISTINCT uuid, arch FROM '${table}'`))

test('the documented queries name every address as lookup does', async () => {
  expect(made.status).toBe(0)
  const images = await imagesOf()
  expect(images.length).toBeGreaterThan(3)
  const input = offsets.map((offset) => `${offset}\n`).join('')
  const wanted = images.flatMap(({ uuid, arch }) => {
    const args = ['--symbols', sample, '--symbols', builds, '--uuid', uuid, '--arch', arch, '--offset']
    return linesOf<LookedUp>(unslide(['lookup', ...args, '--format', 'json', '-'], input).out)
  })
  expect(wanted).toHaveLength(images.length * offsets.length)
  expect(wanted.filter(({ calls }) => calls.length > 1).length).toBeGreaterThan(50)
  expect(wanted.filter(({ calls }) => calls.length === 0).length).toBeGreaterThan(100)

  const database = await openDuckDb()
  const file = join(folder, 'addresses.csv')
  writeFileSync(file, wanted.map(({ uuid, offset }, id) => `${id},${uuid},${offset}\n`).join(''))
  await database.run(`CREATE TABLE addresses AS SELECT * FROM read_csv('${file}', header = false,
    columns = {'id': 'BIGINT', 'uuid': 'VARCHAR', 'image_offset': 'BIGINT'})`)
  // Trino's functions of these names.
  await database.run('CREATE MACRO bitwise_right_shift(a, b) AS a >> b')
  await database.run('CREATE MACRO sequence(a, b) AS generate_series(a, b)')
  await database.run(`CREATE VIEW symbols AS SELECT * FROM '${table}'`)
  for (const engine of ['DuckDB', 'Trino']) {
    const query = documentedQuery(engine).replace('symbols.parquet', table)
    expect(query).toContain('s.function')
    const rows = await rowsOf<NamedRow & { id: string }>(
      database,
      query.replace('s.function,', 's.function, s.mangled, s.col,'),
    )
    const byId = new Map(rows.map((row) => [Number(row.id), row]))
    expect(byId.size).toBe(rows.length)
    const differing = wanted.filter((one, id) => lookedUpText(one) !== namedText(byId.get(id)))
    expect(differing.slice(0, 3)).toEqual([])
  }
})

test('rows are sorted without overlaps, and row groups say so', async () => {
  const database = await openDuckDb()
  const broken = await rowsOf(
    database,
    `SELECT * FROM (SELECT uuid, arch, start_offset, end_offset,
       lag(end_offset) OVER (PARTITION BY uuid, arch ORDER BY start_offset) AS before,
       lag((uuid, arch, start_offset)) OVER (ORDER BY file_row_number) AS last
     FROM read_parquet('${table}', file_row_number = true))
     WHERE end_offset <= start_offset OR before > start_offset OR last >= (uuid, arch, start_offset)`,
  )
  expect(broken).toEqual([])
  const { row_groups: groups, key_value_metadata: told } = await parquetMetadataAsync(await asyncBufferFromFile(table))
  expect(told).toContainEqual({ key: 'unslide.table', value: '1' })
  for (const { columns, sorting_columns: sorted } of groups) {
    expect(sorted?.map(({ column_idx: at }) => columns[at]?.meta_data?.path_in_schema)).toEqual([
      ['uuid'],
      ['arch'],
      ['start_offset'],
    ])
    expect(columns[0]?.meta_data?.statistics?.min_value).toMatch(/^[0-9A-F-]{36}$/)
  }
})

test('it says what it wrote', async () => {
  const { images, rows, bytes, path } = JSON.parse(made.out) as Record<string, number | string>
  expect(path).toBe(table)
  expect(images).toBe((await imagesOf()).length)
  expect(rows).toBeGreaterThan(100)
  expect(bytes).toBeGreaterThan(1000)
  expect(unslide(['table', sample, '-o', join(folder, 'one.parquet')]).out).toMatch(
    /one\.parquet: \d+ rows of 1 image, [\d,]+ bytes\n$/,
  )
})

test('a folder gets a table each, and --arch chooses', () => {
  const out = join(folder, 'tables/')
  expect(unslide(['table', builds, '--arch', 'arm64', '--out', out]).status).toBe(0)
  const names = readdirSync(out)
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(name).toMatch(/^.+-arm64-[0-9A-F-]{36}\.parquet$/)
})

test.each([
  [['-o', 'x.parquet'], 2, 'needs at least one PATH'],
  [[sample], 2, 'table needs -o FILE.parquet'],
  [[sample, '-o', 'x', '--format', 'csv'], 2, '--format csv'],
  [[sample, '-o', 'x', '--uuid', 'nonsense'], 2, 'is not a UUID'],
  [[sample, '-o', 'x', '--arch', 'i386'], 1, 'No image matches'],
  [[samplePath('Trailmap.ips'), '-o', 'x'], 2, 'holds a report, but no symbols'],
  [[sample, '-o', join(sample, 'x.parquet')], 2, 'cannot be written: a part of its path is a file'],
])('what cannot be written is told: %j', (args, status, reason) => {
  const run = unslide(['table', ...args])
  expect(run.err).toContain(reason)
  expect(run.status).toBe(status)
})
