/**
 * Writes sections of DWARF 2 to 5, DIE by DIE, in any byte order and size. Knows forms and sizes from `../forms.ts`, as
 * the readers do.
 */
import { ByteWriter } from '../../bytes/writer.ts'
import * as F from '../forms.ts'

/** Tag and attributes of a DIE. DIEs of one shape in a unit share an abbreviation. */
export interface DieShape {
  readonly tag: number
  readonly hasChildren: boolean
  readonly attributes: readonly (readonly [attribute: number, form: number])[]
}

/**
 * Texts are for forms of texts: those that are no text in place are added to their section. Bytes are for blocks. An
 * address of an indexed form is added to `.debug_addr`.
 */
export type DieValue = number | bigint | string | Uint8Array

/** How all units are written. */
export interface WrittenShape {
  readonly littleEndian: boolean
  readonly addressSize: 4 | 8
  readonly offsetSize: 4 | 8
}

interface OpenUnit {
  readonly version: number
  /** Where it begins in `.debug_info`. */
  readonly start: number
  /** Where its body begins: behind its length. */
  readonly body: number
  /** Codes of the abbreviations, by their shapes. */
  readonly codes: Map<DieShape, number>
}

export class DwarfSections {
  readonly shape: WrittenShape
  readonly info: ByteWriter
  readonly abbreviations: ByteWriter
  readonly lines: ByteWriter
  readonly ranges: ByteWriter
  readonly strings: ByteWriter
  readonly stringOffsets: ByteWriter
  readonly addresses: ByteWriter
  #unit: OpenUnit | undefined

  constructor(shape: WrittenShape) {
    this.shape = shape
    const writer = (): ByteWriter => new ByteWriter(shape.littleEndian)
    this.info = writer()
    this.abbreviations = writer()
    this.lines = writer()
    this.ranges = writer()
    this.strings = writer()
    this.strings.writeU8(0)
    this.stringOffsets = writer()
    this.addresses = writer()
  }

  /** Begins a unit; its root DIE comes next. */
  beginUnit(version: number): void {
    const { info } = this
    const start = info.size
    const body = this.beginLength(info)
    info.writeU16(version)
    if (version >= 5) info.writeU8(1) // a compile unit
    if (version >= 5) info.writeU8(this.shape.addressSize)
    this.#writeOffset(info, this.abbreviations.size)
    if (version < 5) info.writeU8(this.shape.addressSize)
    this.#unit = { version, start, body, codes: new Map() }
  }

  /** Offset in `.debug_info` of the unit that is open. */
  get unitStart(): number {
    return this.#open().start
  }

  /** Writes a DIE, with a value for each attribute of its shape. */
  writeDie(shape: DieShape, values: readonly DieValue[]): void {
    const { codes, version } = this.#open()
    let code = codes.get(shape)
    if (code === undefined) {
      code = codes.size + 1
      codes.set(shape, code)
      this.#writeAbbreviation(code, shape)
    }
    this.info.writeUleb(code)
    let at = 0
    for (const [, form] of shape.attributes) this.#writeValue(form, values[at++] ?? 0, version)
  }

  /** Ends the children of a DIE. */
  endChildren(): void {
    this.info.writeU8(0)
  }

  endUnit(): void {
    this.endLength(this.info, this.#open().body)
    this.abbreviations.writeU8(0)
    this.#unit = undefined
  }

  /** Writes a list of `.debug_ranges` and gives its offset. DWARF 4, section 2.17.3. */
  writeRanges(pairs: readonly (readonly [start: bigint, end: bigint])[]): number {
    const at = this.ranges.size
    const { addressSize } = this.shape
    for (const [start, end] of [...pairs, [0n, 0n] as const]) {
      this.ranges.writeUnsigned(addressSize, start)
      this.ranges.writeUnsigned(addressSize, end)
    }
    return at
  }

  /** Leaves room for a length, and gives the offset behind it for `endLength`. */
  beginLength(out: ByteWriter): number {
    if (this.shape.offsetSize === 8) out.writeU32(0xffffffff)
    this.#writeOffset(out, 0)
    return out.size
  }

  /** Writes the length of what was written since `body`. */
  endLength(out: ByteWriter, body: number): void {
    const { offsetSize } = this.shape
    out.patchUnsigned(body - offsetSize, offsetSize, out.size - body)
  }

  #open(): OpenUnit {
    if (!this.#unit) throw new RangeError('no unit is open')
    return this.#unit
  }

  #writeOffset(out: ByteWriter, offset: number): void {
    out.writeUnsigned(this.shape.offsetSize, offset)
  }

  #writeAbbreviation(code: number, { tag, hasChildren, attributes }: DieShape): void {
    const out = this.abbreviations
    out.writeUleb(code)
    out.writeUleb(tag)
    out.writeU8(hasChildren ? 1 : 0)
    for (const [attribute, form] of attributes) {
      out.writeUleb(attribute)
      out.writeUleb(form)
    }
    out.writeU16(0)
  }

  #writeValue(form: number, value: DieValue, version: number): void {
    const { info } = this
    const { addressSize, offsetSize } = this.shape
    const size = F.sizeOfForm(form, version, addressSize, offsetSize)
    if (typeof value === 'string') this.#writeText(form, size, value)
    else if (value instanceof Uint8Array) this.#writeBlock(size, value)
    else if (F.isIndexedAddress(form)) this.#writeNumber(form, size, this.#addAddress(value))
    else if (size === F.SIZE_STRING) info.writeU8(0)
    else this.#writeNumber(form, size, value)
  }

  #writeNumber(form: number, size: number, value: number | bigint): void {
    if (size >= 0) this.info.writeUnsigned(size, value)
    else if (form === F.FORM_SDATA) this.info.writeSleb(Number(value))
    else this.info.writeUleb(Number(value))
  }

  #writeText(form: number, size: number, text: string): void {
    if (form === F.FORM_STRING) {
      this.info.writeCString(text)
      return
    }
    const at = this.strings.size
    this.strings.writeCString(text)
    if (!F.isIndexedString(form)) this.#writeNumber(form, size, at)
    else this.#writeNumber(form, size, this.#addEntry(this.stringOffsets, [0, 0], this.shape.offsetSize, at))
  }

  #writeBlock(size: number, bytes: Uint8Array): void {
    if (size === F.SIZE_BLOCK) this.info.writeUleb(bytes.length)
    else this.info.writeUnsigned(lengthBytes(size), bytes.length)
    this.info.writeBytes(bytes)
  }

  #addAddress(address: number | bigint): number {
    const { addressSize } = this.shape
    return this.#addEntry(this.addresses, [addressSize, 0], addressSize, address)
  }

  /** Adds to a table of DWARF 5, which begins with a length, a version and two bytes; gives the index. */
  #addEntry(table: ByteWriter, sizes: readonly number[], size: number, value: number | bigint): number {
    const header = this.shape.offsetSize === 8 ? 16 : 8
    if (table.size === 0) {
      this.beginLength(table)
      table.writeU16(5)
      for (const each of sizes) table.writeU8(each)
    }
    const index = (table.size - header) / size
    table.writeUnsigned(size, value)
    this.endLength(table, header - 4)
    return index
  }
}

/** Bytes of the length of a block. */
function lengthBytes(size: number): number {
  return size === F.SIZE_BLOCK1 ? 1 : size === F.SIZE_BLOCK2 ? 2 : 4
}
