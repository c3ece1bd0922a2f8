/** The images around one address, with the gaps between them. */
import { formatHex, type RuntimeAddress } from '../../../core/model/address.ts'
import type { Report, Thread } from '../../../core/model/report.ts'
import { formatBytes } from '../../ui/format.ts'

export type MapRow =
  | {
      readonly kind: 'image'
      readonly name: string
      readonly start: bigint
      readonly end: bigint
      readonly marks: readonly Mark[]
    }
  | { readonly kind: 'gap'; readonly bytes: string; readonly marks: readonly Mark[] }

export interface Mark {
  readonly label: string
  readonly address: bigint
}

/** Rows by address; long runs of images without a mark are left out. */
export function mapRows(report: Report, marks: readonly Mark[]): readonly MapRow[] {
  const images = report.images
    .filter((image): image is typeof image & { base: RuntimeAddress } => image.base !== undefined)
    .map(({ name, base, size }) => ({ name, start: base, end: base + BigInt(size ?? 0x1000) }))
    .sort((a, b) => (a.start < b.start ? -1 : 1))
  const rows: MapRow[] = []
  let end = 0n
  const between = (from: bigint, to: bigint): Mark[] => marks.filter(({ address }) => address >= from && address < to)
  for (const image of images) {
    if (image.start > end)
      rows.push({ kind: 'gap', bytes: formatBytes(Number(image.start - end)), marks: between(end, image.start) })
    rows.push({ kind: 'image', ...image, marks: between(image.start, image.end) })
    if (image.end > end) end = image.end
  }
  const beyond = marks.filter(({ address }) => address >= end)
  if (beyond.length > 0) rows.push({ kind: 'gap', bytes: 'all', marks: beyond })
  return rows.filter((row, at) => nearMark(rows, at) || (row.kind === 'image' && row.marks.length > 0))
}

function nearMark(rows: readonly MapRow[], at: number): boolean {
  return [-1, 0, 1].some((step) => (rows[at + step]?.marks.length ?? 0) > 0)
}

export function marksOf(report: Report, thread: Thread | undefined): readonly Mark[] {
  const marks: Mark[] = []
  const fault = report.exception?.address
  if (fault !== undefined) marks.push({ label: 'faulting address', address: fault })
  for (const { name, value } of thread?.registers ?? []) {
    if (/^(pc|lr|sp|fp|rip|rsp|rbp|eip|esp|far)$/.test(name)) marks.push({ label: name, address: value })
  }
  return marks
}

export const rangeOf = (row: MapRow & { kind: 'image' }): string => `${formatHex(row.start)} – ${formatHex(row.end)}`
