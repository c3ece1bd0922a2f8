/** All ranges of an image that the index names, in order. */
import { readChains } from '../engine/names/readable-calls.ts'
import { imageOffset } from '../model/address.ts'
import type { Call } from '../model/image.ts'
import { NO_OFFSET } from '../symindex/index-file.ts'
import type { SymbolIndex } from '../symindex/reader.ts'

/** Offsets from the image's start; each address in [start, end) has this chain of calls, innermost first. */
export interface NamedRange {
  readonly start: number
  readonly end: number
  readonly chain: readonly Call[]
}

/** Offsets of one look-up. */
const AT_ONCE = 16_384

/**
 * Ascending, without overlaps, with gaps for addresses that nothing covers. Neighbours with the same answer are one
 * range. A last symbol without a known end reaches to the last offset that look-ups name by it. Throws a FormatError
 * for a damaged index.
 */
export async function* namedRanges(index: SymbolIndex): AsyncGenerator<readonly NamedRange[]> {
  const edges = await index.edges()
  let open: NamedRange | undefined
  for (let from = 0; from < edges.length; from += AT_ONCE) {
    const part = edges.subarray(from, from + AT_ONCE)
    const read = await readChains(index, Array.from(part, imageOffset), { origin: 'local-file' })
    const chains = read.map(withoutColumn)
    const closed: NamedRange[] = []
    for (const [at, chain] of chains.entries()) {
      const start = part[at] ?? 0
      const end = edges[from + at + 1] ?? NO_OFFSET
      if (open && open.end === start && isSame(open.chain, chain)) {
        open = { ...open, end }
        continue
      }
      if (open) closed.push(open)
      open = chain.length > 0 && end > start ? { start, end, chain } : undefined
    }
    if (closed.length > 0) yield closed
  }
  if (open) yield [open]
}

/** A range has one line, but its column may change inside: only the columns of callers hold for all of it. */
function withoutColumn(chain: readonly Call[]): readonly Call[] {
  const [inner, ...callers] = chain
  if (inner?.column === undefined) return chain
  const kept: { -readonly [K in keyof Call]: Call[K] } = { ...inner }
  delete kept.column
  return [kept, ...callers]
}

/** True if two addresses get the same answer, except for their distance from the function's start. */
const isSame = (a: readonly Call[], b: readonly Call[]): boolean =>
  a.length === b.length &&
  a.every((call, at) => {
    const other = b[at]
    return (
      call.function === other?.function &&
      call.mangled === other.mangled &&
      call.file === other.file &&
      call.line === other.line &&
      call.column === other.column &&
      call.functionStart === other.functionStart &&
      call.source === other.source
    )
  })
