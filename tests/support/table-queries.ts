/** DuckDB in memory, and what it answers beside what `unslide lookup` does. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { queryIn } from './documented-query.ts'

/** A database that reads files of this machine and downloads no extensions. */
export async function openDuckDb(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    autoinstall_known_extensions: 'false',
    threads: '2',
  })
  return instance.connect()
}

/** Rows of a query as plain values; lists and structs as arrays and objects. */
export async function rowsOf<T>(database: DuckDBConnection, sql: string): Promise<readonly T[]> {
  return (await database.runAndReadAll(sql)).getRowObjectsJson() as unknown as readonly T[]
}

/** The documented query of an engine. */
export const documentedQuery = (engine: string): string =>
  queryIn(readFileSync(fileURLToPath(new URL('../../src/core/tables/README.md', import.meta.url)), 'utf8'), engine)

/** The output of `unslide lookup --format json` for an address that has a name. */
export interface LookedUp {
  readonly uuid: string
  readonly offset: number
  readonly calls: readonly {
    readonly function: string
    readonly mangled: string
    readonly file?: string
    readonly line?: number
    readonly column?: number
  }[]
}

/** A call as a table has it. */
interface TabledCall {
  readonly function: string
  readonly mangled: string | null
  readonly file: string | null
  readonly line: number | null
  readonly col: number | null
}

/** The columns of a table row that name an address. */
export interface NamedRow extends TabledCall {
  readonly callers: readonly TabledCall[]
}

const callText = (
  name: string,
  mangled?: string | null,
  file?: string | null,
  line?: number | null,
  col?: number | null,
) => `${name} ${mangled ?? ''} ${file ?? ''}:${line ?? 0}:${col ?? 0}`

/** The calls of an address, innermost first, as one text: without the column of the innermost, which may change inside a row's range. */
export const lookedUpText = ({ calls }: LookedUp): string =>
  calls
    .map(({ column, ...call }, at) =>
      callText(call.function, call.mangled, call.file, call.line, at === 0 ? undefined : column),
    )
    .join(' < ')

/** The same of a row; no row is no call. */
export const namedText = (row: NamedRow | undefined): string =>
  row === undefined
    ? ''
    : [row, ...row.callers]
        .map((call) => callText(call.function, call.mangled, call.file, call.line, call.col))
        .join(' < ')
