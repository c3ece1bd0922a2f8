/**
 * speedscope's own file format: frames that all profiles share, and a sampled profile per track. The order of the
 * samples is unknown, so a call's own samples are together, in the order of the tree. Its schema is
 * https://www.speedscope.app/file-format-schema.json.
 */
import { exportFormats } from '../messages/export-formats.ts'
import { profiles } from '../messages/reading.ts'
import { weightOf, type Calls } from '../reading/calls.ts'
import { mergedTracks, type ProfiledFunction, type Track } from '../reading/profile.ts'
import type { Exporter } from './exporter.ts'
import { jsonText } from './json-values.ts'
import { writtenProfiles } from './profile-tables.ts'

export const speedscopeExporter: Exporter = {
  id: 'speedscope',
  get label() {
    return exportFormats.speedscope
  },
  extension: 'speedscope.json',
  mediaType: 'application/json',
  write: (reports) => {
    const frames: object[] = []
    const tracksOfAll: object[] = []
    const written = writtenProfiles(reports)
    for (const { profile, tracks } of written) {
      const first = frames.length
      for (const fn of profile.functions) frames.push(formatFunction(fn))
      for (const track of tracks) tracksOfAll.push(formatTrack(track, first))
      // The viewer shows one profile at a time and merges none.
      if (tracks.length > 1) tracksOfAll.push(formatTrack(asOne(tracks), first))
    }
    const name = written[0]?.name
    return jsonText({
      $schema: 'https://www.speedscope.app/file-format-schema.json',
      exporter: 'unslide',
      ...(name && { name }),
      ...(tracksOfAll.length > 0 && { activeProfileIndex: 0 }),
      shared: { frames },
      profiles: tracksOfAll,
    })
  },
}

/** The format has no place for an image; speedscope shows and colours the file. */
function formatFunction({ name, image }: ProfiledFunction): object {
  return { name, ...(image !== '' && { file: image }) }
}

/** Units of the format, by the unit of a tree. */
const units: Readonly<Record<string, string>> = { bytes: 'bytes', ms: 'milliseconds' }

type Written = Pick<Track, 'title' | 'weight' | 'calls'>

function asOne(tracks: readonly Track[]): Written {
  return { title: profiles.allThreads, weight: tracks[0]?.weight ?? profiles.samples, calls: mergedTracks(tracks) }
}

function formatTrack({ title, weight, calls }: Written, first: number): object {
  const samples: number[][] = []
  const weights: number[] = []
  for (let at = 0; at < calls.length; at++) {
    const self = calls.self[at] ?? 0
    if (self === 0) continue
    samples.push(stackOf(calls, at).map((fn) => first + fn))
    weights.push(self)
  }
  const unit = units[weight] ?? 'none'
  return { type: 'sampled', name: title, unit, startValue: 0, endValue: weightOf(calls), samples, weights }
}

/** Functions from the root to a call. */
function stackOf({ parent, fn }: Calls, call: number): number[] {
  const stack: number[] = []
  for (let at = call; at >= 0; at = parent[at] ?? -1) stack.push(fn[at] ?? 0)
  return stack.reverse()
}
