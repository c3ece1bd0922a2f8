/** Maps of scripts and lines that a host's site has for bundles and images of a report: read, opened, and given to look-ups. */
import { problem } from '../../messages/problems.ts'
import type { ImageUuid } from '../../model/image.ts'
import { problemFrom, type Problem } from '../../model/problem.ts'
import type { IndexSite, SiteMap } from '../../ports.ts'
import { openAidFile } from '../../symbols/registry.ts'
import type { ScriptMaps } from '../intake/script-maps.ts'

/** Reads each map that the site found for these ids, once; `names`: ids that stand for the name of a bundle. A map that cannot be used is a problem, and its frames stay as they are. */
export async function findMaps(
  site: IndexSite,
  maps: ScriptMaps,
  uuids: Iterable<ImageUuid>,
  names: ReadonlyMap<ImageUuid, string>,
): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const uuid of new Set(uuids))
    for (const found of site.mapsOf?.(uuid) ?? []) {
      if (maps.isKnown(found)) continue
      try {
        const problemOfMap = await take(found, maps, names.get(found.uuid))
        if (problemOfMap) problems.push(problemOfMap)
        maps.know(found)
      } catch (thrown) {
        problems.push(problemFrom(thrown, uuid))
      }
    }
  return problems
}

/** The digest proves the bytes; whether they are a map of this id, only the map itself says. */
async function take({ uuid, read }: SiteMap, maps: ScriptMaps, name: string | undefined): Promise<Problem | undefined> {
  const file = await read()
  const opened = await openAidFile(file)
  const aid = opened?.ok ? opened.value : undefined
  const [failed] = opened?.problems ?? []
  if (name !== undefined && aid) {
    const byName = problem('site-map-by-name', { bundle: name }, { file: file.path, severity: 'note' })
    if (aid.kind === 'name-map') maps.takeNames(aid.map)
    else if (aid.kind === 'line-map' && aid.map.debugId === undefined) maps.takeLines(aid.map)
    else if (aid.kind === 'script-map' && aid.map.debugId === undefined)
      maps.take({ ...aid.map, bundles: [name, ...aid.map.bundles] })
    else return problem('site-false-fact', { image: uuid, field: 'debugId' }, { file: file.path })
    return byName
  }
  if (aid?.kind === 'script-map' && aid.map.debugId === uuid) maps.take(aid.map)
  else if (aid?.kind === 'line-map' && aid.map.debugId === uuid) maps.takeLines(aid.map)
  else return failed ?? problem('site-false-fact', { image: uuid, field: 'debugId' }, { file: file.path })
  return undefined
}
