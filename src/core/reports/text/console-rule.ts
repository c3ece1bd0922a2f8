/** The shape of a rule for sentences of a console, and the parts that such rules share. */
import { runtimeAddress } from '../../model/address.ts'
import type { ExceptionInfo, ReportHeader, TerminationInfo } from '../../model/report.ts'
import type { ReportKind } from '../../model/report-kind.ts'
import { omitUndefined } from '../base/omit-undefined.ts'

export interface Said {
  readonly exception?: ExceptionInfo | undefined
  readonly termination?: TerminationInfo
  readonly info?: string | undefined
  readonly header?: Partial<ReportHeader>
  readonly kind?: ReportKind
}

export interface ConsoleRule {
  /** Its first match in a text counts. Begins with fixed words, so that a search takes time by the length of the text. */
  readonly pattern: RegExp
  readonly read: (match: RegExpExecArray, text: string) => Said
}

/** An address in hex digits, with or without `0x`. */
export const address = (digits: string | undefined): ExceptionInfo['address'] =>
  digits === undefined ? undefined : runtimeAddress(BigInt.asUintN(64, BigInt(`0x${digits.replace(/^0x/i, '')}`)))

/** The fields that have a value. */
export const exceptionOf = (info: { [Key in keyof ExceptionInfo]: ExceptionInfo[Key] | undefined }): ExceptionInfo =>
  omitUndefined(info)

/** A line that is both shown as printed and the reason of the end. */
export function sentence(text: string): Said {
  const line = text.trimEnd()
  return { info: line, exception: { reason: line } }
}

/** A line of its own on an exception with its address. */
const END_LINE = /^[> \t*-]{0,8}(EXC_[A-Z_]{3,30}\b[^\n]{0,80}?\bKERN_[A-Z_]{3,40} at 0x[0-9a-f]{1,16})[ \t\r]*$/gm
const MOST_ENDS = 8

/** The lines of several crashes, of which the exception is the first; undefined for one. */
export function severalEnds(text: string): string | undefined {
  const lines = new Set<string>()
  for (const [, line = ''] of text.matchAll(END_LINE)) if (lines.add(line).size === MOST_ENDS) break
  return lines.size > 1 ? [...lines].join('\n') : undefined
}

/** Widths of terminals, which break a line within a word. */
const WIDTHS: ReadonlySet<number> = new Set([80, 100, 120, 132])

/** The rest of a word that a terminal broke at its last column; empty where the line has its end. */
export function goesOn(text: string, index: number, line: string): string {
  const start = text.lastIndexOf('\n', index) + 1
  if (!WIDTHS.has(index + line.length - start)) return ''
  return (
    /^\r?\n([a-z][^\n]{0,130})/.exec(text.slice(index + line.length, index + line.length + 140))?.[1]?.trimEnd() ?? ''
  )
}

/** Lines of ITK below its exception; one of them has the error’s description. */
export const described = (below: string): string =>
  /^(?:\r?\n[^\n]{1,300}){0,8}?\r?(\nDescription: [^\n]{1,400})/.exec(below)?.[1]?.trimEnd() ?? ''
