/** What is said of a function that has several names. */
import type { Call } from './image.ts'

/** Names told one by one; of more there is a count. */
const MOST_TOLD = 4

/** `also b, c and 3 more, folded by the linker`; undefined where a call has one name. Linkers keep one copy of equal functions. */
export function aliasText({ aliases }: Pick<Call, 'aliases'>): string | undefined {
  if (!aliases || aliases.length === 0) return undefined
  const more = aliases.length - MOST_TOLD
  const told = aliases.slice(0, MOST_TOLD).join(', ')
  return `also ${told}${more > 0 ? ` and ${more} more` : ''}, folded by the linker`
}
