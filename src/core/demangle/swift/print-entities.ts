/** Declarations as text: contexts, names, types. */
import * as F from './function-types.ts'
import * as K from './kinds.ts'
import { NONE, NO_NODES, pair, type Node } from './nodes.ts'
import { needsSpace, printFunctionType } from './print-types.ts'
import { printAll, type Printer } from './printer.ts'

/** How the type of an entity is printed. */
const NO_TYPE = 0
const AFTER_COLON = 1
const AS_FUNCTION = 2

/**
 * Prints one entity. `name` NONE: it has none of its own; `fixedName`: printed in its place. `extra` follows the name
 * (`name.extra`). With a space in it, it comes before the name (`extra of name`), and the context comes last. `args`
 * replace a function's generic parameters.
 */
function printEntity(
  p: Printer,
  node: Node,
  asPrefix: boolean,
  how: number,
  name: Node,
  fixedName: string,
  extra: string,
  extraHasSpace: boolean,
  args = NO_NODES,
): Node {
  // A local name also has its context after it, because the name alone means little.
  const spaced = extraHasSpace || name.kind === K.LocalName
  if (asPrefix && (how !== NO_TYPE || spaced)) return node
  const context = node.a
  let rest = NONE
  if (spaced) rest = context
  else if (!(p.simple && context.kind === K.Module)) {
    const before = p.out.length
    rest = p.print(context, true)
    if (p.out.length !== before) p.out += '.'
  }
  if (name === NONE && fixedName === '') p.out += extra
  else {
    if (spaced && extra !== '') p.out += extra + ' of '
    const before = p.out.length
    if (fixedName !== '') p.out += fixedName
    else {
      // A private initializer without arguments: the compiler's own demangler puts its type here.
      if (node.kind === K.Constructor && node.list === F.NO_LABELS) p.print(node.c)
      p.print(name)
    }
    if (!spaced && extra !== '') p.out += p.out.length === before ? extra : '.' + extra
    if (node.kind === K.MacroExpansion) p.print(node.c)
  }
  if (how !== NO_TYPE) printEntityType(p, node, how, spaced, args)
  if (asPrefix || rest === NONE) return rest
  p.out += node.kind === K.DefaultArgument || (node.kind === K.Member && node.index === 1) ? ' of ' : ' in '
  p.print(rest)
  return NONE
}

/**
 * The type that has a method's labels. Swift 2 and older mangle a method as a function of its object that gives the
 * method proper. The simplified form of the compiler's own demangler has the object's place alone, `(_:)`, so that all
 * methods of one base name read alike. Here the labels are shown.
 */
function methodProper(node: Node, type: Node): Node {
  if (node.kind !== K.Function && node.kind !== K.Constructor) return type
  const outer = type.kind === K.DependentGenericType ? type.b : type
  if (outer.kind !== K.FunctionType || (outer.index & F.CONVENTION_MASK) !== F.UNCURRIED) return type
  if (outer.a.kind === K.Tuple) return type
  const inner = outer.b.kind === K.DependentGenericType ? outer.b.b : outer.b
  if (inner.kind !== K.FunctionType) return type
  return type.kind === K.DependentGenericType ? pair(K.DependentGenericType, type.a, inner) : inner
}

/** True for a type written like a function's, directly after the name. */
function isFunctionStyle(type: Node): boolean {
  let inner = type
  while (inner.kind === K.DependentGenericType) inner = inner.b
  if (inner.kind !== K.FunctionType) return false
  const convention = inner.index & F.CONVENTION_MASK
  return convention === F.PLAIN || convention === F.UNCURRIED || convention === F.THIN || convention === F.C_POINTER
}

function printEntityType(p: Printer, node: Node, how: number, spaced: boolean, args: readonly Node[]): void {
  const type = p.simple ? methodProper(node, node.c) : node.c
  if (type === NONE) return
  if (how === AFTER_COLON || !isFunctionStyle(type)) {
    if (p.simple) return
    p.out += ' : '
  } else if (spaced || needsSpace(type)) p.out += ' '
  if (args.length === 0) {
    printLabelledType(p, type, node.list)
    return
  }
  p.out += '<'
  printAll(p, args, ', ')
  p.out += '>'
  const inner = type.kind === K.DependentGenericType ? type.b : type
  if (inner !== type && needsSpace(inner)) p.out += ' '
  printFunctionType(p, inner, node.list)
}

/** A type with its entity's labels. */
export function printLabelledType(p: Printer, type: Node, labels: readonly Node[]): void {
  if (type.kind !== K.DependentGenericType) {
    printFunctionType(p, type, labels)
    return
  }
  p.print(type.a)
  if (needsSpace(type.b)) p.out += ' '
  printFunctionType(p, type.b, labels)
}

function printStorage(p: Printer, storage: Node, asPrefix: boolean, accessor: string): Node {
  if (storage.kind === K.Variable) return printEntity(p, storage, asPrefix, AFTER_COLON, storage.b, '', accessor, false)
  if (storage.kind === K.Subscript)
    return printEntity(p, storage, asPrefix, AFTER_COLON, NONE, 'subscript', accessor, false)
  return NONE
}

function printExtension(p: Printer, node: Node): void {
  if (!p.simple) {
    p.out += '(extension in '
    p.print(node.a, true)
    p.out += '):'
  }
  p.print(node.b)
  if (node.c !== NONE) p.print(node.c)
}

function printAnonymousContext(p: Printer, node: Node): void {
  if (p.simple) return
  p.print(node.a)
  p.out += `.(unknown context at ${node.b.text})`
  if (node.list.length === 0) return
  p.out += '<'
  printAll(p, node.list, '')
  p.out += '>'
}

/** Prints a node whose kind is a context or a nominal type. */
export function printContext(p: Printer, node: Node, asPrefix: boolean): Node {
  switch (node.kind) {
    case K.Function:
      return printEntity(p, node, asPrefix, AS_FUNCTION, node.b, '', '', false)
    case K.MacroDeclaration:
      return printEntity(
        p,
        node,
        asPrefix,
        node.list === F.NO_LABELS ? AFTER_COLON : AS_FUNCTION,
        node.b,
        '',
        '',
        false,
      )
    case K.Variable:
      return printEntity(p, node, asPrefix, AFTER_COLON, node.b, '', '', false)
    case K.Subscript:
      return printEntity(p, node, asPrefix, AS_FUNCTION, NONE, 'subscript', '', false)
    case K.Accessor:
      return printStorage(p, node.a, asPrefix, node.text)
    case K.Constructor: {
      if (node.index === 0) return printEntity(p, node, asPrefix, AS_FUNCTION, node.b, '', 'init', false)
      const name = node.a.kind === K.Class ? '__allocating_init' : 'init'
      return printEntity(p, node, asPrefix, AS_FUNCTION, NONE, '', name, false)
    }
    case K.Closure: {
      const how = p.simple ? NO_TYPE : AS_FUNCTION
      return printEntity(p, node, asPrefix, how, NONE, '', node.text + String(node.index + 1), true)
    }
    case K.Member:
      return printEntity(p, node, asPrefix, NO_TYPE, NONE, '', node.text, node.text.includes(' '))
    case K.DefaultArgument:
      return printEntity(p, node, asPrefix, NO_TYPE, NONE, '', `default argument ${String(node.index)}`, true)
    case K.MacroExpansion:
      return printEntity(p, node, asPrefix, NO_TYPE, node.b, '', node.text + String(node.index + 1), true)
    case K.AttachedMacro: {
      const extra = `${node.text} macro @${node.c.text} expansion #${String(node.index + 1)}`
      return printEntity(p, node, asPrefix, NO_TYPE, node.b, '', extra, true)
    }
    case K.Static:
      p.out += node.text
      p.print(node.a)
      return NONE
    case K.Extension:
      printExtension(p, node)
      return NONE
    case K.BoundGenericFunction:
      return printEntity(p, node.a, asPrefix, AS_FUNCTION, node.a.b, '', '', false, node.list)
    case K.OpaqueReturnTypeOf:
      p.out += '<<opaque return type of '
      p.print(node.a)
      p.out += '>>'
      return NONE
    case K.AnonymousContext:
      printAnonymousContext(p, node)
      return NONE
    case K.Module:
      if (!p.simple) p.out += node.text
      return NONE
    default:
      return printEntity(p, node, asPrefix, NO_TYPE, node.b, '', '', false)
  }
}

/** Names: plain, private, local, related, operators. */
export function printName(p: Printer, node: Node): void {
  switch (node.kind) {
    case K.Identifier:
      p.out += node.text
      return
    case K.PrivateName:
      if (p.simple) p.print(node.a)
      else if (node.a === NONE) p.out += `(in ${node.b.text})`
      else {
        p.out += '('
        p.print(node.a)
        p.out += ` in ${node.b.text})`
      }
      return
    case K.LocalName:
      p.print(node.a)
      p.out += ` #${String(node.index + 1)}`
      return
    case K.RelatedName:
      p.out += `related decl '${node.b.text}' for `
      p.print(node.a)
      return
    default:
      p.out += node.text
  }
}
