/** The version of an image as KSCrash and its forks write it. */
import { asNumber } from '../json/json.ts'
import type { JsonObject } from '../json/json.ts'

/** The three parts of a dylib's current version; programs have none and say 0. */
export function imageVersion(image: JsonObject): string | undefined {
  const parts = ['major_version', 'minor_version', 'revision_version'].map((key) => asNumber(image[key]) ?? 0)
  return parts.some((part) => part !== 0) ? parts.join('.') : undefined
}
