/** The columns of the table of images, for the page and for exports. A new one is an entry here and a heading in the catalogue. */
import { columns, exported } from '../messages/export.ts'
import { formatMemory } from '../messages/quantities.ts'
import { joined } from '../messages/joins.ts'
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
  {
    get heading() {
      return columns.image
    },
    place: 'cell',
    text: ({ image }) => image.name,
  },
  {
    get heading() {
      return columns.symbols
    },
    place: 'cell',
    text: ({ status }) => (status ? imageState(status) : ''),
    tone,
  },
  {
    get heading() {
      return columns.frames
    },
    place: 'cell',
    isNumber: true,
    text: ({ status }) => (status?.frames ? String(status.frames) : ''),
    value: ({ status }) => status?.frames ?? 0,
  },
  {
    get heading() {
      return columns.version
    },
    place: 'cell',
    text: ({ image }) => image.version ?? '',
  },
  {
    get heading() {
      return columns.arch
    },
    place: 'cell',
    text: ({ image }) => image.arch ?? '',
  },
  {
    get heading() {
      return columns.uuid
    },
    place: 'cell',
    isCode: true,
    copies: true,
    text: ({ image }) => image.uuid ?? '',
  },
  {
    get heading() {
      return columns.loadAddress
    },
    place: 'cell',
    isCode: true,
    text: loadAddressText,
    value: startOf,
  },
  {
    get heading() {
      return columns.size
    },
    place: 'cell',
    isNumber: true,
    text: ({ image }) => (image.size === undefined ? '' : formatMemory(image.size)),
    value: ({ image }) => image.size,
  },
  {
    get heading() {
      return columns.slide
    },
    place: 'cell',
    isCode: true,
    text: ({ status }) => (status?.slide === undefined ? '' : formatHex(status.slide)),
    value: ({ status }) => status?.slide,
  },
  {
    get heading() {
      return columns.otherBuilds
    },
    place: 'control',
    isCode: true,
    text: ({ status }) => (status?.have ?? []).join(' '),
  },
  {
    get heading() {
      return columns.path
    },
    place: 'below',
    isCode: true,
    text: ({ image }) => image.path ?? '',
  },
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
  return (row.status?.confidence ?? 1) < 1 ? joined.aside(formatHex(start), exported.inferred) : formatHex(start)
}
