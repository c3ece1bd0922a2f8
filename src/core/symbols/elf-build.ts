/** Describes an ELF file to the builder: debug sections as ranges, compressed ones inflated, and the symbol table. */
import { openRange } from '../bytes/blob.ts'
import { Budget } from '../bytes/budget.ts'
import { ByteCursor, decodeUtf8 } from '../bytes/cursor.ts'
import { mapProblem } from '../messages/map-problems.ts'
import { problem } from '../messages/problems.ts'
import { imageOffset, linkAddress, offsetOfLink, type LinkAddress } from '../model/address.ts'
import { problemFrom, success, type Outcome, type Problem } from '../model/problem.ts'
import type { BuildInput, InputFile, SectionRange, SymbolEntry } from '../ports.ts'
import { COMPRESSED, SECTION, type ElfLayout, type ElfSection } from './elf-layout.ts'
import { inflateSection } from '../bytes/inflate-section.ts'
import type { DebugImage } from './source.ts'

/** An index numbers offsets by 32 bits. */
const MOST_CODE = 0xfffffffe
const ZLIB = 1
/** `ZLIB` and the inflated size as a big-endian number: GNU's old form, in sections named `.zdebug_`. */
const OLD_HEADER_BYTES = 12
/** Types of symbols that may name code; Dart's snapshots are objects. */
const NAMES_CODE: ReadonlySet<number> = new Set([0, 1, 2, 10])
const FUNCTION = 2
/** Marks of Arm's compilers for the kind of bytes that follow, no names. */
const MAPPING = /^\$[adtx](?:\.|$)/
const LONGEST_NAME = 65_536

export async function prepareElf(
  file: InputFile,
  layout: ElfLayout,
  facts: Pick<DebugImage, 'uuid' | 'arch' | 'name' | 'kind' | 'textVmaddr'>,
): Promise<Outcome<BuildInput>> {
  const budget = new Budget(file.blob.size)
  const problems: Problem[] = []
  const dwarf: SectionRange[] = []
  const known = new Set<string>()
  const repeated = new Set<string>()
  for (const section of layout.sections) {
    if (section.size === 0 || !/^\.z?debug_/.test(section.name)) continue
    // A linker writes one of each. A damaged table may name the same bytes thousands of times.
    if (known.has(section.name)) {
      repeated.add(section.name)
      continue
    }
    known.add(section.name)
    const range = await openDebugSection(file, layout, section, budget)
    if ('problem' in range) problems.push(range.problem)
    else dwarf.push(range)
  }
  for (const section of repeated) problems.push(mapProblem('bad-elf.repeated', { section }, { file: file.path }))
  const { textVmaddr } = facts
  const code = codeOf(layout, textVmaddr)
  const symbols = await openSymbols(file, layout, code, textVmaddr, budget).catch((thrown: unknown): SymbolEntry[] => {
    problems.push(problemFrom(thrown, file.path))
    return []
  })
  const last = symbols.at(-1)
  const input: BuildInput = {
    uuid: facts.uuid,
    arch: facts.arch,
    name: facts.name,
    kind: facts.kind,
    file: file.path,
    textVmaddr,
    littleEndian: true,
    pointerSize: layout.pointerSize,
    code: code.length > 0 || !last ? code : [{ start: imageOffset(0), end: imageOffset(last.offset + 1) }],
    dwarf,
    symbols,
    sectionIsCode: [],
  }
  return success(input, problems)
}

async function openDebugSection(
  { path, blob }: InputFile,
  { pointerSize }: ElfLayout,
  { name, flags, address, offset, size }: ElfSection,
  budget: Budget,
): Promise<SectionRange | { readonly problem: Problem }> {
  const place = { file: path, offset }
  const bytes = blob.slice(offset, offset + size)
  const found = (content: Blob): SectionRange => ({
    name: name.replace(/^\.z?/, ''),
    segment: '',
    address: linkAddress(address),
    bytes: content,
    fileOffset: offset,
    size: content.size,
  })
  const isOld = name.startsWith('.z')
  if (!isOld && (flags & COMPRESSED) === 0) return found(bytes)
  const head = new ByteCursor(await openRange(bytes, 0, 24), { file: path, fileOffset: offset, littleEndian: !isOld })
  try {
    const kind = head.readU32()
    if (isOld ? decodeUtf8(head.bytes.subarray(0, 4)) !== 'ZLIB' : kind !== ZLIB)
      return { problem: mapProblem('bad-elf.compression', { section: name, kind: isOld ? 0 : kind }, place) }
    if (!isOld && pointerSize === 8) head.skip(4)
    const inflated = isOld ? Number(head.readU64()) : Number(head.readPointer(pointerSize))
    if (!isOld) head.skip(pointerSize)
    const content = await inflateSection(bytes.slice(isOld ? OLD_HEADER_BYTES : head.at), inflated, budget)
    return content ? found(content) : { problem: problem('bad-compressed-section', { section: name }, place) }
  } catch (thrown) {
    return { problem: { ...problemFrom(thrown, path), ...place } }
  }
}

/** Segments that are executed; a debug file keeps their places, though not their bytes. */
function codeOf({ segments }: ElfLayout, base: LinkAddress): BuildInput['code'] {
  return segments.flatMap(({ isCode, address, size }) => {
    const start = offsetOfLink(linkAddress(address), base)
    if (!isCode || start === undefined || start >= MOST_CODE || size === 0n) return []
    return [{ start, end: imageOffset(Math.min(MOST_CODE, start + Number(size))) }]
  })
}

/** Names of code, ascending. Those of the table of exports count where there is no other. */
async function openSymbols(
  { path, blob }: InputFile,
  { arch, pointerSize, sections }: ElfLayout,
  code: BuildInput['code'],
  base: LinkAddress,
  budget: Budget,
): Promise<SymbolEntry[]> {
  const tables = [SECTION.symbols, SECTION.dynamicSymbols].flatMap(
    (type) => sections.find((section) => section.type === type && section.size > 0) ?? [],
  )
  const symbols = new Map<string, SymbolEntry>()
  for (const table of tables) {
    const strings = sections[table.link]
    if (!strings || strings.type !== SECTION.strings) continue
    budget.spend('loaded', table.size + strings.size)
    const names = await openRange(blob, strings.offset, strings.offset + strings.size)
    const bytes = await openRange(blob, table.offset, table.offset + table.size)
    const rows = new ByteCursor(bytes, { file: path, fileOffset: table.offset })
    for (const rowBytes = pointerSize === 8 ? 24 : 16; rows.remaining >= rowBytes;) {
      budget.spend('steps', 1)
      const { nameAt, value, type, section } = readSymbol(rows, pointerSize)
      if (section === 0 || !NAMES_CODE.has(type)) continue
      // The lowest bit of a function of 32-bit Arm is its instruction set.
      const address = arch === 'armv7' && type === FUNCTION ? value & ~1n : value
      const offset = offsetOfLink(linkAddress(address), base)
      if (offset === undefined || offset >= MOST_CODE || !isIn(code, offset)) continue
      const at = Math.min(nameAt, names.length)
      const name = new ByteCursor(names.subarray(at, at + LONGEST_NAME), { file: path }).readCString()
      budget.spend('text', name.length)
      if (name === '' || MAPPING.test(name)) continue
      // Entries have the underscore of Apple's C ABI before names.
      symbols.set(`${offset} ${name}`, { offset, name: `_${name}`, source: 'symtab' })
    }
  }
  return [...symbols.values()].sort((a, b) => a.offset - b.offset)
}

function readSymbol(rows: ByteCursor, pointerSize: 4 | 8) {
  const nameAt = rows.readU32()
  if (pointerSize === 8) {
    const type = rows.readU8() & 15
    rows.skip(1)
    const section = rows.readU16()
    const value = rows.readU64()
    rows.skip(8)
    return { nameAt, type, section, value }
  }
  const value = BigInt(rows.readU32())
  rows.skip(4)
  const type = rows.readU8() & 15
  rows.skip(1)
  return { nameAt, type, section: rows.readU16(), value }
}

const isIn = (code: BuildInput['code'], offset: number): boolean =>
  code.length === 0 || code.some(({ start, end }) => offset >= start && offset < end)
