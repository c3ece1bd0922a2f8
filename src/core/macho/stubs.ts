/**
 * Names of stubs, the short jumps through which code calls imported functions. `__stubs` and `__auth_stubs` get their
 * names from the indirect symbol table, `__objc_stubs` from the selector that their code loads.
 */
import { openRange } from '../bytes/blob.ts'
import { isOverBudget, type Budget } from '../bytes/budget.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import { imageOffset, offsetOfLink, type ImageOffset } from '../model/address.ts'
import { FormatError } from '../model/problem.ts'
import { archFamily, type ArchFamily } from '../model/architecture.ts'
import type { FileRange, MachOImage, Section } from './image.ts'
import { openImageMemory, type ImageMemory } from './image-memory.ts'
import { MAX_OBJC_BYTES, MAX_OBJC_PASSES, MAX_STUBS, MAX_STUB_TABLE_BYTES } from './limits.ts'
import { isMetadata } from './objc.ts'
import { frameNames } from '../messages/names.ts'

export interface Stub {
  /** `stub for CFRelease`; a selector stub has the linker's name, `objc_msgSend$count`. */
  readonly name: string
  readonly offset: ImageOffset
  readonly kind: 'import' | 'selector'
}

/** All stubs with known names; none if the tables are missing or damaged. */
export async function openStubs(image: MachOImage, budget: Budget): Promise<readonly Stub[]> {
  return [...(await openImports(image, budget)), ...(await openSelectors(image, budget))]
}

/** A stub of an indirect symbol: its offset and the number of the symbol. */
interface Indirect {
  readonly offset: ImageOffset
  readonly symbol: number
}

async function openImports(image: MachOImage, budget: Budget): Promise<readonly Stub[]> {
  const tables = image.sections.flatMap(({ stubs, ...section }) => (stubs ? [{ section, ...stubs }] : []))
  const named = await openIndirectNames(image, tables, budget)
  return named.map(({ name, offset }) => ({
    name: frameNames.stub({ symbol: name.replace(/^_/, '') }),
    offset,
    kind: 'import',
  }))
}

/** A section whose entries are indirect symbols. */
export interface IndirectTable {
  readonly section: Pick<Section, 'address' | 'size'>
  /** Position of its first entry in the table of indirect symbols. */
  readonly first: number
  /** Of an entry. */
  readonly bytes: number
}

/** Where the entries of tables lie and the names of their symbols, as the symbol table has them; none where tables are damaged. */
export async function openIndirectNames(
  image: MachOImage,
  tables: readonly IndirectTable[],
  budget: Budget,
): Promise<readonly { readonly name: string; readonly offset: ImageOffset }[]> {
  const { symtab, indirectSymbols, littleEndian } = image
  if (!symtab || !indirectSymbols || tables.length === 0) return []
  const table = await openTable(image, indirectSymbols)
  const found = tables.flatMap((one) => indirectOf(one, image, table))
  // INDIRECT_SYMBOL_LOCAL and INDIRECT_SYMBOL_ABS, the two highest bits, mark stubs without a symbol.
  const named = found.filter(({ symbol }) => symbol < symtab.count)
  const entryBytes = image.pointerSize === 8 ? 16 : 12
  const symbols = spanOf(named.map(({ symbol }) => symbol))
  if (named.length === 0 || (symbols.end - symbols.start) * entryBytes > MAX_STUB_TABLE_BYTES) return []
  const entries = await openTable(image, {
    offset: symtab.offset + symbols.start * entryBytes,
    size: (symbols.end - symbols.start) * entryBytes,
  })
  const textOf = (symbol: number): number => {
    const at = (symbol - symbols.start) * entryBytes
    return at + 4 <= entries.byteLength ? entries.getUint32(at, littleEndian) : 0
  }
  const texts = named.map(({ symbol }) => textOf(symbol)).filter((at) => at < symtab.strings.size)
  const place = spanOf(texts)
  // The end of the last name is unknown.
  const size = Math.min(symtab.strings.size - place.start, place.end - place.start + LONGEST_NAME)
  if (size > MAX_STUB_TABLE_BYTES) return []
  const strings = await openTable(image, { offset: symtab.strings.offset + place.start, size })
  return named.flatMap(({ offset, symbol }) => {
    const name = nameAt(strings, textOf(symbol) - place.start)
    budget.spend('text', name.length)
    return name === '' ? [] : [{ name, offset }]
  })
}

/** Limit for the name of a stub. */
const LONGEST_NAME = 65_536

async function openTable(image: MachOImage, { offset, size }: FileRange): Promise<DataView> {
  const bytes = await openRange(image.blob, offset, offset + size)
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function indirectOf({ section, first, bytes }: IndirectTable, image: MachOImage, table: DataView): readonly Indirect[] {
  const start = offsetOfLink(section.address, image.textVmaddr)
  if (start === undefined) return []
  const count = Math.min(MAX_STUBS, Math.floor(section.size / bytes), Math.floor(table.byteLength / 4) - first)
  return Array.from({ length: Math.max(0, count) }, (_, at) => ({
    offset: imageOffset(start + at * bytes),
    symbol: table.getUint32((first + at) * 4, image.littleEndian),
  }))
}

/** The smallest range of integers that contains some values. */
function spanOf(numbers: readonly number[]): { readonly start: number; readonly end: number } {
  let [start, end] = [Infinity, 0]
  for (const number of numbers) {
    if (number < start) start = number
    if (number >= end) end = number + 1
  }
  return { start: Math.min(start, end), end }
}

function nameAt(strings: DataView, at: number): string {
  if (at < 0 || at >= strings.byteLength) return ''
  const bytes = new Uint8Array(strings.buffer, strings.byteOffset + at, Math.min(LONGEST_NAME, strings.byteLength - at))
  const end = bytes.indexOf(0)
  return end < 0 ? '' : decodeUtf8(bytes.subarray(0, end))
}

async function openSelectors(image: MachOImage, budget: Budget): Promise<readonly Stub[]> {
  const section = image.sections.find(({ name }) => name === '__objc_stubs')
  const start = section && offsetOfLink(section.address, image.textVmaddr)
  const read = readers[archFamily(image.arch)]
  if (!section?.file.size || start === undefined || !read || image.encrypted) return []
  const metadata = image.sections.filter(isMetadata).reduce((sum, { file }) => sum + file.size, 0)
  if (metadata > MAX_OBJC_BYTES) return []
  let stubs: Stub[] = []
  try {
    const code = await openTable(image, section.file)
    const memory = await openImageMemory(image, isMetadata, budget)
    for (let passes = MAX_OBJC_PASSES; passes > 0; passes--) {
      stubs = selectorsOf(code, read, memory, start, Number(section.address % 4096n))
      if (!image.shared || !(await memory.loadMissed())) break
    }
  } catch (thrown) {
    if (!(thrown instanceof FormatError)) throw thrown
  }
  return stubs
}

/** `inPage`: distance of the section from the start of its page. */
function selectorsOf(code: DataView, read: StubCode, memory: ImageMemory, start: number, inPage: number): Stub[] {
  const stubs: Stub[] = []
  for (let at = 0; at + read.bytes <= code.byteLength && stubs.length < MAX_STUBS;) {
    const offset = imageOffset(start + at)
    const reference = read.reference(code, at, inPage + at, offset)
    const selector = reference === undefined ? undefined : selectorAt(memory, reference)
    if (selector !== undefined) stubs.push({ name: `objc_msgSend$${selector}`, offset, kind: 'selector' })
    at += selector === undefined ? read.step : read.bytes
  }
  return stubs
}

function selectorAt(memory: ImageMemory, reference: ImageOffset): string | undefined {
  try {
    const text = memory.readOffset(memory.cursorAt(reference))
    return text === undefined ? undefined : memory.textAt(text)
  } catch (thrown) {
    if (!(thrown instanceof FormatError) || isOverBudget(thrown)) throw thrown
    return undefined
  }
}

/** Stubs of a processor: size, alignment, and position of the selector reference. */
interface StubCode {
  readonly bytes: number
  readonly step: number
  /** `inPage`: distance of the stub from the start of its page of 4096 bytes, or of an earlier one. */
  reference(code: DataView, at: number, inPage: number, offset: ImageOffset): ImageOffset | undefined
}

/** `adrp x1, page` and `ldr x1, [x1, #offset]`, in a word of 8 bytes or, for arm64_32, of 4. */
function arm64Reference(code: DataView, at: number, inPage: number, offset: ImageOffset): ImageOffset | undefined {
  const adrp = code.getUint32(at, true)
  const load = code.getUint32(at + 4, true)
  const wide = (load & 0xffc003ff) >>> 0 === 0xf9400021
  if ((adrp & 0x9f00001f) >>> 0 !== 0x90000001 || !(wide || (load & 0xffc003ff) >>> 0 === 0xb9400021)) return undefined
  const pages = ((((adrp >>> 5) & 0x7ffff) << 13) >> 11) | ((adrp >>> 29) & 3)
  return imageOffset(offset - (inPage % 4096) + pages * 4096 + ((load >>> 10) & 0xfff) * (wide ? 8 : 4))
}

/** `movq distance(%rip), %rsi` */
function x86Reference(code: DataView, at: number, _: number, offset: ImageOffset): ImageOffset | undefined {
  const isLoad = code.getUint8(at) === 0x48 && code.getUint8(at + 1) === 0x8b && code.getUint8(at + 2) === 0x35
  return isLoad ? imageOffset(offset + 7 + code.getInt32(at + 3, true)) : undefined
}

const arm64Stubs: StubCode = { bytes: 12, step: 4, reference: arm64Reference }
const readers: Partial<Record<ArchFamily, StubCode>> = {
  arm64: arm64Stubs,
  arm64_32: arm64Stubs,
  x86_64: { bytes: 13, step: 1, reference: x86Reference },
}
