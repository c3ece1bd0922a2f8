/** Umeng error details: an exception's text, its call stack symbols, followed by the program's UUID and addresses. */
import { linkAddress, runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { ExceptionInfo, Report } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { splitLines } from '../base/lines.ts'
import type { Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import { readIndexedRow, readLooseRow } from '../text/text-rows.ts'
import type { TextRow } from '../text/text-rows.ts'
import { collectStacks } from '../text/text-stacks.ts'
import { linesOfEnd, wordsOfEnd } from '../text/one-end.ts'
import { readNamedException, readThrownText } from '../text/thrown-text.ts'

const NO_DESCRIPTION = /^\s*\(null\)\s*$/
const SIGNALLED = /\breceived signal (SIG[A-Z]{2,6})\b/
const FIELD = /^[ \t]*(dSYM UUID|CPU Type|Slide Address|Binary Image|Base Address):[ \t]*(\S.*?)[ \t]*$/

export const umengFormat: ReportFormat = {
  id: 'umeng',
  label: 'Umeng error',
  sniff: ({ text }: Sample) => /dSYM UUID:/.test(text) && /(?:Slide|Base) Address:/.test(text),
  parse: parseUmeng,
}

function parseUmeng(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const lines = splitLines(input.text)
  const fields = lines.flatMap(({ text }) => {
    const match = FIELD.exec(text)
    return match?.[1] && match[2] ? [[match[1], match[2]] as const] : []
  })
  const { stacks } = collectStacks(lines, [readIndexedRow, readLooseRow])
  const rows = stacks.flatMap((stack) => stack.rows)
  const images = new TextImages(builder, [])
  images.state(programImage(new Map(fields), rows))
  images.learn(rows)
  const [first, ...others] = stacks.map((stack) => ({
    title: 'Call stack',
    frames: addTextStack(builder, images, stack.rows, 'return'),
    span: stack.span,
  }))
  const own = wordsOfEnd(input.text, stacks)
  const head = textAbove(linesOfEnd(lines, own))
  const exception = readThrownText(own) ?? readNamedException(head) ?? toldAbove(head)
  const report = finishTextReport(umengFormat, input, builder, {
    header: omitUndefined({
      fields,
      arch: new Map(fields).get('CPU Type'),
      process: new Map(fields).get('Binary Image'),
    }),
    exception,
    applicationInfo: exception?.reason ? [exception.reason] : [],
    lastException: first,
    backtraces: others,
  })
  return success([report])
}

/** Umeng writes the reason, or the signal, and a description below it that is mostly `(null)`. Words above are the reader's own. */
function toldAbove(head: readonly string[]): ExceptionInfo | undefined {
  const below = head.findIndex((text) => NO_DESCRIPTION.test(text))
  const reason = head.slice(0, below < 0 ? undefined : below).filter((text) => text.trim() !== '')
  const told = (below < 0 ? reason[0] : reason.at(-1))?.trim()
  return told === undefined ? undefined : omitUndefined({ reason: told, signal: SIGNALLED.exec(told)?.[1] })
}

/** The lines above the stack, which opens with a bracket or its first row. */
function textAbove(lines: readonly Line[]): string[] {
  const end = lines.findIndex((line) => /^[ \t]*\({1,2}[ \t]*$/.test(line.text) || readIndexedRow(line) !== undefined)
  return lines.slice(0, Math.max(0, end)).map(({ text }) => text)
}

/**
 * The program. "Slide Address" is its preferred vmaddr, "Base Address" where it was loaded. Umeng's servers moved the addresses of
 * older reports to the preferred vmaddr. The offsets in the rows (`App + 7600944`) show which of the two the rows use.
 */
function programImage(
  fields: ReadonlyMap<string, string>,
  rows: readonly TextRow[],
): Parameters<TextImages['state']>[0] {
  const name = fields.get('Binary Image') ?? ''
  const text = addressOf(fields.get('Slide Address'))
  const stated = addressOf(fields.get('Base Address'))
  const own = rows.find(
    ({ loadAddress, imageName }) =>
      loadAddress !== undefined && (imageName === name || loadAddress === stated || loadAddress === text),
  )
  // An image name in a script that the writer could not print comes as question marks, longer in rows than in the field.
  const shown = /^\?*$/.test(name) ? (own?.imageName ?? name) : name
  const loadAddress = own?.loadAddress ?? stated
  return omitUndefined({
    name: shown,
    uuid: parseUuid(fields.get('dSYM UUID') ?? ''),
    arch: fields.get('CPU Type'),
    loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
    textVmaddr: text === undefined ? undefined : linkAddress(text),
    slideFrom: 'load-address' as const,
    origin: 'app' as const,
  })
}

function addressOf(text: string | undefined): bigint | undefined {
  const digits = /^(0x[0-9a-f]{1,16})$/i.exec(text ?? '')?.[1]
  return digits === undefined ? undefined : BigInt(digits)
}
