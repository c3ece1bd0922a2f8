/** Types: `<type>` and its parts; Itanium C++ ABI, 5.1.5. */
import { readExpression, readUntil } from './expressions.ts'
import { invalid, type Mangled } from './mangled.ts'
import {
  readCvQualifiers,
  readLoneSubstitution,
  readName,
  readRefQualifier,
  readSourceName,
  readUnscopedName,
} from './names.ts'
import {
  arrayNode,
  expansionNode,
  functionNode,
  joinNode,
  Kind,
  listedNode,
  memberPointerNode,
  numberNode,
  pointerNode,
  protocolNode,
  qualifiedNode,
  referenceNode,
  textNode,
  wording,
  type Node,
  identifierNode,
} from './node.ts'
import { builtinDTypes, builtinTypes, fixedPointSizes } from './tables.ts'
import { readTemplateArgs, readTemplateParameter } from './templates.ts'

const COMPLEX = wording('', '', ' complex', { leftOnly: true })
const IMAGINARY = wording('', '', ' imaginary', { leftOnly: true })
const CONSTRAINED_AUTO = wording('', '', ' auto')
const CONSTRAINED_DECLTYPE = wording('', '', ' decltype(auto)')
const DECLTYPE = wording('decltype(', '', ')', { a: 'inside' })
const VENDOR = wording('', ' ')
const TRANSFORMED = wording('', '(', ')')
const VECTOR = wording('', ' vector[', ']')
const PIXEL_VECTOR = wording('pixel vector[', '', ']')
const BIT_INT = wording('_BitInt(', '', ')', { a: 'inside' })
const UNSIGNED_BIT_INT = wording('unsigned _BitInt(', '', ')', { a: 'inside' })
const FLOAT_OF = wording('_Float')
const EXTENDED_FLOAT_OF = wording('_Float', '', 'x')
const NOEXCEPT_IF = wording('noexcept(', '', ')', { a: 'inside' })
const THROWS = wording('throw(', '', ')', { a: 'inside' })
const PACK_ELEMENT = wording('', '...[', ']', { b: 'inside' })
const NOEXCEPT = textNode('noexcept')
const BFLOAT16 = textNode('std::bfloat16_t')
const EMPTY = textNode('')

/** Of the types that begin with `D`, these never become substitutions. */
const notSubstitutable: ReadonlySet<object> = new Set([
  FLOAT_OF,
  EXTENDED_FLOAT_OF,
  CONSTRAINED_AUTO,
  CONSTRAINED_DECLTYPE,
])

const elaborations: Readonly<Record<string, ReturnType<typeof wording>>> = {
  s: wording('struct '),
  u: wording('union '),
  e: wording('enum '),
}

/** A type; all but builtin ones and substitutions become substitutable. */
export function readType(m: Mangled): Node {
  const code = m.look()
  const builtin = builtinTypes[code]
  if (builtin) {
    m.at++
    return builtin
  }
  m.enter()
  const type = readCompound(m, code)
  m.leave()
  return type
}

function readCompound(m: Mangled, code: number): Node {
  let type: Node
  switch (code) {
    case 0x50 /* P */:
      m.at++
      type = pointerNode(readType(m))
      break
    case 0x52 /* R */:
    case 0x4f /* O */:
      m.at++
      type = referenceNode(readType(m), code === 0x4f)
      break
    case 0x4b /* K */:
    case 0x56 /* V */:
    case 0x72 /* r */:
    case 0x55 /* U */:
      type = qualifiesFunction(m) ? readFunctionType(m) : readQualifiedType(m)
      break
    case 0x53 /* S */: {
      const substitution = readLoneSubstitution(m)
      if (!substitution) return remembered(m, withTemplateArgs(m, readUnscopedName(m)))
      if (m.look() !== 0x49 /* I */ || !m.readsTemplateArgs) return substitution
      type = readTemplateArgs(m, substitution, false)
      break
    }
    case 0x54 /* T */:
      type = readParameterOrElaborated(m)
      break
    case 0x46 /* F */:
      type = readFunctionType(m)
      break
    case 0x41 /* A */:
      type = readArrayType(m)
      break
    case 0x4d /* M */: {
      m.at++
      const owner = readType(m)
      type = memberPointerNode(owner, readType(m))
      break
    }
    case 0x44 /* D */: {
      const builtin = builtinDTypes[m.look(1)]
      if (builtin) {
        m.at += 2
        return builtin
      }
      const rest = readDType(m, m.look(1))
      if (rest.kind === Kind.text || notSubstitutable.has(rest.wording)) return rest
      type = rest
      break
    }
    case 0x43 /* C */:
    case 0x47 /* G */:
      m.at++
      type = joinNode(code === 0x43 ? COMPLEX : IMAGINARY, readType(m))
      break
    case 0x75 /* u */: {
      m.at++
      const name = readVendorName(m)
      type = name
      if (m.eat(0x49 /* I */)) {
        type = joinNode(TRANSFORMED, name, readType(m))
        m.expect(0x45 /* E */)
      }
      break
    }
    default:
      type = readName(m)
  }
  m.remember(type)
  return type
}

function remembered(m: Mangled, type: Node): Node {
  m.remember(type)
  return type
}

/** An unscoped name, with its arguments if any come. */
function withTemplateArgs(m: Mangled, name: Node): Node {
  if (m.look() !== 0x49 /* I */) return name
  m.remember(name)
  return readTemplateArgs(m, name, false)
}

function readParameterOrElaborated(m: Mangled): Node {
  const elaboration = elaborations[String.fromCharCode(m.look(1))]
  if (elaboration) {
    m.at += 2
    return joinNode(elaboration, readName(m))
  }
  const parameter = readTemplateParameter(m)
  if (!m.readsTemplateArgs || m.look() !== 0x49 /* I */) return parameter
  m.remember(parameter)
  return readTemplateArgs(m, parameter, false)
}

/** Vendor names are plain text, whatever they are. */
function readVendorName(m: Mangled): Node {
  const size = m.readCount()
  const from = m.at
  if (size === 0 || size > m.end - from) throw invalid
  m.at = from + size
  return identifierNode(from, m.at)
}

/** The cv-qualifiers here belong to a function type. */
function qualifiesFunction(m: Mangled): boolean {
  let ahead = 0
  if (m.look(ahead) === 0x72 /* r */) ahead++
  if (m.look(ahead) === 0x56 /* V */) ahead++
  if (m.look(ahead) === 0x4b /* K */) ahead++
  if (m.look(ahead) === 0x46 /* F */) return ahead > 0
  if (m.look(ahead) !== 0x44 /* D */) return false
  const code = m.look(ahead + 1)
  return ahead > 0 && (code === 0x6f || code === 0x4f || code === 0x77 || code === 0x78) /* o, O, w, x */
}

function readQualifiedType(m: Mangled): Node {
  if (!m.eat(0x55 /* U */)) {
    const bits = readCvQualifiers(m)
    const type = readType(m)
    return bits === 0 ? type : qualifiedNode(type, bits)
  }
  m.enter()
  const name = readVendorName(m)
  let type: Node
  if (name.to - name.from > 9 && m.textAt(name.from, name.from + 9) === 'objcproto') {
    const behind = m.at
    m.at = name.from + 9
    const protocol = readSourceName(m)
    if (m.at > behind) throw invalid
    m.at = behind
    const object = readQualifiedType(m)
    const isObject = object.kind === Kind.identifier && m.textAt(object.from, object.to) === 'objc_object'
    type = protocolNode(object, protocol, isObject)
  } else {
    const qualifier = m.look() === 0x49 /* I */ ? readTemplateArgs(m, name, false) : name
    type = joinNode(VENDOR, readQualifiedType(m), qualifier)
  }
  m.leave()
  return type
}

function readDType(m: Mangled, code: number): Node {
  switch (code) {
    case 0x74 /* t */:
    case 0x54 /* T */:
      return readDecltype(m)
    case 0x70 /* p */:
      m.at += 2
      return expansionNode(readType(m))
    case 0x76 /* v */:
      m.at += 2
      return readVectorType(m)
    case 0x6f /* o */:
    case 0x4f /* O */:
    case 0x77 /* w */:
    case 0x78 /* x */:
      return readFunctionType(m)
    case 0x46 /* F */: {
      m.at += 2
      const from = m.at
      if (!m.skipNumber(false)) throw invalid
      const size = numberNode(from, m.at)
      if (m.eat(0x62 /* b */)) return BFLOAT16
      if (m.eat(0x78 /* x */)) return joinNode(EXTENDED_FLOAT_OF, size)
      m.expect(0x5f /* _ */)
      return joinNode(FLOAT_OF, size)
    }
    case 0x42 /* B */:
    case 0x55 /* U */: {
      m.at += 2
      const size = readDimension(m)
      m.expect(0x5f /* _ */)
      return joinNode(code === 0x42 ? BIT_INT : UNSIGNED_BIT_INT, size)
    }
    case 0x6b /* k */:
    case 0x4b /* K */:
      m.at += 2
      return joinNode(code === 0x6b ? CONSTRAINED_AUTO : CONSTRAINED_DECLTYPE, readName(m))
    case 0x79 /* y */: {
      m.at += 2
      const pack = readType(m)
      return joinNode(PACK_ELEMENT, pack, readExpression(m))
    }
    case 0x41 /* A */:
    case 0x52 /* R */:
    case 0x53 /* S */:
      return readFixedPoint(m)
    default:
      throw invalid
  }
}

function readFixedPoint(m: Mangled): Node {
  const saturates = m.eatText('DS') ? '_Sat ' : ''
  const family = m.eatText('DA') ? '_Accum' : m.eatText('DR') ? '_Fract' : undefined
  const size = fixedPointSizes[String.fromCharCode(m.look())]
  if (family === undefined || size === undefined) throw invalid
  m.at++
  return textNode(`${saturates}${size}${family}`)
}

export function readDecltype(m: Mangled): Node {
  m.at += 2
  const expression = readExpression(m)
  m.expect(0x45 /* E */)
  return joinNode(DECLTYPE, expression)
}

function readDimension(m: Mangled): Node {
  if (!m.isDigit()) return readExpression(m)
  const from = m.at
  m.skipNumber(false)
  return numberNode(from, m.at)
}

function readVectorType(m: Mangled): Node {
  if (m.eat(0x5f /* _ */)) return joinNode(VECTOR, readType(m), EMPTY)
  const isNumber = m.isDigit()
  const dimension = isNumber ? readDimension(m) : readExpression(m)
  m.expect(0x5f /* _ */)
  if (isNumber && m.eat(0x70 /* p */)) return joinNode(PIXEL_VECTOR, dimension)
  return joinNode(VECTOR, readType(m), dimension)
}

function readArrayType(m: Mangled): Node {
  m.at++
  let dimension: Node | undefined
  if (!m.eat(0x5f /* _ */)) {
    dimension = readDimension(m)
    m.expect(0x5f /* _ */)
  }
  return arrayNode(readType(m), dimension)
}

function readFunctionType(m: Mangled): Node {
  const qualifiers = readCvQualifiers(m)
  let exceptions: Node | undefined
  if (m.eatText('Do')) exceptions = NOEXCEPT
  else if (m.eatText('DO')) {
    exceptions = joinNode(NOEXCEPT_IF, readExpression(m))
    m.expect(0x45 /* E */)
  } else if (m.eatText('Dw')) {
    exceptions = listedNode(THROWS, readUntil(m, 0x45 /* E */, readType))
  }
  m.eatText('Dx')
  m.expect(0x46 /* F */)
  m.eat(0x59 /* Y, extern "C" */)
  const result = readType(m)
  const start = m.listStart
  let reference = 0
  while (!m.eat(0x45 /* E */)) {
    if (m.eat(0x76 /* v */)) continue
    if (m.look(1) === 0x45 /* E */) {
      reference = readRefQualifier(m)
      if (reference !== 0) continue
    }
    m.collect(readType(m))
  }
  return functionNode(result, m.takeList(start), qualifiers | reference, exceptions)
}
