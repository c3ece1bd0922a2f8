/** Reads a text file line by line, without the whole text in memory. */

/** Longer lines are of no format that is read so. */
const LONGEST_LINE = 1 << 20

/** Calls `visit` for each line, without the blanks at its end, until it returns false. Lines of megabytes are cut. */
export async function readLines(blob: Blob, visit: (line: string) => boolean | void): Promise<void> {
  const decoder = new TextDecoder()
  const reader = blob.stream().getReader()
  let rest = ''
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const lines = (rest + decoder.decode(next.value, { stream: true })).split('\n')
    rest = (lines.pop() ?? '').slice(0, LONGEST_LINE)
    for (const line of lines) {
      if (visit(line.trimEnd()) === false) return reader.cancel()
    }
  }
  visit((rest + decoder.decode()).trimEnd())
}
