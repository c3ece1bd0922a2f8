/**
 * Profiles of KSCrash's profiler and hangs as samples: a table of frames, and samples of one thread or of several that point into
 * it, innermost call first. Field names: KSCrash's `ProfileInfo`.
 */
import type { CallTree, ReportSection } from '../../model/report.ts'
import { asArray, asBigint, asNumber, asObject, asString, formatJson, isJsonObject } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { parseUuid } from '../../model/image.ts'
import { offsetFrom, runtimeAddress } from '../../model/address.ts'
import { originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow, ReportBuilder } from '../base/report-builder.ts'
import { TreeRows } from '../text/tree-rows.ts'
import { problem } from '../../messages/problems.ts'

/** Samples beyond these are counted and said; a profile of an hour holds fewer. */
const MOST_ROWS = 200_000
const DEEPEST = 2000

/** The profile of a report: its own, or the one that its error or hang carries. */
export function profileOf(root: JsonObject, error: JsonObject): JsonObject | undefined {
  const found = [error['profile'], root['profile'], asObject(root['crash'])['profile']].find(
    (value) => isJsonObject(value) && Array.isArray(value['frames']),
  )
  return isJsonObject(found) ? found : undefined
}

/** A tree for each sampled thread. Each frame names its image, so images that no list has are added. */
export function readProfileTrees(builder: ReportBuilder, profile: JsonObject, hasImages: boolean): CallTree[] {
  const table = asArray(profile['frames']).map((frame) => asObject(frame))
  if (!hasImages) addFrameImages(builder, table)
  const rows = table.map(readFrame)
  const listed = asArray(profile['threads']).filter(isJsonObject)
  const threads: readonly JsonObject[] = listed.length > 0 ? listed : [profile]
  return threads.flatMap((thread, at): CallTree[] => {
    const roots = new TreeRows()
    let left = 0
    const paths = new Map<string, { readonly path: readonly FrameRow[]; count: number }>()
    for (const sample of asArray(thread['samples']).filter(isJsonObject)) {
      const count = Math.max(1, asNumber(sample['count']) ?? 1)
      const numbers = asArray(sample['frames'])
        .map((number) => asNumber(number) ?? -1)
        .slice(0, DEEPEST)
        .reverse()
      const key = numbers.join()
      const known = paths.get(key)
      if (known) known.count += count
      else if (paths.size * 16 < MOST_ROWS) {
        paths.set(key, { path: numbers.flatMap((number) => rows[number] ?? []), count })
      } else left += count
    }
    addPaths(roots, [...paths.values()])
    if (left > 0) {
      builder.problem(problem('too-many-samples', { samples: left }))
    }
    if (roots.size === 0) return []
    return [{ title: titleOf(profile, thread, at), weight: 'samples', roots: roots.build(builder) }]
  })
}

interface Path {
  readonly path: readonly FrameRow[]
  readonly count: number
}

/** Merges paths that begin alike, each call once a parent, without recursion. */
function addPaths(tree: TreeRows, paths: readonly Path[]): void {
  const open: { readonly paths: readonly Path[]; readonly depth: number }[] = [{ paths, depth: 0 }]
  // eslint-disable-next-line unslide/bounded-loops -- each row of the paths once
  for (let next = open.pop(); next; next = open.pop()) {
    const { depth } = next
    const here = next.paths[0]?.path[depth - 1]
    if (here) {
      tree.add(
        depth,
        next.paths.reduce((sum, { count }) => sum + count, 0),
        here,
      )
    }
    const groups = new Map<FrameRow, Path[]>()
    for (const path of next.paths) {
      const row = path.path[depth]
      const group = row && groups.get(row)
      if (group) group.push(path)
      else if (row) groups.set(row, [path])
    }
    for (const group of [...groups.values()].reverse()) open.push({ paths: group, depth: depth + 1 })
  }
}

function titleOf(profile: JsonObject, thread: JsonObject, at: number): string {
  const name = asString(profile['name']) ?? 'Profile'
  if (thread === profile) return name
  const index = asNumber(thread['index']) ?? at
  const own = asString(thread['name'])
  return `${name}, thread ${index}${own ? ` (${own})` : ''}${thread['primary'] === true ? ', primary' : ''}`
}

/** The profiler took one off each return address already. */
function readFrame(frame: JsonObject): FrameRow {
  const address = asBigint(frame['instruction_addr'])
  const name = asString(frame['symbol_name'])
  const start = asBigint(frame['symbol_addr'])
  const offset = offsetFrom(start || undefined, address)
  return omitUndefined({
    address,
    kind: 'call' as const,
    imageName: asString(frame['object_name']),
    loadAddress: asBigint(frame['object_addr']) || undefined,
    symbol: name === undefined ? undefined : omitUndefined({ name, offset }),
  })
}

/** A live profile has no list of images: its frames tell name, load address and UUID of theirs. */
function addFrameImages(builder: ReportBuilder, table: readonly JsonObject[]): void {
  const seen = new Set<bigint>()
  for (const frame of table) {
    const loadAddress = asBigint(frame['object_addr'])
    if (!loadAddress || seen.has(loadAddress)) continue
    seen.add(loadAddress)
    const name = asString(frame['object_name']) ?? ''
    builder.addImage(
      omitUndefined({
        name: name.slice(name.lastIndexOf('/') + 1),
        path: name.startsWith('/') ? name : undefined,
        uuid: parseUuid(asString(frame['object_uuid']) ?? ''),
        loadAddress: runtimeAddress(loadAddress),
        origin: originOfPath(name.startsWith('/') ? name : undefined),
      }),
    )
  }
}

/** What a profile says of itself, and when each sample was taken. */
export function profileSections(profile: JsonObject): ReportSection[] {
  const facts = Object.entries(profile).flatMap(([key, value]) =>
    key === 'frames' || key === 'samples' || key === 'threads' ? [] : [[key, formatJson(value)]],
  )
  const samples = asArray(profile['samples'])
    .filter(isJsonObject)
    .slice(0, MOST_ROWS / 16)
    .filter((sample) => sample['time_start_uptime'] !== undefined)
    .map((sample) => ['time_start_uptime', 'time_end_uptime', 'duration'].map((key) => formatJson(sample[key])))
  return [
    { kind: 'table', title: 'Profile', columns: ['Field', 'Value'], rows: facts },
    ...(samples.length === 0
      ? []
      : [{ kind: 'table' as const, title: 'Samples', columns: ['Start', 'End', 'Duration'], rows: samples }]),
  ]
}
