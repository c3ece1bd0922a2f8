/** Readers of kept indexes, one for each image. */
import { ownFiles } from '../../messages/files.ts'
import { problem } from '../../messages/problems.ts'
import { keyText } from '../../model/key.ts'
import { FormatError, type Problem } from '../../model/problem.ts'
import type { IndexKey, IndexStore, StoredIndex } from '../../ports.ts'
import type { IndexReader, SymbolIndex } from '../../symindex/reader.ts'

export interface KeptIndexesHost {
  readonly store: IndexStore
  readonly reader: IndexReader
  /** Facts about the kept index of an image, from the store or the manifest of a site. */
  readonly told: (key: IndexKey) => Promise<StoredIndex | undefined>
  /** Called when the kept index of an image is damaged. */
  readonly onDamaged: (key: IndexKey, problems: readonly Problem[]) => void
  /** Called for a problem that leaves the index as it is. */
  readonly onProblem: (problem: Problem) => void
}

export class KeptIndexes {
  readonly #host: KeptIndexesHost
  readonly #open = new Map<string, Promise<SymbolIndex | undefined>>()

  constructor(host: KeptIndexesHost) {
    this.#host = host
  }

  /** Drops a reader, because its index was replaced or deleted. */
  close(key: IndexKey): void {
    this.#open.delete(keyText(key))
  }

  /** The kept index of an image, opened; undefined when there is none or it cannot be read. */
  async open(key: IndexKey): Promise<SymbolIndex | undefined> {
    const text = keyText(key)
    let opening = this.#open.get(text)
    if (!opening) {
      opening = this.#openKept(key)
      this.#open.set(text, opening)
      const drop = (): void => {
        this.#open.delete(text)
      }
      // Misses and failures are not cached: the next call tries again.
      opening.then((index) => index ?? drop(), drop)
    }
    return opening.catch(() => undefined)
  }

  async #openKept(key: IndexKey): Promise<SymbolIndex | undefined> {
    const blob = await this.#host.store.open(key).catch((thrown: unknown) => {
      if (thrown instanceof FormatError) this.#host.onProblem(thrown.problem)
      return undefined
    })
    if (!blob) return undefined
    const opened = await this.#host.reader.open(blob, ownFiles.keptIndex(key))
    if (!opened.ok) {
      // Bytes that cannot be read now may be there next time.
      if (opened.problems.every(({ code }) => isOfBytes(code)))
        this.#host.onDamaged(key, [problem('damaged-index', {}, { file: ownFiles.keptIndex(key) })])
      for (const found of opened.problems) if (isOfSite(found.code)) this.#host.onProblem(found)
      return undefined
    }
    const { uuid, arch } = opened.value
    if (uuid !== key.uuid || arch !== key.arch) {
      this.#host.onDamaged(key, [problem('wrong-index', { image: keyText(key), found: keyText({ uuid, arch }) })])
      return undefined
    }
    const told = await this.#host.told(key)
    const field = told && falseFact(told, opened.value)
    if (!field) return opened.value
    const { site } = told.summary
    this.#host.onDamaged(key, [
      site === undefined
        ? problem('damaged-index', {}, { file: ownFiles.keptIndex(key) })
        : problem('site-false-fact', { image: keyText(key), field }, { file: site }),
    ])
    return undefined
  }

  /**
   * Runs a look-up over the kept index, and once more if its bytes were cleared or replaced. Undefined without a kept index; a
   * damaged one is reported and its error thrown.
   */
  async ask<T>(key: IndexKey, ask: (index: SymbolIndex) => Promise<T>): Promise<T | undefined> {
    const index = await this.open(key)
    try {
      return index && (await ask(index))
    } catch {
      this.close(key)
      const again = await this.open(key)
      try {
        return again && (await ask(again))
      } catch (thrown) {
        if (thrown instanceof FormatError && !isPassing(thrown.problem.code))
          this.#host.onDamaged(key, [thrown.problem])
        throw thrown
      }
    }
  }
}

/**
 * The first fact that was told of an index and that its header contradicts. A wrong address shifts every name. A site's manifest is covered by
 * no digest, so every fact of it is compared.
 */
function falseFact(told: StoredIndex, index: SymbolIndex): string | undefined {
  if (told.textVmaddr !== index.textVmaddr) return 'textVmaddr'
  if (told.summary.site === undefined) return undefined
  for (const fact of ['name', 'kind', 'detail'] as const) if (told[fact] !== index[fact]) return fact
  for (const fact of ['functions', 'inlines', 'lineRows'] as const) if (told.summary[fact] !== index[fact]) return fact
  return undefined
}

/** True for a damaged index, false for an error of reading it. */
function isOfBytes(code: string): boolean {
  return ['damaged-index', 'bad-index', 'index-version', 'not-an-index', 'truncated'].includes(code)
}

/** True for a problem of a site of published symbols. */
function isOfSite(code: string): boolean {
  return code.startsWith('site-')
}

/** True if the next try may succeed with the same bytes. */
function isPassing(code: string): boolean {
  return code === 'site-unreachable'
}
