/** Folders that a client may read, and nothing beside them: every path is resolved, symbolic links and all, before it is opened. */
import { promises as disk } from 'node:fs'
import { dirname, isAbsolute, relative, resolve } from 'node:path'
import type { InputFile } from '../../core/ports.ts'
import { reasonOf, UsageError } from '../command.ts'
import { openPaths } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'
import { mcpErrors } from '../messages/mcp.ts'

/** More files than this in one folder are not listed: a smaller folder is to be named. */
const MOST_FILES = 50_000

export class Roots {
  /** As the user gave them, absolute. */
  readonly given: readonly string[]
  readonly #given: readonly string[]
  /** Real paths: the folders of the user, without what a client does not allow. */
  #real: ReadonlySet<string>
  /** Why nothing may be read. */
  #refusal: string | undefined
  readonly #hidesFolders: boolean

  private constructor(given: readonly string[], real: readonly string[], hidesFolders: boolean) {
    this.given = given
    this.#hidesFolders = hidesFolders
    this.#given = real
    this.#real = new Set(real)
  }

  /**
   * Throws `UsageError` for what is not a folder. `hidesFolders`: files are named from their root on, because the folders above it say
   * who the user is.
   */
  static async open(paths: readonly string[], hidesFolders = false): Promise<Roots> {
    const real = await Promise.all(
      paths.map(async (path) => {
        const found = await disk.realpath(path).catch((error: unknown) => {
          throw new UsageError(errors.refused({ path, reason: reasonOf(error) }))
        })
        if (!(await disk.stat(found)).isDirectory()) throw new UsageError(mcpErrors.rootNotFolder({ path }))
        return found
      }),
    )
    return new Roots(
      paths.map((path) => resolve(path)),
      real,
      hidesFolders,
    )
  }

  /** The folders that may be read: those that were given, or the parts of them that the client allows. */
  get folders(): readonly string[] {
    return this.#given.every((folder) => this.#real.has(folder)) ? this.given : [...this.#real]
  }

  /** The same; throws `UsageError` with the reason where nothing may be read. */
  get readable(): readonly string[] {
    if (this.#refusal !== undefined) throw new UsageError(this.#refusal)
    return this.folders
  }

  /**
   * Allows only what lies both in the user's folders and in these. They are real paths, as of `realpath`; undefined takes the limit away.
   * `refusal`: why none is there.
   */
  limitTo(folders: readonly string[] | undefined, refusal: string = mcpErrors.nothingShared): void {
    const given = new Set(this.#given)
    const both = (folders ?? this.#given).flatMap((folder) =>
      isHeld(given, folder) ? [folder] : this.#given.filter((own) => isHeld(new Set([folder]), own)),
    )
    const all = new Set(both)
    this.#real = new Set(both.filter((folder) => dirname(folder) === folder || !isHeld(all, dirname(folder))))
    this.#refusal = this.#real.size === 0 ? refusal : undefined
  }

  /** True if a file or folder may be read, links and all; `path` as of `find`. */
  async allows(path: string): Promise<boolean> {
    return this.find(path).then(
      () => true,
      () => false,
    )
  }

  /** Folders in which a relative path is searched, in order. */
  get #searched(): readonly string[] {
    return [...new Set([...this.given, ...this.readable])]
  }

  /**
   * The absolute path of a file or folder below the roots; a relative path is searched in each root in turn. Throws `UsageError` for a missing
   * path and for one that leads outside, by `..` or by a link. The error does not reveal whether a path outside exists.
   */
  async find(path: string): Promise<string> {
    const folders = this.#searched
    const all = new Set([...folders, ...this.#given])
    let reason = ''
    for (const candidate of isAbsolute(path) ? [resolve(path)] : folders.map((root) => resolve(root, path))) {
      if (!isHeld(all, candidate)) continue
      try {
        const real = await disk.realpath(candidate)
        if (!this.#holds(real)) continue
        const found = await disk.stat(real)
        if (found.isFile() || found.isDirectory()) return candidate
        reason = mcpErrors.notFile
      } catch (error) {
        if (await this.#leadsInside(candidate)) reason = reasonOf(error)
      }
    }
    throw new UsageError(reason === '' ? mcpErrors.outside({ path }) : errors.refused({ path, reason }))
  }

  /** The files at a path that lie below the roots themselves. Links that lead out are passed over, also those that come later. */
  async files(path: string): Promise<readonly InputFile[]> {
    const isAllowed = (real: string): boolean => this.#holds(real)
    const files = await openPaths([await this.find(path)], { isAllowed, most: MOST_FILES })
    return this.#hidesFolders
      ? Promise.all(files.map(async (file) => ({ ...file, path: await this.#shortName(file.path) })))
      : files
  }

  /** The path from its root on; the whole one where the short one would be found in an earlier root. */
  async #shortName(path: string): Promise<string> {
    const folders = this.#searched
    const at = folders.findIndex((root) => isHeld(new Set([root]), path))
    const short = relative(folders[at] ?? '', path)
    if (at < 0 || short === '') return path
    for (const earlier of folders.slice(0, at))
      if (await disk.lstat(resolve(earlier, short)).catch(() => undefined)) return path
    return short
  }

  /** True if the deepest existing folder of a path is below the roots. */
  async #leadsInside(path: string): Promise<boolean> {
    const parent = dirname(path)
    if (parent === path) return false
    const real = await disk.realpath(parent).catch(() => undefined)
    return real === undefined ? this.#leadsInside(parent) : this.#holds(real)
  }

  #holds(real: string): boolean {
    return isHeld(this.#real, real)
  }
}

/** True if a path or one of its parents is in the set, which may be large. */
function isHeld(folders: ReadonlySet<string>, path: string): boolean {
  const parent = dirname(path)
  return folders.has(path) || (parent !== path && isHeld(folders, parent))
}
