/** The Mach header: magic, architecture, file type, size of the load commands. Apple's `mach-o/loader.h`. */
import { ByteCursor } from '../bytes/cursor.ts'
import { MH_CORE, MH_MAGIC, MH_MAGIC_64 } from './constants.ts'

export interface MachHeader {
  readonly littleEndian: boolean
  readonly is64: boolean
  readonly cpuType: number
  readonly cpuSubtype: number
  readonly fileType: number
  readonly commandCount: number
  readonly commandBytes: number
  /** Bytes of the header itself. */
  readonly size: number
}

/** Byte order and width from the first four bytes; undefined when they are no Mach-O magic. */
function layoutOf(head: Uint8Array): { littleEndian: boolean; is64: boolean } | undefined {
  if (head.length < 4) return undefined
  const view = new DataView(head.buffer, head.byteOffset, 4)
  for (const littleEndian of [true, false]) {
    const magic = view.getUint32(0, littleEndian)
    if (magic === MH_MAGIC || magic === MH_MAGIC_64) return { littleEndian, is64: magic === MH_MAGIC_64 }
  }
  return undefined
}

/** True for a thin Mach-O image of any width and byte order. */
export function sniffThin(head: Uint8Array): boolean {
  return layoutOf(head) !== undefined
}

/** Bytes up to the type of the file, in headers of any width. */
const TYPE_AT = 12

/** True for a thin image that is a core file. */
export function sniffCore(head: Uint8Array): boolean {
  const layout = layoutOf(head)
  if (!layout || head.length < TYPE_AT + 4) return false
  return new DataView(head.buffer, head.byteOffset).getUint32(TYPE_AT, layout.littleEndian) === MH_CORE
}

/** Parses the header. Throws a FormatError if it is damaged or truncated. */
export function parseMachHeader(head: Uint8Array, file: string, fileOffset: number): MachHeader {
  const layout = layoutOf(head)
  const cursor = new ByteCursor(head, { file, fileOffset, littleEndian: layout?.littleEndian ?? true })
  if (!layout) throw cursor.damage('not-mach-o.header', {})
  cursor.skip(4)
  const cpuType = cursor.readU32()
  const cpuSubtype = cursor.readU32()
  const fileType = cursor.readU32()
  const commandCount = cursor.readU32()
  const commandBytes = cursor.readU32()
  cursor.skip(layout.is64 ? 8 : 4) // flags, and for 64 bits a reserved word
  return { ...layout, cpuType, cpuSubtype, fileType, commandCount, commandBytes, size: cursor.at }
}
