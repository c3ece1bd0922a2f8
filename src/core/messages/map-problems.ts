/** Problems with debug files and maps of apps that are not native. Loaded with the code that reads them. */
import { mapProblems } from './problems/maps.ts'
import type { ParametersOf } from './message.ts'
import { problemOf, type Problem } from './problems.ts'

export type MapProblemKey = keyof typeof mapProblems

/** A problem at a place. */
export function mapProblem<Key extends MapProblemKey>(
  key: Key,
  params: ParametersOf<typeof mapProblems, Key>,
  place: Pick<Problem, 'file' | 'offset' | 'line' | 'severity'> = {},
): Problem {
  return problemOf(mapProblems, key, params, place)
}
