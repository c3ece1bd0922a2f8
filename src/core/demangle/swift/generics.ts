/** Generic parameters, signatures and their requirements, associated types, opaque types, and types with their arguments. */
import * as K from './kinds.ts'
import { takeContext, takeMarkedList, takeNominalType, takeProtocol } from './contexts.ts'
import type { Machine } from './machine.ts'
import {
  boundGeneric,
  genericParam,
  indexed,
  leaf,
  listOf,
  Node,
  NONE,
  NO_NODES,
  OPTIONAL,
  pair,
  SELF_PARAM,
} from './nodes.ts'
import { readPack, readSilPack } from './special-types.ts'

/** Nesting of contexts with generic arguments: more is no real name. */
const DEPTH_LIMIT = 256

const PARAM_LIMIT = 0x7fff_ffff

/** The index of a generic parameter: `z` the first, a number, or `d` for a deeper level. */
function readParamIndex(m: Machine): Node {
  if (m.accept(0x7a /* z */)) return genericParam(0, 0)
  if (m.accept(0x73 /* s */)) return SELF_PARAM
  return readLaterParam(m)
}

/** A parameter that is not the first: an index, or `d` with the depth before it. Old and new names write it alike. */
export function readLaterParam(m: Machine): Node {
  if (m.accept(0x64 /* d */)) {
    const depth = m.indexNumber() + 1
    const index = m.indexNumber()
    return m.failed ? NONE : genericParam(depth, index)
  }
  const index = m.indexNumber() + 1
  return m.failed ? NONE : genericParam(0, index)
}

/** `q`. */
export const readGenericParam = (m: Machine): Node => readParamIndex(m)

/** The name of an associated type: `text`, `a` the protocol it is of, or NONE. */
export function takeAssociatedName(m: Machine): Node {
  const protocol = m.popIfFlag(K.TYPE)
  if (protocol !== NONE && protocol.kind !== K.Protocol) return m.fail()
  return new Node(K.DependentName, 0, '', protocol, m.take(K.Identifier), NONE, NO_NODES)
}

/** The path from a type to a type inside it; `list` of names. */
export const takeAssociatedPath = (m: Machine): Node => listOf(K.AssociatedPath, takeMarkedList(m, takeAssociatedName))

const member = (base: Node, name: Node): Node => pair(K.DependentMember, base, name)

function memberPath(m: Machine, base: (m: Machine) => Node): Node {
  const names = takeMarkedList(m, takeAssociatedName)
  let type = base(m)
  for (const name of names) type = member(type, name)
  return m.substitute(type)
}

function memberOf(m: Machine, base: (m: Machine) => Node): Node {
  const name = takeAssociatedName(m)
  return m.substitute(member(base(m), name))
}

const firstParam = (): Node => genericParam(0, 0)
const typeOnStack = (m: Machine): Node => m.takeType()

/** Takes conformances that were declared elsewhere; true if there were any. */
function takeRetroactive(m: Machine): boolean {
  let any = false
  while (m.popIf(K.RetroactiveConformance) !== NONE) any = true
  return any
}

/** The lists of generic arguments, innermost type first, as they come off the stack. */
function takeArgumentLists(m: Machine): readonly (readonly Node[])[] {
  const lists: (readonly Node[])[] = []
  while (!m.failed) {
    const list: Node[] = []
    for (let type = m.popIfFlag(K.TYPE); type !== NONE; type = m.popIfFlag(K.TYPE)) list.push(type)
    lists.push(list.reverse())
    if (m.popIf(K.EmptyList) !== NONE) break
    if (m.popIf(K.FirstElement) === NONE) m.fail()
  }
  return lists
}

/** The only list of arguments there may be. */
export function takeArguments(m: Machine): readonly Node[] {
  takeRetroactive(m)
  const lists = takeArgumentLists(m)
  return lists.length === 1 ? (lists[0] ?? NO_NODES) : (m.fail(), NO_NODES)
}

/** Contexts that have no generic arguments of their own. */
function takesNoArguments(node: Node): boolean {
  switch (node.kind) {
    case K.Variable:
    case K.Subscript:
    case K.Closure:
    case K.DefaultArgument:
    case K.Static:
      return true
    case K.Member:
      return node.index === 1
    default:
      return false
  }
}

/** The node with another context; its own arguments are put on by the caller. */
function inContext(node: Node, context: Node): Node {
  return new Node(node.kind, node.index, node.text, context, node.b, node.c, node.list)
}

function bind(m: Machine, node: Node, lists: readonly (readonly Node[])[], level: number, depth: number): Node {
  const args = lists[level]
  if (args === undefined || node.a === NONE || depth > DEPTH_LIMIT) return m.fail()
  const skip = takesNoArguments(node)
  const rest = skip ? level : level + 1
  let bound = node
  if (rest < lists.length) {
    const context = node.a
    const outer =
      context.kind === K.Extension
        ? new Node(K.Extension, 0, '', context.a, bind(m, context.b, lists, rest, depth + 1), context.c, NO_NODES)
        : bind(m, context, lists, rest, depth + 1)
    bound = inContext(node, outer)
  }
  if (skip || args.length === 0) return bound
  if (node.kind === K.Function || (node.kind === K.Constructor && node.index === 0))
    return new Node(K.BoundGenericFunction, 0, '', bound, NONE, NONE, args)
  return (K.FLAGS[node.kind] ?? 0) & K.NOMINAL ? boundGeneric(bound, args) : m.fail()
}

/** `G`: generic arguments for a type and the types around it. With retroactive conformances it is written out: `index` 1. */
export function readBoundGeneric(m: Machine): Node {
  const retroactive = takeRetroactive(m)
  const lists = takeArgumentLists(m)
  const type = bind(m, takeNominalType(m), lists, 0, 0)
  return m.substitute(retroactive ? new Node(type.kind, 1, '', type.a, type.b, type.c, type.list) : type)
}

/** `Sg`. */
export const readOptional = (m: Machine): Node => m.substitute(boundGeneric(OPTIONAL, [m.takeType()]))

/** `Q`: types named by their place: associated, opaque, packs. */
export function readArchetype(m: Machine): Node {
  switch (m.next()) {
    case 0x61: {
      // a
      const name = m.take(K.Identifier)
      return m.substitute(pair(K.AssociatedType, m.takeType(), name))
    }
    case 0x4f: // O
      return new Node(K.OpaqueReturnTypeOf, 0, '', takeContext(m), NONE, NONE, NO_NODES)
    case 0x6f: {
      // o
      const index = m.indexNumber()
      takeRetroactive(m)
      const lists = takeArgumentLists(m).map((list) => listOf(K.TypeList, list))
      return m.substitute(new Node(K.OpaqueType, index, '', m.pop(), NONE, NONE, lists))
    }
    case 0x72: // r
    case 0x75: // u
      return leaf(K.OpaqueReturnType, '')
    case 0x52: // R
    case 0x55: // U
      return indexed(K.OpaqueReturnType, m.indexNumber())
    case 0x78: // x
      return memberOf(m, typeOnStack)
    case 0x58: // X
      return memberPath(m, typeOnStack)
    case 0x79: {
      // y
      const base = readParamIndex(m)
      return memberOf(m, () => base)
    }
    case 0x59: {
      // Y
      const base = readParamIndex(m)
      return memberPath(m, () => base)
    }
    case 0x7a: // z
      return memberOf(m, firstParam)
    case 0x5a: // Z
      return memberPath(m, firstParam)
    case 0x70: {
      // p
      const count = m.takeType()
      return pair(K.PackExpansion, m.takeType(), count)
    }
    case 0x65: {
      // e
      const type = m.takeType()
      return new Node(K.PackElement, m.indexNumber(), '', type, NONE, NONE, NO_NODES)
    }
    case 0x50: // P
      return readPack(m)
    case 0x53: // S
      return readSilPack(m)
    default:
      return m.fail()
  }
}

// The form of a requirement's subject.
const PARAM = 0
const MEMBER = 1
const PATH = 2
const SUBSTITUTION = 3

function subject(m: Machine, how: number): Node {
  if (how === SUBSTITUTION) return m.takeType()
  const base = readParamIndex(m)
  return how === PARAM ? base : how === MEMBER ? memberOf(m, () => base) : memberPath(m, () => base)
}

function conformance(m: Machine, how: number): Node {
  const type = subject(m, how)
  return pair(K.Conformance, type, takeProtocol(m))
}

function superclass(m: Machine, how: number): Node {
  const type = subject(m, how)
  return pair(K.Conformance, type, m.takeType())
}

function sameType(m: Machine, how: number): Node {
  const type = subject(m, how)
  return pair(K.SameType, type, m.takeType())
}

/** `index` the bit of the protocol that is not conformed to. */
function inverse(m: Machine, how: number): Node {
  const bit = m.indexNumber()
  return new Node(K.Inverse, bit, '', subject(m, how), NONE, NONE, NO_NODES)
}

/** The name of each layout constraint, and the count of its numbers. */
const LAYOUTS: Readonly<Record<string, readonly [name: string, numbers: number]>> = {
  U: ['_UnknownLayout', 0],
  R: ['_RefCountedObject', 0],
  N: ['_NativeRefCountedObject', 0],
  C: ['AnyObject', 0],
  D: ['_NativeClass', 0],
  T: ['_Trivial', 0],
  B: ['_BridgeObject', 0],
  S: ['_TrivialStride', 0],
  E: ['_Trivial', 2],
  e: ['_Trivial', 1],
  M: ['_TrivialAtMost', 2],
  m: ['_TrivialAtMost', 1],
}

/** A layout constraint's words, read by letter; the numbers come through `number`. Undefined where the letter is unknown. */
export function layoutWords(letter: number, number: () => number): string | undefined {
  const layout = LAYOUTS[String.fromCharCode(letter)]
  if (layout === undefined) return undefined
  const [name, numbers] = layout
  if (numbers === 0) return name
  const size = String(number())
  return numbers === 1 ? `${name}(${size})` : `${name}(${size}, ${String(number())})`
}

function layout(m: Machine, how: number): Node {
  const type = subject(m, how)
  const words = layoutWords(m.next(), () => m.indexNumber())
  return words === undefined ? m.fail() : new Node(K.Layout, 0, words, type, NONE, NONE, NO_NODES)
}

/** `R`: one requirement. */
export function readRequirement(m: Machine): Node {
  switch (m.next()) {
    case 0x76: // v
      return new Node(K.PackMarker, 0, '', readParamIndex(m), NONE, NONE, NO_NODES)
    case 0x56: {
      // V
      const param = readParamIndex(m)
      return pair(K.ValueMarker, param, m.takeType())
    }
    case 0x62: // b
      return superclass(m, PARAM)
    case 0x63: // c
      return superclass(m, MEMBER)
    case 0x43: // C
      return superclass(m, PATH)
    case 0x42: // B
      return superclass(m, SUBSTITUTION)
    case 0x73: // s
      return sameType(m, PARAM)
    case 0x74: // t
      return sameType(m, MEMBER)
    case 0x54: // T
      return sameType(m, PATH)
    case 0x53: // S
      return sameType(m, SUBSTITUTION)
    case 0x6c: // l
      return layout(m, PARAM)
    case 0x6d: // m
      return layout(m, MEMBER)
    case 0x4d: // M
      return layout(m, PATH)
    case 0x4c: // L
      return layout(m, SUBSTITUTION)
    case 0x70: // p
      return conformance(m, MEMBER)
    case 0x50: // P
      return conformance(m, PATH)
    case 0x51: // Q
      return conformance(m, SUBSTITUTION)
    case 0x68: {
      // h
      const type = subject(m, PARAM)
      return pair(K.SameShape, type, m.takeType())
    }
    case 0x69: // i
      return inverse(m, PARAM)
    case 0x6a: // j
      return inverse(m, MEMBER)
    case 0x4a: // J
      return inverse(m, PATH)
    case 0x49: // I
      return inverse(m, SUBSTITUTION)
    default:
      m.pos--
      return conformance(m, PARAM)
  }
}

/** `l`, `r`: `list` the counts of parameters, one for each depth, then the requirements; `index` how many counts. */
export function readSignature(m: Machine, hasCounts: boolean): Node {
  const counts: Node[] = []
  if (hasCounts) {
    while (!m.accept(0x6c /* l */) && !m.failed) {
      const count = m.accept(0x7a /* z */) ? 0 : m.indexNumber() + 1
      counts.push(indexed(K.ParamCount, Math.min(count, PARAM_LIMIT)))
    }
  } else counts.push(ONE_PARAM)
  const requirements: Node[] = []
  for (let one = m.popIfFlag(K.REQUIREMENT); one !== NONE; one = m.popIfFlag(K.REQUIREMENT)) requirements.push(one)
  const list = requirements.length === 0 ? counts : counts.concat(requirements.reverse())
  return new Node(K.GenericSignature, counts.length, '', NONE, NONE, NONE, list)
}

const ONE_PARAM = indexed(K.ParamCount, 1)
