/**
 * Writes small dyld shared caches field by field: whole, or split into a main file, one with data, one with `__LINKEDIT` and
 * `.symbols`. Layout: Apple's dyld, `dyld_cache_format.h`.
 */
import { ByteWriter } from './byte-writer.ts'

export interface CachedSymbol {
  readonly name: string
  /** Bytes from the image's Mach header. */
  readonly at: number
}

export interface CachedImageSpec {
  readonly name: string
  readonly uuid: string
  /** In the image's own table. */
  readonly symbols?: readonly CachedSymbol[]
  /** Among the unmapped local symbols. */
  readonly locals?: readonly CachedSymbol[]
  /** Sections of `__DATA`, one behind the other. */
  readonly data?: readonly { readonly name: string; readonly bytes: Uint8Array }[]
  /** Bytes behind the code of `__TEXT`, without a section. */
  readonly text?: Uint8Array
  /** Bytes of a stub, where those bytes are stubs: the section `__stubs`, without indirect symbols. */
  readonly stubBytes?: number
  /** LC_UUID, where it is not the one that the cache lists. */
  readonly ownUuid?: string
}

export interface CacheSpec {
  /** `whole`: one file. `numbered`: sub-caches `.1`, `.2`. `named`: `.01`, `.02.dylddata`. */
  readonly style?: 'whole' | 'numbered' | 'named'
  readonly arch?: string
  /** Pointers of 4 bytes. */
  readonly isNarrow?: boolean
  readonly uuid?: string
  readonly images: readonly CachedImageSpec[]
  /** Where selectors of relative method lists count from, as bytes from the start of the cache. */
  readonly selectors?: number
  /** Code that belongs to no image. */
  readonly islands?: Uint8Array
  /** Changes fields of the main header: offset, bytes, value. */
  readonly patch?: readonly (readonly [at: number, bytes: number, value: bigint | number])[]
}

export const CACHE_START = 0x1_8000_0000n
const CACHE_START_32 = 0x1a00_0000n
/** Where the Mach header of image n, its code and what lies behind that begin, counted from the start of the cache. */
export const imageStart = (index: number): number => 0x8000 + index * IMAGE_BYTES
export const CODE_AT = 0x1000
export const TEXT_AT = 0x3000
export const DATA_START = 0x200_0000
/** Where the data of image n begins. */
export const dataStart = (index: number): number => DATA_START + index * 0x1000
const LINKEDIT_START = 0x400_0000
/** Where code begins that belongs to no image. */
export const ISLANDS_START = 0x100_0000
const IMAGE_BYTES = 0x4000
const OBJC_TABLES = 0x6000
const CACHE_UUID = '11111111-2222-3333-4444-555555555555'
const UUIDS = ['AA', 'BB', 'CC'].map((pair) => `${pair}000000-0000-0000-0000-000000000001`)
const SYMBOLS_UUID = 'DD000000-0000-0000-0000-000000000001'

const bytesOf = (uuid: string): readonly number[] =>
  Array.from(uuid.replaceAll('-', '').matchAll(/../g), ([pair]) => Number.parseInt(pair, 16))

class Strings {
  readonly #writer = new ByteWriter().u8(0)

  add(text: string): number {
    const at = this.#writer.size
    this.#writer.text(text)
    return at
  }

  done = (): Uint8Array<ArrayBuffer> => this.#writer.done()
}

function entriesOf(
  symbols: readonly CachedSymbol[],
  image: number,
  strings: Strings,
  word: number,
): Uint8Array<ArrayBuffer> {
  const start = startOf(word) + BigInt(imageStart(image))
  const writer = new ByteWriter()
  for (const { name, at } of symbols) writer.u32(strings.add(name), 0x010f).uint(word, start + BigInt(at)) // external, in section 1
  return writer.done()
}

/** Address of a cache of so many bytes a pointer. */
const startOf = (word: number): bigint => (word === 4 ? CACHE_START_32 : CACHE_START)

/** The files of a cache by what is added to its name; the main file's is empty. */
export function buildCache(spec: CacheSpec): ReadonlyMap<string, Uint8Array<ArrayBuffer>> {
  const { style = 'named', images, isNarrow = false } = spec
  const word = isNarrow ? 4 : 8
  const base = startOf(word)
  const isWhole = style === 'whole'
  const textBytes = imageStart(images.length)
  const data = new ByteWriter()
  images.forEach((image, index) => {
    data.padTo(index * 0x1000)
    for (const { bytes } of image.data ?? []) data.bytes(bytes)
  })
  data.padTo(Math.max(1, images.length) * 0x1000)
  const dataFile = isWhole ? textBytes : 0
  const linkFile = isWhole ? textBytes + data.size : 0

  const linkStrings = new Strings()
  const localStrings = new Strings()
  const link = new ByteWriter()
  const locals = new ByteWriter()
  const localRows = new ByteWriter()
  let localCount = 0
  const tables = images.map(({ symbols = [], locals: own = [] }, index) => {
    const at = link.size
    link.bytes(entriesOf(symbols, index, linkStrings, word))
    if (isWhole) localRows.u32(imageStart(index), localCount, own.length)
    else localRows.u64(imageStart(index)).u32(localCount, own.length)
    localCount += own.length
    locals.bytes(entriesOf(own, index, localStrings, word))
    return { at, count: symbols.length }
  })
  const stringsAt = link.size
  link.bytes(linkStrings.done())
  const chunk = new ByteWriter()
  chunk.u32(24, localCount, 24 + locals.size, localStrings.done().length)
  chunk.u32(24 + locals.size + localStrings.done().length, images.length)
  chunk.bytes(locals.done()).bytes(localStrings.done()).bytes(localRows.done())

  const main = new ByteWriter()
  const headerBytes = { whole: 0x140, numbered: 0x1c0, named: 0x200 }[style]
  const mappings: (readonly [start: number, size: number, offset: number, protection: number])[] = isWhole
    ? [
        [0, textBytes, 0, 5],
        [DATA_START, data.size, dataFile, 3],
        [LINKEDIT_START, link.size, linkFile, 1],
      ]
    : [[0, textBytes, 0, 5]]
  const islands = spec.islands ?? new Uint8Array(0)
  const islandsFile = isWhole ? linkFile + link.size : textBytes
  if (islands.length > 0) mappings.push([ISLANDS_START, islands.length, islandsFile, 5])
  const suffixes = style === 'named' ? ['.01.dylddata', '.02.dyldlinkedit'] : ['.1', '.2']
  const body = new ByteWriter()
  for (const [start, size, offset, protection] of mappings)
    body.u64(base + BigInt(start), size, offset).u32(protection, protection)
  const subCachesAt = headerBytes + body.size
  if (!isWhole) {
    for (const [at, start] of [DATA_START, LINKEDIT_START].entries()) {
      body.bytes(bytesOf(UUIDS[at]!)).u64(start)
      if (style === 'named') body.text(suffixes[at]!, 32)
    }
  }
  const magic = `dyld_v1 ${(spec.arch ?? 'arm64').padStart(7)}`
  const header = (mappingCount: number, uuid: string, bytes: number): ByteWriter =>
    new ByteWriter().text(magic, 16).u32(bytes, mappingCount).padTo(0x58).bytes(bytesOf(uuid)).padTo(bytes)
  main.bytes(header(mappings.length, spec.uuid ?? CACHE_UUID, headerBytes).done()).bytes(body.done())
  main
    .padTo(OBJC_TABLES)
    .u32(1, 0)
    .u64(0, 0, 0, 0, 0, spec.selectors ?? 0)
  images.forEach((image, index) => {
    main.padTo(imageStart(index))
    const table = tables[index]!
    main.bytes(machOf(image, index, { word, dataFile, linkFile, linkBytes: link.size, stringsAt, ...table }))
    main.padTo(imageStart(index) + TEXT_AT).bytes(image.text ?? [])
  })
  main.padTo(textBytes)
  if (isWhole) main.bytes(data.done()).bytes(link.done())
  main.bytes(islands)
  const localsAt = main.size
  if (isWhole) main.bytes(chunk.done())
  const imagesAt = main.size
  const textsAt = imagesAt + images.length * 32
  const names = new Strings()
  const nameAt = images.map(({ name }) => textsAt + images.length * 32 + names.add(name))
  for (const [index] of images.entries()) main.u64(base + BigInt(imageStart(index)), 0, 0).u32(nameAt[index]!, 0)
  for (const [index, { uuid }] of images.entries())
    main
      .bytes(bytesOf(uuid))
      .u64(base + BigInt(imageStart(index)))
      .u32(IMAGE_BYTES, nameAt[index]!)
  main.bytes(names.done())

  const file = main.done()
  const view = new DataView(file.buffer)
  const set = (at: number, bytes: number, value: bigint | number): void => {
    if (bytes === 4) view.setUint32(at, Number(value), true)
    else view.setBigUint64(at, BigInt(value), true)
  }
  set(style === 'named' ? 0x1c0 : 0x18, 4, imagesAt)
  set(style === 'named' ? 0x1c4 : 0x1c, 4, images.length)
  set(0x88, 8, textsAt)
  set(0x90, 8, images.length)
  if (isWhole) {
    set(0x48, 8, localsAt)
    set(0x50, 8, chunk.size)
  } else {
    set(0x188, 4, subCachesAt)
    set(0x18c, 4, 2)
    file.set(bytesOf(SYMBOLS_UUID), 0x190)
    if (spec.selectors !== undefined) set(0x1d0, 8, OBJC_TABLES)
  }
  for (const [at, bytes, value] of spec.patch ?? []) set(at, bytes, value)
  if (isWhole) return new Map([['', file]])

  const part = (uuid: string, start: number, bytes: Uint8Array, protection: number): Uint8Array<ArrayBuffer> =>
    header(1, uuid, 0x140)
      .u64(base + BigInt(start), bytes.length, 0x1000)
      .u32(protection, protection)
      .padTo(0x1000)
      .bytes(bytes)
      .done()
  const symbols = header(0, SYMBOLS_UUID, 0x200).bytes(chunk.done()).done()
  new DataView(symbols.buffer).setBigUint64(0x48, 0x200n, true)
  new DataView(symbols.buffer).setBigUint64(0x50, BigInt(chunk.size), true)
  return new Map([
    ['', file],
    [suffixes[0]!, part(UUIDS[0]!, DATA_START, data.done(), 3)],
    [suffixes[1]!, part(UUIDS[1]!, LINKEDIT_START, link.done(), 1)],
    ['.symbols', symbols],
  ])
}

interface Tables {
  readonly word: number
  readonly dataFile: number
  readonly linkFile: number
  readonly linkBytes: number
  readonly stringsAt: number
  readonly at: number
  readonly count: number
}

/** Mach header and load commands of an image, with file offsets as in the file that has the segment. */
function machOf(image: CachedImageSpec, index: number, tables: Tables): Uint8Array<ArrayBuffer> {
  const { word } = tables
  const base = startOf(word)
  const wide = word === 8
  const commands: Uint8Array[] = []
  const segment = (
    name: string,
    start: number,
    size: number,
    offset: number,
    protection: number,
    sections: readonly (readonly [
      name: string,
      start: number,
      size: number,
      offset: number,
      flags: number,
      each?: number,
    ])[],
  ): void => {
    const bytes = wide ? 72 + 80 * sections.length : 56 + 68 * sections.length
    const writer = new ByteWriter().u32(wide ? 0x19 : 0x1, bytes).text(name, 16)
    writer.uint(word, base + BigInt(start), size, offset, size).u32(protection, protection, sections.length, 0)
    for (const [section, at, length, fileAt, flags, each = 0] of sections) {
      writer
        .text(section, 16)
        .text(name, 16)
        .uint(word, base + BigInt(at), length)
      writer.u32(fileAt, 0, 0, 0, flags, 0, each, ...(wide ? [0] : []))
    }
    commands.push(writer.done())
  }
  const text = imageStart(index)
  const code = text + CODE_AT
  const stubs = text + TEXT_AT
  const { text: behind, stubBytes } = image
  segment('__TEXT', text, IMAGE_BYTES, text, 5, [
    ['__text', code, TEXT_AT - CODE_AT, code, 0x80000400],
    ...(stubBytes && behind ? ([['__stubs', stubs, behind.length, stubs, 0x80000408, stubBytes]] as const) : []),
  ])
  let at = dataStart(index)
  const placed = (image.data ?? []).map(({ name, bytes }) => {
    at += bytes.length
    const start = at - bytes.length
    return [name, start, bytes.length, tables.dataFile + start - DATA_START || 1, 0] as const
  })
  if (placed.length > 0)
    segment('__DATA', dataStart(index), 0x1000, tables.dataFile + dataStart(index) - DATA_START, 3, placed)
  segment('__LINKEDIT', LINKEDIT_START, tables.linkBytes, tables.linkFile, 1, [])
  commands.push(
    new ByteWriter()
      .u32(0x1b, 24)
      .bytes(bytesOf(image.ownUuid ?? image.uuid))
      .done(),
  )
  const strings = tables.linkFile + tables.stringsAt
  const table = [tables.linkFile + tables.at, tables.count, strings, tables.linkBytes - tables.stringsAt]
  commands.push(new ByteWriter().u32(0x2, 24, ...table).done())
  const size = commands.reduce((sum, { length }) => sum + length, 0)
  const cpu = wide ? 0x0100000c : 0x0200000c
  const file = new ByteWriter().u32(
    wide ? 0xfeedfacf : 0xfeedface,
    cpu,
    wide ? 0 : 1,
    6,
    commands.length,
    size,
    0x80000000,
  )
  if (wide) file.u32(0)
  for (const command of commands) file.bytes(command)
  return file.done()
}

/** The files of a cache as they are given to the program. */
export function cacheFiles(spec: CacheSpec, path = 'dyld_shared_cache_arm64'): { path: string; blob: Blob }[] {
  return [...buildCache(spec)].map(([suffix, bytes]) => ({ path: path + suffix, blob: new Blob([bytes]) }))
}
