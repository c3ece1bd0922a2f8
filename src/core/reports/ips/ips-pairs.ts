/**
 * The first JSON reports wrote lists in place of objects: a frame is its image's index and its offset, an image its UUID, load address
 * and source. Size, path and name of the images stand in `legacyInfo.imageExtraInfo`, in the same order.
 */
import { asArray, asObject, isJsonObject } from '../json/json.ts'
import type { JsonObject, JsonValue } from '../json/json.ts'

/** An entry of `usedImages` as an object. */
export function imageEntry(entry: JsonValue, index: number, body: JsonObject): JsonObject {
  if (!Array.isArray(entry)) return asObject(entry)
  const [uuid = null, base = null, source = null] = asArray(entry)
  const extra = asObject(body['legacyInfo'])['imageExtraInfo']
  return { ...asObject(asArray(extra)[index]), uuid, base, source }
}

/** A frame as an object; undefined for what is no frame. */
export function frameEntry(entry: JsonValue): JsonObject | undefined {
  if (isJsonObject(entry)) return entry
  const [imageIndex, imageOffset] = asArray(entry)
  return typeof imageIndex === 'number' && typeof imageOffset === 'number' ? { imageIndex, imageOffset } : undefined
}

/** Frames of a list that cannot be read. */
export const countUnread = (frames: JsonValue | undefined): number =>
  asArray(frames).filter((entry) => entry !== null && frameEntry(entry) === undefined).length

/** The registers of a thread. Reports with lists have one state, beside the threads: it is that of the thread that crashed. */
export function stateOf(entry: JsonObject, isCrashed: boolean, body: JsonObject): JsonValue | undefined {
  const own = entry['threadState']
  if (own !== undefined || !isCrashed || !isJsonObject(body['threadState'])) return own
  const { trap_description: description, ...state } = body['threadState']
  const trap = state['trap']
  if (trap === undefined || description === undefined || isJsonObject(trap)) return state
  return { ...state, trap: { value: trap, description } }
}
