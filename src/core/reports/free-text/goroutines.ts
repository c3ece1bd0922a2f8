/**
 * Stacks of Go as its runtime prints them: a heading for each goroutine, then two lines for each call, the function and its place.
 * With `GOTRACEBACK=system` they have addresses, too.
 */
import { fieldTexts } from '../../messages/labels.ts'
import { runtimeAddress } from '../../model/address.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, type Line } from '../base/lines.ts'
import { signalName } from '../base/mach-names.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { wordsOfEnd } from '../text/one-end.ts'
import { findWritten } from '../text/console-messages.ts'
import { shapeOf } from '../text/shared-prefix.ts'
import { finishTextReport, TextImages, addTextStack } from '../text/text-report.ts'
import type { TextRow } from '../text/text-rows.ts'

/** A log's prefix may come before it. */
const HEADING = /^(.{0,80}?)goroutine (\d{1,18})(?: [^[\n]{0,200})? ?\[([^\]\n]{1,200})\]:?[ \t]*$/
const RUNTIME = /^((?:.{0,80}[ \t:|\]])?)runtime stack:[ \t]*$/
/** Indented, unless a page took the blanks away. */
const PLACE =
  /^(?:[ \t]+|(?=\/\S{1,600}\.(?:go|s):))(\S.{0,600}?):(\d{1,9})(?: \+0x([0-9a-f]{1,16}))?(?: fp=0x[0-9a-f]{1,16} sp=0x[0-9a-f]{1,16} pc=0x([0-9a-f]{1,16}))?[ \t]*$/
const CREATED = /^[ \t]*created by (\S.{0,400}?)(?: in goroutine (\d{1,18}))?[ \t]*$/
/** The arguments, behind the function that is called. */
const ARGUMENTS = /\([^()\n]{0,400}\)[ \t]*$/
const LONGEST_NAME = 800
/** A package, a dot, the function; functions of Go's runtime in C had no package. */
const CALLED = /^(?:[\p{L}_][\p{L}\p{N}_]*$|[\p{L}_][^\s(]*(?:\.|\(\*))/u
/** A program that draws on the terminal leaves no line break before these words, nor a blank. */
const PANIC = /(?<![A-Za-z]|\bObserved a )panic: ([^\n]{1,1000})/
const SERVING = /\bpanic serving [^\s]{1,100}: ([^\n]{1,1000})/
const FATAL = /(?<![A-Za-z])fatal error: ([^\n]{1,1000})/
/** A program that recovers from a panic logs its words. */
const RUNTIME_ERROR = /^[^\n]{0,120}?\b(runtime error: [^\n]{1,600})/m
/** The bracket around such words. */
const CLOSING = /^([^()]*)\)$/
const FATAL_WORDS = /(?<![A-Za-z])fatal error: [^\n]{1,1000}/
/** Where a page joined it to the message above. */
const SIGNAL_BEHIND = /(?<=\S)[ \t]{1,8}\[signal [^\]\n]{1,200}\][ \t]*$/
/** A signal that C code raised, or that another program sent. */
const CAUGHT =
  /(?<![\w:])SIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE|SYS): [a-z][^\n]{0,100}(?=[ \t\r]*\n[^\n]{0,120}?\bPC=0x[0-9a-f]{1,16} m=\d)/
const PLACE_OF_CAUGHT = /\bPC=0x[0-9a-f]{1,16} m=\d{1,9} sigcode=-?\d{1,9}(?: addr=0x([0-9a-f]{1,16}))?/
const ARRIVED = /\bsignal arrived during (?:cgo|external code) execution\b/
const SIGNAL = /\[signal (SIG[A-Z]{2,6}|0x[0-9a-f]{1,2})\b[^\]\n]{0,200}?\baddr=0x([0-9a-f]{1,16})/

export const goroutinesFormat: ReportFormat = {
  id: 'goroutines',
  label: 'Go stack trace',
  sniff: ({ text }: Sample) => readStacks(text).length > 0,
  parse: parseGoroutines,
}

interface Draft {
  /** Absent where the text begins below the heading. */
  readonly id: number | undefined
  readonly state: string
  readonly rows: TextRow[]
  readonly span: { readonly start: number; end: number }
  name?: string
}

function parseGoroutines(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const images = new TextImages(builder, [])
  const stacks = readStacks(input.text)
  const own = wordsOfEnd(input.text, stacks)
  const exception = readPanic(own)
  const threads = stacks.map(({ id, state, rows, name, span }, position): Thread =>
    omitUndefined({
      id: id ?? position,
      unnumbered: id === undefined ? (true as const) : undefined,
      name,
      state: state === '' ? undefined : [state],
      // A dump of a program that runs on has neither a panic nor a goroutine that prints it.
      crashed: position === 0 && (exception !== undefined || (state.startsWith('running') && !wasPrinted(rows))),
      frames: addTextStack(builder, images, rows, 'thread'),
      span,
    }),
  )
  return success([
    finishTextReport(goroutinesFormat, input, builder, { threads, exception, applicationInfo: wordsOf(own) }),
  ])
}

/** True for a stack that the program printed itself, for a profile or because it recovered from a panic: it ran on. */
function wasPrinted(rows: readonly TextRow[]): boolean {
  const names = rows.map(({ symbol }) => symbol?.name ?? '')
  return names.slice(0, 3).some((name) => PRINTERS.test(name)) || names.findIndex((name) => PANICS.test(name)) > 0
}
const PRINTERS = /^runtime\/(?:pprof|debug)\./
const PANICS = /^(?:runtime\.go)?panic$/

/** The lines in which the runtime says why it ended the program. */
function wordsOf(text: string): readonly string[] {
  const heading = /\bgoroutine \d{1,18}(?: [^[\n]{0,200})? ?\[[^\]\n]{1,200}\]/.exec(text)?.[0]
  const words = [PANIC, FATAL_WORDS, /\[signal SIG[^\]\n]{1,300}\]/, CAUGHT, ARRIVED].flatMap(
    (pattern) => findWritten(pattern, text)?.[0].replace(SIGNAL_BEHIND, '').trimEnd() ?? [],
  )
  return words.length > 0 && heading !== undefined ? [...words, heading] : words
}

/** The panic or fatal error in Go's words; undefined for a dump of a program that runs on. */
function readPanic(text: string): ExceptionInfo | undefined {
  const [, panic] = SERVING.exec(text) ?? findWritten(PANIC, text) ?? []
  const [, fatal] = findWritten(FATAL, text) ?? RUNTIME_ERROR.exec(text) ?? []
  const [, signal, address] = SIGNAL.exec(text) ?? []
  const reason = panic ?? fatal
  if (reason === undefined && signal === undefined) return readCaught(text)
  return omitUndefined({
    type:
      panic === undefined && fatal !== undefined && !fatal.startsWith('runtime error: ')
        ? fieldTexts.goFatal
        : fieldTexts.goPanic,
    reason: reason?.replace(SIGNAL_BEHIND, '').trim().replace(CLOSING, '$1'),
    signal: signal?.startsWith('0x') ? signalName(Number(signal)) : signal,
    address: address === undefined ? undefined : runtimeAddress(BigInt(`0x${address}`)),
  })
}

/** A signal that ended the program outside of Go's code. */
function readCaught(text: string): ExceptionInfo | undefined {
  const message = findWritten(CAUGHT, text)?.[0].trimEnd()
  if (message === undefined) return undefined
  const address = PLACE_OF_CAUGHT.exec(text)?.[1]
  return omitUndefined({
    signal: message.slice(0, message.indexOf(':')),
    address: address === undefined ? undefined : runtimeAddress(BigInt(`0x${address}`)),
  })
}

function readStacks(text: string): readonly Draft[] {
  const stacks: Draft[] = []
  let prefix = ''
  let current: Draft | undefined
  let call: { readonly name: string; readonly line: Line } | undefined
  /** A text that ends, or a stack that does, may have lost the place of its last call. */
  const keepCut = (): void => {
    const last = current?.rows.at(-1)
    if (
      !call ||
      !current ||
      !last ||
      current.span.end + 2 + prefix.length < call.line.start ||
      !call.name.includes('.')
    )
      return
    current.rows.push({
      symbol: { name: call.name },
      language: 'go',
      span: { start: call.line.start, end: call.line.end },
    })
    current.span.end = call.line.end
    call = undefined
  }
  for (const whole of eachLine(text)) {
    const line = withoutPrefix(whole, prefix)
    const heading = HEADING.exec(line.text) ?? RUNTIME.exec(line.text)
    if (heading) {
      const before = heading[1] ?? ''
      if (before !== '' || heading[2] !== undefined) prefix = before.trim() === '' ? '' : before
      current = {
        id: Number(heading?.[2] ?? 0),
        state: heading?.[3] ?? '',
        rows: [],
        span: { start: line.start, end: line.end },
      }
      stacks.push(current)
      call = undefined
      continue
    }
    if (!canBeRow(line.text)) continue
    const place = call && PLACE.exec(line.text)
    if (call && place && (current || place[3] !== undefined)) {
      if (!current)
        stacks.push((current = { id: undefined, state: '', rows: [], span: { start: call.line.start, end: line.end } }))
      current.rows.push(rowOf(call.name, place, { start: call.line.start, end: line.end }))
      current.span.end = line.end
      call = undefined
      continue
    }
    if (line.text.trim() === '') keepCut()
    const created = CREATED.exec(line.text)
    if (created && current) current.name = line.text.trim()
    const name = created ? undefined : calledIn(line.text)
    call = name === undefined ? undefined : { name, line }
    // What stands below an empty line is no call of this goroutine.
    if (line.text.trim() === '' && current && current.rows.length > 0) current = undefined
  }
  keepCut()
  // Two lines without a heading may be any.
  return stacks.filter(({ id, rows }) => rows.length > (id === undefined ? 1 : 0))
}

/** The function that a line calls, without its arguments. */
function calledIn(text: string): string | undefined {
  const found = ARGUMENTS.exec(text)
  const name = text.slice(0, found?.index ?? 0).trimStart()
  return name.length <= LONGEST_NAME && CALLED.test(name) ? name : undefined
}

/** The line behind what stands before every line of a log. */
function withoutPrefix(line: Line, prefix: string): Line {
  const bare = prefix.trimEnd()
  // A log counts its lines or tells their times.
  if (bare === '' || shapeOf(line.text.slice(0, bare.length)) !== shapeOf(bare) || HEADING.test(line.text)) return line
  const length = line.text.slice(bare.length, prefix.length).trim() === '' ? prefix.length : bare.length
  return { ...line, text: line.text.slice(length), start: line.start + length }
}

function rowOf(name: string, [, file = '', line, distance, pc]: RegExpExecArray, span: TextRow['span']): TextRow {
  return omitUndefined({
    address: pc === undefined ? undefined : BigInt(`0x${pc}`),
    symbol: omitUndefined({
      name,
      file,
      line: Number(line) || undefined,
      offset: distance === undefined ? undefined : Number(`0x${distance}`),
    }),
    language: 'go' as const,
    span,
  })
}
