/**
 * A piece copied out of the middle of an `.ips` crash report: some of its frames, perhaps with the list of images. Frames are found
 * one by one, because the brackets around them may be missing on either side.
 */
import { success } from '../../model/problem.ts'
import type { Outcome, Problem } from '../../model/problem.ts'
import type { Report, Stack, TextSpan, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { readFrames, readThreadState, readUsedImage } from './ips-frames.ts'
import type { UsedImages } from './ips-frames.ts'
import { asArray, asObject, asString, parseJson } from '../json/json.ts'
import type { JsonDocument, JsonObject } from '../json/json.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { problem } from '../../messages/problems.ts'
import { titles } from '../../messages/labels.ts'

const KEYS = /"imageOffset"\s*:\s*\d/
const LIST = /"(?:usedImages|binaryImages)"\s*:\s*(?=\[)/
/** A piece larger than this is a report. */
const LARGEST = 8 << 20
const MOST_FRAMES = 100_000

export const ipsFragment: ReportFormat = {
  id: 'ips-fragment',
  label: 'Piece of a crash report (.ips)',
  sniff: ({ text }: Sample) => KEYS.test(text) && /"imageIndex"\s*:\s*\d/.test(text),
  parse: parseFragment,
}

/** A name that ends with the text, escapes and all. */
const CUT_NAME = /"symbol"\s{0,8}:\s{0,8}"((?:[^"\\\n]|\\.){1,2000})$/
const LONGEST_NAME = 2100

/** A frame's object, with the document that its places count in. */
interface Piece {
  readonly value: JsonObject
  readonly document: JsonDocument
  readonly start: number
  readonly end: number
}

function parseFragment(input: ReportInput): Outcome<readonly Report[]> {
  const { path, text } = input
  const builder = new ReportBuilder(path)
  const list = LIST.exec(text)
  const images = list ? parseJson(text, list.index + list[0].length) : undefined
  // An entry that is cut off may lack anything.
  const listed = asArray(images?.value).filter((entry) => !images?.open.has(asObject(entry)))
  const positions = listed.map((entry) => {
    const row = readUsedImage(asObject(entry))
    const position = builder.addImage(row)
    return row.catchAll ? undefined : position
  })
  const used: UsedImages = { builder, positions }
  const pieces = findFrames(text)
  const problems: Problem[] = []
  const isListCut = images !== undefined && images.open.size > 0
  if (listed.length === 0 || isListCut)
    problems.push(problem(isListCut ? 'missing-images.cut' : 'missing-images', {}, { file: path }))
  const threads: Thread[] = []
  const backtraces: (Stack & { title: string })[] = []
  let lastException: Stack | undefined
  // Threads are numbered by their place in the list; where its beginning is missing, nobody knows the numbers.
  const isNumbered = /"threads"\s*:\s*\[/.test(text.slice(0, pieces[0]?.start ?? 0))
  stacksOf(pieces, text).forEach((stack, at, stacks) => {
    const before = text.slice(stacks[at - 1]?.span.end ?? 0, stack.span.start)
    const rows = stack.pieces.flatMap((piece) => rowOf(piece, used, text))
    const isThrown = /"lastExceptionBacktrace"\s*:\s*\[\s*$/.test(before)
    // Where the beginning of the list is missing the first frame here is a caller.
    const rule = /\[\s*$/.test(before) && !isThrown ? 'thread' : 'return'
    const frames = builder.addStack(rows, rule)
    const place = { frames, span: stack.span }
    if (isThrown) lastException = place
    else if (rule === 'thread') threads.push({ ...factsOf(before, threads.length, isNumbered), ...place })
    else backtraces.push({ title: titles.startMissing, ...place })
  })
  const built = builder.finish()
  const report: Report = omitUndefined({
    format: ipsFragment.id,
    label: ipsFragment.label,
    file: path,
    text,
    textKind: 'json' as const,
    header: { fields: [] },
    applicationInfo: [],
    threads,
    lastException,
    backtraces,
    callTrees: [],
    sections: [],
    ...built,
    problems: [...built.problems, ...problems],
  })
  return success([report], problems)
}

function rowOf({ value, document, start, end }: Piece, used: UsedImages, text: string): FrameRow[] {
  if (!document.open.has(value)) return readFrames([value], used, document)
  const { imageOffset, symbol } = value
  const own = text.slice(start, end).trimEnd()
  const name = asString(symbol) ?? CUT_NAME.exec(own.slice(-LONGEST_NAME))?.[1]
  // Without its image a place is no more than an offset. A number is whole if another member follows it.
  if (typeof imageOffset !== 'number' || !name) return []
  return [
    {
      offset: imageOffset,
      symbol: { name: symbol === undefined ? `${name}…` : name },
      span: { start, end: start + own.length },
    },
  ]
}

/** What the text before a thread's frames says of it. */
function factsOf(
  before: string,
  at: number,
  isNumbered: boolean,
): Pick<Thread, 'id' | 'unnumbered' | 'crashed' | 'name' | 'queue' | 'registers'> {
  const own = before.slice(before.lastIndexOf('"frames"', before.length - 20) + 1)
  const registers = readThreadState(stateIn(own))
  return omitUndefined({
    id: at,
    unnumbered: isNumbered ? undefined : (true as const),
    // The system notes at the counter of the thread that crashed, and at no other, whether its first frame is there.
    crashed: /"(?:triggered|matchesCrashFrame)"\s*:\s*(?:true|1)/.test(own),
    name: /"name"\s*:\s*"([^"\n]*)"/.exec(own)?.[1],
    queue: /"queue"\s*:\s*"([^"\n]*)"/.exec(own)?.[1],
    registers: registers.length === 0 ? undefined : registers,
  })
}

/** The registers of a thread; where their beginning is cut off, those behind the numbered ones, which have names. */
function stateIn(own: string): JsonObject {
  const whole = /"threadState"\s*:\s*(?=\{)/.exec(own)
  if (whole) return asObject(parseJson(own, whole.index + whole[0].length)?.value)
  const named = own.indexOf('"flavor"')
  return named === -1 ? {} : asObject(parseJson(`{${own.slice(named)}`)?.value)
}

/** Frames that nothing but a comma parts are one stack. */
function stacksOf(pieces: readonly Piece[], text: string): { readonly pieces: Piece[]; readonly span: TextSpan }[] {
  const stacks: Piece[][] = []
  for (const piece of pieces) {
    const before = stacks.at(-1)?.at(-1)
    if (before && /^\s*,\s*$/.test(text.slice(before.end, piece.start))) stacks.at(-1)?.push(piece)
    else stacks.push([piece])
  }
  return stacks.map((own) => ({ pieces: own, span: { start: own[0]?.start ?? 0, end: own.at(-1)?.end ?? 0 } }))
}

/** The frames in a text, by their objects, which hold no others. */
function findFrames(whole: string): Piece[] {
  const text = whole.slice(0, LARGEST)
  const frames: Piece[] = []
  const first = /\{\s*"\w+"\s*:/.exec(text)?.index ?? text.length
  const add = (document: JsonDocument | undefined, start: number, end: number): void => {
    const value = asObject(document?.value)
    const isWhole = 'imageIndex' in value || document?.open.has(value)
    if (document && 'imageOffset' in value && isWhole) frames.push({ value, document, start, end })
  }
  // The object that the text begins in: its last keys may be there.
  const cut = text.indexOf('}')
  const key = /"\w+"\s*:/.exec(text.slice(0, Math.max(0, cut)))
  if (key && cut < first) add(parseJson(`{${text.slice(key.index, cut + 1)}`), key.index, cut + 1)
  let open = -1
  for (let at = first; at < text.length && frames.length < MOST_FRAMES; at++) {
    const code = text.charCodeAt(at)
    if (code === 34) at = endOfString(text, at)
    else if (code === 123) open = at
    else if (code === 125) {
      if (open >= 0) add(parseJson(text, open), open, at + 1)
      open = -1
    }
  }
  // The text may end inside the last one.
  if (open >= 0 && frames.length > 0) add(parseJson(text, open), open, text.length)
  return frames
}

/** The closing quote of the string that opens here; strings end with their line, so that a cut one ends too. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 34 || code === 10) return at
    if (code === 92) at++
  }
  return text.length
}
