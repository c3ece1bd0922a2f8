/**
 * Writes functions, inlined calls and lines as DWARF 4, so that other formats use the same builder as dSYMs. Writes
 * only the parts that the builder reads.
 */
import { ByteWriter } from '../bytes/writer.ts'
import * as D from './constants.ts'
import * as F from './forms.ts'
import { linkAddress } from '../model/address.ts'
import type { SectionRange } from '../ports.ts'
import { largest } from '../model/lists.ts'

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

const UNIT = 1
const FUNCTION = 2
const ABSTRACT_FUNCTION = 3
const INLINED = 4
const INLINED_RANGES = 5

/** Abbreviations: code, tag, has children, then attribute and form pairs. DWARF 4, section 7.5.3. */
const LOW_HIGH = [D.AT_LOW_PC, F.FORM_ADDR, D.AT_HIGH_PC, F.FORM_DATA8]
const CALL_PLACE = [D.AT_CALL_FILE, F.FORM_UDATA, D.AT_CALL_LINE, F.FORM_UDATA]
const ORIGIN = [D.AT_ABSTRACT_ORIGIN, F.FORM_REF4]
const NAME = [D.AT_NAME, F.FORM_STRING]
const ABBREVIATIONS = [
  [UNIT, D.TAG_COMPILE_UNIT, 1, ...LOW_HIGH, D.AT_STMT_LIST, F.FORM_SEC_OFFSET],
  [FUNCTION, D.TAG_SUBPROGRAM, 1, ...NAME, ...LOW_HIGH],
  [ABSTRACT_FUNCTION, D.TAG_SUBPROGRAM, 0, ...NAME, D.AT_INLINE, F.FORM_DATA1],
  [INLINED, D.TAG_INLINED_SUBROUTINE, 1, ...ORIGIN, ...LOW_HIGH, ...CALL_PLACE],
  [INLINED_RANGES, D.TAG_INLINED_SUBROUTINE, 1, ...ORIGIN, D.AT_RANGES, F.FORM_SEC_OFFSET, ...CALL_PLACE],
]

/** Collects functions and writes them as units. */
export class DwarfWriter {
  readonly #base: bigint
  readonly #info = new ByteWriter()
  readonly #line = new ByteWriter()
  readonly #ranges = new ByteWriter()
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
    const abbreviations = new ByteWriter()
    for (const values of ABBREVIATIONS) {
      for (const value of values) abbreviations.writeUleb(value)
      abbreviations.writeU16(0)
    }
    abbreviations.writeU8(0)
    const section = (name: string, writer: ByteWriter): SectionRange => {
      const bytes = new Blob([writer.finish()])
      return { name, segment: '__DWARF', address: linkAddress(0), bytes, fileOffset: 0, size: bytes.size }
    }
    return [
      section('debug_info', this.#info),
      section('debug_abbrev', abbreviations),
      section('debug_line', this.#line),
      section('debug_ranges', this.#ranges),
    ]
  }

  #writeUnit(): void {
    const functions = this.#waiting
    this.#waiting = []
    if (functions.length === 0) return
    const info = this.#info
    const start = info.size
    info.writeU32(0) // length, patched below
    info.writeU16(4)
    info.writeU32(0)
    info.writeU8(8)
    const low = -largest(
      -Infinity,
      functions.map(({ address }) => -address),
    )
    const high = largest(
      0,
      functions.map(({ address, size }) => address + size),
    )
    info.writeUleb(UNIT)
    info.writeU64(this.#address(low))
    info.writeU64(high - low)
    info.writeU32(this.#line.size)
    const files = new FileTable()
    const origins = new Map<string, number>()
    for (const written of functions) {
      this.#writeOrigins(written.inlines, origins, start)
      info.writeUleb(FUNCTION)
      info.writeCString(written.name)
      info.writeU64(this.#address(written.address))
      info.writeU64(written.size)
      for (const inline of written.inlines) this.#writeInline(inline, origins, files)
      info.writeU8(0)
    }
    info.writeU8(0)
    info.patchU32(start, info.size - start - 4)
    writeLineProgram(this.#line, functions, files, this.#base)
  }

  /** DW_TAG_subprogram DIEs as abstract origins of inlined calls, once for each unit. */
  #writeOrigins(inlines: readonly WrittenInline[], origins: Map<string, number>, unitStart: number): void {
    for (const { name, children } of inlines) {
      if (!origins.has(name)) {
        origins.set(name, this.#info.size - unitStart)
        this.#info.writeUleb(ABSTRACT_FUNCTION)
        this.#info.writeCString(name)
        this.#info.writeU8(1)
      }
      this.#writeOrigins(children, origins, unitStart)
    }
  }

  #writeInline(inline: WrittenInline, origins: ReadonlyMap<string, number>, files: FileTable): void {
    const info = this.#info
    const [first, ...others] = inline.ranges
    if (!first) return
    info.writeUleb(others.length > 0 ? INLINED_RANGES : INLINED)
    info.writeU32(origins.get(inline.name) ?? 0)
    if (others.length > 0) {
      info.writeU32(this.#ranges.size)
      this.#writeRanges(inline.ranges)
    } else {
      info.writeU64(this.#address(first.address))
      info.writeU64(first.size)
    }
    info.writeUleb(files.number(inline.callFile))
    info.writeUleb(inline.callLine)
    for (const child of inline.children) this.#writeInline(child, origins, files)
    info.writeU8(0)
  }

  /**
   * DWARF 4, section 2.17.3. Starts with a base address selection of 0, because the default base is the unit's
   * DW_AT_low_pc.
   */
  #writeRanges(ranges: readonly WrittenRange[]): void {
    this.#ranges.writeU32(0xffffffff)
    this.#ranges.writeU32(0xffffffff)
    this.#ranges.writeU64(0)
    for (const { address, size } of ranges) {
      this.#ranges.writeU64(this.#address(address))
      this.#ranges.writeU64(this.#address(address + size))
    }
    this.#ranges.writeU64(0)
    this.#ranges.writeU64(0)
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

const OPERAND_COUNTS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]

/** A line program of one sequence for each run of rows without a gap. DWARF 4, section 6.2. */
function writeLineProgram(
  out: ByteWriter,
  functions: readonly WrittenFunction[],
  files: FileTable,
  base: bigint,
): void {
  const program = new ByteWriter()
  for (const { lines } of functions) {
    let end: number | undefined
    let at = 0
    let line = 1
    let file = 1
    for (const row of lines) {
      if (row.address !== end) {
        if (end !== undefined) endSequence(program, end - at)
        program.writeU8(0)
        program.writeUleb(9)
        program.writeU8(D.LNE_SET_ADDRESS)
        program.writeU64(base + BigInt(row.address))
        at = row.address
        line = 1
        file = 1
      }
      const number = files.number(row.file)
      if (number !== file) {
        program.writeU8(D.LNS_SET_FILE)
        program.writeUleb(number)
        file = number
      }
      if (row.line !== line) {
        program.writeU8(D.LNS_ADVANCE_LINE)
        program.writeSleb(row.line - line)
        line = row.line
      }
      if (row.address !== at) {
        program.writeU8(D.LNS_ADVANCE_PC)
        program.writeUleb(row.address - at)
        at = row.address
      }
      program.writeU8(D.LNS_COPY)
      end = row.address + row.size
    }
    if (end !== undefined) endSequence(program, end - at)
  }
  const start = out.size
  out.writeU32(0) // length, patched below
  out.writeU16(4)
  const headerLength = out.size
  out.writeU32(0)
  for (const value of [1, 1, 1, 0xfb, 14, OPERAND_COUNTS.length + 1, ...OPERAND_COUNTS]) out.writeU8(value)
  out.writeU8(0) // no directories
  for (const name of files.names) {
    out.writeCString(name)
    for (let index = 0; index < 3; index++) out.writeU8(0) // directory, time, size
  }
  out.writeU8(0)
  out.patchU32(headerLength, out.size - headerLength - 4)
  out.writeBytes(program.finish())
  out.patchU32(start, out.size - start - 4)
}

function endSequence(program: ByteWriter, distance: number): void {
  program.writeU8(D.LNS_ADVANCE_PC)
  program.writeUleb(distance)
  program.writeU8(0)
  program.writeUleb(1)
  program.writeU8(D.LNE_END_SEQUENCE)
}
