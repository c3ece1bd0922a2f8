/** Call trees copied out of Instruments ("Deep Copy"): names only, so there is nothing to symbolicate. */
import { success } from '../model/problem.ts'
import type { Outcome } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from './format.ts'
import { eachLine } from './lines.ts'
import { ReportBuilder } from './report-builder.ts'
import { TreeRows } from './tree-rows.ts'

const id = 'instruments-copy'
const label = 'Call tree copied from Instruments'
const TITLE = /^\s*([^\t\n]{2,40})\t([^\t\n]{2,40})\t[^\n]*\bSymbol Name\b/
const UNITS: Readonly<Record<string, number>> = { k: 1e3, K: 1e3, M: 1e6, G: 1e9, T: 1e12 }

function sniff(sample: Sample): boolean {
  return TITLE.test(sample.text)
}

/** `96.08 Gc  100.0%` and `429.93 MB` in units of one. */
function readWeight(text: string): number | undefined {
  const match = /^\s*([\d.,]+)\s*([kKMGT])?/.exec(text)
  if (!match?.[1]) return undefined
  const value = Number(match[1].replace(/,/g, ''))
  return Number.isFinite(value) ? Math.round(value * (UNITS[match[2] ?? ''] ?? 1)) : undefined
}

function parse({ path, text }: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(path)
  const rows = new TreeRows()
  let weight = 'samples'
  for (const line of eachLine(text)) {
    const title = TITLE.exec(line.text)
    if (title?.[1]) {
      weight = title[1].trim()
      continue
    }
    if (line.text.trim() === '') continue
    const cells = line.text.split('\t')
    const name = cells.at(-1) ?? ''
    const count = readWeight(cells[0] ?? '')
    if (count === undefined || cells.length < 3 || name.trim() === '') {
      const message = `Line ${line.number} could not be read: ${line.text.trim().slice(0, 80)}`
      builder.problem({ code: 'unreadable-row', message, line: line.number })
      continue
    }
    rows.add(name.length - name.trimStart().length, count, { symbol: { name: name.trim() } })
  }
  const roots = rows.build(builder)
  const built = builder.finish()
  const report: Report = {
    format: id,
    label,
    file: path,
    text,
    textKind: 'none',
    header: { fields: [] },
    applicationInfo: [],
    threads: [],
    backtraces: [],
    callTrees: [{ title: 'Call tree', weight, roots }],
    sections: [],
    ...built,
  }
  return success([report], built.problems)
}

export const instrumentsCopy: ReportFormat = { id, label, sniff, parse }
