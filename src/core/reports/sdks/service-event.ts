/** From the JSON event of an error service to a report: what Datadog's, Raygun's and App Center's events share. */
import { problem } from '../../messages/problems.ts'
import { runtimeAddress } from '../../model/address.ts'
import { parseUuid } from '../../model/image.ts'
import { failure, success } from '../../model/problem.ts'
import type { Outcome } from '../../model/problem.ts'
import type { Frame, Register, Report, Thread } from '../../model/report.ts'
import { readJsonReports } from '../base/json-report.ts'
import type { ReportFormat, ReportInput } from '../base/format.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import { fileName, originOfPath } from '../base/origin.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import type { FrameRow, ImageRow, StackRule } from '../base/report-builder.ts'
import { asArray, asBigint, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { parseRegisters } from '../text/apple-registers.ts'
import { readIndexedRow } from '../text/text-rows.ts'
import { splitLines } from '../base/lines.ts'
import { damageProblems } from '../base/json-damage.ts'

/** Parts of a service's event, before its addresses are joined to images. */
export type ServiceParts = Omit<
  Report,
  'format' | 'file' | 'text' | 'textKind' | 'images' | 'frameCount' | 'problems' | 'names'
>

/** Reads one event; `builder` takes its images and stacks. */
export type ReadEvent = (event: JsonObject, builder: ReportBuilder, document: JsonDocument) => ServiceParts

/** Reads a file of events: `find` gives those that the document holds. Never throws. */
export function parseServiceEvents(
  { id, label }: Pick<ReportFormat, 'id' | 'label'>,
  input: ReportInput,
  find: (root: JsonValue) => readonly JsonObject[],
  read: ReadEvent,
): Outcome<readonly Report[]> {
  const kind = label.replace(' (JSON)', '')
  return readJsonReports(input, kind, (document) => {
    const events = find(document.value)
    if (events.length === 0) return failure(problem('no-event', { kind }, { file: input.path }))
    const reports = events.map((event): Report => {
      const builder = new ReportBuilder(input.path)
      for (const one of damageProblems(document, input.text, input.path)) builder.problem(one)
      const parts = read(event, builder, document)
      const built = builder.finish()
      return { ...parts, ...built, format: id, file: input.path, text: input.text, textKind: 'json' }
    })
    return success(reports)
  })
}

/** Objects at any depth up to `depth` for which `test` holds; what lies inside one is not looked at. */
export function findObjects(root: JsonValue, test: (value: JsonObject) => boolean, depth = 6): readonly JsonObject[] {
  if (depth < 0) return []
  if (Array.isArray(root)) return asArray(root).flatMap((item) => findObjects(item, test, depth - 1))
  if (!isJsonObject(root)) return []
  if (test(root)) return [root]
  return Object.values(root).flatMap((value) => (value === undefined ? [] : findObjects(value, test, depth - 1)))
}

/** An image in a service's event; `last` is its last byte. */
export interface ServiceImage {
  readonly name: string | undefined
  readonly path?: string | undefined
  readonly uuid: string | undefined
  readonly arch: string | undefined
  readonly loadAddress: bigint | undefined
  readonly last?: bigint | undefined
  readonly size?: number | undefined
  readonly origin?: ImageRow['origin'] | undefined
}

/** What a service calls the name of an image is mostly its path. */
export const namedByPath = (text: string | undefined): Pick<ServiceImage, 'name' | 'path'> => ({
  name: text === undefined ? undefined : fileName(text),
  path: text?.startsWith('/') ? text : undefined,
})

/** Adds an image. */
export function addServiceImage(builder: ReportBuilder, image: ServiceImage): void {
  const { name, path, loadAddress, last, uuid, arch, origin } = image
  const isRange = loadAddress !== undefined && last !== undefined && last >= loadAddress
  builder.addImage(
    omitUndefined({
      name: name ?? fileName(path ?? ''),
      path,
      uuid: uuid === undefined ? undefined : parseUuid(uuid),
      arch,
      loadAddress: loadAddress === undefined ? undefined : runtimeAddress(loadAddress),
      size: isRange ? Number(last - loadAddress + 1n) : image.size,
      origin: origin ?? originOfPath(path),
    }),
  )
}

/** Reads a stack from one string with a row a line; other lines are left out. */
export function addStackText(builder: ReportBuilder, text: string, rule: StackRule): readonly Frame[] {
  const rows = splitLines(text).flatMap((line): FrameRow[] => {
    const row = readIndexedRow(line)
    // Places of a row are of the string here, not of the file.
    return row ? [{ ...row, span: undefined, symbolSpan: undefined }] : []
  })
  return builder.addStack(rows, rule)
}

/** Registers of an object of names and numbers. */
export function readRegisterObject(values: JsonObject): readonly Register[] {
  return Object.entries(values).flatMap(([name, value]) => {
    const number = asBigint(value)
    return number === undefined ? [] : [{ name, value: BigInt.asUintN(64, number) }]
  })
}

/** Registers that stand in one string, several a line. */
export function readRegisterText(text: string): readonly Register[] {
  return splitLines(text).flatMap((line) => parseRegisters(line.text))
}

/** Whether two stacks are the same calls, so that one of them says all. */
export function isSameStack(frames: readonly Frame[], thread: Pick<Thread, 'frames'>): boolean {
  return (
    frames.length === thread.frames.length && frames.every(({ address }, at) => address === thread.frames[at]?.address)
  )
}
