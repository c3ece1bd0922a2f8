/**
 * Fatal errors of React Native apps: the script's stack, and the native one beside it as HockeyApp lists it
 * (`RCTModuleMethod;invokeWithBridge:…;RCTModuleMethod.m;489`). Script places need the bundle's source map; they are shown as they are.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, Stack } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { eachLine, splitLines, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { withoutPrefix } from '../text/android-log.ts'
import { COMPONENTS_HEADING, isPlacedComponent, readComponentRow, partedAtStack } from '../text/component-rows.ts'
import { readJvmRow } from '../text/jvm-rows.ts'
import { readScriptDump } from '../text/script-dump.ts'
import { scriptPlace } from '../text/script-place.ts'
import { readScriptRow } from '../text/script-rows.ts'
import { collectImages } from '../text/text-images.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import type { TextRow } from '../text/text-rows.ts'
import { collectStacks, type TextStack } from '../text/text-stacks.ts'
import { wordsOfEnd } from '../text/one-end.ts'
import { formatThrown, readThrownText } from '../text/thrown-text.ts'
import { titles } from '../../messages/labels.ts'

const UNHANDLED = /Unhandled JS Exception:/
const METHOD_ROW =
  /^[ \t]*(?:<pre>)?([\w+$-]+);([\w:$.]+);([\w+.-]+\.(?:mm?|cpp|cc|c|swift|h));(\d{1,9})(?:<\/pre>)?[ \t]*$/
const MARKS =
  /\bRCT\w+|\bcom\.facebook\.react\b|Unhandled JS Exception|\bfacebook::react\b|\bhermes\b|\breact-native\b|\.jsbundle\b/
const SCRIPT_ROWS =
  /^[ \t]{0,40}(?:at )?[\w$.<>]{0,200}(?:@| \((?:address at@)?)[^\s()]{0,600}\d{1,9}:\d{1,9}\)?[ \t]*[\r\n]+(?:[ \t]*(?:[\w$.<>]{1,200}@-1|at [A-Z]\w{0,120})[ \t]*[\r\n]+)?[ \t]{0,40}(?:at )?[\w$.<>]{0,200}(?:@| \((?:address at@)?)[^\s()]{0,600}\d{1,9}:\d{1,9}\)?[ \t]*$/m
/** Two rows below Hermes' own words, behind what a log puts before them. */
const STACK_OF_ENGINE =
  /, js engine: \w{1,20}, stack:[ \t]*\r?\n(?:[^\n]{0,120}?[ \t:])?[\w$.<>]{1,120}@\d{1,9}:\d{1,9}[ \t]*\r?\n(?:[^\n]{0,120}?[ \t:])?[\w$.<>]{1,120}@\d{1,9}:\d{1,9}[ \t]*\r?$/m
/** The screen of an error shows a function, and its place in the line below. */
const SCREEN_ROWS =
  /^[ \t]*(?:[\w.]{1,120}\.JavascriptException: )?([\w$.<>][\w$.<> ]{0,119})\r?\n[ \t]*([\w.-]{1,120}\.(?:jsbundle|bundle|js)):(\d{1,9}):(\d{1,9})[ \t]*\r?$/gm
/** A component of React that has no place: `    at ErrorBoundary`. */
const COMPONENT = /^[ \t]{2,}at ([A-Z]\w{0,120}(?:\(\w{1,120}\))?)[ \t]*$/

/** The error above the components, perhaps behind the words of a log or of a promise. */
const ABOVE_COMPONENTS = /^[^\n]{0,80}?((?:(?:[A-Z]\w{0,60})?Error|Invariant Violation|Warning): [^\n]{1,2000})/m

/** The error right above the first row of its stack. */
const ABOVE_ROWS =
  /^[^\w\n]{0,40}(?:ERROR[ \t]{1,4})?((?:[A-Z]\w{0,60})?Error: [^\n]{1,2000}?)(?:, stack:)?[ \t\r]*\n[ \t]*(?:at [^\n]{1,400}|[\w$.<>]{1,120}@[^\n]{1,400}):\d{1,9}\)?[ \t\r]*$/m

/** The same with a logger’s facts on the device between them. */
const FAR_ABOVE_ROWS =
  /^[^\w\n]{0,40}((?:[A-Z]\w{0,60})?Error: [^\n]{1,2000})\n(?:(?![ \t]*at )[^\n]{0,400}\n){1,6}?[ \t]*at [^\n]{1,400}:\d{1,9}\)[ \t\r]*$/m

const MOST_ROWS = 1000

export const reactNativeFormat: ReportFormat = {
  id: 'react-native',
  label: 'React Native error',
  sniff: ({ text }: Sample) =>
    (MARKS.test(text) &&
      (SCRIPT_ROWS.test(text) ||
        STACK_OF_ENGINE.test(text) ||
        new RegExp(METHOD_ROW.source, 'm').test(text) ||
        readScreen(text).length > (UNHANDLED.test(text) ? 0 : 2))) ||
    readScriptDump(text).length > 0 ||
    hasComponents(text),
  parse: parseReactNative,
}

/** Two rows that say where their components were made, or rows below React's own heading. */
function hasComponents(text: string): boolean {
  const isHeaded = COMPONENTS_HEADING.test(text)
  let rows = 0
  for (const whole of eachLine(text)) {
    const line = withoutPrefix(whole)
    if (!readComponentRow(line)) continue
    if ((isHeaded || isPlacedComponent(line)) && ++rows === 2) return true
  }
  return false
}

function parseReactNative(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = splitLines(input.text).map(withoutPrefix).flatMap(partedAtStack)
  const native = collectStacks(lines, [readMethodRow, readIndexedRow])
  const script = collectStacks(lines, [readScriptRow, readComponent])
  const managed = collectStacks(lines, [readJvmRow])
  const components = collectStacks(lines, [readComponentRow]).stacks.filter(({ rows }) => rows.length > 1)
  const images = new TextImages(builder, collectImages(native.others))
  images.learn(native.stacks.flatMap((stack) => stack.rows))
  const placed = script.stacks.filter(({ rows }) => rows.some((row) => row.script))
  const dumped = placed.length === 0 ? [...readScriptDump(input.text), ...readScreen(input.text)] : []
  const own = wordsOfEnd(
    input.text,
    [native, script, managed].flatMap(({ stacks }) => stacks),
  )
  const exception = readThrownText(own) ?? readScriptError(lines.map(({ text }) => text).join('\n'))
  const nativeStacks = native.stacks.map((stack): Stack & { title: string } => ({
    title: titles.nativeStack,
    frames: addTextStack(builder, images, stack.rows, 'return'),
    span: stack.span,
  }))
  // React lists components in rows like those of calls, too.
  const isOfComponents = ({ title }: TextStack): boolean => title !== undefined && COMPONENTS_HEADING.test(title.text)
  const scriptStacks = placed
    .filter((stack) => !isOfComponents(stack))
    .map((stack): Stack & { title: string } => ({
      title: titles.javaScriptStack,
      frames: addTextStack(builder, images, stack.rows, 'exact'),
      span: stack.span,
    }))
  const managedStacks = managed.stacks.map((stack): Stack & { title: string } => ({
    title: titles.managedStack,
    frames: addTextStack(builder, images, stack.rows, 'exact'),
    span: stack.span,
  }))
  const componentStacks = [...placed.filter(isOfComponents).map(asComponents), ...components].map(
    (stack): Stack & { title: string } => ({
      title: titles.componentStack,
      frames: addTextStack(builder, images, stack.rows, 'exact'),
      span: stack.span,
    }),
  )
  if (dumped.length > 0) scriptStacks.push({ title: titles.javaScriptStack, frames: builder.addStack(dumped, 'exact') })
  return success([
    finishTextReport(reactNativeFormat, input, builder, {
      exception,
      // Words alone are no exception that the system names.
      applicationInfo:
        exception?.reason === undefined ? [] : [exception.name ? formatThrown(exception) : exception.reason],
      lastException: nativeStacks[0],
      backtraces: [...nativeStacks.slice(1), ...scriptStacks, ...componentStacks, ...managedStacks],
    }),
  ])
}

/** A component of the engine's own has no place. */
function asComponents(stack: TextStack): TextStack {
  const rows = stack.rows.map((row) =>
    row.script || row.symbol === undefined ? row : { ...row, symbol: { name: row.symbol.name } },
  )
  return { ...stack, rows }
}

function readComponent(line: Line): TextRow | undefined {
  const name = COMPONENT.exec(line.text)?.[1]
  return name === undefined
    ? undefined
    : { symbol: { name }, language: 'javascript', span: spanIn(line, 0, line.text.trimEnd().length) }
}

function readScreen(text: string): readonly TextRow[] {
  return [...text.matchAll(SCREEN_ROWS)].slice(0, MOST_ROWS).map((match) => {
    const [row, name = '', file, line, column] = match
    const symbol = omitUndefined({ name: name.trim(), file, line: Number(line), column: Number(column) })
    return {
      symbol,
      script: scriptPlace(symbol, false),
      language: 'javascript' as const,
      span: { start: match.index, end: match.index + row.trimEnd().length },
    }
  })
}

function readScriptError(text: string): ExceptionInfo | undefined {
  const reason =
    /(?:Unhandled JS Exception: ?|^Exception ')([^\n]*?)(?:'? was thrown while invoking [^\n]*)?$/m.exec(text)?.[1] ??
    // Hermes names itself behind the message.
    /\b((?:[A-Z]\w{0,60})?Error: [^\n]{1,2000}?), js engine: \w+/.exec(text)?.[1] ??
    /\bJavascriptException: ([^\n]{1,2000}?)(?:, js engine: \w{1,20})?(?:, stack:)?[ \t\r]*$(?!\n[ \t]*[\w.-]{1,120}\.(?:jsbundle|bundle|js):\d{1,9}:\d{1,9}[ \t\r]*$)/m.exec(
      text,
    )?.[1] ??
    ABOVE_ROWS.exec(text)?.[1] ??
    (COMPONENTS_HEADING.test(text) ? ABOVE_COMPONENTS.exec(text)?.[1] : undefined) ??
    FAR_ABOVE_ROWS.exec(text)?.[1]
  const words = reason?.replace(/,? stack:\s*$/, '').trim()
  if (words !== undefined && words !== '') return { type: titles.javaScriptError, reason: words }
  // Without its words the class of Java that carried it is all that is known.
  const name = /^[ \t]*((?:[a-z]\w{0,40}\.){1,8}JavascriptException): /m.exec(text)?.[1]
  return name === undefined ? undefined : { type: titles.javaScriptError, name }
}

function readMethodRow(line: Line): TextRow | undefined {
  const match = METHOD_ROW.exec(line.text)
  if (!match?.[1] || !match[2] || !match[3]) return undefined
  const name = match[1] === '-' ? match[2] : `-[${match[1]} ${match[2]}]`
  const symbol = { name, file: match[3], line: Number(match[4]) }
  return { symbol, span: spanIn(line, 0, line.text.trimEnd().length) }
}
