/** A report in Markdown, short enough for an issue: what happened, why, the stack that matters, what symbols are missing. */
import { ownWords } from '../messages/message.ts'
import { exported } from '../messages/export.ts'
import { exportFormats } from '../messages/export-formats.ts'
import { sourceWords } from '../messages/source.ts'
import { joined, threadMarks } from '../messages/joins.ts'
import type { Explanation, Report, SymbolicatedReport } from '../model/report.ts'
import type { FrameSources } from '../model/source.ts'
import { damageOf } from '../reading/damage.ts'
import { markOf } from '../reading/end.ts'
import { gradedTitle, headlineOf } from '../reading/headline.ts'
import { appWords, statementsOf } from '../reading/statements.ts'
import { isToldMissing } from '../reading/image-state.ts'
import { stackLinkOf } from '../reading/stack-link.ts'
import { stacksOf, type StackReading } from '../reading/stacks.ts'
import { quotedRows } from '../reading/quoted.ts'
import { subjectOf } from '../reading/subject.ts'
import { faultReading } from '../reading/fault.ts'
import { registersReading } from '../reading/registers.ts'
import type { Exporter } from './exporter.ts'
import { faultRows, registerRows } from './fault-rows.ts'
import { legendLines } from './legend.ts'
import { code, fence, joinPieces, prose, table, type Markdown, type MarkdownValue } from './markdown-text.ts'
import { alignedRows, overviewBlocks } from './overview-blocks.ts'
import { outlineTimeline, timelineColumns } from './outline-timeline.ts'
import { outlineWaits } from './outline-waits.ts'
import { sourceRows } from './source-rows.ts'
import { outlineVariables } from './variable-rows.ts'
import { pathRows, stackRows } from './stack-rows.ts'
import { append } from '../model/lists.ts'

export const markdownExporter: Exporter = {
  id: 'markdown',
  get label() {
    return exportFormats.markdown
  },
  extension: 'md',
  mediaType: 'text/markdown',
  write: (reports, { note = '', sources = [] } = {}) =>
    `${joinPieces(
      reports.map((report, at) => formatReport(report, note, sources[at])),
      '\n\n---\n\n',
    ).toString()}\n`,
}

/** An issue is no place for more call trees than these. */
const MOST_TREES = 3
/** The last events before the end matter most. */
const MOST_EVENTS = 30

/** A sentence of ours, with code between backticks. */
function formatProse(text: string): MarkdownValue {
  return text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? code(part) : part))
}

function formatExplanation({ evidence, meaning, checks }: Explanation, title: string): Markdown {
  const heading = title !== '' && prose`**${title}**\n\n`
  const seen = evidence !== '' && prose`\n\n*${exported.seen}* ${evidence}`
  const list = checks.map((check) => prose`- ${formatProse(check)}`)
  return prose`${heading}${formatProse(meaning)}${seen}\n\n${joinPieces(list, '\n')}`
}

function formatReport(symbolicated: SymbolicatedReport, note: string, sources?: FrameSources): Markdown {
  const { report, images } = symbolicated
  const headline = headlineOf(symbolicated)
  const blocks = [prose`## ${gradedTitle(headline)}`]
  const about = subjectOf(symbolicated)
  if (about.length > 0) blocks.push(joinPieces(about, ' · '))
  if (note !== '') blocks.push(prose`**${exported.note}**`, fence(note.split(/\r?\n/)))
  for (const { text } of damageOf(symbolicated)) blocks.push(prose`**${text}**`)
  const { stated, causes } = statementsOf(symbolicated)
  for (const explanation of stated)
    blocks.push(formatExplanation(explanation, explanation === headline.explanation ? '' : gradedTitle(explanation)))
  if (causes.length > 0) blocks.push(prose`### ${exported.possibleCauses}`)
  for (const cause of causes) blocks.push(formatExplanation(cause, cause.title))
  const quoted = quotedRows(symbolicated).map(({ label, text }) => joined.labelled(label, text))
  if (quoted.length > 0) blocks.push(prose`**${exported.quoted}**`, fence(quoted))
  const info = appWords(symbolicated)
  if (info.length > 0) blocks.push(prose`**${exported.appWords}**`, fence(info))
  append(blocks, formatOverview(symbolicated))
  for (const stack of stacksOf(report)) {
    if (stack.frames.length === 0) continue
    // The stack of a script says more of the crash than that of the thread that ran it.
    if (!stack.main && stackLinkOf(symbolicated, stack) === undefined) continue
    const mark = stack.thread && markOf(symbolicated, stack.thread)
    blocks.push(
      prose`**${stack.title}**${mark && joined.aside('', threadMarks[mark])}`,
      formatStack(symbolicated, stack),
    )
  }
  const lines = sourceRows(symbolicated, sources)
  if (lines.length > 0) blocks.push(prose`**${sourceWords.title}**`, fence(lines))
  const variables = outlineVariables(symbolicated)
  if (variables) blocks.push(prose`**${variables.title}**`, fence(variables.rows))
  const fault = faultReading(symbolicated)
  if (fault) {
    blocks.push(prose`**${fault.title}**`)
    for (const sentence of fault.told) blocks.push(prose`${sentence}`)
    blocks.push(fence(faultRows(fault)), prose`${fault.source}`)
  }
  const registers = registersReading(symbolicated)
  // Values without a meaning would only add length.
  const telling = registers?.rows.filter(({ isUsed, meaning }) => isUsed || meaning !== '') ?? []
  if (registers && telling.length > 0)
    blocks.push(prose`**${registers.title}**`, fence(registerRows({ ...registers, rows: telling })))
  for (const tree of report.callTrees.slice(0, MOST_TREES)) {
    const lines = pathRows(symbolicated, tree)
    if (lines.length > 0)
      blocks.push(prose`**${ownWords(tree.title)}**: ${exported.heaviestPath({ weight: tree.weight })}`, fence(lines))
  }
  append(
    blocks,
    legendLines([symbolicated]).map((line) => prose`${line}`),
  )
  append(blocks, formatTimeline(report))
  for (const { title, rows } of outlineWaits(report))
    blocks.push(
      prose`**${title}**\n\n${joinPieces(
        rows.map((row) => prose`- ${row}`),
        '\n',
      )}`,
    )
  const missing = images.filter(isToldMissing)
  if (missing.length > 0) {
    const lines = missing.map(({ image, reason }) => {
      const { name, uuid } = report.images[image] ?? { name: '???' }
      return prose`- ${name} ${code(uuid ?? exported.noUuid)}: ${reason}`
    })
    blocks.push(prose`**${exported.missingSymbols}**\n\n${joinPieces(lines, '\n')}`)
  }
  return joinPieces(blocks, '\n\n')
}

/** An issue needs the first rows of a list. */
const MOST_ROWS = 15

function formatOverview(symbolicated: SymbolicatedReport): Markdown[] {
  return overviewBlocks(symbolicated, MOST_ROWS).flatMap(({ title, columns, rows, lines, notes }) => [
    prose`**${title}**`,
    ...(columns.length > 0 ? [table(columns, rows)] : rows.length > 0 ? [fence(alignedRows({ columns, rows }))] : []),
    ...(lines.length > 0 ? [fence(lines)] : []),
    ...notes.map((note) => prose`${note}`),
  ])
}

function formatTimeline(report: Report): Markdown[] {
  const rows = outlineTimeline(report)
  if (rows.length === 0) return []
  const shown = rows.slice(-MOST_EVENTS)
  const left = rows.length - shown.length
  const cells = shown.map(({ distance, clock, what, detail }) => [
    distance,
    clock,
    what !== '' && detail !== undefined && detail !== '' ? joined.labelled(what, detail) : ((what || detail) ?? ''),
  ])
  return [
    prose`**${exported.timeline}**${left > 0 && exported.timelineCut({ events: left })}`,
    table(timelineColumns(), cells),
  ]
}

function formatStack(symbolicated: SymbolicatedReport, stack: StackReading): Markdown {
  const { rows, reasons, found, link } = stackRows(symbolicated, stack)
  const why = reasons.map((reason) => prose`${code(exported.leftOutMark)} ${reason}`)
  return joinPieces(
    [
      link !== undefined && prose`${link}`,
      fence(rows),
      ...why,
      found !== undefined && prose`*${exported.foundBy}* ${found}`,
    ],
    '\n\n',
  )
}
