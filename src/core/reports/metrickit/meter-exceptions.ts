/**
 * Exception logs that the Meter library keeps beside MetricKit payloads: lines of a digit and a JSON object. `1` begins an
 * exception, `2` is a return address of its stack, `3` an image of that address.
 */
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Report } from '../../model/report.ts'
import { decodeBase64Text } from '../text/encoded-text.ts'
import type { ReportFormat, ReportInput, Sample } from '../base/format.ts'
import { asBigint, asObject, asString, parseJson } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { eachLine } from '../base/lines.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { formatTimestamp } from '../base/timestamp.ts'
import { problem } from '../../messages/problems.ts'

export const meterExceptionsFormat: ReportFormat = {
  id: 'meter-exceptions',
  label: 'Meter exception log',
  sniff: ({ text }: Sample) => /^[\s\uFEFF]*[123] \{"(?:type|name|pc|address)"\s*:/.test(text),
  parse: parseMeterExceptions,
}

/** One exception as collected from its lines. */
interface Thrown {
  readonly about: JsonObject
  readonly addresses: bigint[]
  readonly images: JsonObject[]
}

function parseMeterExceptions(input: ReportInput): Outcome<readonly Report[]> {
  const all: Thrown[] = []
  const broken: number[] = []
  for (const line of eachLine(input.text)) {
    const text = line.text.trim()
    if (text === '') continue
    const [, digit, json = ''] = /^([123]) (\{.*)$/.exec(text) ?? []
    const document = parseJson(json)
    if (!document || document.damage) broken.push(line.number)
    if (!document) continue
    const record = asObject(document.value)
    let current = all.at(-1)
    if (digit === '1' || !current) {
      current = { about: digit === '1' ? record : {}, addresses: [], images: [] }
      all.push(current)
    }
    const address = asBigint(record['pc'])
    if (digit === '2' && address !== undefined) current.addresses.push(address)
    if (digit === '3') current.images.push(record)
  }
  return success(all.map((thrown, at) => buildReport(input, thrown, at === 0 ? broken : [])))
}

function buildReport(input: ReportInput, { about, addresses, images }: Thrown, broken: readonly number[]): Report {
  const builder = new ReportBuilder(input.path)
  for (const line of broken) builder.problem(problem('damaged-line', {}, { line }))
  const seen = new Set<string>()
  for (const image of images) {
    const loadAddress = asBigint(image['address'])
    const path = asString(image['path'])
    const key = `${loadAddress ?? ''}|${path ?? ''}`
    if (loadAddress === undefined || seen.has(key)) continue
    seen.add(key)
    const uuid = parseUuid(asString(image['uuid']) ?? '')
    builder.addImage(
      omitUndefined({
        name: fileName(path ?? ''),
        path,
        uuid,
        loadAddress: runtimeAddress(loadAddress),
        origin: originOfPath(path),
      }),
    )
  }
  const name = decodeBase64Text(asString(about['name']))
  const reason = decodeBase64Text(asString(about['reason']))
  const date = formatTimestamp(about['time_ms'])
  return omitUndefined({
    format: meterExceptionsFormat.id,
    label: meterExceptionsFormat.label,
    file: input.path,
    text: input.text,
    textKind: 'none' as const,
    header: omitUndefined({ date, fields: date === undefined ? [] : [['Date/Time', date] as const] }),
    exception: omitUndefined({ type: asString(about['type']), name, reason }),
    applicationInfo: reason ? [reason] : [],
    threads: [],
    lastException: {
      frames: builder.addStack(
        addresses.map((address) => ({ address })),
        'return',
      ),
    },
    backtraces: [],
    callTrees: [],
    sections: [],
    ...builder.finish(),
  })
}
