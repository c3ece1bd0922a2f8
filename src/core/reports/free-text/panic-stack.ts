/**
 * Stacks that the runtimes of Rust, Zig and Nim print when a program of theirs panics: names, files and lines, mostly with addresses.
 * The program printed them itself, so their names need no symbols.
 */
import { runtimes } from '../../messages/labels.ts'
import { saysEnded } from '../../model/ended-words.ts'
import { success, type Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder, type StackRule } from '../base/report-builder.ts'
import { withoutShape } from '../text/shared-prefix.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import type { TextRow } from '../text/text-rows.ts'

/** `  12:        0x102899958 - shop::main::h2`, and the same without an address. */
const RUST_ROW = /^[ \t]*(\d{1,5}):[ \t]+(?:0x([0-9a-f]{1,16}) - )?([\p{L}_<$[{(&*].{0,2000}?)[ \t]*$/iu
/** `             at src/main.rs:4:5` below such a row. */
const RUST_PLACE = /^[ \t]*at (\S.{0,600}?):(\d{1,9})(?::(\d{1,9}))?[ \t]*$/
/** A path of Rust. Stacks of Rust hold rows of C, too; a name of C++ has its parameters. */
const RUST_NAME = /^[<\w].*::(?!.*\)$)|^_{0,2}rust_\w|\$(?:u20|LT|RF)\$/
/** A list of numbered sentences is no stack: its rows have no addresses, and nothing announces one. */
const RUST_MARK = /^[^\n]{0,80}?\bstack backtrace:[ \t]*$/m
/** The evidence for rows without it. */
const PANICKED =
  /\b(?:thread|task) '[^'\n]{0,100}' (?:\(\d{1,12}\) )?panicked at\b|^[ \t]*panicked at \S{1,400}\.rs:\d{1,9}:\d{1,9}:/m
/** Lines of a program's own panic hook. */
const HOOKED = /^[ \t]*panicked at \S{1,400}\.rs:\d{1,9}:\d{1,9}:[ \t\r]*\n([^\n]{1,600})/m
const NO_NAME = '<unknown>'
/** The compiler's own stacks leave out frames between numbered ones. */
const OMITTED = /^[ \t]*\[\.\.\. omitted \d{1,6} frames? \.\.\.\][ \t\r]*$/
const RUST_SOURCE = /^[ \t]+at \S{1,400}\.rs:\d{1,9}(?::\d{1,9})?[ \t]*$/m
/** A log's words before the mark, and so before all rows. */
const LOGGED_MARK = /^([^\n]{0,80}?)\bstack backtrace:[ \t]*$/m
/** `/src/till.zig:12:5: 0x102e8fc87 in count (shop)`, `???:?:?: 0x18d6d7bc7 in ??? (libsystem_pthread.dylib)`. */
const ZIG_ROW =
  /^[ \t]*(\S.{0,600}?):(\d{1,9}|\?):(\d{1,9}|\?): 0x([0-9a-f]{1,16}) in (\S.{0,1000}?) \(([^()]{1,300})\)[ \t]*$/
/** `/src/till.nim(12) count`, perhaps behind the time of a log. Some versions print the column, too. */
const NIM_ROW =
  /^[ \t]*(?:\[[^\]\n]{1,60}\][ \t]{1,8})?(\S.{0,600}?\.nims?)\((\d{1,9})(?:, (\d{1,9}))?\)[ \t]+(\S.{0,400}?)[ \t]*$/
const SOURCE = /\.(?:zig|c|cc|cpp|m|mm|s)$/i
/** A single row may be a sentence. */
const FEWEST_ROWS = 2

interface Runtime {
  readonly read: (text: string) => readonly Draft[]
  /** The kind of the rows' addresses. */
  readonly rule: StackRule
  /** Rows from the outermost call to the innermost one. */
  readonly isReversed?: true
  readonly thrown: (text: string) => ExceptionInfo | undefined
}

interface Draft {
  readonly rows: TextRow[]
  readonly start: number
  end: number
}

const runtimesRead: readonly Runtime[] = [
  { read: readRust, rule: 'return', thrown: rustPanic },
  // Zig took one off each return address.
  { read: (text) => readRuns(text, readZigRow, isZigSource), rule: 'call', thrown: zigPanic },
  { read: (text) => readRuns(text, readNimRow, () => false), rule: 'exact', isReversed: true, thrown: nimException },
]

export const panicStackFormat: ReportFormat = {
  id: 'panic-stack',
  label: 'Stack of Rust, Zig or Nim',
  sniff: ({ text }: Sample) => runtimeOf(text) !== undefined,
  parse: parsePanicStack,
}

function runtimeOf(text: string): { readonly runtime: Runtime; readonly stacks: readonly Draft[] } | undefined {
  for (const runtime of runtimesRead) {
    const stacks = runtime.read(text).filter(({ rows }) => rows.length >= FEWEST_ROWS)
    if (stacks.length > 0) return { runtime, stacks }
  }
  return undefined
}

function parsePanicStack(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const { runtime, stacks = [] } = runtimeOf(input.text) ?? {}
  const images = new TextImages(builder, [])
  const exception = runtime?.thrown(input.text)
  const hasEnded = exception !== undefined || saysEnded(input.text)
  const threads = stacks.map(({ rows, start, end }, position): Thread => ({
    id: position,
    unnumbered: true,
    crashed: position === 0 && hasEnded,
    frames: addTextStack(builder, images, runtime?.isReversed ? rows.toReversed() : rows, runtime?.rule ?? 'return'),
    span: { start, end },
  }))
  return success([finishTextReport(panicStackFormat, input, builder, { threads, exception })])
}

/** Rows of Rust, each with the place that the line below it may have. */
function readRust(text: string): readonly Draft[] {
  const stacks: Draft[] = []
  const isAnnounced = RUST_MARK.test(text)
  // An excerpt may begin below the mark.
  const isOfRust = PANICKED.test(text) || RUST_SOURCE.test(text)
  let current: Draft | undefined
  const prefix = LOGGED_MARK.exec(text)?.[1] ?? ''
  for (const whole of eachLine(text)) {
    const line = withoutShape(whole, prefix)
    if (!canBeRow(line.text)) continue
    const row = RUST_ROW.exec(line.text)
    if (
      row &&
      (row[2] !== undefined ||
        isAnnounced ||
        (isOfRust && (RUST_NAME.test(row[3] ?? '') || row[3] === NO_NAME || follows(current, row))))
    ) {
      const read = rustRow(row, line)
      const before = current?.rows.at(-1)
      // Somebody may have taken rows out between.
      if (!current || before?.index === undefined || before.index >= (read.index ?? 0)) {
        current = { rows: [], start: line.start, end: line.end }
        stacks.push(current)
      } else if (before.address !== undefined && before.address === read.address)
        // One address in several rows: all but the last were inlined into it.
        current.rows[current.rows.length - 1] = { ...before, inlined: true }
      current.rows.push(read)
      current.end = line.end
      continue
    }
    if (OMITTED.test(line.text)) continue
    const place = RUST_PLACE.exec(line.text)
    const last = current?.rows.at(-1)
    // That of a row that was taken out.
    if (place && last?.symbol?.file !== undefined) continue
    if (!place || !current || !last?.symbol) {
      current = undefined
      continue
    }
    const [, file = '', atLine, column] = place
    current.rows[current.rows.length - 1] = {
      ...last,
      symbol: omitUndefined({ ...last.symbol, file, line: Number(atLine), column: numberOf(column) }),
      ...(file.endsWith('.rs') && { language: 'rust' }),
      span: { start: last.span?.start ?? line.start, end: line.end },
    }
    current.end = line.end
  }
  return stacks
}

const follows = (stack: Draft | undefined, [, index]: RegExpExecArray): boolean =>
  stack?.rows.at(-1)?.index === Number(index) - 1

function rustRow([, index, address, name = '']: RegExpExecArray, line: Line): TextRow {
  return omitUndefined({
    index: Number(index),
    address: address === undefined ? undefined : BigInt(`0x${address}`),
    symbol: name === NO_NAME ? undefined : { name },
    language: RUST_NAME.test(name) ? ('rust' as const) : undefined,
    span: spanIn(line, 0, line.text.trimEnd().length),
  })
}

/** Rows that one line holds whole; lines of source below a row do not end the stack. */
function readRuns(
  text: string,
  read: (line: Line) => TextRow | undefined,
  isBetween: (text: string) => boolean,
): readonly Draft[] {
  const stacks: Draft[] = []
  let current: Draft | undefined
  let between = 0
  for (const line of eachLine(text)) {
    const row = canBeRow(line.text) ? read(line) : undefined
    if (!row) {
      if (!isBetween(line.text) || ++between > MOST_BETWEEN) current = undefined
      continue
    }
    if (!current) stacks.push((current = { rows: [], start: line.start, end: line.end }))
    between = 0
    current.rows.push(row)
    current.end = line.end
  }
  return stacks
}

/** Zig shows the line of the source below a row, and a mark below that. */
const MOST_BETWEEN = 2
const isZigSource = (text: string): boolean => /^[ \t]/.test(text) && text.trim() !== ''

function readZigRow(line: Line): TextRow | undefined {
  const [, file = '', atLine, column, address = '', name = '', image = ''] = ZIG_ROW.exec(line.text) ?? []
  if (address === '') return undefined
  return omitUndefined({
    address: BigInt(`0x${address}`),
    // A compile unit of C is named by its source.
    imageName: image === '???' || SOURCE.test(image) ? undefined : image,
    symbol:
      name === '???'
        ? undefined
        : omitUndefined({
            name,
            file: file === '???' ? undefined : file,
            line: numberOf(atLine),
            column: numberOf(column),
          }),
    // A library of the system's has an image; code of the program's own only lacks its lines.
    language:
      file.endsWith('.zig') || (file === '???' && image === '???' && name !== '???') ? ('zig' as const) : undefined,
    span: spanIn(line, 0, line.text.trimEnd().length),
  })
}

function readNimRow(line: Line): TextRow | undefined {
  const [, file, atLine, column, name] = NIM_ROW.exec(line.text) ?? []
  if (file === undefined || name === undefined) return undefined
  const symbol = omitUndefined({ name, file, line: numberOf(atLine), column: numberOf(column) })
  return { symbol, language: 'nim', span: spanIn(line, 0, line.text.trimEnd().length) }
}

const numberOf = (digits: string | undefined): number | undefined => {
  const number = Number(digits)
  return Number.isSafeInteger(number) && number > 0 ? number : undefined
}

function rustPanic(text: string): ExceptionInfo | undefined {
  const panic =
    /^([^\n]{0,80}?)\b(?:thread|task) '[^'\n]{0,100}' (?:\(\d{1,12}\) )?(?:panicked|failed) at (?:'([^\n]{1,600}?)'[,:] [^\s']{1,300}:\d{1,9}(?::\d{1,9})?[ \t]*$|[^\n]{1,600}:\d{1,9}:\d{1,9}:[ \t]*\n([^\n]{1,600}))/m.exec(
      text,
    )
  const [, before = '', quoted, below = ''] = panic ?? []
  const reason = panic
    ? (quoted ?? withoutShape({ text: below, start: 0, end: below.length, number: 0 }, before).text).trim()
    : HOOKED.exec(text)?.[1]?.trim()
  return reason === undefined ? undefined : { type: runtimes.rust, reason }
}

function zigPanic(text: string): ExceptionInfo | undefined {
  const reason = /^.{0,80}?\bthread \d{1,20} panic: ([^\n]{1,600})/m.exec(text)?.[1]?.trim()
  // An error that `main` returned stands alone in its line above the stack.
  const returned = reason ?? /^error: ([A-Z]\w{0,80})[ \t]*$/m.exec(text)?.[1]
  return returned === undefined ? undefined : { type: runtimes.zig, reason: returned }
}

function nimException(text: string): ExceptionInfo | undefined {
  const [, words, name] =
    /\bError: unhandled exception: ([^\n]{1,600}?)(?:[ \t]\[(\w{1,100})\])?[ \t]*$/m.exec(text) ?? []
  if (words !== undefined) return omitUndefined({ type: runtimes.nim, name, reason: words })
  // A program that caught it logs the name, and says above its rows whose they are.
  const [, logged, said = ''] =
    /^[^\n]{0,80}?\b(\w{1,80}(?:Defect|Error)): ([^\n]{1,600})\n[^\n]{0,40}?Async traceback:/m.exec(text) ?? []
  if (logged !== undefined) return { type: runtimes.nim, name: logged, reason: said.trim() }
  const [, signal, reason] =
    /\b(SIG[A-Z]{2,6}): ((?:Illegal storage access|Abnormal|Arithmetic)[^\n]{0,300})/.exec(text) ?? []
  return signal === undefined ? undefined : omitUndefined({ type: runtimes.nim, signal, reason: reason?.trim() })
}
