/** Shares among threads whether a site answers: one of them tries, the others wait for its finding. */
import type { SharedReach, Unreached } from '../../stores/site/site-files.ts'

/** In the memory that threads share: nobody has tried, somebody tries, the site answers. Then failures by number, and statuses as they are. */
const UNKNOWN = 0
const ASKING = 1
const ANSWERS = 2
const FIRST_FAILURE = 3
const FAILURES = ['refused', 'silent', 'cut'] as const
/** Longer than three tries take. A thread without a finding by then has ended. */
const MOST_MILLISECONDS = 120_000

/** Memory for so many sites. */
export const reachMemory = (sites: number): SharedArrayBuffer =>
  new SharedArrayBuffer(sites * Int32Array.BYTES_PER_ELEMENT)

/** The state of one site. `at`: its number in the order of the addresses. */
export function sharedReach(memory: SharedArrayBuffer, at: number): SharedReach {
  const states = new Int32Array(memory)
  return {
    async claim() {
      const was = Atomics.compareExchange(states, at, UNKNOWN, ASKING)
      if (was === UNKNOWN) return 'asks'
      if (was === ASKING) {
        const told = await Atomics.waitAsync(states, at, ASKING, MOST_MILLISECONDS).value
        if (told === 'timed-out') return 'asks'
      }
      return outcomeOf(Atomics.load(states, at))
    },
    tell(outcome) {
      Atomics.store(states, at, stateOf(outcome))
      Atomics.notify(states, at)
    },
  }
}

function stateOf(outcome: 'answers' | Unreached): number {
  if (outcome === 'answers') return ANSWERS
  return typeof outcome === 'number' ? outcome : FIRST_FAILURE + FAILURES.indexOf(outcome)
}

function outcomeOf(state: number): 'answers' | Unreached {
  return state === ANSWERS ? 'answers' : (FAILURES[state - FIRST_FAILURE] ?? state)
}
