/**
 * The text of a Rust v0 name as it grows. The output of a back reference depends on its place, so printing and reading
 * go together.
 */
import { decodePunycode } from './punycode.ts'
import { invalidSyntax, V0Failure, type Identifier, type V0Error, type V0Reader } from './v0-reader.ts'

/** Most characters of output for one name; back references could make any number. */
export const LONGEST = 1_000_000

export class TooLong extends Error {}

export class V0Printer {
  text = ''
  #reader: V0Reader
  /** Once something is wrong all further parts print as `?`. */
  #error: V0Error | undefined
  /** Read only: the first pass, and paths of impls that are not shown. */
  #silent: boolean
  #lifetimes = 0
  #references = 0
  /** The error is in the name's own text, not in a part that a back reference repeats. */
  isInvalid = false

  constructor(reader: V0Reader, silent: boolean) {
    this.#reader = reader
    this.#silent = silent
  }

  get error(): V0Error | undefined {
    return this.#error
  }

  print(text: string): void {
    if (this.#silent) return
    this.text += text
    if (this.text.length > LONGEST) throw new TooLong()
  }

  /** Reads something without showing it. */
  unseen(action: () => void): void {
    const silent = this.#silent
    this.#silent = true
    action()
    this.#silent = silent
  }

  isBroken(): boolean {
    return this.#error !== undefined
  }

  /** Runs a step of reading and printing. Prints the first error, and `?` afterwards. */
  attempt(action: (reader: V0Reader) => void): void {
    if (this.isBroken()) {
      this.print('?')
      return
    }
    try {
      action(this.#reader)
    } catch (thrown) {
      if (!(thrown instanceof V0Failure) || this.isBroken()) throw thrown
      this.#error = thrown.reason
      this.isInvalid ||= this.#references === 0
      this.print(thrown.reason)
    }
  }

  eat(char: string): boolean {
    return !this.isBroken() && this.#reader.eat(char)
  }

  leave(): void {
    if (!this.isBroken()) this.#reader.depth--
  }

  list(separator: string, item: () => void): number {
    let count = 0
    while (!this.isBroken() && !this.eat('E')) {
      if (count > 0) this.print(separator)
      item()
      count++
    }
    return count
  }

  backReference(action: () => void): void {
    this.attempt((reader) => {
      const target = reader.readBackReference()
      if (this.#silent) return
      this.#reader = target
      this.#references++
      action()
      this.#references--
      this.#reader = reader
      this.#error = undefined
    })
  }

  identifier(name: Identifier): void {
    if (this.#silent) return
    if (name.punycode === '') this.print(name.ascii)
    else {
      const decoded = decodePunycode(name.ascii, name.punycode)
      this.print(decoded ?? `punycode{${name.ascii === '' ? '' : `${name.ascii}-`}${name.punycode}}`)
    }
  }

  lifetime(index: number): void {
    if (this.#silent) return
    this.print("'")
    if (index === 0) {
      this.print('_')
      return
    }
    const depth = this.#lifetimes - index
    if (depth < 0) throw invalidSyntax
    this.print(depth < 26 ? String.fromCharCode(97 + depth) : `_${depth}`)
  }

  binder(action: () => void): void {
    this.attempt((reader) => {
      const count = reader.readOptionalBase62('G')
      // Each takes a character at least where it is used.
      if (count > reader.text.length - reader.at) throw invalidSyntax
      if (this.#silent) {
        action()
        return
      }
      if (count > 0) {
        this.print('for<')
        for (let index = 0; index < count; index++) {
          if (index > 0) this.print(', ')
          this.#lifetimes++
          this.lifetime(1)
        }
        this.print('> ')
      }
      action()
      this.#lifetimes -= count
    })
  }
}
