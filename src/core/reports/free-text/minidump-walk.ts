/** What Breakpad's `minidump_stackwalk` prints of a minidump: for people, and with `-m` a field behind each `|`. */
import { runtimeAddress } from '../../model/address.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Register, Report, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { eachLine, type Line } from '../base/lines.ts'
import { append } from '../../model/lists.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder, type ImageRow } from '../base/report-builder.ts'
import { readRegisters } from '../text/register-rows.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import type { TextRow } from '../text/text-rows.ts'

const HEAD = /^[ \t]*Thread (\d{1,6})(?: \((crashed)\))?[ \t\r]*$/
/** ` 0  Till!till::count(int) [till.cc : 12 + 0x4]`, ` 1  libdyld.dylib + 0x1acc9`. */
const ROW =
  /^[ \t]*(\d{1,5})[ \t]{2}([^\s!|][^!|\n]{0,120}?)(?:!(\S.*?)(?: \[(.{1,300}?) ?: ?(\d{1,9}) \+ 0x[0-9a-f]{1,12}\]| \+ (0x[0-9a-f]{1,12}))?| \+ (0x[0-9a-f]{1,12}))[ \t\r]*$/
const FOUND_BY = /^[ \t]+Found by: /
const COUNTER = /^(?:rip|eip|pc)$/
const MODULE =
  /^(0x[0-9a-f]{5,16}) - (0x[0-9a-f]{5,16})[ \t]+(\S.*?)[ \t]+(?:\S+)(?:[ \t]+\(main\))?(?:[ \t]+\(WARNING:.*)?[ \t\r]*$/
const REASON = /^Crash reason:[ \t]+(\S[^\n]{0,200}?)[ \t\r]*$/m
const ADDRESS = /^Crash address:[ \t]+(0x[0-9a-f]{1,16})/m
/** Of `-m`: thread, number, module, function, file, line, offset. */
const FIELDS =
  /^(\d{1,6})\|(\d{1,5})\|([^|]{0,200})\|([^|]{0,2000})\|([^|]{0,400})\|(\d{0,9})\|(0x[0-9a-f]{1,16})[ \t\r]*$/
const CRASH_FIELDS = /^Crash\|([^|\n]{1,200})\|(0x[0-9a-f]{1,16})\|(\d{0,6})/m
const MODULE_FIELDS = /^Module\|([^|]{1,200})\|[^|]*\|[^|]*\|[^|]*\|(0x[0-9a-f]{5,16})\|(0x[0-9a-f]{5,16})\|/

export const minidumpWalkFormat: ReportFormat = {
  id: 'minidump-walk',
  label: 'Minidump (minidump_stackwalk)',
  sniff: ({ text }: Sample) => {
    if (CRASH_FIELDS.test(text)) return text.split('\n').some((line) => FIELDS.test(line))
    return /^[ \t]+Found by: /m.test(text) && text.split('\n').some((line) => ROW.test(line))
  },
  parse: parseWalk,
}

interface Draft {
  readonly id: number
  readonly crashed: boolean
  readonly unnumbered: boolean
  readonly rows: TextRow[]
  readonly registers: Register[]
  readonly start: number
  end: number
}

function parseWalk(input: ReportInput): Outcome<readonly Report[]> {
  const { text } = input
  const builder = new ReportBuilder(input.path)
  const lines = [...eachLine(text)]
  const exception = readReason(text)
  const crashedId = Number(CRASH_FIELDS.exec(text)?.[3] || -1)
  const images = new TextImages(builder, lines.flatMap(readModule))
  const threads = readThreads(lines, crashedId).map(
    ({ id, crashed, unnumbered, rows, registers, start, end }): Thread =>
      omitUndefined({
        id,
        unnumbered: unnumbered || undefined,
        crashed,
        frames: addTextStack(builder, images, rows, 'thread'),
        registers: registers.length > 0 ? registers : undefined,
        span: { start, end },
      }),
  )
  return success([finishTextReport(minidumpWalkFormat, input, builder, { threads, exception })])
}

function readThreads(lines: readonly Line[], crashedId: number): readonly Draft[] {
  const threads: Draft[] = []
  const open = (id: number, crashed: boolean, line: Line, unnumbered = false): Draft => {
    const draft = { id, crashed, unnumbered, rows: [], registers: [], start: line.start, end: line.end }
    threads.push(draft)
    return draft
  }
  let current: Draft | undefined
  for (const line of lines) {
    const [head, id = '0', crashed] = HEAD.exec(line.text) ?? []
    if (head !== undefined) current = open(Number(id), crashed !== undefined, line)
    const fields = FIELDS.exec(line.text)
    if (fields) {
      const thread = Number(fields[1])
      if (current?.id !== thread) current = open(thread, thread === crashedId, line)
      current.rows.push(rowOfFields(fields, line))
      current.end = line.end
      continue
    }
    const row = readRow(line)
    if (row) {
      // A piece may begin behind the head of its thread.
      current ??= open(0, false, line, true)
      current.rows.push(row)
      current.end = line.end
    } else if (current && /^[ \t]*[a-z]\w{1,5} = 0x/.test(line.text)) addRegisters(current, line)
    else if (FOUND_BY.test(line.text) && current) current.end = line.end
    else if (line.text.trim() === '' || /^\S/.test(line.text)) current = head === undefined ? undefined : current
  }
  return threads.filter(({ rows }) => rows.length > 0)
}

/** The registers below a row: where it stopped, and of the innermost row all of the thread. */
function addRegisters(thread: Draft, line: Line): void {
  const row = thread.rows.at(-1)
  const registers = line.text
    .trim()
    .split(/[ \t]{2,}/)
    .flatMap((part) => readRegisters({ ...line, text: part }))
  const counter = registers.find(({ name }) => COUNTER.test(name))?.value
  if (row && counter !== undefined && row.address === undefined)
    thread.rows[thread.rows.length - 1] = { ...row, address: counter }
  if (thread.rows.length === 1) append(thread.registers, registers)
  thread.end = line.end
}

function readRow(line: Line): TextRow | undefined {
  const [, index, module, name, file, number, , offset] = ROW.exec(line.text) ?? []
  if (index === undefined || module === undefined) return undefined
  return omitUndefined({
    index: Number(index),
    imageName: module,
    symbol: name === undefined ? undefined : omitUndefined({ name, file, line: Number(number) || undefined }),
    offset: offset === undefined ? undefined : Number(offset),
    span: { start: line.start, end: line.end },
  })
}

function rowOfFields([, , index, module, name, file, number, offset]: RegExpExecArray, line: Line): TextRow {
  const isNamed = name !== undefined && name !== ''
  return omitUndefined({
    index: Number(index),
    imageName: module === '' ? undefined : module,
    // Behind a function it is the distance from there, or from its line.
    symbol: isNamed ? omitUndefined({ name, file: file || undefined, line: Number(number) || undefined }) : undefined,
    offset: isNamed || module === '' ? undefined : Number(offset),
    address: module === '' && !isNamed ? BigInt(offset ?? '0') : undefined,
    span: { start: line.start, end: line.end },
  })
}

function readModule({ text }: Line): readonly ImageRow[] {
  const [, start, , listed] = MODULE.exec(text) ?? []
  const [, name = listed, base = start] = MODULE_FIELDS.exec(text) ?? []
  return name === undefined || base === undefined ? [] : [{ name, loadAddress: runtimeAddress(BigInt(base)) }]
}

/** `EXC_BAD_ACCESS / KERN_INVALID_ADDRESS`, `SIGABRT`. The address of an abort is only where its thread was. */
function readReason(text: string): ExceptionInfo | undefined {
  const fields = CRASH_FIELDS.exec(text)
  const reason = fields?.[1] ?? REASON.exec(text)?.[1]
  if (reason === undefined) return undefined
  const [, type, subtype] = /^(EXC_[A-Z_]{3,30})(?: \/ (\S.*))?$/.exec(reason) ?? []
  const address = fields?.[2] ?? ADDRESS.exec(text)?.[1]
  return omitUndefined({
    type,
    signal: /^(SIG[A-Z]{2,6})\b/.exec(reason)?.[1],
    subtype,
    message: type === undefined ? reason : undefined,
    address: type === 'EXC_BAD_ACCESS' && address !== undefined ? runtimeAddress(BigInt(address)) : undefined,
  })
}
