/** Puts the index file together: entries of all shards, symbols, strings. Streams both string tables, holds neither. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { SymbolDetail } from '../model/image.ts'
import type { BuildInput } from '../ports.ts'
import type { PartName } from './index-file.ts'
import { formatHeader, PARTS } from './index-file.ts'
import type { ImageSections } from './sections.ts'
import type { ShardResult, ShardSetup } from './shard.ts'
import { shareOf } from './shard.ts'
import { OUTPUT, TOTAL, WasmEngine } from './wasm-instance.ts'

/** How far apart wanted strings may lie in one read. */
const GAP = 64 << 10
/** Bytes read behind the last wanted string of a piece, as a part of the window. */
const TAIL_SHARE = 512

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
  readonly #check: () => void
  readonly #window: number
  readonly #tail: number

  /** `check` throws when the build was cancelled. */
  constructor(
    engine: WasmEngine,
    input: BuildInput,
    sections: ImageSections,
    outputs: readonly ShardOutput[],
    check: () => void,
    windowBytes: number,
  ) {
    this.#engine = engine
    this.#input = input
    this.#sections = sections
    this.#outputs = outputs
    this.#check = check
    this.#window = windowBytes
    this.#tail = Math.ceil(windowBytes / TAIL_SHARE)
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
    engine.run((e) => e.sortEntries())
    await this.#addSymbols(extraOffsets)
    engine.run((e) => e.prepareSymbols())
    await this.#stringSections([L.SECTION_STR, L.SECTION_LINE_STR], 'write')
    await this.#stringSections([L.SECTION_STRTAB, L.SECTION_EXTRA_STRINGS], 'symbols')
    eachPool((pointer, length, base) => engine.exports.offerPool(pointer, length, base))
    engine.run((e) => e.writeSymbols())
    const shift = engine.run((e) => e.writeTable())
    await this.#stringSections([L.SECTION_STRTAB, L.SECTION_EXTRA_STRINGS], 'write')
    eachPool((pointer, length, base) => engine.exports.writePool(pointer, length, base))
    return this.#finish(shift)
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
      for (const id of deferred) this.#engine.exports.markString(id)
      const pointer = this.#engine.place(result.entries)
      this.#engine.run((e) => e.addEntries(pointer, result.entries.length / 28, firstBlock))
      this.#engine.exports.release(pointer, result.entries.length + 32)
      const marks = this.#engine.place(result.marks)
      this.#engine.run((e) => e.mergeMarks(marks, result.marks.length))
      this.#engine.exports.release(marks, result.marks.length + 32)
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
      const step = Math.floor(this.#window / size) * size
      const end = Math.min(symtab.entries.size, symtab.count * size)
      for (let at = 0; at + size <= end; at += step) {
        const bytes = new Uint8Array(await symtab.entries.slice(at, Math.min(end, at + step)).arrayBuffer())
        const pointer = this.#engine.place(bytes)
        this.#engine.run((e) => e.addNlist(pointer, Math.floor(bytes.length / size), pointerSize === 8 ? 1 : 0))
        exports.release(pointer, bytes.length + 32)
      }
    }
    // Names from elsewhere lie behind the string table, in a section of their own.
    const base =
      1 +
      [L.SECTION_STR, L.SECTION_LINE_STR, L.SECTION_STRTAB].reduce((sum, slot) => sum + this.#sections.size(slot), 0)
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

  /** Streams what is wanted of string sections through the engine: to write texts, or to read those of symbols. */
  async #stringSections(slots: readonly number[], purpose: 'write' | 'symbols'): Promise<void> {
    const { exports } = this.#engine
    for (const slot of slots) {
      const size = this.#sections.size(slot)
      const next = (at: number): number =>
        (purpose === 'write' ? exports.nextMarked(slot, at) : exports.nextSymbolOffset(slot)) >>> 0
      let at = next(0)
      let ahead: { readonly from: number; readonly bytes: Promise<Uint8Array<ArrayBuffer>> } | undefined
      while (at < size) {
        this.#check()
        const to = purpose === 'write' ? this.#pieceEnd(slot, at, size) : Math.min(size, at + this.#window)
        const from = ahead && ahead.from <= at && ahead.from + GAP > at ? ahead.from : at
        const bytes = await (ahead && from === ahead.from ? ahead.bytes : this.#sections.read(slot, at, to))
        const end = from + bytes.length
        ahead = end < size && end - from >= this.#window ? this.#readAhead(slot, end - this.#tail, size) : undefined
        this.#engine.setWindow(slot, from, [bytes], size)
        const done =
          this.#engine.run((e) => (purpose === 'write' ? e.writeSectionStrings(slot) : e.readSymbolTexts(slot))) >>> 0
        const following = next(done)
        at = following > at ? following : end
      }
    }
  }

  #readAhead(slot: number, from: number, size: number): { from: number; bytes: Promise<Uint8Array<ArrayBuffer>> } {
    const bytes = this.#sections.read(slot, from, Math.min(size, from + this.#window + this.#tail))
    bytes.catch(() => undefined)
    return { from, bytes }
  }

  /** Where a read that begins at a wanted string should end: wanted strings near each other are read together. */
  #pieceEnd(slot: number, from: number, size: number): number {
    let last = from
    while (last - from < this.#window) {
      const next = this.#engine.exports.nextMarked(slot, last + 1) >>> 0
      if (next >= size || next - last > GAP) break
      last = next
    }
    return Math.min(size, Math.max(last + this.#tail, from + GAP))
  }

  #finish(shift: number): Merged {
    const engine = this.#engine
    const join = (pick: (output: ShardOutput) => Uint8Array<ArrayBuffer>): Blob =>
      new Blob(this.#outputs.map((output) => pick(output)))
    const bytesOf = (output: number): Blob => new Blob([engine.output(output)])
    const part: Readonly<Record<PartName, Blob>> = {
      shards: new Blob([this.#shardTable()]),
      functionDirectory: bytesOf(OUTPUT.functionDirectory),
      symbolDirectory: bytesOf(OUTPUT.symbolDirectory),
      stringDirectory: bytesOf(OUTPUT.stringDirectory),
      blockSizes: join(({ result }) => result.blockSizes),
      files: join(({ result }) => result.files),
      deferred: join(({ deferred }) => new Uint8Array(Uint32Array.from(deferred).buffer)),
      functionPages: bytesOf(OUTPUT.functionPages),
      symbolPages: bytesOf(OUTPUT.symbolPages),
      stringPages: bytesOf(OUTPUT.stringPages),
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
