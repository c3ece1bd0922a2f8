/** The parts of a mail message: texts and attachments, decoded. */
import { openRange } from '../bytes/blob.ts'
import type { Budget } from '../bytes/budget.ts'
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import type { Entry } from './container.ts'
import { HEAD_BYTES, MAX_MAIL_BYTES, MAX_MAIL_DEPTH } from './limits.ts'
import { decodeCharset, parseHeaders, parseParameters, type Parameters } from './mail-headers.ts'
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.ts'

/** A part that holds no others. */
interface Part {
  readonly type: Parameters
  readonly name: string | undefined
  readonly encoding: string
  readonly body: Uint8Array<ArrayBuffer>
}

/** Reads the message whole: servers refuse mail of more than some dozen megabytes. */
export async function* mailEntries(file: InputFile, budget: Budget): AsyncGenerator<Entry, void, void> {
  if (file.blob.size > MAX_MAIL_BYTES) {
    const megabytes = Math.round(MAX_MAIL_BYTES / 2 ** 20)
    throw new FormatError(problem('too-large.mail', { megabytes }, { file: file.path }))
  }
  budget.spend('loaded', file.blob.size)
  const bytes = await openRange(file.blob, 0, file.blob.size)
  const names = new Map<string, number>()
  let isCut = false
  for (const part of partsOf(bytes, () => (isCut = true))) {
    const path = unusedName(names, part)
    budget.spend('inflated', part.body.length)
    const decoded = new Blob([decodePart(part)])
    yield {
      path,
      size: decoded.size,
      head: async () => openRange(decoded, 0, HEAD_BYTES),
      blob: async () => decoded,
    }
  }
  if (isCut) throw new FormatError(problem('truncated.mail', {}, { file: file.path }))
}

/** The parts in their order. `onCut` is called where the last boundary is missing. */
function* partsOf(bytes: Uint8Array<ArrayBuffer>, onCut: () => void): Generator<Part> {
  const open: { readonly bytes: Uint8Array<ArrayBuffer>; readonly depth: number }[] = [{ bytes, depth: 0 }]
  while (open.length > 0) {
    const next = open.pop()
    if (!next) return
    const part = splitPart(next.bytes)
    const boundary = part.type.value.startsWith('multipart/') ? part.type.parameters.get('boundary') : undefined
    if (!boundary || next.depth >= MAX_MAIL_DEPTH) {
      if (part.body.length > 0) yield part
      continue
    }
    const { pieces, isWhole } = splitAt(part.body, boundary)
    if (!isWhole) onCut()
    const depth = next.depth + 1
    const shown = part.type.value === 'multipart/alternative' ? plainestOf(pieces) : pieces
    for (const piece of [...shown].reverse()) open.push({ bytes: piece, depth })
  }
}

/** Of the same text as plain text and as HTML the plain one. */
function plainestOf(pieces: readonly Uint8Array<ArrayBuffer>[]): readonly Uint8Array<ArrayBuffer>[] {
  const isPlain = (piece: Uint8Array<ArrayBuffer>): boolean => {
    const { type, body } = splitPart(piece)
    return (type.value === '' || type.value === 'text/plain') && body.some((code) => code > 0x20)
  }
  const plain = pieces.filter(isPlain)
  return plain.length > 0 ? plain : pieces
}

function splitPart(bytes: Uint8Array<ArrayBuffer>): Part {
  const end = headerEnd(bytes)
  const fields = parseHeaders(decodeCharset(bytes.subarray(0, end), 'utf-8'))
  const type = parseParameters(fields.get('content-type') ?? '')
  const disposition = parseParameters(fields.get('content-disposition') ?? '')
  return {
    type,
    name: disposition.parameters.get('filename') ?? type.parameters.get('name'),
    encoding: (fields.get('content-transfer-encoding') ?? '').trim().toLowerCase(),
    body: bytes.subarray(end),
  }
}

/** The start of the body: after the first empty line. */
function headerEnd(bytes: Uint8Array): number {
  const most = Math.min(bytes.length, LONGEST_HEADER)
  for (let at = 0; at < most;) {
    if (bytes[at] === 10) return at + 1
    if (bytes[at] === 13 && bytes[at + 1] === 10) return at + 2
    const lineEnd = bytes.indexOf(10, at)
    if (lineEnd < 0) break
    at = lineEnd + 1
  }
  // A part without a header is all text.
  return 0
}

/** Larger headers are none. */
const LONGEST_HEADER = 1 << 20

/** The pieces between lines `--boundary`; `isWhole` where the line `--boundary--` ends them. */
function splitAt(
  bytes: Uint8Array<ArrayBuffer>,
  boundary: string,
): { readonly pieces: readonly Uint8Array<ArrayBuffer>[]; readonly isWhole: boolean } {
  const mark = new TextEncoder().encode(`--${boundary}`)
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let start: number | undefined
  for (let at = 0; at < bytes.length;) {
    const lineEnd = bytes.indexOf(10, at)
    const end = lineEnd < 0 ? bytes.length : lineEnd + 1
    const isMark = startsWith(bytes, at, mark)
    const isLast = isMark && bytes[at + mark.length] === 0x2d && bytes[at + mark.length + 1] === 0x2d
    if (isLast || (isMark && isBlank(bytes.subarray(at + mark.length, end)))) {
      if (start !== undefined) pieces.push(withoutBreak(bytes.subarray(start, at)))
      if (isLast) return { pieces, isWhole: true }
      start = end
    }
    at = end
  }
  if (start !== undefined && start < bytes.length) pieces.push(bytes.subarray(start))
  return { pieces, isWhole: false }
}

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  return at + mark.length <= bytes.length && mark.every((code, index) => bytes[at + index] === code)
}

function isBlank(bytes: Uint8Array): boolean {
  return bytes.every((code) => code <= 0x20)
}

/** The line break before a boundary belongs to the boundary. */
function withoutBreak(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (bytes.at(-1) !== 10) return bytes
  return bytes.subarray(0, bytes.at(-2) === 13 ? -2 : -1)
}

function decodePart({ type, encoding, body }: Part): Uint8Array<ArrayBuffer> {
  const bytes =
    encoding === 'base64' ? decodeBase64(body) : encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body
  if (type.value !== '' && !type.value.startsWith('text/')) return bytes
  const charset = (type.parameters.get('charset') ?? 'utf-8').toLowerCase()
  const isFlowed = type.parameters.get('format')?.toLowerCase() === 'flowed'
  if (!isFlowed && /^(?:utf-?8|us-ascii)$/.test(charset)) return bytes
  const text = decodeCharset(bytes, charset)
  const isClose = type.parameters.get('delsp')?.toLowerCase() === 'yes'
  return new TextEncoder().encode(isFlowed ? unflow(text, isClose) : text)
}

/** RFC 3676: a line that ends with a blank continues in the next; `-- ` is the line above a signature. */
function unflow(text: string, isClose: boolean): string {
  const lines = text.split(/\r?\n/).map((line) => line.replace(/^ /, ''))
  let flowed = ''
  lines.forEach((line, at) => {
    const goesOn = line.endsWith(' ') && line !== '-- ' && at < lines.length - 1
    flowed += goesOn ? (isClose ? line.slice(0, -1) : line) : `${line}${at < lines.length - 1 ? '\n' : ''}`
  })
  return flowed
}

/** The attachment's own name; a text of the message has none. A name that two parts have gets a number. */
function unusedName(names: Map<string, number>, { name, type }: Part): string {
  const own = name?.split(/[\\/]/).at(-1)?.trim()
  const wanted = own || (type.value === 'message/rfc822' ? 'message.eml' : 'message')
  const count = (names.get(wanted) ?? 0) + 1
  names.set(wanted, count)
  return count === 1 ? wanted : `${count}-${wanted}`
}
