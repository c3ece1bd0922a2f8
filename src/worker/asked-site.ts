/**
 * Symbols from the page's own site. The worker requests them while the user allows it and reports each request. Loaded
 * when the user switches this on.
 */
import type { ImageUuid } from '../core/model/image.ts'
import type { Outcome } from '../core/model/problem.ts'
import type { IndexSite, IndexStore } from '../core/ports.ts'
import { INDEX_VERSIONS } from '../core/symindex/index-file.ts'
import { createBlockFiles } from '../stores/site/block-files.ts'
import { openSite, type FoundIndex, type Site, type SiteOptions } from '../stores/site/site.ts'
import { createSiteStore } from '../stores/site/site-store.ts'

/** An image requested from the site. */
export interface AskedImage {
  readonly uuid: ImageUuid
  /** `failed`: the site did not answer, or not as it should. `…-before`: it could not be reached, and this is what it answered before. */
  readonly answer: 'asking' | 'found' | 'absent' | 'failed' | 'found-before' | 'absent-before'
  readonly requests: number
}

/** Requests since the worker began. */
export interface SiteAsked {
  readonly requests: number
  /** Of answers. */
  readonly bytes: number
  /** In the order of the first request. */
  readonly images: readonly AskedImage[]
}

export interface AskedSite {
  /** The host's own store with what the site has. */
  readonly store: IndexStore & IndexSite
  /** False: from now on no request is made. */
  turn(isOn: boolean): void
}

/** Callbacks from the worker to the page. */
export interface SitePage {
  readonly onAsked: (asked: SiteAsked) => void
  /** UUIDs that the page supplies from local files; skip them on the site. */
  readonly nearby: (uuids: readonly ImageUuid[]) => Promise<readonly ImageUuid[]>
}

/** Shortest time between two reports of requests, in milliseconds. */
const TELL_MS = 100
/** A page whose storage is silent is not waited for longer, in milliseconds. */
const NEARBY_MS = 3000

/** `address`: the folder of the page, in which `symbols` lies. `host`: as for any site; a test gives its own. */
export function openAskedSite(
  own: IndexStore,
  address: string,
  { onAsked, nearby }: SitePage,
  host: Omit<SiteOptions, 'formatVersions'> = pageHost(address),
): AskedSite {
  const images = new Map<ImageUuid, AskedImage>()
  let requests = 0
  let isOn = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const tell = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      onAsked({ requests, bytes: site.traffic.bytes, images: [...images.values()] })
    }, TELL_MS)
  }
  const note = (uuid: ImageUuid, change: Partial<AskedImage>): void => {
    images.set(uuid, { ...(images.get(uuid) ?? { uuid, answer: 'asking', requests: 0 }), ...change })
    tell()
  }
  const { fetch: send = (url: string, init: RequestInit) => fetch(url, init) } = host
  const site: Site = openSite(new URL(address), {
    ...host,
    formatVersions: INDEX_VERSIONS,
    fetch: async (url, init) => {
      // End work that began before the user switched the site off.
      if (!isOn) throw new DOMException('', 'AbortError')
      requests++
      const uuid = new URL(url).pathname.split('/').at(-2) as ImageUuid
      note(uuid, { requests: (images.get(uuid)?.requests ?? 0) + 1 })
      return send(url, init)
    },
  })
  const find: Site['find'] = async (uuid) => {
    note(uuid, { answer: 'asking' })
    const outcome = await site.find(uuid)
    note(uuid, { answer: outcome.ok ? answerOf(outcome) : 'failed' })
    return outcome
  }
  const store = createSiteStore(own, [{ ...site, find }])
  const isNear = async (uuids: readonly ImageUuid[]): Promise<ReadonlySet<ImageUuid>> => {
    const silent = new Promise<readonly ImageUuid[]>((resolve) => setTimeout(() => resolve([]), NEARBY_MS))
    return new Set(await Promise.race([nearby(uuids).catch(() => []), silent]))
  }
  return {
    store: {
      ...store,
      find: async (uuids) => {
        const near = await isNear(uuids)
        return store.find(uuids.filter((uuid) => !near.has(uuid)))
      },
    },
    turn: (on) => {
      isOn = on
      if (on) site.wake()
    },
  }
}

function answerOf({ value, problems }: Outcome<readonly FoundIndex[]> & { readonly ok: true }): AskedImage['answer'] {
  const answer = value.length > 0 ? 'found' : 'absent'
  return problems.some(({ code }) => code === 'kept-site') ? `${answer}-before` : answer
}

/** The browser's ways, with answers kept where it has private files, and no patience where there is no network at all. */
function pageHost(address: string): Omit<SiteOptions, 'formatVersions'> {
  const hasFiles = typeof navigator.storage?.getDirectory === 'function'
  return {
    wait: (milliseconds) =>
      navigator.onLine ? new Promise((resolve) => setTimeout(resolve, milliseconds)) : Promise.resolve(),
    ...(hasFiles && { cache: createBlockFiles(address) }),
  }
}
