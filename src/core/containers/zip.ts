/**
 * zip archives (PKWARE APPNOTE 6.3.10) with zip64. zip.js reads the central directory; the data is read in place, see
 * README.md.
 */
import { openRange } from '../bytes/blob.ts'
import { archiveFaults } from '../messages/files.ts'
import { problem } from '../messages/problems.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import { streamSource } from './byte-source.ts'
import { crc32Of } from '../bytes/crc32.ts'
import type { Budget } from '../bytes/budget.ts'
import type { Container, Entry } from './container.ts'
import { streamEntry } from './stream-entry.ts'
import { HEAD_BYTES, MAX_INFLATED_ENTRY } from './limits.ts'
import { salvageZip, type ZipRecord } from './zip-salvage.ts'

const STORED = 0
const DEFLATED = 8
const LOCAL_HEADER_BYTES = 30

export const zipContainer: Container = {
  id: 'zip',
  label: 'zip archive',
  sniff: (head) => head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5) && head[3] === head[2] + 1,
  async *entries(file, budget) {
    const { BlobReader, ZipReader } = await import('./zip-library.ts')
    const reader = new ZipReader(new BlobReader(file.blob), { strictness: 'tolerant' })
    let read = 0
    let reason: string | undefined
    try {
      for await (const entry of reader.getEntriesGenerator()) {
        read++
        const member = zipEntry(file.blob, entry, file.path, budget)
        if (!isFolder(entry) && !(mayBeLink(entry) && (await leadsToPath(member)))) yield member
      }
    } catch (thrown) {
      if (thrown instanceof FormatError) throw thrown
      reason = thrown instanceof Error ? thrown.message : String(thrown)
    }
    if (read === 0) {
      // The directory could not be read, or a damaged end record points at none: the entries themselves may be whole.
      for await (const record of salvageZip(file.blob)) {
        reason ??= archiveFaults.emptyDirectory
        if (!record.filename.endsWith('/')) yield zipEntry(file.blob, record, file.path, budget)
      }
    }
    if (reason !== undefined) throw new FormatError(problem('bad-zip', { reason }, { file: file.path }))
  },
}

function zipEntry(blob: Blob, entry: ZipRecord, archive: string, budget: Budget): Entry {
  const path = entry.filename
  const file = `${archive}!${path}`
  const size = entry.uncompressedSize ?? Number.POSITIVE_INFINITY
  const packed = async (): Promise<Blob> => {
    checkReadable(entry, file)
    const start = await dataStart(blob, entry.offset, file)
    return blob.slice(start, start + entry.compressedSize)
  }
  const inflated = async (onBytes: (count: number) => void, checked = false) => {
    const data = await packed()
    const stream = checked
      ? asGzip(data, entry).pipeThrough(new DecompressionStream('gzip'))
      : data.stream().pipeThrough(new DecompressionStream('deflate-raw'))
    return streamSource(stream, file, onBytes)
  }
  return {
    path,
    size: entry.uncompressedSize,
    async head() {
      if (entry.compressionMethod === STORED) return openRange(await packed(), 0, HEAD_BYTES)
      const source = await inflated((count) => budget.spend('inflated', count))
      try {
        return await source.read(Math.min(HEAD_BYTES, size))
      } finally {
        await source.cancel()
      }
    },
    async blob(note) {
      if (entry.compressionMethod === STORED) {
        const data = await packed()
        if (data.size < size) note(problem('truncated.zip-entry', {}, { file }))
        else if (entry.crc32 !== undefined && (await crc32Of(data)) !== entry.crc32) note(wrongChecksum())
        return data
      }
      const unpacked = async (checked: boolean): Promise<{ data: Blob; problems: readonly Problem[] }> => {
        let total = 0
        const problems: Problem[] = []
        const source = await inflated((count) => {
          total += count
          if (total > MAX_INFLATED_ENTRY) throw tooLarge(file)
          budget.spend('inflated', count)
        }, checked)
        try {
          // Inflated to the end of the stream: Finder writes sizes above 4 GiB without their upper bits.
          const entire = streamEntry(source, path, Number.POSITIVE_INFINITY, file)
          return { data: await entire.blob((problem) => problems.push(problem)), problems }
        } finally {
          await source.cancel()
        }
      }
      const isStated = entry.crc32 !== undefined && Number.isFinite(size)
      const first = isStated ? await unpacked(true) : undefined
      if (first?.problems.length === 0) return first.data
      // A damaged entry is read again without its checksum, to keep the readable part, with a problem.
      const { data, problems } = await unpacked(false)
      problems.forEach(note)
      if (problems.length > 0) return data
      if (Number.isFinite(size) && (data.size - size) % 2 ** 32 !== 0) note(wrongSize(data, size))
      else if (first) note(wrongChecksum())
      return data
    },
  }
}

/** A path that a link leads to is no longer; file systems refuse it. */
const LONGEST_LINK = 1024

interface ZipMember {
  readonly directory: boolean
  readonly symlink?: boolean
  readonly compressedSize: number
  readonly uncompressedSize: number
}

/** True if an entry says that it is a folder, and holds no more than one does: one bit makes a file a folder. */
function isFolder({ directory, compressedSize, uncompressedSize }: ZipMember): boolean {
  return directory && Math.max(compressedSize, uncompressedSize) <= 2
}

/** True if an entry says that it is a link, and is as short as one. */
function mayBeLink({ symlink, compressedSize, uncompressedSize }: ZipMember): boolean {
  return symlink === true && Math.max(compressedSize, uncompressedSize) <= LONGEST_LINK
}

/** True if the content of an entry can be a path. One bit makes a short report a link, too, but a report has lines. */
async function leadsToPath(member: Entry): Promise<boolean> {
  try {
    return (await member.head()).every((byte) => byte >= 0x20)
  } catch {
    return false // the walk reports the damage
  }
}

/** Wraps deflated data as gzip (RFC 1952): the host then checks size and CRC-32 while it inflates. */
function asGzip(data: Blob, { crc32 = 0, uncompressedSize = 0 }: ZipRecord): ReadableStream<Uint8Array<ArrayBuffer>> {
  const trailer = new DataView(new ArrayBuffer(8))
  trailer.setUint32(0, crc32, true)
  trailer.setUint32(4, uncompressedSize % 2 ** 32, true)
  return data.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>>({
      start: (out) => out.enqueue(Uint8Array.of(0x1f, 0x8b, DEFLATED, 0, 0, 0, 0, 0, 0, 255)),
      flush: (out) => out.enqueue(new Uint8Array(trailer.buffer)),
    }),
  )
}

function checkReadable(entry: ZipRecord, file: string): void {
  const { compressionMethod: method } = entry
  if (entry.encrypted) {
    throw new FormatError(problem('encrypted-entry', {}, { file }))
  }
  if (method !== STORED && method !== DEFLATED) {
    throw new FormatError(problem('unsupported-compression', { method: methodName(method) }, { file }))
  }
  if ((entry.uncompressedSize ?? 0) > MAX_INFLATED_ENTRY) throw tooLarge(file)
}

function tooLarge(file: string): FormatError {
  return new FormatError(problem('too-large.entry', { gigabytes: MAX_INFLATED_ENTRY / 2 ** 30 }, { file }))
}

function wrongSize({ size }: Blob, stated: number): Problem {
  return problem('wrong-size', { bytes: size, stated })
}

function wrongChecksum(): Problem {
  return problem('wrong-checksum', {})
}

const methods: Readonly<Record<number, string>> = { 9: 'Deflate64', 12: 'bzip2', 14: 'LZMA', 93: 'Zstandard', 95: 'XZ' }

function methodName(method: number): string {
  return methods[method] ?? `method ${method}`
}

/**
 * Start of an entry's data, after its local header, whose name and extra field may differ from the central directory's.
 */
async function dataStart(blob: Blob, offset: number, file: string): Promise<number> {
  const header = await openRange(blob, offset, offset + LOCAL_HEADER_BYTES)
  const view = new DataView(header.buffer)
  if (header.length < LOCAL_HEADER_BYTES || view.getUint32(0, true) !== 0x04034b50) {
    throw new FormatError(problem('bad-zip-entry', {}, { file, offset }))
  }
  return offset + LOCAL_HEADER_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
}
