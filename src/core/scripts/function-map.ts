/** Metro's tables of functions (`x_facebook_sources`): which function of a source file is around a place. */
import { isObject, textsOf } from './json-values.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const VALUES = new Map([...DIGITS].map((digit, value) => [digit.charCodeAt(0), value]))
const [COMMA, SEMICOLON] = [0x2c, 0x3b]

/** The start of a function: line from 1, column from 0. */
interface Start {
  readonly line: number
  readonly column: number
  readonly name: number
}

export class FunctionMap {
  readonly #names: readonly string[]
  readonly #mappings: string

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

  /** The function whose start is the last at or before this place. */
  at(line: number, column: number): string | undefined {
    let best: Start | undefined
    for (const start of this.#starts()) {
      if (start.line > line || (start.line === line && start.column > column)) break
      best = start
    }
    return best && this.#names[best.name]
  }

  /** Ascending. Each group of numbers is column, name and line, as steps from the group before; a semicolon ends a row of columns. */
  *#starts(): Generator<Start> {
    let [line, column, name] = [1, 0, 0]
    let group: number[] = []
    let [value, shift] = [0, 0]
    for (let at = 0; at <= this.#mappings.length; at++) {
      const code = at < this.#mappings.length ? this.#mappings.charCodeAt(at) : SEMICOLON
      const digit = VALUES.get(code)
      if (digit !== undefined) {
        value += (digit & 31) * 2 ** shift
        shift += 5
        if ((digit & 32) !== 0 && shift < 50) continue
        const size = Math.floor(value / 2)
        group.push(value % 2 === 1 ? -size : size)
        ;[value, shift] = [0, 0]
        continue
      }
      if (group.length > 0) {
        column += group[0] ?? 0
        name += group[1] ?? 0
        line += group[2] ?? 0
        yield { line, column, name }
      }
      group = []
      if (code === SEMICOLON) column = 0
      else if (code !== COMMA) return
    }
  }
}
