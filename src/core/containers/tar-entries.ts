/** The files of tar archives: ustar, pax (POSIX.1-2001, `pax` interchange format) and GNU's long names and binary sizes. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'
import type { ByteSource } from './byte-source.ts'
import type { Entry } from './container.ts'
import { streamEntry } from './stream-entry.ts'
import { MAX_PATH_BYTES } from './limits.ts'
import { BLOCK, checksumHolds, parseOctal } from './tar.ts'

/** A size: octal digits, or GNU's big-endian binary when the top bit is set. */
function parseSize(field: Uint8Array): number {
  if (((field[0] ?? 0) & 0x80) === 0) return parseOctal(field)
  return field.subarray(1).reduce((value, byte) => value * 256 + byte, (field[0] ?? 0) & 0x7f)
}

const text = (field: Uint8Array): string => decodeUtf8(field).replace(/\0.*$/s, '')

/** The files of a tar archive. The end is two zero blocks, or the end of the data. */
export async function* tarEntries(source: ByteSource, file: string): AsyncGenerator<Entry, void, void> {
  let extended: Extended = {}
  for (;;) {
    const at = source.position
    const header = await source.read(BLOCK)
    if (header.length < BLOCK && source.failure) throw new FormatError(source.failure)
    if (header.length === 0 || header.every((byte) => byte === 0)) return
    const size = parseSize(header.subarray(124, 136))
    if (header.length < BLOCK || !checksumHolds(header) || !Number.isSafeInteger(size) || size < 0) {
      throw new FormatError(problem('bad-tar', {}, { file, offset: at }))
    }
    const type = String.fromCharCode(header[156] ?? 0)
    if (type === 'x' || type === 'L') {
      const bytes = await source.read(Math.min(size, MAX_PATH_BYTES))
      extended = { ...extended, ...(type === 'x' ? parsePax(bytes) : { path: text(bytes) }) }
      await source.skip(padded(size) - bytes.length)
      continue
    }
    const path = extended.path ?? ustarPath(header)
    const length = Number(extended.size ?? size)
    // A pax record may say anything: below zero the archive would be read again and again.
    if (!Number.isSafeInteger(length) || length < 0) throw new FormatError(problem('bad-tar', {}, { file, offset: at }))
    extended = {}
    const start = source.position
    if (type === '0' || type === '\0' || type === '7') yield streamEntry(source, path, length, `${file}!${path}`)
    await source.skip(start + padded(length) - source.position)
  }
}

const padded = (size: number): number => Math.ceil(size / BLOCK) * BLOCK

function ustarPath(header: Uint8Array): string {
  const name = text(header.subarray(0, 100))
  const isUstar = text(header.subarray(257, 262)) === 'ustar' && header[263] === 0x30 // GNU's own format has a blank there
  const prefix = isUstar ? text(header.subarray(345, 500)) : ''
  return prefix ? `${prefix}/${name}` : name
}

/** The fields of an extended header that matter for the file after it. */
interface Extended {
  readonly path?: string
  readonly size?: string
}

/** Records of the form `LENGTH KEY=VALUE\n`, LENGTH counting the whole record in bytes. */
function parsePax(bytes: Uint8Array): Extended {
  let found: Extended = {}
  for (let at = 0; at < bytes.length;) {
    const blank = bytes.indexOf(0x20, at)
    const length = Number.parseInt(decodeUtf8(bytes.subarray(at, blank)), 10)
    if (blank < 0 || !(length > 0)) break
    const record = decodeUtf8(bytes.subarray(blank + 1, at + length - 1))
    const equals = record.indexOf('=')
    const key = record.slice(0, equals)
    if (key === 'path' || key === 'size') found = { ...found, [key]: record.slice(equals + 1) }
    at += length
  }
  return found
}
