/** Published symbols for `--symbols https://…`: requests only the images of the report, and prints the count of requests. */
import { createEngine } from '../../core/engine.ts'
import type { Engine } from '../../core/engine-types.ts'
import type { IndexStore } from '../../core/ports.ts'
import { INDEX_VERSIONS } from '../../core/symindex/index-file.ts'
import { createMemoryStore } from '../../stores/memory.ts'
import type { BlockCache } from '../../stores/site/blocks.ts'
import { openSite, type Site } from '../../stores/site/site.ts'
import { ABSENT_MILLISECONDS, createSiteStore } from '../../stores/site/site-store.ts'
import { UsageError, writeNote } from '../command.ts'
import { openDiskCache } from './disk-cache.ts'
import { siteErrors, siteWords } from '../messages/sites.ts'
import { createSymbolEngine } from '../start/symbol-engine.ts'
import { sharedReach } from './site-reach.ts'

/** Requests to a site, since the beginning or since `takeCounts`. */
export interface SiteCounts {
  readonly name: string
  readonly images: number
  readonly found: number
  readonly remembered: number
  readonly requests: number
  readonly bytes: number
}

/** How an engine uses its sites. */
export interface SiteWays {
  /** Keeps the answers of each site. */
  readonly caches?: ((site: URL) => BlockCache) | undefined
  /** True for a program that runs until somebody ends it: it tries a site again that was down. Other runs try once. */
  readonly isLasting?: boolean
  /** The threads' findings on each site, in the order of the addresses. */
  readonly reach?: SharedArrayBuffer | undefined
}

/** Requests of this process by site, printed at the end. */
const told = new Map<string, SiteCounts>()
let opened: readonly Site[] = []

/** An engine that requests images without local symbols from these sites; `cache`: a folder for their blocks. Rejects with a `UsageError` for a wrong address. */
export async function createSiteHost(
  addresses: readonly string[],
  cache: string | undefined,
  isLasting: boolean,
): Promise<Engine> {
  tellAtEnd()
  // Wrong addresses fail before the first request.
  for (const address of addresses) readSiteAddress(address)
  const caches = cache === undefined ? undefined : await openDiskCache(cache)
  return createSiteEngine(addresses, createMemoryStore(), createSymbolEngine(), { caches, isLasting })
}

/** The same over a store, for a thread, which tells nothing itself. */
export function createSiteEngine(
  addresses: readonly string[],
  store: IndexStore,
  parts: ReturnType<typeof createSymbolEngine>,
  { caches, isLasting = false, reach }: SiteWays,
): Engine {
  const sites = addresses.map((address, at) => {
    const url = readSiteAddress(address)
    return openSite(url, {
      formatVersions: INDEX_VERSIONS,
      absentMilliseconds: ABSENT_MILLISECONDS,
      ...(caches && { cache: caches(url) }),
      ...(!isLasting && { restMilliseconds: Infinity }),
      ...(reach && { reach: sharedReach(reach, at) }),
    })
  })
  opened = [...opened, ...sites]
  const indexes = createSiteStore(store, sites)
  return createEngine({ indexes, site: indexes, ...parts })
}

/** The address of a published folder. Names and passwords in it would be told to whoever reads a log. */
export function readSiteAddress(given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : undefined
  const shown = given.replace(/\/\/[^/@]*@/, '//…@').replace(/[?#].*/s, (rest) => `${rest[0] ?? ''}…`)
  if (!url || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(siteErrors.notAddress({ given: shown }))
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !isHere) throw new UsageError(siteErrors.notSecure({ given: shown }))
  return url
}

/** What was asked since this was last called, by site. */
export function takeCounts(): readonly SiteCounts[] {
  return opened.flatMap(({ name, traffic }) => {
    const counts = { name, ...traffic }
    Object.assign(traffic, { images: 0, found: 0, remembered: 0, requests: 0, bytes: 0 })
    return counts.requests > 0 || counts.remembered > 0 ? [counts] : []
  })
}

/** Adds what another thread has asked. */
export function addCounts(counts: readonly SiteCounts[]): void {
  for (const { name, images, found, remembered, requests, bytes } of counts) {
    const known = told.get(name) ?? { name, images: 0, found: 0, remembered: 0, requests: 0, bytes: 0 }
    told.set(name, {
      name,
      images: known.images + images,
      found: known.found + found,
      remembered: known.remembered + remembered,
      requests: known.requests + requests,
      bytes: known.bytes + bytes,
    })
  }
}

let isTelling = false

/** Tells on standard error what was asked of which site, when all work of this process is done. */
export function tellAtEnd(): void {
  if (isTelling) return
  isTelling = true
  process.once('beforeExit', () => {
    addCounts(takeCounts())
    for (const counts of told.values()) writeNote(siteWords.asked(counts))
  })
}
