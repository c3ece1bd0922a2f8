/** Two dSYMs of one build. One has another name for a function. */
import { readFileSync } from 'node:fs'
import { crashOf } from './shelf-crash.ts'
import { shelfImage, shelfSymbols } from './shelf.ts'

const BUILD = 'macos-arm64-objects'

/** A crash in line 6 of `main`. */
export const mainCrash = (): string => crashOf(readFileSync(shelfImage(BUILD)))

/** The dSYM of the build; with the name `name`, of four letters, for `main`. */
export function mainSymbols(name = 'main'): Buffer<ArrayBuffer> {
  const text = readFileSync(shelfSymbols(BUILD), 'latin1')
  return Buffer.from(text.replaceAll('main\0', `${name}\0`), 'latin1')
}
