/**
 * The maps of this session that the library is to keep, and where kept ones came from. The module that reads and writes the library's maps is
 * `map-library.ts`, loaded when there is something to keep or a report to name.
 */
import type { KnownMap } from '../../engine-types.ts'
import type { Problem } from '../../model/problem.ts'
import type { MapStore } from '../../ports.ts'
import type { GivenMapAid } from '../../symbols/source.ts'
import type { ScriptMaps } from '../intake/script-maps.ts'

export class KeptMaps {
  readonly store: MapStore | undefined
  readonly maps: ScriptMaps
  /** Paths of maps of this session, by the ids that they are kept under. */
  readonly paths = new Map<string, string>()
  /** Maps given since `keepGiven`. */
  #given: GivenMapAid[] = []

  constructor(store: MapStore | undefined, maps: ScriptMaps) {
    this.store = store
    this.maps = maps
  }

  /** Takes a map that the user gave. `keepGiven` writes it. */
  take(aid: GivenMapAid): void {
    this.maps.takeAid(aid)
    if (this.store) this.#given.push(aid)
  }

  /** Keeps the maps given since the last call; a note for each that cannot be kept. Never rejects. */
  async keepGiven(): Promise<readonly Problem[]> {
    const given = this.#given
    this.#given = []
    return given.length === 0 ? [] : (await import('./map-library.ts')).keepMaps(this, given)
  }

  /** All kept maps, those given last first. Rejects where there is no storage. */
  async list(): Promise<readonly KnownMap[]> {
    return this.store ? (await import('./map-library.ts')).listed(this.store) : []
  }

  /** Deletes kept maps; this session does not use them any more, either. Rejects where there is no storage. */
  async forget(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.maps.drop(id, this.paths.get(id))
      this.paths.delete(id)
    }
    await this.store?.delete(ids)
  }
}
