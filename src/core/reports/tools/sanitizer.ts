/** Reports of AddressSanitizer, ThreadSanitizer, UndefinedBehaviorSanitizer and LeakSanitizer (`sanitizer_common` of compiler-rt). */
import { runtimeAddress } from '../../model/address.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Register, Report, ReportSection, Stack, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { collectImages } from '../text/text-images.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readSanitizerRow } from '../text/text-rows.ts'
import type { RowReader, TextRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'
import { titles } from '../../messages/labels.ts'

const BEGIN =
  /(?:^[ \t]*|==[ \t]?)(?:ERROR|WARNING): (\w+Sanitizer):?|^[ \t]*\S.*?: runtime error: |(?:^|\s)(\w+Sanitizer):DEADLYSIGNAL/
const SUMMARY = /^SUMMARY: (\w+Sanitizer): (.*)/m
const ROW = /^[ \t]*#\d{1,5}[ \t]+(?:0x[0-9a-f]+[ \t]+(?:in[ \t]|\()|\S.*\+0x[0-9a-f]+\))/m
const HEAD =
  /^[ \t]*(?:(?:READ|WRITE) of size|(?:Previous |Atomic |As if |Modifying |Read-only )?[\w -]{0,80}(?:read|write|access)\b.* (?:by|at) |0x[0-9a-f]+ is located|(?:freed|previously allocated|allocated) by|Thread T|Address 0x|(?:Direct|Indirect) leak|Location is|Mutex M|SUMMARY|Shadow )/i
/** A line of the sanitizer on its finding: no name of a thread. */
const HEADING = /\b[A-Z]\w*Sanitizer\b|^SCARINESS: \d/
/** The sanitizer failed at its own work. */
const OWN_CHECK = /\b[A-Z]\w*Sanitizer:? CHECK failed: [^\n]{1,400}/
/** Where the address lies: how far from which region. */
const LOCATED = /^[ \t]*(0x[0-9a-f]{1,16} is located [^\n]{1,400})$/m
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

/** A program that continues after a finding prints one report after another. */
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
  const isWhole = lines.some((line) => BEGIN.test(line.text))
  stacks.forEach((stack, position) => {
    const title = stack.title?.text.trim() ?? ''
    // The writer took one byte off every address, also off the first, so that it lies in the call.
    const frames = addTextStack(builder, images, stack.rows, 'call')
    if (position === 0 && isWhole) {
      const registers = readRegisters(text)
      const isMain = /\bmain thread\b/.test(title)
      const id = isMain ? null : (/\bthread T(\d+)\b/.exec(title) ?? /\bT(\d+)\)?[ \t]*$/m.exec(text))
      threads.push(
        omitUndefined({
          id: Number(id?.[1] ?? 0),
          unnumbered: (!isMain && !id) || undefined,
          name: HEADING.test(title) ? undefined : title.replace(/:$/, '') || undefined,
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
    applicationInfo: [
      exception?.message,
      OWN_CHECK.exec(text)?.[0].trimEnd(),
      accessOf(text)?.line,
      LOCATED.exec(text)?.[1]?.trimEnd(),
    ].filter((line) => line !== undefined),
    sections: sectionsOf(others),
    header: omitUndefined({ pid: pidOf(text), fields: [] }),
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
    return joined && ({ ...joined, ...omitUndefined({ span: row.span, symbolSpan: row.symbolSpan }) } satisfies TextRow)
  }
}

function readException(text: string): ExceptionInfo | undefined {
  const summary = SUMMARY.exec(text)
  const begin = /(?:ERROR|WARNING): (\w+Sanitizer):?\s+([^\n]*\bat pc[ \t]*\r?\n[ \t]*0x[^\n]*|[^\n]*)/.exec(text)
  const undefinedBehavior = /^(\S.*?: runtime error: .*)/m.exec(text)?.[1]
  const type = begin?.[1] ?? summary?.[1] ?? (undefinedBehavior ? 'UndefinedBehaviorSanitizer' : undefined)
  if (type === undefined) return undefined
  const access = accessOf(text)
  const address = access?.address ?? /\baddress\s+(0x[0-9a-f]{1,16})/i.exec(text)?.[1]
  return omitUndefined({
    type,
    message: begin?.[2]?.trim().replace(/\s*\n\s*/, ' ') ?? undefinedBehavior?.trim(),
    subtype: kindOf(begin?.[2] ?? '', summary?.[2] ?? ''),
    codes: access && `${access.kind} of size ${access.size}`,
    reason: summary?.[2]?.trim(),
    address: address === undefined ? undefined : runtimeAddress(BigInt(address)),
  })
}

/**
 * What was found, in the sanitizer's word: `data race` before its process id, else the first word of the summary, which is the same
 * for all the ways to say it in the heading (`attempting double-free on`, `SEGV on unknown address`).
 */
function kindOf(heading: string, summary: string): string | undefined {
  const race = /^(\S[^(\n]{0,200}?)[ \t]{1,20}\(pid=\d+\)/.exec(heading)?.[1]
  if (race) return race
  if (/\bleaked in \d+ allocation/.test(summary)) return 'memory leak'
  return (
    /^([A-Za-z][\w-]*)(?=[ \t]|$)/.exec(summary)?.[1] ?? /^(?:attempting[ \t]+)?([A-Za-z][\w-]*)/.exec(heading)?.[1]
  )
}

interface Access {
  readonly kind: string
  readonly size: string
  readonly address: string | undefined
  readonly line: string
}

/** The access that was caught: `WRITE of size 4 at 0x… thread T0`, `Atomic read of size 8 at 0x… by main thread`. */
function accessOf(text: string): Access | undefined {
  const match =
    /^[ \t]*((?!Previous)(?:\w+ ){0,2}(?:read|write|access)) of size (\d{1,12})(?: at (0x[0-9a-f]{1,16}))?[^\n]*/im.exec(
      text,
    )
  if (!match?.[1] || !match[2]) return undefined
  return { kind: match[1], size: match[2], address: match[3], line: match[0].trim().replace(/:$/, '') }
}

const SHADOW = /^[ \t]*(?:=>)?[ \t]*(?:0x)?[0-9a-f]{6,16}:[ \t]*[[ \t]?[0-9a-f]{2}\b|^Shadow byte/i

/** All that stands outside the stacks: what the sanitizer says of memory and threads, and its map of shadow bytes. */
function sectionsOf(others: readonly Line[]): ReportSection[] {
  const lines = others.map(({ text }) => text.trimEnd()).filter((line) => /[^=\s]/.test(line))
  const from = lines.findIndex((line) => SHADOW.test(line))
  const said = from < 0 ? lines : lines.slice(0, from)
  const shadow = from < 0 ? [] : lines.slice(from)
  return [
    ...(said.length > 0 ? [{ kind: 'text' as const, title: titles.sanitizer, text: said.join('\n') }] : []),
    ...(shadow.length > 0 ? [{ kind: 'text' as const, title: 'Shadow bytes', text: shadow.join('\n') }] : []),
  ]
}

/** `at pc 0x… bp 0x… sp 0x…` of the heading. */
function readRegisters(text: string): Register[] {
  const head = /\bpc\s+(0x[0-9a-f]{1,16})\s+bp\s+(0x[0-9a-f]{1,16})\s+sp\s+(0x[0-9a-f]{1,16})/i.exec(text)
  return ['pc', 'bp', 'sp'].flatMap((name, at) => {
    const value = head?.[at + 1]
    return value === undefined ? [] : [{ name, value: BigInt(value) }]
  })
}
