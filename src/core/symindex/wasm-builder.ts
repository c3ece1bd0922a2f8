/** Index builders: an image's sections stream through one or several engines, and an index file comes out. */
import type { ImageOffset } from '../model/address.ts'
import type { Outcome, Problem } from '../model/problem.ts'
import { failure, FormatError, problemFrom, success } from '../model/problem.ts'
import type { BuildInput, BuildOptions, BuildResult, IndexBuilder } from '../ports.ts'
import { readCallReturns } from './call-returns.ts'
import { resolveDeferred } from './deferred-names.ts'
import { problemOfError } from './errors.ts'
import { Merger } from './merge.ts'
import { ImageSections } from './sections.ts'
import type { Shard, ShardSetup } from './shard.ts'
import { localShard } from './shard.ts'
import type { BuildSizes } from './sizes.ts'
import { DEFAULT_SIZES } from './sizes.ts'
import { ShardRun, runUnits } from './unit-run.ts'
import { UnitPlan } from './unit-plan.ts'
import { EngineError, WasmEngine } from './wasm-instance.ts'

const MAX_PROBLEMS = 20
/** More shards than this gain nothing and would share out string ids too thinly. */
const MAX_SHARDS = 16
/** Builds indexes in this thread. */
export function createWasmBuilder(module: WebAssembly.Module, sizes: BuildSizes = DEFAULT_SIZES): IndexBuilder {
  return {
    build: (input, options = {}) => build(module, input, options, sizes, 1, () => localShard(module)),
    callReturns: (input) => callReturns(module, input, sizes),
  }
}

/**
 * Builds with several shards at once, each in a thread of its own that `makeShard` starts. `threads` says how many when the
 * caller of `build` does not.
 */
export function createParallelBuilder(
  module: WebAssembly.Module,
  makeShard: () => Promise<Shard>,
  threads: number,
  sizes: BuildSizes = DEFAULT_SIZES,
): IndexBuilder {
  return {
    build: (input, options = {}) => {
      const small =
        input.dwarf.reduce((sum, { name, bytes }) => sum + (name === 'debug_info' ? bytes.size : 0), 0) < sizes.oneShard
      // A partial build is over before a thread has started.
      const count = small || options.only ? 1 : Math.max(1, Math.min(MAX_SHARDS, options.threads ?? threads))
      return build(module, input, options, sizes, count, count === 1 ? () => localShard(module) : makeShard)
    },
    // Moving over entries is quick: in this thread it is done before others would have started.
    callReturns: (input) => callReturns(module, input, sizes),
  }
}

async function build(
  module: WebAssembly.Module,
  input: BuildInput,
  options: BuildOptions,
  sizes: BuildSizes,
  count: number,
  makeShard: () => Promise<Shard>,
): Promise<Outcome<BuildResult>> {
  const started = performance.now()
  const shards: Shard[] = []
  const end = (): void => shards.forEach((shard) => shard.end())
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
      const runs = made.map((shard) => new ShardRun(shard, at, options.only ? sizes.partialWindow : sizes.window))
      const merged = await buildWith(module, input, options, sizes, at, runs, names.offsets)
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
    const setup = setupOf(input, sections, [], 0, 1)
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
  sizes: BuildSizes,
  sections: ImageSections,
  runs: readonly ShardRun[],
  nameOffsets: readonly number[],
): ReturnType<Merger['run']> {
  const targets = [...new Set(options.only ?? [])].sort((a, b) => a - b)
  const engine = WasmEngine.create(module)
  const setups = runs.map((_, shard) => setupOf(input, sections, targets, shard, runs.length))
  await Promise.all(runs.map((run, shard) => run.shard.begin(setups[shard] ?? setupOf(input, sections, targets, 0, 1))))
  const plan = await UnitPlan.make(module, setups[0] ?? setupOf(input, sections, targets, 0, 1), sections, sizes)
  const totalBytes = plan.bytes
  let doneBytes = 0
  const report = (phase: string): void => options.onProgress?.({ phase, doneBytes, totalBytes })
  const check = (): void => {
    if (options.signal?.aborted) throw cancelledError(input)
  }
  report('reading units')
  await runUnits(runs, plan.feed(), (bytes) => {
    check()
    doneBytes += bytes
    report('reading units')
  })
  report('finding names')
  const deferred = await resolveDeferred(runs, sections, (offset) => plan.findUnit(offset))
  report('writing the index')
  const results = await Promise.all(runs.map((run) => run.shard.finish()))
  runs.forEach((run) => run.shard.end())
  const outputs = runs.map((run, at) => {
    const result = results[at]
    if (!result) throw new Error('a shard gave no result')
    return { result, blocks: run.blocks, deferred: deferred[at] ?? new Uint32Array(0) }
  })
  return new Merger(await engine, input, sections, outputs, check, sizes.window).run(
    setupOf(input, sections, targets, 0, 1),
    nameOffsets,
  )
}

function setupOf(
  input: BuildInput,
  sections: ImageSections,
  targets: readonly number[],
  shard: number,
  shards: number,
): ShardSetup {
  const { littleEndian, text, code } = input
  const halves = [Number(text & 0xffffffffn), Number(text >> 32n)] as const
  return { littleEndian, text: halves, code, sizes: sections.sizes, targets, shard, shards }
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
