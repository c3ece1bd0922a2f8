/** A text without the words that a log or a chat puts before each of its lines: a report may have layers of its own below them. */
import { problem } from '../messages/problems.ts'
import { escapePattern } from '../messages/escape-pattern.ts'
import { success, type Outcome } from '../model/problem.ts'
import type { Report } from '../model/report.ts'
import { accountOf } from './rows/account.ts'

type Read = Outcome<readonly Report[]>

/** Fewer lines may begin alike by chance. */
const FEWEST = 6
/** Characters of a line that may be such words. */
const LONGEST = 120
/** Where they may end: at a mark with a blank behind. */
const END = /(?:[:|\])>]|\dZ)(?=[ \t]|$)/g

/** The words as a pattern: numbers and blanks differ from line to line. */
function patternOf(words: string): RegExp {
  const escaped = escapePattern(words)
  return new RegExp(`^${escaped.replace(/\d+/g, String.raw`\d{1,20}`).replace(/[ \t]+/g, String.raw`[ \t]{1,20}`)}`)
}

/** A document of JSON, of markup, or a quotation, which others take apart. */
const OTHERS = /^[ \t]*(?:>|\{|\[[ \t\r]*[[{"\]]|\[[ \t\r]*$|<)/

/** Columns of indent that all lines share. */
function indentOf(lines: readonly string[]): number {
  return lines.reduce((least, line) => Math.min(least, /^[ \t]*/.exec(line)?.[0].length ?? 0), LONGEST)
}

/** The text without the words, or the blanks, that all of its lines begin with; undefined where they have none in common. */
export function peel(text: string): string | undefined {
  const lines = text.split('\n')
  const written = lines.filter((line) => line.trim() !== '')
  const [first = ''] = written
  if (written.length < FEWEST || OTHERS.test(first)) return undefined
  const indent = indentOf(written)
  if (indent > 1) return lines.map((line) => line.slice(indent)).join('\n')
  for (const { 0: mark, index } of [...first.slice(0, LONGEST).matchAll(END)].reverse()) {
    const pattern = patternOf(first.slice(0, index + mark.length))
    if (!written.every((line) => pattern.test(line))) continue
    return lines.map((line) => line.replace(pattern, '').replace(/^ /, '')).join('\n')
  }
  return undefined
}

const factsOf = (reports: readonly Report[]): number =>
  reports.reduce(
    (sum, { exception, applicationInfo }) => sum + Object.keys(exception ?? {}).length + applicationInfo.length,
    0,
  )

/** True if the reading of the peeled text has more rows, or as many and more facts of the end. */
function isRicher(peeled: readonly Report[], direct: readonly Report[]): boolean {
  const [now, before] = [accountOf(peeled).frames, accountOf(direct).frames]
  return now > before || (now === before && peeled.length <= direct.length && factsOf(peeled) > factsOf(direct))
}

/** The reading of a text, or of what a log or a chat has behind the words before each line, where that has more. */
export function readPeeled(
  path: string,
  text: string,
  read: Read | undefined,
  reread: (bare: string) => Read | undefined,
): Read | undefined {
  const bare = peel(text)
  const inner = bare === undefined ? undefined : reread(bare)
  if (!inner?.ok || !isRicher(inner.value, read?.ok ? read.value : [])) return read
  const note = problem('rows-laid-bare', {}, { file: path, severity: 'note' })
  return success(inner.value, [note, ...inner.problems])
}
