/** Specialized functions: generic ones (`Tg` and others) and those whose signature changed (`Tf`). */
import * as K from './kinds.ts'
import { takeTypeList } from './contexts.ts'
import type { Machine } from './machine.ts'
import { leaf, Node, NONE, NO_NODES } from './nodes.ts'

/** Printed before the types put in. */
export const SERIALIZED: readonly Node[] = [leaf(K.Identifier, 'serialized')]

interface Attributes {
  readonly shown: readonly Node[]
  /** Attributes that are not printed, but counted with the arguments. */
  readonly counted: number
  readonly representationChanged: boolean
}

/** The letters before the pass that made the specialization, and its digit. */
function readAttributes(m: Machine): Attributes {
  m.accept(0x6d /* m: metatypes removed, before 6.3 */)
  const serialized = m.accept(0x71 /* q */)
  const asyncRemoved = m.accept(0x61 /* a */)
  const representationChanged = m.accept(0x72 /* r */)
  const pass = m.next() - 48
  if (pass < 0 || pass > 9) m.failed = true
  return {
    shown: serialized ? SERIALIZED : NO_NODES,
    counted: (asyncRemoved ? 1 : 0) + (representationChanged ? 1 : 0),
    representationChanged,
  }
}

/** `text` the kind of specialization, `list` its attributes, then the types put in. */
export function readGenericSpecialization(m: Machine, words: string): Node {
  const attributes = readAttributes(m)
  const list = attributes.shown.concat(takeTypeList(m))
  return new Node(K.GenericSpecialization, 0, words, NONE, NONE, NONE, list)
}

/** `Tt`: dropped arguments come before the letter of the specialization; they are not shown. */
export function readDroppedArguments(m: Machine): Node {
  do m.natural()
  while (m.accept(0x74 /* t */))
  switch (m.next()) {
    case 0x67: // g
    case 0x42: // B
      return readGenericSpecialization(m, 'generic specialization')
    case 0x47: // G
      return readGenericSpecialization(m, 'generic not re-abstracted specialization')
    default:
      return m.fail()
  }
}

/** A specialization for some known parameters only: the type is that of the function. */
export function readPartialSpecialization(m: Machine, words: string): Node {
  const attributes = readAttributes(m)
  const type = new Node(K.LabelledType, 0, 'Signature = ', m.takeType(), NONE, NONE, NO_NODES)
  return new Node(K.GenericSpecialization, 0, words, NONE, NONE, NONE, attributes.shown.concat(type))
}

// Changes to an argument: the `index` of a part.
export const FUNCTION = 0
export const GLOBAL = 1
export const INTEGER = 2
export const FLOAT = 3
export const STRING = 4
export const CLOSURE = 5
export const KEY_PATH = 6
export const STRUCT = 7
export const SAME_ARGUMENT = 8
/** `text` says it all. */
export const NOTE = 9
/** A payload that is a mangled name is shown readable. */
export const DEMANGLED = 16

/** One change to an argument; its operands on the stack are put in afterwards. */
export interface Part {
  readonly kind: number
  text: string
  types: readonly Node[]
}

export const notePart = (text: string): Part => ({ kind: NOTE, text, types: NO_NODES })

export const part = (kind: number, text = '', types = NO_NODES): Part => ({ kind, text, types })

/**
 * `index`: the argument, -1 the result. `list`: the parts; in each, `index` is the change, `text` its payload, `list`
 * its types.
 */
export const argumentNode = (index: number, parts: readonly Part[]): Node =>
  new Node(
    K.ArgumentSpecialization,
    index,
    '',
    NONE,
    NONE,
    NONE,
    parts.map((one) => new Node(K.SpecializedParam, one.kind, one.text, NONE, NONE, NONE, one.types)),
  )

/** The changes that may come together, in printing order; by letter after the first. */
export const EXISTENTIAL = 'Existential To Protocol Constrained Generic'
export const DEAD = 'Dead'
export const TO_GUARANTEED = 'Owned To Guaranteed'
export const TO_OWNED = 'Guaranteed To Owned'
export const EXPLODED = 'Exploded'

function together(m: Machine, first: string, ...others: readonly (readonly [letter: number, words: string])[]): Part[] {
  let text = first
  for (const [letter, words] of others) if (m.accept(letter)) text += ` and ${words}`
  return [notePart(text)]
}

function digits(m: Machine): string {
  const start = m.pos
  for (let code = m.peek(); code >= 0x30 && code <= 0x39; code = m.peek()) m.pos++
  if (m.pos === start) m.failed = true
  return m.text.slice(start, m.pos)
}

/** A constant; structs hold more of them. */
function readConstants(m: Machine): Part[] {
  const parts: Part[] = []
  for (;;) {
    const code = m.next()
    switch (code) {
      case 0x66: // f
        parts.push(part(FUNCTION | DEMANGLED))
        break
      case 0x67: // g
        parts.push(part(GLOBAL | DEMANGLED))
        break
      case 0x69: // i
        parts.push(part(INTEGER, digits(m)))
        break
      case 0x64: // d
        parts.push(part(FLOAT, digits(m)))
        break
      case 0x73: {
        // s
        const encoding = m.next()
        const name = encoding === 0x62 ? 'u8' : encoding === 0x77 ? 'u16' : encoding === 0x63 ? 'objc' : ''
        if (name === '') m.failed = true
        parts.push(part(STRING, name))
        break
      }
      case 0x6b: // k
        parts.push(part(KEY_PATH))
        break
      case 0x53: // S
        parts.push(part(STRUCT))
        continue
      default:
        m.failed = true
        return parts
    }
    // Only a struct's constants come in a row.
    if (parts[0]?.kind !== STRUCT || !'fgidsk'.includes(String.fromCharCode(m.peek() || 1))) return parts
  }
}

const G = [0x47, TO_GUARANTEED] as const
const O = [0x4f, TO_OWNED] as const
const X = [0x58, EXPLODED] as const

function readArgument(m: Machine): Part[] {
  switch (m.next()) {
    case 0x6e: // n
      return []
    case 0x63: // c
    case 0x45: // E
      return [part(CLOSURE)]
    case 0x43: // C
      return [part(SAME_ARGUMENT, digits(m))]
    case 0x70: // p
      return readConstants(m)
    case 0x65: // e
      return together(m, EXISTENTIAL, [0x44, DEAD], G, O, X)
    case 0x64: // d
      return together(m, DEAD, G, O, X)
    case 0x67: // g
      return together(m, TO_GUARANTEED, X)
    case 0x6f: // o
      return together(m, TO_OWNED, X)
    case 0x78: // x
      return together(m, EXPLODED)
    case 0x69: // i
      return together(m, 'Value Promoted from Box')
    case 0x73: // s
      return together(m, 'Stack Promoted from Box')
    case 0x72: // r
      return together(m, 'InOut Converted to Out')
    default:
      m.failed = true
      return []
  }
}

function takeTypes(m: Machine, most: number): readonly Node[] {
  const types: Node[] = []
  while (types.length < most) {
    const type = m.popIfFlag(K.TYPE)
    if (type === NONE) break
    types.push(type)
  }
  return types.reverse()
}

/** Takes the operands of a part from the stack; those of the last part lie on top. */
function fill(m: Machine, one: Part): void {
  switch (one.kind & ~DEMANGLED) {
    case STRUCT:
      one.types = takeTypes(m, 1)
      return
    case CLOSURE:
      one.types = takeTypes(m, Infinity)
      one.text = m.take(K.Identifier).text
      return
    case KEY_PATH:
      one.types = takeTypes(m, 2)
      one.text = m.take(K.Identifier).text
      return
    case FUNCTION:
    case GLOBAL:
      one.text = m.take(K.Identifier).text
      return
    case STRING: {
      const text = m.take(K.Identifier).text
      one.text += `'${text.startsWith('_') ? text.slice(1) : text}'`
      return
    }
  }
}

/** `Tf`: `list` attributes and changed arguments. */
export function readFunctionSpecialization(m: Machine): Node {
  const attributes = readAttributes(m)
  // A number that distinguishes specializations of one function.
  m.natural()
  if (attributes.representationChanged) return functionSpecialization(attributes.shown)
  const args: Part[][] = []
  while (!m.failed && !m.accept(0x5f /* _ */)) args.push(readArgument(m))
  const result = m.accept(0x6e /* n */) ? [] : readArgument(m)
  for (let at = args.length - 1; at >= 0; at--) {
    const parts = args[at] ?? []
    for (let one = parts.length - 1; one >= 0; one--) {
      const filled = parts[one]
      if (filled !== undefined) fill(m, filled)
    }
  }
  const shown = attributes.shown.slice()
  args.forEach((parts, index) => {
    if (parts.length > 0) shown.push(argumentNode(index + attributes.counted, parts))
  })
  if (result.length > 0) shown.push(argumentNode(-1, result))
  return functionSpecialization(shown)
}

export const functionSpecialization = (list: readonly Node[]): Node =>
  new Node(K.FunctionSpecialization, 0, 'function signature specialization', NONE, NONE, NONE, list)
