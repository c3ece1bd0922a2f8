/** Widths of texts in cells of a fixed-width face, where signs of East Asia take two. */

/** Signs that take two cells: Han, kana, Hangul, and full-width forms and punctuation. */
const WIDE =
  '\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6'
const wide = new RegExp(`[${WIDE}]`, 'g')
const anyWide = new RegExp(`[${WIDE}]`)

/** Cells that a text takes. */
export function cellsOf(text: string): number {
  return anyWide.test(text) ? text.length + (text.match(wide)?.length ?? 0) : text.length
}

/** The text with blanks behind it, so that it takes at least `cells`. */
export const padEndTo = (text: string, cells: number): string => text + ' '.repeat(Math.max(0, cells - cellsOf(text)))

/** The text with blanks before it, so that it takes at least `cells`. */
export const padStartTo = (text: string, cells: number): string => ' '.repeat(Math.max(0, cells - cellsOf(text))) + text

/** Marks that no line begins with, and those that no line ends with. */
const CLOSING = '，。：；？！、）】》」”’…'
const OPENING = '（【《「“‘'
const LATIN = `[^ ${WIDE}${OPENING}${CLOSING}]+`
/** A sign of East Asia, or a word; "…" and "’" in the middle of a word, as in `"0x…","bytes"`, do not end it. */
const piece = new RegExp(`( ?)([${OPENING}]*(?:[${WIDE}]|${LATIN}(?:[…’]+${LATIN})*)[${CLOSING}]*|\\S)`, 'gu')

/** Lines of at most `cells`: they break at blanks and between signs of East Asia. A longer word has a line to itself. */
export function wrapped(text: string, cells: number): readonly string[] {
  const parts = anyWide.test(text)
    ? [...text.matchAll(piece)].map(([, blank = '', word = '']) => ({ blank, word }))
    : text.split(' ').map((word) => ({ blank: ' ', word }))
  const lines: string[] = []
  let line = ''
  for (const { blank, word } of parts) {
    if (line !== '' && cellsOf(line) + blank.length + cellsOf(word) > cells) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : line + blank + word
  }
  return [...lines, line]
}
