/** `I`: function types as the compiler's intermediate language has them; they come in thunks. */
import * as K from './kinds.ts'
import { DIFFERENTIABLE } from './function-types.ts'
import { takeArguments } from './generics.ts'
import type { Machine } from './machine.ts'
import { listOf, Node, NONE, NO_NODES, pair } from './nodes.ts'

const letters = (table: Readonly<Record<string, string>>): ReadonlyMap<number, string> =>
  new Map(Object.entries(table).map(([letter, words]) => [letter.charCodeAt(0), words]))

const CALLEES = letters({
  y: '@callee_unowned',
  g: '@callee_guaranteed',
  x: '@callee_owned',
  t: '@convention(thin)',
})

const REPRESENTATIONS = letters({
  B: 'block',
  C: 'c',
  M: 'method',
  J: 'objc_method',
  O: 'objc_method',
  K: 'closure',
  W: 'witness_method',
})

const COROUTINES = letters({ A: '@yield_once', I: '@yield_once_2', G: '@yield_many' })

const PARAMETERS = letters({
  i: '@in',
  c: '@in_constant',
  l: '@inout',
  b: '@inout_aliasable',
  n: '@in_guaranteed',
  X: '@in_cxx',
  x: '@owned',
  g: '@guaranteed',
  e: '@deallocating',
  y: '@unowned',
  v: '@pack_owned',
  p: '@pack_guaranteed',
  m: '@pack_inout',
})

const RESULTS = letters({
  r: '@out',
  o: '@owned',
  d: '@unowned',
  u: '@unowned_inner_pointer',
  a: '@autoreleased',
  k: '@pack_out',
  l: '@guaranteed_address',
  g: '@guaranteed',
  m: '@inout',
})

/** The attributes of one value: its words before its type. */
interface Slot {
  readonly kind: number
  readonly words: string
}

/** Words that may follow a parameter's convention, by letter and in this order. */
const PARAMETER_NOTES: readonly (readonly [letter: number, words: string])[] = [
  [0x54, 'sending '], // T
  [0x49, 'isolated '], // I
  [0x4c, 'sil_implicit_leading_param '], // L
]

/** Prints a single note and drops several, as the compiler's own demangler does. */
function readNotes(m: Machine): string {
  const derivative = m.accept(0x77 /* w */) ? '@noDerivative ' : ''
  const notes = PARAMETER_NOTES.filter(([letter]) => m.accept(letter))
  return notes.length > 1 ? '' : derivative + (notes[0]?.[1] ?? '')
}

function readParameter(m: Machine, kind: number): Slot | undefined {
  const convention = PARAMETERS.get(m.peek())
  if (convention === undefined) return undefined
  m.pos++
  return { kind, words: convention + ' ' + (kind === K.ImplParameter ? readNotes(m) : '') }
}

function readResult(m: Machine, kind: number): Slot | undefined {
  const convention = RESULTS.get(m.peek())
  if (convention === undefined) return undefined
  m.pos++
  return { kind, words: convention + (m.accept(0x77 /* w */) ? ' @noDerivative ' : ' ') }
}

function readRepresentation(m: Machine): string {
  if (m.accept(0x7a /* z */)) {
    const code = m.next()
    const name = code === 0x42 ? 'block' : code === 0x43 ? 'c' : ''
    if (name === '') m.failed = true
    return `@convention(${name}, mangledCType: "${m.counted()}") `
  }
  const name = REPRESENTATIONS.get(m.peek())
  if (name === undefined) return ''
  m.pos++
  return `@convention(${name}) `
}

/** The word for the next letter, and a space; empty for any other letter. */
function optional(m: Machine, words: ReadonlyMap<number, string>): string {
  const word = words.get(m.peek())
  if (word === undefined) return ''
  m.pos++
  return word + ' '
}

const DIFFERENTIABILITY: ReadonlyMap<number, string> = new Map(
  Object.entries(DIFFERENTIABLE).map(([code, words]) => [Number(code), words]),
)

function readSlots(m: Machine): readonly Slot[] {
  const slots: Slot[] = []
  for (let slot = readParameter(m, K.ImplParameter); slot; slot = readParameter(m, K.ImplParameter)) slots.push(slot)
  for (let slot = readResult(m, K.ImplResult); slot; slot = readResult(m, K.ImplResult)) slots.push(slot)
  while (m.accept(0x59 /* Y */)) {
    const slot = readParameter(m, K.ImplYield)
    if (slot === undefined) m.failed = true
    else slots.push(slot)
  }
  if (m.accept(0x7a /* z */)) {
    const slot = readResult(m, K.ImplError)
    if (slot === undefined) m.failed = true
    else slots.push(slot)
  }
  return slots
}

/**
 * `text`: the attributes, each with a space after it. `index`: 1 if the result is sent. `a`: the substituted signature
 * with its types (a pair), `b`: the invocation's types, `c`: the generic signature, each NONE where there is none.
 * `list`: the parameters, results, yields and the error, each with its type in `a`.
 */
export function readImplFunction(m: Machine): Node {
  let pattern = NONE
  let invocation = NONE
  if (m.accept(0x73 /* s */)) {
    const types = listOf(K.TypeList, takeArguments(m))
    pattern = pair(K.TypeList, m.take(K.GenericSignature), types)
  }
  if (m.accept(0x49 /* I */)) invocation = listOf(K.TypeList, takeArguments(m))
  const signature = m.popIf(K.GenericSignature)
  if (signature !== NONE) m.accept(0x50 /* P */)
  let text = m.accept(0x65 /* e */) ? '@escaping ' : ''
  if (m.accept(0x41 /* A */)) text += '@isolated(any) '
  else if (m.accept(0x4e /* N */)) text += 'nonisolated(nonsending) '
  if (m.accept(0x4f /* O */)) text += '@called(atMostOnce) '
  text += optional(m, DIFFERENTIABILITY)
  const callee = optional(m, CALLEES)
  if (callee === '') return m.fail()
  text += callee + readRepresentation(m) + optional(m, COROUTINES)
  if (m.accept(0x68 /* h */)) text += '@Sendable '
  if (m.accept(0x48 /* H */)) text += '@async '
  const sending = m.accept(0x54 /* T */)
  const slots = readSlots(m)
  if (!m.accept(0x5f /* _ */)) return m.fail()
  const list: Node[] = []
  for (let i = slots.length - 1; i >= 0; i--) {
    const slot = slots[i]
    if (slot !== undefined) list.push(new Node(slot.kind, 0, slot.words, m.takeType(), NONE, NONE, NO_NODES))
  }
  return new Node(K.ImplFunctionType, sending ? 1 : 0, text, pattern, invocation, signature, list.reverse())
}
