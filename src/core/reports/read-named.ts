/**
 * Stacks of names that programs and people wrapped, escaped or put behind other words. The steps of `rows/named-rows.ts` are tried one
 * after the other, and each stays where the formats then read more.
 */
import { problem } from '../messages/problems.ts'
import { eachFrame } from '../model/each-frame.ts'
import { success, type Outcome } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import type { ReportFormat, Sample } from './base/format.ts'
import { parseText } from './report-text.ts'
import { moveProblem } from './rows/move-problem.ts'
import { moveReport } from './rows/move-report.ts'
import { namedSteps, textOf } from './rows/named-rows.ts'
import { linesOf, type SourceLine } from './rows/rows-text.ts'

type Read = Outcome<readonly Report[]>
type Find = (sample: Sample, text: string) => ReportFormat | undefined

/** Formats of stacks of names, and of the sentences above them. */
const NAMED: ReadonlySet<string> = new Set([
  'capacitor-log',
  'console-message',
  'flutter',
  'goroutines',
  'managed-stack',
  'named-stack',
  'panic-stack',
  'thread-dump',
])
/** Texts that a step may leave without rows. */
const MADE: ReadonlySet<string> = new Set([...NAMED, 'react-native'])
/** Characters; larger texts are read as they are. */
const LARGEST = 1 << 18
/** Anything that a row of names has: a text without one is not looked at. */
const MARK = /at\s|(?:bei|в|在|場所) [A-Z]|@|#\d|\d:\s|\(at |goroutine |\.dart \d| — |:[\w<.]{1,80} ?\(/

/** The worth of a reading of a text. */
interface Count {
  readonly rows: number
  /** Rows with a file. */
  readonly placed: number
  readonly letters: number
}

function countOf(read: Read | undefined, formats = NAMED): Count {
  let [rows, placed, letters] = [0, 0, 0]
  for (const report of read?.ok ? read.value : []) {
    if (!formats.has(report.format)) continue
    letters += report.exception?.reason?.length ?? 0
    for (const { symbol } of eachFrame(report)) {
      if (!symbol) continue
      rows++
      if (symbol.file !== undefined) placed++
      letters += symbol.name.length + (symbol.file?.length ?? 0)
    }
  }
  return { rows, placed, letters }
}

/** True for a text that may hold more rows of names than this reading has. */
function mayHoldMore(text: string, direct: Read | undefined): boolean {
  if (text.length > LARGEST || !MARK.test(text)) return false
  return !direct?.ok || direct.value.every(({ format }) => NAMED.has(format))
}

const isChanged = (makes: 'longer' | 'shorter' | undefined, by: number): boolean =>
  makes === 'longer' ? by > 0 : makes === 'shorter' && by < 0

/** The reading of a text with its rows of names laid bare; undefined where that gives no more than `direct`. */
export function readNamed(path: string, text: string, find: Find, direct: Read | undefined): Read | undefined {
  if (!mayHoldMore(text, direct)) return undefined
  const own = linesOf(text)
  let lines: readonly SourceLine[] = own
  let best: Read | undefined
  let count = countOf(direct)
  const formats = count.rows === 0 ? MADE : NAMED
  let isMore = false
  for (const { undo, makes, isSure } of namedSteps) {
    const made = undo(lines)
    if (made === lines) continue
    const read = parseText(path, new Uint8Array(0), find, textOf(made))
    const now = countOf(read, formats)
    const isSame = now.rows === count.rows && now.placed === count.placed
    const isRise = now.rows > count.rows || (now.rows === count.rows && now.placed > count.placed)
    const isClearer = isSame && (isSure === true || isChanged(makes, now.letters - count.letters))
    // Where nothing is read yet, a later step may need it.
    if (!isRise && !isClearer && !(now.rows === 0 && isSame && makes !== 'longer')) continue
    lines = made
    isMore ||= isRise || isClearer
    ;[best, count] = [read, now]
  }
  if (!isMore || count.rows === 0 || !best?.ok) return undefined
  const numbers = lines.map(({ number }) => number)
  const lineOf = (line: number): number => numbers[line - 1] ?? line
  const note = problem('rows-laid-bare', {}, { file: path, severity: 'note' })
  return success(
    best.value.map((report) => moveReport(report, report.text, 0, lineOf)),
    [note, ...best.problems.map((one) => moveProblem(one, lineOf))],
  )
}
