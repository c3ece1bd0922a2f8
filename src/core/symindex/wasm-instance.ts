/** One instance of the WASM module: its memory, its outputs as typed views, and its traps as error numbers. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { HiddenNames } from '../ports.ts'
import type { EngineExports } from './engine-exports.ts'
import type { PackedObjects } from './linked-objects.ts'

/** A trap of the instance: error number, section slot, offset. */
export class EngineError extends Error {
  readonly error: number
  readonly section: number
  readonly offset: number
  /** Size of a missing window. */
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

/** Set-up of every instance of a build. */
export interface EngineSetup {
  readonly littleEndian: boolean
  /** `__TEXT` vmaddr, low and high half. */
  readonly text: readonly [low: number, high: number]
  /** Sizes of the sections by slot. */
  readonly sizes: readonly number[]
  readonly code: readonly { readonly start: number; readonly end: number }[]
  /** Object files whose sections follow each other. */
  readonly objects?: PackedObjects
  /** Replacements for `__hidden#N_`. */
  readonly hiddenNames?: HiddenNames
  /** Offsets of a partial build, ascending; empty for a full build. */
  readonly targets: readonly number[]
}

/** Zero bytes after placed data: numbers and texts are read in words. */
const PLACE_TAIL = 32

export class WasmInstance {
  readonly exports: EngineExports
  /** Sets a window that holds these bytes of a section, from inside a call; without it the call traps. */
  bring: ((section: number, offset: number, bytes: number) => boolean) | undefined

  constructor(exports: EngineExports) {
    this.exports = exports
  }

  static create(module: WebAssembly.Module): WasmInstance {
    const made: { engine?: WasmInstance } = {}
    const bring = (section: number, offset: number, bytes: number): boolean =>
      made.engine?.bring?.(section, offset >>> 0, bytes >>> 0) ?? false
    // Synchronous: the asynchronous constructor resolves later than needed.
    const instance = new WebAssembly.Instance(module, { host: { bring } })
    made.engine = new WasmInstance(instance.exports as unknown as EngineExports)
    return made.engine
  }

  /** Runs a call into the instance; a trap becomes an EngineError. */
  run<T>(work: (exports: EngineExports) => T): T {
    try {
      return work(this.exports)
    } catch (thrown) {
      const error = this.exports.errorNumber()
      if (error === L.ERROR_NONE) throw thrown
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

  /** Applies the set-up. */
  begin({ littleEndian, text, sizes, code, objects, hiddenNames, targets }: EngineSetup): void {
    this.run((e) => {
      e.setBigEndian(littleEndian ? 0 : 1)
      e.setTextBase(text[0], text[1])
      sizes.forEach((size, slot) => e.setSectionTotal(slot, size))
      for (const { start, end } of code) e.addCode(start, end)
      if (objects) {
        this.#fill(e.takeObjects(objects.records.length / L.OBJECT_WORDS), objects.records)
        this.#fill(e.takeMoves(objects.moves.length / L.MOVE_WORDS), objects.moves)
      }
      if (hiddenNames) {
        const { count, packed } = hiddenNames
        const pointer = e.takeHiddenNames(count, packed.length) >>> 0
        new Uint8Array(e.memory.buffer, pointer, packed.length).set(packed)
      }
      for (const target of targets) e.addTarget(target)
    })
  }

  #fill(pointer: number, words: Uint32Array): void {
    new Uint32Array(this.exports.memory.buffer, pointer >>> 0, words.length).set(words)
  }

  /** Sets the window of a section of `total` bytes to the bytes from `start` on. */
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

  /** Sets a window [start, start + length) of a section of `total` bytes; `fill` writes its bytes. */
  fillWindow(section: number, start: number, length: number, total: number, fill: (window: Uint8Array) => void): void {
    const pointer = this.run((e) => e.openWindow(section, start, length, total)) >>> 0
    fill(new Uint8Array(this.exports.memory.buffer, pointer, length))
  }

  /** Copies values into newly allocated memory, followed by zeros; free it with `release`. */
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

  /** Frees the memory that `place` allocated for this many bytes. */
  release(pointer: number, bytes: number): void {
    this.exports.release(pointer, bytes + PLACE_TAIL)
  }

  /** Lends bytes, which `fill` writes, to the instance for one call. */
  lendFilled(bytes: number, fill: (target: Uint8Array) => void, work: (e: EngineExports, at: number) => void): void {
    const pointer = this.#placeFilled(bytes, fill)
    this.run((e) => work(e, pointer))
    this.release(pointer, bytes)
  }

  /** Lends values to the instance for one call. */
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

  /** A view of an output, valid until the next call into the instance. */
  view(which: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(
      this.exports.memory.buffer,
      this.exports.outputData(which) >>> 0,
      this.exports.outputLength(which) >>> 0,
    )
  }

  /** The same as u32 values. */
  words(which: number): Uint32Array<ArrayBuffer> {
    return new Uint32Array(
      this.exports.memory.buffer,
      this.exports.outputData(which) >>> 0,
      this.exports.outputLength(which) >>> 2,
    )
  }

  /** A copy of an output as u32 values. */
  copyWords(which: number): Uint32Array<ArrayBuffer> {
    return this.words(which).slice()
  }

  total(which: number): number {
    return this.exports.total(which) >>> 0
  }

  get bytes(): number {
    return this.exports.memoryTop() >>> 0
  }
}
