/** Chained fixups: the encoding of pointers in a file that dyld has not loaded. Apple's `mach-o/fixup-chains.h`. */
import type { Budget } from '../bytes/budget.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { imageOffset, linkAddress, offsetOfLink, type ImageOffset, type LinkAddress } from '../model/address.ts'
import { MAX_IMPORTS } from './limits.ts'

export interface ChainedFixups {
  /** `DYLD_CHAINED_PTR_…` of the image's segments; undefined when none has chains. */
  readonly format: number | undefined
  /** Names of imported symbols by ordinal. */
  readonly imports: readonly string[]
}

/** Parses LC_DYLD_CHAINED_FIXUPS. Throws a FormatError if it is damaged. */
export function parseChainedFixups(
  bytes: Uint8Array,
  options: { readonly file: string; readonly fileOffset?: number; readonly budget: Budget },
): ChainedFixups {
  const cursor = new ByteCursor(bytes, options)
  cursor.skip(4)
  const startsAt = cursor.readU32()
  const importsAt = cursor.readU32()
  const symbolsAt = cursor.readU32()
  const importCount = Math.min(cursor.readU32(), MAX_IMPORTS)
  const importFormat = cursor.readU32()
  return {
    format: readFormat(new ByteCursor(bytes, { ...options, at: startsAt }), startsAt),
    imports: readImports(cursor, importsAt, symbolsAt, importCount, importFormat, options.budget),
  }
}

/** The pointer format of the first segment that has one; images do not mix them in practice. */
function readFormat(cursor: ByteCursor, startsAt: number): number | undefined {
  const segments = Math.min(cursor.readU32(), 64)
  for (let index = 0; index < segments; index++) {
    const offset = cursor.readU32()
    if (offset === 0) continue
    cursor.at = startsAt + offset + 6 // size of the record, page size
    return cursor.readU16()
  }
  return undefined
}

function readImports(
  cursor: ByteCursor,
  at: number,
  symbolsAt: number,
  count: number,
  format: number,
  budget: Budget,
): string[] {
  const size = { 1: 4, 2: 8, 3: 16 }[format]
  if (size === undefined) return []
  const names: string[] = []
  // Imports may share a name.
  const known = new Map<number, string>()
  for (let index = 0; index < count; index++) {
    cursor.at = at + index * size
    const nameOffset = format === 3 ? Number(cursor.readU64() >> 32n) : cursor.readU32() >>> 9
    cursor.at = symbolsAt + nameOffset
    let name = known.get(nameOffset)
    if (name === undefined) {
      name = cursor.readCString()
      budget.spend('text', name.length)
      known.set(nameOffset, name)
    }
    names.push(name)
  }
  return names
}

/** Target of a pointer: an offset in this image, or an imported symbol. */
export type PointerTarget =
  { readonly kind: 'offset'; readonly offset: ImageOffset } | { readonly kind: 'import'; readonly ordinal: number }

const PTR_ARM64E = 1
const PTR_64 = 2
const PTR_32 = 3
const PTR_64_OFFSET = 6
const PTR_ARM64E_KERNEL = 7
const PTR_64_KERNEL_CACHE = 8
const PTR_ARM64E_USERLAND = 9
const PTR_ARM64E_FIRMWARE = 10
const PTR_ARM64E_USERLAND24 = 12
/** Not Apple's: a plain address. */
export const PTR_PLAIN = 0
/** arm64e images from before chained fixups: threaded pointers in the same encoding. */
export const PTR_THREADED = PTR_ARM64E

/**
 * Decodes a pointer in the file; undefined for null and for targets outside of the image. `text` is the vmaddr of
 * `__TEXT`.
 */
export function decodePointer(value: bigint, format: number, textVmaddr: LinkAddress): PointerTarget | undefined {
  const bits = (low: number, count: number): bigint => (value >> BigInt(low)) & ((1n << BigInt(count)) - 1n)
  const flag = (bit: number): boolean => bits(bit, 1) === 1n
  const toAddress = (address: bigint): PointerTarget | undefined => {
    const offset = offsetOfLink(linkAddress(address), textVmaddr)
    return offset === undefined ? undefined : { kind: 'offset', offset }
  }
  const toOffset = (offset: bigint): PointerTarget => ({ kind: 'offset', offset: imageOffset(Number(offset)) })
  const toImport = (ordinal: bigint): PointerTarget => ({ kind: 'import', ordinal: Number(ordinal) })
  if (value === 0n) return undefined
  switch (format) {
    case PTR_PLAIN:
      return toAddress(value)
    case PTR_64:
    case PTR_64_OFFSET:
      if (flag(63)) return toImport(bits(0, 24))
      return format === PTR_64 ? toAddress(bits(0, 36)) : toOffset(bits(0, 36))
    case PTR_64_KERNEL_CACHE:
      return toOffset(bits(0, 30))
    case PTR_32:
      return flag(31) ? toImport(bits(0, 20)) : toAddress(bits(0, 26))
    case PTR_ARM64E:
    case PTR_ARM64E_KERNEL:
    case PTR_ARM64E_USERLAND:
    case PTR_ARM64E_FIRMWARE:
    case PTR_ARM64E_USERLAND24:
      if (flag(62)) return toImport(bits(0, format === PTR_ARM64E_USERLAND24 ? 24 : 16))
      if (flag(63)) return toOffset(bits(0, 32)) // signed: always counts from the Mach header
      return format === PTR_ARM64E || format === PTR_ARM64E_FIRMWARE ? toAddress(bits(0, 43)) : toOffset(bits(0, 43))
    default:
      return undefined
  }
}
