/** Hints from the code around an unnamed function. None of them is a name. */
import type { ImageOffset } from './address.ts'

export interface FunctionHints {
  readonly start: ImageOffset
  readonly size: number
  /** Texts that the function refers to, in its order; the first ones. */
  readonly texts: readonly string[]
  /** Selectors of Objective-C that it uses. */
  readonly selectors: readonly string[]
  /** Named functions that it calls, or takes the address of. */
  readonly calls: readonly string[]
  /** Functions of the image that call it, or take its address. */
  readonly callers: { readonly named: readonly string[]; readonly count: number }
  /** It is the body of a block: functions that make that block. */
  readonly block?: { readonly makers: readonly string[]; readonly count: number }
  /** The nearest named functions. */
  readonly before?: Neighbour
  readonly after?: Neighbour
}

export interface Neighbour {
  readonly name: string
  /** Functions between the two, and bytes from start to start. */
  readonly between: number
  readonly bytes: number
}

/** Most entries of a list of hints; the rest is left out. */
export const MOST_HINTS = 12
