/** Types and generic signatures of Swift 3 and older. Types, contexts and entities hold each other, and so do these files. */
import * as F from './function-types.ts'
import { layoutWords, readLaterParam } from './generics.ts'
import * as K from './kinds.ts'
import type { Machine } from './machine.ts'
import {
  boundGeneric,
  EMPTY_TUPLE,
  genericParam,
  indexed,
  leaf,
  listOf,
  modified,
  Node,
  NONE,
  NO_NODES,
  pair,
  wrap,
} from './nodes.ts'
import { readOldNominal, readOldProtocol, readOldProtocolIn } from './old-entities.ts'
import { readOldImplFunction } from './old-impl-functions.ts'
import { acceptWord, readOldIdentifier, readOldSubstitution } from './old-names.ts'
import { metatypeRepresentation } from './special-types.ts'

/** Types within types: more is no real name. */
const DEPTH_LIMIT = 512

export function readOldType(m: Machine): Node {
  if (m.depth >= DEPTH_LIMIT || m.failed) return m.fail()
  m.depth++
  const type = readTypeAt(m)
  m.depth--
  return type
}

function functionType(m: Machine, convention: number): Node {
  const throws = m.accept(0x7a /* z */) ? leaf(K.Throws, '') : NONE
  const params = readOldType(m)
  return new Node(K.FunctionType, convention, '', params, readOldType(m), throws, NO_NODES)
}

function readTypeAt(m: Machine): Node {
  const code = m.next()
  switch (code) {
    case 0x42: // B
      return builtin(m)
    case 0x61: // a
      return readOldNominal(m, K.TypeAlias)
    case 0x62: // b
      return functionType(m, F.BLOCK)
    case 0x63: // c
      return functionType(m, F.C_POINTER)
    case 0x44: // D
      return wrap(K.DynamicSelf, '', readOldType(m))
    case 0x45: // E
      return acceptWord(m, 'RR') ? leaf(K.ErrorType, '') : m.fail()
    case 0x46: // F
      return functionType(m, F.PLAIN)
    case 0x66: // f
      return functionType(m, F.UNCURRIED)
    case 0x47: // G
      return boundArguments(m, readOldType(m))
    case 0x4b: // K
      return functionType(m, F.AUTOCLOSURE)
    case 0x4d: // M
      return wrap(K.Metatype, '', readOldType(m))
    case 0x50: // P
      return m.accept(0x4d /* M */) ? wrap(K.ExistentialMetatype, '', readOldType(m)) : protocolList(m)
    case 0x51: // Q
      if (m.accept(0x75 /* u */)) return leaf(K.OpaqueReturnType, '')
      if (m.accept(0x55 /* U */)) return indexed(K.OpaqueReturnType, m.indexNumber())
      return associatedType(m)
    case 0x71: // q
      return dependentType(m)
    case 0x78: // x
      return genericParam(0, 0)
    case 0x77: // w
      return memberType(m, paramIndex(m))
    case 0x57: // W
      return memberPath(m)
    case 0x52: // R
      return modified('inout ', readOldType(m))
    case 0x53: // S
      return readOldSubstitution(m)
    case 0x54: // T
      return tuple(m, false)
    case 0x74: // t
      return tuple(m, true)
    case 0x75: {
      // u
      const signature = readOldSignature(m)
      return pair(K.DependentGenericType, signature, readOldType(m))
    }
    case 0x58: // X
      return special(m)
    case 0x43: // C
      return readOldNominal(m, K.Class)
    case 0x56: // V
      return readOldNominal(m, K.Struct)
    case 0x4f: // O
      return readOldNominal(m, K.Enum)
    default:
      return m.fail()
  }
}

const SIMPLE_BUILTINS: Readonly<Record<string, string>> = {
  b: 'BridgeObject',
  B: 'UnsafeValueBuffer',
  O: 'UnknownObject',
  o: 'NativeObject',
  p: 'RawPointer',
  t: 'SILToken',
  w: 'Word',
}

function builtin(m: Machine): Node {
  const letter = String.fromCharCode(m.next())
  switch (letter) {
    case 'f':
    case 'i': {
      const width = m.natural()
      if (width <= 0 || !m.accept(0x5f)) return m.fail()
      return leaf(K.Builtin, `Builtin.${letter === 'f' ? 'FPIEEE' : 'Int'}${String(width)}`)
    }
    case 'v': {
      const count = m.natural()
      if (count <= 0 || !m.accept(0x42 /* B */)) return m.fail()
      const element = builtin(m)
      return leaf(K.Builtin, `Builtin.Vec${String(count)}x${element.text.slice('Builtin.'.length)}`)
    }
    default: {
      const name = SIMPLE_BUILTINS[letter]
      return name === undefined ? m.fail() : leaf(K.Builtin, `Builtin.${name}`)
    }
  }
}

/** Arguments come outermost type first. */
function boundArguments(m: Machine, type: Node): Node {
  if (!((K.FLAGS[type.kind] ?? 0) & K.NOMINAL) || m.depth >= DEPTH_LIMIT) return m.fail()
  let node = type
  const parent = type.a
  if ((K.FLAGS[parent.kind] ?? 0) & K.NOMINAL) {
    m.depth++
    node = pair(type.kind, boundArguments(m, parent), type.b)
    m.depth--
  }
  const args: Node[] = []
  while (!m.failed && !m.accept(0x5f /* _ */)) args.push(readOldType(m))
  return args.length === 0 ? node : boundGeneric(node, args)
}

function protocolList(m: Machine): Node {
  const protocols: Node[] = []
  while (!m.failed && !m.accept(0x5f /* _ */)) protocols.push(readOldProtocol(m))
  return listOf(K.ProtocolList, protocols)
}

/** A type of an archetype or of a substitution, by name. */
function associatedType(m: Machine): Node {
  let base: Node
  if (m.accept(0x51 /* Q */)) {
    if (m.depth >= DEPTH_LIMIT) return m.fail()
    m.depth++
    base = associatedType(m)
    m.depth--
  } else if (m.accept(0x53 /* S */)) base = readOldSubstitution(m)
  else return m.fail()
  return m.substitute(pair(K.AssociatedType, base, readOldIdentifier(m)))
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

function dependentType(m: Machine): Node {
  const code = m.peek()
  return code === 0x64 /* d */ || code === 0x5f /* _ */ || isDigit(code) ? paramIndex(m) : memberType(m, readOldType(m))
}

function paramIndex(m: Machine): Node {
  if (m.accept(0x78 /* x */)) return genericParam(0, 0)
  return readLaterParam(m)
}

function memberType(m: Machine, base: Node): Node {
  let name: Node
  if (m.accept(0x53 /* S */)) {
    name = readOldSubstitution(m)
    if (name.kind !== K.DependentName) return m.fail()
  } else {
    const protocol = m.accept(0x50 /* P */) ? readOldProtocol(m) : NONE
    name = m.substitute(pair(K.DependentName, protocol, readOldIdentifier(m)))
  }
  return pair(K.DependentMember, base, name)
}

function memberPath(m: Machine): Node {
  let type = paramIndex(m)
  while (!m.failed && !m.accept(0x5f /* _ */)) type = memberType(m, type)
  return type
}

const startsIdentifier = (code: number): boolean => isDigit(code) || code === 0x6f /* o */ || code === 0x58 /* X */

/** True if a label comes next: an `X` begins one only if a length follows. */
function labelComes(m: Machine): boolean {
  const code = m.peek()
  if (code === 0x58) return isDigit(m.text.charCodeAt(m.pos + 1))
  return startsIdentifier(code)
}

function tuple(m: Machine, variadic: boolean): Node {
  const elements: { readonly label: string; readonly type: Node }[] = []
  while (!m.failed && !m.accept(0x5f /* _ */)) {
    const label = labelComes(m) ? readOldIdentifier(m).text : ''
    elements.push({ label, type: readOldType(m) })
  }
  if (elements.length === 0) return EMPTY_TUPLE
  const last = variadic ? elements.length - 1 : -1
  return listOf(
    K.Tuple,
    elements.map(
      ({ label, type }, at) => new Node(K.TupleElement, at === last ? 1 : 0, label, type, NONE, NONE, NO_NODES),
    ),
  )
}

function special(m: Machine): Node {
  switch (m.next()) {
    case 0x62: // b
      return wrap(K.SilBox, '', readOldType(m))
    case 0x42: // B
      return silBox(m)
    case 0x4d: {
      // M
      const words = metatypeRepresentation(m)
      return wrap(K.Metatype, words, readOldType(m))
    }
    case 0x50: {
      // P
      if (!m.accept(0x4d /* M */)) return m.fail()
      const words = metatypeRepresentation(m)
      return wrap(K.ExistentialMetatype, words, readOldType(m))
    }
    case 0x66: // f
      return functionType(m, F.THIN)
    case 0x6f: // o
      return modified('unowned ', readOldType(m))
    case 0x75: // u
      return modified('unowned(unsafe) ', readOldType(m))
    case 0x77: // w
      return modified('weak ', readOldType(m))
    case 0x46: // F
      return readOldImplFunction(m)
    default:
      return m.fail()
  }
}

/** A box with a layout: fields `i` or `m`, then the arguments if it is generic (`G`). */
function silBox(m: Machine): Node {
  const signature = m.accept(0x47 /* G */) ? readOldSignature(m) : NONE
  const fields: Node[] = []
  while (!m.failed && !m.accept(0x5f /* _ */)) {
    const mutable = m.next()
    if (mutable !== 0x6d && mutable !== 0x69) return m.fail()
    fields.push(wrap(K.LabelledType, mutable === 0x6d ? 'var ' : 'let ', readOldType(m)))
  }
  const args: Node[] = []
  if (signature !== NONE) while (!m.failed && !m.accept(0x5f /* _ */)) args.push(readOldType(m))
  return new Node(K.SilBoxLayout, signature === NONE ? 0 : 1, '', listOf(K.TypeList, fields), signature, NONE, args)
}

/** Counts of parameters for each depth, then `R` and requirements if there are any, then `r`. */
export function readOldSignature(m: Machine): Node {
  const counts: Node[] = []
  while (!m.failed && m.peek() !== 0x52 /* R */ && m.peek() !== 0x72 /* r */) {
    counts.push(indexed(K.ParamCount, m.accept(0x7a /* z */) ? 0 : m.indexNumber() + 1))
  }
  if (counts.length === 0) counts.push(indexed(K.ParamCount, 1))
  const list = counts.slice()
  if (m.next() === 0x52) while (!m.failed && !m.accept(0x72)) list.push(requirement(m))
  return new Node(K.GenericSignature, counts.length, '', NONE, NONE, NONE, list)
}

function requirement(m: Machine): Node {
  const subject = m.accept(0x77) ? memberType(m, paramIndex(m)) : m.accept(0x57) ? memberPath(m) : paramIndex(m)
  if (m.accept(0x7a /* z */)) return pair(K.SameType, subject, readOldType(m))
  if (m.accept(0x6c /* l */)) return layout(m, subject)
  if (m.accept(0x43 /* C */)) return pair(K.Conformance, subject, readOldNominal(m, K.Class))
  if (!m.accept(0x53 /* S */)) return pair(K.Conformance, subject, readOldProtocol(m))
  const node = readOldSubstitution(m)
  if (node.kind === K.Module) return pair(K.Conformance, subject, readOldProtocolIn(m, node))
  return node.kind === K.Class || node.kind === K.Protocol ? pair(K.Conformance, subject, node) : m.fail()
}

function layout(m: Machine, subject: Node): Node {
  let numbers = 0
  const words = layoutWords(m.next(), () => {
    if (numbers++ > 0 && !m.accept(0x5f /* _ */)) m.failed = true
    const value = m.natural()
    if (value < 0) m.failed = true
    return value
  })
  return words === undefined ? m.fail() : new Node(K.Layout, 0, words, subject, NONE, NONE, NO_NODES)
}
