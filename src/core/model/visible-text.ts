/** Text of strangers as it may go to a terminal, and to programs that read it line by line. */

/**
 * Characters that terminals obey, that reorder text, or that nobody sees. They are control characters except tabs and line ends,
 * Unicode's own ends of lines and paragraphs, and its marks of direction that reach beyond themselves. The unseen ones are blanks
 * without width, and tags and selectors beyond the basic plane, in which a whole text can be hidden from a person and told to a program.
 */
const OBEYED =
  // eslint-disable-next-line no-control-regex -- the characters that are looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\r(?!\n)|\udb40[\udc00-\uddef]/g
/** Most texts have no such character. Finding that out takes half the time of looking for `OBEYED`. */
const SUSPECT = /[^\t\n -~\u00a0-\u200a\u2010-\u2027\u2030-\u205f\u3000-\ud7ff]/
const LINE_END = /[\r\n]/g

const written = (chars: string): string =>
  chars.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The text with such characters written out, as `\u001b`: the same in text and inside a string of JSON. */
export function visibleText(text: string): string {
  return SUSPECT.test(text) ? text.replace(OBEYED, written) : text
}

/** The same in one line: line ends are written out, too, so that a name cannot pass for the next row of an answer. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(LINE_END, written)
}
