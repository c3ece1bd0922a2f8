/** Writes ELF files section by section, so that a test states what is in them. */
import { deflateSync } from 'node:zlib'
import { ByteWriter } from './byte-writer.ts'
import { AT, attribute, dwarfSections, entry, FORM, TAG } from './dwarf-builder.ts'

export interface ElfSymbol {
  readonly name: string
  readonly address: number
  /** 2 is a function, 1 an object. */
  readonly type?: number
}

export interface ElfSpec {
  readonly bits?: 32 | 64
  readonly bigEndian?: boolean
  /** 3 is a shared object, 1 an object file, 4 a core file. */
  readonly type?: number
  readonly machine?: number
  readonly buildId?: readonly number[]
  readonly code?: { readonly address: number; readonly size: number }
  readonly symbols?: readonly ElfSymbol[]
  readonly exports?: readonly ElfSymbol[]
  /** Debug sections by their names without a dot. */
  readonly debug?: Readonly<Record<string, Uint8Array>>
  /** How debug sections are kept; `zstd` only says so. */
  readonly packed?: 'zlib' | 'old' | 'zstd'
  /** Counts that the header claims in place of the right ones. */
  readonly claims?: { readonly sections?: number; readonly segments?: number; readonly names?: number }
  /** False offset and size for the header of a section, by its name. */
  readonly sectionClaims?: Readonly<Record<string, { readonly offset?: bigint; readonly size?: bigint }>>
}

interface Part {
  readonly name: string
  readonly type: number
  readonly flags: number
  readonly link: number
  readonly bytes: Uint8Array
}

const CODE = { address: 0x4000, size: 0x1000 }

export function buildElf(spec: ElfSpec = {}): Uint8Array<ArrayBuffer> {
  const { bits = 64, code = CODE } = spec
  const word = bits === 64 ? 8 : 4
  const parts = partsOf(spec, word)
  const names = new ByteWriter().u8(0)
  const nameAt = parts.map(({ name }) => addName(names, name))
  const namesAt = addName(names, '.shstrtab')
  const all = [...parts, { name: '.shstrtab', type: 3, flags: 0, link: 0, bytes: names.done() }]
  const headerBytes = bits === 64 ? 64 : 52
  const segmentBytes = bits === 64 ? 56 : 32
  const sectionBytes = bits === 64 ? 64 : 40
  let at = headerBytes + 2 * segmentBytes
  const offsets = all.map(({ bytes }) => {
    const own = at
    at += bytes.length
    return own
  })
  const out = new ByteWriter(spec.bigEndian !== true)
  out.bytes([0x7f, 0x45, 0x4c, 0x46, bits / 32, spec.bigEndian ? 2 : 1, 1, ...new Array<number>(9).fill(0)])
  out.u16(spec.type ?? 3, spec.machine ?? (bits === 64 ? 183 : 40)).u32(1)
  out.uint(word, 0, headerBytes, at).u32(0)
  const { sections = all.length + 1, segments = 2, names: nameSection = all.length } = spec.claims ?? {}
  out.u16(headerBytes, segmentBytes, segments, sectionBytes, sections, nameSection)
  for (const [address, size, flags] of [
    [0, 0x100, 4],
    [code.address, code.size, 5],
  ] as const) {
    if (bits === 64) out.u32(1, flags).u64(0, address, address, 0, size, 0x1000)
    else out.u32(1, 0, address, address, 0, size, flags, 0x1000)
  }
  for (const { bytes } of all) out.bytes(bytes)
  out.bytes(new Uint8Array(sectionBytes))
  all.forEach(({ name, type, flags, link, bytes }, index) => {
    const { offset = BigInt(offsets[index] ?? 0), size = BigInt(bytes.length) } = spec.sectionClaims?.[name] ?? {}
    out
      .u32(nameAt[index] ?? namesAt, type)
      .uint(word, flags, 0, offset, size)
      .u32(link, 0)
      .uint(word, 1, 0)
  })
  return out.done()
}

function addName(names: ByteWriter, name: string): number {
  const at = names.size
  names.bytes(new TextEncoder().encode(`${name}\0`))
  return at
}

/** Sections in their order; links count from 1. */
function partsOf(spec: ElfSpec, word: 4 | 8): readonly Part[] {
  const parts: Part[] = []
  const add = (name: string, type: number, bytes: Uint8Array, flags = 0, link = 0): number =>
    parts.push({ name, type, flags, link, bytes })
  for (const [suffix, type, symbols] of [
    ['dyn', 11, spec.exports],
    ['', 2, spec.symbols],
  ] as const) {
    if (!symbols) continue
    const names = new ByteWriter().u8(0)
    const table = new ByteWriter().bytes(new Uint8Array(word === 8 ? 24 : 16))
    for (const { name, address, type: kind = 2 } of symbols) {
      const at = addName(names, name)
      if (word === 8) table.u32(at).u8(kind, 0).u16(1).u64(address, 0)
      else table.u32(at, address, 0).u8(kind, 0).u16(1)
    }
    const strings = add(`.${suffix}str${suffix === '' ? 'tab' : ''}`, 3, names.done())
    add(`.${suffix}sym${suffix === '' ? 'tab' : ''}`, type, table.done(), 0, strings)
  }
  if (spec.buildId)
    add(
      '.note.gnu.build-id',
      7,
      new ByteWriter()
        .u32(4, spec.buildId.length, 3)
        .bytes([71, 78, 85, 0, ...spec.buildId])
        .done(),
    )
  for (const [name, bytes] of Object.entries(spec.debug ?? {})) {
    if (spec.packed === undefined) add(`.${name}`, 1, bytes)
    else if (spec.packed === 'old') {
      const head = new ByteWriter(false).bytes([90, 76, 73, 66]).u64(bytes.length)
      add(`.z${name}`, 1, head.bytes(deflateSync(bytes)).done())
    } else {
      const head = new ByteWriter().u32(spec.packed === 'zlib' ? 1 : 2)
      if (word === 8) head.u32(0)
      head.uint(word, bytes.length, 1).bytes(spec.packed === 'zlib' ? deflateSync(bytes) : bytes)
      add(`.${name}`, 1, head.done(), 0x800)
    }
  }
  return parts
}

/** Debug sections as Dart writes them: one function of 0x100 bytes at `address`, with an inlined call in its middle. */
export function dartDebug(address: number, addressSize: 4 | 8 = 8): Record<string, Uint8Array> {
  const low = BigInt(address)
  const range = (start: number, size: number) => [
    attribute(AT.low, FORM.address, low + BigInt(start)),
    attribute(AT.high, FORM.address, low + BigInt(start + size)),
  ]
  const name = (text: string) => attribute(AT.name, FORM.string, text)
  const root = entry(
    TAG.unit,
    [name('app'), ...range(0, 0x100), attribute(AT.lines, FORM.data4, 0)],
    [
      entry(TAG.function, [name('Till.rate')], undefined, 'rate'),
      entry(TAG.function, [name('Till.count')], undefined, 'count'),
      entry(
        TAG.function,
        [attribute(AT.origin, FORM.ref4, 'count'), ...range(0, 0x100)],
        [
          entry(TAG.inlined, [
            attribute(AT.origin, FORM.ref4, 'rate'),
            ...range(0x40, 0x20),
            attribute(AT.callFile, FORM.udata, 1),
            attribute(AT.callLine, FORM.udata, 12),
          ]),
        ],
      ),
    ],
  )
  const rows = [
    { address: low, file: 1, line: 10 },
    { address: low + 0x40n, file: 1, line: 3 },
    { address: low + 0x60n, file: 1, line: 14 },
  ]
  const lines = {
    directories: [],
    files: [{ name: 'package:kiosk/till.dart', directory: 0 }],
    sequences: [{ rows, end: low + 0x100n }],
  }
  return dwarfSections({ addressSize, units: [{ version: 2, root, lines }] })
}
