/** Lines of C# in place of those of the C++ that Unity's compiler made of it. Loaded where a report has such code, or a map was given. */
import { mapProblem } from '../messages/map-problems.ts'
import { mapEvidence } from '../messages/map-evidence.ts'
import { say } from '../messages/message.ts'
import type { Call } from '../model/image.ts'
import { pathName } from '../model/path-name.ts'
import { isTranslatedName } from '../model/translated.ts'
import type { Problem } from '../model/problem.ts'
import type { Report, Resolution } from '../model/report.ts'
import type { PlacedFrame } from './frames.ts'
import type { LineMapLookup } from './symbol-lookup.ts'
import { gradeFrom } from './trust/grade.ts'

/** True for a function that was translated from C#. */
const isTranslated = ({ mangled, function: name }: Call): boolean => isTranslatedName(mangled) || isTranslatedName(name)

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
    const isOfBuild = ({ debugId }: LineMapLookup): boolean => uuid !== undefined && debugId === uuid
    const fitting = maps
      .filter((map) => {
        const isOther = uuid !== undefined && map.debugId !== undefined && map.debugId !== uuid
        if (isOther && resolution.calls.some(isTranslated)) refused.add(map.path)
        return !isOther
      })
      .sort((a, b) => Number(isOfBuild(b)) - Number(isOfBuild(a)))
    // One map answers for all calls of a frame: its build is the only one that the frame's grade speaks of.
    for (const map of fitting) {
      const calls = resolution.calls.map((call) => originalCall(call, map))
      if (calls.every((call, at) => call === resolution.calls[at])) continue
      changed++
      return { ...resolution, calls, ...gradeWith(resolution, map, isOfBuild(map)) }
    }
    left += resolution.calls.some(isTranslated) ? 1 : 0
    return resolution
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
  map: LineMapLookup,
  isOfBuild: boolean,
): Pick<Extract<Resolution, { kind: 'already-named' }>, 'grade'> | Record<string, never> {
  if (isOfBuild) return {}
  const { grade } = resolution
  const unproved = gradeFrom('doubtful', [
    say(mapEvidence, 'line-map-unproved', { map: pathName(map.path) }),
    ...(map.isKept ? [say(mapEvidence, 'map-from-library', { map: pathName(map.path) })] : []),
  ])
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

function originalCall(call: Call, map: LineMapLookup): Call {
  const { file, line } = call
  const original = file === undefined || line === undefined ? undefined : map.originalOf(file, line)
  if (!original || file === undefined || line === undefined) return call
  return { ...withoutColumn(call), file: original.file, line: original.line, compiled: { file, line } }
}
