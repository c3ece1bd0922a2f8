/**
 * Writes functions, inlined calls and lines as DWARF 4, so that other formats use the same builder as dSYMs. Writes
 * only the parts that the builder reads.
 */
import type { ByteWriter } from '../../bytes/writer.ts'
import { linkAddress } from '../../model/address.ts'
import { largest } from '../../model/lists.ts'
import type { SectionRange } from '../../ports.ts'
import * as D from '../constants.ts'
import * as F from '../forms.ts'
import { writeLineTable, type LineRow, type LineSequence } from './lines.ts'
import { DwarfSections, type DieShape } from './sections.ts'

export interface WrittenRange {
  readonly address: number
  readonly size: number
}

export interface WrittenInline {
  readonly name: string
  readonly callFile: string
  readonly callLine: number
  readonly ranges: readonly WrittenRange[]
  readonly children: readonly WrittenInline[]
}

export interface WrittenFunction extends WrittenRange {
  readonly name: string
  readonly inlines: readonly WrittenInline[]
  readonly lines: readonly (WrittenRange & { readonly line: number; readonly file: string })[]
}

/** Functions in a unit: enough that headers cost little, few enough that a look-up reads little. */
const UNIT_FUNCTIONS = 512
const VERSION = 4

const LOW_HIGH = [
  [D.AT_LOW_PC, F.FORM_ADDR],
  [D.AT_HIGH_PC, F.FORM_DATA8],
] as const
const CALL_PLACE = [
  [D.AT_CALL_FILE, F.FORM_UDATA],
  [D.AT_CALL_LINE, F.FORM_UDATA],
] as const
const NAME = [D.AT_NAME, F.FORM_STRING] as const
const ORIGIN = [D.AT_ABSTRACT_ORIGIN, F.FORM_REF4] as const
const UNIT: DieShape = {
  tag: D.TAG_COMPILE_UNIT,
  hasChildren: true,
  attributes: [...LOW_HIGH, [D.AT_STMT_LIST, F.FORM_SEC_OFFSET]],
}
const FUNCTION: DieShape = { tag: D.TAG_SUBPROGRAM, hasChildren: true, attributes: [NAME, ...LOW_HIGH] }
const ABSTRACT_FUNCTION: DieShape = {
  tag: D.TAG_SUBPROGRAM,
  hasChildren: false,
  attributes: [NAME, [D.AT_INLINE, F.FORM_DATA1]],
}
const INLINED: DieShape = {
  tag: D.TAG_INLINED_SUBROUTINE,
  hasChildren: true,
  attributes: [ORIGIN, ...LOW_HIGH, ...CALL_PLACE],
}
const INLINED_RANGES: DieShape = {
  tag: D.TAG_INLINED_SUBROUTINE,
  hasChildren: true,
  attributes: [ORIGIN, [D.AT_RANGES, F.FORM_SEC_OFFSET], ...CALL_PLACE],
}

/** In front of ranges: they count from 0, and not from the unit's DW_AT_low_pc. DWARF 4, section 2.17.3. */
const FROM_ZERO = [0xffff_ffff_ffff_ffffn, 0n] as const

/** Collects functions and writes them as units. */
export class DwarfWriter {
  readonly #base: bigint
  readonly #out = new DwarfSections({ littleEndian: true, addressSize: 8, offsetSize: 4 })
  #waiting: WrittenFunction[] = []

  /** Added addresses count from `base`. */
  constructor(base = 0n) {
    this.#base = base
  }

  #address(value: number): bigint {
    return this.#base + BigInt(value)
  }

  add(written: WrittenFunction): void {
    this.#waiting.push(written)
    if (this.#waiting.length >= UNIT_FUNCTIONS) this.#writeUnit()
  }

  /** Flushes the last unit and returns the sections. */
  finish(): readonly SectionRange[] {
    this.#writeUnit()
    const section = (name: string, writer: ByteWriter): SectionRange => {
      const bytes = new Blob([writer.finish()])
      return { name, segment: '__DWARF', address: linkAddress(0), bytes, fileOffset: 0, size: bytes.size }
    }
    const { info, abbreviations, lines, ranges } = this.#out
    return [
      section('debug_info', info),
      section('debug_abbrev', abbreviations),
      section('debug_line', lines),
      section('debug_ranges', ranges),
    ]
  }

  #writeUnit(): void {
    const functions = this.#waiting
    this.#waiting = []
    if (functions.length === 0) return
    const out = this.#out
    const low = -largest(
      -Infinity,
      functions.map(({ address }) => -address),
    )
    const high = largest(
      0,
      functions.map(({ address, size }) => address + size),
    )
    out.beginUnit(VERSION)
    out.writeDie(UNIT, [this.#address(low), high - low, out.lines.size])
    const files = new FileTable()
    const origins = new Map<string, number>()
    for (const { name, address, size, inlines } of functions) {
      this.#writeOrigins(inlines, origins)
      out.writeDie(FUNCTION, [name, this.#address(address), size])
      for (const inline of inlines) this.#writeInline(inline, origins, files)
      out.endChildren()
    }
    out.endChildren()
    out.endUnit()
    const sequences = functions.flatMap(({ lines }) => sequencesOf(lines, files, this.#base))
    writeLineTable(out, VERSION, {
      directories: [],
      files: files.names.map((name) => ({ name, directory: 0 })),
      sequences,
    })
  }

  /** DW_TAG_subprogram DIEs as abstract origins of inlined calls, once for each unit. */
  #writeOrigins(inlines: readonly WrittenInline[], origins: Map<string, number>): void {
    const out = this.#out
    for (const { name, children } of inlines) {
      if (!origins.has(name)) {
        origins.set(name, out.info.size - out.unitStart)
        out.writeDie(ABSTRACT_FUNCTION, [name, 1])
      }
      this.#writeOrigins(children, origins)
    }
  }

  #writeInline(inline: WrittenInline, origins: ReadonlyMap<string, number>, files: FileTable): void {
    const out = this.#out
    const [first, ...others] = inline.ranges
    if (!first) return
    const origin = origins.get(inline.name) ?? 0
    const place = [files.number(inline.callFile), inline.callLine]
    if (others.length === 0) out.writeDie(INLINED, [origin, this.#address(first.address), first.size, ...place])
    else {
      const ranges = inline.ranges.map(
        ({ address, size }) => [this.#address(address), this.#address(address + size)] as const,
      )
      out.writeDie(INLINED_RANGES, [origin, out.writeRanges([FROM_ZERO, ...ranges]), ...place])
    }
    for (const child of inline.children) this.#writeInline(child, origins, files)
    out.endChildren()
  }
}

class FileTable {
  readonly names: string[] = []
  readonly #numbers = new Map<string, number>()

  /** 1-based, as line programs of DWARF 4 count; 0 is no file, and an empty name would end the table. */
  number(name: string): number {
    if (name === '') return 0
    const known = this.#numbers.get(name)
    if (known !== undefined) return known
    this.names.push(name)
    this.#numbers.set(name, this.names.length)
    return this.names.length
  }
}

/** One sequence for each run of rows without a gap. */
function sequencesOf(lines: WrittenFunction['lines'], files: FileTable, base: bigint): readonly LineSequence[] {
  const sequences: { readonly start: bigint; readonly rows: LineRow[]; end: number }[] = []
  let sequence = sequences[0]
  let first = 0
  for (const { address, size, line, file } of lines) {
    if (sequence?.end !== address - first) {
      first = address
      sequence = { start: base + BigInt(address), rows: [], end: 0 }
      sequences.push(sequence)
    }
    sequence.rows.push({ at: address - first, file: files.number(file), line })
    sequence.end = address - first + size
  }
  return sequences
}
