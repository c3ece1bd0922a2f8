/** One instance of the symbol engine: its exports with types, its memory, and its traps as numbers. */
import { ERROR_NONE } from '../../../wasm/assembly/layout.ts'

/** What `wasm/assembly/index.ts` exports; numbers are 32 bits, pointers are unsigned once `>>> 0`. */
export interface EngineExports {
  readonly memory: WebAssembly.Memory
  errorNumber(): number
  errorSection(): number
  errorOffset(): number
  errorBytes(): number
  clearError(): void
  warningNumber(): number
  warningSection(): number
  warningOffset(): number
  clearWarning(): void
  alloc(size: number): number
  release(pointer: number, size: number): void
  memoryTop(): number
  setMemoryLimit(bytes: number): void
  indexVersion(): number
  openWindow(section: number, start: number, length: number, total: number): number
  setSectionTotal(section: number, total: number): void
  initStrings(base: number, span: number): void
  setBigEndian(value: number): void
  setTextBase(low: number, high: number): void
  addCode(start: number, end: number): void
  addTarget(offset: number): void
  setDeferredBase(base: number, span: number): void
  setFileBase(base: number): void
  setSectionIsCode(index: number, value: number): void
  readAranges(): void
  addUnit(offset: number, whole: number): number
  unitEnd(index: number): number
  isUnitWanted(index: number): number
  walk(unit: number): void
  setCallsOnly(value: number): void
  walkCalls(unit: number): void
  lines(unit: number): void
  keepLines(): void
  encode(unit: number): void
  forgetNames(): void
  resolveNames(targets: number, count: number): void
  skipName(): void
  addFound(offsets: number, ids: number, count: number): void
  addLate(offsets: number, count: number): void
  settleLate(): void
  addEntries(pointer: number, count: number, firstBlock: number): void
  addNlist(pointer: number, count: number, wide: number): void
  addStarts(pointer: number, size: number, thumb: number): void
  addSymbol(offset: number, id: number, kind: number): void
  sortEntries(): void
  prepareSymbols(): void
  readSymbolTexts(section: number): number
  nextSymbolOffset(section: number): number
  writeSymbols(): void
  writeTable(): number
  reserve(entryBytes: number, markBytes: number): void
  takeMarks(count: number): number
  gatherMarks(): void
  sealMarks(): void
  setMarks(pointer: number, count: number): void
  planStrings(section: number, most: number, gap: number): void
  writeSectionStrings(section: number, to: number): number
  addHashes(pointer: number, count: number): void
  hashPool(pointer: number, length: number, base: number): void
  writePool(pointer: number, length: number, base: number): void
  placeIndex(length: number): number
  openIndex(size: number): void
  placeOffsets(count: number): number
  beginQueries(names: number): void
  planBatch(most: number, gap: number): number
  findPages(): void
  decodePages(): void
  findBlocks(): void
  decodeBlocks(): void
  makeCalls(): void
  makeNames(): void
  findTexts(): void
  decodeTexts(): void
  findAllFunctions(): void
  decodeAllFunctions(): void
  findAllSymbols(): void
  decodeAllSymbols(): void
  findAllStrings(): void
  decodeAllStrings(): void
  endNames(): void
  outputData(which: number): number
  outputLength(which: number): number
  clearOutput(which: number): void
  total(which: number): number
}

export const OUTPUT = {
  blocks: 0,
  blockSizes: 1,
  functionPages: 2,
  functionDirectory: 3,
  symbolPages: 4,
  symbolDirectory: 5,
  stringPages: 6,
  stringDirectory: 7,
  files: 8,
  entries: 9,
  deferred: 10,
  pool: 11,
  marks: 12,
  listed: 13,
  callReturns: 14,
  pieces: 15,
  nameHashes: 16,
  lateNames: 17,
  nameIds: 18,
  listedWanted: 19,
  reads: 20,
  answers: 21,
  calls: 22,
  filePaths: 23,
  textEnds: 24,
  asciiTexts: 25,
  otherTexts: 26,
  nameRows: 27,
  nameEnds: 28,
  nameTexts: 29,
} as const

export const TOTAL = { functions: 0, inlines: 1, rows: 2, symbols: 3, units: 4 } as const

/** A trap of the engine: what, in which section slot, at which offset of it. */
export class EngineError extends Error {
  readonly error: number
  readonly section: number
  readonly offset: number
  /** Of a missing window: how many bytes must be there. */
  readonly bytes: number

  constructor(error: number, section: number, offset: number, bytes = 0) {
    super(`engine error ${error}`)
    this.name = 'EngineError'
    this.error = error
    this.section = section
    this.offset = offset
    this.bytes = bytes
  }
}

/** What every engine of a build is told. */
export interface EngineSetup {
  readonly littleEndian: boolean
  /** `__TEXT` vmaddr, low and high half. */
  readonly text: readonly [low: number, high: number]
  /** Sizes of the sections by slot. */
  readonly sizes: readonly number[]
  readonly code: readonly { readonly start: number; readonly end: number }[]
  /** Offsets of a partial build, ascending; empty: everything. */
  readonly targets: readonly number[]
}

/** Zero bytes behind what is placed: numbers and texts are read in words. */
const PLACE_TAIL = 32

export class WasmEngine {
  readonly exports: EngineExports
  /** Places a window that holds these bytes of a section while the engine waits; without it the engine traps. */
  bring: ((section: number, offset: number, bytes: number) => boolean) | undefined

  constructor(exports: EngineExports) {
    this.exports = exports
  }

  static create(module: WebAssembly.Module): WasmEngine {
    const abort = (): void => {
      throw new Error('the symbol engine aborted')
    }
    const made: { engine?: WasmEngine } = {}
    const bring = (section: number, offset: number, bytes: number): boolean =>
      made.engine?.bring?.(section, offset >>> 0, bytes >>> 0) ?? false
    // At once: the promise of an instance comes later than the instance is made.
    const instance = new WebAssembly.Instance(module, { env: { abort }, host: { bring } })
    made.engine = new WasmEngine(instance.exports as unknown as EngineExports)
    return made.engine
  }

  /** Runs a call into the engine; a trap becomes an EngineError. */
  run<T>(work: (exports: EngineExports) => T): T {
    try {
      return work(this.exports)
    } catch (thrown) {
      const error = this.exports.errorNumber()
      if (error === ERROR_NONE) throw thrown
      const failure = new EngineError(
        error,
        this.exports.errorSection(),
        this.exports.errorOffset() >>> 0,
        this.exports.errorBytes() >>> 0,
      )
      this.exports.clearError()
      throw failure
    }
  }

  /** Tells what every engine of a build must know. */
  begin({ littleEndian, text, sizes, code, targets }: EngineSetup): void {
    this.run((e) => {
      e.setBigEndian(littleEndian ? 0 : 1)
      e.setTextBase(text[0], text[1])
      sizes.forEach((size, slot) => e.setSectionTotal(slot, size))
      for (const { start, end } of code) e.addCode(start, end)
      for (const target of targets) e.addTarget(target)
    })
  }

  /** Places bytes of a section of `total` bytes, from `start` on. */
  setWindow(section: number, start: number, pieces: readonly Uint8Array[], total: number): void {
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
    this.fillWindow(section, start, length, total, (window) => {
      let at = 0
      for (const piece of pieces) {
        window.set(piece, at)
        at += piece.length
      }
    })
  }

  /** Lets `fill` write the bytes [start, start + length) of a section of `total` bytes where the engine looks for them. */
  fillWindow(section: number, start: number, length: number, total: number, fill: (window: Uint8Array) => void): void {
    const pointer = this.run((e) => e.openWindow(section, start, length, total)) >>> 0
    fill(new Uint8Array(this.exports.memory.buffer, pointer, length))
  }

  /** Copies values into memory of their own, with zeros behind them; `release` gives it back. */
  place(values: ArrayBufferView): number {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
    return this.#placeFilled(bytes.length, (target) => target.set(bytes))
  }

  #placeFilled(bytes: number, fill: (target: Uint8Array) => void): number {
    const pointer = this.run((e) => e.alloc(bytes + PLACE_TAIL)) >>> 0
    const target = new Uint8Array(this.exports.memory.buffer, pointer, bytes + PLACE_TAIL)
    fill(target.subarray(0, bytes))
    target.fill(0, bytes)
    return pointer
  }

  /** Gives back what `place` took for this many bytes. */
  release(pointer: number, bytes: number): void {
    this.exports.release(pointer, bytes + PLACE_TAIL)
  }

  /** Gives the engine bytes that `fill` writes where the engine has them, for the time of one call. */
  lendFilled(bytes: number, fill: (target: Uint8Array) => void, work: (e: EngineExports, at: number) => void): void {
    const pointer = this.#placeFilled(bytes, fill)
    this.run((e) => work(e, pointer))
    this.release(pointer, bytes)
  }

  /** Gives the engine values for the time of one call. */
  lend(values: readonly ArrayBufferView[], work: (e: EngineExports, pointers: readonly number[]) => void): void {
    const pointers = values.map((one) => this.place(one))
    this.run((e) => work(e, pointers))
    pointers.forEach((pointer, at) => this.release(pointer, values[at]?.byteLength ?? 0))
  }

  /** A copy of an output, or of a part of it. */
  output(which: number, from = 0, length = (this.exports.outputLength(which) >>> 0) - from): Uint8Array<ArrayBuffer> {
    const pointer = (this.exports.outputData(which) >>> 0) + from
    return new Uint8Array(this.exports.memory.buffer, pointer, length).slice()
  }

  /** An output where it lies: until the next call into the engine. */
  view(which: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(
      this.exports.memory.buffer,
      this.exports.outputData(which) >>> 0,
      this.exports.outputLength(which) >>> 0,
    )
  }

  /** The same, of numbers of 32 bits. */
  words(which: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(
      this.exports.memory.buffer,
      this.exports.outputData(which) >>> 0,
      this.exports.outputLength(which) >>> 2,
    )
  }

  total(which: number): number {
    return this.exports.total(which) >>> 0
  }

  get bytes(): number {
    return this.exports.memoryTop() >>> 0
  }
}
