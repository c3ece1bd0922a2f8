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
  readonly #open: OpenFile[] = []
  #handles = 0

  /** `redacts`: reports have pseudonyms for personal data. */
  constructor(roots: Roots, engine: Engine, redacts: boolean) {
    this.roots = roots
    this.engine = engine
    this.redacts = redacts
  }

  /** Handles of the open reports, oldest first. */
  get handles(): readonly string[] {
    return this.#open.flatMap(({ first, opened }) => opened.reports.map((_, at) => `r${first + at}`))
  }

  /** Gives the engine the symbols at a path; reports among the files are passed over. */
  async addSymbols(path: string): Promise<readonly FileOutcome[]> {
    return (await this.engine.add(await this.roots.files(path), undefined, { areSymbols: true })).files
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
    const opened = outcome.value
    const first = this.#handles + 1
    this.#handles += opened.reports.length
    this.#open.push({ file, opened, first })
    while (this.#open.length > MOST_OPEN) {
      const oldest = this.#open.shift()
      if (oldest) await this.engine.close(oldest.opened.handle)
    }
    return { handles: opened.reports.map((_, at) => `r${first + at}`), problems: outcome.problems }
  }

  /** An open report, symbolicated with the symbols added so far, as it may be shown. */
  async report(handle: string): Promise<SymbolicatedReport> {
    const { report } = await this.place(handle)
    return this.redacts ? (redact([report]).reports[0] ?? report) : report
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
    for (const { opened } of this.#open.splice(0)) await this.engine.close(opened.handle)
  }
}

/** Problems of files and reports as lines, each once. */
export function problemLines(problems: readonly Problem[]): readonly string[] {
  const lines: string[] = []
  append(lines, problems.map(formatProblem))
  return [...new Set(lines)]
}
