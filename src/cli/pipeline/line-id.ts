/**
 * The `id` of a line of JSON, as the line spells it: a reader of numbers would change those of more than 53 bits. The line is read
 * byte by byte and never held, so that one of any length has its id.
 */

const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [0x7b, 0x7d, 0x5b, 0x5d]
const BLANK = 0x20
/** From here on a byte is a part of a character. */
const WIDE = 0x80
/** Bytes of a longer value are let go, and with them the id. */
const LONGEST_ID = 1 << 16
/** The key with its quotes, each letter as an escape: `"\u0069\u0064"`. */
const LONGEST_KEY = 14
const decoder = new TextDecoder()
/** Bytes of an ordinary key or id. */
const FEW = 64
const isId = /^"(?:i|\\u0069)(?:d|\\u0064)"$/

/** The text of the last member `id` of a line's object; undefined for none. The rest of the line may be damaged. */
export function idOfLine(line: Uint8Array): string | undefined {
  const reader = new LineIdReader()
  reader.add(line)
  return reader.end()
}

/** Reads a line that comes in parts. */
export class LineIdReader {
  #place: 'before' | 'key' | 'colon' | 'value' | 'over' = 'before'
  #depth = 0
  #isText = false
  #isEscaped = false
  /** The bytes of a key, or of the value of the key `id`: the first ones of too many. */
  #kept = new Uint8Array(FEW)
  /** The most that are kept. */
  #limit = LONGEST_KEY
  /** Their number, with those that are not kept. */
  #size = 0
  #isOfId = false
  #id: string | undefined

  add(part: Uint8Array): void {
    for (let at = 0; at < part.length && this.#place !== 'over'; at++) {
      // Most of a line is a report.
      if (this.#place === 'value' && !this.#isOfId) at = this.#skipValue(part, at)
      const byte = part[at]
      if (byte !== undefined) this.#read(byte)
    }
  }

  /** The id, once all parts were added. */
  end(): string | undefined {
    // A number could have gone on; a text, a list and an object say where they end.
    if (this.#place === 'value' && this.#isOfId && /^["{[]/.test(this.#text())) this.#takeValue()
    return this.#id
  }

  #read(byte: number): void {
    if (this.#isText) this.#readText(byte)
    else if (this.#place === 'value') this.#readValue(byte)
    else if (byte > BLANK) this.#readBetween(byte)
  }

  /** Where a value ends that is not the id, or the part; the same as `#readValue` for each byte, in a quarter of the time. */
  #skipValue(part: Uint8Array, from: number): number {
    let [at, depth, isText, isEscaped] = [from, this.#depth, this.#isText, this.#isEscaped]
    for (; at < part.length; at++) {
      const byte = part[at]
      if (isText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isText = false
      } else if (byte === QUOTE) isText = true
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth++
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (depth === 0) break
        depth--
      } else if (byte === COMMA && depth === 0) break
    }
    ;[this.#depth, this.#isText, this.#isEscaped] = [depth, isText, isEscaped]
    return at
  }

  #readText(byte: number): void {
    this.#keep(byte)
    if (this.#isEscaped) this.#isEscaped = false
    else if (byte === BACKSLASH) this.#isEscaped = true
    else if (byte === QUOTE) {
      this.#isText = false
      if (this.#place === 'key') this.#place = 'colon'
    }
  }

  #readValue(byte: number): void {
    const isClosing = byte === CLOSE_OBJECT || byte === CLOSE_LIST
    if (this.#depth === 0 && (byte === COMMA || isClosing)) {
      if (this.#isOfId) this.#takeValue()
      this.#place = isClosing ? 'over' : 'key'
      this.#forget(LONGEST_KEY)
      return
    }
    this.#keep(byte)
    if (byte === QUOTE) this.#isText = true
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#depth++
    else if (isClosing) this.#depth--
  }

  /** A byte between the members and their parts. */
  #readBetween(byte: number): void {
    if (this.#place === 'before') {
      // A byte order mark, or a blank of another kind.
      if (byte < WIDE) this.#place = byte === OPEN_OBJECT ? 'key' : 'over'
    } else if (this.#place === 'key' && byte === QUOTE) {
      this.#isText = true
      this.#keep(byte)
    } else if (this.#place === 'colon' && byte === COLON) {
      this.#isOfId = isId.test(this.#text())
      this.#place = 'value'
      this.#forget(this.#isOfId ? LONGEST_ID : 0)
    } else this.#place = 'over'
  }

  #keep(byte: number): void {
    const at = this.#size++
    if (at >= this.#limit) return
    if (at === this.#kept.length) {
      const more = new Uint8Array(at * 2)
      more.set(this.#kept)
      this.#kept = more
    }
    this.#kept[at] = byte
  }

  #forget(limit: number): void {
    this.#limit = limit
    this.#size = 0
  }

  /** What was kept; nothing where that is not all. */
  #text(): string {
    return this.#size > this.#limit ? '' : decoder.decode(this.#kept.subarray(0, this.#size)).trim()
  }

  /** What is echoed must leave the answer a line of JSON. */
  #takeValue(): void {
    const value = this.#text()
    try {
      JSON.parse(value)
      this.#id = value
    } catch {
      // The id before it, if there is one, stays.
    }
  }
}
