/**
 * JSON as UTF-8, part by part. The language handles a text at half its speed once one letter in it is beyond Latin-1, and a headline
 * often has one.
 */
import { visibleText } from '../../core/model/visible-text.ts'

/** Levels whose members are texts of their own: the answer, its lists, the reports. */
const SPLIT_LEVELS = 3
/** Items of a list below these that are one text: a long text costs memory of its own, which the system has to clear each time. */
const TOGETHER = 8
const SMALLEST = 1 << 16
/** Larger memory is let go with its answer. */
const MOST_KEPT = 1 << 20
const DELETE = '\u007f'
/** Bytes that a unit of a text takes at most. */
const WIDEST = 3

const encoder = new TextEncoder()

/** Bytes that grow. Their memory serves the next answer, too. */
export class AnswerBytes {
  #bytes = Buffer.allocUnsafeSlow(SMALLEST)
  #size = 0

  /** The text as it is. */
  add(text: string): void {
    this.#reserve(text.length * WIDEST)
    this.#size += encoder.encodeInto(text, this.#bytes.subarray(this.#size)).written
  }

  /** The value as `JSON.stringify` writes it; letters that a terminal obeys, or that end a line for some programs, are escapes. */
  addJson(value: unknown, level = 0): void {
    if (typeof value !== 'object' || value === null) this.#addText(JSON.stringify(value))
    else if (level === SPLIT_LEVELS) this.#addWhole(value)
    else if (Array.isArray(value)) this.#addList(value, level)
    else this.#addObject(value, level)
  }

  /** The members of an object, behind others of it, and its end. */
  addMembers(value: object): void {
    this.#addMembers(value, 0, ',')
    this.#addText('}')
  }

  /** What was added, in memory of its own. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#size))
    this.#size = 0
    if (this.#bytes.length > MOST_KEPT) this.#bytes = Buffer.allocUnsafeSlow(SMALLEST)
    return taken
  }

  #addWhole(value: object): void {
    if (!Array.isArray(value) || value.length <= TOGETHER) {
      this.#addText(JSON.stringify(value))
      return
    }
    for (let from = 0; from < value.length; from += TOGETHER) {
      this.#addText(from === 0 ? '[' : ',')
      this.#addText(JSON.stringify(value.slice(from, from + TOGETHER)).slice(1, -1))
    }
    this.#addText(']')
  }

  #addList(list: readonly unknown[], level: number): void {
    list.forEach((item, at) => {
      this.#addText(at === 0 ? '[' : ',')
      this.addJson(item ?? null, level + 1)
    })
    this.#addText(list.length === 0 ? '[]' : ']')
  }

  #addObject(value: object, level: number): void {
    const isEmpty = !this.#addMembers(value, level, '{')
    this.#addText(isEmpty ? '{}' : '}')
  }

  /** False if there is none. */
  #addMembers(value: object, level: number, opening: string): boolean {
    let before = opening
    for (const [key, member] of Object.entries(value) as readonly (readonly [string, unknown])[]) {
      if (member === undefined) continue
      this.#addText(`${before}${JSON.stringify(key)}:`)
      this.addJson(member, level + 1)
      before = ','
    }
    return before !== opening
  }

  #addText(json: string): void {
    const isAscii = Buffer.byteLength(json) === json.length
    if (!isAscii || json.includes(DELETE)) {
      this.add(visibleText(json))
      return
    }
    this.#reserve(json.length)
    this.#size += this.#bytes.write(json, this.#size, 'latin1')
  }

  #reserve(more: number): void {
    const needed = this.#size + more
    if (needed <= this.#bytes.length) return
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#bytes.length * 2))
    this.#bytes.copy(grown, 0, 0, this.#size)
    this.#bytes = grown
  }
}
