/** What `sample(1)` and Activity Monitor write: a call graph of each thread, weighted by samples. */
import { runtimeAddress } from '../model/address.ts'
import { success } from '../model/problem.ts'
import type { Outcome } from '../model/problem.ts'
import type { CallTree, Report, Thread } from '../model/report.ts'
import { buildHeader } from './apple-header.ts'
import type { Field } from './apple-header.ts'
import { parseImageRow } from './apple-images.ts'
import type { ReportFormat, ReportInput, Sample } from './format.ts'
import { eachLine } from './lines.ts'
import type { Line } from './lines.ts'
import { ReportBuilder } from './report-builder.ts'
import { parseSampleRow } from './sample-rows.ts'
import { TreeRows } from './tree-rows.ts'

const id = 'sample'
const label = 'Sample of a process'
const FIELD = /^([A-Z][A-Za-z/() _-]{0,40}):(?:[ \t]+(.*))?$/
const GRAPH_END = /^(?:Total number in stack|Sort by top of stack)/

function sniff(sample: Sample): boolean {
  const { text } = sample
  if (/^\s*[{[]/.test(text)) return false
  const hasRow = /^[ \t+!:|]*\d+ .*[ \t]\(in [^)]+\).*\[0x[0-9a-fA-F]+/m.test(text)
  return (
    /^Analysis of sampling /m.test(text) ||
    (/^Call graph:/m.test(text) && hasRow) ||
    (/^[ \t]+\d+ Thread_\w+/m.test(text) && hasRow)
  )
}

interface TreeDraft {
  readonly title: string
  readonly rows: TreeRows
  readonly thread: number | undefined
}

function parse({ path, text }: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(path)
  const fields: Field[] = []
  const threads: Thread[] = []
  const trees: TreeDraft[] = []
  const summary: string[] = []
  let headColumn: number | undefined
  let part: 'header' | 'graph' | 'summary' | 'images' = 'header'

  const readGraph = (line: Line): void => {
    const parsed = parseSampleRow(line)
    if (!parsed) {
      const message = `Line ${line.number} of the call graph could not be read: ${line.text.trim().slice(0, 80)}`
      builder.problem({ code: 'unreadable-row', message, line: line.number })
      return
    }
    if (parsed.thread) {
      threads.push({ ...parsed.thread, crashed: false, frames: [], state: [`${parsed.count} samples`] })
      const { id: number, name, queue } = parsed.thread
      const title = [`Thread ${number}`, name ?? queue].filter((word) => word !== undefined).join(' · ')
      trees.push({ title, rows: new TreeRows(), thread: threads.length - 1 })
      headColumn = parsed.column
      return
    }
    // A row left of a thread's calls is of another thread, whose own line was lost.
    const isStray = headColumn !== undefined && parsed.column <= headColumn
    if (isStray) headColumn = undefined
    if (trees.length === 0 || isStray) trees.push({ title: 'Call graph', rows: new TreeRows(), thread: undefined })
    const also = parsed.also.map((address) => runtimeAddress(address))
    trees.at(-1)?.rows.add(parsed.column, parsed.count, parsed.row, also.length > 0 ? { also } : {})
  }

  for (const line of eachLine(text)) {
    const trimmed = line.text.trim()
    if (/^Binary Images:/.test(trimmed)) part = 'images'
    else if (/^Call graph:/.test(trimmed)) part = 'graph'
    else if (GRAPH_END.test(trimmed)) {
      part = 'summary'
      summary.push(trimmed)
    } else if (trimmed === '') continue
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
    }
  }

  const callTrees: CallTree[] = trees.map(({ title, rows, thread }) => ({
    title,
    weight: 'samples',
    roots: rows.build(builder),
    ...(thread === undefined ? {} : { thread }),
  }))
  const built = builder.finish()
  const report: Report = {
    format: id,
    label,
    file: path,
    text,
    textKind: 'rows',
    header: buildHeader(fields, built.images),
    applicationInfo: [],
    threads,
    backtraces: [],
    callTrees,
    sections: summary.length > 0 ? [{ kind: 'text', title: 'Summary', text: summary.join('\n') }] : [],
    ...built,
  }
  return success([report], built.problems)
}

export const sample: ReportFormat = { id, label, sniff, parse }
