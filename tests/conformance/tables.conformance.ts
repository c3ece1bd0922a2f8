/**
 * Tables of the corpus's dSYMs, joined with 2,000,000 addresses by the documented query of DuckDB: each has the same
 * calls as `unslide lookup`. `TABLE_ADDRESSES` sets another number. `npm run build:cli` must have run.
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { program, unslide } from '../support/cli.ts'
import { randomFrom } from '../support/random.ts'
import { documentedQuery, openDuckDb, rowsOf } from '../support/table-queries.ts'
import { corpus } from './corpus.ts'

const folder = mkdtempSync(join(tmpdir(), 'unslide-'))
afterAll(() => rmSync(folder, { recursive: true }))

const ADDRESSES = Number(process.env.TABLE_ADDRESSES ?? 2_000_000)
/** As many as one run of the program holds without strain. */
const AT_ONCE = 250_000

interface Image {
  readonly path: string
  readonly uuid: string
  readonly arch: string
}

/** Each build once: a second file of it may know more names. */
function imagesIn(folders: readonly string[]): readonly Image[] {
  const images = new Map<string, Image>()
  for (const path of folders) {
    const { out } = unslide(['inspect', path, '--format', 'json'])
    for (const { uuid, arch } of (JSON.parse(out) as { images: readonly Image[] }).images)
      if (uuid && !images.has(uuid)) images.set(uuid, { path, uuid, arch })
  }
  return [...images.values()]
}

/** A table's call as a struct; `prefix` is that of its source columns, `column` what its column comes from. */
const struct = (prefix: string, column: string): string =>
  `{'function': ${prefix}.function, 'mangled': nullif(${prefix}.mangled, ''), 'file': ${prefix}.file,
    'line': ${prefix}.line::INTEGER, 'col': ${column}::INTEGER}`

test.runIf(corpus)('as many addresses as a fleet sends', { timeout: 7_200_000 }, async () => {
  const binaries = join(corpus ?? '', 'binaries')
  const folders = readdirSync(binaries, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.dSYM'))
    .map((path) => join(binaries, path))
  const images = imagesIn(folders)
  const database = await openDuckDb()
  const totals = { images: 0, rows: 0, addresses: 0, named: 0, inlined: 0, differ: 0 }
  const draw = randomFrom(11)
  const tables = images.flatMap((image, at) => {
    const table = join(folder, `${at}.parquet`)
    const made = unslide(['table', image.path, '--uuid', image.uuid, '--arch', image.arch, '-o', table])
    return made.status === 0 ? [{ ...image, table }] : []
  })
  expect(tables.length).toBeGreaterThan(10)
  for (const { path, uuid, arch, table } of tables) {
    const [extent] = await rowsOf<Record<'rows' | 'first' | 'last', string>>(
      database,
      `SELECT count(*) AS rows, min(start_offset) AS first,
         max(end_offset) FILTER (end_offset < 4294967295) AS last FROM '${table}'`,
    )
    // Some before and after all names, too.
    const first = Math.max(0, Number(extent?.first) - 0x100)
    const length = Number(extent?.last ?? 0) + 0x100 - first
    totals.images++
    totals.rows += Number(extent?.rows)
    for (let left = Math.ceil(ADDRESSES / tables.length); left > 0; left -= AT_ONCE) {
      const asked = Array.from({ length: Math.min(left, AT_ONCE) }, () => first + Math.floor(draw() * length))
      const answers = join(folder, 'answers.json')
      const file = openSync(answers, 'w')
      const args = ['lookup', '--symbols', path, '--uuid', uuid, '--arch', arch, '--offset', '--format', 'json', '-']
      spawnSync(process.execPath, [program, ...args], { input: asked.join('\n'), stdio: ['pipe', file, 'ignore'] })
      closeSync(file)
      await database.run(`CREATE OR REPLACE TABLE addresses AS
        SELECT row_number() OVER () AS id, uuid, "offset" AS image_offset, calls FROM read_json('${answers}',
          format = 'newline_delimited', maximum_object_size = 1000000000, columns = {'uuid': 'VARCHAR', 'offset': 'BIGINT',
          'calls': 'STRUCT("function" VARCHAR, mangled VARCHAR, file VARCHAR, line BIGINT, "column" BIGINT)[]'})`)
      const query = documentedQuery('DuckDB')
        .replace('symbols.parquet', table)
        .replace('s.function,', 's.function, s.mangled, s.col,')
      const differing = `FROM addresses a LEFT JOIN (${query}) n ON a.id = n.id
        WHERE [${struct('c', 'NULL')} FOR c IN a.calls[1:1]] || [${struct('c', 'c.column')} FOR c IN a.calls[2:]] IS DISTINCT FROM
          CASE WHEN n.id IS NULL THEN [] ELSE [${struct('n', 'n.col')}] || [${struct('c', 'c.col')} FOR c IN n.callers] END`
      const [counts] = await rowsOf<Record<'addresses' | 'named' | 'inlined' | 'differ', string>>(
        database,
        `SELECT (SELECT count(*) FROM addresses) AS addresses,
           (SELECT count(*) FROM addresses WHERE len(calls) > 0) AS named,
           (SELECT count(*) FROM addresses WHERE len(calls) > 1) AS inlined,
           (SELECT count(*) ${differing}) AS differ`,
      )
      expect(Number(counts?.addresses)).toBe(asked.length)
      for (const what of ['addresses', 'named', 'inlined', 'differ'] as const) totals[what] += Number(counts?.[what])
      if (Number(counts?.differ) > 0) {
        const some = await rowsOf(database, `SELECT a.image_offset, a.calls, n.* ${differing} LIMIT 3`)
        writeFileSync(2, `${path} ${JSON.stringify(some)}\n`)
      }
    }
  }
  console.table(totals)
  expect(totals.addresses).toBeGreaterThanOrEqual(ADDRESSES)
  expect(totals.inlined).toBeGreaterThan(1000)
  expect(totals.differ).toBe(0)
})
