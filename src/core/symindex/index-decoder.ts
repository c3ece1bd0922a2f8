/** Pool of WASM instances that decode indexes, and the steps of a look-up: find ranges, read, decode. */
import * as L from '../../../wasm/assembly/layout.ts'
import { problem } from '../messages/problems.ts'
import { FormatError } from '../model/problem.ts'
import type { Range } from './blob-reads.ts'
import { KnownTexts, type IndexTexts } from './known-texts.ts'
import type { IndexBytes } from './pages.ts'
import { WasmInstance } from './wasm-instance.ts'

/** Concurrent look-ups; others wait. */
const MOST_ENGINES = 4
/** An instance with more memory than this is not reused. */
const KEPT_BYTES = 48 << 20
/** Memory limit of an instance, above the need of any sound index. */
const MOST_BYTES = 2 ** 31
/**
 * Bytes of a batch. Synchronous reads are cheap, so small batches, which touch less memory. Asynchronous reads cost a
 * wait, so large ones.
 */
const DIRECT_BATCH = 256 << 10
const WAIT_BATCH = 16 << 20
/** Bytes of a batch of a sequential read. */
const STREAM_BATCH = 1 << 20
/** Ranges closer than this are read as one, if each read is a system call. */
const DIRECT_GAP = 16 * 1024
/** The same where a read is a copy in memory: then the gap must cost less than the call. */
const MEMORY_GAP = 256

/** Lends instances: a look-up keeps its state in the memory of the instance, so each needs its own. */
export class IndexDecoders {
  readonly #module: WebAssembly.Module
  readonly #idle: WasmInstance[] = []
  readonly #waiting: (() => void)[] = []
  readonly texts = new KnownTexts()
  #lent = 0

  constructor(module: WebAssembly.Module) {
    this.#module = module
  }

  #make(): WasmInstance {
    const engine = WasmInstance.create(this.#module)
    engine.exports.setMemoryLimit(MOST_BYTES)
    return engine
  }

  /** Runs `work` on an instance. An instance whose work failed is not reused. */
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

/** An instance with an open index, and the steps of a look-up. */
export class IndexDecoder {
  readonly engine: WasmInstance
  readonly known: IndexTexts
  readonly #file: IndexBytes
  readonly #name: string
  /** Address of the header in the instance. */
  readonly #head: number

  /** `small`: the start of the file, with its header and small parts; `name` of the file, for problems; `known` texts of it. */
  constructor(engine: WasmInstance, file: IndexBytes, small: Uint8Array, name: string, known: IndexTexts) {
    this.engine = engine
    this.known = known
    this.#file = file
    this.#name = name
    const place = engine.exports.placeIndex(small.length) >>> 0
    this.#head = place
    new Uint8Array(engine.exports.memory.buffer, place, small.length).set(small)
    engine.exports.openIndex(file.size)
  }

  /** Throws a FormatError unless the header and the small parts are as they were written. */
  checkHead(): void {
    const { exports } = this.engine
    const place = new DataView(exports.memory.buffer, this.#head)
    if (exports.headChecksum() >>> 0 !== place.getUint32(L.HEADER_AT_CHECKSUM, true)) throw this.#damage(0)
  }

  /** Throws a FormatError unless the batch that was just read is as it was written. */
  #checkBatch(): void {
    if (!this.engine.exports.isSound()) throw this.#damage(this.#pieces().starts[0] ?? 0)
  }

  #damage(offset: number): FormatError {
    return new FormatError(problem('damaged-index', {}, { file: this.#name, offset }))
  }

  /** Reads the ranges planned by the last step, batch by batch, and decodes each. */
  async bring(decode: () => void): Promise<void> {
    const { exports } = this.engine
    const { direct } = this.#file
    if (direct) {
      const gap = direct.inMemory ? MEMORY_GAP : DIRECT_GAP
      while (exports.planBatch(DIRECT_BATCH, gap) > 0) {
        const { words, starts } = this.#pieces()
        const memory = new Uint8Array(exports.memory.buffer)
        for (let at = 0; at < words.length; at += L.READ_WORDS)
          direct.readInto(
            memory,
            starts[(at + L.READ_START) >>> 1] ?? 0,
            words[at + L.READ_PLACE] ?? 0,
            words[at + L.READ_LENGTH] ?? 0,
          )
        this.#checkBatch()
        decode()
      }
      return
    }
    while (exports.planBatch(WAIT_BATCH, -1) > 0) {
      await this.#bringBatch((ranges) => this.#file.read(ranges))
      this.#checkBatch()
      decode()
    }
  }

  /** The same for a sequential read: near ranges are joined, and nothing is cached. */
  async stream(decode: () => void): Promise<void> {
    while (this.engine.exports.planBatch(STREAM_BATCH, DIRECT_GAP) > 0) {
      await this.#bringBatch((ranges) => Promise.all(ranges.map(({ start, end }) => this.#file.slice(start, end))))
      this.#checkBatch()
      decode()
    }
  }

  /** Reads a batch asynchronously, then copies it into the instance. */
  async #bringBatch(read: (ranges: readonly Range[]) => Promise<readonly Uint8Array[]>): Promise<void> {
    const ranges: Range[] = []
    this.#fill(({ length }, start) => ranges.push({ start, end: start + length }))
    const bytes = await read(ranges)
    let at = 0
    this.#fill((target) => target.set(bytes[at++] ?? NOTHING))
  }

  /** The pieces of a batch: their records, and a view of the same memory as f64 for the start in the file. */
  #pieces(): { readonly words: Uint32Array; readonly starts: Float64Array } {
    const words = this.engine.words(L.OUTPUT_READS)
    return { words, starts: new Float64Array(words.buffer, words.byteOffset, words.length >>> 1) }
  }

  /** Visits the pieces of a batch: destination and start in the file. */
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
