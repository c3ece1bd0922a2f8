/**
 * Go's table of functions (`__gopclntab`, `runtime/symtab.go` and `cmd/link` of Go), which a stripped Go program keeps: names, files
 * and lines of all functions. The layouts are those of Go 1.2, 1.16, 1.18 and 1.20; later versions keep the last.
 * `go-inlines.ts` adds inlined calls.
 */
import { openRange } from '../bytes/blob.ts'
import { isOverBudget, type Budget } from '../bytes/budget.ts'
import { ByteCursor } from '../bytes/cursor.ts'
import { DwarfWriter } from '../dwarf/writer/functions.ts'
import { codeRanges, isInCode } from '../macho/code.ts'
import type { MachOImage, Section } from '../macho/image.ts'
import { mapProblem } from '../messages/map-problems.ts'
import { linkAddress, offsetOfLink, type ImageOffset } from '../model/address.ts'
import { FormatError, problemFrom, type Problem } from '../model/problem.ts'
import { inlinesOf, openFunctionData, runAt, type GoFunctionData } from './go-inlines.ts'
import type { SectionRange } from '../ports.ts'

const MAGICS: Readonly<Record<number, GoLayout['version']>> = {
  0xfffffffb: 2,
  0xfffffffa: 16,
  0xfffffff0: 18,
  0xfffffff1: 20,
}
/** Bits of a pointer that hold an address where a linker packed a chain into the rest. */
const POINTER_BITS = (1n << 36n) - 1n
/** Which table of a function says the innermost call of each instruction, and which of its data is the list of calls. */
const CALL_TABLE = 2
const CALL_LIST = 3
const NO_DATA = 0xffffffff
const LONGEST_NAME = 16_384
/** Larger tables are of no program. */
const MOST_BYTES = 512 << 20

/** The table's section of an image, if it has one with bytes. */
export const goSection = ({ sections }: Pick<MachOImage, 'sections'>): Section | undefined =>
  sections.find(({ name, file }) => name === '__gopclntab' && file.size > 0)

interface GoLayout {
  readonly version: 2 | 16 | 18 | 20
  /** Bytes of the shortest instruction. */
  readonly quantum: number
  readonly pointer: 4 | 8
  readonly count: number
  /** What entries of the table of functions count from; 0 for addresses. */
  readonly base: bigint
  /** Where the parts of the table begin in it. */
  readonly names: number
  readonly units: number
  readonly files: number
  readonly steps: number
  readonly functions: number
}

/** A run of instructions with one value. */
interface Run {
  readonly end: number
  readonly value: number
}

/** The functions as DWARF. With `only`, those around these offsets. Damage ends the reading; what was read is kept. */
export async function openGoFunctions(
  image: MachOImage,
  section: Section,
  budget: Budget,
  only?: readonly ImageOffset[],
): Promise<{ readonly sections: readonly SectionRange[]; readonly problems: readonly Problem[] }> {
  const { offset, size } = section.file
  const place = { file: image.path, offset: image.fileOffset + offset }
  const writer = new DwarfWriter(image.textVmaddr)
  const problems: Problem[] = []
  try {
    if (size > MOST_BYTES) throw new FormatError(mapProblem('bad-go-table.bytes', { bytes: size }, place))
    budget.spend('loaded', size)
    const bytes = await openRange(image.blob, offset, offset + size)
    const table = new GoTable(bytes, image, place, budget)
    const data = await openFunctionData(image, section, table.layout.version, budget)
    readFunctions(table, writer, budget, data, only)
  } catch (thrown) {
    problems.push({ ...problemFrom(thrown, image.path), ...(isOverBudget(thrown) ? place : {}) })
  }
  return { sections: writer.finish(), problems }
}

function readFunctions(
  table: GoTable,
  writer: DwarfWriter,
  budget: Budget,
  data: GoFunctionData | undefined,
  only?: readonly ImageOffset[],
): void {
  const spend = (steps: number): void => budget.spend('steps', steps)
  for (let at = 0; at < table.layout.count; at++) {
    budget.spend('steps', 1)
    const range = table.rangeOf(at)
    if (!range || (only && !only.some((offset) => offset >= range.start && offset < range.end))) continue
    const size = range.end - range.start
    const described = table.describe(at, size, spend)
    budget.spend('text', described.name.length)
    if (described.name === '') continue
    let start = 0
    const lines = described.rows.map(({ end, line, file }) => {
      const row = { address: range.start + start, size: end - start, line, file }
      start = end
      return row
    })
    const { inlined } = described
    const inlines =
      data && inlined
        ? inlinesOf(data, inlined.runs, {
            start: range.start,
            list: inlined.list,
            nameAt: (offset) => table.nameAt(offset),
            placeAt: (offset) => runAt(described.rows, offset),
            spend,
          })
        : []
    writer.add({ name: described.name, address: range.start, size, inlines, lines })
  }
}

class GoTable {
  readonly layout: GoLayout
  readonly #bytes: Uint8Array
  readonly #image: MachOImage
  readonly #file: string
  readonly #offset: number
  readonly #texts = new Map<number, string>()
  readonly #code: ReturnType<typeof codeRanges>

  readonly #budget: Budget

  constructor(
    bytes: Uint8Array,
    image: MachOImage,
    place: { readonly file: string; readonly offset: number },
    budget: Budget,
  ) {
    this.#budget = budget
    this.#bytes = bytes
    this.#image = image
    this.#file = place.file
    this.#offset = place.offset
    this.#code = codeRanges(image)
    const layout = this.#readLayout()
    if (!layout) throw new FormatError(mapProblem('bad-go-table', {}, place))
    this.layout = layout
  }

  #cursor(at: number): ByteCursor {
    const { littleEndian } = this.#image
    return new ByteCursor(this.#bytes, { file: this.#file, fileOffset: this.#offset, littleEndian, at })
  }

  #readLayout(): GoLayout | undefined {
    const head = this.#cursor(0)
    const version = MAGICS[head.readU32()]
    if (head.readU16() !== 0 || version === undefined) return undefined
    const [quantum, pointer] = [head.readU8(), head.readU8()]
    if (![1, 2, 4].includes(quantum) || (pointer !== 4 && pointer !== 8)) return undefined
    const word = (): number => Number(head.readPointer(pointer))
    const claimed = word()
    const shared = { version, quantum, pointer } as const
    // An entry takes eight bytes at least.
    const count = Math.min(claimed, Math.floor(this.#bytes.length / 8))
    if (version === 2)
      return { ...shared, count, base: 0n, names: 0, units: 0, files: 0, steps: 0, functions: 8 + pointer }
    word() // the number of files
    const base = version >= 18 ? this.#textStart(head.readPointer(pointer)) : 0n
    const [names, units, files, steps, functions] = [word(), word(), word(), word(), word()]
    if (functions >= this.#bytes.length) return undefined
    return { ...shared, count, base, names, units, files, steps, functions }
  }

  /** Where the code of Go begins. The file may hold a pointer of a chain, or none: then it is the start of `__text`. */
  #textStart(raw: bigint): bigint {
    const { textVmaddr, sections } = this.#image
    const packed = raw & POINTER_BITS
    const found = [raw, packed, textVmaddr + packed].find((address) => this.#offsetOf(address) !== undefined)
    return found ?? sections.find(({ name, isCode }) => isCode && name === '__text')?.address ?? textVmaddr
  }

  /** The offset of an address in code. */
  #offsetOf(address: bigint): number | undefined {
    const offset = offsetOfLink(linkAddress(address), this.#image.textVmaddr)
    return offset !== undefined && isInCode(this.#code, offset) ? offset : undefined
  }

  #entry(at: number): { readonly address: bigint; readonly place: ByteCursor } {
    const { version, pointer, functions, base } = this.layout
    const size = version >= 18 ? 4 : pointer
    const place = this.#cursor(functions + at * 2 * size)
    return { address: base + (size === 4 ? BigInt(place.readU32()) : place.readU64()), place }
  }

  /** Offsets in the image; undefined for a function outside of its code. The end may lie right behind the code. */
  rangeOf(at: number): { readonly start: number; readonly end: number } | undefined {
    const [start, end] = [this.#entry(at).address, this.#entry(at + 1).address]
    const offset = this.#offsetOf(start)
    return offset === undefined || end <= start || this.#offsetOf(end - 1n) === undefined
      ? undefined
      : { start: offset, end: offset + Number(end - start) }
  }

  /** A function's name, and its lines as runs that end so many bytes behind its start. */
  describe(
    at: number,
    size: number,
    spend: (steps: number) => void,
  ): {
    readonly name: string
    readonly rows: readonly { readonly end: number; readonly line: number; readonly file: string }[]
    /** The innermost call of each instruction, and where the function's list of calls begins in the data of functions. */
    readonly inlined?: { readonly runs: readonly Run[]; readonly list: number }
  } {
    const { version, pointer, functions, names } = this.layout
    const { place } = this.#entry(at)
    const wide = version >= 18 ? 4 : pointer
    const from = version === 2 ? 0 : functions
    const record = this.#cursor(from + (wide === 4 ? place.readU32() : Number(place.readU64())) + wide)
    const name = this.#textAt(names + record.readI32())
    record.skip(12) // arguments, deferred return, stack
    const [fileSteps, lineSteps] = [record.readU32(), record.readU32()]
    const tables = record.readU32()
    const unit = version === 2 ? 0 : record.readU32()
    const files = this.#runs(fileSteps, size, spend)
    const lines = this.#runs(lineSteps, size, spend)
    const rows: { end: number; line: number; file: string }[] = []
    let [file, line] = [0, 0]
    while (file < files.length && line < lines.length) {
      const [inFile, inLine] = [files[file], lines[line]]
      if (!inFile || !inLine) break
      spend(1)
      const end = Math.min(inFile.end, inLine.end)
      rows.push({ end, line: Math.max(0, inLine.value), file: this.#fileOf(inFile.value, unit) })
      if (inFile.end === end) file++
      if (inLine.end === end) line++
    }
    const inlined = version >= 18 ? this.#inlined(record, tables, size, spend) : undefined
    return { name, rows, ...(inlined && { inlined }) }
  }

  /** Behind a function's record lie the offsets of its tables of steps, then those of its data. */
  #inlined(
    record: ByteCursor,
    tables: number,
    size: number,
    spend: (steps: number) => void,
  ): { readonly runs: readonly Run[]; readonly list: number } | undefined {
    if (tables <= CALL_TABLE) return undefined
    record.skip(this.layout.version >= 20 ? 7 : 3)
    if (record.readU8() <= CALL_LIST) return undefined
    record.skip(CALL_TABLE * 4)
    const steps = record.readU32()
    record.skip((tables - CALL_TABLE - 1 + CALL_LIST) * 4)
    const list = record.readU32()
    return steps === 0 || list === NO_DATA ? undefined : { runs: this.#runs(steps, size, spend), list }
  }

  /** A name by its offset among the names. */
  nameAt(offset: number): string {
    return offset < 0 ? '' : this.#textAt(this.layout.names + offset)
  }

  #fileOf(number: number, unit: number): string {
    const { version, files, units, count, pointer, functions } = this.layout
    if (number < 0) return ''
    if (version === 2) {
      const table = this.#cursor(functions + count * 2 * pointer + pointer).readU32()
      return this.#textAt(this.#cursor(table + 4 * number).readU32())
    }
    const place = this.#cursor(units + 4 * (unit + number)).readU32()
    return place === 0xffffffff ? '' : this.#textAt(files + place)
  }

  #textAt(at: number): string {
    const known = this.#texts.get(at)
    if (known !== undefined) return known
    const start = Math.max(0, Math.min(at, this.#bytes.length))
    const bytes = this.#bytes.subarray(start, start + LONGEST_NAME)
    const text = new ByteCursor(bytes, { file: this.#file }).readCString()
    // Texts that begin at every byte of one long one are each a copy.
    this.#budget.spend('text', text.length)
    this.#texts.set(at, text)
    return text
  }

  /** Values along a function: pairs of steps of the value (from -1) and of the address; a value without a step ends them. */
  #runs(at: number, size: number, spend: (steps: number) => void): readonly Run[] {
    if (at === 0) return []
    const { steps, quantum } = this.layout
    const cursor = this.#cursor(steps + at)
    const runs: Run[] = []
    for (let [value, end] = [-1, 0]; end < size;) {
      spend(1)
      const step = cursor.readUleb()
      if (step === 0 && runs.length > 0) break
      value += step % 2 === 1 ? -(Math.floor(step / 2) + 1) : step / 2
      end = Math.min(size, end + cursor.readUleb() * quantum)
      runs.push({ end, value })
    }
    return runs
  }
}
