/** Puts the reports of the parts of a text over that one text, with the rows that no part's format read. */
import { problem, type Problem } from '../messages/problems.ts'
import { append } from '../model/lists.ts'
import { success, type Outcome } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import type { Line } from './base/lines.ts'
import { findLostRows } from './rows/account.ts'
import { moveProblem, type LineOf } from './rows/move-problem.ts'
import { moveReport } from './rows/move-report.ts'
import { holdsAddress } from './rows/row-starts.ts'

type Read = Outcome<readonly Report[]>

export interface Part {
  readonly text: string
  readonly read: Read | undefined
  /** Its words are of its own process alone. */
  readonly isProcess?: boolean
}

/** The reports of all parts over one text, which is that of the parts as they were read. */
export function joinParts(path: string, parts: readonly Part[]): Read | undefined {
  if (parts.every(({ read }) => !read?.ok)) return parts.find(({ read }) => read)?.read
  const texts = parts.map(({ text, read }) => (read?.ok ? (read.value[0]?.text ?? text) : text))
  const whole = texts.join('')
  const reports: Report[] = []
  const problems: Problem[] = []
  let [offset, lines] = [0, 0]
  parts.forEach(({ text, read, isProcess }, at) => {
    const [by, before] = [offset, lines]
    const part = isProcess ? { part: { start: by, end: by + (texts[at]?.length ?? 0) } } : {}
    const lineOf = (line: number): number => line + before
    if (read?.ok) {
      for (const report of read.value) reports.push({ ...moveReport(report, whole, by, lineOf), ...part })
      for (const one of read.problems) problems.push(moveProblem(one, lineOf))
    } else if (holdsAddress(text)) append(problems, lostProblems(path, findLostRows(text, []), lineOf))
    offset += texts[at]?.length ?? 0
    lines += text.split('\n').length - 1
  })
  return success(reports, problems)
}

const LONGEST_SHOWN = 80

/** The problem of rows that nothing read; none where there are none. */
export function lostProblems(
  path: string,
  lost: readonly Line[],
  lineOf: LineOf,
  key: 'lost-rows' | 'lost-rows.all' = 'lost-rows',
  severity?: 'note',
): Problem[] {
  const [first] = lost
  if (!first) return []
  const line = lineOf(first.number)
  const shown = first.text.trim().slice(0, LONGEST_SHOWN)
  const place = { file: path, line, ...(severity && { severity }) }
  return [problem(key, { count: lost.length, line, text: shown }, place)]
}
