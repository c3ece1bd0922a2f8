/** Places of scripts (`1:4021`) and the source maps that lead to their sources, for `unslide lookup`. */
import type { ScriptPlace } from '../../core/model/script.ts'
import { visibleLine } from '../../core/model/visible-text.ts'
import { problemFrom } from '../../core/model/problem.ts'
import { openSourceMap, type ScriptMap, type SourcePlace } from '../../core/scripts/source-map.ts'
import { tellProblems, UsageError, writeNote, writeOut, type ExitCode } from '../command.ts'
import type { ScriptPlaceLine } from '../documents/look-ups.ts'
import { openPaths } from '../io/input-files.ts'
import { errors } from '../messages/errors.ts'

const PLACE = /^(\d{1,9}):(\d{1,9})$/

/** True if all arguments are lines and columns: no address has this form. */
export const areScriptPlaces = (given: readonly string[]): boolean =>
  given.length > 0 && given.every((one) => PLACE.test(one))

/** Prints the source of each place, a row a place. Exit code 0, 1 if some place has none, 2 without a map. */
export async function lookUpScripts(
  paths: readonly string[],
  given: readonly string[],
  json: boolean,
): Promise<ExitCode> {
  const maps: ScriptMap[] = []
  for (const file of await openPaths(paths)) {
    try {
      maps.push(await openSourceMap(file))
    } catch (thrown) {
      tellProblems([problemFrom(thrown, file.path)])
    }
  }
  const [map, ...others] = maps
  if (!map) return 2
  if (others.length > 0) throw new UsageError(errors.severalMaps)
  const places = given.map((one): ScriptPlace => {
    const [, line, column] = PLACE.exec(one) ?? []
    return { line: Number(line), column: Number(column) }
  })
  let found: readonly (SourcePlace | undefined)[]
  try {
    found = map.locate(places)
  } catch (thrown) {
    tellProblems([problemFrom(thrown, map.path)])
    return 2
  }
  await writeOut(
    found.map((place, at) => (json ? jsonRow(given[at] ?? '', place) : textRow(given[at] ?? '', place))).join(''),
  )
  const missing = found.filter((place) => !place).length
  if (missing > 0) writeNote(errors.noSourceOf({ map: map.path, missing, places: given.length }))
  return missing > 0 ? 1 : 0
}

function textRow(given: string, place: SourcePlace | undefined): string {
  if (!place) return `${given}\n`
  const name = place.function === undefined ? '' : `${place.function} `
  return `${visibleLine(`${name}(${place.file}:${place.line}:${place.column})`)}\n`
}

function jsonRow(given: string, place: SourcePlace | undefined): string {
  return `${JSON.stringify({ place: given, ...place } satisfies ScriptPlaceLine)}\n`
}
