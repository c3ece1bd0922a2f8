/** Where things lie in a published folder; see README.md. Every name is made here of parts that were checked. */
import type { Arch, ImageUuid } from '../../core/model/image.ts'

/** The folder below the published one. */
export const SYMBOLS = 'symbols'

/** Bytes kept of the SHA-256 of a block, or of two digests. */
export const DIGEST_BYTES = 16

const ARCH = /^[A-Za-z0-9_]{1,24}$/
const SHA256 = /^[0-9a-f]{64}$/

/** True if an architecture can be part of a file's name. */
export const isArchName = (arch: Arch): boolean => ARCH.test(arch)

/** True for a SHA-256 in hex. */
export const isSha256 = (text: string): boolean => SHA256.test(text)

export const folderOf = (uuid: ImageUuid): string => `${SYMBOLS}/${uuid}`

export const manifestPath = (uuid: ImageUuid): string => `${folderOf(uuid)}/manifest.json`

/** Name of a published map, in the folder of its id. */
export const mapFile = (sha256: string): string => `${sha256.slice(0, 32)}.unslide-map`

/** Name of the file with the blocks of an index, in its image's folder: by its content, so that it never changes. */
export const blocksFile = (arch: Arch, sha256: string): string => `${arch}-${sha256.slice(0, 32)}.unslide-blocks`
