/** Styles of a terminal: only where a person reads, and where they are not switched off. */

let isColorless = false

/** `--no-color`. */
export function beColorless(): void {
  isColorless = true
}

/** True if a stream gets styles: a terminal that supports them, without `NO_COLOR` or `--no-color`. */
export const hasColor = (stream: { readonly isTTY?: boolean }): boolean =>
  !isColorless && stream.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'

/** Text in bold. */
export const bold = (text: string): string => `\x1b[1m${text}\x1b[22m`
