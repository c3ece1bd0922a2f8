/** Writes small Mach-O images field by field, so that a test states what is in a file, or what is wrong with it. */
import { ByteWriter } from './byte-writer.ts'

export interface SectionSpec {
  readonly name: string
  readonly segment: string
  readonly address?: bigint
  readonly bytes?: Uint8Array
  /** Size in memory and in the header; the size of `bytes` if not given. */
  readonly size?: number
  readonly flags?: number
  /** Relocation entries: two words each, as in the file. */
  readonly relocations?: readonly (readonly [address: number, bits: number])[]
}

export interface MachOSpec {
  readonly cpuType?: number
  readonly cpuSubtype?: number
  readonly fileType?: number
  readonly littleEndian?: boolean
  readonly is64?: boolean
  readonly uuid?: string
  readonly textAddress?: bigint
  readonly sections?: readonly SectionSpec[]
  /** `type` is `n_type`, 0x0f (external, defined in a section) if not given; `description` is `n_desc`. */
  readonly symbols?: readonly { name: string; address: bigint; section?: number; type?: number; description?: number }[]
  readonly functionStarts?: readonly number[]
  readonly exportsTrie?: Uint8Array
  /** Whole commands, without their 8 bytes of command and size, which are added. */
  readonly commands?: readonly { command: number; payload: readonly number[] }[]
}

const CODE_FLAGS = 0x80000400

/** A `__TEXT,__text` of this many bytes. */
export function codeSection(size: number, address = 0x1_0000_1000n): SectionSpec {
  return { name: '__text', segment: '__TEXT', address, bytes: new Uint8Array(size), flags: CODE_FLAGS }
}

/** The file of a spec: header, one segment for each segment name of its sections, tables, then the sections' bytes. */
export function buildMachO(spec: MachOSpec): Uint8Array<ArrayBuffer> {
  const {
    littleEndian = true,
    is64 = true,
    fileType = 2,
    sections = [],
    symbols = [],
    textAddress = 0x1_0000_0000n,
  } = spec
  const word = is64 ? 8 : 4
  const headerSize = is64 ? 32 : 28
  const isObject = fileType === 1
  const names = isObject ? [''] : [...new Set(['__TEXT', ...sections.map((section) => section.segment)])]
  const commands: ByteWriter[] = []
  const command = (id: number): ByteWriter => {
    const writer = new ByteWriter(littleEndian).u32(id).u32(0)
    commands.push(writer)
    return writer
  }
  const commandSizes =
    names.reduce((sum, name) => {
      const count = sections.filter((section) => isObject || section.segment === name).length
      return sum + (is64 ? 72 + 80 * count : 56 + 68 * count)
    }, 0) +
    (spec.uuid ? 24 : 0) +
    (symbols.length > 0 ? 24 : 0) +
    (spec.functionStarts ? 16 : 0) +
    (spec.exportsTrie ? 16 : 0) +
    (spec.commands ?? []).reduce((sum, { payload }) => sum + 8 + payload.length, 0)

  const body = new ByteWriter(littleEndian)
  const bodyStart = headerSize + commandSizes
  const place = (bytes: Uint8Array): number => {
    const offset = bodyStart + body.size
    body.bytes(bytes)
    return offset
  }
  for (const name of names) {
    const own = sections.filter((section) => isObject || section.segment === name)
    const placed = own.map((section) => {
      const offset = section.bytes ? place(section.bytes) : 0
      const relocations = new ByteWriter(littleEndian)
      for (const words of section.relocations ?? []) for (const word of words) relocations.u32(word)
      return { section, offset, relocationsAt: relocations.size > 0 ? place(relocations.done()) : 0 }
    })
    const first = placed.find(({ offset }) => offset > 0)?.offset ?? 0
    const address = name === '__TEXT' ? textAddress : (own[0]?.address ?? 0n)
    const fileOffset = name === '__TEXT' ? 0 : first
    const fileEnd = Math.max(0, ...placed.map(({ section, offset }) => offset + (section.bytes?.length ?? 0)))
    const segment = command(is64 ? 0x19 : 0x1).text(name, 16)
    segment.uint(word, address).uint(word, 0x100000)
    segment.uint(word, fileOffset).uint(word, fileEnd - fileOffset)
    segment
      .u32(7)
      .u32(name === '__TEXT' ? 5 : 3)
      .u32(own.length)
      .u32(0)
    for (const { section, offset, relocationsAt } of placed) {
      segment.text(section.name, 16).text(section.segment, 16)
      segment.uint(word, section.address ?? 0).uint(word, section.size ?? section.bytes?.length ?? 0)
      segment
        .u32(offset)
        .u32(0)
        .u32(relocationsAt)
        .u32(section.relocations?.length ?? 0)
        .u32(section.flags ?? 0)
      segment.u32(0).u32(0)
      if (is64) segment.u32(0)
    }
  }
  if (spec.uuid) {
    const hex = spec.uuid.replaceAll('-', '')
    command(0x1b).bytes(
      Array.from({ length: 16 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16)),
    )
  }
  if (symbols.length > 0) {
    const strings = new ByteWriter().u8(0)
    const entries = new ByteWriter(littleEndian)
    for (const { name, address, section = 1, type = 0x0f, description = 0 } of symbols) {
      entries.u32(strings.size).u8(type).u8(section).u16(description).uint(word, address)
      strings.text(name)
    }
    const offset = place(entries.done())
    command(0x2).u32(offset).u32(symbols.length).u32(place(strings.done())).u32(strings.size)
  }
  if (spec.functionStarts) {
    const starts = new ByteWriter()
    let last = 0
    for (const start of spec.functionStarts) {
      starts.uleb(start - last)
      last = start
    }
    command(0x26)
      .u32(place(starts.u8(0).done()))
      .u32(starts.size)
  }
  if (spec.exportsTrie) command(0x80000033).u32(place(spec.exportsTrie)).u32(spec.exportsTrie.length)
  for (const extra of spec.commands ?? []) command(extra.command).bytes(extra.payload)

  const { cpuType = 0x0100000c, cpuSubtype = 0 } = spec
  const file = new ByteWriter(littleEndian).u32(is64 ? 0xfeedfacf : 0xfeedface)
  file.u32(cpuType).u32(cpuSubtype).u32(fileType).u32(commands.length).u32(commandSizes).u32(0)
  if (is64) file.u32(0)
  for (const writer of commands) {
    const bytes = writer.done()
    file.bytes(bytes.subarray(0, 4)).u32(bytes.length).bytes(bytes.subarray(8))
  }
  return file.bytes(body.done()).done()
}

/** A fat file of slices with their CPU types; `wide` for the 64-bit table. */
export function buildFat(
  slices: readonly { cpuType: number; cpuSubtype?: number; bytes: Uint8Array }[],
  wide = false,
): Uint8Array<ArrayBuffer> {
  const table = new ByteWriter(false).u32(wide ? 0xcafebabf : 0xcafebabe).u32(slices.length)
  let at = 4096
  for (const { cpuType, cpuSubtype = 0, bytes } of slices) {
    table.u32(cpuType).u32(cpuSubtype)
    if (wide) table.u64(at).u64(bytes.length).u32(12).u32(0)
    else table.u32(at).u32(bytes.length).u32(12)
    at += Math.ceil(bytes.length / 4096) * 4096
  }
  for (const { bytes } of slices) table.padTo(Math.ceil(table.size / 4096) * 4096).bytes(bytes)
  return table.done()
}

/** An exports trie of names with offsets, one edge each from the root. */
export function buildTrie(
  exports: readonly { name: string; offset: number; flags?: number }[],
): Uint8Array<ArrayBuffer> {
  const leaves = exports.map(({ offset, flags = 0 }) => {
    const terminal = new ByteWriter().uleb(flags).uleb(offset).done()
    return new ByteWriter().uleb(terminal.length).bytes(terminal).u8(0).done()
  })
  const rootSize = 2 + exports.reduce((sum, { name }) => sum + name.length + 1 + 2, 0)
  const root = new ByteWriter().u8(0).u8(exports.length)
  let at = rootSize
  exports.forEach(({ name }, index) => {
    root
      .text(name)
      .u8((at & 0x7f) | 0x80)
      .u8(at >> 7) // two bytes for every offset, so that the root's size is known
    at += leaves[index]?.length ?? 0
  })
  for (const leaf of leaves) root.bytes(leaf)
  return root.done()
}
