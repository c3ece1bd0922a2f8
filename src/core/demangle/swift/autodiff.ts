/** Functions that the compiler makes for automatic differentiation. */
import * as K from './kinds.ts'
import type { Machine } from './machine.ts'
import { leaf, Node, NO_NODES } from './nodes.ts'

/** The kinds by letter. */
const FUNCTION_KINDS: Readonly<Record<number, string>> = {
  [0x66]: 'forward-mode derivative', // f
  [0x72]: 'reverse-mode derivative', // r
  [0x64]: 'differential', // d
  [0x70]: 'pullback', // p
}

const WITNESS_KINDS: Readonly<Record<number, string>> = {
  [0x66]: 'forward-mode', // f
  [0x72]: 'reverse-mode', // r
  [0x64]: 'normal', // d
  [0x6c]: 'linear', // l
}

function readKind(m: Machine, kinds: Readonly<Record<number, string>>): string {
  const words = kinds[m.next()]
  if (words !== undefined) return words
  m.failed = true
  return ''
}

/** `S` for an index that is in the set, `U` for one that is not; printed as `{0, 2}`. */
function readIndexSubset(m: Machine, end: number): Node {
  const indices: number[] = []
  let index = 0
  for (; ; index++) {
    const code = m.peek()
    if (code !== 0x53 && code !== 0x55) break
    if (code === 0x53) indices.push(index)
    m.pos++
  }
  if (index === 0 || (end !== 0 && !m.accept(end))) return m.fail()
  return leaf(K.Identifier, `{${indices.join(', ')}}`)
}

/** The rest of the stack, in written order. */
function takeRest(m: Machine): readonly Node[] {
  const rest: Node[] = []
  while (m.size > 0) rest.push(m.pop())
  return rest.reverse()
}

/**
 * `TJ`: `text` the kind, `a` the parameters, `b` the results, `c` the derivative's signature or NONE, `list` the original
 * function; `index` 1 for the thunk in a vtable.
 */
function readFunction(m: Machine, vtable: boolean): Node {
  const signature = m.popIf(K.GenericSignature)
  const original = takeRest(m)
  const kind = readKind(m, FUNCTION_KINDS)
  const params = readIndexSubset(m, 0x70)
  const results = readIndexSubset(m, 0x72)
  return new Node(K.AutoDiffFunction, vtable ? 1 : 0, kind, params, results, signature, original)
}

/** `TJO`: `a` from, `b` to, `c` the signature or NONE. */
function readReordering(m: Machine): Node {
  const signature = m.popIf(K.GenericSignature)
  const to = m.takeType()
  const from = m.takeType()
  return new Node(K.AutoDiffReordering, 0, readKind(m, FUNCTION_KINDS), from, to, signature, NO_NODES)
}

/**
 * `TJS`: `list` is the entity that the thunk is made from, last its type; then parameters, results, and the wanted
 * parameters.
 */
function readSubset(m: Machine): Node {
  const from = takeRest(m)
  const kind = readKind(m, FUNCTION_KINDS)
  const params = readIndexSubset(m, 0x70)
  const results = readIndexSubset(m, 0x72)
  const wanted = readIndexSubset(m, 0x50)
  return new Node(K.AutoDiffSubset, 0, kind, params, results, wanted, from)
}

/** `TJ`: derivatives, their parameter subsets and reorderings. */
export function readAutoDiff(m: Machine): Node {
  switch (m.peek()) {
    case 0x53: // S
      m.pos++
      return readSubset(m)
    case 0x4f: // O
      m.pos++
      return readReordering(m)
    case 0x56: // V
      m.pos++
      return readFunction(m, true)
    default:
      return readFunction(m, false)
  }
}

/** `WJ`: `text` the kind, the rest as for a function. */
export function readDifferentiabilityWitness(m: Machine): Node {
  const signature = m.popIf(K.GenericSignature)
  const original = takeRest(m)
  const kind = readKind(m, WITNESS_KINDS)
  const params = readIndexSubset(m, 0x70)
  const results = readIndexSubset(m, 0x72)
  return new Node(K.DifferentiabilityWitness, 0, kind, params, results, signature, original)
}
