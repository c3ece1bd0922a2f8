/** Problems in another language than that in which they were met. Loaded when the language changes. */
import { mapProblems } from '../core/messages/problems/maps.ts'
import { problems } from '../core/messages/problems.ts'
import { textOf, type Family } from '../core/messages/message.ts'
import type { Problem } from '../core/model/problem.ts'

/** The same problems in the language of this worker. A code without a sentence here keeps the one that it has. */
export const sayAgain = (told: readonly Problem[]): readonly Problem[] =>
  told.map((one) => saidBy(mapProblems, saidBy(problems, one)))

function saidBy(family: Family, one: Problem): Problem {
  const message = textOf(family, one.variant === undefined ? one.code : `${one.code}.${one.variant}`, one.params ?? {})
  return message === undefined ? one : { ...one, message }
}
