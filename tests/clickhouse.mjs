/**
 * `npm run clickhouse [-- DSYM…]`: the documented query of ClickHouse beside that of DuckDB, row by row. The table is of the given dSYMs, else of the
 * corpus's, else of the sample. Looks up both ends of every range, then `--addresses` more (10,000,000) anywhere. Exits with 1 if a row differs.
 *
 * ClickHouse is chdb. It has half a gigabyte, so install it by hand, in a folder of its own:
 *
 *   npm install --prefix .cache/clickhouse --ignore-scripts chdb@3.4.0
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { importBundled } from './support/bundle.mjs'

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url))
const chdb = pathOf('../.cache/clickhouse/node_modules/chdb')
/** As many as both engines hold at once without strain. */
const AT_ONCE = 2_000_000

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { addresses: { type: 'string', default: '10000000' } },
})
if (!existsSync(chdb)) {
  console.error('No ClickHouse: npm install --prefix .cache/clickhouse --ignore-scripts chdb@3.4.0')
  process.exit(1)
}
const { Session } = createRequire(import.meta.url)(chdb)
const { queryIn } = await importBundled('tests/support/documented-query.ts')
const document = readFileSync(pathOf('../src/core/tables/README.md'), 'utf8')

function symbolFiles() {
  const binaries = pathOf('../../shared/corpus/binaries')
  if (positionals.length > 0) return positionals
  if (!existsSync(binaries)) return [pathOf('../public/sample/Trailmap.dSYM.zip')]
  const found = readdirSync(binaries, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.dSYM'))
  return found.map((path) => join(binaries, path))
}

const folder = mkdtempSync(join(tmpdir(), 'unslide-clickhouse-'))
const clickhouse = new Session()
try {
  const [table, addresses, named] = ['symbols', 'addresses', 'named'].map((name) => join(folder, `${name}.parquet`))
  const program = pathOf('../dist-cli/unslide.cjs')
  const made = spawnSync(process.execPath, [program, 'table', ...symbolFiles(), '-o', table], { encoding: 'utf8' })
  console.log(made.stdout.trim())
  const duckdb = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect()
  const rowsOf = async (sql) => (await duckdb.runAndReadAll(sql)).getRowObjectsJson()
  const [duckQuery, clickQuery] = ['DuckDB', 'ClickHouse'].map((engine) =>
    queryIn(document, engine).replace('symbols.parquet', table),
  )
  const [{ version }] = await rowsOf('SELECT version() AS version')
  console.log(`DuckDB ${version}, ClickHouse ${JSON.parse(clickhouse.query('SELECT version()', 'CSV'))}`)

  const totals = { addresses: 0, named: 0, inlined: 0, differ: 0 }
  /** `asked` selects `uuid` and `image_offset`; the columns in ClickHouse may be null or not. */
  async function compare(asked, isNullable) {
    const typed = (type) => (isNullable ? `Nullable(${type})` : type)
    await duckdb.run(`CREATE OR REPLACE TABLE addresses AS
      SELECT row_number() OVER () AS id, uuid, image_offset::BIGINT AS image_offset FROM (${asked})`)
    await duckdb.run(`COPY addresses TO '${addresses}'`)
    await duckdb.run(`CREATE OR REPLACE TABLE named AS ${duckQuery}`)
    clickhouse.query(`CREATE OR REPLACE TABLE addresses ENGINE = Memory AS SELECT assumeNotNull(id) AS id,
      CAST(uuid AS ${typed('String')}) AS uuid, CAST(image_offset AS ${typed('Int64')}) AS image_offset FROM file('${addresses}')`)
    rmSync(named, { force: true })
    clickhouse.query(`INSERT INTO FUNCTION file('${named}', 'Parquet') ${clickQuery}`)
    const differing = `FROM named d FULL JOIN '${named}' c ON d.id = c.id WHERE d.id IS NULL OR c.id IS NULL
      OR d.function <> c.function OR d.file IS DISTINCT FROM c.file OR d.line IS DISTINCT FROM c.line
      OR d.callers IS DISTINCT FROM c.callers`
    const [counts] = await rowsOf(
      `SELECT (SELECT count(*) FROM addresses) AS addresses, (SELECT count(*) FROM named) AS named,
        (SELECT count(*) FROM named WHERE len(callers) > 0) AS inlined, (SELECT count(*) ${differing}) AS differ`,
    )
    for (const [what, count] of Object.entries(counts)) totals[what] += Number(count)
    if (Number(counts.differ) > 0) console.log(await rowsOf(`SELECT * ${differing} LIMIT 3`))
  }

  // Answers change at both ends of each range. One image is in no table.
  for (const [at, offset] of ['start_offset - 1', 'start_offset', 'end_offset - 1', 'end_offset'].entries())
    await compare(
      `SELECT uuid, ${offset} AS image_offset FROM '${table}'
      UNION ALL SELECT '00000000-0000-0000-0000-000000000000', 4096`,
      at % 2 === 1,
    )
  await duckdb.run('SELECT setseed(0.5)')
  for (let left = Number(values.addresses), round = 0; left > 0; left -= AT_ONCE, round++)
    await compare(
      `WITH extents AS (SELECT uuid, min(start_offset) - 256 AS first,
          max(end_offset) FILTER (end_offset < 4294967295) + 256 AS last FROM '${table}' GROUP BY uuid)
        SELECT uuid, first + (random() * (last - first))::BIGINT AS image_offset
        FROM range(ceil(${Math.min(left, AT_ONCE)} / (SELECT count(*) FROM extents))::BIGINT), extents`,
      round % 2 === 1,
    )
  console.table(totals)
  process.exitCode = totals.differ === 0 && totals.named > 0 ? 0 : 1
} finally {
  clickhouse.close()
  rmSync(folder, { recursive: true, force: true })
}
