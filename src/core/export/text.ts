/** A crash as a person reads it in a terminal: what happened, why, every stack, what symbols are missing. */
import { ownWords } from '../messages/message.ts'
import { evidenceWords, exported } from '../messages/export.ts'
import { exportFormats } from '../messages/export-formats.ts'
import { sourceWords } from '../messages/source.ts'
import { joined, threadMarks } from '../messages/joins.ts'
import type { Explanation, SymbolicatedReport } from '../model/report.ts'
import type { FrameSources } from '../model/source.ts'
import { markText } from '../model/grade-marks.ts'
import { visibleText } from '../model/visible-text.ts'
import { damageOf } from '../reading/damage.ts'
import { markOf } from '../reading/end.ts'
import { gradedTitle, headlineOf, type Headline } from '../reading/headline.ts'
import { appWords, statementsOf } from '../reading/statements.ts'
import { exactLocation } from '../reading/lines.ts'
import { isToldMissing } from '../reading/image-state.ts'
import { stacksOf, twinsText, type StackReading } from '../reading/stacks.ts'
import { quotedRows } from '../reading/quoted.ts'
import { subjectOf } from '../reading/subject.ts'
import { faultReading } from '../reading/fault.ts'
import { registersReading } from '../reading/registers.ts'
import { evidenceRows } from './evidence-rows.ts'
import type { Exporter, WriteOptions } from './exporter.ts'
import { faultRows, registerRows } from './fault-rows.ts'
import { legendLines } from './legend.ts'
import { outlineWaits } from './outline-waits.ts'
import { sourceRows } from './source-rows.ts'
import { outlineVariables } from './variable-rows.ts'
import { alignedRows, overviewBlocks } from './overview-blocks.ts'
import { pathRows, stackRows } from './stack-rows.ts'

export const textExporter: Exporter = {
  id: 'text',
  get label() {
    return exportFormats.text
  },
  extension: 'txt',
  mediaType: 'text/plain',
  write: (reports, { sources = [], ...asked } = {}) =>
    `${reports.map((report, at) => formatReport(report, asked, sources[at])).join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
}

/** Lists are read to here in a terminal. */
const MOST_ROWS = 15

function formatReport(
  symbolicated: SymbolicatedReport,
  { fault = false, evidence = false }: WriteOptions,
  sources?: FrameSources,
): string {
  const { report } = symbolicated
  const headline = headlineOf(symbolicated)
  const blocks: string[][] = [
    [headline.kind, gradedTitle(headline), scriptPlace(headline), headline.codes.join(' ')].filter(
      (line) => line !== '',
    ),
    [joined.list(subjectOf(symbolicated)), report.file].filter((line) => line !== ''),
    damageOf(symbolicated).map(({ text }) => text),
  ]
  const { stated, causes } = statementsOf(symbolicated)
  for (const explanation of stated) {
    const heading = explanation === headline.explanation ? [] : [gradedTitle(explanation)]
    blocks.push([...heading, ...explanationLines(explanation)])
  }
  if (causes.length > 0) blocks.push([exported.possibleCauses])
  for (const cause of causes) blocks.push([cause.title, ...explanationLines(cause)])
  const quoted = quotedRows(symbolicated).map(({ label, text }) => [label, text])
  if (quoted.length > 0) blocks.push([exported.quoted, ...alignedRows({ columns: [], rows: quoted })])
  const info = appWords(symbolicated)
  if (info.length > 0) blocks.push([exported.appWords, ...info.map((line) => `  ${line}`)])
  for (const block of overviewBlocks(symbolicated, MOST_ROWS))
    blocks.push([block.title, ...alignedRows(block), ...block.lines, ...block.notes])
  for (const stack of stacksOf(report)) if (stack.frames.length > 0) blocks.push(formatStack(symbolicated, stack))
  const lines = sourceRows(symbolicated, sources)
  if (lines.length > 0) blocks.push([sourceWords.title, ...lines])
  const variables = outlineVariables(symbolicated)
  if (variables) blocks.push([variables.title, ...variables.rows])
  const reading = fault ? faultReading(symbolicated) : undefined
  if (reading) blocks.push([reading.title, ...reading.told, ...faultRows(reading), reading.source])
  const table = fault ? registersReading(symbolicated) : undefined
  if (table) blocks.push([table.title, ...registerRows(table)])
  const terms = evidence ? evidenceRows(symbolicated) : []
  if (terms.length > 0) blocks.push([evidenceWords.title, ...terms])
  for (const tree of report.callTrees) {
    const rows = pathRows(symbolicated, tree)
    if (rows.length > 0)
      blocks.push([joined.labelled(ownWords(tree.title), exported.heaviestPath({ weight: tree.weight })), ...rows])
  }
  for (const { title, rows } of outlineWaits(report)) blocks.push([title, ...rows.map((row) => `  ${row}`)])
  blocks.push([...legendLines([symbolicated])], formatMissing(symbolicated))
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.map(oneLine).join('\n'))
    .join('\n\n')
}

/** The script's place to read first: its stack follows that of the thread which ended the program for it. */
function scriptPlace({ where }: Headline): string {
  if (where?.frame.script === undefined) return ''
  const { level } = where.grade ?? {}
  const mark = level === undefined || level === 'exact' ? '' : markText(level)
  return `${where.line.name}  ${exactLocation(where.line)}${mark}`
}

function explanationLines({ meaning, evidence, checks }: Explanation): string[] {
  const seen = evidence === '' ? [] : [joined.behind(exported.seen, evidence)]
  return [plain(meaning), ...seen, ...checks.map((check) => `  - ${plain(check)}`)].filter((line) => line !== '')
}

function formatStack(symbolicated: SymbolicatedReport, stack: StackReading): string[] {
  const { rows, reasons, found, link } = stackRows(symbolicated, stack)
  const mark = stack.thread && markOf(symbolicated, stack.thread)
  const twins = twinsText(stack)
  return [
    mark ? joined.aside(stack.title + twins, threadMarks[mark]) : stack.title + twins,
    ...(link === undefined ? [] : [link]),
    ...rows,
    ...reasons.map((reason) => `${exported.leftOutMark} ${reason}`),
    ...(found === undefined ? [] : [joined.behind(exported.foundBy, found)]),
  ]
}

function formatMissing({ report, images }: SymbolicatedReport): string[] {
  const missing = images.filter(isToldMissing)
  if (missing.length === 0) return []
  const lines = missing.map(({ image, reason }) => {
    const { name, uuid } = report.images[image] ?? { name: '???' }
    return `  ${joined.labelled(`${name} ${uuid ?? exported.noUuid}`, reason ?? '')}`.trimEnd()
  })
  return [exported.missingSymbols, ...lines]
}

/** Report texts may hold line ends; each row of this text is one line, and no terminal that prints the file obeys it. */
const oneLine = (text: string): string => visibleText(text.replace(/\s*[\n\r\u2028\u2029]\s*/g, ' '))

/** A sentence of ours without the backticks around code. */
const plain = (text: string): string => text.replaceAll('`', '')
