/** Table columns for members of records that have no column of their own. */
import { formatJson, type JsonObject, type JsonValue } from './json.ts'

/** Bounds of a table whose records each have members of other names: its cells would be records times names. */
const MAX_COLUMNS = 200
const MAX_CELLS = 4_000_000
/** Heading of the last column, with the members of a record that got no column. */
const MORE = '…'

export interface OtherColumns {
  readonly columns: readonly string[]
  readonly cells: (record: JsonObject) => string[]
}

/**
 * One column for each member name that is not in `known`, in the order of appearance. Names above the bounds share a last column, as JSON.
 * `format` writes one value.
 */
export function otherColumns(
  records: readonly JsonObject[],
  known: ReadonlySet<string>,
  format: (value: JsonValue | undefined) => string = formatJson,
): OtherColumns {
  const most = Math.min(MAX_COLUMNS, Math.floor(MAX_CELLS / Math.max(records.length, 1)))
  const names = new Set<string>()
  let hasMore = false
  for (const record of records) {
    for (const name of Object.keys(record)) {
      if (known.has(name) || names.has(name)) continue
      if (names.size < most) names.add(name)
      else hasMore = true
    }
  }
  const own = [...names]
  const rest = (record: JsonObject): string => {
    const members = Object.entries(record).filter(([name]) => !known.has(name) && !names.has(name))
    return members.length === 0 ? '' : formatJson(Object.fromEntries(members))
  }
  return {
    columns: hasMore ? [...own, MORE] : own,
    cells: (record) => [
      ...own.map((name) => format(Object.hasOwn(record, name) ? record[name] : undefined)),
      ...(hasMore ? [rest(record)] : []),
    ],
  }
}
