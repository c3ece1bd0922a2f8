/**
 * Call trees copied out of Instruments ("Copy", "Deep Copy"), of all its versions and instruments: a line of titles, then rows of
 * cells separated by tabs. The depth of a row is the indentation of its name. Names only, so there is nothing to symbolicate.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { readAmount } from './instruments-amounts.ts'
import { eachLine } from '../base/lines.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { TreeRows } from '../text/tree-rows.ts'
import { unreadableRow } from '../base/unreadable-row.ts'
import { titles } from '../../messages/labels.ts'

const id = 'instruments-copy'
const label = 'Call tree copied from Instruments'
/** The column of names, as its titles were over the years; `Symbol Name` since 2007. */
const NAME = /^(?:Symbol(?: Names?)?|Call Tree|Function(?: Name)?)$/i
/** Units that a column may count; the first of these gives the weight of a row. */
const AMOUNT =
  /^(?:Weight|Running Time|Total Time|Time|Bytes Used|Persistent Bytes|Total Bytes|Bytes|Count|Samples?|Sample Count|Cycles|# ?\w+|Self (?:Weight|Time|\(ms\)|Cycles|Bytes)|Self|Wakeups|Calls|Transitions?)\b.*$/i
const SELF = /^Self\b/i
const TITLES = /^[^\t\n]{0,60}\t[^\n]{0,400}$/
/** The column of the image that a row lies in. */
const LIBRARY = /^(?:Library|Binary(?: Name)?|Module|Responsible Library|Image)$/i

/** The meaning of each cell of a row. */
interface Columns {
  readonly titles: readonly string[]
  readonly weight: number
  readonly self: number
  readonly name: number
  readonly library: number
}

/** The columns of a line of titles; undefined for any other line. */
function readTitles(text: string): Columns | undefined {
  if (!TITLES.test(text)) return undefined
  const titles = text.split('\t').map((title) => title.trim())
  const name = titles.findLastIndex((title) => NAME.test(title))
  const weight = titles.findIndex((title) => AMOUNT.test(title) && !SELF.test(title))
  if (name < 0 || weight < 0 || weight === name) return undefined
  const self = titles.findIndex((title) => SELF.test(title))
  return { titles, weight, self, name, library: titles.findIndex((title) => LIBRARY.test(title)) }
}

function titlesIn(text: string): boolean {
  for (const line of eachLine(text.slice(0, 8192))) if (readTitles(line.text)) return true
  return false
}

function sniff(sample: Sample): boolean {
  return sample.text.includes('\t') && titlesIn(sample.text)
}

/** The name's cell: titles leave out the empty cell of the triangle in some versions, so the last cell with text counts. */
function nameCell(cells: readonly string[], { name, titles }: Columns): string {
  const isLast = name === titles.length - 1
  return (isLast ? cells.findLast((cell) => cell.trim() !== '') : cells[name]) ?? ''
}

function parse({ path, text }: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(path)
  const rows = new TreeRows()
  const above: string[] = []
  let columns: Columns | undefined
  let unit = ''
  for (const line of eachLine(text)) {
    if (line.text.trim() === '') continue
    const titles = readTitles(line.text)
    if (titles) {
      columns ??= titles
      continue
    }
    if (!columns) {
      above.push(line.text)
      continue
    }
    const cells = line.text.split('\t')
    const name = nameCell(cells, columns)
    const amount = readAmount(cells[columns.weight] ?? '')
    if (!amount || cells.length < 2 || name.trim() === '') {
      builder.problem(unreadableRow('callTree', line))
      continue
    }
    unit ||= amount.unit
    const self = columns.self < 0 ? undefined : readAmount(cells[columns.self] ?? '')
    const library = columns.library < 0 ? '' : (cells[columns.library] ?? '').trim()
    rows.add(
      name.length - name.trimStart().length,
      amount.value,
      { symbol: { name: name.trim() }, ...(library ? { imageName: library } : {}) },
      self === undefined ? {} : { self: self.value },
    )
  }
  const roots = rows.build(builder)
  const built = builder.finish()
  const title = columns?.titles[columns.weight] ?? ''
  const report: Report = {
    format: id,
    label,
    file: path,
    text,
    textKind: 'none',
    header: { fields: columns ? [['Columns', columns.titles.filter((word) => word !== '').join(', ')]] : [] },
    applicationInfo: [],
    threads: [],
    backtraces: [],
    callTrees: [
      {
        title: title === '' ? titles.callTree : titles.callTreeBy({ column: title }),
        weight: unit || weightOf(title),
        roots,
      },
    ],
    sections: above.length > 0 ? [{ kind: 'text', title: titles.aboveTree, text: above.join('\n') }] : [],
    ...built,
  }
  return success([report], built.problems)
}

/** The unit of a bare number, from the title of its column. */
function weightOf(title: string): string {
  if (/time|\(ms\)/i.test(title)) return 'ms'
  if (/bytes/i.test(title)) return 'bytes'
  if (/cycles/i.test(title)) return 'cycles'
  return /^(?:weight|samples?|sample count)\b/i.test(title) ? 'samples' : title.toLowerCase()
}

export const instrumentsCopyFormat: ReportFormat = { id, label, sniff, parse }
