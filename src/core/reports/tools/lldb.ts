/** Output of lldb and Xcode's debugger: `bt`, `bt all`, `image list`, `register read`, mixed with other lines. */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, ReportHeader } from '../../model/report.ts'
import { eachAddressLine, readBareRow } from '../text/bare-rows.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { fileName } from '../base/origin.ts'
import { addLldbThreads, GDB_STOP, isThreadHead, readStopReason } from '../text/lldb-threads.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { findRegisterRows, readRegisters } from '../text/register-rows.ts'
import { collectImages, findStatedLoad } from '../text/text-images.ts'
import { addTextStack, finishTextReport, programOf, TextImages } from '../text/text-report.ts'
import { readGdbFrame, readGdbNamedRow, readLldbRow } from '../text/debugger-rows.ts'
import { readManagedRow } from '../text/managed-rows.ts'
import { readIndexedRow, type TextRow } from '../text/text-rows.ts'
import { titles } from '../../messages/labels.ts'
import { collectStacks, stackOf, type TextStack } from '../text/text-stacks.ts'
import { linesOfEnd, wordsOfEnd } from '../text/one-end.ts'
import { formatThrown, readThrownText } from '../text/thrown-text.ts'

const LLDB = 'Debugger stack (lldb)'
/** Marks that only lldb prints. Without it the text may be of gdb, which has the same rows. */
const LLDB_MARK = /(?:^|[ \t*])frame #\d|\(lldb\)|\bthread #\d|\bstop reason = |^[ \t]*\[[ \t]*\d{1,4}\][ \t]/m
const FRAME = /(?:^|[ \t*])frame #\d{1,5}: 0x[0-9a-f]/m
/** A reason, and below it a frame that may have a name alone. */
const STOPPED =
  /\bthread #\d{1,6}\b[^\n]{0,900}\bstop reason = [^\n]{1,300}\n(?:[^\n]{0,300}\n){0,8}?[ \t*]{0,20}frame #\d{1,5}: (?![0-9a-f]{8,16}[ \t])\S/
const XCODE_ROWS =
  /^[ \t]*#\d{1,5}[ \t]+0x[0-9a-f]{6,16}[ \t]+in[ \t]+\S.*[\r\n]+[ \t]*#\d{1,5}[ \t]+0x[0-9a-f]{6,16}[ \t]+in[ \t]/m
const IMAGE_LIST = /^[ \t]*\[[ \t]*\d{1,4}\][ \t]+(?:[0-9A-F]{8}-[0-9A-F-]{27}[ \t]+)?0x[0-9a-f]{8,16}[ \t]+\S/im

export const lldbFormat: ReportFormat = {
  id: 'lldb',
  label: LLDB,
  sniff: ({ text }: Sample) =>
    FRAME.test(text) ||
    STOPPED.test(text) ||
    XCODE_ROWS.test(text) ||
    GDB_STOP.test(text) ||
    hasGdbRows(text) ||
    isImageList(text),
  parse: parseLldb,
}

/** One alone may be a line of any list. */
function hasGdbRows(text: string): boolean {
  if (!GDB_PLACE.test(text)) return false
  let rows = 0
  for (const line of withPlaces(text)) if ((readGdbRow(line) ?? readLldbRow(line)) && ++rows === 2) return true
  return false
}
const GDB_PLACE = /\)[ \t\r]*\n?[ \t]+at[ \t]+\S{1,600}:\d{1,9}[ \t\r]*$/m

/** A list of images, alone or with registers. With addresses below it is some logger's report. */
function isImageList(text: string): boolean {
  if (!IMAGE_LIST.test(text)) return false
  for (const line of eachAddressLine(eachLine(text)))
    if ((readBareRow(line) || readIndexedRow(line)) && readRegisters(line).length === 0) return false
  return true
}

/** The stacks without the frames that commands such as `frame select 3` print once more. */
function withoutLookedAt(stacks: readonly TextStack[]): readonly TextStack[] {
  const known = new Set<string>()
  return stacks.flatMap((stack): readonly TextStack[] => {
    const isThread = stack.title !== undefined && isThreadHead(stack.title.text)
    if (isThread) known.clear()
    let before = ''
    const rows = stack.rows.filter((row) => {
      const key = `${row.index} ${row.address}`
      // Calls that were inlined into each other are rows of one number with different names.
      const isAgain = known.has(`${key} ${row.symbol?.name ?? ''}`) || (known.has(key) && key !== before)
      before = key
      known.add(key).add(`${key} ${row.symbol?.name ?? ''}`)
      return !isAgain
    })
    if (rows.length === stack.rows.length) return [stack]
    // A number twice in a row looked like a call and the function that it was inlined into.
    return rows.length === 0 ? [] : [{ ...stack, rows: rows.map(({ inlined: _, ...row }) => row) }]
  })
}

const LAUNCHED = /^Process (\d{1,9}) launched: '([^'\n]{1,600})' \((\w{1,12})\)/m
const CURRENT = /^Current executable set to '([^'\n]{1,600})' \((\w{1,12})\)/m
const STATED = /^Process (\d{1,9}) (?:stopped|launched|exited)\b/m

/** What lldb says of the process. */
function readProcess(text: string): Partial<ReportHeader> {
  const [, pid = STATED.exec(text)?.[1], started, itsArch] = LAUNCHED.exec(text) ?? []
  const [, path = started, arch = itsArch] = CURRENT.exec(text) ?? []
  return omitUndefined({
    process: path === undefined ? undefined : fileName(path),
    pid: pid === undefined ? undefined : Number(pid),
    path: path?.startsWith('/') ? path : undefined,
    arch,
  })
}

/** The line that a debugger's arrow points at: `->  0x104cc8074 <+20>: ldr    x0, [x8]`. */
const ARROW = /^[ \t>]*->[ \t]+(0x[0-9a-f]{1,16})(?: <\+\d{1,9}>)?:[ \t]+(\S[^;\n]{0,200})/i

/** The instruction at which a thread stopped, in the debugger's words. */
function readStoppedInstruction(lines: readonly Line[], counter: bigint | undefined): string | undefined {
  for (const { text } of lines) {
    const [, address, instruction] = ARROW.exec(text) ?? []
    if (address !== undefined && BigInt(address) === counter) return instruction?.trim().replace(/[ \t]+/g, ' ')
  }
  return undefined
}

/** Where gdb has no function: the kernel called the handler of a signal, which the rows below did not call. */
const HANDLER = '<signal handler called>'
const HANDLER_ROW = /^[ \t>]*#(\d{1,5})[ \t]+<signal handler called>[ \t]*$/

function readHandlerRow(line: Line): TextRow | undefined {
  const index = HANDLER_ROW.exec(line.text)?.[1]
  return index === undefined
    ? undefined
    : { index: Number(index), symbol: { name: HANDLER }, span: spanIn(line, 0, line.text.trimEnd().length) }
}

/** A row of gdb with a place, whose name may have brackets of its own: `#4  till::drop<(u8, usize)> (self=0x7f) at till.rs:12`. */
const GDB_ROW =
  /^[ \t>]*#(\d{1,5})[ \t]{1,4}([\p{L}_<~][^\n]{0,4000}?) \([^\n]{0,2000}?\)[ \t]+at[ \t]+(\S{1,600}?):(\d{1,9})[ \t]*$/u

function readGdbRow(line: Line): TextRow | undefined {
  const [, index, name, file, at] = (canBeRow(line.text) && GDB_ROW.exec(line.text)) || []
  if (name === undefined) return undefined
  const symbol = omitUndefined({ name: name.trimEnd(), file, line: Number(at) || undefined })
  return { index: Number(index), symbol, span: spanIn(line, 0, line.text.trimEnd().length) }
}

const UNPLACED = /^[ \t>]*#\d{1,5}[ \t][^\n]{1,8000}[)>][ \t]*$/
const PLACE_ALONE = /^[ \t>]{2,20}((?:\(\)[ \t]+)?at[ \t]+\S{1,600}:\d{1,9})[ \t]*$/

/** The lines, each row of gdb with the place that stands in the line below it. */
function* withPlaces(text: string): Generator<Line> {
  let row: Line | undefined
  for (const line of eachLine(text)) {
    const place = row && PLACE_ALONE.exec(line.text)?.[1]
    if (row && place !== undefined) {
      const start = line.start + line.text.indexOf(place)
      // Padded to its length in the text: spans of names count from there.
      yield { ...row, text: row.text.trimEnd().padEnd(start - row.start) + place, end: start + place.length }
      row = undefined
      continue
    }
    if (row) yield row
    row = canBeRow(line.text) && UNPLACED.test(line.text) ? line : undefined
    if (!row) yield line
  }
  if (row) yield row
}

/** The stack of Mono above those of the debugger that its handler of signals called. */
const OF_MONO = /^[ \t]*(?:Managed )?Stacktrace:[ \t\r]*$/m

/** Rows of gdb's `bt`. Without them the frame that it prints at a stop is the only one. */
const NUMBERED = /^[ \t>]*#\d{1,5}[ \t]/m

function parseLldb(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const isLone = GDB_STOP.test(input.text) && !NUMBERED.test(input.text)
  const readers = isLone ? [readLldbRow, readGdbFrame] : [readLldbRow, readGdbRow, readGdbNamedRow, readHandlerRow]
  const found = collectStacks(withPlaces(input.text), readers, isThreadHead)
  const { others } = found
  const machine = findRegisterRows(others)
  const seen = withoutLookedAt(found.stacks)
  const stacks = seen.length > 0 || !machine ? seen : [stackOf(machine.rows)]
  const images = new TextImages(builder, collectImages(others))
  const rows = stacks.flatMap((stack) => stack.rows)
  const load = findStatedLoad(others)
  if (load) images.state(programOf(load, rows))
  images.learn(rows)
  const registers = others.flatMap(readRegisters)
  const threads = addLldbThreads(builder, images, stacks)
  const current = Math.max(
    0,
    threads.findIndex((thread) => thread.crashed),
  )
  const own = wordsOfEnd(input.text, stacks)
  const thrown = readThrownText(own)
  const stopped = readStoppedInstruction(others, threads[current]?.frames[0]?.address)
  const exception = readStopReason(linesOfEnd(others, own)) ?? thrown
  const handled = threads.findIndex(({ frames }) => frames.some(({ symbol }) => symbol?.name === HANDLER))
  const isSignalled = !threads.some(({ crashed }) => crashed)
  const managed = OF_MONO.test(input.text)
    ? collectStacks(others, [readManagedRow]).stacks.filter(({ rows: { length } }) => length > 1)
    : []
  const report = finishTextReport(lldbFormat, input, builder, {
    header: readProcess(input.text),
    fields: stopped === undefined ? [] : [['stopped_instruction', stopped]],
    label: LLDB_MARK.test(input.text) ? LLDB : titles.debuggerStack,
    exception,
    applicationInfo: thrown ? [formatThrown(thrown)] : [],
    threads: threads.map((thread, at) => ({
      ...thread,
      ...(isSignalled && at === handled && { crashed: true }),
      // The star marks the thread that is looked at; without a reason it may have stopped for anything.
      ...(exception === undefined && thread.crashed && { attributed: true }),
      ...(at === current && registers.length > 0 && { registers }),
    })),
    backtraces: managed.map((stack) => ({
      title: titles.managedStack,
      frames: addTextStack(builder, images, stack.rows, 'exact'),
      span: stack.span,
    })),
  })
  return success([report])
}
