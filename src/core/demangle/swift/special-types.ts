/** Builtin types, tuples, packs, protocol compositions, and the types after `X`. */
import * as K from './kinds.ts'
import { readNominal, takeContext, takeList, takeMarkedList, takeProtocol, takeTypeList } from './contexts.ts'
import * as F from './function-types.ts'
import type { Machine } from './machine.ts'
import { EMPTY_TUPLE, leaf, listOf, modified, Node, NONE, NO_NODES, pair, wrap } from './nodes.ts'

const builtin = (name: string): Node => leaf(K.Builtin, `Builtin.${name}`)

const BUILTINS: ReadonlyMap<number, Node> = new Map(
  Object.entries({
    A: 'ImplicitActor',
    b: 'BridgeObject',
    B: 'UnsafeValueBuffer',
    c: 'RawUnsafeContinuation',
    D: 'DefaultActorStorage',
    d: 'NonDefaultDistributedActorStorage',
    e: 'Executor',
    I: 'IntLiteral',
    j: 'Job',
    O: 'UnknownObject',
    o: 'NativeObject',
    P: 'PackIndex',
    p: 'RawPointer',
    t: 'SILToken',
    T: 'TheTupleType',
    w: 'Word',
  }).map(([letter, name]) => [letter.charCodeAt(0), builtin(name)]),
)

const WIDTH_LIMIT = 4096 * 4096

/** `B`: a type of the compiler's own. */
export function readBuiltin(m: Machine): Node {
  const code = m.next()
  switch (code) {
    case 0x66: // f
    case 0x69: {
      // i
      const width = m.indexNumber() - 1
      if (width <= 0 || width > WIDTH_LIMIT) return m.fail()
      return builtin((code === 0x66 ? 'FPIEEE' : 'Int') + String(width))
    }
    case 0x76: {
      // v
      const count = m.indexNumber() - 1
      if (count <= 0 || count > WIDTH_LIMIT) return m.fail()
      const element = m.take(K.Builtin)
      return builtin(`Vec${String(count)}x${element.text.slice('Builtin.'.length)}`)
    }
    case 0x56: {
      // V
      const element = m.takeType()
      return pair(K.BuiltinFixedArray, m.takeType(), element)
    }
    default:
      return BUILTINS.get(code) ?? m.fail()
  }
}

/** `a` the type, `text` the label, `index` 1 if it takes any number of arguments. */
function takeTupleElement(m: Machine): Node {
  const variadic = m.popIf(K.Variadic) !== NONE
  const label = m.popIf(K.Identifier)
  return new Node(K.TupleElement, variadic ? 1 : 0, label.text, m.takeType(), NONE, NONE, NO_NODES)
}

export function readTuple(m: Machine): Node {
  const elements = takeList(m, takeTupleElement)
  return elements.length === 0 ? EMPTY_TUPLE : listOf(K.Tuple, elements)
}

export const readPack = (m: Machine): Node => listOf(K.Pack, takeTypeList(m))

export function readSilPack(m: Machine): Node {
  const code = m.next()
  if (code !== 0x64 && code !== 0x69) return m.fail()
  return new Node(K.SilPack, 0, code === 0x64 ? '@direct ' : '@indirect ', NONE, NONE, NONE, takeTypeList(m))
}

/** `p`: `list` the protocols. */
export const readProtocolList = (m: Machine): Node => listOf(K.ProtocolList, takeList(m, takeProtocol))

/** The representation of a metatype: its word with a space after it. */
export function metatypeRepresentation(m: Machine): string {
  const code = m.next()
  if (code === 0x74) return '@thin '
  if (code === 0x54) return '@thick '
  if (code === 0x6f) return '@objc_metatype '
  m.failed = true
  return ''
}

/** `a` the layout, as a list of fields (`index` 1: mutable), `b` its signature, `list` its arguments. */
function readSilBox(m: Machine, generic: boolean): Node {
  const signature = generic ? m.take(K.GenericSignature) : NONE
  const args = generic ? takeTypeList(m) : NO_NODES
  const fields = takeTypeList(m).map((type) =>
    type.kind === K.Modified && type.text === 'inout '
      ? wrap(K.LabelledType, 'var ', type.a)
      : wrap(K.LabelledType, 'let ', type),
  )
  return new Node(K.SilBoxLayout, generic ? 1 : 0, '', listOf(K.TypeList, fields), signature, NONE, args)
}

/** `XP`: an existential with listed associated types. `a` its base, `list` the requirements. */
function readConstrainedExistential(m: Machine): Node {
  const requirements = takeMarkedList(m, (machine) => machine.takeFlag(K.REQUIREMENT))
  return new Node(K.ConstrainedExistential, 0, '', m.takeType(), NONE, NONE, requirements)
}

function readSugared(m: Machine): Node {
  switch (m.next()) {
    case 0x71: // q
      return wrap(K.Sugared, '?', m.takeType())
    case 0x61: // a
      return wrap(K.Sugared, '[', m.takeType())
    case 0x70: // p
      return wrap(K.Sugared, '(', m.takeType())
    case 0x44: // D
      return sugaredPair(m, ' : ')
    case 0x41: // A
      return sugaredPair(m, ' of ')
    default:
      return m.fail()
  }
}

function sugaredPair(m: Machine, joint: string): Node {
  const second = m.takeType()
  return new Node(K.Sugared, 0, joint, m.takeType(), second, NONE, NO_NODES)
}

/** An anonymous context the runtime could not name: `a` its parent, `b` its name, `list` its generic arguments. */
function readAnonymousContext(m: Machine): Node {
  const args = takeTypeList(m)
  const name = m.take(K.Identifier)
  return new Node(K.AnonymousContext, 0, '', takeContext(m), name, NONE, args)
}

/** `X`: everything else that is a type. */
export function readSpecialType(m: Machine): Node {
  const code = m.next()
  switch (code) {
    case 0x45: // E
      return F.takeFunctionType(m, F.PLAIN)
    case 0x41: // A
    case 0x4b: // K
      return F.takeFunctionType(m, F.AUTOCLOSURE)
    case 0x66: // f
      return F.takeFunctionType(m, F.THIN)
    case 0x55: // U
      return F.takeFunctionType(m, F.UNCURRIED)
    case 0x4c: // L
      return F.takeFunctionType(m, F.ESCAPING_BLOCK)
    case 0x42: // B
      return F.takeFunctionType(m, F.BLOCK)
    case 0x43: // C
      return F.takeFunctionType(m, F.C_POINTER)
    case 0x7a: {
      // z
      const kind = m.next()
      if (kind !== 0x42 && kind !== 0x43) return m.fail()
      return F.takeFunctionType(m, kind === 0x42 ? F.BLOCK : F.C_POINTER, m.counted())
    }
    case 0x6f: // o
      return modified('unowned ', m.takeType())
    case 0x75: // u
      return modified('unowned(unsafe) ', m.takeType())
    case 0x77: // w
      return modified('weak ', m.takeType())
    case 0x62: // b
      return wrap(K.SilBox, '', m.takeType())
    case 0x44: // D
      return wrap(K.DynamicSelf, '', m.takeType())
    case 0x4d: {
      // M
      const words = metatypeRepresentation(m)
      return wrap(K.Metatype, words, m.takeType())
    }
    case 0x6d: {
      // m
      const words = metatypeRepresentation(m)
      return wrap(K.ExistentialMetatype, words, m.takeType())
    }
    case 0x70: // p
      return wrap(K.ExistentialMetatype, '', m.takeType())
    case 0x50: // P
      return readConstrainedExistential(m)
    case 0x63: {
      // c
      const superclass = m.takeType()
      return new Node(K.ProtocolListWithClass, 0, '', superclass, NONE, NONE, takeList(m, takeProtocol))
    }
    case 0x6c: // l
      return listOf(K.ProtocolListWithAnyObject, takeList(m, takeProtocol))
    case 0x58: // X
    case 0x78: // x
      return readSilBox(m, code === 0x58)
    case 0x59: // Y
      return readNominal(m, K.OtherNominal)
    case 0x5a: // Z
      return readAnonymousContext(m)
    case 0x65: // e
      return leaf(K.ErrorType, '')
    case 0x53: // S
      return readSugared(m)
    case 0x67: // g
      return pair(K.ExistentialShape, NONE, m.takeType())
    case 0x47: {
      // G
      const type = m.takeType()
      return pair(K.ExistentialShape, m.take(K.GenericSignature), type)
    }
    default:
      return m.fail()
  }
}
