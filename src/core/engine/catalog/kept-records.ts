/**
 * Checks the records of a store, which are input like any other: another version of this program wrote them, or another
 * program, or a failing disk. Altered records count as absent.
 */
import type { HarvestedFunction, StoredIndex, StoredMap } from '../../ports.ts'
import { DETAILS as details, KINDS as kinds } from '../../symindex/index-file.ts'

type Values = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Values => typeof value === 'object' && value !== null
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= LONGEST_TEXT

/** Longer names are not of this program's making. */
const LONGEST_TEXT = 1 << 16
const UUID = /^[0-9A-F]{8}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{4}-[0-9A-F]{12}$/
const DETAILS: ReadonlySet<unknown> = new Set(details)
const KINDS: ReadonlySet<unknown> = new Set(kinds)

/** True if a record of a store describes an index, of any version. */
export function isStoredIndex(value: unknown): value is StoredIndex {
  if (!isObject(value) || !isObject(value['key']) || !isObject(value['summary'])) return false
  const { uuid, arch } = value['key']
  const { bytes, functions, inlines, lineRows, indexedAt, version, os, site } = value['summary']
  return (
    typeof uuid === 'string' &&
    UUID.test(uuid) &&
    isText(arch) &&
    isText(value['name']) &&
    KINDS.has(value['kind']) &&
    typeof value['textVmaddr'] === 'bigint' &&
    DETAILS.has(value['detail']) &&
    isCount(value['formatVersion']) &&
    [bytes, functions, inlines, lineRows, indexedAt].every(isCount) &&
    (version === undefined || isText(version)) &&
    (os === undefined || isText(os)) &&
    (site === undefined || isText(site))
  )
}

const MAP_KINDS: ReadonlySet<unknown> = new Set<StoredMap['kind']>(['script-map', 'line-map', 'name-map'])
const MOST_NAMES = 1000

/** True if a record of a store describes a kept map. */
export function isStoredMap(value: unknown): value is StoredMap {
  if (!isObject(value)) return false
  const { id, kind, name, debugId, bundles, bytes, keptAt } = value
  return (
    [id, name].every(isText) &&
    MAP_KINDS.has(kind) &&
    (debugId === undefined || (typeof debugId === 'string' && UUID.test(debugId))) &&
    Array.isArray(bundles) &&
    bundles.length <= MOST_NAMES &&
    bundles.every(isText) &&
    [bytes, keptAt].every(isCount)
  )
}

function isHarvested(value: unknown): value is HarvestedFunction {
  if (!isObject(value)) return false
  const { start, name, seenBy } = value
  if (!isCount(start) || !isText(name) || !Array.isArray(seenBy)) return false
  return seenBy.every(
    (one: unknown) =>
      isObject(one) && isText(one['id']) && isText(one['report']) && isCount(one['last']) && one['last'] >= start,
  )
}

/** The functions of a record of harvested names, ascending; those that are no functions are left out. */
export function harvestedFrom(value: unknown): readonly HarvestedFunction[] {
  if (!Array.isArray(value)) return []
  const functions = (value as readonly unknown[]).filter(isHarvested)
  const isAscending = functions.every(({ start }, at) => at === 0 || start > (functions[at - 1]?.start ?? 0))
  return isAscending ? functions : []
}
