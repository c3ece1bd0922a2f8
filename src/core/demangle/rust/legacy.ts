/**
 * Rust names of the older scheme: C++ nested names with a hash as the last part and `$LT$`-like escapes in the others.
 * Shown as rustc-demangle's alternate form does, without the hash.
 */

/** The parts between `_ZN` and `E`, and the rest; undefined for any other name. */
function splitParts(name: string): { parts: string[]; rest: string } | undefined {
  const prefix = /^_{1,2}ZN/.exec(name)
  if (!prefix) return undefined
  const parts: string[] = []
  let at = prefix[0].length
  while (name[at] !== 'E') {
    const size = /^\d{1,9}/.exec(name.slice(at, at + 9))
    if (!size) return undefined
    const start = at + size[0].length
    at = start + Number(size[0])
    if (at >= name.length) return undefined
    parts.push(name.slice(start, at))
  }
  return { parts, rest: name.slice(at + 1) }
}

const ESCAPE = /\$(?:SP|BP|RF|LT|GT|LP|RP|C|u[0-9a-f]{1,6})\$/
const HASH = /^h[0-9a-f]*$/
/** LLVM's suffix for functions that it moved between modules, in the upper-case form that rustc makes. */
const MOVED = /\.llvm\.[0-9A-F@]+$/

/**
 * C++ names of variables look the same, so one of the marks of Rust is required: an escape, the hash, or a nested name
 * of a single part. C++ makes no such nested names.
 */
function looksLikeRust(parts: readonly string[]): boolean {
  const last = parts[parts.length - 1] ?? ''
  if (parts.length === 1 || parts.some((part) => ESCAPE.test(part))) return true
  if (!HASH.test(last)) return false
  // Shorter ones were never made by a compiler of note; a word such as `head` or `h264` is no hash.
  return last.length === 17 || (last.length > 4 && /\d[a-f]/.test(last) && /^h\d/.test(last))
}

const characters: Readonly<Record<string, string>> = {
  SP: '@',
  BP: '*',
  RF: '&',
  LT: '<',
  GT: '>',
  LP: '(',
  RP: ')',
  C: ',',
}

/** The character of an escape; undefined for an unknown escape and for control characters. */
function unescape(escape: string): string | undefined {
  const known = characters[escape]
  if (known !== undefined) return known
  if (!/^u[0-9a-f]{1,6}$/.test(escape)) return undefined
  const code = parseInt(escape.slice(1), 16)
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) || code < 0x20 || (code >= 0x7f && code < 0xa0)) {
    return undefined
  }
  return String.fromCodePoint(code)
}

/** `_$LT$…` loses its underscore, `..` becomes `::`; the first unknown escape ends all rewriting. */
function formatPart(part: string): string {
  let rest = part.startsWith('_$') ? part.slice(1) : part
  let text = ''
  // eslint-disable-next-line unslide/bounded-loops -- each round takes a character and more off the rest
  for (;;) {
    const special = rest.search(/[$.]/)
    if (special < 0) return text + rest
    text += rest.slice(0, special)
    rest = rest.slice(special)
    if (rest.startsWith('..')) {
      text += '::'
      rest = rest.slice(2)
    } else if (rest.startsWith('.')) {
      text += '.'
      rest = rest.slice(1)
    } else {
      const end = rest.indexOf('$', 1)
      const character = end < 0 ? undefined : unescape(rest.slice(1, end))
      if (character === undefined) return text + rest
      text += character
      rest = rest.slice(end + 1)
    }
  }
}

/** The readable form of a Rust name of the older scheme; undefined for other names, C++ ones among them. */
export function demangleLegacy(name: string): string | undefined {
  const split = splitParts(name)
  if (!split || split.parts.length === 0 || !looksLikeRust(split.parts)) return undefined
  const rest = split.rest.replace(MOVED, '')
  if (rest !== '' && !/^\.[\x21-\x7e]+$/.test(rest)) return undefined
  if (/[^\x20-\x7e]/.test(name)) return undefined
  const shown = HASH.test(split.parts[split.parts.length - 1] ?? '') ? split.parts.slice(0, -1) : split.parts
  return shown.map(formatPart).join('::') + rest
}

/** A class in a class of Java may have one letter, such as `$C$`. */
const PRINTED_ESCAPE = /\$(?:BP|RF|LT|GT|LP|RP|u[0-9a-f]{2})\$/
/** Compilers before 1.12 put three letters behind the hash, or made a decimal one. */
const PRINTED_HASH = /::h(?:[0-9a-f]{16}[A-Za-z0-9]{3}|\d{17,20})$/

/** True for a name that a program printed with the escapes, or the hash, of its first compilers. */
export const isPrintedLegacy = (name: string): boolean =>
  (name.includes('$') && PRINTED_ESCAPE.test(name)) || (name.includes('::h') && PRINTED_HASH.test(name))

/** Such a name as it was written. */
export const readPrintedLegacy = (name: string): string =>
  name
    .replace(PRINTED_HASH, '')
    .split('::')
    .map((part) => (PRINTED_ESCAPE.test(part) ? formatPart(part) : part))
    .join('::')
