/** Operators with their operands, in as few parentheses as C++ needs. */
import { Kind, PRECEDENCE_SHIFT, type Node } from './node.ts'
import type { Output } from './output.ts'
import type { Printer } from './printer.ts'
import { Precedence } from './tables.ts'

/** Writes an expression of one of the kinds from `binary` to `fold`. */
export function printOperation(p: Printer, out: Output, node: Node): void {
  const { a, b, c } = node
  const symbol = node.wording.open
  const precedence = node.flags >> PRECEDENCE_SHIFT
  if (!a) return
  switch (node.kind) {
    case Kind.binary:
      if (b) printBinary(p, out, symbol, precedence, a, b)
      return
    case Kind.prefix:
      out.text(symbol)
      p.operand(a, precedence, false)
      return
    case Kind.postfix:
      p.operand(a, precedence, true)
      out.text(symbol)
      return
    case Kind.member:
      p.operand(a, precedence, true)
      out.text(symbol)
      if (b) p.operand(b, precedence, false)
      return
    case Kind.index: {
      p.operand(a, precedence, false)
      const outer = p.enter('inside')
      out.byte(0x5b /* [ */)
      if (b) p.both(b)
      out.byte(0x5d /* ] */)
      p.parentheses = outer
      return
    }
    case Kind.conditional:
      p.operand(a, precedence, false)
      out.text(' ? ')
      if (b) p.both(b)
      out.text(' : ')
      if (c) p.operand(c, Precedence.assignment, true)
      return
    case Kind.fold:
      printFold(p, out, a, b, symbol, node.bits === 1)
  }
}

function printBinary(p: Printer, out: Output, symbol: string, precedence: number, a: Node, b: Node): void {
  const guards = p.parentheses === 0 && (symbol === '>' || symbol === '>>')
  const outer = p.enter(guards ? 'inside' : 'same')
  if (guards) out.byte(0x28 /* ( */)
  const assigns = precedence === Precedence.assignment
  p.operand(a, assigns ? Precedence.logicalOr : precedence, !assigns)
  if (symbol !== ',') out.byte(0x20)
  out.text(symbol)
  out.byte(0x20)
  p.operand(b, precedence, assigns)
  if (guards) out.byte(0x29 /* ) */)
  p.parentheses = outer
}

/** `(start op ... op pack)`, with the parts in the order that the fold has. */
function printFold(
  p: Printer,
  out: Output,
  pack: Node,
  start: Node | undefined,
  symbol: string,
  fromLeft: boolean,
): void {
  const printPart = (isPack: boolean): void => {
    if (!isPack) {
      if (start) p.operand(start, Precedence.cast, true)
      return
    }
    out.byte(0x28 /* ( */)
    const outer = p.enter('inside')
    p.expand(pack)
    p.parentheses = outer
    out.byte(0x29 /* ) */)
  }
  out.byte(0x28 /* ( */)
  const outer = p.enter('inside')
  if (!fromLeft || start) {
    printPart(!fromLeft)
    out.text(` ${symbol} `)
  }
  out.text('...')
  if (fromLeft || start) {
    out.text(` ${symbol} `)
    printPart(fromLeft)
  }
  p.parentheses = outer
  out.byte(0x29 /* ) */)
}
