/**
 * Reports made safe to share. Pseudonyms replace everything that identifies the person; one text has one pseudonym
 * throughout, so that equal things stay equal. UUIDs of images, addresses and offsets stay. Raw stack memory is
 * removed, because it may hold anything.
 */
import { privateKinds } from '../messages/export.ts'
import type { Report, SymbolicatedReport, TextSpan } from '../model/report.ts'
import { eachFrame } from '../model/each-frame.ts'
import { withoutValues } from '../reading/variables.ts'
import { findByForm, findPrivate, type PrivateText } from './find-private.ts'
import { isOfApp, pseudonymOf, type PrivateKind } from './kinds.ts'
import { Replacer, type Replaced, type Rows, type Rule, type Zone } from './replace.ts'

export interface Replacement {
  readonly kind: PrivateKind
  /** The kind in words. */
  readonly label: string
  readonly original: string
  readonly pseudonym: string
  /** How often it was found. */
  readonly count: number
  /** True for data about the program, which most people may see. */
  readonly isOfApp: boolean
}

export interface Redaction {
  readonly reports: readonly SymbolicatedReport[]
  readonly beside: readonly string[]
  /** Each replaced value and its pseudonym, for a look before sharing. */
  readonly replacements: readonly Replacement[]
}

export interface RedactOptions {
  /** Replaces the program's names and bundle identifiers, too. */
  readonly app?: boolean
  /** Originals that the sharer wants to show. */
  readonly keep?: ReadonlySet<string>
  /** Sentences about the reports and their files, which may quote them. UUIDs in them stay, unless the reports show that they identify somebody. */
  readonly beside?: readonly string[]
}

/** Replaces in all texts of reports that are shared together. */
export function redact(given: readonly SymbolicatedReport[], options: RedactOptions = {}): Redaction {
  const { app = false, keep = new Set(), beside = [] } = options
  const reports = given.map(withoutMemory)
  const texts = new Set<string>()
  for (const report of reports) mapStrings(report, (text) => texts.add(text) && text)
  const found = findPrivate(reports, texts, app, beside).filter(({ text }) => !keep.has(text))
  const rules = numbered(found, [...texts, ...beside])
  const replacer = new Replacer(rules)
  const written = new Map<string, Replaced>()
  const redacted = reports.map((report) => redactReport(report, reports, replacer, written))
  const replacements = rules
    .filter(({ count }) => count > 0)
    .map(({ kind, text, pseudonym, count }) => ({
      kind,
      label: privateKinds[kind],
      original: text,
      pseudonym,
      count,
      isOfApp: isOfApp(kind),
    }))
  return { reports: redacted, beside: beside.map((line) => replacer.replaceValue(line, 'plain')), replacements }
}

/**
 * A copy of an answer whose strings have pseudonyms for what shows that it is private by its form: home folders, addresses, tokens. For what
 * is not of a report, or was made safe with it; pseudonyms stay.
 */
export function redactByForm<T>(value: T): T {
  const texts = new Set<string>()
  mapStrings(value, (text) => texts.add(text) && text)
  const found = findByForm(texts)
  if (found.length === 0) return value
  const replacer = new Replacer(numbered(found, texts))
  return mapStrings(value, (text, zone) => replacer.replaceValue(text, zone))
}

/** Private texts with their pseudonyms, none of which is a word of these texts already. */
function numbered(found: readonly PrivateText[], texts: Iterable<string>): readonly Rule[] {
  const taken = takenPseudonyms(texts)
  let numbers = 0
  const counts = new Map<PrivateKind, number>()
  return found.map((one): Rule => {
    const { kind, text } = one
    // Words count in their kind; shapes, which look the same for all kinds, count together.
    let number = (counts.get(kind) ?? 0) + 1
    let pseudonym = pseudonymOf(kind, text, number)
    if (!/^[a-z]/i.test(pseudonym) || kind === 'network') pseudonym = pseudonymOf(kind, text, ++numbers)
    else {
      while (taken.has(pseudonym)) pseudonym = pseudonymOf(kind, text, ++number)
      counts.set(kind, number)
    }
    return { ...one, pseudonym, count: 0 }
  })
}

/** Words in the reports that look like pseudonyms: none stands for another. */
function takenPseudonyms(texts: Iterable<string>): ReadonlySet<string> {
  const taken = new Set<string>()
  const pattern =
    /(?<!\w)(?:(?:user|folder|device|key|container|id|secret|memory|place|App)\d{1,5}|person\d{1,5}@example\.com|com\.example\.app\d{1,5})(?!\w)/g
  for (const text of texts) for (const [word] of text.matchAll(pattern)) taken.add(word)
  return taken
}

function redactReport(
  symbolicated: SymbolicatedReport,
  all: readonly SymbolicatedReport[],
  replacer: Replacer,
  written: Map<string, Replaced>,
): SymbolicatedReport {
  const whole = symbolicated.report.text
  let replaced = written.get(whole)
  if (!replaced) {
    // Reports of one file share its text, and each has rows in it.
    const rows = all.flatMap(({ report }) => (report.text === whole ? [...rowsOf(report)] : []))
    replaced = replacer.replaceText(whole, inOrder(rows))
    written.set(whole, replaced)
  }
  const { text, edits } = replaced
  const move = placeMover(edits)
  return mapStrings(
    symbolicated,
    (value, zone) => (value === whole ? text : replacer.replaceValue(value, zone)),
    ({ start, end }) => ({ start: move(start), end: move(end) }),
  )
}

/** Readings of registers whose words are the program's data: these may hold anything. */
const ofMemory = new Set(['points-to-text', 'text', 'tagged-string', 'tagged-number', 'string'])

function withoutMemory(symbolicated: SymbolicatedReport): SymbolicatedReport {
  const { registers, variables } = symbolicated
  const bare = variables ? { ...symbolicated, variables: variables.map(withoutValues) } : symbolicated
  if (!registers) return bare
  const kept = registers.registers.map((register) => ({
    ...register,
    readings: register.readings.filter(({ code }) => !ofMemory.has(code)),
  }))
  return { ...bare, registers: { ...registers, registers: kept } }
}

/** Where names of functions stand: in the rows of stacks, or as one value of a frame in JSON. */
function* rowsOf(report: Report): Generator<TextSpan> {
  const isJson = report.textKind === 'json'
  for (const { span, symbol } of eachFrame(report)) {
    if (!span) continue
    if (!isJson) yield span
    else if (symbol) {
      const name = JSON.stringify(symbol.name)
      const at = report.text.slice(span.start, span.end).indexOf(name)
      if (at >= 0) yield { start: span.start + at, end: span.start + at + name.length }
    }
  }
}

/** Sorted, and none over another. */
function inOrder(rows: readonly TextSpan[]): Rows {
  const ordered: { start: number; end: number }[] = []
  for (const { start, end } of [...rows].sort((a, b) => a.start - b.start)) {
    const last = ordered.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else ordered.push({ start, end })
  }
  return ordered
}

/** Where a place of the old text is in the new one; a place inside an edit is at its end. */
function placeMover(edits: Replaced['edits']): (place: number) => number {
  const shifts: number[] = []
  let shift = 0
  for (const { start, end, size } of edits) {
    shift += size - (end - start)
    shifts.push(shift)
  }
  return (place) => {
    let low = 0
    let high = edits.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((edits[middle]?.start ?? 0) < place) low = middle + 1
      else high = middle
    }
    const last = edits[low - 1]
    if (!last) return place
    return Math.max(place, last.end) + (shifts[low - 1] ?? 0)
  }
}

/** Keys whose strings are words of our own or of the processor, never of a person. */
const OWN_WORDS = new Set([
  'arch',
  'code',
  'format',
  'foundBy',
  'grade',
  'id',
  'kind',
  'known',
  'label',
  'level',
  'missing',
  'origin',
  'severity',
  'slideFrom',
  'source',
  'symbols',
  'textKind',
  'uuid',
  'variant',
])
const NAMES = new Set([
  'function',
  'mangled',
  'aliases',
  'folded',
  'imageName',
  'symbol',
  'images',
  'registers',
  'variables',
])
/** What belongs to them and is no name. */
const PROSE = new Set(['path', 'file', 'reason', 'request', 'note'])

/**
 * A copy of a report or an answer in which every string is changed, and every place in its text. Walked, not descended: call trees are as deep
 * as a recursion was.
 */
function mapStrings<T>(
  given: T,
  change: (text: string, zone: Zone) => string,
  move: (span: TextSpan) => TextSpan = (span) => span,
): T {
  const root: { value?: unknown } = {}
  const open: { from: unknown; into: Record<string, unknown> | unknown[]; key: string | number; zone: Zone }[] = []
  open.push({ from: given, into: root, key: 'value', zone: 'plain' })
  for (let next = open.pop(); next; next = open.pop()) {
    const { from, into, key, zone } = next
    const put = (value: unknown): void => {
      ;(into as Record<string | number, unknown>)[key] = value
    }
    if (typeof from === 'string') put(change(from, zone))
    else if (typeof from !== 'object' || from === null || from instanceof Uint8Array) put(from)
    else if (isSpan(from)) put(move(from))
    else if (Array.isArray(from)) {
      const list: unknown[] = new Array(from.length)
      put(list)
      // Backwards, since the last that is pushed is the first that is done: pseudonyms are numbered in the report's order.
      for (let at = from.length - 1; at >= 0; at--)
        open.push({ from: (from as unknown[])[at], into: list, key: at, zone })
    } else {
      const record: Record<string, unknown> = {}
      put(record)
      const entries = Object.entries(from).filter(([name]) => name !== 'stackMemory')
      for (const [name] of entries) record[name] = undefined
      for (const [name, item] of entries.reverse()) {
        if (OWN_WORDS.has(name) && typeof item === 'string') record[name] = item
        else open.push({ from: item, into: record, key: name, zone: zoneOf(name, zone) })
      }
    }
  }
  return root.value as T
}

function zoneOf(key: string, outer: Zone): Zone {
  if (PROSE.has(key)) return 'plain'
  return NAMES.has(key) ? 'name' : outer
}

const isSpan = (value: object): value is { start: number; end: number } =>
  'start' in value && 'end' in value && typeof value.start === 'number' && typeof value.end === 'number'
