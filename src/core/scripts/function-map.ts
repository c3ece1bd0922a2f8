/** Metro's tables of functions (`x_facebook_sources`): which function of a source file is around a place. */
import { isObject, textsOf } from './json-values.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]))
const [COMMA, SEMICOLON] = [0x2c, 0x3b]

/** Numbers of a start. */
const PARTS = 3

export class FunctionMap {
  readonly #names: readonly string[]
  readonly #mappings: string
  /** Line, column and name of each start, one after the other. Decoded with the first look-up. */
  #starts: Float64Array | undefined

  private constructor(names: readonly string[], mappings: string) {
    this.#names = names
    this.#mappings = mappings
  }

  /** Of an element of `x_facebook_sources`; undefined where that has none. */
  static of(value: unknown): FunctionMap | undefined {
    const table: unknown = Array.isArray(value) ? value[0] : undefined
    if (!isObject(table) || typeof table['mappings'] !== 'string') return undefined
    return new FunctionMap(textsOf(table['names']), table['mappings'])
  }

  /** Bytes of the table's text. */
  get bytes(): number {
    return this.#mappings.length
  }

  /** The function whose start is the last at or before this place. */
  at(line: number, column: number): string | undefined {
    const starts = (this.#starts ??= startsOf(this.#mappings))
    const valueAt = (start: number, part: number): number => starts[start * PARTS + part] ?? 0
    let [low, high] = [0, starts.length / PARTS]
    while (low < high) {
      const middle = (low + high) >>> 1
      const first = valueAt(middle, 0)
      if (first < line || (first === line && valueAt(middle, 1) <= column)) low = middle + 1
      else high = middle
    }
    return low === 0 ? undefined : this.#names[valueAt(low - 1, 2)]
  }
}

/**
 * Starts of functions, ascending: line from 1, column from 0, name. Each group of the text is column, name and line, as steps from
 * the group before; a semicolon ends a row of columns. A start before the one above it, or a character of no encoder, ends them.
 */
function startsOf(mappings: string): Float64Array {
  const groups = countGroups(mappings)
  const starts = new Float64Array(groups * PARTS)
  let [line, column, name, count, lastLine, lastColumn] = [1, 0, 0, 0, 0, 0]
  let [value, shift, part] = [0, 0, 0]
  const steps = [0, 0, 0]
  for (let at = 0; at <= mappings.length; at++) {
    const code = at < mappings.length ? mappings.charCodeAt(at) : SEMICOLON
    const digit = VALUES.get(code)
    if (digit !== undefined) {
      value += (digit & 31) * 2 ** shift
      shift += 5
      if ((digit & 32) !== 0 && shift < 50) continue
      const size = Math.floor(value / 2)
      if (part < PARTS) steps[part] = value % 2 === 1 ? -size : size
      part++
      ;[value, shift] = [0, 0]
      continue
    }
    if (part > 0) {
      column += steps[0] ?? 0
      name += steps[1] ?? 0
      line += steps[2] ?? 0
      if (line < lastLine || (line === lastLine && column < lastColumn)) break
      ;[lastLine, lastColumn] = [line, column]
      starts.set([line, column, name], count * PARTS)
      count++
    }
    steps.fill(0)
    part = 0
    if (code === SEMICOLON) column = 0
    else if (code !== COMMA) break
  }
  return starts.subarray(0, count * PARTS)
}

/** Groups of numbers, at most: there is a comma or a semicolon between two. */
function countGroups(mappings: string): number {
  let count = 1
  for (let at = 0; at < mappings.length; at++) {
    const code = mappings.charCodeAt(at)
    if (code === COMMA || code === SEMICOLON) count++
  }
  return count
}
