/** The pieces of Rust's v0 mangling (https://doc.rust-lang.org/rustc/symbol-mangling/v0.html): numbers, identifiers, hex. */

/** Why reading stopped. The output contains these texts if the error is in the target of a back reference. */
export type V0Error = '{invalid syntax}' | '{recursion limit reached}'

export class V0Failure extends Error {
  readonly reason: V0Error

  constructor(reason: V0Error) {
    super(reason)
    this.reason = reason
  }
}

export const invalidSyntax = new V0Failure('{invalid syntax}')
const tooDeep = new V0Failure('{recursion limit reached}')

/** As rustc-demangle: levels of paths, types, constants and back references. */
const DEEPEST = 500

export interface Identifier {
  readonly ascii: string
  readonly punycode: string
}

export class V0Reader {
  readonly text: string
  at: number
  depth: number

  constructor(text: string, at = 0, depth = 0) {
    this.text = text
    this.at = at
    this.depth = depth
  }

  enter(): void {
    if (++this.depth > DEEPEST) throw tooDeep
  }

  eat(char: string): boolean {
    if (this.text[this.at] !== char) return false
    this.at++
    return true
  }

  next(): string {
    const char = this.text[this.at]
    if (char === undefined) throw invalidSyntax
    this.at++
    return char
  }

  /** `<base-62-number>`: `_` is 0, `0_` is 1. */
  readBase62(): number {
    if (this.eat('_')) return 0
    let value = 0
    while (!this.eat('_')) {
      const code = this.next().charCodeAt(0)
      let digit: number
      if (code >= 48 && code <= 57) digit = code - 48
      else if (code >= 97 && code <= 122) digit = code - 97 + 10
      else if (code >= 65 && code <= 90) digit = code - 65 + 36
      else throw invalidSyntax
      value = value * 62 + digit
      // Crate disambiguators take 64 bits; they are not shown, so their exact value does not matter.
      if (value > 2 ** 64) throw invalidSyntax
    }
    return value + 1
  }

  /** A number after a tag, plus 1; 0 without the tag. */
  readOptionalBase62(tag: string): number {
    return this.eat(tag) ? this.readBase62() + 1 : 0
  }

  readDisambiguator(): number {
    return this.readOptionalBase62('s')
  }

  /** `C` and other capitals are special namespaces, small letters are not; undefined for those. */
  readNamespace(): string | undefined {
    const char = this.next()
    if (/^[A-Z]$/.test(char)) return char
    if (/^[a-z]$/.test(char)) return undefined
    throw invalidSyntax
  }

  readIdentifier(): Identifier {
    const isPunycode = this.eat('u')
    const size = /^(?:0|[1-9]\d{0,8})/.exec(this.text.slice(this.at, this.at + 9))
    if (!size) throw invalidSyntax
    this.at += size[0].length
    this.eat('_')
    const start = this.at
    this.at += Number(size[0])
    if (this.at > this.text.length) throw invalidSyntax
    const text = this.text.slice(start, this.at)
    if (!isPunycode) return { ascii: text, punycode: '' }
    const delimiter = text.lastIndexOf('_')
    const punycode = text.slice(delimiter + 1)
    if (punycode === '') throw invalidSyntax
    return { ascii: delimiter < 0 ? '' : text.slice(0, delimiter), punycode }
  }

  /** Hex digits up to `_`. */
  readHex(): string {
    const start = this.at
    while (!this.eat('_')) if (!/^[0-9a-f]$/.test(this.next())) throw invalidSyntax
    return this.text.slice(start, this.at - 1)
  }

  /** A reader at the place that a back reference, whose `B` was just read, points to. */
  readBackReference(): V0Reader {
    const start = this.at - 1
    const target = this.readBase62()
    if (target >= start) throw invalidSyntax
    const reader = new V0Reader(this.text, target, this.depth)
    reader.enter()
    return reader
  }
}
