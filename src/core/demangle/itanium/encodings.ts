/** Whole entities: `<encoding>` and `<special-name>`; Itanium C++ ABI, 5.1.1 and 5.1.4. */
import { readConstraint, readUntil } from './expressions.ts'
import { invalid, type Mangled } from './mangled.ts'
import { NameFacts, readModule, readName } from './names.ts'
import { encodingNode, joinNode, listedNode, sequenceNode, wording, type Node, type Wording } from './node.ts'
import { readTemplateArg } from './templates.ts'
import { readType } from './types.ts'

const EXPLICIT_OBJECT = wording('this ')
const ENABLE_IF = wording(' [enable_if:', '', ']')
const REQUIRES = wording(' requires ')

export function readEncoding(m: Mangled): Node {
  m.enter()
  const levels = m.templateLevels
  m.templateLevels = []
  const first = m.look()
  const node = first === 0x47 /* G */ || first === 0x54 /* T */ ? readSpecialName(m) : readFunctionOrData(m)
  m.templateLevels = levels
  m.leave()
  return node
}

/** An encoding ends at the `E` of its parent, at a suffix, or with the name. */
function endsHere(m: Mangled): boolean {
  const code = m.look()
  return m.done || code === 0x45 /* E */ || code === 0x2e /* . */ || code === 0x5f /* _ */
}

function readFunctionOrData(m: Mangled): Node {
  const facts = new NameFacts()
  const forwards = m.forwards.length
  const name = readName(m, facts)
  m.resolveForwards(forwards)
  if (endsHere(m)) return name

  let tail: Node[] | undefined
  if (m.eatText('Ua9enable_ifI')) {
    tail = [listedNode(ENABLE_IF, readUntil(m, 0x45 /* E */, readTemplateArg))]
  }
  const hasResult = facts.endsWithTemplateArgs && !facts.isConstructorOrConversion
  const result = hasResult ? readType(m) : undefined
  const start = m.listStart
  if (!m.eat(0x76 /* v */)) {
    do {
      const type = readType(m)
      const isObject = facts.hasExplicitObject && m.listStart === start
      m.collect(isObject ? joinNode(EXPLICIT_OBJECT, type) : type)
    } while (!endsHere(m) && m.look() !== 0x51 /* Q */)
  }
  const parameters = m.takeList(start)
  if (m.eat(0x51 /* Q */)) tail = [...(tail ?? []), joinNode(REQUIRES, readConstraint(m))]
  const behind = tail && sequenceNode(tail)
  return encodingNode(name, result, parameters, facts.qualifiers, behind)
}

const forTypes: Readonly<Record<string, Wording>> = {
  V: wording('vtable for '),
  T: wording('VTT for '),
  I: wording('typeinfo for '),
  S: wording('typeinfo name for '),
}
const TEMPLATE_OBJECT = wording('template parameter object for ')
const COVARIANT = wording('covariant return thunk to ')
const CONSTRUCTION = wording('construction vtable for ', '-in-')
const THREAD_WRAPPER = wording('thread-local wrapper routine for ')
const THREAD_INIT = wording('thread-local initialization routine for ')
const VIRTUAL = wording('virtual thunk to ')
const NON_VIRTUAL = wording('non-virtual thunk to ')
const GUARD = wording('guard variable for ')
const TEMPORARY = wording('reference temporary for ')
const INITIALIZER = wording('initializer for module ')

function readSpecialName(m: Mangled): Node {
  const family = m.look()
  const code = m.look(1)
  if (family === 0x47 /* G */) {
    m.at += 2
    return readGuardLike(m, code)
  }
  const ofType = forTypes[String.fromCharCode(code)]
  if (ofType) {
    m.at += 2
    return joinNode(ofType, readType(m))
  }
  switch (code) {
    case 0x41 /* A */:
      m.at += 2
      return joinNode(TEMPLATE_OBJECT, readTemplateArg(m))
    case 0x63 /* c */:
      m.at += 2
      skipCallOffset(m)
      skipCallOffset(m)
      return joinNode(COVARIANT, readEncoding(m))
    case 0x43 /* C */: {
      m.at += 2
      const base = readType(m)
      if (!m.skipNumber(true)) throw invalid
      m.expect(0x5f /* _ */)
      return joinNode(CONSTRUCTION, readType(m), base)
    }
    case 0x57 /* W */:
      m.at += 2
      return joinNode(THREAD_WRAPPER, readName(m))
    case 0x48 /* H */:
      m.at += 2
      return joinNode(THREAD_INIT, readName(m))
    default:
      m.at++
      skipCallOffset(m)
      return joinNode(code === 0x76 /* v */ ? VIRTUAL : NON_VIRTUAL, readEncoding(m))
  }
}

function readGuardLike(m: Mangled, code: number): Node {
  switch (code) {
    case 0x56 /* V */:
      return joinNode(GUARD, readName(m))
    case 0x52 /* R */: {
      const name = readName(m)
      const before = m.at
      m.readSequence()
      if (!m.eat(0x5f /* _ */) && m.at !== before) throw invalid
      return joinNode(TEMPORARY, name)
    }
    case 0x49 /* I */:
      return joinNode(INITIALIZER, readModule(m))
    default:
      throw invalid
  }
}

function skipCallOffset(m: Mangled): void {
  if (m.eat(0x68 /* h */)) {
    if (!m.skipNumber(true)) throw invalid
  } else {
    m.expect(0x76 /* v */)
    if (!m.skipNumber(true)) throw invalid
    m.expect(0x5f /* _ */)
    if (!m.skipNumber(true)) throw invalid
  }
  m.expect(0x5f /* _ */)
}
