/** Problems of an input, in the words of the catalogue. */
import * as english from './en/problems.ts'
import { spoken, textOf, type Family, type MessageParameters, type ParametersOf, type Said } from './message.ts'

/** Problems with inputs, by code. Marked so that a bundle which uses no problem carries none of their words. */
export const problems = /* @__PURE__ */ spoken('core/problems.problems', english.problems)

/** One problem of an input, in words for its owner: the finding, the place, the next step. */
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
  /** The sentence among those of its code. With `params`, another language can say it. */
  readonly variant?: string
  /** The values in `message`, by name. */
  readonly params?: MessageParameters
}

/** A code, or a code, a dot and a variant where a code has several sentences. */
export type ProblemKey = keyof typeof problems

type Place = Pick<Problem, 'file' | 'offset' | 'line' | 'severity'>

/** A problem at a place. Its code is the key without the variant. */
export function problem<Key extends ProblemKey>(
  key: Key,
  params: ParametersOf<typeof problems, Key>,
  place: Place = {},
): Problem {
  return problemOf(problems, key, params, place)
}

/** The same with sentences of another family. */
export function problemOf<F extends Family, Key extends keyof F & string>(
  family: F,
  key: Key,
  params: ParametersOf<F, Key>,
  place: Place = {},
): Problem {
  const [code = key, ...rest] = key.split('.')
  const variant = rest.length > 0 ? rest.join('.') : undefined
  const message = textOf(family, key, params) ?? key
  const said = Object.keys(params).length > 0 ? { params } : {}
  return { code, message, ...place, ...(variant !== undefined && { variant }), ...said }
}

/** A problem as a sentence among others. */
export function saidOf({ code, variant, message, params = {} }: Problem): Said {
  return { text: message, message: { code: variant === undefined ? code : `${code}.${variant}`, params } }
}
