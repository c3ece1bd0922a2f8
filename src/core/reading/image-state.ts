/** How the symbols of an image stand, in words. */
import type { ImageStatus } from '../model/report.ts'

const words: Readonly<Record<ImageStatus['symbols'], string>> = {
  matched: 'symbols match',
  'wrong-build': 'other build at hand',
  'wrong-arch': 'other architecture',
  'no-debug-info': 'no names in it',
  missing: 'symbols missing',
  'not-needed': 'not needed',
  system: 'system',
}

/** A label of two or three words. */
export function imageState(symbols: ImageStatus['symbols']): string {
  return words[symbols]
}

/** Frames of the image would be named by symbols that somebody can get. */
export function lacksSymbols({ symbols, unnamed }: ImageStatus): boolean {
  return unnamed > 0 && symbols !== 'matched' && symbols !== 'system' && symbols !== 'not-needed'
}
