/** A report in Markdown, short enough for an issue: what happened, why, the stack that matters, what symbols are missing. */
import { exported, exportFormats } from '../messages/en/export.ts'
import { aliasText } from '../model/aliases.ts'
import { imageNameOf, threadMark } from '../model/frames.ts'
import { foundByLine } from '../model/found-by.ts'
import { markText, type MarkedLevel } from '../model/grade-marks.ts'
import { recoveredCallers } from '../messages/en/names.ts'
import type { Frame, RecoveredCaller, Report, SymbolicatedReport } from '../model/report.ts'
import { damageOf } from '../reading/damage.ts'
import { heaviestPath } from '../reading/call-tree.ts'
import { foldWords, piecesOf } from '../reading/folds.ts'
import { gradedTitle, headlineOf } from '../reading/headline.ts'
import { lacksSymbols } from '../reading/image-state.ts'
import { exactLocation, linesOf, type FrameLine } from '../reading/lines.ts'
import { recoveredBehind, recoveredFrame, recoveredLevel, recoveredLines } from '../reading/recovered.ts'
import { shownLevel } from '../reading/shown-grade.ts'
import { stacksOf, type StackReading } from '../reading/stacks.ts'
import { subjectOf } from '../reading/subject.ts'
import type { Exporter } from './exporter.ts'
import { legendLines } from './legend.ts'
import { code, fence, joinPieces, prose, table, type Markdown, type MarkdownValue } from './markdown-text.ts'
import { placeOf } from './outline.ts'
import { outlineTimeline, timelineColumns } from './outline-timeline.ts'

export const markdownExporter: Exporter = {
  id: 'markdown',
  label: exportFormats.markdown,
  extension: 'md',
  mediaType: 'text/markdown',
  write: (reports) => `${joinPieces(reports.map(formatReport), '\n\n---\n\n').toString()}\n`,
}

/** An issue is no place for more call trees than these. */
const MOST_TREES = 3
/** The last events before the end tell most. */
const MOST_EVENTS = 30

/** A sentence of ours, in which code may stand between backticks. */
function formatProse(text: string): MarkdownValue {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? code(part) : part))
}

function formatReport(symbolicated: SymbolicatedReport): Markdown {
  const { report, explanations, images } = symbolicated
  const headline = headlineOf(symbolicated)
  const blocks = [prose`## ${gradedTitle(headline)}`]
  const about = subjectOf(symbolicated)
  if (about.length > 0) blocks.push(joinPieces(about, ' · '))
  for (const { text } of damageOf(symbolicated)) blocks.push(prose`**${text}**`)
  for (const explanation of explanations) {
    const { evidence, meaning, checks } = explanation
    const heading = explanation !== headline.explanation && prose`**${gradedTitle(explanation)}**\n\n`
    const list = checks.map((check) => prose`- ${formatProse(check)}`)
    blocks.push(prose`${heading}${formatProse(meaning)}\n\n*${exported.seen}* ${evidence}\n\n${joinPieces(list, '\n')}`)
  }
  for (const stack of stacksOf(report)) {
    if (!stack.main || stack.frames.length === 0) continue
    const mark = stack.thread && threadMark(stack.thread)
    blocks.push(prose`**${stack.title}**${mark && ` (${mark})`}`, formatStack(symbolicated, stack))
  }
  for (const tree of report.callTrees.slice(0, MOST_TREES)) {
    const lines = heaviestPath(tree).map(({ count, frame }) => {
      const name = linesOf(symbolicated, frame).at(-1)?.name ?? ''
      const level = shownLevel(symbolicated, frame)
      const mark = level === undefined ? '' : markText(level)
      return `${String(count).padStart(7)} ${imageNameOf(report, frame)}  ${name.replace(/\s+/g, ' ')}${mark}`
    })
    if (lines.length > 0)
      blocks.push(prose`**${tree.title}**: ${exported.heaviestPath({ weight: tree.weight })}`, fence(lines))
  }
  blocks.push(...legendLines([symbolicated]).map((line) => prose`${line}`))
  blocks.push(...formatTimeline(report))
  const missing = images.filter((status) => lacksSymbols(status) || status.symbols === 'wrong-build')
  if (missing.length > 0) {
    const lines = missing.map(({ image, reason }) => {
      const { name, uuid } = report.images[image] ?? { name: '???' }
      return prose`- ${name} ${code(uuid ?? exported.noUuid)}: ${reason}`
    })
    blocks.push(prose`**${exported.missingSymbols}**\n\n${joinPieces(lines, '\n')}`)
  }
  return joinPieces(blocks, '\n\n')
}

function formatTimeline(report: Report): Markdown[] {
  const rows = outlineTimeline(report)
  if (rows.length === 0) return []
  const shown = rows.slice(-MOST_EVENTS)
  const left = rows.length - shown.length
  const cells = shown.map(({ distance, clock, what, detail }) => [
    distance,
    clock,
    [what, detail].filter(Boolean).join(': '),
  ])
  return [
    prose`**${exported.timeline}**${left > 0 && exported.timelineCut({ events: left })}`,
    table(timelineColumns, cells),
  ]
}

function formatStack(symbolicated: SymbolicatedReport, stack: StackReading): Markdown {
  const { report } = symbolicated
  const width = Math.min(28, Math.max(...stack.frames.map((frame) => imageNameOf(report, frame).length), 0))
  const behind = recoveredBehind(symbolicated)
  const reasons = new Set<string>()
  const lines = piecesOf(symbolicated, stack).flatMap((piece) => {
    if (piece.kind !== 'frame') return [`    ⋯ ${foldWords(piece)}`]
    const callers = behind.get(piece.frame.id) ?? []
    for (const { reason } of callers) reasons.add(recoveredCallers.leftOut({ reason }))
    return [
      ...formatFrame(symbolicated, piece.frame, width),
      ...callers.flatMap((caller) => formatRecovered(symbolicated, caller, width)),
    ]
  })
  const found = foundByLine(stack.frames)
  const why = [...reasons].map((reason) => prose`${code(exported.leftOutMark)} ${reason}`)
  return joinPieces([fence(lines), ...why, found !== undefined && prose`*${exported.foundBy}* ${found}`], '\n\n')
}

/** A caller that the report leaves out. It has no number in the report. */
function formatRecovered(symbolicated: SymbolicatedReport, caller: RecoveredCaller, width: number): string[] {
  const frame = recoveredFrame(symbolicated.report, caller)
  const lines = recoveredLines(symbolicated, caller)
  return formatLines(symbolicated, frame, lines, {
    number: exported.leftOutMark,
    level: recoveredLevel(symbolicated, caller),
    width,
  })
}

function formatFrame(symbolicated: SymbolicatedReport, frame: Frame, width: number): string[] {
  const level = shownLevel(symbolicated, frame)
  return formatLines(symbolicated, frame, linesOf(symbolicated, frame), { number: String(frame.index), level, width })
}

interface RowLayout {
  readonly number: string
  readonly level: MarkedLevel | undefined
  readonly width: number
}

function formatLines(
  { report }: SymbolicatedReport,
  frame: Frame,
  lines: readonly FrameLine[],
  { number, level, width }: RowLayout,
): string[] {
  const image = imageNameOf(report, frame) || '???'
  const head = `${number.padStart(3)} ${image.padEnd(width)} `
  return lines.map((line, index) => {
    const place = line.named ? exactLocation(line) : placeOf(frame, line.name)
    const name = line.name.replace(/\s+/g, ' ')
    const marks = `${line.inlined ? ` [${exported.inlined}]` : ''}${level === undefined ? '' : markText(level)}`
    const others = line.call && aliasText(line.call)
    const also = others === undefined ? '' : ` (${others.replace(/\s+/g, ' ')})`
    const start = index === 0 ? head : `${' '.repeat(head.length)}in `
    return `${start}${name}${place === '' ? '' : `  ${place}`}${also}${marks}`
  })
}
