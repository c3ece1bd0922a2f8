/** The sources that a map quotes (`sourcesContent`). `lines` reads them again: most visits never call it. */
import { mapProblem } from '../messages/map-problems.ts'
import { FormatError } from '../model/problem.ts'
import { isObject, type JsonObject } from './json-values.ts'
import { sourcePaths } from './compiled-map.ts'

/** Of one source; longer ones are made by tools. */
const LONGEST_TEXT = 1 << 24
/** Sections and segments hold maps of their own. */
const DEEPEST = 8

/** True if a map, or one in its sections and segments, quotes a source. */
export const quotesSources = (root: JsonObject): boolean =>
  mapsOf(root).some((map) => Array.isArray(map['sourcesContent']) && map['sourcesContent'].some(isText))

/** The texts of these sources, by their paths as look-ups give them. A path with two texts has none. */
export function textsOfSources(root: JsonObject, paths: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const unsure = new Set<string>()
  for (const map of mapsOf(root)) {
    const texts: unknown = map['sourcesContent']
    if (!Array.isArray(texts)) continue
    sourcePaths(map).forEach((path, at) => {
      const text: unknown = texts[at]
      if (!paths.has(path) || !isText(text) || text.length > LONGEST_TEXT) return
      if (found.has(path) && found.get(path) !== text) unsure.add(path)
      found.set(path, text)
    })
  }
  for (const path of unsure) found.delete(path)
  return found
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** A map, and the maps in its sections and segments. */
function mapsOf(root: JsonObject, depth = 0, into: JsonObject[] = []): readonly JsonObject[] {
  into.push(root)
  if (depth >= DEEPEST) return into
  const { sections, x_facebook_segments: segments } = root
  if (Array.isArray(sections))
    for (const section of sections as readonly unknown[])
      if (isObject(section) && isObject(section['map'])) mapsOf(section['map'], depth + 1, into)
  if (isObject(segments)) for (const map of Object.values(segments)) if (isObject(map)) mapsOf(map, depth + 1, into)
  return into
}

/** A map's JSON. Throws a FormatError. */
export function parseMap(text: string, file: string): JsonObject {
  try {
    // A first line that keeps browsers from running the file as a script.
    const value: unknown = JSON.parse(text.replace(/^\uFEFF?\)\]\}'?[^\n]*\n/, ''))
    if (isObject(value)) return value
  } catch (thrown) {
    if (!(thrown instanceof SyntaxError)) throw thrown
  }
  throw new FormatError(mapProblem('bad-source-map', {}, { file }))
}
