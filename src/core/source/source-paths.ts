/**
 * Finds the file of a folder for a path of the build: the one whose path ends alike. Builds happen elsewhere, on other
 * systems and in other folders, so only the tail of a path can agree. Case and the composition of letters differ
 * between file systems.
 */
import type { ListedFile } from './listed-file.ts'

/** Parts of a path that are compared; deeper ones say nothing more. */
const MOST_PARTS = 256
/** Mappings of folders that are remembered. */
const MOST_LEARNED = 256

export interface Candidate {
  readonly file: ListedFile
  /** How many parts at the end of both paths are the same, the name included. */
  readonly tail: number
}

/** The parts of a path, without `.`, and with `..` applied; Windows's separators, too. */
export function partsOf(path: string): readonly string[] {
  const separator = /^[A-Za-z]:\\|^\\\\/.test(path) ? /[\\/]/ : '/'
  const parts: string[] = []
  for (const part of path.split(separator)) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.slice(-MOST_PARTS)
}

const fold = (part: string): string => part.normalize('NFC').toLowerCase()
const keyOf = (parts: readonly string[]): string => parts.map(fold).join('/')

/** The folded file name. Only files with the same key can be the file of a path. */
export const nameKey = (path: string): string => fold(partsOf(path).at(-1) ?? '')

/**
 * Files of folders by the ends of their paths, and the build's own places of these folders, learned from earlier
 * matches.
 */
export class SourcePaths {
  readonly #byName = new Map<string, ListedFile[]>()
  /** Where folders of the build are among those given: both by their folded parts. */
  readonly #learned = new Map<string, Map<string, Learned>>()

  constructor(files: Iterable<ListedFile>) {
    for (const file of files) {
      const key = nameKey(file.whole)
      const known = this.#byName.get(key)
      if (known) known.push(file)
      else this.#byName.set(key, [file])
    }
  }

  /** Files of the same name, the longest common tail first. */
  candidates(path: string): readonly Candidate[] {
    const parts = partsOf(path)
    const own = parts.map(fold)
    const files = this.#byName.get(own.at(-1) ?? '') ?? []
    return files
      .map((file) => ({ file, tail: commonTail(own, partsOf(file.whole).map(fold)) }))
      .sort((a, b) => b.tail - a.tail)
  }

  /**
   * The best of the candidates: those of the longest tail; where several are, the one that is spelled as the path is, then the one in the
   * place that other files of the build lead to.
   */
  best(path: string, candidates = this.candidates(path)): readonly Candidate[] {
    const most = candidates[0]?.tail ?? 0
    const longest = candidates.filter(({ tail }) => tail === most)
    if (longest.length < 2) return longest
    const exact = partsOf(path).slice(-most).join('/')
    const alike = longest.filter(({ file }) => partsOf(file.whole).slice(-most).join('/') === exact)
    const left = alike.length > 0 ? alike : longest
    if (left.length < 2) return left
    const expected = this.#expected(path)
    const known = left.filter(({ file }) => expected.has(keyOf(partsOf(file.whole))))
    return known.length > 0 ? known : left
  }

  /**
   * Remembers that a path of the build is this file. This decides between equal candidates in the same folders.
   * `isSure`: more than the name agreed.
   */
  learn(path: string, candidate: Candidate, isSure: boolean): void {
    const [from, to] = rootsOf(path, candidate)
    const places = this.#learned.get(from) ?? new Map<string, Learned>()
    const known = places.get(to)
    const names = known?.names ?? new Set()
    names.add(nameKey(path))
    // The latest entry moves to the end.
    places.delete(to)
    places.set(to, { names, isSure: isSure || known?.isSure === true })
    this.#learned.delete(from)
    this.#learned.set(from, places)
    const [oldest] = this.#learned.keys()
    if (this.#learned.size > MOST_LEARNED && oldest !== undefined) this.#learned.delete(oldest)
  }

  /**
   * True if more than its name supports a file: a common folder, or other files that lie together here as in the build.
   */
  isLikely(path: string, candidate: Candidate): boolean {
    if (candidate.tail > 1) return true
    const [from, to] = rootsOf(path, candidate)
    return isTrusted(this.#learned.get(from)?.get(to))
  }

  /**
   * The expected path of the file by earlier matches; all of it, folded. Empty where nothing is known of its folder.
   */
  #expected(path: string): ReadonlySet<string> {
    const key = keyOf(partsOf(path))
    const places = [...this.#learned]
      .filter(([from]) => from === '' || key.startsWith(`${from}/`))
      .sort(([a], [b]) => b.length - a.length)
    for (const [from, tos] of places) {
      const to = [...tos].findLast(([, learned]) => isTrusted(learned))?.[0]
      // The nearest folder of the build is the best evidence.
      if (to !== undefined)
        return new Set([[to, from === '' ? key : key.slice(from.length + 1)].filter(Boolean).join('/')])
    }
    return new Set()
  }
}

/** Names that lie together in a folder here and in one of the build. */
interface Learned {
  readonly names: Set<string>
  readonly isSure: boolean
}

/** Two projects often share a name, such as `main.m`; hardly three of one folder. */
const ENOUGH = 3
const isTrusted = (learned: Learned | undefined): boolean =>
  learned !== undefined && (learned.isSure || learned.names.size >= ENOUGH)

/** The parts before the common tail, folded: where the two trees begin. */
function rootsOf(path: string, { file, tail }: Candidate): readonly [from: string, to: string] {
  const rootOf = (parts: readonly string[]): string => keyOf(parts.slice(0, parts.length - tail))
  return [rootOf(partsOf(path)), rootOf(partsOf(file.whole))]
}

function commonTail(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length)
  let tail = 0
  while (tail < most && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return tail
}
