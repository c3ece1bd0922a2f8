/** Backtraces that the Swift runtime (5.9 and later) prints on a crash. Documented in Swift's `docs/Backtracing.rst`. */
import { runtimeAddress } from '../../model/address.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Register, Report, ReportHeader, Thread } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { eachLine, splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { wordsOfEnd } from '../text/one-end.ts'
import { collectImages } from '../text/text-images.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readSwiftRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'

const BANNER =
  /(?:\*\*\*|💣)[ \t]*(?:Program crashed|Swift runtime failure|Fatal error)[:, ]*(.*?)(?:[ \t]*\*\*\*)?[ \t]*$/m
const HEAD = /^[ \t]*Thread (\d+)(?: "([^"]*)")?(?: \(\d+\))?( crashed)?:[ \t]*$/
const CRASHED = /^[ \t]*Thread \d+(?: "[^"\n]*")? crashed:[ \t]*$/m
const REGISTER = /^[ \t]*([a-z][a-z0-9]{1,5})[ \t]+(0x[0-9a-f]{8}(?:[0-9a-f]{8})?)(?:[ \t]|$)/

export const swiftBacktraceFormat: ReportFormat = {
  id: 'swift-backtrace',
  label: 'Swift runtime backtrace',
  sniff: ({ text }: Sample) => (BANNER.test(text) || CRASHED.test(text)) && hasRow(text),
  parse: parseSwiftBacktrace,
}

function hasRow(text: string): boolean {
  for (const line of eachLine(text)) if (readSwiftRow(line)) return true
  return false
}

function parseSwiftBacktrace(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = splitLines(input.text)
  const { stacks, others } = collectStacks(lines, [readSwiftRow], (text) => HEAD.test(text))
  const images = new TextImages(builder, collectImages(others))
  const crashedAt = lines.findIndex(({ text }) => CRASHED.test(text))
  const threads = stacks.map((stack, position): Thread => {
    const head = headAbove(lines, stack.span.start)
    const crashed = head?.[3] !== undefined || (crashedAt < 0 && position === 0)
    const registers = crashed ? readRegisters(others) : []
    return omitUndefined({
      id: head?.[1] === undefined ? position : Number(head[1]),
      name: head?.[2],
      crashed,
      registers: registers.length > 0 ? registers : undefined,
      // Every row is marked unless it is the instruction that ran or one inlined into it.
      frames: addTextStack(builder, images, stack.rows, 'thread'),
      span: stack.span,
    })
  })
  const own = wordsOfEnd(input.text, stacks)
  const report = finishTextReport(swiftBacktraceFormat, input, builder, {
    header: readHeader(input.text),
    exception: readException(own),
    applicationInfo: [...own.matchAll(/^.*\bFatal error: .*$/gm)].map((match) => match[0].trim()),
    threads,
  })
  return success([report])
}

/** `Platform: arm64 macOS 15.1 (24B83)`. */
function readHeader(text: string): Partial<ReportHeader> {
  const match = /^Platform:[ \t]*((\w+)[ \t]+(\S.*?))[ \t]*$/m.exec(text)
  if (!match?.[1] || !match[2] || !match[3]) return {}
  return { arch: match[2], os: match[3], fields: [['Platform', match[1]]] }
}

/** The heading of the thread that a stack belongs to: the last one before it. */
function headAbove(lines: readonly Line[], offset: number): RegExpExecArray | null {
  let found: RegExpExecArray | null = null
  for (const line of lines) {
    if (line.start > offset) break
    found = HEAD.exec(line.text) ?? found
  }
  return found
}

function readException(text: string): ExceptionInfo | undefined {
  const message = BANNER.exec(text)?.[1]?.trim()
  if (!message) return undefined
  const address = /\bat (0x[0-9a-f]{1,16})/i.exec(message)?.[1]
  return omitUndefined({ message, address: address === undefined ? undefined : runtimeAddress(BigInt(address)) })
}

function readRegisters(lines: readonly Line[]): Register[] {
  const start = lines.findIndex(({ text }) => /^[ \t]*Registers:[ \t]*$/.test(text))
  if (start < 0) return []
  const registers: Register[] = []
  for (const { text } of lines.slice(start + 1)) {
    const match = REGISTER.exec(text)
    if (match?.[1] && match[2]) registers.push({ name: match[1], value: BigInt(match[2]) })
    else if (text.trim() !== '') break
  }
  return registers
}
