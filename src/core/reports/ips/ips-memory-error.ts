/** An allocator's diagnosis of a failed access in `.ips` crash reports: the memory, and the stacks that allocated and freed it. */
import { titles } from '../../messages/labels.ts'
import { sectionTitles } from '../../messages/section-titles.ts'
import {
  ADDRESS_SPACE,
  distanceInto,
  tagOf,
  withoutTag,
  type MemoryError,
  type MemoryRole,
} from '../../model/memory-error.ts'
import type { ReportSection } from '../../model/report.ts'
import { omitUndefined } from '../base/omit-undefined.ts'
import type { FrameRow } from '../base/report-builder.ts'
import { asBigint, asNumber, asObject, asString, isJsonObject } from '../json/json.ts'
import type { JsonDocument, JsonObject, JsonValue } from '../json/json.ts'
import { readFrames, type UsedImages } from './ips-frames.ts'

/** Keys of the body that this file reads. */
export const MEMORY_ERROR_KEYS = ['memoryErrorReport', 'probGuardReport', 'quarantineReport'] as const

const detectors = {
  memoryErrorReport: 'memory-tags',
  probGuardReport: 'guard-allocator',
  quarantineReport: 'quarantine',
} as const satisfies Readonly<Record<(typeof MEMORY_ERROR_KEYS)[number], MemoryError['detector']>>

export interface MemoryTrace {
  readonly role: MemoryRole
  readonly title: string
  /** Return addresses, the first one too. */
  readonly rows: readonly FrameRow[]
}

export interface ReadMemoryError {
  readonly error: MemoryError
  readonly traces: readonly MemoryTrace[]
  readonly section: ReportSection
}

/** The first of the three reports that the body has; undefined if it has none. */
export function readMemoryError(
  body: JsonObject,
  used: UsedImages,
  document: JsonDocument,
): ReadMemoryError | undefined {
  const key = MEMORY_ERROR_KEYS.find((name) => isJsonObject(body[name]))
  if (key === undefined) return undefined
  const entry = asObject(body[key])
  const blamed = isJsonObject(entry['blamedAllocation']) ? asObject(entry['blamedAllocation']) : entry
  const error = readError(key, entry, blamed)
  const found = (['allocated', 'freed'] as const).map((role) =>
    readTrace(role, blamed[role === 'allocated' ? 'allocationTrace' : 'deallocationTrace'], used, document),
  )
  return {
    error,
    traces: found.flatMap((trace) => (typeof trace === 'object' ? trace : [])),
    section: sectionOf(
      error,
      found.map((trace) => (typeof trace === 'string' ? trace : undefined)),
    ),
  }
}

/** The crash reporter writes flags as booleans and as 0 or 1. */
const isFlag = (value: JsonValue | undefined): boolean => typeof value === 'boolean' || value === 0 || value === 1

function readError(key: (typeof MEMORY_ERROR_KEYS)[number], entry: JsonObject, blamed: JsonObject): MemoryError {
  const state = asString(entry['allocationState'])
  const isFreed =
    'isFreed' in blamed && isFlag(blamed['isFreed'])
      ? Boolean(blamed['isFreed'])
      : state === 'freed'
        ? true
        : state === 'allocated'
          ? false
          : undefined
  return {
    detector: detectors[key],
    ...omitUndefined({
      errorType: asString(entry['errorType']),
      confidence: asString(entry['confidence']),
      failure: asString(entry['error']),
      faultAddress: wordOf(entry['faultAddress']),
      objectAddress: wordOf(blamed['address'] ?? blamed['nearestAllocation']),
      size: sizeOf(blamed['size'] ?? blamed['allocationSize']),
      isFreed,
    }),
  }
}

/** Undefined for what no allocation can have. */
function sizeOf(value: JsonValue | undefined): bigint | undefined {
  const size = asBigint(value)
  return size === undefined || size < 0n || size >= ADDRESS_SPACE ? undefined : size
}

/** Addresses are 64-bit words. */
function wordOf(value: JsonValue | undefined): bigint | undefined {
  const word = asBigint(value)
  return word === undefined ? undefined : BigInt.asUintN(64, word)
}

/** A stack; the report's word where it has none, such as `<unavailable>`; undefined where it is silent. */
function readTrace(
  role: MemoryRole,
  value: JsonValue | undefined,
  used: UsedImages,
  document: JsonDocument,
): MemoryTrace | string | undefined {
  if (!isJsonObject(value)) return asString(value)
  const rows = readFrames(value['frames'], used, document)
  if (rows.length === 0) return undefined
  const thread = asNumber(value['id'])
  return { role, title: titles.memoryTraces[role]({ thread }), rows }
}

const hex = (value: bigint): string => `0x${value.toString(16)}`

/** Where an access lies, from the bytes between it and the allocation's start. */
function placeWords(distance: number, size: number): string {
  if (distance < 0) return titles.beforeAllocation({ bytes: -distance })
  if (distance < size) return titles.inAllocation({ bytes: distance })
  return distance === size ? titles.behindAllocation : titles.pastAllocation({ bytes: distance - size })
}

/** The facts as a table. */
function sectionOf(error: MemoryError, words: readonly (string | undefined)[]): ReportSection {
  const { faultAddress, objectAddress, size } = error
  const hasTags = error.detector === 'memory-tags'
  const address = (pointer: bigint | undefined): string | undefined =>
    pointer === undefined
      ? undefined
      : hasTags
        ? titles.taggedAddress({ address: hex(withoutTag(pointer)), tag: tagOf(pointer) })
        : hex(pointer)
  const distance = distanceInto(error)
  const rows: readonly (readonly [string, string | undefined])[] = [
    [titles.detector, titles.detectors[error.detector]],
    [titles.errorType, error.errorType],
    [titles.confidence, error.confidence],
    [titles.notDiagnosed, error.failure],
    [titles.faultAddress, address(faultAddress)],
    [titles.allocationAddress, address(objectAddress)],
    [titles.allocationSize, size === undefined ? undefined : String(size)],
    [
      titles.accessPlace,
      distance === undefined || size === undefined ? undefined : placeWords(Number(distance), Number(size)),
    ],
    [titles.allocationState, error.isFreed === undefined ? undefined : error.isFreed ? titles.freed : titles.inUse],
    [titles.allocationStack, words[0]],
    [titles.freeStack, words[1]],
  ]
  return {
    kind: 'table',
    title: sectionTitles.memoryError,
    columns: [titles.fact, titles.value],
    rows: rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  }
}
