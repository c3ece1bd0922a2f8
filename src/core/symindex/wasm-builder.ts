/** Index builders: stream an image's sections through one or more shards into an index file. */
import { problem } from '../messages/problems.ts'
import type { ImageOffset } from '../model/address.ts'
import type { Outcome, Problem } from '../model/problem.ts'
import { failure, problemFrom, success } from '../model/problem.ts'
import type { BuildInput, BuildOptions, BuildResult, IndexBuilder } from '../ports.ts'
import { Build, cancelledError, setupOf } from './build.ts'
import { readCallReturns } from './call-returns.ts'
import { problemOfError } from './errors.ts'
import { ImageSections } from './sections.ts'
import type { Shard } from './shard.ts'
import { localShard } from './unit-reader.ts'
import type { BuildSizes } from './sizes.ts'
import type { FileHost } from './slices.ts'
import { DEFAULT_SIZES } from './sizes.ts'
import type { ShardDriver } from './shard-driver.ts'
import { EngineError } from './wasm-instance.ts'
import { append } from '../model/lists.ts'

const MAX_PROBLEMS = 20
/** Limit for shards: more gain nothing and would divide the string ids too thinly. */
const MAX_SHARDS = 16
/** Typical size of a unit in `.debug_info`. */
const USUAL_UNIT = 128 << 10

/** Builds indexes in this thread. With a `host` the shard reads files itself. */
export function createWasmBuilder(
  module: WebAssembly.Module,
  sizes: BuildSizes = DEFAULT_SIZES,
  host?: FileHost,
): IndexBuilder {
  const workshop: Workshop = { sizes, count: 1, makeShard: () => localShard(module), host }
  return {
    build: (input, options = {}) => build(module, input, options, workshop),
    callReturns: (input) => callReturns(module, input, sizes),
  }
}

/**
 * Builds with several shards, each in a thread that `makeShard` starts. `threads` is the default for their number. With
 * a `host` shards read files themselves, and this thread is one of them.
 */
export function createParallelBuilder(
  module: WebAssembly.Module,
  makeShard: () => Promise<Shard>,
  threads: number,
  sizes: BuildSizes = DEFAULT_SIZES,
  host?: FileHost,
): IndexBuilder {
  const local = createWasmBuilder(module, sizes, host)
  return {
    ...local,
    build: (input, options = {}) => {
      const count = Math.max(1, Math.min(MAX_SHARDS, options.threads ?? threads))
      const least = options.only ? sizes.onePartialShard : sizes.oneShard
      // A partial build over sent bytes spends nearly all its time reading them, so one shard will do.
      const alone = count === 1 || likelyBytes(input, options) < least || (options.only && !host)
      return alone ? local.build(input, options) : build(module, input, options, { sizes, count, makeShard, host })
    },
  }
}

/** Bytes of `.debug_info` that a build reads; for a partial build an estimate from the number of offsets. */
function likelyBytes({ dwarf }: BuildInput, { only }: BuildOptions): number {
  const bytes = dwarf.reduce((sum, { name, bytes }) => sum + (name === 'debug_info' ? bytes.size : 0), 0)
  return only ? Math.min(bytes, only.length * USUAL_UNIT) : bytes
}

/** How a build is made. */
interface Workshop {
  readonly sizes: BuildSizes
  /** Shards. */
  readonly count: number
  readonly makeShard: () => Promise<Shard>
  /** If set, the shards read files, and the first one works in this thread. */
  readonly host: FileHost | undefined
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
      const host = at.places && workshop.host
      const make = (_: unknown, shard: number): Promise<Shard> =>
        host && shard === 0 ? localShard(module, (place) => host.open(place)) : makeShard()
      append(shards, await Promise.all(Array.from({ length: count }, make)))
      const made = new Build(module, input, options, workshop.sizes, host, at, shards)
      const { unknownNames, ...merged } = await made.run(names.offsets)
      const dwarfBytes = input.dwarf.reduce((sum, section) => sum + section.bytes.size, 0)
      const problems = [...problemsOf(made.runs, at), ...unknownNote(input, unknownNames)]
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
  const place = sections?.place(thrown.section, thrown.offset) ?? { file, offset: thrown.offset }
  return problemOfError(thrown.error, thrown.section, place)
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
    return success(returns, problemsOf([run], sections))
  } catch (thrown) {
    return failure(problemOf(thrown, input, sections))
  }
}

/** Hidden names that the given map does not have. */
function unknownNote({ hiddenNames, file }: BuildInput, count: number): readonly Problem[] {
  if (count === 0 || !hiddenNames || hiddenNames === 'missing') return []
  return [problem('symbol-map.range', { count, map: hiddenNames.file, names: hiddenNames.count }, { file })]
}

/** Names from outside the symbol table, NUL-terminated, and the start of each. */
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

function problemsOf(runs: readonly ShardDriver[], sections: ImageSections): readonly Problem[] {
  return runs
    .flatMap((run) => run.problems)
    .slice(0, MAX_PROBLEMS)
    .map(({ error, section, offset }) => problemOfError(error, section, sections.place(section, offset)))
}
