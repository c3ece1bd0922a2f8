/** Base64 text of a whole file: a report, or a gzip file, zip archive or dump with one. */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'
import { pathName } from '../model/path-name.ts'
import type { Container } from './container.ts'
import { HEAD_BYTES, MAX_MAIL_BYTES } from './limits.ts'
import { decodeBase64, isBase64Byte } from './transfer-encoding.ts'

/** `data:text/plain;base64,`, or uuencode's first line; quotes of a string around it. */
const PREFIX = /^[\s"'\uFEFF]*(?:data:[\w./+-]*(?:;[\w=.-]+)*;base64,|begin-base64 \d+ [^\n]*\n)?/
/** Shorter text may be a word. */
const LEAST = 64
/** First bytes of files: gzip, zip, minidump, binary property list, PLCrashReporter, core file, and buffers of the kernel's stacks. */
const MAGICS: readonly (readonly number[])[] = [
  [0x1f, 0x8b, 8],
  [0x50, 0x4b, 3, 4],
  [0x4d, 0x44, 0x4d, 0x50],
  [0x62, 0x70, 0x6c, 0x69],
  [0x70, 0x6c, 0x63, 0x72],
  [0xcf, 0xfa, 0xed, 0xfe],
  // kcdata: a stackshot, one of changes, a corpse, the reason of an exit.
  [0x07, 0x58, 0xa2, 0x59],
  [0x9a, 0xa5, 0x17, 0xde],
  [0x57, 0xf1, 0xad, 0xde],
  [0x00, 0x09, 0xa2, 0x53],
  // stack_snapshot: a task, a microstackshot.
  [0xad, 0xfb, 0xca, 0xde],
  [0x11, 0x40, 0xc5, 0x31],
]

export const base64Container: Container = {
  id: 'base64',
  label: 'base64 text',
  sniff: (head) => decodedHead(head) !== undefined,
  async *entries(file, budget) {
    if (file.blob.size > MAX_MAIL_BYTES) {
      const megabytes = Math.round(MAX_MAIL_BYTES / 2 ** 20)
      throw new FormatError(problem('too-large.mail', { megabytes }, { file: file.path }))
    }
    budget.spend('loaded', file.blob.size)
    const text = await openRange(file.blob, 0, file.blob.size)
    const decoded = new Blob([decodeBase64(text.subarray(prefixLength(text)))])
    yield {
      path: pathName(file.path).replace(/\.(?:b64|base64|txt)$/i, '') || 'decoded',
      size: decoded.size,
      head: async () => openRange(decoded, 0, HEAD_BYTES),
      blob: async () => decoded,
    }
  },
}

function prefixLength(bytes: Uint8Array): number {
  return PREFIX.exec(decodeUtf8(bytes.subarray(0, 512)))?.[0].length ?? 0
}

/** The first decoded bytes of a text; undefined for text that is no base64 of a file. */
function decodedHead(head: Uint8Array): Uint8Array | undefined {
  const start = prefixLength(head)
  const text = head.subarray(start)
  if (text.length < LEAST) return undefined
  const end = text.findIndex((code) => !isBase64Byte(code))
  // Quotes or the last line of uuencode may follow.
  if (end >= 0 && !/^["'\s=,;]*$/.test(decodeUtf8(text.subarray(end, end + 64)))) return undefined
  const bytes = decodeBase64(text.subarray(0, 4096))
  if (MAGICS.some((magic) => magic.every((code, at) => bytes[at] === code))) return bytes
  return bytes.length > 0 && isText(bytes.subarray(0, -3)) ? bytes : undefined
}

/** Text of a report: valid UTF-8 without control characters, and not one long word. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    // eslint-disable-next-line no-control-regex
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) && /[\s"]/.test(text)
  } catch {
    return false
  }
}
