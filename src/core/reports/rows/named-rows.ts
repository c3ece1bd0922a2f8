/**
 * Stacks of names laid bare: those of managed code, scripts and other languages, whose rows have no addresses. Each step undoes one
 * thing that programs and people do to a text; whether it helped is for the formats to say.
 */
import { unescapeEntities } from '../text/entities.ts'
import { undoErrorRecord, unwrapErrorRecord } from './error-records.ts'
import { joinAtBlanks, joinAtColumn, partGluedRows, splitNamedRows } from './named-breaks.ts'
import { undoMarkup } from './markup.ts'
import { mapLines, type RowStep, type SourceLine } from './rows-text.ts'
import { unescapeText } from './strings.ts'

/** How a row begins in any of the languages. */
const ROW = String.raw`(?:at[ \t]|#\d{1,4}[ \t]|\d{1,4}:[ \t]|goroutine \d|[\w$.<>/]{1,120}@\S|(?:[\w$.<>]{1,120}|\(anonymous function\)) — \S|(?:[\p{L}_][\p{L}\p{N}_]{0,80}[.:/]){1,24}[^\s()]{1,200} ?\()`
/** Marks for the end of a line before two rows or more. */
const ESCAPED = new RegExp(String.raw`(?:\\{1,4}r)?\\{1,4}n|↵`, 'g')
const ESCAPED_ROW = new RegExp(String.raw`(?:\\n|↵)(?:\\{1,4}t|[ \t]){0,40}${ROW}`, 'gu')
const FEWEST = 2
/** The quote that opens the string of the rows. */
const OPENING = /(?:^|[\s:=,({[])"(?=[^\s"])(?:[^"\\]|\\.)*$/
const CLOSING = /(?<!\\)"/

/** Lines in which `\n` or an arrow replaces the end of a line, without the string's quotes and the text around them. */
const openEscaped: RowStep = (lines) =>
  mapLines(lines, (text) => {
    if (!text.includes('\\n') && !text.includes('↵')) return text
    if ([...text.matchAll(ESCAPED_ROW)].length < FEWEST) return text
    const first = text.search(ESCAPED)
    const opening = OPENING.exec(text.slice(0, first))
    const start = opening ? text.indexOf('"', opening.index) + 1 : 0
    const closing = opening ? CLOSING.exec(text.slice(first)) : null
    const inside = text.slice(start, closing ? first + closing.index : text.length)
    const plain = unescapeText(inside.replace(/\\{1,4}(?=[rnt])/g, '\\')).replaceAll('↵', '\n')
    return [text.slice(0, Math.max(start - 1, 0)).trimEnd(), ...plain.split('\n')].filter((line) => line !== '')
  })

/** Compilers' names in angle brackets are no tags: nothing closes them. */
const undoTags: RowStep = (lines) =>
  lines.some(({ text }) => /<\/[a-z]|<br\b/i.test(text)) ? undoMarkup(lines) : lines

const undoEntities: RowStep = (lines) => mapLines(lines, unescapeEntities)

/** Rows that somebody set in bold. */
const undoBold: RowStep = (lines) =>
  mapLines(lines, (text) => text.replace(/^([ \t>]{0,40})\*\*(\S.{0,2000}?)\*\*[ \t]*$/, '$1$2'))

/** Ends of the words that a log, a chat or a list puts before its lines. */
const MARK = /^.{0,160}(?:[>»|│:\]▸•*–›)-]|\.(?:dart|js|ts):\d{1,9})[ \t]+/su
/** Numbers and words that belong to a row. */
const OF_ROW = /^[ \t]*(?:#?\d{1,4}[:.)]?|at)[ \t]*$|\bat[ \t]/
const LONGEST_PREFIX = 200
/** So many neighbours must have it in common. */
const FEWEST_PREFIXED = 2

const digitsAlike = (text: string): string => text.slice(0, LONGEST_PREFIX).replace(/\d+/g, '0')

/** The same words with any numbers in them. */
const anyNumbers = (before: string): RegExp =>
  new RegExp(`^${before.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\d+/g, '\\d{1,20}')}`)

/** The words that two lines begin with but for numbers, up to the last mark in them. */
function commonOf(one: string, other: string): string {
  const [a, b] = [one.slice(0, LONGEST_PREFIX), other.slice(0, LONGEST_PREFIX)]
  let [same, there] = [0, 0]
  while (same < a.length && there < b.length) {
    const [here, next] = [NUMBER.exec(a.slice(same))?.[0], NUMBER.exec(b.slice(there))?.[0]]
    if ((here === undefined) !== (next === undefined)) break
    if (here === undefined && a[same] !== b[there]) break
    same += here?.length ?? 1
    there += next?.length ?? 1
  }
  return MARK.exec(one.slice(0, same))?.[0] ?? ''
}
const NUMBER = /^\d+/

/** The lines without what most neighbours begin with, but for digits. */
const cutNamedPrefix: RowStep = (lines) => {
  const filled = lines.filter(({ text }) => text.trim() !== '')
  const counts = new Map<string, { readonly before: string; readonly count: number }>()
  filled.forEach(({ text }, at) => {
    const before = commonOf(text, filled[at + 1]?.text ?? '')
    if (before.trim() === '' || OF_ROW.test(before)) return
    const shape = digitsAlike(before)
    counts.set(shape, { before, count: (counts.get(shape)?.count ?? 0) + 1 })
  })
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count)
  if (!most || most.count < FEWEST_PREFIXED) return lines
  const [whole, bare] = [anyNumbers(most.before), anyNumbers(most.before.trimEnd())]
  return mapLines(lines, (text) => {
    const rest = text.replace(whole, '')
    return rest === text ? text.replace(bare, '') : rest
  })
}

/** A step, and how the names of rows show that it helped: joined rows have longer ones, rows without the words of a log shorter ones. */
export interface NamedStep {
  readonly undo: RowStep
  /** The removed text is of no program, so keep the removal unless a row is lost. */
  readonly isSure?: true
  readonly makes?: 'longer' | 'shorter'
}

/** In this order: a prefix may precede a whole broken row or each part of it. */
export const namedSteps: readonly NamedStep[] = [
  { undo: unwrapErrorRecord, makes: 'longer' },
  { undo: undoErrorRecord, isSure: true },
  { undo: openEscaped },
  { undo: partGluedRows },
  { undo: undoTags, makes: 'shorter' },
  { undo: undoBold },
  { undo: undoEntities, makes: 'shorter' },
  { undo: joinAtColumn, makes: 'longer' },
  { undo: joinAtBlanks, makes: 'longer' },
  { undo: cutNamedPrefix, makes: 'shorter' },
  { undo: joinAtColumn, makes: 'longer' },
  { undo: joinAtBlanks, makes: 'longer' },
  { undo: splitNamedRows },
]

export const textOf = (lines: readonly SourceLine[]): string => lines.map(({ text }) => text).join('\n')
