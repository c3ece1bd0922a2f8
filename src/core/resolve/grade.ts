/** How sure a name is, and what speaks for and against it. */
import { nameEvidence, nameSources } from '../messages/en/names.ts'
import { aliasText, mayBeAnother } from '../model/aliases.ts'
import type { Call } from '../model/image.ts'
import type { FoundBy, Grade } from '../model/report.ts'
import { shownToFit } from './build-fit.ts'
import type { LookupPoint } from './lookup-address.ts'

/** What is known about the place that was named. */
export interface GradeFacts {
  readonly calls: readonly Call[]
  readonly point: Pick<LookupPoint, 'notes'>
  /** `uuid`: the symbols are of this very build. */
  readonly tie: 'uuid' | 'name' | 'forced'
  /** The symbols are an index from elsewhere: nothing here can check what it says. */
  readonly imported?: true
  /** Where no UUID ties the symbols: the probability that this code lies elsewhere in the build that made the report. */
  readonly moved?: number
  /** Where no UUID ties the symbols: they may be of another slice than the one that ran. */
  readonly otherSlice?: boolean
  /** Whether the table of function starts has the named function as the one around the address. */
  readonly startsThere?: boolean
  /** Whether a call instruction ends at the return address; undefined where there are no code bytes or no call is due. */
  readonly callPrecedes?: boolean
  /** Whether that call goes to the next younger frame's function; undefined where it is indirect or not known. */
  readonly calleeFits?: boolean
  /** Another image is listed at this address, too, and nothing says which one is meant. */
  readonly alsoElsewhere?: boolean
  /** How the frame was found, where the stack was unwound here. */
  readonly foundBy?: FoundBy
  /** 0 to 1, below 1 where the load address was inferred. */
  readonly slideConfidence: number
}

/** Functions without a known end are seldom larger than this; a name further away is likely another function's. */
const farFromStart = 0x10000

/** An inferred load address below this makes every name doubtful. */
const sureSlide = 0.95

/** Grades a chain of calls (not empty, innermost first). */
export function gradeOf(facts: GradeFacts): Grade {
  const concrete = facts.calls.at(-1)
  const evidence: string[] = []
  let doubts = 0
  let reservations = 0
  const doubt = (words: string): void => {
    doubts++
    evidence.push(words)
  }
  const reserve = (words: string): void => {
    reservations++
    evidence.push(words)
  }

  const { functionOffset: offset, functionSize: size, source } = concrete ?? {}
  if (facts.startsThere === false && source !== 'dwarf') doubt(nameEvidence.anotherFunctionStarts)
  else if (source === 'dwarf') evidence.push(nameEvidence.insideRange)
  else if (offset !== undefined && size !== undefined && offset >= size) {
    doubt(nameEvidence.pastEnd({ bytes: offset - size }))
  } else if (size !== undefined) evidence.push(nameEvidence.beforeNextSymbol)
  else if (facts.startsThere === true) evidence.push(nameEvidence.noOtherStart)
  else if (offset !== undefined && offset > farFromStart) doubt(nameEvidence.farFromStart({ bytes: offset }))
  else reserve(nameEvidence.endUnknown)
  if (source) evidence.push(nameSources[source])
  const others = concrete && aliasText(concrete)
  if (others && mayBeAnother(concrete)) reserve(others)
  else if (others) evidence.push(others)

  if (facts.callPrecedes === true) evidence.push(nameEvidence.followsCall)
  if (facts.callPrecedes === false) doubt(nameEvidence.followsNoCall)
  if (facts.calleeFits === true) evidence.push(nameEvidence.callFits)
  if (facts.calleeFits === false) reserve(nameEvidence.callDiffers)

  if (facts.foundBy === 'scan') {
    if (facts.calleeFits === true) reserve(nameEvidence.foundBy({ means: 'scan' }))
    else doubt(nameEvidence.foundByScan)
  } else if (facts.foundBy) evidence.push(nameEvidence.foundBy({ means: facts.foundBy }))

  if (facts.imported) evidence.push(nameEvidence.importedIndex)
  if (facts.tie === 'uuid') evidence.push(nameEvidence.sameBuild)
  const { moved = 1 } = facts
  if (facts.tie === 'forced') reserve(nameEvidence.forcedBuild)
  if (facts.tie === 'name') reserve(nameEvidence.matchedByName)
  if (facts.tie !== 'uuid') {
    if (moved <= shownToFit) evidence.push(nameEvidence.codeAgrees)
    else doubt(nameEvidence.codeUnproved)
  }
  if (facts.otherSlice === true) doubt(nameEvidence.otherSlice)
  if (facts.alsoElsewhere === true) doubt(nameEvidence.alsoElsewhere)
  if (facts.slideConfidence < sureSlide) doubt(nameEvidence.loadAddressGuessed)
  else if (facts.slideConfidence < 1) reserve(nameEvidence.loadAddressInferred)
  if (facts.calls[0]?.source === 'dwarf' && facts.calls[0].file !== undefined && facts.calls[0].line === undefined) {
    evidence.push(nameEvidence.compilerGenerated)
  }
  evidence.push(...facts.point.notes)
  return { level: doubts > 0 ? 'doubtful' : reservations > 0 ? 'likely' : 'exact', evidence }
}
