/** Puts the index file together: entries of all shards, symbols, strings. Streams both string tables, holds neither. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { SymbolDetail } from '../model/image.ts'
import type { BuildInput, ByteHost } from '../ports.ts'
import type { PartName } from './index-file.ts'
import { formatHeader, PARTS } from './index-file.ts'
import type { ImageSections } from './sections.ts'
import type { ShardResult, ShardSetup, StringJob, StringPiece } from './shard.ts'
import { shardOfId, shareOf } from './shard.ts'
import type { BuildSizes } from './sizes.ts'
import type { ShardRun, StringPages } from './unit-run.ts'
import { OUTPUT, TOTAL, WasmEngine } from './wasm-instance.ts'

/** What a shard made, with its blocks and the names found for it. */
export interface ShardOutput {
  readonly result: ShardResult
  readonly blocks: readonly Blob[]
  readonly deferred: Uint32Array
}

export interface Merged {
  readonly bytes: Blob
  readonly detail: SymbolDetail
  readonly functions: number
  readonly inlines: number
  readonly lineRows: number
  readonly peakBytes: number
}

export interface MergeTools {
  /** Throws when the build was cancelled. */
  readonly check: () => void
  readonly sizes: BuildSizes
  /** The shards read files themselves. */
  readonly direct: boolean
  /** Keeps bytes. */
  readonly join: ByteHost['join']
}

/** Enough to keep reads in flight. */
const PIECES_PER_JOB = 8

export class Merger {
  readonly #engine: WasmEngine
  readonly #input: BuildInput
  readonly #sections: ImageSections
  readonly #outputs: readonly ShardOutput[]
  readonly #runs: readonly ShardRun[]
  readonly #tools: MergeTools

  constructor(
    engine: WasmEngine,
    input: BuildInput,
    sections: ImageSections,
    outputs: readonly ShardOutput[],
    runs: readonly ShardRun[],
    tools: MergeTools,
  ) {
    this.#engine = engine
    this.#input = input
    this.#sections = sections
    this.#outputs = outputs
    this.#runs = runs
    this.#tools = tools
  }

  async run(setup: ShardSetup, extraOffsets: readonly number[]): Promise<Merged> {
    const engine = this.#engine
    this.#begin(setup)
    this.#takeEntries()
    const pools = this.#outputs.map(({ result }) => engine.place(result.pool))
    const eachPool = (work: (pointer: number, length: number, base: number) => void): void =>
      this.#outputs.forEach(({ result }, shard) => {
        const [base] = shareOf(L.POOL_BASE, L.ID_SPAN, shard, this.#outputs.length)
        engine.run(() => work(pools[shard] ?? 0, result.pool.length, base))
      })
    // The shards write the strings of DWARF while the functions and symbols are put in order here.
    const early = this.#writeStrings([L.SECTION_STR, L.SECTION_LINE_STR], this.#runs)
    early.catch(() => undefined)
    engine.run((e) => e.sortEntries())
    await this.#addSymbols(extraOffsets)
    engine.run((e) => e.prepareSymbols())
    await this.#readSymbolTexts(setup)
    const written = await early
    this.#tools.check()
    for (const { hashes } of written) {
      const pointer = engine.place(hashes)
      engine.run((e) => e.addHashes(pointer, hashes.length >>> 3))
      engine.exports.release(pointer, hashes.length + 32)
    }
    eachPool((pointer, length, base) => engine.exports.hashPool(pointer, length, base))
    engine.run((e) => e.addHashes(e.outputData(OUTPUT.nameHashes), e.outputLength(OUTPUT.nameHashes) >>> 3))
    engine.run((e) => e.writeSymbols())
    const shift = engine.run((e) => e.writeTable())
    // The rest is little: one shard does it, the memory of the others is given back.
    const [last, ...others] = this.#runs
    await Promise.all(others.map((run) => run.shard.end()))
    written.push(...(await this.#writeStrings([L.SECTION_STRTAB, L.SECTION_EXTRA_STRINGS], last ? [last] : [])))
    await last?.shard.end()
    eachPool((pointer, length, base) => engine.exports.writePool(pointer, length, base))
    written.push({
      pages: this.#tools.join([engine.output(OUTPUT.stringPages)]),
      directory: new Uint32Array(engine.output(OUTPUT.stringDirectory).buffer),
      hashes: new Uint8Array(0),
    })
    return this.#finish(shift, written)
  }

  #begin(setup: ShardSetup): void {
    const { exports } = this.#engine
    exports.setBigEndian(setup.littleEndian ? 0 : 1)
    exports.setTextBase(setup.text[0], setup.text[1])
    setup.sizes.forEach((size, slot) => exports.setSectionTotal(slot, size))
    this.#engine.run((e) => {
      for (const { start, end } of setup.code) e.addCode(start, end)
      for (const target of setup.targets) e.addTarget(target)
      e.initStrings(L.POOL_BASE, 0)
    })
  }

  #takeEntries(): void {
    let firstBlock = 0
    const bytesOf = (arrays: readonly Uint8Array[]): number => arrays.reduce((sum, { length }) => sum + length, 0)
    const entryBytes = this.#runs.reduce((sum, { entries }) => sum + bytesOf(entries), 0)
    this.#engine.run((e) => e.reserve(entryBytes, bytesOf(this.#outputs.map(({ result }) => result.marks))))
    this.#outputs.forEach(({ result, deferred }, shard) => {
      for (const entries of this.#runs[shard]?.entries.splice(0) ?? []) this.#takeChunk(entries, firstBlock)
      for (const id of deferred) this.#engine.exports.markName(id)
      const { marks } = result
      const place = this.#engine.run((e) => e.takeMarks(marks.length >>> 3)) >>> 0
      new Uint8Array(this.#engine.exports.memory.buffer, place, marks.length).set(marks)
      firstBlock += result.blockSizes.length >>> 2
      result.marks = new Uint8Array(0)
    })
  }

  #takeChunk(entries: Uint8Array<ArrayBuffer>, firstBlock: number): void {
    const columns = new Uint32Array(entries.buffer, entries.byteOffset, entries.byteLength >>> 2)
    for (let at = 2; at < columns.length; at += 7) {
      const name = columns[at] ?? 0
      if (name >= L.DEFERRED_BASE) columns[at] = this.#deferredName(name)
    }
    const pointer = this.#engine.place(entries)
    this.#engine.run((e) => e.addEntries(pointer, entries.length / 28, firstBlock))
    this.#engine.exports.release(pointer, entries.length + 32)
  }

  #deferredName(id: number): number {
    const [shard, place] = shardOfId(L.DEFERRED_BASE, L.ID_SPAN, id, this.#outputs.length)
    return this.#outputs[shard]?.deferred[place] ?? 0
  }

  async #addSymbols(extraOffsets: readonly number[]): Promise<void> {
    const { symtab, functionStarts, symbols, pointerSize, code, arch, sectionIsCode } = this.#input
    const { exports } = this.#engine
    sectionIsCode.forEach((isCode, at) => exports.setSectionIsCode(at, isCode ? 1 : 0))
    if (symtab) {
      const size = pointerSize === 8 ? 16 : 12
      const step = Math.floor(this.#tools.sizes.window / size) * size
      const end = Math.min(symtab.entries.size, symtab.count * size)
      for (let at = 0; at + size <= end; at += step) {
        const bytes = new Uint8Array(await symtab.entries.slice(at, Math.min(end, at + step)).arrayBuffer())
        const pointer = this.#engine.place(bytes)
        this.#engine.run((e) => e.addNlist(pointer, Math.floor(bytes.length / size), pointerSize === 8 ? 1 : 0))
        exports.release(pointer, bytes.length + 32)
      }
    }
    const base = this.#firstId(L.SECTION_EXTRA_STRINGS)
    symbols.forEach(({ offset, source }, at) => {
      const kind = { exports: L.SYMBOL_EXPORTS, metadata: L.SYMBOL_METADATA, symtab: L.SYMBOL_SYMTAB }[source]
      this.#engine.run((e) => e.addSymbol(offset, base + (extraOffsets[at] ?? 0), kind))
    })
    if (functionStarts) {
      const bytes = new Uint8Array(await functionStarts.arrayBuffer())
      const pointer = this.#engine.place(bytes)
      this.#engine.run((e) => e.addStarts(pointer, bytes.length, /^armv|^thumb/.test(arch) ? 1 : 0))
    }
    for (const { end } of code) this.#engine.run((e) => e.addSymbol(end, 0, L.SYMBOL_END))
  }

  /** Id of the first string of a section: the string sections lie one behind the other. */
  #firstId(slot: number): number {
    let id = 1
    for (let before = 0; before < slot; before++) id += this.#sections.size(before)
    return id
  }

  /** Has all marked strings of some sections written, which must be neighbours: each shard takes an equal part. */
  async #writeStrings(slots: readonly number[], runs: readonly ShardRun[]): Promise<StringPages[]> {
    this.#engine.run((e) => e.sealMarks())
    const pieces = slots.flatMap((slot) => this.#piecesOf(slot))
    let left = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
    const jobs = runs.flatMap((run, at) => {
      const share = left / (runs.length - at)
      const own: StringPiece[] = []
      for (let bytes = 0; bytes < share || (at === runs.length - 1 && pieces.length > 0);) {
        const piece = pieces.shift()
        if (!piece) break
        own.push(piece)
        bytes += piece.to - piece.from
        left -= piece.to - piece.from
      }
      return this.#stringJobs(own).map((job) => ({ run, job }))
    })
    this.#engine.exports.clearOutput(OUTPUT.marks)
    const written = await Promise.all(runs.map((run) => writeAll(jobs.filter((one) => one.run === run))))
    return written.flat()
  }

  #piecesOf(slot: number): StringPiece[] {
    const { stringPiece, stringGap, stringDirectGap } = this.#tools.sizes
    this.#engine.run((e) => e.planStrings(slot, stringPiece, this.#tools.direct ? stringDirectGap : stringGap))
    const pieces = new Uint32Array(this.#engine.output(OUTPUT.pieces).buffer)
    return Array.from({ length: pieces.length >>> 2 }, (_, at) => {
      const [from = 0, to = 0, firstMark = 0, marks = 0] = pieces.subarray(at * 4, at * 4 + 4)
      return { slot, from, to, firstMark, marks }
    })
  }

  /** Jobs of a few pieces each, so that what one has written is out of the way before the next. */
  #stringJobs(pieces: readonly StringPiece[]): readonly StringJob[] {
    return Array.from({ length: Math.ceil(pieces.length / PIECES_PER_JOB) }, (_, at) => {
      const own = pieces.slice(at * PIECES_PER_JOB, (at + 1) * PIECES_PER_JOB)
      const first = own[0]?.firstMark ?? 0
      const count = own.reduce((sum, { marks }) => sum + marks, 0)
      return { kind: 'strings', pieces: own, marks: this.#engine.output(OUTPUT.marks, first * 8, count * 8) }
    })
  }

  /** Lets the engine read the texts of symbols, window by window. */
  async #readSymbolTexts(setup: ShardSetup): Promise<void> {
    const { exports } = this.#engine
    // Of a partial build only some texts count; elsewhere all of them do.
    const window = this.#tools.direct && setup.targets.length > 0 ? setup.window : this.#tools.sizes.window
    for (const slot of [L.SECTION_STRTAB, L.SECTION_EXTRA_STRINGS]) {
      const size = this.#sections.size(slot)
      let length = window
      for (let at = exports.nextSymbolOffset(slot) >>> 0; at < size;) {
        this.#tools.check()
        const bytes = await this.#sections.read(slot, at, Math.min(size, at + length))
        this.#engine.setWindow(slot, at, [bytes], size)
        this.#engine.run((e) => e.readSymbolTexts(slot))
        const next = exports.nextSymbolOffset(slot) >>> 0
        // A text that was cut off needs a longer window.
        length = next === at ? length * 4 : window
        at = next
      }
    }
  }

  #finish(shift: number, strings: readonly StringPages[]): Merged {
    const engine = this.#engine
    const join = (pick: (output: ShardOutput) => Uint8Array<ArrayBuffer>): Blob =>
      this.#tools.join(this.#outputs.map((output) => pick(output)))
    const bytesOf = (output: number): Blob => this.#tools.join([engine.output(output)])
    const part: Readonly<Record<PartName, Blob>> = {
      shards: this.#tools.join([this.#shardTable()]),
      functionDirectory: bytesOf(OUTPUT.functionDirectory),
      symbolDirectory: bytesOf(OUTPUT.symbolDirectory),
      stringDirectory: this.#tools.join([joinDirectories(strings)]),
      blockSizes: join(({ result }) => result.blockSizes),
      files: join(({ result }) => result.files),
      deferred: join(({ deferred }) => new Uint8Array(Uint32Array.from(deferred).buffer)),
      functionPages: bytesOf(OUTPUT.functionPages),
      symbolPages: bytesOf(OUTPUT.symbolPages),
      stringPages: this.#tools.join(strings.map(({ pages }) => pages)),
      blocks: this.#tools.join(this.#outputs.flatMap(({ blocks }) => blocks)),
    }
    const sizes = Object.fromEntries(PARTS.map((name) => [name, part[name].size])) as Record<PartName, number>
    const { uuid, arch, name, kind, text } = this.#input
    const dwarf = engine.total(TOTAL.functions)
    const symbols = engine.total(TOTAL.symbols)
    const detail = sizes.blocks > 0 ? 'dwarf' : symbols > 0 ? 'symbols' : this.#input.functionStarts ? 'starts' : 'none'
    const sum = (pick: (result: ShardResult) => number): number =>
      this.#outputs.reduce((total, { result }) => total + pick(result), 0)
    const counts = {
      functions: Math.max(dwarf, symbols),
      inlines: sum(({ inlines }) => inlines),
      lineRows: sum(({ lineRows }) => lineRows),
    }
    const header = formatHeader({ uuid, arch, name, kind, text, detail, ...counts, symbols, shift }, sizes)
    return {
      bytes: this.#tools.join([header, ...PARTS.map((at) => part[at])]),
      detail,
      ...counts,
      peakBytes: engine.bytes + sum(({ peakBytes }) => peakBytes),
    }
  }

  /** For each shard: the number of its first file, and the first of its deferred names, in the joined columns. */
  #shardTable(): Uint8Array<ArrayBuffer> {
    const table = new Uint32Array(this.#outputs.length * 2)
    let files = 0
    let deferred = 0
    this.#outputs.forEach((output, shard) => {
      table.set([files, deferred], shard * 2)
      files += output.result.files.length / 12
      deferred += output.deferred.length
    })
    return new Uint8Array(table.buffer)
  }
}

/** Runs jobs one after the other. */
async function writeAll(jobs: readonly { readonly run: ShardRun; readonly job: StringJob }[]): Promise<StringPages[]> {
  const written: StringPages[] = []
  for (const { run, job } of jobs) written.push(await run.write(job))
  return written
}

/** One directory of pages that lie one behind the other. */
function joinDirectories(strings: readonly StringPages[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint32Array(strings.reduce((sum, { directory }) => sum + directory.length, 0))
  let at = 0
  let before = 0
  for (const { directory, pages } of strings) {
    directory.forEach((value, position) => (joined[at + position] = position % 2 === 0 ? value : value + before))
    at += directory.length
    before += pages.size
  }
  return new Uint8Array(joined.buffer)
}
