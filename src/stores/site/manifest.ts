/** The manifest of an image's folder: which indexes lie there, and what their bytes must be. Layout: README.md. */
import { linkAddress } from '../../core/model/address.ts'
import type { ImageKind, ImageUuid, SymbolDetail } from '../../core/model/image.ts'
import { problem } from '../../core/messages/problems.ts'
import { FormatError } from '../../core/model/problem.ts'
import { count, is, list, object, text, word } from '../../core/model/shape.ts'
import { siteShapes } from '../messages/en/site.ts'
import { DIGEST_BYTES, digestsFile, indexFile, isArchName, isSha256 } from './layout.ts'

export const MANIFEST_SCHEMA = 1

/** Larger files are no manifests. */
export const MOST_MANIFEST_BYTES = 1 << 20
const MOST_INDEXES = 64
const MOST_INDEX_BYTES = 8 * 2 ** 30
const LEAST_BLOCK_BYTES = 1 << 10
const MOST_BLOCK_BYTES = 1 << 20
const MOST_TEXT = 1024

/** One published index. */
export interface PublishedIndex {
  readonly arch: string
  /** Version of the index format. */
  readonly format: number
  readonly name: string
  readonly kind: ImageKind
  readonly detail: SymbolDetail
  /** `__TEXT` vmaddr, in hex with `0x`. */
  readonly textVmaddr: string
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  /** Milliseconds since 1970. */
  readonly indexedAt: number
  readonly bytes: number
  /** Of the whole index, in hex. Its file and that of its digests are named after it. */
  readonly sha256: string
  /** Bytes of a block; the last one may be shorter. */
  readonly blockBytes: number
  /** Digests of the blocks of the file with the blocks' digests, in hex, one behind the other. */
  readonly digests: string
}

export interface Manifest {
  readonly schema: typeof MANIFEST_SCHEMA
  readonly uuid: ImageUuid
  readonly indexes: readonly PublishedIndex[]
}

const shortText = is(siteShapes.text, (value) => typeof value === 'string' && value.length <= MOST_TEXT)
const sha256 = is(siteShapes.sha256, (value) => typeof value === 'string' && isSha256(value))

const checkManifest = object<Manifest>({
  schema: is(siteShapes.schema, (value) => value === MANIFEST_SCHEMA),
  uuid: text,
  indexes: list(
    object<PublishedIndex>({
      arch: is(siteShapes.arch, (value) => typeof value === 'string' && isArchName(value)),
      format: count,
      name: shortText,
      kind: word<ImageKind>({
        dsym: true,
        executable: true,
        dylib: true,
        bundle: true,
        object: true,
        kext: true,
        core: true,
        other: true,
      }),
      detail: word<SymbolDetail>({ dwarf: true, symbols: true, starts: true, none: true }),
      textVmaddr: is(siteShapes.address, (value) => typeof value === 'string' && /^0x[0-9a-f]{1,16}$/.test(value)),
      functions: count,
      inlines: count,
      lineRows: count,
      indexedAt: count,
      bytes: is(siteShapes.size, (value) => isWithin(value, 1, MOST_INDEX_BYTES)),
      sha256,
      blockBytes: is(
        siteShapes.blockSize,
        (value) => isWithin(value, LEAST_BLOCK_BYTES, MOST_BLOCK_BYTES) && Number.isInteger(Math.log2(Number(value))),
      ),
      digests: is(siteShapes.digests, (value) => typeof value === 'string' && /^(?:[0-9a-f]{32})+$/.test(value)),
    }),
  ),
})

const isWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

/** Reads the manifest of this image. Throws a FormatError that names the address and what is wrong. */
export function readManifest(bytes: Uint8Array, uuid: ImageUuid, url: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw notManifest(url, siteShapes.json)
  }
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined
  if (typeof schema === 'number' && schema > MANIFEST_SCHEMA)
    throw new FormatError(problem('site-schema', { schema, known: MANIFEST_SCHEMA }, { file: url }))
  const fault = checkManifest(value)
  if (fault) throw notManifest(url, fault.path.replace(/^\./, ''))
  const manifest = value as Manifest
  if (manifest.uuid !== uuid) throw notManifest(url, 'uuid')
  if (manifest.indexes.length > MOST_INDEXES) throw notManifest(url, 'indexes')
  for (const index of manifest.indexes)
    if (index.digests.length !== 2 * DIGEST_BYTES * Math.ceil(digestsSize(index) / index.blockBytes))
      throw notManifest(url, 'digests')
  return manifest
}

export const writeManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 1)}\n`

function notManifest(url: string, field: string): FormatError {
  return new FormatError(problem('site-not-manifest', { field: field === '' ? siteShapes.json : field }, { file: url }))
}

/** Names of an index's files, in its image's folder. */
export function filesOf({ arch, sha256, blockBytes }: PublishedIndex): {
  readonly index: string
  readonly digests: string
} {
  return { index: indexFile(arch, sha256), digests: digestsFile(arch, sha256, blockBytes) }
}

const blocksOf = ({ bytes, blockBytes }: PublishedIndex): number => Math.ceil(bytes / blockBytes)

/** The digests of the file with the digests. */
export function topDigests({ digests }: PublishedIndex): Uint8Array {
  return Uint8Array.from(digests.match(/../g) ?? [], (hex) => Number.parseInt(hex, 16))
}

/** Bytes of the file with the digests. */
export const digestsSize = (index: PublishedIndex): number => blocksOf(index) * DIGEST_BYTES

export const textVmaddrOf = ({ textVmaddr }: PublishedIndex) => linkAddress(BigInt(textVmaddr))
