/** Recognises kinds of JSON by their keys: a sample is cut off, so it cannot be parsed. */

const KEY = /"([A-Za-z_][\w.-]{0,63})"\s*:/g
const STARTS = /^[\s\uFEFF]*[[{]/

/** All keys that the text names at any depth; undefined for a text that does not begin as JSON. */
export function jsonKeys(text: string): ReadonlySet<string> | undefined {
  return STARTS.test(text) ? keysIn(text) : undefined
}

/** The same for any text, such as a piece from the middle of a JSON file. */
export function keysIn(text: string): ReadonlySet<string> {
  const keys = new Set<string>()
  for (const match of text.matchAll(KEY)) if (match[1]) keys.add(match[1])
  return keys
}
