/** A store that also has what sites were found to have, without a copy of it. */
import { keyText } from '../../core/model/key.ts'
import { append } from '../../core/model/lists.ts'
import type { ImageUuid } from '../../core/model/image.ts'
import type { Problem } from '../../core/model/problem.ts'
import { isBefore, provenanceOf } from '../../core/model/provenance.ts'
import type { IndexKey, IndexSite, IndexStore, StoredIndex } from '../../core/ports.ts'
import { isYoung } from './absent.ts'
import type { FoundIndex, Site } from './site.ts'

/** True for an index that was made elsewhere: one of a site goes before it. */
const isAfterSite = ({ summary }: StoredIndex): boolean => isBefore('site', provenanceOf(summary).origin)

/** For so long counts what a site said that it has not. */
export const ABSENT_MILLISECONDS = 3_600_000

interface Asked {
  readonly problems: Promise<readonly Problem[]>
  /** When no site had the image; undefined before the answer, and where one has it. */
  absentSince?: number
}

/**
 * A store that reads the host's own store first, then the sites in their order. The first one with an image answers for
 * it; but a site goes before an index that was made elsewhere. Each image is requested once, but again if a site could not be read, or an hour after no site had it.
 */
export function createSiteStore(
  own: IndexStore,
  sites: readonly Site[],
  now: () => number = Date.now,
): IndexStore & IndexSite {
  const found = new Map<string, FoundIndex>()
  const asked = new Map<ImageUuid, Asked>()

  const ask = async (uuid: ImageUuid): Promise<readonly Problem[]> => {
    const problems: Problem[] = []
    let isWhole = true
    for (const site of sites) {
      const outcome = await site.find(uuid)
      append(problems, outcome.problems)
      isWhole &&= outcome.ok
      if (!outcome.ok) continue
      if (outcome.value.length === 0 && site.mapsOf(uuid).length === 0) continue
      for (const index of outcome.value) found.set(keyText(index.entry.key), index)
      return problems
    }
    const known = asked.get(uuid)
    if (!isWhole) asked.delete(uuid)
    else if (known) known.absentSince = now()
    return problems
  }

  const knownOf = (uuid: ImageUuid): Asked | undefined => {
    const known = asked.get(uuid)
    const isOver = known?.absentSince !== undefined && !isYoung(known.absentSince, now(), ABSENT_MILLISECONDS)
    return isOver ? undefined : known
  }

  /** Whether the host's own store has an index that goes before one of a site. */
  const hasBefore = async (key: IndexKey): Promise<boolean> =>
    (await own.list()).some((kept) => keyText(kept.key) === keyText(key) && !isAfterSite(kept))

  return {
    async find(uuids) {
      const fresh: Promise<readonly Problem[]>[] = []
      const others: Promise<readonly Problem[]>[] = []
      for (const uuid of uuids) {
        const known = knownOf(uuid)
        const asking = known ?? { problems: ask(uuid) }
        asked.set(uuid, asking)
        if (known) others.push(asking.problems)
        else fresh.push(asking.problems)
      }
      const problems = await Promise.all(fresh)
      await Promise.all(others)
      // Report an unreachable site once, not once per image.
      return [...new Set(problems.flat())]
    },
    mapsOf: (uuid) => sites.map((site) => site.mapsOf(uuid)).find((maps) => maps.length > 0) ?? [],
    async list() {
      const kept = (await own.list()).filter((entry) => !found.has(keyText(entry.key)) || !isAfterSite(entry))
      const known = new Set(kept.map(({ key }) => keyText(key)))
      return [...kept, ...[...found.values()].map(({ entry }) => entry).filter(({ key }) => !known.has(keyText(key)))]
    },
    async open(key) {
      const index = found.get(keyText(key))
      const isFirst = index !== undefined && !(await hasBefore(key))
      return isFirst ? index.open() : ((await own.open(key)) ?? index?.open())
    },
    put: (entry, bytes) => own.put(entry, bytes),
    update: (key, change) => own.update(key, change),
    async delete(key) {
      const isFound = found.delete(keyText(key))
      // It may be right the next time.
      asked.delete(key.uuid)
      // With an index of the host's own go the names that reports printed: a site's index takes none of them along. Nor does it take
      // along the import in whose place it stood.
      if (!isFound || (await hasBefore(key))) await own.delete(key)
    },
    harvested: (uuid) => own.harvested(uuid),
    harvest: (uuid, functions) => own.harvest(uuid, functions),
  }
}
