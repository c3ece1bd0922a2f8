/** Actions behind the keys: each screen adds its own while it is shown. */
import type { Action, Handlers } from '../keys.ts'

export class Actions {
  #given: readonly Handlers[] = []

  /** Adds a screen's actions; call the result to remove them. The last screen added wins a shared key. */
  give(handlers: Handlers): () => void {
    this.#given = [...this.#given, handlers]
    return () => {
      this.#given = this.#given.filter((one) => one !== handlers)
    }
  }

  /** True if a visible screen has the action. */
  can(action: Action): boolean {
    return this.#given.some((handlers) => handlers[action] !== undefined)
  }

  /** Does it; false where nothing was done. */
  run(action: Action, key = ''): boolean {
    const act = this.#given.findLast((handlers) => handlers[action] !== undefined)?.[action]
    return act !== undefined && act(key) !== false
  }
}
