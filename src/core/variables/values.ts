/** Values as their language writes them: scalars, pointers, enumerations, and what structures, arrays and pointers hold. */
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/en/variables.ts'
import { childrenOf } from './children.ts'
import type { DebugInfo } from './debug-info.ts'
import { NoValue, type FrameView, type Place } from './evaluate.ts'
import { OP_PLUS_UCONST, readOperation } from './operations.ts'
import { scalarText } from './scalars.ts'
import { elementCounts, nameOfType, typeName } from './type-names.ts'
import { numberOf, readNumber, type Die } from './unit.ts'
import type { Variable } from './variable.ts'

/** Pointers that are followed from a variable; what they point to takes as many of its own. */
const DEEPEST = 3
const MOST_ELEMENTS = 64
const MOST_MEMBERS = 256
/** Values shown of one variable. */
const MOST_VALUES = 1_000
const LONGEST_TEXT = 256
const LONGEST_SUMMARY = 120

type Shown = Pick<Variable, 'value' | 'raw' | 'unavailable' | 'children'>

export class ValueReader {
  readonly #info: DebugInfo
  readonly #frame: FrameView
  #left = MOST_VALUES

  constructor(info: DebugInfo, frame: FrameView) {
    this.#info = info
    this.#frame = frame
  }

  /** The value of a type at a place, `offset` bits into it. */
  show(type: Die | undefined, place: Place, depth = DEEPEST, offset = 0): Shown {
    const plain = this.#plain(type)
    if (this.#left-- <= 0 || depth < 0) return { unavailable: unavailable.tooLarge }
    if (!plain) return {}
    try {
      switch (plain.tag) {
        case D.TAG_STRUCTURE_TYPE:
        case D.TAG_CLASS_TYPE:
        case D.TAG_UNION_TYPE:
          return summed(this.#members(plain, place, depth, offset))
        case D.TAG_ARRAY_TYPE:
          return this.#elements(plain, place, depth, offset)
        case D.TAG_REFERENCE_TYPE:
        case D.TAG_RVALUE_REFERENCE_TYPE:
          return this.show(this.#target(plain), this.#pointed(place, offset), depth - 1)
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

  /** Below typedefs, `const` and the like. */
  #plain(type: Die | undefined): Die | undefined {
    let at = type
    for (let steps = 0; at && PASSED.has(at.tag); steps++) {
      if (steps > 64) return undefined
      at = this.#target(at)
    }
    return at
  }

  #target(type: Die): Die | undefined {
    return this.#info.referred(type, D.AT_TYPE)
  }

  #size(type: Die | undefined, depth = 16): number | undefined {
    const plain = this.#plain(type)
    if (!plain || depth === 0) return undefined
    const stated = numberOf(plain, D.AT_BYTE_SIZE)
    if (stated !== undefined) return stated
    if (POINTERS.has(plain.tag)) return this.#info.image.pointerSize
    if (plain.tag !== D.TAG_ARRAY_TYPE) return undefined
    const one = this.#size(this.#target(plain), depth - 1)
    return elementCounts(this.#info, plain).reduce<number | undefined>(
      (size, count) => (size === undefined || count === undefined ? undefined : size * count),
      one,
    )
  }

  /** `size` bits at a place; throws `NoValue` where they are not known. */
  #bits(place: Place, offset: number, size: number): bigint {
    switch (place.kind) {
      case 'lost':
        throw new NoValue(place.reason)
      case 'bits':
        if (offset + size > place.size) throw new NoValue(unavailable.beyondRegister)
        return BigInt.asUintN(size, place.bits >> BigInt(offset))
      case 'memory': {
        const first = Math.floor(offset / 8)
        const bytes = Math.ceil((offset + size) / 8) - first
        const read = this.#frame.memory(place.address + BigInt(first), bytes)
        if (!read) throw new NoValue(unavailable.noMemory)
        const value = readNumber(new ByteCursor(read, { file: '' }), bytes)
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
            value |= this.#bits(piece, from - start, to - from) << BigInt(from - offset)
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
    const size = bits ?? (this.#size(type) ?? 0) * 8
    if (size <= 0)
      return type.tag === D.TAG_UNSPECIFIED_TYPE ? { value: 'nullptr' } : { unavailable: unavailable.damagedType }
    if (size > 128) return { unavailable: unavailable.tooLarge }
    const value = this.#bits(place, offset, size)
    return { value: scalarText(this.#info, type, value, size), raw: `0x${value.toString(16)}` }
  }

  #pointed(place: Place, offset: number): Place {
    return { kind: 'memory', address: this.#bits(place, offset, this.#info.image.pointerSize * 8) }
  }

  #pointer(type: Die, place: Place, depth: number, offset: number): Shown {
    const address = this.#bits(place, offset, this.#info.image.pointerSize * 8)
    const raw = `0x${address.toString(16)}`
    const target = this.#plain(this.#target(type))
    if (address === 0n || !target || target.tag === D.TAG_SUBROUTINE_TYPE) return { value: raw, raw }
    const text = isCharacter(target) ? this.#text(address) : undefined
    if (text !== undefined) return { value: `${raw} ${text}`, raw }
    if (depth === 0) return { value: raw, raw }
    const shown = this.show(target, { kind: 'memory', address }, depth - 1)
    const pointee = { name: '*', kind: 'pointee', type: typeName(this.#info, this.#target(type)), ...shown } as const
    return { value: raw, raw, children: [pointee] }
  }

  /** A C string, as far as its memory is there. */
  #text(address: bigint): string | undefined {
    const bytes: number[] = []
    while (bytes.length < LONGEST_TEXT) {
      const [byte] = this.#frame.memory(address + BigInt(bytes.length), 1) ?? []
      if (byte === undefined) return bytes.length === 0 ? undefined : `${quoted(bytes)}…`
      if (byte === 0) return quoted(bytes)
      bytes.push(byte)
    }
    return `${quoted(bytes)}…`
  }

  #members(type: Die, place: Place, depth: number, offset: number): readonly Variable[] {
    const members: Variable[] = []
    for (const die of childrenOf(type)) {
      if (members.length >= MOST_MEMBERS) break
      const isBase = die.tag === D.TAG_INHERITANCE
      if ((die.tag !== D.TAG_MEMBER && !isBase) || die.attributes.has(D.AT_EXTERNAL)) continue
      const member = this.#info.referred(die, D.AT_TYPE)
      const name = isBase ? nameOfType(this.#info, die) : (this.#info.text(die, D.AT_NAME) ?? '')
      const shown = this.#member(die, member, place, depth, offset)
      members.push({ name, kind: isBase ? 'base' : 'member', type: nameOfType(this.#info, die), ...shown })
    }
    return members
  }

  #member(die: Die, type: Die | undefined, place: Place, depth: number, offset: number): Shown {
    try {
      const { at, bits } = this.#memberPlace(die, type)
      const plain = this.#plain(type)
      if (bits === undefined || !plain) return this.show(type, place, depth, offset + at)
      return this.#scalar(plain, place, offset + at, bits)
    } catch (thrown) {
      if (thrown instanceof NoValue) return { unavailable: thrown.message }
      throw thrown
    }
  }

  /** Where a member begins, in bits; how many a bit-field has. */
  #memberPlace(die: Die, type: Die | undefined): { readonly at: number; readonly bits?: number } {
    const bytes = memberOffset(die)
    const bits = numberOf(die, D.AT_BIT_SIZE)
    if (bits === undefined) return { at: bytes * 8 }
    const placed = numberOf(die, D.AT_DATA_BIT_OFFSET)
    if (placed !== undefined) return { at: placed, bits }
    // Before DWARF 4: counted from the most significant bit of the storage unit.
    const storage = (numberOf(die, D.AT_BYTE_SIZE) ?? this.#size(type) ?? 0) * 8
    const fromTop = numberOf(die, D.AT_BIT_OFFSET) ?? 0
    return { at: bytes * 8 + Math.max(0, storage - fromTop - bits), bits }
  }

  #elements(type: Die, place: Place, depth: number, offset: number): Shown {
    const element = this.#target(type)
    const size = this.#size(element)
    const counts = elementCounts(this.#info, type)
    if (!size || counts.length === 0 || counts.includes(undefined)) return { unavailable: unavailable.damagedType }
    const count = counts.reduce<number>((all, one) => all * (one ?? 0), 1)
    const elements: Variable[] = []
    for (let at = 0; at < Math.min(count, MOST_ELEMENTS); at++) {
      const shown = this.show(element, place, depth, offset + at * size * 8)
      elements.push({ name: `[${at}]`, kind: 'element', type: typeName(this.#info, element), ...shown })
    }
    return summed(elements, count > MOST_ELEMENTS)
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
  const operation = readOperation(cursor, die.unit)
  if (operation?.code !== OP_PLUS_UCONST || !cursor.done)
    throw new NoValue(unavailable.unsupported({ operation: operation?.name ?? '' }))
  return Number(operation.operands[0]?.value ?? 0n)
}

function isCharacter(type: Die): boolean {
  const encoding = numberOf(type, D.AT_ENCODING)
  const isOne = numberOf(type, D.AT_BYTE_SIZE) === 1
  return isOne && (encoding === D.ATE_SIGNED_CHAR || encoding === D.ATE_UNSIGNED_CHAR)
}

const quoted = (bytes: readonly number[]): string => JSON.stringify(decodeUtf8(Uint8Array.from(bytes)))

/** `{x = 1, y = 2}`, cut where it becomes long. */
function summed(children: readonly Variable[], goesOn = false): Shown {
  const parts = children.map(({ name, kind, value, unavailable: why }) => {
    const text = value ?? `<${why ?? ''}>`
    return kind === 'member' && name !== '' ? `${name} = ${text}` : text
  })
  const text = parts.join(', ')
  const isLong = text.length > LONGEST_SUMMARY
  return { value: `{${isLong ? text.slice(0, LONGEST_SUMMARY) : text}${isLong || goesOn ? '…' : ''}}`, children }
}
