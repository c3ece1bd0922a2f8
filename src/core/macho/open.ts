/** Opens files that hold Mach-O images: thin, fat, and static libraries of object files. Reads headers only. */
import { modifiedSeconds, openRange } from '../bytes/blob.ts'
import { problem } from '../messages/problems.ts'
import { linkAddress, type LinkAddress } from '../model/address.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { openArchive, sniffArchive } from './archive.ts'
import { archName } from '../model/architecture.ts'
import { imageKind, MH_OBJECT } from './constants.ts'
import { FAT_HEADER_BYTES, parseFatHeader, sniffFat } from './fat.ts'
import { parseMachHeader, sniffThin } from './header.ts'
import type { MachOImage, Segment } from './image.ts'
import { MAX_COMMAND_BYTES } from './limits.ts'
import { parseLoadCommands } from './load-commands.ts'
import { append } from '../model/lists.ts'

/** Bytes of the first read. Most load commands are shorter; longer ones cost a second read. */
const HEAD_BYTES = 65_536
/** The same for object files: they have one segment, and libraries have thousands of them. */
const MEMBER_HEAD_BYTES = 4096

/** True for a thin or fat Mach-O file or a static library, by its first bytes. */
export function sniffMachO(head: Uint8Array): boolean {
  return sniffThin(head) || sniffFat(head) || sniffArchive(head)
}

export interface OpenedMachO {
  readonly images: readonly MachOImage[]
  /** Problems of the file itself; each image has its own. */
  readonly problems: readonly Problem[]
}

/** All images of a file, from headers and load commands. Never rejects because of the file's content. */
export async function openMachO(file: InputFile): Promise<OpenedMachO> {
  const opened = await openPart(file.path, file.blob, 0, true)
  const modified = modifiedSeconds(file.blob)
  if (modified === undefined) return opened
  // The time of a library says nothing of its members.
  const isMember = (image: MachOImage): boolean => image.path !== file.path
  return { ...opened, images: opened.images.map((image) => (isMember(image) ? image : { ...image, modified })) }
}

async function openPart(path: string, blob: Blob, fileOffset: number, mayBeFat: boolean): Promise<OpenedMachO> {
  const head = await openRange(blob, 0, HEAD_BYTES)
  try {
    if (sniffThin(head)) return { images: [await openThin(path, blob, fileOffset, head)], problems: [] }
    if (sniffArchive(head)) return await openMembers(path, blob, fileOffset)
    if (mayBeFat && sniffFat(head)) return await openFat(path, blob, head)
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    return { images: [], problems: [thrown.problem] }
  }
  const key = fileOffset > 0 ? 'not-mach-o.slice' : 'not-mach-o'
  return { images: [], problems: [problem(key, {}, { file: path, offset: fileOffset })] }
}

async function openFat(path: string, blob: Blob, head: Uint8Array): Promise<OpenedMachO> {
  const { slices, problems } = parseFatHeader(head.subarray(0, FAT_HEADER_BYTES), path, blob.size)
  const images: MachOImage[] = []
  const all: Problem[] = [...problems]
  for (const slice of slices) {
    const opened = await openPart(path, blob.slice(slice.offset, slice.offset + slice.size), slice.offset, false)
    append(images, opened.images)
    append(all, opened.problems)
  }
  if (images.length === 0 && all.length === 0) {
    all.push(problem('empty-fat', {}, { file: path }))
  }
  return { images, problems: all }
}

async function openMembers(path: string, blob: Blob, fileOffset: number): Promise<OpenedMachO> {
  const { members, problems } = await openArchive(path, blob, fileOffset)
  const images: MachOImage[] = []
  const all: Problem[] = [...problems]
  for (const member of members) {
    const part = blob.slice(member.offset, member.offset + member.size)
    const head = await openRange(part, 0, MEMBER_HEAD_BYTES)
    if (!sniffThin(head)) continue // bitcode and other members have no symbols for us
    try {
      const image = await openThin(`${path}!${member.name}`, part, fileOffset + member.offset, head)
      images.push(member.modified > 0 ? { ...image, modified: member.modified } : image)
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      all.push(thrown.problem)
    }
  }
  if (images.length === 0 && all.length === 0) {
    all.push(problem('empty-library', {}, { file: path, offset: fileOffset }))
  }
  return { images, problems: all }
}

async function openThin(path: string, blob: Blob, fileOffset: number, head: Uint8Array): Promise<MachOImage> {
  const header = parseMachHeader(head, path, fileOffset)
  const headerBytes = header.size + Math.min(header.commandBytes, MAX_COMMAND_BYTES)
  const bytes = headerBytes > head.length ? await openRange(blob, 0, headerBytes) : head
  const commands = parseLoadCommands(bytes, header, { file: path, fileOffset, imageBytes: blob.size })
  return {
    ...commands,
    path,
    blob,
    fileOffset,
    arch: archName(header.cpuType, header.cpuSubtype),
    cpuType: header.cpuType,
    fileType: header.fileType,
    kind: imageKind(header.fileType),
    littleEndian: header.littleEndian,
    pointerSize: header.is64 ? 8 : 4,
    headerBytes,
    textVmaddr: header.fileType === MH_OBJECT ? linkAddress(0) : textAddress(commands.segments),
  }
}

/** `textVmaddr`: vmaddr of `__TEXT`, else of the segment that maps the start of the file. */
function textAddress(segments: readonly Segment[]): LinkAddress {
  const text =
    segments.find((segment) => segment.name === '__TEXT') ??
    segments.find((segment) => segment.file.offset === 0 && segment.file.size > 0)
  return text?.address ?? linkAddress(0)
}
