/** A report's own words about the end, row by row, so that no exporter and no view leaves out any of them. */
import { ownWords } from '../messages/message.ts'
import { tellingKeys } from '../messages/telling-keys.ts'
import { quotedLabels } from '../messages/reading.ts'
import { formatHex } from '../model/address.ts'
import type { Report, SymbolicatedReport } from '../model/report.ts'
import { messageOf } from '../model/ended-words.ts'
import { circumstancesOf } from './circumstances.ts'
import { readableKey } from './readable.ts'

export interface QuotedRow {
  readonly label: string
  /** As the report has it, on one line. */
  readonly text: string
}

/** `vmRegionInfo`, `VM Region Info` and `exception.signal` as one spelling. */
const plainKey = (key: string): string =>
  (key.trim().split('.').at(-1) ?? '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .toLowerCase()

const MOST_ROWS = 40
const LONGEST = 400

/** The text on one line; a table under its first line is shown elsewhere. */
function shortened(text: string): string {
  const line = text
    .replace(/\s*REGION TYPE\b[\s\S]*$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

/** True for zeros alone, `0x0000000000000000, 0x0000000000000000`, and for a list without entries. */
const isEmpty = (text: string): boolean => /^(?:[\s,0x]*|\[\s*\]|\{\s*\})$/.test(text)

const row = (label: string, text: string | undefined): readonly QuotedRow[] =>
  text === undefined || isEmpty(text) ? [] : [{ label, text: shortened(text) }]

function exceptionRows({ exception }: Report): readonly QuotedRow[] {
  if (!exception || exception.type === 'panic') return []
  const { signal, codes, rawCodes = [], subtype, name, reason } = exception
  const type = exception.type === undefined ? undefined : ownWords(exception.type)
  const numbers = rawCodes.map((code) => formatHex(code)).join(', ')
  return [
    ...row(
      quotedLabels.exception,
      type !== undefined && signal !== undefined ? `${type} (${signal})` : (type ?? signal),
    ),
    ...row(quotedLabels.codes, codes === undefined ? numbers : ownWords(codes)),
    ...row(quotedLabels.subtype, subtype === undefined ? undefined : ownWords(subtype)),
    ...row(quotedLabels.message, messageOf(exception)),
    ...row(quotedLabels.name, name === exception.type ? undefined : name),
    ...row(quotedLabels.reason, reason),
  ]
}

function terminationRows({ termination }: Report): readonly QuotedRow[] {
  if (!termination) return []
  const { namespace, code, indicator, reasons = [], byProcess } = termination
  const parts = [
    namespace !== undefined && `Namespace ${namespace}`,
    code !== undefined && `Code ${formatHex(code)}`,
    indicator,
  ].filter((part) => typeof part === 'string')
  return [
    ...row(quotedLabels.termination, parts.join(', ')),
    ...reasons.flatMap((reason) => row(quotedLabels.terminationReason, ownWords(reason))),
    ...row(quotedLabels.by, byProcess),
  ]
}

/** Where a kernel's access failed, and the processor's reason; of a piece without an exception, where its thread was, too. */
function faultRows({ exception, termination, threads }: Report): readonly QuotedRow[] {
  const isPanic = exception?.type === 'panic'
  const crashed = threads.find((thread) => thread.crashed)
  // Older systems decode it wrongly, and write no brackets.
  const syndrome = crashed?.registers?.find(({ name, note }) => name === 'esr' && /^\((?!Syscall)/.test(note ?? ''))
  if (!isPanic && (exception ?? termination)) return row('esr', syndrome?.note)
  const registers = (isPanic ? (crashed ?? threads[0]) : crashed)?.registers ?? []
  const told = isPanic ? /^(?:far|esr|fsr|cr2)$/i : /^(?:pc|rip|eip|far|esr|cr2)$/i
  const faulting = registers.filter(({ name }) => told.test(name))
  return faulting.flatMap(({ name, value }) => row(name, formatHex(value)))
}

function fieldRows({ header, threads, exception, termination }: Report): readonly QuotedRow[] {
  // Where its stack is there, the stack's title says which thread crashed.
  const isShown = threads.some(({ crashed, frames }) => crashed && frames.length > 0)
  const told = header.fields.some(([key]) => THREAD.has(plainKey(key)))
  // Registers alone may tell of it.
  const isPanic = exception?.type === 'panic'
  const bare =
    isShown || told || isPanic ? undefined : threads.find((one) => one.crashed && !one.attributed && !one.unnumbered)
  const rows = header.fields.flatMap(([key, value]): readonly QuotedRow[] => {
    const plain = plainKey(key)
    // A panic's log has the state of the memory only beside the end.
    const isTelling =
      (tellingKeys.has(plain) && !(isPanic && plain === 'page size')) || (!exception && !termination && TRAP.has(plain))
    if (!THREAD.has(plain)) return isTelling ? row(readableKey(key).word, value) : []
    // Here a zero says something.
    return isShown || value.trim() === '' ? [] : [{ label: readableKey(key).word, text: shortened(value) }]
  })
  return bare === undefined ? rows : [...rows, { label: quotedLabels.crashedThread, text: String(bare.id) }]
}

/** The memory around the faulting address in the report's words: what it says first, and the region that its arrow points at. */
function regionRows(report: Report): readonly QuotedRow[] {
  const isRegion = (name: string): boolean => /^vm regions? (?:info|near)\b/.test(plainKey(name))
  const field = report.header.fields.find(([key]) => isRegion(key))
  const section = report.sections.find((one) => one.kind === 'text' && isRegion(one.title))
  const text = section?.kind === 'text' ? section.text : ''
  const arrow = /^[ \t]*-{1,4}>[ \t]*([^\s\d].{0,200}?[ \t][\da-f]{5,16}-[\da-f]{5,16}\b.*)$/m.exec(
    `${field?.[1] ?? ''}\n${text}`,
  )?.[1]
  const isNear = section !== undefined && /near\b/i.test(section.title)
  return [
    ...(field === undefined && section && !isNear ? row(section.title, text) : []),
    ...row(quotedLabels.region, arrow),
    ...warningRows(report),
  ]
}

/**
 * What changed the process from outside (a debugger, a library that was put into it), what the kernel noted of its memory, and
 * the marks of a library under which the system counts such ends.
 */
function warningRows({ sections }: Report): readonly QuotedRow[] {
  return sections.flatMap((section) =>
    section.kind === 'text' &&
    /^(?:external modification warnings|kernel triage|application specific signatures)$/.test(plainKey(section.title))
      ? row(section.title, [...new Set(section.text.split('\n'))].join(' '))
      : [],
  )
}

const THREAD: ReadonlySet<string> = new Set(['crashed thread', 'triggered by thread', 'faulting thread'])
/** Words on a trap of Intel processors. Where a report has an exception, that says more. */
const TRAP: ReadonlySet<string> = new Set(['error code', 'trap number'])
/** Fewer characters than these are in another row by chance. */
const SHORTEST_REPEAT = 3

/** All of a report's own words about the end. A text that an earlier row contains is left out. */
export function quotedRows({ report }: Pick<SymbolicatedReport, 'report'>): readonly QuotedRow[] {
  const rows: QuotedRow[] = []
  for (const one of [
    ...exceptionRows(report),
    ...terminationRows(report),
    ...faultRows(report),
    ...fieldRows(report),
    ...regionRows(report),
  ]) {
    const text = one.text.toLowerCase()
    const repeats = text.length >= SHORTEST_REPEAT && rows.some((earlier) => earlier.text.toLowerCase().includes(text))
    if (rows.length < MOST_ROWS && !repeats) rows.push(one)
  }
  // Names of processes may be parts of any other row.
  const labels = new Set(rows.map(({ label }) => label.toLowerCase()))
  const around = circumstancesOf(report).filter(({ label }) => !labels.has(label.toLowerCase()))
  return [...rows, ...around.slice(0, MOST_ROWS - rows.length)]
}
