/**
 * DWARF sections as a tree of entries, in any version, byte order and size, so that a test states what is in them. The
 * program's own writer writes them; LLVM's and GCC's files in `tests/fixtures/` do not depend on it.
 */
import * as D from '../../src/core/dwarf/constants.ts'
import * as F from '../../src/core/dwarf/forms.ts'
import { writeLineTable, type LineTable } from '../../src/core/dwarf/writer/lines.ts'
import { DwarfSections, type DieShape, type DieValue } from '../../src/core/dwarf/writer/sections.ts'
import { imageOffset, linkAddress } from '../../src/core/model/address.ts'
import { parseUuid } from '../../src/core/model/image.ts'
import type { BuildInput, SymbolEntry } from '../../src/core/ports.ts'
import { ByteWriter } from './byte-writer.ts'

/** Tags that tests use, by short names. */
export const TAG = {
  block: D.TAG_LEXICAL_BLOCK,
  unit: D.TAG_COMPILE_UNIT,
  structure: D.TAG_STRUCTURE_TYPE,
  inlined: D.TAG_INLINED_SUBROUTINE,
  function: D.TAG_SUBPROGRAM,
  variable: D.TAG_VARIABLE,
  callSite: D.TAG_CALL_SITE,
  callParameter: D.TAG_CALL_SITE_PARAMETER,
  gnuCallSite: D.TAG_GNU_CALL_SITE,
} as const

/** Attributes that tests use, by the name of their content. */
export const AT = {
  sibling: D.AT_SIBLING,
  name: D.AT_NAME,
  lines: D.AT_STMT_LIST,
  low: D.AT_LOW_PC,
  high: D.AT_HIGH_PC,
  location: D.AT_LOCATION,
  language: D.AT_LANGUAGE,
  directory: D.AT_COMP_DIR,
  origin: D.AT_ABSTRACT_ORIGIN,
  declaration: D.AT_DECLARATION,
  specification: D.AT_SPECIFICATION,
  ranges: D.AT_RANGES,
  callColumn: D.AT_CALL_COLUMN,
  callFile: D.AT_CALL_FILE,
  callLine: D.AT_CALL_LINE,
  linkage: D.AT_LINKAGE_NAME,
  stringBase: D.AT_STR_OFFSETS_BASE,
  addressBase: D.AT_ADDR_BASE,
  callReturn: D.AT_CALL_RETURN_PC,
  /** Of the call's own instruction, which no reader needs. */
  callPc: 0x81,
  tailCall: D.AT_CALL_TAIL_CALL,
  gnuTailCall: D.AT_GNU_TAIL_CALL,
} as const

export const FORM = {
  address: F.FORM_ADDR,
  data2: F.FORM_DATA2,
  data4: F.FORM_DATA4,
  data8: F.FORM_DATA8,
  string: F.FORM_STRING,
  block: F.FORM_BLOCK,
  data1: F.FORM_DATA1,
  strp: F.FORM_STRP,
  udata: F.FORM_UDATA,
  refAddr: F.FORM_REF_ADDR,
  ref4: F.FORM_REF4,
  secOffset: F.FORM_SEC_OFFSET,
  exprloc: F.FORM_EXPRLOC,
  flagPresent: F.FORM_FLAG_PRESENT,
  strx1: F.FORM_STRX1,
  addrx1: F.FORM_ADDRX1,
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

/** Rows by their addresses; `end` is the address behind the last one. */
interface Sequence {
  readonly rows: readonly { readonly address: bigint; readonly file: number; readonly line: number }[]
  readonly end: bigint
}

export interface UnitSpec {
  readonly version?: number
  readonly root: Entry
  readonly lines?: Omit<LineTable, 'sequences'> & { readonly sequences: readonly Sequence[] }
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
export const dwarfSections = (spec: DwarfSpec): Record<string, Uint8Array<ArrayBuffer>> => sectionsOf(spec)

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

/** Offsets of labelled entries in `.debug_info`. */
type Labels = ReadonlyMap<string, number>

/** Written twice: references need the places of entries, which do not depend on them. */
function sectionsOf(spec: DwarfSpec): Record<string, Uint8Array<ArrayBuffer>> {
  const places = new Map<string, number>()
  new EntryWriter(spec, undefined).write(places)
  const { info, abbreviations, lines, ranges, strings, stringOffsets, addresses } = new EntryWriter(spec, places).write(
    new Map(),
  )
  return {
    debug_info: info.finish(),
    debug_abbrev: abbreviations.finish(),
    debug_line: lines.finish(),
    debug_ranges: ranges.finish(),
    debug_str: strings.finish(),
    debug_str_offs: stringOffsets.finish(),
    debug_addr: addresses.finish(),
  }
}

class EntryWriter {
  readonly #spec: DwarfSpec
  readonly #out: DwarfSections
  readonly #labels: Labels | undefined
  readonly #rangePlaces: readonly number[]
  #shapes = new Map<string, DieShape>()

  constructor(spec: DwarfSpec, labels: Labels | undefined) {
    this.#spec = spec
    this.#labels = labels
    this.#out = new DwarfSections({
      littleEndian: spec.littleEndian ?? true,
      addressSize: spec.addressSize ?? 8,
      offsetSize: spec.dwarf64 ? 8 : 4,
    })
    this.#rangePlaces = (spec.ranges ?? []).map((list) => this.#out.writeRanges(list))
  }

  /** Notes the places of labelled entries in `places`. */
  write(places: Map<string, number>): DwarfSections {
    for (const { version = 4, lines, root } of this.#spec.units) {
      const at = lines && writeLineTable(this.#out, Math.min(version, 4), tableOf(lines))
      this.#shapes = new Map()
      this.#out.beginUnit(version)
      this.#entry(at === undefined ? root : withLines(root, at, version), places)
      this.#out.endUnit()
    }
    return this.#out
  }

  #entry(one: Entry, places: Map<string, number>): void {
    const { info, unitStart } = this.#out
    if (one.label) places.set(one.label, info.size)
    const values = one.attributes.map((each) => this.#value(each, unitStart))
    this.#out.writeDie(this.#shapeOf(one), values)
    if (!one.children) return
    for (const child of one.children) this.#entry(child, places)
    this.#out.endChildren()
  }

  #value({ at, form, value }: Attribute, unit: number): DieValue {
    if (typeof value === 'object') return this.#block(value)
    if (typeof value === 'string') {
      if (form === FORM.refAddr) return this.#offsetOf(value)
      return form === FORM.ref4 ? this.#offsetOf(value) - (this.#labels ? unit : 0) : value
    }
    if (form === FORM.secOffset && at === AT.ranges) return this.#rangePlaces[Number(value)] ?? value
    return form === FORM.block || form === FORM.exprloc ? new Uint8Array(Number(value)) : value
  }

  #offsetOf(label: string): number {
    const offset = this.#labels ? this.#labels.get(label) : 0
    if (offset === undefined) throw new Error(`no entry is labelled ${label}`)
    return offset
  }

  #block(parts: readonly (number | string)[]): Uint8Array {
    const out = new ByteWriter(this.#spec.littleEndian ?? true)
    for (const part of parts) {
      if (typeof part === 'number') out.u8(part)
      else out.uint(4, this.#offsetOf(part))
    }
    return out.done()
  }

  /** Entries of one tag and the same attributes share a shape in their unit. */
  #shapeOf({ tag, attributes, children }: Entry): DieShape {
    const key = JSON.stringify([tag, children !== undefined, attributes.map(({ at, form }) => [at, form])])
    const known = this.#shapes.get(key)
    if (known) return known
    const pairs = attributes.map(({ at, form }) => [at, form] as const)
    const shape = { tag, hasChildren: children !== undefined, attributes: pairs }
    this.#shapes.set(key, shape)
    return shape
  }
}

function tableOf({ sequences, ...files }: NonNullable<UnitSpec['lines']>): LineTable {
  return {
    ...files,
    sequences: sequences.map(({ rows, end }) => {
      const start = rows[0]?.address ?? end
      const at = (address: bigint): number => Number(address - start)
      return { start, rows: rows.map((row) => ({ ...row, at: at(row.address) })), end: at(end) }
    }),
  }
}

function withLines(root: Entry, lines: number, version: number): Entry {
  const form = version >= 4 ? FORM.secOffset : FORM.data4
  return { ...root, attributes: [...root.attributes, attribute(AT.lines, form, lines)] }
}
