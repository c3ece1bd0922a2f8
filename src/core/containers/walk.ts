/** Walks dropped files to leaves: opens containers, ignores irrelevant files, and reports the outcome of each file. */
import { labelText } from '../messages/joins.ts'
import { openRange } from '../bytes/blob.ts'
import { Budget, isOverBudget } from '../bytes/budget.ts'
import { problem } from '../messages/problems.ts'
import { problemFrom, type Problem } from '../model/problem.ts'
import { archiveOf } from '../model/provenance.ts'
import type { InputFile } from '../ports.ts'
import type { Entry } from './container.ts'
import { newArchive } from './archive-id.ts'
import { HEAD_BYTES, MAX_DEPTH } from './limits.ts'
import { containers } from './registry.ts'
import { unsupportedArchive } from './unsupported.ts'
import { ignoredByName } from './ignored-files.ts'
import { ignoredKinds } from '../messages/files.ts'

export interface WalkOptions {
  /**
   * True if a file with these first bytes (up to 64 KiB) is relevant. Others are listed as ignored and not unpacked. By
   * default every file is relevant.
   */
  readonly wanted?: (head: Uint8Array, path: string) => boolean | Promise<boolean>
  /** Called before each file is read. */
  readonly onFile?: (path: string) => void
  /** Aborting ends the walk after the current file. */
  readonly signal?: AbortSignal
}

/** The outcome of one file. */
export type WalkItem =
  /** A file to be opened by a report format or a symbol source; `head` is its first bytes. */
  | {
      readonly kind: 'leaf'
      readonly file: InputFile
      readonly head: Uint8Array
      readonly problems: readonly Problem[]
    }
  /** Ignored; `label` is its kind: `image`, `property list`. */
  | { readonly kind: 'ignored'; readonly path: string; readonly bytes: number; readonly label: string }
  /** Unreadable, or a container that was read in part. */
  | {
      readonly kind: 'unreadable'
      readonly path: string
      readonly bytes: number
      readonly label: string
      readonly problems: readonly Problem[]
    }

/**
 * All files in order, one item each; containers are opened recursively. Paths of entries are
 * `archive.zip!path/in/archive`. Use a leaf before the next item: nothing else is kept. A file that the user gave alone
 * or outside of any folder is never ignored for its name.
 */
export async function* walk(
  files: readonly InputFile[],
  options: WalkOptions = {},
): AsyncGenerator<WalkItem, void, void> {
  const walker = new Walker(options, files)
  for (const file of files) {
    const { path, blob } = file
    walker.enter(file)
    const entry: Entry = {
      path,
      size: blob.size,
      head: async () => openRange(blob, 0, HEAD_BYTES),
      blob: async () => blob,
    }
    yield* walker.visit(path, entry, 0)
  }
}

class Walker {
  readonly #options: WalkOptions
  readonly #isSingle: boolean
  /** Shared by all files: budget that one file leaves may serve another. */
  readonly #budget: Budget

  /** Of the file that is walked: its archive as it came, and that of the files in it. */
  #given: string | undefined
  #archive = ''
  /** What a leaf that is the given file has of it, and the outermost archive of the files in it. */
  #own: Pick<InputFile, 'isOnDisk' | 'inArchive'> = {}
  #outermost = ''

  /** The budget is spent: one problem reports it, and the walk ends. */
  #isOver = false

  constructor(options: WalkOptions, files: readonly InputFile[]) {
    this.#options = options
    this.#isSingle = files.length === 1
    this.#budget = new Budget(files.reduce((sum, { blob }) => sum + blob.size, 0))
  }

  /** Begins a file that the user gave. */
  enter(file: InputFile): void {
    this.#given = file.archive
    this.#archive = file.archive ?? newArchive()
    const { isOnDisk, inArchive } = file
    this.#own = { ...(isOnDisk && { isOnDisk }), ...(inArchive !== undefined && { inArchive }) }
    this.#outermost = archiveOf(file) ?? file.path
  }

  async *visit(path: string, entry: Entry, depth: number): AsyncGenerator<WalkItem, void, void> {
    if (this.#options.signal?.aborted || this.#isOver) return
    this.#options.onFile?.(path)
    const bytes = entry.size ?? 0
    const givenAlone = depth === 0 && (this.#isSingle || !path.includes('/'))
    const ignored = givenAlone ? undefined : ignoredByName(path)
    if (ignored !== undefined || entry.size === 0) {
      yield { kind: 'ignored', path, bytes, label: ignored ?? ignoredKinds.empty }
      return
    }
    const problems: Problem[] = []
    const note = (problem: Problem): void => void problems.push({ file: path, ...problem })
    let label = 'file'
    let inside = 0
    try {
      const head = await entry.head()
      const container = containers.find((candidate) => candidate.sniff(head))
      label = container?.label ?? unsupportedArchive(head) ?? 'file'
      if (container && depth < MAX_DEPTH) {
        this.#budget.spend('archives', 1)
        const file = { path, blob: await entry.blob(note) }
        for await (const inner of container.entries(file, this.#budget)) {
          this.#budget.spend('entries', 1)
          inside++
          yield* this.visit(`${path}!${inner.path}`, inner, depth + 1)
          if (this.#isOver) break
        }
        if (inside === 0 && problems.length === 0)
          yield { kind: 'ignored', path, bytes, label: ignoredKinds.emptyArchive }
      } else if (container) {
        note(problem('nested-too-deep.archive', { kind: labelText(label) }))
      } else if (label !== 'file') {
        note(problem('unsupported-archive', { kind: labelText(label) }))
      } else if (this.#options.wanted && !(await this.#options.wanted(head, path))) {
        yield { kind: 'ignored', path, bytes, label: ignoredKinds.unknown }
      } else {
        const blob = await entry.blob(note)
        const archive = depth === 0 ? this.#given : this.#archive
        const place = depth === 0 ? this.#own : { inArchive: this.#outermost }
        yield {
          kind: 'leaf',
          file: { path, blob, ...(archive !== undefined && { archive }), ...place },
          head,
          problems,
        }
        return
      }
    } catch (thrown) {
      note(problemFrom(thrown, path))
      this.#isOver ||= isOverBudget(thrown)
    }
    if (problems.length > 0) yield { kind: 'unreadable', path, bytes, label, problems }
  }
}
