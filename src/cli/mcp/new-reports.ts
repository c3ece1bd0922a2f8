/** Reports that come into the watched folder while the server runs. */
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf, writeError } from '../command.ts'
import { FolderLooks, LOOK_MILLISECONDS, openIfReport } from '../pipeline/folder-looks.ts'

/** A report that came. */
export interface NewReport {
  /** Counted from 1, in the order in which they came; it stays when the file changes. */
  readonly number: number
  /** Absolute path. */
  readonly path: string
}

/** The last ones are kept. */
const MOST_KEPT = 200

export class NewReports {
  readonly #folder: string
  readonly #looks: FolderLooks
  readonly #tell: (reports: readonly NewReport[]) => void
  #kept: readonly NewReport[] = []
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #failure = ''
  #isOver = false

  private constructor(folder: string, looks: FolderLooks, tell: (reports: readonly NewReport[]) => void) {
    this.#folder = folder
    this.#looks = looks
    this.#tell = tell
  }

  /**
   * Watches a folder; `tell` gets the reports that came or changed, once for each look. Throws `FileError` for a folder that cannot be
   * read now; later it reports such a folder once and looks again.
   */
  static async start(folder: string, tell: (reports: readonly NewReport[]) => void): Promise<NewReports> {
    const real = await realpath(folder)
    const reports = new NewReports(real, await FolderLooks.start(real), tell)
    reports.#wait()
    return reports
  }

  /** The reports that came, oldest first. */
  get all(): readonly NewReport[] {
    return this.#kept
  }

  close(): void {
    this.#isOver = true
    clearTimeout(this.#timer)
  }

  #wait(): void {
    if (this.#isOver) return
    this.#timer = setTimeout(() => void this.#look().finally(() => this.#wait()), LOOK_MILLISECONDS)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    try {
      const came: NewReport[] = []
      for (const name of await this.#looks.look()) {
        const path = join(this.#folder, name)
        if (await openIfReport(path).catch(() => undefined)) came.push(this.#number(path))
      }
      this.#failure = ''
      if (came.length > 0 && !this.#isOver) this.#tell(came)
    } catch (error) {
      const reason = reasonOf(error)
      if (reason !== this.#failure) writeError(reason)
      this.#failure = reason
    }
  }

  #number(path: string): NewReport {
    const known = this.#kept.find((report) => report.path === path)
    if (known) return known
    const made = { number: ++this.#count, path }
    this.#kept = [...this.#kept, made].slice(-MOST_KEPT)
    return made
  }
}
