/**
 * Files of a source folder that are not shown. A report may name any file, so only sources that the user shares are read: not hidden,
 * and not ignored by Git.
 */
import type { Withheld } from '../model/source.ts'
import { isIgnoredBy, parseIgnoreRules, type IgnoreRule } from './ignore-rules.ts'

/** Extensions of languages that compile to machine code. */
const EXTENSIONS = new Set([
  'c',
  'cc',
  'cp',
  'cpp',
  'cxx',
  'c++',
  'cppm',
  'ixx',
  'h',
  'hh',
  'hpp',
  'hxx',
  'h++',
  'inc',
  'inl',
  'ipp',
  'tcc',
  'tpp',
  'def',
  'm',
  'mm',
  'swift',
  's',
  'asm',
  'metal',
  'cl',
  'cu',
  'rs',
  'go',
  'zig',
  'd',
  'nim',
  'kt',
  'java',
  'dart',
  'cs',
  'fs',
  'vb',
  'f',
  'f77',
  'f90',
  'f95',
  'f03',
  'f08',
  'for',
  'adb',
  'ads',
  'pas',
  'pp',
  'y',
  'yy',
  'l',
  'll',
  'lm',
  'ml',
  'hs',
  'cr',
  'jl',
  'v',
  're',
])

/** True for the name of a source file. */
export function isSourceName(path: string): boolean {
  const [, extension = ''] = /[^/\\]\.([^./\\]+)$/.exec(path) ?? []
  return EXTENSIONS.has(extension.toLowerCase())
}

export interface IgnoreFiles {
  /** The text of the `.gitignore` in a folder, by its path from the top; undefined where there is none. */
  read(folder: string): Promise<string | undefined>
  /** Where the source folder lies below the top: rules of folders above it hold as well. Empty where it is the top. */
  readonly below?: string
}

/** Tells which files of one source folder are not shown. The rules of a folder are read when they are first needed. */
export class WithheldFiles {
  readonly #files: IgnoreFiles
  readonly #above: readonly string[]
  readonly #rules = new Map<string, Promise<readonly IgnoreRule[]>>()

  constructor(files: IgnoreFiles) {
    this.#files = files
    this.#above = partsOf(files.below ?? '')
  }

  /** Why a file is not shown, by its path from the source folder; undefined if it is shown. */
  async reasonOf(path: string): Promise<Withheld | undefined> {
    const own = partsOf(path)
    if (own.some((part) => part.startsWith('.'))) return 'hidden'
    const whole = [...this.#above, ...own]
    // The user chose the folder itself, so a rule about it or a folder above does not count.
    for (let end = this.#above.length + 1; end <= whole.length; end++)
      if (await this.#isIgnored(whole.slice(0, end), end < whole.length)) return 'ignored'
    return undefined
  }

  /** The nearest folder with a rule about the path decides. */
  async #isIgnored(path: readonly string[], isFolder: boolean): Promise<boolean> {
    for (let depth = path.length - 1; depth >= 0; depth--) {
      const rules = await this.#rulesOf(path.slice(0, depth).join('/'))
      const verdict = isIgnoredBy(rules, path.slice(depth), isFolder)
      if (verdict !== undefined) return verdict
    }
    return false
  }

  #rulesOf(folder: string): Promise<readonly IgnoreRule[]> {
    const rules =
      this.#rules.get(folder) ??
      this.#files.read(folder).then((text) => (text === undefined ? [] : parseIgnoreRules(text)))
    this.#rules.set(folder, rules)
    return rules
  }
}

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')
