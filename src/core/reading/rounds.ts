/** Rows of a stack that come again and again: recursion. */
import { imageNameOf } from '../model/frames.ts'
import type { Frame, SymbolicatedReport } from '../model/report.ts'
import { rowsMissingBefore } from './rows-missing.ts'

/** `size` rows from `start` repeat: there are `times` copies, one after another. */
export interface Round {
  readonly start: number
  readonly size: number
  readonly times: number
}

const LONGEST_ROUND = 12
/** Twice is no recursion yet: an overload that calls another looks so too. */
const FEWEST_ROUNDS = 3

/**
 * The recursion in a stack, in rows of `frames`. A call and the calls inlined into it are one call: their rows share an address, and
 * are no recursion. No round reaches over rows that are missing.
 */
export function roundsOf(
  symbolicated: SymbolicatedReport,
  frames: readonly Frame[],
  fewest = FEWEST_ROUNDS,
): readonly Round[] {
  const starts: number[] = []
  const keys: RoundKey[] = []
  for (let first = 0; first < frames.length;) {
    let end = first
    while (frames[end]?.inlined === true && end + 1 < frames.length) end++
    if (rowsMissingBefore(symbolicated.report, frames, first)) {
      starts.push(first)
      // Like no other key.
      keys.push(`\n${first}`)
    }
    starts.push(first)
    const frame = frames[first]
    const isOne = frame !== undefined && end === first
    keys.push(isOne ? roundKey(symbolicated, frame) : joinedKey(symbolicated, frames.slice(first, end + 1)))
    first = end + 1
  }
  return findRounds(keys, fewest).map(({ start, size, times }) => {
    const first = starts[start] ?? 0
    return { start: first, size: (starts[start + size] ?? frames.length) - first, times }
  })
}

/** Keys that are equal for the same call: a text, or an address, which is made a text for no other reason. */
type RoundKey = string | bigint

const joinedKey = (symbolicated: SymbolicatedReport, frames: readonly Frame[]): string =>
  frames.map((frame) => roundKey(symbolicated, frame)).join('\n\n')

/**
 * Equal for frames of the same call. Only symbols prove that two addresses are in one function: a name that a report prints may be the
 * nearest symbol, which different functions share (`<redacted>`, `GCC_except_table763`).
 */
function roundKey({ report, resolutions }: SymbolicatedReport, frame: Frame): RoundKey {
  const resolution = resolutions[frame.id]
  const image = imageNameOf(report, frame)
  if (resolution?.kind === 'resolved' && resolution.grade.level !== 'doubtful' && resolution.calls.at(-1)?.function)
    return `${image} ${resolution.calls.map((call) => call.function).join('\n')}`
  // A service that knows no addresses writes zeros.
  if (frame.address) return frame.address
  if (frame.offset !== undefined) return `${image} + ${frame.offset}`
  const { symbol } = frame
  return symbol
    ? `${image} ${symbol.name} + ${symbol.offset} ${symbol.file}:${symbol.line}:${symbol.column}`
    : `frame ${frame.id}`
}

/** Rounds of equal keys in order, none crossing another; the shortest round that fits each place. Linear in the keys. */
export function findRounds(keys: readonly RoundKey[], fewest = FEWEST_ROUNDS): readonly Round[] {
  const rounds: Round[] = []
  for (let start = 0; start < keys.length;) {
    const round = roundAt(keys, start, fewest)
    if (round) rounds.push(round)
    start += round ? round.size * round.times : 1
  }
  return rounds
}

function roundAt(keys: readonly RoundKey[], start: number, fewest: number): Round | undefined {
  for (let size = 1; size <= LONGEST_ROUND; size++) {
    let same = 0
    while (start + same + size < keys.length && keys[start + same] === keys[start + same + size]) same++
    const times = Math.floor(same / size) + 1
    if (times >= fewest) return { start, size, times }
  }
  return undefined
}
