/** How sure a name is, and what speaks for and against it. */
import { nameEvidence } from '../../messages/names.ts'
import { placementFacts } from '../../messages/placement.ts'
import { say, type Said } from '../../messages/message.ts'
import { aliasEvidence, mayBeAnother } from '../../model/aliases.ts'
import { hasName, type Call } from '../../model/image.ts'
import { saidOfMark } from '../../model/provenance.ts'
import type { FoundBy, Grade, NameOdds, PlacementEvidence, RowDispute } from '../../model/report.ts'
import type { Writable } from '../../model/writable.ts'
import type { TailCall } from '../tail-calls.ts'
import type { LookupPoint } from '../lookup-address.ts'
import { item, logit, probabilityOf } from './terms.ts'
import { doubtNats, likelyFrom, shownFrom } from './weights.ts'
import { append } from '../../model/lists.ts'

/** Facts about the named place. */
export interface GradeFacts {
  readonly calls: readonly Call[]
  readonly point: Pick<LookupPoint, 'notes'>
  /** `uuid`: the symbols are of this very build. */
  readonly tie: 'uuid' | 'name' | 'forced'
  /** Where no UUID ties the symbols: how sure it is that the build that made the report has this function here. */
  readonly place?: NameOdds
  /** Where no UUID ties the symbols: they may be of another slice than the one that ran. */
  readonly otherSlice?: boolean
  /** True if the table of function starts has the named function as the one around the address. */
  readonly startsThere?: boolean
  /** True if a call instruction ends at the return address; undefined without code bytes or if no call is due. */
  readonly callPrecedes?: boolean
  /** True if that call targets the next younger frame's function; undefined where it is indirect or not known. */
  readonly calleeFits?: boolean
  /** Where the call goes elsewhere: to which function, and whether that one jumps to the frame below. */
  readonly tailCall?: TailCall
  /** Another image is listed at this address, too, and nothing says which one is meant. */
  readonly alsoElsewhere?: boolean
  /** The row contradicts the list that places its address. */
  readonly disputed?: RowDispute
  /** How the frame was found, where the stack was unwound here. */
  readonly foundBy?: FoundBy
  /** 0 to 1, below 1 where the load address was inferred. */
  readonly slideConfidence: number
}

/** Functions without a known end are seldom larger than this; a name further away is likely another function's. */
const farFromStart = 0x10000

const DISPUTES = { image: 'row-names-other-image', 'load-address': 'row-counts-otherwise' } as const

/** A grade, or that a name is too unlikely to be shown. */
export interface Judged {
  readonly grade: Grade
  readonly isShown: boolean
}

/** Grades a chain of calls (not empty, innermost first). */
export function gradeOf(facts: GradeFacts): Judged {
  const concrete = facts.calls.at(-1)
  const evidence: Said[] = []
  let doubts = 0
  let reservations = 0
  const doubted: PlacementEvidence[] = []
  const doubt = (words: Said, nats = doubtNats): void => {
    doubts++
    if (nats !== 0) doubted.push(item(words, nats))
    evidence.push(words)
  }
  const reserve = (words: Said): void => {
    reservations++
    evidence.push(words)
  }

  const { functionOffset: offset, functionSize: size, source } = concrete ?? {}
  if (facts.startsThere === false && source !== 'dwarf') doubt(say(nameEvidence, 'another-function-starts'))
  else if (source === 'dwarf') evidence.push(say(nameEvidence, 'inside-range'))
  else if (offset !== undefined && size !== undefined && offset >= size) {
    doubt(say(nameEvidence, 'past-end', { bytes: offset - size }))
  } else if (size !== undefined) evidence.push(say(nameEvidence, 'before-next-symbol'))
  else if (facts.startsThere === true) evidence.push(say(nameEvidence, 'no-other-start'))
  else if (offset !== undefined && offset > farFromStart) doubt(say(nameEvidence, 'far-from-start', { bytes: offset }))
  else reserve(say(nameEvidence, 'end-unknown'))
  if (source === 'described' || source === 'carried') reserve(say(nameEvidence, 'from-source', { source }))
  else if (source) evidence.push(say(nameEvidence, 'from-source', { source }))
  const others = concrete ? aliasEvidence(concrete) : []
  if (concrete && others.length > 0 && mayBeAnother(concrete)) reservations++
  append(evidence, others)
  if (concrete?.contradicted) doubts++

  if (facts.callPrecedes === true) evidence.push(say(nameEvidence, 'follows-call'))
  // Where a build was weighed, that has its weight there.
  if (facts.callPrecedes === false) doubt(say(nameEvidence, 'follows-no-call'), facts.tie === 'uuid' ? doubtNats : 0)
  if (facts.calleeFits === true) evidence.push(say(nameEvidence, 'call-fits'))
  if (facts.calleeFits === false) {
    const { through, isProved = false } = facts.tailCall ?? {}
    if (through === undefined) reserve(say(nameEvidence, 'call-differs'))
    else if (isProved) evidence.push(say(nameEvidence, 'tail-call', { through }))
    else reserve(say(nameEvidence, 'call-differs-by-name', { through }))
  }

  if (facts.foundBy === 'scan') {
    if (facts.calleeFits === true) reserve(say(nameEvidence, 'found-by', { means: 'scan' }))
    else doubt(say(nameEvidence, 'found-by-scan'))
  } else if (facts.foundBy) evidence.push(say(nameEvidence, 'found-by', { means: facts.foundBy }))

  // Nothing here can check what an index from elsewhere says.
  const from = concrete?.imported
  if (from?.archive !== undefined) reservations++
  else if (from) evidence.push(saidOfMark(from))
  if (facts.tie === 'uuid' && source !== 'carried') evidence.push(say(nameEvidence, 'same-build'))
  if (facts.tie === 'forced') reserve(say(nameEvidence, 'forced-build'))
  if (facts.tie === 'name') reserve(say(nameEvidence, 'matched-by-name'))
  if (facts.otherSlice === true) doubt(say(nameEvidence, 'other-slice'))
  if (facts.alsoElsewhere === true) doubt(say(nameEvidence, 'also-elsewhere'))
  if (facts.disputed) doubt(say(nameEvidence, DISPUTES[facts.disputed]))
  const odds = oddsOf(facts, doubted)
  if (facts.tie !== 'uuid') {
    if (!concrete || !hasName(concrete)) doubt(say(nameEvidence, 'no-name-to-check'))
    else if ((facts.place?.confidence ?? 0) >= likelyFrom) evidence.push(say(nameEvidence, 'code-agrees'))
    else doubt(say(nameEvidence, 'code-unproved'))
  }
  if (facts.slideConfidence < likelyFrom) doubt(say(nameEvidence, 'load-address-guessed'))
  else if (facts.slideConfidence < 1) reserve(say(nameEvidence, 'load-address-inferred'))
  if (odds && odds.confidence < likelyFrom && doubts === 0) doubt(say(nameEvidence, 'together-unsure'))
  if (facts.calls[0]?.source === 'dwarf' && facts.calls[0].file !== undefined && facts.calls[0].line === undefined) {
    evidence.push(say(nameEvidence, 'compiler-generated'))
  }
  append(evidence, facts.point.notes)
  const grade: Writable<Grade> = gradeFrom(doubts > 0 ? 'doubtful' : reservations > 0 ? 'likely' : 'exact', evidence)
  if (odds) grade.odds = odds
  return { grade, isShown: odds === undefined || facts.tie === 'forced' || odds.confidence >= shownFrom }
}

/** What makes up the confidence of a name: build, load address, and what else speaks against it. */
function oddsOf(
  { tie, place, slideConfidence }: GradeFacts,
  doubted: readonly PlacementEvidence[],
): NameOdds | undefined {
  if (tie === 'uuid' && slideConfidence >= 1) return undefined
  const ofBuild = tie === 'uuid' ? 1 : (place?.confidence ?? 0)
  const ofPlace = ofBuild * slideConfidence
  const terms = [...(tie === 'uuid' ? [item(say(placementFacts, 'tied-by-uuid'), logit(1))] : (place?.terms ?? []))]
  if (slideConfidence < 1) {
    terms.push(item(say(placementFacts, 'load-address'), logit(ofPlace) - logit(ofBuild)))
  }
  const nats = doubted.reduce((sum, { nats: one }) => sum + one, logit(ofPlace))
  return { confidence: probabilityOf(nats), terms: [...terms, ...doubted] }
}

/** A grade with what was said for and against it. */
export function gradeFrom(level: Grade['level'], said: readonly Said[]): Grade {
  return { level, evidence: said.map(({ text }) => text), grounds: said.map(({ message }) => message) }
}
