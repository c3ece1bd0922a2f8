/** Dart's obfuscation maps. They have no images: `scripts/` reads them. */
import { decodeUtf8 } from '../bytes/cursor.ts'
import { fileKinds } from '../messages/files.ts'
import { opensAid } from './aid-source.ts'
import type { SymbolSource } from './source.ts'

/** Any list of strings begins so; the pairs of the first ones decide. */
const START = /^\uFEFF?\s*\[\s*"/
const TEXT = /"((?:[^"\\]|\\.){0,400})"\s*([,\]])/g
const HEAD = 8192
const FEWEST_PAIRS = 3
/** What the compiler puts in place of a name. */
const OBFUSCATED = /^[A-Za-z_$][\w$@]{0,30}$/
/** A name of a program, an operator, or the name of a library. */
const ORIGINAL = /^(?:[\w$@:=.&|]{1,300}|[-+*/%~<>=[\]^&|]{1,4}|(?:dart|package|file):\S{1,390})$/

export const nameMapSource: SymbolSource = {
  id: 'name-map',
  get label() {
    return fileKinds.nameMap
  },
  sniff: (head) => {
    const text = decodeUtf8(head.subarray(0, HEAD))
    return START.test(text) && hasPairs(text)
  },
  ...opensAid(async (file) => {
    const { openNameMap } = await import('../scripts/name-map.ts')
    return { kind: 'name-map', map: await openNameMap(file), file }
  }),
}

/** True if all pairs at the beginning are names, and some of them were changed. */
function hasPairs(text: string): boolean {
  const found: string[] = []
  for (const [, name = '', end] of text.matchAll(TEXT)) {
    found.push(name)
    if (end === ']') break
  }
  const pairs = Math.floor(found.length / 2)
  let renamed = 0
  for (let at = 0; at < pairs; at++) {
    const [original = '', name = ''] = found.slice(2 * at)
    if (original === name) continue
    if (!OBFUSCATED.test(name) || !ORIGINAL.test(original)) return false
    renamed++
  }
  return pairs >= FEWEST_PAIRS && renamed > 0
}
