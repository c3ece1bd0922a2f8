/** Broken source maps from good ones: as JSON, and in the base64 digits of their tables, where a step may lead anywhere. */
import type { Random } from '../support/random.ts'
import { mutateJson } from './mutate-text.ts'

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const STRANGE = ',;,;,;=-_!é\\"'

/** Numbers of 5 to 65 bits, ends of groups and rows, digits anew. */
function pieceOf(random: Random): string {
  const digit = (): string => DIGITS[random.below(64)] ?? 'A'
  const makers = [
    digit,
    () => digit() + digit() + digit() + digit(),
    () => 'g'.repeat(random.below(13)) + digit(),
    () => '/'.repeat(random.below(13)) + digit(),
    () => STRANGE[random.below(STRANGE.length)] ?? ',',
    () => random.pick([',', ';', ',A', 'A,', 'AAAA,', ';AACA', 'CAAC;']).repeat(1 + random.small(3000)),
  ]
  return random.pick(makers)()
}

function mutateDigits(table: string, random: Random): string {
  let changed = table
  for (let count = 1 + random.small(6); count > 0; count--) {
    const at = random.below(changed.length + 1)
    changed = changed.slice(0, at) + pieceOf(random) + changed.slice(at + random.below(6))
  }
  return changed
}

/** A map with changes to some of its tables, to its JSON, or to both. */
export function mutateMap(seed: string, random: Random, other: string): string {
  const text = random.once(2)
    ? seed.replace(/("mappings"\s*:\s*")([A-Za-z0-9+/,;]*)/g, (whole, head: string, table: string) =>
        random.once(2) ? head + mutateDigits(table, random) : whole,
      )
    : seed
  return text !== seed && random.once(2) ? text : mutateJson(text, random, other)
}
