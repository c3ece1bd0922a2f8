/** Notices of changed resources: the first goes at once, and what changes in the pause after it comes in one notice. */

export interface Notice {
  readonly method: 'notifications/resources/list_changed' | 'notifications/resources/updated'
  readonly params?: { readonly uri: string }
}

/** Milliseconds between notices of one thing. */
const PAUSE = 1000
/** Resources that a client may subscribe to. */
const MOST_SUBSCRIBED = 1000

export class Notices {
  readonly #send: (notice: Notice) => void
  readonly #pause: number
  readonly #subscribed = new Set<string>()
  readonly #updated = new Set<string>()
  #isListChanged = false
  #timer: NodeJS.Timeout | undefined

  /** `pause`: milliseconds. */
  constructor(send: (notice: Notice) => void, pause = PAUSE) {
    this.#send = send
    this.#pause = pause
  }

  /** False where the client has too many subscriptions. */
  subscribe(uri: string): boolean {
    if (this.#subscribed.size >= MOST_SUBSCRIBED && !this.#subscribed.has(uri)) return false
    this.#subscribed.add(uri)
    return true
  }

  unsubscribe(uri: string): void {
    this.#subscribed.delete(uri)
    this.#updated.delete(uri)
  }

  /** Resources came or went. */
  changeList(): void {
    this.#isListChanged = true
    this.#soon()
  }

  /** The text of these is another now; a client hears of those that it subscribed to. */
  update(uris: Iterable<string>): void {
    for (const uri of uris) if (this.#subscribed.has(uri)) this.#updated.add(uri)
    this.#soon()
  }

  /** Sends no more. */
  close(): void {
    clearTimeout(this.#timer)
    this.#subscribed.clear()
    this.#updated.clear()
    this.#isListChanged = false
  }

  #soon(): void {
    if (this.#timer !== undefined) return
    const isAny = this.#isListChanged || this.#updated.size > 0
    if (!isAny) return
    if (this.#isListChanged) this.#send({ method: 'notifications/resources/list_changed' })
    for (const uri of this.#updated) this.#send({ method: 'notifications/resources/updated', params: { uri } })
    this.#isListChanged = false
    this.#updated.clear()
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#soon()
    }, this.#pause)
    this.#timer.unref()
  }
}
