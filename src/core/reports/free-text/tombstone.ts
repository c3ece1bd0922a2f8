/**
 * Crashes of native code on Android: tombstones, what `debuggerd` prints into logcat, and rows of `ndk-stack` and Crashlytics.
 * The layout is described in Android's documentation, "Debugging native Android platform code".
 */
import { runtimeAddress } from '../../model/address.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import { saysEnded } from '../../model/ended-words.ts'
import type { ExceptionInfo, Register, Report, ReportHeader, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { finishTextReport } from '../text/text-report.ts'
import { withoutPrefix } from '../text/android-log.ts'
import {
  addTombstoneRows,
  readMonoRow,
  readTombstoneRow,
  type ManagedRow,
  type TombstoneRow,
} from './tombstone-rows.ts'

/** What `ndk-stack` prints above the rows of a crash. */
const NDK_HEAD = /^\*{10} Crash dump: \*{10}$/
const BEGINNING = /^\*\*\* \*\*\* \*\*\* \*\*\* [* ]{0,80}$/
/** What `debuggerd -b` prints above the stacks of a running process. */
const ASKED = /^----- pid (\d{1,9}) at (\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)?/
/** The heading of a thread there: `"pool-1" sysTid=9611`. */
const ASKED_THREAD = /^"([^"\n]{1,200})" sysTid=(\d{1,9})[ \t]*$/
/** Stacks that GWP-ASan and memory tags print below that of the crash. */
const OF_MEMORY = /^((?:de)?allocated by thread \d{1,9}):?$/
const THREAD = /^pid: (\d{1,9}), tid: (\d{1,9}), name: (.{0,200}?)[ \t]{1,8}>>> (.{0,300}) <<</
const SIGNAL =
  /^signal (\d{1,3}) \((\w{1,20})\), (code -?\d{1,9} \([^()]{1,80}\)|code -?\d{1,9})(?:, fault addr (?:0x)?([0-9a-f]{1,16}|-{4,16}))?/i
const FIELD =
  /^(Build fingerprint|Revision|ABI|Timestamp|Process uptime|Cmdline|uid|Executable): ?'?(.{0,400}?)'?[ \t]*$/
const FINGERPRINT = /^([\w.-]{1,60})\/[\w.-]{1,80}\/([\w.-]{1,80}):([\w.]{1,20})\/([\w.-]{1,60})\//
/** The log line of Android's C library before the dump. */
const FATAL =
  /\bFatal signal \d{1,3} \((SIG[A-Z0-9]{2,8})\), (code -?\d{1,9}(?: \([^()]{1,80}\))?)(?:, fault addr (?:0x)?([0-9a-f]{1,16}|-{4,16}))?(?: in tid (\d{1,9}))?/i
/** A line of its own above rows, as services show it. */
const BARE_SIGNAL = /^(SIG(?:ABRT|SEGV|BUS|ILL|TRAP|FPE|SYS|STKFLT|PIPE))(?:\(([A-Z_]{2,20})\))?$/
/** Crashlytics' heading of its rows: `Crashed: Thread-2: SIGSEGV  0x0000000000000010`, `null pointer dereference: SIGSEGV  0x18`. */
const SERVICE_HEAD =
  /^(Crashed|[a-z][\w ]{2,80}):[ \t]{1,4}(?:(\S.{0,80}?):?[ \t]{1,4})?(SIG[A-Z]{2,6})[ \t]{1,4}0x([0-9a-f]{1,16})$/
/** Below it the names that the service found: `at pay + 2020(pay.c:2020)`, where the number is the line again; else `at (Missing)()`. */
const SERVICE_ROW = /^at (\S.{0,2000}?)(?: \+ \d{1,12})?\((?:([^():]{1,400}):(\d{1,9}))?\)$/
const NAMELESS = '(Missing)'
/** Their addresses are those of memory. */
const OF_ACCESS: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGBUS'])
const CAUSE = /^Cause: (.{1,400})$/
const ABORT = /^Abort message: (.{0,4000})$/
const REGISTERS = /^(?:[ \t]{1,8}[a-z][a-z0-9]{1,5}[ \t]{1,4}[0-9a-f]{8,16}){1,6}[ \t]{0,8}$/
const MOST_ABORT_LINES = 40

export const tombstoneFormat: ReportFormat = {
  id: 'tombstone',
  label: 'Android tombstone',
  sniff: ({ text }: Sample) => isTombstone(text),
  parse: parseTombstones,
}

/** A row of a stack, or the signal of a process, proves the format. A lone row of stars may be Dart's. */
function isTombstone(text: string): boolean {
  let sawThread = false
  let sawSignal = false
  for (const whole of eachLine(text)) {
    const line = withoutPrefix(whole)
    if (readTombstoneRow(line)?.isMarked || NDK_HEAD.test(line.text)) return true
    if (SIGNAL.test(line.text)) sawSignal = true
    if (THREAD.test(line.text) || SERVICE_HEAD.test(line.text.trim())) sawThread = true
    else if (sawThread && (SERVICE_ROW.test(line.text.trim()) || readMonoRow(line))) return true
    // Unity writes the signal above the thread.
    if (sawThread && sawSignal) return true
  }
  return false
}

interface ThreadDraft {
  id: number | undefined
  name: string | undefined
  readonly rows: (TombstoneRow | ManagedRow)[]
  readonly registers: Register[]
  hasSignal: boolean
  readonly start: number
  end: number
}

interface Draft {
  readonly threads: ThreadDraft[]
  readonly fields: [key: string, value: string][]
  readonly abort: string[]
  exception?: ExceptionInfo
  /** The same from lines around the dump. */
  said?: ExceptionInfo
  /** The thread that those lines name. */
  failed?: number
  cause?: string
  pid?: number
  process?: string
  /** A request for the stacks: nothing ended. */
  isAsked?: true
}

function parseTombstones(input: ReportInput): Outcome<readonly Report[]> {
  const drafts = readDrafts(input.text)
    .map((draft) => ({ ...draft, threads: withoutRepeats(draft.threads) }))
    .filter(({ threads }) => threads.length > 0)
  cutLastPath(drafts, input.text.trimEnd().length)
  return success(drafts.map((draft) => reportOf(input, draft)))
}

/** Without the threads that Unity's handler and Android's runtime both list. */
function withoutRepeats(threads: readonly ThreadDraft[]): ThreadDraft[] {
  const listed = new Map<number, number>()
  return threads.filter(({ id, rows }) => {
    if (id === undefined || rows.some(({ pc }) => pc !== undefined)) return true
    const isMore = rows.length > (listed.get(id) ?? 0)
    if (isMore) listed.set(id, rows.length)
    return isMore || rows.length === 0
  })
}

/** Takes the path from the last row of a text that ends inside it: no file has such a name. */
function cutLastPath(drafts: readonly Draft[], end: number): void {
  const all = drafts.flatMap(({ threads }) => threads)
  const rows = all.at(-1)?.rows
  const last = rows?.at(-1)
  if (!rows || last?.pc === undefined || last.symbol || last.uuid || last.span?.end !== end) return
  const isPart = ({ path }: TombstoneRow): boolean => path.length > last.path.length && path.startsWith(last.path)
  const isCut = last.path !== '' && all.some((one) => one.rows.some((row) => row.pc !== undefined && isPart(row)))
  if (isCut) rows[rows.length - 1] = { ...last, path: '' }
}

function readDrafts(text: string): readonly Draft[] {
  const drafts: Draft[] = [newDraft()]
  let isAborting = false
  let logTag = ''
  for (const whole of eachLine(text)) {
    const line = withoutPrefix(whole)
    if (!canBeRow(line.text)) continue
    if (BEGINNING.test(line.text) || NDK_HEAD.test(line.text)) {
      const { threads = [], exception, said = exception, failed } = drafts.at(-1) ?? {}
      drafts.push({ ...newDraft(), ...(threads.length === 0 && omitUndefined({ said, failed })) })
      isAborting = false
      continue
    }
    const draft = drafts.at(-1)
    if (!draft) continue
    const bare = line.text.trim()
    if (isAborting && draft.abort.length < MOST_ABORT_LINES && !endsAbort(line, bare)) {
      // Other programs write into the same log.
      if (prefixOf(whole, line) !== logTag) continue
      draft.abort.push(bare.replace(/'$/, ''))
      isAborting = !bare.endsWith("'")
      continue
    }
    isAborting = false
    const abort = ABORT.exec(bare)?.[1]
    if (abort !== undefined) {
      // Older systems print no quotes; then the message has one line.
      logTag = prefixOf(whole, line)
      isAborting = abort.startsWith("'") && (abort.length === 1 || !abort.endsWith("'"))
      draft.abort.push(abort.replace(/^'/, '').replace(/'$/, ''))
      continue
    }
    readLine(draft, line, bare)
  }
  return drafts
}

/** True for a line that is no more of the message: its last quote is lost where a log cut it. */
const endsAbort = (line: Line, bare: string): boolean =>
  bare === 'backtrace:' || REGISTERS.test(line.text) || THREAD.test(bare) || readTombstoneRow(line) !== undefined

/** What the log puts before a line, without its digits: the level and the tag. */
const prefixOf = (whole: Line, line: Line): string =>
  whole.text.slice(0, whole.text.length - line.text.length).replace(/[\d\s]+/g, '')

const newDraft = (): Draft => ({ threads: [], fields: [], abort: [] })

function readLine(draft: Draft, line: Line, bare: string): void {
  const row = readTombstoneRow(line) ?? readMonoRow(line)
  if (row) {
    addRow(draft, row, line)
    return
  }
  const [, pid, tid, name, process] = THREAD.exec(bare) ?? []
  if (tid !== undefined) {
    draft.pid ??= Number(pid)
    draft.process ??= process ?? ''
    draft.threads.push(newThread(line, Number(tid), name))
    return
  }
  if (readService(draft, line, bare)) return
  const memory = OF_MEMORY.exec(bare)?.[1]
  if (memory !== undefined) {
    draft.threads.push(newThread(line, undefined, memory))
    return
  }
  if (readAsked(draft, line, bare)) return
  const [, , signal, code, address] = SIGNAL.exec(bare) ?? []
  const thread = draft.threads.at(-1)
  if (signal !== undefined) {
    if (thread) thread.hasSignal = true
    draft.exception ??= signalOf(signal, code, address)
    return
  }
  if (readFatal(draft, bare)) return
  const cause = CAUSE.exec(bare)?.[1]
  if (cause !== undefined) draft.cause ??= cause
  const [, key, value] = FIELD.exec(bare) ?? []
  // Every thread repeats the process's own.
  if (key !== undefined && draft.fields.every(([known]) => known !== key)) draft.fields.push([key, value ?? ''])
  if (thread && thread.rows.length === 0 && line.text.length < 300 && REGISTERS.test(line.text))
    for (const [, register = '', digits = ''] of line.text.matchAll(/([a-z][a-z0-9]{1,5})[ \t]+([0-9a-f]{8,16})/g))
      thread.registers.push({ name: register, value: BigInt(`0x${digits}`) })
}

/** The lines above the stacks that somebody asked for; true for such a line. */
function readAsked(draft: Draft, line: Line, bare: string): boolean {
  const [asked, pid, date] = ASKED.exec(bare) ?? []
  if (asked !== undefined) {
    draft.isAsked = true
    draft.pid ??= Number(pid)
    if (date !== undefined) draft.fields.push(['Timestamp', date])
    return true
  }
  if (!draft.isAsked) return false
  const [, name, tid] = ASKED_THREAD.exec(bare) ?? []
  if (name !== undefined) draft.threads.push(newThread(line, Number(tid), name))
  const process = /^Cmd line: (\S.{0,300})$/.exec(bare)?.[1]
  if (process !== undefined) draft.process ??= process
  return name !== undefined || process !== undefined
}

const signalOf = (signal: string, codes?: string, address = ''): ExceptionInfo =>
  omitUndefined({
    signal,
    codes,
    address: /^[0-9a-f]+$/i.test(address) ? runtimeAddress(BigInt(`0x${address}`)) : undefined,
  })

/** The signal as a line outside the dump says it; true for such a line. */
function readFatal(draft: Draft, bare: string): boolean {
  const [, signal, code, address, tid] = FATAL.exec(bare) ?? BARE_SIGNAL.exec(bare) ?? []
  if (signal === undefined) return false
  draft.said ??= signalOf(signal, code, address)
  if (tid !== undefined) draft.failed ??= Number(tid)
  return true
}

/** The heading of a service and the names below it; true for such a line. */
function readService(draft: Draft, line: Line, bare: string): boolean {
  const [, words = '', name, signal, address = '0'] = SERVICE_HEAD.exec(bare) ?? []
  if (signal !== undefined) {
    const isAccess = OF_ACCESS.has(signal)
    draft.exception ??= omitUndefined({
      signal,
      address: isAccess ? runtimeAddress(BigInt(`0x${address}`)) : undefined,
    })
    if (words !== 'Crashed') draft.cause ??= words
    draft.threads.push({ ...newThread(line, undefined, name === 'Thread' ? undefined : name), hasSignal: true })
    return true
  }
  const thread = draft.threads.at(-1)
  const [, called, file, at] = thread?.hasSignal && draft.pid === undefined ? (SERVICE_ROW.exec(bare) ?? []) : []
  if (!thread || called === undefined) return false
  const symbol = called === NAMELESS ? undefined : omitUndefined({ name: called, file, line: Number(at) || undefined })
  const start = line.text.indexOf(bare)
  thread.rows.push({ symbol, kind: 'call', span: spanIn(line, start, start + bare.length) })
  thread.end = line.end
  return true
}

const newThread = (line: Line, id?: number, name?: string): ThreadDraft => ({
  id,
  name,
  rows: [],
  registers: [],
  hasSignal: false,
  start: line.start,
  end: line.end,
})

function addRow(draft: Draft, row: TombstoneRow | ManagedRow, line: Line): void {
  let thread = draft.threads.at(-1)
  const before = thread?.rows.at(-1)
  // A number twice is a call and the function that it was inlined into.
  const isRepeated = row.pc !== undefined && before?.index === row.index && before.pc === row.pc
  if (!thread || (before?.index !== undefined && before.index >= (row.index ?? 0) && !isRepeated)) {
    thread = newThread(line)
    draft.threads.push(thread)
  }
  if (before && isRepeated) thread.rows[thread.rows.length - 1] = { ...before, inlined: true }
  thread.rows.push(row)
  thread.end = line.end
}

function reportOf(input: ReportInput, draft: Draft): Report {
  const builder = new ReportBuilder(input.path)
  const stacks = addTombstoneRows(
    builder,
    draft.threads.map(({ rows }) => rows),
    draft.fields.find(([key]) => key === 'ABI')?.[1],
  )
  const signal = draft.exception ?? draft.said
  const threads = draft.threads.map(({ id, name, registers, hasSignal, start, end }, position): Thread =>
    omitUndefined({
      id: id ?? position,
      unnumbered: id === undefined ? (true as const) : undefined,
      name: name === '' ? undefined : name,
      crashed:
        hasSignal ||
        (draft.failed === undefined ? position === 0 && isOfCrash(draft, input.text) : draft.failed === id),
      frames: stacks[position] ?? [],
      registers: registers.length > 0 ? registers : undefined,
      span: { start, end },
    }),
  )
  const abort = draft.abort.join('\n').trim()
  const said = [...(abort === '' ? [] : abort.split('\n')), ...(draft.cause === undefined ? [] : [draft.cause])]
  const reason = abort === '' ? draft.cause : abort
  const exception = signal && omitUndefined({ ...signal, reason })
  return finishTextReport(tombstoneFormat, input, builder, {
    header: headerOf(draft),
    exception,
    applicationInfo: said,
    threads,
  })
}

/** True if the first thread crashed though no signal stands below its name: rows alone come from tools that list crashes. */
function isOfCrash({ threads, exception, said, pid, isAsked }: Draft, text: string): boolean {
  if (exception || isAsked) return false
  // Unity leaves out the signal.
  if (threads[0]?.rows.every(({ language }) => language === 'csharp') && saysEnded(text)) return true
  // An excerpt may begin anywhere in a stack of any kind.
  return said !== undefined || (pid === undefined && (threads[0]?.rows[0]?.index ?? 0) === 0)
}

function headerOf({ fields, pid, process }: Draft): Partial<ReportHeader> {
  const value = (key: string): string | undefined => fields.find(([name]) => name === key)?.[1]
  const [, brand, device, version, build] = FINGERPRINT.exec(value('Build fingerprint') ?? '') ?? []
  return omitUndefined({
    pid,
    process: process === '' ? undefined : process,
    os: version === undefined ? undefined : `Android ${version} (${build ?? ''})`,
    device: device === undefined ? undefined : `${brand ?? ''} ${device}`,
    arch: value('ABI'),
    date: value('Timestamp'),
    fields,
  })
}
