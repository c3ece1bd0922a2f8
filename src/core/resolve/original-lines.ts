/** Lines of C# in place of those of the C++ that Unity's compiler made of it. Loaded where a report has such code, or a map was given. */
import { mapProblem } from '../messages/map-problems.ts'
import { mapEvidence } from '../messages/map-evidence.ts'
import { say } from '../messages/message.ts'
import type { Call, ImageUuid } from '../model/image.ts'
import { pathName } from '../model/path-name.ts'
import type { Problem } from '../model/problem.ts'
import type { Report, Resolution } from '../model/report.ts'
import type { PlacedFrame } from './frames.ts'
import type { LineMapLookup } from './symbol-lookup.ts'
import { gradeFrom } from './trust/grade.ts'

/** Ends of names that Unity's compiler gives to methods: a mark, then a digest. */
const METHOD = /_m[0-9A-F]{40}(?:_\w+)?$/

/** True for a function that was translated from C#. */
const isTranslated = ({ mangled, function: name }: Call): boolean => METHOD.test(mangled) || METHOD.test(name)

export interface OriginalLines {
  readonly resolutions: readonly Resolution[]
  readonly notes: readonly Problem[]
}

/** The resolutions with lines of C#, and what is told of a map that is missing or of another build. */
export function withOriginalLines(
  report: Report,
  frames: readonly (PlacedFrame | undefined)[],
  resolutions: readonly Resolution[],
  maps: readonly LineMapLookup[],
): OriginalLines {
  const place = { file: report.file, severity: 'note' } as const
  const refused = new Set<string>()
  let [changed, left] = [0, 0]
  const found = resolutions.map((resolution, id): Resolution => {
    if (!('calls' in resolution)) return resolution
    const image = frames[id]?.frame.image
    const uuid = image === undefined ? undefined : report.images[image]?.uuid
    const fitting = maps.filter((map) => {
      const isOther = uuid !== undefined && map.debugId !== undefined && map.debugId !== uuid
      if (isOther && resolution.calls.some(isTranslated)) refused.add(map.path)
      return !isOther
    })
    const calls = resolution.calls.map((call) => originalCall(call, fitting))
    if (calls.every((call, at) => call === resolution.calls[at])) {
      left += resolution.calls.some(isTranslated) ? 1 : 0
      return resolution
    }
    changed++
    const [map] = fitting
    return { ...resolution, calls, ...gradeWith(resolution, map, uuid) }
  })
  const notes = [
    ...[...refused].map((map) => mapProblem('line-map.wrong-build', { map }, place)),
    ...(changed === 0 && left > 0 && refused.size === 0 && maps.length === 0
      ? [mapProblem('line-map.missing', { frames: left }, place)]
      : []),
  ]
  return { resolutions: found, notes }
}

/** A map that its debug id ties to the image leaves the grade as it is; another one leaves it unproved. */
function gradeWith(
  resolution: Extract<Resolution, { calls: readonly Call[] }>,
  map: LineMapLookup | undefined,
  uuid: ImageUuid | undefined,
): Pick<Extract<Resolution, { kind: 'already-named' }>, 'grade'> | Record<string, never> {
  if (!map || (uuid !== undefined && map.debugId === uuid)) return {}
  const { grade } = resolution
  const unproved = gradeFrom('doubtful', [say(mapEvidence, 'line-map-unproved', { map: pathName(map.path) })])
  return {
    grade: {
      ...unproved,
      evidence: [...(grade?.evidence ?? []), ...unproved.evidence],
      grounds: [...(grade?.grounds ?? []), ...(unproved.grounds ?? [])],
      ...(grade?.odds && { odds: grade.odds }),
    },
  }
}

/** A column of C++ says nothing of C#. */
function withoutColumn({ column: _, ...call }: Call): Omit<Call, 'column'> {
  return call
}

function originalCall(call: Call, maps: readonly LineMapLookup[]): Call {
  const { file, line } = call
  if (file === undefined || line === undefined) return call
  for (const map of maps) {
    const original = map.originalOf(file, line)
    if (!original) continue
    return { ...withoutColumn(call), file: original.file, line: original.line, compiled: { file, line } }
  }
  return call
}
