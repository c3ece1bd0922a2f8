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
  /** Depth of the recursion that the writer saw. */
  readonly depth?: number
  /** Image of the call that repeats. */
  readonly imageName?: string
  /** Its bytes from the start of that image. */
  readonly offset?: number
  /** The name that the report has for it. */
  readonly symbol?: string
}

/** Rows that were left out at a cut; undefined where the report does not say, or says more than the whole stack had. */
export function rowsLeftOut({ first, last }: ElidedCut, originalLength?: number): number | undefined {
  if (first === undefined || last === undefined || last < first) return undefined
  return originalLength !== undefined && last >= originalLength ? undefined : last - first + 1
}

/** Levels of the recursion; undefined where the report does not say, or states more levels than its stack had frames. */
export function levelsOf({ depth }: ElidedCut, originalLength?: number): number | undefined {
  return depth === undefined || (originalLength !== undefined && depth > originalLength) ? undefined : depth
}

export interface CutPlace {
  /** The first listed frame after the cut; the number of frames where none does. */
  readonly before: number
  readonly cut: ElidedCut
}

/** Where the cuts lie between the listed frames, innermost first. A cut beyond the listed frames, or within another, has no place. */
export function cutPlaces(elided: ElidedRecursion | undefined, frames: number): readonly CutPlace[] {
  const places: CutPlace[] = []
  let gone = 0
  let from = 0
  for (const cut of [...(elided?.cuts ?? [])].sort((a, b) => (a.first ?? 0) - (b.first ?? 0))) {
    const { first, last } = cut
    if (first === undefined || last === undefined || last < first || first < from) continue
    const before = first - gone
    if (before > frames) continue
    places.push({ before, cut })
    gone += last - first + 1
    from = last + 1
  }
  return places
}

/** The listed frame at the place of the call that repeats. */
export function repeatedFrame({ imageName, offset }: ElidedCut, { frames }: Stack): Frame | undefined {
  return offset === undefined
    ? undefined
    : frames.find((frame) => frame.offset === offset && frame.inlined !== true && frame.imageName === imageName)
}
