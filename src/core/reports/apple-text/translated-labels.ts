/**
 * Crash reports with translated labels. Rows of stacks, images and registers are as Apple writes them, so the line above the first row
 * of each part is its heading in any language. Fields of the header are known by their values. The reader gets these lines with
 * Apple's labels, and all other lines as they are.
 */
import type { Line } from '../base/lines.ts'
import { parseImageRow } from '../text/apple-images.ts'
import { parseRegisters } from '../text/apple-registers.ts'
import { parseFrameRow } from '../text/apple-rows.ts'
import {
  BACKTRACE,
  BRACKETED,
  IMAGES,
  KNOWN_FIELDS,
  LAST_EXCEPTION,
  THREAD_HEAD,
  THREAD_NAME,
  THREAD_STATE,
} from './apple-text-grammar.ts'
import { hasForeignHead } from './foreign-heads.ts'
import { TranslatedFields } from './translated-fields.ts'

/** A label, a colon, and a value on the same line. */
const FIELD = /^[ \t]*([\p{L}][^:\n]{0,60}?)[ \t]*:[ \t]*(\S.*)$/u
/** A heading is one line of words, with a number where it is a thread's. */
const LONGEST_HEADING = 160
/** A heading of Apple's, such as `Application Specific Information:`. */
const HEADING = /^[A-Z][A-Za-z ]{3,60}:[ \t]*$/
const NOT_ASCII = /[^\0-\x7f]/
/** Two English fields show that nobody translated the header. `Version` is the same word in several languages. */
const ENGLISH_FIELDS = 2

type Kind = 'frame' | 'addresses' | 'image' | 'registers' | 'blank' | 'words'

interface Head {
  readonly at: number
  readonly thread: number
  /** Words before the colon, without the number. */
  readonly words: string
  /** Text behind the colon. */
  readonly rest: string
}

/** The lines with translated labels replaced by Apple's; the same array if no label is translated. */
export function restoreLabels(lines: readonly Line[]): readonly Line[] {
  return translationOf(lines)?.lines ?? lines
}

/** True for a crash report with translated labels: a heading in another script, or three fields known by their values. */
export function isTranslated(lines: readonly Line[]): boolean {
  const found = translationOf(lines)
  if (!found) return false
  const { heads, fields } = found
  const isForeign = heads.some(({ words }) => NOT_ASCII.test(words))
  return heads.length > 0 && (isForeign || fields >= 3)
}

interface Translation {
  readonly lines: readonly Line[]
  readonly heads: readonly Head[]
  readonly fields: number
}

function translationOf(given: readonly Line[]): Translation | undefined {
  if (!hasForeignHead(given)) return undefined
  const plain = given.map(withPlainSigns)
  const kinds = plain.map(kindOf)
  const heads = headsOf(plain, kinds)
  if (!areTranslated(heads, plain)) return withPlainLabels(given, plain, kinds)
  const result = [...plain]
  const put = (at: number, text: string): void => {
    const line = result[at]
    if (line) result[at] = { ...line, text }
  }
  const fields = restoreFields(plain, kinds, heads, put)
  restoreHeads(plain, heads, fields.has('Triggered by Thread') || fields.has('Crashed Thread'), put)
  restoreOthers(plain, kinds, heads, put)
  return { lines: result, heads, fields: fields.count }
}

/** Full-width digits, letters and punctuation as plain ones, each in its place. */
function withPlainSigns(line: Line): Line {
  if (!NOT_ASCII.test(line.text)) return line
  const text = line.text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/[\u3000\u00a0\u202f]/g, ' ')
    .replace(/[\u2236\ufe55\ufe13]/g, ':')
  return text === line.text ? line : { ...line, text }
}

/** Apple's own labels with signs of full width are read with plain ones; the app's words stay as they are. */
function withPlainLabels(
  given: readonly Line[],
  plain: readonly Line[],
  kinds: readonly Kind[],
): Translation | undefined {
  const isLabel = ({ text }: Line): boolean =>
    [THREAD_HEAD, THREAD_NAME, THREAD_STATE, IMAGES, LAST_EXCEPTION].some((pattern) => pattern.test(text)) ||
    KNOWN_FIELDS.has(FIELD.exec(text)?.[1]?.toLowerCase() ?? '') ||
    HEADING.test(text)
  const lines = plain.map((line, at) => (kinds[at] !== 'words' || isLabel(line) ? line : (given[at] ?? line)))
  return lines.some((line, at) => line !== given[at]) ? { lines, heads: [], fields: 0 } : undefined
}

function kindOf(line: Line): Kind {
  const { text } = line
  if (text.trim() === '') return 'blank'
  if (/^[ \t]*\d/.test(text) && parseFrameRow(line)) return 'frame'
  if (/0x/.test(text)) {
    if (BRACKETED.test(text)) return 'addresses'
    if (parseImageRow(text)) return 'image'
    if (parseRegisters(text).length > 1) return 'registers'
  }
  return 'words'
}

/** The position of the line that heads the part which begins at `at`; undefined for a row in the middle of a part. */
function headingAbove(lines: readonly Line[], kinds: readonly Kind[], at: number): number | undefined {
  const kind = kinds[at]
  let above = at - 1
  if (kinds[above] === 'blank') above--
  if (kinds[above] !== 'words' || (kind !== 'words' && kinds[at - 1] === kind)) return undefined
  const text = lines[above]?.text ?? ''
  return text.length <= LONGEST_HEADING && text.includes(':') ? above : undefined
}

/** A number with words around it, a colon, and the rest of the line. */
const HEAD = /^([^:\d]*)(\d{1,5})(?!\d)([^:]*):(.*)$/

/** Headings of threads: a number and a colon above a first row, and lines with the same words that no row follows. */
function headsOf(lines: readonly Line[], kinds: readonly Kind[]): readonly Head[] {
  const above = kinds.flatMap((kind, at) => (kind === 'frame' ? (headingAbove(lines, kinds, at) ?? []) : []))
  const heads = above.flatMap((at) => headAt(lines, at) ?? [])
  const known = new Set(heads.map(({ words }) => words))
  const taken = new Set(heads.map(({ at }) => at))
  const empty = lines.flatMap((_, at) => (kinds[at] === 'words' && !taken.has(at) ? (headAt(lines, at) ?? []) : []))
  return [...heads, ...empty.filter(({ words, rest }) => known.has(words) && rest.trim() === '')].sort(
    (a, b) => a.at - b.at,
  )
}

function headAt(lines: readonly Line[], at: number): Head | undefined {
  const text = lines[at]?.text ?? ''
  const [, before = '', digits, behind = '', rest = ''] = text.length <= LONGEST_HEADING ? (HEAD.exec(text) ?? []) : []
  if (digits === undefined || BACKTRACE.test(text) || LAST_EXCEPTION.test(text)) return undefined
  return { at, thread: Number(digits), words: `${before} ${behind}`.replace(/\s+/g, ' ').trim(), rest }
}

/** True if headings are in another language. An English report with English headings of threads may have others of its own. */
function areTranslated(heads: readonly Head[], lines: readonly Line[]): boolean {
  const own = heads.filter(({ at }) => THREAD_HEAD.test(lines[at]?.text ?? ''))
  const others = heads.filter((head) => !own.includes(head))
  if (others.length === 0) return false
  return own.length === 0 || others.some(({ words }) => NOT_ASCII.test(words)) || englishFields(lines) < ENGLISH_FIELDS
}

function englishFields(lines: readonly Line[]): number {
  const keys = lines.map(({ text }) => FIELD.exec(text)?.[1]?.toLowerCase() ?? '')
  return keys.filter((key) => key !== 'version' && KNOWN_FIELDS.has(key)).length
}

/** Words that the system's libraries write below `Application Specific Information`, in English everywhere. */
const SAID =
  /\bterminating app due to uncaught exception\b|\babort\(\) called\b|\bfatal error: |^BUG IN |^Crashing on exception: /i

type Put = (at: number, text: string) => void

function restoreFields(
  lines: readonly Line[],
  kinds: readonly Kind[],
  heads: readonly Head[],
  put: Put,
): TranslatedFields {
  const fields = new TranslatedFields()
  lines.slice(0, heads[0]?.at).forEach(({ text }, at) => {
    const [, label, value = ''] = kinds[at] === 'words' ? (FIELD.exec(text) ?? []) : []
    if (label === undefined || isName(text, heads[0], at)) return
    put(at, `${fields.labelOf(value) ?? label}: ${value}`)
  })
  return fields
}

/** True for the line with a thread's name, directly above the thread's heading. */
function isName(text: string, head: Head | undefined, at: number): boolean {
  return head !== undefined && at === head.at - 1 && nameOf(text, head) !== undefined
}

function nameOf(text: string, { thread }: Head): string | undefined {
  const [, digits, name] = /^[^:\d]*(\d{1,5})(?!\d)[^:]*:[ \t]*(\S.*)$/.exec(text) ?? []
  return Number(digits) === thread ? name : undefined
}

/** Headings and names of threads. The heading with more words than all others is the crashed thread's. */
function restoreHeads(lines: readonly Line[], heads: readonly Head[], isTold: boolean, put: Put): void {
  const counts = new Map<string, number>()
  for (const { words } of heads) counts.set(words, (counts.get(words) ?? 0) + 1)
  const [usual = ''] = [...counts].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0] ?? []
  const others = heads.filter(({ words }) => words !== usual && words.length > usual.length)
  const crashed = !isTold && others.length === 1 && heads.length > 1 ? others[0] : undefined
  for (const head of heads) {
    put(head.at, `Thread ${head.thread}${head === crashed ? ' Crashed' : ''}:${head.rest}`)
    const above = lines[head.at - 1]?.text ?? ''
    const name = THREAD_NAME.test(above) ? undefined : nameOf(above, head)
    if (name !== undefined) put(head.at - 1, `Thread ${head.thread} name: ${name}`)
  }
}

/** Headings of images and registers. A heading without a number before all threads is that of the last exception's stack. */
function restoreOthers(lines: readonly Line[], kinds: readonly Kind[], heads: readonly Head[], put: Put): void {
  const first = heads[0]?.at ?? 0
  const taken = new Set(heads.map(({ at }) => at))
  kinds.forEach((kind, position) => {
    if (kind === 'blank') return
    const isSaid = kind === 'words' && position < first && SAID.test(lines[position]?.text ?? '')
    const at = kind !== 'words' || isSaid ? headingAbove(lines, kinds, position) : undefined
    const text = at === undefined ? '' : (lines[at]?.text ?? '')
    if (at === undefined || taken.has(at)) return
    if (kind === 'image' && !IMAGES.test(text)) put(at, 'Binary Images:')
    const thread = /\d{1,5}/.exec(text)?.[0]
    if (kind === 'registers' && !THREAD_STATE.test(text) && thread !== undefined)
      put(at, `Thread ${thread} crashed with Thread State:`)
    if (isSaid && kinds[at - 1] === 'blank' && /:[ \t]*$/.test(text)) put(at, 'Application Specific Information:')
    if (
      (kind === 'frame' || kind === 'addresses') &&
      at < first &&
      !LAST_EXCEPTION.test(text) &&
      !BACKTRACE.test(text) &&
      thread === undefined
    )
      put(at, 'Last Exception Backtrace:')
  })
}
