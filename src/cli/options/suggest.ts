/** The word that a mistyped one was meant to be. */

/** Longer words are no typing errors of ours. */
const MOST_LETTERS = 40

/** The nearest of the known words: one that the given word begins, else one that few wrong letters lead to; undefined for none. */
export function nearestWord(given: string, known: readonly string[]): string | undefined {
  const word = given.toLowerCase()
  if (word === '' || word.length > MOST_LETTERS) return undefined
  const [begun, ...others] = word.length < 3 ? [] : known.filter((one) => one.startsWith(word))
  if (begun !== undefined && others.length === 0) return begun
  const most = Math.max(1, Math.floor(word.length / 3))
  let best: string | undefined
  let least = most + 1
  for (const one of known) {
    const steps = stepsBetween(word, one)
    if (steps < least) [best, least] = [one, steps]
  }
  return best
}

/** Letters to put in, to take out, to change, or to swap with their neighbour. */
function stepsBetween(from: string, to: string): number {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let at = 1; at <= from.length; at++) {
    const next = [at]
    for (let other = 1; other <= to.length; other++) {
      const isSame = from[at - 1] === to[other - 1]
      const isSwapped = from[at - 1] === to[other - 2] && from[at - 2] === to[other - 1]
      const left = next[other - 1] ?? 0
      const above = row[other] ?? 0
      const corner = (row[other - 1] ?? 0) + (isSame ? 0 : 1)
      const swap = isSwapped ? (before[other - 2] ?? 0) + 1 : Infinity
      next.push(Math.min(left + 1, above + 1, corner, swap))
    }
    before = row
    row = next
  }
  return row[to.length] ?? 0
}
