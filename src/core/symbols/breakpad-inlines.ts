/** Turns Breakpad's flat INLINE records into a tree of calls. */
import type { Budget } from '../bytes/budget.ts'

export interface AddressRange {
  readonly address: number
  readonly size: number
}

/** Limit for the depth of calls, above that of real programs. */
const MAX_DEPTH = 256

/** Steps of the budget that one call in the tree costs: it takes the memory of eight rows. */
const CALL_STEPS = 8

/** A record: its depth, and all ranges where this call was inlined at that depth. */
export interface InlineRecord {
  readonly level: number
  readonly callLine: number
  readonly callFile: number
  readonly origin: number
  readonly ranges: readonly AddressRange[]
}

export interface BreakpadInline extends Omit<InlineRecord, 'level' | 'ranges'> {
  readonly ranges: AddressRange[]
  readonly children: BreakpadInline[]
}

/**
 * The calls of depth 0 with the deeper calls inside. A record's ranges may cross several calls of the depth above; the
 * call then appears in each of them, which costs steps of the budget. Parts outside of all are dropped.
 */
export function nestInlines(records: readonly InlineRecord[], budget: Budget): readonly BreakpadInline[] {
  const roots: BreakpadInline[] = []
  let above: readonly { range: AddressRange; call: BreakpadInline }[] | undefined
  const levels = new Map<number, InlineRecord[]>()
  for (const record of records) {
    const same = levels.get(record.level)
    if (same) same.push(record)
    else levels.set(record.level, [record])
  }
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const level = levels.get(depth)
    if (!level) break
    const found: { range: AddressRange; call: BreakpadInline }[] = []
    for (const record of level) {
      const copies = new Map<BreakpadInline | undefined, BreakpadInline>()
      const parts = above ? record.ranges.flatMap((range) => cut(range, above ?? [], budget)) : record.ranges.map(whole)
      for (const { range, call: parent } of parts) {
        budget.spend('steps', CALL_STEPS)
        let call = copies.get(parent)
        if (!call) {
          const { callLine, callFile, origin } = record
          call = { callLine, callFile, origin, ranges: [], children: [] }
          copies.set(parent, call)
          ;(parent?.children ?? roots).push(call)
        }
        call.ranges.push(range)
        found.push({ range, call })
      }
    }
    above = found.sort((a, b) => a.range.address - b.range.address)
  }
  return roots
}

const whole = (range: AddressRange): { range: AddressRange; call?: BreakpadInline } => ({ range })

/** The parts of a range inside calls of the depth above. Ranges of one depth do not overlap in a sound file. */
function cut(
  { address, size }: AddressRange,
  calls: readonly { range: AddressRange; call: BreakpadInline }[],
  budget: Budget,
): { range: AddressRange; call: BreakpadInline }[] {
  let low = 0
  let high = calls.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = calls[middle]
    if (entry && entry.range.address + entry.range.size <= address) low = middle + 1
    else high = middle
  }
  const parts: { range: AddressRange; call: BreakpadInline }[] = []
  for (let entry = calls[low]; entry && entry.range.address < address + size; entry = calls[++low]) {
    budget.spend('steps', CALL_STEPS)
    const start = Math.max(address, entry.range.address)
    const end = Math.min(address + size, entry.range.address + entry.range.size)
    parts.push({ range: { address: start, size: end - start }, call: entry.call })
  }
  return parts
}
