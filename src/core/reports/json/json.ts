/**
 * JSON as reports carry it (RFC 8259), read tolerantly. Why not `JSON.parse`: it rounds integers above 2^53 (kernel addresses,
 * signed pointers), gives up on a truncated file, and gives no offset of a value in the text.
 */
import type { TextSpan } from '../../model/report.ts'
import { shortenGaps } from './gaps.ts'
import { leftOutAt } from './left-out.ts'

/** Integers that a number can't hold exactly are bigints; all other numbers are numbers. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject

/** Has no prototype, so every key of a hostile file is only a key. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

/** Kinds of damage in JSON; `damaged-json` in `core/messages` has a sentence for each. */
type JsonFault = 'end' | 'gap' | 'bracket' | 'key' | 'colon' | 'depth' | 'value'

export interface JsonDocument {
  readonly value: JsonValue
  /** Offset behind the value; what follows is not JSON of this value. */
  readonly end: number
  /** Place of every object and array in the text. */
  readonly spans: Pick<ReadonlyMap<object, TextSpan>, 'get'>
  /** Objects and arrays that the text does not close: it was cut off inside them. */
  readonly open: ReadonlySet<object>
  /** The first damage and its offset in the text; undefined for clean JSON. */
  readonly damage?: { readonly fault: JsonFault; readonly offset: number }
}

const MAX_DEPTH = 4096

const QUOTE = 0x22
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const LARGE_E = 0x45
const ARRAY = 0x5b
const BACKSLASH = 0x5c
const ARRAY_END = 0x5d
const SMALL_E = 0x65
const OBJECT = 0x7b
const OBJECT_END = 0x7d
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y
const WORDS: readonly (readonly [string, JsonValue])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
  ['NaN', null],
]
const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

/**
 * Reads the first JSON value at or behind `start`. Trailing commas are let pass; a text that is cut off gives all that
 * was whole. Undefined when no object, array or scalar begins there. Never throws; time is linear.
 */
export function parseJson(text: string, start = 0): JsonDocument | undefined {
  return new JsonReader(text, start).read()
}

/** One open object or array, and where it opened. */
interface Level {
  readonly value: Record<string, JsonValue> | JsonValue[]
  readonly object: Record<string, JsonValue> | undefined
  readonly array: JsonValue[] | undefined
  readonly start: number
  key: string | undefined
}

/**
 * Constructor of objects with an empty prototype chain. Engines treat `Object.create(null)` as a hash table. Objects made here share
 * a hidden class per kind of row, and are faster to make and read.
 */
class Bare {
  /** Offsets of the object in its text: fields that no key can name, and no reader of keys sees. */
  #start = 0
  #end = 0

  static make(): Record<string, JsonValue> {
    return new Bare() as unknown as Record<string, JsonValue>
  }

  static place(value: object, start: number, end: number): boolean {
    if (!(#start in value)) return false
    value.#start = start
    value.#end = end
    return true
  }

  static placeOf(value: object): TextSpan | undefined {
    return #start in value ? { start: value.#start, end: value.#end } : undefined
  }
}
Object.setPrototypeOf(Bare.prototype, null)
Reflect.deleteProperty(Bare.prototype, 'constructor')
Object.freeze(Bare.prototype)

/** Places in the text: of each object in the object itself, because a report has thousands. */
class Places {
  readonly #lists = new Map<object, TextSpan>()

  get(value: object): TextSpan | undefined {
    return Bare.placeOf(value) ?? this.#lists.get(value)
  }

  set(value: object, start: number, end: number): void {
    if (!Bare.place(value, start, end)) this.#lists.set(value, { start, end })
  }
}

/** Digits that a number always holds exactly. */
const EXACT_DIGITS = 15

class JsonReader {
  readonly #text: string
  #at: number
  /** The first backslash at or behind the place of the last look; behind the text where there is none. */
  #escape = -1
  /** True once an object or array was opened. */
  #isNested = false
  readonly #spans = new Places()
  readonly #open = new Set<object>()
  #damage: { fault: JsonFault; offset: number } | undefined

  constructor(text: string, start: number) {
    this.#text = text
    this.#at = start
  }

  read(): JsonDocument | undefined {
    const levels: Level[] = []
    let level: Level | undefined
    let root: JsonValue | undefined
    let ended = false
    // eslint-disable-next-line unslide/bounded-loops -- each round takes a character of the text, or is the last
    while (!ended) {
      this.#skipBlank()
      if (this.#at >= this.#text.length) break
      const code = this.#text.charCodeAt(this.#at)
      if (level) {
        if (this.#skipGap(level)) continue
        if (code === COMMA) {
          this.#at++
          continue
        }
        if (code === OBJECT_END || code === ARRAY_END) {
          this.#close(level, code)
          levels.pop()
          level = levels.at(-1)
          ended = level === undefined
          continue
        }
        if (level.object && level.key === undefined) {
          if (!this.#readKey(level, code)) break
          continue
        }
      }
      const start = this.#at
      const read = this.#readValue(code, levels.length)
      if (read === undefined) break
      const value = this.#joined(level, read)
      root ??= value
      if (level?.array) level.array.push(value)
      else if (level?.object && level.key !== undefined) level.object[level.key] = value
      if (level) level.key = undefined
      const opened = levelOf(value, value === read ? start : (this.#spans.get(value as object)?.start ?? start))
      if (opened) levels.push((level = opened))
      else if (!level) ended = true
    }
    if (root === undefined) return undefined
    if (!ended) this.#note('end')
    for (const { value, start } of levels) {
      this.#open.add(value)
      this.#spans.set(value, start, this.#at)
    }
    return {
      value: root,
      end: this.#at,
      spans: this.#spans,
      open: this.#open,
      ...(this.#damage ? { damage: this.#damage } : {}),
    }
  }

  /** Some writers give an object in two parts under one key, such as KSCrash's `memory`: the second goes on with the first. */
  #joined(level: Level | undefined, value: JsonValue): JsonValue {
    if (!level?.object || level.key === undefined || !isJsonObject(value)) return value
    const first = Object.hasOwn(level.object, level.key) ? level.object[level.key] : undefined
    return isJsonObject(first) ? first : value
  }

  #note(fault: JsonFault): void {
    this.#damage ??= { fault, offset: this.#at }
  }

  #skipBlank(): void {
    for (; this.#at < this.#text.length; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code > 32 && code !== 0xfeff && code !== 0xa0) return
      if (code < 32 && code !== 10 && code !== 13 && code !== 9) return
    }
  }

  #skipGap(level: Level): boolean {
    const mark = leftOutAt(this.#text, this.#at)
    if (mark === undefined) return false
    this.#note('gap')
    this.#at = mark.end
    if (!mark.isComment) level.key = undefined
    return true
  }

  #close({ value, array, start }: Level, code: number): void {
    if ((code === ARRAY_END) !== (array !== undefined)) this.#note('bracket')
    this.#at++
    this.#spans.set(value, start, this.#at)
  }

  /** A key and its colon; false where nothing more can be read. */
  #readKey(level: Level, code: number): boolean {
    if (code !== QUOTE) {
      this.#note('key')
      return false
    }
    const key = this.#readString()
    if (key === undefined) return false
    this.#skipBlank()
    if (this.#text.charCodeAt(this.#at) !== COLON) {
      if (this.#at < this.#text.length) this.#note('colon')
      return false
    }
    this.#at++
    level.key = key
    return true
  }

  #readValue(code: number, depth: number): JsonValue | undefined {
    if (code === QUOTE) return this.#readString()
    if (code !== OBJECT && code !== ARRAY) return this.#readExact(code) ?? this.#readScalar()
    if (depth >= MAX_DEPTH) {
      this.#note('depth')
      return undefined
    }
    this.#isNested = true
    this.#at++
    return code === OBJECT ? Bare.make() : []
  }

  /** A whole number of few digits that something follows: nearly every one of a report. Undefined for all else. */
  #readExact(code: number): number | undefined {
    const first = code === MINUS ? this.#at + 1 : this.#at
    let value = 0
    for (let at = first; at < this.#text.length && at - first <= EXACT_DIGITS; at++) {
      const next = this.#text.charCodeAt(at)
      if (next >= ZERO && next <= NINE) {
        value = value * 10 + (next - ZERO)
        continue
      }
      if (at === first || next === POINT || next === SMALL_E || next === LARGE_E) return undefined
      this.#at = at
      return code === MINUS ? -value : value
    }
    return undefined
  }

  #readScalar(): JsonValue | undefined {
    NUMBER.lastIndex = this.#at
    const digits = NUMBER.exec(this.#text)?.[0]
    if (digits !== undefined) {
      const end = this.#at + digits.length
      if (end === this.#text.length && this.#isNested) return undefined
      this.#at = end
      const value = Number(digits)
      return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(digits) && digits.length < 400
        ? BigInt(digits)
        : value
    }
    for (const [word, value] of WORDS) {
      if (this.#text.startsWith(word, this.#at)) {
        this.#at += word.length
        return value
      }
    }
    this.#note('value')
    return undefined
  }

  /** The string that opens here. One that the text cuts off keeps its whole lines; undefined when it has none. */
  #readString(): string | undefined {
    let from = this.#at + 1
    const quote = this.#text.indexOf('"', from)
    if (this.#escape < from) {
      const found = this.#text.indexOf('\\', from)
      this.#escape = found === -1 ? this.#text.length : found
    }
    if (quote !== -1 && quote < this.#escape) {
      this.#at = quote + 1
      return shortenGaps(this.#text.slice(from, quote))
    }
    let parts = ''
    for (let at = from; at < this.#text.length;) {
      const code = this.#text.charCodeAt(at)
      if (code === QUOTE) {
        this.#at = at + 1
        return shortenGaps(parts + this.#text.slice(from, at))
      }
      if (code !== BACKSLASH) {
        at++
        continue
      }
      const escape = this.#text[at + 1] ?? ''
      const hex = escape === 'u' ? this.#text.slice(at + 2, at + 6) : ''
      const isCode = /^[0-9a-fA-F]{4}$/.test(hex)
      parts +=
        this.#text.slice(from, at) + (isCode ? String.fromCharCode(parseInt(hex, 16)) : (ESCAPES[escape] ?? escape))
      at += isCode ? 6 : 2
      from = at
    }
    const cut = parts + this.#text.slice(from)
    const end = cut.lastIndexOf('\n') + 1
    this.#at = this.#text.length
    return end > 0 ? cut.slice(0, end) : undefined
  }
}

/** An object or array as a level that is open; undefined for all else. */
function levelOf(value: JsonValue, start: number): Level | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (Array.isArray(value)) {
    const array = value as JsonValue[]
    return { value: array, object: undefined, array, start, key: undefined }
  }
  const object = value as Record<string, JsonValue>
  return { value: object, object, array: undefined, start, key: undefined }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as an object; an empty one for anything else. */
export function asObject(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : EMPTY
}

/** The value as an array; an empty one for anything else. */
export function asArray(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : []
}

/** A non-empty string; undefined for anything else. */
export function asString(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** A finite number, or a string of decimal or `0x` hex digits, as a number; undefined for anything else, as `1e999`. */
export function asNumber(value: JsonValue | undefined): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  const whole = asBigint(value)
  return whole === undefined ? undefined : Number(whole)
}

/** An integer, or a string of decimal or `0x` hex digits, as a bigint; undefined for anything else. */
export function asBigint(value: JsonValue | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined
  if (typeof value !== 'string' || value.length > 64) return undefined
  return /^(?:0x[0-9a-f]+|\d+)$/i.test(value.trim()) ? BigInt(value) : undefined
}

/** Any value in words, for header fields and tables: scalars as they are, the rest as compact JSON. */
export function formatJson(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return String(value)
  return stringifyJson(value)
}

/** Nobody reads deeper than this, and each level takes several calls. */
const MAX_TEXT_DEPTH = 256

/** Compact JSON text; bigints as plain digits. */
export function stringifyJson(value: JsonValue, depth = 0): string {
  if (typeof value === 'bigint') return value.toString()
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (depth > MAX_TEXT_DEPTH) return '"…"'
  if (Array.isArray(value)) {
    return `[${(value as readonly JsonValue[]).map((item) => stringifyJson(item, depth + 1)).join(',')}]`
  }
  const members = Object.entries(value as JsonObject).flatMap(([key, item]) =>
    item === undefined ? [] : [`${JSON.stringify(key)}:${stringifyJson(item, depth + 1)}`],
  )
  return `{${members.join(',')}}`
}

const EMPTY: JsonObject = Object.freeze(Object.create(null) as JsonObject)
