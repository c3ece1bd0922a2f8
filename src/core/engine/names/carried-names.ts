/**
 * Names carried over from another build of the same binary: its symbols and its code, compared with the code of the
 * build that has no names. Loaded on demand.
 */
import type { LookupAnswer } from '../../engine-types.ts'
import { functionAround } from '../../functions/code-view.ts'
import { matchFunctions, WAYS, type Matches } from '../../functions/match.ts'
import { kindsOf, likeness } from '../../functions/prints.ts'
import { imageOffset, type ImageOffset } from '../../model/address.ts'
import { hasName, isProvedName, type Call } from '../../model/image.ts'
import { success, type Outcome } from '../../model/problem.ts'
import type { IndexKey } from '../../ports.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { FunctionCode, SeenCode } from '../frames/function-code.ts'
import { otherBuilds } from '../catalog/other-builds.ts'

/** Functions with more words are not compared where their code differs. */
const MOST_WORDS = 65_536

/** The matches of one build with another. */
interface Compared {
  readonly own: SeenCode
  readonly other: SeenCode
  readonly key: IndexKey
  readonly matches: Matches
  /** For each function of this build the one of the other; -1 without one. */
  readonly from: Int32Array
}

type Lookup = (key: IndexKey, offsets: readonly ImageOffset[]) => Promise<Outcome<LookupAnswer>>

export class CarriedNames {
  readonly #catalog: Catalog
  readonly #lookup: Lookup
  readonly #code: FunctionCode
  readonly #compared = new WeakMap<DebugImage, Map<DebugImage, Promise<Compared | undefined>>>()

  /** `lookup`: names of the other builds. */
  constructor(catalog: Catalog, code: FunctionCode, lookup: Lookup) {
    this.#catalog = catalog
    this.#code = code
    this.#lookup = lookup
  }

  /** The same answer, with names from other available builds where this build has none. */
  async fill(
    key: IndexKey,
    offsets: readonly ImageOffset[],
    answer: Outcome<LookupAnswer>,
  ): Promise<Outcome<LookupAnswer>> {
    if (!answer.ok) return answer
    const chains = [...answer.value]
    const isOpen = (at: number): boolean => !(chains[at] ?? []).some(hasName)
    if (!offsets.some((_, at) => isOpen(at))) return answer
    const own = await this.#code.fileOf(key)
    if (!own) return answer
    for (const known of await otherBuilds(this.#catalog, key)) {
      const open = offsets.flatMap((offset, at) => (isOpen(at) ? [{ offset, at }] : []))
      if (open.length === 0) break
      const other = await this.#code.fileOf(known)
      const compared = other && (await this.#compare(own, other, known))
      if (!compared) continue
      const calls = await this.#callsAt(
        compared,
        open.map(({ offset }) => offset),
      )
      for (const [position, { at }] of open.entries()) {
        const call = calls[position]
        if (call) chains[at] = [call]
      }
    }
    return success(chains, answer.problems)
  }

  #compare(own: DebugImage, other: DebugImage, key: IndexKey): Promise<Compared | undefined> {
    const known = this.#compared.get(own) ?? new Map<DebugImage, Promise<Compared | undefined>>()
    this.#compared.set(own, known)
    let compared = known.get(other)
    if (!compared) {
      compared = Promise.all([this.#code.of(own), this.#code.of(other)]).then(([mine, theirs]) =>
        mine && theirs ? compareBuilds(mine, theirs, { uuid: key.uuid, arch: key.arch }) : undefined,
      )
      known.set(other, compared)
    }
    return compared
  }

  async #callsAt(compared: Compared, offsets: readonly ImageOffset[]): Promise<readonly (Call | undefined)[]> {
    const places = offsets.map((offset) => counterpartOf(compared, offset))
    const asked = places.flatMap((place) => (place ? [place.at, place.last] : []))
    const wanted = [...new Set(asked)].sort((a, b) => a - b)
    const named = wanted.length > 0 ? await this.#lookup(compared.key, wanted) : undefined
    if (!named?.ok) return offsets.map(() => undefined)
    const names = new Map(wanted.map((at, position) => [at, named.value[position]?.at(-1)]))
    return places.map((place) => place && callOf(compared, place, names.get(place.at), names.get(place.last)))
  }
}

/** A place in this build, and where the other build has it. */
interface Counterpart {
  readonly offset: ImageOffset
  readonly mine: number
  readonly theirs: number
  readonly sameCode: boolean
  /** In the other build: the same instruction where the code is the same, else where the function begins. */
  readonly at: ImageOffset
  /** Where one name must reach to: the same place, or the function's last byte. */
  readonly last: ImageOffset
}

function counterpartOf({ own, other, from }: Compared, offset: ImageOffset): Counterpart | undefined {
  const mine = functionAround(own.view, offset)
  const theirs = offset < (own.view.ends[mine] ?? 0) ? (from[mine] ?? -1) : -1
  if (theirs < 0) return undefined
  const start = other.view.starts[theirs] ?? 0
  const sameCode = own.prints.bodies[mine] === other.prints.bodies[theirs]
  const at = sameCode ? start + (offset - (own.view.starts[mine] ?? 0)) : start
  const last = sameCode ? at : (other.view.ends[theirs] ?? 1) - 1
  return { offset, mine, theirs, sameCode, at: imageOffset(at), last: imageOffset(last) }
}

/**
 * The name of the other build. Assembly may have several functions where the table of starts has one. If the code is
 * the same they lie at the same places; if not, they get no name.
 */
function callOf(
  { own, other, key, matches }: Compared,
  { offset, mine, theirs, sameCode }: Counterpart,
  call: Call | undefined,
  atEnd: Call | undefined,
): Call | undefined {
  const start = other.view.starts[theirs] ?? 0
  const begin = own.view.starts[mine] ?? 0
  const named = call?.functionStart
  if (!call || named === undefined || !isProvedName(call)) return undefined
  if (sameCode ? named < start : named !== start || atEnd?.functionStart !== start) return undefined
  const functionStart = imageOffset(begin + (named - start))
  const rest = (own.view.ends[mine] ?? begin) - functionStart
  const size = sameCode ? Math.min(call.functionSize ?? rest, rest) : rest
  if (offset - functionStart >= size) return undefined
  return {
    function: call.function,
    mangled: call.mangled,
    inlined: false,
    source: 'carried',
    functionOffset: offset - functionStart,
    functionStart,
    functionSize: size,
    ...(call.imported && { imported: call.imported }),
    carried: { uuid: key.uuid, by: WAYS[matches.by[theirs] ?? 0] ?? 'code', sameCode },
  }
}

function compareBuilds(own: SeenCode, other: SeenCode, key: IndexKey): Compared {
  const alike = (theirs: number, mine: number): number =>
    (own.prints.sizes[mine] ?? 0) > MOST_WORDS ? 0 : likeness(kindsOf(other.view, theirs), kindsOf(own.view, mine))
  const matches = matchFunctions(other.prints, own.prints, alike)
  const from = new Int32Array(own.prints.count).fill(-1)
  for (const [theirs, mine] of matches.to.entries()) if (mine >= 0) from[mine] = theirs
  return { own, other, key, matches, from }
}
