/**
 * Values of the ids of an export. Nearly every value of a row has an id, so the table keeps two numbers for each and no object: the
 * kind and the index.
 */

/** The value of an id. `open`: its element has not ended. `other`: nothing that is needed. */
export type IdKind =
  'frame' | 'binary' | 'thread' | 'process' | 'stack' | 'addresses' | 'text' | 'number' | 'open' | 'other'

export interface IdValue {
  readonly kind: IdKind
  readonly value: number
}

const KINDS: readonly IdKind[] = [
  'frame',
  'binary',
  'thread',
  'process',
  'stack',
  'addresses',
  'text',
  'number',
  'open',
  'other',
]
const CODES = new Map(KINDS.map((kind, at) => [kind, at + 1]))
/** Ids that are no such numbers; tools write none. */
const MOST_ODD = 200_000
/** Ids count up. One that lies far beyond the number of those seen gets no room in the lists. */
const ROOM = 65_536

export class IdTable {
  #kinds = new Uint8Array(ROOM)
  #values = new Float64Array(ROOM)
  readonly #odd = new Map<string, IdValue>()
  #seen = 0

  set(id: string, kind: IdKind, value: number): void {
    this.#seen++
    const at = this.#placeOf(id)
    if (at === undefined) {
      if (this.#odd.size < MOST_ODD || this.#odd.has(id)) this.#odd.set(id, { kind, value })
      return
    }
    if (at >= this.#kinds.length) this.#grow(at)
    this.#kinds[at] = CODES.get(kind) ?? 0
    this.#values[at] = value
  }

  get(id: string): IdValue | undefined {
    const at = this.#placeOf(id)
    if (at === undefined || at >= this.#kinds.length) return this.#odd.get(id)
    const kind = KINDS[(this.#kinds[at] ?? 0) - 1]
    return kind === undefined ? this.#odd.get(id) : { kind, value: this.#values[at] ?? 0 }
  }

  #placeOf(id: string): number | undefined {
    const at = Number(id)
    return Number.isInteger(at) && at >= 0 && at < 4 * this.#seen + ROOM ? at : undefined
  }

  #grow(at: number): void {
    const size = Math.max(at + 1, this.#kinds.length * 2)
    const kinds = new Uint8Array(size)
    kinds.set(this.#kinds)
    const values = new Float64Array(size)
    values.set(this.#values)
    this.#kinds = kinds
    this.#values = values
  }
}
