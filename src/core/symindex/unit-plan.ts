/** Selects the units of a build: all, or those that hold the offsets of a partial build. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { ImageSections } from './sections.ts'
import type { ShardSetup, UnitJob } from './shard.ts'
import type { BuildSizes } from './sizes.ts'
import type { Slicing } from './slices.ts'
import { selectedUnits, allUnits } from './unit-stream.ts'
import type { UnitQueue } from './unit-queue.ts'
import { createQueue } from './unit-queue.ts'
import type { WasmInstance } from './wasm-instance.ts'

export class UnitPlan {
  /** Bytes of `.debug_info` that will be read. */
  readonly bytes: number
  readonly #sections: ImageSections
  readonly #littleEndian: boolean
  readonly #sizes: BuildSizes
  /** Offsets of all units that `.debug_aranges` lists; undefined when the whole section is read. */
  readonly #listed: Uint32Array | undefined
  /** Start and end of each listed unit that holds a wanted offset; the end is the start of the next listed unit. */
  readonly #wanted: Uint32Array

  private constructor(
    sections: ImageSections,
    littleEndian: boolean,
    sizes: BuildSizes,
    listed?: Uint32Array,
    wanted = new Uint32Array(0),
  ) {
    this.#sections = sections
    this.#littleEndian = littleEndian
    this.#sizes = sizes
    this.#listed = listed
    this.#wanted = wanted
    // Sum of ends minus starts.
    const bytes = wanted.reduce((sum, place, at) => (at % 2 === 0 ? sum - place : sum + place), 0)
    this.bytes = listed ? bytes : sections.size(L.SECTION_INFO)
  }

  /** `engine` has the set-up. */
  static async make(
    engine: WasmInstance,
    setup: ShardSetup,
    sections: ImageSections,
    sizes: BuildSizes,
  ): Promise<UnitPlan> {
    const whole = new UnitPlan(sections, setup.littleEndian, sizes)
    const size = sections.size(L.SECTION_ARANGES)
    if (setup.targets.length === 0 || size === 0 || whole.bytes <= sizes.scanAll) return whole
    engine.setWindow(L.SECTION_ARANGES, 0, [await sections.read(L.SECTION_ARANGES, 0, size)], size)
    engine.run((e) => e.readAranges())
    const listed = engine.copyWords(L.OUTPUT_LISTED)
    if (listed.length === 0) return whole
    return new UnitPlan(sections, setup.littleEndian, sizes, listed, engine.copyWords(L.OUTPUT_LISTED_WANTED))
  }

  /** Jobs for shards that get their units sent. */
  feed(): AsyncGenerator<UnitJob> {
    const { job, longJob } = this.#sizes
    if (this.#listed) return selectedUnits(this.#sections, this.#wanted, this.#littleEndian, job)
    const share = Math.ceil(this.bytes / 32)
    return allUnits(this.#sections, this.#littleEndian, Math.max(job, Math.min(longJob, share)))
  }

  /** Queue for shards that read files. One of many slices is taken as a whole. */
  queue(shards: number, slicing: Slicing | undefined): UnitQueue {
    const units = this.#listed && this.#wanted
    const size = this.#sections.size(L.SECTION_INFO)
    const jobBytes = slicing && slicing.count > 1 ? slicing.bytes : this.#sizes.directJob
    return createQueue({ size, littleEndian: this.#littleEndian, jobBytes, units }, shards)
  }

  /**
   * The unit that holds an offset: the last listed one before it. That is right unless unlisted units lie between; to
   * be sure, the headers from there on are followed.
   */
  async findUnit(offset: number, sure: boolean): Promise<number | undefined> {
    const listed = this.#listed ?? new Uint32Array(0)
    let low = 0
    let high = listed.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((listed[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    let unit = low === 0 ? 0 : (listed[low - 1] ?? 0)
    if (!sure && low > 0) return unit
    // Each header costs a read: unlisted units hold no code and are few.
    for (let hop = 0; hop < 64; hop++) {
      const head = await this.#sections.read(L.SECTION_INFO, unit, unit + 12)
      if (head.length < 12) return undefined
      const view = new DataView(head.buffer)
      const length = view.getUint32(0, this.#littleEndian)
      const end =
        length === 0xffffffff ? unit + 12 + Number(view.getBigUint64(4, this.#littleEndian)) : unit + 4 + length
      if (offset < end) return unit
      if (end <= unit) return undefined
      unit = end
    }
    return undefined
  }
}
