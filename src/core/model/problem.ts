/** How things go wrong: facts as data, so that they cross workers and reach the reader whole. */

import { problem, type Problem } from '../messages/problems.ts'

export type { Problem }

/** A value with the problems met on the way, or the problems alone. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** A value was reached. */
export function success<T>(value: T, problems: readonly Problem[] = []): Outcome<T> {
  return { ok: true, value, problems }
}

/** Nothing could be saved. */
export function failure<T>(problems: Problem | readonly Problem[] = []): Outcome<T> {
  return { ok: false, problems: 'code' in problems ? [problems] : problems }
}

/** Thrown by a parser when nothing can be saved; the engine turns it into an `Outcome`. Never crosses a worker. */
export class FormatError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.message)
    this.name = 'FormatError'
    this.problem = problem
  }
}

/** Any thrown value as a problem: a `FormatError` keeps its facts, all else is an internal error. */
export function problemFrom(thrown: unknown, file: string): Problem {
  if (thrown instanceof FormatError) return { file, ...thrown.problem }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  // The browser, not this program: the file was moved or changed, or a page from disk may not read it in a worker.
  if (thrown instanceof Error && (thrown.name === 'NotReadableError' || thrown.name === 'NotFoundError'))
    return problem('unreadable-file', { reason: message }, { file })
  return problem('internal-error', { reason: message }, { file })
}
