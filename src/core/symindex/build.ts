/** One build: the shards read the units, cross-unit names are resolved, the index is merged. */
import * as L from '../../../wasm/assembly/layout.ts'
import { problem } from '../messages/problems.ts'
import type { ImageOffset } from '../model/address.ts'
import { FormatError } from '../model/problem.ts'
import type { BuildInput, BuildOptions } from '../ports.ts'
import { findCrossUnitNames } from './cross-unit-names.ts'
import { NO_OFFSET } from './index-file.ts'
import { packObjects } from './linked-objects.ts'
import type { Merged } from './merge.ts'
import { Merger } from './merge.ts'
import type { ImageSections } from './sections.ts'
import type { Shard, ShardSetup } from './shard.ts'
import type { BuildSizes } from './sizes.ts'
import { joinBlobs, ShardDriver, Slice } from './shard-driver.ts'
import { sharesOf, type FileHost } from './slices.ts'
import { UnitPlan } from './unit-plan.ts'
import { bytesTaken, dismiss } from './unit-queue.ts'
import { WasmInstance } from './wasm-instance.ts'
import { WindowSource } from './window-source.ts'
import { indexingSteps } from '../messages/files.ts'

/** Sections that nearly every unit needs. */
const BESIDE_UNITS: readonly number[] = [
  L.SECTION_ABBREV,
  L.SECTION_LINE,
  L.SECTION_STR_OFFSETS,
  L.SECTION_ADDR,
  L.SECTION_RANGES,
  L.SECTION_RNGLISTS,
]

/** Milliseconds after which a shard in this thread yields to other events. */
const TURN = 50
/** The same for a shard elsewhere, if other work may go first: it uses the same few processors. */
const SHORT_TURN = 25

export class Build {
  /** By shard. */
  readonly runs: readonly ShardDriver[]
  readonly #module: WebAssembly.Module
  readonly #input: BuildInput
  readonly #options: BuildOptions
  readonly #sizes: BuildSizes
  readonly #host: FileHost | undefined
  readonly #join: FileHost['join']
  readonly #windows: WindowSource
  readonly #sections: ImageSections
  readonly #setup: ShardSetup
  #doneBytes = 0
  #totalBytes = 0

  /** `host` only if the sections lie in files: the shards then read them, and the first shard works in this thread. */
  constructor(
    module: WebAssembly.Module,
    input: BuildInput,
    options: BuildOptions,
    sizes: BuildSizes,
    host: FileHost | undefined,
    sections: ImageSections,
    shards: readonly Shard[],
  ) {
    this.#module = module
    this.#input = input
    this.#options = options
    this.#sizes = sizes
    this.#host = host
    this.#sections = sections
    this.#join = host ? (parts) => host.join(parts) : joinBlobs
    this.#windows = new WindowSource(
      sections,
      (bytes) => this.#windowBytes(bytes),
      (bytes) => this.#isReadThrough(bytes),
    )
    this.runs = shards.map((shard) => new ShardDriver(shard, sections, this.#windows, this.#join))
    const places = host && sections.places
    const targets = options.only ? targetsOf(options.only) : []
    this.#setup = {
      ...setupOf(input, sections, this.#windowBytes(0), Math.ceil(targets.length / shards.length)),
      targets,
      shard: 0,
      shards: shards.length,
      ...(places ? { places } : {}),
      // A build for some addresses is not kept.
      ...(host?.slices && !options.only && { slicing: host.slices.cut(sections.size(L.SECTION_INFO), sizes) }),
      keepUnits: !host && !options.only && sections.size(L.SECTION_INFO) <= sizes.keepUnits,
    }
  }

  /** `nameOffsets`: where each name of `input.symbols` begins in its section. */
  async run(nameOffsets: readonly number[]): Promise<Merged> {
    const begun = this.runs.map((run, shard) => run.shard.begin({ ...this.#setup, shard }))
    begun.forEach((one) => void one.catch(() => undefined))
    const engine = WasmInstance.create(this.#module)
    engine.begin(this.#setup)
    const plan = await UnitPlan.make(engine, this.#setup, this.#sections, this.#sizes)
    this.#totalBytes = plan.bytes
    // The first units may take a while.
    this.#report(indexingSteps.units)
    const merger = new Merger(engine, this.#input, this.#sections, {
      sizes: this.#sizes,
      direct: this.#host !== undefined,
      join: this.#join,
      local: this.#host && this.runs[0],
      pause: () => this.#pause(),
    })
    const readSymbols = (): Promise<void> => merger.readSymbols(this.#setup, nameOffsets)
    const working = await (this.#host
      ? this.#readFromQueue(plan, begun, readSymbols)
      : this.#readFed(plan, begun, readSymbols))
    this.#report(indexingSteps.names)
    const atHand = this.#host !== undefined || this.#setup.keepUnits === true
    const [slices, { slicing }] = [this.#host?.slices, this.#setup]
    const names = await findCrossUnitNames(
      this.runs,
      this.#sections,
      (offset, sure) => plan.findUnit(offset, sure),
      atHand,
      slices && slicing && ((run, targets) => slices.share(run, slicing, targets)),
    )
    this.#report(indexingSteps.writing)
    const results = await Promise.all(working.map((run) => run.finish()))
    return merger.run(this.#slices(), results, working, names)
  }

  /** All slices in their order, from all shards. */
  #slices(): readonly Slice[] {
    const { slicing, shards } = this.#setup
    const made = new Map(this.runs.flatMap((run) => [...run.slices]))
    return Array.from({ length: slicing ? sharesOf(slicing) : shards }, (_, at) => made.get(at) ?? new Slice())
  }

  /**
   * Sends units to the shards while this thread reads the symbols. A shard that has not started when all units are
   * handed out is dropped.
   */
  async #readFed(plan: UnitPlan, begun: readonly Promise<void>[], readSymbols: () => Promise<void>): Promise<Working> {
    const feed = plan.feed()
    this.#windows.expect(BESIDE_UNITS)
    const { turn } = this.#options
    const working: ShardDriver[] = []
    let allGiven: () => void = () => undefined
    const given = new Promise<void>((resolve) => (allGiven = resolve))
    let over = false
    const work = async (run: ShardDriver, shard: number): Promise<void> => {
      await begun[shard]
      if (over) return
      working.push(run)
      // An async generator queues calls, so shards may request a job at any time.
      for (let next = await feed.next(); !next.done; next = await feed.next()) {
        await this.#options.turn?.()
        await run.run({ ...next.value, ...(turn && { turn: SHORT_TURN }) }, turn)
        this.#doneBytes += next.value.parts.reduce((sum, { start, end }) => sum + end - start, 0)
        this.#check()
        this.#report(indexingSteps.units)
      }
      over = true
      allGiven()
    }
    const reading = this.runs.map((run, shard) => ({ run, done: work(run, shard) }))
    const all = Promise.all(reading.map(({ done }) => done))
    all.catch(() => undefined)
    await Promise.all([Promise.race([given, all]), readSymbols()])
    over = true
    await Promise.all(reading.filter(({ run }) => working.includes(run)).map(({ done }) => done))
    return this.runs.filter((run) => working.includes(run))
  }

  /**
   * Lets the shards take units from the queue. This thread reads the symbols, then works as a shard. A shard whose
   * thread has not started by the end is dropped.
   */
  async #readFromQueue(
    plan: UnitPlan,
    begun: readonly Promise<void>[],
    readSymbols: () => Promise<void>,
  ): Promise<Working> {
    const queue = plan.queue(this.runs.length, this.#setup.slicing)
    // Messages are queued: a thread that starts late finds its job.
    const read = async (run: ShardDriver, shard: number): Promise<void> => {
      const reading = run.run({ kind: 'queue', queue, turn: shard === 0 ? TURN : Infinity }, async () => {
        this.#doneBytes = bytesTaken(queue)
        this.#report(indexingSteps.units)
        await this.#pause()
      })
      await Promise.all([begun[shard], reading])
    }
    const reading = this.runs.map((run, shard) => ({ run, done: shard === 0 ? readSymbols() : read(run, shard) }))
    for (const { done } of reading) done.catch(() => undefined)
    await reading[0]?.done
    if (reading[0]) await read(reading[0].run, 0)
    const working = reading.filter((_, shard) => shard === 0 || !dismiss(queue, shard))
    await Promise.all(working.map(({ done }) => done))
    return working.map(({ run }) => run)
  }

  /**
   * Size of a window of a section. A partial build needs little of each section: small windows if shards read files
   * themselves, else only if the wanted parts lie far apart.
   */
  #windowBytes(sectionBytes: number): number {
    const { window, directWindow, partialWindow, partialDirectWindow } = this.#sizes
    if (this.#host) return this.#options.only ? partialDirectWindow : directWindow
    return this.#isReadThrough(sectionBytes) ? window : partialWindow
  }

  /** True if small windows would lie so close together that reading the whole section is cheaper. */
  #isReadThrough(sectionBytes: number): boolean {
    const { only } = this.#options
    return !only || sectionBytes < only.length * this.#sizes.partialWindow
  }

  #report(phase: string): void {
    this.#options.onProgress?.({ phase, doneBytes: this.#doneBytes, totalBytes: this.#totalBytes })
  }

  async #pause(): Promise<void> {
    await this.#host?.pause()
    await this.#options.turn?.()
    this.#check()
  }

  #check(): void {
    if (this.#options.signal?.aborted) throw cancelledError(this.#input)
  }
}

/**
 * Wanted offsets, sorted, unique. Never empty, because an empty list means the whole image: an empty request becomes
 * one impossible offset.
 */
function targetsOf(only: readonly ImageOffset[]): readonly number[] {
  const targets = [...new Set<number>(only)].filter((offset) => offset >= 0 && offset < NO_OFFSET).sort((a, b) => a - b)
  return targets.length > 0 ? targets : [NO_OFFSET - 1]
}

/** The shards that took part. */
type Working = readonly ShardDriver[]

/** The part of the set-up that all shards share. Sections whose windows would lie close together are read whole. */
export function setupOf(
  input: BuildInput,
  sections: ImageSections,
  window: number,
  targets: number,
): Omit<ShardSetup, 'targets' | 'shard' | 'shards'> {
  const { littleEndian, textVmaddr, code, objects, hiddenNames } = input
  const halves = [Number(textVmaddr & 0xffffffffn), Number(textVmaddr >> 32n)] as const
  return {
    littleEndian,
    text: halves,
    code,
    ...(objects && { objects: packObjects(objects) }),
    ...(hiddenNames && hiddenNames !== 'missing' && { hiddenNames }),
    sizes: sections.sizes,
    window,
    wholeSection: window * targets,
  }
}

export function cancelledError(input: BuildInput): FormatError {
  return new FormatError(problem('cancelled', {}, { file: input.file, severity: 'note' }))
}
