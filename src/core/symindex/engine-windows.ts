/** What an engine of a shard has at hand of the sections: windows, brought at once where files can be read, else asked for. */
import * as L from '../../../wasm/assembly/layout.ts'
import type { BytesNow, ByteHost } from '../ports.ts'
import type { InfoPart, ShardNeed, ShardProblem, ShardSetup } from './shard.ts'
import { BACK_SHARE, windowFor } from './shard.ts'
import type { EngineExports } from './engine-exports.ts'
import type { WasmInstance } from './wasm-instance.ts'
import { EngineError } from './wasm-instance.ts'

/** Windows that are tried for what one unit lacks, each twice as long as the one before: the last is longer than any section. */
const MOST_WINDOWS = 32

/** Bytes around an entry that are read for the name that another unit asks of it. */
const NAME_WINDOW = 128 << 10

/** Opens bytes that lie in a file. */
export type OpenPlace = ByteHost['open']

/** Bytes of a section that are not at hand. */
type Missed = Pick<EngineError, 'section' | 'offset' | 'bytes'>

export class EngineWindows {
  readonly #engine: WasmInstance
  readonly #open: OpenPlace | undefined
  /** The sections by slot, where this thread reads them itself. */
  #direct: readonly (BytesNow | undefined)[] | undefined
  #readFailure: unknown
  #window = 0
  #wholeSection = 0
  #sizes: readonly number[] = []
  #problems: ShardProblem[] = []
  /** Units that were read, until their names were asked for. */
  readonly #kept: InfoPart[] = []
  /** What this unit missed so far, by slot: a window must hold all of it, or two places of one section would take turns. */
  readonly #missed = new Map<number, { from: number; to: number; count: number }>()

  /** With `open` it reads what has a place itself. */
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

  /** Whether this thread reads a section itself. Names from elsewhere than a symbol table lie in no file: they are brought. */
  isDirect(slot: number): boolean {
    return this.#direct?.[slot] !== undefined
  }

  size(slot: number): number {
    return this.#sizes[slot] ?? 0
  }

  /** Bytes of a section, whole or in pieces, from `start` on. */
  supply(slot: number, start: number, pieces: readonly Uint8Array[]): void {
    this.#engine.setWindow(slot, start, pieces, this.size(slot))
  }

  /** Reads [from, to) of a section where the engine looks for it. */
  read(slot: number, from: number, to: number): void {
    this.#engine.fillWindow(slot, from, to - from, this.size(slot), (window) => this.readInto(slot, from, window))
  }

  /** Fills `target` with bytes of a section that this thread can read; never leaves it as it was, which would be read as content. */
  readInto(slot: number, from: number, target: Uint8Array): void {
    if (target.length === 0) return
    const bytes = this.#direct?.[slot]
    if (!bytes) throw new EngineError(L.ERROR_TRUNCATED, slot, from)
    bytes.readInto(target, from)
  }

  /** Keeps units that were read, for those who ask names of them. */
  keep(part: InfoPart): void {
    this.#kept.push(part)
  }

  dropKept(): void {
    this.#kept.length = 0
  }

  /** What was missed so far is of no use to what comes next. */
  forget(): void {
    this.#missed.clear()
  }

  /** Problems since the last time. */
  takeProblems(): readonly ShardProblem[] {
    const problems = this.#problems
    this.#problems = []
    return problems
  }

  /**
   * Runs a call into the engine. What goes wrong becomes a problem, at `offset` of `.debug_info` when nothing else is known; a
   * missing window is brought and the call made again, or it becomes an answer that asks for it.
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
        // What was there ended too early: with more of it the call is made again.
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

  /** Brings what a unit lacks while the engine waits. */
  #bring(missed: Missed): boolean {
    const { section } = missed
    const size = this.size(section)
    // Names that other units ask for lie here and there: what lay around the one before is of no use to the next.
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

  /** Places what lies around an entry of a unit that was kept. */
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
