/**
 * Fatal errors of React Native apps: the script's stack, and the native one beside it as HockeyApp lists it
 * (`RCTModuleMethod;invokeWithBridge:…;RCTModuleMethod.m;489`). Script places need the bundle's source map; they are shown as they are.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, Stack } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { splitLines, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { readScriptDump } from '../text/script-dump.ts'
import { readScriptRow } from '../text/script-rows.ts'
import { collectImages } from '../text/text-images.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import type { TextRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'
import { formatThrown, readThrownText } from '../text/thrown-text.ts'
import { titles } from '../../messages/labels.ts'

const METHOD_ROW =
  /^[ \t]*(?:<pre>)?([\w+$-]+);([\w:$.]+);([\w+.-]+\.(?:mm?|cpp|cc|c|swift|h));(\d{1,9})(?:<\/pre>)?[ \t]*$/
const MARKS = /\bRCT\w+|Unhandled JS Exception|\bfacebook::react\b|\bhermes\b|\breact-native\b|\.jsbundle\b/
const SCRIPT_ROWS =
  /^[ \t]*(?:at )?[\w$.<>]*(?:@| \()[^\s()]*\d+:\d+\)?[ \t]*[\r\n]+[ \t]*(?:at )?[\w$.<>]*(?:@| \()[^\s()]*\d+:\d+\)?[ \t]*$/m

export const reactNativeFormat: ReportFormat = {
  id: 'react-native',
  label: 'React Native error',
  sniff: ({ text }: Sample) =>
    (MARKS.test(text) && (SCRIPT_ROWS.test(text) || new RegExp(METHOD_ROW.source, 'm').test(text))) ||
    readScriptDump(text).length > 0,
  parse: parseReactNative,
}

function parseReactNative(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = splitLines(input.text)
  const native = collectStacks(lines, [readMethodRow, readIndexedRow])
  const script = collectStacks(lines, [readScriptRow])
  const images = new TextImages(builder, collectImages(native.others))
  images.learn(native.stacks.flatMap((stack) => stack.rows))
  const dumped = script.stacks.length === 0 ? readScriptDump(input.text) : []
  const exception = readThrownText(input.text) ?? readScriptError(input.text)
  const nativeStacks = native.stacks.map((stack): Stack & { title: string } => ({
    title: titles.nativeStack,
    frames: addTextStack(builder, images, stack.rows, 'return'),
    span: stack.span,
  }))
  const scriptStacks = script.stacks.map((stack): Stack & { title: string } => ({
    title: titles.javaScriptStack,
    frames: addTextStack(builder, images, stack.rows, 'exact'),
    span: stack.span,
  }))
  if (dumped.length > 0) scriptStacks.push({ title: titles.javaScriptStack, frames: builder.addStack(dumped, 'exact') })
  return success([
    finishTextReport(reactNativeFormat, input, builder, {
      exception,
      applicationInfo: exception ? [formatThrown(exception)] : [],
      lastException: nativeStacks[0],
      backtraces: [...nativeStacks.slice(1), ...scriptStacks],
    }),
  ])
}

function readScriptError(text: string): { type: string; reason: string } | undefined {
  const reason = /(?:Unhandled JS Exception: |^Exception ')([^\n]*?)(?:'? was thrown while invoking [^\n]*)?$/m.exec(
    text,
  )?.[1]
  return reason === undefined ? undefined : { type: titles.javaScriptError, reason: reason.trim() }
}

function readMethodRow(line: Line): TextRow | undefined {
  const match = METHOD_ROW.exec(line.text)
  if (!match?.[1] || !match[2] || !match[3]) return undefined
  const name = match[1] === '-' ? match[2] : `-[${match[1]} ${match[2]}]`
  const symbol = { name, file: match[3], line: Number(match[4]) }
  return { symbol, span: spanIn(line, 0, line.text.trimEnd().length) }
}
