/**
 * The section windows of a shard's WASM instance. Filled synchronously if this thread can read the file, else requested
 * from the driver.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import type { BytesNow, ByteHost } from '../ports.ts'
import type { InfoPart, ShardNeed, ShardProblem, ShardSetup } from './shard.ts'
import { BACK_SHARE, windowFor } from './shard.ts'
import type { EngineExports } from './engine-exports.ts'
import type { WasmInstance } from './wasm-instance.ts'
import { EngineError } from './wasm-instance.ts'

/** Windows tried for one unit, each twice as long as the one before: the last is longer than any section. */
const MOST_WINDOWS = 32

/** Bytes read around a DIE to find a name for another unit. */
const NAME_WINDOW = 128 << 10

/** Opens a range of a file for reading. */
export type OpenPlace = ByteHost['open']

/** A missing range of a section. */
type Missed = Pick<EngineError, 'section' | 'offset' | 'bytes'>

export class EngineWindows {
  readonly #engine: WasmInstance
  readonly #open: OpenPlace | undefined
  /** The sections by slot, if this thread reads them itself. */
  #direct: readonly (BytesNow | undefined)[] | undefined
  #readFailure: unknown
  #window = 0
  #wholeSection = 0
  #sizes: readonly number[] = []
  #problems: ShardProblem[] = []
  /** Units already read, kept until all cross-unit names are resolved. */
  readonly #kept: InfoPart[] = []
  /**
   * Range missed by the current unit, by slot. A window must cover all of it; else two parts of one section would evict
   * each other forever.
   */
  readonly #missed = new Map<number, { from: number; to: number; count: number }>()

  /** With `open` it reads sections that lie in a file. */
  constructor(engine: WasmInstance, open?: OpenPlace) {
    this.#engine = engine
    this.#open = open
  }

  begin({ sizes, window, wholeSection, places, keepUnits }: ShardSetup): void {
    const open = this.#open
    this.#sizes = sizes
    this.#window = window
    this.#wholeSection = wholeSection
    this.#direct = open && places?.map((place) => place && open(place))
    if (this.#direct) this.#engine.bring = (section, offset, bytes) => this.#bring({ section, offset, bytes })
    else if (keepUnits)
      this.#engine.bring = (section, offset, bytes) => section === L.SECTION_INFO && this.#bringKept(offset, bytes)
  }

  /** True if this thread reads a section itself. Names from outside the symbol table lie in no file and are sent. */
  isDirect(slot: number): boolean {
    return this.#direct?.[slot] !== undefined
  }

  size(slot: number): number {
    return this.#sizes[slot] ?? 0
  }

  /** Sets the window of a section from pieces that begin at `start`. */
  supply(slot: number, start: number, pieces: readonly Uint8Array[]): void {
    this.#engine.setWindow(slot, start, pieces, this.size(slot))
  }

  /** Reads [from, to) of a section into its window. */
  read(slot: number, from: number, to: number): void {
    this.#engine.fillWindow(slot, from, to - from, this.size(slot), (window) => this.readInto(slot, from, window))
  }

  /**
   * Fills `target` from a section that this thread can read. Always overwrites it, because stale bytes would be read as
   * content.
   */
  readInto(slot: number, from: number, target: Uint8Array): void {
    if (target.length === 0) return
    const bytes = this.#direct?.[slot]
    if (!bytes) throw new EngineError(L.ERROR_TRUNCATED, slot, from)
    bytes.readInto(target, from)
  }

  /** Keeps units for the resolution of cross-unit names. */
  keep(part: InfoPart): void {
    this.#kept.push(part)
  }

  dropKept(): void {
    this.#kept.length = 0
  }

  /** Resets the ranges missed so far, before the next unit. */
  forget(): void {
    this.#missed.clear()
  }

  /** Problems since the last call. */
  takeProblems(): readonly ShardProblem[] {
    const problems = this.#problems
    this.#problems = []
    return problems
  }

  /**
   * Runs a call into the instance. An error becomes a problem, at `offset` of `.debug_info` if it has no position of
   * its own. A missing window is read and the call repeated, or it becomes a request to the driver.
   */
  attempt(offset: number, work: (exports: EngineExports) => unknown): ShardNeed | 'failed' | undefined {
    const { exports } = this.#engine
    try {
      this.#engine.run(work)
      if (exports.warningNumber() !== L.ERROR_NONE) {
        this.#problems.push({
          error: exports.warningNumber(),
          section: exports.warningSection(),
          offset: exports.warningOffset() >>> 0,
        })
        exports.clearWarning()
      }
      return undefined
    } catch (thrown) {
      if (thrown instanceof EngineError && thrown.error === L.ERROR_WINDOW) {
        if (!this.#direct) return this.#need(thrown)
        // The window ended too early: repeat with a longer one.
        this.#bring(thrown)
        return this.attempt(offset, work)
      }
      if (thrown === this.#readFailure) throw thrown
      const problem =
        thrown instanceof EngineError ? thrown : { error: L.ERROR_TRAP, section: L.SECTION_INFO, offset: offset }
      this.#problems.push({ error: problem.error, section: problem.section, offset: problem.offset })
      return 'failed'
    }
  }

  /** Fills a missing window from inside a call. */
  #bring(missed: Missed): boolean {
    const { section } = missed
    const size = this.size(section)
    // Cross-unit DIEs are scattered: the window around the previous one is of no use.
    const isName = section === L.SECTION_INFO
    if (isName) this.#missed.delete(section)
    const window = isName ? NAME_WINDOW : size <= this.#wholeSection ? size : this.#window
    const need = this.#need(missed)
    if (need.again > MOST_WINDOWS) throw new EngineError(L.ERROR_TRUNCATED, section, missed.offset)
    const { from, to } = windowFor(need, size, window)
    try {
      this.read(section, from, to)
      return true
    } catch (thrown) {
      this.#readFailure = thrown
      throw thrown
    }
  }

  /** Sets the window around a DIE of a unit that was kept. */
  #bringKept(offset: number, bytes: number): boolean {
    const part = this.#kept.find(({ start, end }) => offset >= start && offset + bytes <= end)
    if (!part) return false
    const from = Math.max(part.start, offset - NAME_WINDOW / BACK_SHARE)
    const length = Math.min(part.end, offset + NAME_WINDOW) - from
    this.#engine.fillWindow(L.SECTION_INFO, from, length, this.size(L.SECTION_INFO), (window) => {
      let at = part.start - from
      for (const piece of part.pieces) {
        const first = Math.max(0, -at)
        if (first < piece.length && at + first < length)
          window.set(piece.subarray(first, Math.min(piece.length, length - at)), at + first)
        at += piece.length
      }
    })
    return true
  }

  #need({ section, offset, bytes }: Missed): ShardNeed {
    const before = this.#missed.get(section) ?? { from: offset, to: offset + bytes, count: 0 }
    const from = Math.min(before.from, offset)
    const to = Math.max(before.to, offset + bytes)
    this.#missed.set(section, { from, to, count: before.count + 1 })
    return { kind: 'need', slot: section, offset: from, bytes: to - from, again: before.count }
  }
}
