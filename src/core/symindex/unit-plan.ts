/** Which units a build reads: all, or those that hold the offsets of a partial build. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { ImageSections } from './sections.ts'
import type { ShardSetup, UnitJob } from './shard.ts'
import type { BuildSizes } from './sizes.ts'
import { partialFeed, wholeFeed } from './unit-feed.ts'
import type { UnitPart, UnitQueue } from './unit-queue.ts'
import { createQueue } from './unit-queue.ts'
import { OUTPUT, WasmEngine } from './wasm-instance.ts'

export class UnitPlan {
  /** Bytes of `.debug_info` that will be read. */
  readonly bytes: number
  readonly #sections: ImageSections
  readonly #littleEndian: boolean
  readonly #sizes: BuildSizes
  /** Offsets of all units that `.debug_aranges` lists; undefined when the whole section is read. */
  readonly #listed: readonly number[] | undefined
  readonly #wanted: readonly UnitPart[]

  private constructor(
    sections: ImageSections,
    littleEndian: boolean,
    sizes: BuildSizes,
    listed?: readonly number[],
    wanted: readonly UnitPart[] = [],
  ) {
    this.#sections = sections
    this.#littleEndian = littleEndian
    this.#sizes = sizes
    this.#listed = listed
    this.#wanted = wanted
    this.bytes = listed ? wanted.reduce((sum, { start, end }) => sum + end - start, 0) : sections.size(L.SECTION_INFO)
  }

  static async make(
    module: WebAssembly.Module,
    setup: ShardSetup,
    sections: ImageSections,
    sizes: BuildSizes,
  ): Promise<UnitPlan> {
    const whole = new UnitPlan(sections, setup.littleEndian, sizes)
    const size = sections.size(L.SECTION_ARANGES)
    if (setup.targets.length === 0 || size === 0 || whole.bytes <= sizes.scanAll) return whole
    const engine = await WasmEngine.create(module)
    engine.begin(setup)
    engine.setWindow(L.SECTION_ARANGES, 0, [await sections.read(L.SECTION_ARANGES, 0, size)], size)
    engine.run((e) => e.readAranges())
    const pairs = new Uint32Array(engine.output(OUTPUT.listed).buffer)
    const wanted = new Map<number, boolean>()
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      const unit = pairs[at] ?? 0
      if (unit < whole.bytes) wanted.set(unit, (wanted.get(unit) ?? false) || pairs[at + 1] === 1)
    }
    if (wanted.size === 0) return whole
    const listed = [...wanted.keys()].sort((a, b) => a - b)
    const units = listed.flatMap((start, at) =>
      wanted.get(start) ? [{ start, end: listed[at + 1] ?? whole.bytes }] : [],
    )
    return new UnitPlan(sections, setup.littleEndian, sizes, listed, units)
  }

  /** Units for shards that are brought them. */
  feed(): AsyncGenerator<UnitJob> {
    const { job } = this.#sizes
    return this.#listed
      ? partialFeed(this.#sections, this.#wanted, this.#littleEndian, job)
      : wholeFeed(this.#sections, this.#littleEndian, job)
  }

  /** Units for shards that read for themselves. */
  queue(shards: number): UnitQueue {
    const units = this.#listed && Uint32Array.from(this.#wanted.flatMap(({ start, end }) => [start, end]))
    const size = this.#sections.size(L.SECTION_INFO)
    return createQueue({ size, littleEndian: this.#littleEndian, jobBytes: this.#sizes.directJob, units }, shards)
  }

  /**
   * The unit that holds an offset: the last listed one before it, which is right unless units without code lie between. To
   * be sure, headers are hopped over from there.
   */
  async findUnit(offset: number, sure: boolean): Promise<number | undefined> {
    const listed = this.#listed ?? []
    let low = 0
    let high = listed.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((listed[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    let unit = low === 0 ? 0 : (listed[low - 1] ?? 0)
    if (!sure && low > 0) return unit
    // Each hop costs a read: units that are not listed hold no code and are few.
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
