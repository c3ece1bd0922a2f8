/** The builder: streams an image's sections through the symbol engine and puts the index file together. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { SymbolDetail } from '../model/image.ts'
import type { Outcome, Problem } from '../model/problem.ts'
import { failure, problemFrom, success } from '../model/problem.ts'
import type { BuildInput, BuildOptions, BuildResult, IndexBuilder, SectionRange } from '../ports.ts'
import { problemOfError } from './errors.ts'
import type { PartName } from './index-file.ts'
import { formatHeader, PARTS } from './index-file.ts'
import { EngineError, OUTPUT, TOTAL, WasmEngine } from './wasm-instance.ts'

/** Debug sections by slot; a section may have several names (16 characters fit into a Mach-O section's name). */
const slots: readonly (readonly [slot: number, ...names: string[]])[] = [
  [L.SECTION_STR, 'debug_str'],
  [L.SECTION_LINE_STR, 'debug_line_str'],
  [L.SECTION_INFO, 'debug_info'],
  [L.SECTION_ABBREV, 'debug_abbrev'],
  [L.SECTION_LINE, 'debug_line'],
  [L.SECTION_STR_OFFSETS, 'debug_str_offs', 'debug_str_offsets'],
  [L.SECTION_ADDR, 'debug_addr'],
  [L.SECTION_RANGES, 'debug_ranges'],
  [L.SECTION_RNGLISTS, 'debug_rnglists'],
]

const MAX_PROBLEMS = 20

/** Builds indexes in this thread with one engine an image. */
export function createWasmBuilder(module: WebAssembly.Module): IndexBuilder {
  return {
    async build(input, options = {}) {
      try {
        return await new Build(input, options, await WasmEngine.create(module)).run()
      } catch (thrown) {
        return failure(thrown instanceof EngineError ? engineProblem(thrown, input) : problemFrom(thrown, input.file))
      }
    },
  }
}

function sectionOf(input: BuildInput, slot: number): SectionRange | undefined {
  const names = slots.find(([number]) => number === slot)?.slice(1) ?? []
  return input.dwarf.find((section) => names.includes(section.name))
}

function engineProblem(error: EngineError, input: BuildInput): Problem {
  const fileOffset = sectionOf(input, error.section)?.fileOffset
  return problemOfError(error.error, error.section, error.offset, input.file, fileOffset)
}

class Build {
  readonly #input: BuildInput
  readonly #options: BuildOptions
  readonly #engine: WasmEngine
  readonly #problems: Problem[] = []
  readonly #started = performance.now()

  constructor(input: BuildInput, options: BuildOptions, engine: WasmEngine) {
    this.#input = input
    this.#options = options
    this.#engine = engine
  }

  async run(): Promise<Outcome<BuildResult>> {
    const { run } = { run: this.#engine.run.bind(this.#engine) }
    await this.#place()
    this.#units()
    await this.#symbols()
    run((e) => e.sortEntries())
    const shift = run((e) => e.writeTable())
    run((e) => e.writeSymbols())
    for (let slot = 0; slot < L.STRING_SECTIONS; slot++) run((e) => e.writeSectionStrings(slot))
    run((e) => e.writeOwnPool())
    return success(this.#finish(shift), this.#problems)
  }

  async #place(): Promise<void> {
    const { exports } = this.#engine
    const input = this.#input
    exports.setBigEndian(input.littleEndian ? 0 : 1)
    exports.setTextBase(Number(input.text & 0xffffffffn), Number(input.text >> 32n))
    for (const { start, end } of input.code) this.#engine.run((e) => e.addCode(start, end))
    for (const [slot] of slots) {
      const bytes = await read(sectionOf(input, slot)?.bytes)
      this.#engine.setWindow(slot, 0, bytes, bytes.length)
    }
    const strings = await read(input.symtab?.strings)
    this.#engine.setWindow(L.SECTION_STRTAB, 0, strings, strings.length)
    const extra = new TextEncoder().encode(`\0${input.symbols.map(({ name }) => `${name}\0`).join('')}`)
    this.#engine.setWindow(L.SECTION_EXTRA_STRINGS, 0, extra, extra.length)
    this.#engine.run((e) => e.initStrings(L.POOL_BASE, 0x10000000))
  }

  #units(): void {
    const size = sectionOf(this.#input, L.SECTION_INFO)?.bytes.size ?? 0
    const units: number[] = []
    let offset = 0
    while (offset < size) {
      const before = units.length
      const index = this.#attempt((e) => e.addUnit(offset))
      const last = index ?? this.#engine.total(TOTAL.units) - 1
      const end = this.#engine.exports.unitEnd(last) >>> 0
      if (index !== undefined) units.push(index)
      if (end <= offset || (index === undefined && before === units.length && end <= offset)) break
      offset = end
    }
    for (const unit of units) {
      if (this.#options.signal?.aborted) break
      const walked = this.#attempt((e) => (e.walk(unit), true))
      if (walked === undefined) continue
      this.#attempt((e) => e.lines(unit))
      this.#attempt((e) => e.encode(unit))
    }
  }

  async #symbols(): Promise<void> {
    const { symtab, functionStarts, symbols, pointerSize, code, arch } = this.#input
    this.#input.sectionIsCode.forEach((isCode, at) => this.#engine.exports.setSectionIsCode(at, isCode ? 1 : 0))
    if (symtab) {
      const size = pointerSize === 8 ? 16 : 12
      const bytes = await read(symtab.entries)
      const pointer = this.#engine.place(bytes)
      const count = Math.min(symtab.count, Math.floor(bytes.length / size))
      this.#engine.run((e) => e.addNlist(pointer, count, pointerSize === 8 ? 1 : 0))
    }
    let id =
      1 +
      [L.SECTION_STR, L.SECTION_LINE_STR].reduce(
        (sum, slot) => sum + (sectionOf(this.#input, slot)?.bytes.size ?? 0),
        0,
      ) +
      (symtab?.strings.size ?? 0) +
      1
    const encoder = new TextEncoder()
    for (const symbol of symbols) {
      const kind =
        symbol.source === 'exports'
          ? L.SYMBOL_EXPORTS
          : symbol.source === 'metadata'
            ? L.SYMBOL_METADATA
            : L.SYMBOL_SYMTAB
      const at = id
      this.#engine.run((e) => e.addSymbol(symbol.offset, at, kind))
      id += encoder.encode(symbol.name).length + 1
    }
    if (functionStarts) {
      const bytes = await read(functionStarts)
      const pointer = this.#engine.place(bytes)
      this.#engine.run((e) => e.addStarts(pointer, bytes.length, /^armv|^thumb/.test(arch) ? 1 : 0))
    }
    for (const { end } of code) this.#engine.run((e) => e.addSymbol(end, 0, L.SYMBOL_END))
  }

  #finish(shift: number): BuildResult {
    const engine = this.#engine
    const part: Readonly<Record<PartName, Uint8Array<ArrayBuffer>>> = {
      functionDirectory: engine.output(OUTPUT.functionDirectory),
      symbolDirectory: engine.output(OUTPUT.symbolDirectory),
      stringDirectory: engine.output(OUTPUT.stringDirectory),
      blockSizes: engine.output(OUTPUT.blockSizes),
      files: engine.output(OUTPUT.files),
      deferred: new Uint8Array(0),
      functionPages: engine.output(OUTPUT.functionPages),
      symbolPages: engine.output(OUTPUT.symbolPages),
      stringPages: engine.output(OUTPUT.stringPages),
      blocks: engine.output(OUTPUT.blocks),
    }
    const sizes = Object.fromEntries(PARTS.map((name) => [name, part[name].length])) as Record<PartName, number>
    const { uuid, arch, name, kind, text } = this.#input
    const dwarf = engine.total(TOTAL.functions)
    const symbols = engine.total(TOTAL.symbols)
    const detail: SymbolDetail =
      dwarf > 0 || part.blocks.length > 0
        ? 'dwarf'
        : symbols > 0
          ? 'symbols'
          : part.symbolPages.length > 0
            ? 'starts'
            : 'none'
    const counts = {
      functions: dwarf + symbols,
      inlines: engine.total(TOTAL.inlines),
      lineRows: engine.total(TOTAL.rows),
    }
    const header = formatHeader({ uuid, arch, name, kind, text, detail, ...counts, shift }, sizes)
    return {
      bytes: new Blob([header, ...PARTS.map((at) => part[at])]),
      detail,
      ...counts,
      dwarfBytes: this.#input.dwarf.reduce((sum, section) => sum + section.bytes.size, 0),
      peakBytes: engine.bytes,
      threads: 1,
      milliseconds: performance.now() - this.#started,
      problems: this.#problems,
    }
  }

  /** Runs a call into the engine; what goes wrong is a problem, and the work goes on with the next unit. */
  #attempt<T>(work: (exports: WasmEngine['exports']) => T): T | undefined {
    try {
      return this.#engine.run(work)
    } catch (thrown) {
      if (this.#problems.length < MAX_PROBLEMS)
        this.#problems.push(
          thrown instanceof EngineError ? engineProblem(thrown, this.#input) : problemFrom(thrown, this.#input.file),
        )
      return undefined
    }
  }
}

async function read(blob: Blob | undefined): Promise<Uint8Array> {
  return blob ? new Uint8Array(await blob.arrayBuffer()) : new Uint8Array(0)
}
