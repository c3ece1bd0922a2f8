/** What Mono's handler of signals prints: the native and the managed stack of the thread that got the signal, one below the other. */
import type { TextSpan } from './report.ts'

/** Characters between the two. */
const MOST_BETWEEN = 400

/** True if two stacks of a text are so near that the handler may have printed both for one thread. */
export function areOfOneSignal(one: TextSpan, other: TextSpan): boolean {
  const [above, below] = one.start <= other.start ? [one, other] : [other, one]
  return below.start - above.end <= MOST_BETWEEN
}
