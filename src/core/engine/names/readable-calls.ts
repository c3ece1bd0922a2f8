/** Calls as an index has them, as a person reads them. */
import { cutName, readableName } from '../../demangle/readable.ts'
import { frameNames } from '../../messages/names.ts'
import { formatHex, linkOf, type ImageOffset, type LinkAddress } from '../../model/address.ts'
import type { Call } from '../../model/image.ts'
import { markOf, type OutsideMark, type Provenance } from '../../model/provenance.ts'
import type { Writable } from '../../model/writable.ts'
import type { IndexedCall, SymbolIndex } from '../../symindex/reader.ts'

/** A chain of calls for each offset. */
export type Chains = (readonly Call[])[]

interface Read {
  /** The mark of all calls. */
  readonly imported: OutsideMark | undefined
  readonly chains: Map<ImageOffset, readonly Call[]>
}

/** Chains that were read of each index: crashes of one app come again and again, and have frames in common. */
const remembered = new WeakMap<SymbolIndex, Read>()
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
  const imported = markOf(provenance)
  return offsets.length > MOST_OF_REPORT ? readAnew(index, offsets, imported) : readUnknown(index, offsets, imported)
}

async function readUnknown(
  index: SymbolIndex,
  offsets: readonly ImageOffset[],
  imported: OutsideMark | undefined,
): Promise<Chains> {
  const before = remembered.get(index)
  const { chains: known } = before && isSameMark(before.imported, imported) ? before : remember(index, imported)
  // Read from the cache first, because new entries may displace these.
  const chains = offsets.map((offset) => known.get(offset))
  const open = new Set<ImageOffset>()
  offsets.forEach((offset, at) => chains[at] ?? open.add(offset))
  if (open.size > 0) {
    const asked = [...open]
    const read = await readAnew(index, asked, imported)
    if (known.size + asked.length > MOST_REMEMBERED) known.clear()
    asked.forEach((offset, at) => known.set(offset, read[at] ?? []))
    offsets.forEach((offset, at) => (chains[at] ??= known.get(offset)))
  }
  return chains.map((chain) => chain ?? [])
}

function remember(index: SymbolIndex, imported: OutsideMark | undefined): Read {
  const read: Read = { imported, chains: new Map() }
  remembered.set(index, read)
  return read
}

const isSameMark = (one: OutsideMark | undefined, other: OutsideMark | undefined): boolean =>
  one?.os === other?.os && one?.site === other?.site && one?.archive === other?.archive && !one === !other

async function readAnew(
  index: SymbolIndex,
  offsets: readonly ImageOffset[],
  imported: OutsideMark | undefined,
): Promise<Chains> {
  const chains = await index.lookup(offsets, { columns: true })
  return chains.map((chain) => chain.map((call) => readableCall(call, index.textVmaddr, imported)))
}

/** Characters of a linkage name; compilers make none that is half as long. */
const LONGEST_LINKAGE = 131_072

/** Names that differ only in their linkage name, such as two constructors of one class, are one name to a reader. */
function readableCall(read: IndexedCall, textVmaddr: LinkAddress, imported: OutsideMark | undefined): Call {
  const name = nameOf(read, textVmaddr)
  const call: Writable<Call> = {
    function: name,
    mangled: cutName(read.mangled, LONGEST_LINKAGE),
    inlined: read.inlined,
    source: read.source,
  }
  if (read.functionOffset !== undefined) call.functionOffset = read.functionOffset
  if (read.functionStart !== undefined) call.functionStart = read.functionStart
  if (read.functionSize !== undefined) call.functionSize = read.functionSize
  if (read.file !== undefined) call.file = read.file
  if (read.line !== undefined) call.line = read.line
  if (read.column !== undefined) call.column = read.column
  if (read.language) call.language = read.language
  if (imported) call.imported = imported
  if (!read.aliases || read.aliases.length === 0) return call
  const readable = (list: readonly string[] = []): readonly string[] =>
    [...new Set(list.map(readableName))].filter((other) => other !== name)
  const [others, twins] = [readable(read.aliases), readable(read.folded)]
  if (others.length > 0) call.aliases = others
  if (twins.length > 0) call.folded = twins
  return call
}

/** The demangled name; for a function start without a name, words that cannot be mistaken for one. */
function nameOf({ mangled, functionStart }: IndexedCall, textVmaddr: LinkAddress): string {
  if (mangled !== '') return readableName(mangled)
  return functionStart === undefined
    ? frameNames.unnamed
    : frameNames.unnamedFunction({ place: formatHex(linkOf(textVmaddr, functionStart)) })
}
