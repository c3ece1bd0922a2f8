/** Rows that print an address and nothing else: `%d %p`, `%p`, `[3] 0x…`, `fp=0x… pc=0x…`, with or without `0x`. */
import { spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { TextRow } from './text-rows.ts'

const BARE =
  /^[ \t"'*•>-]*(?:(?:frame|pc|ip|lr|ra|addr|address|bt|stack|call)?[ \t]*[#[(]{0,2}(\d{1,4})(?:[\])]{1,2}[ \t]*[:.=>-]*|[:.=>-]+|(?=[ \t]))[ \t]*)?(?:(?:fp|sp|x29|rbp)[ \t]*[:=]?[ \t]*0x[0-9a-f]{1,16}[ \t,|]+)?(?:(?:pc|ip|lr|ra|addr|address)[ \t]*[:=]?[ \t]*)?(0x[0-9a-f]{4,16}|[0-9a-f]{8,16}|\d{10,20})(?:[ \t,|]+(?:fp|sp|x29|rbp)[ \t]*[:=]?[ \t]*0x[0-9a-f]{1,16})?[ \t"',;]*$/di
const ADDRESS = '(?:\\d{1,4}[:.)]?[ \\t]+)?0x[0-9a-f]{5,16}'
const MANY = new RegExp(`^[ \\t"'([{]*${ADDRESS}(?:[ \\t,;"'|>→-]+${ADDRESS})+[ \\t,;"')\\]}]*$`, 'i')

/** Lowest and highest address of code in a 64-bit process. */
const LOWEST = 0x1_0000_0000n
const HIGHEST = 1n << 47n

/** A load address, which ends a page, and an offset. App Center ends such rows with the system: `0x10941b000 + 5229;macOS-oc`. */
const OF_IMAGE = /^[ \t"'*•>-]*(0x[0-9a-f]{2,13}000) \+ (\d{1,12})(?:;\w{2,12}-oc)?[ \t"',;]*$/i

function readRowOfImage(line: Line): TextRow | undefined {
  const [, base, offset] = OF_IMAGE.exec(line.text) ?? []
  if (base === undefined || offset === undefined) return undefined
  const end = line.text.trimEnd().length
  return {
    address: BigInt(base) + BigInt(offset),
    loadAddress: BigInt(base),
    span: spanIn(line, 0, end),
    symbolSpan: spanIn(line, end, end),
  }
}

/** A row of nothing but an address, perhaps numbered. */
export function readBareRow(line: Line): TextRow | undefined {
  if (line.text.length > 120) return undefined
  const ofImage = readRowOfImage(line)
  if (ofImage) return ofImage
  const match = BARE.exec(line.text)
  const digits = match?.[2]
  if (!match || !digits) return undefined
  const address = readBareAddress(digits)
  if (address === undefined) return undefined
  // The end of a UUID that was cut off.
  if (!/^0x/i.test(digits) && line.text[(match.indices?.[2]?.[0] ?? 0) - 1] === '-') return undefined
  const end = match.indices?.[2]?.[1] ?? line.text.length
  return omitUndefined({
    index: match[1] === undefined ? undefined : Number(match[1]),
    address,
    span: spanIn(line, 0, line.text.trimEnd().length),
    symbolSpan: spanIn(line, end, end),
  })
}

/**
 * Without `0x` it must be an address of a 64-bit process. Ten digits and more without a letter are decimal, as an array of
 * NSNumbers prints them.
 */
function readBareAddress(digits: string): bigint | undefined {
  if (/^0x/i.test(digits)) return BigInt(digits)
  const address = /^\d{10,}$/.test(digits) && !digits.startsWith('0') ? BigInt(digits) : BigInt(`0x${digits}`)
  return isCodeAddress(address) ? address : undefined
}

/** True for a possible code address of a 64-bit process. A text of bare numbers is a report only if it has such addresses. */
export function isCodeAddress(address: bigint | undefined): boolean {
  return address !== undefined && address >= LOWEST && address < HIGHEST
}

/** Bits of an address of iOS and macOS processes that no signature takes. */
const UNSIGNED = (1n << 39n) - 1n
/** Fewer agree by chance too often. */
const FEWEST_SIGNED = 3

/**
 * True if at least three numbers are signed addresses: wide ones (bit 55 clear, as in user space) with lower parts in the same four
 * gigabytes. One alone may be any number.
 */
export function areSignedAddresses(numbers: Iterable<bigint>): boolean {
  const counts = new Map<bigint, number>()
  for (const number of new Set(numbers)) {
    const low = number & UNSIGNED
    if (number < HIGHEST || (number >> 55n) & 1n || low < LOWEST) continue
    const count = (counts.get(low >> 32n) ?? 0) + 1
    if (count >= FEWEST_SIGNED) return true
    counts.set(low >> 32n, count)
  }
  return false
}

/** A line of nothing but addresses as a line for each; any other line as it is. */
export function* eachAddressLine(lines: Iterable<Line>): Generator<Line> {
  for (const line of lines) {
    if (line.text.length > 65_536 || !MANY.test(line.text)) {
      yield line
      continue
    }
    for (const match of line.text.matchAll(/(?:\d{1,4}[:.)]?[ \t]+)?0x[0-9a-f]{5,16}/gi)) {
      const start = line.start + match.index
      yield { text: match[0], start, end: start + match[0].length, number: line.number }
    }
  }
}
