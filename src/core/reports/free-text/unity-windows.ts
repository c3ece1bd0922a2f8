/**
 * Stacks that Unity's handler of crashes walks on Windows: an address, the module in brackets, and the nearest name that the module
 * exports. Code of Mono has its own names. Nobody can supply symbols of such modules, so no row requests any.
 */
import { runtimeAddress } from '../../model/address.ts'
import { success, type Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report, ReportHeader, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder, type FrameRow } from '../base/report-builder.ts'
import { withoutPrefix } from '../text/android-log.ts'
import { finishTextReport } from '../text/text-report.ts'

/** `0x00007FF9CA6D42BB (UnityPlayer) UnityMain`, `0x0000021E3438B6FB (Mono JIT Code) [Till.cs:12] Shop.Till:Count (int)`. */
const ROW =
  /^[ \t]*0x([0-9A-Fa-f]{8,16}) \((\(<unknown>\)|[^()\n]{1,120})\)[ \t]{1,4}(?:\[([^\]:\n]{1,200}):(\d{1,9})\] )?(\S[^\n]{0,2000}?)[ \t\r]*$/
const NO_NAME = /^\(function-name not available\)$/
/** Names of managed code have parameters, or a namespace and a class. */
const MANAGED_MODULE = 'Mono JIT Code'
const MANAGED_NAME = /^(?:\(wrapper [\w-]{1,40}\) )?[\w.`+<>/|,$[\]&* ]{1,600}[.:][\w.`<>|$]{1,300} ?\([^\n]*\)$/
/** Headings; the second is of a thread that ran. */
const CRASHED = /^[ \t]*Stack Trace of Crashed Thread (\d{1,9}):[ \t\r]*$/
const RUNNING = /^[ \t]*Call Stack for Thread (\d{1,9}):[ \t\r]*$/
const OUTPUT = /^[ \t]*=+ OUTPUTTING STACK TRACE =+[ \t\r]*$/
/** Lines of the walker between rows: on a row without a name, and on the modules that it then inspects. A log may have taken `ERROR: ` away. */
const NOTE =
  /^[ \t]*(?:(?:ERROR: )?Sym\w{1,40}, GetLastError: |SymInit: |OS-Version: |[A-Z]:[\\/][^\n]{1,600} \([0-9A-F]{8,16}\), size: \d{1,12} \(result: )/
const CAUSED =
  /^[ \t]*([^\s()][^()\n]{0,120}?) caused an? ([A-Z][\w -]{2,60}) \((0x[0-9a-f]{8})\)[ \t\r]*(?:\n[ \t]*in module [^\n]{1,200}? at [0-9a-f]{4}:[0-9a-f]{8,16}\.)?/im
const ACCESS = /^[ \t]*(Read from|Write to|Execute at|DEP at) location ([0-9a-f]{8,16}) caused an access violation\./im
/** Codes of Windows, and the signals of the same faults elsewhere. */
const SIGNALS: Readonly<Record<string, string>> = {
  '0xc0000005': 'SIGSEGV',
  '0xc000001d': 'SIGILL',
  '0xc0000094': 'SIGFPE',
}
const PROGRAM = /[\\/]([^\\/\n]{1,120}\.exe), run by /i
const DATE = /^[ \t]*Error occurred at (\d{4}-\d\d-\d\d)_(\d\d)(\d\d)(\d\d)\./m
const VERSION = /\[version: (Unity [^\]\n]{1,80})\]/
/** Modules and words that only such a stack has: other tables have numbers and brackets, too. */
const MARK =
  /\((?:Mono JIT Code|UnityPlayer|Unity|KERNEL32|ntdll|function-name not available)\)|^[ \t]*(?:Stack Trace of Crashed Thread \d|=+ OUTPUTTING STACK TRACE)/im
/** One row alone may be a line of any log. */
const FEWEST_ROWS = 2

export const unityWindowsFormat: ReportFormat = {
  id: 'unity-windows',
  label: 'Crash of a Unity program on Windows',
  sniff: ({ text }: Sample) => MARK.test(text) && readThreads(text).length > 0,
  parse: parseUnity,
}

interface Draft {
  readonly id: number | undefined
  readonly crashed: boolean
  readonly rows: FrameRow[]
  readonly start: number
  end: number
}

function readThreads(text: string): readonly Draft[] {
  const threads: Draft[] = []
  let heading: Pick<Draft, 'id' | 'crashed'> | undefined
  let current: Draft | undefined
  for (const whole of eachLine(text)) {
    const line = withoutPrefix(whole)
    if (!canBeRow(line.text) || NOTE.test(line.text)) continue
    const row = readRow(line)
    if (row) {
      if (!current)
        threads.push(
          (current = { ...{ id: undefined, crashed: false, ...heading }, rows: [], start: line.start, end: line.end }),
        )
      current.rows.push(row)
      current.end = line.end
      heading = undefined
      continue
    }
    if (line.text.trim() !== '') current = undefined
    heading = headingIn(line.text) ?? heading
  }
  return threads.filter(({ rows }) => rows.length >= FEWEST_ROWS)
}

function headingIn(text: string): Pick<Draft, 'id' | 'crashed'> | undefined {
  const [, crashed] = CRASHED.exec(text) ?? []
  if (crashed !== undefined) return { id: Number(crashed), crashed: true }
  const [, running] = RUNNING.exec(text) ?? []
  if (running !== undefined) return { id: Number(running), crashed: false }
  return OUTPUT.test(text) ? { id: undefined, crashed: true } : undefined
}

function readRow(line: Line): FrameRow | undefined {
  const [, digits, module = '', file, at, name = ''] = ROW.exec(line.text) ?? []
  if (digits === undefined) return undefined
  const isManaged = module === MANAGED_MODULE || MANAGED_NAME.test(name)
  const isNamed = !NO_NAME.test(name)
  return omitUndefined({
    address: BigInt(`0x${digits}`),
    // A row with only a module would request symbols of it.
    imageName: isNamed && module !== MANAGED_MODULE ? module : undefined,
    symbol: isNamed ? omitUndefined({ name, file, line: Number(at ?? 0) || undefined }) : undefined,
    language: isManaged ? ('csharp' as const) : undefined,
    span: spanIn(line, 0, line.text.trimEnd().length),
  })
}

function parseUnity(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const threads = readThreads(input.text).map(({ id, crashed, rows, start, end }, position): Thread =>
    omitUndefined({
      id: id ?? position,
      unnumbered: id === undefined ? (true as const) : undefined,
      crashed,
      frames: builder.addStack(rows, 'thread'),
      span: { start, end },
    }),
  )
  const caused = CAUSED.exec(input.text)
  const access = ACCESS.exec(input.text)
  return success([
    finishTextReport(unityWindowsFormat, input, builder, {
      header: headerOf(input.text),
      exception: caused ? exceptionOf(caused, access) : undefined,
      applicationInfo: [caused, access].flatMap((found) => found?.[0].replace(/\s+/g, ' ').trim() ?? []),
      threads,
    }),
  ])
}

function exceptionOf([, , name = '', code = '']: RegExpExecArray, access: RegExpExecArray | null): ExceptionInfo {
  return omitUndefined({
    type: name,
    signal: SIGNALS[code.toLowerCase()],
    codes: code,
    address: access?.[2] === undefined ? undefined : runtimeAddress(BigInt(`0x${access[2]}`)),
  })
}

function headerOf(text: string): Partial<ReportHeader> {
  const version = VERSION.exec(text)?.[1]
  const [, day, ...time] = DATE.exec(text) ?? []
  return omitUndefined({
    process: PROGRAM.exec(text)?.[1],
    date: day === undefined ? undefined : `${day} ${time.join(':')}`,
    fields: version === undefined ? [] : [['Version', version] as const],
  })
}
