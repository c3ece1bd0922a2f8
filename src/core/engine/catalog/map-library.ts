/**
 * Keeps the maps that the user gives: source maps, maps of translated lines, maps of names. Finds them again for a report by debug id,
 * otherwise by name. A store is input like any other: entries are checked.
 */
import type { ImageUuid } from '../../model/image.ts'
import { pathName } from '../../model/path-name.ts'
import { problemFrom, type Problem } from '../../model/problem.ts'
import { isTranslatedImage } from '../../model/translated.ts'
import type { InputFile, MapStore, StoredMap } from '../../ports.ts'
import { contentUuid } from '../../symbols/content-uuid.ts'
import { openAidFile } from '../../symbols/registry.ts'
import type { GivenMapAid } from '../../symbols/source.ts'
import type { KeptMaps } from './kept-maps.ts'
import { isStoredMap } from './kept-records.ts'

/** Past these the maps that were given longest ago go. */
export const MOST_KEPT_MAPS = 256
export const MOST_KEPT_MAP_BYTES = 1 << 30
/** Of several maps with one name, so many are compared with a report, the newest first, while all of them have no more than these bytes. */
const MOST_CANDIDATES = 3
const MOST_CANDIDATE_BYTES = 128 << 20

/** Few visits have such problems. */
const problemsOfMaps = () => import('../../messages/map-problems.ts')

/** The words of a report on the maps that it needs. */
export interface WantedMaps {
  /** Of its images and bundles. */
  readonly ids: Iterable<ImageUuid>
  /** Names of bundles and images, as `OpenReports.namedBundles` gives them. */
  readonly names: Iterable<string>
  /** It has frames of a script that name no bundle. */
  readonly hasNameless: boolean
}

/** Keeps maps that were given; a note for each that cannot be kept. Never rejects. */
export async function keepMaps({ store, paths }: KeptMaps, given: readonly GivenMapAid[]): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  for (const aid of given) {
    try {
      const entry = await storedFrom(aid)
      paths.set(entry.id, aid.file.path)
      if (store) await keep(store, entry, aid.file.blob)
    } catch (thrown) {
      const reason = thrown instanceof Error ? thrown.message : String(thrown)
      const { mapProblem } = await problemsOfMaps()
      problems.push(mapProblem('map-not-kept', { reason }, { file: aid.file.path, severity: 'note' }))
    }
  }
  return problems
}

/** Opens the kept maps that a report may need. A map that cannot be used is a problem. Never rejects. */
export async function findKeptMaps({ store, maps, paths }: KeptMaps, wanted: WantedMaps): Promise<readonly Problem[]> {
  const names = [...wanted.names]
  const ids = new Set(wanted.ids)
  if (!store || (ids.size === 0 && names.length === 0 && !wanted.hasNameless)) return []
  const entries = await listed(store).catch(() => [])
  const byId = entries.filter(({ debugId }) => debugId !== undefined && ids.has(debugId))
  const chosen = new Set(byId)
  for (const name of names) {
    if (maps.mayBeOf(name)) continue
    for (const entry of candidates(entries.filter((one) => mayBeNamed(one, name)))) chosen.add(entry)
  }
  if (wanted.hasNameless && maps.scripts().length === 0)
    for (const entry of candidates(entries.filter(({ kind }) => kind === 'script-map'))) chosen.add(entry)
  const problems: Problem[] = []
  // The newest is taken last, and so comes first.
  for (const entry of [...chosen].reverse()) {
    if (maps.isFound(entry.id) || paths.has(entry.id)) continue
    try {
      const blob = await store.open(entry.id)
      const aid = blob && (await opened(entry, { path: entry.name, blob }))
      if (aid) maps.takeKept(entry.id, aid)
      else problems.push((await problemsOfMaps()).mapProblem('kept-map.damaged', {}, { file: entry.name }))
    } catch (thrown) {
      problems.push(problemFrom(thrown, entry.name))
    }
  }
  return problems
}

/** Sound entries, the newest first. */
export async function listed(store: MapStore): Promise<readonly StoredMap[]> {
  return (await store.list()).filter(isStoredMap).sort((a, b) => b.keptAt - a.keptAt)
}

async function storedFrom(aid: GivenMapAid): Promise<StoredMap> {
  const { kind, file } = aid
  const name = pathName(file.path)
  const debugId = 'debugId' in aid.map ? aid.map.debugId : undefined
  return {
    id: `${kind} ${debugId ?? `${name} ${await contentUuid(file.blob)}`}`,
    ...{ kind, name, bytes: file.blob.size, keptAt: Date.now() },
    ...(debugId && { debugId }),
    bundles: aid.kind === 'script-map' ? aid.map.bundles : [],
  }
}

/** Makes room, then keeps the map. */
async function keep(store: MapStore, entry: StoredMap, blob: Blob): Promise<void> {
  const others = (await listed(store)).filter(({ id }) => id !== entry.id)
  let bytes = entry.bytes
  const left = others.filter((one, at) => {
    bytes += one.bytes
    return bytes <= MOST_KEPT_MAP_BYTES && at < MOST_KEPT_MAPS - 1
  })
  const gone = others.slice(left.length).map(({ id }) => id)
  if (gone.length > 0) await store.delete(gone)
  await store.put(entry, blob)
}

function candidates(entries: readonly StoredMap[]): readonly StoredMap[] {
  let bytes = 0
  return entries.slice(0, MOST_CANDIDATES).filter((entry, at) => {
    bytes += entry.bytes
    return at === 0 || bytes <= MOST_CANDIDATE_BYTES
  })
}

/** Whether a kept map may be of a bundle or image of this name. */
function mayBeNamed({ kind, bundles }: StoredMap, name: string): boolean {
  if (kind === 'name-map') return name === 'App'
  // Earlier versions of Unity link translated code into the app itself.
  return kind === 'line-map' ? isTranslatedImage(name) || !name.includes('.') : bundles.includes(name)
}

/** The map in a kept file; undefined where the file is no map, or not of the build that its entry says. */
async function opened(entry: StoredMap, file: InputFile): Promise<GivenMapAid | undefined> {
  const outcome = await openAidFile(file)
  const aid = outcome?.ok ? outcome.value : undefined
  if (!aid || aid.kind === 'map' || aid.kind === 'original' || aid.kind !== entry.kind) return undefined
  return ('debugId' in aid.map ? aid.map.debugId : undefined) === entry.debugId ? aid : undefined
}
