/**
 * Pointers in a shared cache as its files have them: with the distance to the next pointer and signing information in
 * their upper bits, until dyld slides them. Apple's dyld, `dyld_cache_slide_info…`.
 */
import { openRange } from '../bytes/blob.ts'
import { ByteCursor } from '../bytes/cursor.ts'

/** How to read the pointers of a mapping. */
export type PointerForm =
  | { readonly kind: 'plain' }
  /** Versions 2 and 4: some bits of a word are not the pointer's. */
  | { readonly kind: 'masked'; readonly mask: bigint; readonly add: bigint; readonly wide: boolean }
  /** Version 3: addresses, and offsets from the start of the cache where signed. */
  | { readonly kind: 'signed'; readonly start: bigint }
  /** Version 5: offsets from the start of the cache. */
  | { readonly kind: 'offsets'; readonly start: bigint }

export const PLAIN_POINTERS: PointerForm = { kind: 'plain' }
const SLIDE_BYTES = 40

/** Reads the slide information at an offset of the file; plain pointers where there is none or it is unknown. */
export async function readSlide(path: string, blob: Blob, offset: number | undefined): Promise<PointerForm> {
  if (offset === undefined) return PLAIN_POINTERS
  const bytes = await openRange(blob, offset, offset + SLIDE_BYTES)
  if (bytes.length < SLIDE_BYTES) return PLAIN_POINTERS
  const cursor = new ByteCursor(bytes, { file: path, fileOffset: offset })
  const version = cursor.readU32()
  if (version === 3 || version === 5) {
    cursor.at = 16
    const start = cursor.readU64()
    return { kind: version === 3 ? 'signed' : 'offsets', start }
  }
  if (version !== 2 && version !== 4) return PLAIN_POINTERS
  cursor.at = 24
  const mask = cursor.readU64()
  return { kind: 'masked', mask, add: cursor.readU64(), wide: version === 2 }
}

const bits = (value: bigint, count: bigint): bigint => value & ((1n << count) - 1n)

/** The address that a stored word points to; undefined for null and for small numbers that are no pointer. */
export function pointerTarget(value: bigint, form: PointerForm): bigint | undefined {
  if (value === 0n) return undefined
  switch (form.kind) {
    case 'plain':
      return value
    case 'masked': {
      const rest = value & ~form.mask
      if (rest === 0n) return undefined
      // Version 4 keeps small numbers, positive and negative ones, in the same chain.
      if (!form.wide && ((rest & 0xffff8000n) === 0n || (rest & 0x3fff8000n) === 0x3fff8000n)) return undefined
      return rest + form.add
    }
    case 'signed':
      return value >> 63n === 1n ? form.start + bits(value, 32n) : bits(value, 43n)
    case 'offsets':
      return form.start + bits(value, 34n)
  }
}
