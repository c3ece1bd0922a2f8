/** Walks dropped files to leaves: opens containers, ignores irrelevant files, and reports the outcome of each file. */
import { openRange } from '../bytes/blob.ts'
import { problem } from '../messages/problems.ts'
import { FormatError, problemFrom, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import type { Budget, Entry } from './container.ts'
import { HEAD_BYTES, MAX_DEPTH, MAX_ENTRIES, MAX_INFLATED_TOTAL } from './limits.ts'
import { containers } from './registry.ts'
import { unsupportedArchive } from './unsupported.ts'
import { ignoredByName } from './ignored-files.ts'

export interface WalkOptions {
  /**
   * Whether a file with these first bytes (up to 64 KiB) is relevant. Others are listed as ignored and not unpacked. By
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
 * `archive.zip!path/in/archive`. Use a leaf before the next item: nothing else is kept. A file that the user gave by
 * itself, alone or outside of any folder, is never ignored for its name.
 */
export async function* walk(
  files: readonly InputFile[],
  options: WalkOptions = {},
): AsyncGenerator<WalkItem, void, void> {
  const walker = new Walker(options, files.length === 1)
  for (const file of files) {
    const { path, blob } = file
    const entry: Entry = {
      path,
      size: blob.size,
      head: async () => openRange(blob, 0, HEAD_BYTES),
      blob: async () => blob,
    }
    yield* walker.visit(path, entry, 0)
  }
}

class Walker implements Budget {
  readonly #options: WalkOptions
  readonly #isSingle: boolean
  #entries = 0
  #inflated = 0

  constructor(options: WalkOptions, isSingle: boolean) {
    this.#options = options
    this.#isSingle = isSingle
  }

  async *visit(path: string, entry: Entry, depth: number): AsyncGenerator<WalkItem, void, void> {
    if (this.#options.signal?.aborted) return
    this.#options.onFile?.(path)
    const bytes = entry.size ?? 0
    const givenAlone = depth === 0 && (this.#isSingle || !path.includes('/'))
    const ignored = givenAlone ? undefined : ignoredByName(path)
    if (ignored !== undefined || entry.size === 0) {
      yield { kind: 'ignored', path, bytes, label: ignored ?? 'empty file' }
      return
    }
    const problems: Problem[] = []
    const note = (problem: Problem): void => void problems.push({ file: path, ...problem })
    let label = 'file'
    try {
      const head = await entry.head()
      const container = containers.find((candidate) => candidate.sniff(head))
      label = container?.label ?? unsupportedArchive(head) ?? 'file'
      if (container && depth < MAX_DEPTH) {
        const file = { path, blob: await entry.blob(note) }
        for await (const inner of container.entries(file, this)) {
          this.#count(path)
          yield* this.visit(`${path}!${inner.path}`, inner, depth + 1)
        }
      } else if (container) {
        note(problem('nested-too-deep.archive', { kind: label }))
      } else if (label !== 'file') {
        note(problem('unsupported-archive', { kind: label }))
      } else if (this.#options.wanted && !(await this.#options.wanted(head, path))) {
        yield { kind: 'ignored', path, bytes, label: 'neither a report nor symbols' }
      } else {
        const blob = await entry.blob(note)
        yield { kind: 'leaf', file: { path, blob }, head, problems }
        return
      }
    } catch (thrown) {
      note(problemFrom(thrown, path))
    }
    if (problems.length > 0) yield { kind: 'unreadable', path, bytes, label, problems }
  }

  /** The walk is the budget of its containers. */
  spend(bytes: number, path: string): void {
    this.#inflated += bytes
    if (this.#inflated <= MAX_INFLATED_TOTAL) return
    throw new FormatError(problem('too-large.archives', {}, { file: path }))
  }

  #count(path: string): void {
    this.#entries += 1
    if (this.#entries <= MAX_ENTRIES) return
    throw new FormatError(problem('too-many-entries', {}, { file: path }))
  }
}
