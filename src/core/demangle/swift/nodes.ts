/** The tree that both manglings are read into and the printer walks. */
import * as K from './kinds.ts'

/**
 * One node. A single shape for all kinds keeps property access monomorphic, which makes bulk demangling fast. The
 * function that makes a kind describes its `index`, `text`, `a`, `b`, `c` and `list`. Nodes are shared by substitutions
 * and never change.
 */
export class Node {
  readonly kind: number
  readonly index: number
  readonly text: string
  readonly a: Node
  readonly b: Node
  readonly c: Node
  readonly list: readonly Node[]

  constructor(
    kind: number,
    index: number,
    text: string,
    a: Node | undefined,
    b: Node | undefined,
    c: Node | undefined,
    list: readonly Node[],
  ) {
    this.kind = kind
    this.index = index
    this.text = text
    this.a = a ?? this
    this.b = b ?? this
    this.c = c ?? this
    this.list = list
  }
}

export const NO_NODES: readonly Node[] = []

/** The absent node. Its children are itself, so a walk over a failed parse stays in bounds. */
export const NONE = new Node(K.None, 0, '', undefined, undefined, undefined, NO_NODES)

export const leaf = (kind: number, text: string): Node => new Node(kind, 0, text, NONE, NONE, NONE, NO_NODES)

export const indexed = (kind: number, index: number): Node => new Node(kind, index, '', NONE, NONE, NONE, NO_NODES)

export const wrap = (kind: number, text: string, a: Node): Node => new Node(kind, 0, text, a, NONE, NONE, NO_NODES)

export const pair = (kind: number, a: Node, b: Node): Node => new Node(kind, 0, '', a, b, NONE, NO_NODES)

export const listOf = (kind: number, list: readonly Node[]): Node => new Node(kind, 0, '', NONE, NONE, NONE, list)

/** `text` before `a`, then `JOINTS[index]` between `a`, `b` and `c`. */
export const described = (text: string, a: Node): Node => new Node(K.Described, 0, text, a, NONE, NONE, NO_NODES)

export const describedPair = (text: string, a: Node, joint: string, b: Node): Node =>
  new Node(K.Described, 1, text, a, leaf(K.None, joint), b, NO_NODES)

/** `index` of an attribute that the simplified form leaves out. */
export const HIDDEN_IN_SIMPLE = 1

/** Words before the name of the code that they say something of. */
export const attribute = (words: string, isHiddenInSimple = false): Node =>
  new Node(K.Attribute, isHiddenInSimple ? HIDDEN_IN_SIMPLE : 0, words, NONE, NONE, NONE, NO_NODES)

export const flagsOf = (node: Node): number => K.FLAGS[node.kind] ?? 0

/** `index`: 0 infix, 1 prefix, 2 postfix. */
export const identifier = (text: string): Node => leaf(K.Identifier, text)

export const moduleNode = (name: string): Node => leaf(K.Module, name)

/** A class, struct, enum, protocol, type alias or unknown nominal type: `a` its context, `b` its name. */
export const nominal = (kind: number, context: Node, name: Node): Node => pair(kind, context, name)

/** `a` a nominal type, `list` its generic arguments at this level. */
export const boundGeneric = (type: Node, args: readonly Node[]): Node =>
  new Node(K.BoundGeneric, 0, '', type, NONE, NONE, args)

/** A type with words before it, such as `inout ` or `weak `. */
export const modified = (words: string, type: Node): Node => wrap(K.Modified, words, type)

/** The generic parameter's name: depth 0 is A, B, C...; depth 1 is A1, B1... */
export function genericParamName(depth: number, index: number): string {
  let name = ''
  let rest = index
  do {
    name += String.fromCharCode(65 + (rest % 26))
    rest = Math.floor(rest / 26)
  } while (rest > 0)
  return depth > 0 ? name + String(depth) : name
}

const firstParams = Array.from({ length: 16 }, (_, index) => leaf(K.GenericParam, genericParamName(0, index)))

/** `index` holds the parameter's index and `text` its name; names are unique for a (depth, index). */
export const genericParam = (depth: number, index: number): Node =>
  (depth === 0 ? firstParams[index] : undefined) ?? leaf(K.GenericParam, genericParamName(depth, index))

export const SWIFT_MODULE = moduleNode('Swift')
export const C_MODULE = moduleNode('__C')
export const SYNTHESIZED_MODULE = moduleNode('__C_Synthesized')
export const OPTIONAL = nominal(K.Enum, SWIFT_MODULE, identifier('Optional'))
export const EMPTY_TUPLE = leaf(K.Tuple, '')
export const SELF_PARAM = leaf(K.GenericParam, 'Self')
