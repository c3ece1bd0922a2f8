/** Puts the index file together: entries of all shards, symbols, strings. Streams both string tables, holds neither. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { SymbolDetail } from '../model/image.ts'
import type { BuildInput } from '../ports.ts'
import type { PartName } from './index-file.ts'
import { formatHeader, PARTS } from './index-file.ts'
import type { ImageSections } from './sections.ts'
import type { ShardResult, ShardSetup, StringJob, StringPiece, WrittenStrings } from './shard.ts'
import { shareOf } from './shard.ts'
import type { BuildSizes } from './sizes.ts'
import type { ShardRun } from './unit-run.ts'
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

export class Merger {
  readonly #engine: WasmEngine
  readonly #input: BuildInput
  readonly #sections: ImageSections
  readonly #outputs: readonly ShardOutput[]
  readonly #runs: readonly ShardRun[]
  readonly #check: () => void
  readonly #sizes: BuildSizes
  readonly #direct: boolean

  /** `check` throws when the build was cancelled; `direct`: the shards read files themselves. */
  constructor(
    engine: WasmEngine,
    input: BuildInput,
    sections: ImageSections,
    outputs: readonly ShardOutput[],
    runs: readonly ShardRun[],
    check: () => void,
    sizes: BuildSizes,
    direct: boolean,
  ) {
    this.#engine = engine
    this.#input = input
    this.#sections = sections
    this.#outputs = outputs
    this.#runs = runs
    this.#check = check
    this.#sizes = sizes
    this.#direct = direct
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
    const early = this.#writeStrings([L.SECTION_STR, L.SECTION_LINE_STR])
    early.catch(() => undefined)
    engine.run((e) => e.sortEntries())
    await this.#addSymbols(extraOffsets)
    engine.run((e) => e.prepareSymbols())
    await this.#readSymbolTexts(setup)
    const written = await early
    this.#check()
    for (const { hashes } of written) {
      const pointer = engine.place(hashes)
      engine.run((e) => e.addHashes(pointer, hashes.length >>> 3))
      engine.exports.release(pointer, hashes.length + 32)
    }
    eachPool((pointer, length, base) => engine.exports.hashPool(pointer, length, base))
    const ofPools = engine.place(engine.output(OUTPUT.nameHashes))
    engine.run((e) => e.addHashes(ofPools, e.outputLength(OUTPUT.nameHashes) >>> 3))
    engine.run((e) => e.writeSymbols())
    const shift = engine.run((e) => e.writeTable())
    written.push(...(await this.#writeStrings([L.SECTION_STRTAB, L.SECTION_EXTRA_STRINGS])))
    eachPool((pointer, length, base) => engine.exports.writePool(pointer, length, base))
    written.push({
      pages: [engine.output(OUTPUT.stringPages)],
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
    this.#outputs.forEach(({ result, deferred }) => {
      const columns = new Uint32Array(result.entries.buffer, result.entries.byteOffset, result.entries.byteLength >>> 2)
      for (let at = 2; at < columns.length; at += 7) {
        const name = columns[at] ?? 0
        if (name >= L.DEFERRED_BASE) columns[at] = this.#deferredName(name)
      }
      for (const id of deferred) this.#engine.exports.markName(id)
      const pointer = this.#engine.place(result.entries)
      this.#engine.run((e) => e.addEntries(pointer, result.entries.length / 28, firstBlock))
      this.#engine.exports.release(pointer, result.entries.length + 32)
      for (const marks of [result.marks, result.nameMarks]) {
        const place = this.#engine.place(marks)
        this.#engine.run((e) => e.mergeMarks(place, marks.length, marks === result.nameMarks ? 1 : 0))
        this.#engine.exports.release(place, marks.length + 32)
      }
      firstBlock += result.blockSizes.length >>> 2
    })
  }

  #deferredName(id: number): number {
    const [, span] = shareOf(L.DEFERRED_BASE, L.ID_SPAN, 0, this.#outputs.length)
    const shard = Math.floor((id - L.DEFERRED_BASE) / span)
    return this.#outputs[shard]?.deferred[id - L.DEFERRED_BASE - shard * span] ?? 0
  }

  async #addSymbols(extraOffsets: readonly number[]): Promise<void> {
    const { symtab, functionStarts, symbols, pointerSize, code, arch, sectionIsCode } = this.#input
    const { exports } = this.#engine
    sectionIsCode.forEach((isCode, at) => exports.setSectionIsCode(at, isCode ? 1 : 0))
    if (symtab) {
      const size = pointerSize === 8 ? 16 : 12
      const step = Math.floor(this.#sizes.window / size) * size
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
  async #writeStrings(slots: readonly number[]): Promise<WrittenStrings[]> {
    const pieces = slots.flatMap((slot) => this.#piecesOf(slot))
    let left = pieces.reduce((sum, { from, to }) => sum + to - from, 0)
    const jobs = this.#runs.flatMap((run, at) => {
      const share = left / (this.#runs.length - at)
      const own: StringPiece[] = []
      for (let bytes = 0; bytes < share || (at === this.#runs.length - 1 && pieces.length > 0);) {
        const piece = pieces.shift()
        if (!piece) break
        own.push(piece)
        bytes += piece.to - piece.from
        left -= piece.to - piece.from
      }
      return own.length > 0 ? [run.write(this.#stringJob(own))] : []
    })
    return Promise.all(jobs)
  }

  #piecesOf(slot: number): StringPiece[] {
    const { stringPiece, stringGap, stringDirectGap } = this.#sizes
    this.#engine.run((e) => e.planStrings(slot, stringPiece, this.#direct ? stringDirectGap : stringGap))
    const pairs = new Uint32Array(this.#engine.output(OUTPUT.pieces).buffer)
    return Array.from({ length: pairs.length >>> 1 }, (_, at) => ({
      slot,
      from: pairs[at * 2] ?? 0,
      to: pairs[at * 2 + 1] ?? 0,
    }))
  }

  #stringJob(pieces: readonly StringPiece[]): StringJob {
    const idOf = (piece: StringPiece | undefined, end: 'from' | 'to'): number =>
      piece ? this.#firstId(piece.slot) + piece[end] : 0
    const marksAt = idOf(pieces[0], 'from') >>> 3
    const length = (idOf(pieces.at(-1), 'to') >>> 3) + 1 - marksAt
    const part = (which: number): Uint8Array<ArrayBuffer> => this.#engine.output(which, marksAt, length)
    return { kind: 'strings', pieces, marksAt, marks: part(OUTPUT.marks), nameMarks: part(OUTPUT.nameMarks) }
  }

  /** Lets the engine read the texts of symbols, a few windows ahead. */
  async #readSymbolTexts(setup: ShardSetup): Promise<void> {
    const { exports } = this.#engine
    // Of a partial build only some texts count; elsewhere all of them do.
    const window = this.#direct && setup.targets.length > 0 ? this.#sizes.partialDirectWindow : this.#sizes.window
    for (const slot of [L.SECTION_STRTAB, L.SECTION_EXTRA_STRINGS]) {
      const size = this.#sections.size(slot)
      let length = window
      for (let at = exports.nextSymbolOffset(slot) >>> 0; at < size;) {
        this.#check()
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

  #finish(shift: number, strings: readonly WrittenStrings[]): Merged {
    const engine = this.#engine
    const join = (pick: (output: ShardOutput) => Uint8Array<ArrayBuffer>): Blob =>
      new Blob(this.#outputs.map((output) => pick(output)))
    const bytesOf = (output: number): Blob => new Blob([engine.output(output)])
    const part: Readonly<Record<PartName, Blob>> = {
      shards: new Blob([this.#shardTable()]),
      functionDirectory: bytesOf(OUTPUT.functionDirectory),
      symbolDirectory: bytesOf(OUTPUT.symbolDirectory),
      stringDirectory: new Blob([joinDirectories(strings)]),
      blockSizes: join(({ result }) => result.blockSizes),
      files: join(({ result }) => result.files),
      deferred: join(({ deferred }) => new Uint8Array(Uint32Array.from(deferred).buffer)),
      functionPages: bytesOf(OUTPUT.functionPages),
      symbolPages: bytesOf(OUTPUT.symbolPages),
      stringPages: new Blob(strings.flatMap(({ pages }) => pages)),
      blocks: new Blob(this.#outputs.flatMap(({ blocks }) => blocks)),
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
      bytes: new Blob([header, ...PARTS.map((at) => part[at])]),
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

/** One directory of pages that lie one behind the other. */
function joinDirectories(strings: readonly WrittenStrings[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint32Array(strings.reduce((sum, { directory }) => sum + directory.length, 0))
  let at = 0
  let before = 0
  for (const { directory, pages } of strings) {
    directory.forEach((value, position) => (joined[at + position] = position % 2 === 0 ? value : value + before))
    at += directory.length
    before += pages.reduce((sum, page) => sum + page.length, 0)
  }
  return new Uint8Array(joined.buffer)
}
