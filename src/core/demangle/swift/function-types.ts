/** Function types, and the argument labels before them. */
import * as K from './kinds.ts'
import type { Machine } from './machine.ts'
import { EMPTY_TUPLE, leaf, listOf, modified, Node, NONE, NO_NODES } from './nodes.ts'

// `index` of a function type: its convention in the low bits, then further flags.
export const PLAIN = 0
export const AUTOCLOSURE = 1
export const THIN = 2
export const C_POINTER = 3
export const ESCAPING_BLOCK = 4
export const BLOCK = 5
export const UNCURRIED = 6
export const CONVENTION_MASK = 7

export const ASYNC = 1 << 3
export const SENDABLE = 1 << 4
export const SENDING_RESULT = 1 << 5
export const ISOLATED_ANY = 1 << 6
export const NONISOLATED = 1 << 7
export const DIFFERENTIABLE_SHIFT = 8

/** Words for differentiability, by letter. */
export const DIFFERENTIABLE: Readonly<Record<number, string>> = {
  [0x64]: '@differentiable', // d
  [0x66]: '@differentiable(_forward)', // f
  [0x72]: '@differentiable(reverse)', // r
  [0x6c]: '@differentiable(_linear)', // l
}

/** The type on the stack, or `()` for the empty list. */
function takeParams(m: Machine): Node {
  return m.popIf(K.EmptyList) === NONE ? m.takeType() : EMPTY_TUPLE
}

const bit = (m: Machine, kind: number, value: number): number => (m.popIf(kind) === NONE ? 0 : value)

/**
 * A function type: `a` its parameters, `b` its result, `c` how it throws (NONE: it does not). `text` is its C type
 * where that is mangled; `list` its global actor if it has one.
 */
export function takeFunctionType(m: Machine, convention: number, cType = ''): Node {
  let index = convention | bit(m, K.SendingResult, SENDING_RESULT)
  const actor = m.popIf(K.GlobalActor)
  if (actor === NONE) index |= bit(m, K.IsolatedAny, ISOLATED_ANY) || bit(m, K.NonIsolatedCaller, NONISOLATED)
  index |= m.popIf(K.Differentiable).index << DIFFERENTIABLE_SHIFT
  const throws = m.popIf(K.Throws)
  index |= bit(m, K.Sendable, SENDABLE) | bit(m, K.Async, ASYNC)
  const params = takeParams(m)
  const result = takeParams(m)
  return new Node(K.FunctionType, index, cType, params, result, throws, actor === NONE ? NO_NODES : [actor.a])
}

/** The function type inside, under generics; NONE where the type is no plain function. */
export function plainFunction(type: Node): Node {
  const inner = type.kind === K.DependentGenericType ? type.b : type
  return inner.kind === K.FunctionType && (inner.index & CONVENTION_MASK) === PLAIN ? inner : NONE
}

/** There is no list of labels at all, not even an empty one. */
export const NO_LABELS: readonly Node[] = []

/**
 * The labels before a function's type, one for each parameter: identifiers and first-element marks. Empty where the
 * name has none; NO_LABELS where there is no list.
 */
export function takeLabels(m: Machine, type: Node): readonly Node[] {
  if (m.labelsInTypes) return labelsInside(plainFunction(type))
  if (m.popIf(K.EmptyList) !== NONE) return NO_NODES
  const fn = plainFunction(type)
  if (fn === NONE) return NO_LABELS
  const count = fn.a.kind === K.Tuple ? fn.a.list.length : 1
  if (count === 0) return NO_LABELS
  const labels: Node[] = []
  let any = false
  for (let i = 0; i < count; i++) {
    // A type on its own has none, and nothing before it either.
    if (m.size === 0) return NO_LABELS
    const label = m.pop()
    if (label.kind === K.Identifier) any = true
    else if (label.kind !== K.FirstElement) return NO_LABELS
    labels.push(label)
  }
  return any ? labels.reverse() : NO_NODES
}

const NO_LABEL = leaf(K.FirstElement, '')

function labelsInside(fn: Node): readonly Node[] {
  if (fn === NONE || (fn.a.kind === K.Tuple && fn.a.list.length === 0)) return NO_LABELS
  const elements = fn.a.kind === K.Tuple ? fn.a.list : NO_NODES
  if (!elements.some((element) => element.text !== '')) return NO_NODES
  return elements.map((element) => (element.text === '' ? NO_LABEL : leaf(K.Identifier, element.text)))
}

/** Swift 4.0: the same type without the labels inside it, once the name shows them. */
export function withoutLabels(type: Node): Node {
  if (type.kind === K.DependentGenericType)
    return new Node(type.kind, 0, '', type.a, withoutLabels(type.b), NONE, NO_NODES)
  if (plainFunction(type) === NONE || type.a.kind !== K.Tuple) return type
  const params = type.a.list.map(
    (element) => new Node(element.kind, element.index, '', element.a, NONE, NONE, NO_NODES),
  )
  return new Node(type.kind, type.index, type.text, listOf(K.Tuple, params), type.b, type.c, type.list)
}

/** `Y`: annotations of a function type or a parameter. */
export function readTypeAnnotation(m: Machine): Node {
  switch (m.next()) {
    case 0x61: // a
      return leaf(K.Async, '')
    case 0x41: // A
      return leaf(K.IsolatedAny, '')
    case 0x62: // b
      return leaf(K.Sendable, '')
    case 0x43: // C
      return leaf(K.NonIsolatedCaller, '')
    case 0x63: // c
      return new Node(K.GlobalActor, 0, '', m.takeType(), NONE, NONE, NO_NODES)
    case 0x69: // i
      return modified('isolated ', m.takeType())
    case 0x6a: {
      // j
      const kind = m.next()
      return DIFFERENTIABLE[kind] === undefined
        ? m.fail()
        : new Node(K.Differentiable, kind, '', NONE, NONE, NONE, NO_NODES)
    }
    case 0x6b: // k
      return modified('@noDerivative ', m.takeType())
    case 0x4b: // K
      return new Node(K.Throws, 1, '', m.takeType(), NONE, NONE, NO_NODES)
    case 0x74: // t
      return modified('_const ', m.takeType())
    case 0x67: // g
      return modified('@const ', m.takeType())
    case 0x54: // T
      return leaf(K.SendingResult, '')
    case 0x75: // u
      return modified('sending ', m.takeType())
    default:
      return m.fail()
  }
}
