/** Names: `<name>`, `<nested-name>`, `<local-name>`, `<unqualified-name>`, `<substitution>`; Itanium C++ ABI, 5.1.2 to 5.1.10. */
import { readEncoding } from './encodings.ts'
import { readUnnamedType } from './lambdas.ts'
import { invalid, type Mangled } from './mangled.ts'
import {
  CONST,
  constructorNode,
  identifierNode,
  joinNode,
  Kind,
  listedNode,
  LVALUE,
  RESTRICT,
  RVALUE,
  textNode,
  VOLATILE,
  wording,
  type Node,
} from './node.ts'
import { operators, standardNames, type Operator } from './tables.ts'
import { readTemplateArgs, readTemplateParameter } from './templates.ts'
import { readDecltype, readType } from './types.ts'

/** Facts about a function's name that decide how the rest of its encoding is read. */
export class NameFacts {
  isConstructorOrConversion = false
  endsWithTemplateArgs = false
  hasExplicitObject = false
  qualifiers = 0
}

const NESTED = wording('', '::', '', { base: 'b' })
const LOCAL = wording('', '::')
const TAGGED = wording('', '[abi:', ']', { base: 'a' })
const FRIEND = wording('', '::friend ', '', { base: 'b' })
const IN_MODULE = wording('', '@', '', { base: 'a' })
const MODULE = wording('')
const PART = wording('', '.')
const PARTITION = wording(':')
const PARTITION_PART = wording('', ':')
const BINDINGS = wording('[', '', ']')
const CONVERSION = wording('operator ')
const LITERAL_OPERATOR = wording('operator"" ')

const STD = textNode('std')
const ANONYMOUS = textNode('(anonymous namespace)')
const STRING_LITERAL = textNode('string literal')

const moduleWordings: ReadonlySet<object> = new Set([MODULE, PART, PARTITION, PARTITION_PART])

/** Modules are no names, but share the table of substitutions with them. */
const isModule = (node: Node): boolean => node.kind === Kind.join && moduleWordings.has(node.wording)

export const nestedNode = (scope: Node, name: Node): Node => joinNode(NESTED, scope, name)

export function readCvQualifiers(m: Mangled): number {
  let bits = 0
  if (m.eat(0x72 /* r */)) bits |= RESTRICT
  if (m.eat(0x56 /* V */)) bits |= VOLATILE
  if (m.eat(0x4b /* K */)) bits |= CONST
  return bits
}

/** `<source-name>` as the range of its bytes. */
export function readSourceName(m: Mangled): Node {
  const size = m.readCount()
  const from = m.at
  if (size === 0 || size > m.end - from) throw invalid
  m.at = from + size
  if (size >= 10 && m.bytes[from] === 0x5f && m.textAt(from, from + 10) === '_GLOBAL__N') return ANONYMOUS
  return identifierNode(from, from + size)
}

/** `<name>`; `facts` are given for the name of a function, whose template arguments its type may refer to. */
export function readName(m: Mangled, facts?: NameFacts): Node {
  const first = m.look()
  if (first === 0x4e /* N */) return readNestedName(m, facts)
  if (first === 0x5a /* Z */) return readLocalName(m, facts)
  const substitution = readLoneSubstitution(m)
  const name = substitution ?? readUnscopedName(m, facts)
  if (m.look() !== 0x49 /* I */) {
    if (substitution) throw invalid
    return name
  }
  if (!substitution) m.remember(name)
  const templated = readTemplateArgs(m, name, facts !== undefined)
  if (facts) facts.endsWithTemplateArgs = true
  return templated
}

/** A substitution that is a name in itself; undefined (nothing read) for `St` and for a module, which a name follows. */
export function readLoneSubstitution(m: Mangled): Node | undefined {
  if (m.look() !== 0x53 /* S */ || m.look(1) === 0x74 /* t */) return undefined
  const start = m.at
  const node = readSubstitution(m)
  if (!isModule(node)) return node
  m.at = start
  return undefined
}

export function readUnscopedName(m: Mangled, facts?: NameFacts): Node {
  const scope = m.eatText('St') ? STD : undefined
  if (m.look() !== 0x53 /* S */) return readUnqualifiedName(m, facts, scope)
  const module = readSubstitution(m)
  if (!isModule(module)) throw invalid
  return readUnqualifiedName(m, facts, scope, module)
}

function readNestedName(m: Mangled, facts?: NameFacts): Node {
  m.enter()
  m.expect(0x4e /* N */)
  if (m.eat(0x48 /* H */)) {
    if (facts) facts.hasExplicitObject = true
  } else {
    const qualifiers = readCvQualifiers(m) | readRefQualifier(m)
    if (facts) facts.qualifiers = qualifiers
  }
  let name: Node | undefined
  while (!m.eat(0x45 /* E */)) {
    if (facts) facts.endsWithTemplateArgs = false
    const code = m.look()
    if (code === 0x54 /* T */) {
      if (name) throw invalid
      name = readTemplateParameter(m)
    } else if (code === 0x49 /* I */) {
      if (!name || name.kind === Kind.templated) throw invalid
      name = readTemplateArgs(m, name, facts !== undefined)
      if (facts) facts.endsWithTemplateArgs = true
    } else if (code === 0x44 /* D */ && (m.look(1) | 0x20) === 0x74 /* t, T */) {
      if (name) throw invalid
      name = readDecltype(m)
    } else {
      let module: Node | undefined
      if (code === 0x53 /* S */) {
        const scope = m.eatText('St') ? STD : readSubstitution(m)
        if (isModule(scope)) module = scope
        else if (name) throw invalid
        else {
          name = scope
          continue
        }
      }
      name = readUnqualifiedName(m, facts, name, module)
    }
    m.remember(name)
    m.eat(0x4d /* M, a data member's lambda */)
  }
  if (!name) throw invalid
  m.forget()
  m.leave()
  return name
}

/** `R` and `O` after the cv-qualifiers of a member function. */
export function readRefQualifier(m: Mangled): number {
  if (m.eat(0x4f /* O */)) return RVALUE
  return m.eat(0x52 /* R */) ? LVALUE : 0
}

function readLocalName(m: Mangled, facts?: NameFacts): Node {
  m.enter()
  m.expect(0x5a /* Z */)
  const outer = readEncoding(m)
  m.expect(0x45 /* E */)
  let entity: Node
  if (m.eat(0x73 /* s */)) {
    entity = STRING_LITERAL
    skipDiscriminator(m)
  } else {
    const levels = m.templateLevels
    m.templateLevels = []
    if (m.eat(0x64 /* d, in a default argument */)) {
      m.skipNumber(true)
      m.expect(0x5f /* _ */)
      entity = readName(m, facts)
    } else {
      entity = readName(m, facts)
      skipDiscriminator(m)
    }
    m.templateLevels = levels
  }
  m.leave()
  return joinNode(LOCAL, outer, entity)
}

/** `_3`, `__12_`, or, as GCC once wrote it, plain digits at the very end. */
function skipDiscriminator(m: Mangled): void {
  const start = m.at
  if (m.eat(0x5f /* _ */)) {
    if (m.isDigit()) {
      m.at++
      return
    }
    if (m.eat(0x5f)) {
      while (m.isDigit()) m.at++
      if (m.eat(0x5f)) return
    }
    m.at = start
  } else if (m.isDigit()) {
    while (m.isDigit()) m.at++
    if (!m.done) m.at = start
  }
}

function readUnqualifiedName(m: Mangled, facts?: NameFacts, scope?: Node, outerModule?: Node): Node {
  let module = outerModule
  if (m.look() === 0x57 /* W */) module = readModule(m, module)
  const isFriend = scope !== undefined && m.eat(0x46 /* F */)
  m.eat(0x4c /* L */)
  const code = m.look()
  let name: Node
  if (code >= 0x31 && code <= 0x39) name = readSourceName(m)
  else if (code === 0x55 /* U */) name = readUnnamedType(m, facts !== undefined)
  else if (code === 0x44 /* D */ && m.look(1) === 0x43 /* C */) {
    m.at += 2
    const bindings: Node[] = []
    do bindings.push(readSourceName(m))
    while (!m.eat(0x45 /* E */))
    name = listedNode(BINDINGS, bindings)
  } else if (code === 0x43 /* C */ || code === 0x44 /* D */) {
    if (!scope || module) throw invalid
    return inScope(readConstructor(m, facts, scope), expandedScope(scope), isFriend)
  } else name = readOperatorName(m, facts)
  if (module) name = joinNode(IN_MODULE, name, module)
  return inScope(readAbiTags(m, name), scope, isFriend)
}

function inScope(name: Node, scope: Node | undefined, isFriend: boolean): Node {
  if (!scope) return name
  return joinNode(isFriend ? FRIEND : NESTED, scope, name)
}

/** Before a constructor an abbreviation such as `std::string` is written out. */
function expandedScope(scope: Node): Node {
  return scope.kind === Kind.standard ? textNode(scope.wording.close) : scope
}

/** The module names that come here, `W` and a name each, with `P` for a partition. */
export function readModule(m: Mangled, outer?: Node): Node {
  let module = outer
  while (m.eat(0x57 /* W */)) {
    const isPartition = m.eat(0x50 /* P */)
    const name = readSourceName(m)
    if (module) module = joinNode(isPartition ? PARTITION_PART : PART, module, name)
    else module = joinNode(isPartition ? PARTITION : MODULE, name)
    m.remember(module)
  }
  if (!module) throw invalid
  return module
}

export function readAbiTags(m: Mangled, name: Node): Node {
  let tagged = name
  while (m.eat(0x42 /* B */)) tagged = joinNode(TAGGED, tagged, readSourceName(m))
  return tagged
}

function readConstructor(m: Mangled, facts: NameFacts | undefined, scope: Node): Node {
  const isDestructor = m.look() === 0x44 /* D */
  m.at++
  const inherits = !isDestructor && m.eat(0x49 /* I */)
  const variant = m.look() - 0x30
  m.at++
  const exists = isDestructor
    ? variant === 0 || variant === 1 || variant === 2 || variant === 4 || variant === 5
    : variant >= 1 && variant <= 5
  if (!exists) throw invalid
  if (facts) facts.isConstructorOrConversion = true
  if (inherits) readName(m, facts)
  return readAbiTags(m, constructorNode(scope, isDestructor))
}

/** The operator whose code comes here, read; undefined (nothing read) if it is none. */
export function readOperator(m: Mangled): Operator | undefined {
  const operator = operators.get((m.look() << 8) | m.look(1))
  if (operator) m.at += 2
  return operator
}

export function readOperatorName(m: Mangled, facts?: NameFacts): Node {
  const operator = readOperator(m)
  if (operator) {
    if (operator.kind === 'cast') return readConversion(m, facts)
    if (!operator.name) throw invalid
    return operator.name
  }
  if (m.eatText('li')) return joinNode(LITERAL_OPERATOR, readSourceName(m))
  if (m.eat(0x76 /* v, a vendor's operator */) && m.isDigit()) {
    m.at++
    return joinNode(CONVERSION, readSourceName(m))
  }
  throw invalid
}

function readConversion(m: Mangled, facts?: NameFacts): Node {
  const readsTemplateArgs = m.readsTemplateArgs
  const allowsForward = m.allowsForward
  m.readsTemplateArgs = false
  m.allowsForward ||= facts !== undefined
  const type = readType(m)
  m.readsTemplateArgs = readsTemplateArgs
  m.allowsForward = allowsForward
  if (facts) facts.isConstructorOrConversion = true
  return joinNode(CONVERSION, type)
}

/** `S_`, `S0_` …, or an abbreviation of `std`; `St` is no business of this. */
export function readSubstitution(m: Mangled): Node {
  m.expect(0x53 /* S */)
  const code = m.look()
  if (code >= 0x61 && code <= 0x7a) {
    const standard = standardNames[code]
    if (!standard) throw invalid
    m.at++
    const tagged = readAbiTags(m, standard)
    if (tagged !== standard) m.remember(tagged)
    return tagged
  }
  const node = m.substitution(m.readSequence())
  m.expect(0x5f /* _ */)
  return node
}
