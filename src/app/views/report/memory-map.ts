/** The images around one address, with the gaps between them. */
import { formatHex, type RuntimeAddress } from '../../../core/model/address.ts'
import type { Report, Thread } from '../../../core/model/report.ts'
import { words } from '../../messages/report.ts'

export type MapRow =
  | {
      readonly kind: 'image'
      readonly name: string
      readonly start: bigint
      readonly end: bigint
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
    .map(({ name, loadAddress, size }) => ({ name, start: loadAddress, end: loadAddress + BigInt(size ?? 0x1000) }))
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

/** `gap of 4.4 GB`. */
export function gapWords({ start, end }: MapRow & { kind: 'gap' }): string {
  if (end === undefined) return words.gapAbove
  return end - start > MOST_GAP ? words.gapWide : words.gap(Number(end - start))
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

export const rangeOf = (row: MapRow & { kind: 'image' }): string => `${formatHex(row.start)} – ${formatHex(row.end)}`
