/** Texts as large as a limit, for the tests of repairs. */

/** Lines that are of no report. */
const FILLER = `${'. '.repeat(30)}\n`

/** The text with such lines below, so that it has this many characters. */
export function filledTo(text: string, length: number): string {
  const short = length - text.length - 1
  return `${text}\n${FILLER.repeat(Math.ceil(short / FILLER.length)).slice(0, short)}`
}

/** The last text that a repair looks at, and the first that it does not. */
export const LARGEST = 4_194_304
