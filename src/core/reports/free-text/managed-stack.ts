/**
 * Stacks that a runtime above the system prints: JavaScript (JavaScriptCore, V8, Hermes), .NET and Mono, Kotlin/Native. Rows of
 * scripts and managed code have a name and a place; those of native code an address in an image.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import { saysEnded } from '../../model/ended-words.ts'
import { languageOfName } from '../../model/language-of-name.ts'
import type { PrintedSymbol, Report, Stack, Thread } from '../../model/report.ts'
import type { FrameLanguage } from '../../model/script.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, hasTwoRows, spanIn, splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { partedAtStack } from '../text/component-rows.ts'
import { withLanguage } from './managed-languages.ts'
import { stackOfSignal, titleOfManaged } from './managed-titles.ts'
import { readAndroidCrash } from '../text/android-crash.ts'
import { linesOfEnd, wordsOfEnd } from '../text/one-end.ts'
import { readSaidLines } from '../text/said-lines.ts'
import { readJvmRow, readListedRow } from '../text/jvm-rows.ts'
import {
  isJavaLike,
  isServiceRow,
  isSureBareRow,
  MANAGED,
  readBareManagedRow,
  readManagedRow,
  readWrapperRow,
} from '../text/managed-rows.ts'
import { JVM_EXCEPTION, NAMED_BEHIND, readThrown, wordsOf } from '../text/managed-thrown.ts'
import { withoutSharedPrefix } from '../text/shared-prefix.ts'
import { readTranslatedRow } from '../text/translated-rows.ts'
import { scriptPlace } from '../text/script-place.ts'
import { isCountedFromOne } from '../text/script-rows.ts'
import { collectImages } from '../text/text-images.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import type { RowReader, TextRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'
import { fieldTexts, titles } from '../../messages/labels.ts'
import { withoutPrefix } from '../text/android-log.ts'

/** `    at 0   shared   0x104d1c7a5        kfun:main(){} + 117 ` */
const KOTLIN = /^([ \t]*at )[ \t]*\d{1,5}[ \t]+\S.*?[ \t]0x[0-9a-f]{6,16}\b/i
/** `	0x105af2a74 - /path/Demo.iOS : mono_dump_native_crash_info` */
const MONO_NATIVE = /^[ \t]*(0x[0-9a-f]{6,16})[ \t]+-[ \t]+(?:(\.{0,2}\/\S.*?)[ \t]+:[ \t]*(.*?)|Unknown)[ \t]*$/i
/** Android's runtime and handlers of programs write it above an exception that nothing caught. */
const FATAL = /\bFATAL EXCEPTION: /
const NO_NAME = /^(?:<redacted>|Unknown|\(null\))$/
const MANAGED_MARK =
  /(?:\[0x[0-9a-f]{1,8}\] in \S.*|<0x[0-9a-f]+(?: \+ 0x[0-9a-f]+)?>|\) in \S.{0,300}:(?:line )?\d{1,9})[ \t]*\r?$|^[ \t]*(?:[A-Z][\w ]{1,40}: )?(?:[A-Z]\w{0,60}\.){1,8}\w{0,60}Exception: [^\n]{0,600}\n(?:[^\n]{0,300}\n){0,3}?[ \t]+at [A-Z]/m
/**
 * `Shop.Till:Count(String, Int32) (at Assets/Till.cs:42)`, as Unity logs stacks. Letters behind `<` are taken all at once: a line with many
 * of these signs then has one reading, and not a number that doubles with each.
 */
const UNITY =
  /^[ \t]*((?:<[\p{L}_]|[\p{L}_])[\p{L}\p{N}_.`+<>/]{0,300}:\.?[\p{L}_<](?:[\p{L}\p{N}_.`>|]|<(?:(?:[\p{L}\p{N}_.`+]{1,199}(?![\p{L}\p{N}_.`+])|[\p{L}\p{N}_.`+]{200})(?:::[\p{L}_.][\p{L}\p{N}_.`]{0,200}>)?|(?![\p{L}\p{N}_.`+]))){0,200} ?\([^()]{0,400}\))(?: \(at ([^()]{1,400}?):(\d{1,9})\))?[ \t]*$/u
/** `Shop.Till.Count (System.Int32 max) (at Assets/Till.cs:42)`, as Unity logs exceptions. */
const UNITY_THROWN =
  /^[ \t]*([\p{L}_][\p{L}\p{N}_.`+<>/[\],]{0,300}\.[\p{L}_<][\p{L}\p{N}_.`<>|[\],]{0,200} ?\([^()]{0,800}\)) \(at ([^()]{1,400}?):(\d{1,9})\)[ \t]*$/u
/** What `NSLog` puts before each line, as Mono and React Native write their stacks on a device, and as Unity's console does. */
const LOGGED =
  /^(?:<i>)?(?:Autoconnected Player|[A-Z]\w{1,20}Player\([^()\n]{1,120}\))(?:<\/i>)?[ \t]|^\d{4}-\d\d-\d\d[ T][\d:.,+-]{5,24} \S{1,200}\[\d{1,9}(?::\d{1,20})?\] (?:(?:critical|error|warning|info|debug|default|fault): ?)?/
/** `:1:161`, perhaps in a bracket, at the end of a script's row. */
const SCRIPT_PLACE = /:(\d{1,9})(?::(\d{1,9}))?\){0,2}$/
/** A web view numbers the scripts that the app injects. */
const SCRIPT_FILE = /\.(?:js|jsx|mjs|cjs|ts|tsx|bundle|jsbundle|hbc)$|^user-script(?::\d{1,9})?$/
/** Node names its own modules so; other languages that run as a script keep the names of their sources. */
const ENGINE_FILE = /^node:[\w/.-]{1,200}$|^[^\s()]{1,300}\.(?:mlx?|re|res|elm|purs|coffee|vue|svelte|wasm)$/
const PAGE = /^(?:https?|capacitor|ionic|file|webpack[\w-]{0,20}):\/\/\S{1,600}$/
/** The bracket of a place right behind the name: `count(file:///app/till.js:42:3)`, `forEach([native code])`. */
const TIGHT = /\((?=\[native code\]|(?:https?|capacitor|ionic|file|webpack[\w-]{0,20}):\/\/)/
const NATIVE_CODE = '[native code]'
/** A path, and no function, precedes the last `@`. */
const FOLDER = /^(?:\/|[A-Za-z]:[\\/]|file:)|\/@$|\/node_modules\//
/** A function before a path with an `@` of its own: `count@/app/node_modules/@shop/till.js`. */
const CALLED_AT = /^[\w$.<>]{0,120}@(?=\/|[a-z][\w-]{0,20}:\/\/)/
/** Functions of V8 and of Hermes themselves. */
const ENGINE_ROW =
  /^[ \t]*at[ \t]{1,4}((?:async |new )?[\w$.<>[\]]{1,120}) (?:\((?:<anonymous>|native)\)|@ <anonymous>)[ \t]*$/
const EVALUATED = /^[ \t]*(?:at[ \t]+)?(eval code|global code|module code)[ \t]*$/

/** Rows are short, also those of bundles with long queries. */
const LONGEST_ROW = 1000

const sniffScript = (text: string): boolean =>
  text.split('\n', 400).filter((line) => parseScriptRow(line)?.line !== undefined).length >= 2

/** One row alone may be a line of any list. */
const sniffUnity = (text: string): boolean => {
  let rows = 0
  for (const whole of eachLine(text)) {
    const line = withoutLog(whole)
    const isRow = UNITY.test(line.text) || UNITY_THROWN.test(line.text) || readWrapperRow(line) !== undefined
    rows = canBeRow(line.text) && isRow ? rows + 1 : 0
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

const sniffJvm = (text: string): boolean =>
  hasTwoRows(text, (whole) => {
    const line = withoutLog(whole)
    return readJvmRow(line) !== undefined || (canBeRow(line.text) && isJavaLike(line))
  })

/** A row that is all that somebody pasted; its file and line prove it. */
function sniffAlone(lines: readonly Line[]): boolean {
  const [only, ...others] = lines.filter(({ text }) => text.trim() !== '')
  return only !== undefined && others.length === 0 && readJvmRow(withoutLog(only))?.symbol?.line !== undefined
}

/** A row right below the name of an exception; the text ends after it. */
const sniffThrown = (lines: readonly Line[]): boolean =>
  lines.some((whole, at) => {
    const above = lines[at - 1]
    if (!above || !canBeRow(above.text) || !readJvmRow(withoutLog(whole))) return false
    return JVM_EXCEPTION.test(withoutLog(above).text)
  })

/** Two rows, with no more than empty lines between them, and one of them sure: two calls of a source look like rows, too. */
function sniffBare(text: string): boolean {
  let rows = 0
  let isSure = false
  for (const line of eachLine(text)) {
    if (line.text.trim() === '') continue
    if (canBeRow(line.text) && isServiceRow(line)) return true
    const isRow = canBeRow(line.text) && readBareManagedRow(line) !== undefined
    rows = isRow ? rows + 1 : 0
    isSure = isRow && (isSure || isSureBareRow(line))
    if (rows > 1 && isSure) return true
  }
  return false
}

/** Rows of .NET without places: `at Shop.Till.Count(Int32 total)`. Scripts print a place in the brackets. */
const sniffNet = (lines: readonly Line[]): boolean =>
  lines.filter((line) => canBeRow(line.text) && (NET_ROW.test(line.text) || readTranslatedRow(withoutLog(line))))
    .length > 1
const NET_ROW =
  /^[ \t]{1,12}at (?:at )?(?:[A-Z][\w`+<>|]{0,200}\.){2,16}[\w`<>|[\]]{1,200} ?\((?:[A-Za-z][^():]{0,600})?\)(?: \+ 0x[0-9a-f]{1,8})?[ \t\r]*$/

const isSpaced = (line: Line): boolean => readJvmRow(line) !== undefined || readBareManagedRow(line) !== undefined

/** Pages put no more empty lines between two rows. */
const MOST_EMPTY = 4

/** Line of .NET between the parts of a stack that an awaited task split. */
const GOES_ON = /^[ \t]*--- End of stack trace from previous location(?: where exception was thrown)? ---[ \t]*$/

/** Node quotes the line of the source that threw, below its place and above a mark. */
const QUOTED_PLACE = /^[ \t]{0,8}\S.{0,400}:\d{1,9}[ \t\r]*$/
const MARK_BELOW = /^[ \t]*\^+[ \t\r]*$/

/** Without the empty lines that pages put between rows. */
function joined(all: readonly Line[]): readonly Line[] {
  const isQuoted = (at: number): boolean =>
    MARK_BELOW.test(all[at + 2]?.text ?? '') && QUOTED_PLACE.test(all[at]?.text ?? '')
  const lines = all.filter(({ text }, at) => !GOES_ON.test(text) && !isQuoted(at))
  const next = (from: number, step: 1 | -1): Line | undefined => {
    let at = from + step
    for (let empty = 0; empty < MOST_EMPTY && lines[at]?.text.trim() === ''; empty++) at += step
    return lines[at]
  }
  return lines.filter(({ text }, at) => {
    if (text.trim() !== '') return true
    const [before, after] = [next(at, -1), next(at, 1)]
    return !before || !after || !isSpaced(before) || !isSpaced(after)
  })
}

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
    sniffThrown(lines) ||
    sniffAlone(lines) ||
    lines.some((line) => readListedRow(line) !== undefined) ||
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
  const lines = joined(withoutSharedPrefix(splitLines(input.text)).map(withoutLog)).flatMap(partedAtStack)
  const native = collectStacks(lines, [readKotlinRow, readMonoRow, readLoggedRow])
  const managed = collectStacks(lines, [
    readScriptRow,
    readJvmRow,
    readListedRow,
    managedOnly([readKotlinRow, readMonoRow]),
  ]).stacks.map((stack, _, all) => withLanguage(stack, all, input.text))
  const images = new TextImages(builder, collectImages(native.others))
  // One image for all rows of a file. With two of one name, a row would belong to neither.
  const files = native.stacks.flatMap(({ rows }) =>
    rows.flatMap(({ imagePath: path, imageName: name }) => (path && name ? [[path, name] as const] : [])),
  )
  for (const [path, name] of new Map(files)) images.state(omitUndefined({ name, path, origin: originOfPath(path) }))
  const rows = [...native.stacks, ...managed].flatMap((stack) => stack.rows)
  const has = (wanted: FrameLanguage): boolean =>
    rows.some(({ language, symbol }) => (language ?? languageOfName(symbol?.name)) === wanted)
  const own = wordsOfEnd(input.text, [...native.stacks, ...managed])
  const bare = linesOfEnd(lines, own)
    .map(({ text }) => text)
    .join('\n')
  // Earlier lines of a process are no part of its end.
  const last = bare.slice(Math.max(bare.search(FATAL), 0))
  const exception = readThrown(last, has) ?? (last.length < bare.length ? readThrown(bare, has) : undefined)
  const hasEnded = exception !== undefined || saysEnded(bare)
  const thrownAt = exception?.name === undefined ? -1 : own.indexOf(exception.name, own.search(FATAL))
  const named = (title: string, position: number, span: Stack['span'], frames: Thread['frames']): Thread =>
    omitUndefined({
      id: position,
      unnumbered: true,
      name: title,
      crashed: position === failed && hasEnded,
      frames,
      span,
    })
  const stacks = [
    ...native.stacks.map((stack) => ({ stack, title: titles.nativeStack, rule: 'return' as const })),
    ...managed.map((stack) => ({ stack, title: titleOfManaged(stack, lines), rule: 'exact' as const })),
  ].sort((a, b) => a.stack.span.start - b.stack.span.start)
  // Rows above the exception are the end of another stack; components called nothing.
  const isThrown = ({ stack, rule }: (typeof stacks)[number]): boolean =>
    rule === 'exact' && stack.span.start > thrownAt
  const calls = stacks.findIndex((one) => isThrown(one) && one.title !== titles.componentStack)
  const below = calls < 0 ? stacks.findIndex(isThrown) : calls
  const inOrder = stacks[0]?.rule === 'exact' ? Math.max(below, 0) : 0
  const failed = exception?.type === fieldTexts.monoCrash ? stackOfSignal(stacks) : inOrder
  return success([
    finishTextReport(managedStackFormat, input, builder, {
      header: readAndroidCrash(bare)?.header ?? {},
      exception,
      applicationInfo: [...readSaidLines(own), ...wordsOf(exception, last)],
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

function readMonoRow(line: Line): TextRow | undefined {
  const match = MONO_NATIVE.exec(line.text)
  if (!match?.[1]) return undefined
  const end = line.text.trimEnd().length
  if (!match[2]) return { address: BigInt(match[1]), span: spanIn(line, 0, end) }
  const name = NO_NAME.test(match[3] ?? '') ? '' : (match[3] ?? '')
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
      // Mono's `<hash>:0` is no file.
      const file = unity[2]?.startsWith('<') ? undefined : unity[2]
      const symbol = omitUndefined({ name: unity[1], file, line: Number(unity[3] ?? 0) || undefined })
      return { symbol, language: 'csharp', span: spanIn(line, 0, line.text.trimEnd().length) }
    }
    return readManagedRow(line) ?? readTranslatedRow(line) ?? readBareManagedRow(line) ?? readWrapperRow(line)
  }
}

function readScriptRow(line: Line): TextRow | undefined {
  const symbol = parseScriptRow(line.text) ?? placeAlone(line.text)
  if (!symbol) return undefined
  const script = scriptPlace(symbol, isCountedFromOne(line.text))
  return { symbol, script, language: 'javascript', span: spanIn(line, 0, line.text.trimEnd().length) }
}

/** `count@9060:63`, as React Native logs Hermes' rows. Alone it may be anything, so it claims no text. */
function placeAlone(line: string): PrintedSymbol | undefined {
  const [, name, at, column] =
    /^[ \t]{0,8}(?:\d{1,4}[ \t]{1,8}(?=[\w$.<>]{0,120}@:))?([\w$.<>]{0,120})@:?(\d{1,9}):(\d{1,9})[ \t]*$/.exec(line) ??
    []
  return name === undefined ? undefined : { name: name || '<anonymous>', line: Number(at), column: Number(column) }
}

/**
 * `name@url:1:161`, `url:1:161`, `at name (url:1:161)`, `forEach@[native code]`, `eval code`; Hermes puts `address at` before the
 * file, V8 `eval at`. Read from its end, so that no long line is tried again and again.
 */
function parseScriptRow(line: string): PrintedSymbol | undefined {
  if (line.length > LONGEST_ROW) return undefined
  const evaluated = EVALUATED.exec(line)?.[1]
  if (evaluated !== undefined) return { name: evaluated }
  const ofEngine = ENGINE_ROW.exec(line)?.[1]
  if (ofEngine !== undefined) return { name: ofEngine }
  const row = line
    .trim()
    .replace(/^at\s+/, '')
    // NativeScript numbers its rows.
    .replace(/^\d{1,4}[ \t]{1,8}(?=[\w$.<>/]{0,120}@)/, '')
    .replace(/['"`,]{1,3}$/, '')
    // Crashlytics writes rows of Hermes as those of classes without a name.
    .replace(/^\.([\w$<>]{1,120})\((?=address at |\(native\))/, '$1 (')
    .replace(/ \(\(native\):0:0\)$/, `@${NATIVE_CODE}`)
    .replace(/ ?\(\[native code\]::\)$/, `@${NATIVE_CODE}`)
  // What is left of a row that was broken before its place.
  if (row.startsWith('(')) return undefined
  const place = SCRIPT_PLACE.exec(row)
  const isNative = row.endsWith(NATIVE_CODE) || row.endsWith(`(${NATIVE_CODE})`)
  if (!place && !isNative) return undefined
  const head = place ? row.slice(0, place.index) : row.replace(/\)$/, '')
  const spaced = head.lastIndexOf(' (')
  const bracket = spaced >= 0 ? spaced : head.search(TIGHT)
  // Folders of packages have the sign, too.
  const sign = head.lastIndexOf('@')
  const at = FOLDER.test(head.slice(0, sign + 1)) ? (CALLED_AT.exec(head)?.[0].length ?? 0) - 1 : sign
  const split = bracket >= 0 ? head.indexOf('(', bracket) + 1 : at + 1
  const name = head.slice(0, bracket >= 0 ? bracket : Math.max(at, 0)).trim()
  const file = head
    .slice(split)
    .trimStart()
    .replace(/^\(/, '')
    .replace(/^(?:address|eval) at /, '')
    // Metro of some versions writes `index.bundle//&platform=ios`.
    .replace('//&', '?')
  const query = file.search(/[?#]/)
  // Only a path may hold blanks.
  const isScript =
    SCRIPT_FILE.test(query < 0 ? file : file.slice(0, query)) && (file.startsWith('/') || !/\s/.test(file))
  // A page's own scripts have its address.
  const isPlaced = bracket >= 0 && place?.[2] !== undefined
  const isFile = isScript || (isPlaced && (PAGE.test(file) || ENGINE_FILE.test(file)))
  if (!isFile && file !== NATIVE_CODE) return undefined
  return omitUndefined({
    name: name === '' ? '<anonymous>' : name,
    file,
    line: Number(place?.[1] ?? 0) || undefined,
    column: place?.[2] === undefined ? undefined : Number(place[2]),
  })
}
