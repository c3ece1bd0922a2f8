/**
 * Stack traces of Dart in Flutter apps: those of ahead-of-time code, which hold addresses in `App.framework`, and those with names.
 * The first are described in `runtime/docs` of the Dart SDK (`--dwarf-stack-traces`).
 */
import { lastAtMost } from '../../bytes/binary-search.ts'
import { runtimeAddress, type RuntimeAddress } from '../../model/address.ts'
import { saysEnded } from '../../model/ended-words.ts'
import { parseUuid } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, ReportHeader, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, hasTwoRows, spanIn, splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { linesOfEnd, wordsOfEnd } from '../text/one-end.ts'
import { findWritten } from '../text/console-messages.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readDartRow } from '../text/text-rows.ts'
import type { RowReader, TextRow } from '../text/text-rows.ts'
import { collectStacks, type TextStack } from '../text/text-stacks.ts'
import { withoutPrefix } from '../text/android-log.ts'

const ADDRESS_ROW = /^.*#\d+[ \t]+abs[ \t]+(?:0|[0-9a-f]{8,16})\b/m
/** Dart's own runtime puts the message on a line of its own. */
const THROWN = /(?:Unhandled [Ee]xception|FlutterError)(?::\s{0,8}|[ \t]{1,8}(?:-[ \t])?)([^\s:#][^\n]*)/
/** An error's own line right above its first row. */
const ABOVE =
  /^[ \t]*(?:flutter: )?((?:[A-Z]\w{0,80}Error|(?:[A-Z]\w{0,80})?Exception)(?::| ?\()[^\n]{1,600})\r?\n[ \t]*(?:flutter: )?#0[ \t]/m
/** Flutter's own words above a message: `The following RangeError was thrown building Till(dirty):`, perhaps in several lines. */
const FOLLOWING =
  /^(?:flutter: )?[ \t]*The following [^\n]{1,80}? was thrown\b(?:[^\n]|\n(?![ \t\r]*\n)){0,600}?:[ \t]*\r?\n(?:flutter: )?[ \t]*(\S[^\n]{0,1000}(?:\n(?:flutter: )?(?![ \t]*(?:When the exception was thrown|The relevant error|Either the assertion|#0[ \t]))[ \t]*\S[^\n]{0,600}){0,4})/m
/** The crash report of Flutter's own tool: the error's name twice, perhaps lines of its message, a fence, the rows. */
const REPORTED =
  /^[ \t]{0,8}## exception[ \t\r]*\n(?:[ \t\r]*\n){0,4}(?:([A-Z]\w{0,80}): (?=\1: ))?([A-Z]\w{0,80}: [^\n]{1,600}(?:\n(?![ \t]{0,8}(?:```|#\d|## |at ))[ \t]{0,8}\S[^\n]{0,600}){0,8})/m
/** A build that failed names its target. */
const FAILED =
  /^[ \t]{0,8}Target \w{1,80} failed: (?:([A-Z]\w{0,80}): (?=\1: ))?((?:[A-Z]\w{0,80}Error|(?:[A-Z]\w{0,80})?Exception): [^\n]{1,600})/m
const TOOL = /^[ \t]*Flutter crash report[.;]/m
/** The same in one line, where a console had broken it. */
const FOLLOWING_BEHIND =
  /^(?:flutter: )?[ \t]*The following [^\n]{1,80}? was thrown [^\n]{0,600}?\):[ \t]+(\S[^\n]{0,1000})/m
/** An error that somebody labelled: ``**error**: `PlatformException(no till)` ``. */
const LABELLED =
  /^[^\w\n]{0,8}(?:error|exception)[*_`]{0,4}:[ \t*`]{0,8}((?:[A-Z]\w{0,80}Error|(?:[A-Z]\w{0,80})?Exception)(?:: |\()[^\n`]{1,600})/im
/** A heading between rules; the library that caught it is all that it says. */
const CAUGHT = /Exception caught by [\w ]{1,200}/
/** Bytes: an address further behind its start is in another image. */
const LARGEST_SNAPSHOT = 2 ** 30
const NAMED_ROW =
  /^[ \t]*(?:flutter: )?#(\d{1,5})[ \t]+(\S.*?)\s{1,200}(?:\(((?:package|dart|file):[^\s()]+?)(?::(\d{1,9}))?(?::(\d{1,9}))?\)|((?:(?:package|dart|file):|\.{1,2}\/|lib\/)[^\s()]{1,400}?\.dart)(?::(\d{1,9}))?(?::(\d{1,9}))?)[ \t]*$/
/** A name whose place is in the next line, or is lost. */
const NAME_ALONE = /^[ \t]*(?:flutter: )?#(\d{1,5})[ \t]+((?:new )?[\w$][\w$.<>=[\] ]{0,300}?)[ \t]*$/
const PLACE_ALONE = /^[ \t]*(?:(?:package|dart|file):|\.{1,2}\/|lib\/)[^\s()]{1,400}\.dart(?::\d{1,9}){0,2}[ \t]*$/

/** `at State.context(framework.dart:959)`: Crashlytics writes Dart's rows as it writes Java's. */
const JAVA_ROW = /^[ \t]*at ()(\S.{0,400}?) ?\(([\w./-]{1,300}\.dart)(?::(\d{1,9}))?(?::(\d{1,9}))?\)[ \t]*$/
/** `packages/flutter/src/widgets/framework.dart 6689:11   <fn>`: Dart that runs as JavaScript. */
const WEB_ROW =
  /^[ \t]*((?:[\w.@-]{1,80}\/){0,16}[\w.-]{1,80}\.dart) (\d{1,9}):(\d{1,9})[ \t]{1,200}(\S.{0,300}?)[ \t]*$/
/** A row whose number was lost, above those with numbers: `Till.count (package:kiosk/till.dart:12:3)`. */
const UNNUMBERED =
  /^[ \t]*([\w$][\w$.<>]{0,200}(?: closure>)?) \(package:[^\s()]{1,300}\.dart:\d{1,9}(?::\d{1,9})?\)[ \t]*$/
/** Flutter's own log, where a profile build leaves out the places. */
const BARE_ROW = /^[ \t]*flutter: #(\d{1,5})[ \t]+([\w$.]\S{0,400}(?: [\w$.<>]{1,120}){0,8})()()()[ \t]*$/

export const flutterFormat: ReportFormat = {
  id: 'flutter',
  label: 'Dart stack trace (Flutter)',
  sniff: ({ text }: Sample) => ADDRESS_ROW.test(text) || hasNamedRows(text) || (TOOL.test(text) && REPORTED.test(text)),
  parse: parseFlutter,
}

const hasNamedRows = (text: string): boolean =>
  hasTwoRows(text, (line) => readNamedRow(withoutPrefix(line)) !== undefined) ||
  withPlaces(text).filter((line) => readNamedRow(line) !== undefined).length > 1 ||
  isRowAlone(text)

/** A row that is all that somebody pasted; its number and its place prove it. */
function isRowAlone(text: string): boolean {
  const whole = text.trim()
  if (whole.length > LONGEST_ALONE || whole.includes('\n')) return false
  const row = readNamedRow(withoutPrefix({ text: whole, start: 0, end: whole.length, number: 1 }))
  return row?.index !== undefined && row.symbol?.line !== undefined
}
const LONGEST_ALONE = 1000

/** The lines without what a log puts before them; a place that was moved below its name is in one line with it. */
function withPlaces(text: string): readonly Line[] {
  const lines = splitLines(text).map(withoutPrefix)
  return lines.flatMap((line, at) => {
    const [above, below] = [lines[at - 1], lines[at + 1]]
    const isPlace = PLACE_ALONE.test(line.text)
    if (isPlace && above && canBeRow(above.text) && NAME_ALONE.test(above.text)) return []
    if (!below || !canBeRow(line.text) || !NAME_ALONE.test(line.text) || !PLACE_ALONE.test(below.text)) return [line]
    return [{ ...line, text: text.slice(line.start, below.end), end: below.end }]
  })
}

/** A name without its place counts only right below a row of Dart. */
function namedRows(): RowReader {
  let last: number | undefined
  return (line) => {
    const first = last === undefined && canBeRow(line.text) && UNNUMBERED.test(line.text)
    const row = readNamedRow(first ? { ...line, text: `#0 ${line.text.trimStart()}` } : line)
    const [, index, name] = row || !canBeRow(line.text) ? [] : (NAME_ALONE.exec(line.text) ?? [])
    if (!row && (name === undefined || Number(index) - 1 !== last)) return undefined
    last = row ? row.index : Number(index)
    if (row && first) return { ...row, span: spanIn(line, 0, line.text.trimEnd().length) }
    return (
      row ?? { index: Number(index), symbol: { name: name ?? '' }, span: spanIn(line, 0, line.text.trimEnd().length) }
    )
  }
}

function parseFlutter(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = withPlaces(input.text)
  const { stacks } = collectStacks(lines, [readDartRow, namedRows()])
  const { text } = input
  const images = new TextImages(builder, [])
  const build = /\bbuild_?id[:=][ \t]*'?([0-9a-f]{32,40})'?/i.exec(text)?.[1]?.slice(0, 32)
  const base = /\bisolate_dso_base[:=][ \t]*(?:0x)?([0-9a-f]{4,16})/i.exec(text)?.[1]
  if (base !== undefined || build !== undefined) {
    images.state(
      omitUndefined({
        name: 'App',
        uuid: parseUuid(build ?? ''),
        arch: /\barch:[ \t]*(\w+)/.exec(text)?.[1],
        loadAddress: base === undefined ? loadOfRows(stacks) : runtimeAddress(BigInt(`0x${base}`)),
        origin: 'app' as const,
      }),
    )
  }
  images.learn(stacks.flatMap((stack) => stack.rows))
  const snapshots = readSnapshots(text)
  const own = wordsOfEnd(text, stacks)
  const bare = linesOfEnd(lines, own)
    .map((line) => line.text)
    .join('\n')
  const said =
    (findWritten(THROWN, bare) ??
      ABOVE.exec(bare) ??
      FOLLOWING.exec(bare) ??
      FOLLOWING_BEHIND.exec(bare) ??
      LABELLED.exec(bare))?.[1] ??
    (REPORTED.exec(bare) ?? FAILED.exec(bare))?.[2] ??
    CAUGHT.exec(bare)?.[0]
  const message = said?.replace(/\s*\n(?:flutter: )?\s*/g, ' ')
  const hasEnded = message !== undefined || saysEnded(own)
  const name = /\bname:?[ \t]+(\S+)/.exec(text)?.[1]
  const threads = stacks.map((stack, position): Thread => {
    // Dart's runtime took one off return addresses before it printed them, and its own decoder looks them up as printed.
    const rows = stack.rows.map((row) => ({ ...withSnapshot(row, snapshots), language: 'dart' as const }))
    const frames = addTextStack(builder, images, rows, 'call')
    return omitUndefined({
      id: position,
      unnumbered: true,
      name,
      crashed: position === 0 && hasEnded,
      frames,
      span: stack.span,
    })
  })
  return success([
    finishTextReport(flutterFormat, input, builder, {
      header: readHeader(text),
      exception: message === undefined ? undefined : { type: 'Dart exception', reason: message.trim() },
      applicationInfo: message === undefined ? [] : [message.trim()],
      threads,
    }),
  ])
}

/** The load address that all rows lead to, where no header says it. */
function loadOfRows(stacks: readonly TextStack[]): RuntimeAddress | undefined {
  const loads = new Set(stacks.flatMap(({ rows }) => rows.flatMap(({ loadAddress }) => loadAddress ?? [])))
  const [load] = loads
  return load !== undefined && loads.size === 1 ? runtimeAddress(load) : undefined
}

/** Addresses where the snapshots' instructions begin, as the header says; ascending. */
type Snapshots = readonly { readonly name: string; readonly start: bigint }[]

function readSnapshots(text: string): Snapshots {
  return [...text.matchAll(/\b(isolate|vm)_instructions[:=][ \t]*(?:0x)?([0-9a-f]{4,16})\b/gi)]
    .map(([, which = '', start = '']) => ({
      name: which.toLowerCase() === 'vm' ? '_kDartVmSnapshotInstructions' : '_kDartIsolateSnapshotInstructions',
      start: BigInt(`0x${start}`),
    }))
    .sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
}

/** A row that names no snapshot counts from the last one that begins before its address. */
function withSnapshot(row: TextRow, snapshots: Snapshots): TextRow {
  const { address, symbol, fromSymbol } = row
  if (fromSymbol || address === undefined || symbol) return row
  const nearest = snapshots[lastAtMost(snapshots.length, (at) => snapshots[at]?.start ?? 0n, address)]
  const offset = nearest && Number(address - nearest.start)
  return nearest && offset !== undefined && offset < LARGEST_SNAPSHOT
    ? { ...row, fromSymbol: { name: nearest.name, offset } }
    : row
}

/** `#0      Till.count (package:kiosk/till.dart:12:3)`: a name and its place, no address. */
function readNamedRow(line: Line): TextRow | undefined {
  if (!canBeRow(line.text)) return undefined
  const [, path, ...behind] = WEB_ROW.exec(line.text) ?? []
  if (path !== undefined)
    return {
      symbol: { name: behind[2] ?? '', file: path, line: Number(behind[0]), column: Number(behind[1]) },
      span: spanIn(line, 0, line.text.trimEnd().length),
    }
  const match = NAMED_ROW.exec(line.text) ?? JAVA_ROW.exec(line.text) ?? BARE_ROW.exec(line.text)
  if (!match?.[2]) return undefined
  // In brackets or without.
  const [file, at, column] = match[6] === undefined ? match.slice(3) : match.slice(6)
  const symbol = omitUndefined({
    name: match[2],
    file: file || undefined,
    line: at ? Number(at) : undefined,
    column: column ? Number(column) : undefined,
  })
  return { ...(match[1] && { index: Number(match[1]) }), symbol, span: spanIn(line, 0, line.text.trimEnd().length) }
}

function readHeader(text: string): Partial<ReportHeader> {
  const fields = [
    ...text.matchAll(
      /\b(pid|tid|os|arch|comp|sim|build_id|isolate_dso_base|vm_dso_base|isolate_instructions|vm_instructions):[ \t]*'?([\w.-]+)'?/g,
    ),
  ].map((match) => [match[1] ?? '', match[2] ?? ''] as const)
  const value = (key: string): string | undefined => fields.find(([name]) => name === key)?.[1]
  const pid = Number(value('pid'))
  return omitUndefined({ os: value('os'), arch: value('arch'), pid: Number.isInteger(pid) ? pid : undefined, fields })
}
