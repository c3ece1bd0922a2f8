/** The columns of the table of images, for the page and for exports. A new one is an entry here and a heading in the catalogue. */
import { columns, exported } from '../messages/export.ts'
import { formatMemory } from '../messages/quantities.ts'
import { formatHex, type RuntimeAddress } from '../model/address.ts'
import type { BinaryImage } from '../model/image.ts'
import type { ImageStatus } from '../model/report.ts'
import { imageState, lacksSymbols } from './image-state.ts'

export interface ImageRow {
  readonly image: BinaryImage
  readonly status?: ImageStatus | undefined
}

export interface ImageColumn {
  readonly heading: string
  /** Empty where nothing is known of it. */
  readonly text: (row: ImageRow) => string
  /** The value to sort by, where sorting by text would be wrong. */
  readonly value?: (row: ImageRow) => number | bigint | undefined
  /** Where the page shows it: in a cell of the table or below an opened row. `control`: the page has a control instead. */
  readonly place: 'cell' | 'below' | 'control'
  readonly isNumber?: true
  /** Of fixed width: addresses and paths. */
  readonly isCode?: true
  /** The page offers to copy it. */
  readonly copies?: true
  readonly tone?: (row: ImageRow) => 'ok' | 'warn' | undefined
}

/** The columns of a table of images, in order. */
export const imageColumns: readonly ImageColumn[] = [
  { heading: columns.image, place: 'cell', text: ({ image }) => image.name },
  { heading: columns.symbols, place: 'cell', text: ({ status }) => (status ? imageState(status) : ''), tone },
  {
    heading: columns.frames,
    place: 'cell',
    isNumber: true,
    text: ({ status }) => (status?.frames ? String(status.frames) : ''),
    value: ({ status }) => status?.frames ?? 0,
  },
  { heading: columns.version, place: 'cell', text: ({ image }) => image.version ?? '' },
  { heading: columns.arch, place: 'cell', text: ({ image }) => image.arch ?? '' },
  { heading: columns.uuid, place: 'cell', isCode: true, copies: true, text: ({ image }) => image.uuid ?? '' },
  {
    heading: columns.loadAddress,
    place: 'cell',
    isCode: true,
    text: loadAddressText,
    value: startOf,
  },
  {
    heading: columns.size,
    place: 'cell',
    isNumber: true,
    text: ({ image }) => (image.size === undefined ? '' : formatMemory(image.size)),
    value: ({ image }) => image.size,
  },
  {
    heading: columns.slide,
    place: 'cell',
    isCode: true,
    text: ({ status }) => (status?.slide === undefined ? '' : formatHex(status.slide)),
    value: ({ status }) => status?.slide,
  },
  {
    heading: columns.otherBuilds,
    place: 'control',
    isCode: true,
    text: ({ status }) => (status?.have ?? []).join(' '),
  },
  { heading: columns.path, place: 'below', isCode: true, text: ({ image }) => image.path ?? '' },
]

function tone({ status }: ImageRow): 'ok' | 'warn' | undefined {
  if (status?.symbols === 'matched') return 'ok'
  return status && lacksSymbols(status) ? 'warn' : undefined
}

/** The address where it was loaded, as the report says or as it was inferred. */
function startOf({ image, status }: ImageRow): RuntimeAddress | undefined {
  return image.loadAddress ?? status?.loadAddress
}

/** The load address, with a mark if it was inferred; empty if unknown. */
function loadAddressText(row: ImageRow): string {
  const start = startOf(row)
  if (start === undefined) return ''
  return `${formatHex(start)}${(row.status?.confidence ?? 1) < 1 ? ` (${exported.inferred})` : ''}`
}
