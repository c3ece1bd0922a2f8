/** The images around one address, with the gaps between them. */
import { formatHex, type RuntimeAddress } from '../../../core/model/address.ts'
import type { Report, Thread } from '../../../core/model/report.ts'
import { largest } from '../../../core/model/lists.ts'
import { words } from '../../messages/memory.ts'

export type MapRow =
  | {
      readonly kind: 'image'
      readonly name: string
      readonly start: bigint
      readonly end: bigint
      /** The report has its size; else the end is where its first page ends. */
      readonly isSized: boolean
      readonly marks: readonly Mark[]
    }
  /** Memory of no image that is shown; `end` is absent behind the last one. */
  | { readonly kind: 'gap'; readonly start: bigint; readonly end?: bigint; readonly marks: readonly Mark[] }

export interface Mark {
  readonly label: string
  readonly address: bigint
  readonly isFault?: true
}

/** Rows by address; long runs of images without a mark are left out. */
export function mapRows(report: Report, marks: readonly Mark[]): readonly MapRow[] {
  const images = report.images
    .filter((image): image is typeof image & { loadAddress: RuntimeAddress } => image.loadAddress !== undefined)
    // Reports list what they know nothing of at address 0.
    .filter(({ loadAddress, size }) => loadAddress > 0n && size !== 0)
    .map(({ name, loadAddress, size }) => ({
      name,
      start: loadAddress,
      end: loadAddress + BigInt(size ?? 0x1000),
      isSized: size !== undefined,
    }))
    .sort((a, b) => (a.start < b.start ? -1 : 1))
  const rows: MapRow[] = []
  let end = 0n
  const between = (from: bigint, to: bigint): Mark[] => marks.filter(({ address }) => address >= from && address < to)
  for (const image of images) {
    if (image.start > end) rows.push({ kind: 'gap', start: end, end: image.start, marks: between(end, image.start) })
    rows.push({ kind: 'image', ...image, marks: between(image.start, image.end) })
    if (image.end > end) end = image.end
  }
  const beyond = marks.filter(({ address }) => address >= end)
  if (beyond.length > 0) rows.push({ kind: 'gap', start: end, marks: beyond })
  return joinGaps(rows.filter((row, at) => nearMark(rows, at) || (row.kind === 'image' && row.marks.length > 0)))
}

/** Where images between two gaps are left out, one gap stands for all of it. */
function joinGaps(rows: readonly MapRow[]): readonly MapRow[] {
  const joined: MapRow[] = []
  for (const row of rows) {
    const last = joined.at(-1)
    if (row.kind === 'gap' && last?.kind === 'gap') {
      const marks = [...last.marks, ...row.marks]
      joined[joined.length - 1] = {
        kind: 'gap',
        start: last.start,
        ...(row.end !== undefined && { end: row.end }),
        marks,
      }
    } else joined.push(row)
  }
  return joined
}

/** No process has so much memory: what lies between programs and the kernel is a hole. */
const MOST_GAP = 1n << 47n

export function gapWords({ start, end }: MapRow & { kind: 'gap' }): string {
  if (end === undefined) return words.gapAbove
  return end - start > MOST_GAP ? words.gapWide : words.gap
}

function nearMark(rows: readonly MapRow[], at: number): boolean {
  return [-1, 0, 1].some((step) => (rows[at + step]?.marks.length ?? 0) > 0)
}

export function marksOf(report: Report, thread: Thread | undefined): readonly Mark[] {
  const marks: Mark[] = []
  const fault = report.exception?.address
  if (fault !== undefined) marks.push({ label: words.faultingAddress, address: fault, isFault: true })
  for (const { name, value } of thread?.registers ?? []) {
    if (/^(pc|lr|sp|fp|rip|rsp|rbp|eip|esp|far)$/.test(name)) marks.push({ label: name, address: value })
  }
  return marks
}

/** Times by which each mark of the scale is more than the one before: regions have kilobytes, and gaps terabytes. */
const STEP = 1024

export interface SizeScale {
  /** Sizes in bytes, and where they stand, from 0 to 1. */
  readonly ticks: readonly { readonly bytes: number; readonly at: number }[]
  /** Where a size stands. */
  readonly at: (bytes: number) => number
}

/** Undefined where it is not known. */
export function sizeOf(row: MapRow): number | undefined {
  if (row.end === undefined || row.end - row.start > MOST_GAP) return undefined
  return row.kind === 'image' && !row.isSized ? undefined : Number(row.end - row.start)
}

/** One scale for all rows, by the logarithm of sizes: from a kilobyte to the largest. */
export function scaleOf(rows: readonly MapRow[]): SizeScale {
  const steps = (bytes: number): number => Math.log(bytes / STEP) / Math.log(STEP)
  const most = steps(
    largest(
      STEP * STEP,
      rows.map((row) => sizeOf(row) ?? 0),
    ),
  )
  const at = (bytes: number): number => (bytes <= STEP ? 0 : steps(bytes) / most)
  const bytes = Array.from({ length: Math.floor(most) + 1 }, (_, step) => STEP ** (step + 1))
  return { ticks: bytes.map((one) => ({ bytes: one, at: at(one) })), at }
}

export const rangeOf = ({ start, end, isSized }: MapRow & { kind: 'image' }): string =>
  isSized ? `${formatHex(start)} – ${formatHex(end)}` : formatHex(start)
