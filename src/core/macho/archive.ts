/** Static libraries: the `ar` format with BSD long names, as Apple's `libtool` and `ranlib` write it (`ar.h`). */
import { openRange } from '../bytes/blob.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { problem } from '../messages/problems.ts'
import type { Problem } from '../model/problem.ts'
import { MAX_ARCHIVE_MEMBERS } from './limits.ts'

const MAGIC = '!<arch>\n'
const HEADER_BYTES = 60
/** Limit for the table of long names, in bytes. */
const MAX_NAME_TABLE_BYTES = 4 << 20
/** Limit for a member's name, in bytes: a table without line ends would be one name of megabytes for every member. */
const MAX_NAME_BYTES = 4096
/** Members follow each other closely; one read serves many headers of small members. */
const WINDOW_BYTES = 65_536

/** One file of a library; `offset` counts from the start of the library. */
export interface ArchiveMember {
  readonly name: string
  readonly offset: number
  readonly size: number
  /** Seconds since 1970; 0 if it was left out. */
  readonly modified: number
}

/** True for an `ar` archive. */
export function sniffArchive(head: Uint8Array): boolean {
  return head.length >= MAGIC.length && decodeUtf8(head.subarray(0, MAGIC.length)) === MAGIC
}

/** The members of a library, without its tables of contents. A damaged header ends the list with a problem. */
export async function openArchive(
  path: string,
  blob: Blob,
  fileOffset: number,
): Promise<{ readonly members: readonly ArchiveMember[]; readonly problems: readonly Problem[] }> {
  const members: ArchiveMember[] = []
  const problems: Problem[] = []
  const window = slidingWindow(blob)
  let longNames = ''
  let at = MAGIC.length
  while (at + HEADER_BYTES <= blob.size) {
    const header = decodeUtf8(await window(at, HEADER_BYTES))
    const size = Number.parseInt(header.slice(48, 58), 10)
    if (header.slice(58, 60) !== '`\n' || !(size >= 0)) {
      problems.push(problem('bad-archive', {}, { file: path, offset: fileOffset + at }))
      break
    }
    if (members.length >= MAX_ARCHIVE_MEMBERS) {
      problems.push(problem('too-many-members', {}, { file: path }))
      break
    }
    let offset = at + HEADER_BYTES
    const end = offset + size
    let name = header.slice(0, 16).trimEnd()
    const bsdLength = /^#1\/(\d+)$/.exec(name)
    if (name === '//') {
      longNames = decodeUtf8(await window(offset, Math.min(size, MAX_NAME_TABLE_BYTES)))
    } else if (bsdLength) {
      const length = Math.min(Number(bsdLength[1]), size)
      name = decodeUtf8(await window(offset, Math.min(length, MAX_NAME_BYTES))).replace(/\0.*$/s, '')
      offset += length
    } else if (/^\/\d+$/.test(name)) {
      const start = Number(name.slice(1))
      name = longNames.slice(start, start + MAX_NAME_BYTES).split('/\n', 1)[0] ?? name
    } else {
      name = name.replace(/(.)\/$/, '$1')
    }
    if (end > blob.size) {
      problems.push(problem('truncated.library', { member: name }, { file: path, offset: fileOffset + at }))
    }
    const isTable = name === '/' || name === '//' || name === '/SYM64/' || name.startsWith('__.SYMDEF')
    const modified = Number.parseInt(header.slice(16, 28), 10) || 0
    if (!isTable && offset < blob.size)
      members.push({ name, offset, size: Math.min(end, blob.size) - offset, modified })
    at = end + (end & 1)
  }
  return { members, problems }
}

/** Reads small ranges that mostly ascend, with few reads of the file. */
function slidingWindow(blob: Blob): (at: number, size: number) => Promise<Uint8Array> {
  let start = 0
  let bytes = new Uint8Array()
  return async (at, size) => {
    if (at < start || at + size > start + bytes.length) {
      start = at
      bytes = await openRange(blob, at, at + Math.max(size, WINDOW_BYTES))
    }
    return bytes.subarray(at - start, at - start + size)
  }
}
