/** The halves of a declarator around the name it declares: pointers, parameters, bounds. */
import { CONST, IS_ARRAY, IS_FUNCTION, Kind, LVALUE, RESTRICT, RVALUE, VOLATILE, type Node } from './node.ts'
import type { Output } from './output.ts'
import type { Printer } from './printer.ts'

/** The left half of a type that a pointer, reference or the like follows: `int (` before `*`. */
export function printOpenDeclarator(p: Printer, out: Output, type: Node): void {
  p.left(type)
  const shape = p.shape(type)
  if ((shape & IS_ARRAY) !== 0) out.byte(0x20)
  if ((shape & (IS_ARRAY | IS_FUNCTION)) !== 0) out.byte(0x28 /* ( */)
}

/** Closes the parenthesis of `printOpenDeclarator`, then prints the right half. */
export function printCloseDeclarator(p: Printer, out: Output, type: Node): void {
  if ((p.shape(type) & (IS_ARRAY | IS_FUNCTION)) !== 0) out.byte(0x29 /* ) */)
  p.rightOf(type)
}

/** The right half of a type, after the declared name: parameters, array bounds, and the rest of the result type. */
export function printRight(p: Printer, out: Output, node: Node): void {
  const { a, b } = node
  switch (node.kind) {
    case Kind.pointer:
      if (a && !(a.kind === Kind.protocol && a.bits === 1)) printCloseDeclarator(p, out, a)
      return
    case Kind.reference: {
      const { type } = p.collapse(node)
      if (type) printCloseDeclarator(p, out, type)
      return
    }
    case Kind.memberPointer:
      if (b) printCloseDeclarator(p, out, b)
      return
    case Kind.qualified:
      if (a) p.rightOf(a)
      return
    case Kind.encoding:
      p.parenthesized(node.list)
      if (b) p.rightOf(b)
      printQualifiers(out, node.bits)
      if (node.c) p.both(node.c)
      return
    case Kind.function:
      p.parenthesized(node.list)
      if (a) p.rightOf(a)
      printQualifiers(out, node.bits)
      if (b) {
        out.byte(0x20)
        p.both(b)
      }
      return
    case Kind.array:
      if (out.last !== 0x5d /* ] */) out.byte(0x20)
      out.byte(0x5b /* [ */)
      if (b) {
        const outer = p.enter('inside')
        p.both(b)
        p.parentheses = outer
      }
      out.byte(0x5d /* ] */)
      if (a) p.rightOf(a)
      return
    case Kind.pack: {
      const element = p.element(node)
      if (element) p.rightOf(element)
      return
    }
    case Kind.forward:
      p.guarded(node, (target) => {
        p.rightOf(target)
      })
      return
    case Kind.parameter:
      if (b) p.both(b)
      if (a) p.rightOf(a)
      if (node.c) {
        out.text(' requires ')
        p.both(node.c)
      }
  }
}

/** cv- and ref-qualifiers, in the order that LLVM has. */
export function printQualifiers(out: Output, bits: number): void {
  if (bits === 0) return
  if ((bits & CONST) !== 0) out.text(' const')
  if ((bits & VOLATILE) !== 0) out.text(' volatile')
  if ((bits & RESTRICT) !== 0) out.text(' restrict')
  if ((bits & LVALUE) !== 0) out.text(' &')
  if ((bits & RVALUE) !== 0) out.text(' &&')
}

/** The class name alone, without scope and arguments, as a constructor has it. */
export function printBaseName(p: Printer, out: Output, type: Node | undefined): void {
  let node = type
  // eslint-disable-next-line unslide/bounded-loops -- each round goes to a part of a type, and a type that was read does not hold itself
  while (node) {
    if (node.kind === Kind.identifier || node.kind === Kind.text) {
      p.left(node)
      return
    }
    if (node.kind === Kind.standard) {
      out.text(node.wording.middle)
      return
    }
    if (node.kind === Kind.templated) node = node.a
    else if (node.kind === Kind.join && node.wording.base !== 'none') node = node[node.wording.base]
    else return
  }
}
