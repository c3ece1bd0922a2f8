/**
 * Merges the index file: entries of all shards, symbols, strings. Streams both string tables and never holds them
 * whole.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import type { SymbolDetail } from '../model/image.ts'
import type { BuildInput, ByteHost } from '../ports.ts'
import { batchesOf } from './batches.ts'
import { isDirect, readBytes } from './blob-reads.ts'
import type { FoundNames } from './cross-unit-names.ts'
import type { LargePart, PartName, SmallPart } from './index-file.ts'
import { formatHeader, isSmall, LARGE_PARTS, PARTS, SMALL_PARTS } from './index-file.ts'
import { joinDirectories, lengthOf, poolsOf, shardTable, withoutColumns } from './merge-tables.ts'
import type { ImageSections } from './sections.ts'
import type { ShardResult, ShardSetup, StringJob, StringPiece } from './shard.ts'
import { STRING_TAIL } from './shard.ts'
import type { BuildSizes } from './sizes.ts'
import type { ShardDriver, Slice, StringPages } from './shard-driver.ts'
import { WasmInstance } from './wasm-instance.ts'
import { append } from '../model/lists.ts'
import { joinedBytes } from '../model/joined-bytes.ts'

const SYMBOL_KINDS = {
  symtab: L.SYMBOL_SYMTAB,
  exports: L.SYMBOL_EXPORTS,
  metadata: L.SYMBOL_METADATA,
  described: L.SYMBOL_DESCRIBED,
} as const

export interface Merged {
  readonly bytes: Blob
  readonly detail: SymbolDetail
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  readonly peakBytes: number
  /** Hidden names whose number has no name. */
  readonly unknownNames: number
}

export interface MergeTools {
  readonly sizes: BuildSizes
  /** The shards read files themselves. */
  readonly direct: boolean
  /** Stores bytes as a Blob. */
  readonly join: ByteHost['join']
  /** The shard in this thread, if there is one. */
  readonly local: ShardDriver | undefined
  /** Yields to other events and to work that goes first; throws if the build was cancelled. */
  readonly pause: () => Promise<void>
}

/** Limit for the bytes sent with a string job: enough to keep reads in flight. */
const PIECES_PER_JOB = 256
const BYTES_PER_JOB = 32 << 20
/**
 * If shards read files: the number of jobs, enough that no shard waits long for another at the end; and the minimum
 * size of one, because a message costs time, too.
 */
const DIRECT_JOBS = 16
const DIRECT_JOB_BYTES = 512 << 10

/** Columns that would be larger than this share of the rest of an index are not kept. */
const MOST_COLUMN_SHARE = 0.15

/** An index with hidden names claims less detail, so that the file replaces it once the names are available. */
const WITHOUT_NAMES = { dwarf: 'symbols', symbols: 'starts', starts: 'none', none: 'none' } as const

export class Merger {
  readonly #engine: WasmInstance
  readonly #input: BuildInput
  readonly #sections: ImageSections
  readonly #tools: MergeTools
  #isPartial = false

  /** `engine` has the set-up. */
  constructor(engine: WasmInstance, input: BuildInput, sections: ImageSections, tools: MergeTools) {
    this.#engine = engine
    this.#input = input
    this.#sections = sections
    this.#tools = tools
  }

  /** Reads the symbols of the image. Independent of the shards; comes first. */
  async readSymbols(setup: ShardSetup, extraOffsets: readonly number[]): Promise<void> {
    this.#isPartial = setup.targets.length > 0
    this.#engine.run((e) => e.initStrings())
    await this.#addSymbols(extraOffsets)
    this.#engine.run((e) => e.prepareSymbols())
    await this.#readSymbolTexts(setup)
  }

  /**
   * Merges all slices, in their order, into the index. `results` are those of the shards that made them; `writers` still work;
   * `names` are the resolved cross-unit names.
   */
  async run(
    slices: readonly Slice[],
    results: readonly ShardResult[],
    writers: readonly ShardDriver[],
    names: readonly FoundNames[],
  ): Promise<Merged> {
    const engine = this.#engine
    const { pause } = this.#tools
    this.#takeNames(slices, names)
    this.#takeEntries(slices, results)
    await pause()
    const pools = slices
      .flatMap(poolsOf)
      .map(({ pool, base }) => ({ at: engine.place(pool), length: pool.length, base }))
    const eachPool = (work: (pointer: number, length: number, base: number) => void): void =>
      pools.forEach(({ at, length, base }) => engine.run(() => work(at, length, base)))
    // The shards write the DWARF strings while this thread sorts the functions.
    const jobs = this.#stringJobs([L.SECTION_STR, L.SECTION_LINE_STR], writers.length)
    const written = await this.#writeStrings(jobs, writers, () => engine.run((e) => e.sortEntries()))
    await pause()
    for (const { hashes } of written)
      this.#engine.lend([hashes], (e, [pointer]) => e.addHashes(pointer ?? 0, hashes.length / L.HASH_BYTES))
    eachPool((pointer, length, base) => engine.exports.hashPool(pointer, length, base))
    engine.run((e) =>
      e.addHashes(e.outputData(L.OUTPUT_NAME_HASHES), (e.outputLength(L.OUTPUT_NAME_HASHES) >>> 0) / L.HASH_BYTES),
    )
    engine.run((e) => e.writeSymbols())
    await pause()
    // The rest is small: one shard does it, the others are freed.
    const restJobs = this.#stringJobs([L.SECTION_STRTAB, L.SECTION_EXTRA_STRINGS], 1)
    const last = restJobs.length > 1 ? writers.at(-1) : (this.#tools.local ?? writers.at(-1))
    for (const run of writers) if (run !== last) void run.shard.end()
    let shift = 0
    const rest = await this.#writeStrings(restJobs, last ? [last] : [], () => {
      shift = engine.run((e) => e.writeTable())
    })
    append(written, rest)
    void last?.shard.end()
    eachPool((pointer, length, base) => engine.exports.writePool(pointer, length, base))
    written.push({
      pages: this.#tools.join([engine.output(L.OUTPUT_STRING_PAGES)]),
      directory: engine.copyWords(L.OUTPUT_STRING_DIRECTORY),
      hashes: new Uint8Array(0),
      unknownNames: engine.total(L.TOTAL_UNKNOWN_NAMES),
    })
    return this.#finish(slices, results, shift, written)
  }

  #takeNames(slices: readonly Slice[], names: readonly FoundNames[]): void {
    for (const { targets, ids } of names)
      this.#engine.lend([targets, ids], (e, [offsets, found]) => e.addFound(offsets ?? 0, found ?? 0, targets.length))
    for (const { crossUnitDies } of slices) {
      this.#engine.run((e) => e.beginCrossUnitNames())
      for (const dies of crossUnitDies)
        this.#engine.lend([dies], (e, [offsets]) => e.addCrossUnitNames(offsets ?? 0, dies.length))
    }
    this.#engine.run((e) => e.settleCrossUnitNames())
  }

  #takeEntries(slices: readonly Slice[], results: readonly ShardResult[]): void {
    let firstBlock = 0
    const entryBytes = slices.reduce((sum, { entries }) => sum + lengthOf(entries), 0)
    this.#engine.run((e) => e.reserve(entryBytes, lengthOf(results.map(({ marks }) => marks))))
    for (const slice of slices) {
      for (const entries of slice.entries.splice(0))
        this.#engine.lend([entries], (e, [pointer]) =>
          e.addEntries(pointer ?? 0, entries.length / L.ENTRY_BYTES, firstBlock),
        )
      firstBlock += lengthOf(slice.blockSizes) / L.BLOCK_COLUMN_RECORD_BYTES
    }
    for (const result of results) {
      const { marks } = result
      const place = this.#engine.run((e) => e.takeMarks(marks.length / L.MARK_BYTES)) >>> 0
      new Uint8Array(this.#engine.exports.memory.buffer, place, marks.length).set(marks)
      result.marks = new Uint8Array(0)
    }
  }

  async #addSymbols(extraOffsets: readonly number[]): Promise<void> {
    const { symtab, functionStarts, symbols, pointerSize, code, arch, sectionIsCode } = this.#input
    const { exports } = this.#engine
    sectionIsCode.forEach((isCode, at) => exports.setSectionIsCode(at, isCode ? 1 : 0))
    if (symtab) {
      const { entries } = symtab
      const { window, directWindow } = this.#tools.sizes
      const direct = isDirect(entries) ? entries : undefined
      const size = pointerSize === 8 ? L.NLIST_64_BYTES : L.NLIST_BYTES
      const step = Math.floor((direct ? directWindow : window) / size) * size
      const end = Math.floor(Math.min(entries.size, symtab.count * size) / size) * size
      for (let at = 0; at < end; at += step) {
        const length = Math.min(step, end - at)
        await this.#tools.pause()
        const bytes = direct ? undefined : await readBytes(entries, at, at + length)
        this.#engine.lendFilled(
          length,
          (target) => (bytes ? target.set(bytes) : direct?.readInto(target, at)),
          (e, pointer) => e.addNlist(pointer, length / size, pointerSize === 8 ? 1 : 0),
        )
      }
    }
    const base = this.#firstId(L.SECTION_EXTRA_STRINGS)
    symbols.forEach(({ offset, source }, at) => {
      const kind = SYMBOL_KINDS[source]
      this.#engine.run((e) => e.addSymbol(offset, base + (extraOffsets[at] ?? 0), kind))
    })
    if (functionStarts) {
      const bytes = new Uint8Array(await functionStarts.arrayBuffer())
      const thumb = /^armv|^thumb/.test(arch) ? 1 : 0
      this.#engine.lend([bytes], (e, [pointer]) => e.addStarts(pointer ?? 0, bytes.length, thumb))
    }
    for (const { end } of code) this.#engine.run((e) => e.addSymbol(end, 0, L.SYMBOL_END))
  }

  /** Id of the first string of a section: string sections are concatenated in id space. */
  #firstId(slot: number): number {
    let id = 1
    for (let before = 0; before < slot; before++) id += this.#sections.size(before)
    return id
  }

  /** Lets the shards write strings while this thread runs `meanwhile`. */
  async #writeStrings(
    jobs: readonly StringJob[],
    writers: readonly ShardDriver[],
    meanwhile: () => void,
  ): Promise<StringPages[]> {
    const { direct, local, pause } = this.#tools
    const written: StringPages[] = []
    let next = 0
    const write = async (run: ShardDriver): Promise<void> => {
      for (let job = jobs[next]; job; job = jobs[next]) {
        const at = next++
        written[at] = await run.write(job, pause)
        await pause()
      }
    }
    const others = writers.filter((run) => run !== local)
    // A shard that reads files has its next job queued, so it does not wait for this thread.
    const elsewhere = Promise.all([...others, ...(direct ? others : [])].map((run) => write(run)))
    elsewhere.catch(() => undefined)
    meanwhile()
    if (local && writers.includes(local)) await write(local)
    await elsewhere
    return written
  }

  /** Jobs for all marked strings of some adjacent sections, for a number of shards. */
  #stringJobs(slots: readonly number[], shards: number): readonly StringJob[] {
    this.#engine.run((e) => e.sealMarks())
    const jobs = slots.flatMap((slot) => this.#cutIntoJobs(this.#piecesOf(slot), shards))
    this.#engine.exports.clearOutput(L.OUTPUT_MARKS)
    return jobs
  }

  #piecesOf(slot: number): StringPiece[] {
    const { stringPiece, stringDirectPiece, stringGap, stringDirectGap } = this.#tools.sizes
    const [most, gap] = this.#tools.direct ? [stringDirectPiece, stringDirectGap] : [stringPiece, stringGap]
    this.#engine.run((e) => e.planStrings(slot, most, gap))
    const words = this.#engine.words(L.OUTPUT_PIECES)
    const pieces: StringPiece[] = []
    for (let at = 0; at < words.length; at += L.PIECE_WORDS) {
      const word = (field: number): number => words[at + field] ?? 0
      pieces.push({
        slot,
        from: word(L.PIECE_FROM),
        to: word(L.PIECE_TO),
        firstMark: word(L.PIECE_FIRST_MARK),
        marks: word(L.PIECE_MARKS),
      })
    }
    return pieces
  }

  /** Jobs of a few pieces each, so that their results can be drained in between. */
  #cutIntoJobs(pieces: readonly StringPiece[], shards: number): readonly StringJob[] {
    const bytes = pieces.reduce((sum, { from, to }) => sum + to - from + STRING_TAIL, 0)
    const { stringPiece } = this.#tools.sizes
    const [mostPieces, mostBytes] = this.#tools.direct
      ? [Infinity, Math.max(DIRECT_JOB_BYTES, bytes / DIRECT_JOBS)]
      : [PIECES_PER_JOB, Math.min(BYTES_PER_JOB, bytes / shards + stringPiece / 2)]
    const jobs = batchesOf(pieces, ({ from, to }) => to - from + STRING_TAIL, mostPieces, mostBytes)
    return jobs.map((own): StringJob => {
      const first = own[0]?.firstMark ?? 0
      const count = own.reduce((sum, { marks }) => sum + marks, 0)
      return {
        kind: 'strings',
        pieces: own,
        marks: this.#engine.output(L.OUTPUT_MARKS, first * L.MARK_BYTES, count * L.MARK_BYTES),
      }
    })
  }

  /** Reads the texts of symbols, window by window. */
  async #readSymbolTexts(setup: ShardSetup): Promise<void> {
    const { exports } = this.#engine
    // A partial build needs only some texts, a full build all.
    const window = this.#tools.direct && setup.targets.length > 0 ? setup.window : this.#tools.sizes.window
    for (const slot of [L.SECTION_STRTAB, L.SECTION_EXTRA_STRINGS]) {
      const size = this.#sections.size(slot)
      let length = window
      for (let at = exports.nextSymbolOffset(slot) >>> 0; at < size;) {
        await this.#tools.pause()
        const bytes = await this.#sections.read(slot, at, Math.min(size, at + length))
        this.#engine.setWindow(slot, at, [bytes], size)
        this.#engine.run((e) => e.readSymbolTexts(slot))
        const next = exports.nextSymbolOffset(slot) >>> 0
        // A truncated text needs a longer window.
        length = next === at ? length * 4 : window
        at = next
      }
    }
  }

  /** The header and the small parts as one run of bytes, with their checksum in the header. */
  #sealed(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
    const head = joinedBytes(pieces)
    const place = this.#engine.run((e) => e.placeIndex(head.length)) >>> 0
    new Uint8Array(this.#engine.exports.memory.buffer, place, head.length).set(head)
    new DataView(head.buffer).setUint32(L.HEADER_AT_CHECKSUM, this.#engine.exports.headChecksum() >>> 0, true)
    return head
  }

  /** Whether the columns are kept; a partial build keeps them always, because it is small and answers one report. */
  #isWorth(sizes: Readonly<Record<PartName, number>>): boolean {
    const { columns, ...others } = sizes
    const rest = Object.values(others).reduce((sum, size) => sum + size, 0)
    return columns > 0 && (this.#isPartial || columns <= rest * MOST_COLUMN_SHARE)
  }

  #finish(
    slices: readonly Slice[],
    results: readonly ShardResult[],
    shift: number,
    strings: readonly StringPages[],
  ): Merged {
    const engine = this.#engine
    const small: Record<SmallPart, readonly Uint8Array<ArrayBuffer>[]> = {
      shards: [shardTable(slices)],
      functionDirectory: [engine.output(L.OUTPUT_FUNCTION_DIRECTORY)],
      symbolDirectory: [engine.output(L.OUTPUT_SYMBOL_DIRECTORY)],
      stringDirectory: [joinDirectories(strings)],
      blockSizes: slices.flatMap(({ blockSizes }) => blockSizes),
      files: slices.flatMap(({ files }) => files),
      crossUnitNames: [engine.output(L.OUTPUT_CROSS_UNIT_NAMES)],
    }
    const large: Readonly<Record<LargePart, Blob>> = {
      functionPages: this.#tools.join([engine.output(L.OUTPUT_FUNCTION_PAGES)]),
      symbolPages: this.#tools.join([engine.output(L.OUTPUT_SYMBOL_PAGES)]),
      stringPages: this.#tools.join(strings.map(({ pages }) => pages)),
      blocks: this.#tools.join(slices.flatMap(({ blocks }) => blocks)),
      columns: this.#tools.join(slices.flatMap(({ columns }) => columns)),
    }
    const sizes = Object.fromEntries(
      PARTS.map((name) => [name, isSmall(name) ? lengthOf(small[name]) : large[name].size]),
    ) as Record<PartName, number>
    const columns = this.#isWorth(sizes)
    if (!columns) {
      small.blockSizes = small.blockSizes.map(withoutColumns)
      sizes.blockSizes = lengthOf(small.blockSizes)
    }
    const { uuid, arch, name, kind, textVmaddr } = this.#input
    const dwarf = engine.total(L.TOTAL_FUNCTIONS)
    const symbols = engine.total(L.TOTAL_SYMBOLS)
    const { isWhole, hiddenNames } = this.#input
    const hasDwarf = sizes.blocks > 0 && isWhole !== false
    const made = hasDwarf ? 'dwarf' : symbols > 0 ? 'symbols' : this.#input.functionStarts ? 'starts' : 'none'
    const detail = hiddenNames === 'missing' ? WITHOUT_NAMES[made] : made
    const sum = (pick: (result: ShardResult) => number): number =>
      results.reduce((total, result) => total + pick(result), 0)
    const counts = {
      functions: Math.max(dwarf, symbols),
      inlines: sum(({ inlines }) => inlines),
      lineRows: sum(({ lineRows }) => lineRows),
    }
    const header = formatHeader(
      { columns, uuid, arch, name, kind, textVmaddr, detail, ...counts, symbols, shift },
      sizes,
    )
    return {
      bytes: this.#tools.join([
        this.#sealed([header, ...SMALL_PARTS.flatMap((name) => small[name])]),
        ...LARGE_PARTS.filter((name) => columns || name !== 'columns').map((name) => large[name]),
      ]),
      detail,
      ...counts,
      peakBytes: engine.bytes + sum(({ peakBytes }) => peakBytes),
      unknownNames: strings.reduce((total, { unknownNames }) => total + unknownNames, 0),
    }
  }
}
