/** Rows of a stack that come again and again: recursion. */

/** `size` rows from `start` on stand `times` times one after another. */
export interface Round {
  readonly start: number
  readonly size: number
  readonly times: number
}

const LONGEST_ROUND = 12
/** Twice is no recursion yet: an overload that calls another looks so too. */
const FEWEST_ROUNDS = 3

/** Rounds of equal keys in order, none crossing another; the shortest round that fits each place. Linear in the keys. */
export function findRounds(keys: readonly string[]): readonly Round[] {
  const rounds: Round[] = []
  for (let start = 0; start < keys.length;) {
    const round = roundAt(keys, start)
    if (round) rounds.push(round)
    start += round ? round.size * round.times : 1
  }
  return rounds
}

function roundAt(keys: readonly string[], start: number): Round | undefined {
  for (let size = 1; size <= LONGEST_ROUND; size++) {
    let same = 0
    while (start + same + size < keys.length && keys[start + same] === keys[start + same + size]) same++
    const times = Math.floor(same / size) + 1
    if (times >= FEWEST_ROUNDS) return { start, size, times }
  }
  return undefined
}
