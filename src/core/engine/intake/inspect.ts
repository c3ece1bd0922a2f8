/** Describes files from their headers. */
import type { ImageInspection, Inspection } from '../../engine-types.ts'
import { walk } from '../../containers/walk.ts'
import { sniffMachO } from '../../macho/open.ts'
import { problemFrom, type Problem } from '../../model/problem.ts'
import type { InputFile } from '../../ports.ts'
import { inspectMachO, inspectSource } from '../../symbols/inspect.ts'
import { sourceOf } from '../../symbols/registry.ts'
import { sharedCacheSource } from '../../symbols/shared-cache.ts'
import { sniffPack } from '../../symindex/pack-layout.ts'
import { append } from '../../model/lists.ts'

/**
 * Describes every image of every file with symbols; skips other files. A file that names an image only with others is a
 * note.
 */
export async function inspectFiles(files: readonly InputFile[]): Promise<Inspection> {
  const images: ImageInspection[] = []
  const problems: Problem[] = []
  const caches: InputFile[] = []
  // Core files are Mach-O, and no source of symbols.
  const wanted = (head: Uint8Array): boolean => sniffMachO(head) || sniffPack(head) || sourceOf(head) !== undefined
  for await (const item of walk(files, { wanted })) {
    if (item.kind === 'unreadable') append(problems, item.problems)
    if (item.kind !== 'leaf' || !wanted(item.head)) continue
    if (sharedCacheSource.sniff(item.head)) {
      caches.push(item.file)
      continue
    }
    try {
      const source = sniffMachO(item.head) ? undefined : sourceOf(item.head)
      const outcome = await (sniffPack(item.head)
        ? (await import('./packs.ts')).inspectPack(item.file)
        : source
          ? inspectSource(item.file, source)
          : inspectMachO(item.file))
      append(problems, item.problems)
      append(problems, outcome.problems)
      if (outcome.ok) append(images, outcome.value)
    } catch (thrown) {
      problems.push(problemFrom(thrown, item.file.path))
    }
  }
  if (caches.length > 0) {
    const { inspectCaches } = await import('../../symbols/inspect-cache.ts')
    append(images, await inspectCaches(caches, problems))
  }
  return { images, problems }
}
