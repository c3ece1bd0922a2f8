/** Contexts, declarations and conformances of Swift 3 and older. */
import { accessorName, defaultArgument, memberNode } from './entities.ts'
import * as K from './kinds.ts'
import type { Machine } from './machine.ts'
import { Node, nominal, NONE, NO_NODES, pair, SWIFT_MODULE, wrap } from './nodes.ts'
import { readOldIdentifier, readOldModule, readOldName, readOldSubstitution } from './old-names.ts'
import { readOldSignature, readOldType } from './old-types.ts'

/** Contexts within contexts: more is no real name. */
const DEPTH_LIMIT = 512

/** A declared type: its context, then its name. */
export function readOldNominal(m: Machine, kind: number): Node {
  const context = readOldContext(m)
  return m.substitute(nominal(kind, context, readOldName(m)))
}

export const readOldProtocolIn = (m: Machine, context: Node): Node =>
  m.substitute(nominal(K.Protocol, context, readOldName(m)))

/** A bare protocol: no letter before it. */
export function readOldProtocol(m: Machine): Node {
  if (m.accept(0x53 /* S */)) {
    const node = readOldSubstitution(m)
    if (node.kind === K.Protocol) return node
    return node.kind === K.Module ? readOldProtocolIn(m, node) : m.fail()
  }
  if (m.accept(0x73 /* s */)) return readOldProtocolIn(m, SWIFT_MODULE)
  return readOldNominal(m, K.Protocol)
}

const startsEntity = (code: number): boolean => code > 0 && 'FIvPZiCVO'.includes(String.fromCharCode(code))

export function readOldContext(m: Machine): Node {
  if (m.depth >= DEPTH_LIMIT || m.failed) return m.fail()
  m.depth++
  const context = readContextAt(m)
  m.depth--
  return context
}

function readContextAt(m: Machine): Node {
  if (m.accept(0x45 /* E */)) {
    const module = readOldModule(m)
    return pair(K.Extension, module, readOldContext(m))
  }
  if (m.accept(0x65 /* e */)) {
    const module = readOldModule(m)
    const signature = readOldSignature(m)
    return new Node(K.Extension, 0, '', module, readOldContext(m), signature, NO_NODES)
  }
  if (m.accept(0x53 /* S */)) return readOldSubstitution(m)
  if (m.accept(0x73 /* s */)) return SWIFT_MODULE
  if (m.peek() === 0x47 /* G */) return readOldType(m)
  return startsEntity(m.peek()) ? readOldEntity(m) : readOldModule(m)
}

/** A nominal type as an entity, with its letter or as a substitution. */
function readNominalEntity(m: Machine): Node {
  switch (m.next()) {
    case 0x53: // S
      return readOldSubstitution(m)
    case 0x56: // V
      return readOldNominal(m, K.Struct)
    case 0x4f: // O
      return readOldNominal(m, K.Enum)
    case 0x43: // C
      return readOldNominal(m, K.Class)
    case 0x50: // P
      return readOldNominal(m, K.Protocol)
    default:
      return m.fail()
  }
}

export function readOldEntity(m: Machine): Node {
  const isStatic = m.accept(0x5a /* Z */)
  const code = m.peek()
  let entity: Node
  if (code === 0x46 /* F */ || code === 0x76 /* v */ || code === 0x69 /* i */) {
    m.pos++
    entity = readDeclared(m, code)
  } else if (code === 0x49 /* I */) {
    m.pos++
    entity = readInitializer(m)
  } else entity = readNominalEntity(m)
  return isStatic ? wrap(K.Static, 'static ', entity) : entity
}

function readInitializer(m: Machine): Node {
  const context = readOldContext(m)
  const code = m.next()
  if (code === 0x41 /* A */) return defaultArgument(m.indexNumber(), context)
  return code === 0x69 /* i */ ? memberNode('variable initialization expression', 1, context) : m.fail()
}

/** A variable or, by its name, a subscript. */
function readStorage(m: Machine, context: Node): Node {
  const name = readOldName(m)
  const type = readOldType(m)
  const plain = name.kind === K.PrivateName ? name.a : name
  if (plain.text !== 'subscript') return new Node(K.Variable, 0, '', context, name, type, NO_NODES)
  return new Node(K.Subscript, 0, '', context, NONE, type, NO_NODES)
}

const MEMBERS: Readonly<Record<number, string>> = {
  [0x64]: 'deinit', // d
  [0x65]: '__ivar_initializer', // e
  [0x45]: '__ivar_destroyer', // E
  [0x5a]: '__isolated_deallocating_deinit', // Z
}

const ACCESSORS = 'algGsmwWrM'

function readDeclared(m: Machine, basic: number): Node {
  const context = readOldContext(m)
  const code = m.peek()
  if (basic !== 0x46 /* F */) return readStorage(m, context)
  const member = MEMBERS[code]
  if (member !== undefined) {
    m.pos++
    return memberNode(member, 0, context)
  }
  if (code > 0 && ACCESSORS.includes(String.fromCharCode(code))) {
    m.pos++
    const name = accessorName(code, () => m.next())
    return name === undefined ? m.fail() : wrap(K.Accessor, name, readStorage(m, context))
  }
  switch (code) {
    case 0x44: // D
      m.pos++
      return memberNode(context.kind === K.Class ? '__deallocating_deinit' : 'deinit', 0, context)
    case 0x43: // C
    case 0x63: // c
      m.pos++
      return new Node(K.Constructor, code === 0x43 ? 1 : 0, '', context, NONE, readOldType(m), NO_NODES)
    case 0x55: // U
    case 0x75: {
      // u
      m.pos++
      const index = m.indexNumber()
      const words = code === 0x55 ? 'closure #' : 'implicit closure #'
      return new Node(K.Closure, index, words, context, NONE, readOldType(m), NO_NODES)
    }
    default: {
      const name = readOldName(m)
      return new Node(K.Function, 0, '', context, name, readOldType(m), NO_NODES)
    }
  }
}

/** A type, its protocol and the module that says so. */
export function readOldConformance(m: Machine): Node {
  const signature = m.accept(0x75 /* u */) ? readOldSignature(m) : NONE
  if (m.accept(0x62 /* b */)) {
    const name = readOldIdentifier(m)
    const context = readOldContext(m)
    const behavior = readOldIdentifier(m)
    return new Node(K.ProtocolConformance, 0, '', context, readOldProtocol(m), behavior, [name])
  }
  const type = readOldType(m)
  const protocol = readOldProtocol(m)
  const conforming = signature === NONE ? type : pair(K.DependentGenericType, signature, type)
  return new Node(K.ProtocolConformance, 0, '', conforming, protocol, readOldContext(m), NO_NODES)
}
