/** Describes files from their headers. */
import type { ImageInspection, Inspection } from '../engine-types.ts'
import { walk } from '../containers/walk.ts'
import { sniffMachO } from '../macho/open.ts'
import { problemFrom, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'
import { inspectMachO } from '../symbols/inspect.ts'

/** Describes every Mach-O slice in the files; skips other files. */
export async function inspectFiles(files: readonly InputFile[]): Promise<Inspection> {
  const images: ImageInspection[] = []
  const problems: Problem[] = []
  for await (const item of walk(files, { wanted: sniffMachO })) {
    if (item.kind === 'unreadable') problems.push(...item.problems)
    if (item.kind !== 'leaf' || !sniffMachO(item.head)) continue
    try {
      const outcome = await inspectMachO(item.file)
      problems.push(...item.problems, ...outcome.problems)
      if (outcome.ok) images.push(...outcome.value)
    } catch (thrown) {
      problems.push(problemFrom(thrown, item.file.path))
    }
  }
  return { images, problems }
}
