/**
 * Many names at once: one buffer of UTF-8 in, one out, as a search over a whole symbol library wants them. C++ names, which
 * are the longest by far, are read and written as bytes; the others go through strings.
 */
import type { DemangleStyle } from './demangler.ts'
import { ItaniumReader } from './itanium/itanium.ts'
import { Output } from './itanium/output.ts'
import { demangle } from './registry.ts'

const LINE_END = 0x0a
const UNDERSCORE = 0x5f
const decoder = new TextDecoder()
const encoder = new TextEncoder()

/**
 * The readable names of `names`, each of which ends in `separator` (a line end by default, or NUL); the last may lack it.
 * The result has as many names, in the same order, each with the separator behind it; a name that no scheme takes is copied.
 */
export function demangleBulk(
  names: Uint8Array<ArrayBuffer>,
  style: DemangleStyle,
  separator: typeof LINE_END | 0 = LINE_END,
): Uint8Array<ArrayBuffer> {
  const input = ended(names, separator)
  const out = new Output(input.length * 3 + 1024)
  const reader = new ItaniumReader(out)
  let from = 0
  while (from < input.length) {
    const to = input.indexOf(separator, from)
    if (to < 0) break
    if (!isPlainCpp(input, from, to) || !reader.read(input, from, to)) writeOther(input, from, to, style, out)
    out.byte(separator)
    from = to + 1
  }
  // A copy is worth its time only where it saves much.
  return out.length * 2 > out.bytes.length ? out.bytes.subarray(0, out.length) : out.bytes.slice(0, out.length)
}

function ended(names: Uint8Array<ArrayBuffer>, separator: number): Uint8Array<ArrayBuffer> {
  if (names.length === 0 || names[names.length - 1] === separator) return names
  const copy = new Uint8Array(names.length + 1)
  copy.set(names)
  copy[names.length] = separator
  return copy
}

/** A C++ name that cannot be a Rust name of the older scheme, which has nothing but `_ZN`, parts, `E` and a suffix. */
function isPlainCpp(bytes: Uint8Array, from: number, to: number): boolean {
  let at = from
  while (at < to && bytes[at] === UNDERSCORE) at++
  if (at === from || bytes[at] !== 0x5a /* Z */) return false
  if (bytes[at + 1] !== 0x4e /* N */) return true
  at += 2
  let parts = 0
  let hasDollar = false
  let last = at
  for (;;) {
    let size = 0
    for (let code = bytes[at] ?? 0; at < to && code >= 0x30 && code <= 0x39; code = bytes[++at] ?? 0) {
      size = size * 10 + code - 0x30
    }
    if (size === 0) break
    last = at
    at += size
    parts++
    if (at >= to) return true
  }
  if (bytes[at] !== 0x45 /* E */ || (at + 1 < to && bytes[at + 1] !== 0x2e) /* . */) return true
  for (let index = from; index < at; index++) hasDollar ||= bytes[index] === 0x24
  return parts > 1 && !hasDollar && bytes[last] !== 0x68 /* h, of the hash */
}

function writeOther(bytes: Uint8Array, from: number, to: number, style: DemangleStyle, out: Output): void {
  out.begin()
  const first = bytes[from]
  const mayBeMangled =
    first === UNDERSCORE || first === 0x24 /* $ */ || first === 0x40 /* @ */ || first === 0x6b /* k */
  if (!mayBeMangled) {
    out.copy(bytes, from, to)
    return
  }
  const name = decoder.decode(bytes.subarray(from, to))
  const readable = demangle(name, style)
  if (readable === name) out.copy(bytes, from, to)
  else {
    const encoded = encoder.encode(readable)
    out.copy(encoded, 0, encoded.length)
  }
}
