/** How a cache keeps that an image was not there, and for how long that counts. */

/** Cached in place of a missing manifest. `at`: when it was missing, in milliseconds since 1970; nothing says no time. */
export const absentMark = (at?: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(at === undefined ? [] : new TextEncoder().encode(String(at)))

/** When a manifest was missing; 0 where the mark does not say it. Undefined for other bytes than a mark. */
export function absentSince(kept: Uint8Array): number | undefined {
  if (kept.length > 16) return undefined
  const text = new TextDecoder().decode(kept)
  return /^\d*$/.test(text) ? Number(text) : undefined
}

/** True if something of that time still counts. A time in the future does not count: a clock was set back, or the mark is false. */
export const isYoung = (since: number | undefined, now: number, milliseconds: number): boolean =>
  since !== undefined && since <= now && now - since < milliseconds
