/** Engines for look-ups, and the steps that every look-up takes in one: what is wanted is found, read, decoded. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { Range } from './blob-reads.ts'
import type { IndexBytes } from './pages.ts'
import { WasmInstance } from './wasm-instance.ts'

/** Look-ups at the same time; others wait. */
const MOST_ENGINES = 4
/** An engine whose memory has grown beyond this is not used again. */
const KEPT_BYTES = 48 << 20
/** More than a look-up of a sound index ever takes. */
const MOST_BYTES = 2 ** 31
/** Bytes read at once, about: little where reading costs nothing and memory must be touched, much where it costs a wait. */
const DIRECT_BATCH = 256 << 10
const WAIT_BATCH = 16 << 20
/** Bytes of what is streamed. */
const STREAM_BATCH = 1 << 20
/** Ranges nearer to each other than this are read as one, where a read is a call of the system. */
const DIRECT_GAP = 16 * 1024

/** Lends engines: a look-up keeps what it found in the engine's memory, so that it has one for itself. */
export class IndexDecoders {
  readonly #module: WebAssembly.Module
  readonly #idle: WasmInstance[] = []
  readonly #waiting: (() => void)[] = []
  #lent = 0

  constructor(module: WebAssembly.Module) {
    this.#module = module
  }

  #make(): WasmInstance {
    const engine = WasmInstance.create(this.#module)
    engine.exports.setMemoryLimit(MOST_BYTES)
    return engine
  }

  /** What `work` gives. An engine in which something failed is not used again. */
  async lend<T>(work: (engine: WasmInstance) => Promise<T>): Promise<T> {
    while (this.#lent >= MOST_ENGINES) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#lent++
    try {
      const engine = this.#idle.pop() ?? this.#make()
      const result = await work(engine)
      if (engine.bytes <= KEPT_BYTES) this.#idle.push(engine)
      return result
    } finally {
      this.#lent--
      this.#waiting.shift()?.()
    }
  }
}

/** An engine that was given an index, and its steps. */
export class IndexDecoder {
  readonly engine: WasmInstance
  readonly #file: IndexBytes

  /** `small`: the file's first bytes, with its header and small parts. */
  constructor(engine: WasmInstance, file: IndexBytes, small: Uint8Array) {
    this.engine = engine
    this.#file = file
    const place = engine.exports.placeIndex(small.length) >>> 0
    new Uint8Array(engine.exports.memory.buffer, place, small.length).set(small)
    engine.exports.openIndex(file.size)
  }

  /** Brings what the step before has found that it wants, batch by batch, and has each decoded. */
  async bring(decode: () => void): Promise<void> {
    const { exports } = this.engine
    const { direct } = this.#file
    if (direct) {
      while (exports.planBatch(DIRECT_BATCH, DIRECT_GAP) > 0) {
        const { words, starts } = this.#pieces()
        const memory = new Uint8Array(exports.memory.buffer)
        for (let at = 0; at < words.length; at += L.READ_WORDS)
          direct.readInto(
            memory,
            starts[(at + L.READ_START) >>> 1] ?? 0,
            words[at + L.READ_PLACE] ?? 0,
            words[at + L.READ_LENGTH] ?? 0,
          )
        decode()
      }
      return
    }
    while (exports.planBatch(WAIT_BATCH, -1) > 0) {
      await this.#bringBatch((ranges) => this.#file.read(ranges))
      decode()
    }
  }

  /** The same for what is gone through once, from one end to the other: near ranges are one, and nothing is kept of them. */
  async stream(decode: () => void): Promise<void> {
    while (this.engine.exports.planBatch(STREAM_BATCH, DIRECT_GAP) > 0) {
      await this.#bringBatch((ranges) => Promise.all(ranges.map(({ start, end }) => this.#file.slice(start, end))))
      decode()
    }
  }

  /** Brings the pieces of a batch, which are read without the engine. */
  async #bringBatch(read: (ranges: readonly Range[]) => Promise<readonly Uint8Array[]>): Promise<void> {
    const ranges: Range[] = []
    this.#fill(({ length }, start) => ranges.push({ start, end: start + length }))
    const bytes = await read(ranges)
    let at = 0
    this.#fill((target) => target.set(bytes[at++] ?? NOTHING))
  }

  /** The pieces of a batch: their words, and where each begins in the file, at half its position. */
  #pieces(): { readonly words: Uint32Array; readonly starts: Float64Array } {
    const words = this.engine.words(L.OUTPUT_READS)
    return { words, starts: new Float64Array(words.buffer, words.byteOffset, words.length >>> 1) }
  }

  /** Goes through the pieces of a batch: where each goes to, and where it begins in the file. */
  #fill(piece: (target: Uint8Array<ArrayBuffer>, start: number) => void): void {
    const { words, starts } = this.#pieces()
    const { buffer } = this.engine.exports.memory
    for (let at = 0; at < words.length; at += L.READ_WORDS) {
      const target = new Uint8Array(buffer, words[at + L.READ_PLACE] ?? 0, words[at + L.READ_LENGTH] ?? 0)
      piece(target, starts[(at + L.READ_START) >>> 1] ?? 0)
    }
  }
}

const NOTHING = new Uint8Array(0)
