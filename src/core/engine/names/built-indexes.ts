/** Indexes built from the files of this session, and not stored. */
import { append } from '../../model/lists.ts'
import type { Problem } from '../../model/problem.ts'
import type { BuildOptions, IndexBuilder } from '../../ports.ts'
import type { DebugImage } from '../../symbols/source.ts'
import type { IndexReader, SymbolIndex } from '../../symindex/reader.ts'

/** After this many partial builds of one file (a folder of reports) the whole index is cheaper. */
const PARTIAL_BUILDS = 3

export class BuiltIndexes {
  readonly #builder: IndexBuilder
  readonly #reader: IndexReader
  readonly #wholes = new WeakMap<DebugImage, Promise<SymbolIndex | undefined>>()
  readonly #lookups = new WeakMap<DebugImage, number>()

  constructor(builder: IndexBuilder, reader: IndexReader) {
    this.#builder = builder
    this.#reader = reader
  }

  /** Counts a look-up in a file; true once there were so many that the whole index is cheaper than one more partial build. */
  isOften(source: DebugImage): boolean {
    const count = (this.#lookups.get(source) ?? 0) + 1
    this.#lookups.set(source, count)
    return count > PARTIAL_BUILDS
  }

  /** The whole index of a file, cached as long as the file. */
  whole(source: DebugImage, problems: Problem[]): Promise<SymbolIndex | undefined> {
    const known = this.#wholes.get(source)
    if (known) return known
    const building = this.build(source, {}, problems)
    this.#wholes.set(source, building)
    const drop = (): unknown => this.#wholes.delete(source)
    building.then((index) => index ?? drop(), drop)
    return building
  }

  /** An index of a file, not stored; undefined with problems if it cannot be built. */
  async build(source: DebugImage, options: BuildOptions, problems: Problem[]): Promise<SymbolIndex | undefined> {
    const prepared = await source.prepare(options.only)
    append(problems, prepared.problems)
    if (!prepared.ok) return undefined
    const built = await this.#builder.build(prepared.value, options)
    append(problems, built.problems)
    if (!built.ok) return undefined
    const index = await this.#reader.open(built.value.bytes, source.path)
    append(problems, index.problems)
    return index.ok ? index.value : undefined
  }
}
