/** Addresses in running text: `App 0x104ccc074`, `0x104ccc074 (in App)`, `(App + 82036) [0x104ccc074]`, `App + 0x14074`. */
import { PAGE } from '../../model/address.ts'
import type { TextSpan } from '../../model/report.ts'
import { canBeRow, spanIn } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { QUEUE_BEFORE } from './head-labels.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { TextRow } from './text-rows.ts'

/** A mention with how much it says: `sure` ones make a text a report, `weak` ones only add to one. */
export interface Mention {
  readonly row: TextRow & { readonly span: TextSpan }
  readonly strength: 'sure' | 'weak'
}

type Reader = (match: RegExpExecArray, line: Line) => Mention | undefined

const IN_IMAGE = /(0x[0-9a-f]{4,16})[ \t]+\(in ([^()]{1,80})\)(?:[ \t]*\+[ \t]*(0x[0-9a-f]{1,12}|\d{1,12}))?/gi
const SAMPLED = /\(([^()]{1,80}?) \+ (0x[0-9a-f]{1,12}|\d{1,12})\)[ \t]+\[(0x[0-9a-f]{4,16})\]/gi
const NAMED =
  /(^|[^\w<.'"-])([A-Za-z_][\w.+-]{1,80})[ \t]+(0x[0-9a-f]{8,16})\b(?![0-9a-f]*[>;])(?:[ \t]+\2[ \t]\+[ \t](\d{1,12}|0x[0-9a-f]{1,12})\b)?/gi
const PLACED = /(^|[^\w-])(0x[0-9a-f]{8,16})[ \t]+([A-Za-z_][\w.-]{1,80})[ \t]\+[ \t](\d{1,12}|0x[0-9a-f]{1,12})\b/gi
const OFFSET = /(^|[\s(`'"])([A-Za-z_][\w.-]{1,80})[ \t]*\+[ \t]*(0x[0-9a-f]{3,12}|\d{4,12})(?=$|[\s)`'",;.])/gi

/** Words before a hexadecimal number that name no image. */
const NO_IMAGE =
  /^(?:thread|address|addr|at|from|to|in|of|is|by|the|instance|object|pointer|ptr|process|value|error|codes?|exception|context|property|observer|self|block|class|size|offset|slide|base|load|start|end|range|read|write|symbol|function|frame|pc|lr|sp|fp|far|esr|cpsr|rip|rsp|rbp|cr2|[xr]\d{1,2}|uuid|id|tid|pid|port|mask|flags?|result|status|return(?:ed)?|and|or|not|null|nil|subcode|kern|type|image|line|page|region|memory|stack|heap|queue|name|[r-][w-][x-]|(?:KERN|EXC|BUS)_\w{1,60})$/i
const IMAGE_NAME =
  /\.(?:dylib|framework|bundle|appex|debug)$|^[A-Z]\w*[a-z]\w*$|^lib\w+|^[\w-]+(?:\.[\w-]+){2,}$|_|[A-Za-z]-[A-Za-z]/

/** All mentions in a line that is no row of a stack, without those that overlap a stronger one. */
export function findMentions(line: Line): Mention[] {
  if (line.text.length > 8192 || !canBeRow(line.text) || !/0x[0-9a-f]{3}|\+[ \t]*\d{4}/i.test(line.text)) return []
  const found: Mention[] = []
  const taken: TextSpan[] = []
  for (const [pattern, reader] of READERS) {
    for (const match of line.text.matchAll(pattern)) {
      const span = { start: line.start + match.index, end: line.start + match.index + match[0].length }
      if (taken.some((other) => span.start < other.end && other.start < span.end)) continue
      const mention = reader(match, line)
      if (!mention) continue
      taken.push(span)
      found.push(mention)
    }
  }
  return found.sort((a, b) => a.row.span.start - b.row.span.start)
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i
/** Neither end of a range, as lists print those of images. */
const NUMBER = /(?<!0x[0-9a-f]{1,16}[ \t]{0,4}[-–][ \t]{0,4})\b0x[0-9a-f]{5,16}\b(?![ \t]{0,4}[-–][ \t]{0,4}0x)/gi

/** Hexadecimal numbers of a line that may be addresses: they are, if they are within images that the text lists. */
export function findNumbers(line: Line): TextRow[] {
  if (line.text.length > 20_000) return []
  const isList = UUID.test(line.text)
  return [...line.text.matchAll(NUMBER)].flatMap((match) => {
    const end = match.index + match[0].length
    const address = BigInt(match[0])
    if (CUT_ADDRESS.test(match[0]) || (isList && address % PAGE === 0n) || beginsImage(address, line.text.slice(end)))
      return []
    return { address, ...placeOf(line, match.index, end) }
  })
}

/** The span of the mention itself, and the place after it for a name. */
function placeOf(line: Line, start: number, end: number): { readonly span: TextSpan; readonly symbolSpan: TextSpan } {
  return { span: spanIn(line, start, end), symbolSpan: spanIn(line, end, end) }
}

/** The load address of an image, from an address in it and the printed offset. */
const loadedAt = (address: bigint, plus: string | undefined): bigint | undefined =>
  plus !== undefined && BigInt(plus) < address ? address - BigInt(plus) : undefined

const readInImage: Reader = (match, line) => {
  const [whole, digits = '', image = '', plus] = match
  const address = BigInt(digits)
  const loadAddress = loadedAt(address, plus)
  const row = omitUndefined({
    address,
    imageName: image.trim(),
    offset: loadAddress === undefined ? undefined : Number(plus),
    loadAddress,
    ...placeOf(line, match.index, match.index + whole.length),
  })
  return { row, strength: 'sure' }
}

const readSampled: Reader = (match, line) => {
  const [whole, image = '', plus = '', digits = ''] = match
  const address = BigInt(digits)
  const row = omitUndefined({
    address,
    imageName: image.replace(/^.* in /, '').trim(),
    offset: Number(plus),
    loadAddress: loadedAt(address, plus),
    ...placeOf(line, match.index, match.index + whole.length),
  })
  return { row, strength: 'sure' }
}

/** A padded address without all its digits. */
const CUT_ADDRESS = /^0x0[0-9a-f]{8,14}$/i

/** True for whole pages and a UUID, perhaps one that was cut off: an image of a list, not a place in its code. */
export function beginsImage(address: bigint, behind: string): boolean {
  return address % PAGE === 0n && /^[ \t]+<?[0-9a-f]{8}(?![0-9a-z])/i.test(behind)
}

const readNamed: Reader = (match, line) => {
  const [whole, before = '', image = '', digits = '', plus] = match
  // A name with an underscore before it is a symbol of C, as lists of symbols print it.
  if (NO_IMAGE.test(image) || !IMAGE_NAME.test(image) || image.startsWith('_')) return undefined
  const address = BigInt(digits)
  // The lowest page of a process is never mapped: such numbers are sizes and places in files.
  if (address < PAGE || CUT_ADDRESS.test(digits)) return undefined
  const start = match.index + before.length
  if (QUEUE_BEFORE.test(line.text.slice(Math.max(0, start - 80), start))) return undefined
  const row = omitUndefined({
    address,
    imageName: image,
    loadAddress: loadedAt(address, plus),
    ...placeOf(line, start, match.index + whole.length),
  })
  return { row, strength: 'sure' }
}

/** What is left of a row that lost its beginning: `0x104ccc074 App + 16500`, whose name is a function where the offset leads to no page. */
const readPlaced: Reader = (match, line) => {
  const [whole, before = '', digits = '', name = '', plus = ''] = match
  const [address, offset] = [BigInt(digits), BigInt(plus)]
  const start = match.index + before.length
  const isImage = offset < address && (address - offset) % PAGE === 0n && !NO_IMAGE.test(name)
  const place = isImage
    ? { imageName: name, loadAddress: address - offset }
    : { symbol: { name, offset: Number(offset) } }
  const row = { address, ...place, ...placeOf(line, start, match.index + whole.length) }
  return { row, strength: isImage ? 'sure' : 'weak' }
}

const BEHIND_ADDRESS = /0x[0-9a-f]{8,16}[ \t]+(?:[^\s+]+[ \t]+){0,6}$/i

const readOffset: Reader = (match, line) => {
  const [whole, before = '', image = '', plus = ''] = match
  if (NO_IMAGE.test(image) || !IMAGE_NAME.test(image)) return undefined
  const start = match.index + before.length
  // The place of an address before it is no place of its own.
  if (BEHIND_ADDRESS.test(line.text.slice(Math.max(0, start - 200), start))) return undefined
  const end = match.index + whole.length
  const isAlone = line.text.slice(0, start).trim().length <= 3 && line.text.slice(end).trim().length <= 1
  const row = { imageName: image, offset: Number(plus), ...placeOf(line, start, end) }
  return { row, strength: isAlone || image.endsWith('.dylib') ? 'sure' : 'weak' }
}

const READERS: readonly (readonly [RegExp, Reader])[] = [
  [SAMPLED, readSampled],
  [IN_IMAGE, readInImage],
  [NAMED, readNamed],
  [PLACED, readPlaced],
  [OFFSET, readOffset],
]
