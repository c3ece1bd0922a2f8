/** How things go wrong: facts as data, so that they cross workers and reach the reader whole. */

import type { MessageParameters } from './message.ts'

/** One thing that was wrong with an input, in words for its owner: what was found, where, what to do. */
export interface Problem {
  /** Stable and kebab-case, such as `truncated-section`. */
  readonly code: string
  /** A sentence in plain words. */
  readonly message: string
  /** The path of the file as the user knows it, with `!` between an archive and its entry. */
  readonly file?: string
  /** Byte offset in that file. */
  readonly offset?: number
  /** 1-based line, for text. */
  readonly line?: number
  /** `error` (default): something was lost. `note`: worth knowing, nothing was lost. */
  readonly severity?: 'error' | 'note'
  /** Which of the sentences of its code; with `params` it can be said in another language. */
  readonly variant?: string
  readonly params?: MessageParameters
}

/** A value with the problems met on the way, or the problems alone. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** A value was reached. */
export function success<T>(value: T, problems: readonly Problem[] = []): Outcome<T> {
  return { ok: true, value, problems }
}

/** Nothing could be saved. */
export function failure<T>(...problems: readonly Problem[]): Outcome<T> {
  return { ok: false, problems }
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

/** What any thrown value says, as a problem: a `FormatError` keeps its facts, all else is an internal error. */
export function problemFrom(thrown: unknown, file: string): Problem {
  if (thrown instanceof FormatError) return { file, ...thrown.problem }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return { code: 'internal-error', message: `Reading this file failed unexpectedly: ${message}`, file }
}
