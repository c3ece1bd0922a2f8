/**
 * Reports made safe to share: what tells who made them is replaced by pseudonyms, one for each text throughout, so that
 * equal things stay equal. UUIDs of images, addresses and offsets stay. Raw stack memory, which may hold anything, goes.
 */
import type { SymbolicatedReport } from '../model/report.ts'
import { findPrivate, type PrivateKind, type PrivateText } from './redact-finders.ts'

export interface Replacement {
  readonly kind: PrivateKind
  readonly original: string
  readonly pseudonym: string
  /** How often it was found. */
  readonly count: number
}

export interface Redaction {
  readonly reports: readonly SymbolicatedReport[]
  /** What was replaced by what, for a look before sharing. */
  readonly replacements: readonly Replacement[]
}

const pseudonyms: Readonly<Record<PrivateKind, (number: number) => string>> = {
  user: (number) => `user${number}`,
  path: (number) => `folder${number}`,
  device: (number) => `device${number}`,
  email: (number) => `person${number}@example.com`,
  'bundle-id': (number) => `com.example.app${number}`,
  'device-key': (number) => `key${number}`,
}

interface Rule extends PrivateText {
  readonly pseudonym: string
  count: number
}

/** An edit of a text: what stood at `start..end` is now `size` long. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly size: number
}

/** Replaces in all texts of the reports of one file; `keep` names originals that the sharer wants to show. */
export function redact(reports: readonly SymbolicatedReport[], keep: ReadonlySet<string> = new Set()): Redaction {
  const texts = new Set<string>()
  collectTexts(reports, texts)
  const numbers = new Map<PrivateKind, number>()
  const rules: Rule[] = findPrivate(
    reports.map(({ report }) => report),
    [...texts],
  )
    .filter(({ text }) => !keep.has(text))
    .map((found) => {
      const number = (numbers.get(found.kind) ?? 0) + 1
      numbers.set(found.kind, number)
      // A number stays a number, so that JSON stays JSON.
      const pseudonym = /^\d+$/.test(found.text) ? `${number}` : pseudonyms[found.kind](number)
      return { ...found, pseudonym, count: 0 }
    })
  const redacted = reports.map((report) => redactReport(report, rules))
  const replacements = rules
    .filter(({ count }) => count > 0)
    .map(({ kind, text, pseudonym, count }) => ({ kind, original: text, pseudonym, count }))
  return { reports: redacted, replacements }
}

function collectTexts(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') into.add(value)
  else if (Array.isArray(value)) for (const item of value as unknown[]) collectTexts(item, into)
  else if (typeof value === 'object' && value !== null && !(value instanceof Uint8Array)) {
    for (const item of Object.values(value)) collectTexts(item, into)
  }
}

/** A text with all rules applied, and the edits, so that places in it can follow. Longer finds win. */
function replaceAll(text: string, rules: readonly Rule[]): { text: string; edits: readonly Edit[] } {
  const finds: { start: number; end: number; rule: Rule }[] = []
  for (const rule of rules) {
    if (!text.includes(rule.text)) continue
    for (const match of text.matchAll(rule.pattern)) {
      finds.push({ start: match.index, end: match.index + match[0].length, rule })
    }
  }
  if (finds.length === 0) return { text, edits: [] }
  finds.sort((a, b) => a.start - b.start || b.end - a.end)
  const edits: Edit[] = []
  let result = ''
  let at = 0
  for (const { start, end, rule } of finds) {
    if (start < at) continue
    result += text.slice(at, start) + rule.pseudonym
    edits.push({ start, end, size: rule.pseudonym.length })
    rule.count++
    at = end
  }
  return { text: result + text.slice(at), edits }
}

/** Where a place of the old text is in the new one. */
function movePlace(place: number, edits: readonly Edit[]): number {
  let shift = 0
  for (const { start, end, size } of edits) {
    if (end <= place) shift += size - (end - start)
    else if (start < place) return start + shift + size
    else break
  }
  return place + shift
}

const isSpan = (value: object): value is { start: number; end: number } =>
  'start' in value && 'end' in value && typeof value.start === 'number' && typeof value.end === 'number'

function redactReport(symbolicated: SymbolicatedReport, rules: readonly Rule[]): SymbolicatedReport {
  const { text, edits } = replaceAll(symbolicated.report.text, rules)
  const change = (value: unknown): unknown => {
    if (value === symbolicated.report.text) return text
    if (typeof value === 'string') return replaceAll(value, rules).text
    if (Array.isArray(value)) return (value as unknown[]).map(change)
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
    if (isSpan(value)) return { start: movePlace(value.start, edits), end: movePlace(value.end, edits) }
    const entries = Object.entries(value).filter(([key]) => key !== 'stackMemory')
    return Object.fromEntries(entries.map(([key, item]) => [key, change(item)]))
  }
  return change(symbolicated) as SymbolicatedReport
}
