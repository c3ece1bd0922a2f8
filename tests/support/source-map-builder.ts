/** Writes the tables of source maps, so that a test states what is in them. */

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** One number as base64 digits of five bits. */
export function vlq(value: number): string {
  let [rest, text] = [value < 0 ? -value * 2 + 1 : value * 2, '']
  do {
    const digit = rest % 32
    rest = Math.floor(rest / 32)
    text += DIGITS[digit + (rest > 0 ? 32 : 0)]
  } while (rest > 0)
  return text
}

/** Rows of numbers for each line of a bundle, as steps from the row before; the column begins at 0 in each line. */
export function mappingsOf(lines: readonly (readonly (readonly number[])[])[]): string {
  const last: number[] = []
  return lines
    .map((line) => {
      last[0] = 0
      return line
        .map((row) => row.map((value, at) => vlq(value - (last[at] ?? 0) + 0 * (last[at] = value))).join(''))
        .join(',')
    })
    .join(';')
}

/** Metro's table of functions of one source: column, name, line (from 1) of each function's start. */
export function functionTable(names: readonly string[], starts: readonly (readonly number[])[]) {
  let line = 1
  const rows = starts.map(([column = 0, name = 0, at = 1]) => {
    const row = `${vlq(column)}${vlq(name)}${vlq(at - line)}`
    line = at
    return row
  })
  // Columns begin anew in each row; indexes of names do not.
  return [{ names, mappings: rows.join(';') }]
}
