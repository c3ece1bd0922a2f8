/** Source maps of this session. They are read again with each visit: nothing of them is kept. */
import type { ScriptMap } from '../../scripts/source-map.ts'

/** A folder of a web project may hold thousands; no app has as many bundles. */
const MOST_MAPS = 256

export class ScriptMaps {
  readonly #maps = new Map<string, ScriptMap>()

  /** Adds a map; a file given again replaces the earlier one. */
  take(map: ScriptMap): void {
    this.#maps.delete(map.path)
    this.#maps.set(map.path, map)
    const [oldest] = this.#maps.keys()
    if (this.#maps.size > MOST_MAPS && oldest !== undefined) this.#maps.delete(oldest)
  }

  /** All maps, those given last first. */
  all(): readonly ScriptMap[] {
    return [...this.#maps.values()].reverse()
  }
}
