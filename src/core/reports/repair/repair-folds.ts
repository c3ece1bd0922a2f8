/** Rows of stacks that a mail folded: at the last blank before its width. */
import { isOwnLine, isPlaceOf, TAIL } from './line-starts.ts'

/** Rows of debuggers, runtimes, trees and crash reports. */
const ROW =
  /^[ \t+!:|*>]*(?:\d{1,9}[ \t]+\S|frame #\d|(?:native: )?#\d{1,5}[ \t]|ALLOC 0x|at[ \t]\S|\*?0x[0-9a-f]|[\w./*()[\]]{1,200}\(|\/[^\s:]{1,300}:\d)/
/** A row that stops where a name or a place has to follow. */
const OPEN_END =
  /(?:[ \t]0x[0-9a-f]{6,16}|\bpc [0-9a-f]{8,16}|[ \t]\||[ \t]\+|[ \t](?:at|in|from)|:[ \t]0x[0-9a-f]{6,16})[ \t\r]*$/

const NARROWEST = 60
const WIDEST = 110
const LARGEST = 4_194_304
/** Rows that must be folded. */
const FEWEST = 2

const withoutMarks = (line: string): string => line.replace(/^[ \t]{0,40}(?:>[ \t]?){1,40}/, '')
/** A node of a tree whose indent was lost, and brackets that close a list. */
const NODE = /^[ \t]*(?:\d{1,9}(?:[ \t]+[\w+[-]|[ \t\r]*$)|[)\]}>,;]{1,9}[ \t\r]*$)/
/** Owner of a number. */
const BEFORE_NUMBER = /[+:][ \t\r]*$/
const isOwn = (line: string): boolean => {
  const bare = withoutMarks(line)
  return bare.trim() === '' || isOwnLine(bare) || NODE.test(bare)
}
const lengthOf = (line: string): number => line.trimEnd().length
const firstWord = (line: string): string => /^[ \t]*(\S{1,500})/.exec(withoutMarks(line))?.[1] ?? ''

/** Brackets that a line leaves open. */
function opens(line: string): boolean {
  let depth = 0
  for (const letter of line) {
    if (letter === '(' || letter === '[') depth++
    else if ((letter === ')' || letter === ']') && depth > 0) depth--
  }
  return depth > 0
}

/** The text with folded lines joined; the same string where no rows were folded. Linear. */
export function joinFolds(text: string): string {
  if (text.length > LARGEST || /^\s*[[{]/.test(text.slice(0, 4096))) return text
  const lines = text.split('\n')
  // A word alone may be wider.
  const width = lines.reduce((most, line) => (/\S[ \t]+\S/.test(line) ? Math.max(most, lengthOf(line)) : most), 0)
  if (width < NARROWEST || width > WIDEST) return text
  const isFolded = (line: string, next: string | undefined): boolean => {
    if (next === undefined || withoutMarks(line).trim() === '') return false
    const isRest = (BEFORE_NUMBER.test(line) && /^[\s>]{0,40}\d/.test(next)) || isPlaceOf(line, next)
    if (isOwn(next) && !isRest) return false
    return lengthOf(line) + 1 + firstWord(next).length > width
  }
  // What only a row can go on with is worth two rows that merely look unfinished.
  const worthOf = (line: string, next: string): number => {
    if (!ROW.test(line)) return 0
    if (TAIL.test(withoutMarks(next))) return FEWEST
    return OPEN_END.test(line) || opens(line) ? 1 : 0
  }
  const folded = lines.map((line, at) => isFolded(line, lines[at + 1]))
  const found = folded.reduce(
    (sum, isOne, at) => (isOne ? sum + worthOf(lines[at] ?? '', lines[at + 1] ?? '') : sum),
    0,
  )
  if (found < FEWEST) return text
  const result: string[] = []
  lines.forEach((line, at) => {
    if (folded[at - 1] === true)
      result[result.length - 1] = `${(result.at(-1) ?? '').trimEnd()} ${withoutMarks(line).trimStart()}`
    else result.push(line)
  })
  return result.join('\n')
}
