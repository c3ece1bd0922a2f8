/**
 * Call stacks without a report around them: `+[NSThread callStackSymbols]`, `backtrace_symbols`, and what Bugly, TalkingData and
 * other services show of a crash. All addresses are return addresses, the first one too, unless a heading says that a thread crashed.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, Stack, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { splitLines } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { collectImages, findStatedLoad } from '../text/text-images.ts'
import { addTextStack, finishTextReport, programOf, TextImages } from '../text/text-report.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'
import { isTable } from '../text/table-rows.ts'
import { readConsoleMessages } from '../text/console-messages.ts'
import { linesOfEnd, wordsOfEnd } from '../text/one-end.ts'
import { formatThrown, readNamedException, readThrownText } from '../text/thrown-text.ts'

const FIRST = /\b0[ \t]+\S/
const SECOND = /\b1[ \t]+\S/
const ADDRESS = /[ \t]0x[0-9a-f]{5,16}[ \t]+\S/i
const SIGNAL = /\bSIG(?:SEGV|ABRT|BUS|ILL|TRAP|FPE|SYS|PIPE|KILL)\b/
const BUGLY = /^[ \t]*#\d+[ \t]+Thread\b|^[ \t]*(?:SEGV|BUS|ILL|FPE|TRAP)_[A-Z]+|\bbugly\b/im
const TALKING_DATA = /\bTalking ?Data\b|\bTD(?:GA|Tracker)\b/i
const HEAD = /^[ \t]*(?:#\d+[ \t]+|Thread\b|(?:com|org)\.\S+[ \t]*$)/
const QUEUE = /^(?:com|org)\.\S+$/

interface Service {
  readonly id: string
  readonly label: string
  readonly isClaimed: (text: string) => boolean
}

function callStackFormat({ id, label, isClaimed }: Service): ReportFormat {
  const format: ReportFormat = {
    id,
    label,
    sniff: ({ text }: Sample) => isClaimed(text),
    parse: (input) => parseCallStack(format, input),
  }
  return format
}

/** Rows 0 and 1 of a stack; a log may put lines between them. Rows of a list of images look similar. */
function hasRows(text: string): boolean {
  const lines = splitLines(text)
  const hasPair = lines.some(
    (line, at) =>
      holdsRow(line.text, FIRST) &&
      (holdsRow(lines[at + 1]?.text ?? '', SECOND) || holdsRow(lines[at + 2]?.text ?? '', SECOND)),
  )
  if (!hasPair) return false
  return collectStacks(lines, [readIndexedRow]).stacks.some(({ rows }) => rows[0]?.index === 0 && !isTable(rows))
}

/** True if a line holds a number and, anywhere after it, an address followed by more text. */
function holdsRow(text: string, number: RegExp): boolean {
  const start = number.exec(text)
  return start !== null && ADDRESS.test(text.slice(start.index + start[0].length))
}

/** Bugly: exception or signal in lines of their own, then rows; threads are headed `#0 Thread`. */
export const buglyFormat = callStackFormat({
  id: 'bugly',
  label: 'Bugly stack',
  isClaimed: (text) => hasRows(text) && BUGLY.test(text),
})

/** TalkingData: rows of call stack symbols under the service's own words. */
export const talkingDataFormat = callStackFormat({
  id: 'talkingdata',
  label: 'TalkingData error',
  isClaimed: (text) => hasRows(text) && TALKING_DATA.test(text),
})

/** Rows alone. */
export const callStackSymbolsFormat = callStackFormat({
  id: 'call-stack-symbols',
  label: 'Call stack symbols',
  isClaimed: hasRows,
})

/** Cr4shed’s line above its stack: number and name of the crashed thread. */
const TRIGGERED =
  /^[ \t]*Triggered by thread:[ \t]*(\d{1,5})[ \t\r]*\n(?:[ \t]*Thread name:[ \t]*(?:Dispatch queue: ?([^\s]{1,200})|([^\n]{1,200}?))[ \t\r]*\n)?\s{0,8}Call stack:/m

function readTriggered(text: string): (Pick<Thread, 'id' | 'name' | 'queue'> & { readonly crashed: true }) | undefined {
  const [, id, queue, name] = TRIGGERED.exec(text) ?? []
  return id === undefined ? undefined : omitUndefined({ id: Number(id), queue, name, crashed: true as const })
}

function parseCallStack(format: ReportFormat, input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = splitLines(input.text)
  const { stacks: found, others } = collectStacks(lines, [readIndexedRow], (text) => HEAD.test(text))
  const stacks = found.filter((stack) => !isTable(stack.rows))
  const images = new TextImages(builder, collectImages(others))
  const rows = stacks.flatMap((stack) => stack.rows)
  const load = findStatedLoad(others)
  if (load) images.state(programOf(load, rows))
  images.learn(rows)

  const own = wordsOfEnd(input.text, stacks)
  const near = linesOfEnd(others, own)
  const signal = near.flatMap(({ text }) => SIGNAL.exec(text)?.[0] ?? [])[0]
  const code = near.flatMap(({ text }) => /\b(?:SEGV|BUS|ILL|FPE|TRAP)_[A-Z]+\b/.exec(text)?.[0] ?? [])[0]
  const thrown = readThrownText(own)
  const named = thrown ?? readNamedException(near.map(({ text }) => text))
  const isCrash = signal !== undefined && !named
  const triggered = readTriggered(input.text)
  const threads: Thread[] = []
  const loose: (Stack & { title: string })[] = []
  stacks.forEach((stack, position) => {
    const title = stack.title?.text.trim() ?? ''
    const isThread = /\bThread\b/.test(title) || position > 0
    // Of several stacks the first is the exception's, where there is one.
    const isFirst = triggered !== undefined && !named && position === 0
    const rule = isCrash || isFirst || (isThread && (position > 0 || !named)) ? 'thread' : 'return'
    const frames = addTextStack(builder, images, stack.rows, rule)
    if (isFirst) threads.push({ ...triggered, frames, span: stack.span })
    else if (isThread || isCrash) {
      // `PID 71 received …` above the rows is the number of the process.
      const id = /\bPID \d/i.test(title) ? undefined : /\d+/.exec(title)?.[0]
      threads.push({
        id: id === undefined ? position : Number(id),
        ...(id === undefined && { unnumbered: true, ...(QUEUE.test(title) && { name: title }) }),
        // A heading that names a thread and no crash leaves it open which one crashed.
        crashed: (isCrash && position === 0 && !/\bThread \d/.test(title)) || /\bcrashed\b/i.test(title),
        frames,
        span: stack.span,
      })
    } else loose.push({ title: title || format.label, frames, span: stack.span })
  })
  const isThrown = named !== undefined && loose.length > 0
  // Another writer's sentence may say more of the same signal.
  const said = named === undefined && signal !== undefined ? readConsoleMessages(own)?.exception : undefined
  const info = omitUndefined({ ...(said?.signal === signal && said), ...named, signal, codes: code })
  const report = finishTextReport(format, input, builder, {
    exception: Object.keys(info).length > 0 ? info : undefined,
    applicationInfo: thrown ? [formatThrown(thrown)] : named?.reason ? [named.reason] : [],
    threads,
    lastException: isThrown ? loose[0] : undefined,
    backtraces: isThrown ? loose.slice(1) : loose,
  })
  return success([report])
}
