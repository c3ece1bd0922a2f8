/**
 * Stacks that a runtime above the system prints: JavaScript (JavaScriptCore, V8, Hermes), .NET and Mono, Kotlin/Native. Rows of
 * scripts and managed code have a name and a place; those of native code an address in an image.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import { saysEnded } from '../../model/ended-words.ts'
import { languageOfName } from '../../model/language-of-name.ts'
import type { ExceptionInfo, PrintedSymbol, Report, Stack, Thread } from '../../model/report.ts'
import type { FrameLanguage } from '../../model/script.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, hasTwoRows, spanIn, splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { readSaidLines } from '../text/said-lines.ts'
import { readJvmRow } from '../text/jvm-rows.ts'
import { MANAGED, isSureBareRow, readBareManagedRow, readManagedRow } from '../text/managed-rows.ts'
import { withoutSharedPrefix } from '../text/shared-prefix.ts'
import { scriptPlace } from '../text/script-place.ts'
import { isCountedFromOne } from '../text/script-rows.ts'
import { collectImages } from '../text/text-images.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import type { RowReader, TextRow } from '../text/text-rows.ts'
import { collectStacks, type TextStack } from '../text/text-stacks.ts'
import { fieldTexts, titles } from '../../messages/labels.ts'
import { withoutPrefix } from '../text/android-log.ts'

/** `    at 0   shared   0x104d1c7a5        kfun:main(){} + 117 ` */
const KOTLIN = /^([ \t]*at )[ \t]*\d{1,5}[ \t]+\S.*?[ \t]0x[0-9a-f]{6,16}\b/i
/** `	0x105af2a74 - /path/Demo.iOS : mono_dump_native_crash_info` */
const MONO_NATIVE = /^[ \t]*(0x[0-9a-f]{6,16})[ \t]+-[ \t]+(?:(\/\S.*?)[ \t]+:[ \t]*(.*?)|Unknown)[ \t]*$/i
const MANAGED_MARK =
  /(?:\[0x[0-9a-f]{1,8}\] in \S.*|<0x[0-9a-f]+(?: \+ 0x[0-9a-f]+)?>|\) in \S.{0,300}:(?:line )?\d{1,9})[ \t]*\r?$|^[ \t]*(?:[A-Z][\w ]{1,40}: )?(?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception: [^\n]{0,600}\n(?:[^\n]{0,300}\n){0,3}?[ \t]+at [A-Z]/m
/** `Shop.Till:Count(String, Int32) (at Assets/Till.cs:42)`, as Unity logs stacks. */
const UNITY =
  /^[ \t]*([\p{L}_][\p{L}\p{N}_.`+<>/]{0,300}:\.?[\p{L}_<][\p{L}\p{N}_.`<>|]{0,200} ?\([^()]{0,400}\))(?: \(at ([^()]{1,400}?):(\d{1,9})\))?[ \t]*$/u
/** `Shop.Till.Count (System.Int32 max) (at Assets/Till.cs:42)`, as Unity logs exceptions. */
const UNITY_THROWN =
  /^[ \t]*([\p{L}_][\p{L}\p{N}_.`+<>/[\],]{0,300}\.[\p{L}_<][\p{L}\p{N}_.`<>|[\],]{0,200} ?\([^()]{0,400}\)) \(at ([^()]{1,400}?):(\d{1,9})\)[ \t]*$/u
/** What `NSLog` puts before each line; Mono and React Native write their stacks so on a device. */
const LOGGED =
  /^\d{4}-\d\d-\d\d[ T][\d:.,+-]{5,24} \S{1,200}\[\d{1,9}(?::\d{1,20})?\] (?:(?:critical|error|warning|info|debug|default|fault): ?)?/
/** `:1:161`, perhaps in a bracket, at the end of a script's row. */
const SCRIPT_PLACE = /:(\d{1,9})(?::(\d{1,9}))?\){0,2}$/
/** A web view numbers the scripts that the app injects. */
const SCRIPT_FILE = /\.(?:js|jsx|mjs|cjs|ts|tsx|bundle|jsbundle|hbc)$|^user-script(?::\d{1,9})?$/
const NATIVE_CODE = '[native code]'
/** Functions of V8 and of Hermes themselves. */
const ENGINE_ROW = /^[ \t]*at[ \t]{1,4}((?:async |new )?[\w$.<>[\]]{1,120}) \((?:<anonymous>|native)\)[ \t]*$/
const EVALUATED = /^[ \t]*(?:at[ \t]+)?(eval code|global code|module code)[ \t]*$/

/** Rows are short, also those of bundles with long queries. */
const LONGEST_ROW = 1000

const sniffScript = (text: string): boolean =>
  text.split('\n', 400).filter((line) => parseScriptRow(line)?.line !== undefined).length >= 2

/** One row alone may be a line of any list. */
const sniffUnity = (text: string): boolean => {
  let rows = 0
  for (const line of eachLine(text)) {
    rows = canBeRow(line.text) && (UNITY.test(line.text) || UNITY_THROWN.test(line.text)) ? rows + 1 : 0
    if (rows === 2) return true
  }
  return false
}

const sniffLogged = (text: string): boolean =>
  hasTwoRows(text, (line) => {
    const bare = withoutLog(line)
    return bare !== line && canBeRow(line.text) && MANAGED.test(bare.text)
  })

function withoutLog(whole: Line): Line {
  const line = withoutPrefix(whole)
  if (line !== whole) return line
  const length = LOGGED.exec(line.text)?.[0].length ?? 0
  return length === 0 ? line : { ...line, text: line.text.slice(length), start: line.start + length }
}

const sniffJvm = (text: string): boolean => hasTwoRows(text, (line) => readJvmRow(withoutLog(line)) !== undefined)

/** Two rows, with no more than empty lines between them, and one of them sure: two calls of a source look like rows, too. */
function sniffBare(text: string): boolean {
  let rows = 0
  let isSure = false
  for (const line of eachLine(text)) {
    if (line.text.trim() === '') continue
    const isRow = canBeRow(line.text) && readBareManagedRow(line) !== undefined
    rows = isRow ? rows + 1 : 0
    isSure = isRow && (isSure || isSureBareRow(line))
    if (rows > 1 && isSure) return true
  }
  return false
}

/** Rows of .NET without places: `at Shop.Till.Count(Int32 total)`. Scripts print a place in the brackets. */
const sniffNet = (lines: readonly Line[]): boolean =>
  lines.filter(({ text }) => canBeRow(text) && NET_ROW.test(text)).length > 1
const NET_ROW =
  /^[ \t]{1,12}at (?:at )?(?:[A-Z][\w`+<>|]{0,200}\.){2,16}[\w`<>|[\]]{1,200} ?\((?:[A-Za-z][^():]{0,600})?\)[ \t\r]*$/

const isSpaced = (line: Line): boolean => readJvmRow(line) !== undefined || readBareManagedRow(line) !== undefined

/** Without the empty lines that pages put between rows. */
const joined = (lines: readonly Line[]): readonly Line[] =>
  lines.filter((line, at) => {
    const [before, after] = [lines[at - 1], lines[at + 1]]
    return line.text.trim() !== '' || !before || !after || !isSpaced(before) || !isSpaced(after)
  })

/** One of the marks of such a stack, behind what a log or a tool puts before all its lines. */
function isManaged(lines: readonly Line[]): boolean {
  const text = lines.map((line) => line.text).join('\n')
  return (
    /^[ \t]*at [ \t]*\d{1,5}[ \t]+\S.*?[ \t]0x[0-9a-f]{6,16}[ \t]+\S/m.test(text) ||
    /^[ \t]*0x[0-9a-f]{6,16}[ \t]+-[ \t]+\/\S.*?[ \t]+:/m.test(text) ||
    (/^[ \t]*at \S/m.test(text) && (MANAGED_MARK.test(text) || NAMED_BEHIND.test(text))) ||
    sniffScript(text) ||
    sniffUnity(text) ||
    sniffJvm(text) ||
    sniffBare(text) ||
    sniffNet(lines) ||
    sniffLogged(text)
  )
}

export const managedStackFormat: ReportFormat = {
  id: 'managed-stack',
  label: 'Stack of a script or managed code',
  sniff: ({ text }: Sample) => isManaged(withoutSharedPrefix(splitLines(text))),
  parse: parseManagedStack,
}

function parseManagedStack(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = joined(withoutSharedPrefix(splitLines(input.text)).map(withoutLog))
  const native = collectStacks(lines, [readKotlinRow, readMonoRow, readLoggedRow])
  const managed = collectStacks(lines, [
    readScriptRow,
    readJvmRow,
    managedOnly([readKotlinRow, readMonoRow]),
  ]).stacks.map(withOneLanguage)
  const images = new TextImages(builder, collectImages(native.others))
  for (const row of native.stacks.flatMap((stack) => stack.rows)) {
    const { imagePath: path, imageName: name } = row
    if (path && name) images.state(omitUndefined({ name, path, origin: originOfPath(path) }))
  }
  const rows = [...native.stacks, ...managed].flatMap((stack) => stack.rows)
  const has = (wanted: FrameLanguage): boolean =>
    rows.some(({ language, symbol }) => (language ?? languageOfName(symbol?.name)) === wanted)
  const bare = lines.map(({ text }) => text).join('\n')
  const exception = readThrown(bare, has)
  const hasEnded = exception !== undefined || saysEnded(bare)
  const named = (title: string, position: number, span: Stack['span'], frames: Thread['frames']): Thread =>
    omitUndefined({ id: position, unnumbered: true, name: title, crashed: position === 0 && hasEnded, frames, span })
  const stacks = [
    ...native.stacks.map((stack) => ({ stack, title: titles.nativeStack, rule: 'return' as const })),
    ...managed.map((stack) => ({ stack, title: titles.managedStack, rule: 'exact' as const })),
  ].sort((a, b) => a.stack.span.start - b.stack.span.start)
  return success([
    finishTextReport(managedStackFormat, input, builder, {
      exception,
      applicationInfo: [...readSaidLines(input.text), ...wordsOf(exception, bare)],
      threads: stacks.map(({ stack, title, rule }, position) =>
        named(title, position, stack.span, addTextStack(builder, images, stack.rows, rule)),
      ),
    }),
  ])
}

/** Kotlin's rows are those of `backtrace_symbols` behind `at`. */
function readKotlinRow(line: Line): TextRow | undefined {
  const head = KOTLIN.exec(line.text)?.[1]
  if (head === undefined) return undefined
  return readIndexedRow({ ...line, text: line.text.slice(head.length), start: line.start + head.length })
}

/** A native row in a log, below the words that Mono writes above one. */
const readLoggedRow = (line: Line): TextRow | undefined => {
  const row = line.end - line.start > line.text.length ? undefined : readIndexedRow(line)
  return row?.address === undefined ? undefined : row
}

/** Java's rows may lack their place; .NET writes such rows, too, and their neighbours tell. */
function withOneLanguage(stack: TextStack): TextStack {
  const known = stack.rows.find(({ language }) => language === 'java' || language === 'kotlin')
  if (!known) return stack
  const isOf = ({ language, symbol }: TextRow): boolean => language === 'csharp' && symbol?.file === undefined
  return { ...stack, rows: stack.rows.map((row) => (isOf(row) ? { ...row, language: known.language } : row)) }
}

function readMonoRow(line: Line): TextRow | undefined {
  const match = MONO_NATIVE.exec(line.text)
  if (!match?.[1]) return undefined
  const end = line.text.trimEnd().length
  if (!match[2]) return { address: BigInt(match[1]), span: spanIn(line, 0, end) }
  const name = match[3] === '<redacted>' || match[3] === 'Unknown' ? '' : (match[3] ?? '')
  return omitUndefined({
    address: BigInt(match[1]),
    imageName: match[2].slice(match[2].lastIndexOf('/') + 1),
    imagePath: match[2],
    symbol: name === '' ? undefined : { name },
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, end - (match[3]?.length ?? 0), end),
  })
}

/** Rows of managed code, unless they are native ones. */
function managedOnly(natives: readonly RowReader[]): RowReader {
  return (line) => {
    if (line.text.length > LONGEST_ROW || natives.some((reader) => reader(line))) return undefined
    const unity = UNITY.exec(line.text) ?? UNITY_THROWN.exec(line.text)
    if (unity?.[1]) {
      const symbol = omitUndefined({ name: unity[1], file: unity[2], line: Number(unity[3] ?? 0) || undefined })
      return { symbol, language: 'csharp', span: spanIn(line, 0, line.text.trimEnd().length) }
    }
    return readManagedRow(line) ?? readBareManagedRow(line)
  }
}

function readScriptRow(line: Line): TextRow | undefined {
  const symbol = parseScriptRow(line.text)
  if (!symbol) return undefined
  const script = scriptPlace(symbol, isCountedFromOne(line.text))
  return { symbol, script, language: 'javascript', span: spanIn(line, 0, line.text.trimEnd().length) }
}

/**
 * `name@url:1:161`, `url:1:161`, `at name (url:1:161)`, `forEach@[native code]`, `eval code`; Hermes puts `address at` before the
 * file, V8 `eval at`. Read from its end, so that no long line is tried again and again.
 */
function parseScriptRow(line: string): PrintedSymbol | undefined {
  if (line.length > LONGEST_ROW) return undefined
  if (EVALUATED.test(line)) return { name: line.trim().replace(/^at /, '') }
  const ofEngine = ENGINE_ROW.exec(line)?.[1]
  if (ofEngine !== undefined) return { name: ofEngine }
  const row = line
    .trim()
    .replace(/^at\s+/, '')
    .replace(/['"`,]{1,3}$/, '')
  const place = SCRIPT_PLACE.exec(row)
  const isNative = row.endsWith(NATIVE_CODE) || row.endsWith(`(${NATIVE_CODE})`)
  if (!place && !isNative) return undefined
  const head = place ? row.slice(0, place.index) : row.replace(/\)$/, '')
  const bracket = head.lastIndexOf(' (')
  const at = head.lastIndexOf('@')
  const split = bracket >= 0 ? bracket + 2 : at + 1
  const name = head.slice(0, bracket >= 0 ? bracket : Math.max(at, 0)).trim()
  const file = head
    .slice(split)
    .replace(/^\(/, '')
    .replace(/^(?:address|eval) at /, '')
    // Metro of some versions writes `index.bundle//&platform=ios`.
    .replace('//&', '?')
  const query = file.search(/[?#]/)
  // Only a path may hold blanks.
  const isFile = SCRIPT_FILE.test(query < 0 ? file : file.slice(0, query)) && (file.startsWith('/') || !/\s/.test(file))
  if (!isFile && file !== NATIVE_CODE) return undefined
  return omitUndefined({
    name: name === '' ? '<anonymous>' : name,
    file,
    line: Number(place?.[1] ?? 0) || undefined,
    column: place?.[2] === undefined ? undefined : Number(place[2]),
  })
}

/** Unity leaves out the namespace. */
const BARE_EXCEPTION = /^[ \t]*(?:Rethrow as )?([A-Z]\w*Exception): ([^\n]+)/m

/** `no till is open (System.ArgumentException)`, as the runtime of iOS prints a managed exception; rows of its stack follow. */
const NAMED_BEHIND =
  /^[ \t]{0,40}(\S[^\n]{0,600}?) \(((?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception)\)[ \t]*\r?\n[ \t]{1,20}at [A-Z]/m

/** `Type: System.ArgumentException`, and its message some lines below, as programs log them. */
const LABELLED =
  /^[ \t]*(?:Exception )?Type: ((?:\w+\.)+\w*Exception)[ \t\r]*\n(?:[^\n]{0,400}\n){0,3}?[ \t]*Message: ([^\n]+)/m

/** Java's packages begin in small letters. The words before it say who caught it, or nobody. */
const JVM_EXCEPTION =
  /^[ \t]*(?:(?:Fatal|Non-fatal) Exception: |Exception in thread "[^"\n]{1,80}" |Caused by: )?((?:[a-z_]\w{0,80}\.){1,16}[A-Z][\w$]{0,120}(?:Exception|Error|Throwable))(?::[ \t]*([^\n]*))?[ \t]*$/m

/** Who caught it says that it is one, whatever its name. */
const JVM_FATAL =
  /^[ \t]*(?:(?:Fatal|Non-fatal) Exception: |Exception in thread "[^"\n]{1,80}" |Exception )((?:[a-z_]\w{0,80}\.){1,16}[A-Z][\w$]{0,120})(?::[ \t]*([^\n]*))?[ \t]*$/m

const thrownForms = (): readonly (readonly [RegExp, string])[] => [
  [/^[ \t]*Uncaught Kotlin exception: ([\w.$]+)(?:: ([^\n]*))?/m, 'Kotlin exception'],
  [
    /^[ \t]*Unhandled managed exception: (?:Failed to print exception: )?((?:\w+\.)+\w*Exception): ([^\n]*)/m,
    '.NET exception',
  ],
  [JVM_FATAL, '.NET exception'],
  [JVM_EXCEPTION, '.NET exception'],
  [LABELLED, '.NET exception'],
  [NAMED_BEHIND, '.NET exception'],
  [
    /^(?:Unhandled Exception:[ \t]*\r?\n)?[ \t]*(?:\[ERROR\] )?(?:[A-Z][\w ]{1,40}: )?((?:\w+\.)+\w*Exception)(?!\w)(?:: ([^\n]*))?/m,
    '.NET exception',
  ],
  [BARE_EXCEPTION, '.NET exception'],
  // Promises of Angular and of web views: the words of a log may come before.
  [/^[^\n]{0,200}?\b((?:[A-Z]\w*)?Error): (Uncaught \(in promise\)[^\n]*)/m, titles.javaScriptError],
  [/^[^\n]{0,200}?\b(Unhandled Promise rejection): ([^\n;]+)/im, titles.javaScriptError],
  [/^(?:[^\w\n]*|Uncaught \(in promise\):? )((?:[A-Z]\w*)?Error): ([^\n]+)/m, titles.javaScriptError],
  [/^[^\w\n]*((?:[A-Z]\w*)?Error)(?:: ([^\n]*))?/m, titles.javaScriptError],
]

/** Kotlin's runtime says so of an exception for which it ends the program. */
const ENDS_KOTLIN = /^[ \t]*(Uncaught Kotlin exception: .{1,2000})$/m

/** The line in which .NET's or Java's runtime says that nothing caught it. */
const UNHANDLED =
  /^[^\n]{0,200}\b(?:[Uu]nhandled [Ee]xception|FATAL UNHANDLED EXCEPTION|Fatal Exception|Exception in thread ")[^\n]{0,1000}/m

function wordsOf(exception: ExceptionInfo | undefined, text: string): readonly string[] {
  if (!exception?.reason) return []
  const ends = exception.type === 'Kotlin exception' ? ENDS_KOTLIN.exec(text)?.[1] : undefined
  const words = ends?.trim() ?? exception.reason
  const unhandled = UNHANDLED.exec(text)?.[0].trim()
  return unhandled === undefined || unhandled === words ? [words] : [unhandled, words]
}

/** A name alone does not tell Java from .NET: the rows do. */
function typeOfThrown(type: string, name: string, has: (language: FrameLanguage) => boolean): string {
  if (type !== '.NET exception' || !/^[a-z]/.test(name)) return type
  if (has('kotlin') || name.startsWith('kotlin.')) return 'Kotlin exception'
  return has('java') ? 'Java exception' : type
}

/** The exception in its runtime's words. */
function readThrown(text: string, has: (language: FrameLanguage) => boolean): ExceptionInfo | undefined {
  const hasScript = has('javascript')
  for (const [pattern, type] of thrownForms()) {
    // Tools that build C# print lines with `Error`, too.
    if (type === titles.javaScriptError && !hasScript) continue
    if (pattern === BARE_EXCEPTION && hasScript) continue
    const match = pattern.exec(text)
    const [name, reason] = pattern === NAMED_BEHIND ? [match?.[2], match?.[1]] : [match?.[1], match?.[2]]
    if ((pattern === JVM_EXCEPTION || pattern === JVM_FATAL) && !has('java') && !has('kotlin')) continue
    if (name) return omitUndefined({ type: typeOfThrown(type, name, has), name, reason: reason?.trim() || undefined })
  }
  const signal = /^[ \t]*Got an? (?:SIG)?(\w+) while executing native code/im.exec(text)?.[1]
  return signal === undefined ? undefined : { type: fieldTexts.monoCrash, signal: `SIG${signal.toUpperCase()}` }
}
