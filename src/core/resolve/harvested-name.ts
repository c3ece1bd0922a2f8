/**
 * Names that other reports of the same build carry. They rank below real symbols and below the report's own names, and
 * answer only where a report has shown that the very place lies in the function.
 */
import { readableName } from '../demangle/readable.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import { nameEvidence } from '../messages/en/names.ts'
import { say } from '../messages/message.ts'
import type { ImageOffset } from '../model/address.ts'
import type { Resolution } from '../model/report.ts'
import type { HarvestedFunction } from '../ports.ts'
import { gradeFrom } from './trust/grade.ts'
import type { LookupPoint } from './lookup-address.ts'

/** Facts about the place besides its point. */
export interface HarvestedPlace {
  readonly point: LookupPoint
  /** Start of the function around the point, where the image's own table of function starts says it. */
  readonly functionStart?: ImageOffset
  /** 0 to 1, below 1 where the load address was inferred. */
  readonly slideConfidence: number
  /** The system's libraries keep their symbols; elsewhere a report's name may be the nearest export of a stripped image. */
  readonly isSystem: boolean
}

/**
 * The harvested function (of `functions`, ascending by start) at a place. The image's own table of starts bounds it.
 * Without that table it extends to the last offset that a report has shown. The bytes from there to the next known
 * start stay unnamed.
 */
export function resolveHarvested(
  functions: readonly HarvestedFunction[],
  { point, functionStart, slideConfidence, isSystem }: HarvestedPlace,
): Resolution | undefined {
  const found = functions[lastAtMost(functions.length, (at) => functions[at]?.start ?? 0, point.offset)]
  if (!found || found.name === '' || slideConfidence < 0.5) return undefined
  if (functionStart === undefined ? point.offset > found.last : functionStart !== found.start) return undefined
  const call = {
    function: readableName(found.name),
    mangled: found.name,
    inlined: false,
    functionOffset: point.at - found.start,
    functionStart: found.start,
    source: 'report' as const,
  }
  const isSure = isSystem || functionStart !== undefined
  const evidence = [
    say(nameEvidence, 'named-by-report', { report: found.report }),
    functionStart === undefined ? say(nameEvidence, 'within-seen-part') : say(nameEvidence, 'start-in-table'),
    ...(isSure ? [] : [say(nameEvidence, 'maybe-nearest-export')]),
    ...(slideConfidence < 1 ? [say(nameEvidence, 'load-address-inferred')] : []),
    ...point.notes,
  ]
  return { kind: 'resolved', calls: [call], grade: gradeFrom(isSure ? 'likely' : 'doubtful', evidence) }
}

/** True if a frame has its name from another report. */
export function isHarvested(resolution: Resolution | undefined): boolean {
  return resolution?.kind === 'resolved' && resolution.calls.at(-1)?.source === 'report'
}
