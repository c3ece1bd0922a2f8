/**
 * Errors of scripts as the web view of Capacitor (and Ionic) logs them: a message, the address of the bundle, and a line with the place
 * in it. Later errors come as one object. Places need the bundle's source map.
 */
import { titles } from '../../messages/labels.ts'
import { success, type Outcome } from '../../model/problem.ts'
import { pathName } from '../../model/path-name.ts'
import type { ExceptionInfo, Report } from '../../model/report.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { canBeRow, eachLine, spanIn, type Line } from '../base/lines.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { scriptPlace } from '../text/script-place.ts'
import { addTextStack, finishTextReport, TextImages } from '../text/text-report.ts'
import type { TextRow } from '../text/text-rows.ts'

/** Capacitor puts a sign of lightning before each of its lines; issues quote them. */
const SIGN = /^[ \t>]{0,8}\u26A1\uFE0F?[ \t]{0,8}/
const ADDRESS = /^URL: ([a-z][\w+.-]{1,30}:\/\/\S{1,1000})$/
/** `main.js:1:81234`; older versions leave out the file. */
const PLACE = /^(?:(\S{1,400}):)?(\d{1,9}):(\d{1,9})$/
const ERROR = /^((?:[A-Z]\w{0,60})?(?:Error|Exception)): ([^\n]{1,2000})$/
const OBJECT = /^\[error\] - (?:ERROR )?(\{.{1,8000}\})$/
const MOST_ERRORS = 1000

export const capacitorFormat: ReportFormat = {
  id: 'capacitor-log',
  label: 'Log of a Capacitor app',
  sniff: ({ text }: Sample) => text.includes('\u26A1') && readErrors(text).length > 0,
  parse: parseCapacitor,
}

interface ScriptError {
  readonly row: TextRow
  readonly exception?: ExceptionInfo
}

function parseCapacitor(input: ReportInput): Outcome<readonly Report[]> {
  const builder = new ReportBuilder(input.path)
  const images = new TextImages(builder, [])
  const errors = readErrors(input.text)
  const exception = errors.find((error) => error.exception)?.exception
  const backtraces = errors.map(({ row }) => ({
    title: titles.javaScriptStack,
    frames: addTextStack(builder, images, [row], 'exact'),
    ...(row.span && { span: row.span }),
  }))
  return success([
    finishTextReport(capacitorFormat, input, builder, {
      exception,
      applicationInfo: exception?.reason ? [exception.reason] : [],
      backtraces,
    }),
  ])
}

function readErrors(text: string): readonly ScriptError[] {
  const errors: ScriptError[] = []
  let said: ExceptionInfo | undefined
  let url: string | undefined
  for (const line of eachLine(text)) {
    if (!canBeRow(line.text)) continue
    const bare = line.text.replace(SIGN, '').trim()
    const [, name, reason] = ERROR.exec(bare) ?? []
    if (name !== undefined) said = omitUndefined({ type: titles.javaScriptError, name, reason })
    const address = ADDRESS.exec(bare)?.[1]
    if (address !== undefined) {
      url = address
      continue
    }
    const place = url === undefined ? null : PLACE.exec(bare)
    if (place)
      errors.push({ row: rowAt(line, url, Number(place[2]), Number(place[3])), ...(said && { exception: said }) })
    url = undefined
    const object = SIGN.test(line.text) ? objectIn(OBJECT.exec(bare)?.[1], line) : undefined
    if (object) errors.push(object)
    if (errors.length >= MOST_ERRORS) break
  }
  return errors
}

/** Web views count columns from 1. */
function rowAt(line: Line, file: string | undefined, atLine: number, column: number): TextRow {
  const symbol = omitUndefined({ name: '<anonymous>', file, line: atLine, column })
  return {
    symbol,
    script: scriptPlace(symbol, true),
    language: 'javascript',
    span: spanIn(line, 0, line.text.trimEnd().length),
  }
}

/** `{"message":"TypeError: …","url":"…","line":1,"column":20417}`; Angular writes `sourceURL` and no message. */
function objectIn(json: string | undefined, line: Line): ScriptError | undefined {
  const value = json === undefined ? undefined : parsed(json)
  if (typeof value !== 'object' || value === null) return undefined
  const of = (key: string): unknown => (value as Readonly<Record<string, unknown>>)[key]
  const [file, atLine, column, message] = [of('url') ?? of('sourceURL'), of('line'), of('column'), of('message')]
  if (typeof file !== 'string' || !isCount(atLine) || !isCount(column)) return undefined
  const [, name = '', reason = ''] =
    typeof message === 'string' ? (ERROR.exec(message) ?? [undefined, '', message]) : []
  const words = reason || titles.scriptErrorIn({ file: pathName(file) })
  return {
    row: rowAt(line, file, atLine, column),
    exception: omitUndefined({ type: titles.javaScriptError, name: name || undefined, reason: words }),
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch (thrown) {
    // A log that cut the object is no object.
    if (thrown instanceof SyntaxError) return undefined
    throw thrown
  }
}
