/**
 * Names of the source in place of those that Dart's obfuscation gave, from a map of names. Loaded where such a map was given. The map
 * does not say its build, and a short name of one build may stand for anything in the next. So it is used for a report only if it knows most
 * of its names, and what it says is doubtful.
 */
import { mapEvidence } from '../messages/map-evidence.ts'
import { mapProblem } from '../messages/map-problems.ts'
import { say } from '../messages/message.ts'
import { pathName } from '../model/path-name.ts'
import type { Problem } from '../model/problem.ts'
import type { Call } from '../model/image.ts'
import type { Report, Resolution } from '../model/report.ts'
import type { PlacedFrame } from './frames.ts'
import type { NameMapLookup } from './symbol-lookup.ts'
import { gradeFrom } from './trust/grade.ts'

export interface OriginalNames {
  readonly resolutions: readonly Resolution[]
  readonly notes: readonly Problem[]
}

/** Names that the compiler leaves as they are, and words of Dart between names. */
const KEPT =
  /^(?:new|get|set|init|dyn|main|anonymous|closure|fn|async|operator|asynchronous|suspension|optimized|out|dart|ui)$/
const IDENTIFIER = /[A-Za-z_$][\w$]*(?:@\d+)?/g
/** A class in the text of an exception: `Instance of 'aB'`, `type 'aB' is not a subtype of type 'cD'`, `aB: no till`. */
const IN_TEXT = /\b(?:Instance of|type|class|of type) '([A-Za-z_$][\w$]{0,60})'|^([A-Za-z_$][\w$]{0,60})(?=: )/g
const MOST_WORDS = 20

/** The resolutions with names of the source, and what is told of the map. */
export function withOriginalNames(
  report: Report,
  frames: readonly (PlacedFrame | undefined)[],
  resolutions: readonly Resolution[],
  maps: readonly NameMapLookup[],
): OriginalNames {
  const place = { file: report.file, severity: 'note' } as const
  const isDart = frames.map((placed) => placed?.frame.language === 'dart')
  const names = resolutions.flatMap((resolution, id) =>
    isDart[id] && 'calls' in resolution ? resolution.calls.map(({ function: name }) => name) : [],
  )
  if (names.length === 0 && !isOfDart(report)) return { resolutions, notes: [] }
  const [map] = maps.filter((one) => fits(one, names))
  if (!map) {
    const [given] = maps.filter(({ isKept }) => !isKept)
    return given && names.length > 0
      ? { resolutions, notes: [mapProblem('name-map.unfit', { map: given.path, names: names.length }, place)] }
      : { resolutions, notes: [] }
  }
  const evidence = [
    say(mapEvidence, 'name-by-map', { map: pathName(map.path) }),
    ...(map.isKept ? [say(mapEvidence, 'map-from-library', { map: pathName(map.path) })] : []),
  ]
  const found = resolutions.map((resolution, id): Resolution => {
    if (!isDart[id] || !('calls' in resolution)) return resolution
    const calls = resolution.calls.map((call) => originalCall(call, map))
    if (calls.every((call, at) => call === resolution.calls[at])) return resolution
    const { grade } = resolution
    const doubtful = gradeFrom('doubtful', evidence)
    return {
      kind: 'resolved',
      calls,
      grade: {
        ...doubtful,
        evidence: [...(grade?.evidence ?? []), ...doubtful.evidence],
        grounds: [...(grade?.grounds ?? []), ...(doubtful.grounds ?? [])],
      },
    }
  })
  const thrown = wordsOf(report, map)
  return {
    resolutions: found,
    notes: thrown.length > 0 ? [mapProblem('name-map.thrown', { map: map.path, names: thrown }, place)] : [],
  }
}

const isOfDart = (report: Report): boolean => report.format === 'flutter'

/** True if most names are ones of the build that the map is of; without names only its texts may be tried. */
function fits(map: NameMapLookup, names: readonly string[]): boolean {
  // A name of which nothing can be obfuscated shows nothing.
  const telling = names.map(parts).filter((own) => own.length > 0)
  const known = telling.filter((own) => own.every((part) => map.originalOf(part) !== undefined)).length
  return names.length === 0 || 2 * known > telling.length
}

const parts = (name: string): readonly string[] =>
  [...name.matchAll(IDENTIFIER)].map(([part]) => part).filter((part) => !KEPT.test(part))

/** The call itself where the map does not know all of its name, or the build kept it. */
function originalCall(call: Call, map: NameMapLookup): Call {
  const { function: name } = call
  if (parts(name).some((part) => map.originalOf(part) === undefined)) return call
  const original = name.replace(IDENTIFIER, (part) => (KEPT.test(part) ? part : (map.originalOf(part) ?? part)))
  return original === name ? call : { ...call, function: original }
}

/** Classes that the texts of the report name, with their names in the source. */
function wordsOf({ exception, applicationInfo }: Report, map: NameMapLookup): readonly string[] {
  const texts = [exception?.name, exception?.reason, exception?.message, ...applicationInfo].filter(
    (text) => text !== undefined,
  )
  const words = new Set(
    texts.flatMap((text) => [...text.matchAll(IN_TEXT)].map(([, quoted, first]) => quoted ?? first ?? '')),
  )
  return [...words]
    .flatMap((word) => {
      const original = map.originalOf(word)
      return original === undefined || original === word ? [] : [`${word} = ${original}`]
    })
    .slice(0, MOST_WORDS)
}
