/** Function types of the intermediate language in Swift 3 and older. */
import * as K from './kinds.ts'
import type { Machine } from './machine.ts'
import { Node, NONE, NO_NODES } from './nodes.ts'
import { readOldSignature, readOldType } from './old-types.ts'

type Words = Readonly<Record<number, string>>

const CALLEES: Words = {
  [0x74]: '@convention(thin) ', // t
  [0x64]: '@callee_unowned ', // d
  [0x67]: '@callee_guaranteed ', // g
  [0x6f]: '@callee_owned ', // o
}

const REPRESENTATIONS: Words = {
  [0x62]: '@convention(block) ', // b
  [0x63]: '@convention(c) ', // c
  [0x6d]: '@convention(method) ', // m
  [0x4f]: '@convention(objc_method) ', // O
  [0x77]: '@convention(witness_method) ', // w
}

const PARAMETERS: Words = {
  [0x64]: '@unowned ', // d
  [0x67]: '@guaranteed ', // g
  [0x65]: '@deallocating ', // e
  [0x69]: '@in ', // i
  [0x6c]: '@inout ', // l
  [0x6f]: '@owned ', // o
  [0x47]: '@in_guaranteed ', // G
}

const RESULTS: Words = {
  [0x61]: '@autoreleased ', // a
  [0x64]: '@unowned ', // d
  [0x44]: '@unowned_inner_pointer ', // D
  [0x69]: '@out ', // i
  [0x6f]: '@owned ', // o
}

function words(m: Machine, table: Words): string {
  const text = table[m.next()]
  if (text === undefined) m.failed = true
  return text ?? ''
}

function readValue(m: Machine, kind: number, table: Words): Node {
  const text = words(m, table)
  return new Node(kind, 0, text, readOldType(m), NONE, NONE, NO_NODES)
}

/** The same node as of the newer mangling. */
export function readOldImplFunction(m: Machine): Node {
  let text = words(m, CALLEES)
  if (m.accept(0x43 /* C */)) text += words(m, REPRESENTATIONS)
  const signature = m.accept(0x47 /* G */) || m.accept(0x67 /* g */) ? readOldSignature(m) : NONE
  if (!m.accept(0x5f /* _ */)) return m.fail()
  const list: Node[] = []
  while (!m.failed && !m.accept(0x5f)) list.push(readValue(m, K.ImplParameter, PARAMETERS))
  while (!m.failed && !m.accept(0x5f))
    list.push(readValue(m, m.accept(0x7a /* z */) ? K.ImplError : K.ImplResult, RESULTS))
  return new Node(K.ImplFunctionType, 0, text, NONE, NONE, signature, list)
}
