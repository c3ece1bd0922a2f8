/**
 * Crashlytics and Firebase stacks as their pages and text downloads print them, and New Relic's, which look the same. The number
 * is an offset in the image, not an address, unless the export is an old one.
 */
import { problem } from '../../messages/problems.ts'
import { CRASHLYTICS_HEADING } from '../../model/ended-words.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, ReportHeader, Stack, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { collectImages } from '../text/text-images.ts'
import { addTextStack, finishTextReport, offsetsForAddresses, TextImages } from '../text/text-report.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import type { TextRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'
import type { TextStack } from '../text/text-stacks.ts'

/** Pages that turn a text into headings and lists take its signs `#`; then only Crashlytics' own labels count. */
const FIELD =
  /^[ \t]*(?:# ([A-Z][\w #/]{1,30})|(Platform|OS Version|Device|RAM Free|Disk Free|Issue ID|Session ID)):[ \t]*(.*?)[ \t]*$/
const MARKS =
  /\(Missing UUID [0-9a-f]{32}\)|^[ \t]*# (?:Organization|Issue ID|Session ID|Crashlytics)\b|^[ \t]*(?:#?\d{1,3}\. )?Crashed: \S|^[^\n]{0,40}Fatal Exception: \S/m
const SMALL_ROWS =
  /^[ \t]*\d{1,3}[ \t]+\S[^\r\n]*[ \t]0x[0-9a-f]{1,7}[ \t]+[^\d\s+][^\r\n]*(?:\r\n?|\n)[ \t]*\d{1,3}[ \t]+\S[^\r\n]*[ \t]0x[0-9a-f]{1,7}[ \t]/m
const HEAD =
  /^[ \t]*(?:#\d+\. |\d{1,3}\. (?=Crashed: |(?:com|org)\.)|Crashed: |Fatal Exception: |EXC_|Thread\b|(?:com|org)\.\S+[ \t]*$)/

export const crashlyticsTextFormat: ReportFormat = {
  id: 'crashlytics-text',
  label: 'Crashlytics stack (text)',
  sniff: ({ text }: Sample) =>
    /^[ \t]*\d{1,3}[ \t]+\S.*?[ \t]0x[0-9a-f]+/m.test(text) && (MARKS.test(text) || SMALL_ROWS.test(text)),
  parse: parseCrashlytics,
}

function parseCrashlytics(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = splitLines(input.text)
  const found = collectStacks(lines, [readIndexedRow], (text) => HEAD.test(text))
  const stacks = offsetsForAddresses(found.stacks).map((stack) => {
    const rows = stack.rows.map(refine)
    const last = rows.at(-1)
    const isCut =
      last?.span?.end === input.text.length &&
      last.symbol === undefined &&
      rows.slice(0, -1).every(({ symbol }) => symbol)
    // A text that ends inside a row leaves a number that is no address.
    if (isCut && rows.length > 1) builder.problem(problem('cut-row', { line: lines.length }, { line: lines.length }))
    return { ...stack, rows: isCut && rows.length > 1 ? rows.slice(0, -1) : rows }
  })
  const images = new TextImages(builder, collectImages(found.others))
  images.learn(stacks.flatMap((stack) => stack.rows))

  const exception = readException(lines)
  const threads: Thread[] = []
  const thrown: (Stack & { title: string })[] = []
  for (const stack of stacks) {
    const title = titleOf(stack)
    const isThrown =
      (/Exception(?::|$)/.test(title) && !/^(?:\d{1,3}\. )?Crashed:|^#\d/.test(title)) || title === exception?.reason
    const frames = addTextStack(builder, images, stack.rows, isThrown ? 'return' : 'thread')
    if (isThrown) thrown.push({ title, frames, span: stack.span })
    else threads.push(omitUndefined({ ...readThread(title, threads.length), frames, span: stack.span }))
  }
  const fields = lines.flatMap(({ text }) => {
    const match = FIELD.exec(text)
    const key = match?.[1] ?? match?.[2]
    return key && match?.[3] !== undefined ? [[key, match[3]] as const] : []
  })
  const report = finishTextReport(crashlyticsTextFormat, input, builder, {
    header: readHeader(fields),
    exception,
    applicationInfo: exception?.reason ? [exception.reason] : [],
    threads,
    lastException: thrown[0],
    backtraces: thrown.slice(1),
  })
  return success([report])
}

/** `(null). #0      main (main.dart:3:5)`: what the service puts before the row of a runtime. */
const ROW_IN_NAME = /^\(null\)\.(?: ?#\d{1,5}[ \t]{1,8})?(?=\S)/

/** The number behind the plus is the line again, where both are printed. Rows of a runtime have no address, and print 0. */
function refine(row: TextRow): TextRow {
  const { symbol } = row
  if (symbol?.name === '(Missing)') return omitUndefined({ ...row, symbol: undefined })
  const name = symbol?.name.replace(ROW_IN_NAME, '').replace(/ \(<unknown>\)$/, '')
  // A jump to nowhere has the address 0, too.
  if (symbol && name !== undefined && name !== symbol.name && (row.address ?? BigInt(row.offset ?? -1)) === 0n) {
    const isDart = symbol.file?.endsWith('.dart') === true || /\(dart:\w+\)$/.test(name)
    return omitUndefined({
      ...{ ...row, address: undefined, offset: undefined, imageName: undefined },
      symbol: { ...symbol, name },
      language: isDart ? ('dart' as const) : row.language,
    })
  }
  if (symbol?.offset === undefined || symbol.offset !== symbol.line) return row
  const { file, line } = symbol
  return { ...row, symbol: omitUndefined({ name: symbol.name, file, line }) }
}

function titleOf({ title }: TextStack): string {
  return title?.text.trim().replace(/^[\w ]+\t[\s:]*/, '') ?? ''
}

/** `#0. Crashed: com.apple.main-thread`, `#1. com.apple.uikit.eventfetch-thread`, `Thread 17`, or a queue's name alone. */
function readThread(title: string, position: number): Omit<Thread, 'frames' | 'name'> & { name: string | undefined } {
  const match = /^(?:#?(\d{1,9})\. |Thread (\d+)\b:?)?[ \t]*(Crashed:?)?[ \t]*(.*)/.exec(title)
  const name = match?.[4]?.replace(/^Thread$/, '').trim()
  const number = match?.[1] ?? match?.[2]
  return {
    id: number === undefined ? position : Number(number),
    ...(number === undefined && { unnumbered: true }),
    crashed: match?.[3] !== undefined,
    name: name || undefined,
  }
}

function readException(lines: readonly Line[]): ExceptionInfo | undefined {
  const said = lines.flatMap(({ text }, at) => {
    const [, name = '', words = ''] = FATAL.exec(text) ?? []
    const isParted = name.endsWith(':') || PARTED.test(words)
    const reason = isParted ? withoutMark(words.replace(PARTED, '').trim()) : ''
    return name === '' ? [] : [{ name: name.replace(/:$/, ''), reason, at }]
  })
  const name = said[0]?.name
  if (name !== undefined) {
    // A title may have the reason, and the head of the stack the name alone.
    const reasons = said.filter((one) => one.name === name).map((one) => one.reason || below(lines, one.at))
    const reason = wholeOf(reasons.filter((one) => one !== '')) ?? titled(lines, name)
    return omitUndefined({ type: name, name, message: CRASHLYTICS_HEADING, reason })
  }
  const signal = lines.flatMap(({ text }) => CRASHED_BY.exec(text)?.[1] ?? [])[0]
  return signal === undefined ? undefined : { signal }
}

/** `Fatal Exception: NSRangeException`, with its reason behind it or in the next line. */
const FATAL = /[Ff]atal Exception: (\S{1,300})([^\n]{0,2000})/
/** What parts a reason from the name before it. */
const PARTED = /^[ \t]{1,8}(?:[-–—][ \t]{1,8}(?=\S)|(?=[-+*[]))/

/** Without the mark that closes a piece of code which began before the reason. */
const withoutMark = (reason: string): string =>
  reason.endsWith('`') && reason.indexOf('`') === reason.length - 1 ? reason.slice(0, -1) : reason

const withoutSign = (reason: string): string => reason.replace(/^[-+](?=\[)/, '')

/** The first reason; where it is the beginning of another, such as in a title, the other one. */
function wholeOf([first, ...others]: readonly string[]): string | undefined {
  if (first === undefined) return undefined
  const bare = withoutSign(first)
  const whole = others.map(withoutSign).find((one) => one.length > bare.length && one.startsWith(bare))
  return whole === undefined ? first : first.slice(0, first.length - bare.length) + whole
}

/** The line below, if it is no row. */
function below(lines: readonly Line[], at: number): string {
  const next = lines[at + 1]
  return next && !readIndexedRow(next) && !FATAL.test(next.text) ? next.text.trim() : ''
}

/** `Crashed: com.apple.main-thread - SIGABRT ABORT 0x00000001a43d2df0`: the title of an issue. */
const CRASHED_BY = /^[ \t#*]{0,8}Crashed: \S[^\n]{0,200}? - (SIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE|SYS))\b/

/** The page of an issue has the exception's message in its heading: `FlutterError - Bad state`. */
function titled(lines: readonly Line[], name: string): string | undefined {
  const head = lines.find(({ text }) => text.trimStart().startsWith(`${name} - `))
  return head?.text.trim().slice(name.length + 3) || undefined
}

function readHeader(fields: readonly (readonly [string, string])[]): Partial<ReportHeader> {
  const value = (key: string): string | undefined => fields.find(([name]) => name === key)?.[1] || undefined
  return omitUndefined({
    process: value('Application'),
    bundleId: value('Bundle Identifier'),
    version: value('Version'),
    os: value('OS Version'),
    device: value('Device'),
    date: value('Date'),
    incident: value('Session ID') ?? value('Issue ID'),
    fields,
  })
}
