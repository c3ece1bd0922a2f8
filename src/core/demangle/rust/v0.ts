/**
 * Rust names of the v0 scheme (RFC 2603), in the alternate form of rustc-demangle: without crate disambiguators and types
 * of constants.
 */
import { printPath } from './v0-paths.ts'
import { LONGEST, TooLong, V0Printer } from './v0-printer.ts'
import { V0Reader } from './v0-reader.ts'

/** Length of the path that begins the mangled text, with its instantiating crate; undefined if there is none. */
function measure(text: string): number | undefined {
  const reader = new V0Reader(text)
  const check = new V0Printer(reader, true)
  printPath(check, false)
  if (check.error !== undefined) return undefined
  if (/[A-Z]/.test(text[reader.at] ?? '')) printPath(check, false)
  return check.error === undefined ? reader.at : undefined
}

/** The readable form of a v0 name; undefined when it is none. */
export function demangleV0(name: string): string | undefined {
  const prefix = /^_{1,2}R(?=[A-Z])/.exec(name)
  if (!prefix || /[^\x20-\x7e]/.test(name)) return undefined
  const moved = /\.llvm\.[0-9A-F@]*$/.exec(name)
  const text = name.slice(prefix[0].length, moved?.index)
  const length = measure(text)
  if (length === undefined) return undefined
  const suffix = text.slice(length)
  if (suffix !== '' && !/^\.[\x21-\x7e]*$/.test(suffix)) return undefined
  const printer = new V0Printer(new V0Reader(text), false)
  try {
    printPath(printer, true)
  } catch (thrown) {
    if (!(thrown instanceof TooLong)) throw thrown
    return `${printer.text.slice(0, LONGEST)}{size limit reached}`
  }
  return printer.isInvalid ? undefined : printer.text + suffix
}
