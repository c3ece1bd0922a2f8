/** Problems of the element itself, in the form that the engine's have. */
import type { Problem } from '../../core/model/problem.ts'
import type { ParametersOf } from '../../core/messages/message.ts'
import { elementProblems } from '../messages/element.ts'

/** A problem by its code; `file` as in those of the engine. */
export function elementProblem<Code extends keyof typeof elementProblems>(
  code: Code,
  params: ParametersOf<typeof elementProblems, Code>,
  file?: string,
): Problem {
  const say = elementProblems[code] as (given: typeof params) => string
  return { code, message: say(params), ...(file !== undefined && { file }) }
}
