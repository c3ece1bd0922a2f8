/** Sources that the given source maps quote. Loaded on demand. */
import { problemFrom, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { QuotedSource } from '../../model/source.ts'
import type { ScriptMap } from '../../scripts/source-map.ts'

/** The texts of these paths; a path whose text differs between maps has none. A map that cannot be read again becomes a problem. */
export async function quotedSources(
  maps: readonly ScriptMap[],
  paths: readonly string[],
): Promise<Outcome<readonly QuotedSource[]>> {
  const problems: Problem[] = []
  const texts = new Map<string, string | undefined>()
  const wanted = new Set(paths)
  for (const { path: file, texts: read } of maps) {
    if (!read) continue
    try {
      for (const [path, text] of await read(wanted))
        texts.set(path, texts.has(path) && texts.get(path) !== text ? undefined : text)
    } catch (thrown) {
      problems.push(problemFrom(thrown, file))
    }
  }
  const found = [...texts].flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }]))
  return success(found, problems)
}
