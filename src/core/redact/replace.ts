/** Replaces private texts in other texts, in one pass whatever their number. The longest that begins at a place wins. */
import type { PrivateText } from './find-private.ts'
import { isUuid, shapeLike, variantsOf } from './variants.ts'

/** The kind of text: prose and values (`plain`), or the name of a function or an image, whose words are not a person's. */
export type Zone = 'plain' | 'name'

/** A private text and its pseudonym. */
export interface Rule extends PrivateText {
  readonly pseudonym: string
  count: number
}

/** An edit of a text: what stood at `start..end` is now `size` long. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly size: number
}

export interface Replaced {
  readonly text: string
  readonly edits: readonly Edit[]
}

/** Places in a text in which words keep: the rows of its stacks. In order, none over another. */
export type Rows = readonly { readonly start: number; readonly end: number }[]

interface Needle {
  /** In lower case. */
  readonly needle: string
  readonly pseudonym: string
  readonly rule: Rule
  /** Exact spelling for a case-sensitive match; absent if case does not matter. */
  readonly exact?: string
  /** A name with its length, inside a mangled name: no edges. */
  readonly mangled?: true
}

export class Replacer {
  readonly #needles = new Map<number, Needle[]>()
  readonly #done: Readonly<Record<Zone, Map<string, { readonly text: string; readonly hits: readonly Rule[] }>>> = {
    plain: new Map(),
    name: new Map(),
  }

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) for (const needle of needlesOf(rule)) this.#add(needle)
    for (const bucket of this.#needles.values()) bucket.sort((a, b) => b.needle.length - a.needle.length)
  }

  #add(needle: Needle): void {
    const key = keyAt(needle.needle, 0)
    const bucket = this.#needles.get(key)
    if (bucket) bucket.push(needle)
    else this.#needles.set(key, [needle])
  }

  /** A value of the model. */
  replaceValue(text: string, zone: Zone): string {
    if (text.length < 2) return text
    const known = this.#done[zone].get(text)
    if (known) {
      for (const rule of known.hits) rule.count++
      return known.text
    }
    const hits: Rule[] = []
    const replaced = this.#replace(text, zone, [], hits).text
    this.#done[zone].set(text, { text: replaced, hits })
    return replaced
  }

  /** A whole report, with what was edited, so that places in it can follow. */
  replaceText(text: string, rows: Rows): Replaced {
    return this.#replace(text, 'plain', rows, [])
  }

  #replace(text: string, zone: Zone, rows: Rows, hits: Rule[]): Replaced {
    const lowered = text.toLowerCase()
    // A few letters are of another length in lower case: then case counts.
    const lower = lowered.length === text.length ? lowered : text
    const edits: Edit[] = []
    const parts: string[] = []
    let copied = 0
    let row = 0
    for (let at = 0; at + 1 < text.length; at++) {
      const bucket = this.#needles.get(keyAt(lower, at))
      if (!bucket) continue
      while (row < rows.length && (rows[row]?.end ?? 0) <= at) row++
      const inRow = (rows[row]?.start ?? Infinity) <= at
      const hit = bucket.find((one) => fits(one, text, lower, at, inRow ? 'name' : zone))
      if (!hit) continue
      const end = at + hit.needle.length
      parts.push(text.slice(copied, at), hit.pseudonym)
      edits.push({ start: at, end, size: hit.pseudonym.length })
      hit.rule.count++
      hits.push(hit.rule)
      copied = end
      at = end - 1
    }
    if (edits.length === 0) return { text, edits }
    parts.push(text.slice(copied))
    return { text: parts.join(''), edits }
  }
}

const keyAt = (text: string, at: number): number => text.charCodeAt(at) * 0x10000 + text.charCodeAt(at + 1)

function needlesOf(rule: Rule): Needle[] {
  const { text, pseudonym, kind } = rule
  const needles = new Map<string, Needle>()
  for (const variant of variantsOf(text, kind)) {
    const needle = variant.toLowerCase()
    if (needle.length < 2 || needles.has(needle)) continue
    const plain = isUuid(text) && !variant.includes('-') ? pseudonym.replaceAll('-', '') : pseudonym
    needles.set(needle, { needle, pseudonym: plain, rule, ...(kind === 'app-name' && { exact: variant }) })
  }
  if (kind === 'app-name' && /^\w+$/.test(text)) {
    const exact = `${text.length}${text}`
    needles.set(exact, {
      needle: exact.toLowerCase(),
      pseudonym: `${text.length}${shapeLike(text)}`,
      rule,
      exact,
      mangled: true,
    })
  }
  return [...needles.values()]
}

function fits(one: Needle, text: string, lower: string, at: number, zone: Zone): boolean {
  const { needle, rule, exact } = one
  const end = at + needle.length
  if (!lower.startsWith(needle, at) || (exact !== undefined && !text.startsWith(exact, at))) return false
  if (one.mangled) return !/\d/.test(text[at - 1] ?? '')
  if (!hasEdges(text, at, end)) return false
  if (rule.kind === 'path') return isSlashBefore(text, at) && /^(?:[/\\]|%2F)/i.test(text.slice(end, end + 3))
  if (rule.reach === 'anywhere' || (rule.reach === 'words' && zone === 'plain')) return true
  if (isHome(text, at)) return true
  if (zone === 'name') return false
  return (at === 0 && end === text.length) || (rule.key !== undefined && isBehindKey(text, at, rule.key))
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char)

/** Whether a find is not the part of a longer word. Escapes before it (`\n`, `\u000a`, `%2F`) are no part of it. */
function hasEdges(text: string, at: number, end: number): boolean {
  if (isWordChar(text[end]) && isWordChar(text[end - 1])) return false
  if (!isWordChar(text[at - 1]) || !isWordChar(text[at])) return true
  return /(?:\\[nrtbf]|\\u[0-9a-f]{4}|(?:%(?:25)*|=)[0-9a-f]{2})$/i.test(text.slice(Math.max(0, at - 9), at))
}

const isSlashBefore = (text: string, at: number): boolean => /(?:[/\\]|%2F)$/i.test(text.slice(Math.max(0, at - 3), at))

const isHome = (text: string, at: number): boolean =>
  /(?:Users|home|Volumes)(?:\\{0,3}\/|\\{1,4}|%2F)$/i.test(text.slice(Math.max(0, at - 16), at))

function isBehindKey(text: string, at: number, key: string): boolean {
  const before = text.slice(Math.max(0, at - key.length - 24), at)
  return before
    .replace(/[\s\\"'=:>]+$/, '')
    .toLowerCase()
    .endsWith(key.toLowerCase())
}
