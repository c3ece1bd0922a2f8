/** The load commands of a Mach-O image that symbols need. Apple's `mach-o/loader.h`. */
import { ByteCursor } from '../bytes/cursor.ts'
import { linkAddress } from '../model/address.ts'
import { uuidFromBytes, type ImageUuid } from '../model/image.ts'
import { platformName } from '../model/platform.ts'
import type { MachOTable } from '../messages/problems/symbols.ts'
import { FormatError, type Problem } from '../model/problem.ts'
import * as C from './constants.ts'
import type { MachHeader } from './header.ts'
import type { FileRange, MachOImage, Section, Segment } from './image.ts'
import { MAX_PROBLEMS, MAX_SECTIONS } from './limits.ts'

/** The fields of a `MachOImage` from load commands. */
export interface LoadCommands {
  uuid?: ImageUuid
  readonly segments: Segment[]
  readonly sections: Section[]
  symtab?: NonNullable<MachOImage['symtab']>
  indirectSymbols?: FileRange
  exportsTrie?: FileRange
  functionStarts?: FileRange
  chainedFixups?: FileRange
  binds?: FileRange
  platform?: string
  minimumOs?: string
  sdk?: string
  dylib?: NonNullable<MachOImage['dylib']>
  encrypted?: FileRange
  readonly problems: Problem[]
}

interface Context {
  readonly header: MachHeader
  readonly imageBytes: number
  readonly cursor: ByteCursor
  readonly found: LoadCommands
}

/**
 * Reads the load commands after the header. `bytes` start with the Mach header; ranges are clipped to `imageBytes`, the
 * size of the whole image. A damaged command is skipped with a problem; one with a wrong size ends the list.
 */
export function parseLoadCommands(
  bytes: Uint8Array,
  header: MachHeader,
  options: { readonly file: string; readonly fileOffset: number; readonly imageBytes: number },
): LoadCommands {
  const cursor = new ByteCursor(bytes, { ...options, littleEndian: header.littleEndian, at: header.size })
  const found: LoadCommands = { segments: [], sections: [], problems: [] }
  const context: Context = { header, imageBytes: options.imageBytes, cursor, found }
  const end = Math.min(bytes.length, header.size + header.commandBytes)
  for (let index = 0; index < header.commandCount; index++) {
    const start = cursor.at
    if (start + 8 > end) {
      note(context, cursor.damage('truncated-commands', { missing: header.commandCount - index }))
      break
    }
    const command = cursor.readU32()
    const size = cursor.readU32()
    if (size < 8 || start + size > end) {
      note(context, cursor.damage('bad-command-size', { size }, start))
      break
    }
    try {
      const body = new ByteCursor(bytes.subarray(0, start + size), {
        ...options,
        littleEndian: header.littleEndian,
        at: start + 8,
      })
      readCommand(command, { ...context, cursor: body })
    } catch (thrown) {
      if (!(thrown instanceof FormatError)) throw thrown
      note(context, thrown)
    }
    cursor.at = start + size
  }
  return found
}

function note(context: Context, error: FormatError): void {
  if (context.found.problems.length < MAX_PROBLEMS) context.found.problems.push(error.problem)
}

function readCommand(command: number, context: Context): void {
  const { cursor, found } = context
  switch (command) {
    case C.LC_SEGMENT:
    case C.LC_SEGMENT_64:
      readSegment(context, command === C.LC_SEGMENT_64)
      break
    case C.LC_UUID: {
      const uuid = uuidFromBytes(cursor.readBytes(16))
      if (uuid) found.uuid ??= uuid
      break
    }
    case C.LC_SYMTAB:
      readSymtab(context)
      break
    case C.LC_DYSYMTAB:
      readIndirectSymbols(context)
      break
    case C.LC_DYLD_INFO:
    case C.LC_DYLD_INFO_ONLY:
      cursor.skip(8) // rebase opcodes: offset and size
      keep(context, 'binds', 'binds')
      cursor.skip(16) // weak and lazy binds
      keep(context, 'exportsTrie', 'exports-trie')
      break
    case C.LC_DYLD_EXPORTS_TRIE:
      keep(context, 'exportsTrie', 'exports-trie')
      break
    case C.LC_FUNCTION_STARTS:
      keep(context, 'functionStarts', 'function-starts')
      break
    case C.LC_DYLD_CHAINED_FIXUPS:
      keep(context, 'chainedFixups', 'chained-fixups')
      break
    case C.LC_ENCRYPTION_INFO:
    case C.LC_ENCRYPTION_INFO_64: {
      const range = { offset: cursor.readU32(), size: cursor.readU32() }
      if (cursor.readU32() !== 0 && range.size > 0) found.encrypted = range
      break
    }
    case C.LC_BUILD_VERSION:
      found.platform ??= platformName(cursor.readU32())
      found.minimumOs ??= readVersion(cursor)
      found.sdk ??= readVersion(cursor)
      break
    case C.LC_VERSION_MIN_MACOSX:
      readMinimum(context, 'macOS')
      break
    case C.LC_VERSION_MIN_IPHONEOS:
      readMinimum(context, 'iOS')
      break
    case C.LC_VERSION_MIN_TVOS:
      readMinimum(context, 'tvOS')
      break
    case C.LC_VERSION_MIN_WATCHOS:
      readMinimum(context, 'watchOS')
      break
    case C.LC_ID_DYLIB:
      readDylib(context)
      break
  }
}

function keep(
  context: Context,
  field: 'exportsTrie' | 'functionStarts' | 'chainedFixups' | 'binds',
  table: MachOTable,
): void {
  const { cursor, found } = context
  const at = cursor.at
  const offset = cursor.readU32()
  const range = clip(context, { offset, size: cursor.readU32() }, table, at)
  if (range.size > 0) found[field] ??= range
}

/** Clips a range to the image; a clipped range is a problem. */
function clip(context: Context, range: FileRange, table: MachOTable | `section ${string}`, at: number): FileRange {
  const size = Math.max(0, Math.min(range.size, context.imageBytes - range.offset))
  if (size < range.size) {
    note(
      context,
      context.cursor.damage(
        'truncated-section.table',
        { table, size: range.size, offset: range.offset, end: context.imageBytes },
        at,
      ),
    )
  }
  return { offset: size > 0 ? range.offset : 0, size }
}

function readSymtab(context: Context): void {
  const { cursor, found, header } = context
  const at = cursor.at
  const entrySize = header.is64 ? 16 : 12
  const offset = cursor.readU32()
  const count = cursor.readU32()
  const strings = { offset: cursor.readU32(), size: cursor.readU32() }
  if (found.symtab || count === 0) return
  const entries = clip(context, { offset, size: count * entrySize }, 'symbols', at)
  const kept = Math.floor(entries.size / entrySize)
  if (kept > 0) {
    found.symtab = { offset, count: kept, strings: clip(context, strings, 'strings', at) }
  }
}

function readIndirectSymbols(context: Context): void {
  const { cursor, found } = context
  const at = cursor.at
  cursor.skip(48) // which symbols are local, defined and imported, and tables of older linkers
  const offset = cursor.readU32()
  const range = clip(context, { offset, size: cursor.readU32() * 4 }, 'indirect-symbols', at)
  if (range.size > 0) found.indirectSymbols ??= range
}

/** `xxxx.yy.zz` in nibbles; a third part of zero is left out, as Apple's tools do. */
function readVersion(cursor: ByteCursor): string {
  const packed = cursor.readU32()
  const patch = packed & 0xff
  return `${packed >>> 16}.${(packed >>> 8) & 0xff}${patch ? `.${patch}` : ''}`
}

function readMinimum(context: Context, platform: string): void {
  const { cursor, found } = context
  found.platform ??= platform
  found.minimumOs ??= readVersion(cursor)
  found.sdk ??= readVersion(cursor)
}

function readDylib(context: Context): void {
  const { cursor, found } = context
  const nameAt = cursor.at - 8 + cursor.readU32() // counted from the start of the command
  cursor.skip(4)
  const version = readVersion(cursor)
  cursor.at = nameAt
  found.dylib ??= { name: cursor.readCString(), version }
}

function readSegment(context: Context, wide: boolean): void {
  const { cursor, found, header } = context
  const name = cursor.readFixedString(16)
  const word = (): bigint => cursor.readPointer(wide ? 8 : 4)
  const address = linkAddress(word())
  const size = Number(word())
  const file: FileRange = { offset: Number(word()), size: Number(word()) }
  cursor.skip(4)
  const executable = (cursor.readU32() & 4) !== 0
  const count = cursor.readU32()
  cursor.skip(4)
  const segment: Segment = { name, address, size, file, executable }
  found.segments.push(segment)
  for (let index = 0; index < count; index++) {
    if (found.sections.length >= MAX_SECTIONS) throw cursor.damage('too-many-sections', {})
    found.sections.push(readSection(context, segment, wide, header.fileType === C.MH_DSYM))
  }
}

function readSection(context: Context, parent: Segment, wide: boolean, isDsym: boolean): Section {
  const { cursor } = context
  const at = cursor.at
  const name = cursor.readFixedString(16)
  const segment = cursor.readFixedString(16)
  const address = linkAddress(cursor.readPointer(wide ? 8 : 4))
  const size = Number(cursor.readPointer(wide ? 8 : 4))
  const narrowOffset = cursor.readU32()
  cursor.skip(4) // alignment
  const relocations = { offset: cursor.readU32(), count: cursor.readU32() }
  const flags = cursor.readU32()
  const stubs = { first: cursor.readU32(), bytes: cursor.readU32() }
  cursor.skip(wide ? 4 : 0)
  const type = flags & C.SECTION_TYPE
  const zeroFill = type === C.S_ZEROFILL || type === C.S_GB_ZEROFILL || type === C.S_THREAD_LOCAL_ZEROFILL
  // A dSYM keeps the headers of the image's sections without their bytes; their offsets are zero or stale.
  const absent = zeroFill || narrowOffset === 0 || (isDsym && parent.file.size === 0)
  const offset = wideOffset(narrowOffset, address - parent.address, parent.file)
  const file = absent ? { offset: 0, size: 0 } : clip(context, { offset, size }, `section ${segment},${name}`, at)
  const isCode =
    (flags & (C.S_ATTR_PURE_INSTRUCTIONS | C.S_ATTR_SOME_INSTRUCTIONS)) !== 0 ||
    (segment === '__TEXT' && name === '__text')
  const isStubs = type === C.S_SYMBOL_STUBS && stubs.bytes > 0
  const isPointers = type === C.S_NON_LAZY_SYMBOL_POINTERS || type === C.S_LAZY_SYMBOL_POINTERS
  return {
    ...{ name, segment, address, size, file, flags, relocations, isCode },
    ...(isStubs && { stubs }),
    ...(isPointers && { pointers: { first: stubs.first, bytes: wide ? 8 : 4 } }),
  }
}

/** A section's file offset has 32 bits. Above 4 GiB its upper bits follow from its position in the segment. */
function wideOffset(narrow: number, distance: bigint, segment: FileRange): number {
  const wrap = 2 ** 32
  if (segment.offset + segment.size <= wrap) return narrow
  const expected = segment.offset + Number(distance)
  return narrow + Math.max(0, Math.round((expected - narrow) / wrap)) * wrap
}
