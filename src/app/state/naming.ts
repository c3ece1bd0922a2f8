/** The names of open reports: looked up file after file, with how much and how fast; what is cancelled can be gone on with. */
import type { Engine, EngineEvent, ReportNames, SymbolicateOptions } from '../../core/engine-types.ts'
import { success, type Outcome, type Problem } from '../../core/model/problem.ts'
import type { InputFile } from '../../core/ports.ts'
import { formatBytes } from '../messages/quantities.ts'
import { words } from '../messages/work.ts'
import type { Notices } from './notices.svelte.ts'
import type { OpenReport } from './open-reports.ts'
import type { Work } from './work.svelte.ts'

/** The part of the session that naming uses. */
export interface NamingHost {
  readonly engine: Engine
  readonly work: Work
  readonly notices: Notices
  readonly reports: () => readonly OpenReport[]
  /** Reads a file's reports again, which a worker started anew does not hold. */
  readonly reopen: (file: InputFile) => Promise<void>
  readonly onNames: (file: InputFile, names: readonly ReportNames[]) => void
  /** Problems met on the way. */
  readonly onProblems: (problems: readonly Problem[]) => void
  readonly onFailure: (outcome: Outcome<unknown>) => void
  /** Ends the worker, where it does not listen. */
  readonly restart: () => void
  /** Runs after all other work. */
  readonly later: (work: () => Promise<void>) => void
}

/** Milliseconds that a worker has to stop; after that it is ended. */
const PATIENCE_MS = 2000

export class Naming {
  readonly #host: NamingHost
  /** The user's choices for a report's images, by file. */
  readonly #said = new WeakMap<InputFile, SymbolicateOptions>()

  constructor(host: NamingHost) {
    this.#host = host
  }

  said(file: InputFile): SymbolicateOptions | undefined {
    return this.#said.get(file)
  }

  say(file: InputFile, options: SymbolicateOptions): void {
    this.#said.set(file, options)
  }

  /** Names the reports of these files. Cancelled, it leaves the names that were found, and offers to go on. */
  async all(files: readonly InputFile[]): Promise<void> {
    const { notices, work, later } = this.#host
    for (const [at, file] of files.entries()) {
      const isCancelled = await this.#one(file, files.length > 1 ? words.position(at + 1, files.length) : '')
      work.end('names')
      if (!isCancelled) continue
      const left = files.slice(at)
      const run = (): void => {
        notices.end('names')
        later(() => this.all(left))
      }
      const text = words.namingCancelled(left.map(({ path }) => path))
      notices.say({ id: 'names', tone: 'plain', text, act: { label: words.goOn, run } })
      return
    }
  }

  async #one(file: InputFile, position: string): Promise<boolean> {
    const { onNames, onFailure, onProblems, reports, reopen } = this.#host
    let outcome = await this.#resolve(file, position)
    const isOpen = reports().some((open) => open.file === file)
    if (!outcome.ok && outcome.problems[0]?.code === 'not-open' && isOpen) {
      await reopen(file)
      outcome = await this.#resolve(file, position)
    }
    if (!outcome.ok) {
      onFailure(outcome)
      return false
    }
    onNames(file, outcome.value)
    this.#tellKept(outcome.problems)
    onProblems(outcome.problems)
    return outcome.problems.some(({ code }) => code === 'cancelled')
  }

  async #resolve(file: InputFile, position: string): Promise<Outcome<readonly ReportNames[]>> {
    const { engine, work, reports, restart } = this.#host
    const handle = reports().find((open) => open.file === file)?.handle
    if (handle === undefined) return success([])
    let isOver = false
    const stop = (): void => {
      void engine.cancelNames(handle)
      setTimeout(() => !isOver && restart(), PATIENCE_MS)
    }
    const detail = [position, file.path, formatBytes(file.blob.size)].filter(Boolean).join(' · ')
    work.set({ id: 'names', title: words.naming, detail, stop })
    const onEvent = (event: EngineEvent): void => work.show(event)
    try {
      return await engine.resolve(handle, { similar: true, ...this.#said.get(file) }, onEvent)
    } finally {
      isOver = true
    }
  }

  /** Says which kept indexes were found damaged or out of date, and are gone. */
  #tellKept(problems: readonly Problem[]): void {
    const told = problems.filter(({ code }) =>
      ['damaged-index', 'wrong-index', 'old-index', 'bad-index'].includes(code),
    )
    if (told.length === 0) return
    const text = [...new Set(told.map(({ message }) => message))].join(' ')
    this.#host.notices.say({ id: 'kept', tone: 'problem', text })
  }
}
