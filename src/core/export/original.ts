/**
 * The report in its own format with names put in. Text is edited by position, so every byte that is not a name stays; JSON
 * frames get the keys that Apple's own tools write.
 */
import type { Call } from '../model/image.ts'
import type { Frame, Report, Resolution, Stack, SymbolicatedReport, TextSpan } from '../model/report.ts'
import { eachFrame, eachStack, eachTreeFrame } from '../model/each-frame.ts'
import { namedCalls } from './frames.ts'
import { printedMark } from '../model/grade-marks.ts'
import { recoveredBehind } from '../reading/recovered.ts'
import { callsOf, isNamedByGuess } from '../reading/lines.ts'
import { shownLevel } from '../reading/shown-grade.ts'
import type { Exporter } from './exporter.ts'
import { formatAppleText } from './apple-layout.ts'
import { addToFrame, holdsNames, rewriteJsonFrame } from './original-json.ts'
import { listedCalls, listEdit, type Edit } from './original-calls.ts'
import type { ListedCall } from '../reports/base/write-back.ts'
import { findWriteBack } from '../reports/write-back.ts'
import { alsoLines, legendLines } from './legend.ts'
import { callsInLine, formatRow, rowMark, rowWriter, treeWriter } from './original-rows.ts'
import { recoveredRows, recoveredText } from './recovered-rows.ts'
import { exportFormats } from '../messages/export-formats.ts'

/**
 * Reports of binary formats have no text, and frames of some JSON formats no place for a name: those are written in the layout of
 * Apple's crash reports.
 */
function write(reports: readonly SymbolicatedReport[]): string {
  const text = reports[0]?.report.text ?? ''
  if (!keepsForm(reports)) return reports.map(formatAppleText).join('\n')
  const edits = reports.flatMap((report) => (report.report.text === text ? editsOf(report) : []))
  const written = applyEdits(text, edits)
  // JSON has no place for a legend; its frames carry the grade under a key that speaks for itself.
  if (reports.some(({ report }) => report.textKind !== 'rows')) return written
  const lines = [...legendLines(reports), ...alsoLines(reports), ...recoveredRows(reports)]
  const legend = lines.filter((line) => !text.includes(line))
  if (legend.length === 0) return written
  return `${written}${written.endsWith('\n') ? '' : '\n'}\n${legend.join('\n')}\n`
}

/** Whether the reports of a file are written in its own form: it has a text, with a place for the names at hand. */
export function keepsForm(reports: readonly SymbolicatedReport[]): boolean {
  return (reports[0]?.report.text ?? '') !== '' && !reports.some(needsLayout)
}

function needsLayout(symbolicated: SymbolicatedReport): boolean {
  const { report, resolutions, recovered } = symbolicated
  const hasPlace = report.textKind === 'rows' || (report.textKind === 'json' && holdsNames(report))
  const isNamed = (resolution: Resolution): boolean =>
    resolution.kind === 'resolved' && (resolution.calls.at(-1)?.function ?? '') !== ''
  return !hasPlace && (recovered !== undefined || resolutions.some(isNamed))
}

function editsOf(symbolicated: SymbolicatedReport): Edit[] {
  switch (symbolicated.report.textKind) {
    case 'rows':
      return [...editRows(symbolicated)]
    case 'json':
      return [...editJson(symbolicated)]
    case 'none':
      return []
  }
}

function* editRows(symbolicated: SymbolicatedReport): Generator<Edit> {
  const { report } = symbolicated
  const writeName = rowWriter(report.format)
  for (const stack of eachStack(report)) {
    const bare = bareList(report, stack)
    if (bare) {
      if (stack.frames.some((frame) => namedCalls(symbolicated, frame))) {
        const rows = stack.frames.flatMap((frame) => formatRow(symbolicated, frame))
        yield { ...bare, text: rows.join('\n') }
      }
      continue
    }
    yield* markGuesses(symbolicated, stack)
    const isReversed = isOutermostFirst(stack)
    for (const [frame, calls] of rowCalls(symbolicated, stack)) {
      const { span, symbolSpan } = frame
      if (!span || !symbolSpan) continue
      const head = report.text.slice(span.start, symbolSpan.start)
      const printed = report.text.slice(symbolSpan.start, symbolSpan.end)
      const mark = rowMark(symbolicated, frame)
      const end = printedMark(report, frame)?.end ?? symbolSpan.end
      const blank = /[0-9A-Za-z)\]]$/.test(head) ? ' ' : ''
      const context = { printed, frame, image: frame.image === undefined ? undefined : report.images[frame.image] }
      if (!beginsLine(report.text, span.start)) {
        // A place in a sentence can't become several rows.
        yield { start: symbolSpan.start, end, text: blank + callsInLine(calls) + mark }
        continue
      }
      // Inlined calls are rows of their own with its address and number: all other rows keep theirs.
      const rows = calls.map((call) => head + blank + writeName(call, context) + mark)
      if (isReversed) rows.reverse()
      yield { start: span.start, end, text: rows.join(lineEndAt(report.text, end)) }
    }
  }
  const writeTreeName = treeWriter(report.format)
  for (const frame of treeFrames(report)) {
    const calls = namedCalls(symbolicated, frame)
    const { symbolSpan } = frame
    const concrete = calls?.at(-1)
    if (!concrete) yield* markGuesses(symbolicated, { frames: [frame] })
    if (!symbolSpan || !concrete) continue
    // A tree has a count on each row, so an inlined call can't be a row of its own: the function alone is named.
    const printed = report.text.slice(symbolSpan.start, symbolSpan.end)
    const image = frame.image === undefined ? undefined : report.images[frame.image]
    const end = printedMark(report, frame)?.end ?? symbolSpan.end
    const mark = rowMark(symbolicated, frame)
    yield { start: symbolSpan.start, end, text: writeTreeName(concrete, { printed, frame, image }) + mark }
  }
}

/** Names that the report prints and that nobody should rely on are marked; nothing else of their rows changes. */
function* markGuesses(symbolicated: SymbolicatedReport, { frames }: Stack): Generator<Edit> {
  const { report } = symbolicated
  for (const frame of frames) {
    const at = frame.symbolSpan?.end
    if (at === undefined || namedCalls(symbolicated, frame) || !isNamedByGuess(symbolicated, frame)) continue
    const end = printedMark(report, frame)?.end ?? at
    const mark = rowMark(symbolicated, frame)
    yield { start: at, end, text: report.textKind === 'json' ? JSON.stringify(mark).slice(1, -1) : mark }
  }
}

function beginsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === ''
}

/** Leaks write the innermost call last. */
function isOutermostFirst({ frames }: Stack): boolean {
  const first = frames[0]?.span
  const last = frames.at(-1)?.span
  return first !== undefined && last !== undefined && first.start > last.start
}

function* treeFrames(report: Report): Generator<Frame> {
  for (const tree of report.callTrees) yield* eachTreeFrame(tree.roots)
}

/** Each row with the calls to write for it. Rows that a report already wrote for inlined calls keep to their own call. */
function* rowCalls(symbolicated: SymbolicatedReport, stack: Stack): Generator<[Frame, readonly Call[]]> {
  let group: Frame[] = []
  for (const frame of stack.frames) {
    group.push(frame)
    if (frame.inlined) continue
    const calls = namedCalls(symbolicated, frame)
    const concrete = calls?.at(-1)
    if (calls && concrete) {
      if (group.length === 1) yield [frame, calls]
      else if (group.length === calls.length) {
        for (const [at, row] of group.entries()) {
          const call = calls[at]
          if (call) yield [row, [call]]
        }
      } else yield [frame, [concrete]]
    }
    group = []
  }
}

/** Place of a bracketed list of bare addresses, which becomes rows. */
function bareList({ text }: Report, { frames }: Stack): TextSpan | undefined {
  const first = frames[0]?.span
  const last = frames.at(-1)?.span
  if (!first || !last || frames.some((frame) => frame.symbolSpan || !frame.span)) return undefined
  const before = text.slice(Math.max(0, first.start - 8), first.start)
  const open = before.lastIndexOf('(')
  if (open < 0) return undefined
  const closing = /^[ \t]*\)/.exec(text.slice(last.end, last.end + 16))?.[0].length ?? 0
  return { start: first.start - before.length + open, end: last.end + closing }
}

function lineEndAt(text: string, offset: number): string {
  return text.startsWith('\r\n', offset) ? '\r\n' : '\n'
}

function* editJson(symbolicated: SymbolicatedReport): Generator<Edit> {
  const { report } = symbolicated
  const callsKey = findWriteBack(report.format)?.callsKey
  if (callsKey !== undefined) {
    yield* listCalls(symbolicated, callsKey)
    return
  }
  const behind = recoveredBehind(symbolicated)
  const leftOut = (frame: Frame): readonly string[] =>
    (behind.get(frame.id) ?? []).map((caller) => recoveredText(symbolicated, caller))
  for (const stack of eachStack(report)) {
    const unnamed = new Set(behind.size === 0 ? [] : stack.frames.filter(({ id }) => behind.has(id)))
    for (const [frame, calls] of rowCalls(symbolicated, stack)) {
      const { span, symbolSpan } = frame
      unnamed.delete(frame)
      if (span && symbolSpan) {
        // A row of a stack that stands in one JSON string, with its line ends escaped.
        const head = report.text.slice(span.start, symbolSpan.start)
        const mark = rowMark(symbolicated, frame)
        const rows = calls.map((call) => head + JSON.stringify(callsInLine([call]) + mark).slice(1, -1))
        const end = printedMark(report, frame)?.end ?? symbolSpan.end
        yield { start: span.start, end, text: rows.join('\\n') }
        continue
      }
      const text = rewriteJsonFrame(report, frame, calls, {
        level: shownLevel(symbolicated, frame),
        leftOut: leftOut(frame),
      })
      if (span && text !== undefined) yield { ...span, text }
    }
    yield* markGuesses(symbolicated, stack)
    for (const frame of stack.frames) {
      const isGuess = !namedCalls(symbolicated, frame) && !frame.symbolSpan && isNamedByGuess(symbolicated, frame)
      if (!isGuess && !unnamed.has(frame)) continue
      const text = addToFrame(report, frame, {
        level: isGuess ? shownLevel(symbolicated, frame) : undefined,
        leftOut: leftOut(frame),
      })
      if (frame.span && text !== undefined) yield { ...frame.span, text }
    }
  }
}

/** The rows that stand for one place in the text, in the order of the report. */
function framesByPlace(report: Report): Iterable<readonly Frame[]> {
  const places = new Map<number, Frame[]>()
  for (const frame of eachFrame(report)) {
    if (!frame.span) continue
    const known = places.get(frame.span.start)
    if (known) known.push(frame)
    else places.set(frame.span.start, [frame])
  }
  return places.values()
}

/** Frames that hold frames: each gets a member with its calls, at its beginning, where no edit meets another. */
function* listCalls(symbolicated: SymbolicatedReport, key: string): Generator<Edit> {
  const { report } = symbolicated
  const listed = new Map<number, readonly ListedCall[]>()
  for (const rows of framesByPlace(report)) {
    const start = rows[0]?.span?.start
    if (start === undefined || !rows.some((frame) => namedCalls(symbolicated, frame))) continue
    // Rows of one frame, as an earlier export listed them, have a call each, or the last one has them all.
    const last = rows.at(-1)
    const whole = last && namedCalls(symbolicated, last)?.length === rows.length ? [last] : rows
    const calls = whole.flatMap((frame) =>
      listedCalls(namedCalls(symbolicated, frame) ?? callsOf(symbolicated, frame), shownLevel(symbolicated, frame)),
    )
    listed.set(start, calls)
  }
  for (const [start, calls] of listed) yield listEdit(report.text, start, key, calls)
}

/** Applies edits that don't overlap; of two that do, the first in the text counts. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = []
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < at) continue
    parts.push(text.slice(at, edit.start), edit.text)
    at = edit.end
  }
  parts.push(text.slice(at))
  return parts.join('')
}

export const originalExporter: Exporter = {
  id: 'original',
  get label() {
    return exportFormats.original
  },
  extension: 'txt',
  mediaType: 'text/plain',
  write,
}
