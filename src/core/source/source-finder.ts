/** Finds the lines of a call: the file among those given, whether it is the one that was built, and its text there. */
import { say } from '../messages/message.ts'
import { sourceReasons } from '../messages/source.ts'
import type { LineFile, SourceCheck, SourceGrade, SourceReading } from '../model/source.ts'
import { excerptOf, type Place } from './excerpt.ts'
import { LARGEST_FILE, LONGEST_LINE } from './limits.ts'
import type { ListedFile } from './listed-file.ts'
import { hasMd5 } from './md5.ts'
import { SourcePaths, type Candidate } from './source-paths.ts'
import { readLines } from './source-text.ts'
import { isSourceName } from './withheld.ts'

/** Files whose MD5 is looked at for one path. */
const MOST_CHECKED = 16
/** Paths named where several files fit. */
const MOST_TOLD = 4
/** Files whose lines are kept. */
const MOST_KEPT = 8

/** Where a call is, by its symbols. */
export interface Wanted {
  readonly file: string
  readonly line?: number
  readonly column?: number
  /** The file's entry in the line table. */
  readonly known?: LineFile
}

type Bytes = Uint8Array | 'unreadable' | 'too-large'

const encoder = new TextEncoder()

/** Finds the files of a build among the given files, by the ends of their paths, and reads lines of them. */
export class SourceFinder {
  readonly #paths: SourcePaths
  readonly #kept = new Map<ListedFile, readonly string[] | undefined>()
  /** By MD5 and path. */
  readonly #same = new Map<string, Promise<Candidate | undefined>>()

  constructor(files: Iterable<ListedFile>) {
    this.#paths = new SourcePaths(files)
  }

  /** Drops the cached contents: files may have changed since. */
  refresh(): void {
    this.#kept.clear()
    this.#same.clear()
  }

  /** Learns the build's folders from paths that only one file fits, so that the order of requests does not matter. */
  learn(paths: Iterable<string>): void {
    for (const path of paths) {
      const [best, ...others] = this.#paths.best(path)
      if (best && others.length === 0) this.#paths.learn(path, best, best.tail > 1)
    }
  }

  /** Takes the user's word for which of several files is the one at a path; false where there is none of that name. */
  choose(path: string, shown: string): boolean {
    const chosen = this.#paths.candidates(path).find(({ file }) => file.path === shown)
    if (chosen) this.#paths.learn(path, chosen, true)
    return chosen !== undefined
  }

  /** The lines around a call, or why there are none. */
  async read({ file: path, line, column, known }: Wanted): Promise<SourceReading> {
    if (line === undefined) return none(say(sourceReasons, 'no-line').text)
    const place: Place = { line, ...(column !== undefined && { column }) }
    if (known?.source !== undefined) return embedded(path, known.source, place)
    if (!isSourceName(path)) return withheld(say(sourceReasons, 'no-source-name', { file: path }).text)
    const all = this.#paths.candidates(path)
    const { shown: best, reason } = await withoutWithheld(this.#paths.best(path, all))
    const [first] = best
    if (!first && reason) return withheld(reason)
    if (!first) return none(say(sourceReasons, 'not-there', { name: path.split(/[\\/]/).at(-1) ?? path }).text)
    const same = known?.md5 === undefined ? undefined : await this.#findSame(path, all, known.md5)
    if (!same && best.length > 1)
      return {
        kind: 'several',
        paths: best.slice(0, MOST_TOLD).map(({ file }) => file.path),
        count: best.length,
      }
    const chosen = same ?? first
    this.#paths.learn(path, chosen, same !== undefined || chosen.tail > 1)
    const check: SourceCheck = same ? 'same' : known?.md5 === undefined ? 'unknown' : 'changed'
    const grade: SourceGrade = same ? 'exact' : this.#paths.isLikely(path, chosen) ? 'likely' : 'possible'
    return this.#excerpt(chosen.file, place, check, grade)
  }

  async #excerpt(file: ListedFile, place: Place, check: SourceCheck, grade: SourceGrade): Promise<SourceReading> {
    const { path } = file
    const kept = this.#kept.get(file)
    if (!kept) {
      const bytes = await openBytes(file)
      if (bytes === 'unreadable') return none(say(sourceReasons, 'unreadable', { path }).text)
      if (bytes === 'too-large')
        return none(say(sourceReasons, 'too-large', { path, megabytes: LARGEST_FILE >> 20 }).text)
      this.#keep(file, readLines(bytes))
    }
    const lines = this.#kept.get(file)
    if (!lines) return none(say(sourceReasons, 'binary', { path }).text)
    const excerpt = excerptOf(lines, place)
    if (excerpt) return { kind: 'found', excerpt: { path, ...excerpt, check, grade } }
    const reason = check === 'changed' ? 'line-behind-changed' : 'line-behind'
    return none(say(sourceReasons, reason, { path, line: place.line, lines: countOf(lines) }).text)
  }

  #findSame(path: string, candidates: readonly Candidate[], md5: string): Promise<Candidate | undefined> {
    const key = `${md5} ${path}`
    const known = this.#same.get(key) ?? findSame(candidates, md5)
    this.#same.set(key, known)
    return known
  }

  #keep(file: ListedFile, lines: readonly string[] | undefined): void {
    this.#kept.delete(file)
    this.#kept.set(file, lines)
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest) this.#kept.delete(oldest)
  }
}

const none = (reason: string): SourceReading => ({ kind: 'none', reason })

const withheld = (reason: string): SourceReading => ({ kind: 'none', reason, withheld: true })

/** The candidates that are shown, and why the first of the others is not. */
async function withoutWithheld(
  candidates: readonly Candidate[],
): Promise<{ readonly shown: readonly Candidate[]; readonly reason?: string }> {
  const shown: Candidate[] = []
  let reason: string | undefined
  for (const candidate of candidates) {
    const why = await candidate.file.withheld?.()
    if (why) reason ??= say(sourceReasons, why, { path: candidate.file.path }).text
    else shown.push(candidate)
  }
  return { shown, ...(reason !== undefined && { reason }) }
}

/** Lines, without the empty one after the last end. */
const countOf = (lines: readonly string[]): number => (lines.at(-1) === '' ? lines.length - 1 : lines.length)

/** The text in the debug information is the compiled one. */
function embedded(path: string, source: string, place: Place): SourceReading {
  const lines = readLines(encoder.encode(source)) ?? []
  const excerpt = excerptOf(lines, place)
  if (!excerpt) return none(say(sourceReasons, 'line-behind', { path, line: place.line, lines: countOf(lines) }).text)
  return { kind: 'found', excerpt: { path, ...excerpt, check: 'same', grade: 'exact', embedded: true } }
}

/** Lines of a text that a source map quotes; `grade` is how sure the map is of its build. Columns count UTF-16 units from 1. */
export function readQuoted(path: string, text: string, { line, column }: Place, grade: SourceGrade): SourceReading {
  const lines = readLines(encoder.encode(text)) ?? []
  const excerpt = excerptOf(lines, { line })
  if (!excerpt) return none(say(sourceReasons, 'line-behind', { path, line, lines: countOf(lines) }).text)
  const own = lines[line - 1] ?? ''
  const mark =
    column !== undefined && column >= 1 && column <= own.length && own.length <= LONGEST_LINE ? column - 1 : undefined
  const place = { ...(column !== undefined && { column }), ...(mark !== undefined && { mark }) }
  const check: SourceCheck = grade === 'exact' ? 'same' : 'unknown'
  return { kind: 'found', excerpt: { path, ...excerpt, ...place, check, grade, quoted: true } }
}

/** The first file with this MD5. Tries the longest common tails first; contents prove more than folders. */
async function findSame(candidates: readonly Candidate[], md5: string): Promise<Candidate | undefined> {
  for (const candidate of candidates.slice(0, MOST_CHECKED)) {
    if (await candidate.file.withheld?.()) continue
    const bytes = await openBytes(candidate.file)
    if (typeof bytes !== 'string' && hasMd5(bytes, md5)) return candidate
  }
  return undefined
}

async function openBytes(file: ListedFile): Promise<Bytes> {
  try {
    const blob = await file.open()
    if (!blob) return 'unreadable'
    return blob.size > LARGEST_FILE ? 'too-large' : new Uint8Array(await blob.arrayBuffer())
  } catch {
    return 'unreadable'
  }
}
