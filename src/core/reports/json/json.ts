/**
 * JSON as reports carry it (RFC 8259), read tolerantly. Why not `JSON.parse`: it rounds integers above 2^53 (kernel addresses,
 * signed pointers), gives up on a truncated file, and does not say where a value stands in the text.
 */
import type { TextSpan } from '../../model/report.ts'
import { shortenGaps } from './gaps.ts'

/** Integers that a number can't hold exactly are bigints; all other numbers are numbers. */
export type JsonValue = null | boolean | number | bigint | string | readonly JsonValue[] | JsonObject

/** Has no prototype, so every key of a hostile file is only a key. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined
}

/** What may be wrong with JSON; `damaged-json` in `core/messages` has a sentence for each. */
type JsonFault = 'end' | 'bracket' | 'key' | 'colon' | 'depth' | 'value'

export interface JsonDocument {
  readonly value: JsonValue
  /** Offset behind the value; what follows is not JSON of this value. */
  readonly end: number
  /** Place of every object and array in the text. */
  readonly spans: ReadonlyMap<object, TextSpan>
  /** Objects and arrays that the text does not close: it was cut off inside them. */
  readonly open: ReadonlySet<object>
  /** What was not as JSON should be; undefined for clean JSON. Offset in the text. */
  readonly damage?: { readonly fault: JsonFault; readonly offset: number }
}

const MAX_DEPTH = 4096
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

/** One open object or array. */
interface Level {
  readonly object?: Record<string, JsonValue>
  readonly array?: JsonValue[]
  key: string | undefined
}

class JsonReader {
  readonly #text: string
  #at: number
  readonly #spans = new Map<object, TextSpan>()
  readonly #starts = new Map<object, number>()
  readonly #open = new Set<object>()
  #damage: { fault: JsonFault; offset: number } | undefined

  constructor(text: string, start: number) {
    this.#text = text
    this.#at = start
  }

  read(): JsonDocument | undefined {
    const levels: Level[] = []
    let root: JsonValue | undefined
    let ended = false
    // eslint-disable-next-line unslide/bounded-loops -- each round takes a character of the text, or is the last
    while (!ended) {
      this.#skipBlank()
      const level = levels.at(-1)
      if (this.#at >= this.#text.length) break
      if (level) {
        const closed = this.#readPunctuation(level)
        if (closed === 'end') break
        if (closed === 'close') {
          levels.pop()
          if (levels.length === 0) ended = true
          continue
        }
        if (closed === 'again') continue
      }
      const read = this.#readValue(levels.length)
      if (read === undefined) break
      const value = this.#joined(level, read)
      root ??= value
      if (level?.array) level.array.push(value)
      else if (level?.object && level.key !== undefined) level.object[level.key] = value
      if (level) level.key = undefined
      if (Array.isArray(value) && this.#starts.has(value)) levels.push({ array: value as JsonValue[], key: undefined })
      else if (isJsonObject(value) && this.#starts.has(value))
        levels.push({ object: value as Record<string, JsonValue>, key: undefined })
      else if (!level) ended = true
    }
    if (root === undefined) return undefined
    if (!ended) this.#note('end')
    for (const level of levels) {
      const value = level.array ?? level.object
      if (!value) continue
      this.#open.add(value)
      this.#spans.set(value, { start: this.#starts.get(value) ?? 0, end: this.#at })
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
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9 && code !== 0xfeff && code !== 0xa0) return
    }
  }

  /** Commas, keys and closing brackets. `value`: a value comes next; `again`: look anew; `end`: nothing can be read. */
  #readPunctuation(level: Level): 'value' | 'again' | 'close' | 'end' {
    const char = this.#text[this.#at] ?? ''
    if (char === ',') {
      this.#at++
      return 'again'
    }
    if (char === '}' || char === ']') {
      const value = level.array ?? level.object
      if ((char === ']') !== (level.array !== undefined)) this.#note('bracket')
      this.#at++
      if (value) this.#spans.set(value, { start: this.#starts.get(value) ?? 0, end: this.#at })
      return 'close'
    }
    if (level.array || level.key !== undefined) return 'value'
    if (char !== '"') {
      this.#note('key')
      return 'end'
    }
    const key = this.#readString()
    if (key === undefined) return 'end'
    this.#skipBlank()
    if (this.#text[this.#at] !== ':') {
      if (this.#at < this.#text.length) this.#note('colon')
      return 'end'
    }
    this.#at++
    level.key = key
    return 'again'
  }

  #readValue(depth: number): JsonValue | undefined {
    const char = this.#text[this.#at]
    if (char === '"') return this.#readString()
    if (char === '{' || char === '[') {
      if (depth >= MAX_DEPTH) {
        this.#note('depth')
        return undefined
      }
      const value = char === '{' ? (Object.create(null) as Record<string, JsonValue>) : []
      this.#starts.set(value, this.#at)
      this.#at++
      return value
    }
    return this.#readScalar()
  }

  #readScalar(): JsonValue | undefined {
    NUMBER.lastIndex = this.#at
    const digits = NUMBER.exec(this.#text)?.[0]
    if (digits !== undefined) {
      const end = this.#at + digits.length
      if (end === this.#text.length && this.#starts.size > 0) return undefined
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
    if (this.#starts.size > 0) this.#note('value')
    return undefined
  }

  /** The string that opens here. One that the text cuts off keeps its whole lines; undefined when it has none. */
  #readString(): string | undefined {
    let parts = ''
    let from = this.#at + 1
    for (let at = from; at < this.#text.length;) {
      const code = this.#text.charCodeAt(at)
      if (code === 34) {
        this.#at = at + 1
        return shortenGaps(parts + this.#text.slice(from, at))
      }
      if (code !== 92) {
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
  return /^(?:0x[0-9a-f]+|\d+)$/i.test(value.trim()) ? BigInt(value.trim()) : undefined
}

/** Any value in words, for header fields and tables: scalars as they are, the rest as compact JSON. */
export function formatJson(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
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
