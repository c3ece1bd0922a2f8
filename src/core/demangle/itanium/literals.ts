/** Literals: `<expr-primary>`; Itanium C++ ABI, 5.1.6.1. */
import { readEncoding } from './encodings.ts'
import { formatHexFloat } from './hex-float.ts'
import { lambdaSignature, readUnnamedType } from './lambdas.ts'
import { invalid, type Mangled } from './mangled.ts'
import { joinNode, numberNode, textNode, wording, type Node } from './node.ts'
import { integerLiterals } from './tables.ts'
import { readType } from './types.ts'

const TRUE = textNode('true')
const FALSE = textNode('false')
const NULLPTR = textNode('nullptr')
const STRING = wording('"<', '', '>"')
const LAMBDA = wording('[]', '', '{...}')
const ENUMERATOR = wording('(', ')', '', { a: 'inside' })
const EMPTY = textNode('')

/** `L…E`. */
export function readPrimary(m: Mangled): Node {
  m.expect(0x4c /* L */)
  const literal = readLiteral(m)
  m.expect(0x45 /* E */)
  return literal
}

function readLiteral(m: Mangled): Node {
  const code = m.look()
  const integer = integerLiterals[String.fromCharCode(code)]
  if (integer) {
    m.at++
    return joinNode(integer, readNumber(m))
  }
  switch (code) {
    case 0x62 /* b */: {
      const value = m.look(1)
      if (value !== 0x30 && value !== 0x31) throw invalid
      m.at += 2
      return value === 0x31 ? TRUE : FALSE
    }
    case 0x66 /* f */:
    case 0x64 /* d */:
    case 0x65 /* e */:
      m.at++
      return readFloat(m, code)
    case 0x5f /* _ */:
      if (!m.eatText('_Z')) throw invalid
      return readEncoding(m)
    case 0x41 /* A */:
      return joinNode(STRING, readType(m))
    case 0x44 /* D */:
      if (!m.eatText('Dn')) throw invalid
      m.eat(0x30 /* 0 */)
      return NULLPTR
    case 0x54 /* T */:
      throw invalid
    case 0x55 /* U */: {
      if (m.look(1) !== 0x6c /* l */) throw invalid
      return joinNode(LAMBDA, lambdaSignature(readUnnamedType(m, false)) ?? EMPTY)
    }
    default: {
      const type = readType(m)
      return joinNode(ENUMERATOR, type, readNumber(m))
    }
  }
}

function readNumber(m: Mangled): Node {
  const from = m.at
  if (!m.skipNumber(true)) throw invalid
  return numberNode(from, m.at)
}

const floatDigits: Readonly<Record<number, readonly number[]>> = {
  0x66: [8],
  0x64: [16],
  /** `long double` is a double on Apple's arm64, 80 bits on Intel, 128 bits elsewhere. */
  0x65: [16, 20, 32],
}

function readFloat(m: Mangled, code: number): Node {
  const from = m.at
  while (isLowerHex(m.look())) m.at++
  const hex = m.textAt(from, m.at)
  if (!floatDigits[code]?.includes(hex.length)) throw invalid
  const suffix = code === 0x66 ? 'f' : code === 0x65 ? 'L' : ''
  return textNode(formatHexFloat(hex) + suffix)
}

const isLowerHex = (code: number): boolean => (code >= 0x30 && code <= 0x39) || (code >= 0x61 && code <= 0x66)
