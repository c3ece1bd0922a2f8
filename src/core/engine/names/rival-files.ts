/**
 * Files of one kind that say they are of one build, and do not give the same names. Nobody knows which of them is right, so each name
 * that another file contradicts carries what that file says, and is doubtful (`resolve/trust/grade.ts`).
 */
import { haveSameBytes } from '../../bytes/blob.ts'
import { cutName } from '../../demangle/readable.ts'
import { pathName } from '../../model/path-name.ts'
import { hasName, type Call, type Contradiction, type ImageKind } from '../../model/image.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { Answering, CatalogEntry } from '../catalog/catalog.ts'

/** Files of one image that are compared; a build has one. */
const MOST_COMPARED = 4

/** A file of this size is read whole in no time. */
const QUICK_BYTES = 4 * 2 ** 20

const PROGRAMS: ReadonlySet<ImageKind> = new Set<ImageKind>(['executable', 'dylib', 'bundle', 'kext'])

export class RivalFiles {
  readonly #same = new WeakMap<DebugImage, WeakMap<DebugImage, Promise<boolean>>>()

  /**
   * The files to compare with the one that answers: of the same kind and rank, with other bytes. A kept index is compared with the best
   * files where these differ from each other, and with a single file that is read quickly: a large one is most often the one it was made of.
   */
  async of(from: Answering['from'], { sources, stored }: CatalogEntry): Promise<readonly DebugImage[]> {
    const first = from === 'stored' ? sources[0] : sources.find((source) => source === from)
    if (!first) return []
    const distinct = [first]
    for (const source of sources) {
      if (distinct.length > MOST_COMPARED) break
      if (source === first || !isAlike(source, first)) continue
      const equals = await Promise.all(distinct.map((one) => this.#areSame(one, source)))
      if (!equals.includes(true)) distinct.push(source)
    }
    if (from !== 'stored') return distinct.slice(1)
    const isOfKind = stored?.kind === first.kind && stored.detail === first.detail
    return isOfKind && (distinct.length > 1 || first.bytes <= QUICK_BYTES) ? distinct : []
  }

  /** The program itself, whose symbol table is compared with a dSYM of the build. */
  programOf(from: Answering['from'], { sources, stored }: CatalogEntry): DebugImage | undefined {
    const first = from === 'stored' ? stored : sources.find((source) => source === from)
    if (first?.kind !== 'dsym') return undefined
    return sources.find(({ kind, detail, macho }) => PROGRAMS.has(kind) && detail === 'symbols' && macho !== undefined)
  }

  /** True if two files have the same bytes; files are read once. */
  #areSame(one: DebugImage, other: DebugImage): Promise<boolean> {
    const known = this.#same.get(one) ?? new WeakMap<DebugImage, Promise<boolean>>()
    this.#same.set(one, known)
    const same = known.get(other) ?? compare(one, other)
    known.set(other, same)
    return same
  }
}

const isAlike = (one: DebugImage, other: DebugImage): boolean =>
  one.rank === other.rank && one.kind === other.kind && one.detail === other.detail

/** Of files that cannot be compared, one may have changed on the disk: compare their answers. */
async function compare(one: DebugImage, other: DebugImage): Promise<boolean> {
  if (one.bytes !== other.bytes || !one.macho || !other.macho) return false
  try {
    const [first, second] = await Promise.all([one.macho(), other.macho()])
    return await haveSameBytes(first.blob, second.blob)
  } catch {
    return false
  }
}

/** The chain with the mark that a file says something else, where it does. */
export function contradicted(chain: readonly Call[], said: readonly Call[], path: string): readonly Call[] {
  const about = contradiction(chain, said, path)
  if (!about) return chain
  return chain.map((call) => (call.contradicted ? call : { ...call, contradicted: about }))
}

/** The difference of the second chain from the first; undefined where they agree, or one says nothing. */
function contradiction(chain: readonly Call[], said: readonly Call[], path: string): Contradiction | undefined {
  const [concrete, other] = [chain.at(-1), said.at(-1)]
  if (!concrete || !other || !hasName(concrete) || !hasName(other)) return undefined
  if (!shareName(concrete, other)) return saying(path, other)
  const rows = Math.max(chain.length, said.length)
  for (let at = 0; at < rows; at++) {
    const [call, instead] = [chain[at], said[at] ?? other]
    if (!call || !said[at] || !shareName(call, instead) || !isSamePlace(call, instead)) return saying(path, instead)
  }
  return undefined
}

/** A longer name adds nothing. */
const LONGEST_NAME = 200

function saying(path: string, { function: name, file, line }: Call): Contradiction {
  const place = file !== undefined && line !== undefined && { file: pathName(file), line }
  return { path: shortPath(path), function: cutName(name, LONGEST_NAME), ...place }
}

/** The file with its folder: a dSYM's is the folder that the bundle lies in. Whole paths would show the machine. */
function shortPath(path: string): string {
  const bundle = path.replace(/(\.dSYM)\/Contents\/.*$/i, '$1')
  return bundle.split('/').slice(-2).join('/')
}

function shareName(one: Call, other: Call): boolean {
  const names = new Set([one.function, ...(one.aliases ?? [])])
  return [other.function, ...(other.aliases ?? [])].some((name) => names.has(name))
}

/** Folders differ where a build was made again elsewhere; a line that one file lacks says nothing. */
function isSamePlace(call: Call, other: Call): boolean {
  if (call.line === undefined || other.line === undefined) return true
  return call.line === other.line && pathName(call.file ?? '') === pathName(other.file ?? '')
}

/** Where the program's own tables have names from. */
const OF_TABLES: ReadonlySet<string> = new Set(['symtab', 'exports'])

/**
 * The chain of a dSYM with the mark that the program's own table has another function there. A table knows nothing of lines and inlined
 * calls, and lacks what was stripped: only a function with a name that begins where the dSYM's one begins, or behind that, counts.
 */
export function contradictedByTable(chain: readonly Call[], said: readonly Call[], path: string): readonly Call[] {
  const [concrete, other] = [chain.at(-1), said.at(-1)]
  if (!concrete || !other || !hasName(concrete) || !hasName(other) || !OF_TABLES.has(other.source)) return chain
  if (concrete.functionStart === undefined || other.functionStart === undefined) return chain
  if (other.functionStart < concrete.functionStart || arePlainlyAlike(concrete, other)) return chain
  const about = saying(path, other)
  return chain.map((call) => (call.contradicted ? call : { ...call, contradicted: about }))
}

/** Debug information may lack linkage names, and then has a name without its parameters and scopes. */
function arePlainlyAlike(one: Call, other: Call): boolean {
  const plain = new Set(namesOf(one).map(plainOf))
  return namesOf(other).some((name) => plain.has(plainOf(name)))
}

const namesOf = ({ function: name, mangled, aliases = [] }: Call): readonly string[] => [name, mangled, ...aliases]

function plainOf(name: string): string {
  // All of a method of Objective-C is its name: its colons and brackets are no scopes and parameters.
  if (/[-+]\[/.test(name)) return name
  const bare = name.replace(/^_/, '').replace(/[(<].*$/s, '')
  return bare.slice(bare.lastIndexOf(':') + 1).trim() || name
}
