/** A bounded memory of results for texts that come again and again: a program may run for days over the texts of strangers. */
import { ownCopy } from './own-copy.ts'

const MOST = 4096
/** A longer text is read each time. */
const LONGEST = 1024

/** A function of a text that remembers its answers; all are forgotten when there are too many. */
export class Remembered<Answer> {
  readonly #answers = new Map<string, Answer>()
  readonly #make: (text: string) => Answer

  constructor(make: (text: string) => Answer) {
    this.#make = make
  }

  of(text: string): Answer {
    if (text.length > LONGEST) return this.#make(text)
    const known = this.#answers.get(text)
    if (known !== undefined || this.#answers.has(text)) return known as Answer
    const made = this.#make(text)
    if (this.#answers.size >= MOST) this.#answers.clear()
    this.#answers.set(ownCopy(text), made)
    return made
  }
}
