/**
 * Rust's values as Rust writes them: `Some(5)`, `(1, 2)`, `Point {x = 1}`, slices and texts. Variants and members are DWARF's; slices,
 * `Vec` and `String` are known by the members that rustc and its library give them.
 */
import * as D from '../dwarf/constants.ts'
import { unavailable } from '../messages/variables.ts'
import { NoValue, type Place } from '../dwarf/expression/machine.ts'
import { qualifiedName } from './type-names.ts'
import type { Die } from '../dwarf/reader/unit.ts'
import type { Shown, ValueReader } from './values.ts'

/** Structures in structures down to the pointer of a `Vec`; rustc has five. */
const DEEPEST = 8

/** Undefined for types without a special form. */
export function rustValue(
  reader: ValueReader,
  type: Die,
  place: Place,
  depth: number,
  offset: number,
): Shown | undefined {
  const name = reader.info.text(type, D.AT_NAME) ?? ''
  if (/^[&*]|^alloc::(?:boxed|rc|sync)::|^(?:Box|Rc|Arc)</.test(name)) {
    const data = memberNamed(reader, type, 'data_ptr')
    const length = data && memberNamed(reader, type, 'length')
    if (data && length) return slice(reader, data, length, /^[^[<]*<?str\b/.test(name), { place, depth, offset })
  }
  const isString = name === 'String' && qualifiedName(reader.info, type) === 'alloc::string::String'
  const list = isString ? memberNamed(reader, type, 'vec') : undefined
  if (list?.type) return vector(reader, list.type, true, { place, depth, offset: offset + list.at })
  if (/^Vec</.test(name)) return vector(reader, type, false, { place, depth, offset })
  return undefined
}

interface At {
  readonly place: Place
  readonly depth: number
  readonly offset: number
}

interface Member {
  readonly type: Die | undefined
  /** In bits. */
  readonly at: number
}

function memberNamed(reader: ValueReader, type: Die, name: string): Member | undefined {
  for (const die of reader.children(type)) {
    if (die.tag !== D.TAG_MEMBER || reader.info.text(die, D.AT_NAME) !== name) continue
    const member = reader.plain(reader.info.referred(die, D.AT_TYPE))
    return { type: member, at: reader.memberPlace(die, member).at }
  }
  return undefined
}

function slice(reader: ValueReader, data: Member, length: Member, isText: boolean, at: At): Shown {
  const element = data.type && reader.target(data.type)
  return run(reader, element, data.at, length.at, isText, at)
}

/** `Vec<T>`: a length, and a pointer somewhere in its buffer. */
function vector(reader: ValueReader, type: Die, isText: boolean, at: At): Shown | undefined {
  const length = memberNamed(reader, type, 'len')
  const buffer = memberNamed(reader, type, 'buf')
  const pointer = buffer?.type && pointerIn(reader, buffer.type, buffer.at, DEEPEST)
  const [parameter] = [...reader.children(type)].filter(({ tag }) => tag === D.TAG_TEMPLATE_TYPE_PARAMETER)
  const element = parameter && reader.info.referred(parameter, D.AT_TYPE)
  if (!length || pointer === undefined || !element) return undefined
  return run(reader, element, pointer, length.at, isText, at)
}

/** Where the one pointer of a structure is, in bits. */
function pointerIn(reader: ValueReader, type: Die, at: number, depth: number): number | undefined {
  if (type.tag === D.TAG_POINTER_TYPE) return at
  if (depth <= 0 || type.tag !== D.TAG_STRUCTURE_TYPE) return undefined
  for (const die of reader.children(type)) {
    if (die.tag !== D.TAG_MEMBER) continue
    const member = reader.plain(reader.info.referred(die, D.AT_TYPE))
    const found = member && pointerIn(reader, member, at + reader.memberPlace(die, member).at, depth - 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** The elements of a slice, from its pointer and its length; both are bits into the place. */
function run(
  reader: ValueReader,
  element: Die | undefined,
  pointer: number,
  length: number,
  isText: boolean,
  { place, depth, offset }: At,
): Shown {
  const bits = reader.info.image.pointerSize * 8
  const count = reader.bits(place, offset + length, bits)
  const address = reader.bits(place, offset + pointer, bits)
  if (count >= 1n << BigInt(bits - 1)) throw new NoValue(unavailable.damaged)
  if (isText) return { value: reader.textOf(address, count) }
  return reader.elements(element, Number(count), { kind: 'memory', address }, depth - 1, 0)
}

/** A structure's members in Rust's form: `Name {x = 1}`, `Name(1)`, `(1, 2)`, `Name`. */
export function rustForm(name: string, parts: readonly { readonly name: string; readonly text: string }[]): string {
  const own = name.startsWith('(') ? '' : (/([^<:]*)(?:<|$)/.exec(name)?.[1] ?? '')
  const isTuple = parts.every(({ name: part }) => /^__\d+$/.test(part))
  if (parts.length === 0) return name === '()' ? '()' : own
  if (isTuple)
    return `${own}(${parts.map(({ text }) => text).join(', ')}${own === '' && parts.length === 1 ? ',' : ''})`
  return `${own} {${parts.map(({ name: part, text }) => `${part} = ${text}`).join(', ')}}`
}
