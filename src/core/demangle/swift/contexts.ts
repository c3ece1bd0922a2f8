/** Contexts, nominal types, protocols and conformances: the pieces that most operators take from the stack. */
import * as K from './kinds.ts'
import type { Machine } from './machine.ts'
import { attribute, listOf, moduleNode, Node, nominal, NONE, NO_NODES, pair } from './nodes.ts'

/** A module: an identifier on its own, or one of the known modules. */
export function popModule(m: Machine): Node {
  const name = m.popIf(K.Identifier)
  return name === NONE ? m.popIf(K.Module) : moduleNode(name.text)
}

export function takeModule(m: Machine): Node {
  const node = popModule(m)
  return node === NONE ? m.fail() : node
}

export function takeContext(m: Machine): Node {
  const node = popModule(m)
  return node === NONE ? m.takeFlag(K.CONTEXT) : node
}

export function takeNominalType(m: Machine): Node {
  return m.takeFlag(K.NOMINAL)
}

/** `C`, `V`, `O`, `P`, `a`, `XY`: a declared type. */
export function readNominal(m: Machine, kind: number): Node {
  const name = m.takeFlag(K.NAME)
  return m.substitute(nominal(kind, takeContext(m), name))
}

/** A protocol: a type made before, or a name in a context. */
export function takeProtocol(m: Machine): Node {
  const type = m.popIfFlag(K.TYPE)
  if (type !== NONE) return type.kind === K.Protocol ? type : m.fail()
  const name = m.takeFlag(K.NAME)
  return nominal(K.Protocol, takeContext(m), name)
}

/** `E`: `a` the extending module, `b` the extended type, `c` the constraints or NONE. */
export function readExtension(m: Machine): Node {
  const signature = m.popIf(K.GenericSignature)
  const module = takeModule(m)
  return new Node(K.Extension, 0, '', module, takeNominalType(m), signature, NO_NODES)
}

/** A list whose first element is marked, or the empty list; first element first. Each element is read by `read`. */
export function takeList(m: Machine, read: (m: Machine) => Node): readonly Node[] {
  if (m.popIf(K.EmptyList) !== NONE) return NO_NODES
  return takeMarkedList(m, read)
}

/** The same without the empty list. */
export function takeMarkedList(m: Machine, read: (m: Machine) => Node): readonly Node[] {
  const list: Node[] = []
  let first = false
  while (!first && !m.failed) {
    first = m.popIf(K.FirstElement) !== NONE
    list.push(read(m))
  }
  return list.reverse()
}

const takeOneType = (m: Machine): Node => m.takeType()

export const takeTypeList = (m: Machine): readonly Node[] => takeList(m, takeOneType)

/** `a` the type, `b` the protocol, `c` the module; `list` holds a property's name for old property behaviours. */
export function takeProtocolConformance(m: Machine): Node {
  const signature = m.popIf(K.GenericSignature)
  const module = takeModule(m)
  const protocol = takeProtocol(m)
  let type = m.popIfFlag(K.TYPE)
  let property = NO_NODES
  if (type === NONE) {
    // A property behaviour's storage, Swift 3 and 4.
    property = [m.take(K.Identifier)]
    type = m.takeType()
  }
  if (signature !== NONE) type = pair(K.DependentGenericType, signature, type)
  return new Node(K.ProtocolConformance, 0, '', type, protocol, module, property)
}

const takeAnyConformance = (m: Machine): Node => m.takeFlag(K.CONFORMANCE)

function takeConformanceList(m: Machine): readonly Node[] {
  return takeList(m, takeAnyConformance)
}

/** The protocol of a conformance, marked with whose module declares it; a module of its own makes it retroactive. */
function takeConformanceRef(m: Machine): Node {
  const marked = m.popIf(K.ConformanceRef)
  if (marked !== NONE) return marked
  const module = takeModule(m)
  return new Node(
    K.ConformanceRef,
    0,
    'protocol conformance ref (retroactive) ',
    takeProtocol(m),
    module,
    NONE,
    NO_NODES,
  )
}

/** `index` of a dependent conformance: -1 where unknown, else shifted by 2. */
function conformanceIndex(m: Machine): number {
  const index = m.indexNumber()
  return index === 1 ? -1 : index - 2
}

function dependent(m: Machine, words: string, a: (m: Machine) => Node, b: (m: Machine) => Node): Node {
  const index = conformanceIndex(m)
  const second = b(m)
  return new Node(K.DependentConformance, index, words, a(m), second, NONE, NO_NODES)
}

const takeDependentConformance = (m: Machine): Node => m.take(K.DependentConformance)

function takeAssociatedConformance(m: Machine): Node {
  const protocol = takeProtocol(m)
  return pair(K.ConformancePrefix, m.takeType(), protocol)
}

const record = (words: string, a: Node): Node => new Node(K.Described, 0, words, a, NONE, NONE, NO_NODES)

/** `H`: conformances as they are written at run time, and records of descriptors. */
export function readConformanceOperator(m: Machine): Node {
  switch (m.next()) {
    case 0x41: // A
      return dependent(
        m,
        'dependent associated protocol conformance ',
        takeDependentConformance,
        takeAssociatedConformance,
      )
    case 0x43: {
      // C
      const conditions = takeConformanceList(m)
      const ref = takeConformanceRef(m)
      return new Node(K.ConcreteConformance, 0, '', m.takeType(), ref, NONE, conditions)
    }
    case 0x44: // D
      return dependent(m, 'dependent root protocol conformance ', takeOneType, takeProtocol)
    case 0x49: // I
      return dependent(m, 'dependent inherited protocol conformance ', takeDependentConformance, takeProtocol)
    case 0x4f: {
      // O
      const type = m.takeType()
      const of = m.take(K.DependentConformance)
      return new Node(K.DependentConformance, -2, 'opaque result conformance ', of, type, NONE, NO_NODES)
    }
    case 0x50: // P
      return refTo(m, "protocol conformance ref (type's module) ")
    case 0x70: // p
      return refTo(m, "protocol conformance ref (protocol's module) ")
    case 0x58: // X
      return listOf(K.PackConformance, takeConformanceList(m))
    case 0x63: // c
      return record('protocol conformance descriptor runtime record for ', takeProtocolConformance(m))
    case 0x6e: // n
      return record('nominal type descriptor runtime record for ', takeNominalType(m))
    case 0x6f: // o
      return record('opaque type descriptor runtime record for ', m.pop())
    case 0x72: // r
      return record('protocol descriptor runtime record for ', takeProtocol(m))
    case 0x46: // F
      return attribute('accessible function runtime record for ', true)
    default:
      return m.fail()
  }
}

const refTo = (m: Machine, words: string): Node =>
  new Node(K.ConformanceRef, 0, words, takeProtocol(m), NONE, NONE, NO_NODES)

/** `g`: `index` which requirement, `a` the conformance. */
export function readRetroactiveConformance(m: Machine): Node {
  const index = m.indexNumber()
  return new Node(K.RetroactiveConformance, index, '', takeAnyConformance(m), NONE, NONE, NO_NODES)
}
