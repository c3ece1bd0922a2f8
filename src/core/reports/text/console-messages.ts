/** Lines that people copy from a console: sentences about a crash without the report itself. */
import type { ExceptionInfo, ReportHeader, TerminationInfo } from '../../model/report.ts'
import type { ReportKind } from '../../model/report-kind.ts'
import { isHeaded } from '../../model/ended-words.ts'
import type { Said } from './console-rule.ts'
import { withoutCatalogues } from './catalogues.ts'
import { consoleRules } from './console-rules.ts'
import { withoutMarks } from './quotation.ts'
import { readLinesOfOthers } from './said-lines.ts'

export interface ConsoleMessages {
  readonly exception?: ExceptionInfo
  readonly termination?: TerminationInfo
  /** The sentences, as printed. */
  readonly applicationInfo: readonly string[]
  readonly header: Partial<ReportHeader>
  readonly kind?: ReportKind
}

/** Characters of a text that are searched. */
const SEARCHED = 1 << 20

/** Sentences of a text about a crash, in the words of the tools that print them; undefined where it has none. */
export function readConsoleMessages(text: string): ConsoleMessages | undefined {
  const searched = withoutCatalogues(text.slice(0, SEARCHED))
  const all = consoleRules.flatMap(({ pattern, read }) => {
    const match = findWritten(pattern, searched)
    return match
      ? [{ ...withoutMarks(read(match, searched)), isQuoted: !isWritten(match), isMarked: isMarked(match) }]
      : []
  })
  // Beside the name of what was thrown, in a line of its own, a message within a sentence is of something else.
  const isNamed = all.some(({ exception, isQuoted }) => !isQuoted && exception?.name !== undefined)
  const said = all.filter(
    (one) =>
      !(isNamed && one.isQuoted && one.exception?.reason !== undefined && one.exception.name === undefined) &&
      !(one.isQuoted && !one.isMarked && isNameAlone(one)),
  )
  const exceptions = said.flatMap(({ exception }) => (exception ? [exception] : []))
  const printed = said.flatMap(({ info }) => (info === undefined ? [] : [info]))
  // Two rules may read one sentence: the longer text has all of it.
  const applicationInfo = printed.filter(
    (line, at) =>
      !printed.some((other, place) =>
        place < at ? other.includes(line) : place > at && other.length > line.length && other.includes(line),
      ),
  )
  const termination = said.find((one) => one.termination)?.termination
  if (exceptions.length === 0 && applicationInfo.length === 0 && !termination) return undefined
  const others = readLinesOfOthers(searched).filter((line) => !applicationInfo.some((info) => info.includes(line)))
  const kind = said.find((one) => one.kind)?.kind
  // Of two rules that read the same fact, the first counts.
  const exception = exceptions.reduceRight<ExceptionInfo>((all, one) => ({ ...all, ...one }), {})
  const header = said.reduceRight<Partial<ReportHeader>>((all, one) => ({ ...all, ...one.header }), {})
  return {
    applicationInfo: [...applicationInfo.filter((info) => !others.some((line) => line.includes(info))), ...others],
    header: { ...writerOf(searched, printed), ...header },
    ...(exceptions.length > 0 && { exception }),
    ...(termination && { termination }),
    ...(kind && { kind }),
  }
}

/** The name of an exception or a signal, and no more: in a sentence of a person it is what they talk about, and no report of it. */
const isNameAlone = ({ exception, termination, info, kind }: Said): boolean =>
  exception !== undefined &&
  !termination &&
  info === undefined &&
  !kind &&
  Object.keys(exception).every((key) => key === 'type' || key === 'signal')

/** Sentences of people that are passed over in search of the line that they quote. */
const MOST_QUOTED = 16

/** The first match in a line that a program wrote, else the first one: people quote in their sentences what stands below. */
export function findWritten(pattern: RegExp, text: string): RegExpExecArray | null {
  const first = pattern.exec(text)
  if (!first || isWritten(first)) return first
  const later = new RegExp(pattern, `${pattern.flags}g`)
  later.lastIndex = first.index + first[0].length
  for (let at = 0; at < MOST_QUOTED; at++) {
    const match = later.exec(text)
    if (!match) break
    if (isWritten(match)) return match
  }
  return first
}

/** True for words that somebody set as code. */
const isMarked = ({ index, input }: RegExpExecArray): boolean =>
  /[`'"“]$/.test(input.slice(Math.max(0, index - 1), index))

const isWritten = ({ 0: words, index, input }: RegExpExecArray): boolean =>
  isHeaded(input, index + words.length - words.trimStart().length)

/** What `NSLog` writes before a line: the time, the process and its number. */
const LOGGED =
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,9}(?:[+-]\d{4})? ([^\n[]{1,80})\[(\d{1,9}):[0-9a-fx]{1,20}\] (.{1,400})/gim

/** The process whose log has one of these sentences. */
function writerOf(text: string, printed: readonly string[]): Partial<ReportHeader> {
  for (const [, process = '', pid, words = ''] of text.matchAll(LOGGED))
    if (printed.some((line) => line.startsWith(words.trim()))) return { process, pid: Number(pid) }
  return {}
}
