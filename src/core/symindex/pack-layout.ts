/** Numbers of the pack format; see README.md. */

export const MAGIC = 'UNSLPAK\n'
/** Version of the pack format; the indexes in it have their own. */
export const PACK_VERSION = 1
export const HEADER_BYTES = 32
/** A cache in the directory: UUID, address of its first mapping. */
export const CACHE_BYTES = 24
/** An image in the directory. */
export const ROW_BYTES = 68
/** A system has some 4000 images at 200 bytes; this is a hundred times that. */
export const MOST_DIRECTORY_BYTES = 64 << 20

/** True if a file's first bytes are those of a pack, of any version. */
export function sniffPack(head: Uint8Array): boolean {
  return head.length >= 12 && [...MAGIC].every((char, at) => head[at] === char.charCodeAt(0))
}
