/** `node tests/fleet/duckdb.mjs DIR`: packs DIR/chunks into DIR/reports.parquet, one row for each incident, and prints the top crashes by version. */
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance } from '@duckdb/node-api'
import { columns } from './rows.mjs'

export async function openDuckDb() {
  const instance = await DuckDBInstance.create(':memory:', { autoinstall_known_extensions: 'false', threads: '2' })
  const database = await instance.connect()
  return async (sql) => (await database.runAndReadAll(sql)).getRowObjectsJson()
}

/** The first copy of an incident in the input stays. Rows are sorted by version and signature, which queries filter by. */
export async function writeParquet(ask, folder) {
  const types = Object.entries(columns).map(([name, [type]]) => `${name}: '${type}'`)
  const path = join(folder, 'reports.parquet')
  await ask(`COPY (
    SELECT * FROM read_json('${join(folder, 'chunks', '*.jsonl')}', format = 'newline_delimited', columns = {${types.join(', ')}})
    QUALIFY row_number() OVER (PARTITION BY key ORDER BY input, chunk, line, part) = 1
    ORDER BY version, signature, key
  ) TO '${path}.part' (FORMAT parquet, COMPRESSION zstd)`)
  renameSync(`${path}.part`, path)
  return path
}

/** The top crashes of each version; docs/fleet.md has this text for a reader. */
export const topCrashes = (table) => `
  SELECT version, signature, any_value(title) AS title, count(DISTINCT key) AS reports
  FROM ${table}
  WHERE is_crash = 1 AND signature <> ''
  GROUP BY version, signature
  ORDER BY version, reports DESC, signature`

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv
  const ask = await openDuckDb()
  const path = await writeParquet(ask, folder)
  console.table(
    (await ask(topCrashes(`'${path}'`))).map(({ version, title, reports }) => ({ version, title, reports })),
  )
}
