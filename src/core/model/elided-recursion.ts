/** Rows of a stack that its writer left out because they repeat. Keys of `.ips`: `recursionInfoArray`, `originalLength`. */
import type { Frame, Stack } from './report.ts'

/** Rows of a stack that its writer left out. */
export interface ElidedRecursion {
  /** Frames of the whole stack, as stated. */
  readonly originalLength?: number
  /** The runs of rows that were left out. */
  readonly cuts: readonly ElidedCut[]
}

/** One run of rows that was left out. Every number is the report's own: they need not agree with each other. */
export interface ElidedCut {
  /** The innermost row that was left out, counted from 0 in the whole stack. */
  readonly first?: number
  /** The outermost one. */
  readonly last?: number
  /** How deep the recursion went, as far as the writer saw. */
  readonly depth?: number
  /** Image of the call that repeats. */
  readonly imageName?: string
  /** Its bytes from the start of that image. */
  readonly offset?: number
  /** The name that the report has for it. */
  readonly symbol?: string
}

/** Rows that were left out at a cut; undefined where the report does not say. */
export function rowsLeftOut({ first, last }: ElidedCut): number | undefined {
  return first === undefined || last === undefined || last < first ? undefined : last - first + 1
}

/** The listed frame at the place of the call that repeats. */
export function repeatedFrame({ imageName, offset }: ElidedCut, { frames }: Stack): Frame | undefined {
  return offset === undefined
    ? undefined
    : frames.find((frame) => frame.offset === offset && frame.inlined !== true && frame.imageName === imageName)
}
