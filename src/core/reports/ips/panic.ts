/** Kernel panics and forced resets: `.ips` 210 and 151, `.panic` text. */
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report, ReportSection, Thread } from '../../model/report.ts'
import { titles } from '../../messages/labels.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { flattenFields, parseIpsParts, ipsKind } from './ips-file.ts'
import { asArray, asObject, asString, formatJson } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { parsePanicText } from './panic-text.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { StackRule } from '../base/report-builder.ts'
import { panicTables } from './panic-tables.ts'
import { readStackshot } from './stackshot-processes.ts'
import { decodeBase64Text } from '../text/encoded-text.ts'
import { damageProblems } from '../base/json-damage.ts'

const id = 'panic'
const label = 'Kernel panic or forced reset'
const CONTENT: ReadonlySet<string> = new Set([
  'processByPid',
  'binaryImages',
  'notes',
  'panicString',
  'otherString',
  'string',
  'macOSPanicString',
  'macOSProcessedStackshotData',
])
const NOTHING: ReadonlySet<string> = new Set()

/** The panic log inside a piece of JSON that has lost its beginning or its end. */
const PANIC_STRING = /"(?:p|macOSP)anicString"\s{0,8}:\s{0,8}"(panic(?:[^"\\]|\\.)*)/

function panicString(text: string): string | undefined {
  const found = PANIC_STRING.exec(text)
  if (!found) return undefined
  const [all, log = ''] = found
  const end = found.index + all.length
  // A mark of quotation inside the log, whose backslash the paste has lost.
  const isOpen = /^"\s{0,8}[^\s,}\]]/.test(text.slice(end, end + 10))
  const escaped = isOpen ? text.slice(end - log.length) : log
  return escaped.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign === 't' ? '\t' : sign))
}

/** Lines of a log whose first ones were left out: the task, and what no other report says of it. */
const PANICKED_TASK = /^[ \t]*Panicked task 0x[0-9a-f]{1,16}: (?:\d{1,12} pages, )?\d{1,6} threads: pid \d{1,9}: \S/m

/** The list of kexts of a panic on its own. */
const KEXTS =
  /^[ \t>]{0,12}Kernel Extensions in backtrace:[ \t\r]{0,8}\n[ \t>]{0,40}[\w-]{1,60}(?:\.[\w-]{1,60}){2,12}\(/m

/** A report in the layout of crash reports quotes a log within. */
const LAYOUT = /^(?:Exception Type|Incident Identifier|Report Version|Hardware Model|Process):[ \t]/m

function sniff(sample: Sample): boolean {
  if (ipsKind(sample) === 'panic') return true
  if (/^\s*[{[]/.test(sample.text)) return false
  if (PANIC_STRING.test(sample.text)) return true
  if ((PANICKED_TASK.test(sample.text) || KEXTS.test(sample.text)) && !LAYOUT.test(sample.text)) return true
  return /^[ \t]*\w{0,12}panic ?\(cpu \d+ caller 0x/m.test(sample.text)
}

function parse({ path, text }: ReportInput): Outcome<readonly Report[]> {
  const parts = parseIpsParts(text)
  if (parts.length === 0) return one(readText(panicString(text) ?? text, text, path, {}, {}, []))
  const reports = parts.map(({ header: line, body: document, rest }) => {
    const body = asObject(document.value)
    const all = [...logsOf(body), ...(rest.trim() === '' ? [] : [rest])].join('\n')
    return readText(all, text, path, line === body ? {} : line, body, damageProblems(document, text, path))
  })
  return success(
    reports,
    reports.flatMap((report) => report.problems),
  )
}

/** The system that panicked. Another one may have written the report: the next that started, or a co-processor’s. */
function systemOf(writer: string | undefined, own: string | undefined): string | undefined {
  return own === undefined || writer?.includes(own) ? writer : own
}

/** The logs of a panic. The kernel of an Intel Mac has a key of its own, which says “not yet set” where only its co-processor has a log. */
function logsOf(body: JsonObject): readonly string[] {
  const logs = ['panicString', 'string', 'otherString'].flatMap((key) => asString(body[key]) ?? [])
  const mac = asString(body['macOSPanicString'])
  if (mac === undefined || (logs.length > 0 && !/\bpanic ?\(cpu \d/.test(mac))) return logs
  return [mac, ...logs]
}

/** Words in the place of a panic’s, such as those on a reset by the hardware. */
function wordsOf(body: JsonObject): string | undefined {
  const told = [body['panicString'], body['macOSPanicString']].flatMap((value) => asString(value)?.trim() || [])
  return /^(?!Debugger message:)[^\n]{1,300}/.exec(told[0] ?? '')?.[0].trimEnd()
}

/** What the stackshot of an Intel Mac says, which is text in base64: a spindump, or that there is none. */
function decodedStackshot(body: JsonObject): readonly ReportSection[] {
  const text = decodeBase64Text(asString(body['macOSProcessedStackshotData']))
  return text === undefined ? [] : [{ kind: 'text', title: 'Stackshot', text }]
}

function one(report: Report): Outcome<readonly Report[]> {
  return success([report], report.problems)
}

/** `Panicked thread: 0x…, backtrace: 0x…, tid: 798` without its addresses, which the fields keep; other titles as they are. */
function threadName(title: string): string {
  const cpu = /^Backtrace \(CPU (\d{1,6})\)/.exec(title)?.[1] ?? ''
  if (/\bpanicked thread\b/i.test(title))
    return titles.panickedThread({ tid: /\btid: (\d{1,20})/.exec(title)?.[1] ?? '', cpu })
  return cpu === '' ? title : titles.panickedCore({ cpu })
}

/** `words` is the panic log, `text` the whole file. */
function readText(
  words: string,
  text: string,
  file: string,
  line: JsonObject,
  body: JsonObject,
  problems: Report['problems'],
): Report {
  const panic = parsePanicText(words)
  const reason = panic.reason ?? wordsOf(body)
  const builder = new ReportBuilder(file)
  for (const image of panic.images) builder.addImage(image)
  const isWhole = words === text
  const stack = (rows: (typeof panic.stacks)[number]['rows'], rule: StackRule): Thread['frames'] =>
    builder.addStack(rows, rule)
  const panicked = panic.stacks.find((candidate) => candidate.panicked)
  const threads: Thread[] = []
  if (panicked || panic.registers.length > 0) {
    threads.push({
      id: 0,
      unnumbered: true,
      name: threadName(panicked?.title ?? 'Panicked thread'),
      crashed: true,
      frames: panicked ? stack(panicked.rows, 'return') : [],
      ...(panic.registers.length > 0 ? { registers: panic.registers } : {}),
    })
  }
  const backtraces = panic.stacks
    .filter((candidate) => candidate !== panicked)
    .map(({ title, rows, span }) => ({
      title,
      frames: stack(rows, 'thread'),
      ...(isWhole ? { span } : {}),
    }))
  const stackshot = readStackshot(body, builder, undefined, threads.length)
  const built = builder.finish()
  const mac = asString(body['macOSPanicString'])
  const notes = asArray(body['notes']).map((note) => formatJson(note))
  const sections: ReportSection[] = [
    { kind: 'text', title: 'Panic log', text: words },
    ...panicTables(words),
    ...(notes.length > 0 ? [{ kind: 'text' as const, title: 'Notes', text: notes.join('\n') }] : []),
    ...decodedStackshot(body),
    ...stackshot.sections,
  ]
  const told = (key: string): string | undefined => panic.fields.find(([name]) => name.toLowerCase() === key)?.[1]
  const task = /^Panicked task .*?: pid (\d+): (.*)$/m.exec(words)
  return {
    format: id,
    label,
    file,
    text,
    textKind: 'none',
    header: omitUndefined({
      process: task?.[2]?.trim(),
      pid: task?.[1] === undefined ? undefined : Number(task[1]),
      os:
        systemOf(asString(line['os_version']) ?? asString(body['build']), told('mac os version')) ?? told('os version'),
      device: asString(body['product']) ?? told('system model name'),
      date: asString(body['date']) ?? asString(line['timestamp']) ?? panic.date,
      incident: asString(body['incident']) ?? asString(line['incident_id']),
      fields: [
        ...new Map([
          ...flattenFields(line, NOTHING),
          ...flattenFields(body, CONTENT),
          ...(mac === undefined || words.includes(mac) ? [] : [['macOSPanicString', mac] as const]),
          ...panic.fields,
        ]),
      ],
    }),
    ...(reason ? { exception: { type: 'panic', reason } } : {}),
    applicationInfo: [],
    threads: [...threads, ...stackshot.threads],
    backtraces,
    callTrees: [],
    sections,
    ...(stackshot.waits.length > 0 && { waits: stackshot.waits }),
    ...built,
    problems: [...built.problems, ...problems],
  }
}

export const panicFormat: ReportFormat = { id, label, sniff, parse }
