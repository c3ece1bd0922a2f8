/** Answers addresses from an index file. Reads by ranges: a look-up costs a few pages, whatever the file's size. */
import * as L from '../../../wasm/assembly/layout.ts'
import { decodeUtf8 } from '../bytes/cursor.ts'
import type { ImageOffset, LinkAddress } from '../model/address.ts'
import { imageOffset } from '../model/address.ts'
import type { Arch, Call, ImageKind, ImageUuid, SymbolDetail } from '../model/image.ts'
import type { Outcome } from '../model/problem.ts'
import { failure, problemFrom, success } from '../model/problem.ts'
import type { BlockAnswer } from './block.ts'
import { readFunction } from './block.ts'
import type { IndexHeader } from './index-file.ts'
import { parseHeader, FIRST_LARGE_PART } from './index-file.ts'
import { IndexBytes, PageDirectory } from './pages.ts'
import { joinPath } from './path.ts'
import { shardOfId } from './shard.ts'
import type { FunctionEntry, SymbolRow } from './tables.ts'
import {
  findFunction,
  findStrings,
  findSymbols,
  isAnonymous,
  isUnlisted,
  readStringPage,
  sourceOfKind,
  visitFunctionPage,
  visitSymbolPage,
} from './tables.ts'

/** A call as the index knows it: readable names are made by those who show them. */
export type IndexedCall = Omit<Call, 'function'>

/** Names of all functions, for search: columns that can be transferred. */
export interface NameColumns {
  /** All names one behind the other, UTF-8. */
  readonly text: Uint8Array
  /** Where name n begins in `text`; one more entry marks the end of the last. */
  readonly starts: Uint32Array
  /** Image offset of function n. Several names may have one offset. */
  readonly offsets: Uint32Array
}

export interface SymbolIndex {
  readonly uuid: ImageUuid
  readonly arch: Arch
  readonly name: string
  readonly kind: ImageKind
  readonly text: LinkAddress
  readonly detail: SymbolDetail
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  /** Size of the index file. */
  readonly bytes: number
  /** Calls at each offset, innermost first; the last is the function itself; none where nothing covers the offset. */
  lookup(offsets: readonly ImageOffset[]): Promise<readonly (readonly IndexedCall[])[]>
  /** Every name that a function at each offset has: several where the linker folded equal functions. */
  aliases(offsets: readonly ImageOffset[]): Promise<readonly (readonly string[])[]>
  names(): Promise<NameColumns>
}

/** Bytes read first: in most files the header and all small parts. */
const HEAD_BYTES = 256 * 1024

/** Opens an index file; a file that is none, is cut off or has another version is a problem that says so. */
export async function openIndex(blob: Blob, file: string): Promise<Outcome<SymbolIndex>> {
  try {
    const bytes = new IndexBytes(blob)
    const head = await bytes.slice(0, HEAD_BYTES)
    const header = parseHeader(head, blob.size, file)
    const end = header.parts[FIRST_LARGE_PART].offset
    const small = end <= head.length ? head : await bytes.slice(0, end)
    return success(new Reader(bytes, header, small))
  } catch (thrown) {
    return failure(problemFrom(thrown, file))
  }
}

/** What the tables say of one offset. */
interface Found {
  readonly entry: FunctionEntry | undefined
  /** The symbols with the greatest start that is not above the offset. */
  readonly symbols: readonly SymbolRow[]
  answer?: BlockAnswer
}

class Reader implements SymbolIndex {
  readonly bytes: number
  readonly #file: IndexBytes
  readonly #header: IndexHeader
  readonly #functions: PageDirectory
  readonly #symbols: PageDirectory
  readonly #strings: PageDirectory
  /** Where each block begins in the file; one more entry for the end. */
  readonly #blocks: Float64Array
  readonly #files: DataView
  readonly #deferred: DataView
  /** For each shard that took part in the build: its first file and its first deferred name. */
  readonly #shards: DataView

  constructor(file: IndexBytes, header: IndexHeader, small: Uint8Array) {
    this.#file = file
    this.#header = header
    this.bytes = file.size
    const part = (name: keyof IndexHeader['parts']): Uint8Array => {
      const { offset, size } = header.parts[name]
      return small.subarray(offset, offset + size)
    }
    const { functionPages, symbolPages, stringPages, blocks } = header.parts
    this.#functions = new PageDirectory(part('functionDirectory'), functionPages.offset, functionPages.size)
    this.#symbols = new PageDirectory(part('symbolDirectory'), symbolPages.offset, symbolPages.size)
    this.#strings = new PageDirectory(part('stringDirectory'), stringPages.offset, stringPages.size)
    const sizes = viewOf(part('blockSizes'))
    this.#blocks = new Float64Array((sizes.byteLength >>> 2) + 1)
    this.#blocks[0] = blocks.offset
    for (let i = 0; i + 1 < this.#blocks.length; i++)
      this.#blocks[i + 1] = (this.#blocks[i] ?? 0) + sizes.getUint32(i * 4, true)
    this.#files = viewOf(part('files'))
    this.#deferred = viewOf(part('deferred'))
    this.#shards = viewOf(part('shards'))
  }

  get uuid(): ImageUuid {
    return this.#header.uuid
  }
  get arch(): Arch {
    return this.#header.arch
  }
  get name(): string {
    return this.#header.name
  }
  get kind(): ImageKind {
    return this.#header.kind
  }
  get text(): LinkAddress {
    return this.#header.text
  }
  get detail(): SymbolDetail {
    return this.#header.detail
  }
  get functions(): number {
    return this.#header.functions
  }
  get inlines(): number {
    return this.#header.inlines
  }
  get lineRows(): number {
    return this.#header.lineRows
  }

  async lookup(offsets: readonly ImageOffset[]): Promise<readonly (readonly IndexedCall[])[]> {
    const found = await this.#find(offsets)
    await this.#readBlocks(offsets, found)
    const strings = await this.#readStrings(found.flatMap((one) => this.#idsOf(one)))
    return found.map((one, at) => this.#calls(one, offsets[at] ?? imageOffset(0), strings))
  }

  async aliases(offsets: readonly ImageOffset[]): Promise<readonly (readonly string[])[]> {
    const found = await this.#find(offsets)
    const ids = found.map(({ entry, symbols }) => {
      const own = entry && !isAnonymous(entry) ? [entry.name, ...entry.aliases] : []
      const named = symbols.filter(({ name, start }) => name !== 0 && (!entry || start === entry.rangeStart))
      return [...own, ...named.map(({ name }) => name)].filter((id) => id !== 0)
    })
    const strings = await this.#readStrings(ids.flat())
    return ids.map((list) => [...new Set(list.map((id) => strings.get(this.#resolve(id)) ?? ''))].filter(Boolean))
  }

  async names(): Promise<NameColumns> {
    const starts: { offset: number; id: number }[] = []
    const functions = await this.#allPages(this.#functions)
    functions.forEach((bytes, page) => {
      visitFunctionPage(bytes, this.#functions.first(page), this.#header.shift, Infinity, (entry) => {
        if (entry.range !== 0 || entry.start !== entry.rangeStart || isAnonymous(entry)) return
        for (const id of [entry.name, ...entry.aliases])
          if (id !== 0) starts.push({ offset: entry.start, id: this.#resolve(id) })
      })
    })
    const symbols = await this.#allPages(this.#symbols)
    symbols.forEach((bytes, page) =>
      visitSymbolPage(bytes, this.#symbols.first(page), Infinity, (offset, id) => {
        if (id !== 0) starts.push({ offset, id })
      }),
    )
    return this.#columns(starts)
  }

  /** Every page that a directory lists. They lie one behind the other. */
  async #allPages(directory: PageDirectory): Promise<readonly Uint8Array[]> {
    const ranges = Array.from({ length: directory.count }, (_, page) => directory.range(page))
    const start = ranges[0]?.start ?? 0
    const bytes = await this.#file.slice(start, ranges.at(-1)?.end ?? 0)
    return ranges.map((range) => bytes.subarray(range.start - start, range.end - start))
  }

  /** Names by id, so that the text is streamed once. */
  async #columns(starts: { offset: number; id: number }[]): Promise<NameColumns> {
    starts.sort((a, b) => a.id - b.id || a.offset - b.offset)
    const texts = await this.#allPages(this.#strings)
    const columns = { starts: new Uint32Array(starts.length + 1), offsets: new Uint32Array(starts.length) }
    let text = new Uint8Array(1 << 16)
    let length = 0
    let at = 0
    texts.forEach((bytes, page) =>
      readStringPage(bytes, this.#strings.first(page), (id, name, size) => {
        while (at < starts.length && (starts[at]?.id ?? 0) <= id) {
          if (length + size > text.length) {
            const bigger = new Uint8Array((length + size) * 2)
            bigger.set(text)
            text = bigger
          }
          if (starts[at]?.id === id) text.set(name.subarray(0, size), length)
          columns.offsets[at] = starts[at]?.offset ?? 0
          if (starts[at]?.id === id) length += size
          at++
          columns.starts[at] = length
        }
      }),
    )
    columns.starts.fill(length, at + 1)
    return { text: text.slice(0, length), ...columns }
  }

  async #find(offsets: readonly ImageOffset[]): Promise<Found[]> {
    const pages = async (
      directory: PageDirectory,
    ): Promise<readonly (readonly [first: number, bytes: Uint8Array])[]> => {
      const wanted = offsets.map((offset) => directory.find(offset))
      const distinct = [...new Set(wanted)].filter((page) => page >= 0)
      const bytes = await this.#file.read(distinct.map((page) => directory.range(page)))
      const byPage = new Map(distinct.map((page, at) => [page, bytes[at] ?? EMPTY]))
      return wanted.map((page) => [directory.first(page), byPage.get(page) ?? EMPTY])
    }
    const [functions, symbols] = await Promise.all([pages(this.#functions), pages(this.#symbols)])
    return offsets.map((offset, at) => {
      const [firstFunction, functionPage] = functions[at] ?? [0, EMPTY]
      const [firstSymbol, symbolPage] = symbols[at] ?? [0, EMPTY]
      return {
        entry: findFunction(functionPage, firstFunction, this.#header.shift, offset),
        symbols: findSymbols(symbolPage, firstSymbol, offset),
      }
    })
  }

  async #readBlocks(offsets: readonly ImageOffset[], found: readonly Found[]): Promise<void> {
    const distinct = [...new Set(found.flatMap(({ entry }, at) => (covers(entry, offsets[at]) ? [entry.block] : [])))]
    const bytes = await this.#file.read(
      distinct.map((block) => ({ start: this.#blocks[block] ?? 0, end: this.#blocks[block + 1] ?? 0 })),
    )
    const byBlock = new Map(distinct.map((block, at) => [block, bytes[at]]))
    found.forEach((one, at) => {
      const offset = offsets[at]
      const block = one.entry && byBlock.get(one.entry.block)
      if (covers(one.entry, offset) && block && offset !== undefined)
        one.answer = readFunction(block, one.entry.slot, one.entry.range, one.entry.rangeStart, offset)
    })
  }

  /** String ids that the answer for one offset will show. */
  #idsOf({ entry, symbols, answer }: Found): number[] {
    const ids = symbols.map(({ name }) => name)
    if (entry) ids.push(entry.name)
    if (answer) {
      ids.push(...answer.names)
      for (const { file } of answer.places) ids.push(...this.#fileIds(file))
    }
    return ids
  }

  #fileIds(file: number): readonly [number, number, number] {
    // Files are counted from 1, and each shard has a range of numbers of its own.
    const shard = Math.floor((file - 1) / L.FILE_SPAN)
    if (file === 0 || shard * 8 >= this.#shards.byteLength) return [0, 0, 0]
    const at = (this.#shards.getUint32(shard * 8, true) + ((file - 1) % L.FILE_SPAN)) * 12
    if (at + 12 > this.#files.byteLength) return [0, 0, 0]
    return [this.#files.getUint32(at, true), this.#files.getUint32(at + 4, true), this.#files.getUint32(at + 8, true)]
  }

  /** Follows a name that was known only after its block was written. */
  #resolve(id: number): number {
    if (id < L.DEFERRED_BASE) return id
    const count = this.#shards.byteLength >>> 3
    const [shard, place] = shardOfId(L.DEFERRED_BASE, L.ID_SPAN, id, count)
    if (!(shard < count)) return 0
    const at = (this.#shards.getUint32(shard * 8 + 4, true) + place) * 4
    return at + 4 <= this.#deferred.byteLength ? this.#deferred.getUint32(at, true) : 0
  }

  async #readStrings(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const wanted = [...new Set(ids.map((id) => this.#resolve(id)))].filter((id) => id !== 0).sort((a, b) => a - b)
    const byPage = new Map<number, Set<number>>()
    for (const id of wanted) {
      const page = this.#strings.find(id)
      const of = byPage.get(page)
      if (of) of.add(id)
      else if (page >= 0) byPage.set(page, new Set([id]))
    }
    const pages = [...byPage.keys()]
    const bytes = await this.#file.read(pages.map((page) => this.#strings.range(page)))
    const strings = new Map<number, string>()
    pages.forEach((page, at) =>
      findStrings(bytes[at] ?? EMPTY, this.#strings.first(page), byPage.get(page) ?? new Set(), (id, text) =>
        strings.set(id, decodeUtf8(text)),
      ),
    )
    return strings
  }

  #calls(
    { entry, symbols, answer }: Found,
    offset: ImageOffset,
    strings: ReadonlyMap<number, string>,
  ): readonly IndexedCall[] {
    const text = (id: number): string => strings.get(this.#resolve(id)) ?? ''
    // Of several names at one address the last is taken: tables list local names before public ones.
    const symbol = symbols.findLast(({ name }) => name !== 0) ?? symbols[0]
    if (!covers(entry, offset) || !answer) {
      // Symbols have no size: the nearest one below counts, also one that the index dropped because DWARF has its name.
      const listed = entry && this.#header.symbols > 0 && !isUnlisted(entry) && !isAnonymous(entry) && entry.name !== 0
      const before = listed && (!symbol || entry.rangeStart > symbol.start) ? entry : undefined
      if (before) return [concrete(text(before.name), before.rangeStart, offset, 'symtab')]
      if (!symbol || symbol.kind === L.SYMBOL_END) return []
      return [concrete(text(symbol.name), symbol.start, offset, sourceOfKind(symbol.kind))]
    }
    const place = (at: number): Partial<Pick<Call, 'file' | 'line' | 'column'>> => {
      const { file, line, column } = answer.places[at] ?? { file: 0, line: 0, column: 0 }
      const [comp, directory, name] = this.#fileIds(file)
      return {
        ...(file === 0 ? {} : { file: joinPath(text(comp), text(directory), text(name)) }),
        ...(file === 0 || line === 0 ? {} : { line }),
        ...(file === 0 || column === 0 ? {} : { column }),
      }
    }
    const inlined = answer.names.map((name, at): IndexedCall => ({
      mangled: text(name),
      inlined: true,
      source: 'dwarf',
      ...place(at),
    }))
    const named = entry.name !== 0 && !isAnonymous(entry)
    const own = symbol !== undefined && symbol.name !== 0 && symbol.start === answer.entry
    const outer =
      (named && !own) || !symbol || symbol.kind === L.SYMBOL_END
        ? concrete(named ? text(entry.name) : '', answer.entry, offset, 'dwarf')
        : concrete(text(symbol.name), symbol.start, offset, named ? 'dwarf' : sourceOfKind(symbol.kind))
    const size = named && entry.range === 0 ? { functionSize: entry.size } : {}
    return [...inlined, { ...outer, ...size, ...place(answer.names.length) }]
  }
}

function concrete(mangled: string, start: number, offset: number, source: IndexedCall['source']): IndexedCall {
  return { mangled, inlined: false, functionOffset: offset - start, functionStart: imageOffset(start), source }
}

function covers(entry: FunctionEntry | undefined, offset: number | undefined): entry is FunctionEntry {
  return entry !== undefined && offset !== undefined && offset >= entry.start && offset < entry.rangeStart + entry.size
}

const EMPTY = new Uint8Array(0)

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
