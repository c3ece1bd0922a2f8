/** Problems of kept indexes, collected until the next answer carries them to the user. */
import { problem } from '../../messages/problems.ts'
import { failure, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { IndexStore } from '../../ports.ts'
import { INDEX_VERSIONS } from '../../symindex/index-file.ts'
import { isStoredIndex } from './kept-records.ts'

export class KeptDamage {
  readonly #store: IndexStore
  #problems: readonly Problem[] = []
  #dropping: Promise<void> | undefined

  constructor(store: IndexStore) {
    this.#store = store
  }

  add(problems: readonly Problem[]): void {
    this.#problems = [...this.#problems, ...problems]
  }

  /** The outcome with all problems collected so far. */
  reportWith<T>(outcome: Outcome<T>): Outcome<T> {
    if (this.#problems.length === 0) return outcome
    const problems = [...this.#problems, ...outcome.problems]
    this.#problems = []
    return outcome.ok ? success(outcome.value, problems) : failure(problems)
  }

  /** Deletes indexes of other versions of this program, once. Never rejects: without a store there are none. */
  dropOldVersions(): Promise<void> {
    return (this.#dropping ??= this.#dropOld())
  }

  async #dropOld(): Promise<void> {
    const kept: readonly unknown[] = await this.#store.list().catch(() => [])
    for (const stored of kept) {
      if (!isStoredIndex(stored) || INDEX_VERSIONS.includes(stored.formatVersion)) continue
      this.add([problem('old-index', { image: stored.name })])
      await this.#store.delete(stored.key).catch(() => undefined)
    }
  }
}
