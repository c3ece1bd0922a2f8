/** All items of a kernel buffer as one table, so that nothing that the buffer says is out of sight. */
import { formatHex } from '../../model/address.ts'
import type { ReportSection } from '../../model/report.ts'
import { readKcText, readKcU32, readKcU64 } from './kcdata-items.ts'
import type { KcItem } from './kcdata-items.ts'
import { KC, kcTypeName } from './kcdata-types.ts'

const MOST_ROWS = 10_000
/** Bytes of an item that are shown in hexadecimal. */
const MOST_SHOWN = 32
/** Bytes of an item in which names are looked for. */
const MOST_SEARCHED = 0x10000
/** Bytes of the name before a number with a name. */
const NAME_BYTES = 32

const PRINTABLE_TEXT = /^[\x20-\x7e\n\t]+$/
/** Less may be a number that looks like letters. */
const LEAST_TEXT = 3
const NAMES = /[\x20-\x7e]{3,}/g

/** `items`: those outside of tasks and threads. Containers are left out, because other tables and stacks show them. */
export function contentsSection(items: readonly KcItem[]): ReportSection[] {
  const rows = items
    .filter((item) => item.children.length === 0 || item.type === KC.NESTED_BUFFER)
    .map((item) => [kcTypeName(item.type), String(item.count ?? ''), String(item.bytes.length), valueText(item)])
  if (rows.length === 0) return []
  const columns = ['Item', 'Count', 'Bytes', 'Value']
  return [{ kind: 'table', title: 'Items', columns, rows: rows.slice(0, MOST_ROWS) }]
}

/** Text where it is text, a number where it is one, else bytes and the names among them. */
function valueText(item: KcItem): string {
  const { type, bytes, count } = item
  if (type === KC.NAMED_U32 || type === KC.NAMED_U64) {
    const value = type === KC.NAMED_U32 ? readKcU32(item, NAME_BYTES) : readKcU64(item, NAME_BYTES)
    return `${readKcText(item, 0, NAME_BYTES) ?? ''}: ${value ?? ''}`
  }
  const text = readKcText(item)
  if (text !== undefined && text.length >= LEAST_TEXT && PRINTABLE_TEXT.test(text)) return text
  return (count === undefined ? numberText(item) : undefined) ?? [bytesText(item), ...namesIn(bytes)].join(' ')
}

/** An item of the size of a number, as that number. */
function numberText(item: KcItem): string | undefined {
  switch (item.bytes.length) {
    case 4:
      return String(readKcU32(item) ?? '')
    case 8:
      return String(readKcU64(item) ?? '')
    case 16: {
      // Older kernels pad a number of 8 bytes to 16 and do not say so. Else these are two numbers.
      const [first, second] = [readKcU64(item), readKcU64(item, 8)]
      return second === 0n ? String(first) : `${first}, ${second}`
    }
    default:
      return undefined
  }
}

function bytesText(item: KcItem): string {
  // A page of a file: its address in the process and its place in the file.
  if (item.type === KC.CODESIGNING) return `${formatHex(readKcU64(item) ?? 0n)}, ${readKcU64(item, 8) ?? 0n}`
  const shown = Array.from(item.bytes.subarray(0, MOST_SHOWN), (byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return item.bytes.length > MOST_SHOWN ? `${shown} …` : shown
}

/** Runs of printable characters, such as the paths in a structure. */
function namesIn(bytes: Uint8Array): readonly string[] {
  return new TextDecoder('latin1').decode(bytes.subarray(0, MOST_SEARCHED)).match(NAMES) ?? []
}
