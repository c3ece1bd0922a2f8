/** `T`: thunks, attributes of functions, specializations, descriptors of protocol requirements. */
import * as K from './kinds.ts'
import { readAutoDiff } from './autodiff.ts'
import { takeProtocol, takeProtocolConformance } from './contexts.ts'
import { takeAssociatedName, takeAssociatedPath } from './generics.ts'
import type { Machine } from './machine.ts'
import { attribute, described, describedPair, Node, NONE, NO_NODES } from './nodes.ts'
import * as S from './specializations.ts'

/** Text before the name, for the letter after `T`. Nodes never change, so one of each is enough. */
const ATTRIBUTES: ReadonlyMap<number, Node> = new Map(
  Object.entries({
    o: attribute('@objc '),
    O: attribute('@nonobjc '),
    D: attribute('dynamic '),
    d: attribute('super '),
    E: attribute('distributed thunk ', true),
    F: attribute('distributed accessor for ', true),
    m: attribute('merged ', true),
    X: attribute('dynamically replaceable variable for ', true),
    x: attribute('dynamically replaceable key for ', true),
    I: attribute('dynamically replaceable thunk for ', true),
    u: attribute('async function pointer to '),
    A: new Node(K.PartialApply, 0, ' forwarder', NONE, NONE, NONE, NO_NODES),
    a: new Node(K.PartialApply, 0, ' ObjC forwarder', NONE, NONE, NONE, NO_NODES),
  }).map(([letter, node]) => [letter.charCodeAt(0), node]),
)

const AFTER_W: ReadonlyMap<number, Node> = new Map(
  Object.entries({
    b: attribute('back deployment thunk for ', true),
    B: attribute('back deployment fallback for '),
    S: attribute('#_hasSymbol query for '),
    c: attribute('coro function pointer to '),
    d: attribute('default override of '),
  }).map(([letter, node]) => [letter.charCodeAt(0), node]),
)

/** `a` from, `b` to, `c` the signature or NONE; `list` the type of a captured `Self`. */
function readReabstraction(m: Machine, kind: number, words: string): Node {
  const signature = m.popIf(K.GenericSignature)
  const self = kind === K.SelfReabstractionThunk ? [m.takeType()] : NO_NODES
  const to = m.takeType()
  return new Node(kind, 0, words, m.takeType(), to, signature, self)
}

/** `a`: the property of the thunk, `list`: the generic signature and the types, `index`: 1 if serialized. */
function readKeyPathThunk(m: Machine, getter: boolean): Node {
  let words = getter ? 'getter for ' : 'setter for '
  if (m.accept(0x6d /* m */)) {
    if (!m.accept(0x75 /* u */)) return m.fail()
    words = 'unapplied method '
  } else if (m.accept(0x4d /* M */)) {
    if (!m.accept(0x41 /* A */)) return m.fail()
    words = 'applied method '
  }
  const serialized = m.accept(0x71 /* q */)
  const list = [m.takeType()]
  for (let type = m.popIfFlag(K.TYPE); type !== NONE; type = m.popIfFlag(K.TYPE)) list.push(type)
  const signature = m.popIf(K.GenericSignature)
  if (signature !== NONE) list.push(signature)
  const declaration = m.pop()
  return new Node(K.KeyPathThunk, serialized ? 1 : 0, words, declaration, NONE, NONE, list.reverse())
}

/** `text` which operator, `c` the signature or NONE, `list` the types of the indices. */
function readKeyPathIndexThunk(m: Machine, words: string): Node {
  const signature = m.popIf(K.GenericSignature)
  const list = signature === NONE ? [m.takeType()] : []
  while (m.size > 0 && !m.failed) list.push(m.takeType())
  return new Node(K.KeyPathIndexThunk, 0, words, NONE, NONE, signature, list.reverse())
}

/** How an Objective-C method's arguments are bridged, as letters; empty and a failure where they are wrong. */
function readBridgedParams(m: Machine): string {
  const start = m.pos
  if ('opam'.includes(String.fromCharCode(m.next() || 1))) {
    for (let code = m.next(); code === 0x6e || code === 0x62 || code === 0x67; code = m.next()) continue
    m.pos--
    const text = m.text.slice(start, m.pos)
    if (m.accept(0x5f /* _ */)) return text
  }
  m.failed = true
  return ''
}

/** `a`: the handler, `b`: its result, `c`: the signature or NONE, `index`: the meaning of its error flag. */
function readCompletionHandler(m: Machine, words: string): Node {
  const flag = m.indexNumber()
  const signature = m.popIf(K.GenericSignature)
  const result = m.takeType()
  return new Node(K.CompletionHandler, flag, words, m.takeType(), result, signature, NO_NODES)
}

function readAssociatedConformance(m: Machine, words: string): Node {
  const requirement = takeProtocol(m)
  const path = takeAssociatedPath(m)
  return describedPair(words, m.takeType(), '.', describedPair('', path, ': ', requirement))
}

function readResume(m: Machine, words: string): Node {
  return new Node(K.AsyncResume, m.indexNumber(), words, NONE, NONE, NONE, NO_NODES)
}

/** `Tv`, and `Tv..r` for an object that is never written. */
function readOutlinedVariable(m: Machine): Node {
  const index = m.indexNumber()
  const what = m.accept(0x72 /* r */) ? 'read-only object' : 'variable'
  return attribute(`outlined ${what} #${String(index)} of `)
}

export function readThunk(m: Machine): Node {
  const code = m.next()
  const fixed = ATTRIBUTES.get(code)
  if (fixed !== undefined) return fixed
  switch (code) {
    case 0x63: // c
      return described('curry thunk of ', m.takeEntity())
    case 0x6a: // j
      return described('dispatch thunk of ', m.takeEntity())
    case 0x71: // q
      return described('method descriptor for ', m.takeEntity())
    case 0x57: {
      // W
      const entity = m.takeEntity()
      return describedPair('protocol witness for ', entity, ' in conformance ', takeProtocolConformance(m))
    }
    case 0x53: // S
      return described('protocol self-conformance witness for ', m.takeEntity())
    case 0x56: {
      // V
      const base = m.takeEntity()
      return describedPair('vtable thunk for ', base, ' dispatching to ', m.takeEntity())
    }
    case 0x77: // w
      return AFTER_W.get(m.next()) ?? m.fail()
    case 0x51: // Q
      return readResume(m, 'await resume partial function for ')
    case 0x59: // Y
      return readResume(m, 'suspend resume partial function for ')
    case 0x52: // R
      return readReabstraction(m, K.ReabstractionThunk, 'reabstraction thunk helper ')
    case 0x72: // r
      return readReabstraction(m, K.ReabstractionThunk, 'reabstraction thunk ')
    case 0x79: // y
      return readReabstraction(m, K.SelfReabstractionThunk, 'reabstraction thunk ')
    case 0x55: {
      // U
      const actor = m.takeType()
      return describedPair('', m.pop(), ' with global actor constraint ', actor)
    }
    case 0x67: // g
    case 0x42: // B
      return S.readGenericSpecialization(m, 'generic specialization')
    case 0x47: // G
      return S.readGenericSpecialization(m, 'generic not re-abstracted specialization')
    case 0x69: // i
      return S.readGenericSpecialization(m, 'inlined generic function')
    case 0x73: // s
      return S.readGenericSpecialization(m, 'generic pre-specialization')
    case 0x70: // p
      return S.readPartialSpecialization(m, 'generic partial specialization')
    case 0x50: // P
      return S.readPartialSpecialization(m, 'generic not-reabstracted partial specialization')
    case 0x74: // t
      return S.readDroppedArguments(m)
    case 0x66: // f
      return S.readFunctionSpecialization(m)
    case 0x4b: // K
      return readKeyPathThunk(m, true)
    case 0x6b: // k
      return readKeyPathThunk(m, false)
    case 0x48: // H
      return readKeyPathIndexThunk(m, 'equality')
    case 0x68: // h
      return readKeyPathIndexThunk(m, 'hash')
    case 0x7a: // z
      return readCompletionHandler(m, '')
    case 0x5a: // Z
      return readCompletionHandler(m, 'predefined ')
    case 0x4a: // J
      return readAutoDiff(m)
    case 0x4c: // L
      return described('protocol requirements base descriptor for ', takeProtocol(m))
    case 0x6c: // l
      return described('associated type descriptor for ', takeAssociatedName(m))
    case 0x4d: // M
      return described('default associated type metadata accessor for ', takeAssociatedName(m))
    case 0x6e: // n
      return readAssociatedConformance(m, 'associated conformance descriptor for ')
    case 0x4e: // N
      return readAssociatedConformance(m, 'default associated conformance accessor for ')
    case 0x62: {
      // b
      const requirement = takeProtocol(m)
      return describedPair('base conformance descriptor for ', m.takeType(), ': ', requirement)
    }
    case 0x76: // v
      return readOutlinedVariable(m)
    case 0x65: // e
      return attribute(`outlined bridged method (${readBridgedParams(m)}) of `)
    case 0x43: // C
      return described('coroutine continuation prototype for ', m.takeType())
    case 0x54: // T
      return m.next() === 0x49 ? described('identity thunk of ', m.takeEntity()) : m.fail()
    default:
      return m.fail()
  }
}
