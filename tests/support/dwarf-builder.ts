/** Writes DWARF sections entry by entry, in any version, byte order and size, so that a test states what is in them. */
import { imageOffset, linkAddress } from '../../src/core/model/address.ts'
import { parseUuid } from '../../src/core/model/image.ts'
import type { BuildInput, SymbolEntry } from '../../src/core/ports.ts'
import { ByteWriter } from './byte-writer.ts'

export const TAG = {
  block: 0x0b,
  unit: 0x11,
  structure: 0x13,
  inlined: 0x1d,
  function: 0x2e,
  variable: 0x34,
  callSite: 0x48,
  callParameter: 0x49,
  gnuCallSite: 0x4109,
} as const

/** Attributes that tests use, by the name of their content. */
export const AT = {
  sibling: 0x01,
  name: 0x03,
  lines: 0x10,
  low: 0x11,
  high: 0x12,
  location: 0x02,
  language: 0x13,
  directory: 0x1b,
  origin: 0x31,
  declaration: 0x3c,
  specification: 0x47,
  ranges: 0x55,
  callColumn: 0x57,
  callFile: 0x58,
  callLine: 0x59,
  linkage: 0x6e,
  stringBase: 0x72,
  addressBase: 0x73,
  callReturn: 0x7d,
  callPc: 0x81,
  tailCall: 0x82,
  gnuTailCall: 0x2115,
} as const

export const FORM = {
  address: 0x01,
  data2: 0x05,
  data4: 0x06,
  data8: 0x07,
  string: 0x08,
  block: 0x09,
  data1: 0x0b,
  strp: 0x0e,
  udata: 0x0f,
  refAddr: 0x10,
  ref4: 0x13,
  secOffset: 0x17,
  exprloc: 0x18,
  flagPresent: 0x19,
  strx1: 0x25,
  addrx1: 0x29,
} as const

export interface Attribute {
  readonly at: number
  readonly form: number
  /**
   * Value of an attribute. String forms: a string. References: the label of an entry, or any offset. Blocks: their
   * bytes, with a label for the four-byte offset of its entry. Other forms: a number.
   */
  readonly value: number | bigint | string | readonly (number | string)[]
}

export interface Entry {
  readonly tag: number
  /** A name by which references find it. */
  readonly label?: string
  readonly attributes: readonly Attribute[]
  readonly children?: readonly Entry[]
}

export interface LineRow {
  readonly address: bigint
  readonly file: number
  readonly line: number
}

/** A sequence of rows; `end` is the address after its last row. */
export interface Sequence {
  readonly rows: readonly LineRow[]
  readonly end: bigint
}

export interface UnitSpec {
  readonly version?: number
  readonly root: Entry
  readonly lines?: {
    readonly directories: readonly string[]
    readonly files: readonly { readonly name: string; readonly directory: number }[]
    readonly sequences: readonly Sequence[]
  }
}

export interface DwarfSpec {
  readonly littleEndian?: boolean
  readonly addressSize?: 4 | 8
  readonly dwarf64?: boolean
  readonly text?: bigint
  readonly code?: readonly (readonly [start: number, end: number])[]
  readonly units: readonly UnitSpec[]
  /** Contents of `.debug_ranges`: lists of pairs relative to the unit's low pc; value of AT.ranges is the list's number. */
  readonly ranges?: readonly (readonly (readonly [start: bigint, end: bigint])[])[]
  readonly symbols?: readonly SymbolEntry[]
  readonly functionStarts?: readonly number[]
}

/** Shorthand for an entry. */
export function entry(
  tag: number,
  attributes: readonly Attribute[],
  children?: readonly Entry[],
  label?: string,
): Entry {
  return { tag, attributes, ...(children ? { children } : {}), ...(label ? { label } : {}) }
}

export const attribute = (at: number, form: number, value: Attribute['value']): Attribute => ({ at, form, value })

/** The sections, by their names without underscores. */
export const dwarfSections = (spec: DwarfSpec): Record<string, Uint8Array<ArrayBuffer>> =>
  new DwarfWriter(spec).sections()

/** The input of a build with these sections. */
export function dwarfInput(spec: DwarfSpec): BuildInput {
  const sections = dwarfSections(spec)
  const text = spec.text ?? 0x100000000n
  const starts = new ByteWriter()
  let last = 0
  for (const start of spec.functionStarts ?? []) {
    starts.uleb(start - last)
    last = start
  }
  return {
    uuid: parseUuid('00000000-1111-2222-3333-444444444444')!,
    arch: 'arm64',
    name: 'Test',
    file: 'Test',
    kind: 'dsym',
    textVmaddr: linkAddress(text),
    littleEndian: spec.littleEndian ?? true,
    pointerSize: spec.addressSize ?? 8,
    code: (spec.code ?? [[0x1000, 0x100000]]).map(([start, end]) => ({
      start: imageOffset(start),
      end: imageOffset(end),
    })),
    dwarf: Object.entries(sections).map(([name, bytes]) => ({
      name,
      segment: '__DWARF',
      address: linkAddress(0),
      bytes: new Blob([bytes]),
      fileOffset: 0,
      size: bytes.length,
    })),
    symbols: spec.symbols ?? [],
    sectionIsCode: [true],
    ...(spec.functionStarts ? { functionStarts: new Blob([starts.done()]) } : {}),
  }
}

class DwarfWriter {
  readonly #spec: DwarfSpec
  readonly #info: ByteWriter
  readonly #abbrev = new ByteWriter()
  readonly #lines: ByteWriter
  readonly #ranges: ByteWriter
  readonly #offsets: ByteWriter
  readonly #addresses: ByteWriter
  readonly #strings: number[] = [0]
  readonly #rangePlaces: number[] = []
  readonly #labels = new Map<string, number>()
  readonly #fixups: { readonly at: number; readonly label: string; readonly size: number; readonly base: number }[] = []

  constructor(spec: DwarfSpec) {
    this.#spec = spec
    const littleEndian = spec.littleEndian ?? true
    this.#info = new ByteWriter(littleEndian)
    this.#lines = new ByteWriter(littleEndian)
    this.#ranges = new ByteWriter(littleEndian)
    this.#offsets = new ByteWriter(littleEndian)
    this.#addresses = new ByteWriter(littleEndian)
  }

  get #address(): number {
    return this.#spec.addressSize ?? 8
  }

  get #offset(): number {
    return this.#spec.dwarf64 ? 8 : 4
  }

  sections(): Record<string, Uint8Array<ArrayBuffer>> {
    for (const list of this.#spec.ranges ?? []) {
      this.#rangePlaces.push(this.#ranges.size)
      for (const [start, end] of list) this.#ranges.uint(this.#address, start).uint(this.#address, end)
      this.#ranges.uint(this.#address, 0).uint(this.#address, 0)
    }
    // Tables of DWARF 5 begin with a header of their own: length, version, then sizes or padding.
    this.#length(this.#offsets, 0).uint(2, 5).uint(2, 0)
    this.#length(this.#addresses, 0).uint(2, 5).uint(1, this.#address).uint(1, 0)
    for (const unit of this.#spec.units) this.#unit(unit)
    const info = this.#info.done()
    for (const { at, label, size, base } of this.#fixups) {
      const target = this.#labels.get(label)
      if (target === undefined) throw new Error(`no entry is labelled ${label}`)
      const digits = new ByteWriter(this.#spec.littleEndian ?? true).uint(size, target - base).done()
      info.set(digits, at)
    }
    return {
      debug_info: info,
      debug_abbrev: this.#abbrev.done(),
      debug_line: this.#lines.done(),
      debug_ranges: this.#ranges.done(),
      debug_str: Uint8Array.from(this.#strings),
      debug_str_offs: this.#offsets.done(),
      debug_addr: this.#addresses.done(),
    }
  }

  #length(writer: ByteWriter, value: number): ByteWriter {
    if (this.#spec.dwarf64) writer.uint(4, 0xffffffff)
    return writer.uint(this.#offset, value)
  }

  #string(text: string): number {
    const at = this.#strings.length
    this.#strings.push(...new TextEncoder().encode(text), 0)
    return at
  }

  #unit(unit: UnitSpec): void {
    const version = unit.version ?? 4
    const lines = unit.lines ? this.#lineTable(unit.lines, version === 5 ? 4 : version) : undefined
    const abbrev = this.#abbrev.size
    const start = this.#info.size
    // The body is written with its offset in the section known, so that labels are offsets of the section.
    const head = (this.#spec.dwarf64 ? 12 : 4) + 2 + this.#offset + (version >= 5 ? 2 : 1)
    const body = new ByteWriter(this.#spec.littleEndian ?? true)
    const codes: string[] = []
    const root = lines === undefined ? unit.root : withLines(unit.root, lines, version)
    this.#entry(root, body, start + head, start, codes)
    this.#abbrev.uleb(0)
    this.#length(this.#info, body.size + head - (this.#spec.dwarf64 ? 12 : 4)).uint(2, version)
    if (version >= 5) this.#info.u8(1).u8(this.#address).uint(this.#offset, abbrev)
    else this.#info.uint(this.#offset, abbrev).u8(this.#address)
    this.#info.bytes(body.done())
  }

  #entry(one: Entry, body: ByteWriter, base: number, unit: number, codes: string[]): void {
    if (one.label) this.#labels.set(one.label, base + body.size)
    body.uleb(this.#abbreviation(one, codes))
    for (const { at, form, value } of one.attributes) {
      const place = base + body.size
      if (form === FORM.refAddr || form === FORM.ref4) {
        const size = form === FORM.ref4 ? 4 : this.#offset
        if (typeof value === 'string')
          this.#fixups.push({ at: place, label: value, size, base: form === FORM.ref4 ? unit : 0 })
        body.uint(size, typeof value === 'number' || typeof value === 'bigint' ? value : 0)
      } else if (typeof value === 'object') this.#block(value, base, body)
      else this.#value(at, form, value, body)
    }
    if (!one.children) return
    for (const child of one.children) this.#entry(child, body, base, unit, codes)
    body.uleb(0)
  }

  /** A block of fewer than 128 bytes. */
  #block(parts: readonly (number | string)[], base: number, body: ByteWriter): void {
    body.uleb(parts.reduce<number>((sum, part) => sum + (typeof part === 'string' ? 4 : 1), 0))
    for (const part of parts) {
      if (typeof part === 'number') body.u8(part)
      else {
        this.#fixups.push({ at: base + body.size, label: part, size: 4, base: 0 })
        body.uint(4, 0)
      }
    }
  }

  #value(at: number, form: number, value: number | bigint | string, body: ByteWriter): void {
    if (typeof value === 'string') {
      if (form === FORM.string) body.bytes(new TextEncoder().encode(`${value}\0`))
      else if (form === FORM.strp) body.uint(this.#offset, this.#string(value))
      else {
        const header = this.#spec.dwarf64 ? 16 : 8
        body.u8((this.#offsets.size - header) / this.#offset)
        this.#offsets.uint(this.#offset, this.#string(value))
      }
      return
    }
    if (form === FORM.address) body.uint(this.#address, value)
    else if (form === FORM.addrx1) {
      const header = this.#spec.dwarf64 ? 16 : 8
      body.u8((this.#addresses.size - header) / this.#address)
      this.#addresses.uint(this.#address, value)
    } else if (form === FORM.udata) body.uleb(Number(value))
    else if (form === FORM.secOffset)
      body.uint(this.#offset, at === AT.ranges ? (this.#rangePlaces[Number(value)] ?? Number(value)) : value)
    else if (form === FORM.block || form === FORM.exprloc) body.uleb(Number(value)).bytes(new Uint8Array(Number(value)))
    else body.uint({ [FORM.data1]: 1, [FORM.data2]: 2, [FORM.data4]: 4, [FORM.data8]: 8 }[form] ?? 0, value)
  }

  #abbreviation({ tag, attributes, children }: Entry, codes: string[]): number {
    const key = JSON.stringify([tag, children !== undefined, attributes.map(({ at, form }) => [at, form])])
    const known = codes.indexOf(key)
    if (known >= 0) return known + 1
    codes.push(key)
    this.#abbrev
      .uleb(codes.length)
      .uleb(tag)
      .u8(children ? 1 : 0)
    for (const { at, form } of attributes) this.#abbrev.uleb(at).uleb(form)
    this.#abbrev.uleb(0).uleb(0)
    return codes.length
  }

  /** A line table of DWARF 2 to 4; gives its offset. */
  #lineTable({ directories, files, sequences }: NonNullable<UnitSpec['lines']>, version: number): number {
    const tables = new ByteWriter(this.#spec.littleEndian ?? true)
    tables.u8(1)
    if (version >= 4) tables.u8(1)
    tables.u8(1).u8(0xfb).u8(14).u8(13)
    for (const length of [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]) tables.u8(length)
    for (const directory of directories) tables.bytes(new TextEncoder().encode(`${directory}\0`))
    tables.u8(0)
    for (const { name, directory } of files)
      tables
        .bytes(new TextEncoder().encode(`${name}\0`))
        .uleb(directory)
        .uleb(0)
        .uleb(0)
    tables.u8(0)
    const program = new ByteWriter(this.#spec.littleEndian ?? true)
    for (const sequence of sequences) this.#sequence(sequence, program)
    const at = this.#lines.size
    this.#length(this.#lines, 2 + this.#offset + tables.size + program.size).uint(2, version)
    this.#lines.uint(this.#offset, tables.size).bytes(tables.done()).bytes(program.done())
    return at
  }

  #sequence({ rows, end }: Sequence, program: ByteWriter): void {
    const setAddress = (address: bigint): void => {
      program
        .u8(0)
        .uleb(1 + this.#address)
        .u8(2)
        .uint(this.#address, address)
    }
    let line = 1
    for (const row of rows) {
      setAddress(row.address)
      program.u8(4).uleb(row.file).u8(3)
      program.bytes(sleb(row.line - line))
      line = row.line
      program.u8(1)
    }
    setAddress(end)
    program.u8(0).uleb(1).u8(1)
  }
}

function withLines(root: Entry, lines: number, version: number): Entry {
  const form = version >= 4 ? FORM.secOffset : FORM.data4
  return { ...root, attributes: [...root.attributes, attribute(AT.lines, form, lines)] }
}

/** SLEB128 (DWARF 5, section 7.6). */
function sleb(value: number): number[] {
  const bytes: number[] = []
  for (;;) {
    const byte = value & 0x7f
    value >>= 7
    if ((value === 0 && (byte & 0x40) === 0) || (value === -1 && (byte & 0x40) !== 0)) return [...bytes, byte]
    bytes.push(byte | 0x80)
  }
}
