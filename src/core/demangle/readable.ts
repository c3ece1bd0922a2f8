/** Names as reports show them: each made readable once, however many frames have it, and none without end. */
import { ownCopy } from '../model/own-copy.ts'
import { demangle, isPlainName } from './registry.ts'

/**
 * Most characters of a name that anybody reads. Back references can expand some hundred bytes to a megabyte, and a
 * report shows a name once a frame.
 */
const LONGEST = 16_384
/** Size of the cache, in characters of both forms. */
const REMEMBERED = 8 << 20

const known = new Map<string, string>()
let remembered = 0

/** The simplified form, cut where it is too long to be shown. */
export function readableName(mangled: string): string {
  if (isPlainName(mangled)) return cutName(mangled, LONGEST)
  const before = known.get(mangled)
  if (before !== undefined) return before
  const own = ownCopy(mangled)
  const readable = cutName(demangle(own, 'simplified'), LONGEST)
  remembered += mangled.length + readable.length
  if (remembered > REMEMBERED) {
    known.clear()
    remembered = mangled.length + readable.length
  }
  known.set(own, readable)
  return readable
}

/** The first characters of a name, and a sign that there are more. */
export function cutName(name: string, longest: number): string {
  if (name.length <= longest) return name
  // Not between the halves of a character.
  const end = longest - (/[\ud800-\udbff]/.test(name[longest - 1] ?? '') ? 1 : 0)
  return `${name.slice(0, end)}…`
}
