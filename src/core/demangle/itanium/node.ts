/**
 * The nodes of a C++ name. One class serves every kind, so that all nodes have one shape in memory: a name makes dozens
 * of them, and reading them is most of the work. `Kind` says what the fields mean for each kind.
 */

export const Kind = {
  /** Fixed text: `wording.open`. */
  text: 0,
  /** Bytes `from..to` of the mangled name. */
  identifier: 1,
  /** `open a middle b close`, as `wording` has it. */
  join: 2,
  /** `a<list>`. */
  templated: 3,
  pointer: 4,
  /** `bits`: 0 for `&`, 1 for `&&`. */
  reference: 5,
  /** `a` with the cv-qualifiers `bits`. */
  qualified: 6,
  /** Name `a`, return type `b`, parameters `list`, cv and ref qualifiers `bits`; `c` is printed last. */
  encoding: 7,
  /** The elements of a template parameter pack, `list`; prints the one that the enclosing expansion is at. */
  pack: 8,
  /** `a` once for each element of the pack in it. */
  expansion: 9,
  /** A template argument that is a whole pack: `list`. */
  packArgument: 10,
  /** Constructor of `a`; destructor when `bits` is 1. */
  constructor: 11,
  /** An abbreviation of `std`: text, base name and expanded form in `wording`. */
  standard: 12,
  /** Function type: result `a`, parameters `list`, qualifiers `bits`, exception specification `b`. */
  function: 13,
  /** Elements `a`, dimension `b`. */
  array: 14,
  /** Class `a`, member type `b`. */
  memberPointer: 15,
  /** A template parameter whose argument comes later in the name: number `bits`, the argument `a` once known. */
  forward: 16,
  /** Bytes `from..to`, a number with `n` for minus. */
  number: 17,
  /** `a open list close middle b`. */
  listed: 18,
  /** The rest have operands, and a precedence in their flags. Operator in `wording.open`. */
  binary: 19,
  prefix: 20,
  postfix: 21,
  member: 22,
  index: 23,
  conditional: 24,
  /** Pack `a`, start value `b`; `bits` is 1 when it folds from the left. */
  fold: 25,
  /** Declares a template parameter: type or constraint `a`, `open`, name `b`, rest of `a`, requirement `c`. */
  parameter: 26,
  /** `id<protocol>` when a pointer: type `a`, protocol `b`; `bits` is 1 for `objc_object`. */
  protocol: 27,
  /** The texts `list` in sequence. */
  sequence: 28,
} as const

/** Something follows the declared name: the type prints in two halves. */
export const HAS_RIGHT = 1
export const IS_ARRAY = 2
export const IS_FUNCTION = 4
/** The three above are not known before the pack element or forward reference in it is. */
export const LATE = 8
/** Prints differently from one pack element to the next. */
export const VARIES = 16
/** Has an operator with a `>`, which is put in parentheses inside `<>`. */
export const HAS_GREATER = 32
/** Prints differently from place to place, so its text cannot be kept. */
export const CONTEXT = VARIES | HAS_GREATER
export const SHAPE = HAS_RIGHT | IS_ARRAY | IS_FUNCTION
export const PRECEDENCE_SHIFT = 8

export const CONST = 1
export const VOLATILE = 2
export const RESTRICT = 4
export const LVALUE = 8
export const RVALUE = 16

/** Where a `>` is an operator: unchanged, inside parentheses, or no longer because of `<`. */
export type Nesting = 'same' | 'inside' | 'reset'

/** The fixed text around the parts of a node. */
export interface Wording {
  readonly open: string
  readonly middle: string
  readonly close: string
  readonly a: Nesting
  readonly b: Nesting
  /** The part that names the class for a constructor. */
  readonly base: 'a' | 'b' | 'none'
  /** Print only the left half of `a`. */
  readonly leftOnly: boolean
}

export function wording(open: string, middle = '', close = '', more: Partial<Wording> = {}): Wording {
  return { open, middle, close, a: 'same', b: 'same', base: 'none', leftOnly: false, ...more }
}

const NONE = wording('')
const EMPTY: readonly Node[] = []

export class Node {
  /** One of `Kind`. */
  kind = 0
  flags = 0
  wording = NONE
  a: Node | undefined = undefined
  b: Node | undefined = undefined
  c: Node | undefined = undefined
  list: readonly Node[] = EMPTY
  bits = 0
  /** Place in the mangled name; for joins and templates, place in the output where it was last printed. */
  from = 0
  to = 0
  /** Printing pass in which `from..to` was noted; 0 is never. */
  pass = 0
}

/**
 * The nodes of the name being read. They serve again for the next one, so that a few kilobytes that stay in the
 * processor's cache do for any number of names; only one name is read at a time.
 */
const pool: Node[] = []
let used = 0
/** Nodes to keep beyond the longest names. */
const KEPT = 8192

/** Gives back all nodes: the name that they were made for is done with. */
export function releaseNodes(): void {
  used = 0
  if (pool.length > KEPT) pool.splice(KEPT)
}

function take(
  kind: number,
  flags: number,
  text: Wording,
  a: Node | undefined,
  b: Node | undefined,
  c: Node | undefined,
  list: readonly Node[],
  bits: number,
  from: number,
  to: number,
): Node {
  let node = pool[used]
  if (node === undefined) {
    node = new Node()
    pool.push(node)
  }
  used++
  node.kind = kind
  node.flags = flags
  node.wording = text
  node.a = a
  node.b = b
  node.c = c
  node.list = list
  node.bits = bits
  node.from = from
  node.to = to
  node.pass = 0
  return node
}

function varies(list: readonly Node[]): number {
  let flags = 0
  for (const node of list) flags |= node.flags
  return flags & CONTEXT
}

/** Text that any number of names may share; it is never given back. */
export function textNode(text: string): Node {
  const node = new Node()
  node.wording = wording(text)
  return node
}

export function identifierNode(from: number, to: number): Node {
  return take(Kind.identifier, 0, NONE, undefined, undefined, undefined, EMPTY, 0, from, to)
}

export function numberNode(from: number, to: number): Node {
  return take(Kind.number, 0, NONE, undefined, undefined, undefined, EMPTY, 0, from, to)
}

export function joinNode(text: Wording, a: Node, b?: Node, precedence = 0): Node {
  const flags = ((a.flags | (b === undefined ? 0 : b.flags)) & CONTEXT) | (precedence << PRECEDENCE_SHIFT)
  return take(Kind.join, flags, text, a, b, undefined, EMPTY, 0, 0, 0)
}

export function templatedNode(name: Node, list: readonly Node[]): Node {
  const flags = (name.flags & CONTEXT) | (varies(list) & VARIES)
  return take(Kind.templated, flags, NONE, name, undefined, undefined, list, 0, 0, 0)
}

export function pointerNode(pointee: Node): Node {
  const flags = pointee.flags & (HAS_RIGHT | LATE | CONTEXT)
  return take(Kind.pointer, flags, NONE, pointee, undefined, undefined, EMPTY, 0, 0, 0)
}

export function referenceNode(pointee: Node, isRvalue: boolean): Node {
  const flags = pointee.flags & (HAS_RIGHT | LATE | CONTEXT)
  return take(Kind.reference, flags, NONE, pointee, undefined, undefined, EMPTY, isRvalue ? 1 : 0, 0, 0)
}

export function qualifiedNode(type: Node, bits: number): Node {
  const flags = type.flags & (SHAPE | LATE | CONTEXT)
  return take(Kind.qualified, flags, NONE, type, undefined, undefined, EMPTY, bits, 0, 0)
}

export function encodingNode(
  name: Node,
  result: Node | undefined,
  list: readonly Node[],
  bits: number,
  tail: Node | undefined,
): Node {
  const parts =
    (name.flags | (result === undefined ? 0 : result.flags) | (tail === undefined ? 0 : tail.flags)) & CONTEXT
  const flags = HAS_RIGHT | IS_FUNCTION | parts | varies(list)
  return take(Kind.encoding, flags, NONE, name, result, tail, list, bits, 0, 0)
}

export function packNode(list: readonly Node[]): Node {
  return take(Kind.pack, LATE | VARIES, NONE, undefined, undefined, undefined, list, 0, 0, 0)
}

export function expansionNode(child: Node): Node {
  return take(Kind.expansion, child.flags & HAS_GREATER, NONE, child, undefined, undefined, EMPTY, 0, 0, 0)
}

export function packArgumentNode(list: readonly Node[]): Node {
  return take(Kind.packArgument, varies(list), NONE, undefined, undefined, undefined, list, 0, 0, 0)
}

export function constructorNode(type: Node, isDestructor: boolean): Node {
  return take(Kind.constructor, 0, NONE, type, undefined, undefined, EMPTY, isDestructor ? 1 : 0, 0, 0)
}

/** An abbreviation, shared like `textNode`. */
export function standardNode(text: string, base: string, expanded: string): Node {
  const node = new Node()
  node.kind = Kind.standard
  node.wording = wording(text, base, expanded)
  return node
}

export function functionNode(result: Node, list: readonly Node[], bits: number, exceptions: Node | undefined): Node {
  const parts = (result.flags | (exceptions === undefined ? 0 : exceptions.flags)) & CONTEXT
  const flags = HAS_RIGHT | IS_FUNCTION | parts | varies(list)
  return take(Kind.function, flags, NONE, result, exceptions, undefined, list, bits, 0, 0)
}

export function arrayNode(element: Node, dimension: Node | undefined): Node {
  const flags = HAS_RIGHT | IS_ARRAY | ((element.flags | (dimension === undefined ? 0 : dimension.flags)) & CONTEXT)
  return take(Kind.array, flags, NONE, element, dimension, undefined, EMPTY, 0, 0, 0)
}

export function memberPointerNode(owner: Node, member: Node): Node {
  const flags = (member.flags & (HAS_RIGHT | LATE | CONTEXT)) | (owner.flags & CONTEXT)
  return take(Kind.memberPointer, flags, NONE, owner, member, undefined, EMPTY, 0, 0, 0)
}

export function forwardNode(index: number): Node {
  return take(Kind.forward, LATE | VARIES, NONE, undefined, undefined, undefined, EMPTY, index, 0, 0)
}

export function listedNode(text: Wording, list: readonly Node[], a?: Node, b?: Node, precedence = 0): Node {
  const parts = (a === undefined ? 0 : a.flags) | (b === undefined ? 0 : b.flags)
  const flags = (parts & CONTEXT) | varies(list) | (precedence << PRECEDENCE_SHIFT)
  return take(Kind.listed, flags, text, a, b, undefined, list, 0, 0, 0)
}

/** Operators print differently inside `<>`, where a bare `>` would end the list. */
export function operatorNode(
  kind: typeof Kind.binary | typeof Kind.prefix | typeof Kind.postfix | typeof Kind.member | typeof Kind.index,
  text: Wording,
  precedence: number,
  a: Node,
  b?: Node,
): Node {
  const own = text.open.startsWith('>') ? HAS_GREATER : 0
  const parts = (a.flags | (b === undefined ? 0 : b.flags)) & CONTEXT
  const flags = own | parts | (precedence << PRECEDENCE_SHIFT)
  return take(kind, flags, text, a, b, undefined, EMPTY, 0, 0, 0)
}

export function conditionalNode(a: Node, b: Node, c: Node, precedence: number): Node {
  const flags = ((a.flags | b.flags | c.flags) & CONTEXT) | (precedence << PRECEDENCE_SHIFT)
  return take(Kind.conditional, flags, NONE, a, b, c, EMPTY, 0, 0, 0)
}

export function foldNode(text: Wording, pack: Node, start: Node | undefined, fromLeft: boolean): Node {
  const own = text.open.startsWith('>') ? HAS_GREATER : 0
  const parts = (pack.flags | (start === undefined ? 0 : start.flags)) & CONTEXT
  return take(Kind.fold, own | parts, text, pack, start, undefined, EMPTY, fromLeft ? 1 : 0, 0, 0)
}

export function parameterNode(text: Wording, type: Node | undefined, name: Node | undefined, more?: Node): Node {
  return take(Kind.parameter, HAS_RIGHT | VARIES, text, type, name, more, EMPTY, 0, 0, 0)
}

export function protocolNode(type: Node, protocol: Node, isObject: boolean): Node {
  return take(Kind.protocol, type.flags & CONTEXT, NONE, type, protocol, undefined, EMPTY, isObject ? 1 : 0, 0, 0)
}

export function sequenceNode(list: readonly Node[]): Node {
  return take(Kind.sequence, varies(list), NONE, undefined, undefined, undefined, list, 0, 0, 0)
}
