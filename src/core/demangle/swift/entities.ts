/** Functions, variables, initializers, closures, macros: the owners of code. */
import * as K from './kinds.ts'
import { takeContext } from './contexts.ts'
import { takeFunctionType, takeLabels, withoutLabels, PLAIN } from './function-types.ts'
import type { Machine } from './machine.ts'
import { Node, NONE, NO_NODES, pair } from './nodes.ts'

/** In Swift 4.0 the labels came out of the type; elsewhere it has none. */
const plainType = (m: Machine, type: Node, labels: readonly Node[]): Node =>
  m.labelsInTypes && labels.length > 0 ? withoutLabels(type) : type

/** `F`: `a` its context, `b` its name, `c` its type, `list` its labels. */
export function readFunction(m: Machine): Node {
  const signature = m.popIf(K.GenericSignature)
  const bare = takeFunctionType(m, PLAIN)
  const labels = takeLabels(m, bare)
  const shown = plainType(m, bare, labels)
  const type = signature === NONE ? shown : pair(K.DependentGenericType, signature, shown)
  const name = m.takeFlag(K.NAME)
  return new Node(K.Function, 0, '', takeContext(m), name, type, labels)
}

/** A variable or a macro: children as a function has them. */
export function takeNamed(m: Machine, kind: number): Node {
  const type = m.takeType()
  const labels = takeLabels(m, type)
  const name = m.takeFlag(K.NAME)
  return new Node(kind, 0, '', takeContext(m), name, plainType(m, type, labels), labels)
}

const ACCESSORS: Readonly<Record<number, string>> = {
  [0x6d]: 'materializeForSet', // m
  [0x73]: 'setter', // s
  [0x67]: 'getter', // g
  [0x47]: 'getter', // G, of a global
  [0x77]: 'willset', // w
  [0x57]: 'didset', // W
  [0x72]: 'read', // r
  [0x4d]: 'modify', // M
  [0x69]: 'init', // i
  [0x78]: 'modify2', // x
  [0x79]: 'read2', // y
  [0x62]: 'borrow', // b
  [0x7a]: 'mutate', // z
}

const MUTABLE_ADDRESSORS: Readonly<Record<number, string>> = {
  [0x4f]: 'owningMutableAddressor', // O
  [0x6f]: 'nativeOwningMutableAddressor', // o
  [0x50]: 'nativePinningMutableAddressor', // P
  [0x70]: 'nativePinningMutableAddressor', // p
  [0x75]: 'unsafeMutableAddressor', // u
}

const ADDRESSORS: Readonly<Record<number, string>> = {
  [0x4f]: 'owningAddressor', // O
  [0x6f]: 'nativeOwningAddressor', // o
  [0x70]: 'nativePinningAddressor', // p
  [0x75]: 'unsafeAddressor', // u
}

/** The word for an accessor's letters, read through `next`; undefined where they name none. */
export function accessorName(code: number, next: () => number): string | undefined {
  if (code === 0x61 /* a */) return MUTABLE_ADDRESSORS[next()]
  if (code === 0x6c /* l */) return ADDRESSORS[next()]
  return ACCESSORS[code]
}

/** The operator after `v` or `i`: the storage itself, or `text` an accessor of it, `a`. */
export function readAccessor(m: Machine, storage: Node): Node {
  const code = m.next()
  if (code === 0x70 /* p */) return storage
  const name = accessorName(code, () => m.next())
  return name === undefined ? m.fail() : new Node(K.Accessor, 0, name, storage, NONE, NONE, NO_NODES)
}

/** `i`: `b` a private name or NONE. */
export function readSubscript(m: Machine): Node {
  const privateName = m.popIf(K.PrivateName)
  const type = m.takeType()
  const labels = takeLabels(m, type)
  return readAccessor(m, new Node(K.Subscript, 0, '', takeContext(m), privateName, plainType(m, type, labels), labels))
}

/** `index` 1: allocating. `b` a private name or NONE. */
function readConstructor(m: Machine, allocating: boolean): Node {
  const privateName = m.popIf(K.PrivateName)
  const type = m.takeType()
  const labels = takeLabels(m, type)
  return new Node(
    K.Constructor,
    allocating ? 1 : 0,
    '',
    takeContext(m),
    privateName,
    plainType(m, type, labels),
    labels,
  )
}

/** `index` its number, `text` how it is called, `c` its type. */
function readClosure(m: Machine, words: string): Node {
  const index = m.indexNumber()
  const type = m.takeType()
  return new Node(K.Closure, index, words, takeContext(m), NONE, type, NO_NODES)
}

/** A part that is always of its context: `text` its name; `index` 1: it is of a variable. */
export const memberNode = (name: string, index: number, context: Node): Node =>
  new Node(K.Member, index, name, context, NONE, NONE, NO_NODES)

const member = (m: Machine, name: string, index = 0): Node => memberNode(name, index, takeContext(m))

const isClass = (node: Node): boolean => node.kind === K.Class

function destructor(m: Machine, ofClass: string): Node {
  const context = takeContext(m)
  return memberNode(isClass(context) ? ofClass : 'deinit', 0, context)
}

export const defaultArgument = (index: number, context: Node): Node =>
  new Node(K.DefaultArgument, index, '', context, NONE, NONE, NO_NODES)

const MACRO_ROLES: Readonly<Record<number, string>> = {
  [0x61]: 'accessor', // a
  [0x72]: 'memberAttribute', // r
  [0x6d]: 'member', // m
  [0x70]: 'peer', // p
  [0x63]: 'conformance', // c
  [0x65]: 'extension', // e
  [0x71]: 'preamble', // q
  [0x62]: 'body', // b
}

/**
 * `fM`: the expansion of a macro: `index` its number, `a` the context or the place in a file. Attached: `b` the declaration,
 * `c` the macro, `text` its role. Others: `b` the macro, `c` a private name or NONE, `text` how it is called.
 */
function readMacroExpansion(m: Machine): Node {
  const code = m.next()
  if (code === 0x58 /* X */) return readMacroPlace(m)
  const attached = MACRO_ROLES[code]
  if (attached === undefined && code !== 0x66 /* f */ && code !== 0x75 /* u */) return m.fail()
  const macro = m.take(K.Identifier)
  const privateName = code === 0x66 ? m.popIf(K.PrivateName) : NONE
  const declaration = attached === undefined ? NONE : m.takeFlag(K.NAME)
  const place = m.popIf(K.MacroPlace)
  const context = place === NONE ? takeContext(m) : place
  const index = m.indexNumber()
  if (attached !== undefined) return new Node(K.AttachedMacro, index, attached, context, declaration, macro, NO_NODES)
  const words = code === 0x66 ? 'freestanding macro expansion #' : 'unique name #'
  return new Node(K.MacroExpansion, index, words, context, macro, privateName, NO_NODES)
}

/** A place in a file: `index` the line, `text` the column, `a` the module, `b` the file. */
function readMacroPlace(m: Machine): Node {
  const line = m.indexNumber()
  const column = m.indexNumber()
  const file = m.take(K.Identifier)
  return new Node(K.MacroPlace, line, String(column), m.take(K.Identifier), file, NONE, NO_NODES)
}

/** `f`: everything that is code without a name of its own. */
export function readSpecialEntity(m: Machine): Node {
  switch (m.next()) {
    case 0x43: // C
      return readConstructor(m, true)
    case 0x63: // c
      return readConstructor(m, false)
    case 0x55: // U
      return readClosure(m, 'closure #')
    case 0x75: // u
      return readClosure(m, 'implicit closure #')
    case 0x41: {
      // A
      const index = m.indexNumber()
      return defaultArgument(index, takeContext(m))
    }
    case 0x44: // D
      return destructor(m, '__deallocating_deinit')
    case 0x5a: // Z
      return destructor(m, '__isolated_deallocating_deinit')
    case 0x64: // d
      return member(m, 'deinit')
    case 0x45: // E
      return member(m, '__ivar_destroyer')
    case 0x65: // e
      return member(m, '__ivar_initializer')
    case 0x69: // i
      return member(m, 'variable initialization expression', 1)
    case 0x50: // P
      return member(m, 'property wrapper backing initializer', 1)
    case 0x57: // W
      return member(m, 'property wrapper init from projected value', 1)
    case 0x46: // F
      return member(m, 'property wrapped field init accessor')
    case 0x61: // a
      return member(m, 'runtime attribute generator')
    case 0x6d: // m
      return takeNamed(m, K.MacroDeclaration)
    case 0x4d: // M
      return readMacroExpansion(m)
    case 0x70: // p
      return takeNamed(m, K.GenericTypeParamDecl)
    default:
      return m.fail()
  }
}
