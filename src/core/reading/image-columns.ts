/** The columns of the table of images, for the page and for exports. A new one is an entry here and a heading in the catalogue. */
import { columns, exported } from '../messages/en/export.ts'
import { formatHex } from '../model/address.ts'
import type { BinaryImage } from '../model/image.ts'
import type { ImageStatus } from '../model/report.ts'
import { imageState } from './image-state.ts'

export interface ImageRow {
  readonly image: BinaryImage
  readonly status?: ImageStatus | undefined
}

export interface ImageColumn {
  readonly heading: string
  /** Empty where nothing is known of it. */
  readonly text: (row: ImageRow) => string
  /**
   * Where the page has it: as the title of its block, beside that or at the end of its line, in the second line, or below; not at
   * all where the page has a control for it.
   */
  readonly place: 'title' | 'beside' | 'state' | 'second' | 'below' | 'control'
  /** Of fixed width: numbers and paths. */
  readonly isCode?: true
  /** The page offers to copy it. */
  readonly copies?: true
}

export const imageColumns: readonly ImageColumn[] = [
  { heading: columns.image, place: 'title', text: ({ image }) => image.name },
  { heading: columns.version, place: 'beside', text: ({ image }) => image.version ?? '' },
  { heading: columns.uuid, place: 'second', isCode: true, copies: true, text: ({ image }) => image.uuid ?? '' },
  { heading: columns.arch, place: 'beside', text: ({ image }) => image.arch ?? '' },
  { heading: columns.loadAddress, place: 'second', isCode: true, text: loadAddressText },
  { heading: columns.frames, place: 'second', text: ({ status }) => (status?.frames ? String(status.frames) : '') },
  { heading: columns.symbols, place: 'state', text: ({ status }) => (status ? imageState(status) : '') },
  {
    heading: columns.otherBuilds,
    place: 'control',
    isCode: true,
    text: ({ status }) => (status?.have ?? []).join(' '),
  },
  { heading: columns.path, place: 'below', isCode: true, text: ({ image }) => image.path ?? '' },
]

/** From where to where, as far as it is known, and whether the report says so. */
function loadAddressText({ image, status }: ImageRow): string {
  const start = image.loadAddress ?? status?.loadAddress
  if (start === undefined) return ''
  const end = image.size === undefined ? '' : ` – ${formatHex(start + BigInt(image.size))}`
  return `${formatHex(start)}${end}${(status?.confidence ?? 1) < 1 ? ` (${exported.inferred})` : ''}`
}
