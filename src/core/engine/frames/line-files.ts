/** Source files in line tables, out of the files given. Loaded on demand. */
import type { LineFilesRequest } from '../../engine-types.ts'
import type { ImageOffset } from '../../model/address.ts'
import { problem } from '../../messages/problems.ts'
import { failure, FormatError, problemFrom, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { LineFile } from '../../model/source.ts'
import { lineFilesAt } from '../../source/line-files.ts'
import type { DebugImage } from '../../symbols/source.ts'
import { whenRead } from '../../bytes/paged.ts'
import { openCodeInfo, type CodeInfo } from './frame-debug-info.ts'

/** For each place the known facts about its files; empty where the line table is damaged, with a problem. */
export async function lineFilesOfImage(
  sources: readonly DebugImage[],
  { places }: Pick<LineFilesRequest, 'places'>,
): Promise<Outcome<readonly (readonly LineFile[])[]>> {
  const problems: Problem[] = []
  for (const source of sources) {
    if (source.detail !== 'dwarf') continue
    const found: (readonly LineFile[])[] = []
    let hasInfo = places.length === 0
    for (const { offset, paths } of places) {
      const code = await openCodeInfo(source, offset, problems)
      if (code === 'no-debug-info') break
      hasInfo = true
      found.push(code === 'no-object' ? [] : await filesAt(code, offset, new Set(paths), problems))
    }
    if (!hasInfo) continue
    return success(found, problems)
  }
  return failure(problems.length > 0 ? problems : problem('no-debug-info', {}))
}

async function filesAt(
  { info, link }: CodeInfo,
  offset: ImageOffset,
  wanted: ReadonlySet<string>,
  problems: Problem[],
): Promise<readonly LineFile[]> {
  try {
    return await whenRead(() => lineFilesAt(info, link(offset), wanted))
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
    problems.push(problemFrom(thrown, info.image.file))
    return []
  }
}
