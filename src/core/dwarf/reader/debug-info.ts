/**
 * Debug information of one image, read on demand. `.debug_aranges` or the ranges of all units lead from an address to
 * its unit; references lead to further units. DWARF 5, sections 6.1.2, 7.5 and 7.26.
 */
import { ByteCursor, decodeUtf8 } from '../../bytes/cursor.ts'
import * as D from '../constants.ts'
import * as F from '../forms.ts'
import { readUnitHeader, type UnitHeader } from './unit-header.ts'
import { valueAtMost } from '../../bytes/binary-search.ts'
import { problem } from '../../messages/problems.ts'
import { FormatError } from '../../model/problem.ts'
import type { BuildInput, SectionRange } from '../../ports.ts'
import { readAbbreviations, type Abbreviations } from './abbreviations.ts'
import { Aranges } from './aranges.ts'
import { PagedBytes } from '../../bytes/paged.ts'
import { readLeb } from './skip.ts'
import { UnitPlaces } from './unit-places.ts'
import { numberOf, ORIGINS, Unit, type Die } from './unit.ts'
import type { AttributeValue } from './value.ts'

/** Units of link-time optimisation have a hundred million bytes. */
const LARGEST_UNIT = 1 << 29
const MOST_UNITS = 500_000
const LONGEST_STRING = 1 << 16
/** A unit's header and root DIE mostly fit in so many bytes. */
const ROOT_BYTES = 1 << 12
/** Root DIEs of compilers that write texts in place, with all their flags. */
const LARGEST_ROOT = 1 << 16
/** Of one unit after the other, much is read at once and little kept: reads cost a browser more than bytes. */
const HEAD_PAGE = 1 << 22
const HEAD_PAGES = 2
/** Most references followed from a DIE to the DIE with the attribute. */
const MOST_ORIGINS = 16

interface Section extends Pick<SectionRange, 'fileOffset'> {
  readonly bytes: PagedBytes
}

export type Image = Pick<BuildInput, 'file' | 'littleEndian' | 'dwarf' | 'arch' | 'pointerSize' | 'textVmaddr'>

export class DebugInfo {
  readonly image: Image
  readonly #sections = new Map<string, Section>()
  readonly #units = new Map<number, Unit>()
  readonly #tables = new Map<string, Abbreviations>()
  #aranges: Aranges | undefined
  #places: UnitPlaces | undefined
  /** `.debug_info` for passes from unit to unit. */
  #heads: PagedBytes | undefined
  /** Headers met so far, by their start. */
  readonly #headers = new Map<number, UnitHeader>()

  constructor(image: Image) {
    this.image = image
    for (const { name, bytes, fileOffset } of image.dwarf) {
      // Names of sections have 16 bytes at most, including two underscores.
      if (!this.#sections.has(name)) this.#sections.set(name, { bytes: new PagedBytes(bytes), fileOffset })
    }
  }

  get hasUnits(): boolean {
    return this.#sections.has('debug_info')
  }

  /** A section by the first 14 letters of its name. */
  section(name: string): Section | undefined {
    return this.#sections.get(name.slice(0, 14))
  }

  /** A cursor over a piece of a section; empty where there is none. */
  cursor(name: string, start: number, length: number): ByteCursor {
    const section = this.section(name)
    const { file, littleEndian } = this.image
    const fileOffset = (section?.fileOffset ?? 0) + start
    return new ByteCursor(section?.bytes.read(start, length) ?? new Uint8Array(), { file, littleEndian, fileOffset })
  }

  /** The unit whose code is at an address. */
  unitAt(address: bigint): Unit | undefined {
    const listed = this.#listed()?.unitAt(address)
    const unit = listed === undefined ? undefined : this.#open(listed)
    if (unit) return unit
    this.#places ??= new UnitPlaces(this)
    const found = this.#places.unitAt(address)
    return found === undefined ? undefined : this.#open(found)
  }

  /** The DIE at an offset of `.debug_info`; undefined where there can be none. */
  dieAt(offset: number): Die | undefined {
    const unit = this.#unitAround(offset)
    return unit?.holds(offset) ? unit.die(offset) : undefined
  }

  /** The DIE that an attribute refers to. */
  referred(die: Die, attribute: number): Die | undefined {
    const value = die.attributes.get(attribute)
    if (!value || value.bytes || value.number > BigInt(Number.MAX_SAFE_INTEGER)) return undefined
    const number = Number(value.number)
    if (F.isUnitReference(value.form)) {
      const at = die.unit.start + number
      return die.unit.holds(at) ? die.unit.die(at) : undefined
    }
    return value.form === F.FORM_REF_ADDR ? this.dieAt(number) : undefined
  }

  /** The DIE itself or the one that it is made of or completes, whichever has the attribute. */
  whoHas(die: Die, attribute: number): Die | undefined {
    let at: Die | undefined = die
    for (let steps = 0; at && steps < MOST_ORIGINS; steps++) {
      if (at.attributes.has(attribute)) return at
      const from: Die = at
      const origin = ORIGINS.find((one) => from.attributes.has(one))
      at = origin === undefined ? undefined : this.referred(from, origin)
    }
    return undefined
  }

  /** A text of a DIE, or of the one that it is made of. */
  text(die: Die, attribute: number): string | undefined {
    const holder = this.whoHas(die, attribute)
    const value = holder?.attributes.get(attribute)
    return holder && value && this.#text(holder.unit, value)
  }

  #text({ header, bases }: Unit, { form, number, bytes }: AttributeValue): string | undefined {
    if (form === F.FORM_STRING) return bytes && decodeUtf8(bytes)
    const offset = Number(number)
    if (form === F.FORM_STRP) return this.string('debug_str', offset)
    if (form === F.FORM_LINE_STRP) return this.string('debug_line_str', offset)
    if (!F.isIndexedString(form)) return undefined
    const at = bases.strings + offset * header.offsetSize
    const entry = this.cursor('debug_str_offsets', at, header.offsetSize)
    return entry.remaining < header.offsetSize
      ? undefined
      : this.string('debug_str', Number(entry.readUnsigned(header.offsetSize)))
  }

  /** The text at an offset of a section; cut where it is longer than `longest` bytes, which is 256 times a power of 16. */
  string(section: string, offset: number, longest = LONGEST_STRING): string | undefined {
    // eslint-disable-next-line unslide/bounded-loops -- callers give a constant
    for (let length = 256; length <= longest; length *= 16) {
      const cursor = this.cursor(section, offset, length)
      if (cursor.done) return undefined
      if (cursor.bytes.includes(0) || length === longest || cursor.remaining < length) return cursor.readCString()
    }
    return undefined
  }

  /** An address of a DIE. */
  address(die: Die, attribute: number): bigint | undefined {
    const value = die.attributes.get(attribute)
    if (!value || value.bytes) return undefined
    if (value.form === F.FORM_ADDR) return value.number
    return F.isIndexedAddress(value.form) ? this.indexedAddress(die.unit, value.number) : undefined
  }

  /** An address of `.debug_addr`. */
  indexedAddress({ header, bases }: Unit, index: bigint): bigint | undefined {
    const at = bases.addresses + Number(index) * header.addressSize
    const cursor = this.cursor('debug_addr', at, header.addressSize)
    return cursor.remaining < header.addressSize ? undefined : cursor.readUnsigned(header.addressSize)
  }

  /** The unit that holds an offset. Aranges give the starts of most units; the headers lead on from there. */
  #unitAround(offset: number): Unit | undefined {
    for (const unit of this.#units.values()) if (offset >= unit.start && offset < unit.end) return unit
    let start: number | undefined = valueAtMost(this.#listed()?.units ?? this.#places?.units ?? [], offset) ?? 0
    for (let steps = 0; start !== undefined && start <= offset && steps < MOST_UNITS; steps++) {
      const header = this.#header(start)
      if (!header) return undefined
      if (offset < header.end) return this.#open(start)
      start = header.end
    }
    return undefined
  }

  #listed(): Aranges | undefined {
    const section = this.section('debug_aranges')
    return section && (this.#aranges ??= new Aranges(this, section.bytes.size))
  }

  /** The header at an offset; undefined after the last unit and where it is damaged. */
  #header(start: number): UnitHeader | undefined {
    const known = this.#headers.get(start)
    if (known) return known
    const cursor = this.cursor('debug_info', start, 40)
    if (cursor.done) return undefined
    const header = readUnitHeader(cursor, start)
    if (header.end <= header.rootOffset) return undefined
    this.#headers.set(start, header)
    return header
  }

  #open(start: number): Unit | undefined {
    const known = this.#units.get(start)
    if (known) return known
    const info = this.section('debug_info')
    const header = this.#header(start)
    if (!info || !header) return undefined
    if (header.end - start > LARGEST_UNIT) throw new FormatError(problem('too-large', {}))
    const unit = this.#unit(start, header, info.bytes.read(start, header.end - start), this.#abbreviations(header))
    if (unit) this.#units.set(start, unit)
    return unit
  }

  /**
   * The root DIE of the unit at an offset and the offset of the next unit; undefined after the last unit. Reads little
   * more of the unit: meant for all units in order.
   */
  rootAt(start: number): { readonly root: Die | undefined; readonly end: number } | undefined {
    const heads = (this.#heads ??= this.#openHeads())
    const { file, littleEndian } = this.image
    const section = this.section('debug_info')
    const bytes = heads?.read(start, ROOT_BYTES)
    if (!section || !heads || !bytes || bytes.length === 0) return undefined
    const place = { file, littleEndian, fileOffset: section.fileOffset + start }
    const header = readUnitHeader(new ByteCursor(bytes, place), start)
    if (header.end <= header.rootOffset) return undefined
    try {
      return { root: this.#rootIn(heads, start, header), end: header.end }
    } catch (thrown) {
      // A damaged root hides no other unit.
      if (thrown instanceof FormatError) return { root: undefined, end: header.end }
      throw thrown
    }
  }

  /** The root DIE of a unit whose header is known; undefined where it has none. Damage is a `FormatError`. */
  rootOf(start: number, header: UnitHeader): Die | undefined {
    const section = this.section('debug_info')
    return section && this.#rootIn(section.bytes, start, header)
  }

  #rootIn(info: PagedBytes, start: number, header: UnitHeader): Die | undefined {
    const size = header.end - start
    try {
      return this.#rootWithin(info, start, header, Math.min(ROOT_BYTES, size))
    } catch (thrown) {
      if (!(thrown instanceof FormatError) || size <= ROOT_BYTES) throw thrown
      return this.#rootWithin(info, start, header, Math.min(LARGEST_ROOT, size))
    }
  }

  #rootWithin(info: PagedBytes, start: number, header: UnitHeader, size: number): Die | undefined {
    // A copy: pages are dropped, roots are kept.
    const head = info.read(start, size).slice()
    const code = readLeb(head, header.rootOffset - start)
    return this.#unit(start, header, head, this.#readAbbreviations(header, code))?.die(header.rootOffset)
  }

  #openHeads(): PagedBytes | undefined {
    const blob = this.image.dwarf.find(({ name }) => name === 'debug_info')?.bytes
    return blob && new PagedBytes(blob, HEAD_PAGE, HEAD_PAGES)
  }

  /** A unit whose bytes are there at least up to the end of its root DIE; undefined where it has none. */
  #unit(start: number, header: UnitHeader, bytes: Uint8Array, table: Abbreviations): Unit | undefined {
    const { file, littleEndian } = this.image
    const fileOffset = this.section('debug_info')?.fileOffset ?? 0
    const unit = new Unit(start, header, bytes, table, { file, littleEndian, fileOffset })
    const root = unit.die(header.rootOffset)
    if (!root) return undefined
    const behindHeader = header.offsetSize * 2
    const base = (attribute: number, otherwise: number): number => numberOf(root, attribute) ?? otherwise
    const old = header.version < 5 ? 0 : behindHeader
    unit.language = base(D.AT_LANGUAGE, 0)
    unit.bases = {
      strings: base(D.AT_STR_OFFSETS_BASE, old),
      addresses: base(D.AT_ADDR_BASE, base(D.AT_GNU_ADDR_BASE, old)),
      // Behind a header of 12 bytes in 32-bit DWARF, of 20 in 64-bit DWARF.
      ranges: base(D.AT_RNGLISTS_BASE, header.offsetSize * 2 + 4),
      locations: base(D.AT_LOCLISTS_BASE, header.offsetSize * 2 + 4),
      lowPc: 0n,
    }
    unit.bases = { ...unit.bases, lowPc: this.address(root, D.AT_LOW_PC) ?? 0n }
    return unit
  }

  #abbreviations(header: UnitHeader): Abbreviations {
    const key = `${header.abbreviations} ${header.version} ${header.addressSize} ${header.offsetSize}`
    const known = this.#tables.get(key)
    if (known) return known
    const table = this.#readAbbreviations(header)
    this.#tables.set(key, table)
    return table
  }

  #readAbbreviations(header: UnitHeader, upTo?: number): Abbreviations {
    const section = this.section('debug_abbrev')
    if (!section) throw new FormatError(problem('bad-abbreviation.root', {}, { file: this.image.file }))
    const { fileOffset, bytes } = section
    return readAbbreviations(bytes, header, { file: this.image.file, fileOffset }, upTo)
  }
}
