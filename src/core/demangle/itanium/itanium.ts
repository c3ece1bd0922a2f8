/**
 * C++ names of the Itanium ABI (https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling), in the form that LLVM's tools
 * and Apple's crash reports print.
 */
import type { Demangler } from '../demangler.ts'
import { readEncoding } from './encodings.ts'
import { invalid, Mangled } from './mangled.ts'
import { joinNode, identifierNode, wording, type Node } from './node.ts'
import { Output } from './output.ts'
import { Printer } from './printer.ts'

const SUFFIXED = wording('', ' (', ')')
const BLOCK = wording('invocation function for block in ')

/** `__Z…`: how many underscores; 0 when these bytes are no C++ name. */
function prefixLength(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && at - from < 4 && bytes[at] === 0x5f /* _ */) at++
  return at > from && at < to && bytes[at] === 0x5a /* Z */ ? at - from + 1 : 0
}

/** A name with whatever compilers hang on its ends: block invokes, `.cold.1`, `.llvm.123`. */
function readWhole(m: Mangled, underscores: number): Node {
  const encoding = readEncoding(m)
  if (underscores > 2) {
    if (!m.eatText('_block_invoke')) throw invalid
    const hasNumber = m.eat(0x5f /* _ */)
    if (!m.skipNumber(false) && hasNumber) throw invalid
    if (m.look() !== 0x2e /* . */ && !m.done) throw invalid
    return joinNode(BLOCK, encoding)
  }
  if (m.done) return encoding
  if (m.look() !== 0x2e /* . */) throw invalid
  return joinNode(SUFFIXED, encoding, identifierNode(m.at, m.end))
}

/** Reads and prints names, one after the other, into one output. */
export class ItaniumReader {
  readonly #mangled = new Mangled()
  readonly #printer: Printer
  readonly #out: Output

  constructor(out: Output) {
    this.#out = out
    this.#printer = new Printer(out)
  }

  /**
   * Appends the readable form of the name `from..to` of `bytes`; false, with nothing appended, when it is none. The byte
   * at `to` must be there, and be one that no name has outside its identifiers: NUL or a line end.
   */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    const prefix = prefixLength(bytes, from, to)
    if (prefix === 0) return false
    const out = this.#out
    const start = out.length
    try {
      this.#mangled.start(bytes, from + prefix, to)
      out.begin()
      this.#printer.print(bytes, readWhole(this.#mangled, prefix - 1))
      return true
    } catch {
      // Not a name, or one that nests or grows beyond reason; a full call stack ends here too.
      out.length = start
      return false
    }
  }
}

const allocToken = /^_{2,3}alloc_token_(?:\d+_)?(?=_Z)/
const output = new Output()
const reader = new ItaniumReader(output)
const encoder = new TextEncoder()
const decoder = new TextDecoder()
let scratch = new Uint8Array(4096)

/** Puts a name and the NUL that it must end with into `scratch`; gives its size in bytes. */
function encodeName(name: string): number {
  if (name.length + 1 > scratch.length) scratch = new Uint8Array(name.length * 2)
  for (let index = 0; index < name.length; index++) {
    const code = name.charCodeAt(index)
    if (code > 0x7f) {
      const bytes = encoder.encode(`${name}\0`)
      scratch = bytes.length > scratch.length ? bytes : scratch
      scratch.set(bytes)
      return bytes.length - 1
    }
    scratch[index] = code
  }
  scratch[name.length] = 0
  return name.length
}

function demangleItanium(name: string): string | undefined {
  const token = allocToken.exec(name)
  const size = encodeName(token ? name.slice(token[0].length) : name)
  output.length = 0
  if (!reader.read(scratch, 0, size)) return undefined
  const text = decoder.decode(output.bytes.subarray(0, output.length))
  return token ? `${text} (.alloc_token)` : text
}

export const itaniumDemangler: Demangler = {
  id: 'itanium',
  claims: (name) => /^_{1,4}Z|^_{2,3}alloc_token_/.test(name),
  demangle: (name) => demangleItanium(name),
}
