/** Identifiers: literal, with words taken from earlier identifiers, or in Punycode; and names made of them. */
import * as K from './kinds.ts'
import type { Machine } from './machine.ts'
import { identifier, leaf, Node, NONE, NO_NODES, pair } from './nodes.ts'
import { decodePunycode } from './punycode.ts'

const ZERO = 0x30
const UNDERSCORE = 0x5f
const WORD_LIMIT = 26
/** Word substitutions can square the length of a name. */
const LENGTH_LIMIT = 1 << 16
/** Decoding inserts character by character. */
const PUNYCODE_LIMIT = 1 << 12

const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a
const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Collects the words of one literal piece. A word begins at a letter and ends before `_` or before a capital after a non-capital. */
function readWords(m: Machine, start: number, end: number): void {
  let wordStart = -1
  let before = 0
  for (let at = start; at <= end; at++) {
    const code = at < end ? m.text.charCodeAt(at) : UNDERSCORE
    if (wordStart >= 0 && (code === UNDERSCORE || (isUpper(code) && !isUpper(before)))) {
      if (at - wordStart >= 2 && m.words.length < WORD_LIMIT) m.words.push(m.text.slice(wordStart, at))
      wordStart = -1
    }
    if (wordStart < 0 && code !== UNDERSCORE && !isDigit(code)) wordStart = at
    before = code
  }
}

/** Words are collected on first use, because most names use none. */
function word(m: Machine, index: number): string {
  while (m.literalsRead < m.literals.length && m.words.length < WORD_LIMIT) {
    readWords(m, m.literals[m.literalsRead] ?? 0, m.literals[m.literalsRead + 1] ?? 0)
    m.literalsRead += 2
  }
  return m.words[index] ?? ''
}

/** Steps over one literal piece and keeps it for its words; empty and a failure where there is none. */
function literal(m: Machine): string {
  const text = m.counted()
  m.literals.push(m.pos - text.length, m.pos)
  return text
}

function punycoded(m: Machine): Node {
  const length = m.natural()
  if (length <= 0) return m.fail()
  m.accept(UNDERSCORE)
  const end = m.pos + length
  if (end > m.text.length || length > PUNYCODE_LIMIT) return m.fail()
  const decoded = decodePunycode(m.text.slice(m.pos, end))
  m.pos = end
  return decoded === undefined || decoded === '' ? m.fail() : identifier(decoded)
}

function withWords(m: Machine): Node {
  let text = ''
  let more = true
  while (more && !m.failed) {
    for (;;) {
      const code = m.peek()
      if (!more || !(isLower(code) || isUpper(code))) break
      m.pos++
      more = isLower(code)
      const piece = word(m, code - (more ? 0x61 : 0x41))
      if (piece === '' || text.length > LENGTH_LIMIT) return m.fail()
      text += piece
    }
    if (m.accept(ZERO)) break
    text += literal(m)
  }
  return text === '' ? m.fail() : identifier(text)
}

/** An identifier goes into the substitutions. */
export function readIdentifier(m: Machine): Node {
  const code = m.peek()
  if (!isDigit(code)) return m.fail()
  if (code !== ZERO) return m.substitute(identifier(literal(m)))
  m.pos++
  return m.substitute(m.accept(ZERO) ? punycoded(m) : withWords(m))
}

/** The characters of an operator's name for the letters a-z. */
const OPERATOR_CHARACTERS = '& @/= >    <*!|+?%-~   ^ .'

/** The operator's characters; undefined if a letter has none. */
export function operatorText(letters: string): string | undefined {
  let text = ''
  for (let at = 0; at < letters.length; at++) {
    const code = letters.charCodeAt(at)
    if (code >= 0x80) text += letters[at]
    else {
      const character = isLower(code) ? (OPERATOR_CHARACTERS[code - 0x61] ?? ' ') : ' '
      if (character === ' ') return undefined
      text += character
    }
  }
  return text
}

/** The word that follows an operator's name, by its letter; undefined where there is none. */
export const operatorFixity = (code: number): string | undefined =>
  code === 0x69 ? ' infix' : code === 0x70 ? ' prefix' : code === 0x50 ? ' postfix' : undefined

/** `text` is the operator with its fixity after it. */
export function readOperatorName(m: Machine): Node {
  const text = operatorText(m.take(K.Identifier).text)
  const fixity = operatorFixity(m.next())
  return text === undefined || fixity === undefined ? m.fail() : leaf(K.Operator, text + fixity)
}

/** Local, private and related names: `a` the name, `b` its discriminator. */
export function readDiscriminatedName(m: Machine): Node {
  const code = m.peek()
  if (code === 0x4c /* L */ || code === 0x6c /* l */) {
    m.pos++
    const discriminator = m.take(K.Identifier)
    return pair(K.PrivateName, code === 0x4c ? m.takeFlag(K.NAME) : NONE, discriminator)
  }
  if ((code >= 0x61 && code <= 0x6a) || (code >= 0x41 && code <= 0x4a)) {
    m.pos++
    return pair(K.RelatedName, m.takeFlag(K.NAME), identifier(String.fromCharCode(code)))
  }
  const index = m.indexNumber()
  return new Node(K.LocalName, index, '', m.takeFlag(K.NAME), NONE, NONE, NO_NODES)
}
