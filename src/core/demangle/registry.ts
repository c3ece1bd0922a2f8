/** All name schemes, and the two ways in: one name, or any text with names in it. */
import type { Demangler, DemangleStyle } from './demangler.ts'
import { itaniumDemangler } from './itanium/itanium.ts'
import { kotlinDemangler } from './kotlin/kotlin.ts'
import { isPrintedLegacy } from './rust/legacy.ts'
import { rustDemangler } from './rust/rust.ts'
import { swiftDemangler } from './swift/swift.ts'

/** Most specific first: a Rust name of the older scheme is a C++ name too. */
export const demanglers: readonly Demangler[] = [kotlinDemangler, swiftDemangler, rustDemangler, itaniumDemangler]

/** `-[Class method]`, `+[Class method]` and `__41-[Class method]_block_invoke` are never mangled. */
function isObjectiveC(name: string): boolean {
  const first = name.charCodeAt(0)
  if (first === 0x2d || first === 0x2b) return name.charCodeAt(1) === 0x5b
  return first === 0x5f && /^_+\d*[-+]\[/.test(name)
}

/** The prefix that `core/symbols` writes before the name of an imported function where code jumps to it. */
const STUB = 'stub for '

/** Every mangled name begins with one of `_ $ @ g k`; most names of a report do not. */
function mayBeMangled(name: string): boolean {
  const first = name.charCodeAt(0)
  return first === 0x5f || first === 0x24 || first === 0x40 || first === 0x67 || first === 0x6b
}

/** True for a name that no scheme claims, as its first letters say: nearly all that reports print. */
export function isPlainName(name: string): boolean {
  return isObjectiveC(name) || !(mayBeMangled(name) || name.startsWith(STUB) || isPrintedLegacy(name))
}

/**
 * The readable form of one symbol name, with or without the underscore that Mach-O symbol tables put before it. A name
 * that no scheme takes comes back as it was. Never throws; bounded time and memory for any input.
 */
export function demangle(name: string, style: DemangleStyle): string {
  return name.startsWith(STUB) ? STUB + demangleName(name.slice(STUB.length), style) : demangleName(name, style)
}

function demangleName(name: string, style: DemangleStyle): string {
  if (isPlainName(name)) return name
  for (const demangler of demanglers) {
    if (!demangler.claims(name)) continue
    const readable = demangler.demangle(name, style)
    if (readable !== undefined) return readable
  }
  return name
}

/** A run of characters that mangled names are made of, from a prefix that one of the schemes uses. */
const TOKEN =
  /(?<![\w$.])(?:_{1,4}Z|_?\$[sSe]|_{1,2}T|@__swiftmacro_|_{1,2}R[A-Z0-9]|__alloc_token_|_{0,2}kfun:[^\s]*)[\w$.@\u0080-\uffff]*/g

/**
 * Text with every mangled name in it made readable, as c++filt and swift-demangle do with their input. All other text,
 * spacing included, stays as it is. Never throws.
 */
export function demangleText(text: string, style: DemangleStyle): string {
  const whole = demangle(text, style)
  if (whole !== text) return whole
  return text.replace(TOKEN, (token) => {
    const readable = demangle(token, style)
    if (readable !== token) return readable
    const stop = /(?<!\.)\.+$/.exec(token)
    if (!stop) return token
    return demangle(token.slice(0, stop.index), style) + stop[0]
  })
}
