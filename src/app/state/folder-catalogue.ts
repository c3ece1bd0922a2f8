/** Catalogue of a remembered folder: file by image. Pure: other modules walk and read. */
import { keyText } from '../../core/model/key.ts'
import { givenFileOf } from '../../core/model/path-name.ts'
import type { FileOutcome } from '../../core/engine-types.ts'

/** A file as the folder lists it. */
export interface FoundFile {
  /** Below the folder, with `/`. */
  readonly path: string
  readonly size: number
  /** Milliseconds since 1970. */
  readonly modified: number
}

export type FolderImage = FileOutcome['images'][number]

/** A file that was looked into, and the images in it; none where it holds no symbols. */
export interface KnownFile extends FoundFile {
  readonly images: readonly FolderImage[]
  /** Path of the file whose images need this one, too. */
  readonly partOf?: string
  /** A pack: its images have no other files. */
  readonly isPack?: true
}

/** An image in a folder, with the file that holds it. */
export interface Held {
  readonly image: FolderImage
  readonly path: string
}

/** Folders that hold no symbols, and often a great many files. */
const SKIPPED_FOLDERS =
  /^(\.git|\.svn|\.hg|node_modules|\.Trash|.*\.(lproj|xcassets|xcodeproj|xcworkspace|playground|docset))$/i

/** Files that hold no symbols, by the ends of their names. */
const SKIPPED_FILES =
  /\.(png|jpe?g|gif|heic|webp|pdf|svg|car|nib|storyboardc?|plist|strings|stringsdict|xcprivacy|mobileprovision|swift|h|hpp|m|mm|c|cc|cpp|py|rb|js|ts|json|xml|ya?ml|md|txt|html?|css|swiftmodule|swiftdoc|swiftinterface|tbd|modulemap|pch|ttf|otf|mp[34]|mov|wav|caf|sqlite|db|log|ips|crash|dmg|pkg|xz|7z|rar|aar)$/i

/** Object files have no UUID that a report could name, but programs that were linked from them have their lines there. */
const OBJECTS = /\.(o|a)$/i

/** Maps of hidden names, and property lists in dSYMs that say which map it is; each is named by a UUID. */
const NAME_AID = /(?:^|\/)([\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12})\.(?:bcsymbolmap|plist)$/i

/** Packed streams must be unpacked from the start to see what is in them: only small ones are looked into. */
const STREAM = /\.(gz|tgz|tar)$/i
const MOST_STREAM = 64 * 1024 * 1024
/** The least that holds a Mach header and a UUID. */
const LEAST = 64

export function isWorthEntering(folder: string): boolean {
  return !SKIPPED_FOLDERS.test(folder)
}

export function isWorthReading(name: string, size: number): boolean {
  if (size < LEAST || name.startsWith('._')) return false
  if (SKIPPED_FILES.test(name)) return NAME_AID.test(name)
  return !STREAM.test(name) || size <= MOST_STREAM
}

/** Files of one shared cache are looked into together: the index of one is in another. */
const CACHE_FILE = /^(.*\/)?dyld_(?:sim_)?shared_cache_[^./]+/

const groupOf = (path: string): string => CACHE_FILE.exec(path)?.[0] ?? path

/** Files in portions of about this size; those of one shared cache in one portion. */
export function batchesOf(files: readonly FoundFile[], size: number): readonly (readonly FoundFile[])[] {
  const groups = new Map<string, FoundFile[]>()
  for (const file of files) groups.set(groupOf(file.path), [...(groups.get(groupOf(file.path)) ?? []), file])
  const batches: FoundFile[][] = []
  for (const group of groups.values()) {
    const last = batches.at(-1)
    if (last && last.length + group.length <= size) for (const file of group) last.push(file)
    else batches.push([...group])
  }
  return batches
}

/** True if a file holds only object files: they matter only with a program linked from them. */
export function holdsObjects(path: string): boolean {
  return OBJECTS.test(path)
}

/** Splits a folder's listing into unchanged files and files to read. Deleted files are in neither. */
export function planScan(
  known: readonly KnownFile[],
  found: readonly FoundFile[],
): { readonly same: readonly KnownFile[]; readonly fresh: readonly FoundFile[] } {
  const before = new Map(known.map((file) => [file.path, file]))
  const same: KnownFile[] = []
  const fresh: FoundFile[] = []
  const isSame = (file: FoundFile, old: KnownFile | undefined): old is KnownFile =>
    old !== undefined && old.size === file.size && old.modified === file.modified
  const changed = new Set(found.filter((file) => !isSame(file, before.get(file.path))).map(({ path }) => groupOf(path)))
  for (const file of found) {
    const old = before.get(file.path)
    if (isSame(file, old) && !changed.has(groupOf(file.path))) same.push(old)
    else fresh.push(file)
  }
  return { same, fresh }
}

/** Files with the images that the engine saw in them. An entry of an archive belongs to the archive. */
export function withImages(files: readonly FoundFile[], fileOutcomes: readonly FileOutcome[]): readonly KnownFile[] {
  const images = new Map<string, FolderImage[]>()
  const given = new Set(files.map(({ path }) => path))
  for (const fileOutcome of fileOutcomes) {
    const path = givenFileOf(fileOutcome.path, (one) => given.has(one))
    images.set(path, [...(images.get(path) ?? []), ...fileOutcome.images])
  }
  const parts = new Map(fileOutcomes.map(({ path, partOf }) => [path, partOf]))
  const packs = new Set(fileOutcomes.filter(({ pack }) => pack !== undefined).map(({ path }) => path))
  return files.map(({ path, size, modified }) => {
    const partOf = parts.get(path)
    return {
      path,
      size,
      modified,
      images: images.get(path) ?? [],
      ...(partOf !== undefined && { partOf }),
      ...(packs.has(path) && { isPack: true as const }),
    }
  })
}

/**
 * Paths of all files for these UUIDs, each once: dSYMs and other files of that UUID. A program without a dSYM adds all object files, which may hold its lines. Each image adds the symbol maps of its archive, which may hold hidden names.
 */
export function pathsFor(files: readonly KnownFile[], uuids: ReadonlySet<string>): readonly string[] {
  const holders = files.filter(({ images }) => images.some(({ uuid }) => uuids.has(uuid)))
  const holding = new Set(holders.map(({ path }) => path))
  const needsObjects = lacksDsym(holders, uuids)
  return files
    .filter(
      (file) =>
        holding.has(file.partOf ?? file.path) ||
        (needsObjects && isOfObjects(file)) ||
        mayHaveNames(file.path, uuids, holding),
    )
    .map(({ path }) => path)
}

/** True if a file may hold hidden names of these images: it has an image's name, or lies in the same archive or folder. */
function mayHaveNames(path: string, uuids: ReadonlySet<string>, holders: ReadonlySet<string>): boolean {
  const uuid = NAME_AID.exec(path)?.[1]?.toUpperCase()
  if (uuid === undefined || holders.size === 0) return false
  if (uuids.has(uuid)) return true
  const folder = path.replace(/(?:BCSymbolMaps\/)?[^/]*$/, '')
  return path.toLowerCase().endsWith('map') && [...holders].some((holder) => holder.startsWith(folder))
}

const isOfObjects = ({ path, images }: KnownFile): boolean =>
  holdsObjects(path) || images.some(({ kind }) => kind === 'object')

/** True if one of these images is here without a dSYM; those of a shared cache or a pack never had one. */
function lacksDsym(holders: readonly KnownFile[], uuids: ReadonlySet<string>): boolean {
  const linked = holders.filter(({ path, isPack }) => !isPack && !CACHE_FILE.test(path))
  const images = linked.flatMap((file) => file.images.filter(({ uuid }) => uuids.has(uuid)))
  const withDsym = new Set(images.filter(({ kind }) => kind === 'dsym').map(({ uuid }) => uuid))
  return images.some(({ uuid }) => !withDsym.has(uuid))
}

/** The images of a folder that are not indexed: one a UUID and architecture, a dSYM before a binary. */
export function notIndexed(files: readonly KnownFile[], indexed: ReadonlySet<string>): readonly Held[] {
  const held = new Map<string, Held>()
  for (const { path, images } of files) {
    for (const image of images) {
      const key = keyText(image)
      if (indexed.has(key) || held.get(key)?.image.kind === 'dsym') continue
      if (!held.has(key) || image.kind === 'dsym') held.set(key, { image, path })
    }
  }
  return [...held.values()].sort((a, b) => a.image.name.localeCompare(b.image.name))
}
