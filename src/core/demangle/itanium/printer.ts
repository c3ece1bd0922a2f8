/**
 * Nodes to text, in the form of LLVM's tools. A declarator surrounds the name it declares, so types print in two halves:
 * `int (*` and `)(char)`.
 */
import {
  CONTEXT,
  HAS_RIGHT,
  IS_ARRAY,
  IS_FUNCTION,
  Kind,
  LATE,
  PRECEDENCE_SHIFT,
  SHAPE,
  type Nesting,
  type Node,
} from './node.ts'
import { printBaseName, printOpenDeclarator, printQualifiers, printRight } from './declarators.ts'
import { printOperation } from './operations.ts'
import { tooLong, type Output } from './output.ts'
import { Precedence } from './tables.ts'

/** Steps for one name; nested substitutions could need any number of them. */
const MOST_STEPS = 1_000_000
const DEEPEST = 2400
/** No pack is being expanded. */
const OUTSIDE = -1

export class Printer {
  readonly #out: Output
  #source: Uint8Array = new Uint8Array(0)
  /** Elements of the pack being expanded, once one was met, and the number of the printed one. */
  #packSize = OUTSIDE
  #packIndex = 0
  /** 0 where a bare `>` would end a list of template arguments. */
  parentheses = 1
  #steps = 0
  #depth = 0
  /** Changes when text is taken back, which makes all noted places void. */
  #pass = 1

  constructor(out: Output) {
    this.#out = out
  }

  /** Writes a node of the name in `source`; throws `tooLong` when the text is out of all proportion. */
  print(source: Uint8Array, node: Node): void {
    this.#source = source
    this.#packSize = OUTSIDE
    this.#packIndex = 0
    this.parentheses = 1
    this.#steps = 0
    this.#depth = 0
    this.#pass++
    this.both(node)
  }

  /** A node in one piece. */
  both(node: Node): void {
    this.left(node)
    if ((node.flags & (HAS_RIGHT | LATE)) !== 0) printRight(this, this.#out, node)
  }

  /** Prints the left half, before the declared name. */
  left(node: Node): void {
    const out = this.#out
    const kind = node.kind
    if (kind === Kind.identifier) {
      out.copy(this.#source, node.from, node.to)
      return
    }
    if (kind === Kind.text) {
      out.text(node.wording.open)
      return
    }
    const pass = this.#pass
    if (node.pass === pass) {
      out.repeat(node.from, node.to)
      return
    }
    this.#step()
    const start = out.length
    if (kind === Kind.join) this.#join(node)
    else if (kind === Kind.templated) this.#templated(node)
    else {
      this.#other(node)
      this.#depth--
      return
    }
    this.#depth--
    if ((node.flags & CONTEXT) === 0 && pass === this.#pass) {
      node.from = start
      node.to = out.length
      node.pass = pass
    }
  }

  #step(): void {
    if (++this.#steps > MOST_STEPS || ++this.#depth > DEEPEST) throw tooLong
  }

  #join(node: Node): void {
    const { open, middle, close, a, b, leftOnly } = node.wording
    const out = this.#out
    if (open !== '') out.text(open)
    const first = node.a
    if (first) {
      const outer = this.enter(a)
      if (leftOnly) this.left(first)
      else this.both(first)
      this.parentheses = outer
    }
    if (middle !== '') out.text(middle)
    if (node.b) {
      const outer = this.enter(b)
      this.both(node.b)
      this.parentheses = outer
    }
    if (close !== '') out.text(close)
  }

  /** Sets the nesting that a part needs; returns the one to go back to. */
  enter(nesting: Nesting): number {
    const outer = this.parentheses
    if (nesting === 'inside') this.parentheses = outer + 1
    else if (nesting === 'reset') this.parentheses = 0
    return outer
  }

  #templated(node: Node): void {
    const out = this.#out
    if (node.a) this.both(node.a)
    const outer = this.enter('reset')
    out.byte(0x3c /* < */)
    this.list(node.list)
    out.byte(0x3e /* > */)
    this.parentheses = outer
  }

  /** Elements with commas; one that prints as nothing, an empty pack, has none. */
  list(list: readonly Node[]): void {
    const out = this.#out
    let isFirst = true
    for (const node of list) {
      const before = out.length
      if (!isFirst) out.text(', ')
      const start = out.length
      this.operand(node, Precedence.comma, false)
      if (out.length === start) this.#takeBack(before)
      else isFirst = false
    }
  }

  #takeBack(length: number): void {
    if (this.#out.length === length) return
    this.#out.length = length
    this.#pass++
  }

  parenthesized(list: readonly Node[]): void {
    this.#out.byte(0x28 /* ( */)
    this.parentheses++
    this.list(list)
    this.parentheses--
    this.#out.byte(0x29 /* ) */)
  }

  /**
   * Adds parentheses to an operand that binds less tightly than its place needs, or equally tightly unless `orEqual`.
   */
  operand(node: Node, limit: number, orEqual: boolean): void {
    if (node.flags >> PRECEDENCE_SHIFT < limit + (orEqual ? 1 : 0)) {
      this.both(node)
      return
    }
    this.#out.byte(0x28 /* ( */)
    this.parentheses++
    this.both(node)
    this.parentheses--
    this.#out.byte(0x29 /* ) */)
  }

  #other(node: Node): void {
    const out = this.#out
    const { a, b } = node
    switch (node.kind) {
      case Kind.pointer:
        if (a?.kind === Kind.protocol && a.bits === 1 && a.b) {
          out.text('id<')
          this.both(a.b)
          out.text('>')
          return
        }
        if (a) printOpenDeclarator(this, out, a)
        out.byte(0x2a /* * */)
        return
      case Kind.reference: {
        const target = this.collapse(node)
        if (!target.type) return
        printOpenDeclarator(this, out, target.type)
        out.text(target.isRvalue ? '&&' : '&')
        return
      }
      case Kind.qualified:
        if (a) this.left(a)
        printQualifiers(out, node.bits)
        return
      case Kind.encoding:
        if (b) {
          this.left(b)
          if ((this.shape(b) & HAS_RIGHT) === 0) out.byte(0x20)
        }
        if (a) this.both(a)
        return
      case Kind.pack: {
        const element = this.element(node)
        if (element) this.left(element)
        return
      }
      case Kind.expansion:
        if (a) this.expand(a)
        return
      case Kind.packArgument:
        this.list(node.list)
        return
      case Kind.constructor:
        if (node.bits === 1) out.byte(0x7e /* ~ */)
        printBaseName(this, out, a)
        return
      case Kind.standard:
        out.text(node.wording.open)
        return
      case Kind.function:
        if (a) this.left(a)
        out.byte(0x20)
        return
      case Kind.array:
        if (a) this.left(a)
        return
      case Kind.memberPointer:
        if (!a || !b) return
        this.left(b)
        out.text((this.shape(b) & (IS_ARRAY | IS_FUNCTION)) !== 0 ? '(' : ' ')
        this.both(a)
        out.text('::*')
        return
      case Kind.forward:
        this.guarded(node, (target) => {
          this.left(target)
        })
        return
      case Kind.number:
        this.#number(node)
        return
      case Kind.parameter:
        if (a) this.left(a)
        if (node.wording.open !== ' ' || !a || (this.shape(a) & HAS_RIGHT) === 0) out.text(node.wording.open)
        return
      case Kind.protocol:
        if (a) this.both(a)
        out.text('<')
        if (b) this.both(b)
        out.text('>')
        return
      case Kind.sequence:
        for (const part of node.list) this.both(part)
        return
      case Kind.listed: {
        if (a) this.both(a)
        out.text(node.wording.open)
        const outer = this.enter(node.wording.a)
        this.list(node.list)
        this.parentheses = outer
        out.text(node.wording.close)
        return
      }
      default:
        printOperation(this, this.#out, node)
    }
  }

  rightOf(node: Node): void {
    if ((node.flags & (HAS_RIGHT | LATE)) === 0) return
    this.#step()
    printRight(this, this.#out, node)
    this.#depth--
  }

  /** The halves of a type as flags: left, right, function, array. */
  shape(node: Node): number {
    if ((node.flags & LATE) === 0) return node.flags & SHAPE
    this.#step()
    let shape = 0
    if (node.kind === Kind.pack) {
      const element = this.element(node)
      if (element) shape = this.shape(element)
    } else if (node.kind === Kind.forward) {
      this.guarded(node, (target) => {
        shape = this.shape(target)
      })
    } else {
      const inner = node.kind === Kind.memberPointer ? node.b : node.a
      const all = inner ? this.shape(inner) : 0
      shape = node.kind === Kind.qualified ? all : all & HAS_RIGHT
    }
    this.#depth--
    return shape
  }

  /** A reference may lead to a type that contains it; then it prints nothing the second time. */
  guarded(node: Node, action: (target: Node) => void): void {
    if (!node.a || node.to !== 0) return
    node.to = 1
    action(node.a)
    node.to = 0
  }

  /** A reference to a reference is one: `&&` only if both are. */
  collapse(node: Node): { type: Node | undefined; isRvalue: boolean } {
    let isRvalue = node.bits === 1
    let type = node.a
    // eslint-disable-next-line unslide/bounded-loops -- throws behind as many rounds as names may be deep
    for (let hops = 0; type; hops++) {
      const real = this.#realType(type)
      if (real.kind !== Kind.reference) break
      isRvalue &&= real.bits === 1
      type = real.a
      if (hops > DEEPEST) throw tooLong
      this.#steps++
    }
    return { type, isRvalue }
  }

  #realType(type: Node): Node {
    let real = type
    for (let hops = 0; hops < DEEPEST; hops++) {
      const next: Node | undefined =
        real.kind === Kind.pack ? this.element(real) : real.kind === Kind.forward ? real.a : undefined
      if (!next) return real
      real = next
    }
    throw tooLong
  }

  element(pack: Node): Node | undefined {
    if (this.#packSize === OUTSIDE) {
      this.#packSize = pack.list.length
      this.#packIndex = 0
    }
    return pack.list[this.#packIndex]
  }

  /** Prints a pattern for each element of the pack in it; a pattern without a pack gets dots. */
  expand(pattern: Node): void {
    const out = this.#out
    const outerSize = this.#packSize
    const outerIndex = this.#packIndex
    this.#packSize = OUTSIDE
    const start = out.length
    this.both(pattern)
    if (this.#packSize === OUTSIDE) out.text('...')
    else if (this.#packSize === 0) this.#takeBack(start)
    else {
      const size: number = this.#packSize
      for (let index = 1; index < size; index++) {
        out.text(', ')
        this.#packIndex = index
        this.both(pattern)
      }
    }
    this.#packSize = outerSize
    this.#packIndex = outerIndex
  }

  #number(node: Node): void {
    const isNegative = this.#source[node.from] === 0x6e /* n */
    if (isNegative) this.#out.byte(0x2d /* - */)
    this.#out.copy(this.#source, node.from + (isNegative ? 1 : 0), node.to)
  }
}
