/** Describes files from their headers. */
import type { ImageInspection, Inspection } from '../engine-types.ts'
import { walk } from '../containers/walk.ts'
import { sniffMachO } from '../macho/open.ts'
import { problemFrom, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { inspectMachO } from '../symbols/inspect.ts'
import { sharedCacheSource } from '../symbols/shared-cache.ts'
import { append } from '../model/lists.ts'

/** Describes every Mach-O slice and every image of a shared cache in the files; skips other files. */
export async function inspectFiles(files: readonly InputFile[]): Promise<Inspection> {
  const images: ImageInspection[] = []
  const problems: Problem[] = []
  const caches: InputFile[] = []
  const wanted = (head: Uint8Array): boolean => sniffMachO(head) || sharedCacheSource.sniff(head)
  for await (const item of walk(files, { wanted })) {
    if (item.kind === 'unreadable') append(problems, item.problems)
    if (item.kind !== 'leaf' || !wanted(item.head)) continue
    if (sharedCacheSource.sniff(item.head)) {
      caches.push(item.file)
      continue
    }
    try {
      const outcome = await inspectMachO(item.file)
      append(problems, item.problems)
      append(problems, outcome.problems)
      if (outcome.ok) append(images, outcome.value)
    } catch (thrown) {
      problems.push(problemFrom(thrown, item.file.path))
    }
  }
  if (caches.length > 0) {
    const { inspectCaches } = await import('../symbols/inspect-cache.ts')
    append(images, await inspectCaches(caches, problems))
  }
  return { images, problems }
}
