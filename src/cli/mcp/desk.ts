/** The state of a client: one engine, the folders that it may read, and its open reports by handle. */
import { withNames } from '../../core/engine/names/open-reports.ts'
import type { Engine, FileOutcome, OpenedReports, ReportHandle } from '../../core/engine-types.ts'
import { append } from '../../core/model/lists.ts'
import type { Problem } from '../../core/model/problem.ts'
import type { SymbolicatedReport } from '../../core/model/report.ts'
import type { InputFile } from '../../core/ports.ts'
import { redact } from '../../core/redact/redact.ts'
import { formatProblem, UsageError } from '../command.ts'
import { mcpErrors } from '../messages/mcp.ts'
import type { Roots } from './roots.ts'

/** Files with open reports; the one that was opened first is closed for the next. */
const MOST_OPEN = 16

/** The client hears of these: handles came or went, or the names of open reports changed. */
export interface DeskChanges {
  opened(): void
  named(handles: readonly string[]): void
}

/** An open report in the engine. */
export interface OpenPlace {
  readonly handle: ReportHandle
  /** Its position in its file. */
  readonly position: number
  readonly report: SymbolicatedReport
  readonly file: InputFile
}

interface OpenFile {
  readonly file: InputFile
  readonly opened: OpenedReports
  /** The handle of its first report is `r<first>`; the others follow. */
  readonly first: number
}

export class Desk {
  readonly engine: Engine
  readonly roots: Roots
  readonly redacts: boolean
  readonly #changes: DeskChanges
  #open: readonly OpenFile[] = []
  #handles = 0

  /** `redacts`: reports have pseudonyms for personal data. */
  constructor(roots: Roots, engine: Engine, redacts: boolean, changes: DeskChanges) {
    this.roots = roots
    this.engine = engine
    this.redacts = redacts
    this.#changes = changes
  }

  /** Handles of the open reports, oldest first. */
  get handles(): readonly string[] {
    return this.#open.flatMap(handlesOf)
  }

  /** Gives the engine the symbols at a path; reports among the files are passed over. */
  async addSymbols(path: string): Promise<readonly FileOutcome[]> {
    const { files } = await this.engine.add(await this.roots.files(path), undefined, { areSymbols: true })
    this.#changes.named(this.handles)
    return files
  }

  /** Problems as lines, each once, as they may be shown: they quote the file that these open reports are of. */
  async lines(problems: readonly Problem[], handles: readonly string[]): Promise<readonly string[]> {
    const lines = [...new Set(problems.map(formatProblem))]
    if (!this.redacts) return lines
    const places = await Promise.all(handles.map((handle) => this.place(handle)))
    return redact(
      places.map(({ report }) => report),
      { beside: lines },
    ).beside
  }

  /** Reads the reports of one file, and gives a handle for each. */
  async open(path: string): Promise<{ readonly handles: readonly string[]; readonly problems: readonly Problem[] }> {
    const [file, ...others] = await this.roots.files(path)
    if (!file || others.length > 0) throw new UsageError(mcpErrors.needsOneFile({ path }))
    const outcome = await this.engine.open(file)
    if (!outcome.ok) throw new UsageError(outcome.problems.map(formatProblem).join('\n'))
    const opened = { file, opened: outcome.value, first: this.#handles + 1 }
    this.#handles += outcome.value.reports.length
    const all = [...this.#open, opened]
    await this.#keep(all.slice(-MOST_OPEN), all)
    return { handles: handlesOf(opened), problems: outcome.problems }
  }

  /** The reports of a file below the roots, with names, as they may be shown. They stay closed. */
  async read(path: string): Promise<readonly SymbolicatedReport[]> {
    const [file, ...others] = await this.roots.files(path)
    if (!file || others.length > 0) throw new UsageError(mcpErrors.needsOneFile({ path }))
    const outcome = await this.engine.symbolicate(file)
    if (!outcome.ok) throw new UsageError(outcome.problems.map(formatProblem).join('\n'))
    return outcome.value.map((report) => this.#shown(report))
  }

  /** Closes reports whose files may no longer be read. */
  async closeOutside(): Promise<void> {
    const all = this.#open
    const allowed = await Promise.all(all.map(({ file }) => this.roots.allows(file.path)))
    if (allowed.includes(false))
      await this.#keep(
        all.filter((_, at) => allowed[at]),
        all,
      )
  }

  /** An open report, symbolicated with the symbols added so far, as it may be shown. */
  async report(handle: string): Promise<SymbolicatedReport> {
    return this.#shown((await this.place(handle)).report)
  }

  /** Several open reports at once, by their handles. Each file is named once. */
  async reports(handles: readonly string[]): Promise<ReadonlyMap<string, SymbolicatedReport>> {
    const found = new Map<string, SymbolicatedReport>()
    const wanted = new Set(handles)
    for (const file of this.#open) {
      const own = handlesOf(file)
      if (!own.some((handle) => wanted.has(handle))) continue
      const named = await this.engine.resolve(file.opened.handle)
      if (!named.ok) continue
      const reports = withNames(file.opened.reports, named.value)
      for (const [at, handle] of own.entries()) {
        const report = wanted.has(handle) ? reports[at] : undefined
        if (report) found.set(handle, this.#shown(report))
      }
    }
    return found
  }

  /** The same as it is, and its place in the engine. */
  async place(handle: string): Promise<OpenPlace> {
    const number = /^r(\d{1,9})$/.test(handle) ? Number(handle.slice(1)) : 0
    const file = this.#open.find(({ first, opened }) => number >= first && number < first + opened.reports.length)
    if (!file) throw new UsageError(mcpErrors.notOpen({ given: handle }))
    const named = await this.engine.resolve(file.opened.handle)
    if (!named.ok) throw new UsageError(named.problems.map(formatProblem).join('\n'))
    const position = number - file.first
    const report = withNames(file.opened.reports, named.value)[position]
    if (!report) throw new UsageError(mcpErrors.notOpen({ given: handle }))
    return { handle: file.opened.handle, position, report, file: file.file }
  }

  /** Closes everything. */
  async close(): Promise<void> {
    for (const { opened } of this.#open) await this.engine.close(opened.handle)
    this.#open = []
  }

  #shown(report: SymbolicatedReport): SymbolicatedReport {
    return this.redacts ? (redact([report]).reports[0] ?? report) : report
  }

  /** Closes the other files. */
  async #keep(kept: readonly OpenFile[], all: readonly OpenFile[]): Promise<void> {
    this.#open = kept
    this.#changes.opened()
    for (const file of all) if (!kept.includes(file)) await this.engine.close(file.opened.handle)
  }
}

const handlesOf = ({ first, opened }: OpenFile): readonly string[] => opened.reports.map((_, at) => `r${first + at}`)

/** Problems of files and reports as lines, each once. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  const lines: string[] = []
  append(lines, problems.map(formatProblem))
  return [...new Set(lines)]
}
