/** Source maps, maps of translated lines and maps of names of this session, and those of the library that its reports needed. */
import { isTranslatedImage } from '../../model/translated.ts'
import type { SiteMap } from '../../ports.ts'
import type { LineMap } from '../../scripts/line-map.ts'
import type { NameMap } from '../../scripts/name-map.ts'
import type { ScriptMap } from '../../scripts/source-map.ts'
import type { GivenMapAid } from '../../symbols/source.ts'

/** A folder of a web project may hold thousands; no app has as many bundles. */
const MOST_MAPS = 256

/** Marks a map of the library. */
interface Kept {
  readonly isKept?: true
}

export class ScriptMaps {
  readonly #scripts = new Map<string, ScriptMap>()
  readonly #lines = new Map<string, LineMap>()
  readonly #names = new Map<string, NameMap>()
  /** Maps of the library by their ids, those that were found last at the end. */
  readonly #kept = new Map<string, GivenMapAid>()

  readonly #published = new WeakSet<SiteMap>()

  /** True if this published map was read before. */
  isKnown(map: SiteMap): boolean {
    return this.#published.has(map)
  }

  know(map: SiteMap): void {
    this.#published.add(map)
  }

  /** True if a map that was given, or found before, may be of a bundle, or of the C# of an image, of this name. */
  mayBeOf(bundle: string): boolean {
    if (bundle === 'App') return this.names().length > 0
    if (isTranslatedImage(bundle)) return this.lines().length > 0
    return this.scripts().some(({ bundles }) => bundles.includes(bundle))
  }

  /** Adds a source map; a file given again replaces the earlier one. */
  take(map: ScriptMap): void {
    put(this.#scripts, map.path, map)
  }

  /** The same for a map of translated lines. */
  takeLines(map: LineMap): void {
    put(this.#lines, map.path, map)
  }

  /** The same for a map of names. */
  takeNames(map: NameMap): void {
    put(this.#names, map.path, map)
  }

  /** Adds a map of any kind. */
  takeAid(aid: GivenMapAid): void {
    if (aid.kind === 'script-map') this.take(aid.map)
    else if (aid.kind === 'line-map') this.takeLines(aid.map)
    else this.takeNames(aid.map)
  }

  /** True if the library's map with this id is open. */
  isFound(id: string): boolean {
    return this.#kept.has(id)
  }

  /** Adds a map of the library under its id. */
  takeKept(id: string, aid: GivenMapAid): void {
    put(this.#kept, id, aid)
  }

  /** Drops the library's map with this id, and the map that was given in the file with this path. */
  drop(id: string, path: string | undefined): void {
    this.#kept.delete(id)
    if (path === undefined) return
    for (const given of [this.#scripts, this.#lines, this.#names]) given.delete(path)
  }

  /** All source maps: those given, the last first, then those of the library. */
  scripts(): readonly (ScriptMap & Kept)[] {
    return [
      ...given(this.#scripts),
      ...[...this.#kept.values()].reverse().flatMap((aid) => (aid.kind === 'script-map' ? marked(aid.map) : [])),
    ]
  }

  /** All maps of translated lines, in the same order. */
  lines(): readonly (LineMap & Kept)[] {
    return [
      ...given(this.#lines),
      ...[...this.#kept.values()].reverse().flatMap((aid) => (aid.kind === 'line-map' ? marked(aid.map) : [])),
    ]
  }

  /** All maps of names, in the same order. */
  names(): readonly (NameMap & Kept)[] {
    return [
      ...given(this.#names),
      ...[...this.#kept.values()].reverse().flatMap((aid) => (aid.kind === 'name-map' ? marked(aid.map) : [])),
    ]
  }
}

const marked = <T>(map: T): T & { readonly isKept: true } => ({ ...map, isKept: true })

const given = <T>(maps: ReadonlyMap<string, T>): readonly T[] => [...maps.values()].reverse()

function put<T>(maps: Map<string, T>, key: string, map: T): void {
  maps.delete(key)
  maps.set(key, map)
  const [oldest] = maps.keys()
  if (maps.size > MOST_MAPS && oldest !== undefined) maps.delete(oldest)
}
