/** Builds whole indexes in the background, so that a later visit needs no dSYM. */
import { keyText } from '../../core/model/key.ts'
import type { Engine, EngineEvent, FileOutcome } from '../../core/engine-types.ts'
import type { Outcome, Problem } from '../../core/model/problem.ts'
import type { IndexKey } from '../../core/ports.ts'
import { common } from '../messages/common.ts'
import { words } from '../messages/work.ts'
import type { Notices } from './notices.svelte.ts'
import { tellOtherTabs } from './other-tabs.ts'
import { whileUnfinished } from './unfinished.ts'

/** The part of the session that indexing uses. */
export interface IndexingHost {
  readonly engine: Engine
  readonly notices: Notices
  /** Runs work again when the worker died under it; the second time, says why and offers `again`. Never rejects. */
  readonly twice: (work: () => Promise<void>, again: () => void, tell: (why: string) => string) => Promise<void>
  readonly onEvent: (event: EngineEvent) => void
  /** Some indexes were built, or could not be. */
  readonly onEnd: (problems: readonly Problem[]) => Promise<void>
}

/** Files that were made for crash reports. */
const isDebugFile = ({ kind }: FileOutcome['images'][number]): boolean => kind === 'dsym' || kind === 'elf'

type NamedKey = IndexKey & { readonly name: string }

export class Indexing {
  readonly #host: IndexingHost
  /** Images whose index is still to be built. */
  readonly #asked = new Set<string>()

  constructor(host: IndexingHost) {
    this.#host = host
  }

  /** Indexes the images in these files: those that are wanted first and, if not these alone, every debug file. */
  async start(files: readonly FileOutcome[], wanted: ReadonlySet<string | undefined>, alone: boolean): Promise<void> {
    const images = files.flatMap((file) => file.images)
    const keys = [
      ...images.filter((image) => wanted.has(image.uuid)),
      ...images.filter((image) => !alone && !wanted.has(image.uuid) && isDebugFile(image)),
    ]
      .map(({ uuid, arch, name }) => ({ uuid, arch, name }))
      .filter((key) => !this.#asked.has(keyText(key)))
    await this.#index(keys)
  }

  /** Keeps these images, whether a report needs them or not. */
  async keep(images: readonly NamedKey[]): Promise<void> {
    await this.#index(
      images.map(({ uuid, arch, name }) => ({ uuid, arch, name })).filter((key) => !this.#asked.has(keyText(key))),
    )
  }

  async #index(keys: readonly NamedKey[]): Promise<void> {
    if (keys.length === 0) return
    const { engine, twice, onEvent, onEnd } = this.#host
    const names = keys.map(({ name }) => name)
    for (const key of keys) this.#asked.add(keyText(key))
    await twice(
      async () => {
        const plain = keys.map(({ uuid, arch }) => ({ uuid, arch }))
        const outcomes = await whileUnfinished(names, () => engine.index(plain, onEvent))
        tellOtherTabs()
        await onEnd(this.#tellFailed(keys, outcomes))
      },
      () => this.#again(keys),
      (why) => words.diedIndexing(why, names),
    )
    for (const key of keys) this.#asked.delete(keyText(key))
    await navigator.storage?.persist?.()
  }

  #again(keys: readonly NamedKey[]): void {
    this.#host.notices.end('worker')
    void this.#index(keys)
  }

  /** Why images could not be indexed. A failure that is not the file's own may not come again: a notice offers to try. */
  #tellFailed(keys: readonly NamedKey[], outcomes: readonly Outcome<unknown>[]): readonly Problem[] {
    const failed = keys.flatMap((key, at) => {
      const [problem] =
        outcomes[at]?.problems.filter(({ severity, code }) => severity !== 'note' && code !== 'cancelled') ?? []
      return problem && !outcomes[at]?.ok ? [{ key, problem }] : []
    })
    const ours = failed.filter(({ problem }) => problem.code === 'internal-error')
    const [first] = ours
    if (first) {
      const names = ours.map(({ key }) => key.name)
      const act = { label: common.tryAgain, run: () => this.#again(ours.map(({ key }) => key)) }
      const text = words.indexFailed(names, first.problem.message)
      this.#host.notices.say({ id: 'worker', tone: 'problem', text, act })
    }
    return failed.filter((one) => !ours.includes(one)).map(({ problem }) => problem)
  }
}
