/**
 * A piece copied out of the middle of an `.ips` report. The brackets that the piece closes but never opens are put before it, so that
 * the formats can read its members.
 */

/** A piece larger than this is a report. */
const LARGEST = 8 << 20
/** Lines of words before the piece are no more than this. */
const LONGEST_PROSE = 16_384
/** A piece begins at most this deep: members of registers in a thread's state lie eight deep. */
const MAX_DEPTH = 16

/** A line that begins with a member of an object. */
const MEMBER_LINE = /^[ \t]*"[A-Za-z_]\w*"[ \t]*:[ \t]*(?=[[{"\d\-tfn])/m
/** Keys that only crash reports have, at the top or in the parts that say how the program ended. */
const CRASH_KEY =
  /"(?:usedImages|asiBacktraces|lastExceptionBacktrace|imageOffset|faultingThread|vmRegionInfo|rawCodes|exceptionReason|isCorpse|crashReporterKey|memoryStatus|largestProcess|panicString|procLaunch|threadState)"\s*:|"threads"\s*:\s*\[|"namespace"\s*:\s*"[A-Z]|"type"\s*:\s*"EXC_|"signal"\s*:\s*"SIG|"subtype"\s*:\s*"KERN_|"(?:exception|termination)"\s*:\s*\{\s*"(?:codes|rawCodes|type|signal|subtype|code|flags|namespace|indicator|reasons)"/

/** Members of a thread, of a frame, and of reports that other tools write: what lacks brackets there is a list. */
const OF_LIST = /"(?:frames|threadState|imageOffset|triggered)"\s*:/
const FOREIGN =
  /"(?:callStackTree|callStackRootFrames|subFrames|offsetIntoBinaryTextSegment|callStacks|binary_images|debug_meta|event_id|stacktrace|backtrace)"\s*:/
const STARTS_WITH_MEMBER = /^\s*"[A-Za-z_]\w*"\s*:\s*[[{"\dtf]/
const HAS_STACKS =
  /"(?:stacktrace|debug_meta|threads|usedImages|asiBacktraces|lastExceptionBacktrace|imageOffset|callStackTree|binary_images)"\s*:/

/** Names of the objects that a piece can begin in, by a member that only they have. */
const CONTAINERS: readonly (readonly [name: string, member: RegExp])[] = [
  ['exception', /"(?:codes|rawCodes|subtype)"|"signal"|"type"\s*:\s*"EXC_/],
  ['termination', /"(?:indicator|byProc|byPid|reasons)"|"namespace"\s*:\s*"[A-Z]/],
  ['osVersion', /"(?:train|releaseType)"/],
  ['bundleInfo', /"CFBundle\w+"/],
]

/**
 * The text with the brackets that a piece of an `.ips` report lacks at both ends. A piece that begins inside a list (of frames, images
 * or register values) gets its first bracket alone: the start of that list is missing. Words around the piece stay. Other texts come
 * back as the same string.
 */
export function openJsonFragment(text: string): string {
  const head = text.slice(0, 4096)
  if (text.length > LARGEST || /^\s*[[{]/.test(head)) return text
  const ofFrames = openFrames(text)
  if (ofFrames !== undefined) return ofFrames
  const start = text.slice(0, LONGEST_PROSE).search(MEMBER_LINE)
  const opened = start < 0 ? undefined : openReportPiece(text, start)
  if (opened !== undefined) return opened
  return STARTS_WITH_MEMBER.test(head) && HAS_STACKS.test(text) ? `{${text}` : text
}

/** A piece that begins inside a frame of Sentry or KSCrash, or between two of them. */
const IN_FRAME =
  /^[\s},]*(?:\{\s*)?"(?:symbol_addr|instruction_addr|image_addr|object_addr|object_name|symbol_name|package|in_app|function)"\s*:/

function openFrames(text: string): string | undefined {
  if (!IN_FRAME.test(text.slice(0, 4096)) || !text.includes('"instruction_addr"')) return undefined
  const piece = text.replace(/^[\s},]*\{?/, '')
  return text.includes('"object_addr"')
    ? `{"crash":{"threads":[{"backtrace":{"contents":[{${piece}`
    : `{"stacktrace":{"frames":[{${piece}`
}

const FRAME = /"imageOffset"\s{0,8}:/

function openReportPiece(text: string, start: number): string | undefined {
  // Frames above the member are of the same piece, which begins before them.
  if (FRAME.test(text.slice(0, start)) && !FRAME.test(text.slice(start))) return undefined
  if (isInObject(text, start) || !CRASH_KEY.test(text) || FOREIGN.test(text)) return undefined
  const end = endOfPiece(text, start)
  const found = findClosers(text, start, end)
  if (!found || found.parts.slice(0, -1).some((own) => OF_LIST.test(own))) return undefined
  const before = text.slice(0, start).replace(/^[\s\]},]+$/, '')
  // Words before a report end where an object with a known key begins.
  const known = before === '' ? '' : `"${UNKNOWN}": {},`
  const opened = found.parts.slice(0, -1).map((own) => `"${nameOf(own)}": {`)
  const closing = found.open.toReversed().map((bracket) => (bracket === '{' ? '}' : ']'))
  const closed = `${found.rest}${closing.join('')}${found.isClosed ? '' : '}'}`
  return `${before}{${known}${opened.toReversed().join('')}${text.slice(start, end)}${closed}${text.slice(end)}`
}

/** An object that opens a line, with its first key. */
const OPENS_LINE = /^[ \t]*\{\s{0,200}(?:"|$)/m

/** True if an object before a place is still open there: then no bracket is missing. */
function isInObject(text: string, place: number): boolean {
  if (/[[{]\s*$/.test(text.slice(0, place))) return true
  const first = OPENS_LINE.exec(text.slice(0, place))
  let depth = 0
  for (let at = first?.index ?? place; at < Math.min(place, text.length); at++) {
    const letter = text[at]
    if (letter === '"') at = endOfString(text, at, place)
    else if (letter === '{' || letter === '[') depth++
    else if (letter === '}' || letter === ']') depth--
  }
  return depth > 0
}

/** Words may follow the piece: it ends with the last line that begins and ends as JSON does. */
function endOfPiece(text: string, start: number): number {
  const whole = text.slice(start).trimEnd()
  const tail = whole.slice(-LONGEST_PROSE)
  let end = tail.length
  for (const line of tail.split('\n').toReversed()) {
    if (JSON_LINE.test(line)) break
    end -= line.length + 1
  }
  if (end <= 0) return start + whole.length
  return start + whole.length - tail.length + end
}

/** A line of JSON, or the last one, which may be cut off in a key or a value. */
const JSON_LINE =
  /^[ \t]*,?[ \t]*(?:"\w*[ \t\r]*$|"\w+"[ \t]*:|["\]}{[\d-].*(?:[\]}{[,"\d]|true|false|null)[ \t\r]*$|[\]}{[\d][ \t\r]*$)/

/** Key of an object whose name is not in the piece. */
const UNKNOWN = 'piece'
const nameOf = (own: string): string => CONTAINERS.find(([, member]) => member.test(own))?.[0] ?? UNKNOWN

interface Closers {
  /** The members of each object that the piece closes, from the inside out, without what they hold; last those of the outermost. */
  readonly parts: readonly string[]
  /** The piece closes the outermost object. */
  readonly isClosed: boolean
  /** Brackets that the piece opens and does not close. */
  readonly open: readonly string[]
  /** Ends the string that the piece is cut off in, and the member of a key that is cut off. */
  readonly rest: string
}

/** Undefined where the piece closes a list that it does not open, or closes more than a report has. */
function findClosers(text: string, start: number, end: number): Closers | undefined {
  const parts: string[] = []
  const open: string[] = []
  let own = ''
  let from = start
  let rest = ''
  for (let at = start; at < Math.min(end, text.length); at++) {
    const letter = text[at]
    if (letter === '"') {
      const quote = at
      at = endOfString(text, at, end)
      if (at === end) {
        const isValue = open.at(-1) === '[' || /:\s*$/.test(text.slice(Math.max(start, quote - 200), quote))
        rest = restOfString(text.slice(quote, end), isValue)
      }
    } else if (letter === '{' || letter === '[') {
      if (open.length === 0) own += text.slice(from, at)
      open.push(letter)
    } else if (letter === '}' || letter === ']') {
      if (open.length > 0) {
        open.pop()
        from = at + 1
        continue
      }
      if (letter === ']' || parts.length === MAX_DEPTH) return undefined
      parts.push(own + text.slice(from, at))
      own = ''
      from = at + 1
    }
  }
  if (open.length === 0) own += text.slice(from, end)
  const isClosed = parts.length > 0 && !/\S/.test(own) && nameOf(parts.at(-1) ?? '') === UNKNOWN
  return { parts: isClosed ? parts : [...parts, own], isClosed, open, rest }
}

/** What a string that is cut off lacks. */
function restOfString(string: string, isValue: boolean): string {
  const escape = /(?:^|[^\\])(?:\\\\)*\\$/.test(string) ? '\\' : ''
  return isValue ? `${escape}"` : `${escape}": null`
}

/** The closing quote of the string that opens here, or its last character before the end. */
function endOfString(text: string, start: number, end: number): number {
  for (let at = start + 1; at < Math.min(end, text.length); at++) {
    const code = text.charCodeAt(at)
    if (code === 34) return at
    if (code === 92) at++
  }
  return end
}
