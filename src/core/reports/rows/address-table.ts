/** Tables of addresses: lists of symbols, results of look-ups, section tables. Their lines look like rows, but are no stack. */
import { eachLine } from '../base/lines.ts'
import { collectImages } from '../text/text-images.ts'

/** Fewer lines may be a stack by chance. */
const FEWEST_LINES = 48
/** The share of lines whose address is above the one before. Addresses of a stack go up and down. */
const ASCENDING_SHARE = 0.9

const FIRST_ADDRESS = /0x[0-9a-f]{1,16}(?![0-9a-f])/i

/** Limit on the address columns of a table. Each column may be on a line of its own. */
const MOST_COLUMNS = 4

/**
 * True for a text whose addresses ascend from row to row, in one column or in some that take turns. Lists of images ascend, too: their
 * lines do not count. Linear.
 */
export function isAddressTable(text: string): boolean {
  const ascending = Array.from({ length: MOST_COLUMNS }, () => 0)
  const before: bigint[] = []
  let lines = 0
  for (const line of eachLine(text)) {
    const found = FIRST_ADDRESS.exec(line.text.slice(0, LONGEST_LINE))?.[0]
    if (found === undefined || collectImages([line]).length > 0) continue
    const address = BigInt(found)
    lines++
    before.forEach((last, column) => {
      if (address > last) ascending[column] = (ascending[column] ?? 0) + 1
    })
    before.unshift(address)
    before.length = Math.min(before.length, MOST_COLUMNS)
  }
  return lines >= FEWEST_LINES && ascending.some((count) => count >= lines * ASCENDING_SHARE)
}

const LONGEST_LINE = 2000
