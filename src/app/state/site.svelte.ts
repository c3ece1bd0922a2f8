/** Symbols of the site that the page came from: permission, requests of this visit, and failures. */
import type { ImageUuid } from '../../core/model/image.ts'
import type { Problem } from '../../core/model/problem.ts'
import type { InputFile } from '../../core/ports.ts'
import type { SiteAsked } from '../../worker/client.ts'
import { common } from '../messages/common.ts'
import { words as page } from '../messages/page.ts'
import { words } from '../messages/work.ts'
import { missingUuids } from './folder-needs.ts'
import type { Notices } from './notices.svelte.ts'
import { filesToNameAgain, type OpenReport } from './open-reports.ts'

/** The part of the session used here. */
export interface SiteSymbolsHost {
  readonly notices: Notices
  readonly reports: () => readonly OpenReport[]
  /** Informs the worker. Rejects if that has ended: its successor gets the setting anyway. */
  readonly onChange: () => Promise<void>
  /** Looks up the names of the reports in these files again. */
  readonly name: (files: readonly InputFile[]) => Promise<void>
  /** Reads anew which images have symbols. */
  readonly refresh: () => Promise<void>
}

/** True if the site did not answer for some image, so that its earlier answer counts. */
export const wasNotReached = ({ images }: SiteAsked): boolean => images.some(({ answer }) => answer.endsWith('-before'))

const NOTHING: SiteAsked = { requests: 0, bytes: 0, images: [] }
const NOTICE = 'site'

export class SiteSymbols {
  /** The address allowed for requests, if any. */
  address = $state.raw<string | undefined>()
  /** UUIDs that the page supplies from local files without a question to the user; skip them on the site. */
  nearby: (uuids: readonly ImageUuid[]) => Promise<readonly ImageUuid[]> = async () => []
  readonly #host: SiteSymbolsHost
  /** By workers that have ended. */
  #before = $state.raw(NOTHING)
  #now = $state.raw(NOTHING)
  /** All requests of this visit. */
  readonly asked: SiteAsked = $derived(joined(this.#before, this.#now))

  constructor(host: SiteSymbolsHost) {
    this.#host = host
  }

  /** Switches requests to this address, or off; names of open reports follow. Never rejects. */
  async ask(address: string | undefined): Promise<void> {
    if (address === this.address) return
    this.address = address
    await this.#change()
  }

  async #change(): Promise<void> {
    const { notices, reports, onChange, refresh } = this.#host
    notices.end(NOTICE)
    const isTold = await onChange().then(
      () => true,
      () => false,
    )
    if (!isTold) return
    await this.#name(this.address === undefined ? this.#found() : missingUuids(reports()))
    await refresh().catch(() => undefined)
  }

  /** Asks for images that were `nearby` and whose files have named nothing. */
  async askAfter(tried: ReadonlySet<ImageUuid>): Promise<void> {
    const missing = missingUuids(this.#host.reports())
    const left = [...tried].filter((uuid) => missing.has(uuid))
    if (this.address !== undefined && left.length > 0) await this.#name(new Set(left))
  }

  async #name(uuids: ReadonlySet<string>): Promise<void> {
    const { reports, name } = this.#host
    const files = filesToNameAgain(reports(), uuids)
    if (files.size > 0) await name([...files])
  }

  #found(): ReadonlySet<ImageUuid> {
    return new Set(this.asked.images.filter(({ answer }) => answer.startsWith('found')).map(({ uuid }) => uuid))
  }

  /** Takes a worker's requests so far; undefined: it could not load the code for it. */
  take(asked: SiteAsked | undefined): void {
    if (asked) this.#now = asked
    else this.#say(page.partNotLoaded)
  }

  /** The worker has ended, and another one counts anew. */
  endWorker(): void {
    this.#before = this.asked
    this.#now = NOTHING
  }

  /** Reports problems with the site. */
  tell(problems: readonly Problem[]): void {
    const [first, ...others] = problems.filter(({ code }) => code.startsWith('site-'))
    if (!first || this.address === undefined) return
    this.#say(words.siteFailed({ message: first.message, file: first.file ?? this.address, others: others.length }))
  }

  #say(text: string): void {
    const act = { label: common.tryAgain, run: () => void this.#change() }
    this.#host.notices.say({ id: NOTICE, tone: 'problem', text, act })
  }
}

function joined(before: SiteAsked, now: SiteAsked): SiteAsked {
  const images = new Map(before.images.map((image) => [image.uuid, image]))
  for (const image of now.images) {
    const requests = image.requests + (images.get(image.uuid)?.requests ?? 0)
    images.set(image.uuid, { ...image, requests })
  }
  return {
    requests: before.requests + now.requests,
    bytes: before.bytes + now.bytes,
    images: [...images.values()],
  }
}
