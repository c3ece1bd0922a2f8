/**
 * Images of dyld shared caches. Each is offered by the cache's own list; the image itself is read when its symbols are.
 */
import { openCacheFile, type CacheFile } from '../dyld-cache/header.ts'
import { joinCaches, type SharedCache } from '../dyld-cache/cache.ts'
import { openCachedHeader, openCachedImage, pathOf, type Shared } from '../dyld-cache/image.ts'
import { listImages, type CachedImage } from '../dyld-cache/images.ts'
import { openLocalSymbols, type LocalSymbols } from '../dyld-cache/local-symbols.ts'
import { findSelectorBase } from '../dyld-cache/selectors.ts'
import { JumpTargets } from '../dyld-cache/targets.ts'
import { entryBytesOf } from '../dyld-cache/symbol-table.ts'
import { problem } from '../messages/problems.ts'
import { linkAddress } from '../model/address.ts'
import { archFamily, pointerSize } from '../model/architecture.ts'
import { failure, problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile } from '../ports.ts'
import { followedStubs, islandImages } from './cache-stubs.ts'
import { prepareInput } from './macho.ts'
import type { DebugImage, OpenedFile } from './source.ts'

/** Every file of a cache has an outcome: the main one its images, the others none, or that nothing can be done with them. */
export async function openTogether(files: readonly InputFile[]): Promise<readonly OpenedFile[]> {
  const { caches, fates } = await openCaches(files)
  for (const { cache, parts } of caches) {
    const problems: Problem[] = [...cache.problems]
    const images = await offerImages(cache, problems)
    fates.set(cache.main.path, { outcome: success(images, problems) })
    for (const part of parts) fates.set(part.path, { outcome: success([]), partOf: cache.main.path })
  }
  return files.map(({ path }) => ({ path, ...(fates.get(path) ?? { outcome: failure() }) }))
}

type Fate = Omit<OpenedFile, 'path'>

/** The caches that these files make, and the problems of the other files. */
export async function openCaches(
  files: readonly InputFile[],
): Promise<Pick<ReturnType<typeof joinCaches>, 'caches'> & { readonly fates: Map<string, Fate> }> {
  const fates = new Map<string, Fate>()
  const known: CacheFile[] = []
  for (const file of files) {
    try {
      known.push(await openCacheFile(file))
    } catch (thrown) {
      fates.set(file.path, { outcome: failure(problemFrom(thrown, file.path)) })
    }
  }
  const { caches, orphans } = joinCaches(known)
  for (const { path, uuid, arch, problems } of orphans)
    fates.set(path, { outcome: failure([...problems, problem('shared-cache.part', { arch, uuid }, { file: path })]) })
  return { caches, fates }
}

async function offerImages(cache: SharedCache, problems: Problem[]): Promise<readonly DebugImage[]> {
  try {
    const images = await listImages(cache, problems)
    tellMissing(cache, images.length, problems)
    const shared = lazily(() => openShared(cache, images))
    const targets = lazily(async () => new JumpTargets(await shared(), images))
    const islands = await islandImages(cache, images, targets)
    return [...images.map((image) => debugImage(cache, image, shared, targets)), ...islands]
  } catch (thrown) {
    problems.push(problemFrom(thrown, cache.main.path))
    return []
  }
}

/** Says which files of a cache were not given. */
export function tellMissing({ main, missing }: SharedCache, has: number, problems: Problem[]): void {
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name)
  const total = Math.max(main.imageTexts.count, main.images.count)
  problems.push(problem('shared-cache.missing', { names, has, total }, { file: main.path }))
}

/** The table of local symbols; a damaged one is a problem. */
export async function openLocals(cache: SharedCache, problems: Problem[]): Promise<LocalSymbols | undefined> {
  const { main, locals } = cache
  try {
    return await openLocalSymbols(cache, entryBytesOf(pointerSize(archFamily(main.arch))), problems)
  } catch (thrown) {
    problems.push(problemFrom(thrown, locals?.path ?? main.path))
    return undefined
  }
}

async function openShared(
  cache: SharedCache,
  images: readonly CachedImage[],
): Promise<Shared & { readonly problems: readonly Problem[] }> {
  const problems: Problem[] = []
  const locals = await openLocals(cache, problems)
  return { cache, locals, selectors: await findSelectorBase(cache, images), problems }
}

function debugImage(
  cache: SharedCache,
  image: CachedImage,
  shared: () => Promise<Shared & { readonly problems: readonly Problem[] }>,
  targets: () => Promise<JumpTargets>,
): DebugImage {
  const { main } = cache
  const name = image.name.slice(image.name.lastIndexOf('/') + 1)
  const facts = { uuid: image.uuid, name }
  return {
    ...facts,
    arch: main.arch,
    path: pathOf(cache, image),
    kind: 'dylib',
    detail: 'symbols',
    // A file of the image itself has the same names, and is read faster.
    rank: 19,
    textVmaddr: image.address,
    bytes: image.textBytes,
    cache: { uuid: main.uuid, start: linkAddress(cache.start), textBytes: image.textBytes },
    macho: () => openCachedHeader(cache, image),
    prepare: async (only): Promise<Outcome<BuildInput>> => {
      try {
        const opened = await openCachedImage(await shared(), image)
        const prepared = await prepareInput(opened, facts)
        const problems = [...(await shared()).problems, ...opened.problems, ...prepared.problems]
        const told = problems.map((one) => inFile(cache, one))
        if (!prepared.ok) return failure(told)
        const { symbols } = prepared.value
        const stubs = await followedStubs(opened, image, await targets(), symbols, only)
        const all = stubs.length === 0 ? symbols : [...symbols, ...stubs].sort((a, b) => a.offset - b.offset)
        return success({ ...prepared.value, arch: main.arch, symbols: all }, told)
      } catch (thrown) {
        return failure(inFile(cache, problemFrom(thrown, pathOf(cache, image))))
      }
    },
  }
}

/** A problem of an image, at its place in the file that holds it instead of one in the address space. */
function inFile(cache: SharedCache, told: Problem): Problem {
  const isOfImage = told.file?.startsWith(`${cache.main.path}!`)
  const place = isOfImage && told.offset !== undefined ? cache.space.placeOf(told.offset) : undefined
  return place ? { ...told, ...place } : told
}

/** Does its work once, when it is first wanted. */
function lazily<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined
  return () => (begun ??= work())
}
