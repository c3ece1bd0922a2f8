/** Takes rows out of HTML and out of tables. */
import { unescapeEntities } from '../text/entities.ts'
import { shapeOf } from './prefixes.ts'
import { findRowStarts, holdsAddress, isRow, LONGEST_ROW_LINE } from './row-starts.ts'
import { mapLines, type RowStep, type SourceLine } from './rows-text.ts'

const TAGS =
  'br|div|span|pre|code|table|thead|tbody|tfoot|tr|td|th|ul|ol|li|html|head|body|title|style|em|strong|font|blockquote|details|summary|section|article|main|h[1-6]|hr|samp|kbd|tt'
const TAG = new RegExp(`<(/?)(${TAGS}|p|a|b|i|u)(?:[ \\t]+[^<>\\n]{0,300})?[ \\t]*/?>`, 'gi')
const BLOCK =
  /^(?:br|div|pre|table|tr|li|p|h[1-6]|hr|blockquote|section|article|ul|ol|summary|details|body|head|html|title|thead|tbody)$/i
const SURE_TAG = new RegExp(
  `<(?:/(?:${TAGS}|p|a|b|i|u)|br[ \\t]*/?|(?:${TAGS})(?:[ \\t]+[a-z-]+=[^<>\\n]{0,300})?)>`,
  'i',
)
const CELL = /^t[dh]$/i

/** HTML as the text that a browser shows. */
export const undoMarkup: RowStep = (lines) => {
  if (!lines.some(({ text }) => text.includes('<') && SURE_TAG.test(text))) return lines
  const prefix = findPrefix(lines)
  return mapLines(lines, (line) => {
    if ((!line.includes('<') && !line.includes('&')) || isInString(line)) return line
    const before = prefix === undefined ? undefined : BEFORE_TAG.exec(line)?.[0]
    const text = before !== undefined && shapeOf(before) === prefix ? line.slice(before.length) : line
    const plain = text.replace(TAG, (_, closing: string, name: string) =>
      CELL.test(name) ? (closing ? '\t' : '') : BLOCK.test(name) ? '\n' : '',
    )
    const shown = unescapeEntities(plain)
    return shown.includes('\n') ? trimBlankEnds(shown.split('\n')) : shown
  })
}

/** A document of JSON, or a string of one, that has its quotes and ends of lines escaped. */
const STRING = /^[^<]{0,400}[{[][ \t]*["{[]|^[ \t]*"[^<]{0,400}<.*\\[n"]/

/** True if the tags of a line are in a string, which another step takes out first. */
function isInString(line: string): boolean {
  return line.length < LONGEST_ROW_LINE * 1024 && STRING.test(line) && /\\[n"]|"[ \t]*:/.test(line)
}

const BEFORE_TAG = /^[^<>]{0,400}(?=<(?:tr|li|p|div|pre|table|ul|ol)\b)/i
/** So many lines with the same words before a tag have a prefix. */
const FEWEST_PREFIXED = 3

/** The shape of the words that a log put before the tags of most lines. */
function findPrefix(lines: readonly SourceLine[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { text } of lines) {
    const before = text.includes('<') ? BEFORE_TAG.exec(text)?.[0] : undefined
    const shape = before === undefined ? '' : shapeOf(before)
    if (shape !== '') counts.set(shape, (counts.get(shape) ?? 0) + 1)
  }
  const [most] = [...counts].sort((a, b) => b[1] - a[1])
  return most && most[1] >= FEWEST_PREFIXED ? most[0] : undefined
}

function trimBlankEnds(lines: readonly string[]): readonly string[] {
  const filled = lines.filter((line) => line.trim() !== '')
  return filled.length > 0 ? filled : ['']
}

interface Separator {
  readonly pattern: RegExp
  /** Fewer cells are words with a mark between them. */
  readonly fewest: number
}

const SEPARATORS: readonly Separator[] = [
  { pattern: /"+[ \t]*[,;][ \t]*"*|"*[ \t]*[,;][ \t]*"+/g, fewest: 2 },
  { pattern: /[ \t]*\|[ \t]*/g, fewest: 2 },
  { pattern: /[ \t]*[,;][ \t]*/g, fewest: 3 },
  { pattern: /[ \t]*[│┃║][ \t]*/g, fewest: 2 },
]
const RULE = /^[\s|+:=│┃║├┤┼─━-]+$/

const CELLS = /["|,;│┃║]/

function isBareRow(text: string): boolean {
  return !/^[ \t]*["|│┃║]/.test(text) && findRowStarts(text).length > 0
}

/** Rows whose columns are cells of a table, as lines with blanks between the columns. */
export const joinCells: RowStep = (lines) => {
  if (!lines.some(({ text }) => CELLS.test(text) && holdsAddress(text))) return lines
  const chosen = SEPARATORS.map((separator) => ({ separator, rows: countRows(lines, separator) })).sort(
    (a, b) => b.rows - a.rows,
  )[0]
  if (!chosen || chosen.rows === 0) return lines
  return mapLines(lines, (text) => {
    if (!CELLS.test(text)) return text
    const joined = joinLine(text, chosen.separator)
    return joined === undefined || isBareRow(text) ? text : joined
  })
}

/** True if a line has only marks before its row. */
function beginsRow(text: string): boolean {
  const [first] = findRowStarts(text)
  return first !== undefined && !/[\p{L}\p{N}]/u.test(text.slice(0, first.at))
}

function countRows(lines: readonly SourceLine[], separator: Separator): number {
  let rows = 0
  for (const { text } of lines) {
    if (!CELLS.test(text) || !holdsAddress(text) || isBareRow(text)) continue
    const joined = joinLine(text, separator)
    if (joined !== undefined && beginsRow(joined)) rows++
  }
  return rows
}

/** The line with blanks for its separators, its cells in the order of a row; undefined where it has none. */
function joinLine(text: string, separator: Separator): string | undefined {
  if (text.length > 4096) return undefined
  const cells = text.split(separator.pattern).map((cell) => cell.replace(/^[\s"`]+|["`],?$|[\s"`]+$/g, ''))
  if (cells.length < separator.fewest && !/^[ \t]*"/.test(text)) return undefined
  if (RULE.test(text)) return ''
  const filled = cells.filter((cell) => cell !== '')
  const joined = filled.join('  ')
  if (beginsRow(joined)) return joined
  // The pane or column with the row has something else beside it.
  const [row, ...others] = filled.filter(isRow)
  if (row !== undefined && others.length === 0) return row
  const ordered = orderCells(filled)
  return ordered !== undefined && isRow(ordered) ? ordered : joined
}

/** Number, image, address and place, whatever the order of the columns. */
function orderCells(cells: readonly string[]): string | undefined {
  const address = cells.find((cell) => /^0x[0-9a-f]{5,16}$/i.test(cell))
  const number = cells.find((cell) => /^#?\d{1,4}$/.test(cell))
  const others = cells.filter((cell) => cell !== address && cell !== number)
  const image = others.find((cell) => /^[\p{L}_][^+[\]()]{0,80}$/u.test(cell))
  if (address === undefined || image === undefined) return undefined
  const rest = others.filter((cell) => cell !== image)
  // Besides its address a row has at most a load address with an offset.
  if (rest.some((cell) => /0x[0-9a-f]{5}/i.test(cell) && !/^0x[0-9a-f]+ \+ /i.test(cell))) return undefined
  return [number, image, address, ...rest].filter((cell) => cell !== undefined).join('  ')
}
