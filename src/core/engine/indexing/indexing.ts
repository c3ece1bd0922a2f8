/**
 * Builds whole indexes, one image at a time, and stores them. Builds can be cancelled; incomplete ones are not stored.
 */
import type { IndexReport, OnEvent } from '../../engine-types.ts'
import { problem } from '../../messages/problems.ts'
import { failure, problemFrom, success, type Outcome, type Problem } from '../../model/problem.ts'
import type { BuildProgress, IndexBuilder, IndexKey, IndexStore } from '../../ports.ts'
import { storedIsPoorer, type Catalog } from '../catalog/catalog.ts'
import { keyText } from '../../model/key.ts'
import type { UrgentWork } from '../urgent-work.ts'
import { storedFromIndex } from '../catalog/stored-index.ts'
import type { PackedImage } from '../../symindex/pack-file.ts'
import type { IndexReader } from '../../symindex/reader.ts'

/** Limit for events per second. */
const EVENT_INTERVAL = 100

export class Indexing {
  readonly #catalog: Catalog
  readonly #store: IndexStore
  readonly #builder: IndexBuilder
  readonly #reader: IndexReader
  readonly #urgent: UrgentWork
  readonly #running = new Map<string, AbortController>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(catalog: Catalog, store: IndexStore, builder: IndexBuilder, reader: IndexReader, urgent: UrgentWork) {
    this.#catalog = catalog
    this.#store = store
    this.#builder = builder
    this.#reader = reader
    this.#urgent = urgent
  }

  cancel(key: IndexKey): void {
    this.#running.get(keyText(key))?.abort()
  }

  isRunning(key: IndexKey): boolean {
    return this.#running.has(keyText(key))
  }

  /** Queues the build of one image's index; `onStored` runs after it was stored. */
  index(
    key: IndexKey,
    onEvent: OnEvent,
    threads: number | undefined,
    onStored: () => void,
  ): Promise<Outcome<IndexReport>> {
    const controller = new AbortController()
    this.#running.set(keyText(key), controller)
    const work = this.#last.then(() => this.#build(key, onEvent, controller, threads, onStored))
    // However it ends, the next one begins.
    this.#last = work.catch(() => undefined)
    return work.finally(() => {
      if (this.#running.get(keyText(key)) === controller) this.#running.delete(keyText(key))
    })
  }

  async #build(
    key: IndexKey,
    onEvent: OnEvent,
    controller: AbortController,
    threads: number | undefined,
    onStored: () => void,
  ): Promise<Outcome<IndexReport>> {
    this.#catalog.invalidate()
    const entry = await this.#catalog.entry(key)
    const source = entry.sources[0]
    const name = source?.name ?? entry.stored?.name ?? entry.packed[0]?.name ?? key.uuid
    const fail = (problems: readonly Problem[]): Outcome<IndexReport> => {
      onEvent({ kind: 'index-failed', key, name, problems })
      return failure(problems)
    }
    if (controller.signal.aborted) return fail([cancelled(name)])
    const [packed] = entry.packed
    if (!source && !packed) return fail([problem('no-source', { name, uuid: key.uuid })])
    if (entry.stored && !storedIsPoorer(entry)) {
      return fail([problem('already-indexed', { name, uuid: key.uuid }, { severity: 'note' })])
    }
    try {
      const started = performance.now()
      if (!source) {
        const kept = packed && (await this.#keepPacked(packed))
        if (!kept?.ok) return fail(kept?.problems ?? [])
        await this.#tellStored(key, onEvent, started, onStored)
        return success({ ...kept.value, milliseconds: performance.now() - started })
      }
      const prepared = await source.prepare()
      if (!prepared.ok) return fail(prepared.problems)
      const built = await this.#builder.build(prepared.value, {
        onProgress: progressEvents(key, name, onEvent),
        signal: controller.signal,
        turn: () => this.#urgent.turn(),
        ...(threads === undefined ? {} : { threads }),
      })
      if (!built.ok) return fail(built.problems)
      const stored = await storedFromIndex(built.value.bytes, source.path)
      if (!stored.ok) return fail(stored.problems)
      if (controller.signal.aborted) return fail([cancelled(name)])
      await this.#store.put(stored.value, built.value.bytes)
      const milliseconds = await this.#tellStored(key, onEvent, started, onStored)
      const { functions, inlines, lineRows, dwarfBytes, peakBytes } = built.value
      return success(
        {
          path: source.path,
          key,
          fileBytes: source.bytes,
          dwarfBytes,
          indexBytes: built.value.bytes.size,
          functions,
          inlines,
          lineRows,
          milliseconds,
          peakBytes,
          threads: built.value.threads,
        },
        [...prepared.problems, ...built.value.problems, ...built.problems],
      )
    } catch (thrown) {
      return fail([problemFrom(thrown, (source ?? packed)?.path ?? name)])
    }
  }

  /** Keeps an image of a pack, marked as imported. */
  async #keepPacked(image: PackedImage): Promise<Outcome<IndexReport>> {
    const { uuid, arch, path, os, index } = image
    const { openPacked } = await import('../catalog/packed-indexes.ts')
    const { functions, inlines, lineRows, bytes } = await openPacked(this.#reader, image)
    const stored = await storedFromIndex(index, path)
    if (!stored.ok) return stored
    const summary = { ...stored.value.summary, imported: true as const, os }
    await this.#store.put({ ...stored.value, summary }, index)
    const made = { dwarfBytes: 0, milliseconds: 0, peakBytes: 0, threads: 0 }
    return success({
      path,
      key: { uuid, arch },
      fileBytes: bytes,
      indexBytes: bytes,
      functions,
      inlines,
      lineRows,
      ...made,
    })
  }

  /** Gives the milliseconds that it took. */
  async #tellStored(key: IndexKey, onEvent: OnEvent, started: number, onStored: () => void): Promise<number> {
    this.#catalog.invalidate()
    onStored()
    const milliseconds = performance.now() - started
    const image = await this.#catalog.image(key)
    if (image) onEvent({ kind: 'indexed', image, milliseconds })
    return milliseconds
  }
}

function cancelled(name: string): Problem {
  return problem('cancelled.image', { name })
}

function progressEvents(key: IndexKey, name: string, onEvent: OnEvent): (progress: BuildProgress) => void {
  const started = performance.now()
  let told = -EVENT_INTERVAL
  return ({ phase, doneBytes, totalBytes }) => {
    const now = performance.now()
    if (now - told < EVENT_INTERVAL) return
    told = now
    const seconds = (now - started) / 1000
    const bytesPerSecond = seconds > 0 ? doneBytes / seconds : 0
    onEvent({
      kind: 'indexing',
      key,
      name,
      phase,
      doneBytes,
      totalBytes,
      bytesPerSecond,
      ...(bytesPerSecond > 0 ? { secondsLeft: Math.max(0, totalBytes - doneBytes) / bytesPerSecond } : {}),
    })
  }
}

/** Events of a partial build for a report. */
export function namingEvents(onEvent: OnEvent): (name: string, progress: BuildProgress) => void {
  let told = -EVENT_INTERVAL
  return (name, { phase, doneBytes, totalBytes }) => {
    const now = performance.now()
    if (now - told < EVENT_INTERVAL) return
    told = now
    onEvent({ kind: 'naming', name, phase, doneBytes, totalBytes })
  }
}
