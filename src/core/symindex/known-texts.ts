/** Texts of indexes that were read before: crashes of one program name the same functions and files again and again. */
import { ownCopy } from '../model/own-copy.ts'

/** Characters of the texts that are kept of all indexes of a reader. */
const MOST = 8 << 20
/** A text takes some room however short it is, in characters. */
const EACH = 32
/** A longer text is read each time. */
const LONGEST = 4096

/** The kept texts of one index, by their ids. */
export interface IndexTexts {
  get(id: number): string | undefined
  /** Keeps a text, and returns it. */
  keep(id: number, text: string): string
}

/** All texts are let go when there are too many. */
export class KnownTexts {
  readonly #kept = new WeakMap<object, { readonly round: number; readonly texts: Map<number, string> }>()
  readonly #most: number
  #round = 0
  #size = 0

  constructor(most = MOST) {
    this.#most = most
  }

  /** For one look-up. `index`: the same object for each look-up in it. */
  of(index: object): IndexTexts {
    const texts = this.#textsOf(index)
    return { get: (id) => texts.get(id), keep: (id, text) => this.#keep(index, id, text) }
  }

  #textsOf(index: object): Map<number, string> {
    const kept = this.#kept.get(index)
    if (kept?.round === this.#round) return kept.texts
    const texts = new Map<number, string>()
    this.#kept.set(index, { round: this.#round, texts })
    return texts
  }

  #keep(index: object, id: number, text: string): string {
    // What a damaged index lacks is an empty text.
    if (text === '' || text.length > LONGEST) return text
    const own = ownCopy(text)
    this.#size += EACH + own.length
    if (this.#size > this.#most) {
      this.#size = EACH + own.length
      this.#round++
    }
    this.#textsOf(index).set(id, own)
    return own
  }
}
