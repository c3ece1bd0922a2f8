/** Puts the files of shared caches together: by the UUIDs that the main file lists, whatever the files are called. */
import { problem } from '../messages/problems.ts'
import type { ImageUuid } from '../model/image.ts'
import type { Problem } from '../model/problem.ts'
import { AddressSpace, type Piece } from './address-space.ts'
import type { CacheFile, SubCache } from './header.ts'
import { append } from '../model/lists.ts'
import { pathName } from '../model/path-name.ts'

/** A cache with those of its files that were given. */
export interface SharedCache {
  readonly main: CacheFile
  /** Address of the first mapping: offsets count from here. */
  readonly start: bigint
  readonly space: AddressSpace
  /** The file with the local symbols: one of its own, or the main file. */
  readonly locals?: CacheFile
  /** Files that the main file lists and that were not given, by name. */
  readonly missing: readonly MissingPart[]
  readonly problems: readonly Problem[]
}

export interface MissingPart {
  readonly name: string
  /** Where its addresses begin; absent for the file of local symbols. */
  readonly start?: number
}

/** The result of joining files: caches, and files whose main file is missing. */
export interface JoinedCaches {
  readonly caches: readonly { readonly cache: SharedCache; readonly parts: readonly CacheFile[] }[]
  readonly orphans: readonly CacheFile[]
}

/** A file that another one lists is a part, also where it lists others itself; so lists that go in a circle end. */
export function joinCaches(files: readonly CacheFile[]): JoinedCaches {
  const listed = new Set(
    files.flatMap(({ subCaches, symbolFile }) => [...subCaches.map(({ uuid }) => uuid), symbolFile]),
  )
  const mains = files.filter(
    ({ uuid, images, mappings }) => !listed.has(uuid) && images.count > 0 && mappings.length > 0,
  )
  const byUuid = new Map(files.map((file) => [file.uuid, file]))
  const caches = mains.map((main) => joinCache(main, byUuid))
  const used = new Set([...mains, ...caches.flatMap(({ parts }) => parts)])
  return { caches, orphans: files.filter((file) => !used.has(file)) }
}

function joinCache(
  main: CacheFile,
  byUuid: ReadonlyMap<ImageUuid, CacheFile>,
): { readonly cache: SharedCache; readonly parts: readonly CacheFile[] } {
  const start = main.mappings[0]?.address ?? 0n
  const problems: Problem[] = [...main.problems]
  const missing: MissingPart[] = []
  const name = pathName(main.path)
  const parts: CacheFile[] = []
  for (const sub of main.subCaches) {
    const part = byUuid.get(sub.uuid)
    if (!part || part === main) missing.push({ name: name + sub.suffix, start: Number(sub.start) })
    else if (!parts.includes(part) && isAtPlace(part, sub, start, problems)) parts.push(part)
  }
  let locals: CacheFile | undefined = main.localSymbols ? main : undefined
  if (main.symbolFile) {
    const symbols = byUuid.get(main.symbolFile)
    if (symbols) {
      parts.push(symbols)
      locals = symbols
    } else missing.push({ name: `${name.replace(/\.development$/, '')}.symbols` })
  }
  const space = spaceOf([main, ...parts], start, problems)
  for (const part of parts) append(problems, part.problems)
  return { cache: { main, start, space, ...(locals && { locals }), missing, problems }, parts }
}

function isAtPlace(part: CacheFile, sub: SubCache, start: bigint, problems: Problem[]): boolean {
  const first = part.mappings[0]?.address
  if (first === undefined || first === start + sub.start) return true
  problems.push(problem('shared-cache.wrong-place', {}, { file: part.path, offset: 0 }))
  return false
}

/** The mappings of all files; one that overlaps another is left out, because its bytes might be of another image. */
function spaceOf(files: readonly CacheFile[], start: bigint, problems: Problem[]): AddressSpace {
  const pieces: Piece[] = []
  for (const { path, blob, mappings } of files) {
    for (const { address, size, fileOffset, pointers, executable } of mappings) {
      const distance = address - start
      if (distance < 0n || distance > BigInt(Number.MAX_SAFE_INTEGER - size)) {
        problems.push(problem('shared-cache.outside', {}, { file: path, offset: fileOffset }))
        continue
      }
      pieces.push({ start: Number(distance), size, path, blob, fileOffset, pointers, executable })
    }
  }
  pieces.sort((a, b) => a.start - b.start)
  const kept: Piece[] = []
  for (const piece of pieces) {
    const last = kept.at(-1)
    if (!last || piece.start >= last.start + last.size) kept.push(piece)
    else problems.push(problem('shared-cache.overlap', {}, { file: piece.path, offset: piece.fileOffset }))
  }
  return new AddressSpace(kept)
}
