/**
 * Types as their language writes them, in the words of LLVM's type printer for C, C++ and Objective-C: one part before
 * the declared name, one after it. Swift's types have mangled names, and Rust's pointers names of their own.
 */
import * as D from '../dwarf/constants.ts'
import { readableName } from '../demangle/readable.ts'
import { typeWords } from '../messages/variables.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { childrenOf } from '../dwarf/reader/walk.ts'
import { scopesAround } from '../dwarf/reader/unit-map.ts'
import { hasFlag, numberOf, type Die } from '../dwarf/reader/unit.ts'

/** Types of types; sound ones have a dozen. */
const DEEPEST = 64
/** Parameters of a function type, dimensions of an array. */
const MOST_PARTS = 64
const LONGEST = 4096
/** Letters of a name with its scopes; further scopes are left out. */
const LONGEST_QUALIFIED = 1 << 16
/** Types that one name is made of: parameters of functions may have parameters of functions. */
const MOST_TYPES = 2_000

/** How far a name may still go. */
interface Room {
  readonly depth: number
  readonly parts: { left: number }
}

const deeper = ({ depth, parts }: Room): Room => ({ depth: depth - 1, parts })

interface Declarator {
  readonly before: string
  readonly after: string
}

/** The name of the type of a variable, a member or a parameter. */
export function nameOfType(info: DebugInfo, die: Die): string {
  const holder = info.whoHas(die, D.AT_TYPE)
  return typeName(info, holder && info.referred(holder, D.AT_TYPE))
}

/** The name of a type; none is `void`. */
export function typeName(info: DebugInfo, type: Die | undefined): string {
  return textOf(declarator(info, type, { depth: DEEPEST, parts: { left: MOST_TYPES } }))
}

function textOf({ before, after }: Declarator): string {
  const text = before + after
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

const MODIFIERS: Readonly<Record<number, string>> = {
  [D.TAG_CONST_TYPE]: 'const',
  [D.TAG_VOLATILE_TYPE]: 'volatile',
  [D.TAG_RESTRICT_TYPE]: '__restrict',
  [D.TAG_ATOMIC_TYPE]: '_Atomic',
}

const POINTERS: Readonly<Record<number, string>> = {
  [D.TAG_POINTER_TYPE]: '*',
  [D.TAG_REFERENCE_TYPE]: '&',
  [D.TAG_RVALUE_REFERENCE_TYPE]: '&&',
}

export const isPointerLike = (tag: number): boolean => POINTERS[tag] !== undefined || tag === D.TAG_PTR_TO_MEMBER_TYPE

function declarator(info: DebugInfo, type: Die | undefined, room: Room): Declarator {
  if (!type) return { before: typeWords.void, after: '' }
  if (room.depth <= 0 || --room.parts.left < 0) return { before: '…', after: '' }
  const inner = (): Declarator => declarator(info, info.referred(type, D.AT_TYPE), deeper(room))
  const { tag } = type
  if (isPointerLike(tag)) return pointer(info, type, room)
  const modifier = MODIFIERS[tag]
  if (modifier !== undefined) return modified(info, type, modifier, room)
  if (tag === D.TAG_ARRAY_TYPE) {
    const { before, after } = inner()
    return { before, after: `${dimensions(type)}${after}` }
  }
  if (tag === D.TAG_SUBROUTINE_TYPE || tag === D.TAG_SUBPROGRAM) {
    const { before, after } = inner()
    return { before: spaced(before), after: `${parameterList(info, type, room)}${after}` }
  }
  // What follows would be cut off at the end.
  return { before: qualifiedName(info, type).slice(0, LONGEST + 1), after: '' }
}

/** A space between a name and the next part; none after a star or a bracket. */
const spaced = (before: string): string => (/[*&(]$/.test(before) ? before : `${before} `)

function pointer(info: DebugInfo, type: Die, room: Room): Declarator {
  const own = info.text(type, D.AT_NAME)
  if (own !== undefined) return { before: own, after: '' } // Rust's
  const target = info.referred(type, D.AT_TYPE)
  const { before, after } = declarator(info, target, deeper(room))
  const plain = withoutModifiers(info, target)
  const holds = plain !== undefined && (plain.tag === D.TAG_ARRAY_TYPE || plain.tag === D.TAG_SUBROUTINE_TYPE)
  const owner = info.referred(type, D.AT_CONTAINING_TYPE)
  const star = owner ? `${textOf(declarator(info, owner, deeper(room)))}::*` : (POINTERS[type.tag] ?? '*')
  const start = spaced(before)
  return holds ? { before: `${start}(${star}`, after: `)${after}` } : { before: `${start}${star}`, after }
}

function modified(info: DebugInfo, type: Die, modifier: string, room: Room): Declarator {
  const target = info.referred(type, D.AT_TYPE)
  const { before, after } = declarator(info, target, deeper(room))
  const plain = withoutModifiers(info, target)
  // Behind the star that it belongs to; in front of everything else.
  if (plain && isPointerLike(plain.tag)) return { before: `${spaced(before)}${modifier}`, after }
  return { before: `${modifier} ${before}`, after }
}

/** A type below `const` and the like. */
export function withoutModifiers(info: DebugInfo, type: Die | undefined): Die | undefined {
  let at = type
  for (let depth = 0; at && MODIFIERS[at.tag] !== undefined && depth < DEEPEST; depth++)
    at = info.referred(at, D.AT_TYPE)
  return at
}

function dimensions(type: Die): string {
  return elementCounts(childrenOf(type))
    .map((count) => `[${count ?? ''}]`)
    .join('')
}

/** The number of elements in each dimension of an array; undefined where it is no constant. */
export function elementCounts(children: Iterable<Die>): readonly (number | undefined)[] {
  const counts: (number | undefined)[] = []
  for (const range of children) {
    if (range.tag !== D.TAG_SUBRANGE_TYPE || counts.length >= MOST_PARTS) continue
    const count = numberOf(range, D.AT_COUNT)
    const upper = numberOf(range, D.AT_UPPER_BOUND)
    const lower = numberOf(range, D.AT_LOWER_BOUND) ?? 0
    // An upper bound of -1 is how compilers say that there is none.
    const isOpen = upper === undefined || upper === 0xffffffff || upper - lower + 1 < 0
    counts.push(count ?? (isOpen ? undefined : upper - lower + 1))
  }
  return counts
}

function parameterList(info: DebugInfo, type: Die, room: Room): string {
  const parameters: string[] = []
  for (const child of childrenOf(type)) {
    if (parameters.length >= MOST_PARTS) break
    if (child.tag === D.TAG_UNSPECIFIED_PARAMETERS) parameters.push('...')
    if (child.tag !== D.TAG_FORMAL_PARAMETER || hasFlag(child, D.AT_ARTIFICIAL)) continue
    const { before, after } = declarator(info, info.referred(child, D.AT_TYPE), deeper(room))
    parameters.push(before + after)
  }
  return `(${parameters.join(', ')})`
}

/** The name of a type or a function with those of the scopes that it lies in. */
export function qualifiedName(info: DebugInfo, die: Die): string {
  const linkage = info.text(die, D.AT_LINKAGE_NAME)
  const name = info.text(die, D.AT_NAME)
  const mangled = [linkage, name].find((text) => text !== undefined && /^\$[sS]/.test(text))
  if (mangled !== undefined) return readableName(mangled)
  if (name === 'decltype(nullptr)') return 'std::nullptr_t'
  const own = name ?? typeWords.unnamed(kindOf(die.tag))
  if (die.tag === D.TAG_BASE_TYPE) return own
  const parts = [own]
  let length = own.length
  for (const scope of scopesAround(info.whoHas(die, D.AT_NAME) ?? die)) {
    if (scope.tag === D.TAG_SUBPROGRAM) continue // a type of its own
    const outer = info.text(scope, D.AT_NAME) ?? typeWords.anonymousNamespace
    length += outer.length
    if (length > LONGEST_QUALIFIED) break
    parts.unshift(outer)
  }
  return parts.join('::')
}

const KINDS: Readonly<Record<number, string>> = {
  [D.TAG_STRUCTURE_TYPE]: 'struct',
  [D.TAG_CLASS_TYPE]: 'class',
  [D.TAG_UNION_TYPE]: 'union',
  [D.TAG_ENUMERATION_TYPE]: 'enum',
}

function kindOf(tag: number): string {
  return KINDS[tag] ?? 'type'
}
