/** The manifest of an image's folder: which indexes lie there, and what their bytes must be. Layout: README.md. */
import { linkAddress } from '../../core/model/address.ts'
import type { ImageKind, ImageUuid, SymbolDetail } from '../../core/model/image.ts'
import { problem } from '../../core/messages/problems.ts'
import { FormatError } from '../../core/model/problem.ts'
import { count, is, list, object, optional, text, word } from '../../core/model/shape.ts'
import { siteShapes } from '../messages/site.ts'
import { MOST_MAP_BYTES } from './block-map.ts'
import { blocksFile, isArchName, isSha256 } from './layout.ts'

/** 1 had the index as it is, and its digests in a second file. */
export const MANIFEST_SCHEMA = 2

/** Larger files are no manifests. */
export const MOST_MANIFEST_BYTES = 1 << 20
const MOST_INDEXES = 64
const MOST_INDEX_BYTES = 8 * 2 ** 30
/** Of what a reader begins with. */
const MOST_FIRST_BYTES = MOST_MAP_BYTES + (8 << 20)
const MOST_MAPS = 16
/** Of a map, as large as those that are read. */
export const MOST_SCRIPT_MAP_BYTES = 400 << 20
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
  /** Of the index. */
  readonly bytes: number
  /** Of the file with its blocks. */
  readonly fileBytes: number
  /** SHA-256 of that file, in hex. It is named after it. */
  readonly sha256: string
  /** Of the map at its beginning, and of that when it is inflated. */
  readonly mapBytes: number
  readonly mapLength: number
  readonly mapSha256: string
  /** Of the file, with which a reader begins: the map, and blocks that every look-up needs. */
  readonly firstBytes: number
}

/** A map of scripts or lines, which its debug id ties to a bundle or image. */
export interface PublishedMap {
  /** Of the file that was published. */
  readonly name: string
  /** Milliseconds since 1970. */
  readonly publishedAt: number
  /** Of the map. */
  readonly bytes: number
  /** Of the file here, which is the map deflated. */
  readonly fileBytes: number
  /** SHA-256 of that file, in hex. It is named after it. */
  readonly sha256: string
}

export interface Manifest {
  readonly schema: typeof MANIFEST_SCHEMA
  readonly uuid: ImageUuid
  readonly indexes: readonly PublishedIndex[]
  readonly maps?: readonly PublishedMap[]
}

const shortText = is(
  () => siteShapes.text,
  (value) => typeof value === 'string' && value.length <= MOST_TEXT,
)
const sha256 = is(
  () => siteShapes.sha256,
  (value) => typeof value === 'string' && isSha256(value),
)

const mapSize = is(
  () => siteShapes.size,
  (value) => isWithin(value, 1, MOST_SCRIPT_MAP_BYTES),
)

const checkManifest = object<Manifest>({
  schema: is(
    () => siteShapes.schema,
    (value) => value === MANIFEST_SCHEMA,
  ),
  uuid: text,
  indexes: list(
    object<PublishedIndex>({
      arch: is(
        () => siteShapes.arch,
        (value) => typeof value === 'string' && isArchName(value),
      ),
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
        elf: true,
      }),
      detail: word<SymbolDetail>({ dwarf: true, symbols: true, starts: true, none: true }),
      textVmaddr: is(
        () => siteShapes.address,
        (value) => typeof value === 'string' && /^0x[0-9a-f]{1,16}$/.test(value),
      ),
      functions: count,
      inlines: count,
      lineRows: count,
      indexedAt: count,
      bytes: is(
        () => siteShapes.size,
        (value) => isWithin(value, 1, MOST_INDEX_BYTES),
      ),
      fileBytes: is(
        () => siteShapes.size,
        (value) => isWithin(value, 1, 2 * MOST_INDEX_BYTES),
      ),
      sha256,
      mapBytes: is(
        () => siteShapes.size,
        (value) => isWithin(value, 1, MOST_MAP_BYTES),
      ),
      mapLength: is(
        () => siteShapes.size,
        (value) => isWithin(value, 1, MOST_MAP_BYTES),
      ),
      mapSha256: sha256,
      firstBytes: is(
        () => siteShapes.size,
        (value) => isWithin(value, 1, MOST_FIRST_BYTES),
      ),
    }),
  ),
  maps: optional(
    list(
      object<PublishedMap>({
        name: shortText,
        publishedAt: count,
        bytes: mapSize,
        fileBytes: mapSize,
        sha256,
      }),
    ),
  ),
})

const isWithin = (value: unknown, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most

/** Reads the manifest of this image. Throws a FormatError that names the address and what is wrong. */
export function readManifest(bytes: Uint8Array, uuid: ImageUuid, url: string): Manifest {
  let value: unknown
  // A server that answers every address sends its page. JSON never begins so.
  if (/^\s*</.test(new TextDecoder().decode(bytes.subarray(0, 64))))
    throw new FormatError(problem('site-web-page', {}, { file: url }))
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw notManifest(url, siteShapes.json)
  }
  const schema = typeof value === 'object' && value !== null && 'schema' in value ? value.schema : undefined
  if (typeof schema === 'number' && schema !== MANIFEST_SCHEMA)
    throw new FormatError(problem('site-schema', { schema, known: MANIFEST_SCHEMA }, { file: url }))
  const fault = checkManifest(value)
  if (fault) throw notManifest(url, fault.path.replace(/^\./, ''))
  const manifest = value as Manifest
  if (manifest.uuid !== uuid) throw notManifest(url, 'uuid')
  if (manifest.indexes.length > MOST_INDEXES) throw notManifest(url, 'indexes')
  if ((manifest.maps?.length ?? 0) > MOST_MAPS) throw notManifest(url, 'maps')
  for (const { mapBytes, firstBytes, fileBytes } of manifest.indexes)
    if (mapBytes > firstBytes || firstBytes > fileBytes) throw notManifest(url, 'firstBytes')
  return manifest
}

export const writeManifest = (manifest: Manifest): string => `${JSON.stringify(manifest, null, 1)}\n`

function notManifest(url: string, field: string): FormatError {
  return new FormatError(problem('site-not-manifest', { field: field === '' ? siteShapes.json : field }, { file: url }))
}

/** Name of an index's file, in its image's folder. */
export const fileOf = ({ arch, sha256 }: PublishedIndex): string => blocksFile(arch, sha256)

export const textVmaddrOf = ({ textVmaddr }: PublishedIndex) => linkAddress(BigInt(textVmaddr))
