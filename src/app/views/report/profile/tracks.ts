/** Choices of tracks: all as one, each process as one, each track. */
import { activityBetween, type Activity } from '../../../../core/reading/activity.ts'
import { countedTracks, type Profile, type Track } from '../../../../core/reading/profile.ts'
import type { TimeRange } from '../../../../core/reading/sample-times.ts'
import type { StateRun } from '../../../../core/reading/states.ts'
import { words } from '../../../messages/profile.ts'

export interface TrackChoice {
  readonly key: string
  readonly label: string
  /** A track of a process that has a row of its own above. */
  readonly isWithin: boolean
  readonly tracks: readonly Track[]
  readonly about: boolean
  readonly total: number
  readonly busy: number
  readonly unknown: number
  readonly weight: string
  /** States of its only thread over time; absent for several threads, or if the report has none. */
  readonly states?: readonly StateRun[]
}

export function trackChoices({ tracks }: Profile): readonly TrackChoice[] {
  const groups = groupByProcess(tracks)
  const choices = [...groups].flatMap(([process, own]) => {
    const whole = process !== undefined && own.length > 1 ? [choiceOf(words.allOf(process), own)] : []
    const rows = own.map((track) => ({
      ...choiceOf(whole.length > 0 ? titleWithin(track) : track.title, [track]),
      key: `track ${track.position}`,
      isWithin: whole.length > 0,
    }))
    return [...whole, ...rows]
  })
  return tracks.length > 1 ? [choiceOf(words.allThreads, tracks), ...choices] : choices
}

function groupByProcess(tracks: readonly Track[]): ReadonlyMap<string | undefined, readonly Track[]> {
  const groups = new Map<string | undefined, Track[]>()
  for (const track of tracks) {
    const group = groups.get(track.process)
    if (group) group.push(track)
    else groups.set(track.process, [track])
  }
  return groups
}

function choiceOf(label: string, tracks: readonly Track[]): TrackChoice {
  const counted = countedTracks(tracks)
  const states = tracks.length === 1 ? tracks[0]?.states : undefined
  return {
    key: label,
    label,
    isWithin: false,
    tracks,
    about: tracks.some(({ about }) => about),
    total: counted.reduce((sum, { total }) => sum + total, 0),
    busy: counted.reduce((sum, { busy }) => sum + busy, 0),
    unknown: counted.reduce((sum, { unknown }) => sum + unknown, 0),
    weight: counted[0]?.weight ?? '',
    ...(states && { states }),
  }
}

/** The choices with what their threads did in a range alone; nothing of those without times. */
export function* choicesBetween(
  choices: readonly TrackChoice[],
  range: TimeRange,
): Generator<undefined, readonly TrackChoice[], void> {
  const known = new Map<Track, Activity & { readonly total: number }>()
  for (const track of new Set(choices.flatMap(({ tracks }) => tracks))) {
    const { times } = track
    if (times) known.set(track, yield* activityBetween({ ...track, times }, range))
  }
  return choices.map((choice) => {
    const told = countedTracks(choice.tracks).flatMap((track) => known.get(track) ?? [])
    const sumOf = (key: 'total' | 'busy' | 'unknown'): number => told.reduce((sum, one) => sum + one[key], 0)
    return { ...choice, total: sumOf('total'), busy: sumOf('busy'), unknown: sumOf('unknown') }
  })
}

/** `Thread 0x1a · main` of `Shop [42] · Thread 0x1a · main`. */
function titleWithin({ title, process }: Track): string {
  const rest = process !== undefined && title.startsWith(process) ? title.slice(process.length) : ''
  return rest.replace(/^[ ·]+/, '') || title
}

/** First choice: the first track of the report's subject. */
export function firstChoice(choices: readonly TrackChoice[]): string | undefined {
  return (choices.find(({ tracks }) => tracks.length === 1) ?? choices[0])?.key
}
