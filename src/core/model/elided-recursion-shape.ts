/** The required type of every field of rows that were left out, for those from outside. */
import type { ElidedCut, ElidedRecursion } from './elided-recursion.ts'
import { count, list, object, optional, text } from './shape.ts'

export const elidedRecursion = object<ElidedRecursion>({
  originalLength: optional(count),
  cuts: list(
    object<ElidedCut>({
      first: optional(count),
      last: optional(count),
      depth: optional(count),
      imageName: optional(text),
      offset: optional(count),
      symbol: optional(text),
    }),
  ),
})
