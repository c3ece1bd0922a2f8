/**
 * What an instruction says, before it is text: registers, numbers, addresses and memory in the order of the assembler, with the text
 * between them. Decoders write `asm` templates; text is made of them when it is asked for.
 */

/** A register as the instruction names it. */
export class Register {
  readonly kind = 'register'
  /** With the marks of the syntax: `%eax`. */
  readonly text: string
  /** Without them: `eax`, `w8`. */
  readonly name: string
  /** The general register that this is all or a part of: `rax`, `x8`; of other registers their own name. */
  readonly whole: string
  readonly bytes: number

  constructor(text: string, name: string, whole: string, bytes: number) {
    this.text = text
    this.name = name
    this.whole = whole
    this.bytes = bytes
  }
}

/** A constant. */
export class Immediate {
  readonly kind = 'immediate'
  readonly value: bigint | number
  /** `#` or `$`. */
  readonly sign: string
  readonly radix: 10 | 16

  constructor(value: bigint | number, sign: string, radix: 10 | 16 = 16) {
    this.value = value
    this.sign = sign
    this.radix = radix
  }

  get text(): string {
    return this.sign + (this.radix === 16 ? hex(this.value) : String(this.value))
  }
}

/** An address that the instruction holds itself: a target of a branch, data beside the code. */
export class Address {
  readonly kind = 'address'
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }

  get text(): string {
    return hex(this.value)
  }
}

/** A condition of the flags: `eq`. */
export class Condition {
  readonly kind = 'condition'
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** The parts of an address in memory. */
export interface PlaceParts {
  readonly base?: Register | undefined
  readonly index?: Register | undefined
  /** Factor of the index; a negative one subtracts it. */
  readonly scale?: number
  readonly extend?: 'uxtw' | 'sxtw' | undefined
  readonly displacement?: bigint | number
  /** A segment of x86. */
  readonly segment?: Register | undefined
  /** The base keeps the sum. */
  readonly isMoved?: boolean
  /** The address is not made of these parts alone. */
  readonly isUnknown?: boolean
}

/** A memory operand. */
export class Place implements PlaceParts {
  readonly kind = 'place'
  readonly base: Register | undefined
  readonly index: Register | undefined
  readonly scale: number
  readonly extend: 'uxtw' | 'sxtw' | undefined
  readonly displacement: bigint | number
  readonly segment: Register | undefined
  readonly isMoved: boolean
  readonly isUnknown: boolean
  private readonly spelled: Part

  constructor(parts: PlaceParts, spelled: Part) {
    this.base = parts.base
    this.index = parts.index
    this.scale = parts.scale ?? 1
    this.extend = parts.extend
    this.displacement = parts.displacement ?? 0
    this.segment = parts.segment
    this.isMoved = parts.isMoved ?? false
    this.isUnknown = parts.isUnknown ?? false
    this.spelled = spelled
  }

  get text(): string {
    return textOf(this.spelled)
  }

  /** The registers that it names. */
  get registers(): readonly Register[] {
    return [this.segment, this.base, this.index].filter((one) => one !== undefined)
  }
}

export type Piece = Register | Immediate | Address | Condition | Place

/** Part of a template: a piece, text, or another template. */
export type Part = string | number | Piece | Spelled

/** Pieces with the text around them. */
export class Spelled {
  readonly kind = 'spelled'
  readonly strings: readonly string[]
  readonly parts: readonly Part[]

  constructor(strings: readonly string[], parts: readonly Part[]) {
    this.strings = strings
    this.parts = parts
  }

  get text(): string {
    let text = this.strings[0] ?? ''
    for (let at = 0; at < this.parts.length; at++) text += textOf(this.parts[at] ?? '') + (this.strings[at + 1] ?? '')
    return text
  }
}

/** An instruction or a part of it; a mere text has no pieces. */
export type Text = string | Spelled

/** A template with pieces. */
export const asm = (strings: readonly string[], ...parts: readonly Part[]): Spelled => new Spelled(strings, parts)

/** Parts one after the other, with a text between each two of them, one before and one after all. */
export function series(parts: readonly Part[], before = '', after = '', between = ', '): Spelled {
  const strings = parts.map((_, at) => (at === 0 ? before : between))
  strings.push(parts.length === 0 ? before + after : after)
  return new Spelled(strings, parts)
}

export const textOf = (part: Part): string =>
  typeof part === 'string' ? part : typeof part === 'number' ? String(part) : part.text

/** `0x1f`, `-0x8`. */
export const hex = (value: bigint | number): string =>
  value < 0 ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
