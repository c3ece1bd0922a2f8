/** Numbers of the pack format; see README.md. */

export const MAGIC = 'UNSLPAK\n'
/** Version of a pack of images alone; the indexes in it have their own. */
export const IMAGES_VERSION = 1
/** Version of a pack that holds maps, too. */
export const MAPS_VERSION = 2
export const HEADER_BYTES = 32
/** A cache in the directory: UUID, address of its first mapping. */
export const CACHE_BYTES = 24
/** An image in the directory. */
export const ROW_BYTES = 68
/** A map in the directory. */
export const MAP_ROW_BYTES = 32
/** No app has as many bundles. */
export const MOST_MAPS = 256
/** Bytes of a map before it was compressed; its readers take no larger one. */
export const MOST_MAP_BYTES = 400 << 20
/** Bytes of the directory before its first row. */
export const directoryHead = (version: number): number => (version === MAPS_VERSION ? 16 : 12)
/** A system has some 4000 images at 200 bytes; this is a hundred times that. */
export const MOST_DIRECTORY_BYTES = 64 << 20

/** True if a file's first bytes are those of a pack, of any version. */
export function sniffPack(head: Uint8Array): boolean {
  return head.length >= 12 && [...MAGIC].every((char, at) => head[at] === char.charCodeAt(0))
}
