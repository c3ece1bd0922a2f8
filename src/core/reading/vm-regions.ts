/**
 * The piece of the memory map that Apple's crash reports print around the faulting address: `VM Region Info`, and
 * `VM Regions Near 0x…` of older ones. Rows as `vmmap` prints them:
 *
 *     __TEXT    10059c000-1005a0000 [   16K] r-x/r-x SM=COW  …
 *     GAP OF 0x4000 BYTES
 */
import type { Report } from '../model/report.ts'

export interface VmRegion {
  /** `MALLOC_TINY`, `Stack`, `__TEXT`. */
  readonly name: string
  readonly start: bigint
  /** The first address after it. */
  readonly end: bigint
  /** `rw-`. */
  readonly access: string
}

/** Addresses that the map says are not mapped. */
export interface VmGap {
  readonly start: bigint
  readonly end: bigint
}

export interface VmMap {
  readonly regions: readonly VmRegion[]
  readonly gaps: readonly VmGap[]
}

/** Rows of a map that are read; Apple prints a few around one address. */
const MOST_ROWS = 10_000
/** The reader matches only this many characters of a row: the range is among them. */
const LONGEST_ROW = 300

const row =
  /^(?:-{1,4}>)?[ \t]{0,40}(\S[^[]{0,80}?)[ \t]{1,60}([\da-f]{5,16})-([\da-f]{5,16})[ \t]{1,20}\[[^\]]{0,20}\][ \t]{0,20}([r-][w-][x-])\//i
const start = /^\s*(?:-{1,4}>\s*)?UNUSED SPACE AT START\b/
const gap = /^\s*(?:-{1,4}>\s*(?:$|GAP OF\b)|GAP OF\b)/

/** Empty where the report prints none. */
export function vmMapOf(report: Pick<Report, 'sections' | 'header'>): VmMap {
  const texts = report.sections.flatMap((section) =>
    section.kind === 'text' && /^VM Region(?:s Near| Info)/i.test(section.title) ? [section.text] : [],
  )
  const fields = report.header.fields.flatMap(([key, value]) => (/^VM Region Info$/i.test(key) ? [value] : []))
  const regions: VmRegion[] = []
  const gaps: VmGap[] = []
  for (const text of [...texts, ...fields]) readMap(text, regions, gaps)
  return { regions, gaps }
}

function readMap(text: string, regions: VmRegion[], gaps: VmGap[]): void {
  let end: bigint | undefined
  let isGap = false
  let at = 0
  for (let rows = 0; rows < MOST_ROWS && at < text.length; rows++) {
    const next = text.indexOf('\n', at)
    const line = text.slice(at, Math.min(next < 0 ? text.length : next, at + LONGEST_ROW))
    at = next < 0 ? text.length : next + 1
    const match = row.exec(line)
    if (!match) {
      const isStart = start.test(line)
      if (isStart) end = 0n
      isGap ||= isStart || gap.test(line)
      continue
    }
    const region = {
      name: match[1] ?? '',
      start: BigInt(`0x${match[2] ?? '0'}`),
      end: BigInt(`0x${match[3] ?? '0'}`),
      access: match[4] ?? '',
    }
    if (isGap && end !== undefined && end < region.start) gaps.push({ start: end, end: region.start })
    if (region.start < region.end) {
      regions.push(region)
      end = region.end
    }
    isGap = false
  }
}
