/** Prints of functions that no code has. */
import type { Prints } from '../../../src/core/functions/prints.ts'

/** Functions by numbers: code, and whom they call. */
export function made(
  codes: readonly number[],
  calls: Readonly<Record<number, readonly number[]>> = {},
  size = 20,
): Prints {
  const first = new Uint32Array(codes.length + 1)
  const callees: number[] = []
  for (let at = 0; at < codes.length; at++) {
    for (const callee of calls[at] ?? []) callees.push(callee)
    first[at + 1] = callees.length
  }
  const bodies = Float64Array.from(codes)
  return {
    count: codes.length,
    bodies,
    strong: bodies,
    uses: new Float64Array(codes.length),
    sizes: new Uint32Array(codes.length).fill(size),
    first,
    callees: Uint32Array.from(callees),
  }
}
