/**
 * A shard: one engine that reads some of an image's units. It is driven from outside, by plain calls with plain data, so
 * that it can live in another thread: bytes are brought to it, and where it lacks some it says which.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import { EngineError, OUTPUT, TOTAL, WasmEngine } from './wasm-instance.ts'

/** What all shards of a build know. */
export interface ShardSetup {
  readonly littleEndian: boolean
  /** `__TEXT` vmaddr, low and high half. */
  readonly text: readonly [low: number, high: number]
  readonly code: readonly { readonly start: number; readonly end: number }[]
  /** Sizes of the sections by slot. */
  readonly sizes: readonly number[]
  /** Offsets of a partial build, ascending; empty: everything. */
  readonly targets: readonly number[]
  /** Which of how many shards this one is: ids of strings and files are shared out among them. */
  readonly shard: number
  readonly shards: number
  /** Only return addresses of call sites are read; no index comes of it. */
  readonly callsOnly?: boolean
}

/** Whole units, one behind the other, from an offset of `.debug_info` on. */
export interface UnitJob {
  readonly kind: 'units'
  readonly start: number
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
}

/** Entries whose names other units need; units that the shard does not know yet are told by their offsets. */
export interface NameJob {
  readonly kind: 'names'
  readonly start: number
  readonly pieces: readonly Uint8Array<ArrayBuffer>[]
  readonly units: readonly number[]
  readonly targets: readonly number[]
}

/** An engine error as data. */
export interface ShardProblem {
  readonly error: number
  readonly section: number
  readonly offset: number
}

export type ShardAnswer =
  /** Bring a window that holds [offset, offset + bytes) of a section, then call `resume`. */
  | {
      readonly kind: 'need'
      readonly slot: number
      readonly offset: number
      readonly bytes: number
      readonly again: number
    }
  | {
      readonly kind: 'done'
      /** Finished blocks of the index. */
      readonly blocks: Uint8Array<ArrayBuffer>
      /** Of a name job: an id for each target. */
      readonly ids: Uint32Array<ArrayBuffer>
      /** Offsets of entries whose names must be found elsewhere, since the last answer. */
      readonly deferred: Uint32Array<ArrayBuffer>
      readonly problems: readonly ShardProblem[]
    }

export interface ShardResult {
  readonly entries: Uint8Array<ArrayBuffer>
  readonly blockSizes: Uint8Array<ArrayBuffer>
  readonly files: Uint8Array<ArrayBuffer>
  readonly marks: Uint8Array<ArrayBuffer>
  readonly pool: Uint8Array<ArrayBuffer>
  readonly inlines: number
  readonly lineRows: number
  readonly peakBytes: number
}

/** A shard wherever it lives. */
export interface Shard {
  begin(setup: ShardSetup): Promise<void>
  run(job: UnitJob | NameJob): Promise<ShardAnswer>
  supply(slot: number, start: number, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  resume(): Promise<ShardAnswer>
  finish(): Promise<ShardResult>
  /** Frees it; a shard in a thread is terminated, whatever it does. */
  end(): void
}

/** What of a share belongs to a shard: the first id of it and how many. */
export function shareOf(
  base: number,
  span: number,
  shard: number,
  shards: number,
): readonly [base: number, span: number] {
  const share = Math.floor(span / shards)
  return [base + shard * share, share]
}

type Phase = 'header' | 'walk' | 'lines' | 'encode'

/** The shard itself. All of it is synchronous; `localShard` makes a `Shard` of it. */
export class UnitReader {
  readonly #engine: WasmEngine
  #sizes: readonly number[] = []
  #partial = false
  #callsOnly = false
  #job: UnitJob | NameJob | undefined
  // Where the job stands.
  #offset = 0
  #end = 0
  #phase: Phase = 'header'
  #unit = 0
  #done = 0
  #ids = new Uint32Array(0)
  #problems: ShardProblem[] = []
  #deferredSoFar = 0
  #deferredShare: readonly [number, number] = [0, 0]
  /** What this unit missed so far, by slot: a window must hold all of it, or two places of one section would take turns. */
  readonly #missed = new Map<number, { from: number; to: number; count: number }>()
  readonly #callReturns: Uint32Array<ArrayBuffer>[] = []

  constructor(engine: WasmEngine) {
    this.#engine = engine
  }

  begin(setup: ShardSetup): void {
    const { exports } = this.#engine
    const { shard, shards } = setup
    this.#sizes = setup.sizes
    this.#partial = setup.targets.length > 0
    this.#callsOnly = setup.callsOnly ?? false
    exports.setCallsOnly(this.#callsOnly ? 1 : 0)
    exports.setBigEndian(setup.littleEndian ? 0 : 1)
    exports.setTextBase(setup.text[0], setup.text[1])
    setup.sizes.forEach((size, slot) => exports.setSectionTotal(slot, size))
    this.#engine.run((e) => {
      for (const { start, end } of setup.code) e.addCode(start, end)
      for (const target of setup.targets) e.addTarget(target)
      e.initStrings(...shareOf(L.POOL_BASE, L.ID_SPAN, shard, shards))
      this.#deferredShare = shareOf(L.DEFERRED_BASE, L.ID_SPAN, shard, shards)
      e.setDeferredBase(...this.#deferredShare)
      e.setFileBase(shard * L.FILE_SPAN)
    })
  }

  run(job: UnitJob | NameJob): ShardAnswer {
    this.#job = job
    this.#offset = job.start
    this.#end = job.start + job.pieces.reduce((sum, piece) => sum + piece.length, 0)
    this.#phase = 'header'
    this.#done = 0
    this.#missed.clear()
    if (job.kind === 'names') this.#engine.exports.forgetNames()
    this.#ids = new Uint32Array(job.kind === 'names' ? job.targets.length : 0)
    this.#engine.setWindow(L.SECTION_INFO, job.start, job.pieces, this.#sizes[L.SECTION_INFO] ?? 0)
    return this.resume()
  }

  supply(slot: number, start: number, bytes: Uint8Array): void {
    this.#engine.setWindow(slot, start, [bytes], this.#sizes[slot] ?? 0)
  }

  resume(): ShardAnswer {
    const need = this.#job?.kind === 'names' ? this.#names(this.#job) : this.#units()
    if (need) return need
    const { exports } = this.#engine
    const blocks = this.#engine.output(OUTPUT.blocks)
    exports.clearOutput(OUTPUT.blocks)
    const deferred = new Uint32Array(this.#engine.output(OUTPUT.deferred).buffer)
    exports.clearOutput(OUTPUT.deferred)
    this.#deferredSoFar += deferred.length
    const [base, span] = this.#deferredShare
    exports.setDeferredBase(base + this.#deferredSoFar, span - this.#deferredSoFar)
    const problems = this.#problems
    this.#problems = []
    return { kind: 'done', blocks, ids: this.#ids, deferred, problems }
  }

  finish(): ShardResult {
    const engine = this.#engine
    return {
      entries: engine.output(OUTPUT.entries),
      blockSizes: engine.output(OUTPUT.blockSizes),
      files: engine.output(OUTPUT.files),
      marks: engine.output(OUTPUT.marks),
      pool: engine.output(OUTPUT.pool),
      inlines: engine.total(TOTAL.inlines),
      lineRows: engine.total(TOTAL.rows),
      peakBytes: engine.bytes,
    }
  }

  /** Image offsets behind calls, found since the last time; as in the file, unsorted. */
  takeCallReturns(): readonly Uint32Array[] {
    return this.#callReturns.splice(0)
  }

  #units(): ShardAnswer | undefined {
    while (this.#offset < this.#end) {
      const need = this.#step()
      if (need) return need
    }
    return undefined
  }

  /** One phase of one unit. */
  #step(): ShardAnswer | undefined {
    const unit = this.#unit
    switch (this.#phase) {
      case 'header': {
        let wanted = true
        const need = this.#attempt((e) => {
          this.#unit = e.addUnit(this.#offset, 1)
          wanted = !this.#partial || e.isUnitWanted(this.#unit) !== 0
        })
        if (need && need !== 'failed') return need
        // A unit whose header says at least where it ends is passed over; else the rest of the job is lost.
        if (need === 'failed') this.#unit = this.#engine.total(TOTAL.units) - 1
        if (need === 'failed' || !wanted) this.#nextUnit()
        else this.#phase = 'walk'
        return undefined
      }
      case 'walk': {
        const need = this.#attempt((e) => (this.#callsOnly ? e.walkCalls(unit) : e.walk(unit)))
        if (need && need !== 'failed') return need
        if (this.#callsOnly) this.#callReturns.push(new Uint32Array(this.#engine.output(OUTPUT.callReturns).buffer))
        if (need === 'failed' || this.#callsOnly) this.#nextUnit()
        else this.#phase = 'lines'
        return undefined
      }
      case 'lines': {
        const need = this.#attempt((e) => e.lines(unit))
        if (need === 'failed') this.#attempt((e) => e.keepLines())
        else if (need) return need
        this.#phase = 'encode'
        return undefined
      }
      case 'encode': {
        const need = this.#attempt((e) => e.encode(unit))
        if (need && need !== 'failed') return need
        this.#nextUnit()
        return undefined
      }
    }
  }

  #nextUnit(): void {
    const end = this.#unit < 0 ? 0 : this.#engine.exports.unitEnd(this.#unit) >>> 0
    this.#offset = end > this.#offset ? end : this.#end
    this.#phase = 'header'
    this.#missed.clear()
  }

  #names(job: NameJob): ShardAnswer | undefined {
    const total = job.units.length + job.targets.length
    for (; this.#done < total; this.#done++) {
      const at = this.#done - job.units.length
      const need = this.#attempt((e) => {
        if (at < 0) e.addUnit(job.units[this.#done] ?? 0, 0)
        else this.#ids[at] = e.resolveDeferred(job.targets[at] ?? 0)
      })
      if (need && need !== 'failed') return need
      this.#missed.clear()
    }
    return undefined
  }

  /** Runs a call into the engine. What goes wrong becomes a problem; a missing window an answer that asks for it. */
  #attempt(work: (exports: WasmEngine['exports']) => unknown): ShardAnswer | 'failed' | undefined {
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
      if (thrown instanceof EngineError && thrown.error === L.ERROR_WINDOW) return this.#need(thrown)
      const { error, section, offset } =
        thrown instanceof EngineError ? thrown : { error: L.ERROR_TRAP, section: L.SECTION_INFO, offset: this.#offset }
      this.#problems.push({ error, section, offset })
      return 'failed'
    }
  }

  #need({ section, offset, bytes }: EngineError): ShardAnswer {
    const before = this.#missed.get(section) ?? { from: offset, to: offset + bytes, count: 0 }
    const from = Math.min(before.from, offset)
    const to = Math.max(before.to, offset + bytes)
    this.#missed.set(section, { from, to, count: before.count + 1 })
    return { kind: 'need', slot: section, offset: from, bytes: to - from, again: before.count }
  }
}

/** A shard in this thread. */
export async function localShard(module: WebAssembly.Module): Promise<Shard> {
  return shardOf(new UnitReader(await WasmEngine.create(module)))
}

export function shardOf(reader: UnitReader): Shard {
  return {
    begin: async (setup) => reader.begin(setup),
    run: async (job) => reader.run(job),
    supply: async (slot, start, bytes) => reader.supply(slot, start, bytes),
    resume: async () => reader.resume(),
    finish: async () => reader.finish(),
    end: () => undefined,
  }
}
