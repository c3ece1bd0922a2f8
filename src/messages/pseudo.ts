/** A language for tests and development, made from English: accents and brackets show what is no entry of a catalogue. */
import { escapePattern } from '../core/messages/escape-pattern.ts'

const accented = new Map(
  [...'aAcCdDeEgGhHiIlLnNoOrRsStTuUwWyYzZ'].map((letter, at) => [
    letter,
    [...'áÁçÇďĎéÉğĞĥĤíÍĺĹñÑóÓŕŔšŠťŤúÚŵŴýÝžŽ'][at] ?? letter,
  ]),
)

/** Keys of parts of a sentence that are no words: code, addresses, names of files. */
const dataKeys = new Set(['code', 'href', 'download'])

/** The most parameters whose texts are kept. */
const MOST_KEPT = 200

/**
 * An entry of an English catalogue as `[áççéñťéď]` text. Texts in the parameters of a function are kept as they are, so that paths and
 * names can still be read.
 */
export function pseudo(english: unknown): unknown {
  if (typeof english !== 'function') return restate(english, [])
  const say = english as (...given: readonly unknown[]) => unknown
  return (...given: readonly unknown[]) => restate(say(...given), textsIn(given))
}

function restate(said: unknown, kept: readonly string[]): unknown {
  if (typeof said === 'string') return said.trim() === '' ? said : bracket(said, kept)
  if (Array.isArray(said)) return said.map((item) => restate(item, kept))
  if (typeof said === 'function') return pseudo(said)
  if (typeof said !== 'object' || said === null || Object.getPrototypeOf(said) !== Object.prototype) return said
  return Object.fromEntries(
    Object.entries(said).map(([key, value]) => [key, dataKeys.has(key) ? value : restate(value, kept)]),
  )
}

/** What is within backticks is code. */
function bracket(text: string, kept: readonly string[]): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? []
  const longestFirst = kept.filter((one) => words.includes(one)).sort((a, b) => b.length - a.length)
  const whole = new RegExp([...longestFirst.map(escapePattern), '`[^`]*`'].join('|'), 'g')
  let said = ''
  let end = 0
  for (const found of words.matchAll(whole)) {
    said += accents(words.slice(end, found.index)) + found[0]
    end = found.index + found[0].length
  }
  return `${before}[${said}${accents(words.slice(end))}]${after}`
}

const accents = (text: string): string => text.replace(/[a-z]/gi, (letter) => accented.get(letter) ?? letter)

/** All texts in the parameters of an entry. */
function textsIn(given: readonly unknown[]): readonly string[] {
  const found: string[] = []
  const look = (value: unknown): void => {
    if (found.length >= MOST_KEPT) return
    if (typeof value === 'string' && value !== '') found.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look)
  }
  given.forEach(look)
  return found
}
