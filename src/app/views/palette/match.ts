/**
 * How the palette matches: each typed word must occur in a line, whole, or as initials of the line's words in order (`cvt` in `CartView.total`). Letters strewn anywhere are no match, so that nobody wonders why a line is there.
 */
import { foldCase } from '../report/find.ts'

/** How well a line holds what was typed, the best first. A query counts as its weakest word. */
export const ranks = { whole: 6, start: 5, wordStart: 4, initials: 3, inside: 2, beside: 1, none: 0 } as const
export const BEST_RANK = ranks.whole

export interface Line {
  readonly label: string
  readonly detail: string
  /** Looked at but not shown, such as a whole path. */
  readonly also?: string
}

export type Range = readonly [from: number, to: number]

export interface Query {
  readonly whole: string
  readonly words: readonly string[]
}

/** Longer lines are matched as they are alone: initials of a thousand words say nothing. */
const MOST_INITIALS = 400
/** Nobody types more initials. */
const MOST_TYPED = 24

/** The typed text, without case and outer spaces. */
export function queryOf(typed: string): Query {
  const whole = foldCase(typed.trim())
  return { whole, words: whole.split(/\s+/).filter(Boolean) }
}

/** Rank of a line, 0 where it does not match; the empty query matches everything. */
export function rankOf({ label, detail, also = '' }: Line, { whole, words }: Query): number {
  if (whole === '') return BEST_RANK
  const folded = foldCase(label)
  const phrase = rankOfWord(label, folded, whole)
  if (phrase === BEST_RANK || words.length === 1) {
    if (phrase > ranks.none) return phrase
    return foldCase(detail).includes(whole) || foldCase(also).includes(whole) ? ranks.beside : ranks.none
  }
  const beside = `${foldCase(detail)}\n${foldCase(also)}`
  let weakest: number = BEST_RANK
  for (const word of words) {
    const rank = rankOfWord(label, folded, word) || (beside.includes(word) ? ranks.beside : ranks.none)
    if (rank === ranks.none) return phrase
    weakest = Math.min(weakest, rank)
  }
  return Math.max(phrase, weakest)
}

function rankOfWord(label: string, folded: string, word: string): number {
  const at = placeOf(label, folded, word)
  if (at === 0) return folded.length === word.length ? ranks.whole : ranks.start
  if (at > 0 && isWordStart(label, at)) return ranks.wordStart
  if (initialsOf(label, folded, word)) return ranks.initials
  return at > 0 ? ranks.inside : ranks.none
}

/** Position of a word in a line: the first at the start of a word, otherwise the first of all. */
function placeOf(label: string, folded: string, word: string): number {
  const first = folded.indexOf(word)
  for (let at = first; at >= 0; at = folded.indexOf(word, at + 1)) if (isWordStart(label, at)) return at
  return first
}

const isLower = (code: number): boolean => code >= 97 && code <= 122
const isUpper = (code: number): boolean => code >= 65 && code <= 90
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isLetter = (code: number): boolean => isLower(code) || isUpper(code) || code > 127

/** After a sign or a space, at a capital after a small letter, before the last capital of several, at the first digit. */
function isWordStart(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (!isLetter(code) && !isDigit(code)) return false
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  if (!isLetter(before) && !isDigit(before)) return true
  if (isDigit(code)) return !isDigit(before)
  if (isDigit(before)) return true
  return isUpper(code) && (!isUpper(before) || isLower(text.charCodeAt(at + 1)))
}

/** Places of the letters of a word, each at the beginning of a word of the line or right behind the one before. */
function initialsOf(label: string, folded: string, word: string): readonly number[] | undefined {
  if (word.length < 2 || word.length > MOST_TYPED || label.length > MOST_INITIALS) return undefined
  /** Pairs of letter and place that lead nowhere. */
  const dead = new Set<number>()
  const places: number[] = []
  const follow = (letter: number, from: number): boolean => {
    if (letter === word.length) return true
    const key = letter * (MOST_INITIALS + 1) + from
    if (dead.has(key)) return false
    for (
      let at = folded.indexOf(word.charAt(letter), from);
      at >= 0;
      at = folded.indexOf(word.charAt(letter), at + 1)
    ) {
      if (!(letter > 0 && at === from) && !isWordStart(label, at)) continue
      places[letter] = at
      if (follow(letter + 1, at + 1)) return true
    }
    dead.add(key)
    return false
  }
  return follow(0, 0) ? places : undefined
}

/** Marked ranges in the label of a matching line, in order. */
export function rangesOf(label: string, { whole, words }: Query): readonly Range[] {
  if (whole === '') return []
  const folded = foldCase(label)
  const ranges = (placeOf(label, folded, whole) >= 0 ? [whole] : words).flatMap((word): readonly Range[] => {
    const at = placeOf(label, folded, word)
    const initials = at >= 0 && isWordStart(label, at) ? undefined : initialsOf(label, folded, word)
    if (initials) return initials.map((place): Range => [place, place + 1])
    return at < 0 ? [] : [[at, at + word.length]]
  })
  return joined([...ranges].sort(([a], [b]) => a - b))
}

/** Without ranges that touch or overlap. */
function joined(sorted: readonly Range[]): readonly Range[] {
  const ranges: Range[] = []
  for (const [from, to] of sorted) {
    const last = ranges.at(-1)
    if (last && from <= last[1]) ranges[ranges.length - 1] = [last[0], Math.max(last[1], to)]
    else ranges.push([from, to])
  }
  return ranges
}
