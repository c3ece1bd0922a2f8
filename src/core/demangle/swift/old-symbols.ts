/** Whole symbols of Swift 3 and older: metadata, witnesses, thunks, specializations. */
import * as K from './kinds.ts'
import type { Machine } from './machine.ts'
import { LAZY_ACCESSOR, LAZY_CACHE, readValueWitnessName } from './metadata.ts'
import { attribute, described, describedPair, leaf, listOf, Node, NONE, NO_NODES } from './nodes.ts'
import { readOldConformance, readOldEntity, readOldProtocol } from './old-entities.ts'
import { acceptWord, readOldIdentifier, readOldName } from './old-names.ts'
import { readOldSignature, readOldType } from './old-types.ts'
import * as S from './specializations.ts'

const METADATA: Readonly<Record<number, string>> = {
  [0x50]: 'generic type metadata pattern for ', // P
  [0x61]: 'type metadata accessor for ', // a
  [0x4c]: 'lazy cache variable for type metadata for ', // L
  [0x6d]: 'metaclass for ', // m
  [0x6e]: 'nominal type descriptor for ', // n
  [0x66]: 'full type metadata for ', // f
}

function readMetadata(m: Machine): Node {
  if (m.accept(0x70 /* p */)) return described('protocol descriptor for ', readOldProtocol(m))
  if (m.accept(0x52 /* R */)) return readReflectionRecord(m)
  const words = METADATA[m.peek()]
  if (words === undefined) return described('type metadata for ', readOldType(m))
  m.pos++
  return described(words, readOldType(m))
}

function readReflectionRecord(m: Machine): Node {
  switch (m.next()) {
    case 0x66: // f
      return described('reflection metadata field descriptor ', readOldType(m))
    case 0x61: // a
      return described('reflection metadata associated type descriptor ', readOldConformance(m))
    case 0x62: // b
      return described('reflection metadata builtin descriptor ', readOldType(m))
    default:
      return m.fail()
  }
}

const CONFORMANCES: Readonly<Record<number, string>> = {
  [0x50]: 'protocol witness table for ', // P
  [0x47]: 'generic protocol witness table for ', // G
  [0x49]: 'instantiation function for generic protocol witness table for ', // I
  [0x61]: 'protocol witness table accessor for ', // a
}

function readWitness(m: Machine): Node {
  const code = m.next()
  const words = CONFORMANCES[code]
  if (words !== undefined) return described(words, readOldConformance(m))
  switch (code) {
    case 0x56: // V
      return described('value witness table for ', readOldType(m))
    case 0x76: {
      // v
      const directness = m.next()
      if (directness !== 0x64 && directness !== 0x69) return m.fail()
      return described(
        directness === 0x64 ? 'direct field offset for ' : 'indirect field offset for ',
        readOldEntity(m),
      )
    }
    case 0x6c: // l
    case 0x4c: {
      // L
      const type = readOldType(m)
      return describedPair(code === 0x6c ? LAZY_ACCESSOR : LAZY_CACHE, type, ' and conformance ', readOldConformance(m))
    }
    case 0x74: {
      // t
      const conformance = readOldConformance(m)
      return describedPair('associated type metadata accessor for ', readOldName(m), ' in ', conformance)
    }
    case 0x54: {
      // T
      const conformance = readOldConformance(m)
      const name = readOldName(m)
      const rest = describedPair('', readOldProtocol(m), ' in ', conformance)
      return describedPair('associated type witness table accessor for ', name, ' : ', rest)
    }
    default:
      return m.fail()
  }
}

function readThunk(m: Machine): Node {
  const code = m.next()
  if (code === 0x57 /* W */) {
    const conformance = readOldConformance(m)
    return describedPair('protocol witness for ', readOldEntity(m), ' in conformance ', conformance)
  }
  if (code !== 0x52 /* R */ && code !== 0x72 /* r */) return m.fail()
  const signature = m.accept(0x47 /* G */) ? readOldSignature(m) : NONE
  const to = readOldType(m)
  const words = code === 0x52 ? 'reabstraction thunk helper ' : 'reabstraction thunk '
  return new Node(K.ReabstractionThunk, 0, words, readOldType(m), to, signature, NO_NODES)
}

/** The symbol after `_T` and its attributes. */
function readGlobal(m: Machine): Node {
  if (m.accept(0x4d /* M */)) return readMetadata(m)
  if (acceptWord(m, 'PA')) {
    const words = m.accept(0x6f /* o */) ? ' ObjC forwarder' : ' forwarder'
    const inner = acceptWord(m, '__T') ? [readGlobal(m)] : NO_NODES
    return new Node(K.PartialApply, 0, words, NONE, NONE, NONE, inner)
  }
  if (m.accept(0x74 /* t */)) return readOldType(m)
  if (m.accept(0x77 /* w */)) {
    const name = readValueWitnessName(m)
    return name === undefined ? m.fail() : new Node(K.ValueWitness, 0, name, readOldType(m), NONE, NONE, NO_NODES)
  }
  if (m.accept(0x57 /* W */)) return readWitness(m)
  if (m.accept(0x54 /* T */)) return readThunk(m)
  return readOldEntity(m)
}

/** Attributes before the arguments; the digit of the pass is not printed. */
function readPass(m: Machine): Node[] {
  const shown = m.accept(0x71 /* q */) ? S.SERIALIZED.slice() : []
  const pass = m.next()
  if (pass < 0x30 || pass > 0x39) m.failed = true
  return shown
}

/** `Int with Int : P in M and ...`. */
function readReplacement(m: Machine): Node {
  let node = readOldType(m)
  let joint = ' with '
  while (!m.failed && !m.accept(0x5f /* _ */)) {
    node = describedPair('', node, joint, readOldConformance(m))
    joint = ' and '
  }
  return node
}

function readGeneric(m: Machine, words: string): Node {
  const list = readPass(m)
  while (!m.failed && !m.accept(0x5f /* _ */)) list.push(readReplacement(m))
  return new Node(K.GenericSpecialization, 0, words, NONE, NONE, NONE, list)
}

/** Text up to the next `_`, which is stepped over. */
function readUntilMark(m: Machine): string {
  const end = m.text.indexOf('_', m.pos)
  if (end < 0) {
    m.failed = true
    return ''
  }
  const text = m.text.slice(m.pos, end)
  m.pos = end + 1
  return text
}

function readMarkedIdentifier(m: Machine): string {
  const { text } = readOldIdentifier(m)
  if (!m.accept(0x5f /* _ */)) m.failed = true
  return text
}

function readConstant(m: Machine): S.Part[] {
  if (acceptWord(m, 'fr')) return [S.part(S.FUNCTION | S.DEMANGLED, readMarkedIdentifier(m))]
  if (acceptWord(m, 'g')) return [S.part(S.GLOBAL | S.DEMANGLED, readMarkedIdentifier(m))]
  if (acceptWord(m, 'i')) return [S.part(S.INTEGER, readUntilMark(m))]
  if (acceptWord(m, 'fl')) return [S.part(S.FLOAT, readUntilMark(m))]
  const encoding = acceptWord(m, 'se0v') ? 'u8' : acceptWord(m, 'se1v') ? 'u16' : ''
  if (encoding === '') m.failed = true
  return [S.part(S.STRING, `${encoding}'${readMarkedIdentifier(m)}'`)]
}

function readArgument(m: Machine): S.Part[] {
  if (acceptWord(m, 'n_')) return []
  if (acceptWord(m, 'cp')) return readConstant(m)
  if (acceptWord(m, 'cl')) {
    const name = readOldIdentifier(m).text
    const types: Node[] = []
    while (!m.failed && !m.accept(0x5f /* _ */)) types.push(readOldType(m))
    return [S.part(S.CLOSURE | S.DEMANGLED, name, types)]
  }
  if (acceptWord(m, 'i_')) return [S.notePart('Value Promoted from Box')]
  if (acceptWord(m, 'k_')) return [S.notePart('Stack Promoted from Box')]
  if (acceptWord(m, 'r_')) return [S.notePart('InOut Converted to Out')]
  const notes: string[] = []
  if (m.accept(0x64 /* d */)) notes.push(S.DEAD)
  if (m.accept(0x67 /* g */)) notes.push(S.TO_GUARANTEED)
  if (m.accept(0x6f /* o */)) notes.push(S.TO_OWNED)
  if (m.accept(0x73 /* s */)) notes.push(S.EXPLODED)
  if (notes.length === 0 || !m.accept(0x5f)) m.failed = true
  return [S.notePart(notes.join(' and '))]
}

function readFunctionSpecialization(m: Machine): Node {
  const list = readPass(m)
  for (let index = 0; !m.failed && !m.accept(0x5f /* _ */); index++) {
    const parts = readArgument(m)
    if (parts.length > 0) list.push(S.argumentNode(index, parts))
  }
  return S.functionSpecialization(list)
}

function readSpecialization(m: Machine): Node {
  switch (m.next()) {
    case 0x67: // g
      return readGeneric(m, 'generic specialization')
    case 0x72: // r
      return readGeneric(m, 'generic not re-abstracted specialization')
    case 0x66: // f
      return readFunctionSpecialization(m)
    default:
      return m.fail()
  }
}

const ATTRIBUTES: readonly (readonly [word: string, words: string])[] = [
  ['To', '@objc '],
  ['TO', '@nonobjc '],
  ['TD', 'dynamic '],
  ['Td', 'super '],
  ['TV', 'override '],
]

/** Reads from after `_T`; NONE where the name is not valid. `list` holds the parts. */
export function parseOldMangled(m: Machine): Node {
  const parts: Node[] = []
  if (acceptWord(m, 'TS')) {
    do {
      parts.push(readSpecialization(m))
      // The specialized function has substitutions of its own.
      m.forgetSubstitutions()
    } while (!m.failed && acceptWord(m, '_TTS'))
    if (!acceptWord(m, '_T')) return NONE
  } else {
    const found = ATTRIBUTES.find(([word]) => acceptWord(m, word))
    if (found !== undefined) parts.push(attribute(found[1]))
  }
  parts.push(readGlobal(m))
  if (m.failed) return NONE
  if (m.pos < m.text.length) parts.push(leaf(K.Suffix, m.text.slice(m.pos)))
  return listOf(K.TypeList, parts)
}
