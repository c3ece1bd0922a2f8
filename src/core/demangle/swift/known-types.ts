/** Types of the standard library that have a letter of their own in the mangling. */
import * as K from './kinds.ts'
import { identifier, nominal, NONE, OPTIONAL, SWIFT_MODULE, type Node } from './nodes.ts'

type Table = Readonly<Record<string, readonly [kind: number, name: string]>>

const afterS: Table = {
  A: [K.Struct, 'AutoreleasingUnsafeMutablePointer'],
  a: [K.Struct, 'Array'],
  B: [K.Protocol, 'BinaryFloatingPoint'],
  b: [K.Struct, 'Bool'],
  D: [K.Struct, 'Dictionary'],
  d: [K.Struct, 'Double'],
  E: [K.Protocol, 'Encodable'],
  e: [K.Protocol, 'Decodable'],
  F: [K.Protocol, 'FloatingPoint'],
  f: [K.Struct, 'Float'],
  G: [K.Protocol, 'RandomNumberGenerator'],
  H: [K.Protocol, 'Hashable'],
  h: [K.Struct, 'Set'],
  I: [K.Struct, 'DefaultIndices'],
  i: [K.Struct, 'Int'],
  J: [K.Struct, 'Character'],
  j: [K.Protocol, 'Numeric'],
  K: [K.Protocol, 'BidirectionalCollection'],
  k: [K.Protocol, 'RandomAccessCollection'],
  L: [K.Protocol, 'Comparable'],
  l: [K.Protocol, 'Collection'],
  M: [K.Protocol, 'MutableCollection'],
  m: [K.Protocol, 'RangeReplaceableCollection'],
  N: [K.Struct, 'ClosedRange'],
  n: [K.Struct, 'Range'],
  O: [K.Struct, 'ObjectIdentifier'],
  P: [K.Struct, 'UnsafePointer'],
  p: [K.Struct, 'UnsafeMutablePointer'],
  Q: [K.Protocol, 'Equatable'],
  q: [K.Enum, 'Optional'],
  R: [K.Struct, 'UnsafeBufferPointer'],
  r: [K.Struct, 'UnsafeMutableBufferPointer'],
  S: [K.Struct, 'String'],
  s: [K.Struct, 'Substring'],
  T: [K.Protocol, 'Sequence'],
  t: [K.Protocol, 'IteratorProtocol'],
  U: [K.Protocol, 'UnsignedInteger'],
  u: [K.Struct, 'UInt'],
  V: [K.Struct, 'UnsafeRawPointer'],
  v: [K.Struct, 'UnsafeMutableRawPointer'],
  W: [K.Struct, 'UnsafeRawBufferPointer'],
  w: [K.Struct, 'UnsafeMutableRawBufferPointer'],
  X: [K.Protocol, 'RangeExpression'],
  x: [K.Protocol, 'Strideable'],
  Y: [K.Protocol, 'RawRepresentable'],
  y: [K.Protocol, 'StringProtocol'],
  Z: [K.Protocol, 'SignedInteger'],
  z: [K.Protocol, 'BinaryInteger'],
}

const afterSc: Table = {
  A: [K.Protocol, 'Actor'],
  C: [K.Struct, 'CheckedContinuation'],
  c: [K.Struct, 'UnsafeContinuation'],
  E: [K.Struct, 'CancellationError'],
  e: [K.Struct, 'UnownedSerialExecutor'],
  F: [K.Protocol, 'Executor'],
  f: [K.Protocol, 'SerialExecutor'],
  G: [K.Struct, 'TaskGroup'],
  g: [K.Struct, 'ThrowingTaskGroup'],
  h: [K.Protocol, 'TaskExecutor'],
  I: [K.Protocol, 'AsyncIteratorProtocol'],
  i: [K.Protocol, 'AsyncSequence'],
  J: [K.Struct, 'UnownedJob'],
  M: [K.Class, 'MainActor'],
  P: [K.Struct, 'TaskPriority'],
  S: [K.Struct, 'AsyncStream'],
  s: [K.Struct, 'AsyncThrowingStream'],
  T: [K.Struct, 'Task'],
  t: [K.Struct, 'UnsafeCurrentTask'],
}

/** Swift 3 and older. */
const oldAfterS: Table = {
  a: [K.Struct, 'Array'],
  b: [K.Struct, 'Bool'],
  c: [K.Struct, 'UnicodeScalar'],
  d: [K.Struct, 'Double'],
  f: [K.Struct, 'Float'],
  i: [K.Struct, 'Int'],
  V: [K.Struct, 'UnsafeRawPointer'],
  v: [K.Struct, 'UnsafeMutableRawPointer'],
  P: [K.Struct, 'UnsafePointer'],
  p: [K.Struct, 'UnsafeMutablePointer'],
  q: [K.Enum, 'Optional'],
  Q: [K.Enum, 'ImplicitlyUnwrappedOptional'],
  R: [K.Struct, 'UnsafeBufferPointer'],
  r: [K.Struct, 'UnsafeMutableBufferPointer'],
  S: [K.Struct, 'String'],
  u: [K.Struct, 'UInt'],
}

const node = (kind: number, name: string): Node =>
  name === 'Optional' ? OPTIONAL : nominal(kind, SWIFT_MODULE, identifier(name))

function byCode(table: Table): readonly Node[] {
  const nodes = new Array<Node>(128).fill(NONE)
  for (const [letter, [kind, name]] of Object.entries(table)) nodes[letter.charCodeAt(0)] = node(kind, name)
  return nodes
}

/** The type of `S` + letter, by character code; NONE where there is none. */
export const KNOWN_TYPES = byCode(afterS)

/** The type of `Sc` + letter. */
export const KNOWN_CONCURRENCY_TYPES = byCode(afterSc)

/** The type of `S` + letter in the old mangling. */
export const OLD_KNOWN_TYPES = byCode(oldAfterS)
