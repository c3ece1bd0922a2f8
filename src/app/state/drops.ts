/** Files that were dropped and are still being read, each with the place of the page where that was done. */
interface Drop {
  place: string
}

export class Drops {
  readonly #waiting = new Set<Drop>()
  readonly #here: () => string

  constructor(here: () => string = () => location.hash) {
    this.#here = here
  }

  /**
   * Files are dropped here. The result runs `lead`, which shows their reports, unless the user has gone elsewhere meanwhile: nobody is
   * pulled away from there. False, if so. Drops that came later at the same place are taken along: that step was the page's own.
   */
  begin(): (lead: () => void) => boolean {
    const drop = { place: this.#here() }
    this.#waiting.add(drop)
    return (lead) => {
      this.#waiting.delete(drop)
      const from = this.#here()
      if (from !== drop.place) return false
      lead()
      for (const later of this.#waiting) if (later.place === from) later.place = this.#here()
      return true
    }
  }
}
