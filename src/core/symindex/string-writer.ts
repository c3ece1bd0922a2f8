/** Writes the marked strings of some pieces of the string sections as pages. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { EngineWindows } from './engine-windows.ts'
import type { ShardNeed, StringJob, WrittenStrings } from './shard.ts'
import { STRING_TAIL } from './shard.ts'
import { EngineError, type WasmInstance } from './wasm-instance.ts'

/** Windows tried for one string, each far longer than the one before: the last covers any section. */
const MOST_ATTEMPTS = 6
/** Limit for finished pages that stay in the instance. */
const LEFT_WITH_ENGINE = 1 << 20

export class StringWriter {
  readonly #engine: WasmInstance
  readonly #windows: EngineWindows
  readonly #pieces: StringJob['pieces']
  readonly #pages: Uint8Array<ArrayBuffer>[] = []
  readonly #unknownBefore: number
  #piece = 0
  /** Offset of the next string in its section, whether its window is set, and how many windows were tried. */
  #offset: number
  #hasWindow = false
  #attempts = 0

  /** `marks`: address of the job's marks in the instance. */
  constructor(engine: WasmInstance, windows: EngineWindows, job: StringJob, marks: number) {
    this.#engine = engine
    this.#windows = windows
    this.#pieces = job.pieces
    this.#offset = job.pieces[0]?.from ?? 0
    this.#unknownBefore = engine.total(L.TOTAL_UNKNOWN_NAMES)
    engine.exports.setMarks(marks, job.marks.length / L.MARK_BYTES)
  }

  /** The requested window has arrived. */
  supplied(): void {
    this.#hasWindow = true
  }

  /** Continues until all is written or a window is missing. */
  write(): ShardNeed | undefined {
    for (let piece = this.#pieces[this.#piece]; piece; piece = this.#pieces[this.#piece]) {
      const { slot, to } = piece
      const size = this.#windows.size(slot)
      if (!this.#hasWindow) {
        const again = this.#attempts++
        if (again > MOST_ATTEMPTS) throw new EngineError(L.ERROR_TRUNCATED, slot, this.#offset)
        const end = Math.min(size, to + STRING_TAIL * 16 ** again)
        if (!this.#windows.isDirect(slot))
          return { kind: 'need', slot, offset: this.#offset, bytes: end - this.#offset, again }
        this.#windows.read(slot, this.#offset, end)
      }
      this.#offset = this.#engine.run((e) => e.writeSectionStrings(slot, to)) >>> 0
      if (this.#engine.exports.outputLength(L.OUTPUT_STRING_PAGES) >>> 0 > LEFT_WITH_ENGINE) this.#takePages()
      this.#hasWindow = false
      // A truncated string needs a longer window.
      if (this.#offset < Math.min(to, size)) continue
      this.#attempts = 0
      this.#offset = this.#pieces[++this.#piece]?.from ?? 0
    }
    return undefined
  }

  /** The pages written; the next job starts a new run. */
  take(): WrittenStrings {
    this.#takePages()
    const { exports } = this.#engine
    const directory = this.#engine.copyWords(L.OUTPUT_STRING_DIRECTORY)
    const hashes = this.#engine.output(L.OUTPUT_NAME_HASHES)
    exports.clearOutput(L.OUTPUT_STRING_DIRECTORY)
    exports.clearOutput(L.OUTPUT_NAME_HASHES)
    const unknownNames = this.#engine.total(L.TOTAL_UNKNOWN_NAMES) - this.#unknownBefore
    return { pages: this.#pages, directory, hashes, unknownNames }
  }

  #takePages(): void {
    this.#pages.push(this.#engine.output(L.OUTPUT_STRING_PAGES))
    this.#engine.exports.clearOutput(L.OUTPUT_STRING_PAGES)
  }
}
