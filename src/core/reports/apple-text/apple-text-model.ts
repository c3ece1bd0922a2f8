/** Makes the model of a text crash report from what its reader collected. */
import { elidedBy, ElidedRows, rowsMissing } from './elided-rows.ts'
import { problem } from '../../messages/problems.ts'
import type { Register, Report, ReportSection, Stack, Thread } from '../../model/report.ts'
import { readLogLines } from '../text/log-lines.ts'
import {
  buildException,
  readStatedException,
  buildHeader,
  buildTermination,
  mainImage,
  readThrown,
  readMeasures,
  withSliceUuid,
} from '../text/apple-header.ts'
import type { Field } from '../text/apple-header.ts'
import { readScriptStack } from '../text/script-rows.ts'
import type { Line } from '../base/lines.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'
import { WRITTEN_FIELDS, WRITTEN_FROM } from '../base/write-back.ts'
import type { TreeRows } from '../text/tree-rows.ts'
import { titles } from '../../messages/labels.ts'
import { sectionTitles } from '../../messages/section-titles.ts'

export interface ReaderOptions {
  /** Where the file's text ends without a line end, so that a row that is cut off is known. */
  readonly textEnd: number
  /** True for the words of a runtime. Other words below a header are of whoever pasted the report. */
  readonly isSaidOfEnd: (text: string) => boolean
  /** A row in a form that today's systems do not write. */
  readonly readOtherRow: (line: Line, place: PlaceOfRow) => FrameRow | undefined
}

/** Places of a row: in a stack of managed code, after the row with the previous number, or above all other rows. */
export type PlaceOfRow = 'managed' | 'next' | 'first'

export interface ThreadDraft {
  readonly id: number
  /** Its head, which has its number, is cut off. */
  readonly unnumbered?: boolean
  name: string | undefined
  queue: string | undefined
  /** Its head says that it crashed. */
  marked: boolean
  /** Its head says that the report holds it responsible: no crash. */
  attributed: boolean
  readonly rows: FrameRow[]
  readonly elided: ElidedRows
  readonly registers: Register[]
  /** The row of the register that holds the instruction. It is the stack where a text has no other. */
  counter: FrameRow | undefined
  start: number
  end: number
}

/** A thread with only its first line. */
export const newThread = (id: number, { start, end }: Line): ThreadDraft => ({
  ...{ id, start, end, name: undefined, queue: undefined, marked: false, attributed: false },
  ...{ rows: [], registers: [], counter: undefined, elided: new ElidedRows() },
})

export interface StackDraft {
  readonly title: string
  readonly rows: FrameRow[]
  readonly start: number
  end: number
}

/** The package that an image came with, on a jailbroken device. */
export interface PackageRow {
  readonly image: string
  readonly members: readonly (readonly [key: string, value: string])[]
}

/** Everything that a text report says, in its order. */
export interface TextDraft {
  readonly fields: readonly Field[]
  readonly threads: readonly ThreadDraft[]
  readonly stacks: readonly StackDraft[]
  readonly last: StackDraft | undefined
  readonly trees: readonly { readonly title: string; readonly weight: string; readonly rows: TreeRows }[]
  readonly sections: readonly { readonly title: string; readonly lines: readonly string[] }[]
  /** Lines of no part that is known. */
  /** Sentences below the header that no field holds. */
  readonly said: readonly string[]
  readonly other: readonly string[]
  readonly packages: readonly PackageRow[]
}

/** The part with the words that libraries and the program left. */
const INFORMATION = 'Application Specific Information'
const DIAGNOSIS = /^(?:CrashDoctor|Recrash) Diagnosis$/
/** True for the title of that part, and of KSCrash's own on what it found. */
export const isInformation = (title: string): boolean => title === INFORMATION || DIAGNOSIS.test(title)
/** The linker's words in reports before macOS 10.12. */
const LINKER = 'Dyld Error Message'

/** A line that ends the words of a report in a mail. */
const RULED_OFF = /^[-_=]{3,}$/
/** A line of signs alone, as people put it where they left something out or ended a paste. */
const SIGNS = /^[\s.…_=*~#-]*$/

/** Lines of the linker's words, and blank ones between them. Others behind a blank line are of somebody else. */
const OF_LINKER = /^$|^(?:dyld\b|Library not|Symbol not|Referenced from|Expected in|Reason|Did find|in [/'"@])/

/** The linker's words as a console prints them: its name comes before words that do not show whose they are. */
function linkerLines(lines: readonly string[]): readonly string[] {
  const end = lines.findIndex(
    (line, at) => RULED_OFF.test(line) || (at > 0 && line === '' && !OF_LINKER.test(lines[at + 1] ?? '')),
  )
  const [first, ...others] = end === -1 ? lines : lines.slice(0, end)
  if (first === undefined) return []
  return [/^(?:dyld\b|Library not loaded|Symbol not found)/.test(first) ? first : `dyld: ${first}`, ...others]
}

/** Adds the stacks to the builder, finishes it and fills the model. */
export function buildTextReport(
  builder: ReportBuilder,
  drafted: TextDraft,
): Omit<Report, 'format' | 'label' | 'file' | 'text'> {
  const draft = withWrittenFields(drafted)
  const triggered = triggeredThread(draft.fields)
  const anyAttributed = isLive(draft.fields)
  const anyMarked = draft.threads.some((thread) => thread.marked)
  const hasRows = [...draft.threads, ...draft.stacks, ...(draft.last ? [draft.last] : [])].some(
    (stack) => stack.rows.length > 0,
  )
  const threads = draft.threads.map((thread): Thread => {
    const { name, queue, registers, start, end } = thread
    const rows = hasRows || !thread.counter ? thread.rows : [thread.counter]
    const unnumbered = thread.unnumbered === true && triggered === undefined
    const id = thread.unnumbered === true ? (triggered ?? thread.id) : thread.id
    const crashed = anyMarked ? thread.marked : id === triggered
    const missing = rowsMissing(thread.elided.marks, rows)
    if (missing > 0)
      builder.problem(problem('skipped-frames', { frames: missing, thread: String(id) }, { severity: 'note' }))
    return {
      id,
      ...(unnumbered ? { unnumbered } : {}),
      crashed,
      ...(crashed && (thread.attributed || anyAttributed) ? { attributed: true } : {}),
      frames: builder.addStack(rows, 'thread'),
      span: { start, end },
      ...(name === undefined ? {} : { name }),
      ...(queue === undefined ? {} : { queue }),
      ...(registers.length > 0 ? { registers } : {}),
    }
  })
  const stack = ({ rows, start, end }: StackDraft): Stack => ({
    frames: builder.addStack(rows, 'return'),
    span: { start, end },
  })
  const last = draft.last && draft.last.rows.length > 0 ? stack(draft.last) : undefined
  const backtraces: (Stack & { readonly title: string })[] = draft.stacks
    .filter((other) => !isQuotation(other, draft))
    .map((other) => ({
      ...stack(other),
      title: other.title,
    }))
  const callTrees = draft.trees.map(({ title, weight, rows }) => ({ title, weight, roots: rows.build(builder) }))
  const script = readScriptStack(
    draft.sections.flatMap(({ title, lines }) => (isInformation(title) ? lines : [])).join('\n'),
  )
  if (script.length > 0) backtraces.push({ title: titles.javaScriptStack, frames: builder.addStack(script, 'exact') })
  const joined = builder.finish()
  const header = buildHeader(draft.fields, joined.images)
  const slice = draft.fields.find(([key]) => key === 'slice_uuid')?.[1]
  const main = mainImage(joined.images, header.process, header.path)
  const built = { ...joined, images: withSliceUuid(joined.images, main, slice) }
  const information = draft.sections.filter(({ title }) => isInformation(title))
  const linker = draft.sections.filter(({ title }) => title === LINKER)
  // Where the report ends with this part, a blank line ends its words: what people write below is theirs.
  const isHead = draft.threads.length === 0 && draft.stacks.length === 0 && built.images.length === 0
  const applicationInfo = [
    ...linker.flatMap(({ lines }) => linkerLines(trimBlank(lines).map((line) => line.trim()))),
    ...draft.said,
    ...information.flatMap(({ lines }) => trimSigns(lines.slice(0, isHead ? endOfWords(lines) : lines.length))),
  ]
  const exception = buildException(draft.fields) ?? readStatedException(applicationInfo)
  const termination = buildTermination(draft.fields)
  const thrown = readThrown(applicationInfo)
  const hasThrown = Object.keys(thrown).length > 0
  const theirs = isHead ? information.flatMap(({ lines }) => lines.slice(endOfWords(lines))) : []
  const sections = textSections({ ...draft, other: [...draft.other, ...theirs] })
  const events = [
    ...readMeasures(draft.fields),
    ...sections.flatMap((section) => (section.kind === 'text' ? readLogLines(section.text, header.pid) : [])),
  ]
  return {
    textKind: 'rows',
    ...(events.length > 0 && { events }),
    header,
    ...(exception || hasThrown ? { exception: { ...exception, ...thrown } } : {}),
    ...(termination ? { termination } : {}),
    applicationInfo,
    threads: threads.map((thread, at) => withElided(thread, draft.threads[at])),
    ...(last ? { lastException: last } : {}),
    backtraces,
    callTrees,
    sections,
    ...built,
  }
}

/** True for rows without a head of their own that a thread of the report has, too: somebody pointed at them. */
function isQuotation({ title, rows }: StackDraft, { threads, last }: TextDraft): boolean {
  if (title !== titles.stack) return false
  const has = (stack: readonly FrameRow[], row: FrameRow): boolean =>
    stack.some(({ address, symbol }) => address === row.address && symbol?.name === row.symbol?.name)
  return [...threads, ...(last ? [last] : [])].some((stack) => rows.every((row) => has(stack.rows, row)))
}

/** Known once the builder has joined the frames to their images. */
function withElided(thread: Thread, draft: ThreadDraft | undefined): Thread {
  const elided = draft && elidedBy(draft.elided.marks, draft.rows, thread.frames)
  return elided ? { ...thread, elided } : thread
}

/** The fields of another format that an export of ours has in a section of their own. */
function withWrittenFields(draft: TextDraft): TextDraft {
  const written = draft.sections.find(({ title }) => title === WRITTEN_FIELDS)
  if (!written || !draft.fields.some(([key]) => key === WRITTEN_FROM)) return draft
  const fields = written.lines.flatMap((line): Field[] => {
    const pair = /^(.*?): (.*)$/.exec(line)
    return pair ? [[pair[1] ?? '', pair[2] ?? '']] : []
  })
  return {
    ...draft,
    fields: [...draft.fields, ...fields],
    sections: draft.sections.filter((section) => section !== written),
  }
}

function triggeredThread(fields: readonly Field[]): number | undefined {
  const keys = ['triggered by thread', 'crashed thread', 'highlighted thread', 'highlighted by thread']
  const value = fields.find(([key]) => keys.includes(key.toLowerCase()))?.[1]
  const digits = /^\d+/.exec(value ?? '')?.[0]
  return digits === undefined ? undefined : Number(digits)
}

/** True if the process lived on, or was ended for something it had not done. Then none of its threads crashed. */
function isLive(fields: readonly Field[]): boolean {
  return fields.some(([key, value]) => {
    const name = key.toLowerCase()
    return (
      /^highlighted (?:by )?thread$/.test(name) || (name === 'exception note' && /NOT a crash|NON-FATAL/i.test(value))
    )
  })
}

function textSections({ sections, other, packages }: TextDraft): ReportSection[] {
  const named = sections
    .filter(({ title }) => !isInformation(title))
    .map(({ title, lines }) => ({ kind: 'text' as const, title, text: trimBlank(lines).join('\n') }))
  const rest = trimBlank(other)
  return [
    ...named,
    ...packageTable(packages),
    ...(rest.length > 0 ? [{ kind: 'text' as const, title: sectionTitles.otherText, text: rest.join('\n') }] : []),
  ]
}

function packageTable(packages: readonly PackageRow[]): ReportSection[] {
  if (packages.length === 0) return []
  const keys = [...new Set(packages.flatMap(({ members }) => members.map(([key]) => key)))]
  const rows = packages.map(({ image, members }) => {
    const values = new Map(members)
    return [image, ...keys.map((key) => values.get(key) ?? '')]
  })
  return [{ kind: 'table', title: 'Packages', columns: ['image', ...keys], rows }]
}

/** Where the first run of lines with text ends. */
function endOfWords(lines: readonly string[]): number {
  const first = lines.findIndex((line) => line.trim() !== '')
  const end = lines.findIndex((line, at) => at > first && line.trim() === '')
  return end === -1 ? lines.length : end
}

function trimSigns(lines: readonly string[]): string[] {
  return trimBlank(lines.slice(0, lines.findLastIndex((line) => !SIGNS.test(line)) + 1))
}

function trimBlank(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return first < 0 ? [] : lines.slice(first, last + 1)
}
