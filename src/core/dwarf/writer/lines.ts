/** Writes line tables of DWARF 2 to 4. DWARF 4, section 6.2. */
import type { ByteWriter } from '../../bytes/writer.ts'
import * as D from '../constants.ts'
import type { DwarfSections } from './sections.ts'

export interface LineRow {
  /** Bytes from the start of the sequence. */
  readonly at: number
  /** 1 is the first one. */
  readonly file: number
  readonly line: number
}

export interface LineSequence {
  readonly start: bigint
  readonly rows: readonly LineRow[]
  /** Bytes from the start to behind the last row. */
  readonly end: number
}

export interface LineTable {
  readonly directories: readonly string[]
  readonly files: readonly { readonly name: string; readonly directory: number }[]
  readonly sequences: Iterable<LineSequence>
}

/** Operands of the standard opcodes from 1 on. */
const OPERAND_COUNTS = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
const LINE_BASE = -5
const LINE_RANGE = 14

/** Writes a table of this version and gives its offset. */
export function writeLineTable(
  sections: DwarfSections,
  version: number,
  { directories, files, sequences }: LineTable,
): number {
  const { lines: out, shape } = sections
  const start = out.size
  const body = sections.beginLength(out)
  out.writeU16(version)
  const headerLength = out.size
  out.writeUnsigned(shape.offsetSize, 0)
  const header = out.size
  out.writeU8(1) // bytes of the shortest instruction
  if (version >= 4) out.writeU8(1) // operations of an instruction
  for (const value of [1, LINE_BASE & 0xff, LINE_RANGE, OPERAND_COUNTS.length + 1, ...OPERAND_COUNTS])
    out.writeU8(value)
  for (const directory of directories) out.writeCString(directory)
  out.writeU8(0)
  for (const { name, directory } of files) {
    out.writeCString(name)
    out.writeUleb(directory)
    out.writeU16(0) // time and size
  }
  out.writeU8(0)
  out.patchUnsigned(headerLength, shape.offsetSize, out.size - header)
  for (const sequence of sequences) writeSequence(out, sequence, shape.addressSize)
  sections.endLength(out, body)
  return start
}

function writeSequence(out: ByteWriter, { start, rows, end }: LineSequence, addressSize: number): void {
  let at: number | undefined
  let line = 1
  let file = 1
  const moveTo = (to: number): void => {
    if (at === undefined || to < at) {
      out.writeU8(0)
      out.writeUleb(1 + addressSize)
      out.writeU8(D.LNE_SET_ADDRESS)
      out.writeUnsigned(addressSize, start + BigInt(to))
    } else if (to > at) {
      out.writeU8(D.LNS_ADVANCE_PC)
      out.writeUleb(to - at)
    }
    at = to
  }
  for (const row of rows) {
    moveTo(row.at)
    if (row.file !== file) {
      out.writeU8(D.LNS_SET_FILE)
      out.writeUleb(row.file)
      file = row.file
    }
    if (row.line !== line) {
      out.writeU8(D.LNS_ADVANCE_LINE)
      out.writeSleb(row.line - line)
      line = row.line
    }
    out.writeU8(D.LNS_COPY)
  }
  moveTo(end)
  out.writeU8(0)
  out.writeUleb(1)
  out.writeU8(D.LNE_END_SEQUENCE)
}
