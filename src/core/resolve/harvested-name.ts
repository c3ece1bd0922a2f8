/**
 * Names that other reports of the same build carry. They rank below real symbols and below the report's own names, and
 * answer only where two reports have shown that the very place lies in the function, or where the function's start is known.
 */
import { readableName } from '../demangle/readable.ts'
import { lastAtMost } from '../bytes/binary-search.ts'
import { nameEvidence } from '../messages/names.ts'
import { say } from '../messages/message.ts'
import type { ImageOffset } from '../model/address.ts'
import type { Resolution } from '../model/report.ts'
import type { HarvestedFunction, Sighting } from '../ports.ts'
import { gradeFrom } from './trust/grade.ts'
import type { LookupPoint } from './lookup-address.ts'

/** Reports that are named beside a name. */
const MOST_TOLD = 2

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

/** A function that at least two reports name, and how far two of them show it. */
interface AgreedFunction {
  readonly start: ImageOffset
  readonly last: ImageOffset
  readonly name: string
  readonly seenBy: readonly Sighting[]
  /** The function lies inside one that two other reports agree on. */
  readonly isContradicted: boolean
}

const agreed = new WeakMap<readonly HarvestedFunction[], readonly AgreedFunction[]>()

/** The functions that two reports agree on; what one report alone says proves nothing. Ascending by start. */
function agreedOf(functions: readonly HarvestedFunction[]): readonly AgreedFunction[] {
  const known = agreed.get(functions)
  if (known) return known
  const found: AgreedFunction[] = []
  let end = -1
  for (const { start, name, seenBy } of functions) {
    const second = seenBy[1]
    if (!second) continue
    found.push({ start, name, seenBy, last: second.last, isContradicted: start <= end })
    end = Math.max(end, second.last)
  }
  agreed.set(functions, found)
  return found
}

function isThere(
  found: HarvestedFunction | AgreedFunction,
  at: ImageOffset,
  functionStart: ImageOffset | undefined,
): boolean {
  if ('isContradicted' in found) return !found.isContradicted && at <= found.last
  return functionStart === found.start
}

/**
 * The harvested function (of `functions`, ascending by start) at a place. Where the image's own table of starts has the function, one
 * report suffices. Without that table two reports must agree, on the name and on the place. The bytes from there to the next
 * known start stay unnamed.
 */
export function resolveHarvested(
  functions: readonly HarvestedFunction[],
  { point, functionStart, slideConfidence, isSystem }: HarvestedPlace,
): Resolution | undefined {
  const candidates = functionStart === undefined ? agreedOf(functions) : functions
  const wanted = functionStart ?? point.offset
  const found = candidates[lastAtMost(candidates.length, (at) => candidates[at]?.start ?? 0, wanted)]
  if (!found || found.name === '' || slideConfidence < 0.5) return undefined
  if (!isThere(found, point.offset, functionStart)) return undefined
  const reports = [...new Set(found.seenBy.map(({ report }) => report))].slice(0, MOST_TOLD)
  const call = {
    function: readableName(found.name),
    mangled: found.name,
    inlined: false,
    functionOffset: point.at - found.start,
    functionStart: found.start,
    source: 'other-report' as const,
    fromReports: reports,
  }
  const isSure = isSystem || functionStart !== undefined
  const evidence = [
    say(nameEvidence, 'named-by-reports', { reports }),
    functionStart === undefined ? say(nameEvidence, 'within-seen-part') : say(nameEvidence, 'start-in-table'),
    ...(isSure ? [] : [say(nameEvidence, 'maybe-nearest-export')]),
    ...(slideConfidence < 1 ? [say(nameEvidence, 'load-address-inferred')] : []),
    ...point.notes,
  ]
  return { kind: 'resolved', calls: [call], grade: gradeFrom(isSure ? 'likely' : 'doubtful', evidence) }
}

/** True if a frame has its name from another report. */
export function isHarvested(resolution: Resolution | undefined): boolean {
  return resolution?.kind === 'resolved' && resolution.calls.at(-1)?.source === 'other-report'
}
