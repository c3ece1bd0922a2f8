/** Types as text. */
import * as F from './function-types.ts'
import * as K from './kinds.ts'
import { flagsOf, NONE, OPTIONAL, SWIFT_MODULE, type Node } from './nodes.ts'
import { printAll, type Printer } from './printer.ts'

const CONVENTIONS: readonly string[] = [
  '',
  '@autoclosure ',
  '@convention(thin) ',
  '@convention(c',
  '@escaping @convention(block',
  '@convention(block',
  '',
]

function printConvention(p: Printer, fn: Node, convention: number): void {
  p.out += CONVENTIONS[convention] ?? ''
  if (convention < F.C_POINTER || convention > F.BLOCK) return
  p.out += fn.text === '' ? ') ' : `, mangledCType: "${fn.text}") `
}

/** `(label: Type, _: Type)`, or `(label:_:)` in the simplified form. */
function printParams(p: Printer, params: Node, labels: readonly Node[]): void {
  if (params.kind !== K.Tuple) {
    if (p.simple) p.out += '(_:)'
    else {
      p.out += '('
      p.print(params)
      p.out += ')'
    }
    return
  }
  p.out += '('
  const elements = params.list
  for (let at = 0; at < elements.length; at++) {
    const element = elements[at] ?? NONE
    if (p.simple) {
      p.out += labels.length > 0 ? labelText(labels[at]) + ':' : element.text === '' ? '_:' : element.text + ':'
      continue
    }
    if (at > 0) p.out += ', '
    if (labels.length > 0) p.out += labelText(labels[at]) + ': '
    printTupleElement(p, element)
  }
  p.out += ')'
}

const labelText = (label: Node | undefined): string => (label?.kind === K.Identifier ? label.text : '_')

/** A function type with the labels of the function it belongs to. */
export function printFunctionType(p: Printer, fn: Node, labels: readonly Node[]): void {
  if (fn.kind !== K.FunctionType) {
    p.print(fn)
    return
  }
  const notes = fn.index
  printConvention(p, fn, notes & F.CONVENTION_MASK)
  const actor = fn.list[0]
  if (actor !== undefined) {
    p.out += '@'
    p.print(actor)
    p.out += ' '
  } else if (notes & F.ISOLATED_ANY) p.out += '@isolated(any) '
  const differentiable = notes >> F.DIFFERENTIABLE_SHIFT
  if (differentiable !== 0) p.out += (F.DIFFERENTIABLE[differentiable] ?? '') + ' '
  if (notes & F.NONISOLATED) p.out += 'nonisolated(nonsending) '
  if (notes & F.SENDABLE) p.out += '@Sendable '
  printParams(p, fn.a, labels)
  if (p.simple) return
  if (notes & F.ASYNC) p.out += ' async'
  if (fn.c !== NONE) {
    p.out += ' throws'
    if (fn.c.a !== NONE) {
      p.out += '('
      p.print(fn.c.a)
      p.out += ')'
    }
  }
  p.out += notes & F.SENDING_RESULT ? ' -> sending ' : ' -> '
  p.print(fn.b)
}

/** True if a space separates a name from this type. */
export function needsSpace(type: Node): boolean {
  if (type.kind === K.DependentGenericType) return false
  if (type.kind !== K.FunctionType) return true
  const convention = type.index & F.CONVENTION_MASK
  return convention !== F.PLAIN && convention !== F.UNCURRIED
}

export function printTupleElement(p: Printer, element: Node): void {
  if (element.text !== '') p.out += element.text + ': '
  p.print(element.a)
  if (element.index === 1) p.out += '...'
}

/** Types that need brackets before `?` or `.Type`. */
function isSimple(type: Node): boolean {
  if (type.kind === K.ProtocolList) return type.list.length <= 1
  if (type.kind === K.ProtocolListWithAnyObject) return type.list.length === 0
  return (flagsOf(type) & K.SIMPLE) !== 0
}

function printInBrackets(p: Printer, type: Node): void {
  if (isSimple(type)) p.print(type)
  else {
    p.out += '('
    p.print(type)
    p.out += ')'
  }
}

const isSwiftType = (type: Node, name: string): boolean =>
  type.b.text === name && type.b.kind === K.Identifier && type.a.kind === K.Module && type.a.text === SWIFT_MODULE.text

/** `A?`, `[A]`, `[K : V]`, or the type with its arguments in `<>`. */
export function printBoundGeneric(p: Printer, node: Node): void {
  if (node.index === 0 && printShort(p, node.a, node.list)) return
  p.print(node.a)
  p.out += '<'
  printAll(p, node.list, ', ')
  p.out += '>'
}

/** Prints the types that have a shorter form. */
function printShort(p: Printer, type: Node, args: readonly Node[]): boolean {
  const first = args[0]
  if (first !== undefined && type.kind === K.Enum && args.length === 1) {
    const unwrapped = type === OPTIONAL || isSwiftType(type, 'Optional')
    if (unwrapped || isSwiftType(type, 'ImplicitlyUnwrappedOptional')) {
      printInBrackets(p, first)
      p.out += unwrapped ? '?' : '!'
      return true
    }
  }
  if (first !== undefined && type.kind === K.Struct) {
    if (args.length === 1 && isSwiftType(type, 'Array')) {
      p.out += '['
      p.print(first)
      p.out += ']'
      return true
    }
    if (args.length === 2 && isSwiftType(type, 'Dictionary')) {
      p.out += '['
      printAll(p, args, ' : ')
      p.out += ']'
      return true
    }
  }
  if (type.kind === K.Protocol) {
    printAll(p, args, '')
    p.out += ' as '
    p.print(type)
    return true
  }
  return false
}

export function printMetatype(p: Printer, node: Node): void {
  p.out += node.text
  if (node.kind === K.ExistentialMetatype) {
    p.print(node.a)
    p.out += '.Type'
    return
  }
  printInBrackets(p, node.a)
  p.out += flagsOf(node.a) & K.EXISTENTIAL ? '.Protocol' : '.Type'
}

export function printProtocols(p: Printer, node: Node): void {
  if (node.kind === K.ProtocolList && node.list.length === 0) {
    p.out += 'Any'
    return
  }
  if (node.kind === K.ProtocolListWithClass) {
    p.print(node.a)
    if (node.list.length > 0) p.out += ' & '
  }
  printAll(p, node.list, ' & ')
  if (node.kind !== K.ProtocolListWithAnyObject) return
  if (node.list.length > 0) p.out += ' & '
  p.out += 'Swift.AnyObject'
}

export function printSugared(p: Printer, node: Node): void {
  if (node.text === '?') {
    printInBrackets(p, node.a)
    p.out += '?'
    return
  }
  const brackets = node.text === '(' ? '()' : '[]'
  p.out += brackets.charAt(0)
  p.print(node.a)
  if (node.b !== NONE) {
    p.out += node.text
    p.print(node.b)
  }
  p.out += brackets.charAt(1)
}

export function printSilBox(p: Printer, node: Node): void {
  if (node.b !== NONE) {
    p.print(node.b)
    p.out += ' '
  }
  const fields = node.a.list
  p.out += fields.length > 0 ? '{ ' : '{'
  printAll(p, fields, ', ')
  p.out += ' }'
  if (node.index === 0) return
  p.out += ' <'
  printAll(p, node.list, ', ')
  p.out += '>'
}

/** A function of the intermediate language: attributes, `(parameters) -> (results)`, substitutions. */
export function printImplFunction(p: Printer, node: Node): void {
  p.out += node.text
  if (node.c !== NONE) {
    p.print(node.c)
    p.out += ' '
  }
  if (node.a !== NONE) {
    p.out += '@substituted '
    p.print(node.a.a)
    p.out += ' '
  }
  p.out += '('
  let inResults = false
  let first = true
  for (const slot of node.list) {
    const isParam = slot.kind === K.ImplParameter
    if (!inResults && !isParam) {
      inResults = true
      first = true
      p.out += node.index === 1 ? ') -> sending (' : ') -> ('
    }
    if (!first) p.out += ', '
    first = false
    if (slot.kind === K.ImplError) p.out += '@error '
    else if (slot.kind === K.ImplYield) p.out += '@yields '
    p.out += slot.text
    p.print(slot.a)
  }
  if (!inResults) p.out += node.index === 1 ? ') -> sending (' : ') -> ('
  p.out += ')'
  if (node.a !== NONE) printSubstituted(p, node.a.b)
  if (node.b !== NONE) printSubstituted(p, node.b)
}

function printSubstituted(p: Printer, types: Node): void {
  p.out += ' for <'
  printAll(p, types.list, '')
  p.out += '>'
}
