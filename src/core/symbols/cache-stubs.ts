/** Stubs of shared caches by their targets: those of images whose tables do not name them, and islands that belong to no image. */
import { openRange } from '../bytes/blob.ts'
import type { SharedCache } from '../dyld-cache/cache.ts'
import type { CachedImage } from '../dyld-cache/images.ts'
import { jumpReaders } from '../dyld-cache/jumps.ts'
import { JumpTargets } from '../dyld-cache/targets.ts'
import type { MachOImage } from '../macho/image.ts'
import { MAX_STUBS } from '../macho/limits.ts'
import { fileKinds } from '../messages/files.ts'
import { frameNames } from '../messages/names.ts'
import { imageOffset, linkAddress, offsetOfLink, type ImageOffset } from '../model/address.ts'
import { archFamily, pointerSize } from '../model/architecture.ts'
import { problemFrom, failure, success } from '../model/problem.ts'
import type { SymbolEntry } from '../ports.ts'
import { contentUuid } from './content-uuid.ts'
import type { DebugImage } from './source.ts'

/** Shorter code after the last image of a mapping is padding. */
const LEAST_ISLANDS = 4096
const LOOKED_AT = 16_384
/** Islands are read to this size; those of the largest caches have some twenty megabytes. */
const MOST_ISLANDS = 64 << 20

/** Where a stub may begin that holds an instruction, by bytes before it. */
const BACK = [0, 4, 8, 12]

const stubEntry = (offset: number, symbol: string): SymbolEntry => ({
  offset: imageOffset(offset),
  name: frameNames.stub({ symbol }),
  source: 'symtab',
})

/** Stubs of an image that have no name yet, by where they lead. With `only`, those that hold these offsets. */
export async function followedStubs(
  image: MachOImage,
  cached: CachedImage,
  targets: JumpTargets,
  named: readonly SymbolEntry[],
  only?: readonly ImageOffset[],
): Promise<readonly SymbolEntry[]> {
  const known = new Set<number>(named.map(({ offset }) => offset))
  const starts: number[] = []
  for (const { address, size, stubs } of image.sections) {
    const start = offsetOfLink(address, image.textVmaddr)
    if (!stubs || stubs.bytes === 0 || start === undefined) continue
    const asked = only?.filter((offset) => offset >= start && offset < start + size)
    const numbers = asked
      ? new Set(asked.map((offset) => Math.floor((offset - start) / stubs.bytes)))
      : Array.from({ length: Math.min(MAX_STUBS, Math.floor(size / stubs.bytes)) }, (_, at) => at)
    for (const number of numbers)
      if (!known.has(start + number * stubs.bytes)) starts.push(start + number * stubs.bytes)
  }
  const names = await targets.namesOf(starts.map((start) => cached.start + start))
  return [...names].map(([at, symbol]) => stubEntry(at - cached.start, symbol))
}

/** Code of a cache that belongs to no image: offset in the cache, size. */
interface Region {
  readonly start: number
  readonly size: number
}

/**
 * Executable mappings without an image, and the code after the last image of one. Islands are needed where branches are
 * short.
 */
function regionsOf({ space, main }: SharedCache, images: readonly CachedImage[]): readonly Region[] {
  if (jumpReaders[archFamily(main.arch)]?.step !== 4) return []
  return space.pieces.flatMap(({ start, size, executable }): readonly Region[] => {
    if (!executable) return []
    const own = images.filter((image) => image.start >= start && image.start < start + size)
    if (own.some(({ textBytes }) => textBytes === 0)) return []
    const from = own.reduce((end, image) => Math.max(end, image.start + image.textBytes), start)
    const left = start + size - from
    return left >= LEAST_ISLANDS && left <= MOST_ISLANDS ? [{ start: from, size: left }] : []
  })
}

/** True if there is a jump near the beginning: other regions are padding. */
async function beginsWithJumps({ space, start, main }: SharedCache, region: Region): Promise<boolean> {
  const reader = jumpReaders[archFamily(main.arch)]
  const bytes = await openRange(space, region.start, region.start + Math.min(region.size, LOOKED_AT))
  const code = new DataView(bytes.buffer)
  const address = Number(start) + region.start
  for (let at = 0; reader && at + reader.step <= bytes.length; at += reader.step)
    if (reader.read(code, at, address + at)) return true
  return false
}

/** Regions of a cache in which there are stubs, each as an image of its own. */
export async function islandImages(
  cache: SharedCache,
  images: readonly CachedImage[],
  targets: () => Promise<JumpTargets>,
): Promise<readonly DebugImage[]> {
  const { main } = cache
  const made: DebugImage[] = []
  for (const region of regionsOf(cache, images)) {
    if (!(await beginsWithJumps(cache, region))) continue
    const address = linkAddress(cache.start + BigInt(region.start))
    const uuid = await contentUuid(new Blob([`${main.uuid} ${region.start}`]))
    const name = fileKinds.stubIslands
    const facts = { uuid, arch: main.arch, name, kind: 'dylib', textVmaddr: address } as const
    const path = `${main.path}!${name} 0x${address.toString(16)}`
    made.push({
      ...facts,
      path,
      detail: 'symbols',
      rank: 19,
      bytes: region.size,
      cache: { uuid: main.uuid, start: linkAddress(cache.start), textBytes: region.size },
      prepare: async (only) => {
        try {
          const { symbols, code } = await namedIslands(region, await targets(), only)
          const rest = { littleEndian: true, dwarf: [], sectionIsCode: [], file: path }
          return success({ ...facts, ...rest, pointerSize: pointerSize(archFamily(main.arch)), code, symbols })
        } catch (thrown) {
          return failure(problemFrom(thrown, path))
        }
      },
    })
  }
  return made
}

/** The stubs of a region, or those that hold some offsets; a jump that leads nowhere has no name and is no code. */
async function namedIslands(
  { start, size }: Region,
  targets: JumpTargets,
  only?: readonly ImageOffset[],
): Promise<{ readonly symbols: readonly SymbolEntry[]; readonly code: { start: ImageOffset; end: ImageOffset }[] }> {
  const sizes = new Map<number, number>()
  const step = targets.reader?.step ?? size
  if (only) {
    for (const offset of only) {
      for (const back of BACK) {
        const at = offset - (offset % step) - back
        const bytes = at < 0 || at >= size ? 0 : await targets.bytesOf(start + at)
        if (bytes > offset - at) sizes.set(at, bytes)
      }
    }
  } else {
    for (let at = 0; at < Math.min(size, MOST_ISLANDS) && sizes.size < MAX_STUBS;) {
      const bytes = await targets.bytesOf(start + at)
      if (bytes > 0) sizes.set(at, bytes)
      at += bytes || step
    }
  }
  const names = await targets.namesOf([...sizes.keys()].map((at) => start + at))
  const symbols = [...names].map(([at, symbol]) => stubEntry(at - start, symbol)).sort((a, b) => a.offset - b.offset)
  const code = symbols.map(({ offset }) => ({
    start: offset,
    end: imageOffset(offset + (sizes.get(offset) ?? step)),
  }))
  return { symbols, code }
}
