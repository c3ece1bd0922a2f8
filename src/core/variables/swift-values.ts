/**
 * Swift's values from DWARF and the documented ABI. DWARF has a type's mangled name and its size, not its parts.
 * Supported: numbers, pointers, references; texts (`stdlib/public/core/StringObject.swift`); optionals of these
 * (`docs/ABI/TypeLayout.rst`, "Single-Payload Enums"). All else has a reason.
 */
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/variables.ts'
import { NoValue, type Place } from '../dwarf/expression/machine.ts'
import { numberText } from './scalars.ts'
import type { Die } from '../dwarf/reader/unit.ts'
import { quoted, type Shown, type ValueReader } from './values.ts'

/** `DW_ATE_…` and bytes of types by their mangled names; 0 bytes are those of a pointer. */
const NUMBERS: Readonly<Record<string, readonly [encoding: number, bytes: number]>> = {
  Si: [D.ATE_SIGNED, 0],
  Su: [D.ATE_UNSIGNED, 0],
  Sb: [D.ATE_BOOLEAN, 1],
  Sf: [D.ATE_FLOAT, 4],
  Sd: [D.ATE_FLOAT, 8],
  s4Int8V: [D.ATE_SIGNED, 1],
  s5Int16V: [D.ATE_SIGNED, 2],
  s5Int32V: [D.ATE_SIGNED, 4],
  s5Int64V: [D.ATE_SIGNED, 8],
  s5UInt8V: [D.ATE_UNSIGNED, 1],
  s6UInt16V: [D.ATE_UNSIGNED, 2],
  s6UInt32V: [D.ATE_UNSIGNED, 4],
  s6UInt64V: [D.ATE_UNSIGNED, 8],
}
/** `CGFloat`, in the module of either system. */
const FLOAT_OF_POINTER = /^1[24]Core(?:Graphics|Foundation)7CGFloatV$/
/** Raw and opaque pointers, and pointers to a single type: a number or a class. */
const POINTER = /^(?:SV|Sv|s13OpaquePointerV|S[Pp]y\w*G)$/
/** A class of its own module or of Objective-C, without parameters; `yXl` is `AnyObject`. */
const REFERENCE = /^(?:(?:So)?\d\w*C|yXl)$/

/** True for a type whose value is one address: a reference to an object, or a pointer. */
const isAddress = (mangled: string): boolean =>
  (REFERENCE.test(mangled) && !mangled.includes('_')) || POINTER.test(mangled)

/** Undefined for types without a mangled name, and for those whose parts DWARF describes. */
export function swiftValue(reader: ValueReader, type: Die, place: Place, offset: number): Shown | undefined {
  const names = [reader.info.text(type, D.AT_LINKAGE_NAME), reader.info.text(type, D.AT_NAME)]
  const mangled = names.map((name) => /^\$s(.+)D$/.exec(name ?? '')?.[1]).find((name) => name !== undefined)
  if (mangled === undefined) return undefined
  const value = knownValue(reader, mangled, place, offset)
  if (value) return value
  for (const { tag } of reader.children(type)) if (tag === D.TAG_MEMBER || tag === D.TAG_VARIANT_PART) return undefined
  return { unavailable: unavailable.noLayout }
}

function knownValue(reader: ValueReader, mangled: string, place: Place, offset: number): Shown | undefined {
  const pointerBits = reader.info.image.pointerSize * 8
  if (mangled === 'yt') return { value: '()' }
  if (mangled === 'SS') return pointerBits === 64 ? text(reader, place, offset) : undefined
  const number = numberOf(mangled, pointerBits)
  if (number) {
    const bits = reader.bits(place, offset, number.bits)
    return { value: numberText(number.encoding, bits, number.bits), raw: `0x${bits.toString(16)}` }
  }
  if (isAddress(mangled)) {
    const raw = `0x${reader.bits(place, offset, pointerBits).toString(16)}`
    return { value: raw, raw }
  }
  const payload = /^(.+)Sg$/.exec(mangled)?.[1]
  return payload === undefined ? undefined : optional(reader, payload, place, offset)
}

function numberOf(mangled: string, pointerBits: number): { encoding: number; bits: number } | undefined {
  if (FLOAT_OF_POINTER.test(mangled)) return { encoding: D.ATE_FLOAT, bits: pointerBits }
  const found = Object.hasOwn(NUMBERS, mangled) ? NUMBERS[mangled] : undefined
  return found && { encoding: found[0], bits: found[1] === 0 ? pointerBits : found[1] * 8 }
}

/** Numbers use all their bits, so a further byte says `nil`; references and pointers are never 0. */
function optional(reader: ValueReader, payload: string, place: Place, offset: number): Shown | undefined {
  const pointerBits = reader.info.image.pointerSize * 8
  const number = numberOf(payload, pointerBits)
  if (number && number.encoding !== D.ATE_BOOLEAN) {
    const tag = reader.bits(place, offset + number.bits, 8)
    if (tag > 1n) throw new NoValue(unavailable.unknownVariant({ value: `${tag}` }))
    return tag === 1n ? { value: 'nil' } : knownValue(reader, payload, place, offset)
  }
  if (!isAddress(payload)) return undefined
  const bits = reader.bits(place, offset, pointerBits)
  return bits === 0n ? { value: 'nil', raw: '0x0' } : knownValue(reader, payload, place, offset)
}

/** The four highest bits of the second word say the form; small texts lie in the two words themselves, 15 bytes at most. */
function text(reader: ValueReader, place: Place, offset: number): Shown {
  const first = reader.bits(place, offset, 64)
  const second = reader.bits(place, offset + 64, 64)
  const form = second >> 60n
  if ((form & 0b1011n) === 0b1010n) {
    const count = Number((second >> 56n) & 0xfn)
    const whole = first | (BigInt.asUintN(56, second) << 64n)
    const bytes = Array.from({ length: count }, (_, at) => Number((whole >> BigInt(at * 8)) & 0xffn))
    return { value: quoted(bytes) }
  }
  // Native and literal texts: the letters are at the address plus 32 bytes. Bridged and shared texts are elsewhere.
  const isNative = form === 0n || form === 0b1000n
  const hasTail = ((first >> 60n) & 1n) === 1n
  if (!isNative || !hasTail) throw new NoValue(unavailable.ownLayout)
  return { value: reader.textOf(BigInt.asUintN(60, second) + 32n, BigInt.asUintN(48, first)) }
}
