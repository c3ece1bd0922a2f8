/** One unit of `.debug_info` and its DIEs. DWARF 5, section 7.5. */
import { ByteCursor } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'
import * as F from '../forms.ts'
import type { UnitHeader } from './unit-header.ts'
import type { Abbreviation, Abbreviations } from './abbreviations.ts'
import { behindValues } from './skip.ts'
import { readValue, unreadable, type AttributeValue } from './value.ts'

/** A debugging information entry. */
export interface Die {
  readonly unit: Unit
  /** In `.debug_info`. */
  readonly offset: number
  readonly tag: number
  readonly hasChildren: boolean
  /** Behind its attributes: where its children begin. */
  readonly next: number
  readonly attributes: ReadonlyMap<number, AttributeValue>
}

/** The bases of a unit's indexes. */
export interface UnitBases {
  readonly strings: number
  readonly addresses: number
  readonly ranges: number
  readonly locations: number
  /** Entries of `DW_AT_ranges` and location lists begin at it. */
  readonly lowPc: bigint
}

const NO_BASES: UnitBases = { strings: 0, addresses: 0, ranges: 0, locations: 0, lowPc: 0n }

export class Unit {
  /** Offset in `.debug_info` of the unit's header. */
  readonly start: number
  readonly header: UnitHeader
  bases: UnitBases = NO_BASES
  language = 0
  /** From its header on. */
  readonly bytes: Uint8Array
  readonly abbreviations: Abbreviations
  readonly #place: { readonly file: string; readonly fileOffset: number; readonly littleEndian: boolean }

  /** `bytes` are those of the whole unit, its header included. */
  constructor(
    start: number,
    header: UnitHeader,
    bytes: Uint8Array,
    abbreviations: Abbreviations,
    place: { readonly file: string; readonly fileOffset: number; readonly littleEndian: boolean },
  ) {
    this.start = start
    this.header = header
    this.bytes = bytes
    this.abbreviations = abbreviations
    this.#place = place
  }

  get littleEndian(): boolean {
    return this.#place.littleEndian
  }

  /** Behind the last DIE that is there. */
  get end(): number {
    return this.start + this.bytes.length
  }

  /** A cursor over the unit at an offset of `.debug_info`. */
  cursor(offset: number): ByteCursor {
    const fileOffset = this.#place.fileOffset + this.start
    return new ByteCursor(this.bytes, { ...this.#place, fileOffset, at: offset - this.start })
  }

  holds(offset: number): boolean {
    return offset >= this.header.rootOffset && offset < this.end
  }

  /**
   * The abbreviation of the DIE at the cursor, which moves past the code; undefined for the end of a list of children.
   */
  abbreviation(cursor: ByteCursor): Abbreviation | undefined {
    const at = cursor.at
    const code = cursor.readUleb()
    if (code === 0) return undefined
    const found = this.abbreviations.get(code)
    if (!found) throw cursor.damage('bad-abbreviation.die', { code }, at)
    return found
  }

  /** The DIE at an offset; undefined for the end of a list of children. */
  die(offset: number): Die | undefined {
    const cursor = this.cursor(offset)
    const found = this.abbreviation(cursor)
    return found && this.readDie(offset, found, cursor)
  }

  /** The DIE at `offset`, whose code the cursor has read. */
  readDie(offset: number, found: Abbreviation, cursor: ByteCursor): Die {
    const attributes = new Map<number, AttributeValue>()
    for (const { attribute, form, constant } of found.declarations) {
      const value = readValue(cursor, form, this.header, constant)
      if (!attributes.has(attribute)) attributes.set(attribute, value)
    }
    const { tag, hasChildren } = found
    return { unit: this, offset, tag, hasChildren, next: this.start + cursor.at, attributes }
  }

  /** Moves the cursor past the values of a DIE. */
  skipValues(cursor: ByteCursor, found: Abbreviation): void {
    const next = behindValues(cursor.bytes, cursor.at, found.steps, this)
    if (next < 0) throw unreadable(cursor, F.FORM_UNKNOWN)
    cursor.skip(next - cursor.at)
  }
}

/** True if the DIE has this flag attribute set. */
export function hasFlag(die: Die, attribute: number): boolean {
  return (die.attributes.get(attribute)?.number ?? 0n) !== 0n
}

/** A plain number of a DIE that an index or a size can be. */
export function numberOf(die: Die, attribute: number): number | undefined {
  const value = die.attributes.get(attribute)
  if (!value || value.bytes) return undefined
  return value.number <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value.number) : undefined
}

/**
 * Attributes that lead to other DIEs of the same thing, nearest first. Such a DIE can hold `DW_AT_type` and the like.
 */
export const ORIGINS = [D.AT_ABSTRACT_ORIGIN, D.AT_SPECIFICATION] as const
