/**
 * Dumps of all threads of a runtime. A heading gives the name and number of each thread. Android's runtime writes them (`traces.txt` of a
 * program that did not respond), and so do Java and Mono. A dump is no crash: the program ran on.
 */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, ReportHeader, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { readJvmRow } from '../text/jvm-rows.ts'
import { readManagedRow } from '../text/managed-rows.ts'
import { finishTextReport } from '../text/text-report.ts'
import { withoutPrefix } from '../text/android-log.ts'
import { lockWaits, ThreadLocks } from './lock-waits.ts'
import { addTombstoneRows, readTombstoneRow, type ManagedRow, type TombstoneRow } from './tombstone-rows.ts'

/** `"main" prio=5 tid=1 Native`, `"pool-1" #12 daemon prio=5 tid=0x7f… nid=0x5 waiting`, `"Finalizer" tid=0x0x7000… this=…`, `Thread 1 "main" tid=1 Blocked` in any language. */
const HEADING =
  /^[ \t`]{0,8}(?:\p{L}{1,24}[ \t]\d{1,9}[ \t])?"([^"\n]{0,200})"((?:[ \t]{1,4}[#\w()=.:-]{1,60}){0,8}?)[ \t]{1,4}tid=(?:0x(?=0x))?(0x[0-9a-f]{1,16}|\d{1,9})\b(.{0,800})$/iu
/** Pages of Google Play put the first row on the line of the heading. */
const FIRST_ROW = /[ \t](at [\p{L}_$][^()]{1,400} ?\([^()]{1,300}\))[ \t]*$/u
/** `"Threadpool worker"  at <unknown> <0xffffffff>`, `"Finalizer"`: Mono's heading where it knows no number. */
const MONO_HEADING = /^[ \t]{0,8}"([^"\n]{1,200})"(?:[ \t]{1,4}at <unknown>[ \t]{1,4}<0x[0-9a-f]{1,16}>)?[ \t]*$/
/** Java lists the threads of a deadlock again, by their names. */
const DEADLOCK_HEADING = /^[ \t]{0,8}"([^"\n]{1,200})":[ \t]*$/
const DEADLOCK = /^[ \t]{0,8}Java stack information for the threads listed above:[ \t]*\r?$/m
const MONO_DUMP = /^[ \t]{0,8}Full thread dump:?[ \t]*\r?$/m
/** A number of as many digits is an address, which texts print with `0x`. */
const ADDRESS_DIGITS = /^0x[0-9a-f]{7,16}$/i
/** The state as Android's runtime prints it; Mono prints it behind a word, Java in a line of its own. */
const ANDROID_STATE = /^[ \t]{1,4}([A-Z][A-Za-z_]{2,40})(?: |$)/
const MONO_STATE = /\bstate : ([a-z ]{1,40}?)[ \t]*$/
const JAVA_STATE = /^[ \t]{1,8}java\.lang\.Thread\.State: ([A-Z_]{3,20})/
const SYSTEM_THREAD = /^[ \t]{0,8}\| sysTid=(\d{1,9})\b/
const PROCESS = /^[ \t]{0,8}----- pid (\d{1,9}) at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)/
const FIELD = /^(Cmd line|Build fingerprint|ABI|Subject): ?'?(.{1,400}?)'?[ \t]*$/
/** Such a text is the crash's. */
const CRASH = /^.{0,160}\bsignal \d{1,3} \(SIG[A-Z]{2,6}\), code /m

export const threadDumpFormat: ReportFormat = {
  id: 'thread-dump',
  label: 'Thread dump',
  sniff: ({ text }: Sample) => !CRASH.test(text) && isDump(text),
  parse: parseDump,
}

interface Draft {
  readonly name?: string | undefined
  /** The name alone, as lines on locks have it. */
  readonly called?: string | undefined
  /** The number in the heading. */
  readonly number?: number | undefined
  readonly locks: ThreadLocks
  /** Listed for its deadlock. */
  readonly isAgain?: boolean
  id?: number
  state?: string
  readonly rows: (TombstoneRow | ManagedRow)[]
  readonly start: number
  end: number
}

/** The form of headings without a number in this text. */
const bareHeading = (text: string): RegExp | undefined =>
  MONO_DUMP.test(text) ? MONO_HEADING : DEADLOCK.test(text) ? DEADLOCK_HEADING : undefined

/** A heading alone may be a sentence with quotes. */
function isDump(text: string): boolean {
  const bare = bareHeading(text)
  let sawHeading = false
  for (const whole of eachLine(text)) {
    const line = withoutPrefix(whole)
    if (canBeRow(line.text) && (HEADING.test(line.text) || bare?.test(line.text))) sawHeading = true
    else if (sawHeading && readRow(line)) return true
  }
  return false
}

const readRow = (line: Line): TombstoneRow | ManagedRow | undefined =>
  readTombstoneRow(line) ?? readJvmRow(line) ?? readManagedRow(line)

function parseDump(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const fields: [key: string, value: string][] = []
  const all: Draft[] = []
  let process: RegExpExecArray | null = null
  const bare = bareHeading(input.text)
  for (const whole of eachLine(input.text)) {
    const line = withoutPrefix(whole)
    if (!canBeRow(line.text)) continue
    process ??= PROCESS.exec(line.text)
    const [, key, value = ''] = FIELD.exec(line.text) ?? []
    if (key !== undefined && fields.every(([known]) => known !== key)) fields.push([key, value])
    readLine(all, line, bare)
  }
  const drafts = withoutRepeats(all.filter(({ rows }) => rows.length > 0))
  const isJava = drafts.some(({ rows }) => rows.some(({ language }) => language === 'java' || language === 'kotlin'))
  const stacks = addTombstoneRows(
    builder,
    drafts.map(({ rows }) =>
      rows.map((row, index) => ({
        ...row,
        index,
        kind: kindOf(rows, index),
        // A row without its place looks like one of .NET.
        ...(isJava && row.language === 'csharp' && { language: 'java' as const }),
      })),
    ),
    valueOf(fields, 'ABI'),
  )
  const threads = drafts.map(({ name, id, state, start, end }, position): Thread =>
    omitUndefined({
      id: id ?? position,
      unnumbered: id === undefined ? (true as const) : undefined,
      name: name === '' ? undefined : name,
      crashed: false,
      state: state === undefined ? undefined : [state],
      frames: stacks[position] ?? [],
      span: { start, end },
    }),
  )
  const subject = valueOf(fields, 'Subject')
  const waits = lockWaits(drafts.map((draft, at) => ({ ...draft, name: draft.called, id: threads[at]?.id ?? at })))
  const report = finishTextReport(threadDumpFormat, input, builder, {
    header: headerOf(fields, process),
    applicationInfo: subject === undefined ? [] : [subject],
    threads,
  })
  return success([waits.length === 0 ? report : { ...report, waits }])
}

/** Without the threads of a deadlock that the dump has listed before. */
function withoutRepeats(drafts: readonly Draft[]): readonly Draft[] {
  const listed = new Set(drafts.flatMap(({ isAgain, called }) => (isAgain ? [] : called)))
  return drafts.filter(({ isAgain, called }) => !isAgain || !listed.has(called))
}

/** The first of the native rows is where the thread stands; Android's unwinder has moved the others back into their calls. */
function kindOf(rows: Draft['rows'], position: number): 'exact' | 'call' {
  const row = rows[position]
  if (row?.pc === undefined) return 'exact'
  return row.index === 0 && rows[position - 1]?.pc === undefined ? 'exact' : 'call'
}

function readLine(drafts: Draft[], line: Line, bare: RegExp | undefined): void {
  const [, name, , number = '', behind = ''] = HEADING.exec(line.text) ?? []
  if (name !== undefined) {
    const state = (MONO_STATE.exec(behind) ?? ANDROID_STATE.exec(behind))?.[1]
    const isAddress = ADDRESS_DIGITS.test(number)
    const id = isAddress ? undefined : Number(number)
    drafts.push(
      omitUndefined({
        name: isAddress ? `${name} (${number})` : name,
        called: name,
        number: id,
        id: Number.isSafeInteger(id) ? id : undefined,
        locks: new ThreadLocks(),
        state,
        rows: [],
        start: line.start,
        end: line.end,
      }),
    )
    const first = FIRST_ROW.exec(line.text)
    const row = first && readRow({ ...line, text: first[1] ?? '', start: line.end - (first[0].length - 1) })
    if (row) drafts.at(-1)?.rows.push(row)
    return
  }
  const unnumbered = bare?.exec(line.text)?.[1]
  if (unnumbered !== undefined) {
    const locks = new ThreadLocks()
    const isAgain = bare === DEADLOCK_HEADING
    drafts.push({ name: unnumbered, called: unnumbered, locks, isAgain, rows: [], start: line.start, end: line.end })
    return
  }
  const row = readRow(line)
  let draft = drafts.at(-1)
  if (!row) {
    const system = SYSTEM_THREAD.exec(line.text)?.[1]
    const state = JAVA_STATE.exec(line.text)?.[1]
    draft?.locks.read(line.text, /^blocked$/i.test(draft.state ?? ''))
    if (draft && system !== undefined) draft.id = Number(system)
    if (draft && state !== undefined) draft.state = state
    return
  }
  // The end of a thread whose heading was cut off.
  if (!draft) drafts.push((draft = { locks: new ThreadLocks(), rows: [], start: line.start, end: line.end }))
  draft.rows.push(row)
  draft.end = line.end
}

const valueOf = (fields: readonly [string, string][], key: string): string | undefined =>
  fields.find(([name]) => name === key)?.[1]

function headerOf(fields: readonly [string, string][], process: RegExpExecArray | null): Partial<ReportHeader> {
  return omitUndefined({
    pid: process ? Number(process[1]) : undefined,
    date: process?.[2],
    process: valueOf(fields, 'Cmd line'),
    arch: valueOf(fields, 'ABI'),
    fields,
  })
}
