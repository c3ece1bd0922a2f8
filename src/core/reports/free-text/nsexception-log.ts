/**
 * The runtime's log of an uncaught exception: its reason and `*** First throw call stack:`, as rows or as bare addresses,
 * perhaps followed by a debugger's stop.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, Stack } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { eachLine, lineNumberAt } from '../base/lines.ts'
import { readLogLines } from '../text/log-lines.ts'
import { addLldbThreads, isThreadHead } from '../text/lldb-threads.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { collectImages, findStatedLoad } from '../text/text-images.ts'
import { readScriptStack } from '../text/script-rows.ts'
import { addTextStack, finishTextReport, programOf, TextImages } from '../text/text-report.ts'
import { readLldbRow } from '../text/debugger-rows.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import { collectAddressLists, collectStacks } from '../text/text-stacks.ts'
import { wordsOfEnd } from '../text/one-end.ts'
import { formatThrown, readThrownText } from '../text/thrown-text.ts'
import { readLinesOfOthers, readSaidLines } from '../text/said-lines.ts'
import { problem } from '../../messages/problems.ts'
import { titles } from '../../messages/labels.ts'

const THROWN = /First throw call stack:/

const stackTitle = (number: number): string =>
  number === 1 ? 'First throw call stack' : `First throw call stack (${number})`

export const nsexceptionFormat: ReportFormat = {
  id: 'nsexception-log',
  label: 'Uncaught exception (console log)',
  sniff: ({ text }: Sample) => THROWN.test(text),
  parse: parseNsexceptionLog,
}

function parseNsexceptionLog(input: ReportInput): Outcome<readonly Report[]> {
  const { text } = input
  const builder = new ReportBuilder(input.path)
  const found = collectStacks(eachLine(text), [readIndexedRow])
  const stopped = collectStacks(eachLine(text), [readLldbRow], isThreadHead)
  const lists = collectAddressLists(text)
  const header = readLogHeader(text)
  const images = new TextImages(builder, collectImages(found.others))
  const rows = found.stacks.flatMap((stack) => stack.rows)
  const load = findStatedLoad(found.others)
  if (load) images.state(programOf(load, rows, header.process))
  images.learn(rows)
  images.learn(stopped.stacks.flatMap((stack) => stack.rows))

  const stacks = [...found.stacks, ...lists].sort((a, b) => a.span.start - b.span.start)
  for (const list of lists) {
    if (!list.isCut) continue
    const line = lineNumberAt(text, list.span.end)
    builder.problem(problem('truncated-list', {}, { line }))
  }
  // Stacks above the runtime's words are those of earlier messages.
  const first = Math.max(
    0,
    stacks.findIndex(({ span }) => span.start > text.search(THROWN)),
  )
  const thrown = stacks.map((stack, at): Stack & { title: string } => ({
    title: at < first ? titles.earlierStack({ number: at + 1 }) : stackTitle(at - first + 1),
    frames: addTextStack(builder, images, stack.rows, 'return'),
    span: stack.span,
  }))
  const own = wordsOfEnd(text, [...stacks, ...stopped.stacks], header)
  const exception = readThrownText(own)
  const script = readScriptStack(exception?.reason ?? '')
  if (script.length > 0) thrown.push({ title: titles.javaScriptStack, frames: builder.addStack(script, 'exact') })
  const threads = addLldbThreads(builder, images, stopped.stacks)
  const report = finishTextReport(nsexceptionFormat, input, builder, {
    header,
    exception,
    applicationInfo: [
      ...readSaidLines(own),
      ...(exception ? [formatThrown(exception)] : []),
      ...readLinesOfOthers(own),
    ],
    threads,
    lastException: thrown[first],
    backtraces: thrown.filter((_, at) => at !== first),
    events: readLogLines(text),
  })
  return success([report])
}

/** Program and time from the prefix of an NSLog line: `2024-01-02 03:04:05.678 App[123:456] *** Terminating`. */
function readLogHeader(text: string): Partial<Report['header']> {
  // Of several logs in one text the one that goes on with the stack has its head.
  const stack = text.search(THROWN)
  const marks = [...text.matchAll(/\[(\d{1,9})(?::\w{1,20})?\] \*\*\* (?:Terminating|First throw)/g)]
  const mark = marks.findLast(({ index }) => index <= stack) ?? marks[0]
  if (!mark?.[1]) return readConsoleHeader(text)
  // A time and a name; the line before them may be of any length.
  const line = Math.max(text.lastIndexOf('\n', mark.index) + 1, mark.index - 100)
  const match = /(?:(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[.\d]*(?:[-+]\d*)?) )?(\S[^\n[\]]{0,60})$/.exec(
    text.slice(line, mark.index),
  )
  if (!match?.[2]) return {}
  const [, date, name] = match
  const process = name.trim()
  return {
    process,
    pid: Number(mark[1]),
    ...(date ? { date } : {}),
    fields: [['Process', `${process} [${mark[1]}]`], ...(date ? [['Date/Time', date] as const] : [])],
  }
}

/** The program as Console.app writes it between tabs: `default	09:52:39.640676 +0100	Shop	*** Terminating`. */
function readConsoleHeader(text: string): Partial<Report['header']> {
  const process = /\t\d\d:\d\d:\d\d\.\d{1,9} [+-]\d{4}\t([^\t\n]{1,80})\t\*\*\* (?:Terminating|First throw)/.exec(
    text,
  )?.[1]
  return process === undefined ? {} : { process, fields: [['Process', process]] }
}
