/**
 * A table of a dSYM, and how long DuckDB takes to join addresses to it by the documented query.
 *
 *   node tests/bench/table.mjs DSYM [--addresses 10000000] [--threads 2]
 *
 * Told are the processor time of `unslide table`, which also builds the index, and the wall time of the joins: with function, file and line
 * alone, and with the chains of inlined calls.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { DuckDBInstance } from '@duckdb/node-api'
import { importBundled } from '../support/bundle.mjs'

const program = fileURLToPath(new URL('../../dist-cli/unslide.cjs', import.meta.url))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { addresses: { type: 'string', default: '10000000' }, threads: { type: 'string', default: '2' } },
})
const [dsym] = positionals
if (!dsym) throw new Error('usage: node tests/bench/table.mjs DSYM [--addresses N] [--threads N]')
const { queryIn } = await importBundled('tests/support/documented-query.ts')
const document = readFileSync(new URL('../../src/core/tables/README.md', import.meta.url), 'utf8')

const folder = mkdtempSync(join(tmpdir(), 'unslide-bench-'))
try {
  const table = join(folder, 'symbols.parquet')
  const began = performance.now()
  const run = spawnSync(
    '/usr/bin/time',
    ['-f', '%M %U %S', process.execPath, program, 'table', dsym, '-o', table, '--format', 'json'],
    { encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(run.stderr)
  const wall = (performance.now() - began) / 1000
  const [peak, user, system] = run.stderr.trim().split('\n').at(-1).split(' ').map(Number)
  const { rows, bytes, images } = JSON.parse(run.stdout)
  const cpu = user + system
  console.log(
    `table: ${rows} rows of ${images} images, ${bytes} bytes; ${wall.toFixed(1)} s, ${cpu.toFixed(1)} s of processor time (${Math.round(rows / cpu)} rows/s), ${Math.round(peak / 1024)} MB`,
  )

  const instance = await DuckDBInstance.create(':memory:', { threads: values.threads })
  const database = await instance.connect()
  await database.run(`SELECT setseed(0.5)`)
  await database.run(`CREATE TABLE addresses AS
    WITH extents AS (SELECT uuid, min(start_offset) AS first, max(end_offset) FILTER (end_offset < 4294967295) AS last
      FROM '${table}' GROUP BY uuid)
    SELECT i AS id, uuid, first + (random() * (last - first))::BIGINT AS image_offset
    FROM range(${Number(values.addresses)} // (SELECT count(*) FROM extents)) r(i), extents`)
  const query = queryIn(document, 'DuckDB').replace('symbols.parquet', table)
  const joins = [
    ['function, file, line', query.replace(', s.callers', '')],
    ['and inlined calls', query],
  ]
  for (const [what, sql] of joins) {
    const times = []
    const used = process.cpuUsage()
    let named
    for (let round = 0; round < 3; round++) {
      const start = performance.now()
      await database.run(`CREATE OR REPLACE TABLE named AS ${sql}`)
      times.push((performance.now() - start) / 1000)
      ;[[named]] = (await database.runAndReadAll('SELECT count(*) FROM named')).getRowsJson()
    }
    const { user: inJoins, system: besides } = process.cpuUsage(used)
    const each = (inJoins + besides) / 3e6
    const middle = times.sort((a, b) => a - b)[1]
    console.log(
      `join, ${what}: ${middle.toFixed(1)} s (${each.toFixed(1)} s of processor time) for ${values.addresses} addresses, ${named} of them named`,
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
