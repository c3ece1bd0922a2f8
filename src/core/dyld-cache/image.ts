/**
 * An image of a cache as a Mach-O image. Ranges count from the start of the cache instead of a file, so that every
 * Mach-O reader can read it. Its symbol table joins its own entries and its local symbols.
 */
import { openRange } from '../bytes/blob.ts'
import { Budget } from '../bytes/budget.ts'
import { imageKind } from '../macho/constants.ts'
import { parseMachHeader } from '../macho/header.ts'
import { bytesOf, type FileRange, type MachOImage, type Section, type Segment } from '../macho/image.ts'
import { MAX_COMMAND_BYTES } from '../macho/limits.ts'
import { parseLoadCommands, type LoadCommands } from '../macho/load-commands.ts'
import { archName } from '../model/architecture.ts'
import { FormatError, problemFrom, type Problem } from '../model/problem.ts'
import { problem } from '../messages/problems.ts'
import type { AddressSpace } from './address-space.ts'
import type { SharedCache } from './cache.ts'
import type { CachedImage } from './images.ts'
import { MAX_SYMBOLS } from './limits.ts'
import type { LocalSymbols } from './local-symbols.ts'
import { pointerTarget } from './pointers.ts'
import type { SelectorBase } from './selectors.ts'
import { entryBytesOf, joinSymbols, localPart, type SymbolPart } from './symbol-table.ts'

const HEAD_BYTES = 16_384
const LINKEDIT = '__LINKEDIT'

/** The data that all images of a cache share. */
export interface Shared {
  readonly cache: SharedCache
  readonly locals: LocalSymbols | undefined
  readonly selectors: SelectorBase
}

/** Path of an image in its cache, like an entry of an archive. */
export function pathOf(cache: SharedCache, image: CachedImage): string {
  return `${cache.main.path}!${image.name}`
}

/** The load commands with ranges in the address space; nothing of the tables is read. Throws a FormatError. */
export async function openCachedHeader(cache: SharedCache, cached: CachedImage): Promise<MachOImage> {
  const { space } = cache
  const path = pathOf(cache, cached)
  const head = await openRange(space, cached.start, cached.start + HEAD_BYTES)
  const header = parseMachHeader(head, path, cached.start)
  const headerBytes = header.size + Math.min(header.commandBytes, MAX_COMMAND_BYTES)
  const bytes = headerBytes > head.length ? await openRange(space, cached.start, cached.start + headerBytes) : head
  const place = { file: path, fileOffset: cached.start, imageBytes: Number.MAX_SAFE_INTEGER }
  const commands = parseLoadCommands(bytes, header, place)
  if (commands.uuid !== cached.uuid) {
    const found = commands.uuid ?? ''
    throw new FormatError(problem('shared-cache.wrong-image', { found }, { file: path, offset: cached.start }))
  }
  const moved = inSpace(commands, cache, path)
  const sizes = moved.segments.reduce((sum, { name, file }) => sum + (name === LINKEDIT ? 0 : file.size), 0)
  const tables = [moved.symtab && moved.symtab.count * 16, moved.exportsTrie?.size, moved.functionStarts?.size]
  return {
    ...moved,
    path,
    blob: space,
    fileOffset: 0,
    ownBytes: tables.reduce<number>((sum, size) => sum + (size ?? 0), sizes),
    arch: archName(header.cpuType, header.cpuSubtype),
    cpuType: header.cpuType,
    fileType: header.fileType,
    kind: imageKind(header.fileType) === 'executable' ? 'executable' : 'dylib',
    littleEndian: header.littleEndian,
    pointerSize: header.is64 ? 8 : 4,
    headerBytes,
    textVmaddr: cached.address,
  }
}

/** The image with its symbols, and the parts of the cache that its metadata needs. Throws a FormatError. */
export async function openCachedImage(shared: Shared, cached: CachedImage): Promise<MachOImage> {
  const { cache, locals, selectors } = shared
  const { symtab, ...image } = await openCachedHeader(cache, cached)
  const problems: Problem[] = [...image.problems]
  const { pointerSize, littleEndian, segments } = image
  const entryBytes = entryBytesOf(pointerSize)
  const parts: SymbolPart[] = []
  if (symtab) {
    const { offset, count, strings } = symtab
    parts.push({
      entries: cache.space.slice(offset, offset + count * entryBytes),
      strings: cache.space.slice(strings.offset, strings.offset + strings.size),
    })
  }
  const own = locals && localPart(locals, cached.start, entryBytes)
  if (own) parts.push(own)
  const isOwn = (address: bigint): boolean =>
    segments.some((one) => address >= one.address && address <= one.address + BigInt(one.size))
  const bytes = bytesOf(image) + parts.reduce((sum, { entries }) => sum + 4 * entries.size, 0)
  const place = { file: locals?.path ?? cache.main.path, offset: locals?.entriesAt ?? 0 }
  let space: AddressSpace = cache.space
  let joined: MachOImage['symtab']
  try {
    const table = await joinSymbols(parts, { pointerSize, littleEndian, isOwn }, place, new Budget(bytes), problems)
    const made = cache.space.withTables(image.path, [table.entries, table.strings])
    const [entriesAt = 0, stringsAt = 0] = made.starts
    if (table.count > 0)
      joined = { offset: entriesAt, count: table.count, strings: { offset: stringsAt, size: table.strings.length } }
    space = made.space
  } catch (thrown) {
    problems.push(problemFrom(thrown, image.path))
  }
  const start = cache.start
  return {
    ...image,
    ...(joined && { symtab: joined }),
    blob: space,
    ownBytes: bytes,
    problems,
    shared: {
      start: cached.start,
      pointerTarget: (value, at) => {
        const piece = space.pieceAt(at)
        const target = piece && pointerTarget(value, piece.pointers)
        return target === undefined ? undefined : Number(target - start)
      },
      selectors,
    },
  }
}

/**
 * Load commands whose ranges count in the address space. Ranges that are not mapped there are left out, with a problem.
 */
function inSpace(commands: LoadCommands, cache: SharedCache, path: string): LoadCommands {
  const { space, start } = cache
  const problems: Problem[] = [...commands.problems]
  const missing = new Set<string>()
  const linkedit = commands.segments.find(({ name }) => name === LINKEDIT)
  const mapped = (at: number, size: number, what: string): FileRange => {
    const has = size > 0 ? space.mapped(at, size) : 0
    if (has < size) missing.add(what)
    return has > 0 ? { offset: at, size: has } : { offset: 0, size: 0 }
  }
  const atAddress = (address: bigint, size: number, what: string): FileRange =>
    mapped(Number(address - start), size, what)
  const inLinkedit = (range: FileRange | undefined): FileRange | undefined => {
    if (!range || !linkedit || range.offset < linkedit.file.offset) return undefined
    const at = Number(linkedit.address - start) + range.offset - linkedit.file.offset
    const found = mapped(at, range.size, LINKEDIT)
    return found.size > 0 ? found : undefined
  }
  const segments = commands.segments.map((segment): Segment => ({
    ...segment,
    file: atAddress(segment.address, segment.file.size, segment.name),
  }))
  const sections = commands.sections.map((section): Section => ({
    ...section,
    file: atAddress(section.address, section.file.size, section.segment),
  }))
  const { symtab, indirectSymbols, exportsTrie, functionStarts, ...rest } = commands
  const entryBytes = 12
  const entries = symtab && inLinkedit({ offset: symtab.offset, size: symtab.count * entryBytes })
  const strings = symtab && inLinkedit(symtab.strings)
  const kept = {
    indirect: inLinkedit(indirectSymbols),
    trie: inLinkedit(exportsTrie),
    starts: inLinkedit(functionStarts),
  }
  // Pointers are slid by the cache; the image's own fixups are gone.
  delete rest.binds
  delete rest.chainedFixups
  if (missing.size > 0) {
    const parts = cache.missing.map(({ name }) => name)
    problems.push(problem('shared-cache.not-mapped', { segments: [...missing], parts }, { file: path }))
  }
  return {
    ...rest,
    problems,
    segments,
    sections,
    ...(symtab &&
      entries &&
      strings && { symtab: { offset: entries.offset, count: Math.min(symtab.count, MAX_SYMBOLS), strings } }),
    ...(kept.indirect && { indirectSymbols: kept.indirect }),
    ...(kept.trie && { exportsTrie: kept.trie }),
    ...(kept.starts && { functionStarts: kept.starts }),
  }
}
