/** Metadata (`M`), witness tables and outlined code (`W`), value witnesses (`w`): text before one or two things. */
import * as K from './kinds.ts'
import { takeContext, takeModule, takeNominalType, takeProtocol, takeProtocolConformance } from './contexts.ts'
import { readDifferentiabilityWitness } from './autodiff.ts'
import { takeAssociatedPath } from './generics.ts'
import type { Machine } from './machine.ts'
import { described, describedPair, Node, NONE, NO_NODES, pair } from './nodes.ts'

const codes = (table: Readonly<Record<string, string>>): ReadonlyMap<number, string> =>
  new Map(Object.entries(table).map(([letter, words]) => [letter.charCodeAt(0), words]))

const OF_TYPE = codes({
  a: 'type metadata accessor for ',
  b: 'canonical specialized generic type metadata accessor for ',
  B: 'reflection metadata builtin descriptor ',
  D: 'demangling cache variable for type metadata for ',
  d: 'demangling cache variable for type metadata for ',
  f: 'full type metadata for ',
  F: 'reflection metadata field descriptor ',
  i: 'type metadata instantiation function for ',
  I: 'type metadata instantiation cache for ',
  l: 'type metadata singleton initialization cache for ',
  L: 'lazy cache variable for type metadata for ',
  m: 'metaclass for ',
  M: 'specialized generic metaclass for ',
  n: 'nominal type descriptor for ',
  N: 'noncanonical specialized generic type metadata for ',
  o: 'class metadata base offset for ',
  P: 'generic type metadata pattern for ',
  r: 'type metadata completion function for ',
  R: 'mangled name ref for type metadata for ',
  s: 'ObjC resilient class stub for ',
  t: 'full ObjC resilient class stub for ',
  u: 'method lookup function for ',
  U: 'ObjC metadata update function for ',
  z: 'flag for loading of canonical specialized generic type metadata for ',
})

const OF_ANYTHING = codes({
  g: 'opaque type descriptor accessor for ',
  h: 'opaque type descriptor accessor impl for ',
  j: 'opaque type descriptor accessor key for ',
  J: 'cache variable for noncanonical specialized generic type metadata for ',
  k: 'opaque type descriptor accessor var for ',
  K: 'metadata instantiation cache for ',
  q: 'uniquable ',
  Q: 'opaque type descriptor for ',
})

/** `M`. */
export function readMetadata(m: Machine): Node {
  const code = m.next()
  const ofType = OF_TYPE.get(code)
  if (ofType !== undefined) return described(ofType, m.takeType())
  const ofAnything = OF_ANYTHING.get(code)
  if (ofAnything !== undefined) return described(ofAnything, m.pop())
  switch (code) {
    case 0x41: // A
      return described('reflection metadata associated type descriptor ', takeProtocolConformance(m))
    case 0x63: // c
      return described('protocol conformance descriptor for ', takeProtocolConformance(m))
    case 0x43: // C
      return described('reflection metadata superclass descriptor ', takeNominalType(m))
    case 0x70: // p
      return described('protocol descriptor for ', takeProtocol(m))
    case 0x53: // S
      return described('protocol self-conformance descriptor for ', takeProtocol(m))
    case 0x56: // V
      return described('property descriptor for ', m.takeEntity())
    case 0x58: // X
      return readContextDescriptor(m)
    default:
      return m.fail()
  }
}

function readContextDescriptor(m: Machine): Node {
  switch (m.next()) {
    case 0x45: // E
      return described('extension descriptor ', takeContext(m))
    case 0x4d: // M
      return described('module descriptor ', takeModule(m))
    case 0x59: {
      // Y
      const discriminator = m.pop()
      return described('anonymous descriptor ', pair(K.TypeList, takeContext(m), discriminator).a)
    }
    case 0x58: // X
      return described('anonymous descriptor ', takeContext(m))
    case 0x41: {
      // A
      const path = takeAssociatedPath(m)
      return describedPair('generic parameter reference for associated type ', m.takeType(), '', path)
    }
    default:
      return m.fail()
  }
}

const OF_CONFORMANCE = codes({
  P: 'protocol witness table for ',
  p: 'protocol witness table pattern for ',
  G: 'generic protocol witness table for ',
  I: 'instantiation function for generic protocol witness table for ',
  r: 'resilient protocol witness table for ',
  a: 'protocol witness table accessor for ',
})

export const LAZY_ACCESSOR = 'lazy protocol witness table accessor for type '
export const LAZY_CACHE = 'lazy protocol witness table cache variable for type '

const OUTLINED = codes({
  y: 'outlined copy of ',
  e: 'outlined consume of ',
  r: 'outlined retain of ',
  s: 'outlined release of ',
  b: 'outlined init with take of ',
  B: 'outlined init with take of ',
  c: 'outlined init with copy of ',
  C: 'outlined init with copy of ',
  d: 'outlined assign with take of ',
  D: 'outlined assign with take of ',
  f: 'outlined assign with copy of ',
  F: 'outlined assign with copy of ',
  h: 'outlined destroy of ',
  H: 'outlined destroy of ',
  g: 'outlined enum get tag of ',
  i: 'outlined enum tag store of ',
  j: 'outlined enum project data for load of ',
})

/** `WO`: the signature is only printed where a value is copied or consumed. */
function readOutlined(m: Machine): Node {
  const code = m.next()
  const words = OUTLINED.get(code)
  if (words === undefined) return m.fail()
  const signature = m.popIf(K.GenericSignature)
  const type = m.takeType()
  if (code === 0x69 || code === 0x6a) m.indexNumber()
  return signature !== NONE && (code === 0x79 || code === 0x65)
    ? describedPair(words, type, '', signature)
    : described(words, type)
}

function readOnceVariables(m: Machine, words: string): Node {
  const names: Node[] = []
  while (m.popIf(K.FirstElement) !== NONE) names.push(m.takeFlag(K.NAME))
  return new Node(K.OnceVariables, 0, words, takeContext(m), NONE, NONE, names.reverse())
}

/** `W`. */
export function readWitness(m: Machine): Node {
  const code = m.next()
  const ofConformance = OF_CONFORMANCE.get(code)
  if (ofConformance !== undefined) return described(ofConformance, takeProtocolConformance(m))
  switch (code) {
    case 0x43: // C
      return described('enum case for ', m.takeEntity())
    case 0x56: // V
      return described('value witness table for ', m.takeType())
    case 0x76: {
      // v
      const directness = m.next()
      if (directness !== 0x64 && directness !== 0x69) return m.fail()
      return described(directness === 0x64 ? 'direct field offset for ' : 'indirect field offset for ', m.takeEntity())
    }
    case 0x53: // S
      return described('protocol self-conformance witness table for ', takeProtocol(m))
    case 0x6c: // l
    case 0x4c: {
      // L
      const conformance = takeProtocolConformance(m)
      return describedPair(code === 0x6c ? LAZY_ACCESSOR : LAZY_CACHE, m.takeType(), ' and conformance ', conformance)
    }
    case 0x74: {
      // t
      const name = m.takeFlag(K.NAME)
      return describedPair('associated type metadata accessor for ', name, ' in ', takeProtocolConformance(m))
    }
    case 0x54: {
      // T
      const protocol = m.takeType()
      const path = takeAssociatedPath(m)
      const rest = describedPair('', protocol, ' in ', takeProtocolConformance(m))
      return describedPair('associated type witness table accessor for ', path, ' : ', rest)
    }
    case 0x62: {
      // b
      const protocol = m.takeType()
      return describedPair('base witness table accessor for ', protocol, ' in ', takeProtocolConformance(m))
    }
    case 0x4f: // O
      return readOutlined(m)
    case 0x5a: // Z
      return readOnceVariables(m, 'one-time initialization function for ')
    case 0x7a: // z
      return readOnceVariables(m, 'one-time initialization token for ')
    case 0x4a: // J
      return readDifferentiabilityWitness(m)
    default:
      return m.fail()
  }
}

const VALUE_WITNESSES: Readonly<Record<string, string>> = {
  al: 'allocateBuffer',
  ca: 'assignWithCopy',
  ta: 'assignWithTake',
  de: 'deallocateBuffer',
  xx: 'destroy',
  XX: 'destroyBuffer',
  Xx: 'destroyArray',
  CP: 'initializeBufferWithCopyOfBuffer',
  Cp: 'initializeBufferWithCopy',
  cp: 'initializeWithCopy',
  TK: 'initializeBufferWithTakeOfBuffer',
  Tk: 'initializeBufferWithTake',
  tk: 'initializeWithTake',
  pr: 'projectBuffer',
  xs: 'storeExtraInhabitant',
  xg: 'getExtraInhabitantIndex',
  Cc: 'initializeArrayWithCopy',
  Tt: 'initializeArrayWithTakeFrontToBack',
  tT: 'initializeArrayWithTakeBackToFront',
  ug: 'getEnumTag',
  up: 'destructiveProjectEnumData',
  ui: 'destructiveInjectEnumTag',
  et: 'getEnumTagSinglePayload',
  st: 'storeEnumTagSinglePayload',
}

/** The name of the value witness at `pos`; undefined where there is none. Steps over it. */
export function readValueWitnessName(cursor: { text: string; pos: number }): string | undefined {
  const name = VALUE_WITNESSES[cursor.text.slice(cursor.pos, cursor.pos + 2)]
  cursor.pos += 2
  return name
}

/** `w`: `text` the witness, `a` the type. */
export function readValueWitness(m: Machine): Node {
  const name = readValueWitnessName(m)
  return name === undefined ? m.fail() : new Node(K.ValueWitness, 0, name, m.takeType(), NONE, NONE, NO_NODES)
}
