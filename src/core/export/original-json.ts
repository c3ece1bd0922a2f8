/** How JSON formats hold a frame's name: the frame's own text, rewritten member by member. */
import type { MarkedLevel } from '../model/grade-marks.ts'
import { aliasText } from '../model/aliases.ts'
import type { Call } from '../model/image.ts'
import { isAlwaysTold } from '../model/provenance.ts'
import { visibleText } from '../model/visible-text.ts'
import type { Frame, Report } from '../model/report.ts'
import { sourceName } from '../model/frames.ts'
import type { JsonKeys } from '../reports/base/write-back.ts'
import { eachFrame } from '../model/each-frame.ts'
import { findWriteBack } from '../reports/write-back.ts'

/** A key of ours beside Apple's: `likely` or `doubtful`, for names that are not sure. */
const GRADE_KEY = 'symbolGrade'
/** And one that says whose name it is, where strangers gave it. */
const NOTE_KEY = 'symbolNote'
/** And one for the callers that the report leaves out behind a frame, each a text. */
const LEFT_OUT_KEY = 'recoveredCallers'

/** Facts about a frame besides its calls. */
interface Told {
  readonly level: MarkedLevel | undefined
  readonly leftOut: readonly string[]
}

/** True if frames of a JSON report can hold names. Frames of a fragment that begins inside of a frame have no position in the text. */
export function holdsNames(report: Report): boolean {
  const writeBack = findWriteBack(report.format)
  if (writeBack?.json) return true
  return writeBack?.callsKey !== undefined && [...eachFrame(report)].every(({ span }) => span !== undefined)
}

/** A member of an object as it is written: key, and the text from the key to the end of its value. */
interface Member {
  readonly key: string
  readonly text: string
}

/**
 * The text of a frame with its calls: the inlined ones as frames of their own before it, innermost first, as Apple writes them.
 * Undefined for formats that have no place for names, and for a frame that the text cuts off.
 */
export function rewriteJsonFrame(
  report: Report,
  { span }: Frame,
  calls: readonly Call[],
  { level, leftOut }: Told,
): string | undefined {
  const keys = findWriteBack(report.format)?.json
  const laid = keys && span && readLayout(report.text.slice(span.start, span.end))
  if (!laid) return undefined
  const ours: readonly string[] = [
    keys.name,
    keys.location,
    keys.file,
    keys.line,
    keys.inline,
    GRADE_KEY,
    NOTE_KEY,
    LEFT_OUT_KEY,
  ]
  const objects = calls.map((call) => {
    const names = namesOf(call, keys, level)
    return laid.write(ours, { ...names, ...(call.inlined || leftOut.length === 0 ? {} : { [LEFT_OUT_KEY]: leftOut }) })
  })
  return objects.join(separatorBefore(report.text, span.start))
}

/**
 * The text of a frame that symbols did not name. It includes the grade of the frame's own name, and the callers after
 * it that the report leaves out.
 */
export function addToFrame(report: Report, { span }: Frame, { level, leftOut }: Told): string | undefined {
  if (!span || !findWriteBack(report.format)?.json) return undefined
  return readLayout(report.text.slice(span.start, span.end))?.write([GRADE_KEY, LEFT_OUT_KEY], {
    ...(level !== undefined && { [GRADE_KEY]: level }),
    ...(leftOut.length > 0 && { [LEFT_OUT_KEY]: leftOut }),
  })
}

/** How an object is laid out, so that one with other members looks like it; undefined when it is not one whole object. */
function readLayout(text: string): { write: (without: readonly string[], added: object) => string } | undefined {
  const members = readMembers(text)
  if (!members || members.length === 0) return undefined
  const open = /^\{\s*/.exec(text)?.[0] ?? '{'
  const close = /\s*\}$/.exec(text)?.[0] ?? '}'
  const colon = /^"(?:[^"\\]|\\.)*"(\s*:\s*)/.exec(members[0]?.text ?? '')?.[1] ?? ':'
  const between = `,${open.slice(1)}`
  return {
    write: (without, added) => {
      const [first, ...rest] = members.filter(({ key }) => !without.includes(key)).map((member) => member.text)
      const texts = Object.entries(added).map(([key, value]) => `"${key}"${colon}${visibleText(JSON.stringify(value))}`)
      return open + [first, ...texts, ...rest].filter((part) => part !== undefined).join(between) + close
    },
  }
}

function namesOf(call: Call, keys: JsonKeys, level?: MarkedLevel): Record<string, string | number | boolean> {
  return {
    ...(call.line === undefined ? {} : { [keys.line]: call.line }),
    ...(call.file === undefined ? {} : { [keys.file]: sourceName(call.file) }),
    [keys.name]: call.function,
    [keys.location]: call.inlined ? 0 : (call.functionOffset ?? 0),
    ...(call.inlined ? { [keys.inline]: true } : {}),
    ...(level === undefined ? {} : { [GRADE_KEY]: level }),
    ...(isAlwaysTold(call) ? { [NOTE_KEY]: aliasText(call) ?? '' } : {}),
  }
}

/** The text between this frame and the one before it, so that new frames are laid out like the others. */
function separatorBefore(text: string, start: number): string {
  return /,\s*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? ','
}

/** The members of a flat object; undefined when the text is not one whole object. Nested values are kept as they are. */
function readMembers(text: string): Member[] | undefined {
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined
  const members: Member[] = []
  let start = 1
  let depth = 0
  for (let at = 1; at < text.length; at++) {
    const char = text[at]
    if (char === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
    } else if (char === '{' || char === '[') depth++
    else if ((char === ',' || char === '}' || char === ']') && depth === 0) {
      const raw = text.slice(start, at).trim()
      const key = /^"((?:[^"\\]|\\.)*)"\s*:/.exec(raw)?.[1]
      if (key !== undefined) members.push({ key, text: raw })
      start = at + 1
    } else if (char === '}' || char === ']') depth--
  }
  return members
}
