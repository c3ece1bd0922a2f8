/** Unnamed types and lambdas, and the template parameters that they declare; Itanium C++ ABI, 5.1.8. */
import { readConstraint } from './expressions.ts'
import { invalid, type Mangled } from './mangled.ts'
import { readName } from './names.ts'
import {
  identifierNode,
  joinNode,
  listedNode,
  parameterNode,
  sequenceNode,
  textNode,
  wording,
  type Node,
} from './node.ts'
import { readType } from './types.ts'

const UNNAMED = wording("'unnamed", '', "'")
const LAMBDA = wording("'lambda", "'")
const BLOCK = textNode("'block-literal'")
const TEMPLATE_LIST = wording('<', '', '>', { a: 'reset' })
const PARAMETERS = wording('(', '', ')', { a: 'inside' })
const REQUIRES_BEFORE = wording(' requires ', '', ' ')
const REQUIRES_BEHIND = wording(' requires ')

const TYPENAME = wording('typename ')
const NAMED = wording(' ')
const TEMPLATE_LIST_OF = wording('template<', '', '> typename ', { a: 'reset' })
const TEMPLATE = wording('')
const PACK = wording('...')

/** `(int) …` of a lambda's type; undefined for other types. */
export const lambdaSignature = (type: Node): Node | undefined => (type.wording === LAMBDA ? type.b : undefined)

/** `Ut_`, `Ul…E_`, `Ub_`. The parameters of the template around a function are out of sight in it (`clears`). */
export function readUnnamedType(m: Mangled, clears: boolean): Node {
  if (clears) m.templateLevels = []
  if (m.eatText('Ut')) return joinNode(UNNAMED, readOrdinal(m))
  if (m.eatText('Ul')) return readLambda(m)
  if (!m.eatText('Ub')) throw invalid
  readOrdinal(m)
  return BLOCK
}

function readOrdinal(m: Mangled): Node {
  const from = m.at
  m.skipNumber(false)
  const node = identifierNode(from, m.at)
  m.expect(0x5f /* _ */)
  return node
}

function readLambda(m: Mangled): Node {
  m.enter()
  const outerLevel = m.lambdaLevel
  const levels = m.templateLevels.length
  m.lambdaLevel = levels
  const declared: Node[] = []
  m.templateLevels.push(declared)
  const start = m.listStart
  while (startsParameterDeclaration(m)) m.collect(readParameterDeclaration(m, declared))
  const declarations = m.takeList(start)
  if (declarations.length === 0) m.templateLevels.pop()
  const parts: Node[] = []
  if (declarations.length > 0) parts.push(listedNode(TEMPLATE_LIST, declarations))
  if (m.eat(0x51 /* Q */)) parts.push(joinNode(REQUIRES_BEFORE, readConstraint(m)))
  if (!m.eat(0x76 /* v */)) {
    do m.collect(readType(m))
    while (m.look() !== 0x45 /* E */ && m.look() !== 0x51 /* Q */)
  }
  parts.push(listedNode(PARAMETERS, m.takeList(start)))
  if (m.eat(0x51 /* Q */)) parts.push(joinNode(REQUIRES_BEHIND, readConstraint(m)))
  m.expect(0x45 /* E */)
  const ordinal = readOrdinal(m)
  while (m.templateLevels.length > levels) m.templateLevels.pop()
  m.lambdaLevel = outerLevel
  m.leave()
  return joinNode(LAMBDA, ordinal, sequenceNode(parts))
}

/** `Ty`, `Tk`, `Tn`, `Tt`, `Tp`: a template parameter is declared, where `T_` would refer to one. */
export function startsParameterDeclaration(m: Mangled): boolean {
  if (m.look() !== 0x54 /* T */) return false
  const code = m.look(1)
  return code === 0x79 || code === 0x70 || code === 0x74 || code === 0x6e || code === 0x6b
}

const inventedPrefixes = ['$T', '$N', '$TT'] as const

/** Names for parameters that have none in the mangling: `$T`, `$T0`, `$T1` … */
function inventName(m: Mangled, sort: 0 | 1 | 2, declared: Node[] | undefined): Node {
  const count = m.inventedNames[sort] ?? 0
  m.inventedNames = m.inventedNames.map((met, index) => (index === sort ? met + 1 : met))
  const name = textNode(`${inventedPrefixes[sort]}${count === 0 ? '' : count - 1}`)
  declared?.push(name)
  return name
}

/** A declaration; its declared parameter goes to the end of `declared`. */
export function readParameterDeclaration(m: Mangled, declared?: Node[]): Node {
  m.enter()
  const node = readDeclaration(m, declared)
  m.leave()
  return node
}

function readDeclaration(m: Mangled, declared?: Node[]): Node {
  if (m.eatText('Ty')) return parameterNode(TYPENAME, undefined, inventName(m, 0, declared))
  if (m.eatText('Tk')) {
    const constraint = readName(m)
    return parameterNode(NAMED, constraint, inventName(m, 0, declared))
  }
  if (m.eatText('Tn')) {
    const name = inventName(m, 1, declared)
    return parameterNode(NAMED, readType(m), name)
  }
  if (m.eatText('Tp')) return parameterNode(PACK, readParameterDeclaration(m, declared), undefined)
  if (!m.eatText('Tt')) throw invalid
  const name = inventName(m, 2, declared)
  const levels = m.templateLevels.length
  const inner: Node[] = []
  m.templateLevels.push(inner)
  const parameters: Node[] = []
  let requires: Node | undefined
  while (!m.eat(0x45 /* E */)) {
    parameters.push(readParameterDeclaration(m, inner))
    if (m.eat(0x51 /* Q */)) {
      requires = readConstraint(m)
      m.expect(0x45 /* E */)
      break
    }
  }
  while (m.templateLevels.length > levels) m.templateLevels.pop()
  return parameterNode(TEMPLATE, listedNode(TEMPLATE_LIST_OF, parameters), name, requires)
}
