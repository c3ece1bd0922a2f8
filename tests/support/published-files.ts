/** A published index over a fetch of the test's own: its files, their server, and the requests. */
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { expect } from 'vitest'
import { problem } from '../../src/core/messages/problems.ts'
import { linkAddress } from '../../src/core/model/address.ts'
import { parseUuid } from '../../src/core/model/image.ts'
import { FormatError } from '../../src/core/model/problem.ts'
import type { StoredIndex } from '../../src/core/ports.ts'
import type { PageEnds } from '../../src/core/symindex/page-ends.ts'
import { describeIndex } from '../../src/cli/publish/describe.ts'
import { readMap, type BlockMap } from '../../src/stores/site/block-map.ts'
import type { BlockCache } from '../../src/stores/site/blocks.ts'
import { folderOf, manifestPath } from '../../src/stores/site/layout.ts'
import { fileOf, MANIFEST_SCHEMA, writeManifest, type PublishedIndex } from '../../src/stores/site/manifest.ts'
import { openSite, type Site } from '../../src/stores/site/site.ts'

export const uuid = parseUuid('A'.repeat(32))!
export const key = { uuid, arch: 'arm64' }
export const base = 'https://symbols.example.com/team/'
/** Of a kilobyte more than 300 blocks, which do not deflate. */
export const content = new Uint8Array(300 * 4096 + 1024)
for (let at = 0; at < content.length; at += 32)
  content.set(
    createHash('sha256')
      .update(`${at}`)
      .digest()
      .subarray(0, content.length - at),
    at,
  )
/** The first comes with the map. */
export const ends: PageEnds = {
  head: 4096,
  parts: [{ part: 'blocks', ends: Array.from({ length: 301 }, (_, at) => Math.min(content.length, (at + 1) * 4096)) }],
}

export const entry: StoredIndex = {
  key,
  name: 'App',
  kind: 'dsym',
  textVmaddr: linkAddress(0x100000000n),
  detail: 'dwarf',
  summary: { bytes: content.length, functions: 1, inlines: 2, lineRows: 3, indexedAt: 4 },
  formatVersion: 6,
}

export type Files = Map<string, Uint8Array<ArrayBuffer>>

/** Files of the server, by path below its address. */
export async function publishedFiles(change: (index: PublishedIndex) => object = (index) => index): Promise<Files> {
  const { index, file } = await describeIndex(entry, new Blob([content]), ends)
  return filesOf(index, new Uint8Array(await file.arrayBuffer()), change)
}

export function filesOf(
  index: PublishedIndex,
  file: Uint8Array<ArrayBuffer>,
  change: (index: PublishedIndex) => object = (same) => same,
): Files {
  const manifest = writeManifest({ schema: MANIFEST_SCHEMA, uuid, indexes: [change(index) as PublishedIndex] })
  return new Map([
    [manifestPath(uuid), new TextEncoder().encode(manifest)],
    [`${folderOf(uuid)}/${fileOf(index)}`, file],
  ])
}

export const indexIn = (files: Files): PublishedIndex =>
  (JSON.parse(new TextDecoder().decode(files.get(manifestPath(uuid)))) as { indexes: PublishedIndex[] }).indexes[0]!
export const blocksPath = (files: Files): string => [...files.keys()].find((name) => name.endsWith('.unslide-blocks'))!

/** The map at the beginning of a published file. */
export function mapOf(files: Files): BlockMap {
  const index = indexIn(files)
  return readMap(inflateSync(files.get(blocksPath(files))!.subarray(0, index.mapBytes)), index)!
}

/** The request for some blocks in a row. */
export const rangeOf = ({ places }: BlockMap, first: number, last = first): string =>
  `bytes=${places[first]}-${(places[last + 1] ?? 0) - 1}`

export interface Server {
  readonly asked: { readonly path: string; readonly range: string | undefined; readonly init: RequestInit }[]
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>
}

export function serve(files: Files, answer?: (path: string, number: number) => Response | undefined): Server {
  const asked: Server['asked'] = []
  return {
    asked,
    fetch: async (url, init) => {
      expect(url.startsWith(base)).toBe(true)
      const path = url.slice(base.length)
      const range = new Headers(init.headers).get('range') ?? undefined
      asked.push({ path, range, init })
      const own = answer?.(path, asked.length)
      if (own) return own
      const bytes = files.get(path)
      if (!bytes) return new Response('', { status: 404 })
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      if (from === undefined) return new Response(bytes)
      const headers = { 'Content-Range': `bytes ${from}-${to}/${bytes.length}` }
      return new Response(bytes.slice(Number(from), Number(to) + 1), { status: 206, headers })
    },
  }
}

/** At once, where there are many bytes. */
export const isSame = (read: ArrayBuffer, wanted: Uint8Array): boolean => Buffer.from(read).equals(wanted)

export const wait = async (): Promise<void> => {}
export const open = ({ fetch }: Server, cache?: BlockCache): Site =>
  openSite(new URL(base), { fetch, wait, formatVersions: [6, 7], ...(cache && { cache }) })

export async function blobOf(site: Site): Promise<Blob> {
  const found = await site.find(uuid)
  if (!found.ok) throw new FormatError(found.problems[0] ?? problem('bad-index', {}))
  return found.value[0]!.open()
}

/** The code of the problem that reading ends with. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'read',
    (thrown: unknown) => (thrown instanceof FormatError ? thrown.problem.code : String(thrown)),
  )

export function memoryCache(): BlockCache & { readonly kept: Files } {
  const kept: Files = new Map()
  return { kept, get: async (name) => kept.get(name), put: async (name, bytes) => void kept.set(name, bytes) }
}
