/**
 * Values as their language writes them: scalars, pointers, enumerations, and the contents of structures, arrays and
 * pointers.
 */
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import { cutName } from '../demangle/readable.ts'
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/variables.ts'
import { childrenOf } from '../dwarf/reader/walk.ts'
import type { DebugInfo } from '../dwarf/reader/debug-info.ts'
import { NoValue, type Place } from '../dwarf/expression/machine.ts'
import { evaluate, spend, type FrameView } from './evaluate.ts'
import { OP_PLUS_UCONST, readOperation } from '../dwarf/expression/operations.ts'
import { readEach } from '../bytes/paged.ts'
import { bitsOf, constantPlace, implicitAt } from './places.ts'
import { rustForm, rustValue } from './rust-values.ts'
import { scalarText } from './scalars.ts'
import { entryOf } from './scopes.ts'
import { swiftValue } from './swift-values.ts'
import { elementCounts, nameOfType, typeName } from './type-names.ts'
import { numberOf, type Die } from '../dwarf/reader/unit.ts'
import { activeVariant } from './variants.ts'
import type { Variable } from '../model/variables.ts'

/** Pointers that are followed from a variable; what they point to takes as many of its own. */
const DEEPEST = 3
const MOST_ELEMENTS = 64
const MOST_MEMBERS = 256
/** Values shown of one variable. */
const MOST_VALUES = 1_000
const LONGEST_TEXT = 256
const LONGEST_SUMMARY = 120
/** Variants in variants that are followed. */
const DEEPEST_VARIANT = 8

export type Shown = Pick<Variable, 'value' | 'raw' | 'unavailable' | 'children'>

export class ValueReader {
  readonly info: DebugInfo
  readonly frame: FrameView
  #left = MOST_VALUES

  constructor(info: DebugInfo, frame: FrameView) {
    this.info = info
    this.frame = frame
  }

  /** The value of a type at a place, `offset` bits into it. */
  show(type: Die | undefined, place: Place, depth = DEEPEST, offset = 0): Shown {
    const plain = this.plain(type)
    if (this.#left-- <= 0 || depth < 0) return { unavailable: unavailable.tooLarge }
    if (!plain) return {}
    try {
      spend(this.frame)
      switch (plain.tag) {
        case D.TAG_STRUCTURE_TYPE:
        case D.TAG_CLASS_TYPE:
        case D.TAG_UNION_TYPE:
          return this.#whole(plain, place, depth, offset)
        case D.TAG_ARRAY_TYPE:
          return this.#array(plain, place, depth, offset)
        case D.TAG_REFERENCE_TYPE:
        case D.TAG_RVALUE_REFERENCE_TYPE: {
          const { place: at, offset: from } = this.#pointed(place, offset)
          return this.show(this.target(plain), at, depth - 1, from)
        }
        case D.TAG_POINTER_TYPE:
          return this.#pointer(plain, place, depth, offset)
        default:
          return this.#scalar(plain, place, offset)
      }
    } catch (thrown) {
      if (thrown instanceof NoValue) return { unavailable: thrown.message }
      throw thrown
    }
  }

  /** DIEs below another; each costs. */
  *children(die: Die): Generator<Die> {
    for (const child of childrenOf(die)) {
      spend(this.frame)
      yield child
    }
  }

  /** Below typedefs, `const` and the like. */
  plain(type: Die | undefined): Die | undefined {
    let at = type
    for (let steps = 0; at && PASSED.has(at.tag); steps++) {
      if (steps > 64) return undefined
      at = this.target(at)
    }
    return at
  }

  target(type: Die): Die | undefined {
    return this.info.referred(type, D.AT_TYPE)
  }

  size(type: Die | undefined, depth = 16): number | undefined {
    const plain = this.plain(type)
    if (!plain || depth === 0) return undefined
    const stated = numberOf(plain, D.AT_BYTE_SIZE)
    if (stated !== undefined) return stated
    if (POINTERS.has(plain.tag)) return this.info.image.pointerSize
    if (plain.tag !== D.TAG_ARRAY_TYPE) return undefined
    const one = this.size(this.target(plain), depth - 1)
    return elementCounts(this.children(plain)).reduce<number | undefined>(
      (size, count) => (size === undefined || count === undefined ? undefined : size * count),
      one,
    )
  }

  /** `size` bits at a place; throws `NoValue` where they are not known. */
  bits(place: Place, offset: number, size: number): bigint {
    switch (place.kind) {
      case 'lost':
        throw new NoValue(place.reason)
      case 'implicit':
        throw new NoValue(unavailable.synthetic)
      case 'bits':
        if (offset + size > place.size) throw new NoValue(unavailable.beyondRegister)
        return BigInt.asUintN(size, place.bits >> BigInt(offset))
      case 'memory': {
        const first = Math.floor(offset / 8)
        const bytes = Math.ceil((offset + size) / 8) - first
        const read = this.frame.memory(place.address + BigInt(first), bytes)
        if (!read) throw new NoValue(unavailable.noMemory)
        const value = new ByteCursor(read, { file: '' }).readUnsigned(bytes)
        return BigInt.asUintN(size, value >> BigInt(offset - first * 8))
      }
      case 'pieces': {
        let value = 0n
        let start = 0
        let known = 0
        for (const { place: piece, bits } of place.pieces) {
          const from = Math.max(offset, start)
          const to = Math.min(offset + size, start + bits)
          if (to > from) {
            value |= this.bits(piece, from - start, to - from) << BigInt(from - offset)
            known += to - from
          }
          start += bits
        }
        if (known < size) throw new NoValue(unavailable.optimisedOut)
        return value
      }
    }
  }

  #scalar(type: Die, place: Place, offset: number, bits?: number): Shown {
    const size = bits ?? (this.size(type) ?? 0) * 8
    const isRust = type.unit.language === D.LANG_RUST
    if (size === 0 && isRust && this.info.text(type, D.AT_NAME) === '()') return { value: '()' }
    if (size <= 0)
      return type.tag === D.TAG_UNSPECIFIED_TYPE ? { value: 'nullptr' } : { unavailable: unavailable.damagedType }
    if (size > 128) return { unavailable: unavailable.tooLarge }
    const value = this.bits(place, offset, size)
    const text = cutName(scalarText(this.info, type, value, size, this.children(type)), LONGEST_TEXT)
    // Rust's letters have no prefix.
    return { value: isRust ? text.replace(/^U'/, "'") : text, raw: `0x${value.toString(16)}` }
  }

  /** The target of a pointer at a place, with a bit offset. */
  #pointed(place: Place, offset: number): { readonly place: Place; readonly offset: number; readonly raw?: string } {
    const implicit = implicitAt(place, offset, this.info.image.pointerSize * 8)
    if (implicit) return { place: this.#described(implicit.target), offset: bitsOf(implicit.offset) }
    const address = this.bits(place, offset, this.info.image.pointerSize * 8)
    return { place: { kind: 'memory', address }, offset: 0, raw: `0x${address.toString(16)}` }
  }

  /** Where the variable of a DIE is, or its constant, in this frame. */
  #described(target: number): Place {
    const die = this.info.dieAt(target)
    const entry = die && entryOf(this.info, die, this.frame.pc)
    const { location, constant } = entry ?? {}
    if (location && location.expression.length > 0)
      return evaluate(this.info, location.unit, location.expression, this.frame)
    if (!constant) throw new NoValue(unavailable.optimisedOut)
    return constantPlace(this.info, constant)
  }

  #pointer(type: Die, place: Place, depth: number, offset: number): Shown {
    const { raw, ...at } = this.#pointed(place, offset)
    const target = this.plain(this.target(type))
    if (raw === undefined) return this.#implicit(type, at.place, depth, at.offset)
    const address = BigInt(raw)
    if (address === 0n || !target || target.tag === D.TAG_SUBROUTINE_TYPE) return { value: raw, raw }
    // Rust's pointers to bytes are no texts: nothing ends them.
    const isText = isCharacter(target) && type.unit.language !== D.LANG_RUST
    const text = isText ? this.#cString(address) : undefined
    if (text !== undefined) return { value: `${raw} ${text}`, raw }
    if (depth === 0) return { value: raw, raw }
    return { value: raw, raw, children: [this.#pointee(type, at.place, depth, 0)] }
  }

  /** A pointer that is not in the process, with its target's value, as debuggers show it. */
  #implicit(type: Die, place: Place, depth: number, offset: number): Shown {
    const pointee = this.#pointee(type, place, depth, offset)
    const { value, unavailable: why } = pointee
    if (value === undefined) return { unavailable: why ?? unavailable.synthetic, children: [pointee] }
    return { value: `-> ${value}`, children: [pointee] }
  }

  #pointee(type: Die, place: Place, depth: number, offset: number): Variable {
    const shown = this.show(this.target(type), place, depth - 1, offset)
    return { name: '*', kind: 'pointee', type: typeName(this.info, this.target(type)), ...shown }
  }

  /** A C string; it ends where the dump has no more memory. */
  #cString(address: bigint): string | undefined {
    const bytes: number[] = []
    while (bytes.length < LONGEST_TEXT) {
      const byte = this.#byte(address + BigInt(bytes.length))
      if (byte === undefined) return bytes.length === 0 ? undefined : `${quoted(bytes)}…`
      if (byte === 0) return quoted(bytes)
      bytes.push(byte)
    }
    return `${quoted(bytes)}…`
  }

  /** A text of as many bytes, cut where it is long; throws `NoValue` where its memory is not there. */
  textOf(address: bigint, count: bigint): string {
    const length = count > BigInt(LONGEST_TEXT) ? LONGEST_TEXT : Number(count)
    const bytes: number[] = []
    for (let at = 0; at < length; at++) {
      const byte = this.#byte(address + BigInt(at))
      if (byte === undefined) throw new NoValue(unavailable.noMemory)
      bytes.push(byte)
    }
    return `${quoted(bytes)}${count > BigInt(length) ? '…' : ''}`
  }

  #byte(address: bigint): number | undefined {
    spend(this.frame)
    return this.frame.memory(address, 1)?.[0]
  }

  /** A structure, a class or a union, as its language writes it. */
  #whole(type: Die, place: Place, depth: number, offset: number): Shown {
    const { language } = type.unit
    if (language === D.LANG_SWIFT) {
      const swift = swiftValue(this, type, place, offset)
      if (swift) return swift
    }
    if (language !== D.LANG_RUST) return summed(this.#members(type, place, depth, offset))
    const own = rustValue(this, type, place, depth, offset)
    if (own) return own
    const members = this.#members(type, place, depth, offset)
    const [first] = members
    // An enumeration has nothing besides its variant, which has its name and form already.
    if (first && members.length === 1 && hasVariants(type)) return unnamed(first)
    const parts = members.map(({ name, value, unavailable: why }) => ({ name, text: value ?? `<${why ?? ''}>` }))
    const name = this.info.text(type, D.AT_NAME) ?? ''
    return { value: cut(rustForm(name, parts)), ...(members.length > 0 && { children: members }) }
  }

  #members(type: Die, place: Place, depth: number, offset: number, variants = DEEPEST_VARIANT): readonly Variable[] {
    const dies: Die[] = []
    for (const die of this.children(type)) {
      if (dies.length >= MOST_MEMBERS) break
      const isOwn = die.tag === D.TAG_MEMBER || die.tag === D.TAG_INHERITANCE
      if (die.tag === D.TAG_VARIANT_PART || (isOwn && !die.attributes.has(D.AT_EXTERNAL))) dies.push(die)
    }
    return readEach(dies, (die): readonly Variable[] => {
      if (die.tag === D.TAG_VARIANT_PART) {
        if (variants <= 0) throw new NoValue(unavailable.tooLarge)
        const active = activeVariant(this, die, place, offset)
        return this.#members(active, place, depth, offset, variants - 1)
      }
      const isBase = die.tag === D.TAG_INHERITANCE
      const member = this.info.referred(die, D.AT_TYPE)
      const name = isBase ? nameOfType(this.info, die) : cutName(this.info.text(die, D.AT_NAME) ?? '', LONGEST_TEXT)
      const shown = this.#member(die, member, place, depth, offset)
      return [{ name, kind: isBase ? 'base' : 'member', type: nameOfType(this.info, die), ...shown }]
    }).flat()
  }

  #member(die: Die, type: Die | undefined, place: Place, depth: number, offset: number): Shown {
    try {
      const { at, bits } = this.memberPlace(die, type)
      const plain = this.plain(type)
      if (bits === undefined || !plain) return this.show(type, place, depth, offset + at)
      return this.#scalar(plain, place, offset + at, bits)
    } catch (thrown) {
      if (thrown instanceof NoValue) return { unavailable: thrown.message }
      throw thrown
    }
  }

  /** Where a member begins, in bits; how many a bit-field has. */
  memberPlace(die: Die, type: Die | undefined): { readonly at: number; readonly bits?: number } {
    const bytes = memberOffset(die)
    const bits = numberOf(die, D.AT_BIT_SIZE)
    if (bits === undefined) return { at: bytes * 8 }
    const placed = numberOf(die, D.AT_DATA_BIT_OFFSET)
    if (placed !== undefined) return { at: placed, bits }
    // Before DWARF 4: counted from the most significant bit of the storage unit.
    const storage = (numberOf(die, D.AT_BYTE_SIZE) ?? this.size(type) ?? 0) * 8
    const fromTop = numberOf(die, D.AT_BIT_OFFSET) ?? 0
    return { at: bytes * 8 + Math.max(0, storage - fromTop - bits), bits }
  }

  #array(type: Die, place: Place, depth: number, offset: number): Shown {
    const counts = elementCounts(this.children(type))
    if (counts.length === 0 || counts.includes(undefined)) return { unavailable: unavailable.damagedType }
    const count = counts.reduce<number>((all, one) => all * (one ?? 0), 1)
    return this.elements(this.target(type), count, place, depth, offset)
  }

  /** The first elements of a row of them. */
  elements(element: Die | undefined, count: number, place: Place, depth: number, offset: number): Shown {
    const size = this.size(element)
    // Types without bytes are Rust's.
    if (!element || size === undefined || (size === 0 && element.unit.language !== D.LANG_RUST))
      return { unavailable: unavailable.damagedType }
    const type = typeName(this.info, element)
    const elements: Variable[] = []
    for (let at = 0; at < Math.min(count, MOST_ELEMENTS); at++) {
      const shown = this.show(element, place, depth, offset + at * size * 8)
      elements.push({ name: `[${at}]`, kind: 'element', type, ...shown })
    }
    return summed(elements, count > MOST_ELEMENTS, element.unit.language === D.LANG_RUST ? '[]' : '{}')
  }
}

const PASSED: ReadonlySet<number> = new Set([
  D.TAG_TYPEDEF,
  D.TAG_CONST_TYPE,
  D.TAG_VOLATILE_TYPE,
  D.TAG_RESTRICT_TYPE,
  D.TAG_ATOMIC_TYPE,
])
const POINTERS: ReadonlySet<number> = new Set([D.TAG_POINTER_TYPE, D.TAG_REFERENCE_TYPE, D.TAG_RVALUE_REFERENCE_TYPE])

/** Bytes from the start of the whole; DWARF 2 writes them as an expression. Those of virtual bases are in the object itself. */
function memberOffset(die: Die): number {
  const value = die.attributes.get(D.AT_DATA_MEMBER_LOCATION)
  if (!value?.bytes) return numberOf(die, D.AT_DATA_MEMBER_LOCATION) ?? 0
  const cursor = new ByteCursor(value.bytes, { file: '' })
  const operation = readOperation(cursor, die.unit.header)
  if (operation?.code !== OP_PLUS_UCONST || !cursor.done)
    throw new NoValue(unavailable.unsupported({ operation: operation?.name ?? '' }))
  return Number(operation.operands[0]?.value ?? 0n)
}

function isCharacter(type: Die): boolean {
  const encoding = numberOf(type, D.AT_ENCODING)
  const isOne = numberOf(type, D.AT_BYTE_SIZE) === 1
  return isOne && (encoding === D.ATE_SIGNED_CHAR || encoding === D.ATE_UNSIGNED_CHAR)
}

/** Bytes of UTF-8 as a text in quotes. */
export const quoted = (bytes: readonly number[]): string => JSON.stringify(decodeUtf8(Uint8Array.from(bytes)))

/** True for a type that begins with its variants; the methods of an enumeration follow them. */
function hasVariants(type: Die): boolean {
  for (const { tag } of childrenOf(type)) return tag === D.TAG_VARIANT_PART
  return false
}

/** A variant's value, without the name that the text begins with. */
function unnamed({ value, raw, unavailable: why, children }: Variable): Shown {
  return {
    ...(value !== undefined && { value }),
    ...(raw !== undefined && { raw }),
    ...(why !== undefined && { unavailable: why }),
    ...(children && { children }),
  }
}

const cut = (text: string): string => cutName(text, LONGEST_SUMMARY)

/** `{x = 1, y = 2}`, cut where it becomes long. */
function summed(children: readonly Variable[], goesOn = false, [open, close] = '{}'): Shown {
  const parts = children.map(({ name, kind, value, unavailable: why }) => {
    const text = value ?? `<${why ?? ''}>`
    return kind === 'member' && name !== '' ? `${name} = ${text}` : text
  })
  const text = cut(parts.join(', '))
  return { value: `${open}${text}${goesOn && !text.endsWith('…') ? '…' : ''}${close}`, children }
}
