/**
 * Windows of sections for shards that cannot read files. Shards work on neighbouring units, so a window is cached for
 * the others, and the next one is read ahead.
 */
import type { ImageSections } from './sections.ts'
import type { ShardNeed } from './shard.ts'
import { BACK_SHARE, windowFor } from './shard.ts'

/** Windows cached for one section. */
const KEPT = 2

/** Size of a window for a section of this size. */
export type WindowOf = (sectionBytes: number) => number

interface Window {
  readonly from: number
  readonly to: number
  readonly bytes: Promise<Uint8Array<ArrayBuffer>>
}

export class WindowSource {
  readonly #sections: ImageSections
  readonly #windowOf: WindowOf
  readonly #isReadThrough: (sectionBytes: number) => boolean
  /** By slot, the most recent last. */
  readonly #kept = new Map<number, Window[]>()

  /** Nothing is read ahead in a section with random access. */
  constructor(sections: ImageSections, windowOf: WindowOf, isReadThrough: (sectionBytes: number) => boolean) {
    this.#sections = sections
    this.#windowOf = windowOf
    this.#isReadThrough = isReadThrough
  }

  /** Starts reading the sections that shards will need. */
  expect(slots: readonly number[]): void {
    for (const slot of slots) {
      const size = this.#sections.size(slot)
      if (size > 0 && this.#isReadThrough(size)) this.#keep(slot, 0, Math.min(size, this.#windowOf(size)))
    }
  }

  /** A window that holds the range; the caller owns its bytes. */
  async bring(need: ShardNeed): Promise<{ readonly from: number; readonly bytes: Uint8Array<ArrayBuffer> }> {
    const { slot, offset, bytes, again } = need
    const size = this.#sections.size(slot)
    const length = this.#windowOf(size)
    const { from, to } = windowFor(need, size, length)
    // A range longer than a window is read alone.
    if (again > 0) return { from, bytes: await this.#sections.read(slot, from, to) }
    const known = this.#kept.get(slot)?.find((one) => one.from <= offset && offset + bytes <= one.to)
    const window = known ?? this.#keep(slot, from, to)
    if (window.to < size && this.#isReadThrough(size)) {
      const next = Math.max(0, window.to - Math.floor(length / BACK_SHARE))
      const isAhead = this.#kept.get(slot)?.some((one) => one.from >= next)
      if (!isAhead) this.#keep(slot, next, Math.min(size, next + length))
    }
    return { from: window.from, bytes: (await window.bytes).slice() }
  }

  #keep(slot: number, from: number, to: number): Window {
    const bytes = this.#sections.read(slot, from, to)
    bytes.catch(() => undefined)
    const window = { from, to, bytes }
    const kept = this.#kept.get(slot) ?? []
    this.#kept.set(slot, [...kept.slice(-KEPT), window])
    return window
  }
}
