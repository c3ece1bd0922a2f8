/**
 * Stackshots that iOS 7 and earlier wrote as text (bug type 188): for each process its statistics, its images as load address and UUID,
 * and its threads with rows of kernel and user addresses.
 */
import { runtimeAddress } from '../../model/address.ts'
import { titles } from '../../messages/labels.ts'
import { problem } from '../../messages/problems.ts'
import { parseUuid } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Frame, Report, ReportSection, Thread } from '../../model/report.ts'
import type { ReportFormat } from '../base/format.ts'
import type { ImageList } from '../base/image-list.ts'
import { eachLine, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder, type FrameRow } from '../base/report-builder.ts'
import { asObject, asString, parseJson } from '../json/json.ts'

const id = 'legacy-stackshot'
const PROCESS = /^Process (\d{1,9}) (info|binary images|.{1,200} threads):[ \t]*$/
const THREAD = /^thread 0x([0-9a-f]{1,16}) ([A-Z_|]{1,200})(?: (.{0,60}))?$/i
const IMAGE = /^[ \t]{1,8}0x([0-9a-f]{1,16}) <([0-9a-f]{32})>/i
const STACK = /^\t(kernel cont|kernel|user):[ \t]{0,80}(0x[0-9a-f].*)/i
const FIELD = /^([A-Z][\w -]{0,60}):[ \t]{1,80}(\S.*)/
/** `Thermal data unavailable`: a line of the header without a colon. */
const UNAVAILABLE = /^([A-Z][\w -]{0,60}) (unavailable)[ \t]*$/
/** `user   time in task:   0.5 seconds`. */
const STATISTIC = /^\t([A-Za-z][\w -]{0,60}):[ \t]{0,80}(\S.*)/

/** Addresses of one row that are read. */
const MOST_ADDRESSES = 4096
/** Different statistics of processes, or of threads, that are kept. */
const MOST_COLUMNS = 64

/** Facts about a process or a thread: values by key, as printed. */
type Statistics = Map<string, string>

interface Draft {
  readonly id: number
  readonly process: number
  readonly state: readonly string[]
  readonly start: number
  end: number
  readonly event: string
  readonly frames: Frame[]
  readonly statistics: Statistics
}

class Reader {
  readonly #builder: ReportBuilder
  readonly #names = new Map<number, string>()
  readonly #statistics = new Map<number, Statistics>()
  readonly #lists = new Map<number, ImageList>()
  /** Kernel addresses lie in no image of a process. */
  readonly #kernel: ImageList
  readonly #fields: [string, string][] = []
  readonly #threads: Draft[] = []
  #process = -1
  /** Of the process or thread that the lines are about. */
  #current: Statistics = new Map()
  #isHeader = true

  constructor(file: string) {
    this.#builder = new ReportBuilder(file)
    this.#kernel = this.#builder.newImageList()
  }

  read(line: Line): void {
    const { text } = line
    const process = PROCESS.exec(text)
    if (process) {
      this.#isHeader = false
      this.#process = Number(process[1])
      const name = process[2]?.endsWith(' threads') ? process[2].slice(0, -' threads'.length) : undefined
      if (name !== undefined) this.#names.set(this.#process, name)
      this.#current = this.#statisticsOf(this.#process)
      return
    }
    if (this.#isHeader) return this.#readField(text)
    const thread = THREAD.exec(text)
    if (thread) return this.#addThread(thread, line)
    const stack = STACK.exec(text)
    if (stack) return this.#addRows(stack[1] ?? '', stack[2] ?? '', line)
    const image = IMAGE.exec(text)
    if (image) return this.#addImage(BigInt(`0x${image[1]}`), image[2] ?? '')
    const [, key, value] = STATISTIC.exec(text) ?? []
    if (key !== undefined && value !== undefined) this.#current.set(key.replace(/ +/g, ' '), value.trimEnd())
  }

  #readField(text: string): void {
    const [, key, value] = FIELD.exec(text) ?? UNAVAILABLE.exec(text) ?? []
    if (key !== undefined && value !== undefined) this.#fields.push([key, value.trimEnd()])
  }

  #statisticsOf(process: number): Statistics {
    const known = this.#statistics.get(process)
    if (known) return known
    const statistics: Statistics = new Map()
    this.#statistics.set(process, statistics)
    return statistics
  }

  #listOf(process: number): ImageList {
    const known = this.#lists.get(process)
    if (known) return known
    const list = this.#builder.newImageList()
    this.#lists.set(process, list)
    return list
  }

  #addImage(loadAddress: bigint, printed: string): void {
    const uuid = parseUuid(printed)
    const row = omitUndefined({ name: '???', uuid, loadAddress: runtimeAddress(loadAddress) })
    this.#builder.addImage(row, this.#listOf(this.#process))
  }

  #addThread([, number = '', words = '', event = '']: RegExpExecArray, { start, end }: Line): void {
    const id = Number(BigInt(`0x${number}`))
    const state = words.split('|')
    this.#current = new Map()
    const thread = { id, process: this.#process, state, event, start, end, frames: [], statistics: this.#current }
    this.#threads.push(thread)
  }

  #addRows(kind: string, text: string, { end, start, number }: Line): void {
    const thread = this.#threads.at(-1)
    if (!thread) return
    const words = text.trim().split(/[ \t]+/)
    const wrong = words.findIndex((word) => !/^0x[0-9a-f]{1,16}$/i.test(word))
    if (wrong !== -1)
      this.#builder.problem(
        problem('unreadable-row', { part: 'stack', line: number, text: text.slice(0, 200) }, { line: number }),
      )
    const rows = (wrong === -1 ? words : words.slice(0, wrong))
      .slice(0, MOST_ADDRESSES)
      .map((word, at): FrameRow => ({ address: BigInt(word), index: thread.frames.length + at, span: { start, end } }))
    const isUser = kind === 'user'
    const rule = isUser ? 'thread' : kind === 'kernel' ? 'return' : 'async'
    const list = isUser ? this.#listOf(thread.process) : this.#kernel
    for (const frame of this.#builder.addStack(rows, rule, list)) thread.frames.push(frame)
    thread.end = end
  }

  report(file: string, text: string, os: string | undefined): Report {
    const built = this.#builder.finish()
    const field = (key: string): string | undefined => this.#fields.find(([name]) => name === key)?.[1]
    const threads = this.#threads.map((thread): Thread => {
      const { process, state, frames, start, end } = thread
      const owner = this.#names.get(process)
      const own = { id: thread.id, crashed: false, process, state, frames, span: { start, end } }
      return owner === undefined ? own : { ...own, name: owner }
    })
    const name = (process: number): string => this.#names.get(process) ?? ''
    const processes = [...this.#statistics].map(([pid, statistics]) => [[name(pid), String(pid)], statistics] as const)
    const details = this.#threads.map(
      ({ id: thread, process, event, statistics }) => [[String(thread), name(process), event], statistics] as const,
    )
    return {
      format: id,
      label: legacyStackshotFormat.label,
      file,
      text,
      textKind: 'none',
      header: omitUndefined({
        os: field('OS Version') ?? os,
        device: field('Hardware Model'),
        date: field('Date'),
        incident: field('Incident Identifier'),
        fields: this.#fields,
      }),
      applicationInfo: [],
      threads,
      backtraces: [],
      callTrees: [],
      sections: [
        ...statisticsTable(titles.processes, [titles.processName, titles.pid], processes),
        ...statisticsTable(titles.threads, [titles.thread, titles.processName, titles.waitEvent], details),
      ],
      ...built,
    }
  }
}

/** A row for each process or thread; a column for each key that any of them has. */
function statisticsTable(
  title: string,
  first: readonly string[],
  entries: readonly (readonly [cells: readonly string[], statistics: Statistics])[],
): ReportSection[] {
  const keys = [...new Set(entries.flatMap(([, statistics]) => [...statistics.keys()]))].slice(0, MOST_COLUMNS)
  const rows = entries.map(([cells, statistics]) => [...cells, ...keys.map((key) => statistics.get(key) ?? '')])
  return rows.length === 0 ? [] : [{ kind: 'table', title, columns: [...first, ...keys], rows }]
}

export const legacyStackshotFormat: ReportFormat = {
  id,
  label: 'Stackshot (text, iOS 7)',
  sniff: ({ text }) =>
    /^Process \d{1,9} (?:info|binary images):[ \t]*\r?$/m.test(text) && /^thread 0x[0-9a-f]+ TH_/m.test(text),
  parse: ({ path, text }) => {
    const [first = ''] = text.slice(0, 4096).split('\n', 1)
    const os = first.startsWith('{') ? asString(asObject(parseJson(first)?.value)['os_version']) : undefined
    const reader = new Reader(path)
    for (const line of eachLine(text)) reader.read(line)
    const report = reader.report(path, text, os)
    return success([report], report.problems)
  },
}
