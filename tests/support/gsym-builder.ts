/** Writes small GSYM files of both versions, so that a test states what is in a file, or what is wrong with it. */
import { ByteWriter } from './byte-writer.ts'

export interface GsymInline {
  readonly name: string
  readonly ranges: readonly (readonly [start: number, size: number])[]
  readonly line?: number
  readonly children?: readonly GsymInline[]
}

export interface GsymFunction {
  readonly start: number
  readonly size: number
  readonly name: string
  /** Address, line and number of the file of each row. */
  readonly lines?: readonly (readonly [address: number, line: number, file?: number])[]
  readonly inlines?: readonly GsymInline[]
  readonly merged?: readonly GsymFunction[]
}

export interface GsymSpec {
  readonly version?: 1 | 2
  readonly littleEndian?: boolean
  readonly uuid?: string
  readonly base?: bigint
  readonly addressBytes?: 1 | 2 | 4 | 8
  readonly files?: readonly (readonly [folder: string, name: string])[]
  readonly functions: readonly GsymFunction[]
}

/** A symbol without a size, inlined calls of two ranges, lines of two files, and functions that were merged. */
export const sampleGsym = {
  uuid: '2D10C42F-591D-3265-B147-78BA0868073F',
  files: [
    ['/src', 'a.c'],
    ['/src/lib/', 'b.h'],
  ],
  functions: [
    { start: 0x10, size: 0, name: '_sizeless' },
    {
      start: 0x20,
      size: 0x40,
      name: 'outer',
      lines: [
        [0x20, 10],
        [0x28, 400, 2],
        [0x30, 3, 2],
        [0x38, 11, 1],
      ],
      inlines: [
        {
          name: '_ZN5Shelf4sortEv',
          ranges: [
            [0x28, 4],
            [0x30, 8],
          ],
          line: 12,
          children: [{ name: 'inner', ranges: [[0x30, 4]], line: 401 }],
        },
      ],
    },
    {
      start: 0x80,
      size: 0x10,
      name: 'first',
      lines: [[0x80, 1]],
      merged: [{ start: 0x80, size: 0x10, name: 'second', lines: [[0x80, 2]] }],
    },
  ],
} as const satisfies GsymSpec

export function buildGsym(spec: GsymSpec): Uint8Array<ArrayBuffer> {
  const { version = 1, littleEndian = true, base = 0x1_0000_0000n, addressBytes = 2, functions } = spec
  const wide = version === 2
  const make = (): ByteWriter => new ByteWriter(littleEndian)
  const texts = make().u8(0)
  const known = new Map<string, number>([['', 0]])
  const text = (value: string): number => {
    const at = known.get(value) ?? texts.size
    if (!known.has(value)) texts.text(value)
    known.set(value, at)
    return at
  }
  const word = (out: ByteWriter, value: number): ByteWriter => (wide ? out.u64(BigInt(value)) : out.u32(value))
  const pad = (out: ByteWriter, to: number): void => {
    while (out.size % to !== 0) out.u8(0)
  }
  const part = (out: ByteWriter, kind: number, bytes: Uint8Array): ByteWriter =>
    out.u32(kind).u32(bytes.length).bytes(bytes)

  function lineTable({ start, lines = [] }: GsymFunction): Uint8Array {
    const out = make()
      .sleb(-4)
      .sleb(10)
      .uleb(lines[0]?.[1] ?? 0)
    let [address, line, file] = [start, lines[0]?.[1] ?? 0, 1]
    for (const [at, number, of = 1] of lines) {
      if (of !== file) out.u8(1).uleb(of)
      const [far, more] = [at - address, number - line]
      // Small steps are one byte, as gsymutil writes them.
      if (more >= -4 && more <= 10 && far * 15 + more + 8 < 256) out.u8(4 + far * 15 + more + 4)
      else out.u8(3).sleb(more).u8(2).uleb(far)
      ;[address, line, file] = [at, number, of]
    }
    return out.u8(0).done()
  }

  function inlined(out: ByteWriter, call: GsymInline, parent: number): void {
    out.uleb(call.ranges.length)
    for (const [start, size] of call.ranges) out.uleb(start - parent).uleb(size)
    const children = call.children ?? []
    word(out.u8(children.length > 0 ? 1 : 0), text(call.name))
      .uleb(1)
      .uleb(call.line ?? 0)
    for (const child of children) inlined(out, child, call.ranges[0]?.[0] ?? 0)
    if (children.length > 0) out.u8(0)
  }

  function encode(one: GsymFunction): Uint8Array {
    const out = word(make().u32(one.size), text(one.name))
    if (one.lines) part(out, 1, lineTable(one))
    if (one.inlines) {
      const tree = make()
      inlined(tree, { name: '', ranges: [[one.start, one.size]], children: one.inlines }, one.start)
      part(out, 2, tree.done())
    }
    if (one.merged) {
      const list = make().u32(one.merged.length)
      for (const bytes of one.merged.map(encode)) list.u32(bytes.length).bytes(bytes)
      part(out, 3, list.done())
    }
    return out.u32(0).u32(0).done()
  }

  const places: number[] = []
  const bodies = make()
  for (const one of functions) {
    pad(bodies, 4)
    places.push(bodies.size)
    bodies.bytes(encode(one))
  }
  const files = make().u32((spec.files ?? []).length + 1)
  for (const [folder, name] of [['', ''], ...(spec.files ?? [])] as const) word(word(files, text(folder)), text(name))
  const addresses = make()
  for (const { start } of functions) {
    if (addressBytes === 1) addresses.u8(start)
    else if (addressBytes === 2) addresses.u16(start)
    else if (addressBytes === 4) addresses.u32(start)
    else addresses.u64(BigInt(start))
  }
  const id = Uint8Array.from((spec.uuid ?? '').replaceAll('-', '').match(/../g) ?? [], (hex) =>
    Number.parseInt(hex, 16),
  )
  const out = make().u32(0x4753594d).u16(version).u8(addressBytes)
  if (wide) {
    const parts = [
      addresses.done(),
      new Uint8Array(functions.length * 8),
      texts.done(),
      files.done(),
      bodies.done(),
      id,
    ]
    const view = new DataView((parts[1] as Uint8Array).buffer)
    places.forEach((place, at) => view.setBigUint64(at * 8, BigInt(place), littleEndian))
    out.u8(0).u64(base).u32(functions.length)
    let at = 20 + 20 * (parts.length + 1)
    parts.forEach((bytes, kind) => {
      out
        .u32(kind + 1)
        .u64(BigInt(at))
        .u64(BigInt(bytes.length))
      at += bytes.length
    })
    out.u32(0).u64(0n).u64(0n)
    for (const bytes of parts) out.bytes(bytes)
    return out.done()
  }
  const tables = 48 + addresses.size
  const before = tables + (-tables & 3) + functions.length * 4 + files.size
  const first = before + texts.size + (-(before + texts.size) & 3)
  out.u8(id.length).u64(base).u32(functions.length).u32(before).u32(texts.size).bytes(id)
  while (out.size < 48) out.u8(0)
  out.bytes(addresses.done())
  pad(out, 4)
  for (const place of places) out.u32(first + place)
  out.bytes(files.done()).bytes(texts.done())
  pad(out, 4)
  return out.bytes(bodies.done()).done()
}
