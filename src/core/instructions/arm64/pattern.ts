/**
 * Instructions of A64 as rows of a table: 32 bits, with letters for fields, and the text that they make. Pieces in
 * braces are operands; `operands.ts` says how each is spelled. The first matching row wins.
 */
import { Spelled, type Part, type Text } from '../spelled.ts'
import { spell } from './operands.ts'

/** The bits of one letter of the pattern, as a number. */
export type Field = (letter: string) => number

/** The decoded instruction; undefined or empty if the bits do not match this row. */
export type Spelling = (field: Field, pc: bigint) => Text | undefined

/** Bits, with spaces between them for the reader, and their text. */
export type Row = readonly [bits: string, text: string | Spelling]

interface Pattern {
  readonly mask: number
  readonly value: number
  /** Bit numbers of each letter, highest first. */
  readonly fields: ReadonlyMap<string, readonly number[]>
  readonly spelling: Spelling
}

function compile([bits, text]: Row): Pattern {
  const digits = bits.replaceAll(' ', '')
  if (digits.length !== 32) throw new Error(`${digits.length} bits: ${bits}`)
  let mask = 0
  let value = 0
  const fields = new Map<string, number[]>()
  for (let at = 0; at < 32; at++) {
    const bit = 31 - at
    const digit = digits.charAt(at)
    if (digit === '0' || digit === '1') {
      mask |= 1 << bit
      if (digit === '1') value |= 1 << bit
    } else if (digit !== '.') {
      const known = fields.get(digit)
      if (known) known.push(bit)
      else fields.set(digit, [bit])
    }
  }
  return { mask, value, fields, spelling: typeof text === 'string' ? fromTemplate(text) : text }
}

/** A template whose operands are read by `read`, which gives undefined where their bits are reserved. */
export function templateOf(
  template: string,
  operand: RegExp,
  read: (name: string, field: Field, pc: bigint) => Part | undefined,
): Spelling {
  const pieces = template.split(operand)
  const strings = pieces.filter((_, at) => at % 2 === 0)
  const names = pieces.filter((_, at) => at % 2 === 1)
  return (field, pc) => {
    const parts: Part[] = []
    for (const name of names) {
      const part = read(name, field, pc)
      if (part === undefined) return undefined
      parts.push(part)
    }
    return new Spelled(strings, parts)
  }
}

const fromTemplate = (template: string): Spelling => templateOf(template, /\{(?=\S)([^}]*\S)\}/, spell)

/** Decoders by bits 28 to 25, which select the group of instructions. */
export function decoderOf(rows: readonly Row[]): (word: number, pc: bigint) => Text | undefined {
  const groups: Pattern[][] = Array.from({ length: 16 }, () => [])
  for (const pattern of rows.map(compile)) {
    for (const [group, patterns] of groups.entries()) {
      const bits = group << 25
      if (((bits ^ pattern.value) & pattern.mask & (15 << 25)) === 0) patterns.push(pattern)
    }
  }
  return (word, pc) => {
    for (const { mask, value, fields, spelling } of groups[(word >>> 25) & 15] ?? []) {
      if ((word & mask) !== value) continue
      const field: Field = (letter) => {
        let number = 0
        for (const bit of fields.get(letter) ?? []) number = (number << 1) | ((word >>> bit) & 1)
        return number
      }
      const text = spelling(field, pc)
      if (text) return text
    }
    return undefined
  }
}
