/**
 * Decides which words of a text are of the same end as the stack in it. Every reader that joins words and a stack uses it. People paste
 * messages of other programs, of earlier runs and of manuals beside their report, and one headline must not mix two ends.
 */
import type { TextSpan } from '../../model/report.ts'
import { lineNumberAt } from '../base/lines.ts'

/** The process of a stack, if its report names it. */
export interface Owner {
  readonly process?: string | undefined
  readonly pid?: number | undefined
}

/** Characters of a text that are looked at; what lies behind is nobody’s. */
const SEARCHED = 1 << 20
/** A line that is longer is of a program. */
const LONGEST = 2000

/** A log’s prefix: the process and its number. */
const WRITERS: readonly RegExp[] = [
  /^[^\n]{0,12}?\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.,]\d{1,9}(?:[+-]\d{4})?[ \t]{1,4}(?:(?:Df|In|Er|Ft|Db|[DEFIVW])[ \t]{1,4})?([^\n[\]]{1,80}?)\[(\d{1,9})(?::[0-9a-fx]{1,20})?\]/,
  /^[^\n]{0,12}?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \S{1,80} ([^\n[\]]{1,80}?)(?:\([^\n()]{0,80}\))?\[(\d{1,9})\]/,
  /^[ \t]{0,8}([\w.-]{1,80})\((\d{1,9})(?:,0x[0-9a-f]{1,16})?\) malloc: /,
  /^[ \t]{0,8}(dyld)\[(\d{1,9})\]: /,
]
/** They write of other processes. */
const WATCHERS =
  /^(?:kernel|launchd|com\.apple\.\w|SpringBoard|backboardd|runningboardd|ReportCrash|crash_?reporter\w*|osanalyticshelper|diagnosticd|FrontBoard|dyld$|system_?stats|assertiond$|UserEventAgent)/i

/** Words that people use to separate two ends, runs or sources. */
const TELLS_APART =
  /\b(?:another|others?|else|different(?:ly)?|differs?|previous(?:ly)?|earlier|former(?:ly)?|last (?:time|week|month|year|night)|yesterday|old(?:er)?|originally|initially|at first|mine|compar(?:e[ds]?|ing|ison)|similar(?:ly)?|unlike|unrelated|documentation|docs|manual|for (?:example|instance)|ignor(?:e[ds]?|ing|able)|harmless|work(?:s|ed)|fixed|solved|resolved|disappear(?:s|ed)?|no longer|used to|instead|also|as well|sometimes|occasionally|whereas|meanwhile|however|separate(?:ly)?|wrote|update:|edit:)(?![\w'’-])/i
/** A sentence of a person: small words in a row, or the person. */
const SENTENCE = /(?:^|[^\w./@-])(?:\p{Ll}{2,20},? \p{Ll}{2,20}(?![\w/@])|I['’ ]\p{Ll})/u
/** A program’s words on an error begin with the error’s type. */
const MESSAGE =
  /^[^\p{L}\n]{0,20}((?:[\p{L}\w.$+-]{1,80} ){0,6}?)[\w.$]{0,80}(?:exception|error|failed|failure|panic(?:ked)?|terminat\w{1,8}|assert\w{0,8})\b[^\n:]{0,120}: ?\S/iu
const TWO_WORDS = /\b\p{Ll}{2,20} \p{Ll}{2,20} /u
const FENCE = /^[ \t>]{0,12}(?:`{3}|~{3})/
/** Only mails have these. */
const MAIL = /^(?:In-Reply-To|Message-ID): |\bwrote:[ \t\r]*$/m
const MAIL_SEARCHED = 1 << 17
const QUOTED = /^[ \t]{0,20}>/

interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly isStack: boolean
}

function linesOf(text: string, spans: readonly TextSpan[]): readonly Line[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start)
  const lines: Line[] = []
  let [start, at] = [0, 0]
  for (const line of text.split('\n')) {
    const end = start + line.length
    while (at < sorted.length && (sorted[at]?.end ?? 0) <= start) at++
    const isStack = at < sorted.length && (sorted[at]?.start ?? end) < end
    lines.push({ start, end, text: line, isStack })
    start = end + 1
  }
  return lines
}

function writerOf(line: string): Owner | undefined {
  if (line.length > LONGEST) return undefined
  for (const pattern of WRITERS) {
    const [, process, pid] = pattern.exec(line) ?? []
    if (process !== undefined) return { process: process.trim(), pid: Number(pid) }
  }
  return undefined
}

const bare = (name: string): string => name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()

/** True if two names may be of one program: a log or the kernel may cut one. */
function areAlike(one: string, other: string): boolean {
  const [first, second] = [bare(one), bare(other)]
  return first === '' || second === '' || first.startsWith(second) || second.startsWith(first)
}

/** True if a log's line is of another process than the stack's, and does not speak of that one. */
function isOfAnother(line: string, writer: Owner, { process, pid }: Owner): boolean {
  if (process === undefined && pid === undefined) return false
  const name = writer.process ?? ''
  if (name === 'dyld') return pid !== undefined && pid !== writer.pid
  if (WATCHERS.test(name)) return false
  if (process !== undefined && !areAlike(process, name)) return !line.slice(line.search(/[\])]/)).includes(process)
  return pid !== undefined && writer.pid !== undefined && pid !== writer.pid
}

/** The process whose log has the rows themselves. */
function ownerOf(lines: readonly Line[], owner: Owner): Owner {
  if (owner.process !== undefined || owner.pid !== undefined) return owner
  return lines.filter(({ isStack }) => isStack).flatMap(({ text }) => writerOf(text) ?? [])[0] ?? owner
}

/** Lines of another process: from its mark to an empty line or the next mark. */
function ofOthers(lines: readonly Line[], owner: Owner): readonly boolean[] {
  const own = ownerOf(lines, owner)
  let isForeign = false
  return lines.map(({ text, isStack }) => {
    const writer = writerOf(text)
    if (isStack || /^[ \t>]*\r?$/.test(text)) isForeign = false
    else if (writer) isForeign = isOfAnother(text, writer, own)
    return isForeign
  })
}

function isMessage(line: string): boolean {
  const before = MESSAGE.exec(line)?.[1]
  return before !== undefined && !TWO_WORDS.test(before) && !/^\W{0,20}(?:update|edit)\b/i.test(line)
}

/** True for lines of prose that separate the rows above from the words below. */
function barriers(lines: readonly Line[]): readonly boolean[] {
  let isFenced = false
  return lines.map(({ text, isStack }) => {
    if (FENCE.test(text)) isFenced = !isFenced
    if (isFenced || isStack || text.length > LONGEST || writerOf(text)) return false
    return TELLS_APART.test(text) && SENTENCE.test(text) && !isMessage(text)
  })
}

/** True for lines that no separating sentence keeps away from a stack. */
function reached(lines: readonly Line[]): readonly boolean[] {
  const parts = barriers(lines)
  const found = lines.map(({ isStack }) => isStack)
  const places = [...lines.keys()]
  for (const order of [places, places.toReversed()]) {
    let isOpen = false
    for (const at of order) {
      if (lines[at]?.isStack) isOpen = true
      else if (parts[at]) isOpen = false
      if (isOpen) found[at] = true
    }
  }
  return found
}

/** Lines one below the other as one span. */
function runsOf(lines: readonly Line[]): readonly TextSpan[] {
  const runs: TextSpan[] = []
  for (const { start, end } of lines) {
    const last = runs.at(-1)
    if (last?.end === start - 1) runs[runs.length - 1] = { start: last.start, end }
    else runs.push({ start, end })
  }
  return runs
}

/** A text in two: what is of the stack’s own end, and what may be of another. Both keep all places of the text. */
export interface Parted {
  readonly own: string
  readonly others: string
  /** The lines of others, ascending. */
  readonly apart: readonly TextSpan[]
}

/** Parts a text by the rows of its stacks. A text without a stack is all its own. */
export function partedByEnd(text: string, stacks: readonly TextSpan[], owner: Owner = {}): Parted {
  const blank = (words: string): string => words.replace(/[^\r\n]/g, ' ')
  if (stacks.length === 0) return { own: text, others: '', apart: [] }
  const searched = text.slice(0, SEARCHED)
  const lines = linesOf(searched, stacks)
  const foreign = ofOthers(lines, owner)
  const isNear = reached(lines)
  const isMail =
    MAIL.test(text.slice(0, MAIL_SEARCHED)) && !lines.some((line) => line.isStack && QUOTED.test(line.text))
  const isOwn = lines.map(
    ({ text: line, isStack }, at) => isStack || (!foreign[at] && isNear[at] && !(isMail && QUOTED.test(line))),
  )
  if (isOwn.every(Boolean)) return { own: text, others: '', apart: [] }
  return {
    own: lines.map((line, at) => (isOwn[at] ? line.text : blank(line.text))).join('\n') + text.slice(SEARCHED),
    others: lines.map((line, at) => (isOwn[at] ? blank(line.text) : line.text)).join('\n'),
    apart: runsOf(lines.filter((_, at) => !isOwn[at])),
  }
}

/** The words of a text that are of the end of its stacks. */
export function wordsOfEnd(text: string, stacks: readonly { readonly span: TextSpan }[], owner?: Owner): string {
  const spans = stacks.map(({ span }) => span)
  return partedByEnd(text, spans, owner).own
}

/** Its lines: those that still have text. */
export const linesOfEnd = <L extends { readonly start: number; readonly end: number }>(
  lines: readonly L[],
  own: string,
): readonly L[] => lines.filter(({ start, end }) => start === end || own.slice(start, end).trim() !== '')

/** The number of the line that has these words; that of the first where none has. */
export const lineOfWords = (text: string, words: string): number =>
  lineNumberAt(text, Math.max(0, text.indexOf(words.split('\n')[0] ?? words)))
