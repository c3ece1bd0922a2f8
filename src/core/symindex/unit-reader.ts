/**
 * The shard itself, synchronous: runs jobs on one WASM instance, reads directly where possible and requests the rest.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import { EngineWindows, type OpenPlace } from './engine-windows.ts'
import { NameFinder } from './name-finder.ts'
import type { Job, QueueJob, Shard, ShardAnswer, ShardResult, ShardSetup, SliceResult, UnitJob } from './shard.ts'
import { shareOf } from './shard.ts'
import { sharesOf, sliceAt, type SliceStart, type Slicing } from './slices.ts'
import { StringWriter } from './string-writer.ts'
import type { UnitPart } from './unit-queue.ts'
import { takePart } from './unit-queue.ts'
import { WasmInstance } from './wasm-instance.ts'

/** Limit for finished blocks or entries that stay in the instance. */
const LEFT_WITH_ENGINE = 1 << 20

/** A slice that is nobody's. */
const NO_SLICE = -1
/** Names are known of all units. */
const EVERYWHERE = { interned: 0, names: 0, from: 0, to: 0xffffffff }
const EMPTY = new Uint8Array(0)

type Phase = 'header' | 'walk' | 'lines' | 'encode'

/** `localShard` wraps it as a `Shard`. */
export class UnitReader {
  readonly #engine: WasmInstance
  readonly #windows: EngineWindows
  #shard = 0
  #partial = false
  #callsOnly = false
  #keepsUnits = false
  #job: Job | undefined
  /** Memory lent to the instance for this job, and the worker for jobs other than units. */
  #placed: { readonly pointer: number; readonly bytes: number } | undefined
  #strings: StringWriter | undefined
  #names: NameFinder | undefined
  // Progress of the job.
  #part = 0
  #offset = 0
  #end = 0
  #phase: Phase = 'header'
  #unit = 0
  #slicing: Slicing | undefined
  #shares = 1
  #slice = NO_SLICE
  // Results of the job so far.
  #parts: UnitPart[] = []
  readonly #slices: SliceResult[] = []
  readonly #blocks: Uint8Array<ArrayBuffer>[] = []
  readonly #columns: Uint8Array<ArrayBuffer>[] = []
  readonly #entries: Uint8Array<ArrayBuffer>[] = []
  readonly #callReturns: Uint32Array<ArrayBuffer>[] = []

  /** With `open` it reads sections that lie in a file. */
  constructor(engine: WasmInstance, open?: OpenPlace) {
    this.#engine = engine
    this.#windows = new EngineWindows(engine, open)
  }

  begin(setup: ShardSetup): void {
    const { exports } = this.#engine
    const { shard, shards, slicing } = setup
    this.#shard = shard
    this.#slicing = slicing
    this.#shares = slicing ? sharesOf(slicing) : shards
    this.#partial = setup.targets.length > 0
    this.#callsOnly = setup.callsOnly ?? false
    this.#keepsUnits = setup.keepUnits ?? false
    exports.setCallsOnly(this.#callsOnly ? 1 : 0)
    this.#engine.begin(setup)
    this.#windows.begin(setup)
    this.#engine.run((e) => e.initStrings())
    if (!slicing) this.#beginSlice({ slice: shard, ...EVERYWHERE })
  }

  #beginSlice({ slice, interned, names, from, to }: SliceStart): void {
    this.#endSlice()
    this.#slice = slice
    const [pool, poolSpan] = shareOf(L.POOL_BASE, L.ID_SPAN, slice, this.#shares)
    const [crossUnit, crossUnitSpan] = shareOf(L.CROSS_UNIT_BASE, L.ID_SPAN, slice, this.#shares)
    const [strings, unit] = [pool + interned, crossUnit + names]
    const spans = [poolSpan - interned, crossUnitSpan - names] as const
    this.#engine.run((e) => e.beginSlice(strings, spans[0], unit, spans[1], slice * L.FILE_SPAN, from, to))
  }

  #endSlice(): void {
    if (this.#slice === NO_SLICE) return
    this.#takeSlice(true)
    this.#slice = NO_SLICE
  }

  /** Drains the output of the slice. */
  #takeSlice(isOver: boolean): void {
    const engine = this.#engine
    this.#takeWritten(0)
    const crossUnitDies = new Uint32Array(engine.output(L.OUTPUT_CROSS_UNIT_DIES).buffer)
    engine.exports.clearOutput(L.OUTPUT_CROSS_UNIT_DIES)
    const end = (output: number): Uint8Array<ArrayBuffer> => (isOver ? engine.output(output) : EMPTY)
    this.#slices.push({
      slice: this.#slice,
      blocks: this.#blocks.splice(0),
      columns: this.#columns.splice(0),
      entries: this.#entries.splice(0),
      crossUnitDies,
      blockSizes: end(L.OUTPUT_BLOCK_SIZES),
      files: end(L.OUTPUT_FILES),
      pool: end(L.OUTPUT_POOL),
    })
  }

  run(job: Job): ShardAnswer {
    this.#job = job
    this.#windows.forget()
    this.#strings = undefined
    this.#names = undefined
    if (job.kind === 'strings')
      this.#strings = new StringWriter(this.#engine, this.#windows, job, this.#place(job.marks))
    else if (job.kind === 'names')
      this.#names = new NameFinder(this.#engine, this.#windows, job, this.#place(job.targets), (start) =>
        this.#beginSlice(start),
      )
    this.#part = 0
    return this.resume()
  }

  #beginUnits(part: UnitPart): void {
    this.#parts.push({ start: part.start, end: part.end })
    this.#offset = part.start
    this.#end = part.end
    this.#phase = 'header'
  }

  /** Lends values to the instance for this job. */
  #place(values: ArrayBufferView): number {
    if (this.#placed) this.#engine.release(this.#placed.pointer, this.#placed.bytes)
    const pointer = this.#engine.place(values)
    this.#placed = { pointer, bytes: values.byteLength }
    return pointer
  }

  supply(slot: number, start: number, bytes: Uint8Array): void {
    this.#strings?.supplied()
    this.#windows.supply(slot, start, [bytes])
  }

  resume(): ShardAnswer {
    const pause = this.#job && this.#workOn(this.#job)
    if (pause) return pause
    if (this.#slicing) this.#endSlice()
    else this.#takeSlice(false)
    const parts = this.#parts
    this.#parts = []
    const problems = this.#windows.takeProblems()
    const ids = this.#names?.take() ?? new Uint32Array(0)
    const strings = this.#strings ? { strings: this.#strings.take() } : {}
    return { kind: 'done', parts, slices: this.#slices.splice(0), ids, problems, ...strings }
  }

  #workOn(job: Job): ShardAnswer | undefined {
    switch (job.kind) {
      case 'units':
        return this.#unitParts(job)
      case 'queue':
        return this.#queue(job)
      case 'names':
        return this.#names?.find()
      case 'strings':
        return this.#strings?.write()
    }
  }

  #unitParts({ parts, turn = Infinity }: UnitJob): ShardAnswer | undefined {
    const until = performance.now() + turn
    // eslint-disable-next-line unslide/bounded-loops -- each round takes the next of the parts read so far
    for (;;) {
      const need = this.#units(until)
      if (need) return need
      const part = parts[this.#part++]
      if (!part) return undefined
      this.#beginUnits(part)
      this.#windows.supply(L.SECTION_INFO, part.start, part.pieces)
      if (this.#keepsUnits) this.#windows.keep(part)
    }
  }

  #queue({ queue, turn }: QueueJob): ShardAnswer | undefined {
    const read = (at: number, target: Uint8Array): void => this.#windows.readInto(L.SECTION_INFO, at, target)
    for (const started = performance.now(); performance.now() - started < turn;) {
      const part = takePart(queue, this.#shard, read)
      if (!part) return undefined
      const slice = this.#slicing && sliceAt(this.#slicing, part.start)
      if (slice !== undefined && slice !== this.#slice) this.#beginSlice({ slice, ...EVERYWHERE })
      this.#beginUnits(part)
      this.#windows.read(L.SECTION_INFO, part.start, part.end)
      this.#units()
      this.#takeWritten(LEFT_WITH_ENGINE)
    }
    return { kind: 'turn' }
  }

  /** Drains blocks and entries from the instance once they exceed some bytes. */
  #takeWritten(left: number): void {
    for (const [output, taken] of [
      [L.OUTPUT_BLOCKS, this.#blocks],
      [L.OUTPUT_COLUMNS, this.#columns],
      [L.OUTPUT_ENTRIES, this.#entries],
    ] as const) {
      if (this.#engine.exports.outputLength(output) >>> 0 <= left) continue
      taken.push(this.#engine.output(output))
      this.#engine.exports.clearOutput(output)
    }
  }

  finish(): ShardResult {
    const engine = this.#engine
    this.#windows.dropKept()
    this.#endSlice()
    engine.run((e) => e.gatherMarks())
    return {
      slices: this.#slices.splice(0),
      marks: engine.output(L.OUTPUT_MARKS),
      inlines: engine.total(L.TOTAL_INLINES),
      lineRows: engine.total(L.TOTAL_ROWS),
      peakBytes: engine.bytes,
    }
  }

  /** Return addresses found since the last call, as image offsets in DIE order. */
  takeCallReturns(): readonly Uint32Array[] {
    return this.#callReturns.splice(0)
  }

  /** `until`: the time after which no further unit is begun. */
  #units(until = Infinity): ShardAnswer | undefined {
    while (this.#offset < this.#end) {
      const need = this.#step()
      if (need) return need
      if (this.#phase === 'header' && performance.now() > until) return { kind: 'turn' }
    }
    return undefined
  }

  /** One phase of one unit. */
  #step(): ShardAnswer | undefined {
    const unit = this.#unit
    switch (this.#phase) {
      case 'header': {
        let wanted = true
        const need = this.#windows.attempt(this.#offset, (e) => {
          this.#unit = e.addUnit(this.#offset, 1)
          wanted = !this.#partial || e.isUnitWanted(this.#unit) !== 0
        })
        if (need && need !== 'failed') return need
        // If the header gives its end, the unit is skipped; else the rest of the job is lost.
        if (need === 'failed') this.#unit = this.#engine.total(L.TOTAL_UNITS) - 1
        if (need === 'failed' || !wanted) this.#nextUnit()
        else this.#phase = 'walk'
        return undefined
      }
      case 'walk': {
        const need = this.#windows.attempt(this.#offset, (e) => (this.#callsOnly ? e.walkCalls(unit) : e.walk(unit)))
        if (need && need !== 'failed') return need
        if (this.#callsOnly) this.#callReturns.push(this.#engine.copyWords(L.OUTPUT_CALL_RETURNS))
        if (need === 'failed' || this.#callsOnly) this.#nextUnit()
        else this.#phase = 'lines'
        return undefined
      }
      case 'lines': {
        const need = this.#windows.attempt(this.#offset, (e) => e.lines(unit))
        if (need === 'failed') this.#windows.attempt(this.#offset, (e) => e.keepLines())
        else if (need) return need
        this.#phase = 'encode'
        return undefined
      }
      case 'encode': {
        const need = this.#windows.attempt(this.#offset, (e) => e.encode(unit))
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
    this.#windows.forget()
  }
}

/** A shard in this thread. */
export async function localShard(module: WebAssembly.Module, open?: OpenPlace): Promise<Shard> {
  return shardOf(new UnitReader(WasmInstance.create(module), open))
}

export function shardOf(reader: UnitReader): Shard {
  return {
    begin: async (setup) => reader.begin(setup),
    run: async (job) => reader.run(job),
    supply: async (slot, start, bytes) => reader.supply(slot, start, bytes),
    resume: async () => reader.resume(),
    finish: async () => reader.finish(),
    end: async () => undefined,
  }
}
