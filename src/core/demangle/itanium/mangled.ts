/** A name being read: the bytes, the place in them, and the tables that the Itanium C++ ABI, section 5.1, fills on the way. */
import { releaseNodes, type Node } from './node.ts'

/** Thrown wherever the bytes are no name; one object for all, since nobody reads its stack. */
export const invalid = new Error('not an Itanium C++ name')

/** Names nested deeper than this are not read: no compiler makes them, and the call stack is finite. */
const DEEPEST = 1200

const NO_BYTES = new Uint8Array(0)
const NO_NODES: readonly Node[] = []
const NO_COUNTS: readonly number[] = [0, 0, 0]

export class Mangled {
  bytes: Uint8Array = NO_BYTES
  at = 0
  /** Exclusive. The byte there must be one that no name has outside its identifiers: NUL or a line end. */
  end = 0
  /** Substitution candidates, `S_`, `S0_` … */
  readonly #substitutions: Node[] = []
  #substitutionCount = 0
  /** Template arguments by level of nesting; a level is undefined in a generic lambda without a parameter list. */
  templateLevels: (Node[] | undefined)[] = []
  /** References to arguments that come later in the name. */
  forwards: Node[] = []
  /** `T_` before `I` is a template with arguments; not so in the type of a conversion operator. */
  readsTemplateArgs = true
  /** `T_` may refer to arguments that come later. */
  allowsForward = false
  /** Inside a constraint the levels are not known well enough: parameters print as they are mangled. */
  inConstraint = false
  /** Level at which the parameters of a generic lambda are being read. */
  lambdaLevel = -1
  /** How many unnamed template parameters of each sort were met: types, values, templates. */
  inventedNames: readonly number[] = NO_COUNTS
  /** Elements of the lists being read, the innermost list at the end. */
  readonly #items: Node[] = []
  #itemCount = 0
  #depth = 0

  /** Begins a name; one object serves many, one after the other. */
  start(bytes: Uint8Array, at: number, end: number): void {
    this.bytes = bytes
    this.at = at
    this.end = end
    releaseNodes()
    this.#substitutionCount = 0
    this.templateLevels = []
    this.forwards = []
    this.readsTemplateArgs = true
    this.allowsForward = false
    this.inConstraint = false
    this.lambdaLevel = -1
    this.inventedNames = NO_COUNTS
    this.#itemCount = 0
    this.#depth = 0
  }

  /** Where a list begins whose elements are collected with `collect`. */
  get listStart(): number {
    return this.#itemCount
  }

  collect(node: Node): void {
    const at = this.#itemCount++
    if (at < this.#items.length) this.#items[at] = node
    else this.#items.push(node)
  }

  /** The nodes collected since `start`, as an array of just that size. */
  takeList(start: number): readonly Node[] {
    const size = this.#itemCount - start
    if (size === 0) return NO_NODES
    this.#itemCount = start
    const list = this.#items.slice(start, start + size)
    return list
  }

  get done(): boolean {
    return this.at >= this.end
  }

  /** The byte `ahead` of the place. Callers must know that all bytes before it belong to the name. */
  look(ahead = 0): number {
    return this.bytes[this.at + ahead] ?? 0
  }

  /** Moves over one byte if it is this. */
  eat(code: number): boolean {
    if (this.look() !== code) return false
    this.at++
    return true
  }

  /** Moves over a text if it comes here. */
  eatText(text: string): boolean {
    const size = text.length
    if (this.at + size > this.end) return false
    for (let index = 0; index < size; index++) {
      if (this.bytes[this.at + index] !== text.charCodeAt(index)) return false
    }
    this.at += size
    return true
  }

  expect(code: number): void {
    if (!this.eat(code)) throw invalid
  }

  /** Counts a level of nesting; every `enter` has its `leave`, save where a name turns out invalid. */
  enter(): void {
    if (++this.#depth > DEEPEST) throw invalid
  }

  leave(): void {
    this.#depth--
  }

  isDigit(ahead = 0): boolean {
    const code = this.look(ahead)
    return code >= 0x30 && code <= 0x39
  }

  /** A decimal number below 2^31; too large or none is invalid. */
  readCount(): number {
    if (!this.isDigit()) throw invalid
    let value = 0
    while (this.isDigit()) {
      value = value * 10 + this.look() - 0x30
      if (value > 0x7fffffff) throw invalid
      this.at++
    }
    return value
  }

  /** Moves over a number, with `n` for minus where allowed; false if there is none. */
  skipNumber(mayBeNegative: boolean): boolean {
    if (mayBeNegative) this.eat(0x6e)
    if (!this.isDigit()) return false
    while (this.isDigit()) this.at++
    return true
  }

  /** `<seq-id>`: base 36 with digits and capitals, then 1 more; without a digit, 0. Ends at any other byte. */
  readSequence(): number {
    let value = -1
    for (;;) {
      const code = this.look()
      let digit: number
      if (code >= 0x30 && code <= 0x39) digit = code - 0x30
      else if (code >= 0x41 && code <= 0x5a) digit = code - 0x41 + 10
      else return value + 1
      value = (value < 0 ? 0 : value) * 36 + digit
      if (value > 0x7fffffff) throw invalid
      this.at++
    }
  }

  /** A node that later `S…_` may refer to. */
  remember(node: Node): void {
    const at = this.#substitutionCount++
    if (at < this.#substitutions.length) this.#substitutions[at] = node
    else this.#substitutions.push(node)
  }

  /** The node for `S…_` with this number; invalid where there is none. */
  substitution(index: number): Node {
    const node = index < this.#substitutionCount ? this.#substitutions[index] : undefined
    if (!node) throw invalid
    return node
  }

  /** Takes back the last one remembered. */
  forget(): void {
    if (this.#substitutionCount === 0) throw invalid
    this.#substitutionCount--
  }

  /** The bytes of a short piece as text, for comparisons. */
  textAt(from: number, to: number): string {
    let text = ''
    for (let at = from; at < to; at++) text += String.fromCharCode(this.bytes[at] ?? 0)
    return text
  }

  /** Fills in references, met since `from`, to template arguments that came later. */
  resolveForwards(from: number): void {
    for (let index = from; index < this.forwards.length; index++) {
      const reference = this.forwards[index]
      const target = reference && this.templateLevels[0]?.[reference.bits]
      if (!reference || !target) throw invalid
      reference.a = target
    }
    if (this.forwards.length > from) this.forwards.length = from
  }
}
