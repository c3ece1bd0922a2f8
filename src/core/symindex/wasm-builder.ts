/** Index builders: an image's sections stream through one or several engines, and an index file comes out. */
import type { ImageOffset } from '../model/address.ts'
import type { Outcome, Problem } from '../model/problem.ts'
import { failure, FormatError, problemFrom, success } from '../model/problem.ts'
import type { BuildInput, BuildOptions, BuildResult, ByteHost, IndexBuilder } from '../ports.ts'
import { readCallReturns } from './call-returns.ts'
import { resolveDeferred } from './deferred-names.ts'
import { problemOfError } from './errors.ts'
import { Merger } from './merge.ts'
import { ImageSections } from './sections.ts'
import type { Shard, ShardSetup } from './shard.ts'
import { localShard } from './unit-reader.ts'
import type { BuildSizes } from './sizes.ts'
import { DEFAULT_SIZES } from './sizes.ts'
import { joinBlobs, ShardRun, runUnits } from './unit-run.ts'
import { UnitPlan } from './unit-plan.ts'
import { EngineError, WasmEngine } from './wasm-instance.ts'

const MAX_PROBLEMS = 20
/** More shards than this gain nothing and would share out string ids too thinly. */
const MAX_SHARDS = 16
/** Builds indexes in this thread. With a `host`, what lies in files is read by the shard itself. */
export function createWasmBuilder(
  module: WebAssembly.Module,
  sizes: BuildSizes = DEFAULT_SIZES,
  host?: ByteHost,
): IndexBuilder {
  const makeShard = (): Promise<Shard> => localShard(module, host && ((place) => host.open(place)))
  return {
    build: (input, options = {}) => build(module, input, options, { sizes, count: 1, makeShard, host }),
    callReturns: (input) => callReturns(module, input, sizes),
  }
}

/**
 * Builds with several shards at once, each in a thread of its own that `makeShard` starts. `threads` says how many when the
 * caller of `build` does not. With a `host`, shards read what lies in files themselves, those in threads too.
 */
export function createParallelBuilder(
  module: WebAssembly.Module,
  makeShard: () => Promise<Shard>,
  threads: number,
  sizes: BuildSizes = DEFAULT_SIZES,
  host?: ByteHost,
): IndexBuilder {
  const local = createWasmBuilder(module, sizes, host)
  return {
    ...local,
    build: (input, options = {}) => {
      const small =
        input.dwarf.reduce((sum, { name, bytes }) => sum + (name === 'debug_info' ? bytes.size : 0), 0) < sizes.oneShard
      const count = Math.max(1, Math.min(MAX_SHARDS, options.threads ?? threads))
      // A partial build is over before a thread has started.
      if (small || options.only || count === 1) return local.build(input, options)
      return build(module, input, options, { sizes, count, makeShard, host })
    },
  }
}

/** How a build is made. */
interface Workshop {
  readonly sizes: BuildSizes
  /** Shards. */
  readonly count: number
  readonly makeShard: () => Promise<Shard>
  /** With it the shards can read files. */
  readonly host: ByteHost | undefined
}

async function build(
  module: WebAssembly.Module,
  input: BuildInput,
  options: BuildOptions,
  workshop: Workshop,
): Promise<Outcome<BuildResult>> {
  const { count, makeShard } = workshop
  const started = performance.now()
  const shards: Shard[] = []
  const end = (): void => shards.forEach((shard) => void shard.end())
  const cancelled = new Promise<never>((_, reject) => {
    options.signal?.addEventListener('abort', () => reject(cancelledError(input)), { once: true })
  })
  cancelled.catch(() => undefined)
  let sections: ImageSections | undefined
  try {
    if (options.signal?.aborted) throw cancelledError(input)
    const names = joinNames(input)
    sections = new ImageSections(input, names.blob)
    const work = async (at: ImageSections): Promise<Outcome<BuildResult>> => {
      const made = await Promise.all(Array.from({ length: count }, makeShard))
      shards.push(...made)
      const places = workshop.host && at.places
      const windowOf = (bytes: number): number => windowBytes(workshop.sizes, options, places !== undefined, bytes)
      const runs = made.map((shard) => new ShardRun(shard, at, windowOf, joinOf(workshop)))
      const merged = await buildWith(module, input, options, workshop, at, places, runs, names.offsets)
      const dwarfBytes = input.dwarf.reduce((sum, section) => sum + section.bytes.size, 0)
      const problems = problemsOf(runs, input, at)
      const milliseconds = performance.now() - started
      return success({ ...merged, dwarfBytes, threads: count, milliseconds, problems }, problems)
    }
    return await Promise.race([work(sections), cancelled])
  } catch (thrown) {
    return failure(problemOf(thrown, input, sections))
  } finally {
    end()
  }
}

function joinOf({ host }: Workshop): ByteHost['join'] {
  return host ? (parts) => host.join(parts) : joinBlobs
}

/**
 * Bytes of a window of a section. A partial build wants little of each: where shards read for themselves this is taken as
 * it is; elsewhere every read costs as much as moving a partial window, so that a section in which windows would lie
 * close to each other is better read through.
 */
function windowBytes(sizes: BuildSizes, { only }: BuildOptions, direct: boolean, sectionBytes: number): number {
  if (!only) return direct ? sizes.directWindow : sizes.window
  if (direct) return sizes.partialDirectWindow
  return sectionBytes < only.length * sizes.partialWindow ? sizes.window : sizes.partialWindow
}

function problemOf(thrown: unknown, { file }: BuildInput, sections: ImageSections | undefined): Problem {
  if (!(thrown instanceof EngineError)) return problemFrom(thrown, file)
  return problemOfError(thrown.error, thrown.section, thrown.offset, file, sections?.fileOffset(thrown.section))
}

async function callReturns(
  module: WebAssembly.Module,
  input: BuildInput,
  sizes: BuildSizes,
): Promise<Outcome<readonly ImageOffset[]>> {
  let sections: ImageSections | undefined
  try {
    sections = new ImageSections(input, new Blob())
    const setup = { ...setupOf(input, sections, sizes.window, 0), targets: [], shard: 0, shards: 1 }
    const { returns, run } = await readCallReturns(module, setup, sections, sizes, input.file)
    return success(returns, problemsOf([run], input, sections))
  } catch (thrown) {
    return failure(problemOf(thrown, input, sections))
  }
}

async function buildWith(
  module: WebAssembly.Module,
  input: BuildInput,
  options: BuildOptions,
  workshop: Workshop,
  sections: ImageSections,
  places: ShardSetup['places'],
  runs: readonly ShardRun[],
  nameOffsets: readonly number[],
): ReturnType<Merger['run']> {
  const { sizes } = workshop
  const targets = [...new Set(options.only ?? [])].sort((a, b) => a - b)
  const engine = WasmEngine.create(module)
  const direct = places !== undefined
  const setup: ShardSetup = {
    ...setupOf(input, sections, windowBytes(sizes, options, true, 0), targets.length),
    targets,
    shard: 0,
    shards: runs.length,
    ...(places ? { places } : {}),
  }
  await Promise.all(runs.map((run, shard) => run.shard.begin({ ...setup, shard })))
  const plan = await UnitPlan.make(module, setup, sections, sizes)
  const totalBytes = plan.bytes
  let doneBytes = 0
  const report = (phase: string): void => options.onProgress?.({ phase, doneBytes, totalBytes })
  const check = (): void => {
    if (options.signal?.aborted) throw cancelledError(input)
  }
  report('reading units')
  await runUnits(runs, plan.feed(direct), (bytes) => {
    check()
    doneBytes += bytes
    report('reading units')
  })
  report('finding names')
  const deferred = await resolveDeferred(runs, sections, (offset, sure) => plan.findUnit(offset, sure), direct)
  report('writing the index')
  const results = await Promise.all(runs.map((run) => run.shard.finish()))
  const outputs = runs.map((run, at) => {
    const result = results[at]
    if (!result) throw new Error('a shard gave no result')
    return { result, blocks: run.blocks, deferred: deferred[at] ?? new Uint32Array(0) }
  })
  const tools = { check, sizes, direct, join: joinOf(workshop) }
  return new Merger(await engine, input, sections, outputs, runs, tools).run(setup, nameOffsets)
}

/** What of a set-up is the same for all shards; sections in which windows would lie close to each other are read whole. */
function setupOf(
  input: BuildInput,
  sections: ImageSections,
  window: number,
  targets: number,
): Omit<ShardSetup, 'targets' | 'shard' | 'shards'> {
  const { littleEndian, text, code } = input
  const halves = [Number(text & 0xffffffffn), Number(text >> 32n)] as const
  return { littleEndian, text: halves, code, sizes: sections.sizes, window, wholeSection: window * targets }
}

/** Names from outside the symbol table, each with a NUL behind it, and where each begins. */
function joinNames(input: BuildInput): { blob: Blob; offsets: readonly number[] } {
  const encoder = new TextEncoder()
  const offsets: number[] = []
  const texts: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for (const { name } of input.symbols) {
    const text = encoder.encode(`${name}\0`)
    offsets.push(at)
    texts.push(text)
    at += text.length
  }
  return { blob: new Blob(texts), offsets }
}

function problemsOf(runs: readonly ShardRun[], input: BuildInput, sections: ImageSections): readonly Problem[] {
  return runs
    .flatMap((run) => run.problems)
    .slice(0, MAX_PROBLEMS)
    .map(({ error, section, offset }) =>
      problemOfError(error, section, offset, input.file, sections.fileOffset(section)),
    )
}

function cancelledError(input: BuildInput): FormatError {
  return new FormatError({ code: 'cancelled', message: 'Indexing was cancelled.', file: input.file, severity: 'note' })
}
