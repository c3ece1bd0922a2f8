/** How sure a name is, and what speaks for and against it. */
import { aliasText } from '../model/aliases.ts'
import type { Call } from '../model/image.ts'
import { foundByWords } from '../model/found-by.ts'
import type { FoundBy, Grade } from '../model/report.ts'
import { shownToFit } from './build-fit.ts'
import type { LookupPoint } from './lookup-address.ts'

/** What is known about the place that was named. */
export interface GradeFacts {
  readonly calls: readonly Call[]
  readonly point: Pick<LookupPoint, 'notes'>
  /** `uuid`: the symbols are of this very build. */
  readonly tie: 'uuid' | 'name' | 'forced'
  /** Where no UUID ties the symbols: the probability that this code lies elsewhere in the build that made the report. */
  readonly moved?: number
  /** Whether the table of function starts has the named function as the one around the address. */
  readonly startsThere?: boolean
  /** Whether a call instruction ends at the return address; undefined where there are no code bytes or no call is due. */
  readonly callPrecedes?: boolean
  /** Whether that call goes to the next younger frame's function; undefined where it is indirect or not known. */
  readonly calleeFits?: boolean
  /** How the frame was found, where the stack was unwound here. */
  readonly foundBy?: FoundBy
  /** 0 to 1, below 1 where the load address was inferred. */
  readonly slideConfidence: number
}

const sourceWords = {
  dwarf: 'from debug information',
  symtab: 'from the symbol table',
  exports: 'from the exported names',
  metadata: 'from Objective-C or Swift metadata',
  starts: 'only the start of the function is known',
  report: 'as the report prints it',
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
  if (facts.startsThere === false && source !== 'dwarf')
    doubt('another function starts between this name and the address')
  else if (source === 'dwarf') evidence.push("inside the function's range")
  else if (offset !== undefined && size !== undefined && offset >= size) {
    doubt(`${offset - size} bytes behind the end of this function`)
  } else if (size !== undefined) evidence.push('inside the function as its neighbours bound it')
  else if (facts.startsThere === true) evidence.push('no other function starts between this name and the address')
  else if (offset !== undefined && offset > farFromStart) doubt(`${offset} bytes from the start of the nearest name`)
  else reserve("the nearest name before the address; the function's end is not known")
  if (source) evidence.push(sourceWords[source])
  const others = concrete && aliasText(concrete)
  if (others) reserve(others)

  if (facts.callPrecedes === true) evidence.push('a call ends at this return address')
  if (facts.callPrecedes === false) doubt('no call ends at this return address')
  if (facts.calleeFits === true) evidence.push('that call goes to the function of the frame below')
  if (facts.calleeFits === false)
    reserve('that call goes to another function than the frame below: a tail call, or not this code')

  if (facts.foundBy === 'scan') {
    const words = `found by ${foundByWords.scan}`
    if (facts.calleeFits === true) reserve(words)
    else doubt(`${words}: it may be no caller at all`)
  } else if (facts.foundBy) evidence.push(`found by ${foundByWords[facts.foundBy]}`)

  if (facts.tie === 'uuid') evidence.push('symbols of this very build')
  const { moved = 1 } = facts
  if (facts.tie === 'forced') reserve('symbols of another build, used because they were asked for')
  if (facts.tie === 'name') reserve('tied to its symbols by name: the report gives no UUID')
  if (facts.tie !== 'uuid') {
    if (moved <= shownToFit) evidence.push('what the report shows around it fits these symbols to the byte')
    else doubt('nothing in the report shows that its build has this function here')
  }
  if (facts.slideConfidence < sureSlide) doubt('the load address was guessed')
  else if (facts.slideConfidence < 1) reserve('the load address was inferred')
  if (facts.calls[0]?.source === 'dwarf' && facts.calls[0].file !== undefined && facts.calls[0].line === undefined) {
    evidence.push('the compiler made this code: it has no source line')
  }
  evidence.push(...facts.point.notes)
  return { level: doubts > 0 ? 'doubtful' : reservations > 0 ? 'likely' : 'exact', evidence }
}
