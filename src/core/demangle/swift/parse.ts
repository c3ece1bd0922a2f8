/** The main loop of the mangling of Swift 4 and later: one operator after the other, each taking from and adding to the stack. */
import * as K from './kinds.ts'
import { readConformanceOperator, readExtension, readNominal, readRetroactiveConformance } from './contexts.ts'
import { readAccessor, readFunction, readSpecialEntity, readSubscript, takeNamed } from './entities.ts'
import { PLAIN, readTypeAnnotation, takeFunctionType, takeLabels, withoutLabels } from './function-types.ts'
import {
  readArchetype,
  readBoundGeneric,
  readGenericParam,
  readOptional,
  readRequirement,
  readSignature,
} from './generics.ts'
import { readDiscriminatedName, readIdentifier, readOperatorName } from './identifiers.ts'
import { readImplFunction } from './impl-functions.ts'
import { KNOWN_CONCURRENCY_TYPES, KNOWN_TYPES } from './known-types.ts'
import { REPEAT_LIMIT, type Machine } from './machine.ts'
import { readMetadata, readValueWitness, readWitness } from './metadata.ts'
import {
  C_MODULE,
  described,
  genericParam,
  leaf,
  listOf,
  modified,
  Node,
  NONE,
  pair,
  SWIFT_MODULE,
  SYNTHESIZED_MODULE,
  wrap,
} from './nodes.ts'
import { readBuiltin, readProtocolList, readSpecialType, readTuple } from './special-types.ts'
import { readThunk } from './thunks.ts'

const EMPTY_LIST = leaf(K.EmptyList, '')
const FIRST_ELEMENT = leaf(K.FirstElement, '')
const VARIADIC = leaf(K.Variadic, '')
const THROWS = leaf(K.Throws, '')
const FIRST_PARAM = genericParam(0, 0)

/** `A`: nodes made before, by letter; a number repeats the one after it. All but the last are pushed here. */
function readSubstitutions(m: Machine): Node {
  for (let repeat = -1; ;) {
    const code = m.peek()
    if (code === 0x5f /* _ */) {
      m.pos++
      return m.substitution(repeat < 0 ? 26 : repeat + 27)
    }
    const lower = code >= 0x61 && code <= 0x7a
    if (!lower && !(code >= 0x41 && code <= 0x5a)) {
      repeat = m.natural()
      if (repeat < 0) return m.fail()
      continue
    }
    m.pos++
    const node = m.substitution(code - (lower ? 0x61 : 0x41))
    if (m.failed || repeat > REPEAT_LIMIT) return m.fail()
    // eslint-disable-next-line unslide/bounded-loops -- at most REPEAT_LIMIT
    for (; repeat > 1; repeat--) m.push(node)
    if (!lower) return node
    m.push(node)
    repeat = -1
  }
}

/** `S`: modules and types of the standard library, and optionals. */
function readKnown(m: Machine): Node {
  const code = m.peek()
  switch (code) {
    case 0x6f: // o
      m.pos++
      return C_MODULE
    case 0x43: // C
      m.pos++
      return SYNTHESIZED_MODULE
    case 0x67: // g
      m.pos++
      return readOptional(m)
  }
  const repeat = m.natural()
  if (repeat > REPEAT_LIMIT) return m.fail()
  const table = m.accept(0x63 /* c */) ? KNOWN_CONCURRENCY_TYPES : KNOWN_TYPES
  const node = table[m.next()] ?? NONE
  if (node === NONE) return m.fail()
  // eslint-disable-next-line unslide/bounded-loops -- at most REPEAT_LIMIT
  for (let left = repeat; left > 1; left--) m.push(node)
  return node
}

/** `D`: a type on its own, as the debugger mangles it; `list` its labels if it is a function. */
function readTypeMangling(m: Machine): Node {
  const type = m.takeType()
  const labels = takeLabels(m, type)
  const shown = labels.length > 0 && m.labelsInTypes ? withoutLabels(type) : type
  return new Node(K.LabelledType, 0, '', shown, NONE, NONE, labels)
}

const NO_NUMBER = '18446744073709550616'

/** `$`: a number as a generic argument. */
function readInteger(m: Machine): Node {
  const sign = m.accept(0x6e /* n */) ? '-' : ''
  const value = m.indexNumber()
  if (value >= 0) return leaf(K.Integer, sign + String(value))
  // The compiler's own demangler continues here with its mark for "no number", and its test names contain that mark.
  m.failed = false
  return leaf(K.Integer, sign + NO_NUMBER)
}

/** `.`: any suffix that other tools add to the name. */
function readSuffix(m: Machine): Node {
  const text = m.text.slice(m.pos - 1)
  m.pos = m.text.length
  return leaf(K.Suffix, text)
}

const readStatic = (m: Machine): Node => wrap(K.Static, 'static ', m.takeEntity())

function readOperator(m: Machine): Node {
  switch (m.next()) {
    case 0x41: // A
      return readSubstitutions(m)
    case 0x42: // B
      return readBuiltin(m)
    case 0x43: // C
      return readNominal(m, K.Class)
    case 0x44: // D
      return readTypeMangling(m)
    case 0x45: // E
      return readExtension(m)
    case 0x46: // F
      return readFunction(m)
    case 0x47: // G
      return readBoundGeneric(m)
    case 0x48: // H
      return readConformanceOperator(m)
    case 0x49: // I
      return readImplFunction(m)
    case 0x4b: // K
      return THROWS
    case 0x4c: // L
      return readDiscriminatedName(m)
    case 0x4d: // M
      return readMetadata(m)
    case 0x4e: // N
      return described('type metadata for ', m.takeType())
    case 0x4f: // O
      return readNominal(m, K.Enum)
    case 0x50: // P
      return readNominal(m, K.Protocol)
    case 0x51: // Q
      return readArchetype(m)
    case 0x52: // R
      return readRequirement(m)
    case 0x53: // S
      return readKnown(m)
    case 0x54: // T
      return readThunk(m)
    case 0x56: // V
      return readNominal(m, K.Struct)
    case 0x57: // W
      return readWitness(m)
    case 0x58: // X
      return readSpecialType(m)
    case 0x59: // Y
      return readTypeAnnotation(m)
    case 0x5a: // Z
      return readStatic(m)
    case 0x61: // a
      return readNominal(m, K.TypeAlias)
    case 0x63: // c
      return takeFunctionType(m, PLAIN)
    case 0x64: // d
      return VARIADIC
    case 0x66: // f
      return readSpecialEntity(m)
    case 0x67: // g
      return readRetroactiveConformance(m)
    case 0x68: // h
      return modified('__shared ', m.takeType())
    case 0x69: // i
      return readSubscript(m)
    case 0x6c: // l
      return readSignature(m, false)
    case 0x6d: // m
      return wrap(K.Metatype, '', m.takeType())
    case 0x6e: // n
      return modified('__owned ', m.takeType())
    case 0x6f: // o
      return readOperatorName(m)
    case 0x70: // p
      return readProtocolList(m)
    case 0x71: // q
      return readGenericParam(m)
    case 0x72: // r
      return readSignature(m, true)
    case 0x73: // s
      return SWIFT_MODULE
    case 0x74: // t
      return readTuple(m)
    case 0x75: {
      // u
      const signature = m.take(K.GenericSignature)
      return pair(K.DependentGenericType, signature, m.takeType())
    }
    case 0x76: // v
      return readAccessor(m, takeNamed(m, K.Variable))
    case 0x77: // w
      return readValueWitness(m)
    case 0x78: // x
      return FIRST_PARAM
    case 0x79: // y
      return EMPTY_LIST
    case 0x7a: // z
      return modified('inout ', m.takeType())
    case 0x5f: // _
      return FIRST_ELEMENT
    case 0x2e: // .
      return readSuffix(m)
    case 0x24: // $
      return readInteger(m)
    default:
      m.pos--
      return readIdentifier(m)
  }
}

/** The parts of a symbol in printing order: attributes from the outside in, then their subject. */
function assemble(m: Machine): readonly Node[] {
  const suffix = m.popIf(K.Suffix)
  const outer: Node[] = []
  let parts = outer
  for (let part = m.popIfFlag(K.ATTRIBUTE); part !== NONE; part = m.popIfFlag(K.ATTRIBUTE)) {
    if (part.kind === K.PartialApply) {
      const inner: Node[] = []
      parts.push(new Node(K.PartialApply, 0, part.text, NONE, NONE, NONE, inner))
      parts = inner
    } else parts.push(part)
  }
  for (let at = 0; at < m.size; at++) parts.push(m.at(at))
  if (suffix !== NONE) outer.push(suffix)
  return outer
}

/** Reads the operators from `m.pos` to the end; NONE where the name is not valid. `list` holds the parts. */
export function parseMangled(m: Machine): Node {
  while (m.pos < m.text.length) {
    const node = readOperator(m)
    if (m.failed) return NONE
    m.push(node)
  }
  const parts = assemble(m)
  return m.failed || parts.length === 0 ? NONE : listOf(K.TypeList, parts)
}
