/**
 * Output of `sample(1)` and Activity Monitor: a call graph of each thread, weighted by samples. `malloc_history -callTree` and
 * `stringdups` write the same graph of allocations, with the bytes of each row in brackets after its count.
 */
import { runtimeAddress } from '../../model/address.ts'
import { titles } from '../../messages/labels.ts'
import { problem } from '../../messages/problems.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { CallTree, Report, ReportSection, Thread } from '../../model/report.ts'
import { buildHeader } from '../text/apple-header.ts'
import type { Field } from '../text/apple-header.ts'
import { parseImageRow } from '../text/apple-images.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { eachLine } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { FlatRows } from './flat-rows.ts'
import { parseSampleRow } from './sample-rows.ts'
import type { SampleRow } from './sample-rows.ts'
import { TreeRows } from '../text/tree-rows.ts'
import { unreadableRow } from '../base/unreadable-row.ts'

const id = 'sample'
const label = 'Sample of a process'
const FIELD = /^((?:[A-Z]|malloc_history )[A-Za-z/() _-]{0,40}):(?:[ \t]+(.*))?$/
/** Its first line, which pasted samples may have without the header. */
const ANALYSIS = /^(Analysis of sampling) ((\S.{0,200}?) \(pid (\d{1,9})\).{0,80})$/
/** Heads a graph of allocations; its rows add up to it. */
const TOTAL = '<< TOTAL >>'
/** Lines of a graph that are kept as text because they are no rows. */
const MAX_UNREAD = 2000
const GRAPH_END = /^(?:Total number in stack|Sort by top of stack)/

function sniff(sample: Sample): boolean {
  const { text } = sample
  if (/^\s*[{[]/.test(text)) return false
  const hasRow = /^[ \t+!:|]*\d+ .*[ \t]\(in [^)]+\).*\[0x[0-9a-fA-F]+/m.test(text)
  return (
    /^[ \t]*Analysis of sampling /m.test(text) ||
    (/^[ \t]*Call graph:/m.test(text) && hasRow) ||
    (/^[ \t]+\d+ Thread_\w+/m.test(text) && hasRow)
  )
}

interface TreeDraft {
  readonly title: string
  readonly rows: TreeRows
  readonly thread: number | undefined
  /** Its rows say how many bytes their blocks are. */
  isSized: boolean
}

function parse({ path, text }: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(path)
  const fields: Field[] = []
  const threads: Thread[] = []
  const trees: TreeDraft[] = []
  const summary: string[] = []
  const unread: string[] = []
  let headColumn: number | undefined
  let head: SampleRow | undefined
  let flat: FlatRows | undefined
  let isFlat = false
  let isBehindBlank = false
  let part: 'header' | 'graph' | 'summary' | 'images' = 'header'
  let analysis: RegExpExecArray | undefined
  let hasGraph = false

  const readGraph = (line: Line): void => {
    const parsed = parseSampleRow(line)
    if (!parsed) {
      // A graph has no blank lines. Text after one may be anybody's.
      if (!isBehindBlank) builder.problem(unreadableRow('callGraph', line))
      if (unread.length < MAX_UNREAD) unread.push(line.text.trimEnd())
      return
    }
    isBehindBlank = false
    if (parsed.row.symbol?.name === TOTAL) {
      fields.push(['Total', line.text.trim().slice(0, -TOTAL.length).trim()])
      return
    }
    if (parsed.thread) {
      threads.push({ ...parsed.thread, crashed: false, frames: [], state: [stateOf(parsed)] })
      const { id: number, name, queue } = parsed.thread
      const title = [titles.numberedThread({ number: String(number) }), name ?? queue]
        .filter((word) => word !== undefined)
        .join(' · ')
      trees.push({ title, rows: new TreeRows(), thread: threads.length - 1, isSized: false })
      headColumn = parsed.column
      head = parsed
      flat = undefined
      return
    }
    // A call is printed deeper than its thread.
    if (head?.column === parsed.column) {
      if (!isFlat) builder.problem(problem('flat-graph', {}, { line: line.number, severity: 'note' }))
      isFlat = true
      flat = new FlatRows(head.count)
    }
    head = undefined
    const depth = flat?.depthOf(parsed.count)
    if (depth !== undefined && depth > 0) {
      addRow(trees.at(-1), { ...parsed, column: depth })
      return
    }
    // A row left of a thread's calls is of another thread, whose own line was lost.
    const isStray = headColumn !== undefined && parsed.column <= headColumn
    if (isStray) headColumn = undefined
    if (trees.length === 0 || isStray) {
      trees.push({ title: titles.callGraph, rows: new TreeRows(), thread: undefined, isSized: false })
    }
    addRow(trees.at(-1), parsed)
  }

  for (const line of eachLine(text)) {
    const trimmed = line.text.trim()
    if (/^Binary Images:/.test(trimmed)) part = 'images'
    else if (/^Call graph:/.test(trimmed)) {
      part = 'graph'
      hasGraph = true
    } else if (GRAPH_END.test(trimmed)) {
      part = 'summary'
      summary.push(trimmed)
    } else if (trimmed === '') isBehindBlank = true
    else if (part === 'images') {
      const image = parseImageRow(line.text)
      if (image) builder.addImage(image)
    } else if (part === 'graph') readGraph(line)
    else if (part === 'summary') summary.push(line.text.trimEnd())
    else if (parseSampleRow(line)?.thread) {
      // A paste that begins inside the graph.
      part = 'graph'
      readGraph(line)
    } else {
      const field = FIELD.exec(trimmed)
      if (field?.[1]) fields.push([field[1], field[2] ?? ''])
      else analysis ??= ANALYSIS.exec(trimmed) ?? undefined
    }
  }
  const [, key, words, name, pid] = analysis ?? []
  if (name !== undefined && !fields.some(([field]) => field === 'Process')) fields.push(['Process', `${name} [${pid}]`])
  if (key !== undefined && words !== undefined) fields.push([key, words])
  if (hasGraph && trees.length === 0) builder.problem(problem('empty-graph', {}, { severity: 'note' }))

  const callTrees: CallTree[] = trees.map(({ title, rows, thread, isSized }) => ({
    title,
    weight: isSized ? 'bytes' : 'samples',
    roots: rows.build(builder),
    ...(thread === undefined ? {} : { thread }),
  }))
  const built = builder.finish()
  const report: Report = {
    format: id,
    label: trees.some(({ isSized }) => isSized) ? 'Allocation tree' : label,
    file: path,
    text,
    textKind: 'rows',
    header: buildHeader(fields, built.images),
    applicationInfo: [],
    threads,
    backtraces: [],
    callTrees,
    sections: [...textSection('Summary', summary), ...textSection('Other text', unread)],
    ...built,
  }
  return success([report], built.problems)
}

function stateOf({ count, size }: SampleRow): string {
  return size ? `${count} allocations, ${size.printed}` : `${count} samples`
}

/** A row of a tree of allocations weighs its bytes, which are printed with three digits; the print is kept. */
function addRow(tree: TreeDraft | undefined, { column, count, size, row, also: others }: SampleRow): void {
  if (!tree) return
  tree.isSized ||= size !== undefined
  const also = others.map((address) => runtimeAddress(address))
  const more = { ...(also.length > 0 ? { also } : {}), ...(size ? { note: size.printed } : {}) }
  if (tree.isSized) tree.rows.add(column, size?.bytes ?? 0, row, { ...more, blocks: count })
  else tree.rows.add(column, count, row, more)
}

function textSection(title: string, lines: readonly string[]): ReportSection[] {
  return lines.length > 0 ? [{ kind: 'text', title, text: lines.join('\n') }] : []
}

export const sampleFormat: ReportFormat = { id, label, sniff, parse }
