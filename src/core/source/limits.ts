/** How much of a source file is read and shown. */

/** Bytes of a file: amalgamated and generated sources have some ten million. */
export const LARGEST_FILE = 1 << 24

/** Lines shown before and after the line of a call. */
export const NEIGHBOURS = 4

/** UTF-16 units of a line that are shown; of a longer one those around the column. */
export const LONGEST_LINE = 400

/** Characters of text before an excerpt that are kept for a highlighter. */
export const LONGEST_LEAD = 100_000
