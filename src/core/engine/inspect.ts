/** What files hold, from headers alone. */
import type { ImageInspection, Inspection } from '../engine-types.ts'
import { walk } from '../containers/walk.ts'
import { openMachO, sniffMachO } from '../macho/open.ts'
import { problemFrom, type Problem } from '../model/problem.ts'
import type { InputFile } from '../ports.ts'

/** Describes every Mach-O slice in the files given; other files are passed over. */
export async function inspectFiles(files: readonly InputFile[]): Promise<Inspection> {
  const images: ImageInspection[] = []
  const problems: Problem[] = []
  for await (const item of walk(files, { wanted: sniffMachO })) {
    if (item.kind === 'unreadable') problems.push(...item.problems)
    if (item.kind !== 'leaf' || !sniffMachO(item.head)) continue
    try {
      const outcome = await openMachO(item.file)
      problems.push(...outcome.problems)
      for (const { path, uuid, arch, kind, sections, encrypted } of outcome.images) {
        images.push({
          path,
          name: path.slice(path.lastIndexOf('/') + 1),
          ...(uuid ? { uuid } : {}),
          arch,
          kind,
          dwarf: [],
          sections: Object.fromEntries(sections.map(({ name, file }) => [name, file.size])),
          functions: 0,
          symbols: 0,
          units: 0,
          producers: [],
          languages: [],
          encrypted: encrypted !== undefined,
        })
      }
    } catch (thrown) {
      problems.push(problemFrom(thrown, item.file.path))
    }
  }
  return { images, problems }
}
