/** Rows of a stack that come again and again: recursion. */
import { imageNameOf } from '../model/frames.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'

/** `size` rows from `start` on stand `times` times one after another. */
export interface Round {
  readonly start: number
  readonly size: number
  readonly times: number
}

const LONGEST_ROUND = 12
/** Twice is no recursion yet: an overload that calls another looks so too. */
const FEWEST_ROUNDS = 3

/**
 * What makes two frames of one stack the same call. Only symbols can tell one function at two places: names that reports print
 * may be of the nearest symbol, and many different functions share it (`<redacted>`, `GCC_except_table763`).
 */
export function roundKey({ report, resolutions }: SymbolicatedReport, frame: Frame): string {
  const resolution = resolutions[frame.id]
  const image = imageNameOf(report, frame)
  if (resolution?.kind === 'resolved' && resolution.grade.level !== 'doubtful' && resolution.calls.at(-1)?.function)
    return `${image} ${resolution.calls.map((call) => call.function).join('\n')}`
  if (frame.address !== undefined) return `at ${frame.address}`
  if (frame.offset !== undefined) return `${image} + ${frame.offset}`
  const { symbol } = frame
  return symbol ? `${image} ${symbol.name} + ${symbol.offset} ${symbol.file}:${symbol.line}` : `frame ${frame.id}`
}

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
