/** Resolves names of DIEs for other units: reads the DIEs in the order of their offsets. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { EngineWindows } from './engine-windows.ts'
import type { NameJob, NamePart, ShardNeed } from './shard.ts'
import type { SliceStart } from './slices.ts'
import type { WasmInstance } from './wasm-instance.ts'

/** Names resolved in one call: a section is read in one piece for all of them. */
const NAMES_AT_ONCE = 256

export class NameFinder {
  readonly #engine: WasmInstance
  readonly #windows: EngineWindows
  readonly #parts: readonly NamePart[]
  /** Address of the offsets in the instance. */
  readonly #targets: number
  #part = 0
  #unit = 0
  /** Number of names found once this part is done. */
  #partEnd = -1

  readonly #beginSlice: (start: SliceStart) => void

  constructor(
    engine: WasmInstance,
    windows: EngineWindows,
    job: NameJob,
    targets: number,
    beginSlice: (start: SliceStart) => void,
  ) {
    this.#beginSlice = beginSlice
    this.#engine = engine
    this.#windows = windows
    this.#parts = job.parts
    this.#targets = targets
    engine.exports.forgetNames()
    engine.exports.clearOutput(L.OUTPUT_NAME_IDS)
  }

  /** Continues until all names are resolved or a window is missing. */
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

  /** The string id of each DIE. */
  take(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#engine.output(L.OUTPUT_NAME_IDS).buffer)
  }

  #begin({ start, pieces, count, slice }: NamePart): void {
    if (slice) this.#beginSlice(slice)
    // A shard that kept the units or reads files gets no bytes: the instance requests them.
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
