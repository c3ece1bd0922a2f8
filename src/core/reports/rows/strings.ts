/** Takes rows out of strings: of JSON, of source code, of consoles that escape what they print. */
import { findRowStarts, holdsAddress, holdsNumber, isRow } from './row-starts.ts'
import { mapLines, type RowStep } from './rows-text.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\n',
  t: '\t',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '/': '/',
}

/** One level of backslashes undone. */
export function unescapeText(text: string): string {
  return text.replace(/\\(?:r\\n|([nrt"'\\/])|u([0-9a-fA-F]{4}))/g, (_, letter?: string, code?: string) =>
    letter !== undefined
      ? (ESCAPES[letter] ?? '')
      : code !== undefined
        ? String.fromCharCode(parseInt(code, 16))
        : '\n',
  )
}

interface Literal {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The key of the string in its object, or the key of its array. */
  readonly key: string
}

/** The strings of a line in their order, without the names of members; a string that never ends goes to the end. Linear. */
function findLiterals(text: string, key: string): { readonly literals: readonly Literal[]; readonly key: string } {
  const literals: Literal[] = []
  let at = text.indexOf('"')
  // eslint-disable-next-line unslide/bounded-loops -- each round starts after the string that the last one found
  while (at >= 0) {
    let end = at + 1
    while (end < text.length && text.charCodeAt(end) !== 34) end += text.charCodeAt(end) === 92 ? 2 : 1
    const value = text.slice(at + 1, end)
    if (isKeyBehind(text, end + 1)) key = value
    else literals.push({ text: value, start: at, end: end + 1, key })
    at = text.indexOf('"', end + 1)
  }
  return { literals, key }
}

function isKeyBehind(text: string, at: number): boolean {
  return /^[ \t]{0,64}:/.test(text.slice(at, at + 65))
}

/** A line of JSON, or of an array as Foundation prints it. */
const JSON_LINE = /^[ \t]*[{}[\]"]/

/**
 * The strings of JSON that hold rows, as lines. All strings under the same name are kept, since the heading of a stack has no
 * address; other members are no part of a stack.
 */
export const takeStrings: RowStep = (lines) => {
  const carriers = new Set<string>()
  let key = ''
  for (const { text } of lines) {
    if (!JSON_LINE.test(text)) continue
    const found = findLiterals(text, key)
    key = found.key
    for (const literal of found.literals) if (holdsNumber(literal.text)) carriers.add(literal.key)
  }
  if (carriers.size === 0) return lines
  key = ''
  return mapLines(lines, (text) => {
    if (!JSON_LINE.test(text)) return text
    const found = findLiterals(text, key)
    key = found.key
    const kept = found.literals.filter((literal) => carriers.has(literal.key))
    // Cells of a table are not strings of their own.
    const areCells =
      kept.length > 1 &&
      !/[{[:]/.test(text.slice(0, kept[0]?.start)) &&
      !kept.some((literal) => isRow(unescapeText(literal.text)))
    if (areCells) return text
    return kept.length === 0 && /^[ \t]*"/.test(text) && found.literals.length === 0
      ? text
      : kept.flatMap((literal) => unescapeText(literal.text).split('\n'))
  })
}

/** JSON, whose strings are taken out one by one. */
const OPEN_JSON = /^[ \t]*(?:\{[ \t]*"|\[[ \t]*[{"])/

/** Lines in which `\n` stands for the end of a line, as they should be. */
export const undoEscapedLines: RowStep = (lines) =>
  mapLines(lines, (text) => {
    if (!text.includes('\\') || OPEN_JSON.test(text) || !holdsNumber(text) || !/\\n|\\t|\\"/.test(text)) return text
    const bare = unescapeText(text).split('\n')
    return bare.some((line) => holdsAddress(line) || findRowStarts(line).length > 0) ? bare : text
  })

/** What a log writes before a document of JSON. */
const BEFORE_JSON = /^[^"]{1,400}?(?=\{[ \t]*"|\[[ \t]*[{"])/
/** The same before a string of several lines. */
const BEFORE_STRING = /^[^"\\]{1,400}(?="[^"]{0,4000}\\n)/
/** JSON in a cell of a CSV file: each of its quotes is doubled. */
const CSV_JSON = /^[ \t]*"[ \t]*[{[][ \t[{]*""/

/** JSON with rows without the prefix of its line, and without the quotes of its cell. */
export const openJson: RowStep = (lines) =>
  mapLines(lines, (text) => {
    if (!text.includes('"') || !holdsAddress(text)) return text
    if (CSV_JSON.test(text)) return text.replace(/^[ \t]*"|"[ \t,;]*$/g, '').replace(/""/g, '"')
    const before = BEFORE_JSON.exec(text) ?? BEFORE_STRING.exec(text)
    return before && /"[ \t]*:|\\n/.test(text) && !holdsAddress(before[0]) ? text.slice(before[0].length) : text
  })

const LIST = /^[^'"]{0,200}[[({][ \t]*[bBuUrR]?['"]/

/** The strings of a list or object as Python prints it, in single quotes, in lines of their own; texts of bytes have a letter before. Linear. */
export const openLists: RowStep = (lines) =>
  mapLines(lines, (text) => {
    const open = LIST.exec(text)
    if (!open || !/'[ \t]*[\])}]/.test(text) || !holdsNumber(text)) return text
    const found: string[] = []
    let [at, from] = [open[0].length - 1, 0]
    while (at < text.length) {
      const quote = text[at]
      if (quote === "'" || quote === '"') {
        let end = at + 1
        while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1
        const before = text.slice(from, at)
        // None, True and numbers stand bare between strings; more words are prose with apostrophes.
        if (from > 0 && (before.length > 80 || !/^[\w\s,:.[\](){}-]*$/.test(before))) return text
        found.push(unescapeText(text.slice(at + 1, end)))
        from = end + 1
        at = from
      } else at++
    }
    // Double quotes alone are JSON, which another step undoes.
    return text.includes("'") && text[open[0].length - 1] === "'" ? found.flatMap((one) => one.split('\n')) : text
  })

/** Quotes, commas and brackets around a row, and emphasis of chats. */
export const trimRows: RowStep = (lines) =>
  mapLines(lines, (text) => {
    if (!/^[ \t]*["'`*]|["'`*][ \t,;)\]}]*$/.test(text)) return text
    // Bounded: a long run of quotes would take its square.
    const trimmed = text.replace(/^([ \t]*)(?:["'`]|\*\*)+(?=\S)/, '$1').replace(/(?:["'`]|\*\*){1,8}[ \t,;)\]}]*$/, '')
    return trimmed !== text && findRowStarts(trimmed)[0] !== undefined ? trimmed : text
  })
