/** Calls as an index has them, as a person reads them. */
import { cutName, readableName } from '../../demangle/readable.ts'
import { frameNames } from '../../messages/names.ts'
import { formatHex, linkOf, type ImageOffset, type LinkAddress } from '../../model/address.ts'
import type { Call } from '../../model/image.ts'
import { markOf, type Provenance } from '../../model/provenance.ts'
import type { IndexedCall, SymbolIndex } from '../../symindex/reader.ts'

/** A chain of calls for each offset. */
export type Chains = (readonly Call[])[]

/** Chains that were read of each index: crashes of one app come again and again, and have frames in common. */
const remembered = new WeakMap<SymbolIndex, Map<ImageOffset, readonly Call[]>>()
/** Chains remembered of an index. */
const MOST_REMEMBERED = 4096
/** A request for more than this at once is not for a report. */
const MOST_OF_REPORT = 1024

/** Looks offsets up in an index. Each call carries the mark of where the index is from. */
export async function readChains(
  index: SymbolIndex,
  offsets: readonly ImageOffset[],
  provenance: Provenance,
): Promise<Chains> {
  const chains = await (offsets.length > MOST_OF_REPORT ? readAnew(index, offsets) : readUnknown(index, offsets))
  const imported = markOf(provenance)
  return imported === undefined ? chains : chains.map((chain) => chain.map((call) => ({ ...call, imported })))
}

async function readUnknown(index: SymbolIndex, offsets: readonly ImageOffset[]): Promise<Chains> {
  const known = remembered.get(index) ?? new Map<ImageOffset, readonly Call[]>()
  remembered.set(index, known)
  // Read from the cache first, because new entries may displace these.
  const chains = new Map(offsets.map((offset) => [offset, known.get(offset)]))
  const open = [...chains].flatMap(([offset, chain]) => (chain ? [] : [offset]))
  if (open.length > 0) {
    const read = await readAnew(index, open)
    if (known.size + open.length > MOST_REMEMBERED) known.clear()
    for (const [at, offset] of open.entries()) {
      const chain = read[at] ?? []
      chains.set(offset, chain)
      known.set(offset, chain)
    }
  }
  return offsets.map((offset) => chains.get(offset) ?? [])
}

async function readAnew(index: SymbolIndex, offsets: readonly ImageOffset[]): Promise<Chains> {
  const chains = await index.lookup(offsets, { columns: true })
  return chains.map((chain) => chain.map((call) => readableCall(call, index.textVmaddr)))
}

/** Characters of a linkage name; compilers make none that is half as long. */
const LONGEST_LINKAGE = 131_072

/**
 * Names that differ only in their linkage name, such as two constructors of one class, are one name to a reader. New
 * keys come before those of the call: after them, each call would cost the language ten times as long.
 */
function readableCall({ aliases = [], folded = [], ...call }: IndexedCall, textVmaddr: LinkAddress): Call {
  const name = nameOf(call, textVmaddr)
  const mangled = cutName(call.mangled, LONGEST_LINKAGE)
  if (aliases.length === 0) return { function: name, ...call, mangled }
  const readable = (list: readonly string[]): readonly string[] =>
    [...new Set(list.map(readableName))].filter((other) => other !== name)
  const [others, twins] = [readable(aliases), readable(folded)]
  return {
    function: name,
    ...call,
    mangled,
    ...(others.length > 0 && { aliases: others }),
    ...(twins.length > 0 && { folded: twins }),
  }
}

/** The demangled name; for a function start without a name, words that cannot be mistaken for one. */
function nameOf({ mangled, functionStart }: IndexedCall, textVmaddr: LinkAddress): string {
  if (mangled !== '') return readableName(mangled)
  return functionStart === undefined
    ? frameNames.unnamed
    : frameNames.unnamedFunction({ place: formatHex(linkOf(textVmaddr, functionStart)) })
}
