/**
 * Images in a core file, in this order of trust. First comes the note `all image infos`, which debuggers and newer
 * kernels write. Then come the list in dyld's own data, and Mach headers at the start of memory ranges.
 */
import { ByteCursor } from '../bytes/cursor.ts'
import { openRange } from '../bytes/blob.ts'
import { offsetOfLink, runtimeAddress, runtimeOf, type LinkAddress, type RuntimeAddress } from '../model/address.ts'
import { uuidFromBytes, type Arch, type ImageUuid } from '../model/image.ts'
import { archName } from '../model/architecture.ts'
import { parseMachHeader, sniffThin } from '../macho/header.ts'
import { parseLoadCommands } from '../macho/load-commands.ts'
import type { CoreCommands, CoreSegment } from './core-commands.ts'
import type { OpenMemory } from './memory-read.ts'
import { openCString } from './process-memory.ts'

const MH_EXECUTE = 2
const MH_DYLIB = 6
const MH_DYLINKER = 7
const MH_BUNDLE = 8
const loadable = [MH_EXECUTE, MH_DYLIB, MH_DYLINKER, MH_BUNDLE]

/** Images taken from one core; a process with all frameworks of the system has some thousand. */
const mostImages = 20_000
/** Load commands that are read of an image; Apple's largest have some ten thousand bytes. */
const headerBytes = 0x8000

export interface CoreImage {
  readonly loadAddress: RuntimeAddress
  readonly path?: string
  readonly uuid?: ImageUuid
  readonly arch?: Arch
  /** Bytes of `__TEXT`; 0 where its header was not kept. */
  readonly size: number
  readonly fileType?: number
  /** `__TEXT,__unwind_info` in memory. */
  readonly unwindInfo?: { readonly address: RuntimeAddress; readonly size: number }
  /** `__TEXT,__eh_frame` in memory. */
  readonly ehFrame?: { readonly address: RuntimeAddress; readonly size: number }
  /** Link address of `__TEXT`. */
  readonly textVmaddr?: LinkAddress
  /** dyld's list of images, in dyld itself. */
  readonly allImageInfos?: RuntimeAddress
}

/** All images, ascending by load address. */
export async function openCoreImages(
  blob: Blob,
  core: CoreCommands,
  open: OpenMemory,
  pointerSize: 4 | 8,
  file: string,
): Promise<readonly CoreImage[]> {
  const found = new Map<RuntimeAddress, CoreImage>()
  const add = async (loadAddress: RuntimeAddress, path?: string, uuid?: ImageUuid): Promise<CoreImage | undefined> => {
    if (found.size >= mostImages) return undefined
    const known = found.get(loadAddress)
    const image =
      known ?? (await openImageAt(loadAddress, open, file)) ?? (uuid || path ? { loadAddress, size: 0 } : undefined)
    if (!image) return undefined
    const named = { ...image, ...(path && { path }), ...(uuid && !image.uuid && { uuid }) }
    found.set(loadAddress, named)
    return named
  }
  for (const { loadAddress, path, uuid } of await imagesOfNotes(blob, core, file)) await add(loadAddress, path, uuid)
  const heads = await openHeads(blob, core.segments)
  for (const loadAddress of heads) await add(loadAddress)
  for (const image of [...found.values()]) {
    if (image.fileType !== MH_DYLINKER) continue
    for (const { loadAddress, path } of await imagesOfDyld(image, open, pointerSize, file)) await add(loadAddress, path)
  }
  return [...found.values()].sort((a, b) =>
    a.loadAddress < b.loadAddress ? -1 : a.loadAddress > b.loadAddress ? 1 : 0,
  )
}

/** Addresses of ranges that begin with a Mach header. Images are mapped at the start of a range of their own. */
async function openHeads(blob: Blob, segments: readonly CoreSegment[]): Promise<readonly RuntimeAddress[]> {
  const withBytes = segments.filter(({ fileSize }) => fileSize >= 32)
  // An image's header is mapped together with its code. Cores without protections are searched whole.
  const executable = withBytes.filter(({ executable }) => executable)
  const heads: RuntimeAddress[] = []
  for (const segment of executable.length > 0 ? executable : withBytes) {
    const head = await openRange(blob, segment.fileOffset, segment.fileOffset + 16)
    if (sniffThin(head)) heads.push(segment.address)
  }
  return heads
}

async function openImageAt(
  loadAddress: RuntimeAddress,
  open: OpenMemory,
  file: string,
): Promise<CoreImage | undefined> {
  const bytes = await open(loadAddress, headerBytes)
  if (!sniffThin(bytes) || bytes.length < 32) return undefined
  const header = parseMachHeader(bytes, file, 0)
  if (!loadable.includes(header.fileType)) return undefined
  const commands = parseLoadCommands(bytes, header, { file, fileOffset: 0, imageBytes: Number.MAX_SAFE_INTEGER })
  const text = commands.segments.find(({ name }) => name === '__TEXT')
  const inMemory = (name: string): { readonly address: RuntimeAddress; readonly size: number } | undefined => {
    const section = commands.sections.find((other) => other.name === name)
    const offset = section && text ? offsetOfLink(section.address, text.address) : undefined
    return section && offset !== undefined ? { address: runtimeOf(loadAddress, offset), size: section.size } : undefined
  }
  const unwindInfo = inMemory('__unwind_info')
  const ehFrame = inMemory('__eh_frame')
  const infos = commands.sections.find(({ name }) => name === '__all_image_info')
  const infosAt = infos && text ? offsetOfLink(infos.address, text.address) : undefined
  return {
    loadAddress,
    size: text?.size ?? 0,
    fileType: header.fileType,
    arch: archName(header.cpuType, header.cpuSubtype),
    ...(commands.uuid && { uuid: commands.uuid }),
    ...(commands.dylib && { path: commands.dylib.name }),
    ...(text && { textVmaddr: text.address }),
    ...(unwindInfo && { unwindInfo }),
    ...(ehFrame && { ehFrame }),
    ...(infosAt !== undefined && { allImageInfos: runtimeOf(loadAddress, infosAt) }),
  }
}

interface ListedImage {
  readonly loadAddress: RuntimeAddress
  readonly path: string
  readonly uuid?: ImageUuid
}

/** dyld's own list (`dyld_all_image_infos`): version, count, array of load address, path and time. */
async function imagesOfDyld(
  dyld: CoreImage,
  open: OpenMemory,
  pointerSize: 4 | 8,
  file: string,
): Promise<readonly ListedImage[]> {
  if (dyld.allImageInfos === undefined) return []
  const head = await open(dyld.allImageInfos, 8 + pointerSize)
  if (head.length < 8 + pointerSize) return []
  const cursor = new ByteCursor(head, { file })
  cursor.skip(4)
  const count = Math.min(cursor.readU32(), mostImages)
  const array = runtimeAddress(cursor.readPointer(pointerSize))
  const entries = new ByteCursor(await open(array, count * pointerSize * 3), { file })
  const listed: ListedImage[] = []
  while (entries.remaining >= pointerSize * 3) {
    const loadAddress = runtimeAddress(entries.readPointer(pointerSize))
    const path = await openCString(open, runtimeAddress(entries.readPointer(pointerSize)))
    entries.skip(pointerSize)
    listed.push({ loadAddress, path })
  }
  return listed
}

/**
 * Notes that name images. `all image infos`: version, count, offset and size of the entries; an entry is the file offset
 * of its path, a UUID, the load address, and where its segments lie. `load binary`: version, UUID, load address, slide,
 * name. `main bin spec`: version, type, address, for version 2 the slide, UUID. An address of all ones means "not known".
 */
async function imagesOfNotes(blob: Blob, core: CoreCommands, file: string): Promise<readonly ListedImage[]> {
  const listed: ListedImage[] = []
  for (const { owner, offset, size } of core.notes) {
    const cursor = new ByteCursor(await openRange(blob, offset, offset + Math.min(size, 0x100000)), {
      file,
      fileOffset: offset,
    })
    if (owner === 'all image infos' && cursor.remaining >= 24) {
      cursor.skip(4)
      const count = Math.min(cursor.readU32(), mostImages)
      const entriesAt = Number(cursor.readU64())
      const entryBytes = cursor.readU32()
      if (entryBytes < 32) continue
      const entries = new ByteCursor(await openRange(blob, entriesAt, entriesAt + count * entryBytes), { file })
      while (entries.remaining >= entryBytes) {
        const start = entries.at
        const pathAt = Number(entries.readU64())
        const uuid = uuidFromBytes(entries.readBytes(16))
        const loadAddress = runtimeAddress(entries.readU64())
        entries.at = start + entryBytes
        if (isUnknown(loadAddress)) continue
        const path = new ByteCursor(await openRange(blob, pathAt, pathAt + 1024), { file }).readCString()
        listed.push({ loadAddress, path, ...(uuid && { uuid }) })
      }
    } else if (owner === 'load binary' && cursor.remaining >= 36) {
      cursor.skip(4)
      const uuid = uuidFromBytes(cursor.readBytes(16))
      const loadAddress = runtimeAddress(cursor.readU64())
      cursor.skip(8)
      if (!isUnknown(loadAddress)) listed.push({ loadAddress, path: cursor.readCString(), ...(uuid && { uuid }) })
    } else if (owner === 'main bin spec' && cursor.remaining >= 32) {
      const version = cursor.readU32()
      cursor.skip(4)
      const loadAddress = runtimeAddress(cursor.readU64())
      if (version >= 2) cursor.skip(8)
      const uuid = cursor.remaining >= 16 ? uuidFromBytes(cursor.readBytes(16)) : undefined
      if (!isUnknown(loadAddress) && uuid) listed.push({ loadAddress, path: '', uuid })
    }
  }
  return listed
}

function isUnknown(address: RuntimeAddress): boolean {
  return address === 0xffff_ffff_ffff_ffffn || address === 0n
}
