/**
 * The shard itself, all of it synchronous: runs jobs on one engine, brings what it can read and asks for the rest.
 */
import * as L from '../../../wasm/assembly/layout.ts'
import type { BytesNow, ByteHost } from '../ports.ts'
import type {
  Job,
  NameJob,
  QueueJob,
  Shard,
  ShardAnswer,
  ShardNeed,
  ShardProblem,
  ShardResult,
  ShardSetup,
  StringJob,
  WrittenStrings,
} from './shard.ts'
import { shareOf, STRING_TAIL, windowFor } from './shard.ts'
import type { UnitPart } from './unit-queue.ts'
import { takePart } from './unit-queue.ts'
import { EngineError, OUTPUT, TOTAL, WasmEngine } from './wasm-instance.ts'

/** Windows that are tried for one string, each far longer than the one before: a section that is as long as told has it then. */
const MOST_ATTEMPTS = 6
/** The same for what else a unit lacks: each is twice as long. */
const MOST_WINDOWS = 32

/** Bytes of finished pages of strings, blocks or entries that are left with the engine at most. */
const LEFT_WITH_ENGINE = 1 << 20

/** Names of other units that are looked up at once: what they lack of a section is brought in one piece. */
const NAMES_AT_ONCE = 256

/** Bytes around an entry that are read for the name that another unit asks of it. */
const NAME_WINDOW = 128 << 10

/** Opens bytes that lie in a file. */
export type OpenPlace = ByteHost['open']

/** Bytes of a section that are not at hand. */
type Missed = Pick<EngineError, 'section' | 'offset' | 'bytes'>

type Phase = 'header' | 'walk' | 'lines' | 'encode'

/** `localShard` makes a `Shard` of it. */
export class UnitReader {
  readonly #engine: WasmEngine
  readonly #open: OpenPlace | undefined
  /** The sections by slot, where this thread reads them itself. */
  #direct: readonly (BytesNow | undefined)[] | undefined
  #readFailure: unknown
  /** What the engine was given for this job. */
  #placed: { readonly pointer: number; readonly bytes: number } | undefined
  /** Of a job that writes strings: whether the window for the next ones is there, and what is written. */
  #hasWindow = false
  #pages: Uint8Array<ArrayBuffer>[] = []
  #window = 0
  #wholeSection = 0
  #sizes: readonly number[] = []
  #shard = 0
  #partial = false
  #callsOnly = false
  #job: Job | undefined
  // Where the job stands.
  #offset = 0
  #end = 0
  #phase: Phase = 'header'
  #unit = 0
  #done = 0
  // What this job has made so far.
  #parts: UnitPart[] = []
  #blocks: Uint8Array<ArrayBuffer>[] = []
  #entries: Uint8Array<ArrayBuffer>[] = []
  #problems: ShardProblem[] = []
  /** What this unit missed so far, by slot: a window must hold all of it, or two places of one section would take turns. */
  readonly #missed = new Map<number, { from: number; to: number; count: number }>()
  readonly #callReturns: Uint32Array<ArrayBuffer>[] = []

  /** With `open` it reads what has a place itself. */
  constructor(engine: WasmEngine, open?: OpenPlace) {
    this.#engine = engine
    this.#open = open
  }

  begin(setup: ShardSetup): void {
    const { exports } = this.#engine
    const { shard, shards } = setup
    this.#shard = shard
    this.#sizes = setup.sizes
    this.#window = setup.window
    this.#wholeSection = setup.wholeSection
    const open = this.#open
    this.#direct = open && setup.places?.map((place) => place && open(place))
    if (this.#direct) this.#engine.bring = (section, offset, bytes) => this.#bring({ section, offset, bytes })
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
      e.setDeferredBase(...shareOf(L.DEFERRED_BASE, L.ID_SPAN, shard, shards))
      e.setFileBase(shard * L.FILE_SPAN)
    })
  }

  run(job: Job): ShardAnswer {
    this.#job = job
    this.#done = 0
    this.#missed.clear()
    if (job.kind === 'names') this.#beginNames(job)
    if (job.kind === 'strings') this.#beginStrings(job)
    else if (job.kind === 'units') this.#beginUnits(job)
    // Who reads for itself is given no bytes: the engine asks for them.
    if ((job.kind === 'names' || job.kind === 'units') && !this.#direct)
      this.#engine.setWindow(L.SECTION_INFO, job.start, job.pieces, this.#sizes[L.SECTION_INFO] ?? 0)
    return this.resume()
  }

  #beginUnits(part: UnitPart): void {
    this.#parts.push({ start: part.start, end: part.end })
    this.#offset = part.start
    this.#end = part.end
    this.#phase = 'header'
  }

  #beginNames({ targets }: NameJob): void {
    this.#engine.exports.forgetNames()
    this.#place(new Uint8Array(targets.buffer, targets.byteOffset, targets.byteLength))
  }

  #beginStrings({ marks, pieces }: StringJob): void {
    this.#engine.exports.setMarks(this.#place(marks), marks.length >>> 3)
    this.#offset = pieces[0]?.from ?? 0
    this.#hasWindow = false
    this.#pages = []
  }

  /** Gives the engine bytes for as long as this job lasts. */
  #place(bytes: Uint8Array): number {
    if (this.#placed) this.#engine.exports.release(this.#placed.pointer, this.#placed.bytes)
    const pointer = this.#engine.place(bytes)
    this.#placed = { pointer, bytes: bytes.length + 32 }
    return pointer
  }

  supply(slot: number, start: number, bytes: Uint8Array): void {
    this.#hasWindow = true
    this.#engine.setWindow(slot, start, [bytes], this.#sizes[slot] ?? 0)
  }

  /** Brings what a unit lacks while the engine waits. */
  #bring(missed: Missed): boolean {
    const { section } = missed
    const size = this.#sizes[section] ?? 0
    // Names that other units ask for lie here and there: what lay around the one before is of no use to the next.
    const isName = section === L.SECTION_INFO
    if (isName) this.#missed.delete(section)
    const window = isName ? NAME_WINDOW : size <= this.#wholeSection ? size : this.#window
    const need = this.#need(missed)
    if (need.again > MOST_WINDOWS) throw new EngineError(L.ERROR_TRUNCATED, section, missed.offset)
    const { from, to } = windowFor(need, size, window)
    try {
      this.#read(section, from, to)
      return true
    } catch (thrown) {
      this.#readFailure = thrown
      throw thrown
    }
  }

  /** Reads [from, to) of a section where the engine looks for it. */
  #read(slot: number, from: number, to: number): void {
    this.#engine.fillWindow(slot, from, to - from, this.#sizes[slot] ?? 0, (target) =>
      this.#direct?.[slot]?.readInto(target, from),
    )
  }

  resume(): ShardAnswer {
    const job = this.#job
    const pause = job && this.#workOn(job)
    if (pause) return pause
    this.#takeWritten(0)
    const deferred = new Uint32Array(this.#engine.output(OUTPUT.deferred).buffer)
    this.#engine.exports.clearOutput(OUTPUT.deferred)
    const [parts, blocks, entries, problems] = [this.#parts, this.#blocks, this.#entries, this.#problems]
    this.#parts = []
    this.#blocks = []
    this.#entries = []
    this.#problems = []
    const ids = new Uint32Array(this.#engine.output(OUTPUT.nameIds).buffer)
    this.#engine.exports.clearOutput(OUTPUT.nameIds)
    const strings = job?.kind === 'strings' ? { strings: this.#writtenStrings() } : {}
    return { kind: 'done', parts, blocks, entries, ids, deferred, problems, ...strings }
  }

  #workOn(job: Job): ShardAnswer | undefined {
    switch (job.kind) {
      case 'units':
        return this.#units()
      case 'queue':
        return this.#queue(job)
      case 'names':
        return this.#names(job)
      case 'strings':
        return this.#strings(job)
    }
  }

  #queue({ queue, turn }: QueueJob): ShardAnswer | undefined {
    const read = (at: number, target: Uint8Array): void => this.#direct?.[L.SECTION_INFO]?.readInto(target, at)
    for (const started = performance.now(); performance.now() - started < turn;) {
      const part = takePart(queue, this.#shard, read)
      if (!part) return undefined
      this.#beginUnits(part)
      this.#read(L.SECTION_INFO, part.start, part.end)
      this.#units()
      this.#takeWritten(LEFT_WITH_ENGINE)
    }
    return { kind: 'turn' }
  }

  /** Takes blocks and entries out of the engine where more than some bytes of them are there. */
  #takeWritten(left: number): void {
    for (const [output, taken] of [
      [OUTPUT.blocks, this.#blocks],
      [OUTPUT.entries, this.#entries],
    ] as const) {
      if (this.#engine.exports.outputLength(output) >>> 0 <= left) continue
      taken.push(this.#engine.output(output))
      this.#engine.exports.clearOutput(output)
    }
  }

  finish(): ShardResult {
    const engine = this.#engine
    engine.run((e) => e.sealMarks())
    return {
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

  #names({ units, targets }: NameJob): ShardAnswer | undefined {
    for (; this.#done < units.length; this.#done++) {
      const need = this.#attempt((e) => e.addUnit(units[this.#done] ?? 0, 0))
      if (need && need !== 'failed') return need
      this.#missed.clear()
    }
    const { exports } = this.#engine
    const pointer = this.#placed?.pointer ?? 0
    for (let found = 0; found < targets.length; found = exports.outputLength(OUTPUT.nameIds) >>> 2) {
      const need = this.#attempt((e) => e.resolveNames(pointer, Math.min(targets.length, found + NAMES_AT_ONCE)))
      if (need === 'failed') exports.skipName()
      else if (need) return need
      this.#missed.clear()
    }
    return undefined
  }

  #strings({ pieces }: StringJob): ShardAnswer | undefined {
    for (let piece = pieces[this.#done]; piece; piece = pieces[this.#done]) {
      const { slot, to } = piece
      const size = this.#sizes[slot] ?? 0
      if (!this.#hasWindow) {
        const { count } = this.#missed.get(slot) ?? { count: 0 }
        if (count > MOST_ATTEMPTS) throw new EngineError(L.ERROR_TRUNCATED, slot, this.#offset)
        const end = Math.min(size, to + STRING_TAIL * 16 ** count)
        this.#missed.set(slot, { from: this.#offset, to: end, count: count + 1 })
        if (!this.#direct) return { kind: 'need', slot, offset: this.#offset, bytes: end - this.#offset, again: count }
        this.#read(slot, this.#offset, end)
      }
      this.#offset = this.#engine.run((e) => e.writeSectionStrings(slot, to)) >>> 0
      if (this.#engine.exports.outputLength(OUTPUT.stringPages) >>> 0 > LEFT_WITH_ENGINE) this.#takePages()
      this.#hasWindow = false
      // A string that was cut off needs a longer window.
      if (this.#offset < Math.min(to, size)) continue
      this.#missed.clear()
      this.#done++
      this.#offset = pieces[this.#done]?.from ?? 0
    }
    return undefined
  }

  #takePages(): void {
    this.#pages.push(this.#engine.output(OUTPUT.stringPages))
    this.#engine.exports.clearOutput(OUTPUT.stringPages)
  }

  #writtenStrings(): WrittenStrings {
    this.#takePages()
    const directory = new Uint32Array(this.#engine.output(OUTPUT.stringDirectory).buffer)
    const hashes = this.#engine.output(OUTPUT.nameHashes)
    this.#engine.exports.clearOutput(OUTPUT.stringDirectory)
    this.#engine.exports.clearOutput(OUTPUT.nameHashes)
    return { pages: this.#pages, directory, hashes }
  }

  /** Runs a call into the engine. What goes wrong becomes a problem; a missing window an answer that asks for it. */
  #attempt(work: (exports: WasmEngine['exports']) => unknown): ShardNeed | 'failed' | undefined {
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
        return this.#attempt(work)
      }
      if (thrown === this.#readFailure) throw thrown
      const { error, section, offset } =
        thrown instanceof EngineError ? thrown : { error: L.ERROR_TRAP, section: L.SECTION_INFO, offset: this.#offset }
      this.#problems.push({ error, section, offset })
      return 'failed'
    }
  }

  #need({ section, offset, bytes }: Missed): ShardNeed {
    const before = this.#missed.get(section) ?? { from: offset, to: offset + bytes, count: 0 }
    const from = Math.min(before.from, offset)
    const to = Math.max(before.to, offset + bytes)
    this.#missed.set(section, { from, to, count: before.count + 1 })
    return { kind: 'need', slot: section, offset: from, bytes: to - from, again: before.count }
  }
}

/** A shard in this thread. */
export async function localShard(module: WebAssembly.Module, open?: OpenPlace): Promise<Shard> {
  return shardOf(new UnitReader(await WasmEngine.create(module), open))
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
