/** Writes GSYM files of version 1 (LLVM's DebugInfo/GSYM): names, line tables, inlined calls. */
import { ByteWriter } from '../bytes/writer.ts'
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'
import type { WrittenFunction, WrittenInline, WrittenRange } from '../dwarf/writer/functions.ts'
import { Numbered, type SymbolFileWriter, type WrittenImage, type WrittenSymbol } from './written-file.ts'

const MAGIC = 0x4753594d
const VERSION = 1
const HEADER_BYTES = 48
const UUID_BYTES = 16
/** The header has room for so many bytes of a UUID. */
const UUID_ROOM = 20

const END_OF_LIST = 0
const LINES = 1
const INLINES = 2

// Codes of line tables.
const END_SEQUENCE = 0
const SET_FILE = 1
const ADVANCE_PC = 2
const ADVANCE_LINE = 3
const FIRST_SPECIAL = 4
/** Differences of lines that a special code holds. */
const LEAST_STEP = -4
const MOST_STEP = 10
const STEPS = MOST_STEP - LEAST_STEP + 1

/** Places in the file are 32 bits wide. */
const MOST_BYTES = 0xffffffff

const aligned = (offset: number, to: number): number => Math.ceil(offset / to) * to

export class GsymWriter implements SymbolFileWriter {
  readonly #image: WrittenImage
  readonly #addresses: number[] = []
  /** Where each function begins in `#functions`. */
  readonly #places: number[] = []
  readonly #functions = new ByteWriter()
  readonly #strings = new ByteWriter()
  readonly #stringPlaces = new Map<string, number>()
  readonly #files = new Numbered()

  constructor(image: WrittenImage) {
    this.#image = image
    this.#text('')
    this.#files.numberOf('')
  }

  addFunction({ name, address, size, lines, inlines }: WrittenFunction): void {
    this.#begin(address, size, name)
    // Readers show inlined calls only together with a line, so write a line table even if its one row has no line.
    if (lines.length + inlines.length > 0)
      this.#part(
        LINES,
        lineTable(address, size, lines, (file) => this.#files.numberOf(file)),
      )
    if (inlines.length > 0) this.#part(INLINES, this.#inlineTree({ name, address, size, inlines }))
    this.#end()
  }

  /** Its size is 0: it reaches to the next entry. */
  addSymbol({ address, name }: WrittenSymbol): void {
    this.#begin(address, 0, name)
    this.#end()
  }

  finish(): Blob {
    const { base, uuid } = this.#image
    const count = this.#addresses.length
    const last = this.#addresses.at(-1) ?? 0
    const addressBytes = last <= 0xff ? 1 : last <= 0xffff ? 2 : 4
    const files = new ByteWriter()
    files.writeU32(this.#files.size)
    for (const path of this.#files.all) {
      const cut = path.lastIndexOf('/')
      // The root's own slash is its name.
      files.writeU32(this.#text(cut > 0 ? path.slice(0, cut) : cut === 0 ? '/' : ''))
      files.writeU32(this.#text(path.slice(cut + 1)))
    }
    const placesAt = aligned(HEADER_BYTES + count * addressBytes, 4)
    const filesAt = placesAt + count * 4
    const stringsAt = filesAt + files.size
    const functionsAt = aligned(stringsAt + this.#strings.size, 4)
    if (functionsAt + this.#functions.size > MOST_BYTES)
      throw new FormatError(problem('too-large.written-gsym', { bytes: functionsAt + this.#functions.size }))
    const head = new ByteWriter()
    head.writeU32(MAGIC)
    head.writeU16(VERSION)
    head.writeU8(addressBytes)
    head.writeU8(UUID_BYTES)
    head.writeU64(base)
    head.writeU32(count)
    head.writeU32(stringsAt)
    head.writeU32(this.#strings.size)
    const digits = uuid.replaceAll('-', '')
    for (let at = 0; at < UUID_ROOM; at++)
      head.writeU8(at < UUID_BYTES ? Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16) : 0)
    for (const address of this.#addresses) {
      if (addressBytes === 1) head.writeU8(address)
      else if (addressBytes === 2) head.writeU16(address)
      else head.writeU32(address)
    }
    head.writeBytes(new Uint8Array(placesAt - head.size))
    for (const place of this.#places) head.writeU32(functionsAt + place)
    const gap = new Uint8Array(functionsAt - stringsAt - this.#strings.size)
    return new Blob([head.finish(), files.finish(), this.#strings.finish(), gap, this.#functions.finish()])
  }

  #begin(address: number, size: number, name: string): void {
    this.#functions.writeBytes(new Uint8Array(aligned(this.#functions.size, 4) - this.#functions.size))
    this.#addresses.push(address)
    this.#places.push(this.#functions.size)
    this.#functions.writeU32(size)
    this.#functions.writeU32(this.#text(name))
  }

  #part(kind: number, bytes: Uint8Array): void {
    this.#functions.writeU32(kind)
    this.#functions.writeU32(bytes.length)
    this.#functions.writeBytes(bytes)
  }

  #end(): void {
    this.#functions.writeU32(END_OF_LIST)
    this.#functions.writeU32(0)
  }

  #text(text: string): number {
    const known = this.#stringPlaces.get(text)
    if (known !== undefined) return known
    const place = this.#strings.size
    this.#strings.writeCString(text)
    this.#stringPlaces.set(text, place)
    return place
  }

  /** The function is the root; ranges count from the first range of the call around them, those of the root from the function. */
  #inlineTree({ name, address, size, inlines }: Omit<WrittenFunction, 'lines'>): Uint8Array {
    const out = new ByteWriter()
    const write = (call: WrittenInline, base: number): void => {
      const [first] = call.ranges
      if (!first) return
      this.#call(out, call, base)
      for (const child of call.children) write(child, first.address)
      if (call.children.length > 0) out.writeUleb(0)
    }
    const root = { name, callFile: '', callLine: 0, ranges: [{ address, size }], children: inlines }
    write(root, address)
    return out.finish()
  }

  #call(out: ByteWriter, { name, callFile, callLine, ranges, children }: WrittenInline, base: number): void {
    out.writeUleb(ranges.length)
    for (const range of ranges) {
      out.writeUleb(range.address - base)
      out.writeUleb(range.size)
    }
    out.writeU8(children.length > 0 ? 1 : 0)
    out.writeU32(this.#text(name))
    out.writeUleb(this.#files.numberOf(callFile))
    out.writeUleb(callLine)
  }
}

interface Row {
  readonly address: number
  readonly line: number
  readonly file: string
}

/** A table has no gaps: where no line is known, a row of line 0 says so. */
function withoutGaps(address: number, size: number, lines: readonly (WrittenRange & Row)[]): readonly Row[] {
  const rows: Row[] = []
  let at = address
  for (const row of lines) {
    if (row.address > at) rows.push({ address: at, line: 0, file: '' })
    rows.push(row)
    at = row.address + row.size
  }
  if (at < address + size) rows.push({ address: at, line: 0, file: '' })
  return rows
}

function lineTable(
  start: number,
  size: number,
  lines: readonly (WrittenRange & Row)[],
  numberOf: (file: string) => number,
): Uint8Array {
  const rows = withoutGaps(start, size, lines)
  const out = new ByteWriter()
  out.writeSleb(LEAST_STEP)
  out.writeSleb(MOST_STEP)
  let line = rows[0]?.line ?? 0
  out.writeUleb(line)
  let address = start
  let file = 1
  for (const row of rows) {
    const number = numberOf(row.file)
    if (number !== file) {
      out.writeU8(SET_FILE)
      out.writeUleb(number)
      file = number
    }
    const code = FIRST_SPECIAL + (row.line - line - LEAST_STEP) + STEPS * (row.address - address)
    const isNear = row.line - line >= LEAST_STEP && row.line - line <= MOST_STEP
    if (isNear && code <= 0xff) out.writeU8(code)
    else {
      if (row.line !== line) {
        out.writeU8(ADVANCE_LINE)
        out.writeSleb(row.line - line)
      }
      out.writeU8(ADVANCE_PC)
      out.writeUleb(row.address - address)
    }
    line = row.line
    address = row.address
  }
  out.writeU8(END_SEQUENCE)
  return out.finish()
}
