/** Reports of AddressSanitizer, ThreadSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer (`sanitizer_common` of compiler-rt). */
import { runtimeAddress } from '../model/address.ts'
import { success } from '../model/problem.ts'
import type { Outcome } from '../model/problem.ts'
import type { ExceptionInfo, Register, Report, Stack, Thread } from '../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from './format.ts'
import { splitLines } from './lines.ts'
import type { Line } from './lines.ts'
import { present } from './present.ts'
import { ReportBuilder } from './report-builder.ts'
import { collectImages } from './text-images.ts'
import { addTextStack, finishTextReport, TextImages } from './text-report.ts'
import { readSanitizerRow } from './text-rows.ts'
import type { RowReader, TextRow } from './text-rows.ts'
import { collectStacks } from './text-stacks.ts'

const BEGIN = /(?:^|==)(?:ERROR|WARNING): (\w+Sanitizer):?|^\S.*?: runtime error: |(?:^|\s)(\w+Sanitizer):DEADLYSIGNAL/
const SUMMARY = /^SUMMARY: (\w+Sanitizer): (.*)$/m
const ROW = /^[ \t]*#\d{1,5}[ \t]+(?:0x[0-9a-f]+[ \t]+(?:in[ \t]|\()|\S.*\+0x[0-9a-f]+\))/m
const HEAD =
  /^[ \t]*(?:(?:READ|WRITE) of size|(?:Previous |Atomic |As if |Modifying |Read-only )?[\w -]*(?:read|write|access)\b.* (?:by|at) |0x[0-9a-f]+ is located|(?:freed|previously allocated|allocated) by|Thread T|Address 0x|(?:Direct|Indirect) leak|Location is|Mutex M|SUMMARY|Shadow )/i
const MODULE_ALONE = /^[ \t]*\([^()]*\+0x[0-9a-f]+\)[ \t]*$/i

export const sanitizerFormat: ReportFormat = {
  id: 'sanitizer',
  label: 'Sanitizer report',
  sniff: ({ text }: Sample) =>
    ROW.test(text) &&
    /\b\w+Sanitizer\b|runtime error: |(?:READ|WRITE) of size \d|\b(?:freed|allocated) by thread T\d|libclang_rt\.|_(?:osx|iossim|ios)_dynamic\.dylib:/.test(
      text,
    ),
  parse: parseSanitizer,
}

function parseSanitizer(input: ReportInput): Outcome<readonly Report[]> {
  return success(splitReports(splitLines(input.text)).map((lines) => buildReport(input, lines)))
}

/** A program that goes on after a finding prints one report behind another. */
function splitReports(lines: readonly Line[]): Line[][] {
  const parts: Line[][] = [[]]
  let hasRows = false
  for (const line of lines) {
    if (hasRows && BEGIN.test(line.text)) {
      parts.push([])
      hasRows = false
    }
    parts.at(-1)?.push(line)
    hasRows ||= readSanitizerRow(line) !== undefined
  }
  return parts
}

function buildReport(input: ReportInput, lines: readonly Line[]): Report {
  const builder = new ReportBuilder(input.path)
  const { stacks, others } = collectStacks(lines, [wrappedRowReader(lines)], (text) => HEAD.test(text))
  const images = new TextImages(builder, collectImages(others))
  images.learn(stacks.flatMap((stack) => stack.rows))
  const text = lines.map((line) => line.text).join('\n')
  const threads: Thread[] = []
  const backtraces: (Stack & { title: string })[] = []
  const isWhole = BEGIN.test(text) || lines.some((line) => BEGIN.test(line.text))
  stacks.forEach((stack, position) => {
    const title = stack.title?.text.trim() ?? ''
    // The writer took one byte off every address, also off the first, so that it lies in the call.
    const frames = addTextStack(builder, images, stack.rows, 'call')
    if (position === 0 && isWhole) {
      const registers = readRegisters(text)
      const id = /\bthread T(\d+)\b/.exec(title) ?? /\bT(\d+)\)?[ \t]*$/m.exec(text)
      threads.push(
        present({
          id: Number(id?.[1] ?? 0),
          crashed: true,
          registers: registers.length > 0 ? registers : undefined,
          frames,
          span: stack.span,
        }),
      )
    } else backtraces.push({ title: title.replace(/:$/, '') || 'Stack', frames, span: stack.span })
  })
  const exception = readException(text)
  return finishTextReport(sanitizerFormat, input, builder, {
    label: exception?.type ? `${exception.type} report` : sanitizerFormat.label,
    exception,
    applicationInfo: exception?.message ? [exception.message] : [],
    header: present({ pid: pidOf(text), fields: [] }),
    threads,
    backtraces,
  })
}

function pidOf(text: string): number | undefined {
  const digits = /^==(\d{1,9})==/m.exec(text)?.[1] ?? /\(pid=(\d{1,9})\)/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Pasted rows may be broken before the module: then it stands alone in the next line. */
function wrappedRowReader(lines: readonly Line[]): RowReader {
  const next = new Map(lines.map((line, at) => [line.start, lines[at + 1]]))
  return (line) => {
    const row = readSanitizerRow(line)
    const behind = next.get(line.start)
    if (!row || row.imageName !== undefined || !behind || !MODULE_ALONE.test(behind.text)) return row
    const joined = readSanitizerRow({ ...line, text: `${line.text.trimEnd()} ${behind.text.trim()}` })
    return joined && ({ ...joined, ...present({ span: row.span, symbolSpan: row.symbolSpan }) } satisfies TextRow)
  }
}

function readException(text: string): ExceptionInfo | undefined {
  const summary = SUMMARY.exec(text)
  const begin = /(?:ERROR|WARNING): (\w+Sanitizer):?\s+([^\n]*)/.exec(text)
  const undefinedBehavior = /^(\S.*?: runtime error: .*)$/m.exec(text)?.[1]
  const type = begin?.[1] ?? summary?.[1] ?? (undefinedBehavior ? 'UndefinedBehaviorSanitizer' : undefined)
  if (type === undefined) return undefined
  const address = /\baddress\s+(0x[0-9a-f]{1,16})/i.exec(text)?.[1]
  return present({
    type,
    message: begin?.[2]?.trim() ?? undefinedBehavior?.trim(),
    subtype: /^([a-z][\w-]*)/.exec(begin?.[2] ?? summary?.[2] ?? '')?.[1],
    reason: summary?.[2]?.trim(),
    address: address === undefined ? undefined : runtimeAddress(BigInt(address)),
  })
}

/** `at pc 0x… bp 0x… sp 0x…` of the heading. */
function readRegisters(text: string): Register[] {
  const head = /\bpc\s+(0x[0-9a-f]{1,16})\s+bp\s+(0x[0-9a-f]{1,16})\s+sp\s+(0x[0-9a-f]{1,16})/i.exec(text)
  return ['pc', 'bp', 'sp'].flatMap((name, at) => {
    const value = head?.[at + 1]
    return value === undefined ? [] : [{ name, value: BigInt(value) }]
  })
}
