/** Describes the images of dyld shared caches for `inspect`, from their headers. */
import { openCachedHeader, pathOf } from '../dyld-cache/image.ts'
import { listImages } from '../dyld-cache/images.ts'
import { problemFrom, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { inspectImage, type ImageInspection } from './inspect.ts'
import { openCaches, openLocals, tellMissing } from './cache-images.ts'
import { append } from '../model/lists.ts'

/** Every image of the caches that these files make; its symbols count with its local ones. */
export async function inspectCaches(
  files: readonly InputFile[],
  problems: Problem[],
): Promise<readonly ImageInspection[]> {
  const inspections: ImageInspection[] = []
  const { caches, fates } = await openCaches(files)
  for (const { outcome } of fates.values()) append(problems, outcome.problems)
  for (const { cache } of caches) {
    append(problems, cache.problems)
    const images = await listImages(cache, problems)
    tellMissing(cache, images.length, problems)
    const locals = await openLocals(cache, problems)
    for (const image of images) {
      try {
        const inspected = await inspectImage(await openCachedHeader(cache, image), problems)
        const own = locals?.ranges.get(image.start)?.count ?? 0
        inspections.push({ ...inspected, symbols: inspected.symbols + own })
      } catch (thrown) {
        problems.push(problemFrom(thrown, pathOf(cache, image)))
      }
    }
  }
  return inspections
}
