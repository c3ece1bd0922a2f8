/** The strings of a JSON value. */

/** Values that are looked at; a document with more carries no report in a string. */
const MOST_VALUES = 20_000

/** The strings of a value in the order of the document, of its first values where it has very many. */
export function* stringsIn(value: unknown): Generator<string> {
  const open: unknown[] = [value]
  for (let count = 0; open.length > 0 && count < MOST_VALUES; count++) {
    const next = open.pop()
    if (typeof next === 'string') yield next
    else if (typeof next === 'object' && next !== null) {
      const values = Object.values(next) as unknown[]
      for (let at = values.length - 1; at >= 0; at--) open.push(values[at])
    }
  }
}
