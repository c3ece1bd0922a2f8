/** Source maps, maps of translated lines and maps of names of this session. They are read again with each visit: nothing of them is kept. */
import { isTranslatedImage } from '../../model/translated.ts'
import type { SiteMap } from '../../ports.ts'
import type { LineMap } from '../../scripts/line-map.ts'
import type { NameMap } from '../../scripts/name-map.ts'
import type { ScriptMap } from '../../scripts/source-map.ts'

/** A folder of a web project may hold thousands; no app has as many bundles. */
const MOST_MAPS = 256

export class ScriptMaps {
  readonly #scripts = new Map<string, ScriptMap>()
  readonly #lines = new Map<string, LineMap>()
  readonly #names = new Map<string, NameMap>()

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
    if (bundle === 'App') return this.#names.size > 0
    if (isTranslatedImage(bundle)) return this.#lines.size > 0
    return this.scripts().some(({ bundles }) => bundles.includes(bundle))
  }

  /** Adds a source map; a file given again replaces the earlier one. */
  take(map: ScriptMap): void {
    put(this.#scripts, map)
  }

  /** The same for a map of translated lines. */
  takeLines(map: LineMap): void {
    put(this.#lines, map)
  }

  /** The same for a map of names. */
  takeNames(map: NameMap): void {
    put(this.#names, map)
  }

  /** All source maps, those given last first. */
  scripts(): readonly ScriptMap[] {
    return [...this.#scripts.values()].reverse()
  }

  /** All maps of translated lines, those given last first. */
  lines(): readonly LineMap[] {
    return [...this.#lines.values()].reverse()
  }

  /** All maps of names, those given last first. */
  names(): readonly NameMap[] {
    return [...this.#names.values()].reverse()
  }
}

function put<T extends { readonly path: string }>(maps: Map<string, T>, map: T): void {
  maps.delete(map.path)
  maps.set(map.path, map)
  const [oldest] = maps.keys()
  if (maps.size > MOST_MAPS && oldest !== undefined) maps.delete(oldest)
}
