/** The state of an image's symbols in words. */
import type { ImageStatus } from '../model/report.ts'
import { symbolPlaces } from '../messages/images.ts'
import { severalBuildsState, symbolStates } from '../messages/reading.ts'
import { textOf } from '../messages/message.ts'

/** A label of two or three words. */
export function imageState({ symbols, have = [] }: Pick<ImageStatus, 'symbols' | 'have'>): string {
  if (symbols === 'missing' && have.length > 1) return severalBuildsState({ count: have.length })
  return symbolStates[symbols]
}

/** True if an export lists the image: its symbols are missing and obtainable, or the given ones are of another build. */
export const isToldMissing = (status: ImageStatus): boolean => lacksSymbols(status) || status.symbols === 'wrong-build'

/** Frames of the image would be named by symbols that somebody can get. */
export function lacksSymbols({ symbols, unnamed }: ImageStatus): boolean {
  return unnamed > 0 && symbols !== 'matched' && symbols !== 'system' && symbols !== 'not-needed'
}

/** Ways to get the missing symbols, most direct first: sentences and commands. */
export function waysOf({ ways = [] }: Pick<ImageStatus, 'ways'>): readonly string[] {
  return ways.flatMap(({ code, params }) => textOf(symbolPlaces, code, params) ?? [])
}
