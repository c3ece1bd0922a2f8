/**
 * The state of the mangling's operators: a cursor over the text, the stack of nodes, the substitutions made so far.
 * Nothing here throws. An operator that finds the wrong thing calls `fail`, gets NONE and continues; the main loop
 * looks at `failed` after each operator and gives the name up.
 */
import * as K from './kinds.ts'
import { NONE, type Node } from './nodes.ts'

/** More nodes than any real name has on its stack; a repeated substitution (`A2048a`) would else multiply. */
const STACK_LIMIT = 1 << 16

/** A count that repeats a substitution may not be larger. */
export const REPEAT_LIMIT = 2048

/** Lists longer than this are let go between names. */
const KEPT = 1024

const UNDERSCORE = 0x5f
const LARGEST = 0x7fffffff

export class Machine {
  text = ''
  pos = 0
  failed = false
  /** How deep the reader of the old mangling is in types and contexts. */
  depth = 0
  /** Swift 4.0 (`_T0`) keeps argument labels inside the tuple type. */
  labelsInTypes = false
  /** Start and end of each literal piece of an identifier: where words come from. */
  readonly literals: number[] = []
  readonly words: string[] = []
  literalsRead = 0
  // Lists keep their length from name to name and are counted by hand: setting a length is slow.
  private readonly substitutions: Node[] = []
  private substitutionCount = 0
  private readonly stack: Node[] = []
  private stackSize = 0

  reset(text: string, pos: number, labelsInTypes: boolean): void {
    this.text = text
    this.pos = pos
    this.failed = false
    this.depth = 0
    this.labelsInTypes = labelsInTypes
    this.substitutionCount = 0
    this.stackSize = 0
    if (this.stack.length > KEPT) this.stack.length = 0
    if (this.substitutions.length > KEPT) this.substitutions.length = 0
    if (this.literals.length > 0) this.literals.length = 0
    if (this.words.length > 0) this.words.length = 0
    this.literalsRead = 0
  }

  fail(): Node {
    this.failed = true
    return NONE
  }

  // The cursor. Past the end a code of 0 is read, which no operator takes.

  next(): number {
    return this.pos < this.text.length ? this.text.charCodeAt(this.pos++) : 0
  }

  peek(): number {
    return this.pos < this.text.length ? this.text.charCodeAt(this.pos) : 0
  }

  /** Steps over `code` if it comes next. */
  accept(code: number): boolean {
    if (this.peek() !== code) return false
    this.pos++
    return true
  }

  /** A decimal number; -1 if there is none here or it is too large. */
  natural(): number {
    let value = -1
    for (;;) {
      const digit = this.peek() - 48
      if (digit < 0 || digit > 9) return value
      value = (value < 0 ? 0 : value) * 10 + digit
      if (value > LARGEST) return -1
      this.pos++
    }
  }

  /** `_` is 0, `0_` is 1, `1_` is 2; -1 and a failure otherwise. */
  indexNumber(): number {
    if (this.accept(UNDERSCORE)) return 0
    const value = this.natural()
    if (value >= 0 && this.accept(UNDERSCORE)) return value + 1
    this.failed = true
    return -1
  }

  /** A text after its length; empty and a failure where there is no length. */
  counted(): string {
    const length = this.natural()
    const end = this.pos + length
    if (length <= 0 || end > this.text.length) {
      this.failed = true
      return ''
    }
    const text = this.text.slice(this.pos, end)
    this.pos = end
    return text
  }

  // The stack.

  push(node: Node): void {
    if (this.stackSize >= STACK_LIMIT) this.failed = true
    else this.stack[this.stackSize++] = node
  }

  get size(): number {
    return this.stackSize
  }

  at(position: number): Node {
    return position < this.stackSize ? (this.stack[position] ?? NONE) : NONE
  }

  private top(): Node {
    return this.stackSize > 0 ? (this.stack[this.stackSize - 1] ?? NONE) : NONE
  }

  pop(): Node {
    const top = this.top()
    if (top === NONE) return this.fail()
    this.stackSize--
    return top
  }

  /** Takes the top if it is of this kind, else nothing. */
  popIf(kind: number): Node {
    const top = this.top()
    if (top.kind !== kind) return NONE
    this.stackSize--
    return top
  }

  /** Takes the top if its kind has one of these flags, else nothing. */
  popIfFlag(flags: number): Node {
    const top = this.top()
    if (((K.FLAGS[top.kind] ?? 0) & flags) === 0) return NONE
    this.stackSize--
    return top
  }

  take(kind: number): Node {
    const node = this.popIf(kind)
    return node === NONE ? this.fail() : node
  }

  takeFlag(flags: number): Node {
    const node = this.popIfFlag(flags)
    return node === NONE ? this.fail() : node
  }

  takeType(): Node {
    return this.takeFlag(K.TYPE)
  }

  /** The base of a thunk: a type or a declaration context. */
  takeEntity(): Node {
    return this.takeFlag(K.TYPE | K.CONTEXT)
  }

  // The substitutions.

  substitute(node: Node): Node {
    this.substitutions[this.substitutionCount++] = node
    return node
  }

  /** The node made as number `index`; NONE and a failure where there is none. */
  substitution(index: number): Node {
    return index >= 0 && index < this.substitutionCount ? (this.substitutions[index] ?? NONE) : this.fail()
  }

  forgetSubstitutions(): void {
    this.substitutionCount = 0
  }
}
