/**
 * Fatal errors of React Native apps: the script's stack, and the native one beside it as HockeyApp lists it
 * (`RCTModuleMethod;invokeWithBridge:…;RCTModuleMethod.m;489`). Script places need the bundle's source map; they are shown as they are.
 */
import { success } from '../model/problem.ts'
import type { Outcome } from '../model/problem.ts'
import type { Report, Stack } from '../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from './format.ts'
import { splitLines, spanIn } from './lines.ts'
import type { Line } from './lines.ts'
import { present } from './present.ts'
import { ReportBuilder } from './report-builder.ts'
import { collectImages } from './text-images.ts'
import { addTextStack, finishTextReport, TextImages } from './text-report.ts'
import { readIndexedRow } from './text-rows.ts'
import type { TextRow } from './text-rows.ts'
import { collectStacks } from './text-stacks.ts'
import { formatThrown, readThrownText } from './thrown-text.ts'

const SCRIPT_ROW =
  /^[ \t]*(?:at[ \t]+)?([\w$.<>[\] /-]{1,120}?)?[ \t]*(?:@|[ \t]\()(?:((?:[a-z]+:\/\/|\/|address at |[\w.-]+\.(?:js|bundle|jsbundle|tsx?|hbc))[^\s()]*?):)?(\d{1,9}):(\d{1,9})\)?[ \t]*$/
const METHOD_ROW =
  /^[ \t]*(?:<pre>)?([\w+$-]+);([\w:$.]+);([\w+.-]+\.(?:mm?|cpp|cc|c|swift|h));(\d{1,9})(?:<\/pre>)?[ \t]*$/
const MARKS = /\bRCT\w+|Unhandled JS Exception|\bfacebook::react\b|\bhermes\b|\breact-native\b|\.jsbundle\b/
const SCRIPT_ROWS =
  /^[ \t]*(?:at )?[\w$.<>]*(?:@| \()[^\s()]*\d+:\d+\)?[ \t]*\r?\n[ \t]*(?:at )?[\w$.<>]*(?:@| \()[^\s()]*\d+:\d+\)?[ \t]*$/m

export const reactNativeFormat: ReportFormat = {
  id: 'react-native',
  label: 'React Native error',
  sniff: ({ text }: Sample) =>
    MARKS.test(text) && (SCRIPT_ROWS.test(text) || new RegExp(METHOD_ROW.source, 'm').test(text)),
  parse: parseReactNative,
}

function parseReactNative(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = splitLines(input.text)
  const native = collectStacks(lines, [readMethodRow, readIndexedRow])
  const script = collectStacks(lines, [readScriptRow])
  const images = new TextImages(builder, collectImages(native.others))
  images.learn(native.stacks.flatMap((stack) => stack.rows))
  const exception = readThrownText(input.text) ?? readScriptError(input.text)
  const nativeStacks = native.stacks.map((stack): Stack & { title: string } => ({
    title: 'Native stack',
    frames: addTextStack(builder, images, stack.rows, 'return'),
    span: stack.span,
  }))
  const scriptStacks = script.stacks.map((stack): Stack & { title: string } => ({
    title: 'JavaScript stack',
    frames: addTextStack(builder, images, stack.rows, 'exact'),
    span: stack.span,
  }))
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
  const reason = /Unhandled JS Exception: ([^\n]*)/.exec(text)?.[1]
  return reason === undefined ? undefined : { type: 'JavaScript error', reason: reason.trim() }
}

/** `value@286:3817`, `value@main.jsbundle:286:3817`, `at value (address at main.jsbundle:1:3817)`. */
function readScriptRow(line: Line): TextRow | undefined {
  if (line.text.length > 400) return undefined
  const match = SCRIPT_ROW.exec(line.text)
  if (!match?.[3] || !match[4]) return undefined
  const name = match[1]?.trim() || '<anonymous>'
  const file = match[2]?.replace(/^address at /, '')
  const symbol = present({ name, file, line: Number(match[3]), column: Number(match[4]) })
  return { symbol, span: spanIn(line, 0, line.text.trimEnd().length) }
}

function readMethodRow(line: Line): TextRow | undefined {
  const match = METHOD_ROW.exec(line.text)
  if (!match?.[1] || !match[2] || !match[3]) return undefined
  const name = match[1] === '-' ? match[2] : `-[${match[1]} ${match[2]}]`
  const symbol = { name, file: match[3], line: Number(match[4]) }
  return { symbol, span: spanIn(line, 0, line.text.trimEnd().length) }
}
