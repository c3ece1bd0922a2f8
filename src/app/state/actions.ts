/** What can be done now by key: each screen says what it does while it is shown. */
import type { Action, Handlers } from '../keys.ts'

export class Actions {
  #given: readonly Handlers[] = []

  /** Adds what a screen does; the result takes it away again. What came last has a key that several want. */
  give(handlers: Handlers): () => void {
    this.#given = [...this.#given, handlers]
    return () => {
      this.#given = this.#given.filter((one) => one !== handlers)
    }
  }

  /** Whether a screen that is shown has it. */
  can(action: Action): boolean {
    return this.#given.some((handlers) => handlers[action] !== undefined)
  }

  /** Does it; false where nothing was done. */
  run(action: Action, key = ''): boolean {
    const act = this.#given.findLast((handlers) => handlers[action] !== undefined)?.[action]
    return act !== undefined && act(key) !== false
  }
}
