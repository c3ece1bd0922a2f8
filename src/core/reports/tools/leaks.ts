/** Output of `leaks(1)` and `malloc_history(1)`: the stacks that allocated memory. */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Frame, Report, ReportSection } from '../../model/report.ts'
import { buildHeader } from '../text/apple-header.ts'
import type { Field } from '../text/apple-header.ts'
import { parseImageRow } from '../text/apple-images.ts'
import { parseFrameRow, parseSymbolText } from '../text/apple-rows.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { eachLine, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { sectionTitles } from '../../messages/section-titles.ts'
import type { FrameRow } from '../base/report-builder.ts'

const id = 'leaks'
const label = 'Leaks or malloc history'
const STACK = /^STACK OF (\d+) INSTANCES? OF /
/**
 * `1 call for 4096 bytes: thread_7fff |start | main`, `ALLOC 0x100-0x1ff [size=256]: thread_7fff |start | main`; without a thread
 * where a memory graph was read: `ALLOC 0x100-0x1ff [size=256]:  0x1b1c108d4 (dyld) start | 0x1045 (App) main`.
 */
const HISTORY =
  /^((?:\d+ calls? for \d+ bytes|(?:ALLOC|FREE)[ \t]+0x[0-9a-f]+[^:\n]*|Call \[\d+\][^:\n]*):)(?:[ \t]*(thread_\w+)[^|]*\|(.*)|[ \t]*(0x[0-9a-f]+ \(.*|[^|]*\|.*))/i
/** `Leak: 0x7fd0da614880  size=16  zone: DefaultMallocZone_0x1009b9000  length: 4  "1 0 "`, and below it how the memory was allocated. */
const LEAK = /^Leak: 0x[0-9a-f]{1,16} {1,8}size=\d{1,15} {1,8}zone: \S{1,120}/
const CALLS = /^Call stack: (\[thread 0x[0-9a-f]{1,16}\]): \|(.*)/
/** The first word of such a stack is no address of code. */
const NO_CODE = 0x1000n
const SOURCE = /[ \t]{2,}((?:[^\s:]| (?! ))+):(\d+)$/
const FIELD = /^([A-Z][A-Za-z/() _-]{0,40}):(?:[ \t]+(.*))?$/

function sniff(sample: Sample): boolean {
  return (
    /^[ \t]*(?:(?:leaks|malloc_history) Report Version:|STACK OF \d+ INSTANCES? OF |Leak: 0x[0-9a-f]{1,16} {1,8}size=\d)/m.test(
      sample.text,
    ) || new RegExp(`^[ \\t]*${HISTORY.source.slice(1)}`, 'im').test(sample.text)
  )
}

interface StackDraft {
  readonly title: string
  readonly rows: FrameRow[]
  readonly start: number
  end: number
}

/** `Process 2368: 20739 nodes malloced for 9698 KB`. */
const PROCESS = /^Process (\d{1,9}): /
const VERSION = /^(?:leaks|malloc_history) Report Version:/

/** Several runs may stand in one file: each has its version once, and its header above it or below. */
function parse({ path, text }: ReportInput): Outcome<readonly Report[]> {
  const reports: Report[] = []
  let run = openRun(path, text)
  let hasVersion = false
  let last = ''
  for (const line of eachLine(text)) {
    const trimmed = line.text.trim()
    if (trimmed === '') continue
    const isVersion = VERSION.test(trimmed)
    const hasBody = hasVersion && !VERSION.test(last) && !FIELD.test(last)
    if (hasBody && (isVersion || /^Process:[ \t]+\S/.test(line.text))) {
      reports.push(run.finish())
      run = openRun(path, text)
      hasVersion = false
    }
    hasVersion ||= isVersion
    last = trimmed
    run.read(line, trimmed)
  }
  reports.push(run.finish())
  return success(
    reports,
    reports.flatMap(({ problems }) => problems),
  )
}

interface Run {
  /** Takes the next line that is not blank, with and without the blanks around it. */
  readonly read: (line: Line, trimmed: string) => void
  readonly finish: () => Report
}

function openRun(path: string, text: string): Run {
  const builder = new ReportBuilder(path)
  const fields: Field[] = []
  const stacks: StackDraft[] = []
  const blocks: { title: string; lines: string[] }[] = []
  let stack: StackDraft | undefined
  let leak: string | undefined
  let part: 'header' | 'body' | 'images' = 'header'
  let number: string | undefined

  const readBody = (line: Line, trimmed: string): void => {
    const row = stack && parseLeakRow(line)
    if (row && stack) {
      stack.rows.push(row)
      stack.end = line.end
      return
    }
    const history = HISTORY.exec(trimmed)
    if (history?.[1] !== undefined) {
      stacks.push({
        title: [history[1], history[2] ?? ''].join(' ').replace(/:? *$/, ''),
        rows: parseHistory(line, history[3] ?? history[4] ?? ''),
        start: line.start,
        end: line.end,
      })
      return
    }
    leak = LEAK.exec(trimmed)?.[0].replace(/ {2,}/g, ' ') ?? leak
    const calls = CALLS.exec(trimmed)
    if (calls?.[1] !== undefined) {
      const rows = parseHistory(line, calls[2] ?? '').filter(
        ({ address }) => address === undefined || address >= NO_CODE,
      )
      stacks.push({ title: `${leak ?? 'Leak'} ${calls[1]}`, rows, start: line.start, end: line.end })
      return
    }
    stack = undefined
    blocks.at(-1)?.lines.push(line.text.trimEnd())
  }

  const read = (line: Line, trimmed: string): void => {
    number ??= PROCESS.exec(trimmed)?.[1]
    if (part === 'header' && LEAK.test(trimmed)) part = 'body'
    const field = part === 'header' ? FIELD.exec(trimmed) : null
    if (/^Binary Images:/.test(trimmed)) part = 'images'
    else if (STACK.test(trimmed)) {
      part = 'body'
      stack = { title: trimmed.replace(/:$/, ''), rows: [], start: line.start, end: line.end }
      stacks.push(stack)
      blocks.push({ title: stack.title, lines: [] })
    } else if (part === 'images') {
      const image = parseImageRow(line.text)
      if (image) builder.addImage(image)
    } else if (/^malloc_history Report Version:/.test(trimmed)) {
      // Its header follows; the header of leaks is above.
      const colon = trimmed.indexOf(':')
      fields.push([trimmed.slice(0, colon), trimmed.slice(colon + 1).trim()])
    } else if (/^leaks Report Version:/.test(trimmed)) {
      part = 'body'
      blocks.push({ title: sectionTitles.leaksSummary, lines: [trimmed] })
    } else if (field?.[1] && !HISTORY.test(trimmed)) fields.push([field[1], field[2] ?? ''])
    else {
      part = 'body'
      if (blocks.length === 0) blocks.push({ title: sectionTitles.leaksSummary, lines: [] })
      readBody(line, trimmed)
    }
  }

  const finish = (): Report => {
    const backtraces = stacks.map(({ title, rows, start, end }) => ({
      title,
      // Written outermost first; the model has the innermost call first.
      frames: innermostFirst(builder, rows),
      span: { start, end },
    }))
    const built = builder.finish()
    const header = buildHeader(fields, built.images)
    const sections = blocks.flatMap(({ title, lines }): ReportSection[] =>
      lines.some((line) => !/^[=-]*$/.test(line)) ? [{ kind: 'text', title, text: lines.join('\n') }] : [],
    )
    return {
      format: id,
      label,
      file: path,
      text,
      textKind: 'rows',
      header: { ...header, ...(header.pid === undefined && number !== undefined && { pid: Number(number) }) },
      applicationInfo: [],
      threads: [],
      backtraces,
      callTrees: [],
      sections,
      ...built,
    }
  }
  return { read, finish }
}

function innermostFirst(builder: ReportBuilder, rows: readonly FrameRow[]): Frame[] {
  return builder.addStack([...rows].reverse(), 'return')
}

/** `34  dyld  0x10e47e51e start + 462  file.c:29`. */
function parseLeakRow(line: Line): FrameRow | undefined {
  const row = parseFrameRow(line)
  const source = SOURCE.exec(line.text.trimEnd())
  if (!row || !source?.[1]) return row
  const bare = parseFrameRow({ ...line, text: line.text.slice(0, source.index) })
  const place = Number(source[2])
  const symbol = bare?.symbol && { ...bare.symbol, file: source[1], ...(place > 0 ? { line: place } : {}) }
  return { ...row, symbol }
}

/** `0x1b1c108d4 (dyld) start`. */
const PLACED = /^(0x[0-9a-f]{1,16}) \(([^()]+)\)[ \t]+(\S.*)/i

/** `start | main (main.c:3) | 0x10d3af000`, outermost first. */
function parseHistory(line: Line, calls: string): FrameRow[] {
  const from = line.text.indexOf(calls)
  let at = from
  return calls.split('|').map((part) => {
    const start = at + (part.length - part.trimStart().length)
    at += part.length + 1
    const word = part.trim()
    const place = spanIn(line, start, start + word.length)
    const placed = PLACED.exec(word)
    if (placed?.[1] && placed[3]) {
      const symbol = parseSymbolText(placed[3])
      const symbolSpan = spanIn(line, start + word.length - placed[3].length, start + word.length)
      return { address: BigInt(placed[1]), imageName: placed[2], symbol, span: place, symbolSpan }
    }
    const source = /^(.*?)(?: \+ (\d+))? \(([^()]+):(\d+)\)$/.exec(word) ?? /^(.*?)(?: \+ (\d+))?$/.exec(word)
    if (/^0x[0-9a-f]+$/i.test(word)) return { address: BigInt(word), span: place, symbolSpan: place }
    return {
      span: place,
      symbol: {
        name: source?.[1] ?? word,
        ...(source?.[2] ? { offset: Number(source[2]) } : {}),
        ...(source?.[3] ? { file: source[3] } : {}),
        ...(source?.[4] && Number(source[4]) > 0 ? { line: Number(source[4]) } : {}),
      },
    }
  })
}

export const leaksFormat: ReportFormat = { id, label, sniff, parse }
