/**
 * A table of a dSYM, and the time of DuckDB's join of addresses with it by the documented query.
 * Part of `npm run bench`. To run it alone:
 *
 *   node tests/bench/table.mjs DSYM [--addresses 10000000] [--threads 2]
 *
 * It reports the processor time of `unslide table`, which also builds the index, and the wall time of the joins: with
 * function, file and line alone, and with the chains of inlined calls.
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
const document = readFileSync(new URL('../../src/core/tables/README.md', import.meta.url), 'utf8')

/** Writes the table; what `unslide table` says of it, and what it took. */
function writeTable(dsym, table) {
  const began = performance.now()
  const run = spawnSync(
    '/usr/bin/time',
    ['-f', '%M %U %S', process.execPath, program, 'table', dsym, '-o', table, '--format', 'json'],
    { encoding: 'utf8' },
  )
  if (run.status !== 0) throw new Error(run.stderr)
  const wall = (performance.now() - began) / 1000
  const [peak, user, system] = run.stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return { ...JSON.parse(run.stdout), wall, cpu: user + system, megabytes: Math.round(peak / 1024) }
}

/** Seconds of the middle one of three joins, seconds of processor time of each, and how many addresses got a name. */
async function timeJoin(database, sql) {
  const times = []
  const used = process.cpuUsage()
  let named
  for (let round = 0; round < 3; round++) {
    const start = performance.now()
    await database.run(`CREATE OR REPLACE TABLE named AS ${sql}`)
    times.push((performance.now() - start) / 1000)
    ;[[named]] = (await database.runAndReadAll('SELECT count(*) FROM named')).getRowsJson()
  }
  const { user, system } = process.cpuUsage(used)
  return { wall: times.sort((a, b) => a - b)[1], cpu: (user + system) / 3e6, named }
}

/** Rows of the bench's table. */
export async function measureTable(dsym, { addresses = 10_000_000, threads = 2 } = {}) {
  const { queryIn } = await importBundled('tests/support/documented-query.ts')
  const folder = mkdtempSync(join(tmpdir(), 'unslide-bench-'))
  try {
    const table = join(folder, 'symbols.parquet')
    const { rows, bytes, images, wall, cpu, megabytes } = writeTable(dsym, table)
    const told = [
      `| unslide table | ${wall.toFixed(1)} s | ${cpu.toFixed(1)} s, ${Math.round(rows / cpu)} rows a second, ${megabytes} MB | ${rows} rows of ${images} images, ${(bytes / 1e6).toFixed(1)} MB |`,
    ]
    const instance = await DuckDBInstance.create(':memory:', { threads: String(threads) })
    const database = await instance.connect()
    await database.run(`SELECT setseed(0.5)`)
    await database.run(`CREATE TABLE addresses AS
      WITH extents AS (SELECT uuid, min(start_offset) AS first, max(end_offset) FILTER (end_offset < 4294967295) AS last
        FROM '${table}' GROUP BY uuid)
      SELECT i AS id, uuid, first + (random() * (last - first))::BIGINT AS image_offset
      FROM range(${addresses} // (SELECT count(*) FROM extents)) r(i), extents`)
    const query = queryIn(document, 'DuckDB').replace('symbols.parquet', table)
    const joins = [
      ['function, file, line', query.replace(', s.callers', '')],
      ['and inlined calls', query],
    ]
    for (const [what, sql] of joins) {
      const join = await timeJoin(database, sql)
      told.push(
        `| DuckDB, join of ${addresses} addresses: ${what} | ${join.wall.toFixed(1)} s | ${join.cpu.toFixed(1)} s | ${join.named} of them named |`,
      )
    }
    return told
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { addresses: { type: 'string', default: '10000000' }, threads: { type: 'string', default: '2' } },
  })
  const [dsym] = positionals
  if (!dsym) throw new Error('usage: node tests/bench/table.mjs DSYM [--addresses N] [--threads N]')
  const numbers = { addresses: Number(values.addresses), threads: Number(values.threads) }
  console.log((await measureTable(dsym, numbers)).join('\n'))
}
