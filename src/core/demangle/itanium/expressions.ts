/** Expressions: `<expression>` and the unresolved names in them; Itanium C++ ABI, 5.1.6. */
import { readPrimary } from './literals.ts'
import { invalid, type Mangled } from './mangled.ts'
import {
  nestedNode,
  readCvQualifiers,
  readName,
  readOperator,
  readOperatorName,
  readSourceName,
  readSubstitution,
} from './names.ts'
import {
  conditionalNode,
  expansionNode,
  foldNode,
  joinNode,
  Kind,
  listedNode,
  numberNode,
  operatorNode,
  sequenceNode,
  textNode,
  wording,
  type Node,
} from './node.ts'
import { Precedence, type Operator } from './tables.ts'
import { readTemplateArg, readTemplateArgs, readTemplateParameter } from './templates.ts'
import { readDecltype, readType } from './types.ts'

const CALL = wording('(', '', ')', { a: 'inside' })
const CONVERSION_ONE = wording('(', ')', '', { a: 'inside' })
const PARENTHESES = wording('(', '', ')', { a: 'inside' })
const BRACES = wording('{', '', '}')
const MEMBER_CONVERSION = wording('(', ')(', ')', { a: 'inside', b: 'inside' })
const NOEXCEPT = wording('noexcept (', '', ')', { a: 'inside' })
const SIZEOF_PACK = wording('sizeof...(', '', ')', { a: 'inside' })
const SIZEOF_PARAMETER = wording('sizeof... (', '', ')', { a: 'inside' })
const THROW = wording('throw ')
const FUNCTION_PARAMETER = wording('fp')
const SUBOBJECT = wording('', '.<', '')
const AT_OFFSET = wording('', ' at offset ', '>')
const FIELD = wording('.')
const SUBSCRIPT = wording('[', '', ']')
const RANGE = wording('[', ' ... ', ']')
const ASSIGNED = wording('', ' = ')
const GLOBAL = wording('::', '', '', { base: 'a' })
const DESTRUCTOR = wording('~', '', '', { leftOnly: true })
const PACK_ELEMENT = wording('', '...[', ']', { b: 'inside' })
const REQUIRES = wording('requires')
const REQUIRES_WITH = wording('requires (', '', ')', { a: 'inside' })
const REQUIREMENTS = wording('', ' {', ' }', { b: 'inside' })
const SIMPLE_REQUIREMENT = wording(' ', '', ';')
const COMPOUND = wording(' {', '}', ';', { a: 'inside' })
const TYPE_REQUIREMENT = wording(' typename ', '', ';')
const NESTED_REQUIREMENT = wording(' requires ', '', ';')
const IS_NOEXCEPT = textNode(' noexcept')
const RETURNS = wording(' -> ')
const THIS = textNode('this')
const RETHROW = textNode('throw')
const ZERO = textNode('0')
const EMPTY = textNode('')

export function readExpression(m: Mangled): Node {
  m.enter()
  const isGlobal = m.eatText('gs')
  const operator = readOperator(m)
  const node = operator ? readOperation(m, operator, isGlobal) : readOther(m, isGlobal)
  m.leave()
  return node
}

/** The operands of a constraint see the parameters of all templates around, which are not tracked so far. */
export function readConstraint(m: Mangled): Node {
  const inConstraint = m.inConstraint
  m.inConstraint = true
  const node = readExpression(m)
  m.inConstraint = inConstraint
  return node
}

/** Calls `read` until the byte `end` and returns the nodes. */
export function readUntil(m: Mangled, end: number, read: (m: Mangled) => Node): readonly Node[] {
  const start = m.listStart
  while (!m.eat(end)) m.collect(read(m))
  return m.takeList(start)
}

const castWordings = new Map<string, ReturnType<typeof wording>>()
for (const name of ['const_cast', 'dynamic_cast', 'reinterpret_cast', 'static_cast']) {
  castWordings.set(name, wording(`${name}<`, '>(', ')', { a: 'reset', b: 'inside', leftOnly: true }))
}

const ofWordings = new Map<string, ReturnType<typeof wording>>()
for (const name of ['alignof ', 'sizeof ', 'typeid ']) {
  ofWordings.set(name, wording(`${name}(`, '', ')', { a: 'inside' }))
}

function readOperation(m: Mangled, operator: Operator, isGlobal: boolean): Node {
  const { symbol, precedence } = operator
  switch (operator.kind) {
    case 'binary': {
      const left = readExpression(m)
      return operatorNode(Kind.binary, symbol, precedence, left, readExpression(m))
    }
    case 'prefix':
      return operatorNode(Kind.prefix, symbol, precedence, readExpression(m))
    case 'postfix': {
      const kind = m.eat(0x5f /* _, in front */) ? Kind.prefix : Kind.postfix
      return operatorNode(kind, symbol, precedence, readExpression(m))
    }
    case 'index': {
      const base = readExpression(m)
      return operatorNode(Kind.index, symbol, precedence, base, readExpression(m))
    }
    case 'member': {
      const object = readExpression(m)
      return operatorNode(Kind.member, symbol, precedence, object, readExpression(m))
    }
    case 'new':
      return readNew(m, operator, isGlobal)
    case 'delete': {
      const text = `${isGlobal ? '::' : ''}${symbol.open} `
      return joinNode(wording(text), readExpression(m), undefined, precedence)
    }
    case 'call': {
      const callee = readExpression(m)
      const shown = operator.flag ? joinNode(PARENTHESES, callee) : callee
      return listedNode(CALL, readUntil(m, 0x45 /* E */, readExpression), shown, undefined, precedence)
    }
    case 'cast': {
      const readsTemplateArgs = m.readsTemplateArgs
      m.readsTemplateArgs = false
      const type = joinNode(PARENTHESES, readType(m))
      m.readsTemplateArgs = readsTemplateArgs
      const values = m.eat(0x5f /* _ */) ? readUntil(m, 0x45 /* E */, readExpression) : [readExpression(m)]
      return listedNode(CALL, values, type, undefined, precedence)
    }
    case 'conditional': {
      const condition = readExpression(m)
      const yes = readExpression(m)
      return conditionalNode(condition, yes, readExpression(m), precedence)
    }
    case 'named-cast': {
      const type = readType(m)
      return joinNode(castWordings.get(symbol.open) ?? CONVERSION_ONE, type, readExpression(m), precedence)
    }
    case 'of': {
      const operand = operator.flag ? readType(m) : readExpression(m)
      return joinNode(ofWordings.get(symbol.open) ?? PARENTHESES, operand, undefined, precedence)
    }
    case 'name-only':
      throw invalid
  }
}

function readNew(m: Mangled, operator: Operator, isGlobal: boolean): Node {
  const placement = readUntil(m, 0x5f /* _ */, readExpression)
  const type = readType(m)
  const values = m.eatText('pi') ? readUntil(m, 0x45 /* E */, readExpression) : []
  if (values.length === 0) m.eat(0x45 /* E */)
  const parts: Node[] = [textNode(`${isGlobal ? '::' : ''}${operator.symbol.open}`)]
  if (placement.length > 0) parts.push(listedNode(CALL, placement))
  parts.push(textNode(' '), type)
  if (values.length > 0) parts.push(listedNode(CALL, values))
  return joinNode(wording(''), sequenceNode(parts), undefined, operator.precedence)
}

function readOther(m: Mangled, isGlobal: boolean): Node {
  switch (m.look()) {
    case 0x4c /* L */:
      return readPrimary(m)
    case 0x54 /* T */:
      return readTemplateParameter(m)
    case 0x66 /* f */:
      return isFunctionParameter(m) ? readFunctionParameter(m) : readFold(m)
    case 0x69 /* i */:
      if (!m.eatText('il')) break
      return listedNode(BRACES, readUntil(m, 0x45 /* E */, readBraced))
    case 0x6d /* m */: {
      if (!m.eatText('mc')) break
      const type = readType(m)
      const value = readExpression(m)
      m.skipNumber(true)
      m.expect(0x45 /* E */)
      return joinNode(MEMBER_CONVERSION, type, value, Precedence.unary)
    }
    case 0x6e /* n */:
      if (!m.eatText('nx')) break
      return joinNode(NOEXCEPT, readExpression(m), undefined, Precedence.unary)
    case 0x72 /* r */:
      if ((m.look(1) | 0x20) !== 0x71 /* q, Q */) break
      return readRequires(m)
    case 0x73 /* s */: {
      const node = readPackOrSubobject(m)
      if (!node) break
      return node
    }
    case 0x74 /* t */:
      if (m.eatText('tl')) {
        const type = readType(m)
        return listedNode(BRACES, readUntil(m, 0x45 /* E */, readBraced), type)
      }
      if (m.eatText('tr')) return RETHROW
      if (m.eatText('tw')) return joinNode(THROW, readExpression(m))
      break
    case 0x75 /* u */:
      m.at++
      return readVendorCall(m)
  }
  return readUnresolvedName(m, isGlobal)
}

function readPackOrSubobject(m: Mangled): Node | undefined {
  if (m.eatText('so')) return readSubobject(m)
  if (m.eatText('sp')) return expansionNode(readExpression(m))
  if (m.eatText('sZ')) {
    if (m.look() === 0x54 /* T */) return joinNode(SIZEOF_PACK, expansionNode(readTemplateParameter(m)))
    return joinNode(SIZEOF_PARAMETER, readFunctionParameter(m))
  }
  if (m.eatText('sP')) return listedNode(SIZEOF_PARAMETER, readUntil(m, 0x45 /* E */, readTemplateArg))
  if (m.eatText('sy')) {
    const pack = readType(m)
    return joinNode(PACK_ELEMENT, pack, readExpression(m))
  }
  return undefined
}

function isFunctionParameter(m: Mangled): boolean {
  return m.look(1) === 0x70 /* p */ || (m.look(1) === 0x4c /* L */ && m.isDigit(2))
}

function readFunctionParameter(m: Mangled): Node {
  if (m.eatText('fpT')) return THIS
  if (m.eatText('fL')) {
    if (!m.skipNumber(false)) throw invalid
    m.expect(0x70 /* p */)
  } else if (!m.eatText('fp')) throw invalid
  readCvQualifiers(m)
  const from = m.at
  m.skipNumber(false)
  const number = numberNode(from, m.at)
  m.expect(0x5f /* _ */)
  return joinNode(FUNCTION_PARAMETER, number)
}

function readFold(m: Mangled): Node {
  m.at++
  const code = m.look()
  m.at++
  const fromLeft = (code | 0x20) === 0x6c /* l, L */
  if (!fromLeft && (code | 0x20) !== 0x72 /* r, R */) throw invalid
  const operator = readOperator(m)
  const folds = operator?.kind === 'binary' || (operator?.kind === 'member' && operator.symbol.open.endsWith('*'))
  if (!operator || !folds) throw invalid
  const first = readExpression(m)
  if (code === 0x6c || code === 0x72) return foldNode(operator.symbol, first, undefined, fromLeft)
  const second = readExpression(m)
  return fromLeft ? foldNode(operator.symbol, second, first, true) : foldNode(operator.symbol, first, second, false)
}

function readBraced(m: Mangled): Node {
  if (m.eatText('di')) {
    const field = joinNode(FIELD, readSourceName(m))
    return designated(field, m)
  }
  if (m.eatText('dx')) {
    const index = joinNode(SUBSCRIPT, readExpression(m))
    return designated(index, m)
  }
  if (m.eatText('dX')) {
    const from = readExpression(m)
    const range = joinNode(RANGE, from, readExpression(m))
    return designated(range, m)
  }
  return readExpression(m)
}

const DESIGNATED = wording('')

/** A chain of designators has one `=`, before the value. */
function designated(designator: Node, m: Mangled): Node {
  m.enter()
  const value = readBraced(m)
  m.leave()
  const isChain = value.wording === DESIGNATED || value.wording === ASSIGNED
  return joinNode(isChain ? DESIGNATED : ASSIGNED, designator, value)
}

function readSubobject(m: Mangled): Node {
  const type = readType(m)
  const value = readExpression(m)
  const from = m.at
  const offset = m.skipNumber(true) ? numberNode(from, m.at) : ZERO
  while (m.eat(0x5f /* _ */)) m.skipNumber(false)
  m.eat(0x70 /* p */)
  m.expect(0x45 /* E */)
  return joinNode(SUBOBJECT, value, joinNode(AT_OFFSET, type, offset))
}

/** A vendor's builtin: `name(arguments)`. In the old form of `__uuidof`, `t` means a type and `z` a value. */
function readVendorCall(m: Mangled): Node {
  const name = readSourceName(m)
  let list: Node[] | undefined
  if (m.textAt(name.from, name.to) === '__uuidof') {
    if (m.eat(0x74 /* t */)) list = [readType(m)]
    else if (m.eat(0x7a /* z */)) list = [readExpression(m)]
  }
  return listedNode(CALL, list ?? readUntil(m, 0x45 /* E */, readTemplateArg), name, undefined, Precedence.postfix)
}

function readRequires(m: Mangled): Node {
  let head: Node
  if (m.eatText('rQ')) head = listedNode(REQUIRES_WITH, readUntil(m, 0x5f /* _ */, readType))
  else if (m.eatText('rq')) head = joinNode(REQUIRES, EMPTY)
  else throw invalid
  const requirements: Node[] = []
  do requirements.push(readRequirement(m))
  while (!m.eat(0x45 /* E */))
  return joinNode(REQUIREMENTS, head, sequenceNode(requirements))
}

function readRequirement(m: Mangled): Node {
  if (m.eat(0x54 /* T */)) return joinNode(TYPE_REQUIREMENT, readType(m))
  if (m.eat(0x51 /* Q */)) return joinNode(NESTED_REQUIREMENT, readExpression(m))
  m.expect(0x58 /* X */)
  const expression = readExpression(m)
  const parts: Node[] = []
  if (m.eat(0x4e /* N */)) parts.push(IS_NOEXCEPT)
  if (m.eat(0x52 /* R */)) parts.push(joinNode(RETURNS, readName(m)))
  return parts.length === 0
    ? joinNode(SIMPLE_REQUIREMENT, expression)
    : joinNode(COMPOUND, expression, sequenceNode(parts))
}

function readUnresolvedName(m: Mangled, isGlobal: boolean): Node {
  if (m.eatText('srN')) {
    let scope = readUnresolvedType(m)
    if (m.look() === 0x49 /* I */) scope = readTemplateArgs(m, scope, false)
    while (!m.eat(0x45 /* E */)) scope = nestedNode(scope, readSimpleId(m))
    return nestedNode(scope, readBaseName(m))
  }
  if (!m.eatText('sr')) {
    const name = readBaseName(m)
    return isGlobal ? joinNode(GLOBAL, name) : name
  }
  if (!m.isDigit()) {
    let scope = readUnresolvedType(m)
    if (m.look() === 0x49 /* I */) scope = readTemplateArgs(m, scope, false)
    return nestedNode(scope, readBaseName(m))
  }
  const first = readSimpleId(m)
  let scope = isGlobal ? joinNode(GLOBAL, first) : first
  while (!m.eat(0x45 /* E */)) scope = nestedNode(scope, readSimpleId(m))
  return nestedNode(scope, readBaseName(m))
}

function readUnresolvedType(m: Mangled): Node {
  const code = m.look()
  if (code === 0x53 /* S */) return readSubstitution(m)
  const type = code === 0x54 /* T */ ? readTemplateParameter(m) : code === 0x44 /* D */ ? readDecltype(m) : undefined
  if (!type) throw invalid
  m.remember(type)
  return type
}

function readSimpleId(m: Mangled): Node {
  const name = readSourceName(m)
  return m.look() === 0x49 /* I */ ? readTemplateArgs(m, name, false) : name
}

function readBaseName(m: Mangled): Node {
  if (m.isDigit()) return readSimpleId(m)
  if (m.eatText('dn')) return joinNode(DESTRUCTOR, m.isDigit() ? readSimpleId(m) : readUnresolvedType(m))
  m.eatText('on')
  const name = readOperatorName(m)
  return m.look() === 0x49 /* I */ ? readTemplateArgs(m, name, false) : name
}
