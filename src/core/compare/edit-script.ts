/** The longest common subsequence of two sequences, by Myers' greedy algorithm ("An O(ND) Difference Algorithm", 1986). */

/** Positions of one element that both sequences have. */
export interface Match {
  readonly a: number
  readonly b: number
}

/** Sequences further apart than this have nothing to say to each other: the rest stays unmatched. */
const MOST_EDITS = 1500

/**
 * Pairs of equal elements, in order, as many as can be without crossing. Elements are compared by `===`, so callers
 * give numbers or strings. Elements beyond 1500 insertions and deletions are left unmatched, save a common end.
 */
export function matchSequences<T extends number | string>(a: readonly T[], b: readonly T[]): readonly Match[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const matches: Match[] = []
  for (let at = 0; at < start; at++) matches.push({ a: at, b: at })
  for (const { a: inA, b: inB } of matchMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)))
    matches.push({ a: inA + start, b: inB + start })
  for (let at = end; at > 0; at--) matches.push({ a: a.length - at, b: b.length - at })
  return matches
}

function matchMiddle<T>(a: readonly T[], b: readonly T[]): readonly Match[] {
  if (a.length === 0 || b.length === 0) return []
  const most = Math.min(a.length + b.length, MOST_EDITS)
  // `reached[most + k]`: how far into `a` a path on diagonal k = x - y has come.
  const reached = new Int32Array(2 * most + 2)
  /** The state before each step: diagonals -d to d. */
  const steps: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    steps.push(reached.slice(most - edits, most + edits + 1))
    for (let k = -edits; k <= edits; k += 2) {
      let x = isDown(reached, most, k, edits) ? at(reached, most + k + 1) : at(reached, most + k - 1) + 1
      let y = x - k
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++
        y++
      }
      reached[most + k] = x
      if (x >= a.length && y >= b.length) return walkBack(steps, x, y, edits)
    }
  }
  // Given up: use the path that came furthest.
  let best = most
  for (let k = -most; k <= most; k += 2) {
    if (at(reached, most + k) * 2 - k > at(reached, best) * 2 - (best - most)) best = most + k
  }
  const x = Math.min(at(reached, best), a.length)
  return walkBack(steps, x, x - (best - most), most).filter((match) => match.a < a.length && match.b < b.length)
}

/** True if the furthest path on diagonal `k` takes an element of `b` (and not of `a`) last. */
function isDown(reached: Int32Array, middle: number, k: number, edits: number): boolean {
  return k === -edits || (k !== edits && at(reached, middle + k - 1) < at(reached, middle + k + 1))
}

function walkBack(steps: readonly Int32Array[], endX: number, endY: number, edits: number): readonly Match[] {
  const matches: Match[] = []
  let [x, y] = [endX, endY]
  for (let step = edits; step >= 0; step--) {
    const before = steps[step]
    const k = x - y
    const down = step > 0 && before !== undefined && isDown(before, step, k, step)
    const fromK = down ? k + 1 : k - 1
    const fromX = step > 0 && before !== undefined ? at(before, step + fromK) : 0
    const fromY = step > 0 ? fromX - fromK : 0
    while (x > fromX && y > fromY) {
      x--
      y--
      matches.push({ a: x, b: y })
    }
    ;[x, y] = [fromX, fromY]
  }
  return matches.reverse()
}

const at = (values: Int32Array, index: number): number => values[index] ?? 0
