/** Where pages and blocks of an index end: places where it may be cut so that a look-up needs few of the parts. */
import * as L from '../../../wasm/assembly/layout.ts'
import { readBytes } from './blob-reads.ts'
import { FIRST_LARGE_PART, LARGE_PARTS, parseHeader, type IndexHeader, type LargePart } from './index-file.ts'

export interface PageEnds {
  /** End of the header and the small parts. */
  readonly head: number
  /** For each large part, in the order of the file, the ends of its pages or blocks, ascending. */
  readonly parts: readonly { readonly part: LargePart; readonly ends: readonly number[] }[]
}

/** The header is in the first bytes. */
const HEADER_BYTES = 4096
/** The parts with the sizes of blocks and the starts of pages. */
const SOURCES = {
  functionPages: 'functionDirectory',
  symbolPages: 'symbolDirectory',
  stringPages: 'stringDirectory',
  blocks: 'blockSizes',
  columns: 'blockSizes',
} as const

/** Reads the small parts alone. Throws a FormatError for bytes that are no index. */
export async function readPageEnds(index: Blob, file: string): Promise<PageEnds> {
  const header = parseHeader(await readBytes(index, 0, HEADER_BYTES), index.size, file)
  const parts = await Promise.all(
    LARGE_PARTS.map(async (part) => ({ part, ends: endsOf(part, header, await wordsOf(index, header, part)) })),
  )
  return { head: header.parts[FIRST_LARGE_PART].offset, parts }
}

async function wordsOf(index: Blob, { parts }: IndexHeader, part: LargePart): Promise<DataView> {
  const { offset, size } = parts[SOURCES[part]]
  return new DataView((await readBytes(index, offset, offset + size)).buffer)
}

/** Ends that do not rise are left out: they are those of a damaged index. */
function endsOf(part: LargePart, { parts, columns }: IndexHeader, words: DataView): readonly number[] {
  const { offset, size } = parts[part]
  const isSized = part === 'blocks' || part === 'columns'
  const sized = columns ? L.BLOCK_COLUMN_RECORD_BYTES : L.BLOCK_RECORD_BYTES
  const record = isSized ? sized : L.DIRECTORY_BYTES
  const sizeAt = part === 'columns' ? L.BLOCK_RECORD_BYTES : 0
  const ends: number[] = []
  let block = 0
  if (part === 'columns' && !columns) return []
  for (let at = 0; at + record <= words.byteLength; at += record) {
    // A page ends where the next one begins; a block has its size, and that of its columns.
    const end = isSized ? (block += words.getUint32(at + sizeAt, true)) : words.getUint32(at + 4, true)
    if (end > (ends.at(-1) ?? 0) && end < size) ends.push(end)
  }
  if (size > 0) ends.push(size)
  return ends.map((end) => offset + end)
}
