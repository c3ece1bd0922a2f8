/** A shard's work on names that other units need: entries are read by their offsets, in ascending order. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { EngineWindows } from './engine-windows.ts'
import type { NameJob, NamePart, ShardNeed } from './shard.ts'
import type { WasmInstance } from './wasm-instance.ts'

/** Names that are looked up at once: what they lack of a section is brought in one piece. */
const NAMES_AT_ONCE = 256

export class NameFinder {
  readonly #engine: WasmInstance
  readonly #windows: EngineWindows
  readonly #parts: readonly NamePart[]
  /** Where the engine has the offsets. */
  readonly #targets: number
  #part = 0
  #unit = 0
  /** Names that are found when this part is done. */
  #partEnd = -1

  constructor(engine: WasmInstance, windows: EngineWindows, job: NameJob, targets: number) {
    this.#engine = engine
    this.#windows = windows
    this.#parts = job.parts
    this.#targets = targets
    engine.exports.forgetNames()
    engine.exports.clearOutput(L.OUTPUT_NAME_IDS)
  }

  /** Goes on until all names are found, or a window is missing. */
  find(): ShardNeed | undefined {
    for (let part = this.#parts[this.#part]; part; part = this.#parts[this.#part]) {
      if (this.#partEnd < 0) this.#begin(part)
      const need = this.#addUnits(part) ?? this.#findNames()
      if (need) return need
      this.#part++
      this.#partEnd = -1
    }
    return undefined
  }

  /** The id of each entry. */
  take(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#engine.output(L.OUTPUT_NAME_IDS).buffer)
  }

  #begin({ start, pieces, count }: NamePart): void {
    // Who has them, or reads for itself, is given no bytes: the engine asks for them.
    if (pieces.length > 0) this.#windows.supply(L.SECTION_INFO, start, pieces)
    this.#unit = 0
    this.#partEnd = this.#found + count
  }

  #addUnits({ start, units }: NamePart): ShardNeed | undefined {
    for (; this.#unit < units.length; this.#unit++) {
      const need = this.#windows.attempt(start, (e) => e.addUnit(units[this.#unit] ?? 0, 0))
      if (need && need !== 'failed') return need
      this.#windows.forget()
    }
    return undefined
  }

  #findNames(): ShardNeed | undefined {
    while (this.#found < this.#partEnd) {
      const upTo = Math.min(this.#partEnd, this.#found + NAMES_AT_ONCE)
      const need = this.#windows.attempt(0, (e) => e.resolveNames(this.#targets, upTo))
      if (need === 'failed') this.#engine.exports.skipName()
      else if (need) return need
      this.#windows.forget()
    }
    return undefined
  }

  get #found(): number {
    return this.#engine.exports.outputLength(L.OUTPUT_NAME_IDS) >>> 2
  }
}
