/**
 * Apple's JSON crash reports: `.ips` of bug types 309, 308, 385 and others with stacks. Described in "Interpreting the JSON
 * format of a crash report" (developer.apple.com).
 */
import { titles } from '../../messages/labels.ts'
import { problem } from '../../messages/problems.ts'
import type { Problem } from '../../model/problem.ts'
import type { Backtrace, Report, Stack, Thread } from '../../model/report.ts'
import { mainImage, withSliceUuid } from '../text/apple-header.ts'
import type { ReportFormat } from '../base/format.ts'
import { readApplicationInfo, readException, readHeader, readSections, readTermination } from './ips-details.ts'
import { codeOf } from './ips-code.ts'
import { readStackDumps } from './ips-dumps.ts'
import { readFrames, readSharedCache, readThreadState, readUsedImage } from './ips-frames.ts'
import type { UsedImages } from './ips-frames.ts'
import { elidedProblems, elidedSections, readElided } from './ips-recursion.ts'
import { CRASH_TYPES, ipsFormat, textAround } from './ips-file.ts'
import type { IpsPart } from './ips-file.ts'
import { readMemoryError } from './ips-memory-error.ts'
import { countUnread, imageEntry, stateOf } from './ips-pairs.ts'
import { asArray, asNumber, asObject, asString } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'
import { readScriptStack } from '../text/script-rows.ts'
import { ReportBuilder } from '../base/report-builder.ts'
import { damageProblems } from '../base/json-damage.ts'

const id = 'ips-crash'

function readCrash({ header: line, body: document, rest }: IpsPart, text: string, file: string): Report {
  const body = asObject(document.value)
  const builder = new ReportBuilder(file)
  // Hand-made reports call the list as other bug types do.
  const positions = asArray(body['usedImages'] ?? body['binaryImages']).map((entry, index) => {
    const row = readUsedImage(imageEntry(entry, index, body))
    const position = builder.addImage(row)
    return row.catchAll ? undefined : position
  })
  const used: UsedImages = { builder, positions }
  const faulting = asNumber(body['faultingThread'])
  const entries = asArray(body['threads']).map(asObject)
  const marked = entries.some(isTriggered)
  const live = isLive(line, body)
  const threads = entries.map((entry, index) => ({
    ...readThread(entry, index, body),
    ...codeOf(entry, marked ? isTriggered(entry) : index === faulting, body),
    ...markOf(marked ? isTriggered(entry) : index === faulting, live),
    frames: builder.addStack(readFrames(entry['frames'], used, document), 'thread'),
    ...elidedOf(entry, used, document),
    ...span(document.spans.get(entry)),
  }))
  const thrown = readFrames(body['lastExceptionBacktrace'], used, document)
  const lastException: Stack | undefined =
    thrown.length > 0 ? { frames: builder.addStack(thrown, 'return') } : undefined
  const dumps = asArray(body['asiBacktraces'])
  const backtraces: Backtrace[] = readStackDumps(dumps, text, document.spans.get(dumps)).map((rows, index) => ({
    title: `Application Specific Backtrace ${index + 1}`,
    frames: builder.addStack(rows, 'return'),
  }))
  const memory = readMemoryError(body, used, document)
  for (const { role, title, rows } of memory?.traces ?? [])
    backtraces.push({ title, role, frames: builder.addStack(rows, 'return') })
  const info = readApplicationInfo(body)
  const applicationInfo = info.map(({ text }) => text)
  const script = readScriptStack(applicationInfo.join('\n'))
  if (script.length > 0) backtraces.push({ title: titles.javaScriptStack, frames: builder.addStack(script, 'exact') })
  const joined = builder.finish()
  const header = readHeader(line, body, joined.images)
  const main = mainImage(joined.images, header.process, header.path)
  const built = { ...joined, images: withSliceUuid(joined.images, main, asString(line['slice_uuid'])) }
  const exception = readException(body, applicationInfo)
  const termination = readTermination(body)
  const sharedCache = readSharedCache(asObject(body['sharedCache']))
  const problems: Problem[] = [
    ...built.problems,
    ...elidedProblems(threads, file),
    ...unreadProblems(entries, file),
    ...damageProblems(document, text, file),
  ]
  return {
    format: id,
    label: 'Crash report (.ips)',
    file,
    text,
    textKind: 'json',
    header,
    ...(exception ? { exception } : {}),
    ...(termination ? { termination } : {}),
    applicationInfo,
    ...(info.length > 0 ? { applicationInfoFrom: info.map(({ image }) => image) } : {}),
    threads,
    ...(lastException ? { lastException } : {}),
    backtraces,
    ...(memory ? { memoryError: memory.error } : {}),
    callTrees: [],
    ...(sharedCache ? { sharedCache } : {}),
    sections: [
      ...(memory ? [memory.section] : []),
      ...elidedSections(threads),
      ...readSections(body),
      ...textAround(rest),
    ],
    ...built,
    problems,
  }
}

const elidedOf = (...given: Parameters<typeof readElided>): Pick<Thread, 'elided'> => {
  const elided = readElided(...given)
  return elided ? { elided } : {}
}

/** A problem for each thread with frames in a form that nobody knows. */
const unreadProblems = (entries: readonly JsonObject[], file: string): readonly Problem[] =>
  entries.flatMap((entry, index) => {
    const frames = countUnread(entry['frames'])
    return frames === 0 ? [] : [problem('unread-frames', { frames, thread: String(index) }, { file })]
  })

const span = (place: Stack['span']): Pick<Stack, 'span'> => (place ? { span: place } : {})

const markOf = (crashed: boolean, live: boolean): Pick<Thread, 'crashed' | 'attributed'> =>
  crashed && live ? { crashed, attributed: true } : { crashed }

/** Whether the process lived on, or hung: the report says so, or is of no kind that crashes and tells of no end. */
function isLive(line: JsonObject, body: JsonObject): boolean {
  if (['isSimulated', 'isNonFatal'].some((key) => body[key] === true || body[key] === 1)) return true
  const type = asString(line['bug_type'])
  return type !== undefined && !CRASH_TYPES.has(type) && !('exception' in body) && !('termination' in body)
}

function isTriggered(entry: JsonObject): boolean {
  return entry['triggered'] === true || entry['crashed'] === true || entry['triggered'] === 1
}

function readThread(entry: JsonObject, index: number, body: JsonObject): Omit<Thread, 'frames' | 'crashed'> {
  const legacy = asObject(asObject(body['legacyInfo'])['threadTriggered'])
  const hasLegacy = isTriggered(entry) || index === asNumber(body['faultingThread'])
  const name = asString(entry['name']) ?? (hasLegacy ? asString(legacy['name']) : undefined)
  const queue = asString(entry['queue']) ?? (hasLegacy ? asString(legacy['queue']) : undefined)
  const registers = readThreadState(stateOf(entry, hasLegacy, body))
  return {
    id: index,
    ...(name ? { name } : {}),
    ...(queue ? { queue } : {}),
    ...(registers.length > 0 ? { registers } : {}),
  }
}

export const ipsCrashFormat: ReportFormat = ipsFormat({ id, label: 'Crash report (.ips)', kind: 'crash' }, readCrash)
