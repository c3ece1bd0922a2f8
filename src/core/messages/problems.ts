/** Makes problems from their code and parameters, in the words of the catalogue. */
import type { Problem } from '../model/problem.ts'
import { problems } from './en/problems.ts'
import { textOf, type ParametersOf } from './message.ts'

/** A code, or a code, a dot and a variant where a code has several sentences. */
export type ProblemKey = keyof typeof problems

type Place = Pick<Problem, 'file' | 'offset' | 'line' | 'severity'>

/** A problem at a place. Its code is the key without the variant. */
export function problem<Key extends ProblemKey>(
  key: Key,
  params: ParametersOf<typeof problems, Key>,
  place: Place = {},
): Problem {
  const [code = key, variant] = key.split('.')
  const message = textOf(problems, key, params) ?? key
  const said = Object.keys(params).length > 0 ? { params } : {}
  return { code, message, ...place, ...(variant !== undefined && { variant }), ...said }
}
