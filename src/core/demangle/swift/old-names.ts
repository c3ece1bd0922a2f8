/** The mangling of Swift 3 and older, prefix order: identifiers, names, substitutions, modules. */
import * as K from './kinds.ts'
import { operatorFixity, operatorText } from './identifiers.ts'
import { OLD_KNOWN_TYPES } from './known-types.ts'
import type { Machine } from './machine.ts'
import {
  C_MODULE,
  identifier,
  leaf,
  moduleNode,
  Node,
  NONE,
  NO_NODES,
  pair,
  SWIFT_MODULE,
  SYNTHESIZED_MODULE,
} from './nodes.ts'
import { decodePunycode } from './punycode.ts'

/** Steps over `word` if it comes next. */
export function acceptWord(m: Machine, word: string): boolean {
  if (!m.text.startsWith(word, m.pos)) return false
  m.pos += word.length
  return true
}

/** `12name`, `X12punycode`, `oi2pp` an operator. */
export function readOldIdentifier(m: Machine): Node {
  const punycode = m.accept(0x58 /* X */)
  const fixity = m.accept(0x6f /* o */) ? operatorFixity(m.next()) : ''
  if (fixity === undefined) return m.fail()
  const raw = m.counted()
  const text = punycode ? decodePunycode(raw) : raw
  if (m.failed || text === undefined || text === '') return m.fail()
  if (fixity === '') return identifier(text)
  const operator = operatorText(text)
  return operator === undefined ? m.fail() : leaf(K.Operator, operator + fixity)
}

/** A name as it is declared: plain, local (`L`) or private (`P`). */
export function readOldName(m: Machine): Node {
  if (m.accept(0x4c /* L */)) {
    const index = m.indexNumber()
    return new Node(K.LocalName, index, '', readOldIdentifier(m), NONE, NONE, NO_NODES)
  }
  if (m.accept(0x50 /* P */)) {
    const discriminator = readOldIdentifier(m)
    return pair(K.PrivateName, readOldIdentifier(m), discriminator)
  }
  return readOldIdentifier(m)
}

/** The operand of `S`: a well-known module or type, or an earlier substitution. */
export function readOldSubstitution(m: Machine): Node {
  if (m.accept(0x6f /* o */)) return C_MODULE
  if (m.accept(0x43 /* C */)) return SYNTHESIZED_MODULE
  const known = OLD_KNOWN_TYPES[m.peek()] ?? NONE
  if (known !== NONE) {
    m.pos++
    return known
  }
  return m.substitution(m.indexNumber())
}

export function readOldModule(m: Machine): Node {
  if (m.accept(0x73 /* s */)) return SWIFT_MODULE
  if (m.accept(0x53 /* S */)) {
    const node = readOldSubstitution(m)
    return node.kind === K.Module ? node : m.fail()
  }
  return m.substitute(moduleNode(readOldIdentifier(m).text))
}
